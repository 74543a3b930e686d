"""What people take home: a code that a phone reads, and files on a stick."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zxingcpp

from companion.appliance.usb_stick import sticks, write_to_stick
from companion.core.pages import ArticlePage
from companion.errors import HardwareError
from scripts.gallery.page_screens import TO_THE_END, open_page

GAME, NAMES = "new_world_order", ("Liisa", "=Ott", "Kadri")


@pytest.fixture
def mounts(tmp_path: Path) -> Path:
    """A system with one stick, whose name has a space."""
    stick = tmp_path / "media" / "MY STICK"
    stick.mkdir(parents=True)
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/root / ext4 rw 0 0\n/dev/sda1 {str(stick).replace(' ', chr(92) + '040')} vfat rw 0 0\n")
    return mounts


def test_a_phone_reads_the_result_from_the_display() -> None:
    page = open_page("take along", GAME, NAMES, TO_THE_END).view()
    assert isinstance(page, ArticlePage)
    light = 255 - 255 * np.pad(np.array([list(row) for row in page.code], np.uint8), 4)
    (read,) = zxingcpp.read_barcodes(np.kron(light, np.ones((5, 5), np.uint8)))

    first, *lines = read.text.splitlines()
    assert "New World Order" == first
    assert all(any(name in line for line in lines) for name in NAMES)


def test_one_touch_writes_the_result_the_evening_and_the_sheet(mounts: Path) -> None:
    page: Any = open_page("take along", GAME, NAMES, TO_THE_END)
    page._house.to_stick = lambda files: write_to_stick(files, mounts, (str(mounts.parent),))
    page.touched("stick", "")
    (folder,) = sticks(mounts, (str(mounts.parent),))
    text, sheet = (next(folder.glob(f"*.{kind}")).read_text(encoding="utf-8") for kind in ("txt", "csv"))

    assert "Kadri" in text
    assert 50 < len(text.splitlines())
    heads, *rows = csv.reader(sheet.splitlines())
    assert ["Player", "Source", "Points", "Rule", "Why"] == heads
    assert {"Liisa", "'=Ott", "Kadri"} == {row[0] for row in rows}, "a name is no formula"
    assert "Everything is on the stick. You may pull it out." == str(page.view().paragraphs[0].words)


def test_without_a_stick_it_is_said_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match="There is no USB stick; put one in"):
        write_to_stick({"a.txt": "a"}, tmp_path / "no such file")


def test_a_stick_that_takes_nothing_is_named(mounts: Path) -> None:
    with pytest.raises(HardwareError, match="The USB stick takes nothing"):
        write_to_stick({"no such folder/a.txt": "a"}, mounts, (str(mounts.parent),))
