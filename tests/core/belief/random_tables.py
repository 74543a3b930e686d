"""Tables as states, at random: what may be done, what was believed, what is seen, and what labels tell of the rest.

What `revise` concludes of each is written down in `random_tables.txt`. Where a decision is changed on purpose:
`python -m tests.core.belief.random_tables`, and read in the diff what is decided otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import cast

from benchmarks.clumsy.recorded import Asked, conclusion
from companion.core.belief.hypothesis import OpenAction
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import cheapest_hypotheses
from companion.core.game import Game
from companion.core.heights import Height
from companion.core.rules import Refusal, Rule, Source, Statement, refuse
from companion.core.table import TableSnapshot, Zone, diff
from tests.core.belief.piles import Become, Piles, _PilesGame

FILE = Path(__file__).with_name("random_tables.txt")
PLACES, PILES, FRUITS = ("A", "B", "C", "M"), ("P", "Q"), ("fig", "kiwi", "pear", "plum")
EVERY = (*PLACES, *PILES)
TABLES = 1_500
WEIGHED = 3


@dataclass(frozen=True)
class Numbered(Become):
    """An action with a number to be told by, and whether it breaks the rule."""

    number: int = 0
    is_illegal: bool = False


def _keeps_the_rule(_: Piles, action: Numbered) -> Refusal | None:
    return refuse("That breaks the rule.", repair="Put it back.") if action.is_illegal else None


class _Ruled(_PilesGame):
    """As there, but that some of what may be done breaks a rule."""

    rules: Mapping[type, tuple[object, ...]] = {
        Numbered: (Rule("keeps_the_rule", Statement("R-1", "Keep the rule.", Source.BOOK), _keeps_the_rule),)
    }

    def write_action(self, action: Numbered) -> str:
        return f"{action.player or 'chance'} {action.number}"


GAME = cast(Game[Piles, Become], _Ruled())


def asked(seed: int) -> Asked:
    """A random question to `revise`."""
    random = Random(seed)
    numbers = count(1)
    first = _Table({zone: _some(random, zone) for zone in EVERY}, {zone: random.randint(1, 3) for zone in PILES})
    start = _state(random, first, 3, numbers)
    opened, now = [], start
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        if legal := [each for each in now.then if not each.is_illegal]:
            action = random.choice(legal)
            opened.append(OpenAction(now, action))
            now = action.becomes
    truth = random.choice([now, now, start, *(each.before for each in opened)])
    for _ in range(random.choice((0, 1, 1, 2))):
        truth = random.choice(truth.then).becomes if truth.then else truth
    lying = _Table(dict(_zones(truth)), truth.heights)
    for _ in range(random.choice((0, 0, 0, 0, 1, 2))):
        lying.shift(random)
    seen = {zone: pieces for zone, pieces in lying.zones.items() if random.random() > 0.06}
    look = TableSnapshot(seen)
    pending = {zone: pieces for zone, pieces in _zones(now) if zone in seen and random.random() < 0.06}
    sighting = Sighting(look, TableSnapshot({**seen, **pending}), _hidden(random, now, truth, look))
    return GAME, now, opened, sighting, random.random() < 0.3


def _zones(state: Piles) -> Iterator[tuple[Zone, tuple[str, ...]]]:
    return ((zone, tuple(sorted(pieces.split()))) for zone, pieces in state.lying.items())


def _some(random: Random, zone: Zone) -> tuple[str, ...]:
    most = {"M": 3, "C": 2}.get(zone, 1)
    return tuple(sorted(random.choices(FRUITS, k=most if zone in PILES else random.randint(0, most))))


class _Table:
    """What lies where, while it is changed."""

    def __init__(self, zones: Mapping[Zone, tuple[str, ...]], heights: Mapping[Zone, int]) -> None:
        self.zones, self.heights = dict(zones), dict(heights)

    def shift(self, random: Random) -> None:
        """A piece goes from one zone to another, off the table, or comes from there."""
        where = [zone for zone, pieces in self.zones.items() if pieces]
        origin = random.choice(where) if where and random.random() < 0.8 else None
        piece = random.choice(FRUITS) if origin is None else random.choice(self.zones[origin])
        if origin is not None:
            self._change(origin, piece, -1, random)
        if origin is None or random.random() < 0.75:
            self._change(random.choice(EVERY), piece, 1, random)

    def _change(self, zone: Zone, piece: str, delta: int, random: Random) -> None:
        if zone in PILES:
            self.heights[zone] = max(0, self.heights.get(zone, 1) + delta)
            top = piece if delta > 0 else random.choice(FRUITS)
            self.zones[zone] = (top,) if self.heights[zone] or delta > 0 else ()
        else:
            lying = Counter(self.zones[zone])
            lying[piece] += delta
            self.zones[zone] = tuple(sorted(lying.elements()))


def _state(random: Random, table: _Table, depth: int, numbers: Iterator[int], before: _Table | None = None) -> Piles:
    """What lies there, and what may be done: some of it leads to what looks alike, or as before."""
    then, last = list[Become](), before
    for _ in range(random.choice((1, 2, 2, 3)) if depth else 0):
        next_one = _Table(table.zones, table.heights)
        if last is not None and random.random() < 0.2:
            next_one = _Table(last.zones, last.heights)
        else:
            for _ in range(random.choice((0, 1, 1, 1, 2, 2))):
                next_one.shift(random)
        last = next_one
        player = random.choice(("A", "A", "B", "B", None))
        after = _state(random, next_one, depth - 1, numbers, table)
        then.append(Numbered(player, after, next(numbers), player is not None and random.random() < 0.2))
    return Piles({zone: " ".join(pieces) for zone, pieces in table.zones.items()}, table.heights, tuple(then))


def _hidden(random: Random, now: Piles, truth: Piles, seen: TableSnapshot) -> Hidden:
    """What labels tell: mostly what is so, and something that is not."""
    expected = TableSnapshot(dict(_zones(now)))
    changes = diff(expected, seen)
    came = {each.zone: (each.piece,) for each in changes if each.delta > 0 and random.random() < 0.6}
    went = {each.zone: (each.piece,) for each in changes if each.delta < 0 and random.random() < 0.6}
    gone = list(dict.fromkeys(each.zone for each in changes if each.delta < 0))
    random.shuffle(gone)
    high = {zone: truth.heights[zone] + random.choice((0, 0, 0, 0, 1, -1)) for zone in PILES if random.random() < 0.8}
    heights = {zone: Height(max(0, each), each + random.choice((0, 0, 0, 1))) for zone, each in high.items()}

    def some(zones: Mapping[Zone, tuple[str, ...]], share: float) -> dict[Zone, tuple[str, ...]]:
        return {zone: pieces for zone, pieces in zones.items() if random.random() < share}

    def any_of(zones: tuple[Zone, ...], share: float) -> frozenset[Zone]:
        return frozenset(zone for zone in zones if random.random() < share)

    for zone in PILES:
        if truth.heights[zone] > now.heights[zone] and random.random() < 0.7:
            came.setdefault(zone, seen.zones.get(zone, ()))
        if truth.heights[zone] < now.heights[zone] and random.random() < 0.7:
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
        landed=tuple(piece for pieces in came.values() for piece in pieces if random.random() < 0.1),
        new=some(came, 0.3),
        returned=some(came, 0.2),
    )


def concluded(seed: int) -> str:
    """What is concluded of one of them, on a line; of some of them also what speaks against the likeliest."""
    question = asked(seed)
    weighed = cheapest_hypotheses(*question[:4]) if seed % WEIGHED == 0 else ()
    costs = (f"costs {' '.join(str(int(each)) for each in cost)}" for cost, _ in weighed)
    return "; ".join((*map(str.strip, conclusion(question).splitlines()), *costs))


def _write() -> None:
    FILE.write_text("".join(f"{concluded(seed)}\n" for seed in range(TABLES)), encoding="utf-8")


if __name__ == "__main__":
    _write()
