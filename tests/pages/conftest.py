"""A house with games, a journal in memory, and fingers for its pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from companion.core.clock import TimeControl
from companion.core.game import Options
from companion.core.page_parts import Row
from companion.core.pages import Page, TypingPage
from companion.core.screen import Close, Open, PageIntent, Touched, Typed
from companion.games import GAMES, with_profile
from companion.journal.store import JournalStore, SavedGame
from companion.pages.contents import page_of
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from companion.session.session import Session


@dataclass
class Evenings:
    """What the pages set going: evenings as the application begins them, and what it was told besides."""

    store: JournalStore
    told: list[object] = field(default_factory=list)
    context: PageContext | None = None

    def begin(self, game: str, options: Options, time: TimeControl, colours: Sequence[int], position: str = "") -> None:
        with_profile(game, "").initial_state(options)
        self.go_on(self.store.begin(game, options, "", time, colours, position=position))

    def go_on(self, saved: SavedGame) -> None:
        assert self.context is not None
        history = GameHistory(with_profile(saved.game, saved.profile), self.store, saved)
        session: Session[Any, Any] = Session(history, self.told.append, lambda _: None)
        self.context.session = session
        session.handle(Tick(0.0))

    def learn(self, game: str) -> None:
        self.told.append(f"learn {game}")

    def leave(self) -> None:
        self.told.append("left")

    def shut_down(self) -> None:
        self.told.append("shut down")

    def wear(self, preferences: Mapping[str, str]) -> None:
        self.told.append(dict(preferences))


class Visitor:
    """Somebody before the screen."""

    def __init__(self) -> None:
        self.store = JournalStore(":memory:")
        self.evenings = Evenings(self.store)
        self.context = PageContext(self.store, GAMES, self.evenings)
        self.evenings.context = self.context
        self.page: Page | None = None
        self.navigator = Navigator(lambda asked: page_of(asked, self.context, self.navigator), self._see)

    def connects(self, **parts: Any) -> Visitor:
        """These parts of the machine are there from now on."""
        self.context.machine = replace(self.context.machine, **parts)
        return self

    def _see(self, page: Page | None) -> None:
        self.page = page

    def opens(self, page: str, about: str = "") -> Visitor:
        return self.does(Open(page, about))

    def touches(self, key: str, value: str = "") -> Visitor:
        return self.does(Touched(key, value))

    def goes_back(self) -> Visitor:
        return self.does(Close())

    def does(self, intent: PageIntent) -> Visitor:
        self.navigator.handle(intent)
        return self

    def writes(self, line: str) -> Visitor:
        for letter in line:
            self.does(Typed(letter))
        return self

    def sits_down(self, *names: str) -> Visitor:
        """Everybody writes a name and sits down."""
        for name in names:
            self.touches("sit down")
            if not isinstance(self.page, TypingPage):  # the house knows people: one of them, or somebody new
                self.touches("new")
            self.writes(name).touches("done")
        return self

    @property
    def rows(self) -> list[Row]:
        """All rows of the list that is open."""
        return [row for group in getattr(self.page, "groups", ()) for row in group.rows]

    def row(self, words: str) -> Row:
        """The row with these words in its title."""
        return next(row for row in self.rows if words in str(row.title))


@pytest.fixture
def visitor() -> Visitor:
    return Visitor()
