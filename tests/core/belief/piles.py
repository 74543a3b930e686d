"""Tables as states: what lies where, and how high piles are. Each state may follow any other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from types import SimpleNamespace
from typing import cast

from companion.core.belief.hypothesis import OpenAction
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.scan import Scan
from companion.core.game import Game
from companion.core.rules import Refusal, Rule, Source, Statement, refuse
from companion.core.table import TableSnapshot, Zone


@dataclass(frozen=True, eq=False)
class Piles:
    """A state: the pieces of each zone, several with spaces between them; of piles the height; what may be done."""

    lying: Mapping[Zone, str]
    heights: Mapping[Zone, int] = field(default_factory=dict)
    then: tuple[Become, ...] = ()


@dataclass(frozen=True)
class Become:
    """Somebody, or chance, makes the table so."""

    player: str | None
    becomes: Piles


@dataclass(frozen=True)
class Breaks(Become):
    """The same, which is against the rules unless something lies in `permits`."""


def _is_permitted(state: Piles, _: Become) -> Refusal | None:
    return None if state.lying.get("permits") else refuse("That breaks the rule.", repair="Put it back.")


class _PilesGame:
    """Whatever may be done is legal but for what breaks the rule; a stranger may lie nowhere."""

    rules: Mapping[type, tuple[object, ...]] = {
        Become: (),
        Breaks: (Rule("is_permitted", Statement("R-1", "Keep the rule.", Source.BOOK), _is_permitted),),
    }

    def apply(self, _: Piles, action: Become) -> Piles:
        return action.becomes

    def candidates(self, state: Piles) -> Iterator[Become]:
        return iter(state.then)

    def candidates_for(self, state: Piles, _: object) -> Iterator[Become]:
        return iter(state.then)

    def chance_for(self, state: Piles, _: object) -> Iterator[Become]:
        return (action for action in state.then if action.player is None)

    def outcome(self, _: Piles) -> None:
        return None

    def layout(self, state: Piles) -> SimpleNamespace:
        return SimpleNamespace(piles=state.heights.keys())

    def table(self, state: Piles) -> TableSnapshot:
        return TableSnapshot.of({zone: pieces.split() for zone, pieces in state.lying.items()})

    def pile_heights(self, state: Piles) -> Mapping[Zone, int]:
        return state.heights

    def may_lie(self, _: Piles, __: Zone, piece: str) -> bool:
        return piece != STRANGER

    def may_change(self, *_: object) -> bool:
        return True

    def may_show(self, *_: object) -> bool:
        return True

    def least_decisions(self, *_: object) -> int:
        return 0


STRANGER = "stranger"
GAME = cast(Game[Piles, Become], _PilesGame())


def scan(
    *states: Piles,
    seats: str = "ABA",
    hidden: Hidden | None = None,
    done: Mapping[Zone, str] | None = None,
    **seen: str,
) -> Scan[Piles, Become]:
    """These states were believed; the table looks as in the latest, but for some zones, or will when all is `done`."""
    now = states[-1]
    looks, will = (
        TableSnapshot.of({zone: pieces.split() for zone, pieces in {**now.lying, **changed}.items() if pieces != "-"})
        for changed in (seen, {**seen, **(done or {})})
    )
    made = [Become(seat if seat in "AB" else None, state) for seat, state in zip(seats, states[1:], strict=False)]
    latest = [OpenAction(before, action) for (before, _), action in zip(pairwise(states), made, strict=True)]
    return Scan(GAME, now, latest, Sighting(looks, will, hidden or Hidden()))
