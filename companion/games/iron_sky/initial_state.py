"""The table before the first sheet is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.core.choices import Choices
from companion.core.game import Options
from companion.core.screen import Cell
from companion.core.setup_steps import LayingChoice, SetupStep, ToLay
from companion.core.table import TableSnapshot
from companion.core.text import Text, say
from companion.errors import ConfigError
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.battle import fresh_deck
from companion.games.iron_sky.candidates import sheets
from companion.games.iron_sky.catalog import (
    BATTLE_CARDS_PER_SIDE,
    BATTLE_DECK,
    REICH_TILES,
    TILES,
    UWC_TILES,
    Profile,
    Side,
)
from companion.games.iron_sky.map_graph import map_graph
from companion.games.iron_sky.names import board_name
from companion.games.iron_sky.settings import BOARDS, BOOK, SETTINGS, boards_in_play, plays
from companion.games.iron_sky.state import PLAYER_OF, BoardState, Player, Stack, State, Territory, UwcPlayer

LOANS_PER_NEUTRAL = 2
NEUTRAL_TILES = 2
PLAYERS = range(2, 7, 2)

_ON_ITS_SIDE = {Side.REICH: say("Reich, {board}"), Side.UWC: say("UWC, {board}")}


def initial_state(profile: Profile, names: tuple[str, ...], choices: Choices) -> State:
    """Boards, tiles and markers in place, commanders still to be drawn (ISK-15, ISK-24, ISK-36). Raises ConfigError.

    Each Neutral continent brings two tiles, two loans and one Advice marker (ISK-30, ISK-33, ISK-34, ISK-35).
    """
    boards = boards_in_play(choices, len(names))
    neutral = tuple(board for board in BOARDS if board not in boards)
    bank = BATTLE_CARDS_PER_SIDE - BATTLE_DECK * (len(names) // 2)
    return State(
        map=map_graph(profile, boards, choices["orbit_ring"] == "ring"),
        choices=choices,
        players=tuple(
            _player(profile, choices, "ABCDEF"[index], name, _chair(boards, index)) for index, name in enumerate(names)
        ),
        boards=tuple(_board(profile, board) for board in boards),
        bank_reich=bank,
        bank_uwc=bank,
        loans=LOANS_PER_NEUTRAL * len(neutral),
        advice=len(neutral),
        neutral=neutral,
    )


def chairs(options: Options) -> tuple[Text, ...]:
    """The side and the board of each chair; none for a number of people that cannot play."""
    if len(options.names) not in PLAYERS:
        return ()
    try:
        boards = boards_in_play(Choices.of(SETTINGS, options.settings), len(options.names))
    except ConfigError:
        return ()
    seats = (_chair(boards, index) for index in range(len(options.names)))
    return tuple(_ON_ITS_SIDE[side].fill(board=board_name(board)) for side, board in seats)


def with_choices(state: State, choices: Choices) -> State:
    """The state as it stands with other choices: how the orbits meet is part of the map."""
    ring = choices["orbit_ring"] == "ring"
    return replace(state, choices=choices, map=map_graph(state.map.profile, state.map.boards, ring))


def _chair(boards: tuple[str, ...], index: int) -> tuple[Side, str]:
    """Clockwise from the north-west: the Reich from left to right, the UWC from right to left (ISK-1, ISK-17)."""
    if index < len(boards):
        return Side.REICH, boards[index]
    return Side.UWC, boards[2 * len(boards) - 1 - index]


def _board(profile: Profile, board: str) -> BoardState:
    """ISK-21, ISK-22: a UWC tile on every flag, a Reich tile in every sector."""
    facts = profile.boards[board]
    uwc, reich = TILES[Side.UWC, board], TILES[Side.REICH, board]
    return BoardState(
        name=board,
        territories=tuple(Territory(centre=Stack((uwc,)) if ground.flag else Stack()) for ground in facts.territories),
        orbit=tuple(Stack((reich,)) for _ in facts.sectors),
    )


def _player(profile: Profile, choices: Choices, seat: str, name: str, chair: tuple[Side, str]) -> Player:
    """ISK-14, ISK-20, ISK-178: ten battle cards, the other tiles in supply, an Elite tile beside the sheet."""
    side, board = chair
    facts = profile.boards[board]
    flags = sum(ground.flag for ground in facts.territories)
    supply = REICH_TILES - len(facts.sectors) if side is Side.REICH else UWC_TILES - flags
    player = PLAYER_OF[side](seat, name, board, battle=fresh_deck(choices), supply=supply)
    return replace(player, elite=plays(choices, "elite_troops")) if isinstance(player, UwcPlayer) else player


# --- laying it out ---


def setup_steps(state: State, table: TableSnapshot) -> Sequence[SetupStep]:
    """`table` is how it lies when it is laid out."""
    due = {zone: len(pieces) for zone, pieces in table.zones.items() if pieces}
    steps = []
    for board in state.boards:
        name = board_name(board.name)
        here = {zone: count for zone, count in due.items() if zone.startswith(f"{board.name}.")}
        steps.append(
            SetupStep(
                name,
                say("Lay out {board}", board=name),
                (
                    say("A UWC tile goes into each Command Centre with a flag, a Reich tile into each orbit sector."),
                    say("The Occupation marker starts nearest the orbit; the Devastation marker touches it."),
                ),
                here,
                BOOK["ISK-21"],
            )
        )
    rest = {zone: count for zone, count in due.items() if not any(zone.startswith(f"{b.name}.") for b in state.boards)}
    sheets = {f"{player.seat}.sheet": 1 for player in state.players}
    steps.append(
        SetupStep(
            say("Sheets"),
            say("Draw the commanders"),
            (
                say("Every player draws a commander sheet of his side and takes that commander's deck."),
                say("The command deck is shuffled and put on the sheet; everybody draws five cards."),
            ),
            {**sheets, **rest},
            BOOK["ISK-16"],
        )
    )
    return tuple(steps)


def to_lay(state: State) -> Iterator[ToLay]:
    """Everybody's commander; boards and tiles begin alike, and the cards in hands are nobody else's business."""
    for player in state.players:
        drawn = [action for action in sheets(state) if isinstance(action, act.DrawSheet) and action.seat == player.seat]
        ways = tuple(LayingChoice(_commander(state, action.commander), action) for action in drawn)
        if ways:
            yield ToLay(f"{player.seat}.sheet", say("Which commander does {name} play?", name=player.name), ways)


def _commander(state: State, commander: str) -> Cell:
    return Cell(state.profile.commanders[commander].printed_name, 0, 0, icon="user")
