"""Touchscreens on the bare console: which input devices are some, and one source of touches for each of them.

SDL reads mice and keyboards there by itself, also those that are plugged in later, and Kivy takes those events from it;
but it takes no fingers from SDL. So each touchscreen is read by exactly one of Kivy's own providers, and nothing else
is: a tap is one tap.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

logger = logging.getLogger(__name__)

INPUTS = Path("/sys/class/input")
DEVICES = Path("/dev/input")
SECONDS = 2.0
"""Between two looks for touchscreens that have been plugged in."""

# Linux' names and numbers, from input-event-codes.h.
ABS_X, ABS_Y, ABS_MT_POSITION_X, ABS_MT_POSITION_Y = 0x00, 0x01, 0x35, 0x36
BTN_LEFT, BTN_TOOL_PEN, BTN_TOOL_FINGER, BTN_TOUCH = 0x110, 0x140, 0x145, 0x14A
INPUT_PROP_POINTER, INPUT_PROP_DIRECT = 0x00, 0x01

MANY_FINGERS, ONE_FINGER = "mtdev", "hidinput"
"""Kivy's providers: mtdev reads every multi-touch protocol, hidinput what knows but one finger."""

ARGUMENTS = {MANY_FINGERS: (), ONE_FINGER: ("invert_y=0",)}
"""By itself hidinput turns the screen upside down."""


def touchscreens(inputs: Path = INPUTS) -> Iterator[tuple[str, str]]:
    """Each touchscreen that is plugged in: the name of its device, and the provider that can read it.

    As udev tells them from touchpads, tablets and the mice of virtual machines: something direct, or something that is
    touched without being a pointer.
    """
    for device in sorted(inputs.glob("event*")):
        kind = _kind(device / "device")
        if kind is not None:
            yield device.name, kind


def _kind(device: Path) -> str | None:
    axes, keys = _bits(device / "capabilities" / "abs"), _bits(device / "capabilities" / "key")
    properties = _bits(device / "properties")
    many = {ABS_MT_POSITION_X, ABS_MT_POSITION_Y} <= axes
    one = {ABS_X, ABS_Y} <= axes and BTN_TOUCH in keys
    if not (many or one) or INPUT_PROP_POINTER in properties:
        return None
    if INPUT_PROP_DIRECT not in properties and keys & {BTN_TOOL_FINGER, BTN_TOOL_PEN, BTN_LEFT}:
        return None
    return MANY_FINGERS if many else ONE_FINGER


def _bits(file: Path) -> set[int]:
    """The numbers of the bits that are set in one of sysfs' masks: words of 64 in hexadecimal, the highest first."""
    try:
        words = file.read_text(encoding="ascii").split()
    except OSError:
        return set()
    size = 64
    return {
        number * size + bit
        for number, word in enumerate(reversed(words))
        for bit in range(size)
        if int(word, 16) >> bit & 1
    }


class ConsoleTouch:
    """Keeps a source of touches for each touchscreen; `add` and `remove` are Kivy's event loop's."""

    def __init__(self, open_provider: Callable[[str, str], Any], remove: Callable[[Any], None]) -> None:
        self._open, self._remove = open_provider, remove
        self._read: dict[str, tuple[str, Any]] = {}

    def look(self, inputs: Path = INPUTS) -> None:
        """To be called from time to time: begins to read what has been plugged in."""
        there = dict(touchscreens(inputs))
        for name, (kind, provider) in list(self._read.items()):
            # mtdev takes up a device that comes back by itself: a second source would make two taps of one.
            if there.get(name) != kind and not (kind == MANY_FINGERS and name not in there):
                self._remove(provider)
                del self._read[name]
        for name, kind in there.items():
            if name not in self._read:
                self._read[name] = (kind, self._open(name, kind))
                logger.info("reading the touchscreen %s with %s", name, kind)


def watch_touchscreens() -> Callable[[], None]:
    """Reads the touchscreens of this machine from now on; returns what ends it. The window must be open."""
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.input.factory import MotionEventFactory

    def open_provider(name: str, kind: str) -> Any:
        provider = MotionEventFactory.get(kind)(name, ",".join((str(DEVICES / name), *ARGUMENTS[kind])))
        EventLoop.add_input_provider(provider)
        provider.start()
        return provider

    def remove(provider: Any) -> None:
        provider.stop()
        EventLoop.remove_input_provider(provider)

    touch = ConsoleTouch(open_provider, remove)
    touch.look()
    return Clock.schedule_interval(lambda _elapsed: touch.look(), SECONDS).cancel
