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
from vision.detection.finder_templates import SIZE_STEP, SIZES, correlations, normalised_patches, quick_correlation
from vision.detection.pyramid import downsample

_CLEAREST, _OF_THE_CLEAREST = 20, 0.3
"""What responds less than this share of the twentieth strongest is none: those of one picture are seen by one lens."""

_NEIGHBOURHOOD_MODULES = 14.0
IN_OUR_LABELS = (0.5, 4)
"""Finders of a label lie in one light: at least this share of the strongest within a label's distance. A square of 14
modules holds at most four: those of four labels that meet corner to corner."""

AMONG_DATA = (0.3, 14)
"""The same where a symbol's own data may look more like bull's-eyes than its finders in a soft picture do: other texts
than ours are not chosen. Of 31 codes of version 3-H at 1.35 pixels per module four were lost by the row above."""

_QUICKLY_LIKE, _QUICK_AT_LEAST = 0.45, 1000
"""Least share of the clearest's evidence by every sixth template: 98 in 100 of labels' finders have it, of busy art one
in four. In pictures with no more than so many all are kept."""

_FILTER_BELOW_MIDDLE = 1.05
"""A filter is made so much smaller than the middle of the sizes that it is to notice: of labels 1.25 times as large as
the middle all are found, of those 0.8 times as large nine in ten, and without this fewer than eight."""

_APART_MODULES = 2.5
"""Two filters mark one finder this near together; its middle is three modules wide."""

_LEAST_OVER_NOISE = 2.3
"""Of 154 labels at 1.0 pixels per module 2.5 lose two; 2.0 doubles the cost of soft pictures and wins none."""

_NORMAL_30_PERCENT = 0.385
"""Of a normal distribution's absolute values 30 % are below 0.385 standard deviations."""
_MOST_FINDERS = 16_000

_FINE = 4
_BAND_PIXELS = 200_000
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
        """How much those finders look like the template of that shape and size in pixels per module; all broadcast."""
        step = np.rint(np.log(size * self.scale[which]) * (1 / np.log(SIZE_STEP))) + SIZES // 2
        near = np.clip(step, 0, SIZES - 1)
        alike = self.looks[self.row[which], near.astype(np.intp), shape]
        return np.where(np.abs(step - near) <= 1, alike, np.float32(0.0))


def find_finders(
    image: Luma, modules: Sequence[float], prominence: tuple[float, int] = IN_OUR_LABELS
) -> FinderPatterns:
    """Bull's-eyes in a picture whose modules are about as many pixels wide as one of `modules`, shortest first.

    `prominence` is the least share of the strongest near one's response, and how many a cell holds at most.
    """
    found = [_filtered(image, module, prominence) for module in modules]
    places, response = (np.concatenate([getattr(one, name) for one in found]) for name in ("places", "response"))
    # What two filters notice is a finder of that one's size which notices it more.
    kept = once_per_place(places, response, _APART_MODULES * modules[0] if len(found) > 1 else 0.0)
    looks, scale, evidence, of = [], [], [], []
    last = 0
    for one in found:
        first, last = last, last + len(one.places)
        which = first + np.flatnonzero(kept[first:last])
        seen = _patches_at(one, places[which])
        which, seen = _worth_a_look(which, seen, response[which])
        alike = correlations(seen)
        looks.append(alike)
        of.append(which)
        scale.append(np.full(len(which), 1.0 / one.step.mean(), dtype=np.float32))
        evidence.append(np.sqrt(response[which] * alike.max(axis=(1, 2), initial=0.0)))
    chosen = np.concatenate(of)
    every = np.arange(len(chosen))
    return FinderPatterns(places[chosen], np.concatenate(evidence), np.concatenate(scale), every, np.concatenate(looks))


def _patches_at(one: _Filtered, places: Floats) -> Floats:
    return normalised_patches(one.small, np.asarray((places + 0.5) / one.step - 0.5, dtype=np.float32))


def _worth_a_look(which: Indices, seen: Floats, response: Floats) -> tuple[Indices, Floats]:
    """Those patches that look like a finder pattern by a few of the templates; busy art seldom does."""
    quick = np.sqrt(response * np.maximum(quick_correlation(seen), 0.0))
    most = min(_QUICK_AT_LEAST, len(quick))
    least = min(_QUICKLY_LIKE * clearest(quick), float(np.partition(quick, -most)[-most]) if most else 0.0)
    return which[quick >= least], seen[quick >= least]


@dataclass(frozen=True, slots=True, eq=False)
class _Filtered:
    """A picture made so small that a module is a pixel, and where a filter responds, in pixels of the whole one."""

    small: Luma
    step: Floats
    places: Floats
    response: Floats


def _filtered(image: Luma, module: float, prominence: tuple[float, int]) -> _Filtered:
    small = downsample(image, module)
    step = np.array([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]], dtype=np.float32)
    places, response = detect_finder_patterns(small, module / float(step.mean()) / _FILTER_BELOW_MIDDLE)
    kept = _locally_prominent(places, response, module / float(step.mean()), prominence)
    return _Filtered(small, step, np.asarray((places[kept] + 0.5) * step - 0.5, dtype=np.float32), response[kept])


