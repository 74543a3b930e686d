"""Finds the cards of a closed set of faces on a table that is seen from a known place."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vision.arrays import Doubles, Floats, Indices
from vision.faces.card_outlines import rectangles, straight_lines, turned_places
from vision.faces.face_alignment import aligned
from vision.faces.face_lights import FaceLights
from vision.faces.face_set import FaceSet
from vision.faces.plan import Plan
from vision.faces.seen_card import Conclusions, SeenCard, apart
from vision.faces.title_strips import find_titles

SMALLER_COUNTS_LESS = 0.35
"""A part with a share of the cells counts that share to this power: of many small parts one agrees by chance."""

MOST = 800, 400, 150
"""So many proposals are looked at more closely, by soft, coarse and fine cells."""

SAME_MM = 4.0
"""Two proposals of one face that are nearer to each other are one."""

LEAST_SCORE, LEAST_MARGIN = 0.7, 0.8
"""What a card has to reach (docs/faces.md has the figures)."""


class Candidates(NamedTuple):
    """Cards that may lie there: x, y, degrees and scale, (n, 4), and the face of each."""

    poses: Doubles
    face: Indices


def find_cards(faces: FaceSet, plan: Plan) -> list[SeenCard]:
    """All cards of the set that are to be seen in the plan."""
    return conclusions(faces, plan).told


def conclusions(faces: FaceSet, plan: Plan) -> Conclusions:
    """The same, and how many times that was decided."""
    lines = straight_lines(plan)
    proposed = rectangles(lines, faces.short, faces.long)
    poses = np.column_stack([proposed, np.ones(len(proposed))])
    soft, coarse, fine = MOST
    found = _fitted(faces.soft, plan, _identified(faces.soft, plan, poses), soft)
    found = _fitted(faces.coarse, plan, _identified(faces.coarse, plan, found.poses), coarse)
    found = _fitted(faces.fine, plan, found, fine)
    known = apart(filter(_is_sure, _verified(faces.fine, plan, found)))
    titles = find_titles(faces.titles, plan, lines, known)
    return Conclusions(apart([*known, *titles.told]), len(found.face) + titles.judged)


def _identified(lights: FaceLights, plan: Plan, poses: Doubles) -> Candidates:
    """Each pose, either way round, with the face that it looks most like by the part that looks most like it."""
    seen = _seen(lights, plan, poses)
    both = np.concatenate([seen, seen[:, ::-1]])
    rows = np.arange(len(both))
    score, face = np.full(len(both), -1.0, np.float32), np.zeros_like(rows)
    for each in lights.parts:
        likeness = each.likeness(both)
        best = likeness.argmax(axis=1)
        this = likeness[rows, best] * each.share**SMALLER_COUNTS_LESS
        better = this > score
        score[better], face[better] = this[better], best[better]
    return Candidates(np.concatenate([poses, poses + (0.0, 0.0, 180.0, 0.0)]), face)


def _fitted(lights: FaceLights, plan: Plan, found: Candidates, most: int) -> Candidates:
    """Those for which there is most evidence, each moved to where its face fits best by what is to be seen of it."""
    fit = lights.masks.fit(_seen(lights, plan, found.poses), found.face)
    kept = _distinct(found, fit.evidence, most)
    poses, face = found.poses[kept], found.face[kept]
    return Candidates(aligned(lights, plan, poses, face, lights.masks.shown(fit.mask[kept])), face)


def _distinct(found: Candidates, evidence: Floats, most: int) -> Indices:
    """The numbers of those with the most evidence; of one face in nearly one place the best."""
    kept: list[int] = []
    by_face: dict[int, list[int]] = {}
    for number in np.argsort(-evidence, kind="stable").tolist():
        same = by_face.setdefault(int(found.face[number]), [])
        if all(np.abs(found.poses[other, :2] - found.poses[number, :2]).max() > SAME_MM for other in same):
            kept.append(number)
            same.append(number)
        if len(kept) == most:
            break
    return np.array(kept, np.intp)


def _verified(lights: FaceLights, plan: Plan, found: Candidates) -> list[SeenCard]:
    """Each candidate beside all other faces, by what is to be seen of it."""
    seen = _seen(lights, plan, found.poses)
    mask = lights.masks.fit(seen, found.face).mask
    likeness, rows = lights.masks.likeness(seen, mask), np.arange(len(seen))
    score = likeness[rows, found.face]
    likeness[rows, found.face] = -1.0
    next_best = likeness.max(axis=1, initial=-1.0)
    margin = (score - next_best) / (1.0 - next_best)
    x, y, degrees, scale = found.poses.T.tolist()
    surely = score.tolist(), margin.tolist(), lights.masks.share(mask).tolist()
    return list(map(SeenCard, found.face.tolist(), x, y, degrees, scale, *surely))


def _is_sure(card: SeenCard) -> bool:
    return card.is_to_scale and card.score >= LEAST_SCORE and card.margin >= LEAST_MARGIN


def _seen(lights: FaceLights, plan: Plan, poses: Doubles) -> Floats:
    """The light at the cells of a card that lies so, (n, cells)."""
    return plan.samples(lights.blur_mm, turned_places(poses, lights.places))
