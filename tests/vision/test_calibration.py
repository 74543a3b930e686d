"""Where the camera stands: what is measured against the simulated camera's own geometry, in millimetres."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.table import Pose
from companion.simulation.renderer.camera_model import CameraProjection, projection
from companion.simulation.renderer.scene import Bump, Optics, RenderedMat
from vision.detections import Detection, as_corners
from vision.geometry.calibration import (
    MatAnchors,
    anchor_displacement_mm,
    calibrate,
    label_points,
)
from vision.geometry.homography import Homography

WIDTH, HEIGHT = 900.0, 600.0
PICTURE = (2304, 1296)
PLACES = [
    (15, 15),
    (300, 15),
    (600, 15),
    (885, 15),
    (15, 585),
    (300, 585),
    (600, 585),
    (885, 585),
    (15, 300),
    (885, 300),
]
ANCHORS = MatAnchors({f"M{n:03d}": Pose(float(x), float(y)) for n, (x, y) in enumerate(PLACES)})
PLACES_ON_MAT = np.stack(np.meshgrid(np.linspace(0, WIDTH, 10), np.linspace(0, HEIGHT, 7)), axis=-1).reshape(-1, 2)


def a_camera(bump: Bump | None = None, **optics: float) -> CameraProjection:
    return projection(RenderedMat(WIDTH, HEIGHT), Optics(PICTURE[0], PICTURE[1], **optics), bump or Bump())  # type: ignore[arg-type]


def seen(
    camera: CameraProjection, noise_px: float = 0.0, seed: int = 1, anchors: MatAnchors = ANCHORS
) -> list[Detection]:
    """The anchors as a reader would report them through this camera."""
    random = np.random.default_rng(seed)
    found = []
    for tag in anchors.places:
        corners = camera.to_px(anchors.outline(tag)[1:])
        found.append(Detection.from_corners(tag, as_corners(corners + random.normal(0, noise_px, (4, 2))), 1.0, 0.5))
    return found


def worst_mm(homography: Homography, camera: CameraProjection) -> float:
    return float(np.linalg.norm(homography.to_mm(camera.to_px(PLACES_ON_MAT)) - PLACES_ON_MAT, axis=1).max())


class TestHomography:
    def test_there_and_back(self) -> None:
        found = calibrate(seen(a_camera()), ANCHORS, PICTURE)
        assert found is not None

        back = found.homography.to_mm(found.homography.to_px(PLACES_ON_MAT))

        assert np.abs(back - PLACES_ON_MAT).max() < 1e-3

    def test_pixels_per_mm_is_what_the_camera_shows_there(self) -> None:
        camera = a_camera(distortion=0.0)
        found = calibrate(seen(camera), ANCHORS, PICTURE)
        assert found is not None
        small = camera.to_px(np.array([(450, 300), (450.1, 300), (450, 300.1)]))

        assert pytest.approx((_area(small) / 0.01) ** 0.5, rel=1e-3) == found.homography.pixels_per_mm(450, 300)


def _area(corner: np.ndarray) -> float:
    (ax, ay), (bx, by) = corner[1] - corner[0], corner[2] - corner[0]
    return float(abs(ax * by - ay * bx))


class TestCalibration:
    @pytest.mark.parametrize("tilt", [0.0, 8.0, 30.0, 45.0])
    @pytest.mark.parametrize("distortion", [-0.04, 0.0, 0.03])
    def test_the_whole_mat_is_placed_to_half_a_millimetre(self, tilt: float, distortion: float) -> None:
        camera = a_camera(tilt=tilt, distortion=distortion)

        found = calibrate(seen(camera, noise_px=0.15), ANCHORS, PICTURE)

        assert found is not None
        assert 0.5 > worst_mm(found.homography, camera)
        assert 0.2 > found.residual_mm

    def test_the_residual_tells_the_noise(self) -> None:
        camera = a_camera()
        still = calibrate(seen(camera, 0.02), ANCHORS, PICTURE)
        noisy = calibrate(seen(camera, 0.6), ANCHORS, PICTURE)

        assert still is not None
        assert noisy is not None
        assert 3 * still.residual_mm < noisy.residual_mm

    def test_missing_anchors_do_not_matter(self) -> None:
        camera = a_camera()

        found = calibrate(seen(camera, 0.1)[3:9], ANCHORS, PICTURE)

        assert found is not None
        assert 1.0 > worst_mm(found.homography, camera)

    @given(st.integers(0, 9), st.tuples(st.floats(0, 900), st.floats(0, 600)))
    @settings(max_examples=15, deadline=None)
    def test_an_anchor_that_lies_elsewhere_is_left_out(self, which: int, place: tuple[float, float]) -> None:
        tag = f"M{which:03d}"
        true = ANCHORS.places[tag]
        if np.hypot(true.x - place[0], true.y - place[1]) < 10:
            return
        camera = a_camera()
        strayed = MatAnchors({**ANCHORS.places, tag: Pose(*place)})

        found = calibrate(seen(camera, 0.1, anchors=strayed), ANCHORS, PICTURE)

        assert found is not None
        assert (tag,) == found.rejected
        assert 0.6 > worst_mm(found.homography, camera)

    def test_of_a_doubled_anchor_the_right_one_is_taken(self) -> None:
        camera = a_camera()
        copy = MatAnchors({"M004": Pose(420.0, 310.0, 40.0)})

        found = calibrate([*seen(camera, anchors=copy), *seen(camera)], ANCHORS, PICTURE)

        assert found is not None
        assert sorted(ANCHORS.places) == list(found.used)
        assert ("M004",) == found.rejected

    def test_two_anchors_are_enough_for_a_start(self) -> None:
        camera = a_camera(distortion=0.0)

        found = calibrate(seen(camera)[3:5], ANCHORS, PICTURE)

        assert found is not None
        assert 1.0 > worst_mm(found.homography, camera)

    @pytest.mark.parametrize("count", [0, 1])
    def test_fewer_are_not(self, count: int) -> None:
        assert calibrate(seen(a_camera())[:count], ANCHORS, PICTURE) is None

    def test_labels_that_are_no_anchors_are_not_asked(self) -> None:
        cards = [Detection.from_corners("FARM", as_corners(np.eye(4, 2) * 30), 1.0, 0.5)] * 5

        assert calibrate(cards, ANCHORS, PICTURE) is None

    def test_a_turned_anchor_is_known_by_its_corners(self) -> None:
        turned = MatAnchors(
            {tag: Pose(pose.x, pose.y, 90.0 * n) for n, (tag, pose) in enumerate(ANCHORS.places.items())}
        )
        camera = a_camera()

        found = calibrate(seen(camera, anchors=turned), turned, PICTURE)

        assert found is not None
        assert 0.3 > worst_mm(found.homography, camera)


class TestBumpedCamera:
    def test_a_camera_at_rest_has_not_moved(self) -> None:
        camera = a_camera()
        found = calibrate(seen(camera), ANCHORS, PICTURE)
        assert found is not None

        assert 0.2 > anchor_displacement_mm(found.homography, seen(camera, 0.2, seed=5), ANCHORS)

    def test_a_push_shows_in_all_anchors(self) -> None:
        found = calibrate(seen(a_camera()), ANCHORS, PICTURE)
        assert found is not None

        pushed = seen(a_camera(Bump(3.0, 4.0)), 0.2)

        assert pytest.approx(5.0, abs=0.5) == anchor_displacement_mm(found.homography, pushed, ANCHORS)

    def test_one_anchor_that_was_moved_is_no_push(self) -> None:
        camera = a_camera()
        found = calibrate(seen(camera), ANCHORS, PICTURE)
        assert found is not None
        strayed = MatAnchors({**ANCHORS.places, "M000": Pose(40.0, 40.0)})

        assert 0.3 > anchor_displacement_mm(found.homography, seen(camera, 0.1, anchors=strayed), ANCHORS)

    def test_no_anchor_in_sight_says_nothing(self) -> None:
        found = calibrate(seen(a_camera()), ANCHORS, PICTURE)
        assert found is not None

        assert anchor_displacement_mm(found.homography, [], ANCHORS) == 0.0


def test_a_label_outline_is_its_ring_clockwise_from_its_own_upper_left() -> None:
    outline = label_points(Pose(100.0, 200.0, 90.0), 29.0)

    expected = [(100, 200), (114, 186), (114, 214), (86, 214), (86, 186)]
    assert np.abs(outline - np.array(expected)).max() < 1e-9
