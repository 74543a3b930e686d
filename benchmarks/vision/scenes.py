"""Renders a table with labelled cards, and knows where every label is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision import art, cards
from benchmarks.vision.camera import Camera, Patch, photograph, rotation, tilted
from benchmarks.vision.specs import Range, SceneSpec
from vision.labels import FRAME_MODULES, MODULES

Floats = NDArray[np.float32]
CLEAR, COVERED = 0.98, 0.50
"""A label of which at least these shares can be seen counts as uncovered, as covered; below, as hidden."""

_GAMMA = 1 / 1.6
_HAZE = (0.72, 0.10)
_CARD = (38, 52)


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """A label as it was drawn: `corners` (4, 2) of the ring's outside in pixels, own upper left first, clockwise.

    `kind` is clear, covered (50 to 98 % to be seen), glare, hidden, edge (cut by the picture's edge) or foreign (not in
    the book); `visible` the share to be seen, `angle` the degrees between the label's normal and the ray to it.
    """

    payload: str
    corners: NDArray[np.float64]
    centre: NDArray[np.float64]
    kind: str
    visible: float
    angle: float

    @property
    def module_px(self) -> float:
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean() / FRAME_MODULES)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture, uint8, and the labels in it."""

    image: NDArray[np.uint8]
    truths: tuple[Truth, ...]
    spec: SceneSpec


def render(
    spec: SceneSpec,
    book: Sequence[str],
    strangers: Sequence[str],
    seed: int,
    sticker: cards.Sticker = cards.our_label,
) -> Scene:
    """One picture of kind `spec` with labels drawn from `book`; the same seed gives the same picture."""
    rng = np.random.default_rng([seed, round(1000 * spec.ppm)])
    camera = tilted(spec.width, spec.height, _draw(rng, spec.tilt), rng.uniform(0, 360), spec.distortion)
    canvas = _Canvas(rng, spec, camera, sticker)
    payloads = rng.permutation(np.asarray(book))
    others = rng.permutation(np.asarray(strangers)) if len(strangers) else np.asarray(book)[:0]
    for place, centre in enumerate(_places(rng, spec)):
        if place >= spec.labels:
            canvas.lay(centre, None)
        elif rng.random() < spec.foreign and place < len(others):
            canvas.lay(centre, str(others[place]), kind="foreign")
        else:
            canvas.lay(centre, str(payloads[place]))
    canvas.hands()
    return Scene(canvas.develop(), tuple(canvas.truths()), spec)


