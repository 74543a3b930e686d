"""What chance may have turned up: dealt sheets, time tokens, battle cards, squares compared; and pushed meters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.table import Change
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.battle import Stage, stage, unread
from companion.games.iron_sky.state import Battle, Phase, State
from companion.games.iron_sky.traces import Traces
from companion.games.iron_sky.turn import END_TOKEN, tokens_possible

Actions = Iterator[act.Action]


def chance_for(state: State, changes: Sequence[Change]) -> Actions:
    """See `Game.chance_for`."""
    traces = Traces(state, changes)
    return iter(()) if traces.is_foreign else chance(traces)


def chance(traces: Traces) -> Actions:
    state = traces.state
    yield from _identified(traces)
    match state.phase:
        case Phase.SHEETS:
            for player, piece in traces.at("sheet"):
                yield act.DrawSheet(player.seat, piece.removeprefix("sheet_"))
        case Phase.COMMAND if state.battle is not None:
            yield from _fought(traces, state.battle)
        case Phase.TOKEN:
            yield from _tokens(traces)
        case _:
            pass
    if state.phase is not Phase.OVER:
        yield from _meters(traces)


def _fought(traces: Traces, battle: Battle) -> Actions:
    match stage(traces.state, battle):
        case Stage.REVEAL:
            faces = traces.state.profile.battle_cards
            yield from (act.Reveal(player.seat, card) for player, card in traces.at("battle") if card in faces)
        case Stage.COMPARE:
            yield act.Compare()
        case _:
            pass


def _identified(traces: Traces) -> Actions:
    """A battle card that was entered by its symbols can be read at last."""
    for spot in ("battle", "used"):
        for player, piece in traces.at(spot):
            if piece in traces.state.profile.battle_cards and unread(traces.state, player.seat) is not None:
                yield act.Reveal(player.seat, piece)


def _tokens(traces: Traces) -> Actions:
    """A token of the kind that lay open already shows only by what follows; a hidden one may be any."""
    state = traces.state
    for zone, piece in sorted(traces.come):
        if zone == "tokens":
            yield act.TurnToken(END_TOKEN if piece == "token_end" else piece)
    possible = set(tokens_possible(state))
    again = possible & set(state.tokens[-1:])
    certain = possible if len(possible) == 1 else again
    if (certain == possible or not traces.unseen("tokens")) and any(map(traces.paid, state.players)):
        yield from map(act.TurnToken, certain)


def _meters(traces: Traces) -> Actions:
    """An Occupation marker was moved and nothing else; where a part of the board is hidden nobody can say so."""
    for zone, piece in sorted(traces.come):
        board, _, position = zone.partition(".occupation.")
        if position and piece == f"occupation_{board}" and not traces.unseen_board(board):
            yield act.PushMeter(board, int(position))
