"""The background model: what the table and the pieces on it looked like when they were last in full sight.

It answers two questions about a label that is not seen at its place. Is the bare table seen there? Is the rest of its
piece still there? A cup on a card is not the bare table, and most of the card still shows: covered is not gone.
Everything is in pixels of the small picture; masks of pixels are uint8, 255 where they hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.arrays import Doubles, Floats, Luma
from vision.tracking.motion import GAIN_MATTERS, LEAST_CONTRAST
from vision.tracking.track import TrackKey

PixelMask = NDArray[np.bool_]

AGREES = 0.09
"""Share of the brightness by which one and the same thing may look different at another time."""

FLAT = 0.08
"""Spread within a label's place, as a share of its brightness, that still looks like plain cloth or wood."""

AROUND = 4.0
"""The table's plain look is taken from a square of so many label edges."""

OVERLAID_SHARE = 0.5
"""Where less of the table around a label looks as it did, something large lies over all of it."""

KNOWN_SHARE = 0.8
UNCHANGED_SHARE = 0.95
"""Share of a place that looks as it did when nothing came there. A blank tile laid in the midst of four leaves 0.8."""

LEAST_FREE = 0.5
"""Share of a label's place that has to lie free."""

LEAST_REST = 0.15
"""Share of a piece that has to lie free for what is to be seen of it to tell anything."""

LEAST_PIXELS = 50
SPARSE = np.s_[::6, ::6]
"""Enough pixels to compare two lamps by."""


@dataclass(frozen=True, slots=True, eq=False)
class Appearance:
    """How a place once looked: its pixels (255 inside), and their values in the light of the first picture, (n,)."""

    place: Luma
    values: Floats


AppearanceHistory = Mapping[TrackKey, Appearance | None]
"""For each label, by tag and the time since when it lies there: how its piece's place looked before it came."""


@dataclass(frozen=True, slots=True, eq=False)
class RunningImage:
    """A small picture that takes over each pixel as it comes into sight; `known` is 255 where it ever did.

    `light` is how many times brighter the lamp is than in the first picture.
    """

    picture: Luma
    known: Luma
    light: float = 1.0

    @classmethod
    def unknown(cls, shape: tuple[int, ...]) -> RunningImage:
        return cls(np.zeros(shape, np.uint8), np.zeros(shape, np.uint8))

    def updated(self, small: Luma, hidden: Luma) -> RunningImage:
        """Takes over all pixels where `hidden` is 0; the others are brought into the light that is now."""
        gain, light = self._gain(small), self.light
        if abs(gain - 1) > GAIN_MATTERS:
            picture, light = np.asarray(cv2.convertScaleAbs(self.picture, alpha=gain)), light * gain
        else:
            picture = self.picture.copy()
        seen = cv2.bitwise_not(hidden)
        cv2.copyTo(small, seen, picture)
        return RunningImage(picture, np.asarray(cv2.bitwise_or(self.known, seen)), light)

    def warped(self, matrix: Doubles) -> RunningImage:
        """As the camera would have seen it from where it stands now; (3, 3), from pixels then to pixels now."""
        size = (self.picture.shape[1], self.picture.shape[0])
        picture, known = (cv2.warpPerspective(image, matrix, size) for image in (self.picture, self.known))
        return replace(self, picture=picture, known=np.asarray(cv2.threshold(known, 254, 255, cv2.THRESH_BINARY)[1]))

    def appearance(self, place: Luma) -> Appearance | None:
        """How the place looks here; None when too little of it was ever seen."""
        inside = place > 0
        if not self._knows(inside):
            return None
        return Appearance(place, self.picture[inside].astype(np.float32) / self.light)

    def alike(self, small: Luma, appearance: Appearance) -> PixelMask:
        """Which of the place's pixels look as they did then, (n,)."""
        return _agree(small[appearance.place > 0], appearance.values * self.light * self._gain(small))

    def agreeing(self, small: Luma, place: PixelMask) -> PixelMask | None:
        """Which of the place's pixels look as they do here, (n,); None when too few of them were ever seen."""
        if not self._knows(place):
            return None
        return _agree(small[place], self.picture[place] * self._gain(small))

    def differs_at(self, small: Luma, points: NDArray[np.int64]) -> PixelMask:
        """Which of the pixels (n, 2) were seen here and look different now, (n,)."""
        x, y = points.T
        return np.asarray((self.known[y, x] > 0) & ~_agree(small[y, x], self.picture[y, x] * self._gain(small)))

    def _knows(self, place: PixelMask) -> bool:
        return bool(place.any() and self.known[place].mean() >= 255 * KNOWN_SHARE)

    def _gain(self, small: Luma) -> float:
        """How much brighter the lamp is now than it was."""
        known = self.known[SPARSE] > 0
        if not known.any():
            return 1.0
        return float(np.median(small[SPARSE][known] / np.maximum(self.picture[SPARSE][known], 1.0)))


