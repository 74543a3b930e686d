"""Cards of which only the upper edge is to be seen, as in a fan: known by what is printed there, mostly a title.

So little of a card says that it is this one only by small print: what all faces of a series have there is left out of
the comparison, and each spot counts by its own contrast, so that no single edge passes for a title.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import radians, tan
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.plane import same_place
from vision.arrays import Doubles, Floats, Indices, Luma, Mask
from vision.faces.card_outlines import turned_places
from vision.faces.face_alignment import aligned
from vision.faces.face_lights import FaceLights, lights_of
from vision.faces.face_parts import FACE_PX, FaceGrid
from vision.faces.plan import Plan
from vision.faces.seen_card import Conclusions, SeenCard, is_within

COARSE, FINE = FaceGrid(50, 7, 0.6, 0.107), FaceGrid(59, 16, 0.5, 0.193)
"""Cells of 1.2 mm of the upper tenth of a card, of 1 mm of the upper fifth."""

CUTS, SLANTS = (8.5, 9.5, 10.5, 12.0, 14.0, 16.6), (-6.0, -3.0, 0.0, 3.0, 6.0)
"""Where the card above begins: millimetres below the upper edge in its middle, and degrees to it."""

BROAD = 0.63, 1.07
"""A straight line as long as so much of a card's shorter side is its edge, or that of its frame or picture."""

LINE_MM = 1.4
ASIDE_MM, BELOW_MM = np.linspace(-3.6, 3.6, 7), np.array([-0.5, 0.0, 0.5]) * LINE_MM
"""How far the middle of such a line is from that of its card; a line is as far from the upper edge as in some face."""

RULED, ACROSS, COMMON, LINES = 10.0, 0.8, 0.1, 3
"""Grey levels by which light changes at a line of a face along such a share of it; the share of faces that have it
there, and how many such lines are tried beside the upper edge."""

PLAIN = 5.0
"""Grey levels of contrast: what has less is bare table."""

ENDS, END_MM = 24, 2.0
"""Places along a card's lower edge, and how far within and beyond it light is compared there."""

FAINT = 1e-3

FEWEST = 12
"""Of fewer faces nobody knows what they have in common."""

LEAST_LIKE, MOST_FACES, MOST = 0.3, 4, 600
"""A face is looked at more closely from that correlation on: so many of each line, and in all."""

LEAST_SCORE, LEAST_MARGIN = 0.6, 0.32
"""What the title has to reach by its light."""

LEAST_LOCAL_SCORE, LEAST_LOCAL_MARGIN = 0.7, 0.7
"""And by its light in proportion to the contrast around."""

STIRRED, EQUAL_TITLES = (2.0, 3.0), 0.05
"""Millimetres and degrees from where it lay beyond which it is another card, and by how much another face may be more
like a title where it is known whose that was: two cards may have the same one."""

AROUND, LEAST_CONTRAST = 1.5, 0.3
"""Cells that are around one (sigma), and the share of the mean contrast that counts as none."""

_SHARED = 3
"""Directions in which the titles of a series differ most, beside their mean: kinds of frames."""


class TitleStrips:
    """The upper edges of all faces of a set, whose pictures are upright; `short` and `long` are a card's sides."""

    def __init__(self, pictures: Sequence[Luma], short: float, long: float) -> None:
        self.short, self.long = short, long
        self.lines = _ruled(pictures)
        """How far below the upper edge faces have a line all across, millimetres."""
        self.coarse_places = COARSE.places(short, long)
        coarse = lights_of(pictures, self.coarse_places, COARSE.blur_mm)
        self.coarse_layout = _orthonormal(_layout(coarse))
        self.coarse = _without(coarse, self.coarse_layout)
        places = FINE.places(short, long)
        self.fine = FaceLights.of(FINE, pictures, places, _cuts(places, long))
        self.layout = _layout(self.fine.masks.faces)
        self.local_layout = _layout(_local(self.fine.masks.faces, np.ones(len(places), np.float32)))


def find_titles(strips: TitleStrips, plan: Plan, lines: Doubles, known: Sequence[SeenCard]) -> Conclusions:
    """Cards whose upper edge is to be seen below one of the straight lines, (n, 2, 2), beside those that are known."""
    poses = _poses(strips, plan, lines) if len(strips.coarse) >= FEWEST else np.empty(0)
    if not len(poses):
        return Conclusions([], 0)
    plan = plan.closer_at(poses[..., :2].reshape(-1, 2), strips.long)
    poses, face = _proposed(strips, plan, poses)
    found = _verified(strips, plan, _fitted(strips, plan, poses, face), face)
    return Conclusions([card for card in found if not _shows_its_end(strips, plan, card, known)], len(face))


