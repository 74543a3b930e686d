"""What a card is aimed at (INWO-27, INWO-194 to INWO-207)."""

from __future__ import annotations

from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.games.inwo import actions as act
from companion.games.inwo.board import tokens_on
from companion.games.inwo.catalog import Kind, Side, Subtype
from companion.games.inwo.continuous import play_of
from companion.games.inwo.effects import Aim, Timing, Until
from companion.games.inwo.events import Event
from companion.games.inwo.geometry import outgoing
from companion.games.inwo.hands import holds_hidden, is_in_hand
from companion.games.inwo.immunity import are_linked, is_immune, is_player_immune, is_secret_from
from companion.games.inwo.misaimed import misaimed
from companion.games.inwo.names import aimed
from companion.games.inwo.plays import Play
from companion.games.inwo.rules_common import (
    protection,
    title,
)
from companion.games.inwo.rules_declare import ban_refusal, privilege_refusal
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import SEATS, Happened, Played, Player, State
from companion.games.inwo.strength import defender
from companion.games.inwo.values import fitting

CardAction = act.PlayCard | act.UseAbility


def use_of(action: CardAction) -> int | None:
    return action.number - 1 if isinstance(action, act.UseAbility) or action.number > 1 else None


def play_in(state: State, action: CardAction) -> Play | None:
    """What the card says of this play; None for New World Orders and what people carry out."""
    return play_of(state, action.card, use_of(action))


def is_order(state: State, card: Piece) -> bool:
    return Subtype.NWO in state.card(card).subtypes


def kinds_played(state: State, played: Played) -> set[str]:
    """As what it may be cancelled: a Plot, an ability, or one that is an action of its card."""
    if state.card(played.card).kind is Kind.PLOT:
        return {"plot"}
    play = play_of(state, played.card, played.use)
    acts = played.card in played.payers or (play is not None and any(cost.own for cost in play.cost))
    return {"ability", "action"} if acts else {"ability"}


def answers(state: State, seat: Seat, card: Piece, play: Play, event: Happened) -> bool:
    """Whether a card may be played on what has happened; each only once (what it is aimed at apart)."""
    if event.what not in play.after or card in event.answered:
        return False
    whose = {None: True, True: event.by == seat, False: event.owner in {seat, None} and event.by not in {seat, None}}
    return whose[play.after_own] and (event.card is None or fitting(state, play.after_card, event.card))


def may_cancel(state: State, seat: Seat, play: Play, played: Played) -> bool:
    """Some cancel only what is aimed at their player."""
    if play.own_target and played.target != seat:
        return False
    fits = fitting(state, play.cancels_of, played.card)
    if play.cancels_at is not None and played.target is not None and played.target not in SEATS:
        fits = fits or fitting(state, play.cancels_at, played.target)
    return fits and bool(kinds_played(state, played) & set(play.cancels))


# --- on what ---


@BOOK.check("INWO-207")
def aimed_at_something(state: State, action: CardAction) -> Refusal | None:
    play = play_in(state, action)
    if play is None or suits_aim(state, action.player, play, action.target):
        return None
    if play.cancels and state.stack:
        return refuse(
            "{card} does not cancel {played}.",
            repair="Take the card back, or cancel by another.",
            played=title(state, state.stack[-1].card),
        )
    return misaimed(state, action.player, play, action.target)


def suits_aim(state: State, seat: Seat, play: Play, target: str | None) -> bool:
    """Whether a play can be aimed so: at a card in play that fits, at a player, or at nothing."""
    if play.cancels and state.stack:
        return target is None and may_cancel(state, seat, play, state.stack[-1])
    if play.aim is Aim.NOTHING or target is None:
        return target is None and play.aim is Aim.NOTHING
    owner = target_owner(state, target, play)
    whose = play.own_target is None or (owner == seat) == play.own_target
    if play.after and not play.elsewhere and not _is_of_the_event(state, play, target):
        return False
    if play.aim is Aim.PLAYER:
        rival = state.player(target).illuminati if target in state.alive else None
        acting = play.timing not in {Timing.RIVALS_START, Timing.RIVALS_DRAW} or target == state.on_turn
        if play.bars and target in _in_the_attack(state):
            return False
        return rival is not None and whose and acting and fitting(state, play.target, rival)
    if play.aim in {Aim.OWN_RESOURCE, Aim.OWN_ILLUMINATI, Aim.RIVALS_GROUP}:
        return target not in SEATS and _comes_out_of_a_hand(state, seat, play, target)
    if play.aim is Aim.HAND:
        return target not in SEATS and _adds(state, seat, play, target)
    if target in SEATS or (owner is None and play.aim is not Aim.ORDER):
        return False
    illuminati = state.card(target).kind is Kind.ILLUMINATI and Kind.ILLUMINATI not in play.target.any
    if play.aim is not Aim.ORDER and (illuminati or not whose or not fitting(state, play.target, target)):
        return False
    return _is_as_needed(state, seat, play, target)


def _lies_there(player: Player, card: Piece, play: Play | None) -> bool:
    """The killed return by cards for them alone, and nothing that is gone for good (INWO-208)."""
    any_of_them = play is not None and play.from_pile and not play.killed
    killed = play is not None and play.killed
    return any(
        gone.card == card and not gone.forever and (any_of_them or gone.killed == killed) for gone in player.destroyed
    )


def _is_of_the_event(state: State, play: Play, target: str) -> bool:
    if target in SEATS:
        return any(event.by == target for event in state.latest)
    return any(event.card == target for event in state.latest) or target in {card for _, card in state.just}


