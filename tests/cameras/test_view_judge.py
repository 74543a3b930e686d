"""Camera set-up: a view that is wrong in one way is told that way, and what to do about it.

Real frames of the simulated camera over a small mat, through the real reader: nothing is judged that was not seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.cameras.view_judge import judge, rounded_cm
from companion.cameras.view_measurement import CameraFacts, ViewedTable, measure_view
from companion.core.camera_view import Grade, Judgement, Part
from companion.core.table import Pose
from companion.core.tags import anchor_tags
from companion.core.zones import corner_anchors
from companion.simulation.renderer.scene import Anchor, Item, Optics, RenderedMat, Scene, SceneLight, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera_models import MODELS
from vision.arrays import Luma
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.labels import label_image

WIDTH, HEIGHT, LABEL = 600.0, 400.0, 20.0
PLACES = [(x, y) for y in (15.0, 200.0, 385.0) for x in (15.0, 205.0, 395.0, 585.0)]
ANCHORS = {tag: Pose(x, y) for tag, (x, y) in zip(anchor_tags(), PLACES, strict=False)}
TABLE = ViewedTable(WIDTH, HEIGHT, ANCHORS, LABEL, LABEL)
MAT = RenderedMat(WIDTH, HEIGHT, tuple(Anchor(tag, pose.x, pose.y) for tag, pose in ANCHORS.items()), LABEL)
USUAL = Optics(width=1728, height=972, tilt=4.0)
READER = LabelDetector(Codebook(list(ANCHORS)))
ASKED = CameraFacts((1728, 972), replace(MODELS["module3"], size=(1728, 972)))

OVER = "Move the camera {} cm towards the upper edge of the picture, and let it look straight down."


def seen(
    optics: Optics = USUAL,
    scene: Scene = Scene(),  # noqa: B008
    spoilt: Callable[[Luma], Luma] = lambda image: image,
    camera: CameraFacts = ASKED,
    table: ViewedTable = TABLE,
) -> Judgement:
    frame = SimulatedCamera([scene], lambda tag: label_image(tag, 10), SceneSetup(MAT, optics)).read()
    assert frame is not None
    return judge(measure_view(spoilt(frame.image), table, READER, camera).measurement)


def worst(judgement: Judgement) -> tuple[Part, Grade, str]:
    return judgement.checks[0].part, judgement.grade, str(judgement.next_step)


def shining(image: Luma) -> Luma:
    """A lamp mirrored at the mat's upper right."""
    glare = np.zeros(image.shape, np.float32)
    cv2.circle(glare, (1400, 250), 160, (255.0,), -1)
    return np.clip(image + cv2.GaussianBlur(glare, (0, 0), 25), 0, 255).astype(np.uint8)


