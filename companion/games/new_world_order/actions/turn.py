"""Passing, and what Above the Law grants (NWO-22 to NWO-29, NWO-82)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.core.fast_dataclasses import replace
from companion.core.rules import Refusal, refuse
from companion.core.text import say
from companion.games.new_world_order.actions.base import ON_TURN, Decision, in_a_round
from companion.games.new_world_order.catalog import Effect
from companion.games.new_world_order.game_flow import after_pass, next_seat
from companion.games.new_world_order.names import place_name
from companion.games.new_world_order.piles import delayed, on_offer
from companion.games.new_world_order.places import special_in, specials_with, take
from companion.games.new_world_order.settings import book
from companion.games.new_world_order.slot_evidence import SlotEvidence
from companion.games.new_world_order.state import Acted, Granted, Part, Place, Player, State


@book.requires(
    "NWO-82-R1", "Passing is not the action that Above the Law grants.", repair="Act, or give the action up."
)
def no_pass_as_extra(state: State, action: Pass) -> bool:
    return not state.extra


@book.check("NWO-27")
def acts_before_passing(state: State, action: Pass) -> Refusal | None:
    # With more, all may pass at once (NWO-28); game_flow.ends_now sees to it that this does not go on for ever.
    player = state.player(action.player)
    if len(state.players) == 2 and not player.acted and can_act(state, player):
        return refuse(
            "With two players {who} acts at least once before passing.",
            repair="Pick, buy or discard first.",
            who=player.name,
        )
    return None


def can_act(state: State, player: Player) -> bool:
    """Whether the player could do anything but pass: throw a card away, or pick one into a slot (NWO-27-R)."""
    return bool(player.piles or on_offer(state, player))


@dataclass(frozen=True, slots=True)
class Pass(Decision):
    """Takes no further part in the round."""

    said: ClassVar = say("{who} passed")
    form: ClassVar = "{player}: pass"
    rules: ClassVar = (*ON_TURN, no_pass_as_extra, acts_before_passing)

    def apply(self, state: State) -> State:
        return after_pass(state, self.player)

    @staticmethod
    def candidates(state: State) -> tuple[Pass, ...]:
        return (Pass(state.on_turn),)

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Pass]:
        if evidence.acting:
            passing = {zone.partition(".")[0] for zone in evidence.came if zone.endswith(".disc")}
            passing |= {evidence.state.on_turn} if evidence.play_went_on else set()
            yield from map(Pass, sorted(passing))


@book.requires("NWO-82-R2", "There is no extra action to give up.", repair="Act, or pass.")
def has_an_extra_action(state: State, action: Waive) -> bool:
    return state.extra > 0


@dataclass(frozen=True, slots=True)
class Waive(Decision):
    """Gives up the action that Above the Law granted."""

    said: ClassVar = say("{who} gave up the extra action")
    form: ClassVar = "{player}: waive"
    rules: ClassVar = (*ON_TURN, has_an_extra_action)

    def apply(self, state: State) -> State:
        following = next_seat(state, self.player) or self.player
        return _going_on(replace(state, on_turn=following), Acted(self.player, lawed=True))

    @staticmethod
    def candidates(state: State) -> tuple[Waive, ...]:
        return (Waive(state.on_turn),) if state.extra else ()

    @staticmethod
    def seen(evidence: SlotEvidence) -> tuple[Waive, ...]:
        return Waive.candidates(evidence.state) if evidence.acting and evidence.play_went_on else ()


@book.requires(
    "NWO-82",
    "Above the Law is played right after one's own action, before anybody else acts.",
    repair="Put it back into its slot.",
)
def after_the_main_action(state: State, action: AboveTheLaw) -> bool:
    return state.acted is not None and state.acted.seat == action.player


@book.requires("NWO-82-R3", "Above the Law has been used in this turn.", repair="Keep the other one for another turn.")
def one_law_in_a_turn(state: State, action: AboveTheLaw) -> bool:
    if state.choices["lawsInATurn"] == "several":
        return True
    going_on = state.on_turn == action.player and state.extra > 0
    return not going_on and state.acted != Acted(action.player, lawed=True)


@book.requires(
    "NWO-80",
    "There is no Above the Law in {place}.",
    repair="Put the cards back.",
    place=lambda _, action: place_name(action.place),
)
def holds_the_law(state: State, action: AboveTheLaw) -> bool:
    return bool(special_in(state, state.player(action.player), action.place, Effect.EXTRA_ACTION))


@book.requires("NWO-81", "Above the Law was taken this round.", repair="Put the cards back.")
def law_not_fresh(state: State, action: AboveTheLaw) -> bool:
    return not delayed(state, special_in(state, state.player(action.player), action.place, Effect.EXTRA_ACTION))


@dataclass(frozen=True, slots=True)
class AboveTheLaw(Decision):
    """Plays Above the Law from a place, after the main action: one more action in this turn (NWO-82)."""

    said: ClassVar = say("{who} played Above the Law")
    form: ClassVar = "{player}: above the law {place}"
    rules: ClassVar = (in_a_round, holds_the_law, one_law_in_a_turn, after_the_main_action, law_not_fresh)
    title: ClassVar = say("Play Above the Law")
    place: Place

    def apply(self, state: State) -> State:
        player = state.player(self.player)
        pile = special_in(state, player, self.place, Effect.EXTRA_ACTION)
        player = take(state, player, Part(self.place)) if pile else player
        granted = len(pile) if state.choices["stackedSpecials"] == "bothEffects" else 1
        state = state.with_player(self.player, player, on_turn=self.player)
        return _going_on(state, Granted(granted))

    @staticmethod
    def candidates(state: State) -> list[AboveTheLaw]:
        if state.acted is None:
            return []
        seat = state.acted.seat
        return [AboveTheLaw(seat, place) for place in specials_with(state, seat, Effect.EXTRA_ACTION)]

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[AboveTheLaw]:
        """Its card has left its place."""
        for seat in sorted(evidence.concerned if evidence.acting else ()):
            for place, cards in evidence.gone_from(seat).items():
                if any(evidence.state.catalog.effect(card) is Effect.EXTRA_ACTION for card in cards):
                    yield AboveTheLaw(seat, place)


def _going_on(state: State, after: Acted | Granted) -> State:
    """The state in which the turn goes on after this."""
    return state if state.turn is None else replace(state, stage=replace(state.turn, after=after))
