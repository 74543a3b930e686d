"""What holds of every position: of one that people entered or corrected, and of every state of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.core.rules import Invariant, Refusal, refuse
from companion.core.text import Text, say_plural
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.catalog import (
    BATTLE_CARDS_PER_SIDE,
    ELITE_TILES,
    ELITES,
    LARGEST_ARMY,
    REICH_TILES,
    TILE_BOARD,
    TILE_SIDE,
    TILES,
    TRACK,
    UWC_TILES,
    CardId,
    Ground,
    Resource,
    Side,
    Tile,
)
from companion.games.iron_sky.invariants_play import PLAY, no_battle_in_orbit, sides_fight
from companion.games.iron_sky.names import RESOURCE, SUBJECT, board_name, piece_name
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.setup import NEUTRAL_TILES
from companion.games.iron_sky.state import BoardState, Player, Stack, State, Territory, normal_tiles, parted, stacks
from companion.games.iron_sky.turn import deck_size

Refusals = Iterator[Refusal]

# --- the boards ---


@BOOK.invariant("ISK-38")
def meters_follow_boards(state: State) -> Refusals:
    for board in state.boards:
        if board.occupation != (wanted := derived_occupation(board)):
            yield refuse(
                "The Blitz meter of {board} shows {shown}; it should be {wanted}.",
                repair="Put the Occupation marker to position {wanted}.",
                board=board_name(board.name),
                shown=board.occupation,
                wanted=wanted,
            )


@BOOK.invariant("ISK-42")
def devastation_is_pushed_along(state: State) -> Refusals:
    for board in state.boards:
        if board.devastation < board.occupation:
            yield refuse(
                "The Devastation marker of {board} stands behind the Occupation marker.",
                repair="Put it to position {wanted} or beyond.",
                board=board_name(board.name),
                wanted=board.occupation,
            )


def _territories(state: State) -> Iterator[tuple[BoardState, Ground, Territory, bool]]:
    """Every territory in play, and whether its board's Terror marker lies there."""
    for board in state.boards:
        facts = state.profile.boards[board.name].territories
        for index, (ground, territory) in enumerate(zip(facts, board.territories, strict=True)):
            yield board, ground, territory, index == board.terror


@BOOK.invariant("ISK-13")
def centres_are_taken_at_once(state: State) -> Refusals:
    for _, ground, territory, terror in _territories(state):
        waits = terror or state.choices["frontline_advance"] == "not_after_bombardment"
        if territory.frontline and not territory.centre and not waits:
            yield refuse(
                "The army in the Frontline of {place} has an empty Command Centre before it.",
                repair="Move it to the Command Centre.",
                place=ground.printed_name,
            )


@BOOK.invariant("ISK-109")
def terror_leaves_conquered_ground(state: State) -> Refusals:
    for _, ground, territory, terror in _territories(state):
        if terror and territory.controller is Side.REICH:
            yield refuse(
                "The Terror marker lies in {place}, which the Reich controls.",
                repair="Give the marker back to its player.",
                place=ground.printed_name,
            )


@BOOK.invariant("ISK-157")
def nuked_ground_is_empty(state: State) -> Refusals:
    for _, ground, territory, terror in _territories(state):
        if territory.nuked and (territory.centre or territory.frontline or territory.improvement or terror):
            yield refuse(
                "{place} was hit by the Nuclear weapon, and something lies there.",
                repair="Leave the card of the Nuclear weapon alone there.",
                place=ground.printed_name,
            )


def _armies(state: State) -> Iterator[tuple[Text, Stack]]:
    """Every army, and where it stands."""
    for site in state.map.sites.values():
        board = state.board(site.board)
        if site.orbit:
            yield site.name, board.orbit[site.index]
        else:
            yield site.name, board.territories[site.index].centre
            yield site.name, board.territories[site.index].frontline


@BOOK.invariant("ISK-5")
def armies_are_of_one_side(state: State) -> Refusals:
    for place, stack in _armies(state):
        if len({TILE_SIDE[tile] for tile in stack}) > 1:
            yield refuse(
                "An army in {place} has tiles of both sides.", repair="Put each side into its own slot.", place=place
            )


