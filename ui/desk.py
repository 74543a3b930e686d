"""What every widget is given when it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.screen import Intent
from companion.core.text import Text
from ui.theme import Sizes


@dataclass(frozen=True, slots=True)
class Desk:
    """The sizes of this window, the language, where intents go, and where a short explanation is shown."""

    sizes: Sizes
    read: Callable[[Text], str]
    post: Callable[[Intent], None]
    explain: Callable[[Text], None]

    def text(self, text: Text | None) -> str:
        return "" if text is None else self.read(text)


def _nowhere(_: object) -> None:
    return None


UNPLACED = Desk(Sizes(1.0), str, _nowhere, _nowhere)
"""What a widget has until its parent's layout hands it the desk of the window."""
