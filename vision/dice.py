"""How two ordinary dice have fallen, read within the dice's place of the mat.

The place is printed grey, so that light and dark dice both stand out from it. A die is a cube: what can be seen of it
is the outline of its eight corners from where the camera hangs, and the outline that fits says where its upper face
lies. There a pip is looked for at each of the nine places that a face may have one: what lies between them is the
die's own colour. Only what is one of the six faces, every pip plain, is told; all else is None, and people are asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.table import Box, DiceThrown
from vision.arrays import Luma, Points
from vision.geometry.calibration import Calibration
from vision.geometry.camera_pose import camera_pose

SCALE = 4.0
"""Pixels of the upright picture of the place along a millimetre."""

COARSE = 2
"""Outlines are compared on every so manieth of them."""

EDGES = (11.0, 17.5)
"""The edges of ordinary dice, millimetres: most have 12, 14 or 16."""

DARKER, LIGHTER = 0.66, 1.22
"""What is less or more light than these shares of the grey round it is a die; a shadow is neither."""

LEAST_AREA = 60.0
"""What covers less, square millimetres, is no die."""

FITS = 0.76
"""The outline and what was seen cover as much in common, of what they cover together, or it is no die."""

PITCHES = (0.225, 0.25, 0.275)
"""How far pips are from the middle, of the edge: from drawings of dice for sale."""

PIP = 0.075
"""The blur with which pips are looked at, of the edge: about the radius of one."""

LEAST_CONTRAST = 22.0
"""Grey levels between a pip and its die."""

PLAIN_ON, PLAIN_OFF, EVEN = 0.62, 0.36, 0.3
"""Of the deepest pip: every other pip is as deep at least, every place without one at most, and so even is the rest."""

INSIDE, PIP_REACH, ELSEWHERE = 0.33, 0.17, 0.45
"""Of the edge: so far from the middle and from every pip nothing may be as deep as this share of a pip."""

LEADS = 0.12
"""By so much the face that is told has to be plainer than any other."""

WASHED_OUT = 244.0
"""Where a face is as light as that, a reflection may hide a pip."""

AGREE = 3
"""So many pictures in a row have to say the same."""

MOST_LOOKS = 3 * AGREE
"""What has not been told after so many pictures of a place in which nothing moves is asked."""

MOVED = 3.0
"""Millimetres by which a die that lies still may seem to move."""

_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_PLACES = tuple((u, v) for u in (-1, 0, 1) for v in (-1, 0, 1))
_BETWEEN = tuple((u, v) for u in (-0.5, 0.5) for v in (-0.5, 0.5))
_FACES: dict[frozenset[tuple[int, int]], int] = {
    frozenset({(0, 0)}): 1,
    frozenset({(-1, -1), (1, 1)}): 2,
    frozenset({(-1, 1), (1, -1)}): 2,
    frozenset({(-1, -1), (0, 0), (1, 1)}): 3,
    frozenset({(-1, 1), (0, 0), (1, -1)}): 3,
    frozenset(_CORNERS): 4,
    frozenset({*_CORNERS, (0, 0)}): 5,
    frozenset({*_CORNERS, (-1, 0), (1, 0)}): 6,
    frozenset({*_CORNERS, (0, -1), (0, 1)}): 6,
}

_Mask = NDArray[np.uint8]
_Floats = NDArray[np.float64]


class ToPixels(Protocol):
    """Where points of the mat, (N, 2) millimetres, fall in the picture, (N, 2) pixels."""

    def __call__(self, points: Points, /) -> Points: ...


@dataclass(frozen=True, slots=True)
class DieSeen:
    """A die by its upper face: the middle of it on the mat, millimetres, and what it shows."""

    x: float
    y: float
    face: int


class _Cube(NamedTuple):
    """Where a die stands: the middle of its base, in millimetres from the place's corner, its turn (degrees), its edge.

    `flat`: its sides have the place's own grey, and only the upper face stands out.
    """

    x: float
    y: float
    turn: float
    edge: float
    flat: bool = False


class DicePlace:
    """The dice's place as one camera sees it.

    `camera` is where it hangs over the mat, (x, y, height) millimetres. Another place of the camera is another value.
    """

    def __init__(self, box: Box, to_px: ToPixels, camera: tuple[float, float, float]) -> None:
        self._box = box
        self._camera = np.array([camera[0] - box.left, camera[1] - box.top, camera[2]])
        width, height = round((box.right - box.left) * SCALE), round((box.bottom - box.top) * SCALE)
        across, down = np.meshgrid((np.arange(width) + 0.5) / SCALE, (np.arange(height) + 0.5) / SCALE)
        points = np.stack([across.ravel() + box.left, down.ravel() + box.top], axis=1)
        self._map = np.asarray(to_px(points), dtype=np.float32).reshape(height, width, 2)

    def read(self, image: Luma) -> tuple[DieSeen, ...] | None:
        """The two dice that lie there; None where there are not two of them, or one of them is not plain."""
        upright = self.upright(image)
        outlines = self._outlines(upright)
        cubes = None if outlines is None else self._cubes(outlines)
        if cubes is None or len(cubes) != 2:
            return None
        faces = [face_of(upright, *self._upper_face(cube)) for cube in cubes]
        if None in faces:
            return None
        middles = [self._upper_face(cube)[0] + (self._box.left, self._box.top) for cube in cubes]
        seen = [DieSeen(float(at[0]), float(at[1]), face) for at, face in zip(middles, faces, strict=True) if face]
        return tuple(sorted(seen, key=lambda die: (die.x, die.y)))

    def is_bare(self, image: Luma) -> bool:
        """Whether nothing lies there."""
        return self._outlines(self.upright(image)) == []

    def upright(self, image: Luma) -> Luma:
        """The place as seen from right above."""
        return cv2.remap(image, self._map, None, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)

    def _outlines(self, upright: Luma) -> list[_Mask] | None:
        """What is not the place's own grey, each thing by itself; None where something reaches over its edge."""
        light = upright.astype(np.float64)
        ground = _plane(light)
        other = ((light < DARKER * ground) | (light > LIGHTER * ground)).astype(np.uint8)
        for kind, across in ((cv2.MORPH_CLOSE, 2.0), (cv2.MORPH_OPEN, 1.2)):
            element = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(across * SCALE),) * 2)
            other = cv2.morphologyEx(other, kind, element)
        contours, _ = cv2.findContours(other, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        found = []
        height, width = other.shape
        for contour in contours:
            if cv2.contourArea(contour) < LEAST_AREA * SCALE**2:
                continue
            left, top, wide, high = cv2.boundingRect(contour)
            if left <= 1 or top <= 1 or left + wide >= width - 1 or top + high >= height - 1:
                return None
            filled = cv2.drawContours(np.zeros_like(other), [contour], -1, 1, cv2.FILLED)
            found.append(np.ascontiguousarray(filled[::COARSE, ::COARSE]))
        return found

    def _cubes(self, outlines: Sequence[_Mask]) -> list[_Cube] | None:
        """A die for each outline, or two that touch for an only one."""
        if len(outlines) == 1:
            return self._touching(outlines[0])
        cubes = [self._fitted(outline) for outline in outlines]
        found = [cube for cube, fit in cubes if fit >= FITS]
        return found if len(found) == len(outlines) else None

    def _touching(self, outline: _Mask) -> list[_Cube] | None:
        pixels = np.argwhere(outline)[:, ::-1].astype(np.float32)
        criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.1)
        cv2.setRNGSeed(1)
        _, which, _ = cv2.kmeans(pixels, 2, None, criteria, 3, cv2.KMEANS_PP_CENTERS)
        parts = [np.zeros_like(outline), np.zeros_like(outline)]
        for number, part in enumerate(parts):
            mine = pixels[which[:, 0] == number].astype(int)
            part[mine[:, 1], mine[:, 0]] = 1
        cubes = [self._fitted(part)[0] for part in parts]
        for _ in range(3):
            for number in (0, 1):
                rest = outline & (1 - self._drawn(cubes[1 - number], outline.shape))
                cubes[number] = self._refined(cubes[number], rest)[0]
        both = self._drawn(cubes[0], outline.shape) | self._drawn(cubes[1], outline.shape)
        return cubes if _overlap(both, outline) >= FITS else None

    def _fitted(self, outline: _Mask) -> tuple[_Cube, float]:
        """The die whose outline this is like most, and how much."""
        down, across = np.nonzero(outline)
        middle = np.array([across.mean(), down.mean()]) * COARSE / SCALE
        size = float(np.sqrt(len(down))) * COARSE / SCALE
        best, fit = _Cube(middle[0], middle[1], 0.0, EDGES[0]), 0.0
        for turn, share, flat in product(np.arange(0.0, 90.0, 9.0), (0.8, 0.88, 0.96, 1.04), (False, True)):
            edge = float(np.clip(size * share, *EDGES))
            cube = _Cube(middle[0], middle[1], float(turn), edge, flat)
            seen = self._corners(cube)[4 * flat :].mean(axis=0)
            cube = cube._replace(**dict(zip("xy", 2 * middle - seen, strict=True)))
            if (now := _overlap(self._drawn(cube, outline.shape), outline)) > fit:
                best, fit = cube, now
        return self._refined(best, outline)

    def _refined(self, cube: _Cube, outline: _Mask) -> tuple[_Cube, float]:
        """Moved, turned and resized for as long as it fits better."""
        fit = _overlap(self._drawn(cube, outline.shape), outline)
        for step in (0.6, 0.25):
            for _ in range(8):
                before = fit
                for field, by in product(("x", "y", "turn", "edge"), (-step, step)):
                    further = 8.0 * by if field == "turn" else by
                    other = cube._replace(**{field: getattr(cube, field) + further})
                    if not EDGES[0] <= other.edge <= EDGES[1]:
                        continue
                    if (now := _overlap(self._drawn(other, outline.shape), outline)) > fit:
                        cube, fit = other, now
                if fit == before:
                    break
        return cube, fit

    def _corners(self, cube: _Cube) -> _Floats:
        """Where the corners are seen on the mat, (8, 2) millimetres from the place's corner, the upper four last."""
        turn = np.radians(cube.turn)
        spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        square = np.array(_CORNERS) @ spin * cube.edge / 2 + (cube.x, cube.y)
        return np.concatenate([square, self._from_above(square, cube.edge)])

    def _from_above(self, points: _Floats, height: float) -> _Floats:
        """Where the line of sight through points so high over the mat meets it."""
        eye, over = self._camera[:2], self._camera[2]
        seen: _Floats = eye + (points - eye) * over / (over - height)
        return seen

    def _drawn(self, cube: _Cube, shape: tuple[int, ...]) -> _Mask:
        seen = self._corners(cube)[4 * cube.flat :]
        hull = cv2.convexHull((seen * SCALE / COARSE - 0.5 / COARSE).astype(np.float32))
        return cv2.fillConvexPoly(np.zeros(shape, np.uint8), np.round(hull * 16).astype(np.int32), 1, shift=4)

    def _upper_face(self, cube: _Cube) -> tuple[_Floats, float, float]:
        """Its middle on the picture's mat (millimetres from the place's corner), its turn and its edge there."""
        upper = self._corners(cube)[4:]
        return upper.mean(axis=0), cube.turn, float(np.linalg.norm(upper[1] - upper[0]))


