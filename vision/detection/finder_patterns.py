"""Finds finder patterns, the three bull's-eyes in a symbol's corners.

A bull's-eye looks the same however it is turned, so one filter finds them all, faint and blurred ones too. What it
marks is then compared with templates that know of rotation and squeeze.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles, Floats, Indices, Luma, Mask
from vision.detection.finder_templates import SIZE_STEP, SIZES, correlations
from vision.detection.pyramid import downsample

_CLEAREST, _OF_THE_CLEAREST = 20, 0.3
"""What responds less than this share of the twentieth strongest is none: those of one picture are seen by one lens."""

_OF_THE_STRONGEST, _NEIGHBOURHOOD_MODULES, _MOST_IN_CELL = 0.5, 14.0, 4
"""Finders of a label lie in one light: at least this share of the strongest within a label's distance. A square of 14
modules holds at most four: those of four labels that meet corner to corner."""

_APART_MODULES = 2.5
"""Two filters mark one finder this near together; its middle is three modules wide."""

_LEAST_OVER_NOISE = 2.3
"""Of 154 labels at 1.0 pixels per module 2.5 lose two; 2.0 doubles the cost of soft pictures and wins none."""

_NORMAL_30_PERCENT = 0.385
"""Of a normal distribution's absolute values 30 % are below 0.385 standard deviations."""
_MOST_FINDERS = 16_000

_BAND_PIXELS = 400_000
_PEAK = np.ones((5, 5), dtype=np.uint8)
"""Two pixels round a peak nothing else is one: a module is about a pixel, and a finder pattern seven of them wide."""


@dataclass(frozen=True, slots=True, eq=False)
class FinderPatterns:
    """P places that look like a bull's-eye: pixels, shape (P, 2), and how much they look like one, all in all, (P,).

    `looks[row]`, (sizes, shapes), are correlations with `finder_templates` in a picture `scale` times as large; (P,).
    """

    places: Floats
    evidence: Floats
    scale: Floats
    row: Indices
    looks: Floats

    def __len__(self) -> int:
        return len(self.places)

    def where(self, chosen: NDArray[np.generic]) -> FinderPatterns:
        places, evidence, scale, row = self.places[chosen], self.evidence[chosen], self.scale[chosen], self.row[chosen]
        return FinderPatterns(places, evidence, scale, row, self.looks)

    def strongest(self, count: int) -> FinderPatterns:
        """Those of the most evidence."""
        return self if len(self) <= count else self.where(np.argpartition(-self.evidence, count)[:count])

    def like(self, which: Indices, size: Doubles, shape: Indices) -> Floats:
        """How much those finders look like the template of that shape and size (pixels per module), all (K,)."""
        step = np.rint(np.log(size * self.scale[which]) * (1 / np.log(SIZE_STEP))) + SIZES // 2
        near = np.clip(step, 0, SIZES - 1)
        alike = self.looks[self.row[which], near.astype(np.intp), shape]
        return np.where(np.abs(step - near) <= 1, alike, np.float32(0.0))


def find_finders(image: Luma, modules: Sequence[float]) -> FinderPatterns:
    """Bull's-eyes in a picture whose modules are about as many pixels wide as one of `modules`, shortest first."""
    found = [_filtered(image, module) for module in modules]
    places, response = (np.concatenate([getattr(one, name) for one in found]) for name in ("places", "response"))
    # What two filters notice is a finder of that one's size which notices it more.
    kept = once_per_place(places, response, _APART_MODULES * modules[0] if len(found) > 1 else 0.0)
    looks, scale = [], []
    last = 0
    for one in found:
        first, last = last, last + len(one.places)
        at = np.asarray((places[first:last][kept[first:last]] + 0.5) / one.step - 0.5, dtype=np.float32)
        looks.append(correlations(one.small, at))
        scale.append(np.full(len(at), 1.0 / one.step.mean(), dtype=np.float32))
    alike, every = np.concatenate(looks), np.arange(kept.sum())
    best = alike.max(axis=(1, 2), initial=0.0)
    return FinderPatterns(places[kept], np.sqrt(response[kept] * best), np.concatenate(scale), every, alike)


@dataclass(frozen=True, slots=True, eq=False)
class _Filtered:
    """A picture made so small that a module is a pixel, and where a filter responds, in pixels of the whole one."""

    small: Luma
    step: Floats
    places: Floats
    response: Floats


