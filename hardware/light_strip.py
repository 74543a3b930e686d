"""A strip of WS2812 lights on the SPI bus: its data line on MOSI (GPIO 10, pin 19), one write for all of them.

    strip = LightStrip(Path("/dev/spidev0.0"), share=0.1)
    strip.show([(255, 0, 0), (0, 0, 0)])

Each bit is a pulse: 0.4 us high for a nought and 0.8 us for a one, of 1.25 us in all, each within 0.15 us; after 280 us
of low the strip shows what it was sent, and goes on showing it (Worldsemi, WS2812B-V5 data sheet; the first made do
with 50 us). At 2.4 MHz three bits of SPI are 1.25 us, and 100 or 110 is a pulse. Nothing is sent while nothing changes:
what a camera sees between two changes is the lights' own rhythm alone.
"""

from __future__ import annotations

import logging
import os
from array import array
from collections.abc import Callable, Sequence
from fcntl import ioctl
from pathlib import Path

from companion.errors import Lack
from hardware.device import Device, may_write

logger = logging.getLogger(__name__)

SPI = Path("/dev/spidev0.0")
HERTZ = 2_400_000
RESET = bytes(90)
"""300 us of low, before as well: the line may have rested high."""

WRITE_MODE, WRITE_HERTZ = 0x40016B01, 0x40046B04
"""SPI_IOC_WR_MODE and SPI_IOC_WR_MAX_SPEED_HZ of the kernel's linux/spi/spidev.h."""


def _pulses(byte: int) -> bytes:
    bits = "".join("110" if byte >> bit & 1 else "100" for bit in range(7, -1, -1))
    return int(bits, 2).to_bytes(3)


PULSES = tuple(map(_pulses, range(256)))


def encoded(colours: Sequence[tuple[int, int, int]], share: float) -> bytes:
    """What goes onto the bus for these colours at this share of their brightness; green is sent first."""
    levels = (round(each * share) for red, green, blue in colours for each in (green, red, blue))
    return RESET + b"".join(map(PULSES.__getitem__, levels)) + RESET


class LightStrip(Device):
    """Opens the bus with the first colours. `failed` is told once why it takes none; from then on the strip is dark."""

    def __init__(self, device: Path = SPI, share: float = 1.0) -> None:
        self._device, self._share = device, share
        self._file: int | None = None
        self._shown: Sequence[tuple[int, int, int]] = ()
        self._is_broken = False
        self.failed: Callable[[str], None] = lambda why: logger.warning("No lights: %s", why)

    @property
    def lack(self) -> Lack | None:
        """Why the bus cannot be used; None where it can."""
        if not self._device.exists():
            return Lack.ABSENT
        return None if may_write(self._device) else Lack.FORBIDDEN

    def show(self, colours: Sequence[tuple[int, int, int]], share: float | None = None) -> None:
        """Sends the colours, if they are others than those that are shown; `share` of their brightness if not usual."""
        if self._is_broken or (share is None and colours == self._shown):
            return
        try:
            if self._file is None:
                self._file = _opened(self._device)
            os.write(self._file, encoded(colours, self._share if share is None else share))
            self._shown = () if share is not None else colours
        except OSError as error:
            self._is_broken = True
            self.failed(f"{self._device}: {error.strerror}")

    def close(self) -> None:
        """Dark at the end."""
        if self._file is not None:
            if not self._is_broken:
                self.show([(0, 0, 0)] * len(self._shown))
            os.close(self._file)
            self._file = None


def _opened(device: Path) -> int:
    """Mode 0, at the speed at which three bits are one pulse."""
    file = os.open(device, os.O_WRONLY | os.O_CLOEXEC)
    try:
        ioctl(file, WRITE_MODE, b"\0")
        ioctl(file, WRITE_HERTZ, array("I", [HERTZ]))
    except OSError:
        os.close(file)
        raise
    return file