def _overlap(one: _Mask, other: _Mask) -> float:
    return int(np.count_nonzero(one & other)) / max(1, int(np.count_nonzero(one | other)))


def _plane(light: _Floats) -> _Floats:
    """The light of the bare place, by what lies at its edge: (H, W)."""
    height, width = light.shape
    rim = round(3.0 * SCALE)
    down, across = np.mgrid[0:height, 0:width]
    at_edge = (down < rim) | (down >= height - rim) | (across < rim) | (across >= width - rim)
    at = np.stack([across[at_edge], down[at_edge], np.ones(np.count_nonzero(at_edge))], axis=1)
    values = light[at_edge]
    kept = np.abs(values - np.median(values)) <= 0.15 * np.median(values) + 4.0
    slope, *_ = np.linalg.lstsq(at[kept], values[kept], rcond=None)
    plane: _Floats = np.maximum(slope[0] * across + slope[1] * down + slope[2], 1.0)
    return plane


def face_of(upright: Luma, middle: _Floats, turn: float, edge: float) -> int | None:
    """What a face shows of which these are about the middle, the turn and the edge; None if it is not plain."""
    blurred = cv2.GaussianBlur(upright, (0, 0), PIP * edge * SCALE).astype(np.float32)
    tried = _tried(middle, turn, edge)
    pips, between = _sampled(blurred, tried, _PLACES), _sampled(blurred, tried, _BETWEEN)
    body = np.median(between, axis=1)
    washed_out = np.maximum(pips.max(axis=1), between.max(axis=1)) >= WASHED_OUT
    best: dict[int, tuple[float, int, float]] = {}
    for sign in (-1.0, 1.0):
        depth = sign * (pips - body[:, None])
        deepest = depth.max(axis=1)
        uneven = np.abs(between - body[:, None]).max(axis=1) > EVEN * 2 * deepest
        for number in np.flatnonzero((deepest >= LEAST_CONTRAST) & ~washed_out & ~uneven):
            face, plain = _pattern(depth[number] / deepest[number])
            plain *= deepest[number] / deepest.max()  # A pip that is met in its middle is deepest.
            if face is not None and plain > best.get(face, (0.0,))[0]:
                best[face] = plain, int(number), sign
    ranked = sorted(best.items(), key=lambda each: -each[1][0])
    if not ranked or (len(ranked) > 1 and ranked[0][1][0] - ranked[1][1][0] < LEADS):
        return None
    face, (_, frame, sign) = ranked[0]
    return face if _is_all(blurred, tried[frame], edge, face, sign) else None


