"""Which camera an evening has: found once, never replaced, opened on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from benchmarks.watching.light import bands, lit
from companion.application import evening_cameras
from companion.application.evening_cameras import EveningCameras
from companion.cameras import sources
from companion.cameras.camera_reasons import SILENCES
from companion.cameras.sources import EveningCamera
from companion.cameras.table_watch import MatSeen, TableWatch, WatchedTable, WatchSilent, _Silences
from companion.config import Settings
from companion.core.game import Options
from companion.core.text import say
from companion.errors import HardwareError, NoCameraError
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.label_sets.piece_labels import opening_state
from companion.session.messages import Addressed, CameraChoice, Concern, Trouble, Unwatched, Watched
from companion.simulation.physical_table import PhysicalTable, table_camera
from hardware.camera import AttachedCamera, CameraSettings, Frame, FrameSource
from hardware.device import Device
from tests.session.toy_table import ToyTable
from tests.toy import GAME, LAYOUT
from tests.waiting import PATIENCE, until
from vision import worker
from vision.tracking.silence import WhySilent
from vision.worker import CameraBack, CameraEnded, CameraLost, VisionMessage

FIRST = next(iter(GAMES.values()))
OFF = Unwatched(say("The camera is off: play by touch."))
FRAME = Frame(np.zeros((40, 40), np.uint8), 0.0)


class Camera(Device):
    """Gives frames for ever, or until it is `cut`."""

    def __init__(self, name: str, cut: threading.Event) -> None:
        self.name, self._cut = name, cut

    def read(self) -> Frame | None:
        if self._cut.wait(0.001):
            raise HardwareError("The cable is out; plug it in.")
        return FRAME

    def close(self) -> None: ...


class Machine:
    """What is plugged in, what has been opened, and on which threads."""

    def __init__(self) -> None:
        self.attached: list[str] = []
        self.broken: set[str] = set()
        self.title_of: dict[str, str] = {}
        self.opened: list[str] = []
        self.threads: set[str] = set()
        self.cut = threading.Event()

    def list(self, _stopping: threading.Event) -> list[AttachedCamera]:
        self.threads.add(threading.current_thread().name)
        return [AttachedCamera(source, self.title_of.get(source, "")) for source in self.attached]

    def open(self, spec: str, _settings: CameraSettings, _stopping: threading.Event) -> FrameSource:
        self.threads.add(threading.current_thread().name)
        self.opened.append(spec)
        if spec in self.broken or spec not in self.attached:
            raise HardwareError(f"{spec} does not answer; check its cable.")
        return Camera(spec, self.cut)


def simulated() -> FrameSource:
    return Camera("simulated", threading.Event())


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    monkeypatch.setattr(sources, "attached_cameras", made.list)
    monkeypatch.setattr(sources, "CameraProcess", made.open)
    monkeypatch.setattr(worker, "RETRY_AFTER", 0.001)
    return made


def test_auto_takes_the_first_camera_that_can_be_opened(machine: Machine) -> None:
    machine.attached, machine.broken = ["pi", "webcam:2"], {"pi"}
    camera = EveningCamera("auto", Settings(), simulated)

    with camera.open():
        assert "webcam:2" == camera.source


@pytest.mark.parametrize(
    ("chosen", "taken"),
    [
        ("webcam:2 C920", "webcam:2"),
        ("webcam:4 C920", "webcam:0"),  # it has another number since
        ("webcam:1 Nobody's", "pi"),  # gone
        ("pi Camera Module 2", "pi"),  # another one hangs there now: it is the first all the same
        ("", "pi"),
    ],
)
def test_of_several_cameras_the_chosen_one_is_taken(machine: Machine, chosen: str, taken: str) -> None:
    """A number after `webcam:` is the order of plugging in; people choose by the camera's name."""
    machine.attached = ["pi", "webcam:0", "webcam:2"]
    machine.title_of = {"pi": "Camera Module 3", "webcam:0": "C920", "webcam:2": "C920"}
    camera = EveningCamera("auto", Settings(), simulated, chosen=chosen)

    with camera.open():
        assert taken == camera.source


def test_a_camera_that_is_lost_is_never_replaced(machine: Machine) -> None:
    """Not by another one, and never by the simulated table."""
    machine.attached = ["pi", "webcam:0"]
    camera = EveningCamera("auto", Settings(), simulated)
    camera.open()
    machine.broken.add("pi")

    with pytest.raises(HardwareError, match="pi does not answer"):
        camera.open()
    assert ["pi", "pi"] == machine.opened


