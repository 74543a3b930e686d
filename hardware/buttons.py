"""Push buttons, named by purpose: `pass`, `undo`, `confirm`, `why`.

    buttons = Buttons({"pass": 17, "undo": 27}, pressed=inbox_post)

Each button connects its pin to ground. A button whose press takes something away must be held to count.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from hardware.device import Device
from hardware.gpio import close_all, open_devices

DESTRUCTIVE = frozenset({"undo"})
HOLD_TIME = 0.8

BOUNCE_TIME = 0.02
"""Data sheets of cheap push buttons promise at most 10 ms of bounce; no finger taps for less than 20.

What gpiozero makes of it depends on its pin factory. With lgpio, which the set-up installs and which alone serves a
Pi 5, a level counts once it was stable for so long, as `lgGpioSetDebounce` says: a spike is nothing, and the level at
rest is never missed. RPi.GPIO and the native pins ignore edges for so long after one: a press counts once, too.
"""


class Buttons(Device):
    """Calls `pressed(name)` from gpiozero's threads: at once for most, after `hold_time` for `destructive` ones.

    `pressed` must be quick and must not raise; posting to a queue is meant. A button found pressed, a stuck one, says
    nothing until it was let go. `held(name, is_down)` tells when one that must be held is pressed and let go. Raises
    HardwareError where there are no pins. A context manager; closing twice is harmless.
    """

    def __init__(
        self,
        pins: Mapping[str, int],
        pressed: Callable[[str], None],
        destructive: Collection[str] = DESTRUCTIVE,
        hold_time: float = HOLD_TIME,
        held: Callable[[str, bool], None] = lambda _name, _is_down: None,
    ) -> None:
        self._devices = open_devices("buttons", pins, partial(_button, hold_time=hold_time))
        for name, device in self._devices.items():
            event = "when_held" if name in destructive else "when_pressed"
            setattr(device, event, partial(pressed, name))
            if name in destructive:
                device.when_pressed, device.when_released = partial(held, name, True), partial(held, name, False)

    def close(self) -> None:
        """Stops listening: no call begins after this returns."""
        close_all(self._devices)


def _button(pin: int, hold_time: float) -> Any:
    from gpiozero import Button

    return Button(pin, bounce_time=BOUNCE_TIME, hold_time=hold_time)
