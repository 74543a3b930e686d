"""The environment the window starts in, and the whole application in a process of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ui.window import has_display, on_console, set_environment


@pytest.fixture
def connectors(tmp_path: Path) -> Path:
    (tmp_path / "card1-HDMI-A-1").mkdir()
    (tmp_path / "card1-HDMI-A-1" / "status").write_text("disconnected\n")
    return tmp_path


def plug_in(connectors: Path) -> None:
    (connectors / "card1-HDMI-A-1" / "status").write_text("connected\n")


def test_without_any_display_the_window_is_kept_in_memory(connectors: Path) -> None:
    environment: dict[str, str] = {}
    set_environment(environment, connectors)
    assert "offscreen" == environment["SDL_VIDEODRIVER"]
    assert not has_display({}, connectors)


def test_on_the_bare_console_the_plugged_in_screen_is_used(connectors: Path) -> None:
    plug_in(connectors)
    environment: dict[str, str] = {}
    set_environment(environment, connectors)
    assert "kmsdrm" == environment["SDL_VIDEODRIVER"]
    assert "0" == environment["SDL_TOUCH_MOUSE_EVENTS"], "a tap is one tap"
    assert has_display({}, connectors)


@pytest.mark.parametrize("session", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_in_a_desktop_session_sdl_chooses(connectors: Path, session: str) -> None:
    environment = {session: "0"}
    set_environment(environment, connectors)
    assert "SDL_VIDEODRIVER" not in environment
    assert has_display({session: "0"}, connectors)


def test_what_is_set_already_stands(connectors: Path) -> None:
    environment = {"SDL_VIDEODRIVER": "x11", "KIVY_NO_ARGS": "0"}
    set_environment(environment, connectors)
    assert ("x11", "0") == (environment["SDL_VIDEODRIVER"], environment["KIVY_NO_ARGS"])


def test_touchscreens_are_read_by_us_on_the_console_alone() -> None:
    assert on_console({"SDL_VIDEODRIVER": "kmsdrm"})
    assert not on_console({})
    assert not on_console({"SDL_VIDEODRIVER": "offscreen"})


RUN = """
import sys
sys.argv = ["companion", "--size", "nonsense"]
from companion.core.text import ENGLISH
from ui.app import CompanionApp
from tests.ui.samples import evening

ticks, frames = [], []
app = CompanionApp(print, ENGLISH)
app.show(evening())

def tick():
    ticks.append(1)
    frames.append(app.frames)
    app.ask_for_frame()
    if len(ticks) == 5:
        app.stop()

app.every(0.05, tick)
app.run((800, 480))
app.close()
# What stands still is drawn again when it is asked for.
print(len(ticks) >= 5, frames[-1] >= frames[0] + 3, sys.argv)
"""


def python(source: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", source],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_it_runs_calls_back_and_stops_and_leaves_the_command_line_alone() -> None:
    done = python(RUN)
    assert (0, "True True ['companion', '--size', 'nonsense']\n") == (done.returncode, done.stdout), done.stderr


OPEN = """
from companion.core.text import ENGLISH
from ui.app import CompanionApp

CompanionApp(print, ENGLISH).open((800, 480))
"""


def test_a_window_that_cannot_be_opened_is_one_clear_sentence() -> None:
    done = python(OPEN, SDL_VIDEODRIVER="nonsense")
    assert 1 == done.returncode
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("companion.errors.HardwareError: no window could be opened with the video driver 'nonsense'")


SMALL_DESKTOP = """
from companion.core.text import ENGLISH
from ui.app import CompanionApp
from tests.ui.samples import evening

app = CompanionApp(print, ENGLISH)
app.show(evening())
app.open((1280, 720))  # as the first picture is
app.frame()

def tick():
    from kivy.core.window import Window
    print(*Window.size)
    app.stop()

app.every(0.05, tick)
app.run((1280, 720))
"""


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="only on a virtual display of its own")
def test_on_a_small_desktop_the_window_stays_as_small_as_it() -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "SDL_VIDEODRIVER")}
    display = ["xvfb-run", "-a", "-s", "-screen 0 800x480x24"]
    done = subprocess.run(
        [*display, sys.executable, "-c", SMALL_DESKTOP],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert "800 480" == done.stdout.splitlines()[0], done.stderr
