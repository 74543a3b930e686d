"""From pixels to millimetres, what is blind, and several cameras over one table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.table import UNREADABLE, Box, LabelPlace, Observation, Pose
from companion.simulation.renderer.camera_model import projection
from companion.simulation.renderer.scene import Bump, Optics, RenderedMat
from vision.detections import Detection, Detections, UnreadableLabel, as_corners
from vision.geometry.calibration import MatAnchors, calibrate, label_points
from vision.geometry.homography import Homography
from vision.geometry.lens import LensModel
from vision.geometry.localization import duplicates, localize, merge_observations, pose_from_corners

STRAIGHT = Homography(
    np.array([[2.0, 0.0, 10.0], [0.0, 2.0, 20.0], [0.0, 0.0, 1.0]]), LensModel.undistorted((1800, 1200))
)
"""Two pixels a millimetre, the mat's corner at pixel (10, 20)."""


def a_detection(tag: str, pose: Pose, homography: Homography = STRAIGHT) -> Detection:
    corners = as_corners(homography.to_px(label_points(pose, 20.0)[1:]))
    return Detection.from_corners(tag, corners, 0.9, 0.5)


class TestPose:
    @given(st.floats(50, 800), st.floats(50, 500), st.floats(-179, 179))
    @settings(max_examples=50)
    def test_centre_and_rotation_come_back_through_a_tilted_bent_camera(self, x: float, y: float, turn: float) -> None:
        """Pose: centre to 3 mm and rotation to 3 degrees are asked for; the sums must not cost any of it."""
        mat = RenderedMat(900, 600)
        camera = projection(mat, Optics(tilt=20.0), Bump())
        anchors = MatAnchors({f"M{n}": Pose(20.0 + n % 4 * 280, 20.0 + n // 4 * 280) for n in range(12)})
        seen = [
            Detection.from_corners(tag, as_corners(camera.to_px(anchors.outline(tag)[1:])), 1, 1)
            for tag in anchors.places
        ]
        found = calibrate(seen, anchors, (2304, 1296))
        assert found is not None

        pose = pose_from_corners(as_corners(camera.to_px(label_points(Pose(x, y, turn), 20.0)[1:])), found.homography)

        assert pytest.approx((x, y), abs=0.4) == (pose.x, pose.y)
        assert pytest.approx(0.0, abs=0.3) == (pose.rotation - turn + 180) % 360 - 180


class TestLocalize:
    def test_anchors_are_left_out_and_unreadable_labels_are_said(self) -> None:
        outline = UnreadableLabel(a_detection("X", Pose(300, 300)).corners)
        found = Detections((a_detection("FARM", Pose(100, 50, 30)), a_detection("M001", Pose(15, 15))), (outline,))

        observation = localize(found, STRAIGHT, {"M001"})

        assert ["FARM", UNREADABLE] == [place.tag for place in observation.labels]
        assert pytest.approx((100, 50, 30)) == tuple(
            getattr(observation.labels[0].pose, name) for name in ("x", "y", "rotation")
        )
        assert pytest.approx((300, 300)) == (observation.labels[1].pose.x, observation.labels[1].pose.y)
        assert () == observation.duplicates

    def test_a_tag_found_twice_is_reported_and_both_places_are_given(self) -> None:
        """Tracking: a forged or doubled label is reported, never silently merged."""
        found = Detections((a_detection("FARM", Pose(100, 50)), a_detection("FARM", Pose(400, 300))), ())

        observation = localize(found, STRAIGHT)

        assert ("FARM",) == observation.duplicates
        assert [100, 400] == [round(place.pose.x) for place in observation.labels]

    def test_two_unreadable_labels_are_no_duplicates(self) -> None:
        assert () == duplicates([UNREADABLE, UNREADABLE])


class TestSeveralCameras:
    LEFT = LabelPlace("FARM", Pose(100.0, 100.0), 0.9)
    RIGHT = LabelPlace("MINE", Pose(700.0, 100.0), 0.9)

    def test_each_camera_adds_what_it_sees(self) -> None:
        assert Observation((self.LEFT, self.RIGHT)) == merge_observations(
            [Observation((self.LEFT,)), Observation((self.RIGHT,))]
        )

    def test_what_both_see_is_one_label_where_the_better_reading_puts_it(self) -> None:
        worse = LabelPlace("FARM", Pose(101.5, 99.0), 0.7)

        assert Observation((self.LEFT,)) == merge_observations([Observation((worse,)), Observation((self.LEFT,))])

    def test_one_tag_at_two_places_is_a_duplicate(self) -> None:
        other = LabelPlace("FARM", Pose(500.0, 100.0), 0.8)

        assert ("FARM",) == merge_observations([Observation((self.LEFT,)), Observation((other,))]).duplicates

    def test_what_one_camera_cannot_read_another_can(self) -> None:
        spoiled = LabelPlace(UNREADABLE, Pose(100.0, 101.0), 0.0)

        assert Observation((self.LEFT,)) == merge_observations([Observation((spoiled,)), Observation((self.LEFT,))])

    def test_blind_is_only_what_no_camera_sees(self) -> None:
        one = Observation((), (Box(0, 0, 100, 100),))
        other = Observation((), (Box(50, 50, 200, 200),))

        assert (Box(50, 50, 100, 100),) == merge_observations([one, other]).blind
        assert () == merge_observations([one, Observation(())]).blind

    def test_what_is_hidden_from_one_camera_and_out_of_sight_of_the_others_is_hidden(self) -> None:
        left, right = Box(0, 0, 100, 100), Box(100, 0, 200, 100)
        one = Observation((), (left, right), hidden=(left, right))
        other = Observation((), (left,))

        assert (left,) == merge_observations([one, other]).hidden
        assert () == merge_observations([one, Observation(())]).hidden

    def test_a_card_that_two_cameras_see_face_down_is_one(self) -> None:
        card, as_the_other_sees_it, elsewhere = (Box(x, 10, x + 44, 54) for x in (100, 103, 200))
        seen = [Observation((), face_down=(card,)), Observation((), face_down=(as_the_other_sees_it, elsewhere))]

        assert (card, elsewhere) == merge_observations(seen).face_down

    def test_no_camera_sees_nothing(self) -> None:
        assert Observation(()) == merge_observations([])
