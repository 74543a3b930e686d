"""Lens profiles are kept by camera."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import ConfigError
from tests.vision.test_lens import MODULE_3
from vision.geometry.lens_profiles import read_profiles, write_profile

WIDE = replace(MODULE_3, k1=-0.25, k2=0.06)


def test_each_camera_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "new" / "lenses.toml"
    write_profile(path, "pi:0", WIDE)
    write_profile(path, 'folder:C:\\a "b"', replace(WIDE, k1=0.1))
    write_profile(path, "pi:0", MODULE_3)

    assert {"pi:0": MODULE_3, 'folder:C:\\a "b"': replace(WIDE, k1=0.1)} == read_profiles(path)


def test_without_a_file_there_are_none(tmp_path: Path) -> None:
    assert {} == read_profiles(tmp_path / "lenses.toml")


def test_figures_copied_from_opencv_are_read(tmp_path: Path) -> None:
    path = tmp_path / "lenses.toml"
    path.write_text(
        '["pi:0"]\nsize = [2304, 1296]\ncamera_matrix = [[1774, 0, 1160.5], [0.0, 1771.0, 640.25], [0, 0, 1]]\n'
        "distortion = [-0.031, 0.052, 0.0007, -0.0011, -0.021]\n",
        encoding="utf-8",
    )

    assert {"pi:0": MODULE_3} == read_profiles(path)


WHOLE = "size = [64, 36]\ncamera_matrix = [[50.0, 0, 32.0], [0, 50.0, 18.0], [0, 0, 1]]\ndistortion = [0.1, 0, 0, 0, 0]"


@pytest.mark.parametrize(
    "text",
    [
        "[pi",
        "pi = 3",
        '["pi"]\nk1 = 0.1\nk2 = 0.0',
        '["pi"]\n' + WHOLE.replace("0.1", '"a"'),
        '["pi"]\n' + WHOLE.replace("[64, 36]", "[64]"),
        '["pi"]\n' + WHOLE.replace("50.0", "-50.0"),
        '["pi"]\n' + WHOLE.replace("[0.1, 0, 0, 0, 0]", "[0.1, 0]"),
    ],
)
def test_a_damaged_one_says_what_to_do(tmp_path: Path, text: str) -> None:
    path = tmp_path / "lenses.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(ConfigError, match=r"lenses\.toml.*measure the lens anew"):
        read_profiles(path)
