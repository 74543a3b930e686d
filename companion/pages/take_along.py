"""What people take home of an evening: a code for a phone, and all of it on a USB stick."""

from __future__ import annotations

from contextlib import suppress

import segno

from companion.core.pages import ArticlePage, Paragraph
from companion.core.screen import Button, Close, Tone, Touched
from companion.core.text import ENGLISH, Language, Text, say, with_names
from companion.core.winning import kind_of
from companion.errors import ConfigError
from companion.journal.play_formats import as_csv, bg_stats_link
from companion.journal.record import SUFFIX, write_record
from companion.journal.table_photos import photo_of
from companion.languages import languages, load_language
from companion.pages.calendar import day
from companion.pages.ended_plays import ended_plays, files_of, play_of
from companion.pages.keepsake import keepsake_files, keepsake_of
from companion.pages.page_context import PageContext
from companion.pages.point_format import format_points
from companion.pages.result import ScoreStandings, heading, second

MOST = 1732
"""Bytes of a code that a phone still reads from the smallest display: a QR code of version 30 with the least spare."""


class TakeAlong:
    def __init__(self, context: PageContext, standing: ScoreStandings) -> None:
        self._context, self._standing = context, standing
        self._written = False
        play = play_of(standing.history, self._say, self._say(second(standing)))
        self._link = bg_stats_link(play, MOST)
        self._as_text = self._link is None

    def view(self) -> ArticlePage:
        stick = Button(say("To a USB stick"), Touched("stick"), icon="usb")
        other = say("For BG Stats") if self._as_text else say("Score as text")
        switch = Button(other, Touched("other"), icon="refresh")
        back = Button(say("Back"), Close(), tone=Tone.GOOD, icon="chevron-left")
        buttons = (stick, back) if self._link is None else (stick, switch, back)
        plain = self._result().encode()[:MOST].decode(errors="ignore")
        code = plain if self._as_text or self._link is None else self._link
        rows = segno.make(code, error="l", micro=False).matrix
        return ArticlePage(
            "take along", say("To my phone"), self._words(), buttons, code=tuple(bytes(row) for row in rows)
        )

    def _words(self) -> tuple[Paragraph, ...]:
        if self._written:
            done = say("Everything is on the stick. You may pull it out.")
            return (Paragraph(done, Tone.GOOD, "check"),)
        if self._as_text:
            plain = say("Point a phone’s camera at it: the result comes as plain text, without a network.")
            return (Paragraph(plain),)
        return (
            Paragraph(say("Point a phone’s camera at it: BG Stats opens with this evening filled in.")),
            Paragraph(say("The phone needs the net for that, the companion does not."), icon="lock"),
        )

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        if key == "other":
            self._as_text = not self._as_text
        if key == "stick":
            self._context.machine.sticks.write(self._files())
            self._context.machine.sticks.take_out()
            self._written = True

    def _files(self) -> dict[str, str | bytes]:
        """This evening, and all that have ended in the forms of other programs."""
        history = self._standing.history
        name = "-".join(filter(None, (history.game.name, day(history.begun)[:10])))
        return {
            f"{name}.txt": self._report(),
            f"{name}.csv": self._sheet(),
            f"{name}{SUFFIX}": write_record(self._context.store.record(history.id)),
            **files_of(ended_plays(self._context, self._say)),
            **self._keepsake(name),
        }

    def _keepsake(self, name: str) -> dict[str, bytes]:
        """The evening on one sheet; nothing where the part that prints was left out."""
        history = self._standing.history
        photo = photo_of(self._context.store.folder, history.id)
        with suppress(ConfigError):
            return keepsake_files(keepsake_of(history, photo), self._language(), name)
        return {}

    def _say(self, text: Text) -> str:
        return with_names(text, self._standing.history.names).render(self._language())

    def _language(self) -> Language:
        stored = self._context.store.preferences().get("language", "")
        return load_language(stored) if stored in languages() else ENGLISH

    def _result(self) -> str:
        """Who won, and everybody's points."""
        standing = self._standing
        lines = [standing.history.game.title, heading(standing), second(standing)]
        for sheet in standing.sheets:
            points = format_points(sheet.total, provisional=sheet.provisional)
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
        heads = say("Player"), say("Source"), say("Points"), say("Rule"), say("Why")
        rows: list[tuple[object, ...]] = []
        for sheet in self._standing.sheets:
            who = self._say(self._standing.title(sheet))
            rows += [
                (who, self._say(kind_of(line)), line.points, line.rule.id, self._say(line.why)) for line in sheet.lines
            ]
            rows.append((who, self._say(say("Total")), sheet.total, "", ""))
        return as_csv(tuple(map(self._say, heads)), rows)
