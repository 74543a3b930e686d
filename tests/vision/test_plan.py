"""The table from straight above: as closely as asked, and no closer than the picture shows it."""

from __future__ import annotations

import numpy as np
import pytest

from companion.core.table import Box
from vision.arrays import Luma
from vision.faces.plan import CLOSE_PX, PLAN_PX, Plan, plan_of
from vision.geometry.homography import Homography
from vision.geometry.lens import LensModel

BOX = Box(0.0, 0.0, 120.0, 80.0)


def shown(px: float) -> Plan:
    """A plan of a camera's picture with so many pixels a millimetre: it gets lighter from left to right."""
    rows, columns = round(80 * px), round(120 * px)
    picture: Luma = np.asarray(np.tile(np.linspace(0, 255, columns), (rows, 1)), np.uint8)
    return plan_of(picture, Homography(np.diag([px, px, 1.0]), LensModel.undistorted((columns, rows))), BOX)


@pytest.mark.parametrize(("own", "closer"), [(2.0, 2.0), (4.0, CLOSE_PX)])
def test_a_closer_plan_shows_the_same_places_with_more_pixels(own: float, closer: float) -> None:
    """A part of the table, no larger than the plan itself."""
    plan = shown(own)

    close = plan.closer_at(np.array([[60.0, 40.0], [100.0, 40.0]]), 30.0)

    assert (PLAN_PX, pytest.approx(closer)) == (plan.px, close.px)
    assert (30.0, 10.0) == (close.left, close.top)
    assert (round(60 * closer), round(90 * closer)) == pytest.approx(close.light.shape, abs=1)
    places = np.array([[[40.0, 30.0], [75.5, 50.0], [110.0, 60.0]]], np.float32)
    assert pytest.approx(plan.samples(0.5, places), abs=1.5) == close.samples(0.5, places)


def test_a_picture_with_as_few_pixels_shows_nothing_more_closely() -> None:
    plan = shown(1.4)

    assert plan is plan.closer_at(np.array([[60.0, 40.0]]), 30.0)
