"""What a card is aimed at, and what it costs (INWO-27, INWO-35, INWO-51, INWO-72, INWO-194 to INWO-207)."""

from __future__ import annotations

from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.games.inwo import actions as act
from companion.games.inwo.board import tokens_on
from companion.games.inwo.catalog import Kind, Subtype
from companion.games.inwo.effects import Aim
from companion.games.inwo.plays import Cost, Play
from companion.games.inwo.rules_common import (
    EARLY,
    attack_token_refusal,
    is_protected,
    protection,
    title,
)
from companion.games.inwo.rules_declare import ban_refusal, is_secret_from
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import SEATS, State
from companion.games.inwo.strength import is_immune
from companion.games.inwo.values import fitting, play_of, power, resistance

CardAction = act.PlayCard | act.UseAbility


def use_of(action: CardAction) -> int | None:
    return action.number - 1 if isinstance(action, act.UseAbility) else None


def play_in(state: State, action: CardAction) -> Play | None:
    """What the card says of this play; None for New World Orders and what people carry out."""
    return play_of(state, action.card, use_of(action))


def is_order(state: State, card: Piece) -> bool:
    return Subtype.NWO in state.card(card).subtypes


# --- on what ---


@BOOK.check("INWO-207")
def aimed_at_something(state: State, action: CardAction) -> Refusal | None:
    play = play_in(state, action)
    if play is None or suits_aim(state, action.player, play, action.target):
        return None
    return refuse("{card} is not aimed at that.", repair="Choose another target.", card=title(state, action.card))


def suits_aim(state: State, seat: Seat, play: Play, target: str | None) -> bool:
    """Whether a play can be aimed so: at a card in play that fits, at a player, or at nothing."""
    if play.cancels and state.stack:
        return target is None
    if play.revive is not None:
        return target is not None and target not in SEATS and _can_return(state, play, target)
    match play.aim:
        case Aim.NOTHING:
            return target is None
        case Aim.PLAYER:
            return target in state.alive and (play.own_target is None or (target == seat) == play.own_target)
        case Aim.GROUP:
            owner = None if target is None or target in SEATS else state.controller(target)
        case Aim.RESOURCE:
            owner = None if target is None or target in SEATS else state.holder(target)
    if owner is None or target is None:
        return False
    illuminati = state.card(target).kind is Kind.ILLUMINATI and Kind.ILLUMINATI not in play.target.any
    whose = play.own_target is None or (owner == seat) == play.own_target
    return whose and not illuminati and fitting(state, play.target, target)


def _can_return(state: State, play: Play, card: Piece) -> bool:
    assert play.revive is not None
    piles = {each for player in state.players for each in player.discard}
    gone = {each.card for player in state.players for each in player.destroyed}
    return card in piles | gone and play.revive.fits(state.card(card).traits)


def target_owner(state: State, target: str | None) -> Seat | None:
    """The player whom a play concerns."""
    if target is None:
        return None
    return target if target in SEATS else state.controller(target) or state.holder(target)


@BOOK.check("INWO-27-R")
def target_unprotected(state: State, action: CardAction) -> Refusal | None:
    return protection(state, action.player, target_owner(state, action.target))


@BOOK.check("INWO-27")
def no_play_against_the_new(state: State, action: CardAction) -> Refusal | None:
    """What concerns everybody is excepted, in the older rules New World Orders only."""
    if action.target is not None or (isinstance(action, act.PlayCard) and is_order(state, action.card)):
        return None
    play, attack = play_in(state, action), state.attack
    against = (
        attack is not None and attack.player != action.player and is_protected(state, action.player, attack.player)
    )
    for_all = play is not None and any(taking.every for taking in play.take_tokens)
    excepted = state.rule("protection_excepts") == "what_concerns_all"
    concerns = for_all and any(is_protected(state, action.player, seat) for seat in state.alive)
    if against or (concerns and not excepted):
        return refuse(
            "Somebody has not completed a first turn and is protected.", repair="Wait until that turn is over."
        )
    return None


@BOOK.check("INWO-199")
def ability_reaches(state: State, action: act.UseAbility) -> Refusal | None:
    """INWO-194, INWO-197: abilities of Groups reach neither the immune nor the Secret."""
    card, target = action.card, action.target
    if target is None or target in SEATS or state.card(card).kind is Kind.RESOURCE:
        return None
    own = state.controller(target) == action.player
    if is_immune(state, target, card, abilities=True) or (is_secret_from(state, target, card) and not own):
        return refuse(
            "{card} cannot touch {target}.",
            repair="Choose another target.",
            card=title(state, card),
            target=title(state, target),
        )
    return None


@BOOK.check("INWO-202")
def attack_not_banned(state: State, action: CardAction) -> Refusal | None:
    play = play_in(state, action)
    if play is None or play.attack is None or action.target is None:
        return None
    return ban_refusal(state, action.player, play.attack.mode, action.target, None)


# --- for which price ---


@BOOK.check("INWO-72")
def price_is_paid(state: State, action: CardAction) -> Refusal | None:
    play = play_in(state, action)
    if play is None:
        return None
    if not pays(state, action, play):
        return refuse(
            "These tokens do not pay for {card}.",
            repair="Lay them back; the card says who pays.",
            card=title(state, action.card),
        )
    for card in {*own_payers(state, action, play), *action.payers}:
        if (found := attack_token_refusal(state, action.player, card)) is not None:
            return found
    every = [*own_payers(state, action, play), *action.payers]
    if any(every.count(card) > tokens_on(state, action.player, card) for card in every):
        return refuse("There are fewer tokens.", repair="Lay them back.")
    return None


def own_payers(state: State, action: CardAction, play: Play) -> tuple[Piece, ...]:
    """Whose tokens a play takes without being asked: the card's own, the target's, the Illuminati's."""
    cost, player = play.cost, state.player(action.player)
    found: list[Piece] = []
    if cost.own:
        found.append(action.card)
    if cost.target and action.target is not None:
        found.append(action.target)
    if cost.illuminati and player.structure:
        found += [player.structure[0].card] * cost.illuminati
    return tuple(found)


def pays(state: State, action: CardAction, play: Play) -> bool:
    cost, payers = play.cost, action.payers
    if any(state.player(action.player).placed(card) is None for card in payers):
        return False
    helper = play.attack.helper if play.attack is not None else None
    if helper is not None:
        least = 1 if play.attack is not None and play.attack.needs_helper else 0
        return least <= len(payers) <= 1 and all(fitting(state, helper, card) for card in payers)
    if not _asks_groups(cost):
        return not payers
    if not all(fitting(state, cost.by, card) for card in payers):
        return False
    needed = cost.power
    if cost.resistance_of_target and action.target is not None and action.target not in SEATS:
        needed = resistance(state, action.target)
    given = sum(power(state, card) for card in payers)
    return len(payers) >= max(1, cost.groups) and given >= needed and (needed > 0 or len(payers) == cost.groups)


def _asks_groups(cost: Cost) -> bool:
    return bool(cost.groups or cost.power or cost.resistance_of_target)


@BOOK.check("INWO-35")
def early_tokens_only_buy(state: State, action: CardAction) -> Refusal | None:
    """Answers may be paid for (INWO-35-R)."""
    play = play_in(state, action)
    if play is None or state.phase not in EARLY or state.on_turn != action.player:
        return None
    answering = bool(state.stack) and state.rule("early_tokens") == "answer_too"
    if not answering and (action.payers or own_payers(state, action, play)):
        return refuse("Before the tokens are laid, tokens can only buy Plots.", repair="Lay the token back and wait.")
    return None