@dataclass(frozen=True, slots=True, eq=False)
class BackgroundModel:
    """The bare table, and the table with the pieces on it."""

    bare: RunningImage
    laid: RunningImage

    @classmethod
    def unknown(cls, shape: tuple[int, ...]) -> BackgroundModel:
        return cls(RunningImage.unknown(shape), RunningImage.unknown(shape))

    def updated(self, small: Luma, occupied: Luma, hidden: Luma) -> BackgroundModel:
        """`occupied` is 255 where pieces lie, `hidden` where what lies there is not in plain sight."""
        bare = self.bare.updated(small, np.asarray(cv2.bitwise_or(occupied, hidden)))
        return replace(self, bare=bare, laid=self.laid.updated(small, hidden))

    def warped(self, matrix: Doubles) -> BackgroundModel:
        """After the camera has moved; (3, 3), from pixels then to pixels now."""
        return BackgroundModel(self.bare.warped(matrix), self.laid.warped(matrix))

    def appearance(self, piece: ArrayLike) -> Appearance | None:
        """How a piece's place looks, to be asked before anything is learnt of the piece itself."""
        return self.laid.appearance(quads_mask(self.laid.picture.shape, [piece]))

    def looks_as_before(self, small: Luma, appearance: Appearance) -> bool:
        """Whether a piece's place looks as it did before it came: the table, or the pieces that it was laid over."""
        return bool(self.laid.alike(small, appearance).mean() > KNOWN_SHARE)

    def lay_there_before(self, small: Luma, piece: ArrayLike, appearance: Appearance, changed: Luma) -> bool:
        """Whether a piece looks as its place did before its label was seen, but for what is known to have `changed`.

        One that looks like the table around it tells nothing: that may be what was seen there. Where not even that has
        changed, it was put back before its place was learnt without it.
        """
        # The place as it was then: a label that has been read again since may lie a pixel beside it.
        place = appearance.place
        free = (place & ~changed) > 0
        if np.count_nonzero(free) < LEAST_REST * np.count_nonzero(place):
            return False
        is_free, alike = free[place > 0], self.laid.alike(small, appearance)
        is_known = alike[is_free].mean() > UNCHANGED_SHARE and alike[~is_free].mean() < KNOWN_SHARE
        plain = _commonest_level(small, piece, place)
        as_table = 0.0 if plain is None else (np.abs(small[free] - plain) < _tolerance(plain)).mean()
        return bool(is_known and as_table < OVERLAID_SHARE)

    def rest_of_piece(self, small: Luma, piece: ArrayLike, label: ArrayLike, occupied: Luma) -> float | None:
        """The share of a piece, without its label, that looks as it did when it was last seen and not like the table.

        A dark card on a dark mat tells nothing, nor does what is `occupied` by other pieces: they look as they did
        whether the piece is there or not. None when it was hardly ever seen.
        """
        place = quads_mask(small.shape, [piece])
        rest = (place & ~quads_mask(small.shape, [label]) & ~occupied) > 0
        if np.count_nonzero(rest) < LEAST_REST * np.count_nonzero(place):
            return None
        as_laid = self.laid.agreeing(small, rest)
        as_bare = self.bare.agreeing(small, rest)
        plain = _commonest_level(small, piece, place)
        if as_bare is None and plain is not None:
            as_bare = np.abs(small[rest] - plain) < _tolerance(plain)
        if as_laid is None:
            return None
        return float((as_laid if as_bare is None else as_laid & ~as_bare).mean())

    def is_overlaid(self, small: Luma, label: ArrayLike, occupied: Luma) -> bool:
        """Whether the bare table around a label has gone out of sight too: a rule book is laid over it, or a lid."""
        window = _window(label)
        place = np.zeros(small.shape, np.bool_)
        place[window] = (self.bare.known[window] > 0) & (occupied[window] == 0)
        if np.count_nonzero(place) < LEAST_PIXELS:
            return False
        agreeing = self.bare.agreeing(small, place)
        return agreeing is not None and bool(agreeing.mean() < OVERLAID_SHARE)

    def is_ground_known(self, label: ArrayLike) -> bool:
        """Whether the table at a label's place was ever seen bare."""
        return self.bare.appearance(quads_mask(self.bare.picture.shape, [label])) is not None

    def is_bare(self, small: Luma, label: ArrayLike, occupied: Luma) -> bool | None:
        """Whether a label's place shows the bare table; None when that is not known.

        Compared with how the place itself looked; where it was never seen bare, with the commonest look around it. What
        of it lies under a piece that is known is left out; None too where that is most of it.
        """
        place = quads_mask(small.shape, [label])
        inside = (place > 0) & (occupied == 0)
        if np.count_nonzero(inside) < LEAST_FREE * np.count_nonzero(place):
            return None
        agreeing = self.bare.agreeing(small, inside)
        if agreeing is not None or not inside.any():
            return agreeing is not None and bool(agreeing.mean() > KNOWN_SHARE)
        now = float(small[inside].mean())
        plain = _commonest_level(small, label, np.asarray(cv2.bitwise_or(occupied, place)))
        if plain is None or float(small[inside].std()) > max(FLAT * now, LEAST_CONTRAST):
            return None
        return True if abs(plain - now) < _tolerance(now) else None

    def is_table_seen_in(self, small: Luma, piece: ArrayLike, occupied: Luma) -> bool:
        """Whether the bare table is to be seen within a piece's outline, where the piece itself was before.

        What is `occupied` by other pieces is left out, and so is a piece that cannot be told from the table.
        """
        place = quads_mask(small.shape, [piece])
        free = (place & ~occupied) > 0
        if np.count_nonzero(free) < LEAST_REST * np.count_nonzero(place):
            return False
        as_bare = self.bare.agreeing(small, free)
        bare_then = self.bare.agreeing(self.laid.picture, free)
        if as_bare is None or bare_then is None:
            return False
        return bool(as_bare.mean() > KNOWN_SHARE and bare_then.mean() < 1 - KNOWN_SHARE)


