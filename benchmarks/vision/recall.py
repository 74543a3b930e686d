"""How many labels are read in one picture, each reader beside the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.vision import peers
from benchmarks.vision.bench import Bench
from benchmarks.vision.measure import Tally, scenes, tally
from benchmarks.vision.specs import COVERED, DARK, EASY, GLARED, HARD, TILTED, TYPICAL, SceneSpec, at


@dataclass(frozen=True, slots=True)
class Goal:
    """A scene, the kind of label asked for, the recall wanted, the module sizes that count, and what it is called."""

    name: str
    spec: SceneSpec
    wanted: float
    kind: str = "clear"
    ppm: tuple[float, float] = (0.0, 100.0)


GOALS = (
    Goal("easy 1.0 ppm", at(EASY, 1.0), 0.99),
    Goal("typical 1.5 ppm", at(TYPICAL, 1.5), 0.995),
    Goal("typical 1.25 ppm", at(TYPICAL, 1.25), 0.99),
    Goal("typical 1.0 ppm", at(TYPICAL, 1.0), 0.95),
    Goal("hard 2.5 ppm", at(HARD, 2.5), 0.99),
    Goal("hard 2.0 ppm", at(HARD, 2.0), 0.97),
    Goal("hard 1.5 ppm", at(HARD, 1.5), 0.90),
    Goal("tilt 30-45, nominal 1.8", at(TILTED, 1.8), 0.97, ppm=(1.3, 3.0)),
    Goal("tilt 30-45, nominal 2.4", at(TILTED, 2.4), 0.97, ppm=(1.3, 3.0)),
    Goal("tilt 30-45, nominal 3.0", at(TILTED, 3.0), 0.97, ppm=(1.3, 3.0)),
    Goal("dark 1.6 ppm", at(DARK, 1.6), 0.95),
    Goal("dark 2.0 ppm", at(DARK, 2.0), 0.95),
    Goal("dark 2.4 ppm", at(DARK, 2.4), 0.95),
    Goal("8-30 % covered, 2 ppm", at(COVERED, 2.0), 0.85, kind="covered"),
    Goal("glare, 2 ppm", at(GLARED, 2.0), 0.50, kind="glare"),
)


def goals(bench: Bench) -> None:
    """Recall where the goals are set; also wrong identities, and right ones more than a module off, of ours."""
    bench.report.title("Recall in one picture, %; of ours also wrong tags, and right ones more than a module off")
    heads = "".join(f"{name:>14s}" for name in peers.NAMES)
    bench.report.line(f"{'scene':25s}{'goal':>6s}{heads}{'labels':>8s}{'wrong':>7s}{'off':>5s}")
    for goal in GOALS:
        pictures = scenes(goal.spec, range(100, 100 + bench.pictures), bench.payloads, bench.strangers)
        got = {name: tally(read, pictures, bench.known, goal.ppm) for name, read in bench.readers(goal.spec).items()}
        _print_goal(bench, goal, got)


def _print_goal(bench: Bench, goal: Goal, got: dict[str, Tally]) -> None:
    ours = got[peers.OURS]
    mark = bench.report.mark(ours.recall(goal.kind) >= goal.wanted, goal.name)
    others = "".join(f"{100 * got[name].recall(goal.kind):14.1f}" for name in peers.NAMES[1:])
    bench.report.wrong += ours.wrong
    bench.report.line(
        f"{goal.name:25s}{100 * goal.wanted:6.1f}{100 * ours.recall(goal.kind):13.1f}{mark}{others}"
        f"{ours.shown.get(goal.kind, 0):8d}{ours.wrong:7d}{ours.misplaced:5d}"
    )


def curves(bench: Bench, sizes: Sequence[float]) -> dict[str, dict[str, list[float]]]:
    """Recall against pixels per module, for the plot and the tables below it."""
    result: dict[str, dict[str, list[float]]] = {}
    for spec in (EASY, TYPICAL, HARD):
        bench.report.title(f"Recall against pixels per module, {spec.name}, %")
        bench.report.line(f"{'ppm':14s}" + "".join(f"{size:7.2f}" for size in sizes))
        shares: dict[str, list[float]] = {}
        for ppm in sizes:
            pictures = scenes(at(spec, ppm), range(200, 200 + max(1, bench.pictures // 2)), bench.payloads, ())
            for name, read in bench.readers(at(spec, ppm)).items():
                shares.setdefault(name, []).append(tally(read, pictures, bench.known).recall())
        for name, values in shares.items():
            bench.report.line(f"{name:14s}" + "".join(f"{100 * value:7.1f}" for value in values))
        result[spec.name] = shares
    return result
