"""Several cameras over one table, live: each has its say, none silences the others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.watching.evening import picture, pipeline_of
from companion.core.table import Box, LabelPlace, Observation, Pose
from companion.simulation.renderer.scene import Optics, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import Frame
from tests.vision.watched import FARM, MAT, MINE, OPTICS, PLOT, STILL, TABLE, TAGS, card, place_of, tags_of
from vision.tracking.camera_fusion import OWN_FRAMES, CameraFusion
from vision.worker import CameraBack, CameraEnded, CameraLost, VisionMessage

FRAME = Frame(np.zeros((4, 4), np.uint8), 0.0)
LEFT, RIGHT = Box(0.0, 0.0, 450.0, 600.0), Box(450.0, 0.0, 900.0, 600.0)
HERE, THERE = LabelPlace("FARM", Pose(100.0, 100.0)), LabelPlace("FARM", Pose(800.0, 100.0))


class Scripted:
    """Says what the script says, then nothing more."""

    def __init__(self, *script: Observation | None) -> None:
        self._script = list(script)

    def process(self, _: Frame) -> Observation | None:
        return self._script.pop(0) if self._script else None


class Cameras:
    """Cameras that look when they are told to, and all that was posted."""

    def __init__(self, *scripts: tuple[Observation | None, ...]) -> None:
        self.posted: list[VisionMessage] = []
        self.fusion = CameraFusion(len(scripts), self.posted.append)
        self._processors = [self.fusion.processor(number, Scripted(*script)) for number, script in enumerate(scripts)]

    def look(self, *cameras: int) -> list[VisionMessage]:
        """Lets these cameras look in turn; what was posted meanwhile."""
        before = len(self.posted)
        for camera in cameras:
            assert self._processors[camera].process(FRAME) is None
        return self.posted[before:]


def saw(*labels: LabelPlace, blind: tuple[Box, ...] = ()) -> Observation:
    return Observation(labels, blind)


class TestOneTable:
    def test_a_camera_speaks_before_the_other_has_found_its_anchors(self) -> None:
        assert [saw(HERE, blind=(RIGHT,))] == Cameras((saw(HERE, blind=(RIGHT,)),), ()).look(0, 1)

    def test_what_one_camera_cannot_see_another_can(self) -> None:
        mine = LabelPlace("MINE", Pose(700.0, 300.0))
        cameras = Cameras((saw(HERE, blind=(RIGHT,)),), (saw(mine, blind=(LEFT,)),))

        assert [saw(HERE, blind=(RIGHT,)), saw(HERE, mine)] == cameras.look(0, 1)

    def test_what_has_faded_or_was_glimpsed_only_a_camera_that_is_alone_can_tell(self) -> None:
        """Another one may have seen the hand that took it."""
        faded = replace(saw(), faded=(HERE,), glimpsed=(saw(THERE),))

        assert [saw(HERE), faded] == Cameras((saw(HERE), faded)).look(0, 0)
        assert [saw(HERE), saw()] == Cameras((saw(HERE), faded), (saw(),)).look(0, 1, 0)

    def test_the_same_news_from_the_second_camera_is_no_news(self) -> None:
        assert [saw(HERE)] == Cameras((saw(HERE),), (saw(HERE),)).look(0, 1)

    def test_a_card_carried_from_one_picture_into_the_other_is_never_in_two_places(self) -> None:
        """The camera it left needs its vote to see that; the newer claim holds meanwhile."""
        left, right = saw(HERE, blind=(RIGHT,)), saw(blind=(LEFT,))
        cameras = Cameras((left, None, None, saw(blind=(RIGHT,))), (right, saw(THERE, blind=(LEFT,))))

        posted = cameras.look(0, 1, 1, 0, 0, 0)

        assert all(isinstance(said, Observation) and () == said.duplicates for said in posted)
        assert saw(THERE) == posted[-1]

    def test_a_label_that_both_go_on_seeing_at_two_places_is_doubled(self) -> None:
        """A forged label: one camera sees the first, the other the second, and neither takes it back."""
        cameras = Cameras((saw(HERE, blind=(RIGHT,)),), (saw(THERE, blind=(LEFT,)),))

        posted = cameras.look(0, 1, *[0] * OWN_FRAMES)

        assert ("FARM",) == posted[-1].duplicates if isinstance(posted[-1], Observation) else False
        assert [()] * (len(posted) - 1) == [said.duplicates for said in posted[:-1] if isinstance(said, Observation)]


class TestLostCameras:
    def test_the_others_go_on_and_what_only_it_saw_is_blind(self) -> None:
        cameras = Cameras((saw(HERE, blind=(RIGHT,)),), (saw(THERE, blind=(LEFT,)), None))
        cameras.look(0, 1)
        del cameras.posted[:]

        cameras.fusion.receive(1, CameraLost("Its cable is out; plug it in."))

        assert [saw(HERE, blind=(RIGHT,)), CameraLost("Its cable is out; plug it in.")] == cameras.posted

    def test_a_camera_that_is_back_speaks_again_after_it_has_looked_anew(self) -> None:
        mine = LabelPlace("MINE", Pose(700.0, 300.0))
        cameras = Cameras((saw(HERE, blind=(RIGHT,)),), (saw(mine, blind=(LEFT,)),))
        cameras.look(0, 1)
        cameras.fusion.receive(1, CameraLost("Its cable is out; plug it in."))
        cameras.fusion.receive(1, CameraBack())

        assert [] == cameras.look(*[1] * (OWN_FRAMES - 1))
        assert [saw(HERE, mine)] == cameras.look(1)

    def test_it_is_well_again_only_when_none_is_lost(self) -> None:
        cameras = Cameras((), ())
        for camera, message in ((0, CameraLost("one")), (1, CameraLost("other")), (0, CameraBack()), (1, CameraBack())):
            cameras.fusion.receive(camera, message)

        assert [CameraLost("one"), CameraLost("other"), CameraLost("other"), CameraBack()] == cameras.posted

    def test_the_end_is_the_end_of_all(self) -> None:
        cameras = Cameras((), ())
        cameras.fusion.receive(0, CameraEnded())
        assert [] == cameras.posted

        cameras.fusion.receive(1, CameraEnded())
        assert [CameraEnded()] == cameras.posted


def test_two_cameras_over_one_table_follow_a_card_from_one_picture_into_the_other() -> None:
    """Geometry: two simulated cameras in different places, each with half of the table, watched live."""
    views = ((-10.0, -10.0, 300.0, 310.0), (150.0, -10.0, 460.0, 310.0))
    optics = [replace(OPTICS, view=view, tilt=12.0, turn=turn) for view, turn in zip(views, (0.0, 4.0), strict=True)]
    moved = Scene((card(FARM, 390.0, 240.0), *TABLE[1:]))
    scenes = [*[STILL] * 8, *[moved] * 16]

    posted: list[VisionMessage] = []
    fusion = CameraFusion(2, posted.append)
    processors = [fusion.processor(number, pipeline_of(MAT, TAGS)) for number in range(2)]
    with _camera(scenes, optics[0]) as one, _camera(scenes, optics[1]) as other:
        for _ in scenes:
            for camera, processor in zip((one, other), processors, strict=True):
                frame = camera.read()
                assert frame is not None
                processor.process(frame)

    said = [message for message in posted if isinstance(message, Observation)]
    assert [()] * len(said) == [one_said.duplicates for one_said in said]
    assert () == said[-1].blind
    assert sorted([FARM, MINE, PLOT]) == tags_of(said[-1])
    for tag, place in ((FARM, (390.0, 240.0)), (MINE, (220.0, 150.0)), (PLOT, (340.0, 150.0))):
        assert pytest.approx(place, abs=1.0) == place_of(said[-1], tag)


def _camera(scenes: list[Scene], optics: Optics) -> SimulatedCamera:
    return SimulatedCamera(scenes, picture, SceneSetup(MAT, optics))
