"""USB cameras: what they are told before they are opened."""

from __future__ import annotations

import fcntl
import struct
from pathlib import Path

import pytest

from hardware.webcam import POWER_LINE_FREQUENCY, S_CTRL, set_power_line_frequency


@pytest.mark.parametrize(("hertz", "value"), [(0, 0), (50, 1), (60, 2)])
def test_a_camera_hears_how_often_the_lamps_flicker(
    hertz: int, value: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The numbers are those of the kernel's v4l2_power_line_frequency: off, 50 Hz, 60 Hz."""
    told: list[tuple[int, bytes]] = []
    monkeypatch.setattr(fcntl, "ioctl", lambda _, request, control: told.append((request, control)))
    (tmp_path / "video0").touch()

    set_power_line_frequency(tmp_path / "video0", hertz)

    assert [(S_CTRL, struct.pack("=Ii", POWER_LINE_FREQUENCY, value))] == told


def test_a_camera_without_that_control_is_opened_all_the_same(tmp_path: Path) -> None:
    """A file, which has none, refuses the request as such a camera does."""
    (tmp_path / "video0").touch()

    set_power_line_frequency(tmp_path / "video0", 50)
    set_power_line_frequency(tmp_path / "none", 50)