def _filtered(image: Luma, module: float) -> _Filtered:
    small = downsample(image, module)
    step = np.array([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]], dtype=np.float32)
    places, response = detect_finder_patterns(small, module / float(step.mean()))
    kept = _locally_prominent(places, response, module / float(step.mean()))
    return _Filtered(small, step, np.asarray((places[kept] + 0.5) * step - 0.5, dtype=np.float32), response[kept])


def _locally_prominent(places: Floats, response: Floats, module: float) -> Mask:
    """Which places, shape (P,), are no chance patterns beside much clearer ones.

    Two finders of one label lie in the same light and are about equally clear, and those of one picture are seen by
    one lens. Neighbours are looked up in cells of a label's width.
    """
    cell = (places / (_NEIGHBOURHOOD_MODULES * module)).astype(np.intp)
    columns, rows = cell.max(axis=0, initial=0) + 1
    strongest = np.zeros((rows, columns), dtype=np.float32)
    np.maximum.at(strongest, (cell[:, 1], cell[:, 0]), response)
    around = cv2.dilate(strongest, np.ones((3, 3), dtype=np.uint8))[cell[:, 1], cell[:, 0]]
    enough = response >= np.maximum(_OF_THE_STRONGEST * around, _OF_THE_CLEAREST * clearest(response))
    return np.asarray(enough & (_rank_in_cell(cell[:, 1] * columns + cell[:, 0], response) < _MOST_IN_CELL))


def _rank_in_cell(cell: Indices, response: Floats) -> Indices:
    """How many in the same cell are stronger, shape (P,)."""
    order = np.lexsort((-response, cell))
    ordered = cell[order]
    rank = np.empty(len(cell), dtype=np.intp)
    rank[order] = np.arange(len(cell)) - np.searchsorted(ordered, ordered, side="left")
    return rank


def clearest(response: Floats) -> float:
    """What the clearest finder patterns of a picture have, 0 where there are none."""
    count = min(_CLEAREST, len(response))
    return float(np.partition(response, -count)[-count]) if count else 0.0


