"""The boards and the sheets as cells. What can be touched carries its action; all else can be inspected."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from companion.core.facts import Provenance
from companion.core.screen import Arrangement, Board, Button, Cell, Do, Inspect, Intent, Select, Tone
from companion.core.screen_parts import BoardLink, Gauge, LinkKind, Shape, TokenCounters
from companion.core.selection import Pick
from companion.core.table import Piece, Zone
from companion.core.text import NOTHING, Text, comma_list, say, verbatim
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.button_texts import label
from companion.games.iron_sky.catalog import (
    METER_POSITIONS,
    Place,
    RouteKind,
    Side,
    sector_place,
    territory_place,
)
from companion.games.iron_sky.geography import COASTS, SPOTS
from companion.games.iron_sky.names import board_name, piece_name
from companion.games.iron_sky.rules_preconditions import named
from companion.games.iron_sky.screen_meter import touched_meter
from companion.games.iron_sky.settings import BOARDS
from companion.games.iron_sky.stack import Stack
from companion.games.iron_sky.state import BoardState, Player, State, Territory
from companion.games.iron_sky.untold import known_routes

COLUMNS = 3
ORBIT_HEIGHT, ORBIT_DEPTH, FRAME_WIDTH, FRAME_HEIGHT, SLOT_WIDTH = 0.72, 0.56, 0.92, 0.5, 0.3
"""In columns of territories: a territory's frame stands round its spot, a slot at each end of it."""
ORBIT_TINT = "#1D2733"
SHEET_COLUMNS = 4


ORIGIN, CARDS, GIFTS, CARD, FREELY, LAST = "origin", "cards", "gifts", "card", "freely", "last"
"""What can be picked on the way to an action: an army's place, a player's cards, his gifts, one of his cards, whatever
he can do while somebody else of his side carries out a command, or the card that he discards as his turn ends."""


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


COUNTER = {Side.REICH: (Shape.SHIELD, "#F9907F"), Side.UWC: (Shape.DISC, "#8FC1F5")}
"""What the tiles of a side look like on the screen."""


def counters(side: Side, count: int, *, elite: bool = False) -> TokenCounters:
    shape, tint = COUNTER[side]
    return TokenCounters(shape, tint, count, elite)


def _army(stack: Stack) -> TokenCounters | None:
    return counters(stack.side, len(stack), elite=stack.elite is not None) if stack.side is not None else None


def _top(stack: Stack) -> tuple[Piece, ...]:
    return (stack.leader,) if stack.leader is not None else ()


# --- boards ---


def board_view(state: State, board: BoardState, legal: Sequence[act.Action]) -> Board:
    """Meter on the left, orbit on top, seven territories of two slots, and the routes between them."""
    origins = {origin_of(action) for action in legal}
    return Board(
        board.name,
        board_name(board.name),
        COLUMNS,
        ORBIT_HEIGHT + 3,
        (*_orbit(state, board, origins), *_ground(state, board, origins)),
        weight=2.0,
        arrangement=Arrangement.MAP,
        links=tuple(_links(state, board)),
        gauge=_meter(board),
        gauge_intent=touched_meter(board.name),
        land=tuple(tuple((x, ORBIT_HEIGHT + y) for x, y in coast) for coast in COASTS[board.name]),
    )


def _meter(board: BoardState) -> Gauge:
    return Gauge(
        say("Blitz meter"),
        METER_POSITIONS,
        board.occupation,
        str(board.occupation),
        (counters(Side.REICH, 1), counters(Side.UWC, 1)),
        board.devastation,
    )


def _orbit(state: State, board: BoardState, origins: Collection[Place | None]) -> Iterator[Cell]:
    sectors = state.profile.boards[board.name].sectors
    width = COLUMNS / len(sectors)
    for index, (sector, stack) in enumerate(zip(sectors, board.orbit, strict=True)):
        place = sector_place(board.name, sector.number)
        jammed = board.jamming == index
        yield Cell(
            title=say("Orbit {number}", number=sector.number),
            x=index * width + 0.02,
            y=0,
            width=width - 0.04,
            height=ORBIT_DEPTH,
            detail=say("jammed") if jammed else None,
            tints=(ORBIT_TINT,),
            tone=Tone.BAD if jammed else Tone.NORMAL,
        )
        yield Cell(
            title=NOTHING,
            x=(index + 0.5) * width - SLOT_WIDTH / 2,
            y=0,
            width=SLOT_WIDTH,
            height=ORBIT_DEPTH,
            counters=_army(stack),
            tone=Tone.NORMAL if stack else Tone.DIM,
            zone=place,
            intent=_cell_intent(place, place, stack, origins),
            pieces=_top(stack),
        )


