"""What stands on a session's screen, as those see it who play."""

from __future__ import annotations

from typing import Any

from companion.core.screen import Notice
from companion.session.session import Session


class Notices:
    """What is said at a table, and a finger on one of the answers."""

    session: Session[Any, Any]

    def answers(self, words: str) -> None:
        answer = next(button for button in self.notice.answers if str(button.label).startswith(words))
        self.session.handle(answer.intent)

    @property
    def notice(self) -> Notice:
        assert self.session.screen is not None
        assert self.session.screen.notice is not None, "nothing is being said"
        return self.session.screen.notice

    @property
    def silent(self) -> bool:
        return self.session.screen is not None and self.session.screen.notice is None
