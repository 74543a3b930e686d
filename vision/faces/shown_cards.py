"""Cards that are shown to be learnt: laid apart on the mat, whole and in sight, whatever is printed on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.core.table import Box
from vision.arrays import Doubles, Floats, Luma
from vision.faces.card_outlines import rectangles, straight_lines, turned_places
from vision.faces.face_parts import FACE_PX, upright
from vision.faces.plan import Plan, plan_of
from vision.geometry.homography import Homography

WIDELY_MM, CLOSELY_MM, STEPS = 2.0, 0.7, 24
"""Light is compared so far within and beyond an outline, at so many places of each side: the first tells that a card
lies there, though one is cut half a millimetre smaller and lies on a mat that is; the second where exactly."""

EDGE, LEAST = 10.0, 0.75
"""Grey levels that make a step, and the share of every side of a card that has to show one."""

APART_MM = 55.0
"""Middles of two cards that lie apart are further from each other."""

GLARED, LIGHTEST = 0.01, 252
"""A reflection: more than this share of the face is as light as the camera can tell."""

SHARP = 0.06
"""How much of a face's contrast is finer than a millimetre: less of it is a picture out of focus, or in motion."""


ALIKE, CELL = 0.97, 6
"""Two faces that correlate by so much, in cells of so many pixels, are one card shown twice."""

SAME_BACK, SOFT_PX, OFF_PX = 0.9, 2.0, 8
"""Two backs that correlate by so much, so soft and up to so many pixels off, are one."""


@dataclass(frozen=True, slots=True, eq=False)
class ShownCard:
    """A card by its place, x and y in millimetres of the mat, and its face, upright, FACE_PX pixels a millimetre.

    `corners` are those in the camera's picture, (4, 2), in order.
    """

    x: float
    y: float
    picture: Luma
    corners: Doubles

    @property
    def is_glared(self) -> bool:
        """Whether a lamp shines back from a part of it."""
        return bool((self.picture >= LIGHTEST).mean() > GLARED)

    @property
    def is_sharp(self) -> bool:
        """Whether small print would be told."""
        light = self.picture.astype(np.float32)
        finer = light - cv2.GaussianBlur(light, (0, 0), FACE_PX / 2)
        return bool(finer.std() > SHARP * light.std())


def shown_cards(image: Luma, homography: Homography, box: Box, size: tuple[float, float]) -> list[ShownCard]:
    """The cards of that size, shorter and longer side in millimetres, that lie whole in the box; row by row.

    A card lies upright as the camera shows it, or across: it may be turned by less than 45 degrees from either.
    """
    plan = plan_of(image, homography, box)
    proposed = rectangles(straight_lines(plan), *size)
    poses = np.column_stack([proposed, np.ones(len(proposed))])
    evidence = _outlined(plan, poses, size, WIDELY_MM)
    closely = _outlined(plan, poses, size, CLOSELY_MM)
    kept: list[int] = []
    for number in np.argsort(-(evidence + closely), kind="stable").tolist():
        if evidence[number] >= LEAST and all(
            np.hypot(*(poses[number, :2] - poses[other, :2])) > APART_MM for other in kept
        ):
            kept.append(number)
    outlines = turned_places(poses[kept], np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (size[0] / 2, size[1] / 2))
    cards = [
        ShownCard(x, y, _picture(image, homography, (x, y, turn), size), homography.to_px(outline))
        for (x, y, turn, _), outline in zip(poses[kept].tolist(), outlines, strict=True)
    ]
    return [card for row in _rows(cards, size[1] / 2) for card in sorted(row, key=lambda card: card.x)]


def _outlined(plan: Plan, poses: Doubles, size: tuple[float, float], reach: float) -> Floats:
    """The share of the least plain side of each outline along which light changes, (n,)."""
    across, down = size[0] / 2, size[1] / 2
    along = np.linspace(-0.9, 0.9, STEPS)
    shares = []
    for x, y in ((across, None), (-across, None), (None, down), (None, -down)):
        pair = []
        for beyond in (-reach, reach):
            edge_x = along * across if x is None else np.full(STEPS, x + np.sign(x) * beyond)
            edge_y = along * down if y is None else np.full(STEPS, y + np.sign(y) * beyond)
            places = np.column_stack([edge_x, edge_y]).astype(np.float64)
            pair.append(plan.samples(0.3, turned_places(poses, places)))
        shares.append((np.abs(pair[1] - pair[0]) > EDGE).mean(axis=1))
    return np.asarray(np.min(shares, axis=0), np.float32)


def _picture(image: Luma, homography: Homography, place: tuple[float, float, float], size: tuple[float, float]) -> Luma:
    """What lies there, as the camera shows it but straight: upright, or across."""
    x, y, turn = place
    is_across = 45.0 <= turn < 135.0
    width, height = size[::-1] if is_across else size
    columns, rows = round(width * FACE_PX), round(height * FACE_PX)
    cells = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2)
    inside: Doubles = np.asarray((cells + 0.5) / FACE_PX - (width / 2, height / 2), np.float64)
    turned = turn - 90.0 if is_across else (turn + 90.0) % 180.0 - 90.0
    there = homography.to_px(turned_places(np.array([[x, y, turned, 1.0]]), inside)[0])
    finer = max(homography.pixels_per_mm(x, y) / FACE_PX, 1.0)
    soft = cv2.GaussianBlur(image, (0, 0), 0.4 * finer) if finer > 1.0 else image
    way = there.astype(np.float32).reshape(rows, columns, 2)
    return np.asarray(cv2.remap(soft, way, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def _rows(cards: Sequence[ShownCard], gap: float) -> list[list[ShownCard]]:
    """Cards in rows, the furthest from the players first: the next row begins where one lies lower by `gap`."""
    rows: list[list[ShownCard]] = []
    for card in sorted(cards, key=lambda card: card.y):
        if rows and card.y - rows[-1][0].y < gap:
            rows[-1].append(card)
        else:
            rows.append([card])
    return rows


def are_alike(one: Luma, other: Luma) -> bool:
    """Whether two faces are one card, shown twice."""
    return one.shape == other.shape and float(np.corrcoef(_soft(one), _soft(other))[0, 1]) > ALIKE


def is_back(card: Luma, backs: Iterable[Luma]) -> bool:
    """Whether the card shows one of these, which are upright; a back has no right way up.

    Patterns of backs repeat: an outline that is a millimetre off would make one unlike itself.
    """
    seen = cv2.GaussianBlur(upright(card), (0, 0), SOFT_PX)
    inner = [cv2.GaussianBlur(back, (0, 0), SOFT_PX)[OFF_PX:-OFF_PX, OFF_PX:-OFF_PX] for back in backs]
    ways = seen, np.ascontiguousarray(seen[::-1, ::-1])
    return any(cv2.matchTemplate(way, back, cv2.TM_CCOEFF_NORMED).max() > SAME_BACK for back in inner for way in ways)


def _soft(face: Luma) -> Floats:
    """The face in cells of some millimetres, of which a few tenths are nothing."""
    rows, columns = (edge // CELL for edge in face.shape)
    cells = face[: rows * CELL, : columns * CELL].reshape(rows, CELL, columns, CELL)
    return np.asarray(cells.mean(axis=(1, 3), dtype=np.float32)).ravel()
