"""Which display the window gets on the bare console, and what the desktop's window system says of its own.

A Raspberry Pi 5 has a graphics card for each kind of display, in an order that differs from start to start, and SDL
takes the first of them, whatever is plugged in there (libsdl-org/SDL#13705).
"""

from __future__ import annotations

import ctypes
import logging
import os
import re
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

logger = logging.getLogger(__name__)

CARDS = Path("/sys/class/drm")
VARIABLES = ("SDL_KMSDRM_DEVICE_INDEX", "SDL_VIDEO_KMSDRM_DEVICE_INDEX")
"""By which SDL is told the card: the one of 2.30 and of those before it, and that of others."""

DEVICES = Path("/dev/dri")

SDL_INIT_VIDEO = 0x20


@dataclass(frozen=True, slots=True)
class Connector:
    """Where a display is plugged in, such as `HDMI-A-1` or `DSI-1`. `place` among those of its `card`, by the kernel.

    `pixels` of its first mode, such as `1920x1080`; empty where it tells none.
    """

    card: int
    name: str
    status: str
    place: int = 0
    pixels: str = ""

    @property
    def is_connected(self) -> bool:
        return self.status == "connected"


def connectors(cards: Path = CARDS) -> list[Connector]:
    """All of all cards, the panels that are built in before monitors: they are what is touched."""
    found = []
    for folder in cards.glob("card*-*"):
        named = re.fullmatch(r"card(\d+)-(.+)", folder.name)
        if named is not None and named[2] != "Writeback-1":
            place = _read(folder / "connector_id")
            pixels = _read(folder / "modes").partition("\n")[0]
            status = _read(folder / "status")
            found.append(Connector(int(named[1]), named[2], status, int(place) if place.isdigit() else 0, pixels))
    return sorted(found, key=lambda each: (each.name.startswith("HDMI"), each.card, each.place, each.name))


def candidates(found: Sequence[Connector], wanted: str = "") -> list[Connector]:
    """Those that may show something, the likeliest first: the wanted one, what is connected, what cannot tell.

    Panels on SPI and some on DPI do not know whether they are there.
    """
    there = [each for each in found if each.is_connected or each.status == "unknown"]
    return sorted(there, key=lambda each: (each.name != wanted, not each.is_connected))


def may_open(connector: Connector, devices: Path = DEVICES) -> bool:
    """Whether this process may draw on its card."""
    return os.access(devices / f"card{connector.card}", os.R_OK | os.W_OK)


def display_number(chosen: Connector, found: Sequence[Connector]) -> int:
    """By which SDL knows the chosen one among what is connected to its card."""
    card = [each for each in found if each.card == chosen.card and each.is_connected]
    return sorted(card, key=lambda each: each.place).index(chosen) if chosen in card else 0


def choose_card(
    environment: MutableMapping[str, str],
    wanted: str = "",
    cards: Path = CARDS,
    comes_up: Callable[[], bool] | None = None,
    variables: Sequence[str] | None = None,
) -> Connector | None:
    """Has SDL take the card of the first candidate on which its video comes up; None where none is known.

    What somebody has set in the environment stands.
    """
    variables = variables_read() if variables is None else variables
    comes_up = video_comes_up if comes_up is None else comes_up
    found = candidates(connectors(cards), wanted)
    if not found or any(name in environment for name in VARIABLES):
        return None
    for connector in found:
        for name in variables:
            environment[name] = str(connector.card)
        if comes_up():
            return connector
        logger.warning("No picture comes up on %s of card %d.", connector.name, connector.card)
    for name in variables:
        environment[name] = str(found[0].card)
    return found[0]


@cache
def sdl_library() -> Path | None:
    """The SDL that Kivy's wheel brings; None where Kivy has another one."""
    kivy = find_spec("kivy")
    if kivy is None or kivy.origin is None:
        return None
    beside = Path(kivy.origin).parents[1]
    return next(iter(sorted(beside.glob("[Kk]ivy.libs/libSDL2-2*"))), None)


def variables_read(library: Path | None = None) -> tuple[str, ...]:
    """The names that stand in the library in use: of one that cannot be looked at, both."""
    library = library or sdl_library()
    if library is None:
        return VARIABLES
    written = library.read_bytes()
    return tuple(name for name in VARIABLES if re.search(rb"(?<![A-Z_])" + name.encode() + rb"\0", written))


def video_comes_up() -> bool:
    """Whether SDL finds something to draw on, with what the environment tells it; true where it cannot be asked."""
    sdl = _sdl()
    if sdl is None:
        return True
    came = sdl.SDL_InitSubSystem(SDL_INIT_VIDEO) == 0
    sdl.SDL_QuitSubSystem(SDL_INIT_VIDEO)
    return came


def room_on_desktop() -> tuple[int, int] | None:
    """Pixels of the desktop that a window may take; None where nobody tells."""
    sdl = _sdl()
    if sdl is None or sdl.SDL_InitSubSystem(SDL_INIT_VIDEO) != 0:
        return None
    try:
        bounds = (ctypes.c_int * 4)()
        return (bounds[2], bounds[3]) if sdl.SDL_GetDisplayUsableBounds(0, bounds) == 0 else None
    finally:
        sdl.SDL_QuitSubSystem(SDL_INIT_VIDEO)


def fitted(size: tuple[int, int], room: tuple[int, int] | None) -> tuple[int, int]:
    """As large as wanted, and no larger than the room."""
    return size if room is None else (min(size[0], room[0]), min(size[1], room[1]))


def _sdl() -> ctypes.CDLL | None:
    library = sdl_library()
    try:
        return None if library is None else ctypes.CDLL(str(library))
    except OSError as error:
        logger.warning("SDL cannot be asked: %s", error)
        return None


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii").strip()
    except OSError:
        return ""
