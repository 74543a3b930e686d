"""An evening whose game is gone, or is older than the evening: what was written down, to be read and kept."""

from __future__ import annotations

from companion.core.action import SEATS
from companion.core.journal_entries import Did, Edited, Entry, Undid
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Button, Close, Tone, Touched
from companion.core.text import Text, comma_list, say, say_plural, verbatim
from companion.games import title_of, why_not_continued
from companion.journal.record import SUFFIX, write_record
from companion.pages.calendar import day, minute
from companion.pages.page_context import PageContext


def only_readable(context: PageContext, id: str) -> Text | None:
    """Why this evening of the journal cannot be shown as its game would show it; None where it can."""
    evening = next((each for each in context.store.evenings() if each.id == id), None)
    return None if evening is None else why_not_continued(evening.game, evening.version)


class RecordOnly:
    """`why_not` is the sentence that says why it cannot be gone on with."""

    def __init__(self, context: PageContext, id: str, why_not: Text) -> None:
        self._context, self._why_not = context, why_not
        self._saved = context.store.load(id)
        self._kept = False

    def view(self) -> ListPage:
        saved = self._saved
        title = say("{game}, {when}", game=title_of(saved.game), when=day(saved.begun))
        rows = tuple(row for entry in saved.entries if (row := self._row(entry)) is not None)
        group = RowGroup(say("As it was written down"), rows)
        lines = (self._why_not, say("Until then this evening can be read and kept, and not gone on with."))
        keep = Button(
            say("It is on the stick") if self._kept else say("To a USB stick"),
            Touched("stick"),
            icon="check" if self._kept else "usb",
        )
        back = Button(say("Back"), Close(), tone=Tone.GOOD, icon="chevron-left")
        return ListPage("record", title, (group,), lines, (keep, back))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        if key == "stick":
            saved = self._saved
            name = f"{saved.game}-{day(saved.begun)[:10]}{SUFFIX}"
            self._context.machine.sticks.write({name: write_record(self._context.store.record(saved.id))})
            self._context.machine.sticks.take_out()
            self._kept = True

    def _row(self, entry: Entry) -> Row | None:
        """What was done; what was only corrected or learnt is in the record that can be kept."""
        match entry.event:
            case Did(action, _):
                words: Text = verbatim(self._with_name(action))
            case Edited(edits):
                words = say("Put right: {changes}", changes=comma_list(edits))
            case Undid(count):
                words = say_plural("{count} action was taken back", "{count} actions were taken back", count)
            case _:
                return None
        return Row(words, right=verbatim(minute(entry.at)))

    def _with_name(self, action: str) -> str:
        """The notation, beginning with the player's name instead of his letter."""
        seat, colon, rest = action.partition(": ")
        names = dict(zip(SEATS, self._saved.options.names, strict=False))
        return f"{names[seat]}: {rest}" if colon and seat in names else action
