"""The GPIO header: opening devices on it, with one clear sentence when it is not there."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

from companion.errors import HardwareError


def open_devices(kind: str, pins: Mapping[str, int], make: Callable[[int], Any]) -> dict[str, Any]:
    """One device per name, all or none. `kind` is the settings section they come from. Raises HardwareError."""
    from gpiozero import BadPinFactory, GPIOZeroError, PinFactoryFallback

    devices: dict[str, Any] = {}
    try:
        for name, pin in pins.items():
            with warnings.catch_warnings():
                # gpiozero tries four drivers and warns of each that is missing; only the last word matters.
                warnings.simplefilter("ignore", PinFactoryFallback)
                devices[name] = make(pin)
    except BadPinFactory as error:
        close_all(devices)
        raise HardwareError(
            f"This machine has no GPIO pins for the {kind}: leave the section [{kind}] empty in the settings."
        ) from error
    except GPIOZeroError as error:
        close_all(devices)
        raise HardwareError(f"`{name}` in the settings section [{kind}] cannot use pin {pin}: {error}.") from error
    return devices


def close_all(devices: Mapping[str, Any]) -> None:
    """Closes every device; closing twice is harmless."""
    for device in devices.values():
        device.close()


def pin_driver() -> str:
    """What would drive the pins, such as `LGPIOFactory`; empty where this machine has none."""
    from gpiozero import BadPinFactory, Device, PinFactoryFallback

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PinFactoryFallback)
            Device.ensure_pin_factory()
    except BadPinFactory:
        return ""
    return type(Device.pin_factory).__name__
