"""Where the window comes from: the environment Kivy starts in, the display, the source of touches, the size."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, MutableMapping
from pathlib import Path

from companion.errors import HardwareError
from ui.console_touch import watch_touchscreens
from ui.displays import (
    CARDS,
    DEVICES,
    candidates,
    choose_card,
    connectors,
    display_number,
    fitted,
    may_open,
    room_on_desktop,
)

# Kivy must not take our command line, write logs or read somebody's private settings.
QUIET = {
    "KIVY_NO_ARGS": "1",
    # Else Kivy takes stderr for itself, and with it the reason why we died.
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_WINDOW": "sdl2",
    "SDL_AUDIODRIVER": "dummy",
}
DESKTOPS = ("DISPLAY", "WAYLAND_DISPLAY")
SOCKETS = Path("/tmp/.X11-unix")  # noqa: S108  (it is only looked at)
"""Where the desktops of this machine answer: a display `:0` that nobody serves has no socket X0."""

FRAMES_PER_SECOND = 30


def set_environment(environment: MutableMapping[str, str] = os.environ, cards: Path = CARDS) -> None:
    """Set what Kivy and SDL read when they are imported; what is set already stands."""
    for name, value in QUIET.items():
        environment.setdefault(name, value)
    environment.setdefault("SDL_VIDEODRIVER", _driver(environment, cards))
    if not environment["SDL_VIDEODRIVER"]:
        del environment["SDL_VIDEODRIVER"]
    if on_console(environment):
        # Touchscreens are read by `console_touch`: SDL must not make mice of them besides.
        environment.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")


def has_display(
    environment: MutableMapping[str, str] = os.environ, cards: Path = CARDS, sockets: Path = SOCKETS
) -> bool:
    """Whether somebody could see a window: a desktop session that runs, or a screen plugged into the bare console."""
    local = re.fullmatch(r":(\d+)(\.\d+)?", environment.get("DISPLAY", ""))
    if local is not None and sockets.is_dir() and not (sockets / f"X{local[1]}").exists():
        return bool(environment.get("WAYLAND_DISPLAY")) or _plugged_in(cards)
    return any(environment.get(name) for name in DESKTOPS) or _plugged_in(cards)


def may_draw(environment: Mapping[str, str] = os.environ, cards: Path = CARDS, devices: Path = DEVICES) -> bool:
    """Whether a window can come up there: on the bare console the card of a display has to be ours to open."""
    if any(environment.get(name) for name in DESKTOPS):
        return True
    return any(may_open(connector, devices) for connector in candidates(connectors(cards)))


def _driver(environment: MutableMapping[str, str], cards: Path) -> str:
    """SDL's driver; empty where a desktop session lets SDL choose by itself."""
    if any(environment.get(name) for name in DESKTOPS):
        return ""
    return "kmsdrm" if has_display(environment, cards) else "offscreen"


def _plugged_in(cards: Path) -> bool:
    """A panel that cannot tell is there; so SPI displays are."""
    return bool(candidates(connectors(cards)))


def choose_display(wanted: str = "") -> None:
    """On the bare console, before the window is opened: the one named, such as `HDMI-A-1`, or what is plugged in."""
    if not on_console(os.environ):
        return
    chosen = choose_card(os.environ, wanted)
    if chosen is not None:
        from kivy.config import Config

        Config.set("graphics", "display", display_number(chosen, connectors()))


def open_window(size: tuple[int, int], fullscreen: bool = False) -> None:
    """Open the one window, or give the open one this size in pixels. Raises HardwareError if there can be none."""
    from kivy.base import EventLoop

    if EventLoop.status == "started" and EventLoop.window is not None:
        _resize(size)
        return
    _configure(size if on_console(os.environ) else fitted(size, room_on_desktop()), fullscreen)
    from kivy.core.window import Window

    if Window is None:
        raise HardwareError(
            f"no window could be opened with the video driver {os.environ.get('SDL_VIDEODRIVER', 'of the desktop')!r}: "
            "connect a display, or set SDL_VIDEODRIVER=offscreen to run without one"
        )
    # Importing the module has made the window already; a second one after a close is made here.
    if not Window.initialized:
        Window.create_window()
        Window.register()
        Window.initialized = True
    from kivy.base import runTouchApp

    runTouchApp(embedded=True)
    if on_console(os.environ):
        watch_touchscreens()


def turn_window(degrees: int) -> None:
    """Turns the picture clockwise, and the touches with it: 0, 90, 180 or 270."""
    from kivy.core.window import Window

    Window.rotation = -degrees % 360
    # By half, the size stays as it was, and Kivy turns the touches alone.
    Window.update_viewport()


def set_pace(frames_per_second: int) -> None:
    """Let at most so many frames pass in a second; 0 for as many as the machine can."""
    from kivy.clock import Clock

    # Kivy reads its setting only when the clock is made, which is when it is imported.
    Clock._max_fps = float(frames_per_second)


def close_window() -> None:
    """Close the window and let go of the input; calling it twice is fine."""
    from kivy.base import EventLoop, stopTouchApp

    if EventLoop.status == "started":
        stopTouchApp()


def _configure(size: tuple[int, int], fullscreen: bool) -> None:
    from kivy.config import Config

    settings = {
        "width": size[0],
        "height": size[1],
        "fullscreen": "auto" if fullscreen else 0,
        "resizable": 0 if fullscreen else 1,
        "multisamples": 0,
    }
    for name, value in settings.items():
        Config.set("graphics", name, value)
    Config.set("kivy", "exit_on_escape", 0)
    Config.set("kivy", "log_level", "warning")
    for name, _ in Config.items("input"):
        Config.remove_option("input", name)
    # On a desktop SDL turns the finger into a mouse. On the bare console only real mice come so.
    Config.set("input", "mouse", "mouse,disable_multitouch")


def on_console(environment: Mapping[str, str]) -> bool:
    """Whether the window has the display to itself, and touchscreens are for us to read."""
    return environment.get("SDL_VIDEODRIVER") == "kmsdrm"


def _resize(size: tuple[int, int]) -> None:
    from kivy.core.window import Window

    if tuple(Window.size) != tuple(size):
        Window.size = size
        # Kivy does so with the next frame. Told of the display before that, it divides the one size by the other, takes
        # the result for the display's density, and finds no finger any more on a window that is turned by a quarter.
        Window.create_window()


def save_window(path: Path) -> None:
    """Save what the window shows, as people see it, as a PNG."""
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels
    from kivy.graphics.texture import Texture

    width, height = Window.system_size
    Window.dispatch("on_draw")
    pixels = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
    texture = Texture.create(size=(width, height), colorfmt="rgb")
    texture.blit_buffer(pixels, colorfmt="rgb", bufferfmt="ubyte")
    texture.save(str(path), flipped=True)
