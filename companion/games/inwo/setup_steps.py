"""Laying out the game: everybody's Illuminati and lead (INWO-18 to INWO-23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.screen import Cell
from companion.core.setup_steps import LayingChoice, SetupStep, ToLay
from companion.core.table import Piece
from companion.core.text import say, verbatim
from companion.games.inwo import actions as act
from companion.games.inwo.candidates import setting_up
from companion.games.inwo.names import SIDE
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Phase, State


def setup_steps(state: State) -> Sequence[SetupStep]:
    return (
        SetupStep(
            say("Illuminati"),
            say("Lay out the Illuminati"),
            (
                say("Everybody lays his Illuminati card face down, and all are turned over together."),
                say("Then each player shuffles his Plots and draws three."),
            ),
            {f"{seat}.illuminati": 1 for seat, _ in state.each()},
            BOOK["INWO-18"],
        ),
    )


def to_lay(state: State) -> Iterator[ToLay]:
    """Everybody's Illuminati and lead, and who begins; the Plots and Groups that are drawn lie hidden."""
    actions = list(setting_up(state))
    for seat, player in state.each():
        shown = [each for each in actions if isinstance(each, act.Reveal) and each.player == seat]
        leads = [each for each in actions if isinstance(each, act.Lead) and each.player == seat]
        if shown:
            ways = tuple(LayingChoice(_card(state, action.card), action) for action in shown)
            yield ToLay(f"{seat}.illuminati", say("Which Illuminati does {who} play?", who=player.name), ways)
        if leads:
            ways = tuple(
                LayingChoice(
                    _card(state, card),
                    ways=tuple(LayingChoice(_arrow(each), each) for each in leads if each.card == card),
                )
                for card in dict.fromkeys(each.card for each in leads)
            )
            yield ToLay(f"{seat}.lead", say("Which lead has {who} picked?", who=player.name), ways)
    if state.phase is Phase.START:
        first = tuple(
            LayingChoice(Cell(verbatim(player.name), 0, 0, icon="user"), act.First(seat))
            for seat, player in state.each()
        )
        yield ToLay("first", say("Who rolled highest and begins?"), first)


def _card(state: State, piece: Piece) -> Cell:
    card = state.card(piece)
    power = "" if card.power is None else str(card.power)
    return Cell(card.title, 0, 0, value=power, icon="cards" if card.is_group else "triangle")


def _arrow(action: act.Lead) -> Cell:
    return Cell(SIDE[action.side], 0, 0, icon="arrow-narrow-right")
