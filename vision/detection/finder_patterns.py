"""Proposes quadrilaterals from finder patterns, the three bull's-eyes in a symbol's corners.

A bull's-eye looks the same however it is turned, so one filter finds them all, faint and blurred ones too. Three that
stand like a right angle give the label with its tilt; two give it as a square, which is how a label is found of which
a card or a finger covers a corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Indices, Luma, Mask
from vision.detection.module_size import ModuleSizeRange
from vision.labels import FRAME_MODULES

FINDER_DISTANCE = 14.0
"""Modules between the centres of two finders of one symbol along an edge (ISO/IEC 18004, version 1)."""

_LEAST_SHARE = 0.18
_LEAST_OVER_NOISE = 2.5
_NORMAL_30_PERCENT = 0.385
"""Of a normal distribution's absolute values 30 % are below 0.385 standard deviations."""
_MOST_FINDERS = 16_000
_MOST_LEGS = 24
"""So many ways from one finder to others are followed: a label gives it two, patterns inside it some more."""

_CELLS = 3
_CLEAREST = 20
_BAND_PIXELS = 400_000
_PEAK = np.ones((3, 3), dtype=np.uint8)
_TO_CORNER = (FRAME_MODULES - FINDER_DISTANCE) / 2 / FINDER_DISTANCE


@dataclass(frozen=True, slots=True, eq=False)
class FinderPatterns:
    """Places that look like a bull's-eye: pixels, shape (P, 2), and how much (0 to 1), shape (P,)."""

    places: Floats
    response: Floats

    def where(self, chosen: Mask) -> FinderPatterns:
        return FinderPatterns(self.places[chosen], self.response[chosen])


@dataclass(frozen=True, slots=True, eq=False)
class FinderPairs:
    """Ordered pairs of finders, sorted by the first: indices i and j, the offset from i to j in pixels, its length."""

    i: Indices
    j: Indices
    offset: Floats
    length: Floats

    def where(self, chosen: NDArray[np.generic]) -> FinderPairs:
        return FinderPairs(self.i[chosen], self.j[chosen], self.offset[chosen], self.length[chosen])

    def as_long_as(self, least: float, most: float) -> FinderPairs:
        return self.where((self.length >= least) & (self.length <= most))


