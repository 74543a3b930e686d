"""What the pages need of the rest: the journal, the games, the evening that is played, and what can be set going."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from companion.appliance.time_zones import TimeZones
from companion.appliance.usb_stick import sticks, take_out_sticks, write_to_stick
from companion.club.club_table import ClubTable
from companion.core.camera_view import CameraAtHand, CameraView, NoView
from companion.core.clock import TimeControl
from companion.core.game import Game, Options
from companion.core.pages import Row
from companion.core.table import Piece, Tag
from companion.core.text import ENGLISH, Text, say
from companion.errors import JournalError
from companion.journal.store import JournalStore, SavedGame
from companion.label_sets.piece_labels import pieces_in_play
from companion.owners_copy.copy_files import plugged_in
from companion.owners_copy.house_copies import Copies
from companion.pages.calendar import Moment, now
from companion.pages.random_choice import random_below
from companion.questions_asked import QuestionsAsked
from companion.session.session import Session


class EveningControl(Protocol):
    """What pages can do with the evening that is being played, and with the machine."""

    def begin(self, game: str, options: Options, time: TimeControl, colours: Sequence[int]) -> None:
        """A new evening, at once at its table. Raises ConfigError for what the game cannot be played with."""

    def go_on(self, saved: SavedGame) -> None: ...

    def learn(self, game: str) -> None:
        """What has been told of this game's copy counts in the evening that is played, or the error says why not."""

    def leave(self) -> None:
        """Back to the home page; the evening can be gone on with."""

    def shut_down(self) -> None: ...

    def wear(self, preferences: Mapping[str, str]) -> None:
        """What has been preferred is shown."""


def no_camera() -> Row:
    return Row(say("no camera is watching the table"), icon="camera-off")


TABLE, CORNERS, MAT = "table", "corners", "mat"
"""The preference that says what lies on the table, and its values."""

CHOSEN_CAMERA = "camera"
"""The preference that says which camera looks at the table where several are plugged in."""

LOCATION = "location"
"""The preference that says where this house plays."""

BY_TOUCH = "by touch"
"""The preference that says which evening people have wished to play by touch alone."""


class CameraEye(Protocol):
    """A camera to look through: what it sees comes as `House.seen`."""

    def look(self, game: Game[Any, Any], state: Any) -> None:
        """Look at the table of this game as it lies in this state, until `look_away`; pages may lie over each other."""

    def look_again(self) -> None:
        """Open and focus the camera anew."""

    def look_through(self, camera: CameraAtHand) -> None:
        """That one from now on, in the evening as well if no settings name others."""

    def look_away(self) -> None:
        """The page below looks again; under the last one the evening has its camera back."""

    def keep_lens(self) -> None:
        """What the anchors told of the lens is used from now on. Raises CompanionError where it cannot be kept."""

    def printed(self, game: Game[Any, Any]) -> Mapping[Tag, Tag]:
        """What the labels of this house's copy say, where that is not the tag by which the game knows them."""

    def use_other_copy(self, game: Game[Any, Any]) -> None:
        """The labels of the other copy are on this house's pieces. Raises CompanionError."""

    def adopt(self, game: Game[Any, Any], tag: Tag, symbol_mm: float) -> None:
        """The one code in the latest picture stands for this label from now on. Raises CompanionError, says why not."""


class NoCameraEye:
    """Where no camera can be looked through."""

    def look(self, game: Game[Any, Any], state: Any) -> None: ...
    def look_again(self) -> None: ...
    def look_through(self, camera: CameraAtHand) -> None: ...
    def look_away(self) -> None: ...
    def keep_lens(self) -> None: ...
    def printed(self, game: Game[Any, Any]) -> Mapping[Tag, Tag]:  # noqa: ARG002
        return {}

    def use_other_copy(self, game: Game[Any, Any]) -> None: ...
    def adopt(self, game: Game[Any, Any], tag: Tag, symbol_mm: float) -> None: ...


def no_report(_with_pictures: bool) -> Path:
    raise JournalError("A report can be written where there is a journal.")


@dataclass
class PageContext:
    """`session` is the evening that is being played; `camera` says what looks at the table; `now` is wall time.

    `choose` gives a number below another by chance. `sticks` are the folders of those that are plugged in. `copies` are
    the owner's, kept in memory until somebody gives them a folder. `buttons` and `lamps` are those that are connected;
    `shine` lights a lamp for a moment, `ring` lets a sound be heard. Preferences that are `unavailable` have nothing
    here to work with, for the reason that is given; `usual` are those that the settings' file has. `take_out_sticks`
    lets go of those in `mounted_sticks`. `seen` is what the `eye` saw last, None before it saw anything. `mat_fits` is
    false while another mat lies there than is played on. `report` writes a report of what has gone wrong, with the
    camera's last pictures or without, and raises JournalError if it cannot. `language` is the code of what is spoken
    as long as nobody has chosen one. `club` is this table as one of a club's, None where there is no club. `time_zones`
    are those that the machine can be put into, `label_sheets` writes a game's labels for so many players as files; None
    where that cannot be done here.
    """

    store: JournalStore
    games: Mapping[str, Game[Any, Any]]
    evening: EveningControl
    picture_of: Callable[[str], str] = lambda _: ""
    session: Session[Any, Any] | None = None
    camera: Callable[[], Row] = no_camera
    now: Callable[[], Moment] = now
    choose: Callable[[int], int] = random_below
    buttons: Collection[str] = ()
    lamps: Collection[str] = ()
    shine: Callable[[str], None] = lambda _: None
    ring: Callable[[str], None] = lambda _: None
    usual: Mapping[str, str] = field(default_factory=dict)
    unavailable: Mapping[str, Text] = field(default_factory=dict)
    to_stick: Callable[[Mapping[str, str | bytes]], Path] = write_to_stick
    mounted_sticks: Callable[[], Sequence[Path]] = sticks
    take_out_sticks: Callable[[], None] = take_out_sticks
    eye: CameraEye = field(default_factory=NoCameraEye)
    seen: CameraView | NoView | None = None
    has_pictures: Callable[[], bool] = lambda: False
    mat_fits: Callable[[], bool] = lambda: True
    report: Callable[[bool], Path] = no_report
    sticks: Callable[[], Sequence[Path]] = plugged_in
    club: ClubTable | None = None
    time_zones: TimeZones | None = None
    label_sheets: Callable[[str, int], Mapping[str, bytes]] | None = None
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
    def has_corners_only(self) -> bool:
        """Whether only the corners of a mat are taped onto this house's table."""
        return self.store.preferences().get(TABLE) == CORNERS

    @property
    def chosen_camera(self) -> str:
        """Of several that are plugged in; empty where nobody has chosen."""
        return self.store.preferences().get(CHOSEN_CAMERA, "")

    @property
    def location(self) -> str:
        """Where this house plays; empty where nobody has told."""
        return self.store.preferences().get(LOCATION, "")

    def playing(self) -> Session[Any, Any]:
        assert self.session is not None, "this page belongs to an evening"
        return self.session