def _pattern(depth: _Floats) -> tuple[int | None, float]:
    """Which face has pips where it is deep, and how plainly; None for none of the six."""
    on = depth >= (PLAIN_ON + PLAIN_OFF) / 2
    face = _FACES.get(frozenset(place for place, is_on in zip(_PLACES, on, strict=True) if is_on))
    if face is None or depth[on].min() < PLAIN_ON or depth[~on].max() > PLAIN_OFF:
        return None, 0.0
    return face, float(depth[on].min() - max(0.0, depth[~on].max()))


def _is_all(blurred: NDArray[np.float32], frame: _Floats, edge: float, face: int, sign: float) -> bool:
    """Whether nothing else on the face is like a pip, wherever it is: a face that was misplaced has others."""
    pips = _sampled(blurred, frame[None], _PLACES)[0]
    body = float(np.median(_sampled(blurred, frame[None], _BETWEEN)))
    depth = sign * (pips - body)
    on = np.array(_PLACES)[depth >= (PLAIN_ON + PLAIN_OFF) / 2 * depth.max()] * frame[3]
    grid = np.array(list(product(np.linspace(-INSIDE, INSIDE, 15), repeat=2))) * edge
    beside = np.linalg.norm(grid[:, None] - on[None], axis=2).min(axis=1) > PIP_REACH * edge
    there = sign * (_sampled(blurred, frame[None], grid[beside] / frame[3])[0] - body)
    return len(on) == face and bool(there.max() <= ELSEWHERE * depth.max())


