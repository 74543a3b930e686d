"""An evening on one sheet to keep: who won and why, how the points went, and what is worth telling.

All of it but the picture of the table comes from the record alone: the same record gives the same sheet. What a record
does not tell is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.core.game import violation
from companion.core.journal_entries import Decided
from companion.core.result_pages import Keepsake, Moment
from companion.core.rules import Score
from companion.core.text import Language, Text, and_list, say, say_plural, with_names
from companion.errors import JournalError
from companion.games import why_not_continued, with_profile
from companion.journal.store import JournalStore
from companion.journal.table_photos import photo_of
from companion.optional import installed
from companion.pages.calendar import day, duration, minute
from companion.pages.history import table_as_it_lay
from companion.pages.point_format import format_points
from companion.pages.result import ScoreStandings, result_page
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
