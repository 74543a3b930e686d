"""Writing down for the makers what has gone wrong, at one touch."""

from __future__ import annotations

from pathlib import Path

from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Touched
from companion.core.text import NOTHING, Text, say, verbatim
from companion.errors import HardwareError, JournalError
from companion.pages.page_context import PageContext

WITHOUT, WITH = "without pictures", "with pictures"


_KEPT = (
    Row(say("The journal"), say("All moves of all evenings, and the names you play under"), icon="history"),
    Row(say("The settings"), say("Without passwords"), icon="settings"),
)


class BugReport:
    """Two rows: without and with a picture of the table. What was written, or why not, stands above them."""

    def __init__(self, context: PageContext) -> None:
        self._context = context
        self._said: tuple[Text, ...] = (say("Nothing is sent: the file stays here until you give it to somebody."),)

    def view(self) -> ListPage:
        seen = self._context.machine.cameras.has_pictures()
        rows = (
            Row(say("Write it without pictures"), icon="file-text", intent=Touched(WITHOUT)),
            Row(
                say("Write it with a picture of the table"),
                say("The last one that the camera has taken"),
                icon="camera",
                intent=Touched(WITH) if seen else None,
                why_not=None if seen else say("No camera has taken a picture since the companion was started."),
            ),
        )
        return ListPage(
            "report",
            say("Report a mistake"),
            (RowGroup(NOTHING, rows), RowGroup(say("What is in it"), _KEPT)),
            self._said,
        )

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        try:
            path = self._context.machine.report(self._context.session, key == WITH)
        except JournalError as error:
            self._said = (say("The report could not be written."), verbatim(str(error)))
            return
        self._said = (say("Written and kept here: {file}.", file=path.name), self._to_stick(path))

    def _to_stick(self, path: Path) -> Text:
        """Where a machine has no other way out, a report is no use without one."""
        sticks = self._context.machine.sticks
        if not sticks.mounted():
            return say("To carry it away, put a USB stick in and write it again.")
        try:
            sticks.write({path.name: path.read_bytes()})
            sticks.take_out()
        except HardwareError as error:
            return verbatim(str(error))
        except OSError:  # The disk does not give back what it has just taken.
            return say("The report could not be written.")
        return say("It is on the USB stick as well, which you may pull out.")
