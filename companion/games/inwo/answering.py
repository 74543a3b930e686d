"""What a play answers: another that waits to take effect, or what has just happened (INWO-251, INWO-252)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo.card_plays import Play
from companion.games.inwo.card_values import fitting
from companion.games.inwo.catalog import Kind
from companion.games.inwo.continuous_effects import play_of
from companion.games.inwo.state import SEATS, Happened, Played, State

# --- what waits ---


def kinds_played(state: State, played: Played) -> set[str]:
    """As what it may be cancelled: a Plot, an ability, or one that is an action of its card."""
    if state.card(played.card).kind is Kind.PLOT:
        return {"plot"}
    play = play_of(state, played.card, played.use)
    acts = played.card in played.payers or (play is not None and any(cost.own for cost in play.cost))
    return {"ability", "action"} if acts else {"ability"}


def reacts(state: State, play: Play) -> bool:
    """Whether a play cancels what waits, which is then its target."""
    return bool(state.stack) and play.is_cancelling


# --- what has happened ---


def answers(state: State, seat: Seat, card: Piece, play: Play, event: Happened) -> bool:
    """Whether a card may be played on what has happened; each only once (what it is aimed at apart)."""
    if event.what not in play.after or card in event.answered:
        return False
    whose = {None: True, True: event.by == seat, False: event.owner in {seat, None} and event.by not in {seat, None}}
    return whose[play.after_own] and (event.card is None or fitting(state, play.after_card, event.card))


def is_answer(play: Play) -> bool:
    return bool(play.after)


def answers_any(state: State, seat: Seat, card: Piece, play: Play) -> bool:
    """Whether nothing has to have happened, or what a card answers has."""
    return not play.after or any(answers(state, seat, card, play, each) for each in state.latest)


def concerns(state: State, play: Play, target: str) -> bool:
    """Whether what has happened, where a play answers that, did to its target."""
    if not play.after or play.elsewhere:
        return True
    if target in SEATS:
        return any(event.by == target for event in state.latest)
    return any(event.card == target for event in state.latest) or target in {card for _, card in state.just}


def answered_by(state: State, seat: Seat, card: Piece, play: Play) -> State:
    """Each event is answered once by each card."""
    latest = (
        replace(each, answered=(*each.answered, card)) if answers(state, seat, card, play, each) else each
        for each in state.latest
    )
    return replace(state, latest=tuple(latest)) if play.after else state