@BOOK.invariant("ISK-9")
def orbit_is_for_the_reich(state: State) -> Refusals:
    for site in state.map.sites.values():
        if site.orbit and any(TILE_SIDE[tile] is Side.UWC for tile in state.orbit(site.place)):
            yield refuse("{place} holds UWC tiles.", repair="Put them to a territory.", place=site.name)


@BOOK.invariant("ISK-4")
def each_side_has_one_slot(state: State) -> Refusals:
    for _, ground, territory, _ in _territories(state):
        if territory.at_war and TILE_SIDE[territory.centre[0]] is TILE_SIDE[territory.frontline[0]]:
            yield refuse(
                "{place} has the same side in both slots.",
                repair="Put all of its tiles there into one slot.",
                place=ground.printed_name,
            )


@BOOK.invariant("ISK-166")
def elites_lead(state: State) -> Refusals:
    for place, stack in _armies(state):
        normal, elite = parted(stack)
        if stack != normal + elite:
            yield refuse(
                "The Elite tile in {place} lies below another tile.", repair="Put it on top of its army.", place=place
            )


@BOOK.invariant("ISK-178")
def elites_are_single(state: State) -> Refusals:
    lying = [tile for stack in stacks(state) for tile in stack if tile in ELITE_TILES]
    for tile in sorted({tile for tile in lying if lying.count(tile) > 1}):
        yield refuse(
            "{name}: {count} lie on the boards, and there is one.",
            repair="Look at the stacks again.",
            name=piece_name(state.profile, tile),
            count=lying.count(tile),
        )


@BOOK.invariant("ISK-169")
def elites_stay_at_home(state: State) -> Refusals:
    for site in state.map.sites.values():
        army = () if site.orbit else state.army(site.place, Side.UWC)
        for tile in army:
            if tile in ELITE_TILES and TILE_BOARD[tile] != site.board:
                yield refuse(
                    "The {tile} stands in {place}, on another board than its own.",
                    repair="Put it back beside its sheet or to a territory of its board.",
                    tile=piece_name(state.profile, tile),
                    place=site.name,
                )


@BOOK.invariant("ISK-5")
def armies_are_small(state: State) -> Refusals:
    for place, stack in _armies(state):
        if normal_tiles(stack) > LARGEST_ARMY:
            yield refuse(
                say_plural(
                    "An army in {place} has {count} tile.",
                    "An army in {place} has {count} tiles.",
                    normal_tiles(stack),
                    place=place,
                ),
                repair="Leave {most} at most.",
                most=LARGEST_ARMY,
            )


# --- tiles ---


def tiles_by_team(state: State) -> Counter[Tile]:
    """How many tiles of each team are accounted for: on boards, in supplies, waiting or out of the game.

    Trophies are told by side, not by colour: they are left out here.
    """
    found: Counter[Tile] = Counter(tile for stack in stacks(state) for tile in stack)
    found.update(state.gone)
    for player in state.players:
        found[TILES[player.side, player.board]] += player.supply
        if player.side is Side.UWC:
            found[ELITES[player.board]] += player.elite
    for board in state.neutral:
        found[TILES[Side.UWC, board]] += NEUTRAL_TILES
    return found


@BOOK.invariant("ISK-21")
def uwc_tiles_are_all_there(state: State) -> Refusals:
    found = tiles_by_team(state)
    for board in state.boards:
        tile = TILES[Side.UWC, board.name]
        if found[tile] != UWC_TILES:
            yield refuse(
                "{name}: {count} in all, and there are {wanted}.",
                repair="Count the tiles of boards and supply again.",
                name=piece_name(state.profile, tile),
                count=found[tile],
                wanted=UWC_TILES,
            )


@BOOK.invariant("ISK-178")
def elite_tiles_are_all_there(state: State) -> Refusals:
    found = tiles_by_team(state)
    wanted = len(state.boards) if state.plays("elite_troops") else 0
    lost = sum(player.elite_trophies for player in state.players)
    count = lost + sum(found[ELITES[board.name]] for board in state.boards)
    if count != wanted:
        yield refuse(
            "Elite tiles: {count} in all, and there are {wanted}.",
            repair="Look for them on the boards, beside the sheets and among the trophies.",
            count=count,
            wanted=wanted,
        )