def test_without_any_camera_that_is_said_and_nothing_is_simulated(machine: Machine) -> None:
    with pytest.raises(NoCameraError, match="plug one in"):
        EveningCamera("auto", Settings(), simulated).open()


def test_a_camera_that_is_there_and_does_not_answer_is_not_no_camera(machine: Machine) -> None:
    machine.attached, machine.broken = ["pi"], {"pi"}

    with pytest.raises(HardwareError, match="pi does not answer") as failure:
        EveningCamera("auto", Settings(), simulated).open()
    assert not isinstance(failure.value, NoCameraError)


def test_a_lost_camera_is_found_and_opened_again_on_its_own_thread(machine: Machine) -> None:
    """The thread that draws must not wait for drivers: it would be frozen for seconds."""
    machine.attached = ["pi"]
    said: SimpleQueue[VisionMessage] = SimpleQueue()
    watch = TableWatch(WatchedTable(GAME, LAYOUT, Settings(), simulated), ("auto",), said.put)
    machine.cut.set()
    lost = said.get(timeout=PATIENCE)
    machine.cut.clear()
    back = said.get(timeout=PATIENCE)
    watch.stop()
    watch.join()

    assert (CameraLost("The cable is out; plug it in."), CameraBack()) == (lost, back)
    assert {"vision"} == machine.threads
    assert {"pi"} == set(machine.opened)


def nothing_is_simulated() -> FrameSource:
    raise AssertionError("nobody asked for a simulated table")


@pytest.mark.parametrize(("source", "ends"), [("webcam:0", False), ("pi", False), ("folder:pictures", True)])
def test_only_recorded_pictures_come_to_an_end(monkeypatch: pytest.MonkeyPatch, source: str, ends: bool) -> None:
    """A real camera that gives no more is lost, and is asked again."""

    class Over(Device):
        def read(self) -> Frame | None:
            return None

        def close(self) -> None: ...

    monkeypatch.setattr(sources, "CameraProcess", lambda *_: Over())
    monkeypatch.setattr(worker, "RETRY_AFTER", 0.001)
    said: SimpleQueue[VisionMessage] = SimpleQueue()
    watch = TableWatch(WatchedTable(GAME, LAYOUT, Settings(), simulated), (source,), said.put)
    first = said.get(timeout=PATIENCE)
    watch.stop()
    watch.join()

    assert isinstance(first, CameraEnded if ends else CameraLost)


def test_a_lens_that_is_covered_is_said_with_what_to_do_until_there_is_light(
    machine: Machine, evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten pictures a second by the camera's own clock; the lens is covered for the seconds from 1 to 9."""
    pictures = [Frame(np.full((40, 40), 0 if 10 <= n < 90 else 100 + n % 2, np.uint8), n / 10) for n in range(100)]
    held = threading.Event()

    class Covered(Device):
        def read(self) -> Frame | None:
            if not pictures:
                held.wait()
            return pictures.pop(0)

        def close(self) -> None: ...

    monkeypatch.setattr(sources, "CameraProcess", lambda *_: Covered())
    monkeypatch.setattr(worker, "RETRY_AFTER_AT_MOST", 0.001)
    machine.attached = ["pi"]
    table, cameras = evening()
    said = [table.told.get(timeout=PATIENCE) for _ in range(3)]
    cameras.let_go()
    pictures.append(FRAME)
    held.set()

    black = "The camera sees nothing. The picture is black: take the cap off the lens, or make light."
    assert [black, Watched(), Trouble(None, Concern.CAMERA)] == [str(said[0].what), *said[1:]]


class Table:
    """The composition's part of an application: one evening, and what its session is told."""

    def __init__(self) -> None:
        self.preferences = dict[str, str]()
        self.store: Any = SimpleNamespace(folder=None, prefer=self.prefer, preferences=self.preferences.copy)
        self.shown: SimpleQueue[Any] = SimpleQueue()
        self.told: SimpleQueue[Any] = SimpleQueue()
        self.session = type(
            "Evening",
            (),
            {"history": type("History", (), {"game": GAME, "state": None, "id": "7", "known_places": ()})},
        )

    def prefer(self, name: str, value: str) -> None:
        self.preferences[name] = value

    def post(self, message: object) -> None:
        """What is for the session, and what is for a page."""
        if isinstance(message, Addressed):
            assert message.session is self.session
            self.told.put(message.message)
        else:
            self.shown.put(message)

    def cameras(self) -> EveningCameras:
        return EveningCameras(Settings(), self.store, self.post, ("auto",))


@pytest.fixture
def evening(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], tuple[Table, EveningCameras]]]:
    """Begins an evening without a camera."""
    begun: list[EveningCameras] = []
    monkeypatch.setattr(GAME, "layout", lambda _: LAYOUT, raising=False)
    monkeypatch.setattr(evening_cameras, "_self_playing_table", lambda *_: nothing_is_simulated)

    def begin() -> tuple[Table, EveningCameras]:
        table = Table()
        cameras = table.cameras()
        begun.append(cameras)
        cameras.begin(table.session)  # type: ignore[arg-type]
        assert Watched() == table.told.get(timeout=PATIENCE)
        return table, cameras

    yield begin
    for cameras in begun:
        cameras.close()


