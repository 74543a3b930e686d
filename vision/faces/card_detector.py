"""Finds the cards of a closed set of faces on a table that is seen from a known place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot

import numpy as np

from vision.arrays import Doubles, Floats, Indices
from vision.faces.card_outlines import rectangles, turned_places
from vision.faces.face_alignment import aligned
from vision.faces.face_set import FaceSet, Lights
from vision.faces.plan import Plan

PROMISING = 0.35
"""Proposals that look less like any face, by the part that looks most like one, are given up."""

SMALLER_COUNTS_LESS = 0.35
"""A part with a share of the cells counts that share to this power: of many small parts one agrees by chance."""

LARGER = 0.08
"""Share by which a card may look larger or smaller than one on the table: leaning, and on a pile, not in a hand."""

MOST = 800
"""So many proposals are looked at more closely."""

SAME_MM = 4.0
"""Two proposals of one face that are nearer to each other are one."""

LEAST_SCORE, MORE_WHERE_HIDDEN, LEAST_MARGIN = 0.6, 0.35, 0.5
"""What a card has to reach that is to be seen whole, and how much more its score where all but nothing is
(docs/faces.md has the figures)."""

APART_MM = 10.0
"""Middles of two cards, of which both can be seen, lie further apart."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card as it lies: the face's number in its set, the middle in millimetres, degrees, scale; how surely.

    `score` is the likeness of the part that is to be seen, `share` how much of the card that is, `margin` the lead over
    the next best face, as a share of what a perfect picture would lead by.
    """

    face: int
    x: float
    y: float
    rotation: float
    scale: float
    score: float
    margin: float
    share: float

    @property
    def is_sure(self) -> bool:
        """Whether it counts. The less of a card is to be seen, the more like its face that has to be."""
        if abs(self.scale - 1.0) > LARGER:
            return False
        return self.score >= LEAST_SCORE + MORE_WHERE_HIDDEN * (1.0 - self.share) and self.margin >= LEAST_MARGIN


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Cards that may lie there: x, y, degrees and scale, (n, 4), the face of each, by which part, how like it."""

    poses: Doubles
    face: Indices
    part: Indices
    score: Floats

    def of(self, which: Indices) -> Candidates:
        return Candidates(self.poses[which], self.face[which], self.part[which], self.score[which])


def find_cards(faces: FaceSet, plan: Plan) -> list[SeenCard]:
    """All cards of the set that are to be seen in the plan."""
    proposed = rectangles(plan, faces.short, faces.long)
    poses = np.column_stack([proposed, np.ones(len(proposed))])
    rough = _joined(_identified(faces.soft, plan, poses), _identified(faces.coarse, plan, poses))
    rough = _closer(faces.soft, plan, _likeliest(rough, MOST, SAME_MM))
    found = _likeliest(_identified(faces.coarse, plan, rough.poses), MOST, SAME_MM)
    found = replace(found, poses=aligned(faces.fine, plan, found.poses, found.face, faces.coarse_parts[found.part]))
    found = _closer(faces.fine, plan, _by_best_part(faces.fine, plan, found))
    return _apart(
        [card for card in _verified(faces.fine, plan, _by_best_part(faces.fine, plan, found)) if card.is_sure]
    )


def _identified(lights: Lights, plan: Plan, poses: Doubles) -> Candidates:
    """Each pose, either way round, with the face that it looks most like by the part that looks most like it."""
    seen = plan.samples(lights.blur_mm, turned_places(poses, lights.places))
    both = np.concatenate([seen, seen[:, ::-1]])
    rows = np.arange(len(both))
    score, face, part = np.full(len(both), -1.0, np.float32), np.zeros_like(rows), np.zeros_like(rows)
    for number, each in enumerate(lights.parts):
        likeness = each.likeness(both)
        best = likeness.argmax(axis=1)
        this = likeness[rows, best] * each.share**SMALLER_COUNTS_LESS
        better = this > score
        score[better], face[better], part[better] = this[better], best[better], number
    turned = poses + (0.0, 0.0, 180.0, 0.0)
    return Candidates(np.concatenate([poses, turned]), face, part, score)


def _joined(one: Candidates, other: Candidates) -> Candidates:
    """Both: the grids of different blurs have the same parts."""
    return Candidates(*(np.concatenate([getattr(each, name) for each in (one, other)]) for name in one.__slots__))


def _likeliest(found: Candidates, most: int, within_mm: float) -> Candidates:
    """The most promising ones; of one face in nearly one place the best."""
    kept: list[int] = []
    by_face: dict[int, list[int]] = {}
    for number in np.argsort(-found.score, kind="stable").tolist():
        if found.score[number] < PROMISING or len(kept) == most:
            break
        same = by_face.setdefault(int(found.face[number]), [])
        if all(np.abs(found.poses[other, :2] - found.poses[number, :2]).max() > within_mm for other in same):
            kept.append(number)
            same.append(number)
    return found.of(np.array(kept, np.intp))


def _closer(lights: Lights, plan: Plan, found: Candidates) -> Candidates:
    shown = np.array([part.shown for part in lights.parts], np.float32)[found.part]
    return replace(found, poses=aligned(lights, plan, found.poses, found.face, shown))


def _by_best_part(lights: Lights, plan: Plan, found: Candidates) -> Candidates:
    """Each candidate by the part of its own face that shows best, and how like it that is."""
    if not len(found.face):
        return found
    seen = plan.samples(lights.blur_mm, turned_places(found.poses, lights.places))
    own = np.array([part.likeness_to(found.face, seen) for part in lights.parts])
    weights = np.array([part.share for part in lights.parts])[:, None] ** SMALLER_COUNTS_LESS
    best = (own * weights).argmax(axis=0)
    return replace(found, part=best, score=own[best, np.arange(len(best))])


def _verified(lights: Lights, plan: Plan, found: Candidates) -> list[SeenCard]:
    """Each candidate beside all other faces, by the same part."""
    seen = plan.samples(lights.blur_mm, turned_places(found.poses, lights.places))
    margin = np.zeros_like(found.score)
    for number, part in enumerate(lights.parts):
        rows = np.flatnonzero(found.part == number)
        likeness = part.likeness(seen[rows])
        likeness[np.arange(len(rows)), found.face[rows]] = -1.0
        next_best = likeness.max(axis=1, initial=-1.0)
        margin[rows] = (found.score[rows] - next_best) / (1.0 - next_best)
    shares = [lights.parts[part].share for part in found.part.tolist()]
    x, y, degrees, scale = found.poses.T.tolist()
    surely = found.score.tolist(), margin.tolist(), shares
    return list(map(SeenCard, found.face.tolist(), x, y, degrees, scale, *surely))


def _apart(cards: list[SeenCard]) -> list[SeenCard]:
    """The surest of those whose middles are nearer to one another than those of two cards in sight."""
    kept: list[SeenCard] = []
    for card in sorted(cards, key=lambda card: -card.margin):
        if all(hypot(card.x - other.x, card.y - other.y) > APART_MM for other in kept):
            kept.append(card)
    return kept
