"""Lamps, named by purpose: `turn`, `notice`, `error`, or one per seat.

    lamps = Lamps({"turn": 5, "error": 6})
    lamps.shine({"turn": Pattern.STEADY})

Patterns differ in rhythm, so that nothing depends on telling red from green.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from itertools import cycle
from typing import Any

from hardware.device import Device
from hardware.gpio import close_all, open_devices

TICK = 0.125


class Pattern(Enum):
    """What a lamp does over time: one character per eighth of a second, `x` lit, repeated without end.

    What ends with a bar is done once: for an active buzzer, which is a lamp that is heard.
    """

    OFF = "."
    STEADY = "x"
    SLOW = "xxxxxxxx........"
    FAST = "x."
    DOUBLE = "x.x............."
    SHORT = "x..............."
    BEEP = "x|"
    BEEPS = "x.x.x|"


class Lamps(Device):
    """A lamp on each pin. Raises HardwareError where there are no pins; a context manager, dark when closed."""

    def __init__(self, pins: Mapping[str, int]) -> None:
        self._devices = open_devices("lamps", pins, _lamp)
        self._shown = dict.fromkeys(pins, Pattern.OFF)

    def shine(self, wanted: Mapping[str, Pattern]) -> None:
        """Every lamp shows what is wanted of it, or nothing. Names without a lamp are somebody else's: ignored."""
        for name in self._devices:
            self._show(name, wanted.get(name, Pattern.OFF))

    def close(self) -> None:
        self.shine({})
        close_all(self._devices)
        self._devices = {}

    def _show(self, name: str, pattern: Pattern) -> None:
        # A rhythm that goes on must not start again with every redraw.
        if self._shown[name] is pattern:
            return
        self._shown[name] = pattern
        device = self._devices[name]
        device.source = None
        levels = [tick == "x" for tick in pattern.value]
        if len(levels) == 1:
            device.value = levels[0]
        else:
            device.source_delay = TICK
            device.source = iter(levels) if pattern.value.endswith("|") else cycle(levels)


def _lamp(pin: int) -> Any:
    from gpiozero import LED

    return LED(pin)