class TestNoCamera:
    def test_it_is_played_by_touch_and_a_camera_is_found_when_it_is_plugged_in(
        self, evening: Any, machine: Machine
    ) -> None:
        table, cameras = evening()
        assert Unwatched(say("No camera: play by touch.")) == table.told.get(timeout=PATIENCE)

        machine.attached = ["pi"]
        assert Watched() == table.told.get(timeout=PATIENCE)
        assert ["pi"] == machine.opened
        cameras.choose(CameraChoice.NONE)
        assert OFF == table.told.get(timeout=PATIENCE)

    def test_what_was_the_matter_with_a_camera_ends_when_it_is_switched_off(
        self, evening: Any, machine: Machine
    ) -> None:
        table, cameras = evening()
        unwatched = table.told.get(timeout=PATIENCE)
        machine.attached = ["pi"]
        assert [Unwatched, Watched] == [type(unwatched), type(table.told.get(timeout=PATIENCE))]
        machine.cut.set()
        lost = table.told.get(timeout=PATIENCE)
        cameras.choose(CameraChoice.NONE)

        assert "The camera sees nothing. The cable is out; plug it in." == str(lost.what)
        assert [Trouble(None, Concern.CAMERA), OFF] == [table.told.get(timeout=PATIENCE) for _ in range(2)]

    def test_an_evening_that_is_taken_up_after_a_restart_is_played_by_touch_as_before(
        self, evening: Any, machine: Machine
    ) -> None:
        table, cameras = evening()
        table.told.get(timeout=PATIENCE)
        cameras.choose(CameraChoice.NONE)
        cameras.close()
        machine.attached = ["pi"]
        cameras = table.cameras()
        cameras.begin(table.session)
        cameras.choose(CameraChoice.LOOK_AGAIN)
        cameras.close()

        assert [OFF, OFF, Watched()] == [table.told.get(timeout=PATIENCE) for _ in range(3)]

    def test_looking_again_says_again_what_it_finds(self, evening: Any) -> None:
        table, cameras = evening()
        table.told.get(timeout=PATIENCE)
        cameras.choose(CameraChoice.LOOK_AGAIN)

        assert [Watched(), Unwatched(say("No camera: play by touch."))] == [
            table.told.get(timeout=PATIENCE) for _ in range(2)
        ]


def frame_over(players: int) -> Frame:
    """The mat of the first game for so many players, and nothing on it."""
    layout = FIRST.layout(opening_state(FIRST, players))
    with table_camera(PhysicalTable(FIRST, layout), lambda: (), None, (2304, 1296)) as camera:
        frame = camera.read()
    assert frame is not None
    return frame


def test_another_mat_is_told_while_an_evening_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not on the camera's page alone. When the right one lies there, that is told as well."""
    two, five = frame_over(2), frame_over(5)
    frames = [replace(five if number < 6 else two, taken_at=number / 2) for number in range(20)]

    class Table(Device):
        def read(self) -> Frame | None:
            return frames.pop(0) if frames else None

        def close(self) -> None: ...

    monkeypatch.setattr(sources, "CameraProcess", lambda *_: Table())
    watched = WatchedTable(FIRST, FIRST.layout(opening_state(FIRST, 2)), Settings(), simulated)
    said: list[object] = []
    watch = TableWatch(watched, ("folder:pictures",), said.append)
    watch.threads[0].join(PATIENCE)

    assert [MatSeen(fits=False), MatSeen(fits=True)] == [each for each in said if isinstance(each, MatSeen)]


def test_another_mat_is_said_to_the_players_until_the_right_one_lies_there(evening: Any) -> None:
    table, cameras = evening()
    table.told.get(timeout=PATIENCE)
    for said in (MatSeen(fits=False), CameraBack(), MatSeen(fits=True)):
        cameras._hear(said, table.told.put)

    told = [each for _ in range(4) if isinstance(each := table.told.get(timeout=PATIENCE), Trouble)]
    assert [True, True, False] == [trouble.what is not None for trouble in told]
    assert str(told[0].what).startswith("The mat on the table is another one.")
    assert cameras.mat_fits


