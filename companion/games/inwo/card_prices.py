"""What playing a card costs: whose tokens pay, and which cards are thrown away (INWO-35, INWO-51, INWO-72)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.games.inwo.aims import taking_part
from companion.games.inwo.board import tokens_on
from companion.games.inwo.card_plays import Cost, Play
from companion.games.inwo.card_targets import CardAction, play_in
from companion.games.inwo.card_values import alignments, fitting, power, resistance, shared
from companion.games.inwo.effects import Filter
from companion.games.inwo.hands import left
from companion.games.inwo.rules_preconditions import EARLY, tokens_refusal
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import SEATS, State
from companion.games.inwo.strength import POSITION


@BOOK.check("INWO-72")
def price_is_paid(state: State, action: CardAction) -> Refusal | None:
    play = play_in(state, action)
    if play is None:
        return None
    cost = cost_paid(state, action, play)
    if cost is None:
        return refuse("These tokens do not pay for {card}.", repair="Lay them back; the card says who pays.")
    return tokens_refusal(state, action.player, (*own_payers(state, action, cost), *action.payers))


def cost_paid(state: State, action: CardAction, play: Play) -> Cost | None:
    """The first of a play's prices that these tokens pay."""
    return next((cost for cost in play.cost if _pays(state, action, play, cost)), None)


def own_payers(state: State, action: CardAction, cost: Cost) -> tuple[Piece, ...]:
    """Whose tokens a play takes without being asked: the card's own, the target's, the Illuminati's."""
    player = state.player(action.player)
    found: list[Piece] = []
    if cost.own:
        found.append(action.card)
    if cost.target and action.target is not None:
        found.append(action.target)
    if player.structure:
        root = player.structure[0]
        found += [root.card] * (max(1, root.tokens) if cost.all_illuminati else cost.illuminati)
    return tuple(found)


def _pays(state: State, action: CardAction, play: Play, cost: Cost) -> bool:
    player, payers = state.player(action.player), action.payers
    if not cost.anybody and any(card not in player.cards_in_play for card in payers):
        return False
    if any(cost.discards.count(pile) > left(player, pile) for pile in cost.discards):
        return False
    helper = play.attack.helper if play.attack is not None else None
    if helper is not None:
        least = 1 if play.attack is not None and play.attack.needs_helper else 0
        return least <= len(payers) <= 1 and all(fitting(state, helper, card) for card in payers)
    if not asks_groups(cost):
        return not payers
    if cost.master_of_target and not _is_master(state, payers, action.target):
        return False
    busy = taking_part(state) if cost.outside else set()
    if not all(fitting(state, cost.by, card) and card not in busy for card in payers):
        return False
    if cost.shares_alignment and not all(shares_alignment(state, card, action.target) for card in payers):
        return False
    if cost.one_shares and not any(shares_alignment(state, card, action.target) for card in payers):
        return False
    needed = power_needed(state, action.player, cost, action.target)
    given = sum(power(state, card) for card in payers)
    return len(payers) >= max(1, cost.groups) and given >= needed and (needed > 0 or len(payers) == max(1, cost.groups))


def asks_groups(cost: Cost) -> bool:
    return bool(cost.groups or cost.power or depend_on_target([cost]))


def _is_master(state: State, payers: tuple[Piece, ...], target: str | None) -> bool:
    seat = None if target is None or target in SEATS else state.controller(target)
    placed = None if seat is None else state.player(seat).placed(target)
    return placed is not None and payers == (placed.master,)


def shares_alignment(state: State, card: Piece, target: str | None) -> bool:
    """With a Group, or with the one that a Plot is linked to."""
    if target is None or target in SEATS:
        return False
    whose = next((link.to for link in state.links if link.card == target), target)
    return shared(alignments(state, card), alignments(state, whose)) > 0


def power_needed(state: State, seat: Seat, cost: Cost, target: str | None) -> int:
    """How much Power those have to have who pay."""
    if target is None or target in SEATS or not (cost.resistance_of_target or cost.power_of_target):
        return cost.power
    if cost.power_of_target:
        return power(state, target) + 1
    owner = state.controller(target)
    twice = cost.doubled is not None and fitting(state, cost.doubled, target)
    rival = owner is not None and owner != seat
    position = POSITION.get(state.player(owner).distance(target), 0) if rival and owner is not None else 0
    return resistance(state, target) * (2 if twice else 1) + position


@BOOK.requires(
    "INWO-35", "Before the tokens are laid, tokens can only buy Plots.", repair="Lay the token back and wait."
)
def early_tokens_only_buy(state: State, action: CardAction) -> bool:
    """Answers may be paid for (INWO-35-R)."""
    play = play_in(state, action)
    if play is None or state.phase not in EARLY or state.on_turn != action.player:
        return True
    answering = bool(state.stack) and state.rule("early_tokens") == "answer_too"
    cost = cost_paid(state, action, play)
    return answering or (not action.payers and (cost is None or not own_payers(state, action, cost)))


# --- with what ---


def affordable(state: State, seat: Seat, card: Piece, play: Play) -> Sequence[Cost]:
    """The prices of a play but for those that ask for a token which the card itself has not."""
    return [cost for cost in play.cost if not cost.own or tokens_on(state, seat, card)]


def asks_others(play: Play) -> bool:
    """Whether others may pay for it."""
    return any(cost.anybody for cost in play.cost)


def depend_on_target(costs: Iterable[Cost]) -> bool:
    return any(cost.resistance_of_target or cost.power_of_target for cost in costs)


def payments(
    state: State, seat: Seat, play: Play, costs: Iterable[Cost], target: str | None
) -> tuple[tuple[Piece, ...], ...]:
    """The likely ways to pay one of several prices: nothing, or as few cards with tokens as do."""
    return tuple(dict.fromkeys(some for cost in costs for some in _payments(state, seat, play, cost, target)))


@lru_cache(maxsize=256)
def _charged(state: State, seats: tuple[Seat, ...], wanted: Filter) -> tuple[Piece, ...]:
    """The cards with tokens of these players that fit: most costs ask for any."""
    return tuple(
        card
        for seat in seats
        for card in dict.fromkeys(state.player(seat).cards_in_play)
        if tokens_on(state, seat, card) and fitting(state, wanted, card)
    )


def _payments(state: State, seat: Seat, play: Play, cost: Cost, target: str | None) -> Iterator[tuple[Piece, ...]]:
    helper = play.attack.helper if play.attack is not None else None
    if helper is None and not asks_groups(cost):
        yield ()
        return
    charged = _charged(state, state.alive if cost.anybody else (seat,), cost.by if helper is None else helper)
    if helper is not None:
        if play.attack is not None and not play.attack.needs_helper:
            yield ()
        yield from ((card,) for card in charged)
        return
    needed = power_needed(state, seat, cost, target)
    if not needed:
        yield from combinations(charged, max(1, cost.groups))
        return
    able = sum(power(state, card) for card in charged) >= needed
    shares = not cost.one_shares or any(shares_alignment(state, card, target) for card in charged)
    for size in range(max(1, cost.groups), len(charged) + 1) if able and shares else ():
        found = [
            some
            for some in combinations(charged, size)
            if sum(power(state, card) for card in some) >= needed
            and not (cost.one_shares and not any(shares_alignment(state, card, target) for card in some))
        ]
        if found:
            yield from found
            return
