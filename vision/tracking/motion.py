"""Motion and change detection: frame differencing, and comparison with a reference image, on small pictures.

The picture is divided into cells. A cell is moving when it differs from the frame before, and changed when it differs
from the reference image. Only light is compared, so a hand in any glove is as visible as a bare one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import cv2
import numpy as np

from vision.arrays import CellMask, Doubles, Luma

CELL_PX = 8
"""Edge of a cell in pixels of the small picture: about a label's edge on the table."""

LEAST_CONTRAST = 5.0
"""Grey levels below which a difference is nothing, however quiet the camera is."""

NOISE_FACTOR = 5.0
"""A difference counts from so many standard deviations of the noise on: once in a million pixels by chance."""

PIXELS_THAT_COUNT = 3
"""Different pixels that make a cell different: with a single pixel chance would still have its turn."""

GAIN_MATTERS = 0.015
"""The lamp is taken to be brighter or darker from this share on."""

DARKEST = 0.12
"""Share of the brightest light so far below which a picture tells nothing: labels drown in the noise, and a reference
image learnt then would be all steps when the lamp is on again."""

MOST_FORMERS = 3
"""So many earlier looks of a place are known: an arm that rests shifts now and then."""

MOST_MOVING = 0.5
"""A frame with more of its cells moving than this tells nothing about the table."""


BLUR_PX = 5
"""Edge of the box over which the small picture is averaged where the camera shakes. A shift of 1 to 3 px of the full
picture is found 0.3 to 1.0 px wrong without it, and 0.03 to 0.17 px with it (12 and 3 megapixels)."""

EDGE_SHARE = 0.4
"""Share of an edge's height by which two aligned pictures may differ there. In 12 megapixels shaken by 3 px two cells
of 5184 still differ in two of eight frames with 0.25, and none with 0.4."""

SHARP = 0.15
"""A soft shadow changes the light by less than this share within `BLUR_PX`: the rim of an arm by more, unless the arm
is hardly to be told from the table."""

_NEIGHBOURS = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """Which cells move, and which differ from the reference image; `gain` is how many times brighter the lamp is.

    `familiar` are the changed cells that look as they did before they were last remembered otherwise: what lay there
    for long, an arm or a book, has gone again.
    """

    moving: CellMask
    changed: CellMask
    gain: float = 1.0
    familiar: CellMask | None = None
    is_dark: bool = False

    @property
    def strange(self) -> CellMask:
        """The changed cells that have never been remembered as they look now."""
        return self.changed if self.familiar is None else self.changed & ~self.familiar

    @property
    def in_same_light(self) -> bool:
        return abs(self.gain - 1) < GAIN_MATTERS

    @property
    def is_quiet(self) -> bool:
        """Whether enough of the picture is at rest, and in light, for the table to be judged."""
        return bool(self.moving.mean() <= MOST_MOVING) and not self.is_dark

    @property
    def is_still(self) -> bool:
        """Whether nothing at all moves or has changed, whatever the lamp does."""
        return not self.moving.any() and not self.changed.any()


