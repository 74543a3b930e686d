"""Throwing a pile away, to free its slot or because Cut the Losses was dealt (NWO-66, NWO-80)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from companion.core.fast_dataclasses import replace
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import say
from companion.games.new_world_order.actions.base import ON_TURN, Decision
from companion.games.new_world_order.actions.deal import resolved_in_order
from companion.games.new_world_order.catalog import Effect
from companion.games.new_world_order.game_flow import after_action
from companion.games.new_world_order.names import counted_names, place_name
from companion.games.new_world_order.piles import splits
from companion.games.new_world_order.places import take
from companion.games.new_world_order.settings import book
from companion.games.new_world_order.slot_evidence import SlotEvidence
from companion.games.new_world_order.state import Deal, Part, Phase, Pile, State, whole_pile


@book.check("NWO-66")
def throws_a_whole_pile(state: State, action: _ThrownAway) -> Refusal | None:
    pile = action.lying(state)
    if not pile:
        return refuse(
            "There is nothing to throw away in {place}.",
            repair="Put the cards back.",
            place=place_name(action.pile.place),
        )
    if splits(pile, action.pile):
        return refuse(
            "A set is thrown away whole, and here it is {pile}.",
            repair="Put the cards back, or throw the whole pile away.",
            pile=counted_names(state, pile.cards),
        )
    return None


@dataclass(frozen=True, slots=True)
class _ThrownAway(Decision):
    """What the player throws away is out of the game (NWO-66-R)."""

    said: ClassVar = say("{who} threw away {pile}")
    pile: Part

    def lying(self, state: State) -> Pile:
        """The pile in the place of which the action speaks."""
        return state.player(self.player).pile(self.pile.place)

    def about(self, state: State) -> Piece:
        return self.lying(state).top


@dataclass(frozen=True, slots=True)
class Discard(_ThrownAway):
    """Throws away a pile to free its slot."""

    form: ClassVar = "{player}: discard {pile:part}"
    rules: ClassVar = (*ON_TURN, throws_a_whole_pile)
    title: ClassVar = say("Throw away a pile")
    icon: ClassVar = "trash"

    def apply(self, state: State) -> State:
        return after_action(state, self.player, take(state, state.player(self.player), self.pile))

    @staticmethod
    def candidates(state: State) -> list[Discard]:
        seat = state.on_turn
        return [_discard(seat, whole_pile(place)) for place, _ in state.player(seat).piles]

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Discard]:
        for seat in evidence.acting:
            if not evidence.tiles_taken(seat):
                yield from (Discard(seat, part) for part in evidence.gone_parts(seat))


_discard = lru_cache(maxsize=128)(Discard)


@book.check("NWO-80")
def losses_are_cut(state: State, action: Drop) -> Refusal | None:
    if state.open_with(Effect.CUT_LOSSES) is None:
        return refuse("No Cut the Losses is being resolved.", repair="Put the cards back.")
    if isinstance(state.stage, Deal) and action.player in state.stage.dropped:
        return refuse(
            "{who} has thrown away something already.", repair="Put the cards back: one card or one set each."
        )
    return None


@dataclass(frozen=True, slots=True)
class Drop(_ThrownAway):
    """Throws away a card or a set because Cut the Losses was dealt."""

    form: ClassVar = "{player}: drop {pile:part}"
    rules: ClassVar = (losses_are_cut, resolved_in_order, throws_a_whole_pile)
    phases: ClassVar = (Phase.DEAL,)
    title: ClassVar = say("Drop a pile for Cut the Losses")
    effect: ClassVar = Effect.CUT_LOSSES

    def apply(self, state: State) -> State:
        state = state.with_player(self.player, take(state, state.player(self.player), self.pile))
        if not isinstance(state.stage, Deal):
            return state
        return replace(state, stage=replace(state.stage, dropped=tuple(sorted({*state.stage.dropped, self.player}))))

    @staticmethod
    def candidates(state: State) -> list[Drop]:
        if state.due_with(Drop.effect) is None:
            return []
        return [Drop(seat, whole_pile(place)) for seat in state.seats for place, _ in state.player(seat).piles]

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Drop]:
        if evidence.state.open_with(Drop.effect) is not None:
            for seat in sorted(evidence.concerned):
                yield from (Drop(seat, part) for part in evidence.gone_parts(seat))