def _pixel(point: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _draw(rng: np.random.Generator, between: Range) -> float:
    return float(rng.uniform(between.low, between.high))


def _places(rng: np.random.Generator, spec: SceneSpec) -> NDArray[np.float64]:
    """Centres of cards on a shaken grid, the labelled ones first, so that cards never hide one another's labels."""
    cell = max(np.sqrt(spec.width * spec.height / (max(spec.labels, 20) * 1.25)), 1.02 * np.hypot(*_CARD) * spec.ppm)
    columns, rows = max(1, int(spec.width // cell)), max(1, int(spec.height // cell))
    x, y = np.meshgrid((np.arange(columns) + 0.5 - columns / 2), (np.arange(rows) + 0.5 - rows / 2))
    pitch = np.array([spec.width / columns, spec.height / rows])
    centres = np.stack([x.ravel(), y.ravel()], -1) * pitch * 0.96
    slack = np.maximum(pitch - np.hypot(*_CARD) * spec.ppm, 0) / 2
    centres += rng.uniform(-1, 1, centres.shape) * slack
    return rng.permutation(centres)


class _Canvas:
    """The picture while it is being put together: reflectance, and each label's share that can be seen."""

    def __init__(self, rng: np.random.Generator, spec: SceneSpec, camera: Camera, sticker: cards.Sticker) -> None:
        self._rng, self._spec, self._camera, self._sticker = rng, spec, camera, sticker
        ground = partial(art.cloth, pitch=spec.ppm) if spec.decorated else cards.table
        self._light = ground(rng, spec.height, spec.width)
        art.decorate(rng, self._light, spec.ornaments)
        self._labels: list[Truth] = []
        self._hidden = np.zeros((spec.height, spec.width), dtype=np.float32)
        self._flare = np.zeros((spec.height, spec.width), dtype=np.float32)

    def lay(self, centre: NDArray[np.float64], payload: str | None, kind: str = "clear") -> None:
        """Puts a card on the table, labelled or not."""
        rng, spec = self._rng, self._spec
        face = cards.decorated_card if spec.decorated else cards.card
        draw = cards.nuisance if payload is None and spec.nuisances else face
        drawing = draw(rng, *_CARD)
        left, top = (int(rng.integers(2, side - MODULES - 1)) for side in _CARD)
        if payload is not None:
            drawing = cards.with_label(drawing, self._sticker(payload), left, top)
        if rng.random() < spec.sleeved:
            drawing = drawing * _HAZE[0] + _HAZE[1]
        plane = self._plane(centre)
        patch = photograph(self._camera, plane, drawing.astype(np.float32), spec.ppm / cards.TEXELS)
        self._stick(patch)
        if payload is not None:
            offset = np.array([left, top]) + MODULES / 2 - np.array(_CARD) / 2
            self._remember(payload, plane, offset, kind)

    def hands(self) -> None:
        """Forearms that reach in from the edge."""
        rng, spec = self._rng, self._spec
        for _ in range(spec.hands):
            shape = np.zeros_like(self._light)
            start = (int(rng.integers(spec.width)), int(rng.choice([0, spec.height])))
            end = (int(rng.uniform(0.2, 0.8) * spec.width), int(rng.uniform(0.3, 0.7) * spec.height))
            width = int(spec.height * rng.uniform(0.06, 0.10))
            cv2.line(shape, start, end, 1.0, width)
            cv2.circle(shape, end, int(width * 0.7), 1.0, -1)
            self._hide(shape, float(rng.uniform(0.25, 0.5)))

    def develop(self) -> NDArray[np.uint8]:
        """The light through lens, sensor and file."""
        rng, spec = self._rng, self._spec
        exposed = (self._light / cards.PAPER) * self._lamp() + self._flare
        blurred = cv2.GaussianBlur(exposed, (0, 0), _draw(rng, spec.blur))
        value = spec.white * np.clip(blurred, 0, None) ** _GAMMA
        noise = np.sqrt(spec.read_noise**2 + spec.shot_noise * value) * rng.standard_normal(value.shape, np.float32)
        image = np.clip(np.rint(value + noise), 0, 255).astype(np.uint8)
        if spec.jpeg is not None:
            image = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, spec.jpeg])[1], 0)
        return np.asarray(image, dtype=np.uint8)

    def truths(self) -> list[Truth]:
        return [self._looked_at(truth) for truth in self._labels]

    def _looked_at(self, truth: Truth) -> Truth:
        """The truth once everything lies there: how much of the label can be seen."""
        if not self._inside(truth.corners):
            return replace(truth, kind="edge")
        visible = self._visible(truth.corners)
        kind = "clear" if visible >= CLEAR else "covered" if visible >= COVERED else "hidden"
        return replace(truth, visible=visible, kind=kind if truth.kind == "clear" else truth.kind)

    def _plane(self, centre: NDArray[np.float64]) -> NDArray[np.float64]:
        rng = self._rng
        turn = rng.uniform(0, 2 * np.pi)
        in_plane = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)], [0, 0]])
        axes = rotation(rng.uniform(0, self._spec.card_tilt), rng.uniform(0, 360)) @ in_plane
        return self._camera.plane(np.array([*centre, 0.0]), axes)

    def _stick(self, patch: Patch | None) -> None:
        if patch is not None:
            under = self._light[patch.window]
            self._light[patch.window] = under * (1 - patch.cover) + patch.values

    def _remember(self, payload: str, plane: NDArray[np.float64], offset: NDArray[np.float64], kind: str) -> None:
        rng, spec = self._rng, self._spec
        half = FRAME_MODULES / 2
        square = np.array([[0, 0], [-half, -half], [half, -half], [half, half], [-half, half]])
        pixels = self._camera.to_pixels(plane, (square + offset) * spec.ppm)
        chance = rng.random()
        if chance < spec.covered:
            self._cover(pixels[1:])
        elif chance < spec.covered + spec.glared:
            self._glare(pixels)
            kind = "glare" if kind == "clear" else kind
        self._labels.append(
            Truth(payload, pixels[1:], pixels[0], kind, 1.0, self._camera.angle(plane, offset * spec.ppm))
        )

    def _cover(self, corners: NDArray[np.float64]) -> None:
        """Hides a share of a label, as a card or a finger lying over it does."""
        rng, spec = self._rng, self._spec
        angle = rng.uniform(0, 2 * np.pi)
        direction = np.array([np.cos(angle), np.sin(angle)])
        inside = np.stack(np.meshgrid(np.linspace(0, 1, 40), np.linspace(0, 1, 40)), -1).reshape(-1, 2)
        points = corners[0] + inside[:, :1] * (corners[1] - corners[0]) + inside[:, 1:] * (corners[3] - corners[0])
        edge = np.quantile(points @ direction, 1 - _draw(rng, spec.cover))
        size = float(np.ptp(points @ direction))
        middle = points.mean(0)
        along = np.array([-direction[1], direction[0]])
        near = middle + direction * (edge - middle @ direction)
        kind = spec.cover_kinds[int(rng.integers(len(spec.cover_kinds)))] if len(spec.cover_kinds) > 1 else "edge"
        shape = np.zeros_like(self._light)
        if kind == "finger":
            # A capsule as wide as the label, its tip where the edge would be.
            width = size * rng.uniform(0.5, 0.8)
            tip, root = near + direction * width / 2, near + direction * size * 1.4
            cv2.line(shape, _pixel(tip), _pixel(root), 1.0, max(1, round(width)), cv2.LINE_AA)
        else:
            polygon = [near - along * size, near + along * size, near + along * size + direction * size * 0.7]
            polygon.append(polygon[0] + direction * size * 0.7)
            cv2.fillPoly(shape, [np.rint(np.array(polygon) * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
        if kind == "card":
            self._hide(shape, self._print(angle))
        else:
            self._hide(shape, float(rng.uniform(0.1, 0.8)))

    def _print(self, angle: float) -> Floats:
        """A card's face all over the picture, turned by `angle`: what a covering card shows."""
        rng, spec = self._rng, self._spec
        face = cards.decorated_card(rng, *_CARD)
        scale, shape = spec.ppm / cards.TEXELS, (spec.width, spec.height)
        turned = cv2.getRotationMatrix2D((0.0, 0.0), float(np.rad2deg(angle)), scale)
        turned[:, 2] += rng.uniform(0, spec.height, 2)
        return np.asarray(cv2.warpAffine(face, turned, shape, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_WRAP))

    def _glare(self, pixels: NDArray[np.float64]) -> None:
        """A bright streak over a label, as sleeves give: soft-edged, saturated in the middle."""
        rng = self._rng
        size = float(np.linalg.norm(pixels[2] - pixels[1]))
        angle = float(rng.uniform(0, 180))
        centre = pixels[0] + rng.uniform(-0.3, 0.3, 2) * size
        pad = int(1.5 * size)
        left, top = (max(0, int(c) - pad) for c in centre)
        window = (slice(top, top + 2 * pad), slice(left, left + 2 * pad))
        rows, columns = self._flare[window].shape
        y, x = np.mgrid[:rows, :columns] + np.array([top - centre[1], left - centre[0]])[:, None, None]
        across = x * np.sin(np.deg2rad(angle)) + y * np.cos(np.deg2rad(angle))
        along = x * np.cos(np.deg2rad(angle)) - y * np.sin(np.deg2rad(angle))
        spread = size * np.array([rng.uniform(0.08, 0.20), rng.uniform(0.3, 0.6)])
        self._flare[window] += rng.uniform(0.8, 2.0) * np.exp(
            -((across / spread[0]) ** 2 + (along / spread[1]) ** 2) / 2
        )

    def _hide(self, shape: Floats, reflectance: float | Floats) -> None:
        self._light = self._light * (1 - shape) + reflectance * shape
        self._hidden = np.maximum(self._hidden, shape)

    def _inside(self, corners: NDArray[np.float64]) -> bool:
        return bool((corners > 1).all() and (corners < [self._spec.width - 2, self._spec.height - 2]).all())

    def _visible(self, corners: NDArray[np.float64]) -> float:
        left, top = np.floor(corners.min(0)).astype(int)
        right, bottom = np.ceil(corners.max(0)).astype(int) + 1
        mask = np.zeros((bottom - top, right - left), dtype=np.float32)
        cv2.fillConvexPoly(mask, np.rint(corners - [left, top]).astype(np.int32), 1.0)
        return 1 - float((mask * self._hidden[top:bottom, left:right]).sum() / mask.sum())

    def _lamp(self) -> Floats:
        """One lamp's light over the picture: 1 at the brightest, 1 / light_ratio at the darkest place."""
        rng, spec = self._rng, self._spec
        y, x = np.mgrid[: spec.height, : spec.width].astype(np.float32)
        cx, cy = rng.uniform(0, spec.width), rng.uniform(0, spec.height)
        fall = 1 / (1 + ((x - cx) ** 2 + (y - cy) ** 2) / np.float32(spec.width * 0.6) ** 2)
        low, high = float(fall.min()), float(fall.max())
        even = 1 / spec.light_ratio
        return np.asarray(even + (1 - even) * (fall - low) / (high - low), dtype=np.float32)