def _locally_prominent(places: Floats, response: Floats, module: float, prominence: tuple[float, int]) -> Mask:
    """Which places, shape (P,), are no chance patterns beside much clearer ones.

    Two finders of one label lie in the same light and are about equally clear, and those of one picture are seen by
    one lens. Neighbours are looked up in cells of a label's width.
    """
    cell = (places / (_NEIGHBOURHOOD_MODULES * module)).astype(np.intp)
    columns, rows = cell.max(axis=0, initial=0) + 1
    share, most = prominence
    strongest = np.zeros((rows, columns), dtype=np.float32)
    np.maximum.at(strongest, (cell[:, 1], cell[:, 0]), response)
    around = cv2.dilate(strongest, np.ones((3, 3), dtype=np.uint8))[cell[:, 1], cell[:, 0]]
    enough = np.flatnonzero(response >= np.maximum(share * around, _OF_THE_CLEAREST * clearest(response)))
    rank = _rank_in_cell(cell[enough, 1] * columns + cell[enough, 0], response[enough])
    prominent = np.zeros(len(places), dtype=np.bool_)
    prominent[enough[rank < most]] = True
    return prominent


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
    place = rows * response.shape[1] + columns
    share = response.take(place) / (_local_deviation(part, 7 * len(kernel) / 9, rows, columns) + 3.0)
    # The clearest of the picture are no less clear than those of the band: what goes here would go later.
    clear = share >= _OF_THE_CLEAREST * clearest(share)
    return _subpixel_peaks(response, columns[clear], rows[clear]) + np.array([0, first], np.float32), share[clear]


def _response_noise(image: Luma, kernel: Floats) -> float:
    """Standard deviation of the filter's response where there is nothing: one row in 128 is asked."""
    size, rows = len(kernel), image.shape[0]
    tops = range(0, max(rows - size, 1), min(128, max(rows // 4, size)))
    rows_around = np.concatenate([image[top : top + size] for top in tops]).astype(np.float32)
    response = cv2.filter2D(rows_around, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE)[size // 2 :: size, ::4]
    return float(np.percentile(np.abs(response), 30)) / _NORMAL_30_PERCENT


def _local_deviation(image: Luma, window: float, rows: Indices, columns: Indices) -> Floats:
    """Standard deviation of the light in a square window round each place."""
    half = int(window) // 2
    around = cv2.copyMakeBorder(image, half, half, half, half, cv2.BORDER_REFLECT_101)
    edge = 2 * half + 1
    sums = cv2.integral2(around)
    width = sums[0].shape[1]
    above = rows * width + columns
    below = above + edge * width
    total, squares = (
        (of.take(below + edge) - of.take(above + edge) - of.take(below) + of.take(above)) / edge**2 for of in sums
    )
    return np.sqrt(np.maximum(squares - total * total, 0.0)).astype(np.float32)


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
    radius = round(4.4 * module)
    at = ((np.arange((2 * radius + 1) * _FINE) + 0.5) / _FINE - radius - 0.5) / module
    x, y = np.meshgrid(at, at)
    total = np.zeros_like(x)
    for angle in np.deg2rad(np.arange(0, 90, 7.5)):
        u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        ring = np.maximum(np.abs(u), np.abs(v))
        total += np.select([ring < 1.5, ring < 2.5, ring < 3.5, ring < 4.2], [-1.0, 1.0, -1.0, 0.6], 0.0)
    total = _area_means(cv2.GaussianBlur(total, (0, 0), 0.4 * module * _FINE))
    inside = np.hypot(*_area_means(np.stack([x, y]))) < 4.6
    total = np.where(inside, total - total[inside].mean(), 0.0)
    return (total / np.abs(total).sum()).astype(np.float32)


def _area_means(fine: Doubles) -> Doubles:
    """Of a drawing of _FINE pixels to one, each way."""
    pixels = fine.shape[-1] // _FINE
    return np.asarray(fine.reshape(*fine.shape[:-2], pixels, _FINE, pixels, _FINE).mean(axis=(-3, -1)))


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


def neighbours(places: Floats, reach: float, chosen: Mask | None = None) -> tuple[Indices, Indices]:
    """Ordered pairs (i, j), sorted by i, of different places at most `reach` apart in x and in y, one of them `chosen`.

    Places are put in rows of height `reach`, sorted by x within; each has neighbours in three rows only.
    """
    first = np.arange(len(places)) if chosen is None else np.flatnonzero(chosen)
    row = np.floor(places[:, 1] / reach).astype(np.int64)
    span = float(np.ptp(places[:, 0])) + 3 * reach if len(places) else 1.0
    key = row * span + places[:, 0]
    order = np.argsort(key, kind="stable")
    ordered = key[order]
    found = []
    for step in (-1, 0, 1):
        at = key[first] + step * span
        one, place = expand_ranges(
            np.searchsorted(ordered, at - reach), np.searchsorted(ordered, at + reach, side="right")
        )
        found.append((first[one], order[place]))
    i, j = (np.concatenate(side) for side in zip(*found, strict=True))
    near = (np.abs(places[i, 1] - places[j, 1]) <= reach) & (i != j)
    i, j = i[near], j[near]
    if chosen is not None:
        back = ~chosen[j]
        i, j = np.concatenate([i, j[back]]), np.concatenate([j, i[back]])
    by_first = np.argsort(i, kind="stable")
    return i[by_first], j[by_first]


def expand_ranges(first: Indices, last: Indices) -> tuple[Indices, Indices]:
    """All (k, m) with first[k] <= m < last[k], without a loop."""
    count = last - first
    k = np.repeat(np.arange(len(first)), count)
    start = np.repeat(first - np.concatenate([[0], np.cumsum(count)[:-1]]), count)
    return k, np.arange(len(k)) + start
