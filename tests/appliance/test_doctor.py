"""The doctor says what is wrong with a machine, and what to do about it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.appliance import doctor
from companion.appliance.doctor import Health
from companion.cli.root import cli
from companion.config import Camera, Settings
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.label_sets.piece_labels import tags_of
from hardware.camera import AttachedCamera
from vision.labels import label_image


def test_an_old_python_is_named() -> None:
    assert (Health.GOOD, Health.USABLE) == (doctor.version((3, 11)).health, doctor.version((3, 10)).health)


@pytest.mark.parametrize(("mean", "health"), [(20.0, Health.USABLE), (120.0, Health.GOOD), (240.0, Health.USABLE)])
def test_light(mean: float, health: Health) -> None:
    assert health is doctor.light(mean).health


def test_a_clock_that_was_never_set() -> None:
    assert Health.USABLE is doctor.clock(datetime(1970, 1, 2, tzinfo=UTC)).health


def test_a_full_disk(tmp_path: Path) -> None:
    found = doctor.disk(tmp_path / "not" / "there", lambda _: (10, 9, 5_000_000))

    assert (Health.USABLE, "Make room") == (found.health, str(found.remedy)[:9])


def test_touches_that_may_not_be_read(tmp_path: Path) -> None:
    assert "no touchscreen" in str(doctor.touch(tmp_path).what)
    (tmp_path / "event0").touch()
    assert Health.GOOD is doctor.touch(tmp_path).health


def test_pins_on_a_machine_with_them() -> None:
    """gpiozero's mock pins stand in for those of a Raspberry Pi."""
    assert "pass, turn can be used, by MockFactory" == str(
        doctor.pins(Settings(buttons={"pass": 5}, lamps={"turn": 6})).what
    )
    assert "none are needed; MockFactory would drive them" in str(doctor.pins(Settings()).what)


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0", "one narrow end (22 contacts)"),
        ("Raspberry Pi Zero 2 W Rev 1.0", "one narrow end (22 contacts)"),
        ("Raspberry Pi 4 Model B Rev 1.4", "contacts towards the board"),
        ("", "contacts towards the board"),
    ],
)
def test_the_cable_that_this_board_takes_is_named(model: str, words: str) -> None:
    """A Pi 5 needs another cable than a Pi 4."""
    assert words in str(doctor.cable(model))


class TestCamera:
    def test_its_connector_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        cv2.imwrite(str(tmp_path / "0.png"), np.full((480, 640), 120, np.uint8))
        there = AttachedCamera(f"folder:{tmp_path}", "Camera Module 3", "CAM/DISP 1")
        monkeypatch.setattr(doctor, "attached_cameras", lambda: [there])
        found = {each.part: str(each.what) for each in doctor.camera(Settings())}

        assert "Camera Module 3 on CAM/DISP 1" == found["cable"]

    def test_a_picture_is_taken_and_its_light_told(self, tmp_path: Path) -> None:
        cv2.imwrite(str(tmp_path / "0.png"), np.full((480, 640), 30, np.uint8))
        there, light, labels = doctor.camera(Settings(camera=Camera(source=f"folder:{tmp_path}")))

        assert "640 x 480 pixels" in str(there.what)
        assert (Health.USABLE, "Switch on a lamp") == (light.health, str(light.remedy)[:16])
        assert (Health.USABLE, "the camera sees no label") == (labels.health, str(labels.what))

    def test_one_that_cannot_be_opened(self, tmp_path: Path) -> None:
        (found,) = doctor.camera(Settings(camera=Camera(source=f"folder:{tmp_path / 'nothing'}")))

        assert Health.BROKEN is found.health
        assert str(found.remedy)


@pytest.mark.parametrize(("pixels", "health"), [(3.0, Health.GOOD), (1.1, Health.USABLE)])
def test_labels_are_measured(pixels: float, health: Health) -> None:
    """Two labels, of which the smaller one counts."""
    tags = sorted(tags_of(next(iter(GAMES.values()))))[:2]
    table = np.full((480, 640), 200, np.uint8)
    for tag, size, x in ((tags[0], 4.0, 60), (tags[1], pixels, 360)):
        drawn = label_image(tag, size)
        table[100 : 100 + len(drawn), x : x + len(drawn)] = drawn
    found = doctor.label_size(table)

    assert health is found.health
    assert f"2 labels, the smallest {pixels:.1f} pixels per module" == str(found.what)


@pytest.mark.parametrize("runs", [True, False])
def test_what_the_running_companion_has_is_left_alone(
    runs: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systemctl = tmp_path / "systemctl"
    systemctl.write_text(f"#!/bin/sh\nexit {0 if runs else 3}\n")
    systemctl.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    nothing = Settings(camera=Camera(source=f"folder:{tmp_path / 'nothing'}"))
    found = {each.part: each for each in doctor.examine(nothing, tmp_path / "journal.db")}

    assert runs == ("systemctl stop companion" in str(found["pins"].remedy))
    assert (Health.USABLE if runs else Health.BROKEN) is found["camera"].health


def test_an_update_that_was_taken_back_is_told(tmp_path: Path) -> None:
    assert Health.GOOD is doctor.update(tmp_path).health
    (tmp_path / "taken-back").write_text("0.3.0\n")
    assert "version 0.3.0 did not come up and was taken back" == str(doctor.update(tmp_path).what)


class TestJournal:
    def test_whole(self, tmp_path: Path) -> None:
        with JournalStore(tmp_path / "journal.db"):
            pass

        assert "0 evenings" in str(doctor.journal_file(tmp_path / "journal.db").what)

    def test_no_journal_at_all_is_no_fault(self, tmp_path: Path) -> None:
        assert Health.GOOD is doctor.journal_file(tmp_path / "journal.db").health
        assert not list(tmp_path.iterdir()), "and none is made"

    def test_something_else(self, tmp_path: Path) -> None:
        (tmp_path / "journal.db").write_bytes(b"a letter to my aunt" * 60)

        assert Health.BROKEN is doctor.journal_file(tmp_path / "journal.db").health


def test_the_command_says_all_and_fails_where_something_is_broken(tmp_path: Path) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text(f'[camera]\nsource = "folder:{tmp_path / "nothing"}"\n')
    arguments = ["--settings", str(settings), "doctor", "--json", "--journal", str(tmp_path / "journal.db")]
    result = CliRunner().invoke(cli, arguments)
    parts = {each["part"]: each for each in json.loads(result.output)}

    assert 1 == result.exit_code
    assert {
        "version",
        "update",
        "display",
        "input",
        "camera",
        "pins",
        "sound",
        "dimming",
        "stick",
        "disk",
        "clock",
        "journal",
    } == set(parts)
    assert all(each["remedy"] for each in parts.values() if each["health"] != "good")
