"""What is read and what is made up: recall beside the peers, false readings; each function measures and prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.vision import peers
from benchmarks.vision.measure import Tally, book, scenes, strangers, tally
from benchmarks.vision.peers import Reader
from benchmarks.vision.scenes import render
from benchmarks.vision.specs import COVERED, DARK, EASY, GLARED, HARD, NUISANCES, TILTED, TYPICAL, SceneSpec, at
from vision.codebook import Codebook
from vision.reading.judge import judge

ANY = (0.0, 100.0)


@dataclass(frozen=True, slots=True)
class Goal:
    """A scene, the kind of label asked for, the recall wanted, the module sizes that count, and what it is called."""

    name: str
    spec: SceneSpec
    wanted: float
    kind: str = "clear"
    ppm: tuple[float, float] = ANY


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


class Bench:
    """What every table needs: the book, strangers, and how many pictures to take."""

    def __init__(self, pictures: int) -> None:
        self.payloads, self.strangers = book(), strangers()
        self.known = frozenset(self.payloads)
        self.codebook = Codebook(self.payloads)
        self.pictures = pictures

    def readers(self, spec: SceneSpec) -> dict[str, Reader]:
        return {peers.OURS: peers.closed_set(self.codebook, spec), **peers.quick_peers()}


def recall_goals(bench: Bench) -> dict[str, dict[str, Tally]]:
    """Recall where the goals are set, each reader beside the other."""
    print("\nRecall in one picture, %; wrong identities, and right ones misplaced by more than a module, of ours")
    print(
        f"{'scene':26s}{'goal':>7s}{'ours':>8s}{'zxing-cpp':>11s}{'pyzbar':>8s}{'labels':>8s}{'wrong':>7s}{'misplaced':>11s}"
    )
    results = {}
    for goal in GOALS:
        pictures = scenes(goal.spec, range(100, 100 + bench.pictures), bench.payloads, bench.strangers)
        got = {name: tally(read, pictures, bench.known, goal.ppm) for name, read in bench.readers(goal.spec).items()}
        ours = got[peers.OURS]
        shares = [100 * got[name].recall(goal.kind) for name in (peers.OURS, peers.ZXING, peers.PYZBAR)]
        mark = " " if shares[0] >= 100 * goal.wanted else "!"
        print(
            f"{goal.name:26s}{100 * goal.wanted:7.1f}{shares[0]:7.1f}{mark}{shares[1]:11.1f}{shares[2]:8.1f}"
            f"{ours.shown.get(goal.kind, 0):8d}{ours.wrong:7d}{ours.misplaced:11d}",
            flush=True,
        )
        results[goal.name] = got
    return results


def recall_curves(bench: Bench, sizes: Sequence[float]) -> dict[str, dict[str, list[float]]]:
    """Recall against pixels per module, for the plot and the table below it."""
    curves: dict[str, dict[str, list[float]]] = {}
    for spec in (EASY, TYPICAL, HARD):
        print(f"\nRecall against pixels per module, {spec.name}, %\n{'ppm':14s}" + "".join(f"{p:7.2f}" for p in sizes))
        shares: dict[str, list[float]] = {}
        for ppm in sizes:
            pictures = scenes(at(spec, ppm), range(200, 200 + max(1, bench.pictures // 2)), bench.payloads, ())
            for name, read in bench.readers(at(spec, ppm)).items():
                shares.setdefault(name, []).append(tally(read, pictures, bench.known).recall())
        for name, values in shares.items():
            print(f"{name:14s}" + "".join(f"{100 * v:7.1f}" for v in values), flush=True)
        curves[spec.name] = shares
    return curves


def false_reads(bench: Bench, readings: int) -> None:
    """Tables with foreign labels, look-alikes and text: whole pictures read, and places judged at random."""
    reader, shown, judged, accepted, seed = Tally(), 0, 0, 0, 300
    rng = np.random.default_rng(seed)
    while judged < readings:
        scene = render(NUISANCES if seed % 3 else replace(NUISANCES, labels=0), bench.payloads, bench.strangers, seed)
        found = peers.closed_set(bench.codebook, scene.spec)(scene.image)
        reader.add(scene, list(found), bench.known, ANY)  # type: ignore[arg-type]
        quads = _random_quads(rng, scene.spec, 4000)
        owners = np.array([t.centre for t in scene.truths if t.kind != "foreign"]).reshape(-1, 2)
        if len(owners):
            apart = np.linalg.norm(quads.mean(axis=1)[:, None] - owners[None], axis=2).min(axis=1)
            quads = quads[apart > 20 * scene.spec.ppm]
        taken, _ = judge(bench.codebook, scene.image, quads)
        judged, accepted, seed = judged + len(quads), accepted + len(taken), seed + 1
        shown += sum(t.kind == "foreign" for t in scene.truths)
    print(f"\nFalse reads: {seed - 300} pictures, {shown} foreign framed labels: {reader.wrong} wrong of "
          f"{sum(reader.read.values())} read; {judged} random places judged: {accepted} accepted")  # fmt: skip


def _random_quads(rng: np.random.Generator, spec: SceneSpec, count: int) -> NDArray[np.float32]:
    centre = rng.uniform(20, [spec.width - 20, spec.height - 20], (count, 1, 2))
    half = 14 * spec.ppm * rng.uniform(0.8, 1.15, (count, 1, 1))
    angle = rng.uniform(0, 2 * np.pi, count)[:, None] + np.pi / 4 + np.arange(4) * np.pi / 2
    corner = np.sqrt(2) * half * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return np.asarray(centre + corner, dtype=np.float32)
