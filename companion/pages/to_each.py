"""How the live table is shown to whoever is on turn: in his language, the buttons at his hand, turned to his side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.core.screen import Screen
from companion.journal.saved_games import KnownPerson
from companion.languages import languages
from companion.pages.settings import preferred


@dataclass(frozen=True, slots=True)
class Manner:
    """A language's code, on which side the buttons are, and by how many degrees the picture is turned clockwise."""

    language: str
    left_handed: bool
    turned: int


def on_turn(shown: object) -> str | None:
    """The name of the one player for whom the live table is shown; None on a page, or where several have the turn."""
    acting = [seat.name for seat in shown.seats if seat.on_turn] if isinstance(shown, Screen) else []
    return acting[0] if len(acting) == 1 else None


def manner(stored: Mapping[str, str], language: str, shown: object, people: Iterable[KnownPerson]) -> Manner:
    """As this house prefers it (`stored`), spoken in its `language`; where it says so, as the player on turn does."""
    side, turned = preferred(stored, "buttons"), int(preferred(stored, "turn"))
    name = on_turn(shown)
    person = next((each for each in people if each.name == name), None)
    left = side == "left" or (side == "own" and person is not None and person.left_handed is True)
    if person is not None and preferred(stored, "own language") == "on":
        language = next((code for code in person.languages if code in languages()), language)
    if isinstance(shown, Screen) and name is not None:
        names = [seat.name for seat in shown.seats]
        turned += _towards(names.index(name), len(names), int(preferred(stored, "facing")))
    return Manner(language, left, turned % 360)


def _towards(seat: int, count: int, sides: int) -> int:
    """Degrees clockwise to the nearest of the table's sides: seats go clockwise, the first is below the screen."""
    return (2 * seat * sides + count) // (2 * count) % sides * (360 // sides)
