"""An evening on one sheet to keep: who won and why, how the points went, and what is worth telling.

All of it but the picture of the table comes from the record alone: the same record gives the same sheet. What a record
does not tell is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import segno

from companion.core.game import violation
from companion.core.journal_entries import Decided
from companion.core.pages import ArticlePage, Paragraph
from companion.core.result_pages import Keepsake, Moment
from companion.core.rules import Score
from companion.core.screen import Button, Close, Tone, Touched
from companion.core.text import ENGLISH, Language, Text, and_list, say, say_plural, with_names
from companion.core.winning import kind_of
from companion.errors import ConfigError, JournalError
from companion.games import why_not_continued, with_profile
from companion.journal.play_formats import as_csv, bg_stats_link
from companion.journal.record import SUFFIX, write_record
from companion.journal.store import JournalStore
from companion.journal.table_looks import photo_of
from companion.languages import languages, load_language
from companion.optional import installed
from companion.pages.calendar import day, duration, minute
from companion.pages.ended_plays import ended_plays, files_of, play_of
from companion.pages.history import table_as_it_lay
from companion.pages.page_context import PageContext
from companion.pages.point_format import format_points
from companion.pages.result import ScoreStandings, heading, result_page, second
from companion.session.game_history import GameHistory, PlayedAction
from companion.session.recorded_actions import is_action

LEAST_THOUGHT = 30.0
"""Seconds: less is no thought worth telling."""


def keepsake_of(history: GameHistory[Any, Any], photo: str = "") -> Keepsake:
    """Raises JournalError for an evening that cannot be followed to its end."""
    if history.fault is not None:
        raise JournalError(f"The evening of {day(history.begun)} cannot be followed beyond {history.fault}")
    standing = ScoreStandings(history)
    table = table_as_it_lay(history, history.state)
    return Keepsake(
        history.game.title, day(history.begun), result_page(standing), table, photo, tuple(moments(standing))
    )


def keepsake_files(page: Keepsake, language: Language, name: str) -> dict[str, bytes]:
    """The sheet by file names: for a phone and for paper. Raises ConfigError where the part that prints is left out."""
    with installed("printing"):
        from companion.printing.keepsakes import paper_page, phone_picture
    return {f"{name}.png": phone_picture(page, language), f"{name}.pdf": paper_page(page, language)}


def keep_all(store: JournalStore, ids: Sequence[str], folder: Path, language: Language) -> Iterator[Text]:
    """Writes the sheets of these evenings into a folder, and says of each where, or why not. Raises JournalError."""
    for id in ids:
        saved = store.load(id)
        if (why_not := why_not_continued(saved.game, saved.version)) is not None:
            yield say("{when}: {reason}", when=day(saved.begun), reason=why_not)
            continue
        history = GameHistory(with_profile(saved.game, saved.profile), store, saved, read_only=True)
        if history.fault is not None:
            yield say("{when}: it cannot be followed beyond {fault}", when=day(saved.begun), fault=history.fault)
            continue
        name = f"{saved.game}-{day(saved.begun)[:10]}-{id[:6]}"
        files = keepsake_files(keepsake_of(history, photo_of(store.folder, id)), language, name)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for file, written in files.items():
                (folder / file).write_bytes(written)
        except OSError as error:
            raise JournalError(
                f"{folder} cannot be written ({error.strerror}); name another one with --keep."
            ) from error
        yield say("{when}: {files}", when=day(saved.begun), files=and_list(str(folder / file) for file in files))


def moments(standing: ScoreStandings) -> Iterator[Moment]:
    """The biggest swing of the points, the longest thought, and the rule of the evening, as far as they are known."""
    for found in (_swing(standing), _thought(standing.history), _rule(standing.history)):
        if found is not None:
            yield found


def _swing(standing: ScoreStandings) -> Moment | None:
    """The action by which most points were won or lost at once; of several the last, which decided more."""
    history = standing.history
    best: tuple[int, PlayedAction[Any, Any], Score, int] | None = None
    before = _totals(history.game.score(history.played[0].before)) if history.played else {}
    states = [*(played.before for played in history.played[1:]), history.state]
    for played, state in zip(history.played, states, strict=False):
        sheets = history.game.score(state)
        for sheet in sheets:
            swing = abs(sheet.total - before.get(sheet.player, 0))
            if swing and (best is None or swing >= best[0]):
                best = swing, played, sheet, before.get(sheet.player, 0)
        before = _totals(sheets)
    if best is None:
        return None
    _, played, sheet, was = best
    words = say(
        "{story}: {player} goes from {before} to {after} points.",
        story=history.told(played),
        player=standing.title(sheet),
        before=format_points(was),
        after=format_points(sheet.total),
    )
    return Moment(say("The biggest swing"), minute(played.at), words, "chart-line")


def _totals(sheets: Sequence[Score]) -> dict[str, int]:
    return {sheet.player: sheet.total for sheet in sheets}


def _thought(history: GameHistory[Any, Any]) -> Moment | None:
    """The longest time that somebody's clock ran before he acted."""
    best: tuple[float, PlayedAction[Any, Any], str] | None = None
    spent = dict.fromkeys(history.seats, 0.0)
    for played in history.played:
        seat = played.action.player
        ran = {each: clock.spent - spent.get(each, 0.0) for each, clock in played.clocks.items()}
        if seat is not None and ran.get(seat, 0.0) > (best[0] if best else LEAST_THOUGHT):
            best = ran[seat], played, seat
        spent = {each: clock.spent for each, clock in played.clocks.items()}
    if best is None:
        return None
    seconds, played, seat = best
    words = say(
        "{player}, {time}: {story}.",
        player=history.names[seat],
        time=duration(seconds),
        story=history.told(played),
    )
    return Moment(say("The longest thought"), minute(played.at), words, "clock")


def _rule(history: GameHistory[Any, Any]) -> Moment | None:
    """The rule that was set aside most often, or else what the table decided last."""
    title = say("The rule of the evening")
    overruled = Counter(played.overruled for played in history.played if played.overruled is not None)
    if overruled:
        (id, count) = overruled.most_common(1)[0]
        first = next(played for played in history.played if played.overruled == id)
        broken = violation(history.game, first.before, first.action) if is_action(first.action) else None
        rule = history.game.rulebook[id].sentence if broken is None else with_names(broken.reason, history.names)
        words = say_plural("Set aside {count} time: {rule}", "Set aside {count} times: {rule}", count, rule=rule)
        return Moment(title, minute(first.at), words, "gavel")
    for entry in reversed(history.entries):
        if isinstance(entry.event, Decided):
            point = next((each for each in history.game.settings if each.name == entry.event.setting), None)
            if point is not None:
                return Moment(title, minute(entry.at), point.decided(entry.event.choice), "gavel")
    return None


# --- what people take home of an evening: a code for a phone, and all of it on a USB stick ---


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