def _tried(middle: _Floats, turn: float, edge: float) -> _Floats:
    """Frames of the face near that one: x, y, turn (radians), pitch; (N, 4), millimetres."""
    shifts, turns = np.arange(-0.09, 0.091, 0.03) * edge, np.radians(turn + np.arange(-8.0, 8.1, 4.0))
    frames = product(middle[0] + shifts, middle[1] + shifts, turns, np.array(PITCHES) * edge)
    return np.array(list(frames))


def _sampled(blurred: NDArray[np.float32], frames: _Floats, places: Iterable[Sequence[float]]) -> _Floats:
    """The light at these places of each frame, in pitches from its middle: (N, places)."""
    at = np.array(list(places), dtype=np.float64)
    cos, sin = np.cos(frames[:, 2])[:, None], np.sin(frames[:, 2])[:, None]
    u, v = at[:, 0] * frames[:, 3:], at[:, 1] * frames[:, 3:]
    x = (frames[:, :1] + u * cos - v * sin) * SCALE - 0.5
    y = (frames[:, 1:2] + u * sin + v * cos) * SCALE - 0.5
    sampled = cv2.remap(
        blurred, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return sampled.astype(np.float64)


@dataclass(frozen=True, slots=True)
class DiceVote:
    """What picture after picture says: dice that lie still are told when several in a row agree, each throw once."""

    latest: tuple[DieSeen, ...] | None = None
    count: int = 0

    def after(self, seen: tuple[DieSeen, ...] | None) -> DiceVote:
        if seen is None or self.latest is None or not _is_same(seen, self.latest):
            return DiceVote(seen, int(seen is not None))
        return replace(self, count=self.count + 1)

    @property
    def told(self) -> tuple[int, int] | None:
        """The faces, in the picture in which so many agree; None before and after it."""
        if self.latest is None or self.count != AGREE:
            return None
        one, other = self.latest
        return one.face, other.face


def _is_same(seen: Sequence[DieSeen], before: Sequence[DieSeen]) -> bool:
    return all(
        one.face == other.face and abs(one.x - other.x) <= MOVED and abs(one.y - other.y) <= MOVED
        for one, other in zip(seen, before, strict=True)
    )


STILL = 2.5
"""Grey levels on average by which the small picture of a place in which nothing moves may differ."""

SMALL = 8
"""The small picture has every so manieth pixel along an edge."""


class DiceWatch:
    """Reads the dice's place frame by frame; while nothing has changed there nothing is read again."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._calibration: Calibration | None = None
        self._place: DicePlace | None = None
        self._small: Luma | None = None
        self._vote, self._looks = DiceVote(), 0
        self._told: tuple[DieSeen, ...] | None = None

    def look(self, image: Luma, calibration: Calibration | None) -> DiceThrown | None:
        """Two dice have just come to rest there, or those that were told have been taken up.

        What lies on as it was told is no other throw, whatever passed over it.
        """
        if calibration is not self._calibration:
            self._calibration, self._place = calibration, None if calibration is None else self._placed(calibration)
            self._small = None
        if self._place is None:
            return None
        upright = self._place.upright(image)
        small = cv2.resize(upright, None, fx=1 / SMALL, fy=1 / SMALL, interpolation=cv2.INTER_AREA)
        if self._small is None or float(cv2.absdiff(small, self._small).mean()) > STILL:
            self._small, self._vote, self._looks = small, DiceVote(), 0
            return None
        if self._looks >= MOST_LOOKS:
            return None
        self._vote, self._looks = self._vote.after(self._place.read(image)), self._looks + 1
        if self._vote.told is not None and not (self._told and _is_same(self._vote.latest or (), self._told)):
            self._told = self._vote.latest
            return DiceThrown(self._vote.told)
        if self._told is not None and self._looks == AGREE and self._place.is_bare(image):
            self._told = None
            return DiceThrown(None)
        return None

    def _placed(self, calibration: Calibration) -> DicePlace:
        homography = calibration.homography
        pose = camera_pose(homography, homography.lens.focal[0])
        return DicePlace(self._box, homography.to_px, (pose.x, pose.y, pose.height))