def _comes_out_of_a_hand(state: State, seat: Seat, play: Play, card: Piece) -> bool:
    if not fitting(state, play.target, card):
        return False
    match play.aim:
        case Aim.RIVALS_GROUP:
            return target_owner(state, card, play) is not None
        case Aim.OWN_ILLUMINATI:
            other = card != state.player(seat).illuminati and state.card(card).kind is Kind.ILLUMINATI
            return other and is_in_hand(state, seat, card)
        case _:
            fresh = not state.card(card).unique or (state.holder(card) is None and card not in state.gone)
            held = state.card(card).kind is Kind.RESOURCE and is_in_hand(state, seat, card)
            return held and (fresh if play.link_here else state.holder(card) not in {None, seat})


def _adds(state: State, seat: Seat, play: Play, card: Piece) -> bool:
    """Whether a card of the hand could make the attack under way as well."""
    other = play_of(state, card, None)
    hits = other is not None and state.attack is not None and fitting(state, other.target, state.attack.target)
    return hits and is_in_hand(state, seat, card) and fitting(state, play.target, card)


def _is_as_needed(state: State, seat: Seat, play: Play, target: Piece) -> bool:
    """What some effects ask of their target: that it acts, has no token, is devastated, or lies there."""
    attack = state.attack
    if play.arrows and not arrows_to_add(state, play, target):
        return False
    if play.attacked and (attack is None or attack.target != target):
        return False
    if play.aim in {Aim.SCRAPPED, Aim.DESTROYED, Aim.LINKED, Aim.ORDER}:
        return _is_there(state, seat, play, target)
    if play.taking_part and target not in taking_part(state):
        return False
    if "action" in play.cancels:
        return attack is not None and (target == attack.attacker or attack.help_of(target) is not None)
    owner = state.controller(target) or state.holder(target)
    placed = None if owner is None else state.player(owner).placed(target)
    if play.relieve:
        return placed is not None and placed.devastated
    if play.take_tokens and play.aim is Aim.GROUP:
        return placed is not None and placed.tokens > 0
    if play.captured and (placed is None or not placed.captured):
        return False
    empty = any(gift.empty_only for gift in play.give_tokens if not gift.every)
    return not empty or (owner is not None and not tokens_on(state, owner, target))


def _is_there(state: State, seat: Seat, play: Play, target: Piece) -> bool:
    """Whether what has left play, or lies beside the structures, is still where the card wants it."""
    match play.aim:
        case Aim.SCRAPPED:
            return state.holder(target) is None
        case Aim.DESTROYED:
            return play.from_pile or is_in_hand(state, seat, target)
        case Aim.LINKED:
            lasts = state.effects(target).always
            return bool(lasts.alignments or lasts.change)
        case _:
            return any(order.card == target for order in state.orders)


def _in_the_attack(state: State) -> set[Seat | None]:
    """Who takes part already; between two there is nobody else."""
    attack = state.attack
    if attack is None or len(state.alive) <= 2:
        return set(state.alive)
    return {attack.player, defender(state, attack), attack.agents, *(help.player for help in attack.helps)}


def arrows_to_add(state: State, play: Play, target: Piece) -> tuple[Side, ...]:
    """The edges of a Group at which a play makes new control arrows."""
    owner = state.controller(target)
    placed = None if owner is None else state.player(owner).placed(target)
    if placed is None:
        return ()
    there = outgoing(state.evening.catalog, placed)
    if play.has_arrows and not there:
        return ()
    return tuple(side for side in play.arrows if side not in {*there, state.card(target).incoming})


def target_owner(state: State, target: str | None, play: Play | None) -> Seat | None:
    """The player whom a play concerns; who attacks a Group out of his hand has it so far."""
    if target is None or target in SEATS:
        return target
    match None if play is None else play.aim:
        case Aim.LINKED:
            return next(
                (state.controller(link.to) for link in state.links if link.card == target and not link.asleep), None
            )
        case Aim.PLOT:
            return next((seat for seat, player in state.each() if target in player.exposed), None)
        case Aim.DISCARDED:
            return next((seat for seat, card in state.just if card == target), None)
        case Aim.DESTROYED:
            return next((seat for seat, player in state.each() if _lies_there(player, target, play)), None)
        case Aim.SCRAPPED:
            gone = (each.owner for each in state.latest if each.what is Event.SCRAPPED and each.card == target)
            return next(gone, None)
        case Aim.RIVALS_GROUP:
            return next((seat for seat in state.seats if holds_hidden(state, seat, target)), None)
        case Aim.OWN_RESOURCE | Aim.OWN_ILLUMINATI:
            return None
        case aim:
            attack = state.attack
            from_hand = attack is not None and attack.from_hand and attack.target == target and aim is Aim.GROUP
            found = attack.player if from_hand and attack is not None else state.controller(target)
            return found or state.holder(target)


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
    """Neither for the card that attacks, nor for the Group that adds its Power; nor for what makes it privileged."""
    play, attack = play_in(state, action), state.attack
    if play is not None and play.privilege == "grant" and attack is not None:
        return privilege_refusal(state, attack)
    if play is None or play.attack is None or action.target is None:
        return None
    for card in (action.card, *action.payers):
        if (found := ban_refusal(state, action.player, play.attack.mode, action.target, card)) is not None:
            return found
    return None


def taking_part(state: State) -> set[Piece | None]:
    """All cards that take part in the attack under way."""
    attack = state.attack
    if attack is None:
        return set()
    groups = {attack.attacker, attack.helper, attack.target, *(help.card for help in attack.helps)}
    lasting = {each.card for each in state.lasting if each.until is Until.ATTACK}
    return groups | {attack.card} | {card for _, card in attack.used} | lasting
