"""A report is written beside the journal, and carried away on a stick: a machine without a network has no other way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from companion.errors import HardwareError
from companion.pages.bug_report import WITHOUT
from companion.pages.machine import Sticks
from tests.pages.conftest import Visitor

Files = Mapping[str, str | bytes]


@pytest.fixture
def report(visitor: Visitor, tmp_path: Path) -> Path:
    path = tmp_path / "report.zip"
    path.write_bytes(b"PK")
    visitor.connects(report=lambda *_: path)
    return path


def said(visitor: Visitor, write: Callable[[Files], Path], *mounted: Path) -> str:
    """The last line of the page once a report was written."""
    visitor.connects(sticks=Sticks(write, lambda: mounted, take_out=lambda: None))
    visitor.opens("report").touches(WITHOUT)
    first, last = getattr(visitor.page, "lines", ())
    assert "Written and kept here: report.zip." == str(first)
    return str(last)


def test_with_a_stick_in_it_is_on_it_as_well(visitor: Visitor, report: Path, tmp_path: Path) -> None:
    written: dict[str, str | bytes] = {}

    def write(files: Files) -> Path:
        written.update(files)
        return tmp_path

    assert "It is on the USB stick as well, which you may pull out." == said(visitor, write, tmp_path)
    assert {report.name: b"PK"} == written


def test_without_one_it_is_said_how(visitor: Visitor, report: Path) -> None:
    assert "To carry it away, put a USB stick in and write it again." == said(visitor, lambda _: Path())


def test_a_stick_that_takes_nothing_loses_no_report(visitor: Visitor, report: Path, tmp_path: Path) -> None:
    def write(_: Files) -> Path:
        raise HardwareError("The USB stick takes nothing (No space left on device); try another one.")

    assert said(visitor, write, tmp_path).startswith("The USB stick takes nothing")
    assert report.exists()
