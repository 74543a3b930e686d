"""Moves a card's outline to where a face fits it best."""

from __future__ import annotations

import numpy as np

from vision.arrays import Doubles, Floats, Indices
from vision.faces.card_outlines import turned_places
from vision.faces.face_lights import FaceLights
from vision.faces.plan import Plan

STEPS = 5

LARGEST = 0.12
"""No card is this much larger or smaller than its size on the table: a higher share is a fit to something else."""

_STIFF = 1e-3
"""What a plain face cannot tell stays as it was."""


def aligned(face_lights: FaceLights, plan: Plan, poses: Doubles, face: Indices, shown: Floats) -> Doubles:
    """The poses, (n, 4), moved, turned and scaled so that each shows its face best where it is `shown`, (n, cells).

    Lucas and Kanade's alignment, inverse-compositional (S. Baker and I. Matthews, 2004), of light whose gain and offset
    are those of the face.
    """
    wanted = face_lights.masks.faces[face]
    slopes = face_lights.slopes(face) * shown[:, None]
    square = np.einsum("nic,njc->nij", slopes, slopes)
    square += _STIFF * np.einsum("nii->ni", square)[:, :, None] * np.eye(4)
    inverse = np.linalg.inv(square)
    poses = poses.copy()
    for _ in range(STEPS):
        seen = plan.samples(face_lights.blur_mm, turned_places(poses, face_lights.places))
        error = (_like(seen, wanted, shown) - wanted) * shown
        step = np.einsum("nij,nj->ni", inverse, np.einsum("nic,nc->ni", slopes, error))
        step *= np.minimum(1.0, 3.0 / np.maximum(np.abs(step[:, :2]).max(axis=1, keepdims=True), 1e-6))
        turn = np.radians(poses[:, 2])
        across, down = np.cos(turn) * poses[:, 3], np.sin(turn) * poses[:, 3]
        poses[:, 0] -= across * step[:, 0] - down * step[:, 1]
        poses[:, 1] -= down * step[:, 0] + across * step[:, 1]
        poses[:, 2] -= np.degrees(step[:, 2])
        poses[:, 3] = np.clip(poses[:, 3] / (1 + step[:, 3]), 1 - LARGEST, 1 + LARGEST)
    return poses


def _like(seen: Floats, wanted: Floats, shown: Floats) -> Floats:
    """What is seen with the mean and the spread of what is wanted, by the cells that are shown."""
    count = np.maximum(shown.sum(axis=1, keepdims=True), 1)
    means = [(light * shown).sum(axis=1, keepdims=True) / count for light in (seen, wanted)]
    spreads = [
        np.sqrt((((light - mean) * shown) ** 2).sum(axis=1, keepdims=True))
        for light, mean in zip((seen, wanted), means, strict=True)
    ]
    return np.asarray((seen - means[0]) * spreads[1] / np.maximum(spreads[0], 1e-3) + means[1], np.float32)
