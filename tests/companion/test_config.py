"""A settings file that is wrong says where: file, section, key, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import Settings, read_settings
from companion.errors import ConfigError


def settings(tmp_path: Path, text: str) -> Settings:
    (tmp_path / "companion.toml").write_text(text, encoding="utf-8")
    return read_settings(tmp_path / "companion.toml")


def test_without_a_file_everything_has_its_default(tmp_path: Path) -> None:
    assert Settings() == read_settings(tmp_path / "none.toml")


def test_what_is_written_is_taken(tmp_path: Path) -> None:
    found = settings(tmp_path, "[camera]\nsource = 'webcam:1'\nsize = [1920, 1080]\n[buttons]\npass = 17\n")

    assert ("webcam:1", (1920, 1080), {"pass": 17}) == (found.camera.source, found.camera.size, found.buttons)
    assert Settings().patience == found.patience


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[camera\n", r"companion\.toml is no TOML file"),
        ("[kamera]\n", r"no section \[kamera\]; there are camera, display"),
        ("camera = 3\n", r"no section \[camera\]"),
        ("[camera]\nsorce = 'pi'\n", r"\[camera\] has no entry 'sorce'; there are source"),
        ("[camera]\nsize = [0, 1080]\n", r"\[camera\] size cannot be \[0, 1080\]"),
        ("[camera]\nsize = 1080\n", r"\[camera\] size cannot be 1080"),
        ("[camera]\nframes_per_second = -1\n", r"frames_per_second cannot be -1"),
        ("[camera]\nsource = 3\n", r"source cannot be 3; write a value such as 'auto'"),
        ("[display]\nfullscreen = 1\n", r"fullscreen cannot be 1"),
        ("[buttons]\njump = 3\n", r"\[buttons\] has no 'jump'; there are pass"),
        ("[buttons]\npass = 99\n", r"pass cannot be 99; write a GPIO number"),
        ("[buttons]\npass = 3\nundo = 3\n", r"uses GPIO 3 twice"),
        ("[lamps]\nturn = true\n", r"turn cannot be True"),
        ("[copies]\niron_sky = 3\n", r"\[copies\] iron_sky cannot be 3; write the path"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        settings(tmp_path, text)


def test_a_profile_lies_beside_the_settings(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("points = 3", encoding="utf-8")
    found = settings(tmp_path, "[copies]\nchess = 'own.toml'\ngo = '/nowhere/go.toml'\n")

    assert ("points = 3", "") == (found.profile("chess"), found.profile("orchard"))
    with pytest.raises(ConfigError, match=r"/nowhere/go\.toml cannot be read"):
        found.profile("go")
