"""Whether a card may be aimed where it is (INWO-16, INWO-27, INWO-49, INWO-194 to INWO-207)."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.games.inwo import actions as act
from companion.games.inwo.aims import ANOTHER, misaimed, suits_aim, target_owner
from companion.games.inwo.answering import reacts
from companion.games.inwo.card_plays import Play
from companion.games.inwo.catalog import Kind, Subtype
from companion.games.inwo.continuous_effects import play_of
from companion.games.inwo.immunity import are_linked, is_immune, is_player_immune, is_secret_from
from companion.games.inwo.names import aimed
from companion.games.inwo.rules_declare import ban_refusal
from companion.games.inwo.rules_preconditions import is_instant_attack, protection, title
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import SEATS, State

CardAction = act.PlayCard | act.UseAbility


def use_of(action: CardAction) -> int | None:
    return action.number - 1 if isinstance(action, act.UseAbility) or action.number > 1 else None


def play_in(state: State, action: CardAction) -> Play | None:
    """What the card says of this play; None for New World Orders and what people carry out."""
    return play_of(state, action.card, use_of(action))


def is_order(state: State, card: Piece) -> bool:
    return Subtype.NWO in state.card(card).subtypes


# --- on what ---


@BOOK.check("INWO-207")
def hits_no_card_of_a_hand(state: State, action: CardAction) -> Refusal | None:
    play, target = play_in(state, action), action.target
    if target is None or target in SEATS or not is_instant_attack(play):
        return None
    if target_owner(state, target, play) is not None:
        return None
    return refuse(
        "{target} is not in play, and an instant attack hits no card of a hand.",
        repair=ANOTHER,
        target=aimed(state, target),
    )


@BOOK.check("INWO-49")
def plot_is_aimed(state: State, action: act.PlayCard) -> Refusal | None:
    return _misaimed(state, action)


@BOOK.check("INWO-16")
def ability_is_aimed(state: State, action: act.UseAbility) -> Refusal | None:
    return _misaimed(state, action)


def _misaimed(state: State, action: CardAction) -> Refusal | None:
    """What a card is aimed at, or cancels, is what it says."""
    play = play_in(state, action)
    if play is None or suits_aim(state, action.player, play, action.target):
        return None
    if reacts(state, play):
        return refuse(
            "{card} does not cancel {played}.",
            repair="Take the card back, or cancel by another.",
            played=title(state, state.stack[-1].card),
        )
    return misaimed(state, action.player, play, action.target)


@BOOK.check("INWO-27-R")
def target_unprotected(state: State, action: CardAction) -> Refusal | None:
    return protection(state, action.player, target_owner(state, action.target, play_in(state, action)))


@BOOK.check("INWO-27")
def no_play_against_the_new(state: State, action: CardAction) -> Refusal | None:
    """What concerns everybody is excepted, in the older rules New World Orders only."""
    if action.target is not None or (isinstance(action, act.PlayCard) and is_order(state, action.card)):
        return None
    play, attack = play_in(state, action), state.attack
    against = [attack.player] if attack is not None and attack.player != action.player else []
    for_all = play is not None and any(taking.every for taking in play.take_tokens)
    if for_all and state.rule("protection_excepts") != "what_concerns_all":
        against += state.alive
    return next(filter(None, (protection(state, action.player, seat) for seat in against)), None)


@BOOK.check("INWO-194")
def ability_on_the_immune(state: State, action: act.UseAbility) -> Refusal | None:
    """Abilities of Groups; whole structures are immune with hand and decks."""
    card, target = action.card, action.target
    if target is None or state.card(card).kind is Kind.RESOURCE:
        return None
    if target in SEATS:
        immune = target != action.player and is_player_immune(state, target, card)
    else:
        immune = is_immune(state, target, card, abilities=True)
    if not immune:
        return None
    return refuse(
        "{target} is immune to abilities of {card}.",
        repair="Take the card back, or choose another target.",
        card=title(state, card),
        target=aimed(state, target),
    )


@BOOK.requires(
    "INWO-197",
    "{target} is Secret, and {group} is neither Secret nor its master or puppet.",
    repair="Take the card back, or choose another target.",
    group=lambda state, action: title(state, _group_of(state, action)),
)
def ability_on_the_secret(state: State, action: act.UseAbility) -> bool:
    """A Resource that a Group has is bound as that is (INWO-198); no rule exposes a Secret Group (INWO-199)."""
    target, source = action.target, _group_of(state, action)
    if target is None or target in SEATS or state.card(source).kind is Kind.RESOURCE:
        return True
    near = are_linked(state, action.player, source, target)
    return source == target or near or not is_secret_from(state, target, source)


def _group_of(state: State, action: act.UseAbility) -> Piece:
    """The Group that uses the ability, or has the Resource that does."""
    held = state.player(action.player).resource(action.card)
    return action.card if held is None or held.to is None else held.to


@BOOK.check("INWO-202")
def attack_not_banned(state: State, action: CardAction) -> Refusal | None:
    """Neither for the card that attacks, nor for the Group that adds its Power."""
    play = play_in(state, action)
    if play is None or play.attack is None or action.target is None:
        return None
    for card in (action.card, *action.payers):
        if (found := ban_refusal(state, action.player, play.attack.mode, action.target, card)) is not None:
            return found
    return None