def quads_mask(shape: tuple[int, ...], quads: Iterable[ArrayLike]) -> Luma:
    """255 inside the quadrilaterals, each (4, 2) in the small picture's pixels."""
    mask = np.zeros(shape, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(np.asarray(quad, dtype=np.float64)).astype(np.int32), (255,))
    return mask


def _agree(now: Luma, before: NDArray[np.floating]) -> PixelMask:
    return np.asarray(np.abs(now - before) < np.maximum(AGREES * before, LEAST_CONTRAST))


def _tolerance(level: float) -> float:
    return max(AGREES * level, LEAST_CONTRAST)


def _commonest_level(small: Luma, quad: ArrayLike, occupied: Luma) -> float | None:
    """The grey level most pixels around a place have, where nothing lies; None when hardly any are free."""
    window = _window(quad)
    free = small[window][occupied[window] == 0]
    if free.size < LEAST_PIXELS:
        return None
    counts = np.convolve(np.bincount(free, minlength=256), np.ones(9), mode="same")
    return float(counts.argmax())


def _window(quad: ArrayLike) -> tuple[slice, slice]:
    """The rows and columns around a place from which the table's look is taken."""
    corners = np.asarray(quad, dtype=np.float64)
    middle, reach = corners.mean(axis=0), AROUND / 2 * float(np.ptp(corners, axis=0).max())
    low = np.maximum(middle - reach, 0).astype(int)
    high = (middle + reach).astype(int) + 1
    return np.s_[low[1] : high[1], low[0] : high[0]]
