"""Counts and times: what a reader got right, what it made up, how long it took."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.peers import Reader, Reading
from benchmarks.vision.scenes import Scene, Truth, render
from benchmarks.vision.specs import SceneSpec
from companion.conformance.tag_tables import make
from companion.core.tags import ALPHABET, TagId, stem

BOOK_SIZE = 500
STRANGERS = 400


def book() -> list[str]:
    """Payloads as a game's table has them, far from one another."""
    return list(make([TagId("B", number) for number in range(1, BOOK_SIZE + 1)], []).values())


def strangers() -> list[str]:
    """Well-formed payloads that are in no book, and not chosen to be far from it either."""
    result = []
    for number in range(1, STRANGERS + 1):
        start = stem(TagId("X", number))
        digest = hashlib.sha256(start.encode()).digest()
        result.append(start + "".join(ALPHABET[byte % 36] for byte in digest[:5]))
    return result


@dataclass(slots=True)
class Tally:
    """How many labels of each kind there were and were read, and readings that are wrong.

    A label counts as read when its text was read within one module of its centre. `wrong` counts readings of tags of
    the book where no such label is; `misplaced` those of a label that is there, but more than a module away.
    """

    shown: dict[str, int] = field(default_factory=dict)
    read: dict[str, int] = field(default_factory=dict)
    wrong: int = 0
    misplaced: int = 0

    def recall(self, kind: str = "clear") -> float:
        """Share read of the labels of a kind, nan when there were none."""
        shown = self.shown.get(kind, 0)
        return self.read.get(kind, 0) / shown if shown else float("nan")

    def add(
        self, scene: Scene, readings: Sequence[Reading], known: frozenset[str], asked_for: Callable[[Truth], bool]
    ) -> None:
        """Counts one picture, and of its labels those that are asked for."""
        for truth in scene.truths:
            if asked_for(truth):
                hit = any(_is_reading_of(reading, truth) for reading in readings)
                self.shown[truth.kind] = self.shown.get(truth.kind, 0) + 1
                self.read[truth.kind] = self.read.get(truth.kind, 0) + hit
        for reading in readings:
            if reading.text in known and not any(_is_reading_of(reading, truth) for truth in scene.truths):
                near = any(t.payload == reading.text and _apart(reading, t) < 10 * t.module_px for t in scene.truths)
                self.misplaced += near
                self.wrong += not near

    def __add__(self, other: Tally) -> Tally:
        shown, read = Counter(self.shown) + Counter(other.shown), Counter(self.read) + Counter(other.read)
        return Tally(shown, read, self.wrong + other.wrong, self.misplaced + other.misplaced)


def _apart(reading: Reading, truth: Truth) -> float:
    return float(np.hypot(reading.x - truth.centre[0], reading.y - truth.centre[1]))


def _is_reading_of(reading: Reading, truth: Truth) -> bool:
    return reading.text == truth.payload and _apart(reading, truth) <= truth.module_px


def scenes(spec: SceneSpec, seeds: Iterable[int], known: Sequence[str], foreign: Sequence[str]) -> list[Scene]:
    return [render(spec, known, foreign, seed) for seed in seeds]


def tally(
    reader: Reader,
    pictures: Sequence[Scene],
    known: frozenset[str],
    asked_for: Callable[[Truth], bool] = lambda _truth: True,
) -> Tally:
    return tallied(pictures, [list(reader(scene.image)) for scene in pictures], known, asked_for)


def tallied(
    pictures: Sequence[Scene],
    readings: Sequence[Sequence[Reading]],
    known: frozenset[str],
    asked_for: Callable[[Truth], bool] = lambda _truth: True,
) -> Tally:
    """Of what was read in each of the pictures."""
    result = Tally()
    for scene, found in zip(pictures, readings, strict=True):
        result.add(scene, found, known, asked_for)
    return result


def milliseconds(
    readers: Mapping[str, Callable[[NDArray[np.uint8]], object]], image: NDArray[np.uint8], rounds: int
) -> dict[str, float]:
    """Processor time of each reader's quickest run on this thread; they take turns, after one run to warm up."""
    return {name: 1e3 * min(times) for name, times in in_turn(readers, image, rounds).items()}


def in_turn(
    readers: Mapping[str, Callable[[NDArray[np.uint8]], object]], image: NDArray[np.uint8], rounds: int
) -> dict[str, list[float]]:
    """Seconds of processor time of each reader, round by round: what disturbs one disturbs all of its round."""
    took: dict[str, list[float]] = {name: [] for name in readers}
    for number in range(rounds + (rounds > 1)):
        for name, reader in readers.items():
            start = time.thread_time()
            reader(image)
            if number or rounds == 1:
                took[name].append(time.thread_time() - start)
    return took
