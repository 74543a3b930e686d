"""What has to be said of the journal: that it is in memory alone, and what it has lost, until somebody has seen it."""

from __future__ import annotations

from companion.core.screen import Answer, Confirm, Dismiss, NoticeKind, Screen
from companion.core.text import Text
from companion.journal.store import JournalStore
from companion.session.messages import Tick

RETRY = 5.0
"""Seconds between two looks whether the disk is back; what people do looks as well."""


class JournalNews:
    """Follows a journal: `unsaved` is what was said last of its disk."""

    def __init__(self, store: JournalStore) -> None:
        self._store = store
        self.unsaved: Text | None = None
        self._looked, self._tells_of_losses = 0.0, False

    def changed(self) -> bool:
        """Whether there is something else to be said of its disk than before."""
        before, self.unsaved = self.unsaved, self._store.unsaved
        if self.unsaved is not None and self.unsaved != before:
            self._tells_of_losses = False  # They make room for this, and are told once more.
        return self.unsaved != before

    def say_anew(self) -> None:
        """Whoever looks now has not been told."""
        self.unsaved = None

    def losses_told(self) -> Text | None:
        """What it has lost, which is told in an evening from now on; None if that is nothing."""
        lost = self._store.repaired
        self._tells_of_losses = lost is not None
        return lost

    def follow(self, message: object, screen: Screen | None) -> None:
        """Looks for the disk from time to time; what it has lost was seen when people let that notice go."""
        if isinstance(message, Tick) and self._store.unsaved is not None and message.at >= self._looked + RETRY:
            self._looked = message.at
            self._store.return_to_disk()
        notice = None if screen is None else screen.notice
        if isinstance(message, Answer | Dismiss | Confirm) and notice is not None and notice.kind is NoticeKind.TROUBLE:
            if self._tells_of_losses:
                self._store.losses_seen()
            self._tells_of_losses = False
