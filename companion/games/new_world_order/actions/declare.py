"""Which Great Goals somebody has when the game is over and nobody has told the colours of all tiles (NWO-77)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from typing import ClassVar

from companion.core.fast_dataclasses import replace
from companion.core.rules import Refusal, refuse
from companion.core.text import Text, say, say_plural
from companion.games.new_world_order.actions.base import Decision
from companion.games.new_world_order.goals import TILES_PER_GOAL
from companion.games.new_world_order.scoring import colours_untold, may_serve
from companion.games.new_world_order.settings import book
from companion.games.new_world_order.slot_evidence import SlotEvidence
from companion.games.new_world_order.state import Phase, State


@book.check("NWO-77")
def goals_can_be_declared(state: State, action: Declare) -> Refusal | None:
    player = state.player(action.player)
    if state.phase is not Phase.OVER:
        return refuse("Great Goals are declared when the game is over.", repair="Go on with the game.")
    if not colours_untold(state, player):
        return refuse(
            "The colours of all tiles of {who} are told, and the best choice is counted by itself.",
            repair="Correct the position to have other Great Goals counted.",
            who=player.name,
        )
    if player.goals is not None:
        return refuse(
            "{who} has declared the Great Goals already.",
            repair="Take that back first to declare others.",
            who=player.name,
        )
    if not may_serve(state, player, action.goals):
        return refuse(
            "By what is told of their colours the tiles of {who} do not make these Great Goals.",
            repair="Name goals with three tiles each, no tile for two of them.",
            who=player.name,
        )
    return None


@dataclass(frozen=True, slots=True)
class Declare(Decision):
    """Says which Great Goals the player has; none where `goals` is empty."""

    form: ClassVar = "{player}: declare {goals}"
    rules: ClassVar = (goals_can_be_declared,)
    phases: ClassVar = (Phase.OVER,)
    goals: tuple[str, ...]

    @property
    def said(self) -> Text:
        if not self.goals:
            return say("{who} has no Great Goal")
        return say_plural("{who} has the Great Goal {goals}", "{who} has the Great Goals {goals}", len(self.goals))

    def apply(self, state: State) -> State:
        return state.with_player(self.player, replace(state.player(self.player), goals=self.goals))

    @staticmethod
    def candidates(state: State) -> Iterator[Declare]:
        for player, seat in zip(state.players, state.seats, strict=True):
            if player.goals is None and colours_untold(state, player):
                most = range(1 + len(player.tiles) // TILES_PER_GOAL)
                found = chain.from_iterable(combinations(state.catalog.goals, count) for count in most)
                yield from (Declare(seat, goals) for goals in found)

    @staticmethod
    def seen(evidence: SlotEvidence) -> tuple[()]:
        return ()
