"""Writing a line with the one keyboard on the screen, or with a real one: letters of all four languages, digits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.core.page_parts import Row
from companion.core.pages import TypingPage
from companion.core.text import NOTHING, Text
from companion.pages.confirm_button import confirm_button

LATIN = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
LETTERS = {
    "EN": LATIN,
    "ET": ("qwertyuiopõü", "asdfghjklöä", "zxcvbnmšž"),
    "FI": ("qwertyuiopå", "asdfghjklöä", "zxcvbnm"),
    "PL": ("qwertyuiopęó", "asdfghjkląłś", "zxcvbnmżźćń"),
}
FIGURES = ("1234567890", "-–/:;()&", "'\"?!.,+")
BACKSPACE, ENTER = "backspace", "enter"


def no_answers(_: str) -> tuple[Row, ...]:
    return ()


@dataclass
class Typing:
    """`done` gets the line; `answers` are what it finds already, and `nothing` is said where it finds none.

    A name begins with a capital, also after a space or a hyphen.
    """

    title: Text
    hint: Text
    finish: Text
    done: Callable[[str], None]
    longest: int = 60
    name: bool = False
    answers: Callable[[str], tuple[Row, ...]] = no_answers
    nothing: Text = NOTHING
    why_not: Callable[[str], Text | None] = lambda _: None
    chosen: Callable[[str], None] = lambda _: None
    icon: str = "search"
    line: str = ""
    language: str = "EN"
    figures: bool = field(default=False)

    def view(self) -> TypingPage:
        why_not = self.why_not(self.line.strip())
        done = confirm_button(self.finish, "done", why_not)
        answers = self.answers(self.line.strip())
        missing = self.nothing if self.line.strip() and not answers else NOTHING
        return TypingPage(
            self.title,
            self.line,
            self.hint,
            answers,
            tuple(map(self._cased, FIGURES if self.figures else LETTERS[self.language])),
            self.language,
            self.figures,
            done,
            self.icon,
            missing,
        )

    def typed(self, letter: str) -> None:
        if letter == BACKSPACE:
            self.line = self.line[:-1]
        elif letter == ENTER:
            self._finish()
        elif len(letter) == 1 and letter.isprintable():
            self.line = (self.line + self._cased(letter)).lstrip()[: self.longest]

    def write_in(self, language: str) -> None:
        """Begins with the letters of the language of this code, where it has a keyboard."""
        self.language = language.upper() if language.upper() in LETTERS else self.language

    def touched(self, key: str, value: str) -> None:
        match key:
            case "done":
                self._finish()
            case "language":
                languages = list(LETTERS)
                self.language = languages[(languages.index(self.language) + 1) % len(languages)]
                self.figures = False
            case "figures":
                self.figures = not self.figures
            case "clear":
                self.line = ""
            case "again":
                self.line = value
            case _:
                self.chosen(value)

    def _finish(self) -> None:
        line = self.line.strip()
        if self.why_not(line) is None:
            self.done(line)

    def _cased(self, letters: str) -> str:
        begins = not self.line or self.line[-1] in " -"
        return letters.upper() if self.name and begins else letters
