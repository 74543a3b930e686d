"""The wiring is that of the settings that stand: in lines, and as a drawing."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from gpiozero import PiBoardInfo

from companion.appliance.wiring import GROUNDS, PIN_OF_GPIO, VOLTS, wires, wiring_sketch
from companion.cli import cli
from companion.config import Settings, StripSettings
from companion.core.text import NOTHING

WIRED = Settings(
    buttons={"pass": 17, "undo": 27},
    lamps={"seat 2": 20, "buzzer": 16, "pass": 26, "turn": 5},
    strip=StripSettings(200),
)


def test_each_wire_has_its_pin_and_a_ground_beside_it() -> None:
    assert [
        "Button: Go on: GPIO 17 (pin 11), back to ground (pin 9)",
        "Button: Undo: GPIO 27 (pin 13), back to ground (pin 14)",
        "Lights round the mat: data: GPIO 10 (pin 19) through 330 Ω, back to ground (pin 20)",
        "Lamp: somebody is on turn: GPIO 5 (pin 29) through 330 Ω, back to ground (pin 30)",
        "Buzzer: GPIO 16 (pin 36), back to ground (pin 34)",
        "Lamp in the button: Go on: GPIO 26 (pin 37) through 330 Ω, back to ground (pin 39)",
        "Lamp of seat 2: GPIO 20 (pin 38) through 330 Ω, back to ground (pin 39)",
    ] == [str(wire.words) for wire in wires(WIRED)]


@pytest.mark.parametrize("board", ["a02082", "c03111", "c04170"], ids=["3B", "4B", "5B"])
def test_the_header_is_that_of_the_boards(board: str) -> None:
    pins = {
        pin.number: pin
        for header in PiBoardInfo.from_revision(int(board, 16)).headers.values()
        if header.name == "J8"
        for pin in header.pins.values()
    }
    gpios = {number: pin.name for number, pin in pins.items() if pin.name.startswith("GPIO")}

    assert gpios == {pin: f"GPIO{gpio}" for gpio, pin in PIN_OF_GPIO.items()}
    assert {*GROUNDS} == {number for number, pin in pins.items() if pin.name == "GND"}
    assert VOLTS == {
        number: {"3V3": "3.3 V", "5V": "5 V"}[pin.name] for number, pin in pins.items() if pin.name in {"3V3", "5V"}
    }


def test_the_drawing_names_every_wire_and_holds_all_of_it() -> None:
    sketch = wiring_sketch(wires(WIRED))
    notes = [str(note.words) for note in sketch.notes]

    assert {str(wire.title) for wire in wires(WIRED)} <= {*notes}
    assert 40 + len(wires(WIRED)) == len(notes)
    assert all(0 <= x <= sketch.width and 0 <= y <= sketch.height for line in sketch.lines for x, y in line.points)
    assert ["3.3 V", "5 V"] == [str(note.words) for note in wiring_sketch((), whole=False).notes]
    assert NOTHING not in [note.words for note in sketch.notes]


def test_the_command_writes_the_drawing(tmp_path: Path) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text('[lamps]\n"seat 1" = 12\n', encoding="utf-8")
    result = CliRunner().invoke(cli, ["--settings", str(settings), "wiring", "--out", str(tmp_path / "wiring.svg")])

    assert "Lamp of seat 1: GPIO 12 (pin 32) through 330 Ω, back to ground (pin 30)" in result.output
    words = [each.text for each in ET.parse(tmp_path / "wiring.svg").iter() if each.text]
    assert "Lamp of seat 1" in words
