"""What is wired to the machine: each part works or fails by itself, and only what works is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.application.application import Application
from companion.application.bootstrap import with_devices
from companion.application.presses import Held
from companion.config import Settings
from companion.core.page_parts import Row
from companion.core.pages import ListPage
from companion.core.screen import Touched
from companion.core.text import ENGLISH
from companion.journal.store import JournalStore
from companion.pages.hardware_test import HardwareTest
from companion.pages.machine import Machine
from companion.pages.settings import HouseSettings
from hardware.backlight import Backlight
from hardware.sound import Sound
from hardware.voice import PiperVoice
from tests.ui.samples import SMALL
from ui.inbox import Inbox

Connected = Callable[[Settings], Application]
SILENT = "No sound card is there; plug in a loudspeaker by USB, or a screen that has one."
BRIGHTNESS, SOUND = "Brightness", "Sound of the clock"


@pytest.fixture
def lamp(tmp_path: Path) -> Path:
    """The display's."""
    lamp = tmp_path / "backlight" / "10-0045"
    lamp.mkdir(parents=True)
    (lamp / "max_brightness").write_text("255", encoding="ascii")
    (lamp / "brightness").write_text("7", encoding="ascii")
    return lamp


@pytest.fixture
def sound(tmp_path: Path) -> Sound:
    (tmp_path / "cards").write_text(" 0 [Headphones     ]: bcm2835\n", encoding="ascii")
    (tmp_path / "pcmC0D0p").touch()
    return Sound("true", tmp_path / "cards", tmp_path)


@pytest.fixture
def connected(tmp_path: Path, lamp: Path, sound: Sound, pins: Any) -> Iterator[Connected]:
    """The companion with a display that dims, a sound card, and whatever the settings say is on the pins."""
    with JournalStore(tmp_path / "journal.db") as store, ExitStack() as closing:

        def connect(settings: Settings) -> Application:
            inbox, backlight = Inbox(), Backlight(lamp.parent)
            voice = PiperVoice(tmp_path, espeak="true")
            machine = with_devices(
                Machine(), settings, inbox.post, closing, sound=sound, voice=voice, backlight=backlight
            )
            return Application(settings, store, lambda _: None, ENGLISH, machine=machine, inbox=inbox)

        yield connect


def rows(page: ListPage) -> list[Row]:
    return [row for group in page.groups for row in group.rows]


def greyed(application: Application) -> dict[str, str]:
    """What of the settings cannot be touched, and why."""
    groups = HouseSettings(application.context).view().groups
    return {str(group.title): str(row.why_not) for group in groups for row in group.rows if row.intent is None}


def test_lamps_on_pins_that_fail_leave_sound_brightness_and_buttons_alone(
    connected: Connected, lamp: Path, sound: Sound
) -> None:
    application = connected(Settings(buttons={"pass": 17}, lamps={"turn": 99}))

    assert sound.play == application.context.machine.ring
    assert "255" == (lamp / "brightness").read_text(encoding="ascii")
    assert ["pass"] == list(application.context.machine.buttons)
    assert ["cannot use pin 99" in str(wrong) for wrong in application.found_wrong] == [True]


def test_lamps_that_failed_are_not_offered_to_be_tried(connected: Connected) -> None:
    failed = connected(Settings(lamps={"turn": 99}))
    lit = connected(Settings(lamps={"turn": 5}))

    tried = [
        [row.intent for row in rows(HardwareTest(each.context).view()) if row.intent == Touched("lamp", "turn")]
        for each in (failed, lit)
    ]
    assert [[], [Touched("lamp", "turn")]] == tried


def test_brightness_and_sound_are_offered_where_they_work(connected: Connected) -> None:
    assert {} == greyed(connected(Settings()))


def test_what_cannot_read_aloud_for_want_of_a_program_says_which(tmp_path: Path, sound: Sound) -> None:
    with ExitStack() as closing:
        voice, backlight = PiperVoice(tmp_path, espeak="none", piper="none"), Backlight(tmp_path)
        machine = with_devices(Machine(), Settings(), print, closing, sound=sound, voice=voice, backlight=backlight)

    assert "espeak-ng" in str(machine.unavailable["read aloud"])
    assert "sound" not in machine.unavailable


def test_brightness_and_sound_are_grey_with_their_reason_without_a_lamp_or_a_card(tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store, ExitStack() as closing:
        nothing = tmp_path / "nothing"
        sound, voice, backlight = Sound("true", nothing), PiperVoice(nothing, espeak="true"), Backlight(nothing)
        machine = with_devices(Machine(), Settings(), print, closing, sound=sound, voice=voice, backlight=backlight)
        application = Application(Settings(), store, lambda _: None, ENGLISH, machine=machine)

        assert {
            BRIGHTNESS: "This display cannot be dimmed from here; it may have a button for it.",
            SOUND: SILENT,
            "Read aloud": SILENT,
        } == greyed(application)
        tried = rows(HardwareTest(application.context).view())
        assert {"Loudspeaker", "Display"} <= {str(row.title) for row in tried if row.why_not}
        application.window.open(SMALL)
        for page in (HouseSettings(application.context), HardwareTest(application.context)):
            application.window.show(page.view())
            assert SILENT in " ".join(application.window.view.words())
        application.window.close()


def test_a_button_that_must_be_held_is_counted_down(connected: Connected, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock of the window; who lets go too early sees it end."""
    application = connected(Settings(buttons={"undo": 27}))
    said: list[str] = []
    beats: list[Callable[[], None]] = []

    def every(_seconds: float, beat: Callable[[], None]) -> Callable[[], None]:
        beats.append(beat)
        return lambda: said.append("over")

    monkeypatch.setattr(application.window, "hint", lambda what: said.append(str(what)))
    monkeypatch.setattr(application.window, "drop_hint", lambda: said.append("dropped"))
    monkeypatch.setattr(application.window, "every", every)
    application.handle(Held("undo", is_down=True))
    for _ in range(4):
        beats[0]()
    application.handle(Held("undo", is_down=False))

    counted = [f"Undo: keep holding, {count}" for count in (4, 3, 2, 1)]
    assert [*counted, "over", "over", "dropped"] == said


def test_a_sound_that_fails_is_said_on_the_screen(
    connected: Connected, sound: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = connected(Settings())
    said: list[object] = []
    monkeypatch.setattr(application.window, "hint", said.append)
    sound.failed("aplay: audio open error")
    application.inbox._drain(0.0)

    assert ["The sound was not heard (aplay: audio open error); check the loudspeaker."] == list(map(str, said))
