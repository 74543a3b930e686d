"""The display's lamp through sysfs, with a folder in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import Lack
from hardware.backlight import Backlight


@pytest.fixture
def lamp(tmp_path: Path) -> Path:
    lamp = tmp_path / "10-0045"
    lamp.mkdir()
    (lamp / "max_brightness").write_text("255\n", encoding="ascii")
    (lamp / "brightness").write_text("200\n", encoding="ascii")
    return lamp


@pytest.mark.parametrize(("share", "level"), [(1.0, "255"), (0.6, "153"), (0.01, "10"), (0.0, "0")])
def test_a_share_of_the_brightest_is_written(lamp: Path, share: float, level: str) -> None:
    """All but darkness itself can still be read."""
    Backlight(lamp.parent).shine(share)

    assert level == (lamp / "brightness").read_text(encoding="ascii")


def test_a_display_without_a_lamp_stays_as_it_is(tmp_path: Path) -> None:
    missing = Backlight(tmp_path / "no such folder")
    missing.shine(0.5)

    assert Lack.ABSENT is missing.lack


def test_what_the_kernel_refuses_is_logged_and_play_goes_on(lamp: Path, caplog: pytest.LogCaptureFixture) -> None:
    (lamp / "max_brightness").write_text("much", encoding="ascii")
    Backlight(lamp.parent).shine(0.5)

    assert "The brightness of 10-0045 cannot be set" in caplog.text
    assert "200\n" == (lamp / "brightness").read_text(encoding="ascii")


def test_a_lamp_that_nobody_may_set_is_said_to_be_forbidden(lamp: Path) -> None:
    """A folder instead of the file: root, who runs tests too, may write every file."""
    assert Backlight(lamp.parent).lack is None
    (lamp / "brightness").unlink()
    (lamp / "brightness").mkdir()

    assert Lack.FORBIDDEN is Backlight(lamp.parent).lack