def test_a_camera_that_stands_well_is_good_in_every_part() -> None:
    judgement = seen()

    assert (Grade.GOOD, "") == (judgement.grade, str(judgement.next_step))
    assert set(Part) == {check.part for check in judgement.checks}


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (
            {"optics": replace(USUAL, view=(120.0, 80.0, 480.0, 320.0))},
            (Part.MAT, Grade.NOT_YET, "Raise the camera by 25 cm."),
        ),
        (
            {"optics": replace(USUAL, view=(30.0, 20.0, 570.0, 380.0))},
            (Part.MAT, Grade.NOT_YET, "Raise the camera by 9 cm."),
        ),
        (
            {"optics": replace(USUAL, view=(-300.0, -200.0, 900.0, 600.0))},
            (Part.SIZE, Grade.NOT_YET, "Lower the camera: the labels are too small in the picture."),
        ),
        (
            {"optics": replace(USUAL, tilt=42.0)},
            (
                Part.ANGLE,
                Grade.NOT_YET,
                OVER.format(45),
            ),
        ),
        (
            {"scene": Scene(light=SceneLight(level=0.12))},
            (Part.LIGHT, Grade.NOT_YET, "Switch on a lamp over the table: it is too dark to read the labels."),
        ),
        (
            {"spoilt": shining},
            (Part.GLARE, Grade.NOT_YET, "Turn the lamp or the curtain so that nothing shines at the upper right."),
        ),
        (
            {"optics": replace(USUAL, blur=5.0)},
            (Part.FOCUS, Grade.NOT_YET, "Take your hands off the table and touch “Focus again”."),
        ),
        (
            {"optics": replace(USUAL, view=(90.0, -20.0, 710.0, 420.0))},
            (Part.MAT, Grade.NOT_YET, "Move the camera 3 cm towards the left edge of the picture."),
        ),
        (
            {"optics": replace(USUAL, width=864, height=486)},
            (Part.SIZE, Grade.NOT_YET, "Set the camera to 1728 x 972 pixels: it gives 864 across."),
        ),
        (
            {"table": replace(TABLE, smallest_mm=10.0)},
            (Part.SIZE, Grade.NOT_YET, "Use labels 1.9 times as large, or a camera with more pixels."),
        ),
        (
            {"scene": Scene((Item(None, 15.0, 15.0, width=60.0, height=60.0),))},
            (Part.MAT, Grade.USABLE, "Clear the mat at the upper left: one of its labels cannot be read there."),
        ),
    ],
    ids=[
        *("much too low", "too low", "too high", "tilted", "dark", "glare", "blurred"),
        *("partly out of sight", "too few pixels", "labels too small", "a corner hidden"),
    ],
)
def test_what_is_wrong_is_told_with_what_to_do(spoil: dict[str, object], expected: tuple[Part, Grade, str]) -> None:
    assert expected == worst(seen(**spoil))  # type: ignore[arg-type]


def test_four_corners_alone_are_enough_and_their_exactness_is_not_made_up() -> None:
    """They agree with each other whatever the lens does."""
    corners = replace(TABLE, anchors=corner_anchors(ANCHORS, (WIDTH, HEIGHT)))
    judgement = seen(table=corners)
    mat = next(check for check in judgement.checks if check.part is Part.MAT)

    assert (Grade.GOOD, "The corners are in sight", "") == (judgement.grade, str(mat.title), str(mat.detail))


@pytest.mark.parametrize("only_corners", [False, True])
@pytest.mark.parametrize("wider", [1.08, 0.93, 1.6])
def test_a_mat_for_another_number_of_players_is_not_played_on(wider: float, *, only_corners: bool) -> None:
    """Its anchors agree with each other, but are no squares where they would have to lie."""
    meant = {tag: replace(pose, x=pose.x * wider) for tag, pose in ANCHORS.items()}
    anchors = corner_anchors(meant, (WIDTH * wider, HEIGHT)) if only_corners else meant
    remedy = "Lay this game's mat for as many as play, or tape the corners as far apart as its page says."

    assert (Part.MAT, Grade.NOT_YET, remedy) == worst(seen(table=replace(TABLE, width=WIDTH * wider, anchors=anchors)))


@pytest.mark.parametrize("distortion", [-0.04, 0.04])
def test_a_lens_that_bends_is_no_other_mat(distortion: float) -> None:
    corners = replace(TABLE, anchors=corner_anchors(ANCHORS, (WIDTH, HEIGHT)))
    bent = replace(USUAL, distortion=distortion)

    for table in (TABLE, corners):
        assert "The mat is of another size" not in {str(check.title) for check in seen(bent, table=table).checks}


def test_without_any_mat_it_is_asked_for() -> None:
    cloth = np.random.default_rng(1).integers(90, 140, (972, 1728), dtype=np.uint8)
    remedy = "Lay the mat of this game under the camera, all of its labels in the picture and nothing on them."

    assert (Part.MAT, Grade.NOT_YET, remedy) == worst(seen(spoilt=lambda _: cloth))


@pytest.mark.parametrize(("mm", "cm"), [(2.0, 1), (87.0, 9), (193.0, 19), (231.0, 25)])
def test_lengths_are_as_exact_as_a_hand(mm: float, cm: int) -> None:
    assert cm == rounded_cm(mm)
