"""The figures of many trials as tables: of each family in each game, of each behaviour, and against the goals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from benchmarks.clumsy.faces import Faced
from benchmarks.clumsy.judge import FAULTS, Verdict
from benchmarks.marked_pages import between_marks


class Planned(NamedTuple):
    """One trial: everything it depends on. `real`: with rendered frames and the tracking pipeline.

    `faced`: which cards are known by their faces; `equal`: decks have cards in common, and several of a kind.
    """

    game: str
    players: int
    seed: int
    family: str
    behaviour: str
    behaviours: str = "first"
    real: bool = False
    faced: Faced = "none"
    equal: bool = False


class Done(NamedTuple):
    """A trial, what became of it (None: no position fitted), and how often each reason to skip a position came."""

    planned: Planned
    verdict: Verdict | None
    skipped: Mapping[str, int]


HEADS = (
    "trials",
    "silently wrong",
    "settled wrong",
    "for a moment",
    'false "Not allowed"',
    "unfair",
    "deadlock",
    "crashed",
    "unnamed",
    "of illegal",
    "touches",
)
TIDY = "tidy"


@dataclass(frozen=True, slots=True)
class Goal:
    """A share of trials, or of another count, that is not to be exceeded."""

    name: str
    most: float
    counted: str
    among: str = "trials"


GOALS = (
    Goal("silently wrong", 0.0, "silently_wrong"),
    Goal("wrong and shown as settled", 0.0, "settled_wrong"),
    Goal("wrong for a moment", 0.01, "wrong_for_a_moment"),
    Goal('false "Not allowed"', 0.005, "false_not_allowed"),
    Goal("unfair questions", 0.02, "unfair_question"),
    Goal("deadlocks", 0.0, "deadlock"),
    Goal("crashed", 0.0, "crashed"),
    Goal("illegal moves unnamed after 4 s", 0.01, "unnamed", "illegal"),
    Goal("tidy moves asked about", 0.007, "asked", "moves"),
    Goal("tidy evenings wrong", 0.0, "tidy wrong", "tidy"),
)
MEAN_TOUCHES = 2.0


def counts(done: Sequence[Done], title: Callable[[Planned], str]) -> dict[str, Counter[str]]:
    """What happened, by that title."""
    rows: dict[str, Counter[str]] = {}
    for each in done:
        rows.setdefault(title(each.planned), Counter()).update(_count(each))
    return rows


def _count(done: Done) -> Counter[str]:
    counted = Counter({f"skipped, {reason}": number for reason, number in done.skipped.items()})
    verdict = done.verdict
    if verdict is None:
        return counted + Counter(["without a position"])
    counted.update(["trials", *(fault for fault in FAULTS if getattr(verdict, fault))])
    counted.update({name: getattr(verdict, name) for name in ("touches", "illegal", "moves", "asked")})
    counted.update({f"let pass: {reason}": number for reason, number in verdict.excused.items()})
    if done.planned.family == TIDY:
        is_wrong = verdict.silently_wrong or verdict.settled_wrong or verdict.wrong_for_a_moment
        counted.update({"tidy": 1, "tidy wrong": is_wrong})
    return counted


def tables(done: Sequence[Done], line: Callable[[Sequence[str]], str], head: Callable[[], str]) -> Iterator[str]:
    """The lines of all tables; `line` and `head` make them of cells."""
    total = counts(done, lambda _: "all")["all"]
    families = counts(done, lambda planned: f"{planned.game.replace('_', ' ')}, {planned.family}")
    games = counts(done, lambda planned: f"{planned.game.replace('_', ' ')}, {planned.players} players")
    for rows in (dict(sorted(families.items())), dict(sorted(games.items())), {"all": total}):
        yield line(("", *HEADS))
        yield head()
        yield from (line((title, *_cells(counter))) for title, counter in rows.items() if counter["trials"])
        yield ""
    yield from goals(total)
    yield ""
    yield from (f"{key}: {count}" for key, count in sorted(total.items()) if key.startswith(("let", "skip", "without")))


def behaviours(done: Sequence[Done]) -> Iterator[str]:
    """A line for each behaviour with a fault."""
    rows = counts(done, lambda planned: f"{planned.family}: {planned.behaviour}")
    for title, counter in rows.items():
        faults = ", ".join(f"{fault} {counter[fault]}" for fault in FAULTS if counter[fault])
        if faults:
            yield f"{title}: {faults} of {counter['trials']}"


def goals(total: Counter[str]) -> Iterator[str]:
    for goal in GOALS:
        if among := total[goal.among]:
            share = total[goal.counted] / among
            verdict = "reached" if share <= goal.most else "MISSED"
            yield f"{verdict}: {goal.name} {total[goal.counted]} of {among}, {share:.2%}; goal {goal.most:.1%} at most"
    if trials := total["trials"]:
        mean = total["touches"] / trials
        verdict = "reached" if mean <= MEAN_TOUCHES else "MISSED"
        yield f"{verdict}: touches {mean:.2f} in the mean; goal {MEAN_TOUCHES:g} at most"


def _cells(counter: Counter[str]) -> Iterator[str]:
    yield from (str(counter[key]) for key in ("trials", *FAULTS, "illegal"))
    yield f"{counter['touches'] / max(counter['trials'], 1):.2f}"


def plain(done: Sequence[Done]) -> str:
    def line(cells: Sequence[str]) -> str:
        return f"{cells[0]:36}" + "".join(f"{cell[:15]:>16}" for cell in cells[1:])

    return "\n".join([*behaviours(done), "", *tables(done, line, lambda: "-" * 36)])


def markdown(done: Sequence[Done]) -> str:
    lines = tables(done, lambda cells: f"| {' | '.join(cells)} |", lambda: "|---" * (len(HEADS) + 1) + "|")
    return "\n".join(line if line.startswith("|") or not line else f"- {line}" for line in lines)


def with_figures(page: str, kind: str, done: Sequence[Done]) -> str:
    """The page with these figures between the marks of their kind. Raises ClickException where it has no such marks."""
    return between_marks(page, kind, f"{len(done)} trials.\n\n{markdown(done)}")