def detect_finder_patterns(image: Luma, module: float) -> FinderPatterns:
    """Bull's-eyes in a picture whose modules are about `module` pixels wide."""
    kernel = matched_filter(round(module, 2))
    least = _LEAST_OVER_NOISE * _response_noise(image, kernel) + 0.3
    halo, rows = len(kernel), image.shape[0]
    height = max(_BAND_PIXELS // image.shape[1], halo)
    # Band by band, because what fits in the processor's cache is filtered in half the time.
    bands = [_detect_in_band(image, (top, min(top + height, rows)), (kernel, least)) for top in range(0, rows, height)]
    finders = FinderPatterns(*(np.concatenate(parts) for parts in zip(*bands, strict=True)))
    return finders.where(_strongest(finders.response, _MOST_FINDERS))


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
    kept = share > _LEAST_SHARE
    places = _subpixel_peaks(response, columns[kept], rows[kept])
    return places + np.array([0, first], dtype=np.float32), share[kept]


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


def neighbouring_pairs(finders: FinderPatterns, sizes: ModuleSizeRange) -> FinderPairs:
    """All pairs of finders near enough to belong to one label."""
    i, j = _neighbours(finders.places, 1.05 * np.sqrt(2) * FINDER_DISTANCE * sizes.most)
    offset = finders.places[j] - finders.places[i]
    return FinderPairs(i, j, offset, np.hypot(offset[:, 0], offset[:, 1]))


def locally_prominent(finders: FinderPatterns, sizes: ModuleSizeRange) -> Mask:
    """Which finder patterns, shape (P,), are no chance patterns beside much clearer ones.

    Two finders of one label lie in the same light and are about equally clear: what has a neighbour more than two and
    a half times as clear is no finder. Neighbours are looked up in cells of a third of a label's diagonal. Labels far
    apart may differ more, but not by three times: those of one picture are seen by one lens.
    """
    clear = float(np.partition(finders.response, -_CLEAREST)[-_CLEAREST]) if len(finders.response) > _CLEAREST else 0.0
    reach = np.sqrt(2) * FINDER_DISTANCE * sizes.most
    cell = (finders.places * (_CELLS / reach)).astype(np.intp)
    cell -= cell.min(axis=0, initial=0)
    columns, rows = cell.max(axis=0, initial=0) + 1
    clearest = np.zeros((rows, columns), dtype=np.float32)
    np.maximum.at(clearest, (cell[:, 1], cell[:, 0]), finders.response)
    around = cv2.dilate(clearest, np.ones((2 * _CELLS + 1,) * 2, dtype=np.uint8))
    return finders.response >= np.maximum(0.4 * around[cell[:, 1], cell[:, 0]], 0.36 * clear)


def _neighbours(places: Floats, reach: float) -> tuple[Indices, Indices]:
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
        i, place = _expand_ranges(
            np.searchsorted(ordered, at - reach), np.searchsorted(ordered, at + reach, side="right")
        )
        found.append((i, order[place]))
    i, j = (np.concatenate(side) for side in zip(*found, strict=True))
    near = (np.abs(places[i, 1] - places[j, 1]) <= reach) & (i != j)
    i, j = i[near], j[near]
    by_first = np.argsort(i, kind="stable")
    return i[by_first], j[by_first]


def _expand_ranges(first: Indices, last: Indices) -> tuple[Indices, Indices]:
    """All (k, m) with first[k] <= m < last[k], without a loop."""
    count = last - first
    k = np.repeat(np.arange(len(first)), count)
    start = np.repeat(first - np.concatenate([[0], np.cumsum(count)[:-1]]), count)
    return k, np.arange(len(k)) + start


def quads_from_triples(finders: FinderPatterns, near: FinderPairs, sizes: ModuleSizeRange) -> tuple[Floats, Floats]:
    """Quadrilaterals, shape (K, 4, 2), from three finders each, and a rough score, shape (K,)."""
    legs = near.as_long_as(0.68 * FINDER_DISTANCE * sizes.least, 1.08 * FINDER_DISTANCE * sizes.most)
    one, other = finders.response[legs.i], finders.response[legs.j]
    legs = _strongest_legs(finders, legs.where((one > 0.5 * other) & (other > 0.5 * one)))
    a, b = _expand_ranges(np.searchsorted(legs.i, legs.i, side="left"), np.searchsorted(legs.i, legs.i, side="right"))
    cross = legs.offset[a, 0] * legs.offset[b, 1] - legs.offset[a, 1] * legs.offset[b, 0]
    first, second = legs.length[a], legs.length[b]
    # Squeezed by a tilt, a square looks as much sheared as stretched, depending on how it is turned.
    least_sine = 2 * sizes.max_aspect / (1 + sizes.max_aspect**2) - 0.07
    square = (
        (cross > least_sine * first * second)
        & (first < sizes.max_aspect * second)
        & (second < sizes.max_aspect * first)
    )
    a, b = a[square], b[square]
    three = finders.response[np.stack([legs.i[a], legs.j[a], legs.j[b]])]
    lean = np.abs(np.log(legs.length[a] / legs.length[b]))
    score = three.sum(axis=0) + three.min(axis=0) - 0.3 * lean
    return _quads(finders.places[legs.i[a]], legs.offset[a], legs.offset[b]), score


def _strongest_legs(finders: FinderPatterns, legs: FinderPairs) -> FinderPairs:
    """At most so many legs from each finder, those to the clearest others."""
    first = np.searchsorted(legs.i, legs.i, side="left")
    if not len(first) or int((np.arange(len(first)) - first).max()) < _MOST_LEGS:
        return legs
    order = np.lexsort((-finders.response[legs.j], legs.i))
    rank = np.arange(len(first)) - first
    return legs.where(np.sort(order[rank < _MOST_LEGS]))


def quads_from_pairs(finders: FinderPatterns, near: FinderPairs, sizes: ModuleSizeRange) -> tuple[Floats, Floats]:
    """Squares, shape (K, 4, 2), from two finders each, as an edge or as a diagonal, and a score, shape (K,)."""
    least, most = 0.95 * FINDER_DISTANCE * sizes.least, 1.05 * FINDER_DISTANCE * sizes.most
    edges = near.as_long_as(least, most)
    diagonals = near.where(near.i < near.j).as_long_as(np.sqrt(2) * least, np.sqrt(2) * most)
    half = np.asarray(diagonals.offset / 2, dtype=np.float32)
    quads = [
        _quads(finders.places[edges.i], edges.offset, _quarter(edges.offset)),
        _quads(finders.places[diagonals.i], half - _quarter(half), half + _quarter(half)),
    ]
    strength = [finders.response[some.i] + finders.response[some.j] for some in (edges, diagonals)]
    return np.concatenate(quads), np.concatenate(strength)


def _quarter(vectors: Floats) -> Floats:
    """Vectors turned by a quarter, clockwise as the picture shows it."""
    return np.stack([-vectors[:, 1], vectors[:, 0]], axis=-1)


def _quads(apex: Floats, across: Floats, down: Floats) -> Floats:
    """Ring corners from the upper left finder and the vectors to the other two."""
    low, high = -_TO_CORNER, 1 + _TO_CORNER
    return np.stack([apex + u * across + v * down for u, v in ((low, low), (high, low), (high, high), (low, high))], 1)
