"""WS2812 lights over SPI: the pulses of the data sheet, in one write, and only where something has changed."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from companion.core.light_strip import MOST_LIGHTS
from companion.errors import Lack
from hardware import light_strip
from hardware.light_strip import HERTZ, RESET, LightStrip, encoded

HEADER = Path("/usr/include/linux/spi/spidev.h")
BUFFER = 4096
"""Bytes that the kernel's spidev takes in one write unless it is told otherwise (`bufsiz`)."""


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in place of the bus: what is written stands in it, `asked` of the driver beside it."""
    device = tmp_path / "spidev0.0"
    device.touch()
    monkeypatch.setattr(light_strip, "ioctl", lambda _file, number, value: asked.append((number, bytes(value))))
    asked.clear()
    return device


asked: list[tuple[int, bytes]] = []


def bits(sent: bytes) -> str:
    return "".join(f"{byte:08b}" for byte in sent)


def test_each_bit_is_a_pulse_within_the_limits_of_the_data_sheet() -> None:
    """Worldsemi: T0H 0.4, T0L 0.85, T1H 0.8, T1L 0.45 us, each within 0.15; then low for more than 280 us."""
    sent = bits(encoded([(0b10110000, 0x00, 0xFF)], 1.0)[len(RESET) : -len(RESET)])
    pulses = re.findall("(1+)(0+)", sent)
    microseconds = 1e6 / HERTZ
    read = "".join("1" if len(high) == 2 else "0" for high, _ in pulses)

    assert "000000001011000011111111" == read, "green, red, blue, the highest bit first"
    for high, low in pulses:
        wanted = (0.8, 0.45) if len(high) == 2 else (0.4, 0.85)
        assert (len(high) * microseconds, len(low) * microseconds) == pytest.approx(wanted, abs=0.15)
    assert {0} == {*RESET}
    assert len(RESET) * 8 * microseconds > 280


def test_the_longest_strip_goes_in_one_write() -> None:
    """A gap between two writes would be a reset."""
    assert len(encoded([(255, 255, 255)] * MOST_LIGHTS, 1.0)) <= BUFFER


def test_the_bus_is_opened_once_at_its_speed_and_told_only_what_is_new(bus: Path) -> None:
    with LightStrip(bus, share=0.1) as strip:
        for colours in ([(250, 0, 0)], [(250, 0, 0)], [(0, 0, 0)]):
            strip.show(colours)

    assert [(light_strip.WRITE_MODE, b"\0"), (light_strip.WRITE_HERTZ, struct.pack("I", HERTZ))] == asked
    assert encoded([(25, 0, 0)], 1.0) + encoded([(0, 0, 0)], 1.0) == bus.read_bytes()


def test_a_strip_goes_dark_at_the_end(bus: Path) -> None:
    strip = LightStrip(bus)
    strip.show([(1, 2, 3), (4, 5, 6)])
    strip.close()
    strip.close()

    assert bus.read_bytes().endswith(encoded([(0, 0, 0)] * 2, 1.0))


def test_what_is_missing_or_forbidden_is_told_and_what_breaks_is_told_once(tmp_path: Path) -> None:
    """A folder in place of a device takes no write, not even of root."""
    heard: list[str] = []
    strip = LightStrip(tmp_path)
    strip.failed = heard.append
    for _ in range(3):
        strip.show([(9, 9, 9)])
    strip.close()

    assert (Lack.ABSENT, Lack.FORBIDDEN) == (LightStrip(tmp_path / "none").lack, strip.lack)
    assert [f"{tmp_path}: Is a directory"] == heard


@pytest.mark.skipif(not HEADER.exists(), reason="the kernel's headers are not installed")
def test_the_driver_is_asked_by_the_numbers_of_its_header(tmp_path: Path) -> None:
    text = HEADER.read_text(encoding="utf-8")

    def number(name: str) -> int:
        code, kind = re.findall(rf"{name}\s+_IOW\(SPI_IOC_MAGIC, (\d+), (__u8|__u32)\)", text)[0]
        return 1 << 30 | {"__u8": 1, "__u32": 4}[kind] << 16 | ord("k") << 8 | int(code)

    assert number("SPI_IOC_WR_MODE") == light_strip.WRITE_MODE
    assert number("SPI_IOC_WR_MAX_SPEED_HZ") == light_strip.WRITE_HERTZ
