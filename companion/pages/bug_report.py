"""Writing down for the makers what has gone wrong, at one touch."""

from __future__ import annotations

from companion.core.pages import ListPage, Row, RowGroup
from companion.core.screen import Tone, Touched
from companion.core.text import NOTHING, Text, say, verbatim
from companion.errors import JournalError
from companion.pages.house import House

WITHOUT, WITH = "without pictures", "with pictures"


class BugReport:
    """Two rows: without and with a picture of the table. What was written, or why not, stands above them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._said: Text | None = None

    def view(self) -> ListPage:
        lines = (
            say("The report is a file with the journal, in which the names you play under stand, and the settings."),
            say("Nothing is sent: the file stays here until you give it to somebody."),
        )
        seen = self._house.has_pictures()
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
        groups = [RowGroup(NOTHING, rows)]
        if self._said is not None:
            groups.insert(0, RowGroup(NOTHING, (Row(self._said, icon="circle-check", tone=Tone.GOOD),)))
        return ListPage("report", say("Report a mistake"), tuple(groups), lines)

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        try:
            path = self._house.report(key == WITH)
        except JournalError as error:
            self._said = verbatim(str(error))
        else:
            self._said = say("{file} lies in the folder {folder}.", file=path.name, folder=path.parent)
