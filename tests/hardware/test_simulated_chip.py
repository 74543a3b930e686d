"""Buttons on a chip that the kernel simulates, by the driver of a Raspberry Pi's own: what no mock of it can promise.

The kernel's `gpio-sim` (Documentation/admin-guide/gpio/gpio-sim.rst) makes the chip; where it has none this says so.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from queue import SimpleQueue

import pytest
from gpiozero import Device

from hardware.buttons import Buttons
from tests.waiting import PATIENCE

MADE_IN = Path("/sys/kernel/config/gpio-sim")
PI_4, PI_4_LINES = 0xC03111, 54

pytestmark = [
    pytest.mark.skipif(not MADE_IN.is_dir(), reason="this kernel has no gpio-sim (CONFIG_GPIO_SIM, configfs mounted)"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a chip"),
    pytest.mark.skipif(find_spec("lgpio") is None, reason="lgpio is not installed (requirements-pi.txt)"),
]


@pytest.fixture
def pull(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int, str], object]]:
    """Pulls a line of the chip `up` or `down`; gpiozero has that chip's pins."""
    chip = MADE_IN / "companion"
    bank = chip / "bank0"
    bank.mkdir(parents=True)
    try:
        (bank / "num_lines").write_text(str(PI_4_LINES), encoding="ascii")
        (chip / "live").write_text("1", encoding="ascii")
        name, device = (file.read_text(encoding="ascii").strip() for file in (bank / "chip_name", chip / "dev_name"))
        from gpiozero.pins.lgpio import LGPIOFactory

        monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: PI_4)
        factory = LGPIOFactory(chip=int(name.removeprefix("gpiochip")))
        monkeypatch.setattr(Device, "pin_factory", factory)
        lines = Path("/sys/devices/platform") / device / name
        yield lambda line, way: (lines / f"sim_gpio{line}" / "pull").write_text(f"pull-{way}", encoding="ascii")
        factory.close()
        (chip / "live").write_text("0", encoding="ascii")
    finally:
        bank.rmdir()
        chip.rmdir()


def test_a_press_is_heard_from_the_kernels_own_lines(pull: Callable[[int, str], object]) -> None:
    heard: SimpleQueue[str] = SimpleQueue()
    pull(17, "up")
    with Buttons({"pass": 17}, heard.put):
        pull(17, "down")

        assert "pass" == heard.get(timeout=PATIENCE)
