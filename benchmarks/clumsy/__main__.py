"""How the companion does with people who are not tidy: `python -m benchmarks.clumsy [GAME...] [--trials N]`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, get_args

import click

from benchmarks.clumsy.behaviours import SETS
from benchmarks.clumsy.faces import Faced, faced_tags, with_equal_cards
from benchmarks.clumsy.frames import RenderedFrames
from benchmarks.clumsy.judge import Verdict
from benchmarks.clumsy.people import People
from benchmarks.clumsy.report import Done, Planned, plain, with_figures
from benchmarks.clumsy.trial import Skipped, trial
from benchmarks.marked_pages import PAGE
from companion.appliance.memory import settle
from companion.games import GAMES

ATTEMPTS = 8
"""So many positions are looked for in which a behaviour is possible."""

NEXT_SEED = 7_919_000_000
RESTARTED = 4
"""With real frames one companion in so many was started in the middle of the evening."""

CHUNK = 4
FACED = "Which cards wear no label: they are known by their faces."


@dataclass(frozen=True, slots=True)
class Choice:
    """Which trials are wanted: behaviours of one set whose `family: name` has `only` in it."""

    games: Sequence[str] = tuple(GAMES)
    seed: int = 1
    behaviours: str = "first"
    only: str = ""
    real: bool = False
    faced: Faced = "none"
    equal: bool = False


def plan(choice: Choice, numbers: Iterable[int]) -> Iterator[Planned]:
    """Every behaviour equally often, in every game. Each trial depends on its number and the seed alone."""
    families = SETS[choice.behaviours].items()
    names = [(family, name) for family, some in families for name in some if choice.only in f"{family}: {name}"]
    each = [(game, family, name) for family, name in names for game in choice.games]
    for number in numbers:
        game, family, name = each[number % len(each)]
        own = choice.seed * 1_000_000 + number
        players = Random(own).choice(list(GAMES[game].players))
        yield Planned(game, players, own, family, name, choice.behaviours, choice.real, choice.faced, choice.equal)


def run(planned: Planned) -> Done:
    """Positions are looked for with the ideal eye, until one fits; with real frames the same is then done again."""
    skipped = Counter[str]()
    for again in range(ATTEMPTS):
        found = _attempt(planned, again, real=False)
        if isinstance(found, Verdict):
            return Done(planned, _attempted(planned, again) if planned.real else found, skipped)
        skipped[found.value] += 1
    return Done(planned, None, skipped)


def _attempted(planned: Planned, again: int) -> Verdict | None:
    found = _attempt(planned, again, real=True)
    return found if isinstance(found, Verdict) else None


def _attempt(planned: Planned, again: int, *, real: bool) -> Verdict | Skipped:
    own = planned.seed + again * NEXT_SEED
    game = GAMES[planned.game]
    if planned.equal:
        game = with_equal_cards(game, planned.players)
    people = People(game, planned.players, own, planned.behaviour)
    if planned.faced != "none":
        people.know_faces(faced_tags(game, planned.faced, own))
    if real:
        frames = partial(RenderedFrames, people.game, people.reality.scenery)
        people.watched_by(frames, from_the_start=bool(planned.seed % RESTARTED))
    return trial(people, SETS[planned.behaviours][planned.family][planned.behaviour])


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(GAMES)))
@click.option("--trials", default=200, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1))
@click.option("--set", "behaviours", default="first", show_default=True, type=click.Choice(list(SETS)))
@click.option("--only", default="", help="Only behaviours with this in `family: name`.")
@click.option("--real", is_flag=True, help="With rendered frames and the real tracking pipeline.")
@click.option("--faces", "faced", default="none", show_default=True, help=FACED, type=click.Choice(get_args(Faced)))
@click.option(
    "--equal-cards", "equal", is_flag=True, help="With decks that have cards in common, and several of a kind."
)
@click.option("--verbose", is_flag=True, help="The transcript of each trial with a fault.")
@click.option("--markdown", "page", type=PAGE, help="Puts the tables between their marks on this page.")
@click.option("--output", type=click.Path(path_type=Path), help="A line of JSON a trial; goes on where it ends.")
def main(games: tuple[str, ...], trials: int, jobs: int, output: Path | None, **options: Any) -> None:
    """Measure what becomes of clumsy evenings."""
    verbose, page = options.pop("verbose"), options.pop("page")
    if options["real"] and options["faced"] != "none":
        raise click.UsageError("Of rendered frames labels alone are read here: leave --faces or --real away.")
    kind = f"{'real frames' if options['real'] else 'ideal eye'}, {options['behaviours']} set"
    kind += {"none": "", "half": ", half by faces", "all": ", by faces"}[options["faced"]]
    kind += ", equal cards" if options["equal"] else ""
    done = list(_read(output)) if output is not None and output.exists() else []
    planned = list(plan(Choice(games or tuple(GAMES), **options), range(len(done), trials)))
    begun = perf_counter()
    for each in _run_all(planned, jobs):
        done.append(each)
        if verbose:
            _tell(each)
        if output is not None:
            _write(output, each)
    seconds = perf_counter() - begun
    click.echo(plain(done))
    if page is not None:
        page.write_text(with_figures(page.read_text(encoding="utf-8"), kind, done), encoding="utf-8")
    rate = f", {len(planned) / seconds:.2f} a second" if planned else ""
    click.echo(f"{len(planned)} trials in {seconds:.0f} s{rate}")


def _run_all(planned: Sequence[Planned], jobs: int) -> Iterator[Done]:
    settle()  # as the companion does once it has started
    if jobs == 1:
        yield from map(run, planned)
        return
    with ProcessPoolExecutor(jobs, initializer=settle) as pool:
        yield from pool.map(run, planned, chunksize=CHUNK)


def _tell(done: Done) -> None:
    planned, verdict, _ = done
    if verdict is None or verdict.clean:
        return
    click.echo(f"{planned.game}, {planned.players} players, seed {verdict.seed}, {planned.family}: {planned.behaviour}")
    for note in verdict.notes:
        click.echo(f"    {note}")


def _read(output: Path) -> Iterator[Done]:
    """What was written before."""
    for text in output.read_text().splitlines():
        line = json.loads(text)
        verdict = Verdict(**line["verdict"]) if line["verdict"] else None
        yield Done(Planned(*line["planned"]), verdict, line["skipped"])


def _write(output: Path, done: Done) -> None:
    """The transcript of a clean trial is of no use to anybody."""
    verdict = done.verdict and asdict(done.verdict) | ({"notes": []} if done.verdict.clean else {})
    with output.open("a") as file:
        file.write(json.dumps({"planned": done.planned, "verdict": verdict, "skipped": done.skipped}) + "\n")


if __name__ == "__main__":
    main()