def test_the_camera_that_is_chosen_in_the_midst_of_an_evening_watches_it_from_then_on(
    evening: Any, machine: Machine
) -> None:
    """People look through one camera, touch another one's name, and go back to the table."""
    machine.attached, machine.title_of = ["pi", "webcam:2"], {"pi": "Camera Module 3", "webcam:2": "C920"}
    table, cameras = evening()
    cameras.look(FIRST, FIRST.initial_state(Options(("Ann", "Ben"))))
    seen = table.shown.get(timeout=PATIENCE)
    assert [("pi", True), ("webcam:2", False)] == [(each.source, each.looks) for each in seen.cameras]
    machine.opened.clear()
    cameras.look_through(seen.cameras[1])
    seen = next(each for each in iter(lambda: table.shown.get(timeout=PATIENCE), None) if each.cameras[1].looks)
    assert "webcam:2" == seen.camera
    cameras.look_away()
    until(lambda: len(machine.opened) >= 2, "the camera to be opened again")

    assert ["webcam:2", "webcam:2"] == machine.opened, "once to look through it, once to watch the evening"


def test_a_watcher_that_can_tell_nothing_is_said_to_the_players_with_what_to_do_until_it_can(evening: Any) -> None:
    table, cameras = evening()
    table.told.get(timeout=PATIENCE)
    for silence in (WatchSilent(WhySilent.UNSTEADY_LIGHT), WatchSilent(None)):
        cameras._hear(silence, table.told.put)

    flickers, well = (table.told.get(timeout=PATIENCE) for _ in range(2))
    assert [Concern.CAMERA, True] == [flickers.concern, flickers.lasts]
    assert str(flickers.what).startswith("The light flickers too much for the camera to follow the table: set mains")
    assert Trouble(None, Concern.CAMERA) == well


def test_another_mat_is_said_again_when_a_silence_is_over(evening: Any) -> None:
    table, cameras = evening()
    table.told.get(timeout=PATIENCE)
    for said in (MatSeen(fits=False), WatchSilent(WhySilent.IN_MOTION), WatchSilent(None)):
        cameras._hear(said, table.told.put)

    mat, _, again = (table.told.get(timeout=PATIENCE).what for _ in range(3))
    assert mat == again


@pytest.mark.parametrize("why", WhySilent)
def test_every_cause_of_silence_is_one_sentence_with_what_to_do(why: WhySilent) -> None:
    what, to_do = str(SILENCES[why]).split(": ")

    assert what
    assert [to_do.endswith("."), 1] == [True, to_do.count(".")]


def test_while_one_of_two_cameras_can_tell_no_silence_is_said() -> None:
    """The second one has not given a picture yet."""
    said: list[object] = []
    silences = _Silences(2, said.append)
    dark, mat = WatchSilent(WhySilent.DARK), MatSeen(fits=True)
    for camera, each in ((0, WatchSilent(None)), (0, mat), (0, dark), (1, WatchSilent(None)), (1, dark), (0, dark)):
        silences.hear(camera, each)

    assert [mat, dark, WatchSilent(None), dark] == said


def test_a_lamp_that_flickers_over_the_mat_is_told_on_the_evenings_screen(
    evening: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From the pictures through the real tracker to the screen, within five seconds; four pictures a second."""
    still, flicker = frame_over(2), bands(0.6, 9.7)
    frames = [replace(still, taken_at=number / 4) for number in range(24)]
    frames = [lit(frame, n, flicker) if n > 3 else frame for n, frame in enumerate(frames)]

    class Flickering(Device):
        def read(self) -> Frame | None:
            return frames.pop(0) if frames else None

        def close(self) -> None: ...

    monkeypatch.setattr(sources, "CameraProcess", lambda *_: Flickering())
    watched = WatchedTable(FIRST, FIRST.layout(opening_state(FIRST, 2)), Settings(), simulated)
    said: list[object] = []
    TableWatch(watched, ("folder:pictures",), said.append).threads[0].join(PATIENCE)
    (silence,) = (each for each in said if isinstance(each, WatchSilent))
    _, cameras = evening()
    with JournalStore(tmp_path / "journal.db") as store:
        table = ToyTable(store)
        cameras._hear(silence, table.session.handle)

        assert SILENCES[WhySilent.UNSTEADY_LIGHT] == table.notice.heading
