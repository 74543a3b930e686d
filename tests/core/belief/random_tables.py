"""Tables as states, at random: what may be done, what was believed, what is seen, and what labels tell of the rest.

What `revise` concludes of each is written down in `random_tables.txt`. Where a decision is changed on purpose:
`python -m tests.core.belief.random_tables`, and read in the diff what is decided otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from benchmarks.clumsy.recorded import Asked, conclusion
from companion.core.belief.hypothesis import OpenAction
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import cheapest_findings
from companion.core.heights import Height
from companion.core.rules import Refusal, Rule, Source, Statement, refuse
from companion.core.table import TableSnapshot, Zone, diff
from tests.core.belief.piles import _PilesGame

FILE = Path(__file__).with_name("random_tables.txt")
PLACES, PILES, FRUITS = ("A", "B", "C", "M"), ("P", "Q"), ("fig", "kiwi", "pear", "plum")
EVERY = (*PLACES, *PILES)
SEEDS = (*range(1_000), 2_012, 3_028)
"""Those beyond the first thousand notice small faults that none of these does."""

WEIGHED = 4


@dataclass(frozen=True)
class Move:
    """Pieces go from where they lie (None: from off the table) to another zone, or off the table."""

    player: str | None
    steps: tuple[tuple[str, Zone | None, Zone | None], ...]
    number: int
    is_illegal: bool


@dataclass(frozen=True)
class Lying:
    """A state: what lies where, in piles from below, and which moves are left to be made, each once."""

    zones: tuple[tuple[Zone, tuple[str, ...]], ...]
    left: tuple[Move, ...] = ()

    @cached_property
    def table(self) -> TableSnapshot:
        return TableSnapshot({zone: pieces[-1:] if zone in PILES else pieces for zone, pieces in self.zones})

    def moved(self, steps: Iterable[tuple[str, Zone | None, Zone | None]]) -> Lying:
        zones = {zone: [*pieces] for zone, pieces in self.zones}
        for piece, origin, goal in steps:
            if origin is not None and piece in zones[origin]:
                zones[origin].reverse()
                zones[origin].remove(piece)
                zones[origin].reverse()
            if goal is not None:
                zones[goal].append(piece)
        lies = ((zone, tuple(pieces if zone in PILES else sorted(pieces))) for zone, pieces in zones.items())
        return replace(self, zones=tuple(lies))


def _may_be_made(_: Lying, move: Move) -> Refusal | None:
    return refuse("That breaks the rule.", repair="Put it back.") if move.is_illegal else None


def _lies_there(state: Lying, move: Move) -> Refusal | None:
    zones = state.table.zones
    missing = any(origin is not None and piece not in zones[origin] for piece, origin, _ in move.steps)
    return refuse("It does not lie there.", repair="Put it back.") if missing else None


class _Moves(_PilesGame):
    """What is left to be made is legal where its pieces lie, unless it breaks a rule."""

    rules: Mapping[type, tuple[object, ...]] = {
        Move: (
            Rule("may_be_made", Statement("R-1", "Keep the rule.", Source.BOOK), _may_be_made),
            Rule("lies_there", Statement("R-2", "Move what lies there.", Source.BOOK), _lies_there),
        )
    }

    def apply(self, state: Lying, move: Move) -> Lying:  # type: ignore[override]
        return replace(state.moved(move.steps), left=tuple(each for each in state.left if each != move))

    def candidates(self, state: Lying) -> Iterator[Move]:  # type: ignore[override]
        return iter(state.left)

    def candidates_for(self, state: Lying, _: object) -> Iterator[Move]:  # type: ignore[override]
        return iter(state.left)

    def chance_for(self, state: Lying, _: object) -> Iterator[Move]:  # type: ignore[override]
        return (move for move in state.left if move.player is None)

    def layout(self, _: Lying) -> SimpleNamespace:  # type: ignore[override]
        return SimpleNamespace(piles=frozenset(PILES))

    def table(self, state: Lying) -> TableSnapshot:  # type: ignore[override]
        return state.table

    def pile_heights(self, state: Lying) -> Mapping[Zone, int]:  # type: ignore[override]
        return {zone: len(pieces) for zone, pieces in state.zones if zone in PILES}

    def write_action(self, move: Move) -> str:
        return f"{move.player or 'chance'} {move.number}"


GAME = cast(Any, _Moves())


def asked(seed: int) -> Asked:
    """A random question to `revise`."""
    random = Random(seed)
    start = _start(random)
    opened, now = [], start
    for move in _made(random, start, random.choice((0, 1, 1, 2, 3))):
        opened.append(OpenAction(now, move))
        now = GAME.apply(now, move)
    truth = random.choice([now, now, now, start, *(each.before for each in opened)])
    for move in _made(random, truth, random.choice((0, 1, 1, 2)), legal=random.random() < 0.85):
        truth = GAME.apply(truth, move)
    lying = truth
    for _ in range(random.choice((0, 0, 0, 1, 1))):
        lying = lying.moved([_step(random, lying)])
    look = TableSnapshot({zone: pieces for zone, pieces in lying.table.zones.items() if random.random() > 0.06})
    pending = {
        zone: pieces for zone, pieces in now.table.zones.items() if zone in look.zones and random.random() < 0.06
    }
    sighting = Sighting(look, TableSnapshot({**look.zones, **pending}), _hidden(random, now, truth, look))
    return GAME, now, opened, sighting, random.random() < 0.3


def _start(random: Random) -> Lying:
    most = {"M": 3, "C": 2, "P": 3, "Q": 3}
    zones = ((zone, random.choices(FRUITS, k=random.randint(zone in PILES, most.get(zone, 1)))) for zone in EVERY)
    state = Lying(tuple((zone, tuple(pieces if zone in PILES else sorted(pieces))) for zone, pieces in zones))
    moves = list[Move]()
    for number in range(1, random.randint(3, 7)):
        after, steps = state, []
        for _ in range(random.choice((0, 1, 1, 1, 2, 2))):
            steps.append(_step(random, after))
            after = after.moved(steps[-1:])
        if moves and random.random() < 0.2:  # what another undoes
            steps = [(piece, goal, origin) for piece, origin, goal in reversed(moves[-1].steps)]
        elif moves and random.random() < 0.15:  # what another may do as well
            steps = [*moves[-1].steps]
        player = random.choice(("A", "A", "B", "B", None))
        moves.append(Move(player, tuple(steps), number, player is not None and random.random() < 0.15))
        state = after if random.random() < 0.4 else state
    return replace(state, left=tuple(moves), zones=Lying(tuple(state.zones)).zones)


def _step(random: Random, state: Lying) -> tuple[str, Zone | None, Zone | None]:
    """A piece goes from one zone to another, off the table, or comes from there."""
    lying = [(piece, zone) for zone, pieces in state.table.zones.items() for piece in pieces]
    piece, origin = random.choice(lying) if lying and random.random() < 0.8 else (random.choice(FRUITS), None)
    return piece, origin, random.choice(EVERY) if origin is None or random.random() < 0.75 else None


def _made(random: Random, state: Lying, most: int, *, legal: bool = True) -> Iterator[Move]:
    for _ in range(most):
        moves = [
            each for each in state.left if not legal or all(rule(state, each) is None for rule in GAME.rules[Move])
        ]
        if moves:
            move = random.choice(moves)
            state = GAME.apply(state, move)
            yield move


def _hidden(random: Random, now: Lying, truth: Lying, seen: TableSnapshot) -> Hidden:
    """What labels tell: mostly what is so, and something that is not."""
    expected, high_now, high_then = now.table, GAME.pile_heights(now), GAME.pile_heights(truth)
    changes = diff(expected, seen)
    came = {each.zone: (each.piece,) for each in changes if each.delta > 0 and random.random() < 0.6}
    went = {each.zone: (each.piece,) for each in changes if each.delta < 0 and random.random() < 0.6}
    gone = list(dict.fromkeys(each.zone for each in changes if each.delta < 0))
    random.shuffle(gone)
    high = {zone: high_then[zone] + random.choice((0, 0, 0, 0, 1, -1)) for zone in PILES if random.random() < 0.8}
    heights = {zone: Height(max(0, each), each + random.choice((0, 0, 0, 1))) for zone, each in high.items()}

    def some(zones: Mapping[Zone, tuple[str, ...]], share: float) -> dict[Zone, tuple[str, ...]]:
        return {zone: pieces for zone, pieces in zones.items() if random.random() < share}

    def any_of(zones: tuple[Zone, ...], share: float) -> frozenset[Zone]:
        return frozenset(zone for zone in zones if random.random() < share)

    for zone in PILES:
        if high_then[zone] > high_now[zone] and random.random() < 0.7:
            came.setdefault(zone, seen.zones.get(zone, ()))
        if high_then[zone] < high_now[zone] and random.random() < 0.7:
            went.setdefault(zone, expected.zones[zone])
    beneath = {zone: (random.choice(FRUITS),) for zone in PILES if random.random() < 0.2}
    for zone, pieces in beneath.items():
        came[zone] = (*came.get(zone, ()), *pieces)
    covered = {zone: random.randint(0, 2) for zone in EVERY if random.random() < 0.3}
    return Hidden(
        buried=beneath | some({each.zone: (each.piece,) for each in changes if each.delta < 0}, 0.25),
        resurfaced=some({each.zone: (each.piece,) for each in changes if each.delta > 0}, 0.15),
        arrived=came,
        departed=went,
        heights=heights,
        heights_if_gone=heights
        | {zone: Height(0, told.most) for zone, told in heights.items() if random.random() < 0.2},
        uncertain=any_of(PILES, 0.2),
        lack=tuple(gone[: random.randint(0, len(gone))]),
        passed=any_of(PILES, 0.1),
        covered=covered if random.random() < 0.5 else {},
        level=any_of(EVERY, 0.5),
        replaced=[(zone, pieces[0]) for zone, pieces in seen.zones.items() if pieces and random.random() < 0.06],
        landed={zone: [piece for piece in pieces if random.random() < 0.1] for zone, pieces in came.items()},
        new=some(came, 0.3),
        returned=some(came, 0.2),
    )


def concluded(seed: int) -> str:
    """What is concluded of one of them, on a line; of some of them also what speaks against the likeliest."""
    question = asked(seed)
    weighed = cheapest_findings(*question[:4]) if seed % WEIGHED == 0 else ()
    costs = (f"costs {' '.join(str(int(each)) for each in cost)}" for cost, _ in weighed)
    return "; ".join((*map(str.strip, conclusion(question).splitlines()), *costs))


def _write() -> None:
    FILE.write_text("".join(f"{concluded(seed)}\n" for seed in SEEDS), encoding="utf-8")


if __name__ == "__main__":
    _write()
