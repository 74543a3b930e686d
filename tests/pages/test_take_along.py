"""What people take home: a code that a phone reads, and files on a stick."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
import pytest
import zxingcpp

from companion.appliance.usb_stick import sticks, write_to_stick
from companion.core.pages import ArticlePage
from companion.errors import HardwareError
from companion.journal.play_formats import LINK
from companion.journal.record import read_records
from companion.pages.machine import Machine, Sticks
from companion.pages.navigator import OpenPage
from scripts.gallery.page_screens import TO_THE_END, open_page

GAME, NAMES = "new_world_order", ("Liisa", "=Ott", "Kadri")


def read(page: OpenPage) -> str:
    """What a phone reads in the code of the page."""
    shown = page.view()
    assert isinstance(shown, ArticlePage)
    light = 255 - 255 * np.pad(np.array([list(row) for row in shown.code], np.uint8), 4)
    (found,) = zxingcpp.read_barcodes(np.kron(light, np.ones((5, 5), np.uint8)))
    return str(found.text)


def linked(page: OpenPage) -> Any:
    return json.loads(unquote(read(page).removeprefix(LINK)))


@pytest.fixture
def mounts(tmp_path: Path) -> Path:
    """A system with one stick, whose name has a space."""
    stick = tmp_path / "media" / "MY STICK"
    stick.mkdir(parents=True)
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/root / ext4 rw 0 0\n/dev/sda1 {str(stick).replace(' ', chr(92) + '040')} vfat rw 0 0\n")
    return mounts


def test_the_code_opens_bg_stats_with_the_evening_filled_in() -> None:
    page = open_page("take along", GAME, NAMES, TO_THE_END)
    data = linked(page)

    assert "New World Order" == data["game"]["name"]
    assert ["Liisa", "=Ott", "Kadri"] == [each["name"] for each in data["players"]]
    assert all({"winner", "startPlayer"} <= set(each) for each in data["players"]), "the app for Android needs both"
    assert any(each["winner"] for each in data["players"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", data["playDate"])
    again: Any = page
    assert data == linked(page), "the identities never change"
    assert again._standing.history.id == data["sourcePlayId"]


def test_another_touch_shows_the_result_as_plain_text() -> None:
    page = open_page("take along", GAME, NAMES, TO_THE_END)
    page.touched("other", "")
    first, *lines = read(page).splitlines()

    assert "New World Order" == first
    assert all(any(name in line for line in lines) for name in NAMES)


def test_one_touch_writes_the_evening_and_all_that_have_ended(mounts: Path) -> None:
    page: Any = open_page("take along", GAME, NAMES, TO_THE_END)
    page._standing.history.mark_end()
    page._context.machine = Machine(sticks=Sticks(lambda files: write_to_stick(files, mounts, (str(mounts.parent),))))
    page.touched("stick", "")
    (folder,) = sticks(mounts, (str(mounts.parent),))
    text = next(folder.glob("*.txt")).read_text(encoding="utf-8")
    sheet = next(folder.glob("new_world_order*.csv")).read_text(encoding="utf-8-sig")
    (record,) = read_records(next(folder.glob("*.evening")).read_bytes(), "it")

    assert "Kadri" in text
    assert 50 < len(text.splitlines())
    heads, *rows = csv.reader(sheet.splitlines())
    assert ["Player", "Source", "Points", "Rule", "Why"] == heads
    assert {"Liisa", "'=Ott", "Kadri"} == {row[0] for row in rows}, "a name is no formula"
    assert NAMES == record.saved.options.names
    assert {"evenings.bgsplay", "evenings.csv", "evenings-players.csv", "evenings.json", "evenings.ics"} <= {
        path.name for path in folder.iterdir()
    }
    assert ["=Ott"] == [each["name"] for each in json.loads((folder / "evenings.json").read_text())[0]["players"][1:2]]
    assert "Everything is on the stick. You may pull it out." == str(page.view().paragraphs[0].words)


def test_without_a_stick_it_is_said_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match="There is no USB stick; put one in"):
        write_to_stick({"a.txt": "a"}, tmp_path / "no such file")


def test_a_stick_that_takes_nothing_is_named(mounts: Path) -> None:
    with pytest.raises(HardwareError, match="The USB stick takes nothing"):
        write_to_stick({"no such folder/a.txt": "a"}, mounts, (str(mounts.parent),))
