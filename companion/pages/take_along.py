"""What people take home of an evening: its result as a code for a phone, and all of it on a USB stick."""

from __future__ import annotations

import csv
from io import StringIO

import segno

from companion.core.pages import ArticlePage, Paragraph
from companion.core.screen import Button, Close, Tone, Touched
from companion.core.text import Text, say, with_names
from companion.languages import languages, load_language
from companion.pages.calendar import day
from companion.pages.house import House
from companion.pages.points import figure
from companion.pages.result import Standing, heading, kind_of, second

MOST = 1500
"""Letters of a code that a phone still reads from a display."""


class TakeAlong:
    def __init__(self, house: House, standing: Standing) -> None:
        self._house, self._standing = house, standing
        self._written = False

    def view(self) -> ArticlePage:
        words = (
            say("Everything is on the stick. You may pull it out.")
            if self._written
            else say("Point a phone’s camera at it: the result comes as plain text, without a network.")
        )
        rows = segno.make(self._result()[:MOST], error="m", micro=False).matrix
        stick = Button(say("To a USB stick"), Touched("stick"), icon="usb")
        back = Button(say("Back"), Close(), tone=Tone.GOOD, icon="chevron-left")
        paragraphs = (Paragraph(words, Tone.GOOD if self._written else Tone.NORMAL, "check" if self._written else ""),)
        title = say("To my phone")
        return ArticlePage("take along", title, paragraphs, (stick, back), code=tuple(bytes(row) for row in rows))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        if key == "stick":
            history = self._standing.history
            began = day(history.entries[0].at)[:10] if history.entries else ""
            name = "-".join(filter(None, (history.game.name, began)))
            self._house.to_stick({f"{name}.txt": self._report(), f"{name}.csv": self._sheet()})
            self._house.take_out_sticks()
            self._written = True

    def _say(self, text: Text) -> str:
        stored = self._house.store.preferences().get("language", "")
        named = with_names(text, self._standing.history.names)
        return named.render(load_language(stored)) if stored in languages() else str(named)

    def _result(self) -> str:
        """Who won, and everybody's points."""
        standing = self._standing
        lines = [standing.history.game.title, heading(standing), second(standing)]
        for sheet in standing.sheets:
            points = figure(sheet.total, provisional=sheet.provisional)
            lines.append(
                say("{place}. {who}: {points}", place=standing.place(sheet), who=standing.title(sheet), points=points)
            )
        return "\n".join(map(self._say, lines)) + "\n"

    def _report(self) -> str:
        """The result, then everything that happened, with its time."""
        history = self._standing.history
        happened = (f"{day(played.at)}  {self._say(history.told(played))}" for played in history.played)
        return "\n".join([self._result(), *happened]) + "\n"

    def _sheet(self) -> str:
        """The itemised sheet for a spreadsheet."""
        written = StringIO()
        rows = csv.writer(written, lineterminator="\n")
        words = (say("Player"), say("Source"), say("Points"), say("Rule"), say("Why"))
        rows.writerow(map(self._say, words))
        for sheet in self._standing.sheets:
            for line in sheet.lines:
                who, kind, why = map(self._say, (self._standing.title(sheet), kind_of(line), line.why))
                rows.writerow(map(_as_text, (who, kind, str(line.points), line.rule.id, why)))
            total = self._say(self._standing.title(sheet)), self._say(say("Total")), str(sheet.total), "", ""
            rows.writerow(map(_as_text, total))
        return written.getvalue()


def _as_text(cell: str) -> str:
    """A name is no formula: what a spreadsheet would work out is marked as words."""
    return f"'{cell}" if cell[:1] in set("=+@\t") else cell
