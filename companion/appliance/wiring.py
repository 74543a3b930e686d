"""Which wire goes from which pin to what, by the settings that stand: as lines, and as a drawing of the header."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.config import BUTTONS, STRIP_PIN, Settings
from companion.core.command_cards import TITLES
from companion.core.scale_drawing import DrawnLine, DrawnNote, LineKind, Place, ScaleDrawing
from companion.core.text import Text, say, verbatim

_GPIOS = (2, 3, 4, 14, 15, 17, 18, 27, 22, 23, 24, 10, 9, 25, 11, 8, 7, 0, 1, 5, 6, 12, 13, 19, 16, 26, 20, 21)
_PINS = (3, 5, 7, 8, 10, 11, 12, 13, 15, 16, 18, 19, 21, 22, 23, 24, 26, 27, 28, 29, 31, 32, 33, 35, 36, 37, 38, 40)
PIN_OF_GPIO = dict(zip(_GPIOS, _PINS, strict=True))
"""Of the header with 40 pins that every Raspberry Pi since 2014 has."""

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
VOLTS = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}

LAMP_TITLES = {
    "turn": say("Lamp: somebody is on turn"),
    "notice": say("Lamp: a question is open"),
    "error": say("Lamp: a rule is broken"),
    "buzzer": say("Buzzer"),
}

PITCH, PIN_MM, WIDTH, TOP, BASELINE = 62.0, 34.0, 1900.0, 40.0, 14.0
"""Millimetres of the drawing, ten to one of the paper: from pin to pin, of a pin, of all, above, to a line of words."""


@dataclass(frozen=True, slots=True)
class Wire:
    """From a pin of the header to what is called so; the other end goes to the pin `ground`."""

    title: Text
    gpio: int
    ground: int
    resistor: bool = False

    @property
    def pin(self) -> int:
        return PIN_OF_GPIO[self.gpio]

    @property
    def words(self) -> Text:
        if self.resistor:
            return say(
                "{what}: GPIO {gpio} (pin {pin}) through 330 Ω, back to ground (pin {ground})",
                what=self.title,
                gpio=self.gpio,
                pin=self.pin,
                ground=self.ground,
            )
        return say(
            "{what}: GPIO {gpio} (pin {pin}), back to ground (pin {ground})",
            what=self.title,
            gpio=self.gpio,
            pin=self.pin,
            ground=self.ground,
        )


def wires(settings: Settings) -> tuple[Wire, ...]:
    """In the order of the header's pins."""
    found = [Wire(say("Button: {what}", what=TITLES[name]), pin, 0) for name, pin in settings.buttons.items()]
    found += [Wire(lamp_title(name), pin, 0, name != "buzzer") for name, pin in settings.lamps.items()]
    if settings.strip.lights:
        found.append(Wire(say("Lights round the mat: data"), STRIP_PIN, 0, resistor=True))
    ordered = sorted((wire for wire in found if wire.gpio in PIN_OF_GPIO), key=lambda wire: wire.pin)
    return tuple(Wire(wire.title, wire.gpio, _ground(wire.pin), wire.resistor) for wire in ordered)


def lamp_title(name: str) -> Text:
    """A lamp as people speak of it."""
    if name in BUTTONS:
        return say("Lamp in the button: {what}", what=TITLES[name])
    return LAMP_TITLES.get(name) or say("Lamp of seat {number}", number=name.removeprefix("seat "))


def _ground(pin: int) -> int:
    """The nearest one; several wires may share it."""
    return min(GROUNDS, key=lambda ground: abs(ground - pin))


def wiring_sketch(found: Sequence[Wire], *, whole: bool = True) -> ScaleDrawing:
    """The header as one looks down on it, its first pin at the upper left, with a line from each pin that is used.

    Not `whole`, it has the first row and those with such pins alone, and no titles: for a small display.
    """
    rows = range(20) if whole else sorted({0, *((wire.pin - 1) // 2 for wire in found)})
    header = _Header(tuple(rows), WIDTH / 2 if whole else 4 * PITCH)
    notes = [DrawnNote(header.beside(pin, 125.0 if whole else 100.0), verbatim(_name(pin))) for pin in header.pins]
    lines = [header.frame(), *(_square(header.place(pin), PIN_MM / 2) for pin in header.pins)]
    for wire in found:
        lines.append(_square(header.place(wire.pin), PIN_MM / 4))
        if whole:
            ends = tuple(header.beside(wire.pin, away) for away in (215.0, 265.0))
            lines.append(DrawnLine(LineKind.MEASURE, ends))
            notes.append(DrawnNote(header.beside(wire.pin, 580.0), wire.title))
    if whole:  # On paper notes stand on their line, on a display about it.
        notes = [DrawnNote((note.place[0], note.place[1] + BASELINE), note.words) for note in notes]
    return ScaleDrawing(2 * header.middle, len(header.rows) * PITCH + 2 * TOP, tuple(lines), tuple(notes))


@dataclass(frozen=True, slots=True)
class _Header:
    """These rows of two pins, one below the other, about the middle of the drawing."""

    rows: tuple[int, ...]
    middle: float

    @property
    def pins(self) -> Iterator[int]:
        return (2 * row + side for row in self.rows for side in (1, 2))

    def place(self, pin: int) -> Place:
        row, side = divmod(pin - 1, 2)
        return self.middle + (side - 0.5) * PITCH, TOP + (self.rows.index(row) + 0.5) * PITCH

    def beside(self, pin: int, away: float) -> Place:
        """For words on the pin's own side."""
        x, y = self.place(pin)
        return x + (away if pin % 2 == 0 else -away), y

    def frame(self) -> DrawnLine:
        left, right = self.middle - 1.1 * PITCH, self.middle + 1.1 * PITCH
        bottom = TOP + len(self.rows) * PITCH
        return DrawnLine(LineKind.OUTLINE, ((left, TOP), (right, TOP), (right, bottom), (left, bottom), (left, TOP)))


def _square(middle: Place, half: float) -> DrawnLine:
    x, y = middle
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return DrawnLine(LineKind.OUTLINE, (*corners, corners[0]))


def _name(pin: int) -> str:
    """The number of the pin; of one that gives current, what it gives."""
    return VOLTS.get(pin) or (f"{pin} GND" if pin in GROUNDS else str(pin))
