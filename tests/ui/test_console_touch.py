"""Touchscreens on the bare console: sysfs is played by a folder, Kivy's event loop by lists."""

from __future__ import annotations

import os
import shutil
import struct
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any, BinaryIO, cast

import pytest

from tests.waiting import PATIENCE, until
from ui.console_touch import ARGUMENTS, ONE_FINGER, ConsoleTouch, touchscreens

# abs, key and properties, as the kernel prints them for these devices.
SINGLE_TOUCH_USB = ("3", "400 0 0 0 0 0", "0")
RESISTIVE_SPI = ("1000003", "400 0 0 0 0 0", "0")
USB_MOUSE = ("0", "ff0000 0 0 0 0", "0")
KEYBOARD = ("0", "10000 7 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe", "0")
TOUCHPAD = ("2e0800000000003", "e520 10000 0 0 0 0", "5")
VIRTUAL_TABLET = ("3", "1f0000 0 0 0 0", "0")
PEN_TABLET = ("1000003", "1c03 0 0 0 0 0", "1")
NO_CAPABILITIES = ("", "", "")


def plug_in(inputs: Path, name: str, device: tuple[str, str, str]) -> None:
    capabilities = inputs / name / "device" / "capabilities"
    capabilities.mkdir(parents=True)
    (capabilities / "abs").write_text(device[0] + "\n")
    (capabilities / "key").write_text(device[1] + "\n")
    (inputs / name / "device" / "properties").write_text(device[2] + "\n")


@pytest.mark.parametrize(
    ("device", "provider"),
    [
        (("260800000000003", "400 0 0 0 0 0", "2"), "mtdev"),
        (("60000000000000", "0", "2"), "mtdev"),
        (SINGLE_TOUCH_USB, "hidinput"),
        (RESISTIVE_SPI, "hidinput"),
    ],
    ids=["many fingers", "many fingers, no button", "one finger", "one finger with pressure"],
)
def test_a_touchscreen_is_read_by_what_understands_it(
    tmp_path: Path, device: tuple[str, str, str], provider: str
) -> None:
    plug_in(tmp_path, "event3", device)

    assert [("event3", provider)] == list(touchscreens(tmp_path))


@pytest.mark.parametrize(
    "device",
    [USB_MOUSE, KEYBOARD, TOUCHPAD, VIRTUAL_TABLET, PEN_TABLET, NO_CAPABILITIES],
    ids=["mouse", "keyboard", "touchpad", "virtual tablet", "pen tablet", "nothing"],
)
def test_what_sdl_reads_is_left_to_it(tmp_path: Path, device: tuple[str, str, str]) -> None:
    """Two readers of one device would make two presses of one tap."""
    plug_in(tmp_path, "event0", device)

    assert [] == list(touchscreens(tmp_path))


class Loop:
    """Kivy's event loop, as far as sources of touches go."""

    def __init__(self) -> None:
        self.reading: list[tuple[str, str]] = []
        self.touch = ConsoleTouch(self.open, self.reading.remove)

    def open(self, name: str, kind: str) -> Any:
        self.reading.append((name, kind))
        return (name, kind)


MULTI_TOUCH = ("260800000000003", "400 0 0 0 0 0", "2")


@pytest.mark.parametrize("device", [MULTI_TOUCH, SINGLE_TOUCH_USB], ids=["many fingers", "one finger"])
def test_one_that_is_plugged_in_later_is_found_and_read_once(tmp_path: Path, device: tuple[str, str, str]) -> None:
    loop = Loop()
    loop.touch.look(tmp_path)
    assert [] == loop.reading
    plug_in(tmp_path, "event5", device)
    for _ in range(3):
        loop.touch.look(tmp_path)

    assert 1 == len(loop.reading)


@pytest.mark.parametrize("device", [MULTI_TOUCH, SINGLE_TOUCH_USB], ids=["many fingers", "one finger"])
def test_unplugged_and_plugged_in_again_a_tap_is_still_one_tap(tmp_path: Path, device: tuple[str, str, str]) -> None:
    """mtdev takes its device up again by itself, hidinput does not: each ends with exactly one reader."""
    loop = Loop()
    plug_in(tmp_path, "event5", device)
    loop.touch.look(tmp_path)
    shutil.rmtree(tmp_path / "event5")
    loop.touch.look(tmp_path)
    plug_in(tmp_path, "event5", device)
    loop.touch.look(tmp_path)

    assert 1 == len(loop.reading)


def test_another_touchscreen_in_its_place_is_read_as_what_it_is(tmp_path: Path) -> None:
    loop = Loop()
    plug_in(tmp_path, "event5", MULTI_TOUCH)
    loop.touch.look(tmp_path)
    shutil.rmtree(tmp_path / "event5")
    plug_in(tmp_path, "event5", SINGLE_TOUCH_USB)
    loop.touch.look(tmp_path)

    assert [("event5", "hidinput")] == loop.reading


EV_SYN, EV_KEY, EV_ABS, BTN_TOUCH = 0, 1, 3, 330


class Panel:
    """A touchscreen for one finger, 1000 steps each way: a pipe for its events, and what the kernel answers of it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "event0"
        os.mkfifo(self.path)

    @staticmethod
    def ioctl(_file: object, request: int, _argument: object) -> bytes:
        answers = {0x06: b"panel", 0x20: struct.pack("Q", 1 << EV_ABS), 0x23: struct.pack("Q", 0b11)}
        return answers.get(request & 0xFF, struct.pack("6i", 0, 0, 1000, 0, 0, 0))

    def tap(self, x: int, y: int) -> None:
        down = ((EV_KEY, BTN_TOUCH, 1), (EV_ABS, 0, x), (EV_ABS, 1, y), (EV_SYN, 0, 0))
        with self.path.open("wb") as pipe:
            for event in (*down, (EV_KEY, BTN_TOUCH, 0), (EV_SYN, 0, 0)):
                pipe.write(struct.pack("LLHHi", 0, 0, *event))


def test_kivys_own_reader_makes_one_touch_of_one_tap_where_the_finger_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: object
) -> None:
    """The finger counts from the top, Kivy from the bottom."""
    from kivy.input.providers import hidinput

    panel = Panel(tmp_path)
    monkeypatch.setattr(hidinput, "fcntl", SimpleNamespace(ioctl=panel.ioctl))
    opened = SimpleQueue[BinaryIO]()

    def remembered(path: str, mode: str) -> BinaryIO:
        opened.put(file := cast("BinaryIO", Path(path).open(mode)))  # noqa: SIM115  (closed below)
        return file

    monkeypatch.setattr(hidinput, "open", remembered, raising=False)
    provider = hidinput.HIDInputMotionEventProvider("event0", ",".join((str(panel.path), *ARGUMENTS[ONE_FINGER])))
    provider.start()
    panel.tap(250, 100)
    touches: list[tuple[str, float, float]] = []

    def read() -> bool:
        provider.update(lambda kind, touch: touches.append((kind, round(touch.sx, 2), round(touch.sy, 2))))
        return len(touches) >= 2

    until(read, "the touch and its end")
    provider.thread.join(PATIENCE)
    opened.get_nowait().close()

    assert [("begin", 0.25, 0.9), ("end", 0.25, 0.9)] == touches
