"""What hands hold and piles: which card may be whose, and how cards come and go. Checks nothing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo.card_plays import Pile
from companion.games.inwo.state import Player, State, evolve

# --- cards of which nobody minds the order: tuples, equal ones together ---


def without(cards: tuple[Piece, ...], card: Piece) -> tuple[Piece, ...]:
    """The cards less one copy; as they were if there is none."""
    if card not in cards:
        return cards
    index = cards.index(card)
    return (*cards[:index], *cards[index + 1 :])


def without_latest(pile: tuple[Piece, ...], card: Piece) -> tuple[Piece, ...]:
    """A pile, in its order, less the uppermost copy of a card that lies in it."""
    index = len(pile) - pile[::-1].index(card)
    return (*pile[: index - 1], *pile[index:])


def with_card(cards: Iterable[Piece], card: Piece) -> tuple[Piece, ...]:
    """The cards and one more, sorted."""
    return tuple(sorted((*cards, card)))


# --- hands and piles ---


def is_in_hand(state: State, seat: Seat, card: Piece) -> bool:
    """Whether a player may hold the card: an exposed Plot, or one that nobody has seen while he holds hidden cards."""
    tried = seat == state.on_turn and card in state.tried
    return tried or card in state.player(seat).exposed or holds_hidden(state, seat, card)


def holds_hidden(state: State, seat: Seat, card: Piece) -> bool:
    player, deck = state.player(seat), _deck_of(state, card)
    known = card in getattr(player, deck.unseen)
    return bool(getattr(player, deck.held)) and (known or given_by(state, seat, card) is not None)


class _Deck(NamedTuple):
    """What a player has of one of his decks: how many of its cards in hand, and which nobody has seen."""

    held: str
    unseen: str
    foreign: str


_PLOTS, _GROUPS = _Deck("plots", "unseen_plots", "foreign"), _Deck("groups", "unseen_groups", "foreign_groups")


def _deck_of(state: State, card: Piece) -> _Deck:
    return _GROUPS if state.card(card).in_group_deck else _PLOTS


def given_by(state: State, seat: Seat, card: Piece) -> Seat | None:
    """Who may have given the hidden card."""
    deck = _deck_of(state, card)
    if getattr(state.player(seat), deck.foreign) < 1:
        return None
    return next(
        (other for other, player in state.each() if other != seat and card in getattr(player, deck.unseen)), None
    )


def out_of_hand(state: State, seat: Seat, card: Piece) -> State:
    """A card leaves the hand for where everybody sees it."""
    player, deck = state.player(seat), _deck_of(state, card)
    if card in player.exposed:
        return evolve(state, seat, exposed=without(player.exposed, card))
    if seat == state.on_turn and card in state.tried:
        return replace(state, tried=without(state.tried, card))
    owner = seat if card in getattr(player, deck.unseen) else given_by(state, seat, card)
    if owner is not None:
        state = evolve(state, owner, **{deck.unseen: without(getattr(state.player(owner), deck.unseen), card)})
        state = _handed(state, owner, seat, deck)
    return evolve(state, seat, **{deck.held: max(0, getattr(player, deck.held) - 1)})


def _handed(state: State, origin: Seat, to: Seat, deck: _Deck) -> State:
    """One card less of the other's among those of the one, who may be the same."""
    giver = state.player(origin)
    state = evolve(state, origin, **{deck.foreign: getattr(giver, deck.foreign) + 1})
    return evolve(state, to, **{deck.foreign: getattr(state.player(to), deck.foreign) - 1})


def into_hand(state: State, seat: Seat, card: Piece) -> State:
    """A card that everybody knows goes into a hand, hidden again."""
    player = state.player(seat)
    if state.card(card).in_group_deck:
        return evolve(state, seat, unseen_groups=with_card(player.unseen_groups, card), groups=player.groups + 1)
    return evolve(state, seat, unseen_plots=with_card(player.unseen_plots, card), plots=player.plots + 1)


def discarded(state: State, seat: Seat, *cards: Piece) -> State:
    """Face up onto the player's pile (INWO-66)."""
    state = replace(state, just=tuple(sorted((*state.just, *((seat, card) for card in cards)))))
    return evolve(state, seat, discard=(*state.player(seat).discard, *cards))


def left(player: Player, pile: Pile) -> int:
    """How many cards a player could discard from there."""
    return {
        Pile.HAND: player.hand + player.groups,
        Pile.PLOT: player.hand,
        Pile.GROUP: player.groups,
        Pile.PUPPET: len(player.structure) - 1,
        Pile.PLOT_DECK: player.plot_deck,
        Pile.GROUP_DECK: player.group_deck,
        Pile.EXPOSED: player.plots,
    }[pile]


def draw_plots(state: State, seat: Seat, count: int = 1) -> State:
    """As many as the deck has (INWO-52). Drawing is taking the top card (INWO-321)."""
    player = state.player(seat)
    return evolve(state, seat, plots=player.plots + min(count, max(0, player.plot_deck)))


def draw_groups(state: State, seat: Seat, count: int = 1) -> State:
    player = state.player(seat)
    return evolve(state, seat, groups=player.groups + min(count, max(0, player.group_deck)))


@lru_cache(maxsize=512)
def plots_held(player: Player) -> tuple[Piece, ...]:
    """The Plots that a player may hold."""
    return tuple(dict.fromkeys((*player.exposed, *(player.unseen_plots if player.plots else ()))))


def groups_held(state: State, seat: Seat) -> tuple[Piece, ...]:
    """The cards of the Group deck that a player may hold."""
    player = state.player(seat)
    tried = state.tried if seat == state.on_turn else ()
    theirs = [card for each in state.players for card in each.unseen_groups] if player.foreign_groups > 0 else []
    return tuple(dict.fromkeys((*((*player.unseen_groups, *theirs) if player.groups else ()), *tried)))
