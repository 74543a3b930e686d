"""Push buttons, named by purpose: `pass`, `undo`, `confirm`, `why`.

    buttons = Buttons({"pass": 17, "undo": 27}, pressed=inbox_post)

Each button connects its pin to ground. A button whose press takes something away must be held to count.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple

from hardware.closing import Closing
from hardware.contact import Touch, advance, due, edge, resting
from hardware.pins import close_all, open_devices

DESTRUCTIVE = frozenset({"undo"})
PATIENCE_ON_CLOSE = 2.0


class Edge(NamedTuple):
    """A contact was heard to close or open, at a monotonic second."""

    name: str
    closed: bool
    at: float


class Buttons(Closing):
    """Calls `pressed(name)` from its own thread: at once for most, after a long press for `destructive` ones.

    `pressed` must be quick and must not raise; posting to a queue is meant. Raises HardwareError where there are no
    pins. A context manager; closing twice is harmless.
    """

    def __init__(
        self,
        pins: Mapping[str, int],
        pressed: Callable[[str], None],
        destructive: Collection[str] = DESTRUCTIVE,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._pressed = pressed
        self._counts = {name: Touch.HELD if name in destructive else Touch.PRESSED for name in pins}
        self._now = now
        self._edges: SimpleQueue[Edge | None] = SimpleQueue()
        self._devices = open_devices("buttons", pins, _button)
        self._contacts = {name: resting(device.is_pressed, now()) for name, device in self._devices.items()}
        for name, device in self._devices.items():
            device.when_pressed = partial(self._heard, name, True)
            device.when_released = partial(self._heard, name, False)
        self._thread = Thread(target=self._listen, name="buttons", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stops listening: no call comes after this returns."""
        close_all(self._devices)
        self._edges.put(None)
        self._thread.join(PATIENCE_ON_CLOSE)

    def _heard(self, name: str, closed: bool) -> None:
        self._edges.put(Edge(name, closed, self._now()))

    def _listen(self) -> None:
        while True:
            try:
                heard = self._edges.get(timeout=self._patience())
            except Empty:
                self._advance(self._now())
                continue
            if heard is None:
                return
            # Only up to the edge: later ones may wait in the queue and unsay what now looks stable.
            self._advance(heard.at)
            self._contacts[heard.name] = edge(self._contacts[heard.name], heard.closed, heard.at)

    def _patience(self) -> float | None:
        pending = [when for when in map(due, self._contacts.values()) if when is not None]
        return max(0.0, min(pending) - self._now()) if pending else None

    def _advance(self, until: float) -> None:
        for name in self._contacts:
            touch: Touch | None = Touch.RELEASED
            while touch is not None:
                self._contacts[name], touch = advance(self._contacts[name], until)
                if touch is self._counts[name]:
                    self._pressed(name)


def _button(pin: int) -> Any:
    from gpiozero import Button

    return Button(pin)
