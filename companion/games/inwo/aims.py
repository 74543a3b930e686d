"""At what plays are aimed: what lies there for it, what suits, and the one thing that is amiss (INWO-16, INWO-49)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import List, Text, or_list, say
from companion.games.inwo.answering import concerns, is_answer, kinds_played, reacts
from companion.games.inwo.board import tokens_on
from companion.games.inwo.card_plays import Play
from companion.games.inwo.card_values import changes_values, fitting
from companion.games.inwo.catalog import Kind, Side
from companion.games.inwo.continuous_effects import play_of, traits
from companion.games.inwo.effects import Aim, Event, Filter, Until
from companion.games.inwo.geometry import as_assumed, outgoing
from companion.games.inwo.hands import groups_held, holds_hidden, is_in_hand, plots_held
from companion.games.inwo.names import aimed, asked_for
from companion.games.inwo.state import SEATS, Played, Player, State
from companion.games.inwo.strength import defender
from companion.games.inwo.timing import concerns_who_is_on_turn

_SORTS = {
    Aim.NOTHING: say("{card} is used without a target."),
    Aim.GROUP: say("{card} is aimed at a Group in play."),
    Aim.RESOURCE: say("{card} is aimed at a Resource in play."),
    Aim.PLAYER: say("{card} is aimed at a player."),
    Aim.PLOT: say("{card} is aimed at an exposed Plot."),
    Aim.ORDER: say("{card} is aimed at a New World Order in the middle."),
    Aim.HAND: say("{card} is aimed at another card of the hand that could make the same attack."),
    Aim.DISCARDED: say("{card} is aimed at a card that has just been discarded."),
    Aim.DESTROYED: say("{card} is aimed at a destroyed Group that may return."),
    Aim.LINKED: say("{card} is aimed at a linked Plot that changes its Group."),
    Aim.OWN_RESOURCE: say("{card} is aimed at a Resource of the own hand."),
    Aim.OWN_ILLUMINATI: say("{card} is aimed at another Illuminati of the own hand."),
    Aim.RIVALS_GROUP: say("{card} is aimed at a Group card of a rival's hand."),
    Aim.SCRAPPED: say("{card} is aimed at a Resource that has just left play."),
}
"""For who aimed a card at something else."""

# --- what suits ---


def suits_aim(state: State, seat: Seat, play: Play, target: str | None) -> bool:
    """Whether a play can be aimed so: at a card in play that fits, at a player, or at nothing."""
    if reacts(state, play):
        return target is None and may_cancel(state, seat, play, state.stack[-1])
    if play.aim is Aim.NOTHING or target is None:
        return target is None and play.aim is Aim.NOTHING
    owner = target_owner(state, target, play)
    whose = is_whose(play, owner, seat)
    if not concerns(state, play, target):
        return False
    if play.aim is Aim.PLAYER:
        rival = state.player(target).illuminati if target in state.alive else None
        acting = not concerns_who_is_on_turn(play) or target == state.on_turn
        if play.bars and target in _in_the_attack(state):
            return False
        return rival is not None and whose and acting and fitting(state, play.target, rival)
    if play.aim in {Aim.OWN_RESOURCE, Aim.OWN_ILLUMINATI, Aim.RIVALS_GROUP}:
        return target not in SEATS and _comes_out_of_a_hand(state, seat, play, target)
    if play.aim is Aim.HAND:
        return target not in SEATS and _adds(state, seat, play, target)
    if target in SEATS or (owner is None and play.aim is not Aim.ORDER):
        return False
    illuminati = state.card(target).kind is Kind.ILLUMINATI and Kind.ILLUMINATI not in play.target.asked
    if play.aim is not Aim.ORDER and (illuminati or not whose or not fitting(state, play.target, target)):
        return False
    return _is_as_needed(state, seat, play, target)


def is_whose(play: Play, owner: Seat | None, seat: Seat) -> bool:
    """Whether the target is the player's own, or a rival's, where a play asks for that."""
    return play.own_target is None or (owner == seat) == play.own_target


def may_cancel(state: State, seat: Seat, play: Play, played: Played) -> bool:
    """Some cancel only what is aimed at their player."""
    if play.own_target and played.target != seat:
        return False
    fits = fitting(state, play.cancels_of, played.card)
    if play.cancels_at is not None and played.target is not None and played.target not in SEATS:
        fits = fits or fitting(state, play.cancels_at, played.target)
    return fits and play.cancels_any(kinds_played(state, played))


def _lies_there(player: Player, card: Piece, play: Play | None) -> bool:
    """The killed return by cards for them alone, and nothing that is gone for good (INWO-208)."""
    any_of_them = play is not None and play.from_pile and not play.killed
    killed = play is not None and play.killed
    return any(
        gone.card == card and not gone.forever and (any_of_them or gone.killed == killed) for gone in player.destroyed
    )


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
    if play.cancels_actions:
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


def asks_what_lies_there(play: Play) -> bool:
    """Whether the targets of a play that answers nothing are the same as long as the same cards lie there."""
    return play.aim in {Aim.NOTHING, Aim.PLAYER} or _asks_for_a_kind(play)


def _asks_for_a_kind(play: Play) -> bool:
    """Whether a play that is aimed at a Group asks nothing but what kind of Group it is."""
    asks_more = is_answer(play) or play.arrows or play.relieve or play.take_tokens or play.captured or play.give_tokens
    return play.aim is Aim.GROUP and not asks_more


def _is_there(state: State, seat: Seat, play: Play, target: Piece) -> bool:
    """Whether what has left play, or lies beside the structures, is still where the card wants it."""
    match play.aim:
        case Aim.SCRAPPED:
            return state.holder(target) is None
        case Aim.DESTROYED:
            return play.from_pile or is_in_hand(state, seat, target)
        case Aim.LINKED:
            return changes_values(state.effects(target).always)
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


def taking_part(state: State) -> set[Piece | None]:
    """All cards that take part in the attack under way."""
    attack = state.attack
    if attack is None:
        return set()
    groups = {attack.attacker, attack.helper, attack.target, *(help.card for help in attack.helps)}
    lasting = {each.card for each in state.lasting if each.until is Until.ATTACK}
    return groups | {attack.card} | {card for _, card in attack.used} | lasting


# --- what lies there ---


def kept_targets(state: State, seat: Seat, card: Piece, number: int, play: Play) -> Iterable[str | None]:
    """Those of a play that asks nothing but what kind of Group it is are the same as long as all lie there."""
    if reacts(state, play) or not _asks_for_a_kind(play):
        return targets(state, seat, play)
    return _groups_to_aim_at(state.lying, seat, card, number)


@lru_cache(maxsize=4096)
def _groups_to_aim_at(lying: State, seat: Seat, card: Piece, number: int) -> tuple[str | None, ...]:
    """The targets of a play that asks nothing but what kind of Group they are: the same as long as they lie there."""
    play = play_of(lying, card, number - 1)
    return () if play is None else tuple(targets(lying, seat, play))


def targets(state: State, seat: Seat, play: Play) -> Iterator[str | None]:
    found = _groups_that_fit(state.lying, play.target) if play.aim is Aim.GROUP else to_aim_at(state, seat, play)
    if reacts(state, play):
        found = (None,)
    elif play.own_target and play.aim is Aim.GROUP:
        found = tuple(target for target in found if target_owner(state, target, play) == seat)
    yield from (target for target in found if suits_aim(state, seat, play, target))


@lru_cache(maxsize=2048)
def _groups_that_fit(lying: State, wanted: Filter) -> tuple[str | None, ...]:
    """Many cards ask for the same kind of Group."""
    return tuple(dict.fromkeys(card for card in _groups(lying, SEATS[0]) if fitting(lying, wanted, card)))


def lies_there(state: State, seat: Seat, play: Play) -> bool:
    """Whether anything lies there to be aimed at; Groups always do, and what cancels may need no target."""
    return play.aim is Aim.GROUP or play.is_cancelling or bool(to_aim_at(state, seat, play))


def to_aim_at(state: State, seat: Seat, play: Play) -> tuple[str | None, ...]:
    return _to_aim_at(state, seat, play.aim)


@lru_cache(maxsize=256)
def _to_aim_at(state: State, seat: Seat, aim: Aim) -> tuple[str | None, ...]:
    """What lies there to be aimed at: the same for all cards of a hand."""
    return tuple(dict.fromkeys(_LIE_THERE[aim](state, seat)))


def _groups(state: State, _: Seat) -> Iterator[Piece]:
    yield from (placed.card for player in state.players for placed in player.structure)
    if state.attack is not None and state.attack.from_hand:
        yield state.attack.target


_LIE_THERE: Mapping[Aim, Callable[[State, Seat], Iterable[str | None]]] = {
    Aim.NOTHING: lambda *_: (None,),
    Aim.PLAYER: lambda state, _: state.alive,
    Aim.GROUP: _groups,
    Aim.RESOURCE: lambda state, _: (each.card for player in state.players for each in player.resources),
    Aim.PLOT: lambda state, _: (card for player in state.players for card in player.exposed),
    Aim.ORDER: lambda state, _: (order.card for order in state.orders),
    Aim.HAND: lambda state, seat: plots_held(state.player(seat)),
    Aim.DISCARDED: lambda state, _: (card for _, card in state.just),
    Aim.SCRAPPED: lambda state, _: (each.card for each in state.latest if each.what is Event.SCRAPPED),
    Aim.LINKED: lambda state, _: (link.card for link in state.links),
    Aim.DESTROYED: lambda state, _: (gone.card for player in state.players for gone in player.destroyed),
    Aim.OWN_RESOURCE: groups_held,
    Aim.OWN_ILLUMINATI: lambda state, seat: plots_held(state.player(seat)),
    Aim.RIVALS_GROUP: lambda state, seat: (
        card for other in state.alive if other != seat for card in groups_held(state, other)
    ),
}

# --- what is amiss ---

ANOTHER = say("Take the card back, or choose another target.")


def misaimed(state: State, seat: Seat, play: Play, target: str | None) -> Refusal:
    """What the target lacks; where it is of another sort altogether, what the card is aimed at."""
    if target is None or target in SEATS or play.aim not in {Aim.GROUP, Aim.RESOURCE}:
        return refuse(_SORTS[play.aim], repair=ANOTHER)
    owner = state.controller(target) or state.holder(target)
    if owner is None or (state.card(target).kind is Kind.RESOURCE) != (play.aim is Aim.RESOURCE):
        return refuse(_SORTS[play.aim], repair=ANOTHER)
    words = {"target": aimed(state, target)}
    if play.own_target is not None and (owner == seat) != play.own_target:
        if play.own_target:
            return refuse("{card} is aimed at a card of one's own, and {target} is a rival's.", repair=ANOTHER, **words)
        return refuse("{card} is aimed at a rival's card, and {target} is one's own.", repair=ANOTHER, **words)
    if (of_another_kind := _of_another_kind(state, play.target, target)) is not None:
        return of_another_kind
    if play.arrows and (placed := state.player(owner).placed(target)) and not arrows_to_add(state, play, target):
        return as_assumed(refuse("{target} gets no new arrow by that card.", repair=ANOTHER, **words), state, (placed,))
    return refuse("{card} does nothing to {target} as it lies there now.", repair=ANOTHER, **words)


def _is_not(kinds: List, words: Mapping[str, Text]) -> Refusal:
    return refuse("{card} is aimed at {kinds}, and {target} is not that.", repair=ANOTHER, kinds=kinds, **words)


def _of_another_kind(state: State, filter: Filter, target: str) -> Refusal | None:
    found = traits(state, target)
    words = {"target": aimed(state, target)}

    def kinds(wanted: tuple[str, ...]) -> List:
        return or_list(asked_for(state.evening, trait) for trait in wanted)

    if filter.any and not found & set(filter.any):
        return _is_not(kinds(filter.any), words)
    if missing := [trait for trait in filter.all if trait not in found]:
        return _is_not(kinds((missing[0],)), words)
    if amiss := [trait for trait in filter.none if trait in found]:
        kind = kinds((amiss[0],))
        return refuse("{card} is not aimed at {kinds}, and {target} is that.", repair=ANOTHER, kinds=kind, **words)
    return None
