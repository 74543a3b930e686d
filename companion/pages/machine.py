"""The parts of the machine that evenings and pages use. What is not there is a value that does nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from companion.appliance.time_zones import TimeZones
from companion.appliance.usb_stick import sticks, take_out_sticks, write_to_stick
from companion.appliance.wiring import Wire
from companion.club.club_table import ClubTable
from companion.core.camera_view import CameraAtHand
from companion.core.game import Game
from companion.core.light_strip import NO_LIGHTS, Picture, StripPlace
from companion.core.page_parts import Row
from companion.core.screen import Screen
from companion.core.table import Tag
from companion.core.text import Text, say
from companion.errors import CompanionError, JournalError, NoCameraError
from companion.label_sets.label_set import LabelSet
from companion.pages.calendar import Moment, now
from companion.pages.random_choice import random_below
from companion.session.messages import CameraChoice
from companion.session.session import Session
from companion.session.thinking import Run, at_once

Work = Callable[[], Any]
Aside = Callable[[Work, Callable[[Any], None]], None]
"""Has work done that takes a while, and then hands what it gave, or its CompanionError, to whoever waits for it."""


@dataclass(frozen=True, slots=True)
class WorkDone:
    """Work that was done elsewhere, for whoever waits for it."""

    done: Callable[[Any], None]
    result: Any


def result_of(work: Work) -> Any:
    """What the work gives, or why it cannot be done."""
    try:
        return work()
    except CompanionError as error:
        return error


def here_and_now(work: Work, done: Callable[[Any], None]) -> None:
    done(result_of(work))


class Cameras(Protocol):
    """What looks at the table of the evening, and what people look through; that comes as `PageContext.seen`."""

    @property
    def mat_fits(self) -> bool:
        """False while another mat lies there than is played on."""

    def begin(self, session: Session[Any, Any]) -> None:
        """An evening begins, or is taken up again."""

    def leave(self) -> None:
        """The evening is over, or is left for later."""

    def choose(self, choice: CameraChoice) -> None:
        """What players want to look at the table."""

    def state(self) -> Row:
        """What looks at the table, for the pages."""

    def has_pictures(self) -> bool: ...

    def photo(self) -> bytes | None:
        """A picture of the table, as JPEG; None where no camera looks at it."""

    def snapshot(self) -> Callable[[], Any]:
        """What takes one picture of whatever lies there: its light, uint8, (height, width). It takes a while.

        It raises HardwareError where there is no camera.
        """

    def picture_size(self) -> tuple[int, int] | None:
        """How many pixels such a picture has across and down; None where that is not known."""

    def adopted(self, game: Game[Any, Any]) -> LabelSet | None:
        """The owner's own codes on this game's pieces."""

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


def _no_camera() -> Any:
    raise NoCameraError("No camera was found: plug one in, or bring the picture on a USB stick.")


class NoCameras:
    """Where nothing looks at the table."""

    mat_fits = True

    def begin(self, session: Session[Any, Any]) -> None: ...
    def leave(self) -> None: ...
    def choose(self, choice: CameraChoice) -> None: ...
    def state(self) -> Row:
        return Row(say("No camera is watching the table"), icon="camera-off")

    def has_pictures(self) -> bool:
        return False

    def photo(self) -> bytes | None:
        return None

    def snapshot(self) -> Callable[[], Any]:
        return _no_camera

    def picture_size(self) -> tuple[int, int] | None:
        return None

    def adopted(self, game: Game[Any, Any]) -> LabelSet | None:  # noqa: ARG002
        return None

    def look(self, game: Game[Any, Any], state: Any) -> None: ...
    def look_again(self) -> None: ...
    def look_through(self, camera: CameraAtHand) -> None: ...
    def look_away(self) -> None: ...
    def keep_lens(self) -> None: ...
    def printed(self, game: Game[Any, Any]) -> Mapping[Tag, Tag]:  # noqa: ARG002
        return {}

    def use_other_copy(self, game: Game[Any, Any]) -> None: ...
    def adopt(self, game: Game[Any, Any], tag: Tag, symbol_mm: float) -> None: ...


class Voice(Protocol):
    """What reads aloud."""

    def say(self, words: str, language: str) -> None:
        """Begins to read, and breaks off what it was reading; `language` is a code such as `et`."""

    def stop(self) -> None: ...


class NoVoice:
    """Where nothing can be heard."""

    def say(self, words: str, language: str) -> None: ...
    def stop(self) -> None: ...


class Strip(Protocol):
    """The lights round the mat."""

    def show(self, colours: Picture, share: float | None = None) -> None:
        """From now on; at this share of their brightness if not at the usual one."""


class NoStrip:
    """Where there are none."""

    def show(self, colours: Picture, share: float | None = None) -> None: ...


def nothing(*_: object) -> None:
    return None


def no_report(_session: Session[Any, Any] | None, _with_pictures: bool) -> Path:
    raise JournalError("A report can be written where there is a journal.")


@dataclass(frozen=True)
class Sticks:
    """`write` puts files onto one, `take_out` lets go of those that are in; `mounted` are their folders."""

    write: Callable[[Mapping[str, str | bytes]], Path] = write_to_stick
    mounted: Callable[[], Sequence[Path]] = sticks
    take_out: Callable[[], None] = take_out_sticks


@dataclass(frozen=True)
class Machine:
    """`think` is where searches are done, `aside` where pictures are looked at; `now` is wall time, `choose` gives a
    number below another by chance.

    `wires` are the settings' own, `buttons` and `lamps` what of them works: `show` lets the lamps follow a screen,
    `shine` lights one for a moment. `ring` lets a sound be heard, `voice` reads aloud, `brighten` sets the light of the
    display (0 to 1). `strip` are the lights round the mat, which lie as `strip_place` says if nobody told otherwise.
    Preferences that are `unavailable` have nothing here to work with, for the reason that is given. `report` writes a
    report of what has gone wrong in an evening, with the cameras' last pictures or without, and raises JournalError if
    it cannot. `club` is this table as one of a club's. `time_zones` are those that the machine can be put into,
    `label_sheets` writes a game's labels for so many players as files, those of its cards or not; None where that
    cannot be done here. `wrong` is
    what was found wrong while all this was connected.
    """

    cameras: Cameras = field(default_factory=NoCameras)
    think: Run = at_once
    aside: Aside = here_and_now
    now: Callable[[], Moment] = now
    choose: Callable[[int], int] = random_below
    buttons: Collection[str] = ()
    lamps: Collection[str] = ()
    wires: Sequence[Wire] = ()
    show: Callable[[Screen], None] = nothing
    shine: Callable[[str], None] = nothing
    ring: Callable[[str], None] = nothing
    voice: Voice = field(default_factory=NoVoice)
    brighten: Callable[[float], None] = nothing
    strip: Strip = field(default_factory=NoStrip)
    strip_place: StripPlace = NO_LIGHTS
    unavailable: Mapping[str, Text] = field(default_factory=dict)
    sticks: Sticks = field(default_factory=Sticks)
    report: Callable[[Session[Any, Any] | None, bool], Path] = no_report
    club: ClubTable | None = None
    time_zones: TimeZones | None = None
    label_sheets: Callable[[str, int, bool], Mapping[str, bytes]] | None = None
    shut_down: Callable[[], None] = nothing
    wrong: Sequence[Text] = ()
