"""The cameras of an evening, and of the pages beside it: who looks at which table, and what is said of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from companion.cameras.camera_reasons import SILENCES, reason_in_words
from companion.cameras.learnt_faces import with_usual_faces
from companion.cameras.sources import AUTO, SIMULATOR, EveningCamera, one_picture, remembered
from companion.cameras.table_eye import TableEye
from companion.cameras.table_watch import MatSeen, TableWatch, WatchedTable, WatchSilent
from companion.config import Settings
from companion.core.camera_view import CameraAtHand, CameraView, NoView
from companion.core.game import Game
from companion.core.page_parts import Row
from companion.core.screen import Do, Tone
from companion.core.table import DiceThrown, TableLayout, Tag
from companion.core.text import Text, say
from companion.core.zones import CornersOnly
from companion.errors import CompanionError, JournalError
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.label_sets.label_set import LabelSet, other_copy, printed_tags, read_label_set, usual_label_file
from companion.label_sets.piece_labels import opening_state
from companion.optional import installed
from companion.pages.page_context import BY_TOUCH, CHOSEN_CAMERA, chosen_camera, has_corners_only
from companion.session.game_history import GameHistory
from companion.session.messages import Addressed, CameraChoice, Concern, Trouble, Unwatched, Watched
from companion.session.session import Session
from hardware.camera import AttachedCamera, Frame, FrameSource
from hardware.image_files import as_jpeg
from vision.arrays import Luma
from vision.worker import JOIN_AFTER, CameraBack, CameraEnded, CameraLost, VisionMessage

logger = logging.getLogger(__name__)

PHOTO_WIDTH = 1600
"""Pixels at most of the picture of a table that is kept with its evening."""

ANOTHER_MAT = say(
    "The mat on the table is another one. Lay this game's mat for as many as play, or tape the corners as far apart as"
    " its page says."
)


class EveningCameras:
    """What looks at the table of the evening that is being played; on the UI thread, which it never keeps waiting.

    Where no camera is found the evening is played by touch. Nothing is simulated unless a source says so by name.
    """

    def __init__(
        self, settings: Settings, store: JournalStore, post: Callable[[object], None], sources: Sequence[str]
    ) -> None:
        self._settings, self._store, self._post, self._sources = settings, store, post, sources
        self._session: Session[Any, Any] | None = None
        self._watch: TableWatch | None = None
        self._looking: Sequence[str] = ()
        """The sources that look at the table of the evening; none where it is played by touch."""
        self._is_troubled = False
        """Whether a camera's trouble is being said."""
        self._eye = TableEye(sources, self._show)
        self._looked_at: list[tuple[Game[Any, Any], Any]] = []
        """What the open pages look at, the topmost last."""
        self._state = Row(say("the camera is not watching yet"), icon="camera")
        self.mat_fits = True
        """False while another mat lies before the camera than the one that is played on."""

    def begin(self, session: Session[Any, Any]) -> None:
        """An evening begins, or is taken up again as people played it."""
        self._session = session
        if self._store.preferences().get(BY_TOUCH) == session.history.id:
            self._play_by_touch(session)
        else:
            self._start(self._sources)

    def leave(self) -> None:
        """The evening is over, or is left for later."""
        self.stop()
        self._session, self._looking = None, ()

    def choose(self, choice: CameraChoice) -> None:
        """What players want to look at the table."""
        self.stop()
        session = self._session
        assert session is not None, "players choose in an evening"
        by_touch = choice is CameraChoice.NONE
        if by_touch:
            self._play_by_touch(session)
        else:
            self._start(self._sources)
        self._store.prefer(BY_TOUCH, session.history.id if by_touch else "")

    def _play_by_touch(self, session: Session[Any, Any]) -> None:
        post = self._post_to(session)
        self._looking = ()
        self._state = Row(say("played by touch"), icon="hand-finger")
        self._forget_trouble(post)
        post(Unwatched(say("The camera is off: play by touch.")))

    def look(self, game: Game[Any, Any], state: Any) -> None:
        """People look through the camera; the evening's own watch lets go of it."""
        self._looked_at.append((game, state))
        try:
            self.look_again()
        except CompanionError:
            self._looked_at.pop()
            raise

    def look_again(self) -> None:
        self.stop()
        game, state = self._looked_at[-1]
        settings = self._settings
        adopted = self.adopted(game)

        def simulated() -> FrameSource:
            with installed("simulation"):
                from companion.simulation.physical_table import still_camera
            return still_camera(game, state, adopted)

        earlier = () if self._watch is None else self._watch.threads
        chosen = chosen_camera(self._store)
        self._eye.begin(WatchedTable(game, self._layout(game, state), settings, simulated, adopted, chosen), earlier)

    def look_through(self, camera: CameraAtHand) -> None:
        """Where the settings leave it to what is plugged in, the choice is kept and holds for evenings too."""
        if tuple(self._sources) == (AUTO,):
            chosen = remembered(AttachedCamera(camera.source, str(camera.title)))
            self._store.prefer(CHOSEN_CAMERA, chosen)
        else:
            self._eye.source = camera.source
        self.look_again()

    def look_away(self) -> None:
        """What was looked at before is so again; after the last page, the evening has its camera back."""
        self._looked_at.pop()
        if self._looked_at:
            self.look_again()
            return
        self._eye.end()
        self.stop()
        if self._session is not None and self._looking:
            self._start(self._looking)

    def _post_to(self, session: Session[Any, Any]) -> Callable[[object], None]:
        """Takes messages for this session from any thread; those that come when it is over are dropped."""
        return lambda message: self._post(Addressed(session, message))

    def _show(self, seen: CameraView | NoView) -> None:
        """What people see through the camera; on its thread."""
        self._post(seen)

    def keep_lens(self) -> None:
        self._eye.keep_lens(self._settings.camera.lens_profiles)

    def printed(self, game: Game[Any, Any]) -> Mapping[Tag, Tag]:
        return printed_tags(game, self.adopted(game))

    def use_other_copy(self, game: Game[Any, Any]) -> None:
        other_copy(self._kept_label_file(game), game)
        self.look_again()

    def adopt(self, game: Game[Any, Any], tag: Tag, symbol_mm: float) -> None:
        self._eye.adopt(self._kept_label_file(game), game, tag, symbol_mm)

    def _kept_label_file(self, game: Game[Any, Any]) -> Path:
        path = self._label_file(game)
        if path is None:
            raise JournalError("Nothing is kept tonight: there is no folder for the journal.")
        return path

    def _layout(self, game: Game[Any, Any], state: Any) -> TableLayout:
        """The game's mat, or what is left of it where only its corners are taped onto the table."""
        layout = game.layout(state)
        return CornersOnly(layout) if has_corners_only(self._store) else layout

    def adopted(self, game: Game[Any, Any]) -> LabelSet | None:
        """The owner's own codes on this game's pieces."""
        path = self._label_file(game)
        named = game.name in self._settings.labels
        return read_label_set(path, game) if path is not None and (named or path.exists()) else None

    def _label_file(self, game: Game[Any, Any]) -> Path | None:
        """The owner's codes: in the file that the settings name, else in the usual one beside the journal."""
        folder = self._store.folder
        usual = None if folder is None else usual_label_file(folder, game.name)
        return self._settings.labels.get(game.name, usual)

    def snapshot(self) -> Callable[[], Luma]:
        """The newest picture of the evening's camera; without an evening the camera is opened for one."""
        if (frames := self.latest()) and self._session is not None:
            return lambda: frames[0].image
        threads = (*(() if self._watch is None else self._watch.threads), *self._eye.threads)
        camera = EveningCamera(self._sources[0], self._settings, self._opening_table, chosen=chosen_camera(self._store))

        def taken() -> Luma:
            for thread in threads:  # Whoever had the camera before lets go of it.
                thread.join(JOIN_AFTER)
            return one_picture(camera)

        return taken

    def picture_size(self) -> tuple[int, int] | None:
        return self._settings.camera.size

    def _opening_table(self) -> FrameSource:
        """What a simulated camera sees while nobody plays."""
        with installed("simulation"):
            from companion.simulation.physical_table import still_camera
        game = next(iter(GAMES.values()))
        return still_camera(game, opening_state(game, min(game.players)))

    def state(self) -> Row:
        """What looks at the table, for the pages."""
        return self._state

    def latest(self) -> list[Frame]:
        """The newest frame of each camera."""
        return [] if self._watch is None else self._watch.latest

    def has_pictures(self) -> bool:
        return bool(self.latest())

    def photo(self) -> bytes | None:
        """The first camera's newest picture as JPEG, not too large to be kept with an evening."""
        for frame in self.latest()[:1]:
            fewer = -(-frame.image.shape[1] // PHOTO_WIDTH)
            return as_jpeg(frame.image[::fewer, ::fewer])
        return None

    def progress(self) -> dict[str, int]:
        """How far each camera's thread is."""
        return {} if self._watch is None else self._watch.progress()

    def stop(self) -> None:
        """The table is not looked at, or otherwise."""
        if self._watch is not None:
            self._watch.stop()

    def let_go(self) -> None:
        """Nothing is looked at any more; waits for nothing."""
        self.stop()
        self._eye.end()

    def close(self, patience: float = JOIN_AFTER) -> None:
        """Nothing is looked at any more, and the cameras are let go of if that takes no longer than so many seconds."""
        self.let_go()
        self._eye.join(patience / 2)
        if self._watch is not None:
            self._watch.join(patience / 2)

    def _start(self, sources: Sequence[str]) -> None:
        session = self._session
        assert session is not None, "nobody looks before an evening has begun"
        history, post = session.history, self._post_to(session)
        adopted = self.adopted(history.game)
        table = WatchedTable(
            history.game,
            self._layout(history.game, history.state),
            with_usual_faces(self._settings, self._store.folder, history.game.name),
            _self_playing_table(history, post, adopted),
            adopted,
            chosen_camera(self._store),
            history.known_places,
        )
        self._looking, self.mat_fits = sources, True
        if SIMULATOR in sources:
            self._state = Row(say("simulated table"), icon="device-desktop", tone=Tone.ATTENTION)
        self._forget_trouble(post)
        post(Watched())
        earlier = (*(() if self._watch is None else self._watch.threads), *self._eye.threads)
        self._watch = TableWatch(table, sources, lambda said: self._hear(said, post), earlier)

    def _forget_trouble(self, post: Callable[[object], None]) -> None:
        """What was the matter with the camera is so no longer."""
        if self._is_troubled:
            self._is_troubled = False
            post(Trouble(None, Concern.CAMERA))

    def _hear(self, said: VisionMessage | MatSeen | DiceThrown | WatchSilent, post: Callable[[object], None]) -> None:
        """What the cameras say, as the session takes it; on their threads."""
        self._state = _camera_state(said) or self._state
        match said:
            case CameraLost(_, is_there=False):
                post(Unwatched(say("No camera: play by touch.")))
            case CameraLost(reason):
                self._trouble(say("The camera sees nothing. {reason}", reason=reason_in_words(reason)), post)
            case WatchSilent(why) if why is not None:
                self._trouble(SILENCES[why], post)
            case CameraBack() | WatchSilent() if not self.mat_fits:
                self._trouble(ANOTHER_MAT, post)
            case CameraBack() | MatSeen(True):
                self.mat_fits = True
                post(Watched())
                self._forget_trouble(post)
            case WatchSilent():
                self._forget_trouble(post)
            case MatSeen():
                self.mat_fits = False
                self._trouble(ANOTHER_MAT, post)
            case CameraEnded():
                self._trouble(say("The recorded pictures are at their end."), post)
            case _:
                post(said)

    def _trouble(self, what: Text, post: Callable[[object], None]) -> None:
        self._is_troubled = True
        post(Trouble(what, Concern.CAMERA, lasts=True))


def _camera_state(said: VisionMessage | MatSeen | DiceThrown | WatchSilent) -> Row | None:
    """What a camera's message says of it; None where it says nothing new."""
    match said:
        case CameraLost(_, is_there=False):
            return Row(say("no camera found"), icon="hand-finger")
        case CameraLost():
            return Row(say("the camera sees nothing"), icon="camera-off", tone=Tone.BAD)
        case MatSeen(False):
            return Row(say("another mat lies there"), icon="layout-grid", tone=Tone.BAD)
        case WatchSilent(why) if why is not None:
            return Row(say("the camera cannot follow the table"), icon="camera-off", tone=Tone.BAD)
        case CameraBack() | MatSeen() | WatchSilent():
            return Row(say("the camera sees the table"), icon="camera-check", tone=Tone.GOOD)
        case CameraEnded():
            return Row(say("the recorded pictures are at their end"), icon="camera-off")
        case _:
            return None


def _self_playing_table(
    history: GameHistory[Any, Any], touch: Callable[[Do], None], adopted: LabelSet | None
) -> Callable[[], FrameSource]:
    """Opens cameras over a simulated table that plays by itself."""

    @cache  # one table for all cameras, laid out when it is first looked at
    def table() -> Callable[[], FrameSource]:
        with installed("simulation"):
            from companion.simulation.self_play import self_playing_table
        return self_playing_table(history, touch, adopted)

    def opened() -> FrameSource:
        return table()()

    return opened
