"""The actions of New World Order, and what follows from them: the rules, the effects, the candidates, the inference.

One module for each action, or for a family that shares its rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from companion.core.evidence import Evidence
from companion.core.rules import Rule
from companion.core.text import Text
from companion.games.new_world_order.actions.arrange import Combine, Rearrange, Swap
from companion.games.new_world_order.actions.base import (
    Action,
    Chance,
    Decision,
    ForSeat,
    absent,
    at_this_table,
    not_over,
)
from companion.games.new_world_order.actions.buy import Buy
from companion.games.new_world_order.actions.deal import Dealt, SetAside
from companion.games.new_world_order.actions.declare import Declare
from companion.games.new_world_order.actions.discard import Discard, Drop
from companion.games.new_world_order.actions.pick import Pick
from companion.games.new_world_order.actions.prepare import Choose, Drew, Exchanged, Laid, Started
from companion.games.new_world_order.actions.rob import Blackmail, TakeOver
from companion.games.new_world_order.actions.turn import AboveTheLaw, Pass, Waive
from companion.games.new_world_order.slot_evidence import SlotEvidence
from companion.games.new_world_order.state import Phase, State

__all__ = ["ACTIONS", "RULES", "Action", "apply", "candidates", "candidates_for", "chance_for", "sentence"]
__all__ += ["Blackmail", "Choose", "Dealt", "Drew", "Drop", "Exchanged", "Laid", "Pass", "Pick", "SetAside", "Started"]
__all__ += ["AboveTheLaw", "Buy", "Combine", "Declare", "Discard", "Rearrange", "Swap", "TakeOver", "Waive"]

ACTIONS: Sequence[type[Action]] = (
    *(Laid, Exchanged, Drew, Choose, Started),
    *(Dealt, SetAside, Blackmail, Drop),
    *(Pass, Pick, Buy, Discard, Combine, Rearrange, Swap, Waive, TakeOver, AboveTheLaw),
    Declare,
)


def _general(kind: type[Action]) -> Sequence[Rule[Any, Any]]:
    """What is asked of every action first. Some are for when the game is over, and piles may be moved about then."""
    seated = (at_this_table,) if issubclass(kind, Decision | ForSeat) else ()
    return seated if issubclass(kind, Rearrange | Swap | Declare) else (*seated, not_over)


RULES: Mapping[type[Action], Sequence[Rule[Any, Any]]] = {kind: (*_general(kind), *kind.rules) for kind in ACTIONS}
_CHANCE = tuple(kind for kind in ACTIONS if issubclass(kind, Chance))
_CANDIDATES = {phase: tuple(kind.candidates for kind in ACTIONS if phase in kind.phases) for phase in Phase}


def apply(state: State, action: Action) -> State:
    """The next state. Checks nothing; what concerns nobody at this table changes nothing."""
    return state if absent(state, action) else action.apply(state)


def sentence(state: State, action: Action) -> Text:
    return action.sentence(state)


def candidates(state: State) -> Iterator[Action]:
    """All that hands could do now and the rules might allow, and so all legal actions; in the set-up seat by seat."""
    found = chain.from_iterable(of_kind(state) for of_kind in _CANDIDATES[state.phase])
    return iter(sorted(found, key=lambda action: action.seats)) if state.phase is Phase.SETUP else found


def candidates_for(state: State, evidence: Evidence) -> Iterator[Action]:
    """The actions that could account for some of the changes, or that could have been forgotten before them.

    The whole tree of possible actions is never searched: where a card appeared, where a pile shrank and which tile is
    gone say what may have happened, legal or not. Where the camera could not look or a label could not be read, each
    way in which it may have been is a candidate, so that people are asked rather than told something wrong.
    """
    seen = SlotEvidence.in_state(state, evidence)
    return chain.from_iterable(kind.seen(seen) for kind in ACTIONS)


def chance_for(state: State, evidence: Evidence) -> Iterator[Action]:
    """Those of them that are chance, without a look at the others: a table of nonsense has very many."""
    seen = SlotEvidence.in_state(state, evidence)
    return chain.from_iterable(kind.seen(seen) for kind in _CHANCE)
