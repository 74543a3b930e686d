"""What must be true of every position: all faults at once, for a position that people entered or corrected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.rules import RuleReference, Violation
from companion.core.text import say, verbatim
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.catalog import (
    BATTLE_CARDS_PER_SIDE,
    ELITES,
    LARGEST_ARMY,
    REICH_TILES,
    TILES,
    TRACK,
    UWC_TILES,
    CardId,
    Resource,
    Side,
    Tile,
)
from companion.games.iron_sky.names import board_name, piece_name
from companion.games.iron_sky.rules_common import RESOURCE, TITLE
from companion.games.iron_sky.settings import BOOK, RULING
from companion.games.iron_sky.setup import NEUTRAL_TILES
from companion.games.iron_sky.state import Player, State, normal_tiles, stacks
from companion.games.iron_sky.turn import deck_size

METER = BOOK.cite("ISK-38", 7)
DEVASTATION = BOOK.cite("ISK-42", 16)
CONQUEST = BOOK.cite("ISK-13", 10)
TERROR = BOOK.cite("ISK-109", 13)
NUCLEAR = BOOK.cite("ISK-157", 20)
LARGEST = BOOK.cite("ISK-5", 10)
TILES_LEFT = RULING.cite("ISK-14")
TRACKS = BOOK.cite("ISK-47", 7)
BATTLE_CARDS = BOOK.cite("ISK-20", 4)
ELITE = BOOK.cite("ISK-178", 5)
COMMAND_CARDS = BOOK.cite("ISK-141", 10)
OWN_CARDS = BOOK.cite("ISK-58", 9)


def faults(state: State) -> tuple[Violation, ...]:
    """Everything in the position that cannot be, with the rule and how to put it right."""
    found = (
        *_meter_faults(state),
        *_territory_faults(state),
        *_army_faults(state),
        *_tile_faults(state),
        *_card_faults(state),
    )
    return (*found, *_track_faults(state))


def _meter_faults(state: State) -> Iterator[Violation]:
    for board in state.boards:
        wanted, name = derived_occupation(board), board_name(board.name)
        if board.occupation != wanted:
            reason = say(
                "The Blitz meter of {board} shows {shown}; it should be {wanted}.",
                board=name,
                shown=board.occupation,
                wanted=wanted,
            )
            repair = say("Put the Occupation marker to position {wanted}.", wanted=wanted)
            yield Violation(METER, reason, repair)
        if board.devastation < board.occupation:
            reason = say("The Devastation marker of {board} stands behind the Occupation marker.", board=name)
            repair = say("Put it to position {wanted} or beyond.", wanted=board.occupation)
            yield Violation(DEVASTATION, reason, repair)


def _territory_faults(state: State) -> Iterator[Violation]:
    """What cannot lie in a territory together, by what follows at once from every action."""
    for board in state.boards:
        facts = state.profile.boards[board.name].territories
        for index, (ground, territory) in enumerate(zip(facts, board.territories, strict=True)):
            place, terror = verbatim(ground.name), index == board.terror
            waits = terror or state.house["frontline_advance"] == "not_after_bombardment"
            if territory.frontline and not territory.centre and not waits:
                reason = say("The army in the Frontline of {place} has an empty Command Centre before it.", place=place)
                yield Violation(CONQUEST, reason, say("Move it to the Command Centre."))
            if terror and territory.controller is Side.REICH:
                reason = say("The Terror marker lies in {place}, which the Reich controls.", place=place)
                yield Violation(TERROR, reason, say("Give the marker back to its player."))
            if territory.nuked and (territory.centre or territory.frontline or territory.improvement or terror):
                reason = say("{place} was hit by the Nuclear weapon, and something lies there.", place=place)
                yield Violation(NUCLEAR, reason, say("Leave the card of the Nuclear weapon alone there."))


def _army_faults(state: State) -> Iterator[Violation]:
    for stack in stacks(state):
        if normal_tiles(stack) > LARGEST_ARMY:
            reason = say("An army has {count} tiles.", count=normal_tiles(stack))
            yield Violation(LARGEST, reason, say("Leave {most} at most.", most=LARGEST_ARMY))


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


def _tile_faults(state: State) -> Iterator[Violation]:
    found = tiles_by_team(state)
    for player in state.players:
        if player.side is Side.UWC and found[TILES[Side.UWC, player.board]] != UWC_TILES:
            yield _miscounted(state, TILES[Side.UWC, player.board], found, UWC_TILES)
    yield from _elite_faults(state, found)
    trophies = sum(player.trophies for player in state.players)
    wanted = REICH_TILES * len(state.boards)
    reich = sum(count for tile, count in found.items() if tile in {TILES[Side.REICH, b.name] for b in state.boards})
    if reich + trophies != wanted:
        reason = say("{count} of {wanted} Reich tiles are accounted for.", count=reich + trophies, wanted=wanted)
        yield Violation(TILES_LEFT, reason, say("Count the tiles of boards, supplies and trophies again."))


def _elite_faults(state: State, found: Counter[Tile]) -> Iterator[Violation]:
    lost = sum(player.elite_trophies for player in state.players)
    wanted = len(state.boards) if state.house.plays("elite_troops") else 0
    count = lost + sum(found[ELITES[board.name]] for board in state.boards)
    if count != wanted:
        reason = say("{count} of {wanted} Elite tiles are accounted for.", count=count, wanted=wanted)
        yield Violation(ELITE, reason, say("Look for them on the boards, beside the sheets and among the trophies."))


def _miscounted(state: State, tile: Tile, found: Counter[Tile], wanted: int) -> Violation:
    name = piece_name(state.profile, tile)
    reason = say("{name}: {count} of {wanted} are accounted for.", name=name, count=found[tile], wanted=wanted)
    return Violation(TILES_LEFT, reason, say("Count the tiles of boards and supply again."))


def _card_faults(state: State) -> Iterator[Violation]:
    for player in state.players:
        yield from (_strange_card(state, player, card) for card in player.discard if not _owns(state, player, card))
        if player.commander is not None and command_cards(state, player) != deck_size(state):
            yield _cards_miscounted(player, COMMAND_CARDS, command_cards(state, player), deck_size(state))
    for side in Side:
        if battle_cards(state, side) != BATTLE_CARDS_PER_SIDE:
            reason = say(
                "{side} has {count} battle cards, not {wanted}.",
                side=TITLE[side],
                count=battle_cards(state, side),
                wanted=BATTLE_CARDS_PER_SIDE,
            )
            yield Violation(BATTLE_CARDS, reason, say("Count decks, Reserves, open piles and bank again."))


def _owns(state: State, player: Player, card: CardId) -> bool:
    if card in state.profile.specials:
        return state.profile.specials[card].side is player.side
    return (
        player.commander is not None and state.profile.cards[card] in state.profile.commanders[player.commander].cards
    )


def _strange_card(state: State, player: Player, card: CardId) -> Violation:
    reason = say("{card} is no card of {name}.", card=piece_name(state.profile, card), name=verbatim(player.name))
    return Violation(OWN_CARDS, reason, say("Give the card back to its commander."))


def _cards_miscounted(player: Player, rule: RuleReference, count: int, wanted: int) -> Violation:
    name = verbatim(player.name)
    reason = say("{name} has {count} command cards, not {wanted}.", name=name, count=count, wanted=wanted)
    return Violation(rule, reason, say("Count hand, deck and discard pile again."))


def command_cards(state: State, player: Player) -> int:
    """The player's command cards in hand, deck and discard pile, and specials of his that were played."""
    played = sum(card in state.spent_specials for card in player.specials)
    return player.hand + player.deck + len(player.discard) + played


def battle_cards(state: State, side: Side) -> int:
    """The side's battle cards in decks, hands, open piles, bank and on the table."""
    decks = (player.battle for player in state.team(side))
    held = sum(deck.unused + len(deck.used) for deck in decks)
    if state.battle is not None:
        for one in (state.battle.attacker, state.battle.defender):
            if state.player(one.player).side is side:
                held += len(one.replaced) + (one.source is not None)
    return state.bank(side) + held


def _track_faults(state: State) -> Iterator[Violation]:
    if state.house["surplus"] == "counted":
        return
    for player in state.players:
        for resource in Resource:
            if getattr(player, resource.value) > TRACK:
                reason = say(
                    "{name} has more than {most} {resource}.",
                    name=verbatim(player.name),
                    most=TRACK,
                    resource=RESOURCE[resource],
                )
                yield Violation(TRACKS, reason, say("Put the marker to {most}.", most=TRACK))
