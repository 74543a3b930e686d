"""What the pages need of the rest: the journal, the games, the evening that is played, and what can be set going."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.core.clock import TimeControl
from companion.core.game import Game, Options
from companion.core.pages import Row
from companion.core.text import say
from companion.errors import JournalError
from companion.pages.calendar import Moment, now
from companion.session.session import Session
from companion.store import JournalStore, SavedGame


class Evening(Protocol):
    """What pages can do with the evening that is being played, and with the machine."""

    def begin(self, game: str, options: Options, time: TimeControl, colours: Sequence[int]) -> None:
        """A new evening, at once at its table. Raises ConfigError for what the game cannot be played with."""

    def go_on(self, saved: SavedGame) -> None: ...

    def leave(self) -> None:
        """Back to the home page; the evening can be gone on with."""

    def shut_down(self) -> None: ...

    def wear(self, preferences: Mapping[str, str]) -> None:
        """What has been preferred is shown."""


def no_camera() -> Row:
    return Row(say("no table is looked at"), icon="camera-off")


def no_report(_with_pictures: bool) -> Path:
    raise JournalError("A report can be written where there is a journal.")


@dataclass
class House:
    """`session` is the evening that is being played; `camera` says what looks at the table; `now` is wall time.

    `buttons` and `lamps` are those that are connected; `shine` lights a lamp for a moment. `report` writes a report of
    what has gone wrong, with the camera's last pictures or without, and raises JournalError if it cannot.
    """

    store: JournalStore
    games: Mapping[str, Game[Any, Any]]
    evening: Evening
    picture_of: Callable[[str], str] = lambda _: ""
    session: Session[Any, Any] | None = None
    camera: Callable[[], Row] = no_camera
    now: Callable[[], Moment] = now
    buttons: Collection[str] = ()
    lamps: Collection[str] = ()
    shine: Callable[[str], None] = lambda _: None
    has_pictures: Callable[[], bool] = lambda: False
    report: Callable[[bool], Path] = no_report

    def playing(self) -> Session[Any, Any]:
        assert self.session is not None, "this page belongs to an evening"
        return self.session
