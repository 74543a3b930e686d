"""Everything that can lie on one table: labels of ours, and symbols that others printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from vision.arrays import Doubles, Floats, Luma
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.detection.non_maximum_suppression import centres, outside_quads
from vision.detection.roi_detection import Detector
from vision.detection.symbol_codebook import VERIFIED_MODULES, SymbolSet
from vision.detection.symbol_detector import SymbolDetector
from vision.detection.template_matcher import ClosedSet
from vision.detections import Detection, Detections, UnreadableLabel
from vision.symbols import Symbol


class MixedSet:
    """Our own labels by their payloads, and other symbols by the tags that they stand for."""

    def __init__(self, labels: Codebook, symbols: SymbolSet) -> None:
        self.labels, self.symbols = labels, symbols

    def __contains__(self, tag: object) -> bool:
        return tag in self.labels or tag in self.symbols

    def patterns(self, tags: Sequence[str]) -> tuple[Doubles, Floats]:
        return _patterns(self.labels, self.symbols, tags)


class FacedSet:
    """All that is printed to be read, and faces by their names."""

    def __init__(self, printed: ClosedSet, faces: ClosedSet) -> None:
        self.printed, self.faces = printed, faces

    def __contains__(self, look: object) -> bool:
        return look in self.printed or look in self.faces

    def patterns(self, tags: Sequence[str]) -> tuple[Doubles, Floats]:
        return _patterns(self.printed, self.faces, tags)


def _patterns(first: ClosedSet, other: ClosedSet, looks: Sequence[str]) -> tuple[Doubles, Floats]:
    """The patterns of what is in the first set, and of the rest in the other one."""
    in_first = np.array([look in first for look in looks], dtype=np.bool_)
    places = np.empty((len(looks), VERIFIED_MODULES, 2))
    light = np.empty((len(looks), VERIFIED_MODULES), dtype=np.float32)
    for book, which in ((first, in_first), (other, ~in_first)):
        places[which], light[which] = book.patterns([look for look, own in zip(looks, which, strict=True) if own])
    return places, light


class MixedDetector:
    """Finds our own labels and the other symbols of a mixed set.

    `ratio` is how much larger a module of ours is than a unit of the other labels, in which `module_px` is given.
    """

    def __init__(self, codebook: MixedSet, module_px: tuple[float, float] | None, ratio: float = 1.0) -> None:
        self.codebook = codebook
        own = None if module_px is None else (module_px[0] * min(ratio, 1.0), module_px[1] * max(ratio, 1.0))
        self._labels, self._symbols = LabelDetector(codebook.labels, own), SymbolDetector(codebook.symbols, module_px)

    def detect(self, image: Luma) -> Detections:
        """All labels and symbols; what one of the two detectors has read is not unreadable to the other."""
        ours, others = self._labels.detect(image), self._symbols.detect(image)
        unreadable = (
            *_elsewhere(ours.unreadable, others.decoded),
            *_elsewhere(others.unreadable, ours.decoded),
        )
        return Detections((*ours.decoded, *others.decoded), unreadable)


def _elsewhere(unsure: Sequence[UnreadableLabel], read: Sequence[Detection]) -> tuple[UnreadableLabel, ...]:
    """The unreadable ones that are at no place where something was read."""
    corners = [np.array([one.corners for one in some], dtype=np.float32).reshape(-1, 4, 2) for some in (unsure, read)]
    outside = outside_quads(centres(corners[0]), corners[1])
    return tuple(one for one, alone in zip(unsure, outside, strict=True) if alone)


def closed_set(
    labels: Sequence[str], symbols: Mapping[str, Symbol], printed: Mapping[str, str] | None = None
) -> Codebook | MixedSet:
    """The closed set of labels of ours and of other symbols by their tags.

    `printed` is what our labels say where that is not their tag.
    """
    book = Codebook(labels, printed)
    return MixedSet(book, SymbolSet(symbols)) if symbols else book


def detector(known: Codebook | MixedSet, module_px: tuple[float, float] | None = None, ratio: float = 1.0) -> Detector:
    """What finds everything in the set."""
    return LabelDetector(known, module_px) if isinstance(known, Codebook) else MixedDetector(known, module_px, ratio)
