"""Codes that others printed: how many are read of sets of any version, what they cost, and none that is in no set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from benchmarks.vision import peers
from benchmarks.vision.bench import Bench
from benchmarks.vision.cards import INK, PAPER
from benchmarks.vision.foreign_symbols import MAKERS, Maker, stickers
from benchmarks.vision.measure import Tally, milliseconds
from benchmarks.vision.scenes import Scene, render
from benchmarks.vision.specs import HARD, NUISANCES, TYPICAL, SceneSpec, at
from vision.arrays import Floats, Luma
from vision.detection.symbol_codebook import SymbolCodebook, SymbolSet
from vision.detection.symbol_decode import NO_SYMBOLS, ReadSymbols, decode
from vision.detection.symbol_detector import SymbolDetector
from vision.labels import FRAME_MODULES, MARGIN_MODULES, MODULES, SYMBOL_MODULES
from vision.symbols import Symbol, symbol_image

SIZES = (1.0, 1.25, 1.75, 2.5, 3.0)
"""Pixels of a module of the code itself, however many it has."""

_SET, _OTHERS = 300, 100
_LABELS = 40
_SHEET_FINE = 3


def _scene(
    spec: SceneSpec, maker: Maker, known: Mapping[str, Symbol], others: Mapping[str, Symbol], seed: int
) -> Scene:
    unit = spec.ppm * max(len(symbol.modules) for symbol in known.values()) / SYMBOL_MODULES
    scaled = replace(at(spec, unit), labels=_LABELS)
    return render(scaled, list(known), list(others), seed, stickers({**known, **others}, maker.quiet))


def _ours(known: Mapping[str, Symbol], spec: SceneSpec) -> peers.Reader:
    detector = SymbolDetector(SymbolSet(known), peers.module_range(spec))
    return lambda image: [peers.Reading(one.tag, one.x, one.y) for one in detector.detect(image).decoded]


def recall(bench: Bench) -> None:
    """Recall in one picture of sets without rings, beside the general readers, and times."""
    bench.report.title(f"Codes without rings: recall in one picture, %, and ms (sets of {_SET})")
    bench.report.line(f"{'set':18s}{'scene':>9s}{'ppm':>6s}" + "".join(f"{name:>14s}" for name in peers.NAMES)
                      + f"{'labels':>8s}{'wrong':>7s}{'ms, ours':>10s}{'/pyzbar':>9s}{'/zxing':>8s}")  # fmt: skip
    for maker in MAKERS:
        known = maker.symbols(1, _SET)
        for spec in (*(at(TYPICAL, ppm) for ppm in SIZES), at(HARD, 2.0)):
            pictures = [_scene(spec, maker, known, {}, seed) for seed in range(1100, 1100 + bench.pictures)]
            readers = {peers.OURS: _ours(known, pictures[0].spec), **peers.quick_peers()}
            took = milliseconds(readers, pictures[0].image, 3)
            if bench.slow_peers:
                readers |= peers.slow_peers()
            got = {name: Tally() for name in readers}
            for scene in pictures:
                for name, read in readers.items():
                    got[name].add(scene, list(read(scene.image)), frozenset(known), lambda _truth: True)
            _print(bench, maker, spec, got, took)


def _print(bench: Bench, maker: Maker, spec: SceneSpec, got: Mapping[str, Tally], took: Mapping[str, float]) -> None:
    ours = got[peers.OURS]
    bench.report.wrong += ours.wrong
    cells = "".join(f"{100 * got[name].recall():14.1f}" if name in got else f"{'-':>14s}" for name in peers.NAMES)
    ms = took[peers.OURS]
    bench.report.line(
        f"{maker.name:18s}{spec.name:>9s}{spec.ppm:6.2f}{cells}{ours.shown.get('clear', 0):8d}{ours.wrong:7d}"
        f"{ms:10.0f}{ms / took[peers.PYZBAR]:9.2f}{ms / took[peers.ZXING]:8.2f}"
    )


def strangers(bench: Bench, decodings: int) -> None:
    """Codes of the same series that are not in the set: on tables, and decoded one by one at their true places."""
    bench.report.title("Codes of the same series that are in no set, and other makers': accepted (goal: none)")
    for maker in MAKERS:
        known, others = maker.symbols(1, 2 * _LABELS), maker.symbols(2 * _LABELS + 1, _OTHERS)
        shown = accepted = right = 0
        for seed in range(1200, 1200 + bench.pictures):
            scene = _scene(replace(at(NUISANCES, 1.5), foreign=0.7), maker, known, others, seed)
            readings = list(_ours(known, scene.spec)(scene.image))
            tally = Tally()
            tally.add(scene, readings, frozenset(known), lambda _truth: True)
            shown += sum(truth.kind == "foreign" for truth in scene.truths)
            accepted += tally.wrong
            right += tally.read.get("clear", 0)
        bench.report.wrong += accepted
        bench.report.line(f"{maker.name:18s} on tables {shown:5d}, accepted {accepted}; of the set {right} read")
    _decoded_alone(bench, decodings)


def _decoded_alone(bench: Bench, decodings: int) -> None:
    bench.report.title(
        "Codes decoded at their places, 1.0 to 2.5 ppm: accepted; doubt and margin of those worth aligning "
        "(of the set half, 99 % are below; in no set the least, 1 % are below)"
    )
    for maker in (maker for maker in MAKERS if len(maker.versions) == 1):
        book = SymbolCodebook(maker.versions[0], maker.symbols(1, 20))
        own, others = list(maker.symbols(1, 20).values()) * 5, list(maker.symbols(21, 400).values())
        inside, outside = (_decoded(book, symbols, decodings) for symbols in (own, others))
        bench.report.wrong += int(outside.counts.sum())
        bench.report.line(
            f"{maker.name:16s} of the set {int(inside.counts.sum()):6d} of {len(inside):6d}"
            f"   doubt {_percentiles(inside.doubt, 50, 99)}  margin {_percentiles(inside.margin, 1, 50)}"
            f"   in no set {int(outside.counts.sum()):2d} of {decodings:6d}, {len(outside):5d} worth it"
            f"   doubt {_percentiles(outside.doubt, 0, 1)}  margin {_percentiles(outside.margin, 50, 100)}"
        )


def _percentiles(values: Floats, *shares: float) -> str:
    return " ".join(f"{value:5.2f}" for value in np.percentile(values, shares)) if len(values) else "    -     -"


def _decoded(book: SymbolCodebook, symbols: list[Symbol], decodings: int) -> ReadSymbols:
    """At least so many decodings of the symbols, blurred by 0.3 to 0.9 modules, with noise of 2 to 9."""
    rng, seen, done = np.random.default_rng(7), NO_SYMBOLS, 0
    while done < decodings:
        ppm, blur, noise = rng.uniform(1.0, 2.5), rng.uniform(0.3, 0.9), rng.uniform(2.0, 9.0)
        picture, quads = _sheet(symbols[: decodings - done], float(ppm), rng)
        soft = cv2.GaussianBlur(picture, (0, 0), float(blur * ppm))
        image = np.clip(soft + rng.normal(0, noise, soft.shape), 0, 255).astype(np.uint8)
        jitter = rng.normal(0, 0.2 * ppm, quads.shape).astype(np.float32)
        seen += decode(book, image, quads + jitter, np.ones(len(quads), np.float32))
        done += len(quads)
    return seen


def _sheet(symbols: list[Symbol], ppm: float, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Twenty in a row on grey paper, and where they are."""
    unit = ppm * len(symbols[0].modules) / SYMBOL_MODULES * _SHEET_FINE
    edge = round(MODULES * unit)
    pitch = edge + round(6 * unit)
    sheet = np.full((-(-len(symbols) // 20) * pitch, 20 * pitch), 128, dtype=np.uint8)
    quads = []
    for place, symbol in enumerate(symbols):
        top, left = (int(pitch * at_ + rng.integers(0, 5 * _SHEET_FINE)) for at_ in divmod(place, 20))
        light = symbol_image(symbol, edge / MODULES).astype(np.float32) / 255
        sheet[top : top + edge, left : left + edge] = 230 * (INK + (PAPER - INK) * light)
        low, high = (value * edge / MODULES for value in (MARGIN_MODULES, MARGIN_MODULES + FRAME_MODULES))
        quads.append([[left + x, top + y] for x, y in ((low, low), (high, low), (high, high), (low, high))])
    small: Luma = cv2.resize(sheet, None, fx=1 / _SHEET_FINE, fy=1 / _SHEET_FINE, interpolation=cv2.INTER_AREA)
    return small.astype(np.float32), np.array(quads, np.float32) / np.float32(_SHEET_FINE) - np.float32(0.5)