@dataclass(frozen=True, slots=True, eq=False)
class MotionModel:
    """The last small picture and the reference image, `lit` in the light that is now.

    `formers` are what the reference image was, in its light, where it has since been made to show something else: how
    it looked last, before that, and so on.
    `gain` is how many times brighter than theirs the light is now, and `level` what share theirs was of the
    brightest so far. `noise` is the camera's, in grey levels (standard deviation); None until two have been compared.
    """

    last: Luma
    reference: Luma
    lit: Luma
    noise: float | None = None
    formers: tuple[Luma, ...] = ()
    gain: float = 1.0
    level: float = 1.0

    def warped(self, matrix: Doubles) -> MotionModel:
        """After the camera has moved: the reference image as it sees the table now.

        `matrix`, (3, 3), takes homogeneous pixels of the small picture to where they are now.
        """
        reference = self._warped(self.lit, matrix)
        formers = tuple(self._warped(former, matrix) for former in self._formers_now)
        return replace(self, reference=reference, lit=reference, formers=formers, gain=1.0, level=self._level_now)

    @property
    def threshold(self) -> float:
        """Grey levels by which something has to differ."""
        return max(LEAST_CONTRAST, NOISE_FACTOR * (self.noise or 0.0))

    @property
    def _formers_now(self) -> tuple[Luma, ...]:
        """In the light that is now."""
        return tuple(_lit(former, self.gain) for former in self.formers)

    @property
    def _level_now(self) -> float:
        return min(self.level * self.gain, 1.0)

    def _warped(self, picture: Luma, matrix: Doubles) -> Luma:
        height, width = self.last.shape
        warped = cv2.warpPerspective(picture, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(warped, dtype=np.uint8)

    def with_reference(self, cells: CellMask) -> MotionModel:
        """From now on these cells look as they look now, and all others as they would in the light that is now."""
        # Else a place that a hand was over when the lamp was switched would differ from its neighbours for ever.
        reference = _with_pixels(self.lit, self.last, _mask(cells, self.last.shape)) if cells.any() else self.lit
        formers = self._formers_now
        return replace(self, reference=reference, lit=reference, formers=formers, gain=1.0, level=self._level_now)

    def with_another_look(self, cells: CellMask) -> MotionModel:
        """From now on these cells look as they do now; how they looked until now is kept.

        Where they look the same, how they had looked before that still is: a cell counts as changed for its neighbour
        too, again and again.
        """
        if not cells.any():
            return self
        threshold = cv2.threshold(cv2.absdiff(self.last, self.lit), self.threshold, 255, cv2.THRESH_BINARY)[1]
        other = np.asarray(cv2.bitwise_and(threshold, _mask(cells, self.last.shape)))
        before = self._formers_now
        newer = (self.lit, *before)
        pushed = [_with_pixels(older, new, other) for new, older in zip(newer, before, strict=False)]
        formers = (*pushed, newer[-1])[:MOST_FORMERS]
        return replace(self.with_reference(cells), formers=formers)

    def with_former_look(self, cells: CellMask) -> MotionModel:
        """These cells look again as they once did: what lay there meanwhile is forgotten."""
        if not cells.any():
            return self
        mask = _mask(cells, self.last.shape)
        formers = tuple(_with_pixels(former, self.last, mask) for former in self._formers_now)
        return replace(self.with_reference(cells), formers=formers)


def detect_motion(model: MotionModel | None, small: Luma) -> tuple[MotionModel, Motion]:
    """Compares a small picture with the one before and with the reference image.

    The first of its size becomes the reference, and counts as moving: nothing is known about it yet.
    """
    if model is None or model.last.shape != small.shape:
        cells, reference = cells_across(small.shape), small.copy()
        return MotionModel(small, reference, reference), Motion(np.ones(cells, np.bool_), np.zeros(cells, np.bool_))
    moved = cv2.absdiff(small, _lit(model.last, _gain(small, model.last)))
    noise = _noise(moved, model.noise)
    threshold = max(LEAST_CONTRAST, NOISE_FACTOR * noise)
    gain = _gain(small, model.reference)
    lit = _lit(model.reference, gain)
    changed = _cells_above(cv2.absdiff(small, lit), threshold)
    familiar = None
    if model.formers and changed.any():
        unlike = [_cells_above(cv2.absdiff(small, _lit(former, gain)), threshold) for former in model.formers]
        familiar = changed & ~np.logical_and.reduce(unlike)
    model = replace(model, last=small, lit=lit, noise=noise, gain=gain)
    is_dark = model.level * gain < DARKEST
    return model, Motion(_cells_above(moved, threshold), changed, gain, familiar, is_dark)


def differing_cells(before: Luma, now: Luma) -> CellMask:
    """Where two small pictures of one shape differ by more than lamp and noise make them."""
    difference = cv2.absdiff(now, _lit(before, _gain(now, before)))
    threshold = max(LEAST_CONTRAST, NOISE_FACTOR * _noise(difference, None))
    return _cells_above(difference, threshold)


def detect_unsteady_motion(model: MotionModel, aligned: Luma, border: float) -> tuple[MotionModel, Motion]:
    """The same for a picture of a camera that shakes, once it is `aligned` with the reference image.

    Modules are finer than the small picture's pixels and look otherwise at every shift, so averages are compared, and
    edges may differ by a share of their height. Within `border` pixels of the rim, which is not in both pictures, all
    is taken to be as it is beside: an arm goes on there.
    """
    now, rim = blurred(aligned), int(np.ceil(border)) + 1

    def differing(other: Luma, light: float, edges_of: Luma) -> CellMask:
        edges = cv2.subtract(cv2.dilate(edges_of, _NEIGHBOURS), cv2.erode(edges_of, _NEIGHBOURS))
        allowed = np.asarray(cv2.convertScaleAbs(edges, alpha=EDGE_SHARE))
        beyond = cv2.subtract(cv2.absdiff(now, _lit(other, light)), allowed)[rim:-rim, rim:-rim]
        return _cells_above(_with_rim(beyond, rim), LEAST_CONTRAST)

    before, reference = blurred(model.last), blurred(model.reference)
    gain = _gain(now, reference)
    changed, familiar = differing(reference, gain, reference), None
    if model.formers and changed.any():
        formers = [blurred(former) for former in model.formers]
        familiar = changed & ~np.logical_and.reduce([differing(former, gain, former) for former in formers])
    motion = Motion(differing(before, _gain(now, before), reference), changed, gain, familiar)
    return replace(model, last=aligned, lit=_lit(model.reference, gain)), motion


def _with_rim(inner: Luma, width: int) -> Luma:
    return cast(Luma, cv2.copyMakeBorder(inner, width, width, width, width, cv2.BORDER_REPLICATE))


def blurred(small: Luma) -> Luma:
    """The small picture without what is finer than its pixels."""
    return cast(Luma, cv2.blur(small, (BLUR_PX, BLUR_PX)))


def sharply_changed(model: MotionModel) -> CellMask:
    """The cells that have changed so from the reference image."""
    return changes_sharply(model.last, model.lit)


def changes_sharply(now: Luma, before: Luma) -> CellMask:
    """The cells in which the light has not changed alike: something ends there, and no shadow does so."""
    ratio = cv2.divide(blurred(now), cv2.max(blurred(before), 1), scale=100.0)
    window = np.ones((BLUR_PX, BLUR_PX), np.uint8)
    least, most = cv2.erode(ratio, window), cv2.dilate(ratio, window)
    return _cells_above(cast(Luma, cv2.compare(least, cv2.convertScaleAbs(most, alpha=1 - SHARP), cv2.CMP_LT)), 127)


def cells_across(shape: tuple[int, ...]) -> tuple[int, int]:
    """Rows and columns of cells for a small picture of (height, width)."""
    return max(round(shape[0] / CELL_PX), 1), max(round(shape[1] / CELL_PX), 1)


def _with_pixels(picture: Luma, other: Luma, mask: Luma) -> Luma:
    """The picture, but for the pixels of the mask, which are the other one's."""
    mixed = picture.copy()
    cv2.copyTo(other, mask, mixed)
    return mixed


def _mask(cells: CellMask, shape: tuple[int, ...]) -> Luma:
    """255 in the pixels of these cells."""
    mask = cv2.resize(cells.view(np.uint8) * 255, (shape[1], shape[0]), interpolation=cv2.INTER_NEAREST)
    return np.asarray(mask, dtype=np.uint8)


def _noise(difference: Luma, before: float | None) -> float:
    """The camera's noise in grey levels, smoothed: the half of the pixels that differ least are enough to know it."""
    counts = np.cumsum(np.bincount(difference[::8, ::8].ravel(), minlength=256))
    noise = float(np.interp(0.5, counts / counts[-1], np.arange(256) + 0.5)) / 0.6745
    return noise if before is None else before + 0.2 * (noise - before)


def _gain(small: Luma, reference: Luma) -> float:
    """How much brighter the lamp is than it was: the median of many pixels' ratios ignores hands."""
    sparse = np.s_[:: 2 * CELL_PX, :: 2 * CELL_PX]
    ratios = (small[sparse].astype(np.float32) / np.maximum(reference[sparse], 1)).ravel()
    middle = ratios.size // 2
    return float(np.partition(ratios, middle)[middle])


def _lit(picture: Luma, gain: float) -> Luma:
    """The picture as it would look under a lamp so many times brighter."""
    if abs(gain - 1) < GAIN_MATTERS:
        return picture
    return np.asarray(cv2.convertScaleAbs(picture, alpha=gain))


def _cells_above(difference: Luma, threshold: float) -> CellMask:
    _, above = cv2.threshold(difference, threshold, 255, cv2.THRESH_BINARY)
    rows, columns = cells_across(difference.shape)
    if not cv2.countNonZero(above):
        return np.zeros((rows, columns), np.bool_)
    share = cv2.resize(above, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(share > 255 * (PIXELS_THAT_COUNT - 0.5) / CELL_PX**2)
