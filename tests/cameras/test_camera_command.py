"""`companion camera`, and several cameras in the settings: what the players set up, and are told."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cameras import sources
from companion.cli import cli
from companion.config import read_settings
from companion.errors import ConfigError, NoCameraError
from tests.vision.boards import BOARD, SQUARE_MM, a_photographer, photographs
from vision.geometry.lens import LensModel
from vision.geometry.lens_profiles import read_profiles

OPTION = f"{BOARD[0]}x{BOARD[1]}x{SQUARE_MM}"


def said(*words: str) -> str:
    done = CliRunner().invoke(cli, ["camera", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_a_camera_over_the_mat_is_told_its_residual_and_its_regions() -> None:
    """Geometry: the residual of the anchors in millimetres; exposure: size, light and sharpness by region."""
    output = said("--game", "iron_sky", "--camera", "simulator")

    assert output.startswith("a simulated table, no camera\n")
    residual = re.search(r"([\d.]+) mm \(root mean square\), ([\d.]+) mm at most", output)
    assert residual is not None
    assert float(residual[1]) < 0.3
    assert float(residual[2]) < 0.6
    assert 9 == len(re.findall(r" well\b", output))
    assert output.endswith("Verdict: good. Play like this.\n")


def test_four_corners_are_enough_for_the_command() -> None:
    output = said("--game", "new_world_order", "--players", "2", "--camera", "simulator", "--corners")

    assert "anchors: 4 of 4 seen" in output
    assert output.endswith("Verdict: good. Play like this.\n")


def test_a_simulated_table_is_never_passed_off_as_a_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no camera is found it is not used."""
    monkeypatch.setattr(sources, "attached_cameras", lambda _: [])
    with pytest.raises(NoCameraError, match="No camera was found: plug one in"):
        CliRunner().invoke(cli, ["camera", "--game", "iron_sky", "--camera", "auto"], catch_exceptions=False)


def test_a_chequerboard_gives_the_lens_and_it_is_kept(tmp_path: Path) -> None:
    """Geometry: four photographs of a board through a lens that draws the corners in by 3 %."""
    for number, photograph in enumerate(photographs(distortion=-0.03)):
        cv2.imwrite(str(tmp_path / f"{number}.png"), photograph)
    source, out = f"folder:{tmp_path}", tmp_path / "lenses.toml"

    output = said("--board", OPTION, "--camera", source, "--out", str(out))

    residual = re.search(r"off their places by ([\d.]+) mm", output)
    assert residual is not None
    assert float(residual[1]) < 0.1
    lens = read_profiles(out)[source]
    assert _bow(LensModel.undistorted(lens.size)) / 5 > _bow(lens)


def _bow(lens: LensModel) -> float:
    """How far, in pixels, a straight line along the picture's edge still bows after undistorting."""
    camera, _ = a_photographer(distortion=-0.03)
    line = camera.to_px(np.array([(-60.0, -40.0), (150.0, -40.0), (360.0, -40.0)]))
    one, middle, other = lens.undistort(line)
    along, across = other - one, middle - one
    return float(abs(along[0] * across[1] - along[1] * across[0]) / np.hypot(*along))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--board", "9x6x25", "--camera", "simulator"), "sees no chequerboard"),
        (("--board", "9x6x25", "--camera", "folder:{empty}"), "seen in 0 different places"),
    ],
)
def test_what_cannot_be_measured_is_one_sentence(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    from companion.errors import HardwareError

    cv2.imwrite(str(tmp_path / "dark.png"), np.zeros((360, 640), np.uint8))

    with pytest.raises(HardwareError, match=sentence):
        CliRunner().invoke(cli, ["camera", *(word.format(empty=tmp_path) for word in words)], catch_exceptions=False)


def test_a_picture_in_the_dark_is_no_verdict_but_not_yet(tmp_path: Path) -> None:
    """The command ends with a verdict and what to do."""
    cv2.imwrite(str(tmp_path / "dark.png"), np.zeros((360, 640), np.uint8))

    lines = said("--game", "iron_sky", "--camera", f"folder:{tmp_path}").splitlines()

    assert [
        "Verdict: not yet.",
        "Switch on a lamp over the table: it is too dark to read the labels.",
    ] == lines[-2:]


@pytest.mark.parametrize("words", [(), ("--board", "nine by six"), ("--board", "2x6x25"), ("--board", "9x6x0")])
def test_wrong_usage_says_what_to_write(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(cli, ["camera", *words])

    assert (2, True) == (done.exit_code, "rite" in done.output)


class TestSeveralCameras:
    def test_more_cameras_are_a_list_of_sources(self, tmp_path: Path) -> None:
        path = tmp_path / "companion.toml"
        path.write_text('[camera]\nsource = "pi"\nmore = ["pi:1", "webcam:0"]\n', encoding="utf-8")

        assert ("pi:1", "webcam:0") == read_settings(path).camera.more

    @pytest.mark.parametrize("value", ['"pi:1"', "[1]", '[""]', "{}"])
    def test_anything_else_is_refused_by_name(self, tmp_path: Path, value: str) -> None:
        path = tmp_path / "companion.toml"
        path.write_text(f"[camera]\nmore = {value}\n", encoding="utf-8")

        with pytest.raises(ConfigError, match="camera, more"):
            read_settings(path)