@BOOK.invariant("ISK-22")
def reich_tiles_are_all_there(state: State) -> Refusals:
    found = tiles_by_team(state)
    wanted = REICH_TILES * len(state.boards)
    trophies = sum(player.trophies for player in state.players)
    count = trophies + sum(found[TILES[Side.REICH, board.name]] for board in state.boards)
    if count != wanted:
        yield refuse(
            "Reich tiles: {count} in all, and there are {wanted}.",
            repair="Count the tiles of boards, supplies and trophies again.",
            count=count,
            wanted=wanted,
        )


# --- cards and tracks ---


@BOOK.invariant("ISK-58")
def cards_lie_with_their_commanders(state: State) -> Refusals:
    for player in state.players:
        for card in player.discard:
            if not _owns(state, player, card):
                yield refuse(
                    "{card} is no card of {name}.",
                    repair="Give the card back to its commander.",
                    card=piece_name(state.profile, card),
                    name=player.name,
                )


def _owns(state: State, player: Player, card: CardId) -> bool:
    if card in state.profile.specials:
        return state.profile.specials[card].side is player.side
    return (
        player.commander is not None and state.profile.cards[card] in state.profile.commanders[player.commander].cards
    )


@BOOK.invariant("ISK-141")
def command_cards_are_all_there(state: State) -> Refusals:
    wanted = deck_size(state)
    for player in state.players:
        count = command_cards(state, player)
        if player.commander is not None and count != wanted:
            yield refuse(
                say_plural(
                    "{name} has {count} command card, not {wanted}.",
                    "{name} has {count} command cards, not {wanted}.",
                    count,
                    name=player.name,
                    wanted=wanted,
                ),
                repair="Count hand, deck and discard pile again.",
            )


def command_cards(state: State, player: Player) -> int:
    """The player's command cards in hand, deck and discard pile, and specials of his that were played."""
    played = sum(card in state.spent_specials for card in player.specials)
    return player.hand + player.deck + len(player.discard) + played


@BOOK.invariant("ISK-20")
def battle_cards_are_all_there(state: State) -> Refusals:
    for side in Side:
        if (count := battle_cards(state, side)) != BATTLE_CARDS_PER_SIDE:
            yield refuse(
                say_plural(
                    "{side} has {count} battle card, not {wanted}.",
                    "{side} has {count} battle cards, not {wanted}.",
                    count,
                    side=SUBJECT[side],
                    wanted=BATTLE_CARDS_PER_SIDE,
                ),
                repair="Count decks, Reserves, open piles and bank again.",
            )


def battle_cards(state: State, side: Side) -> int:
    """The side's battle cards in decks, hands, open piles, bank and on the table."""
    decks = (player.battle for player in state.team(side))
    held = sum(deck.unused + len(deck.used) for deck in decks)
    if state.battle is not None:
        for one in (state.battle.attacker, state.battle.defender):
            if state.player(one.player).side is side:
                held += len(one.replaced) + (one.source is not None)
    return state.bank(side) + held


@BOOK.invariant("ISK-47")
def tracks_end(state: State) -> Refusals:
    for player in state.players if state.choices["surplus"] == "lost" else ():
        for resource in Resource:
            if getattr(player, resource.value) > TRACK:
                yield refuse(
                    "{name} has more than {most} {resource}.",
                    repair="Put the marker to {most}.",
                    name=player.name,
                    most=TRACK,
                    resource=RESOURCE[resource],
                )


PHYSICAL: Sequence[Invariant[State]] = (
    armies_are_of_one_side,
    orbit_is_for_the_reich,
    each_side_has_one_slot,
    elites_lead,
    elites_are_single,
    no_battle_in_orbit,
    sides_fight,
)
"""What no table can look like: a position that says so is not read at all."""

INVARIANTS: Sequence[Invariant[State]] = (
    *PHYSICAL,
    meters_follow_boards,
    devastation_is_pushed_along,
    centres_are_taken_at_once,
    terror_leaves_conquered_ground,
    nuked_ground_is_empty,
    armies_are_small,
    elites_stay_at_home,
    uwc_tiles_are_all_there,
    elite_tiles_are_all_there,
    reich_tiles_are_all_there,
    cards_lie_with_their_commanders,
    command_cards_are_all_there,
    battle_cards_are_all_there,
    tracks_end,
    *PLAY,
)
