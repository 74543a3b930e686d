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
        ("[camera\n", r"companion\.toml is no TOML"),
        ("[kamera]\n", "'kamera' is unknown; use camera, display, patience, buttons, lamps, copies, labels"),
        ("camera = 3\n", "camera: expected a table, not 3"),
        ("[camera]\nsorce = 'pi'\n", "camera: 'sorce' is unknown; use source, more"),
        ("[camera]\nsize = [0, 1080]\n", "camera, size 1: expected a number of pixels from 16 to 32766, not 0"),
        ("[camera]\nsize = 1080\n", "camera, size: expected a list of 2: .*, not 1080"),
        ("[camera]\nframes_per_second = -1\n", "camera, frames_per_second: expected a number from 0 to 1000, not -1"),
        ("[camera]\nsource = 3\n", "camera, source: expected text in quotes, not 3"),
        ("[camera]\nmore = ['']\n", "camera, more 1: expected a camera: auto, pi, webcam, folder, simulator, not ''"),
        ("[display]\nfullscreen = 1\n", "display, fullscreen: expected true or false, not 1"),
        ("[buttons]\njump = 3\n", "buttons jump: expected pass or undo or confirm or why, not 'jump'"),
        ("[buttons]\npass = 99\n", "buttons pass: expected a GPIO number from 0 to 27, not 99"),
        ("[buttons]\npass = 3\nundo = 3\n", "buttons use GPIO 3 twice; give each its own"),
        ("[buttons]\npass = 3\n[lamps]\nturn = 3\n", "buttons and lamps use GPIO 3 twice; give each its own"),
        ("[lamps]\nturn = true\n", "lamps turn: expected a whole number, not true"),
        ("[copies]\niron_sky = 3\n", "copies iron_sky: expected a path such as 'own.toml', not 3"),
        ("[camera]\nlens = 'far'\n[lamps]\nred = 1\n", "camera, lens: .*; lamps red: "),
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
