"""The looks of clumsy evenings that have taken longest: what each asks of the rules, which no machine makes faster.

`python -m benchmarks.rules --slowest`. Found among the 4,808 looks of 440 evenings of all sets, one of an evening.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, NamedTuple, cast

from benchmarks.clumsy.__main__ import ATTEMPTS, NEXT_SEED
from benchmarks.clumsy.behaviours import SETS
from benchmarks.clumsy.judge import Verdict
from benchmarks.clumsy.people import People
from benchmarks.clumsy.trial import trial
from companion.conformance.playouts import AnyGame
from companion.core.evidence import Evidence
from companion.games import GAMES
from companion.session.thinking import Work


class Evening(NamedTuple):
    """A clumsy evening: its behaviour, at which table, and the seed of its people."""

    behaviours: str
    family: str
    behaviour: str
    game: str
    players: int
    seed: int


class Asked(NamedTuple):
    """What a look asked: how many states were worked out, and how often it was asked what may have been done."""

    states: int
    lists: int


class Questioned:
    """A game that counts what is asked of its rules. What is remembered of a state is remembered with it."""

    def __init__(self, game: AnyGame) -> None:
        self._game, self.states, self.lists = game, 0, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(self, state: Any, action: Any) -> Any:
        self.states += 1
        return self._game.apply(state, action)

    def candidates(self, state: Any) -> Iterator[Any]:
        self.lists += 1
        return self._game.candidates(state)

    def candidates_for(self, state: Any, evidence: Evidence) -> Iterator[Any]:
        self.lists += 1
        return self._game.candidates_for(state, evidence)

    @property
    def asked(self) -> Asked:
        return Asked(self.states, self.lists)


class Counted(People):
    """People at whose table each look's questions are counted, beside its time."""

    def __init__(self, *args: Any) -> None:
        self.asked = list[Asked]()
        self._questioned = Questioned(cast(AnyGame, args[0]))
        super().__init__(*args)

    def _explain(self, work: Work) -> Future[Any]:
        before = self._questioned.asked
        if isinstance(work, partial):
            work = partial(work.func, self._questioned, *work.args[1:], **work.keywords)
        done = super()._explain(work)
        self.asked.append(Asked(*(now - then for now, then in zip(self._questioned.asked, before, strict=True))))
        return done


def looks(evening: Evening) -> Sequence[tuple[Asked, float]]:
    """Each look of that evening: what it asked, and its microseconds."""
    for again in range(ATTEMPTS):
        own = evening.seed + again * NEXT_SEED
        people = Counted(GAMES[evening.game], evening.players, own, evening.behaviour)
        if isinstance(trial(people, SETS[evening.behaviours][evening.family][evening.behaviour]), Verdict):
            return [*zip(people.asked, people.looks, strict=True)]
    raise ValueError(f"No position was found in which '{evening.behaviour}' is possible.")


class SlowLook(NamedTuple):
    """The slowest look of an evening, by its number, and what it asked when it was written down."""

    evening: Evening
    number: int
    asked: Asked


SLOWEST = (
    SlowLook(
        Evening("second", "covers", "three moves are made, the first one under a book", "inwo", 4, 2911000083),
        6,
        Asked(464, 61),
    ),
    SlowLook(
        Evening("second", "covers", "a book is taken away in the midst of a move", "iron_sky", 6, 2911000094),
        2,
        Asked(356, 51),
    ),
    SlowLook(
        Evening(
            "second", "hesitating", "a move is made, taken back, and the same made again", "iron_sky", 4, 2911000019
        ),
        7,
        Asked(281, 29),
    ),
    SlowLook(
        Evening("second", "covers", "two moves are made, the first one under a book", "iron_sky", 2, 2911000079),
        11,
        Asked(205, 8),
    ),
    SlowLook(
        Evening("fourth", "piles", "two piles are changed over slowly, and back", "inwo", 3, 2911000095),
        3,
        Asked(211, 21),
    ),
    SlowLook(
        Evening("fourth", "children", "a piece lies astray while two turns are played", "inwo", 4, 2911000083),
        2,
        Asked(187, 7),
    ),
    SlowLook(
        Evening("second", "mixed", "one squares a pile while another makes a move in parts", "iron_sky", 6, 2911000007),
        2,
        Asked(122, 37),
    ),
    SlowLook(
        Evening("first", "one by one", "parts of a move as written, 2 to 5 s apart", "new_world_order", 2, 2911000024),
        51,
        Asked(112, 0),
    ),
    SlowLook(
        Evening(
            "second",
            "timing",
            "the second of two moves begins before the first is finished, and is finished first",
            "new_world_order",
            3,
            2911000039,
        ),
        8,
        Asked(22, 13),
    ),
    SlowLook(
        Evening(
            "third",
            "counting",
            "two pieces are mixed up while a move is made elsewhere, and put right",
            "inwo",
            6,
            2911000059,
        ),
        12,
        Asked(52, 8),
    ),
)
"""An evening goes otherwise when actions are listed in another order: then its look is to be found anew."""


def lines() -> Iterator[str]:
    """Each of them as it is today, beside what it asked when it was written down."""
    for evening, number, asked in SLOWEST:
        now, microseconds = looks(evening)[number]
        text = f"{now.states:4} states ({asked.states:4}) {now.lists:4} lists ({asked.lists:3})"
        yield f"{microseconds / 1000:6.0f} ms {text}  {evening.game}, {evening.players}: {evening.behaviour}"
