"""What is read where nothing of ours is: tables without labels, labels in no set, and any place at all."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision import peers
from benchmarks.vision.bench import Bench
from benchmarks.vision.measure import Tally, scenes, tally
from benchmarks.vision.scenes import Scene, render
from benchmarks.vision.specs import EASY, NUISANCES, SceneSpec, at
from companion.core.tags import ALPHABET, readable
from vision.detection.decode import decode, decode_aligned, decode_visible
from vision.labels import FRAME_MODULES, MODULES, label_image

Floats = NDArray[np.float32]
_TABLES = (
    ("cards without labels", replace(EASY, labels=0)),
    ("foreign codes, squares, chequers, text", replace(NUISANCES, labels=0)),
    ("the same, 30 % of our labels in no set", NUISANCES),
    ("the same at 1.25 ppm", at(NUISANCES, 1.25)),
)
_PITCH = 34
"""Modules from label to label on a sheet of labels in no set."""


def false_reads(bench: Bench, decodings: int) -> None:
    """Wrong readings of whole pictures, each reader beside the other, and of so many places decoded one by one."""
    bench.report.title("Tags read where they are not (goal: none); of ours also how many were read rightly")
    heads = "".join(f"{name:>14s}" for name in peers.NAMES)
    bench.report.line(f"{'tables':40s}{'pictures':>9s}{heads}{'ours right':>12s}{'in no set':>11s}")
    for name, spec in _TABLES:
        pictures = scenes(spec, range(300, 300 + 2 * bench.pictures), bench.payloads, bench.strangers)
        got = {peer: tally(read, pictures, bench.known) for peer, read in bench.readers(spec).items()}
        _print_tables(bench, name, len(pictures), got)
    for name, places in (("labels in no set", strange_labels), ("random places", _random_places)):
        tried = accepted = 0
        for image, quads in places(bench):
            seen = decode(bench.codebook, image, quads)
            taken = seen.accepted + decode_aligned(bench.codebook, image, seen.doubtful)
            taken += decode_visible(bench.codebook, image, seen.undecoded)
            tried, accepted = tried + len(quads), accepted + len(taken)
            if tried >= decodings:
                break
        mark = bench.report.mark(accepted == 0, f"{name} accepted")
        bench.report.wrong += accepted
        bench.report.line(f"{tried} {name} decoded: {accepted} accepted{mark}")


def _print_tables(bench: Bench, name: str, pictures: int, got: dict[str, Tally]) -> None:
    ours = got[peers.OURS]
    bench.report.wrong += ours.wrong
    mark = bench.report.mark(ours.wrong == 0, f"false reads, {name}")
    others = "".join(f"{got[peer].wrong:14d}" if peer in got else f"{'-':>14s}" for peer in peers.NAMES[1:])
    read, foreign = sum(ours.read.values()), ours.shown.get("foreign", 0)
    bench.report.line(f"{name:40s}{pictures:9d}{ours.wrong:13d}{mark}{others}{read:12d}{foreign:11d}")


def strange_labels(bench: Bench) -> Iterator[tuple[NDArray[np.uint8], Floats]]:
    """Sheets of labels in no set, half with a known tag's readable part, at their places; soft, faint and noisy."""
    rng = np.random.default_rng(301)
    forged = [readable(payload) + _filler(payload) for payload in bench.payloads[: len(bench.strangers)]]
    while True:
        ppm = float(rng.choice([1.0, 1.5, 2.5]))
        payloads = rng.permutation(np.array([*bench.strangers, *forged]))[:400]
        sheet, quads = _sheet([str(payload) for payload in payloads], ppm)
        soft = cv2.GaussianBlur(sheet, (0, 0), ppm * rng.uniform(0.3, 1.1))
        seen = (
            60
            + rng.uniform(0.15, 0.6) * soft
            + rng.choice([2.0, 5.0, 9.0]) * rng.standard_normal(soft.shape, np.float32)
        )
        near = quads + rng.normal(0, 0.15 * ppm, quads.shape)
        yield np.clip(np.rint(seen), 0, 255).astype(np.uint8), near.astype(np.float32)


def _sheet(payloads: list[str], ppm: float) -> tuple[NDArray[np.float32], Floats]:
    """Labels on grey in rows of twenty, each turned some way, and the corners of their rings."""
    pitch, edge = round(_PITCH * ppm), round(MODULES * ppm)
    sheet = np.full((pitch * -(-len(payloads) // 20), pitch * 20), 140, dtype=np.float32)
    quads = []
    for place, payload in enumerate(payloads):
        top, left = (place // 20) * pitch + 3, (place % 20) * pitch + 3
        sheet[top : top + edge, left : left + edge] = np.rot90(label_image(payload, ppm), place)
        low, high = edge / MODULES / 2 - 0.5, edge / MODULES * (0.5 + FRAME_MODULES) - 0.5
        quads.append([(left + x, top + y) for x, y in ((low, low), (high, low), (high, high), (low, high))])
    return sheet, np.array(quads, dtype=np.float32)


def _filler(payload: str) -> str:
    digest = hashlib.sha256(f"not {payload}".encode()).digest()
    return "".join(ALPHABET[byte % 36] for byte in digest[:5])


def _random_places(bench: Bench) -> Iterator[tuple[NDArray[np.uint8], Floats]]:
    """Squares anywhere on tables with look-alikes, but not on labels of the set."""
    rng, seed = np.random.default_rng(302), 302
    while True:
        scene = render(NUISANCES, bench.payloads, bench.strangers, seed)
        quads = _random_quads(rng, scene.spec, 5000)
        yield scene.image, quads[_apart(scene, quads)]
        seed += 1


def _apart(scene: Scene, quads: Floats) -> NDArray[np.bool_]:
    ours = np.array([truth.centre for truth in scene.truths if truth.kind != "foreign"]).reshape(-1, 1, 2)
    apart = np.linalg.norm(quads.mean(axis=1)[None] - ours, axis=2)
    return np.asarray((apart > 20 * scene.spec.ppm).all(axis=0))


def _random_quads(rng: np.random.Generator, spec: SceneSpec, count: int) -> Floats:
    centre = rng.uniform(20, [spec.width - 20, spec.height - 20], (count, 1, 2))
    half = 14 * spec.ppm * rng.uniform(0.8, 1.15, (count, 1, 1))
    angle = rng.uniform(0, 2 * np.pi, count)[:, None] + np.pi / 4 + np.arange(4) * np.pi / 2
    corner = np.sqrt(2) * half * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return np.asarray(centre + corner, dtype=np.float32)
