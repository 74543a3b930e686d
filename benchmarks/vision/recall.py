"""How many labels are read in one picture, each reader beside the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from benchmarks.vision import peers
from benchmarks.vision.bench import Bench
from benchmarks.vision.measure import Tally, scenes, tallied, tally
from benchmarks.vision.scenes import Truth
from benchmarks.vision.specs import (
    AMONG_DECOYS,
    BUSY,
    COVERED,
    DARK,
    EASY,
    GLARED,
    HALF_COVERED,
    HARD,
    STEEP,
    TILTED,
    TYPICAL,
    Range,
    SceneSpec,
    at,
)

_ANY_SIZE, _ANY_ANGLE, _ANY_SHARE = Range(0.0, 100.0), Range(0.0, 90.0), Range(0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Goal:
    """A scene, the recall wanted, what the row is called, and which labels are asked for.

    Those of a kind, with modules of so many pixels, so many degrees between ray and label, and such a share to be seen.
    `slow` peers may be left out: on busy boards they take minutes. Goals with the same name `together` have a row more,
    of all their labels.
    """

    name: str
    spec: SceneSpec
    wanted: float
    kind: str = "clear"
    ppm: Range = _ANY_SIZE
    angle: Range = _ANY_ANGLE
    visible: Range = _ANY_SHARE
    slow: bool = True
    together: str = ""

    def asks_for(self, truth: Truth) -> bool:
        return (
            self.ppm.low <= truth.module_px <= self.ppm.high
            and self.angle.low <= truth.angle <= self.angle.high
            and self.visible.low <= truth.visible <= self.visible.high
        )


_TILTED_PPM, _STEEP = Range(1.3, 3.0), Range(50.0, 62.0)
_HALF, _MOST = Range(0.5, 0.98), Range(0.8, 0.98)


GOALS = (
    Goal("easy 1.0 ppm", at(EASY, 1.0), 0.99),
    Goal("typical 1.5 ppm", at(TYPICAL, 1.5), 0.995),
    Goal("typical 1.25 ppm", at(TYPICAL, 1.25), 0.99),
    Goal("typical 1.0 ppm", at(TYPICAL, 1.0), 0.95),
    Goal("hard 2.5 ppm", at(HARD, 2.5), 0.99),
    Goal("hard 2.0 ppm", at(HARD, 2.0), 0.97),
    Goal("hard 1.5 ppm", at(HARD, 1.5), 0.90),
    Goal("tilt 30-45, nominal 1.8", at(TILTED, 1.8), 0.97, ppm=_TILTED_PPM),
    Goal("tilt 30-45, nominal 2.4", at(TILTED, 2.4), 0.97, ppm=_TILTED_PPM),
    Goal("tilt 30-45, nominal 3.0", at(TILTED, 3.0), 0.97, ppm=_TILTED_PPM),
    Goal("dark 1.6 ppm", at(DARK, 1.6), 0.95),
    Goal("dark 2.0 ppm", at(DARK, 2.0), 0.95),
    Goal("dark 2.4 ppm", at(DARK, 2.4), 0.95),
    Goal("8-30 % covered, 2 ppm", at(COVERED, 2.0), 0.85, kind="covered", visible=Range(0.7, 0.98)),
    Goal("glare, 2 ppm", at(GLARED, 2.0), 0.50, kind="glare"),
    *(
        Goal(f"50-62 degrees, nominal {ppm}", at(STEEP, ppm), 0.97, ppm=_TILTED_PPM, angle=_STEEP, slow=False)
        for ppm in (2.0, 2.6, 3.4)
    ),
    *(
        Goal(
            f"{name} seen, {spec.name}, {spec.ppm}",
            spec,
            wanted,
            kind="covered",
            visible=share,
            slow=False,
            together=f"{name} seen, all of these",
        )
        for spec in (*(at(HALF_COVERED, ppm) for ppm in (1.0, 1.5, 2.2)), at(AMONG_DECOYS, 1.5), at(AMONG_DECOYS, 2.2))
        for name, share, wanted in (("50-98 %", _HALF, 0.88), ("80-98 %", _MOST, 0.95))
    ),
    Goal("busy board, 1.4 ppm", at(BUSY, 1.4), 0.99, slow=False),
    Goal("busy board, 2.0 ppm", at(BUSY, 2.0), 0.99, slow=False),
)


def goals(bench: Bench) -> None:
    """Recall where the goals are set; also wrong identities, and right ones more than a module off, of ours."""
    bench.report.title("Recall in one picture, %; of ours also wrong tags, and right ones more than a module off")
    heads = "".join(f"{name:>14s}" for name in peers.NAMES)
    bench.report.line(f"{'scene':34s}{'goal':>6s}{heads}{'labels':>8s}{'wrong':>7s}{'off':>5s}")
    together: dict[str, tuple[Goal, dict[str, Tally]]] = {}
    for spec, some in groupby(GOALS, lambda goal: goal.spec):
        asked = list(some)
        pictures = scenes(spec, range(100, 100 + bench.pictures), bench.payloads, bench.strangers)
        readers = bench.readers(spec, slow=all(goal.slow for goal in asked))
        readings = {name: [list(read(scene.image)) for scene in pictures] for name, read in readers.items()}
        bench.report.wrong += tallied(pictures, readings[peers.OURS], bench.known).wrong
        for goal in asked:
            got = {name: tallied(pictures, found, bench.known, goal.asks_for) for name, found in readings.items()}
            _print_goal(bench, goal, got)
            if goal.together:
                so_far = together.get(goal.together, (goal, {}))[1]
                together[goal.together] = goal, {name: one + so_far.get(name, Tally()) for name, one in got.items()}
    for name, (goal, got) in together.items():
        _print_goal(bench, replace(goal, name=name), got)


def _print_goal(bench: Bench, goal: Goal, got: dict[str, Tally]) -> None:
    ours = got[peers.OURS]
    mark = bench.report.mark(ours.recall(goal.kind) >= goal.wanted, goal.name)
    others = "".join(
        f"{100 * got[name].recall(goal.kind):14.1f}" if name in got else f"{'-':>14s}" for name in peers.NAMES[1:]
    )
    bench.report.line(
        f"{goal.name:34s}{100 * goal.wanted:6.1f}{100 * ours.recall(goal.kind):13.1f}{mark}{others}"
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