def detect_finder_patterns(image: Luma, module: float) -> tuple[Floats, Floats]:
    """Places, shape (P, 2), and the matched filter's response, 0 to 1, for modules about `module` pixels wide."""
    kernel = matched_filter(round(module, 2))
    least = _LEAST_OVER_NOISE * _response_noise(image, kernel) + 0.3
    halo, rows = len(kernel), image.shape[0]
    height = max(_BAND_PIXELS // image.shape[1], halo)
    # Band by band, because what fits in the processor's cache is filtered in half the time.
    bands = [_detect_in_band(image, (top, min(top + height, rows)), (kernel, least)) for top in range(0, rows, height)]
    places, response = (np.concatenate(parts) for parts in zip(*bands, strict=True))
    kept = _strongest(response, _MOST_FINDERS)
    return places[kept], response[kept]


def _strongest(response: Floats, most: int) -> Mask:
    """The clearest `most`, or all where there are no more: a table-cloth of bull's-eyes must not fill the memory."""
    if len(response) <= most:
        return np.ones(len(response), dtype=np.bool_)
    return response > np.partition(response, -most - 1)[-most - 1]


def _detect_in_band(image: Luma, band: tuple[int, int], wanted: tuple[Floats, float]) -> tuple[Floats, Floats]:
    """Places and responses in the rows from `band[0]` to before `band[1]`."""
    kernel, least = wanted
    first = max(0, band[0] - len(kernel))
    part = image[first : band[1] + len(kernel)]
    response = cv2.filter2D(part.astype(np.float32), cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE)
    peak = cv2.compare(response, cv2.dilate(response, _PEAK), cv2.CMP_GE)
    peak &= cv2.compare(response, least, cv2.CMP_GT)
    peak[: band[0] - first] = peak[band[1] - first :] = 0
    found = cv2.findNonZero(peak)
    columns, rows = (np.empty(0, np.intp),) * 2 if found is None else found[:, 0].T.astype(np.intp)
    share = response[rows, columns] / (_local_deviation(part, 7 * len(kernel) / 9, rows, columns) + 3.0)
    return _subpixel_peaks(response, columns, rows) + np.array([0, first], dtype=np.float32), share


def _response_noise(image: Luma, kernel: Floats) -> float:
    """Standard deviation of the filter's response where there is nothing: one row in 128 is asked."""
    size, rows = len(kernel), image.shape[0]
    tops = range(0, max(rows - size, 1), min(128, max(rows // 4, size)))
    rows_around = np.concatenate([image[top : top + size] for top in tops]).astype(np.float32)
    response = cv2.filter2D(rows_around, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE)[size // 2 :: size, ::4]
    return float(np.percentile(np.abs(response), 30)) / _NORMAL_30_PERCENT


def _local_deviation(image: Luma, window: float, rows: Indices, columns: Indices) -> Floats:
    """Standard deviation of the light in a square window round each place."""
    size = (int(window) | 1,) * 2
    mean = cv2.boxFilter(image, cv2.CV_32F, size)[rows, columns]
    square = cv2.sqrBoxFilter(image, cv2.CV_32F, size)[rows, columns]
    return np.asarray(np.sqrt(np.maximum(square - mean * mean, 0.0)))


def _subpixel_peaks(response: Floats, x: Indices, y: Indices) -> Floats:
    """Peaks to a part of a pixel, by a parabola in each direction; shape (P, 2)."""
    rows, columns = response.shape
    x, y = np.clip(x, 1, columns - 2), np.clip(y, 1, rows - 2)
    at = response[y, x]
    shift = []
    for before, after in ((response[y, x - 1], response[y, x + 1]), (response[y - 1, x], response[y + 1, x])):
        bend = np.minimum(before - 2 * at + after, -1e-6)
        shift.append(np.clip(0.5 * (before - after) / bend, -0.5, 0.5))
    return np.stack([x + shift[0], y + shift[1]], axis=-1).astype(np.float32)


@lru_cache(maxsize=16)
def matched_filter(module: float) -> Floats:
    """The finder pattern averaged over all rotations and blurred a little: a filter of zero sum, unit absolute sum."""
    radius = int(4.4 * module)
    y, x = np.mgrid[-radius : radius + 1, -radius : radius + 1] / module
    total = np.zeros_like(x)
    for angle in np.deg2rad(np.arange(0, 90, 7.5)):
        u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        ring = np.maximum(np.abs(u), np.abs(v))
        total += np.select([ring < 1.5, ring < 2.5, ring < 3.5, ring < 4.2], [-1.0, 1.0, -1.0, 0.6], 0.0)
    total = cv2.GaussianBlur(total, (0, 0), 0.4 * module)
    inside = np.hypot(x, y) < 4.6
    total = np.where(inside, total - total[inside].mean(), 0.0)
    return (total / np.abs(total).sum()).astype(np.float32)


def once_per_place(places: Floats, response: Floats, distance: float) -> Mask:
    """Which places, shape (P,), have no stronger one within `distance` pixels each way."""
    if not distance:
        return np.ones(len(places), dtype=np.bool_)
    i, j = neighbours(places, distance)
    order = np.empty(len(places), dtype=np.intp)
    order[np.argsort(-response, kind="stable")] = np.arange(len(places))
    kept = np.ones(len(places), dtype=np.bool_)
    kept[i[order[j] < order[i]]] = False
    return kept


def neighbours(places: Floats, reach: float) -> tuple[Indices, Indices]:
    """Ordered pairs (i, j), sorted by i, of different places at most `reach` apart in x and in y.

    Places are put in rows of height `reach`, sorted by x within; each has neighbours in three rows only.
    """
    row = np.floor(places[:, 1] / reach).astype(np.int64)
    span = float(np.ptp(places[:, 0])) + 3 * reach if len(places) else 1.0
    key = row * span + places[:, 0]
    order = np.argsort(key, kind="stable")
    ordered = key[order]
    found = []
    for step in (-1, 0, 1):
        at = key + step * span
        i, place = expand_ranges(
            np.searchsorted(ordered, at - reach), np.searchsorted(ordered, at + reach, side="right")
        )
        found.append((i, order[place]))
    i, j = (np.concatenate(side) for side in zip(*found, strict=True))
    near = (np.abs(places[i, 1] - places[j, 1]) <= reach) & (i != j)
    i, j = i[near], j[near]
    by_first = np.argsort(i, kind="stable")
    return i[by_first], j[by_first]


def expand_ranges(first: Indices, last: Indices) -> tuple[Indices, Indices]:
    """All (k, m) with first[k] <= m < last[k], without a loop."""
    count = last - first
    k = np.repeat(np.arange(len(first)), count)
    start = np.repeat(first - np.concatenate([[0], np.cumsum(count)[:-1]]), count)
    return k, np.arange(len(k)) + start
