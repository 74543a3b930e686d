"""What holds of every position's boards: stacks, markers, improvements, and tiles that add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.rules import Refusal, refuse
from companion.core.text import Text, say, say_plural
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.catalog import (
    ELITES,
    LARGEST_ARMY,
    REICH_TILES,
    TILE_BOARD,
    TILES,
    UWC_TILES,
    Effect,
    Ground,
    Side,
    SpecialCard,
    Tile,
)
from companion.games.iron_sky.initial_state import LOANS_PER_NEUTRAL, NEUTRAL_TILES
from companion.games.iron_sky.names import board_name, piece_name
from companion.games.iron_sky.settings import BOARDS, BOOK
from companion.games.iron_sky.state import BoardState, ReichPlayer, Stack, State, Territory, UwcPlayer, stacks

Refusals = Iterator[Refusal]


@BOOK.invariant("ISK-38")
def meters_follow_boards(state: State) -> Refusals:
    for board in state.boards:
        if board.occupation != (wanted := derived_occupation(board)):
            yield refuse(
                "The Blitz meter of {board} shows {shown} and should show {wanted}.",
                repair="Move the Occupation marker to position {wanted}.",
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
                repair="Move it to position {wanted}.",
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
                "The army in the Frontline of {place} stands before an empty Command Centre.",
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
                repair="Take off all but the card of the Nuclear weapon.",
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


@BOOK.invariant("ISK-9")
def orbit_is_for_the_reich(state: State) -> Refusals:
    for site in state.map.sites.values():
        if site.orbit and state.orbit(site.place).side is Side.UWC:
            yield refuse("{place} holds UWC tiles.", repair="Put them on a territory.", place=site.name)


@BOOK.invariant("ISK-4")
def each_side_has_one_slot(state: State) -> Refusals:
    for _, ground, territory, _ in _territories(state):
        if territory.at_war and territory.centre.side is territory.frontline.side:
            yield refuse(
                "{place} has the same side in both slots.",
                repair="Put all of its tiles there into one slot.",
                place=ground.printed_name,
            )


@BOOK.invariant("ISK-178")
def elites_are_single(state: State) -> Refusals:
    found = tiles_by_team(state)
    for tile in (tile for tile in ELITES.values() if found[tile] > 1):
        yield refuse(
            "Of the {name} there is one, and {count} are accounted for.",
            repair="Look at the stacks and beside the sheets again.",
            name=piece_name(state.profile, tile),
            count=found[tile],
        )


@BOOK.invariant("ISK-169")
def elites_stay_at_home(state: State) -> Refusals:
    for site in state.map.sites.values():
        elite = state.army(site.place, Side.UWC).elite
        if elite is not None and TILE_BOARD[elite] != site.board:
            yield refuse(
                "The {tile} stands in {place}, on another board than its own.",
                repair="Put it back beside its sheet, or on a territory of its board.",
                tile=piece_name(state.profile, elite),
                place=site.name,
            )


@BOOK.invariant("ISK-5")
def armies_are_small(state: State) -> Refusals:
    for place, stack in _armies(state):
        if len(stack.normal) > LARGEST_ARMY:
            yield refuse(
                say_plural(
                    "The army in {place} has {count} tile; {most} is the most.",
                    "The army in {place} has {count} tiles; {most} is the most.",
                    len(stack.normal),
                    place=place,
                    most=LARGEST_ARMY,
                ),
                repair="Take off what is too much.",
            )


def _improvements(state: State) -> Iterator[tuple[SpecialCard, Ground, Territory]]:
    for _, ground, territory, _ in _territories(state):
        if territory.improvement is not None:
            yield state.profile.specials[territory.improvement], ground, territory


@BOOK.invariant("ISK-155")
def improvements_lie_on_boards(state: State) -> Refusals:
    for card, ground, _ in _improvements(state):
        if not card.effect.is_improvement:
            yield refuse(
                "{card} lies in {place} and is no improvement.",
                repair="Lay it aside.",
                card=card.printed_name,
                place=ground.printed_name,
            )


@BOOK.invariant("ISK-156")
def improvements_leave_with_their_side(state: State) -> Refusals:
    for card, ground, territory in _improvements(state):
        if territory.controller is card.side.enemy:
            yield refuse(
                "{card} lies in {place}, which the other side controls.",
                repair="Take the card out of the game.",
                card=card.printed_name,
                place=ground.printed_name,
            )


@BOOK.invariant("ISK-157")
def nuclear_weapons_are_counted(state: State) -> Refusals:
    weapons = sum(card.effect is Effect.NUCLEAR for card in state.profile.specials.values())
    nuked = sum(territory.nuked for board in state.boards for territory in board.territories)
    if nuked > weapons:
        yield refuse(
            "{nuked} territories were hit by the Nuclear weapon, of which there is {weapons}.",
            repair="Look again where the card of the Nuclear weapon lies.",
            nuked=nuked,
            weapons=weapons,
        )


def tiles_by_team(state: State) -> Counter[Tile]:
    """How many tiles of each team are accounted for: on boards, in supplies, waiting or out of the game.

    Trophies are told by side, not by colour: they are left out here.
    """
    found: Counter[Tile] = Counter(tile for stack in stacks(state) for tile in stack.tiles)
    found.update(state.gone)
    for player in state.players:
        found[TILES[player.side, player.board]] += player.supply
        if isinstance(player, UwcPlayer):
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
                "Of the {name} there are {wanted}, and {count} are accounted for.",
                repair="Count the tiles of boards and supply again.",
                name=piece_name(state.profile, tile),
                count=found[tile],
                wanted=UWC_TILES,
            )


@BOOK.invariant("ISK-178")
def elite_tiles_are_all_there(state: State) -> Refusals:
    found = tiles_by_team(state)
    wanted = len(state.boards) if state.plays("elite_troops") else 0
    lost = sum(player.elite_trophies for player in state.players if isinstance(player, ReichPlayer))
    count = lost + sum(found[ELITES[board.name]] for board in state.boards)
    if count != wanted:
        yield refuse(
            "Elite tiles that are accounted for: {count}. The game has {wanted}.",
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
            "Reich tiles that are accounted for: {count}. The game has {wanted}.",
            repair="Count the tiles of boards, supplies and trophies again.",
            count=count,
            wanted=wanted,
        )
    for tile in (TILES[Side.REICH, board.name] for board in state.boards):
        if found[tile] > REICH_TILES:
            yield refuse(
                "Of the {name} there are {wanted}, and {count} are accounted for.",
                repair="Count the tiles of boards and supply again.",
                name=piece_name(state.profile, tile),
                count=found[tile],
                wanted=REICH_TILES,
            )


@BOOK.invariant("ISK-33")
def neutral_tiles_are_all_there(state: State) -> Refusals:
    for board in (board for board in BOARDS if board not in state.map.boards):
        tile = TILES[Side.UWC, board]
        count = sum(stack.tiles.count(tile) for stack in stacks(state)) + state.gone.count(tile)
        count += NEUTRAL_TILES * state.neutral.count(board)
        if count != NEUTRAL_TILES:
            yield refuse(
                say_plural(
                    "{count} neutral tile of {board} is accounted for, not {wanted}.",
                    "{count} neutral tiles of {board} are accounted for, not {wanted}.",
                    count,
                    board=board_name(board),
                    wanted=NEUTRAL_TILES,
                ),
                repair="Look for them in the pool, on the boards and out of the game.",
            )
    for board in state.neutral:
        if board in state.map.boards:
            yield refuse(
                "{board} is in play and no Neutral continent.",
                repair="Take its tiles out of the pool.",
                board=board_name(board),
            )


@BOOK.invariant("ISK-34")
def pool_is_small(state: State) -> Refusals:
    neutral = len(BOARDS) - len(state.map.boards)
    if state.loans > LOANS_PER_NEUTRAL * neutral or state.advice > neutral:
        yield refuse(
            "The pool has {loans} Loan and {advice} Advice markers; it begins with {most} and {neutral}.",
            repair="Count the markers of the pool again.",
            loans=state.loans,
            advice=state.advice,
            most=LOANS_PER_NEUTRAL * neutral,
            neutral=neutral,
        )


@BOOK.invariant("ISK-14")
def supplies_are_not_below_nothing(state: State) -> Refusals:
    for player in state.players:
        if player.supply < 0 and state.choices["empty_supply"] != "substitutes":
            yield refuse(
                say_plural(
                    "{name} has {count} tile more on the boards than the game has.",
                    "{name} has {count} tiles more on the boards than the game has.",
                    -player.supply,
                    name=player.name,
                ),
                repair=say(
                    "Count the tiles of {name} on the boards, and put right the stacks that are shown otherwise.",
                    name=player.name,
                ),
            )
