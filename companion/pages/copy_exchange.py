"""An owner's copy on a stick: written there, taken over from there, compared with what is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.appliance.usb_stick import own_folder
from companion.core.copy_form import different
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.printed_copy import copy_form_of
from companion.core.screen import Button, Tone, Touched
from companion.core.text import NOTHING, Text, say, say_plural, verbatim
from companion.errors import CompanionError
from companion.owners_copy.copy_files import copies_on, file_name, learn_copy, read_copy, write_copy
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext

MOST_DIFFERENCES = 100


class CopyExchange:
    """What can be done with the sticks that are plugged in now."""

    def __init__(self, context: PageContext, navigator: Navigator, game: str) -> None:
        self._context, self._navigator, self._game = context, navigator, game
        self._said: Text = NOTHING
        self._tone = Tone.NORMAL

    def view(self) -> ListPage:
        sticks = self._context.machine.sticks.mounted()
        groups = (
            [RowGroup(NOTHING, (Row(self._said, icon=_ICONS[self._tone], tone=self._tone),))] if self._tells else []
        )
        for stick in sticks:
            write = Row(
                say("Write my copy onto it"),
                say("To be kept, or given to somebody"),
                icon="download",
                intent=Touched("write", str(stick)),
            )
            found = tuple(
                Row(
                    verbatim(file.name),
                    say("See what differs, take it over"),
                    icon="file-text",
                    intent=Touched("read", str(file)),
                )
                for folder in dict.fromkeys((own_folder(stick), stick))
                for file in copies_on(folder, self._context.games[self._game])
            )
            groups.append(RowGroup(say("The stick {name}", name=stick.name), (write, *found)))
        title = self._context.games[self._game].title
        line = title if sticks or self._tells else say("No stick is plugged in. Plug one in, then touch “Look again”.")
        again = Button(say("Look again"), Touched("again"), icon="refresh")
        return ListPage("copy exchange", say("Your copy on a stick"), tuple(groups), (line,), (again,))

    @property
    def _tells(self) -> bool:
        return self._said is not NOTHING

    def touched(self, key: str, value: str) -> None:
        self._said, self._tone = NOTHING, Tone.NORMAL
        try:
            match key:
                case "write":
                    file = own_folder(Path(value)) / file_name(self._context.games[self._game])
                    write_copy(self._context.copies, self._game, file)
                    self._context.machine.sticks.take_out()
                    self._tell(say("{file} is written. You may pull the stick out.", file=file.name), Tone.GOOD)
                case "read":
                    self._navigator.push(
                        CopyDifferences(self._context, self._navigator, self._game, Path(value), self._tell)
                    )
                case _:
                    pass
        except CompanionError as error:
            full = say("Nothing could be written: the stick is full, locked or was pulled out. Take another one.")
            self._tell(full if key == "write" else verbatim(str(error).replace(f"{Path(value).parent}/", "")), Tone.BAD)

    def _tell(self, said: Text, tone: Tone) -> None:
        self._said, self._tone = said, tone


class CopyDifferences:
    """Where a file and this copy differ, in words; all of it can be taken over."""

    def __init__(
        self, context: PageContext, navigator: Navigator, game: str, file: Path, tell: Callable[[Text, Tone], None]
    ) -> None:
        """Raises CompanionError for a file that is no copy of this game."""
        self._context, self._navigator, self._game, self._file, self._tell = context, navigator, game, file, tell
        there = copy_form_of(read_copy(game, file))
        self._found = list(different(copy_form_of(context.copies.game(game)), there))

    def view(self) -> ListPage:
        rows = tuple(Row(each.sentence(), icon="arrows-sort") for each in self._found[:MOST_DIFFERENCES])
        count = len(self._found)
        line = say_plural("{count} value differs.", "{count} values differ.", count)
        more = count - len(rows)
        lines: Sequence[Text] = (line, say_plural("{count} more is not shown.", "{count} more are not shown.", more))
        take = Button(
            say("Take it over"),
            Touched("take"),
            "confirm",
            enabled=bool(count),
            why_not=None if count else say("Nothing differs."),
            tone=Tone.GOOD,
            icon="check",
        )
        leave = Button(say("Leave mine as it is"), Touched("leave"), icon="x")
        groups = (RowGroup(NOTHING, rows),) if rows else ()
        title = verbatim(self._file.name)
        return ListPage("copy differences", title, groups, tuple(lines if more else lines[:1]), (leave, take))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        if key == "take":
            try:
                count = learn_copy(self._context.copies, self._game, self._file)
            except CompanionError as error:
                self._tell(verbatim(str(error)), Tone.BAD)
            else:
                self._tell(
                    say_plural("{count} value is taken over.", "{count} values are taken over.", count), Tone.GOOD
                )
        self._navigator.close()


_ICONS = {Tone.GOOD: "circle-check", Tone.BAD: "square-x", Tone.NORMAL: "info-circle"}
