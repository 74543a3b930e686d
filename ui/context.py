"""What every widget is given when it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.screen import Intent
from companion.core.text import Text
from ui.theme import Sizes


@dataclass(frozen=True, slots=True)
class Context:
    """The sizes of this window, the language, where intents go, and where a short explanation is shown."""

    sizes: Sizes
    translate: Callable[[Text], str]
    post: Callable[[Intent], None]
    show_hint: Callable[[Text], None]

    def text(self, text: Text | None) -> str:
        return "" if text is None else self.translate(text)


def _ignore(_: object) -> None:
    return None


DEFAULT_CONTEXT = Context(Sizes(1.0), str, _ignore, _ignore)
"""What a widget has until its parent's layout hands it that of the window."""
