"""What is to be seen of a card: on one side of a straight edge, by the evidence for its face."""

from __future__ import annotations

import numpy as np
import pytest

from vision.faces.face_parts import FaceGrid
from vision.faces.occlusion_masks import OcclusionMasks, every_edge

GRID = FaceGrid(16, 22, 2.0)
PLACES = GRID.places(63.0, 88.0)
RANDOM = np.random.default_rng(5)
FACES = RANDOM.uniform(0, 255, (9, len(PLACES))).astype(np.float32)
MASKS = OcclusionMasks(every_edge(PLACES, 12), FACES)


def test_a_face_in_full_sight_is_seen_whole_in_any_light() -> None:
    """Darker, with less contrast: gain and offset are no difference."""
    fit = MASKS.fit(0.4 * FACES + 20.0, np.arange(9))

    assert [1.0] * 9 == MASKS.share(fit.mask).tolist()
    assert np.arange(9).tolist() == MASKS.likeness(0.4 * FACES + 20.0, fit.mask).argmax(axis=1).tolist()


@pytest.mark.parametrize("degrees", [0.0, 30.0, 140.0, 250.0])
def test_of_a_card_that_is_half_covered_the_other_half_is_compared(degrees: float) -> None:
    turn = np.radians(degrees)
    along = PLACES @ (np.cos(turn), np.sin(turn))
    covered = along > 0.0
    seen = FACES.copy()
    seen[:, covered] = RANDOM.uniform(0, 255, (9, int(covered.sum())))
    fit = MASKS.fit(seen, np.arange(9))

    shown = MASKS.shown(fit.mask).astype(bool)
    assert (shown & covered).mean(axis=1).max() < 0.05
    assert shown.mean(axis=1).min() > 0.3
    assert (MASKS.likeness(seen, fit.mask)[np.arange(9), np.arange(9)] > 0.9).all()


def test_there_is_most_evidence_for_the_right_face() -> None:
    seen = np.repeat(FACES[4:5], 9, axis=0)

    assert 4 == int(MASKS.fit(seen, np.arange(9)).evidence.argmax())


def test_a_negative_is_not_its_picture() -> None:
    assert 0.0 == MASKS.likeness(255.0 - FACES[2:3], np.zeros(1, np.intp))[0, 2]
