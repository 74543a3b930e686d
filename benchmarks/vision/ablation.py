"""What each step of reading gains: recall and cost with one of them left out at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np

from benchmarks.vision import peers
from benchmarks.vision.bench import Bench
from benchmarks.vision.measure import milliseconds, scenes, tally
from benchmarks.vision.scenes import Scene
from benchmarks.vision.specs import BUSY, HALF_COVERED, HARD, STEEP, TYPICAL, at
from vision.detection import codebook, finder_patterns, proposals, scale, single_scale
from vision.detection.decode import NO_QUADS_DECODED

_SCENES = (at(TYPICAL, 1.0), at(HARD, 1.5), at(STEEP, 2.6), at(HALF_COVERED, 1.5), at(BUSY, 1.4))
_SEED = 1000


def _no_proposals(*_seen: object) -> tuple[Any, Any]:
    return NO_QUADS_DECODED.quads, NO_QUADS_DECODED.score


def _nothing_decoded(*_what: object) -> Any:
    return NO_QUADS_DECODED


def _as_they_are(_image: object, quads: Any, *_how: object) -> Any:
    return quads


_STEPS: dict[str, tuple[tuple[object, str, object], ...]] = {
    "all steps": (),
    "a few templates first": ((finder_patterns, "_QUICKLY_LIKE", 0.0),),
    "as clear as the weakest read": ((proposals, "LIKELY", 0.0),),
    "proposals from two": ((single_scale, "quads_from_pairs", _no_proposals),),
    "proposals from one": ((single_scale, "quads_from_singles", _no_proposals),),
    "edge fit": ((scale, "fit_edges", _as_they_are),),
    "moved to what all labels share": ((scale, "align", _as_they_are),),
    "aligned to the tag": ((single_scale, "decode_aligned", _nothing_decoded),),
    "visible part": ((single_scale, "decode_visible", _nothing_decoded),),
    "sharpening": ((codebook, "SHARPENING", 0.0),),
    "another round": ((single_scale, "WORTH_ANOTHER_ROUND", np.inf),),
}


def ablation(bench: Bench) -> None:
    """Labels read that are at least half in sight, and milliseconds, without each of the steps."""
    heads = "".join(f"{f'{spec.name} {spec.ppm}':>22s}" for spec in _SCENES)
    bench.report.title("What each step gains: labels read without it, %, and ms a picture")
    bench.report.line(f"{'without':32s}{heads}")
    pictures = [scenes(spec, range(_SEED, _SEED + min(bench.pictures, 2)), bench.payloads, ()) for spec in _SCENES]
    for name, switches in _STEPS.items():
        with _patched(switches):
            cells = [_read(bench, some) for some in pictures]
        bench.report.line(f"{name:32s}" + "".join(f"{share:14.1f}{took:8.0f}" for share, took in cells))


@contextmanager
def _patched(switches: tuple[tuple[object, str, object], ...]) -> Iterator[None]:
    with ExitStack() as stack:
        for module, name, value in switches:
            stack.enter_context(patch.object(module, name, value))
        yield


def _read(bench: Bench, pictures: list[Scene]) -> tuple[float, float]:
    # Its pictures of the tags may depend on the step.
    reader = peers.closed_set(codebook.Codebook(bench.payloads), pictures[0].spec)
    got = tally(reader, pictures, bench.known)
    bench.report.wrong += got.wrong
    shown, read = (counts.get("clear", 0) + counts.get("covered", 0) for counts in (got.shown, got.read))
    took = [milliseconds({peers.OURS: reader}, scene.image, 2)[peers.OURS] for scene in pictures]
    return 100 * read / shown, float(np.mean(took))