def title_at(strips: TitleStrips, plan: Plan, known: SeenCard) -> SeenCard | None:
    """The card that was known to lie there, if its title does still, and is like no other one's; else None.

    Of one place and one face much less has to be seen than of any.
    """
    if len(strips.coarse) < FEWEST:
        return None
    lay, face = np.array([[known.x, known.y, known.rotation, 1.0]]), np.array([known.face])
    plan = plan.closer_at(lay[:, :2], strips.long)
    poses = _fitted(strips, plan, lay, face)
    seen, mask = _shown(strips, plan, poses, face)
    shown, faces = strips.fine.masks.shown(mask)[0], strips.fine.masks.faces
    # Most that is no longer there is not even like itself: no need to compare it with all others.
    if _judged(seen, faces[face], strips.layout, shown, np.array([0])).score.item() < LEAST_SCORE:
        return None
    like = _judged(seen, faces, strips.layout, shown, face)
    x, y, degrees, scale = poses[0].tolist()
    score, margin = like.score.item(), like.margin.item()
    there = SeenCard(known.face, x, y, degrees, scale, score, margin, float(shown.mean()) * FINE.share)
    is_it = there.is_to_scale and margin >= -EQUAL_TITLES
    return there if is_it and same_place(there.pose, known.pose, *STIRRED) else None


def _fitted(strips: TitleStrips, plan: Plan, poses: Doubles, face: Indices) -> Doubles:
    """The poses, each moved to where its face's title fits best."""
    for _ in range(2):
        _, mask = _shown(strips, plan, poses, face)
        poses = aligned(strips.fine, plan, poses, face, strips.fine.masks.shown(mask))
    return poses


def _shown(strips: TitleStrips, plan: Plan, poses: Doubles, face: Indices) -> tuple[Floats, Indices]:
    """The light at the cells of the titles, (n, cells), and by which mask each is to be seen."""
    lights = strips.fine
    seen = plan.samples(lights.blur_mm, turned_places(poses, lights.places))
    return seen, lights.masks.fit(seen, face).mask


