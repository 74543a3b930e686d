"""Relief for devastated Places (INWO-105, INWO-212 to INWO-214)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import say_plural
from companion.games.inwo import actions as act
from companion.games.inwo.board import payer_seat, spend
from companion.games.inwo.card_values import FOR_RELIEF, power
from companion.games.inwo.effects import Event
from companion.games.inwo.hands import draw_plots
from companion.games.inwo.rules_hands import payers_have_tokens
from companion.games.inwo.rules_preconditions import Checks, game_has_begun, name, nothing_waits, title
from companion.games.inwo.rules_result import rewards_of_relief
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import State, happened, with_group

RELIEF = 3
"""INWO-214."""
NO_RELIEF = "no relief"
"""The mark of who barred it; with the Place, and the number of the turn after which it is open again."""


@BOOK.requires("INWO-212", "{card} is not devastated.", repair="Lay the tokens back.")
def is_devastated_place(state: State, action: act.Relieve) -> bool:
    seat = state.controller(action.card)
    placed = None if seat is None else state.player(seat).placed(action.card)
    return placed is not None and placed.devastated


@BOOK.check("INWO-16")
def relief_is_open(state: State, action: act.Relieve) -> Refusal | None:
    """A card may bar relief until a turn of its player is over."""
    for seat, player in state.each():
        for mark in player.used:
            left = int(mark.rpartition(" ")[2]) - player.turns if mark.startswith(f"{NO_RELIEF} {action.card} ") else 0
            if left > 0 and not player.out:
                return refuse(
                    say_plural(
                        "{card} gets no relief before {who} has ended one more turn.",
                        "{card} gets no relief before {who} has ended {count} more turns.",
                        left,
                        card=title(state, action.card),
                        who=name(state, seat),
                    ),
                    repair="Lay the tokens back until then.",
                )
    return None


@BOOK.check("INWO-214")
def enough_relief(state: State, action: act.Relieve) -> Refusal | None:
    needed, given = relief_needed(state, action.card), relief_by(state, action.payers)
    if given < needed:
        return refuse(
            "Relief for {card} needs a Power of {needed}; these have {given}.",
            repair="Add Groups, or lay the tokens back.",
            needed=needed,
            given=given,
        )
    return None


def relief_needed(state: State, card: Piece) -> int:
    """Three times the printed Power (INWO-214-R: for 0 one action is enough)."""
    return RELIEF * (state.card(card).power or 0)


def relief_by(state: State, payers: Iterable[Piece]) -> int:
    return sum(power(state, card, FOR_RELIEF) for card in payers)


@BOOK.check("INWO-105")
def groups_relieve(state: State, action: act.Relieve) -> Refusal | None:
    """Of one player or several (INWO-214)."""
    for card in action.payers:
        if state.controller(card) is None:
            return refuse(
                "{card} is no Group in play, and only Groups give relief.",
                repair="Lay its token back, and take one off a Group.",
                card=title(state, card),
            )
    return None


def relieve(state: State, action: act.Relieve) -> State:
    """Who is rewarded for helping is so (RELIEVED)."""
    payers = {(payer_seat(state, action.player, card), card) for card in action.payers}
    rewarded = rewards_of_relief(state, payers)
    state = spend(state, action.player, action.payers)
    for helper, plots in rewarded:
        state = draw_plots(state, helper, plots)
    seat: Seat | None = state.controller(action.card)
    if seat is None:
        return state
    state = with_group(state, seat, action.card, devastated=False)
    return happened(state, Event.RELIEVED, action.player, action.card, seat)


CHECKS: Checks = {
    act.Relieve: (
        game_has_begun,
        nothing_waits,
        is_devastated_place,
        relief_is_open,
        groups_relieve,
        payers_have_tokens,
        enough_relief,
    ),
}
EFFECTS = {act.Relieve: relieve}
