"""Which printed values nobody has told yet, by where they are printed."""

from __future__ import annotations

from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Touched
from companion.core.text import Text, say, say_plural
from companion.owners_copy.copy_entry_state import CopyEntryState
from companion.pages.navigator import Navigator

MOST_ROWS = 60
"""Of a group; who has more begins with these."""


class MissingValues:
    """A touch on one goes there."""

    def __init__(self, capturing: CopyEntryState, navigator: Navigator) -> None:
        self._capturing, self._navigator = capturing, navigator

    def view(self) -> ListPage:
        groups: dict[str, tuple[Text, list[Row]]] = {}
        for sheet in self._capturing.sheets:
            if waiting := self._capturing.waiting(sheet):
                _, rows = groups.setdefault(str(sheet.group), (sheet.group, []))
                rows.append(
                    Row(
                        sheet.title,
                        right=say_plural("{count} value", "{count} values", waiting),
                        icon=sheet.icon or "cards",
                        intent=Touched("go to", sheet.name),
                    )
                )
        shown = tuple(RowGroup(title, tuple(rows[:MOST_ROWS])) for title, rows in groups.values())
        status = self._capturing.status
        line: Text = say_plural(
            "{count} value of {all} is still to be told.",
            "{count} values of {all} are still to be told.",
            status.to_go,
            all=status.total,
        )
        if not shown:
            line = say("Everything has been told.")
        return ListPage("missing values", say("What is missing"), shown, (line,), searched=True)

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        self._capturing.go_to(value)
        self._navigator.close()
