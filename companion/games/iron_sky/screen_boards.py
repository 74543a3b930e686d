"""The boards and the sheets as cells. What can be touched carries its action; all else can be inspected."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from companion.core.facts import Provenance
from companion.core.screen import Board, Button, Cell, Do, Inspect, Intent, Select, Tone
from companion.core.selection import Pick
from companion.core.table import Zone
from companion.core.text import NOTHING, Text, comma_list, marked, say, verbatim
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import (
    METER_POSITIONS,
    TILE_BOARD,
    TILE_SIDE,
    Ground,
    Place,
    Side,
    sector_place,
    territory_place,
)
from companion.games.iron_sky.labels import label
from companion.games.iron_sky.layout import BLOCKS, SIDE_TINT, TEAM_TINT
from companion.games.iron_sky.names import board_name, piece_name
from companion.games.iron_sky.stack import Stack
from companion.games.iron_sky.state import BoardState, Player, State, Territory

METER_WIDTH, ORBIT_HEIGHT, BLOCK_WIDTH, BLOCK_HEIGHT = 1.0, 1.0, 2.0, 1.6
SHEET_COLUMNS = 4


ORIGIN, CARDS, GIFTS, CARD = "origin", "cards", "gifts", "card"
"""What can be picked on the way to an action: an army's place, a player's cards, his gifts, one of his cards."""


def origin_of(action: act.Action) -> Place | None:
    """The place where an action with an army starts."""
    if isinstance(action, (act.Move, act.Organise, act.Ascend)):
        return action.origin
    return action.place if isinstance(action, act.Attack) else None


def button(state: State, action: act.Action) -> Button:
    return Button(label(state, action), Do(action))


def _cell_intent(place: Place, zone: Zone, stack: Stack, origins: Collection[Place | None]) -> Intent | None:
    if place in origins:
        return Select(Pick(ORIGIN, place))
    return Inspect(zone, stack.leader) if stack.leader is not None else None


def _stack_words(stack: Stack) -> str:
    """`U2`, `R3`, `U2+E`: side and number of tiles, as players say it."""
    if not stack:
        return ""
    letter = "R" if stack.side is Side.REICH else "U"
    return f"{letter}{len(stack.normal)}{'+E' if stack.elite is not None else ''}"


def _tints(stack: Stack) -> tuple[str, ...]:
    """The leading team's colour and the side's."""
    leader = stack.leader
    return (TEAM_TINT[TILE_BOARD[leader]], SIDE_TINT[TILE_SIDE[leader]]) if leader is not None else ()


# --- boards ---


def board_view(state: State, board: BoardState, legal: Sequence[act.Action]) -> Board:
    """Meter on the left, orbit on top, seven territories of two slots."""
    origins = {origin_of(action) for action in legal}
    cells = (*_meter(state, board, legal), *_orbit(state, board, origins), *_ground(state, board, origins))
    width, height = METER_WIDTH + 3 * BLOCK_WIDTH, ORBIT_HEIGHT + 3 * BLOCK_HEIGHT
    return Board(board.name, board_name(board.name), width, height, cells, weight=2.0)


def _meter(state: State, board: BoardState, legal: Sequence[act.Action]) -> Iterator[Cell]:
    """Both incomes at each position; where the marker stands wrong, its right place can be touched (ISK-38)."""
    right = {a.position: a for a in legal if isinstance(a, act.PushMeter) and a.board == board.name}
    height = (ORBIT_HEIGHT + 3 * BLOCK_HEIGHT) / METER_POSITIONS
    for position, step in enumerate(state.profile.boards[board.name].meter):
        marks = [mark for mark, at in (("X", board.occupation), ("D", board.devastation)) if at == position]
        yield Cell(
            title=verbatim(f"{step.money}/{step.politics} {step.command}"),
            x=0,
            y=position * height,
            width=METER_WIDTH,
            height=height,
            value=" ".join(marks),
            tone=Tone.ATTENTION if marks else Tone.DIM,
            zone=f"{board.name}.occupation.{position}",
            intent=Do(right[position]) if position in right else None,
        )


def _orbit(state: State, board: BoardState, origins: Collection[Place | None]) -> Iterator[Cell]:
    sectors = state.profile.boards[board.name].sectors
    width = 3 * BLOCK_WIDTH / len(sectors)
    for index, (sector, stack) in enumerate(zip(sectors, board.orbit, strict=True)):
        place = sector_place(board.name, sector.number)
        jammed = board.jamming == index
        yield Cell(
            title=say("Orbit {number}", number=sector.number),
            x=METER_WIDTH + index * width,
            y=0,
            width=width,
            height=ORBIT_HEIGHT,
            value=_stack_words(stack),
            detail=say("jammed") if jammed else None,
            tints=_tints(stack),
            tone=Tone.BAD if jammed else Tone.NORMAL if stack else Tone.DIM,
            zone=place,
            intent=_cell_intent(place, place, stack, origins),
        )


def _ground(state: State, board: BoardState, origins: Collection[Place | None]) -> Iterator[Cell]:
    facts = state.profile.boards[board.name].territories
    for index, (ground, territory) in enumerate(zip(facts, board.territories, strict=True)):
        column, row = BLOCKS[index]
        place = territory_place(board.name, ground.number)
        for shift, name, stack in ((0, "cc", territory.centre), (1, "fl", territory.frontline)):
            zone = f"{place}.{name}"
            yield Cell(
                title=_short(board.name, ground) if name == "cc" else NOTHING,
                x=METER_WIDTH + column * BLOCK_WIDTH + shift * BLOCK_WIDTH / 2,
                y=ORBIT_HEIGHT + row * BLOCK_HEIGHT,
                width=BLOCK_WIDTH / 2,
                height=BLOCK_HEIGHT,
                value=_stack_words(stack),
                detail=_ground_detail(state, board, index, ground) if name == "cc" else None,
                tints=_tints(stack),
                tone=_ground_tone(territory, stack, board.terror == index),
                zone=zone,
                intent=_cell_intent(place, zone, stack, origins),
            )


def _short(board: str, ground: Ground) -> Text:
    """A printed name, and of a made-up one (`America 3`) the number alone."""
    made_up = ground.name == f"{board.title()} {ground.number}"
    return verbatim(str(ground.number)) if made_up else ground.printed_name


def _ground_detail(state: State, board: BoardState, index: int, ground: Ground) -> Text:
    """Printed and lying marks; a value that nobody has confirmed has a question mark."""
    territory = board.territories[index]
    if territory.nuked:
        return say("nuked")
    provisional = ground.provenance is Provenance.PROVISIONAL
    marks: list[Text] = [say("{vp} VP", vp=marked(ground.vp, provisional=provisional))]
    if board.terror == index:
        marks.append(say("Terror"))
    if territory.improvement is not None:
        marks.append(piece_name(state.profile, territory.improvement))
    return comma_list(marks)


def _ground_tone(territory: Territory, stack: Stack, terror: bool) -> Tone:
    if territory.nuked or terror:
        return Tone.BAD
    if territory.at_war:
        return Tone.ATTENTION
    return Tone.NORMAL if stack else Tone.DIM


# --- sheets ---


def sheet_view(state: State, player: Player, legal: Sequence[act.Action]) -> Board:
    """What the player can touch: with two players each card, with more a choice to open; loans and gifts."""
    buttons = list(_touchable(state, player, [action for action in legal if action.player == player.seat]))
    cells = tuple(_sheet_cell(button, index) for index, button in enumerate(buttons))
    rows = max(-(-len(cells) // SHEET_COLUMNS), 1)
    commander = state.profile.commanders[player.commander].printed_name if player.commander is not None else NOTHING
    return Board(f"{player.seat}.sheet", commander, min(SHEET_COLUMNS, max(len(cells), 1)), rows, cells)


def _touchable(state: State, player: Player, mine: Sequence[act.Action]) -> Iterator[Button]:
    """A card with one way to play it at once, one with several as a choice."""
    cards = [*card_buttons(state, mine), *(button(state, action) for action in discards(mine))]
    if len(state.players) == 2:
        yield from cards
    else:
        if cards:
            yield Button(say("Cards ..."), Select(Pick(CARDS, seat=player.seat)))
        if any(isinstance(action, act.Give) for action in mine):
            yield Button(say("Give ..."), Select(Pick(GIFTS, seat=player.seat)))
    yield from (button(state, a) for a in mine if isinstance(a, (act.TakeLoan, act.TakeAdvice)))


def discards(mine: Sequence[act.Action]) -> Iterator[act.EndTurn]:
    return (action for action in mine if isinstance(action, act.EndTurn) and action.discard is not None)


def card_buttons(state: State, mine: Sequence[act.Action]) -> Iterator[Button]:
    """For each card that can be played: its one way, or the choice among its ways."""
    ways: dict[str, list[act.Played | act.PlayedSpecial]] = {}
    for action in mine:
        if isinstance(action, act.Played | act.PlayedSpecial):
            ways.setdefault(action.card, []).append(action)
    for card, found in ways.items():
        if len(found) == 1:
            yield replace(button(state, found[0]), tone=Tone.GOOD)
        else:
            words = say("{card} ...", card=piece_name(state.profile, card))
            yield Button(words, Select(Pick(CARD, card, found[0].player)))


def _sheet_cell(shown: Button, index: int) -> Cell:
    row, column = divmod(index, SHEET_COLUMNS)
    return Cell(title=shown.label, x=column, y=row, intent=shown.intent, tone=shown.tone)
