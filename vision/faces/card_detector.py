"""Finds the cards of a closed set of faces on a table that is seen from a known place."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vision.arrays import Doubles, Floats, Indices
from vision.faces.card_outlines import OUTER, rectangles, straight_lines, turned_places
from vision.faces.face_alignment import aligned
from vision.faces.face_lights import FaceLights
from vision.faces.face_set import FaceSet
from vision.faces.plan import Plan
from vision.faces.seen_card import Conclusions, SeenCard, apart, is_within
from vision.faces.title_strips import find_titles

SMALLER_COUNTS_LESS = 0.35
"""A part with a share of the cells counts that share to this power: of many small parts one agrees by chance."""

FACES, MOST_LIKELY = 3, 6000
"""So many faces of each outline, where that is exact, and in all, are held against what is to be seen of it."""

MOST_SOFT, MOST = 800, (400, 150)
"""So many proposals are looked at more closely by soft cells; by coarse and fine ones."""

SAME_MM = 4.0
"""Two proposals of one face that are nearer to each other are one."""

LEAST_SCORE, LEAST_MARGIN = 0.7, 0.8
"""What a card has to reach (docs/faces.md has the figures)."""


LEAST_OF_BACK = 0.75
"""And so much of a back has to be seen: half of one is a pattern that other things may have, too."""


class Candidates(NamedTuple):
    """Cards that may lie there: x, y, degrees and scale, (n, 4), and the face of each."""

    poses: Doubles
    face: Indices


def find_cards(faces: FaceSet, plan: Plan) -> list[SeenCard]:
    """All cards of the set that are to be seen in the plan."""
    return conclusions(faces, plan).told


def conclusions(faces: FaceSet, plan: Plan) -> Conclusions:
    """The same, and how many times that was decided.

    By the edges of cards first, somewhat off as these may be; elsewhere by edges and by what is printed on cards, where
    the place is exact; then by titles.
    """
    lines = straight_lines(plan)
    soft = _identified(faces.soft, plan, _poses(rectangles(lines, faces.short, faces.long)), 1)
    outlined = _told(faces, plan, _fitted(faces.soft, plan, soft, MOST_SOFT).poses, 1)
    open_lines = lines[~is_within(lines.mean(axis=1), outlined.told, faces.short, faces.long)]
    printed = rectangles(open_lines, faces.short, faces.long, (*OUTER, *faces.corners))
    closer = _told(faces, plan, _poses(printed), FACES)
    known = [*outlined.told, *closer.told]
    titles = find_titles(faces.titles, plan, open_lines, known)
    told = apart([*known, *titles.told])
    return Conclusions(told, outlined.judged + closer.judged + titles.judged)


def _poses(proposed: Doubles) -> Doubles:
    return np.column_stack([proposed, np.ones(len(proposed))])


def _told(faces: FaceSet, plan: Plan, poses: Doubles, each: int) -> Conclusions:
    """The cards that lie so, by the likeliest `each` faces of a pose."""
    coarse, fine = MOST
    found = _fitted(faces.coarse, plan, _identified(faces.coarse, plan, poses, each), coarse)
    found = _fitted(faces.fine, plan, found, fine)
    told = [card for card in _verified(faces, plan, found) if _is_sure(card, is_back=card.face >= faces.first_back)]
    return Conclusions(apart(told), len(found.face))


def _identified(lights: FaceLights, plan: Plan, poses: Doubles, each: int) -> Candidates:
    """The poses, either way round, with the faces that they look most like by a part of a card: so many `each`."""
    seen = _seen(lights, plan, poses)
    both = np.concatenate([seen, seen[:, ::-1]])
    best = np.empty((2, len(lights.parts), len(both)), np.float32)
    for number, part in enumerate(lights.parts):
        likeness = part.likeness(both)
        best[:, number] = likeness.max(axis=1) * part.share**SMALLER_COUNTS_LESS, likeness.argmax(axis=1)
    pairs = np.column_stack([np.tile(np.arange(len(both)), len(lights.parts)), best[1].ravel().astype(np.intp)])
    order = np.argsort(-best[0].ravel(), kind="stable")[: min(each * len(both), MOST_LIKELY)]
    pose, face = np.unique(pairs[order], axis=0).T
    return Candidates(np.concatenate([poses, poses + (0.0, 0.0, 180.0, 0.0)])[pose], face)


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


def _verified(faces: FaceSet, plan: Plan, found: Candidates) -> list[SeenCard]:
    """Each candidate beside all other faces, by what is to be seen of it; which back it is need not be told."""
    lights = faces.fine
    seen = _seen(lights, plan, found.poses)
    mask = lights.masks.fit(seen, found.face).mask
    likeness, rows = lights.masks.likeness(seen, mask), np.arange(len(seen))
    score = likeness[rows, found.face]
    likeness[rows, found.face] = -1.0
    likeness[found.face >= faces.first_back, faces.first_back :] = -1.0
    next_best = likeness.max(axis=1, initial=-1.0)
    margin = (score - next_best) / (1.0 - next_best)
    x, y, degrees, scale = found.poses.T.tolist()
    surely = score.tolist(), margin.tolist(), lights.masks.share(mask).tolist()
    return list(map(SeenCard, found.face.tolist(), x, y, degrees, scale, *surely))


def _is_sure(card: SeenCard, *, is_back: bool) -> bool:
    is_like = card.is_to_scale and card.score >= LEAST_SCORE and card.margin >= LEAST_MARGIN
    return is_like and (not is_back or card.share >= LEAST_OF_BACK)


def _seen(lights: FaceLights, plan: Plan, poses: Doubles) -> Floats:
    """The light at the cells of a card that lies so, (n, cells)."""
    return plan.samples(lights.blur_mm, turned_places(poses, lights.places))
