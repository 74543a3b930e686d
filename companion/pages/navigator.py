"""Which pages are open, one over the other; the topmost is shown, and none where the table is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.core.pages import Page
from companion.core.screen import Close, Drag, Inspect, Open, PageIntent, Pass, Touched, Typed, Undo, Why
from companion.errors import CompanionError


class OpenPage(Protocol):
    """A page that is open."""

    def view(self) -> Page: ...

    def touched(self, key: str, value: str) -> None:
        """Something on it was touched."""


class Navigator:
    """`make` gives the page of a name; raises CompanionError where there is nothing to show, which is then said.

    `language` is the code of the players' language: a keyboard begins with its letters.
    """

    def __init__(self, make: Callable[[Open], OpenPage], publish: Callable[[Page | None], None]) -> None:
        self._make, self._publish = make, publish
        self.language = ""
        self._pages: list[OpenPage] = []

    @property
    def top(self) -> OpenPage | None:
        return self._pages[-1] if self._pages else None

    @property
    def shows_time(self) -> bool:
        """Whether what the open page shows changes by itself."""
        return getattr(self.top, "shows_time", False)

    @property
    def takes_pieces(self) -> bool:
        """Whether pieces on the open page are touched and drawn for the page, not for the game."""
        return hasattr(self.top, "dragged")

    def handle(self, intent: PageIntent | Inspect | Drag | Pass | Undo | Why) -> None:
        """Takes what was touched. Raises CompanionError in one clear sentence; the pages stay as they were."""
        match intent:
            case Open():
                self.push(self._make(intent))
            case Close():
                self.close()
            case Touched(key, value) if self._pages:
                self._pages[-1].touched(key, value)
            case Inspect(zone, piece) if self.takes_pieces:
                self._pages[-1].inspected(zone, piece)  # type: ignore[attr-defined]
            case Drag(source, piece, target) if self.takes_pieces:
                self._pages[-1].dragged(source, piece, target)  # type: ignore[attr-defined]
            case Pass() | Undo() | Why():
                pass  # They are about the game, which waits.
            case Typed(letter) if self._pages:
                typed = getattr(self._pages[-1], "typed", None)
                if typed is not None:
                    typed(letter)
        self.refresh()

    def saw(self, seen: object) -> None:
        """A camera that is looked through has seen something: the open page may take it in, and is shown anew."""
        take_in = getattr(self.top, "saw", None)
        if take_in is not None:
            take_in(seen)
        self.refresh()

    def tick(self, at: float) -> None:
        """So late it is, in seconds: a page that goes on by itself is shown anew when it has."""
        ticked = getattr(self.top, "ticked", None)
        if ticked is not None and ticked(at):
            self.refresh()

    def push(self, page: OpenPage) -> None:
        """Open this page over the others."""
        write_in = getattr(page, "write_in", None)
        if write_in is not None:
            write_in(self.language)
        self._pages.append(page)

    def close(self) -> None:
        """Back to the page before. The first one stays where no table is under it."""
        if self._pages:
            _closed(self._pages.pop())

    def close_all(self) -> None:
        """Back to the table."""
        while self._pages:
            _closed(self._pages.pop())

    def start_over(self, page: OpenPage) -> None:
        """This page and nothing else."""
        self.close_all()
        self._pages = [page]
        self.refresh()

    def refresh(self) -> None:
        """Shows the open page as it is now; nothing where none is open."""
        self._publish(self._pages[-1].view() if self._pages else None)


def _closed(page: OpenPage) -> None:
    """A page that looks through a camera gives it back."""
    closed = getattr(page, "closed", None)
    if closed is not None:
        closed()


class NothingToShow(CompanionError):
    """A page was asked for that has nothing on it; the sentence says why."""
