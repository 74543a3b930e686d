"""Pins that debounce as lgpio does, on a clock of their own: gpiozero's mock passes every bounce on.

The rule is that of `xDebWatEvt` in lgpio's lgPthAlerts.c: an edge is reported once no other followed it for the
debounce time, and only if its level differs from the one reported last.
"""

from __future__ import annotations

from typing import Any

from gpiozero.pins.mock import MockPin


class LgpioPin(MockPin):  # type: ignore[misc]
    """`edge` is the wire's level from a second on, `wait_until` lets time pass."""

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self._edge: tuple[float, bool] | None = None
        self.reported: list[tuple[float, bool]] = []

    def edge(self, at: float, level: bool) -> None:
        self.wait_until(at)
        self._edge = (at, level)

    def wait_until(self, now: float) -> None:
        if self._edge is None or now - self._edge[0] <= self.bounce:
            return
        (at, level), self._edge = self._edge, None
        if level != self.state:
            self.reported.append((at + self.bounce, level))
            (self.drive_high if level else self.drive_low)()