def _ruled(pictures: Sequence[Luma]) -> list[float]:
    """The upper edge, and where below it faces have a line from one side to the other."""
    rows, columns = pictures[0].shape
    upper, inner = round(0.2 * rows), slice(columns // 8, -(columns // 8))
    light = np.stack([picture[: upper + 2, inner] for picture in pictures]).astype(np.float32)
    change = light[:, 2:] - light[:, :-2]
    ruled = np.maximum((change > RULED).mean(axis=2), (change < -RULED).mean(axis=2)) > ACROSS
    shares, found = ruled.mean(axis=0), [0.0]
    for row in np.argsort(-shares, kind="stable").tolist():
        below = (row + 1.5) / FACE_PX
        if shares[row] > COMMON and len(found) <= LINES and min(abs(below - line) for line in found) > LINE_MM:
            found.append(below)
    return found


def _cuts(places: Doubles, long: float) -> list[Mask]:
    """What another card leaves of a strip: everything, or the cells above a line."""
    below = places[:, 1] + long / 2
    edges = [below - places[:, 0] * tan(radians(slant)) for slant in SLANTS]
    return [np.ones(len(places), np.bool_), *(edge <= cut * long / 88.0 for cut in CUTS for edge in edges)]


def _poses(strips: TitleStrips, plan: Plan, lines: Doubles) -> Doubles:
    """Cards that have a line in their upper edge, one way round and the other: (n, tried, 4); not where all is bare."""
    along = lines[:, 1] - lines[:, 0]
    lengths = np.linalg.norm(along, axis=1)
    broad = (lengths > BROAD[0] * strips.short) & (lengths < BROAD[1] * strips.short)
    middles, along = lines[broad].mean(axis=1), along[broad] / lengths[broad, None]
    both = np.concatenate([middles, middles]), np.concatenate([along, -along])
    down = np.stack([-both[1][:, 1], both[1][:, 0]], axis=1)
    aside, below = np.meshgrid(ASIDE_MM, np.add.outer(strips.lines, BELOW_MM).ravel())
    places = (
        both[0][:, None]
        + aside.ravel()[:, None] * both[1][:, None]
        + (strips.long / 2 - below.ravel())[:, None] * down[:, None]
    )
    degrees = np.degrees(np.arctan2(both[1][:, 1], both[1][:, 0]))
    turned = np.broadcast_to(degrees[:, None, None], (*places.shape[:2], 1))
    poses = np.concatenate([places, turned, np.ones_like(turned)], axis=2)
    first = turned_places(poses[:, len(ASIDE_MM) // 2], strips.coarse_places)
    return np.asarray(poses[plan.samples(COARSE.blur_mm, first).std(axis=1) > PLAIN])


def _proposed(strips: TitleStrips, plan: Plan, poses: Doubles) -> tuple[Doubles, Indices]:
    """The likeliest places and faces, (n, 4) and (n,)."""
    where, best = np.empty((2, len(poses), len(strips.coarse)), np.float32)
    for number, tried in enumerate(poses):
        seen = plan.samples(COARSE.blur_mm, turned_places(tried, strips.coarse_places))
        likeness = _without(seen, strips.coarse_layout) @ strips.coarse.T
        where[number], best[number] = likeness.argmax(axis=0), likeness.max(axis=0)
    line, face = np.nonzero(best >= np.maximum(np.sort(best, axis=1)[:, -MOST_FACES:][:, :1], LEAST_LIKE))
    order = np.argsort(-best[line, face], kind="stable")[:MOST]
    line, face = line[order], face[order]
    return poses[line, where[line, face].astype(np.intp)], face


def _verified(strips: TitleStrips, plan: Plan, poses: Doubles, face: Indices) -> list[SeenCard]:
    """Those that are told from all other titles by their light, and by its contrast to what is around each cell."""
    lights = strips.fine
    seen, masks = _shown(strips, plan, poses, face)
    found: list[SeenCard] = []
    for mask in np.unique(masks).tolist():
        rows = np.flatnonzero(masks == mask)
        shown = lights.masks.shown(np.array([mask]))[0]
        plain = _judged(seen[rows], lights.masks.faces, strips.layout, shown, face[rows])
        rows = rows[(plain.score >= LEAST_SCORE) & (plain.margin >= LEAST_MARGIN)]
        if not len(rows):
            continue
        beside = _local(seen[rows], shown), _local(lights.masks.faces, shown)
        local = _judged(*beside, strips.local_layout, shown, face[rows])
        x, y, degrees, scale = poses[rows].T.tolist()
        share = [float(shown.mean()) * FINE.share] * len(rows)
        surely = local.score.tolist(), local.margin.tolist(), share
        found += list(map(SeenCard, face[rows].tolist(), x, y, degrees, scale, *surely))
    return [
        card
        for card in found
        if card.is_to_scale and card.score >= LEAST_LOCAL_SCORE and card.margin >= LEAST_LOCAL_MARGIN
    ]


def _shows_its_end(strips: TitleStrips, plan: Plan, card: SeenCard, known: Sequence[SeenCard]) -> bool:
    """Whether its lower edge is to be seen: all of such a card shows, and no more than its title is known.

    The edge of a card that is known to lie there is not that one's.
    """
    x, below = np.linspace(-0.45, 0.45, ENDS) * strips.short, strips.long / 2 + END_MM
    pose = np.array([[card.x, card.y, card.rotation, 1.0]])
    within, beyond = (turned_places(pose, np.column_stack([x, np.full(ENDS, y)])) for y in (below - 2 * END_MM, below))
    if is_within(beyond[0].astype(np.float64), known, strips.short, strips.long).mean() > 0.5:
        return False
    change = plan.samples(0.3, beyond) - plan.samples(0.3, within)
    return bool(max((change > RULED).mean(), (change < -RULED).mean()) >= ACROSS)


class _Judgement(NamedTuple):
    """How like its face each of n strips is, and by how much more than it is like any other."""

    score: Floats
    margin: Floats


def _judged(seen: Floats, faces: Floats, layout: Floats, shown: Floats, face: Indices) -> _Judgement:
    """By the cells that are shown, and by what the faces have not in common there."""
    cells = shown > 0
    layout, faces = _orthonormal(layout[:, cells]), faces[:, cells]
    # What is left of `seen` without the layout is the same beside faces with it: of these only the lengths are needed.
    lengths = np.einsum("fc,fc->f", faces, faces) - np.square(faces @ layout.T).sum(axis=1)
    likeness = (_without(seen[:, cells], layout) @ faces.T) / np.sqrt(np.maximum(lengths, FAINT))
    rows = np.arange(len(seen))
    score = likeness[rows, face]
    likeness[rows, face] = -1.0
    next_best = likeness.max(axis=1)
    return _Judgement(score, (score - next_best) / (1.0 - next_best))


def _layout(lights: Floats) -> Floats:
    """What titles have in common, (few, cells): their light, its mean, and how frames differ."""
    mean = lights.mean(axis=0)
    beside = lights - mean
    directions = np.linalg.eigh(beside @ beside.T)[1].T[::-1][:_SHARED]
    return np.asarray(np.vstack([np.ones_like(mean), mean, directions @ beside]), np.float32)


def _orthonormal(rows: Floats) -> Floats:
    return np.asarray(np.linalg.qr(rows.T)[0].T, np.float32)


def _without(lights: Floats, layout: Floats) -> Floats:
    """What is left of each without the layout, of length one, (n, cells); as good as nothing is nothing."""
    rest = lights - (lights @ layout.T) @ layout
    return np.asarray(rest / np.maximum(np.linalg.norm(rest, axis=1, keepdims=True), FAINT), np.float32)


def _local(lights: Floats, shown: Floats) -> Floats:
    """Light less that of the cells around, over the contrast there, by the cells that are shown."""
    weight = np.maximum(_around(shown[None]), 1e-3)
    beside = (lights - _around(lights * shown) / weight) * shown
    contrast = np.sqrt(_around(beside * beside) / weight)
    return np.asarray(beside / (contrast + LEAST_CONTRAST * contrast.mean(axis=1, keepdims=True) + 1.0), np.float32)


def _around(lights: NDArray[np.floating]) -> Floats:
    """The mean of the cells around each; beyond the strip there is nothing."""
    strips = lights.reshape(-1, FINE.rows, FINE.columns)
    soft = [cv2.GaussianBlur(strip, (0, 0), AROUND, borderType=cv2.BORDER_CONSTANT) for strip in strips]
    return np.asarray(soft, np.float32).reshape(len(lights), -1)