def _ground(state: State, board: BoardState, origins: Collection[Place | None]) -> Iterator[Cell]:
    """Each territory: its worth in a frame, the Command Centre at its left, the front line at its right."""
    facts = state.profile.boards[board.name].territories
    for index, (ground, territory) in enumerate(zip(facts, board.territories, strict=True)):
        place = territory_place(board.name, ground.number)
        middle = _middle(board.name, index)
        x, y = middle[0] - FRAME_WIDTH / 2, middle[1] - FRAME_HEIGHT / 2
        terror = board.terror == index
        yield Cell(
            title=ground.printed_name,
            short=verbatim(str(ground.number)),
            x=x,
            y=y,
            width=FRAME_WIDTH,
            height=FRAME_HEIGHT,
            value="?" if state.profile.is_untold(f"{place}.vp") else str(ground.vp),
            provisional=state.profile.told is None and ground.provenance is Provenance.PROVISIONAL,
            icon="star",
            detail=_ground_detail(state, territory, terror=terror),
            tone=_ground_tone(territory, terror=terror),
        )
        for shift, name, stack in ((0.0, "cc", territory.centre), (1.0, "fl", territory.frontline)):
            zone = f"{place}.{name}"
            yield Cell(
                title=NOTHING,
                x=x + shift * (FRAME_WIDTH - SLOT_WIDTH),
                y=y,
                width=SLOT_WIDTH,
                height=FRAME_HEIGHT,
                counters=_army(stack),
                tone=Tone.DIM if not stack else Tone.NORMAL,
                zone=zone,
                intent=_cell_intent(place, zone, stack, origins),
                pieces=_top(stack),
            )


def _links(state: State, board: BoardState) -> Iterator[BoardLink]:
    """Each route once; those that lead to other boards end at the edge."""
    sectors = len(state.profile.boards[board.name].sectors)
    for site in state.map.sites.values():
        if site.board != board.name or site.orbit:
            continue
        for route in known_routes(state.map, site.place):
            other = state.map.sites[route.to]
            start = _middle(board.name, site.index)
            if route.kind is RouteKind.RED:
                yield BoardLink(LinkKind.DESCENT, ((other.index + 0.5) * COLUMNS / sectors, ORBIT_DEPTH), start)
            elif other.board != board.name:
                side = 0.0 if BOARDS.index(other.board) < BOARDS.index(board.name) else float(COLUMNS)
                yield BoardLink(LinkKind.CROSSING, start, (side, start[1]))
            elif other.index > site.index:
                yield BoardLink(LinkKind.ROUTE, start, _middle(board.name, other.index))


def _middle(board: str, territory: int) -> tuple[float, float]:
    x, y = SPOTS[board][territory]
    return x, ORBIT_HEIGHT + y


def _ground_detail(state: State, territory: Territory, *, terror: bool) -> Text | None:
    """What lies there for good."""
    if territory.nuked:
        return say("nuked")
    marks: list[Text] = [say("Terror")] if terror else []
    if territory.improvement is not None:
        marks.append(piece_name(state.profile, territory.improvement))
    return comma_list(marks) if marks else None


def _ground_tone(territory: Territory, *, terror: bool) -> Tone:
    if territory.nuked or terror:
        return Tone.BAD
    return Tone.ATTENTION if territory.at_war else Tone.NORMAL


# --- sheets ---


def sheet_view(state: State, player: Player, legal: Sequence[act.Action]) -> Board:
    """What the player can touch: with two players each card, with more a choice to open; loans and gifts."""
    buttons = list(_touchable(state, player, [action for action in legal if action.player == player.seat]))
    cells = tuple(_sheet_cell(button, index) for index, button in enumerate(buttons))
    rows = max(-(-len(cells) // SHEET_COLUMNS), 1)
    commander = state.profile.commanders[player.commander].printed_name if player.commander is not None else NOTHING
    return Board(f"{player.seat}.sheet", commander, min(SHEET_COLUMNS, max(len(cells), 1)), rows, cells)


def gifts_button(player: Player) -> Button:
    return Button(say("Give ..."), Select(Pick(GIFTS, seat=player.seat)))


def origin_buttons(state: State, actions: Sequence[act.Action]) -> Iterator[Button]:
    """The places from which an army can go, each once: its ways are chosen by touching the army first."""
    for place in dict.fromkeys(origin for action in actions if (origin := origin_of(action)) is not None):
        yield Button(named(state, place), Select(Pick(ORIGIN, place)))


def _touchable(state: State, player: Player, mine: Sequence[act.Action]) -> Iterator[Button]:
    """A card with one way to play it at once, one with several as a choice."""
    cards = [*card_buttons(state, mine), *(button(state, action) for action in discards(mine))]
    if len(state.players) == 2:
        yield from cards
    else:
        if cards:
            yield Button(say("Cards ..."), Select(Pick(CARDS, seat=player.seat)))
        if any(isinstance(action, act.Give) for action in mine):
            yield gifts_button(player)
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
