"""Writes anew what is concluded of the recorded looks (`tests/core/belief/looks`): read the diff before you commit it.

`python -m scripts.recorded_looks`. With `--find SEED` looks of other clumsy evenings are added that notice small faults
(`scripts/mutants.py`) which none of those that are there notices.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import click

from companion.errors import NotationError
from scripts.mutant_runs import REACHED, Importer, Line, Living, in_child, probed
from scripts.mutants import BELIEF, ROOT, Mutant, equivalent, mutants, room_of

if TYPE_CHECKING:  # what they import is to be watched
    from benchmarks.clumsy.recorded import RecordedEvening

FOLDER = ROOT / "tests" / "core" / "belief" / "looks"

_SECONDS_EACH = 1.0
"""Of the processor, for the looks that are asked of one mutant."""

_MOST_ASKED = 100
_PATIENCE = 20
"""Seconds of the processor after which a mutant that finds no end is noticed."""


class _Look(NamedTuple):
    """An evening of a single look, which lines it reaches, and in how many seconds."""

    evening: RecordedEvening
    seconds: float
    reached: frozenset[Line]

    def notices(self) -> bool:
        from benchmarks.clumsy.recorded import concluded_anew

        try:
            return concluded_anew(self.evening) != self.evening
        except Exception:  # noqa: BLE001  whatever a mutant raises is noticed
            return True


def _kept() -> dict[str, list[RecordedEvening]]:
    from benchmarks.clumsy.recorded import read_evenings

    return {path.stem: [*read_evenings(path)] for path in sorted(FOLDER.glob("*.toml"))}


def _write_anew(evenings: Mapping[str, Iterable[RecordedEvening]]) -> None:
    from benchmarks.clumsy.recorded import concluded_anew, write_evenings

    for game, some in evenings.items():
        write_evenings(Path(FOLDER, f"{game}.toml"), map(concluded_anew, some))


def _apart(evenings: Iterable[RecordedEvening]) -> Iterator[_Look]:
    """Each look as an evening of its own, if the same is concluded from what is written of it."""
    from benchmarks.clumsy.recorded import concluded_anew

    for evening in evenings:
        for look in evening.looks:
            REACHED.clear()
            begun = time.process_time()
            try:
                alone = concluded_anew(replace(evening, looks=[look]))
            except NotationError:
                continue  # Half-way through a step that the notation of positions does not tell.
            if alone.looks == [look]:
                yield _Look(alone, time.process_time() - begun, frozenset(REACHED))


def _chosen(kept: Sequence[_Look], found: Sequence[_Look], random: Random) -> Iterator[_Look]:
    """Of those that were found one for each mutant that none before it notices."""
    chosen, living, settled = [*kept], Living(), equivalent()
    every = [each for path in room_of(BELIEF) for each in mutants(path) if each.identity not in settled]
    gc.collect()
    gc.freeze()  # else each child copies what it only looks through
    for mutant in random.sample(every, len(every)):
        line = mutant.path, mutant.statement
        known = sorted((each for each in chosen if line in each.reached), key=lambda each: each.seconds)
        others = [each for each in found if line in each.reached]
        order = [*known, *random.sample(others, min(_MOST_ASKED, len(others)))]
        first, _ = in_child(partial(_first, mutant, order, living), _PATIENCE)
        if isinstance(first, int) and first >= len(known):
            chosen.append(order[first])
            yield order[first]


def _first(mutant: Mutant, order: Sequence[_Look], living: Living) -> tuple[int, int]:
    """The number of the first that notices, or -1; and how many were asked."""
    living.change(mutant)
    begun = time.process_time()
    for number, each in enumerate(order):
        if each.notices():
            return number, number + 1
        if time.process_time() - begun > _SECONDS_EACH:
            return -1, number + 1
    return -1, len(order)


def _find(seed: int, seconds: float) -> None:
    Importer({str(path.relative_to(ROOT)): probed for path in room_of(BELIEF)}).import_all()
    from benchmarks.clumsy.recording import evenings

    kept = _kept()
    found = [*_apart(evenings(seed, seconds))]
    known = [*_apart(each for some in kept.values() for each in some)]
    for each in _chosen(known, found, Random(seed)):
        some = kept.setdefault(each.evening.game, [])
        place = next((number for number, one in enumerate(some) if one.position == each.evening.position), len(some))
        looks = some[place].looks if place < len(some) else ()
        some[place : place + 1] = [replace(each.evening, looks=[*looks, *each.evening.looks])]
        click.echo(f"{each.evening.game}: {each.evening.told}")
    _write_anew(kept)


@click.command()
@click.option("--find", type=int, metavar="SEED", help="Add looks of evenings of that seed that notice more.")
@click.option("--seconds", default=120.0, show_default=True, help="Of the processor, for those evenings.")
def main(find: int | None, seconds: float) -> None:
    """Write anew what is concluded of the recorded looks."""
    if find is not None:
        _find(find, seconds)
    else:
        _write_anew(_kept())


if __name__ == "__main__":
    main()
