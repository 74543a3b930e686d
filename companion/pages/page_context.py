"""What the pages need of the rest: the journal, the games, the evening that is played, and what can be set going."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.core.camera_view import CameraView, NoView
from companion.core.clock import TimeControl
from companion.core.game import Options
from companion.core.table import Piece
from companion.core.text import ENGLISH
from companion.games import Games
from companion.journal.store import JournalStore, SavedGame
from companion.label_sets.piece_labels import pieces_in_play
from companion.owners_copy.house_copies import Copies
from companion.pages.machine import Machine
from companion.questions_asked import QuestionsAsked
from companion.session.session import Session


def has_corners_only(store: JournalStore) -> bool:
    """Whether only the corners of a mat are taped onto this house's table."""
    return store.preferences().get(TABLE) == CORNERS


def chosen_camera(store: JournalStore) -> str:
    """Of several that are plugged in; empty where nobody has chosen."""
    return store.preferences().get(CHOSEN_CAMERA, "")


class EveningControl(Protocol):
    """What pages can do with the evening that is being played, and with the machine."""

    def begin(self, game: str, options: Options, time: TimeControl, colours: Sequence[int], position: str = "") -> None:
        """A new evening, at once at its table. Raises ConfigError for what the game cannot be played with.

        `position` is what lies there already, in the game's notation.
        """

    def go_on(self, saved: SavedGame) -> None: ...

    def learn(self, game: str) -> None:
        """What has been told of this game's copy counts in the evening that is played, or the error says why not."""

    def leave(self) -> None:
        """Back to the home page; the evening can be gone on with."""

    def shut_down(self) -> None: ...

    def wear(self, preferences: Mapping[str, str]) -> None:
        """What has been preferred is shown."""


TABLE, CORNERS, MAT = "table", "corners", "mat"
"""The preference that says what lies on the table, and its values."""

CHOSEN_CAMERA = "camera"
"""The preference that says which camera looks at the table where several are plugged in."""

LOCATION = "location"
"""The preference that says where this house plays."""

BY_TOUCH = "by touch"
"""The preference that says which evening people have wished to play by touch alone."""


@dataclass
class PageContext:
    """`session` is the evening that is being played, `seen` what the machine's cameras saw last for a page.

    `copies` are the owner's, kept in memory until somebody gives them a folder. `usual` are the preferences that the
    settings' file has; `language` is the code of what is spoken as long as nobody has chosen one.
    """

    store: JournalStore
    games: Games
    evening: EveningControl
    picture_of: Callable[[str], str] = lambda _: ""
    machine: Machine = field(default_factory=Machine)
    session: Session[Any, Any] | None = None
    usual: Mapping[str, str] = field(default_factory=dict)
    seen: CameraView | NoView | None = None
    language: str = ENGLISH.code
    copies: Copies = field(init=False)
    questions: QuestionsAsked = field(init=False)

    def __post_init__(self) -> None:
        self.copies = Copies(self.games)
        self.questions = QuestionsAsked(self.store.folder)

    def needed_tonight(self, game: str, arranged: Options | None = None) -> Collection[Piece] | None:
        """The pieces of which the values matter: those on the table, or before an evening that may come up.

        None for all.
        """
        if self.session is None or self.session.history.game.name != game:
            return self.may_come_up(game, arranged)
        history = self.session.history
        lying = history.game.table(history.state).zones.values()
        return {piece for pieces in lying for piece in pieces}

    def may_come_up(self, game: str, arranged: Options | None = None) -> Collection[Piece] | None:
        """The pieces of the evening that is arranged, of the last one, or of a first one with the fewest players."""
        last = self.store.usual(game)
        options = arranged or (None if last is None else last.options)
        return pieces_in_play(self.copies.known(game), options)

    @property
    def location(self) -> str:
        """Where this house plays; empty where nobody has told."""
        return self.store.preferences().get(LOCATION, "")

    def playing(self) -> Session[Any, Any]:
        assert self.session is not None, "this page belongs to an evening"
        return self.session
