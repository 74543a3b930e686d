"""Checks that many actions share, and the words in which they speak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.game import Seat
from companion.core.rules import Refusal, Rule, refuse
from companion.core.table import Piece
from companion.core.text import Text, verbatim
from companion.games.inwo import actions as act
from companion.games.inwo.board import payer_seat, tokens_on
from companion.games.inwo.card_plays import Denied, Pile, Play
from companion.games.inwo.card_values import power, silenced
from companion.games.inwo.catalog import Kind
from companion.games.inwo.continuous_effects import play_of
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Owed, Phase, State
from companion.games.inwo.strength import defender

Checks = Mapping[type, Sequence[Rule[Any, Any]]]
EARLY = frozenset({Phase.PLOTS, Phase.GROUPS, Phase.TAKEOVER})
"""Before the tokens are laid."""


def name(state: State, seat: Seat) -> Text:
    return verbatim(state.player(seat).name)


def title(state: State, card: Piece) -> Text:
    return state.card(card).title


def seats_named(action: Any) -> tuple[Seat, ...]:
    """The seats that an action names: who acts, and whom it concerns."""
    return tuple(seat for field in ("player", "seat", "to") if len(seat := getattr(action, field, None) or "") == 1)


@BOOK.check("INWO-1")
def at_this_table(state: State, action: act.Action) -> Refusal | None:
    for seat in seats_named(action):
        if seat not in state.seats:
            return refuse("Nobody sits at {seat}.", repair="Name one of the players.", seat=seat)
    return None


@BOOK.check("INWO-290")
def still_in_the_game(state: State, action: act.Action) -> Refusal | None:
    for seat in seats_named(action):
        if state.player(seat).out:
            return refuse("{who} is out of the game.", repair="Put everything back.", who=name(state, seat))
    return None


@BOOK.requires("INWO-24", "The game has not begun.", repair="Finish setting up first.")
def game_has_begun(state: State, action: act.Decision) -> bool:
    return not state.is_setup


def debt(state: State, owed: Owed) -> Refusal:
    """What somebody still has to do before play goes on."""
    who = name(state, owed.player)
    if owed.what is Pile.TOKEN:
        return refuse("{who} moved a Group and has to pay for it.", repair="Say whose token pays.", who=who)
    if owed.what is Pile.EXPOSED:
        return refuse("{who} has to lay a Plot open.", repair="Lay it open before {who}.", who=who)
    return refuse("{who} has to discard a card.", repair="Lay it open on the pile of {who}.", who=who)


def unfinished(state: State) -> Refusal | None:
    """What has begun and is still to be done."""
    if state.by_hand is not None:
        return refuse(
            "{card} is still being carried out.", repair="Say when it is done.", card=title(state, state.by_hand.card)
        )
    return debt(state, state.owed[0]) if state.owed else None


@BOOK.check("INWO-250")
def nothing_waits(state: State, action: act.Decision) -> Refusal | None:
    if (found := unfinished(state)) is not None:
        return found
    if state.stack:
        return refuse(
            "{card} has been played and waits to take effect.",
            repair="Let it stand, or cancel it.",
            card=title(state, state.stack[-1].card),
        )
    return None


@BOOK.requires(
    "INWO-37",
    "The attack on {target} is not over.",
    repair="Finish the attack first.",
    target=lambda state, _: title(state, state.attack.target),
)
def no_attack_under_way(state: State, action: act.Decision) -> bool:
    return state.attack is None


@BOOK.requires("INWO-46", "It is {turn}'s turn, not {who}'s.", repair="Put it back; it is {turn}'s turn.")
def own_turn(state: State, action: act.Decision) -> bool:
    return state.on_turn == action.player


@BOOK.check("INWO-38")
def in_main_phase(state: State, action: act.Decision) -> Refusal | None:
    if state.phase is Phase.KNOCKED:
        return refuse("{who} has knocked, and this turn is over.", repair="Put it back.")
    if state.phase is not Phase.MAIN:
        return refuse("The main phase begins when the tokens have been laid.", repair="Put it back until then.")
    if Denied.MAIN in state.turn_used and not isinstance(action, act.Knock):
        return refuse(
            "{who} does nothing in this turn but to draw and to lay tokens.", repair="Put it back, and knock."
        )
    return None


def token_refusal(state: State, seat: Seat, card: Piece) -> Refusal | None:
    """Why a card cannot spend a token, for whatever it is: it has none, or may not."""
    if not tokens_on(state, seat, card):
        return refuse(
            "{card} has no token.",
            repair="Put it back; a card acts with the token that lies on it.",
            card=title(state, card),
        )
    if silenced(state, card):
        return refuse(
            "A card forbids {card} to spend tokens.", repair="Leave its token there.", card=title(state, card)
        )
    is_group = state.player(seat).placed(card) is not None
    if is_group and state.card(card).power and not power(state, card):
        return refuse("{card} has no Power left.", repair="Leave its token there.", card=title(state, card))
    if _awaits_an_instant(state, card):
        return refuse(
            "{card} is the target of an instant attack and spends no token before it is over.",
            repair="Leave its token there.",
            card=title(state, card),
        )
    return None


def tokens_refusal(state: State, seat: Seat, payers: Sequence[Piece]) -> Refusal | None:
    """Why these cards, of the player or of others, cannot spend a token for each time that they are named."""
    for card in payers:
        owner = payer_seat(state, seat, card)
        if (found := token_refusal(state, owner, card)) is not None:
            return found
        if tokens_on(state, owner, card) < payers.count(card):
            return refuse("{card} does not have so many tokens.", repair="Lay the token back.", card=title(state, card))
    return None


def _awaits_an_instant(state: State, card: Piece) -> bool:
    """Whether the card is the target of an instant attack, be it one that others may still cancel (INWO-204)."""
    attack = state.attack
    if attack is not None and attack.is_instant and card == attack.target:
        return True
    waiting = (play_of(state, each.card, each.use) for each in state.stack if each.target == card)
    return any(map(is_instant_attack, waiting))


def is_instant_attack(play: Play | None) -> bool:
    """Whether a card launches one (INWO-200)."""
    return play is not None and play.attack is not None and play.attack.instant


def is_protected(state: State, actor: Seat, victim: Seat | None) -> bool:
    """INWO-27: until he has completed his first turn; but whom he attacks may answer (INWO-28).

    INWO-28-R, INWO-28-R2.
    """
    if victim is None or victim == actor or state.player(victim).turns > 0:
        return False
    attack = state.attack
    if attack is None or attack.player != victim:
        return True
    answering = defender(state, attack) == actor or state.choices["first_turn_allies"] == "yes"
    ready = state.rule("first_turn_answer") == "always" or state.player(actor).turns > 0
    return not (answering and ready)


def protection(state: State, actor: Seat, victim: Seat | None) -> Refusal | None:
    if victim is None or not is_protected(state, actor, victim):
        return None
    return refuse(
        "{who} has not completed a first turn and is protected.",
        repair="Put it back; wait until that turn is over.",
        who=name(state, victim),
    )


def is_illuminati(state: State, card: Piece) -> bool:
    return state.card(card).kind is Kind.ILLUMINATI
