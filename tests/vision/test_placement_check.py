"""What is said about how a camera stands: measured on rendered tables whose truth is known."""

from __future__ import annotations

import pytest

from benchmarks.watching.accuracy import scattered
from benchmarks.watching.evening import mat_anchors, picture, playing_mat
from companion.simulation.renderer.camera_model import projection
from companion.simulation.renderer.scene import LABEL_MM, Optics, Scene, SceneLight, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.geometry.calibration import calibrate
from vision.geometry.placement_check import RegionQuality, image_quality
from vision.labels import MODULES

MAT, EVEN = playing_mat(), SceneLight()
ITEMS = scattered(1)
BOOK = Codebook([*(str(item.tag) for item in ITEMS), *(anchor.tag for anchor in MAT.anchors)])


def quality_of(optics: Optics, light: SceneLight = EVEN) -> tuple[tuple[RegionQuality, ...], ...]:
    with SimulatedCamera([Scene(ITEMS, light=light)], picture, SceneSetup(MAT, optics)) as table:
        frame = table.read()
    assert frame is not None
    found = LabelDetector(BOOK).detect(frame.image)
    camera = calibrate(found.decoded, mat_anchors(MAT), (optics.width, optics.height))
    assert camera is not None
    return image_quality(frame.image, camera.homography, (MAT.width, MAT.height), found.decoded, LABEL_MM)


def test_the_pixels_of_a_module_are_the_cameras() -> None:
    optics = Optics(width=3072, height=1728)
    camera = projection(MAT, optics, Scene().bump)
    here = camera.to_px([(450.0, 300.0), (451.0, 300.0), (450.0, 301.0)])
    (ax, ay), (bx, by) = here[1] - here[0], here[2] - here[0]

    middle = quality_of(optics)[1][1].pixels_per_module

    assert pytest.approx(abs(ax * by - ay * bx) ** 0.5 * LABEL_MM / MODULES, rel=0.01) == middle


@pytest.mark.parametrize("blur", [0.7, 1.2, 2.0])
def test_the_blur_is_that_of_the_lens_and_of_the_pixels(blur: float) -> None:
    """A pixel's area and the sampling add about half a pixel to the lens, as squares do."""
    for row in quality_of(Optics(width=3072, height=1728, blur=blur)):
        for region in row:
            assert region.blur is not None
            assert pytest.approx((blur**2 + 0.5**2) ** 0.5 / region.pixels_per_module, abs=0.08) == region.blur


def test_the_side_of_the_lamp_is_lighter() -> None:
    rows = quality_of(Optics(), SceneLight(unevenness=2.5, angle=180.0))

    assert all(row[0].light > row[1].light > row[2].light for row in rows)


def test_a_well_placed_camera_has_no_faults() -> None:
    assert {()} == {region.faults for row in quality_of(Optics(width=3072, height=1728)) for region in row}


@pytest.mark.parametrize(
    ("region", "fault"),
    [
        (RegionQuality(1.0, 90.0, 0.0, 0.5), "too small"),
        (RegionQuality(2.0, 8.0, 0.0, 0.5), "too dark"),
        (RegionQuality(2.0, 200.0, 0.2, 0.5), "too bright"),
        (RegionQuality(2.0, 90.0, 0.0, 1.1), "not sharp"),
    ],
)
def test_each_fault_is_named(region: RegionQuality, fault: str) -> None:
    assert (fault,) == region.faults
