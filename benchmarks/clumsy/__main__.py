"""How the companion does with people who are not tidy: `python -m benchmarks.clumsy [GAME...] [--trials N]`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import click

from benchmarks.clumsy.behaviours import FAMILIES
from benchmarks.clumsy.frames import RenderedFrames
from benchmarks.clumsy.people import People, Verdict
from benchmarks.clumsy.trial import Skipped, trial
from companion.games import GAMES

FAULTS = (
    "silently_wrong",
    "wrong_for_a_moment",
    "false_not_allowed",
    "unfair_question",
    "deadlock",
    "crashed",
    "unnamed",
)
PLANNED = ("game", "players", "seed", "family", "behaviour", "real")
ATTEMPTS = 8
"""So many positions are looked for in which a behaviour is possible."""

Planned = tuple[str, int, int, str, str, bool]
"""Game, players, seed, family and name of a trial; whether with real frames."""

Done = tuple[Planned, Verdict | None, Counter[str]]
"""A trial, and how often each reason to skip a position has come."""


def plan(games: Sequence[str], numbers: range, seed: int, only: str = "", real: bool = False) -> Iterator[Planned]:
    """Every behaviour equally often, in every game. Each trial depends on its number and the seed alone."""
    names = [(family, name) for family, some in FAMILIES.items() for name in some if only in f"{family}: {name}"]
    each = [(game, family, name) for family, name in names for game in games]
    for number in numbers:
        game, family, name = each[number % len(each)]
        own = seed * 1_000_000 + number
        yield game, Random(own).choice(list(GAMES[game].players)), own, family, name, real


def run(planned: Planned) -> Done:
    game, players, seed, family, name, real = planned
    skipped = Counter[str]()
    for again in range(ATTEMPTS):
        people = People(GAMES[game], players, seed + again * 7_919_000_000)
        if real:
            people.eyes = RenderedFrames(people.game, people.eye)
        found = trial(people, name, FAMILIES[family][name])
        if isinstance(found, Verdict):
            return planned, found, skipped
        skipped[found.name] += 1
    return planned, None, skipped


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(GAMES)))
@click.option("--trials", default=200, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
@click.option("--jobs", default=1, show_default=True)
@click.option("--only", default="", help="Only behaviours whose name has this in it.")
@click.option("--real", is_flag=True, help="With rendered frames and the real tracking pipeline.")
@click.option("--verbose", is_flag=True, help="Say what went wrong in each trial.")
@click.option("--output", type=click.Path(path_type=Path), help="A line of JSON a trial; goes on where it ends.")
def main(games: tuple[str, ...], trials: int, jobs: int, **options: Any) -> None:
    """Measure what becomes of clumsy evenings."""
    output, verbose = options.pop("output"), options.pop("verbose")
    done: list[Done] = list(_read(output)) if output is not None and output.exists() else []
    planned = list(plan(games or tuple(GAMES), range(len(done), trials), **options))
    begun = perf_counter()
    with ProcessPoolExecutor(jobs) as pool:
        for each in pool.map(run, planned, chunksize=4) if jobs > 1 else map(run, planned):
            done.append(each)
            if verbose:
                _tell(each)
            if output is not None:
                _write(output, each)
    _report(done)
    click.echo(f"{len(planned)} trials in {perf_counter() - begun:.0f} s")


def _tell(done: Done) -> None:
    (game, players, _, family, name, _), verdict, skipped = done
    if verdict is not None and (not verdict.clean or Skipped.UNSETTLED.name in skipped):
        click.echo(f"{game} {players} {verdict.seed} {family}: {name} {dict(skipped) or ''}")
        for note in verdict.notes:
            click.echo(f"    {note}")


def _read(output: Path) -> Iterator[Done]:
    """What was written before."""
    for text in output.read_text().splitlines():
        line = json.loads(text)
        planned = tuple(line[key] for key in PLANNED)
        verdict = Verdict(**line["verdict"]) if line["verdict"] else None
        yield planned, verdict, Counter(line["skipped"])


def _write(output: Path, done: Done) -> None:
    planned, verdict, skipped = done
    line = dict(zip(PLANNED, planned, strict=True)) | {"skipped": skipped, "verdict": verdict and asdict(verdict)}
    with output.open("a") as file:
        file.write(json.dumps(line) + "\n")


def _report(done: list[Done]) -> None:
    families: dict[str, Counter[str]] = {}
    behaviours: dict[str, Counter[str]] = {}
    total: Counter[str] = Counter()
    for (game, _, _, family, name, _), verdict, skipped in done:
        counted = Counter({f"skipped {reason}": number for reason, number in skipped.items()})
        if verdict is None:
            counted["none"] += 1
        else:
            counted.update(["trials", *(fault for fault in FAULTS if getattr(verdict, fault))])
            counted.update({"touches": verdict.touches, "clean": verdict.clean, "illegal": verdict.illegal})
        for counter in (
            behaviours.setdefault(f"{family}: {name}", Counter()),
            families.setdefault(f"{game}, {family}", Counter()),
            families.setdefault(f"{game}, all", Counter()),
            total,
        ):
            counter.update(counted)
    heads = ("trials", "silent", "moment", "false", "unfair", "dead", "crash", "unnamed", "illegal", "taps")
    for rows in (behaviours, dict(sorted(families.items())), {"all": total}):
        click.echo(f"{'':82}" + "".join(f"{head:>8}" for head in heads))
        for title, counter in rows.items():
            cells = "".join(f"{counter[key]:8}" for key in ("trials", *FAULTS, "illegal"))
            click.echo(f"{title:82}{cells}{counter['touches'] / max(counter['trials'], 1):8.2f}")
    skips = ", ".join(f"{key} {number}" for key, number in sorted(total.items()) if key.startswith("skipped"))
    click.echo(f"without a position {total['none']}; {skips}")


if __name__ == "__main__":
    main()
