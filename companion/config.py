"""Settings: frozen values with their defaults in the class, filled from one TOML file.

Unknown keys, wrong types and values out of range are named by file, section and key in one ConfigError.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from companion.core import toml
from companion.core.light_strip import CORNERS, MOST_LIGHTS, StripPlace
from companion.core.notation_words import Word
from companion.core.schema import PRINTED_NAME, Constraint, Schema, between, some_of
from companion.errors import ConfigError

BUTTONS = ("pass", "undo", "confirm", "why")
SEAT_LAMPS = tuple(f"seat {number}" for number in range(1, 7))
LAMPS = ("turn", "notice", "error", "buzzer", *SEAT_LAMPS, *BUTTONS)
"""The last ones are in the buttons of these names."""

STRIP_PIN = 10
"""GPIO of the SPI bus on which a strip of lights gets its colours."""
Pin = Annotated[int, between(0, 27, "a GPIO number")]
Pixels = Annotated[int, between(16, 32_766, "a number of pixels")]
WindowPixels = Annotated[int, between(320, 8192, "a number of pixels")]
Measure = Annotated[float, Constraint("a number from 0 to 1000", lambda number: 0 <= number <= 1000)]

CAMERA_KINDS = ("auto", "pi", "webcam", "folder", "simulator")
SIMULATOR = "simulator"
"""The source of a camera that is none: the table is simulated, which is a demonstration."""


def is_camera(source: str) -> bool:
    """Whether some kind of camera is meant; whether one is there, opening it tells."""
    return source.partition(":")[0] in CAMERA_KINDS


Source = Annotated[str, Constraint(f"a camera: {', '.join(CAMERA_KINDS)}", is_camera)]


@dataclass(frozen=True, slots=True)
class Camera:
    """`source` as for `open_camera`, or auto or simulator; `more` are sources of further cameras over the same table.

    `size` in pixels; `lens` in dioptres, 0 focuses once; `mains` is the frequency of the lamps' current in hertz, 0
    where they do not flicker; `lens_profiles` is the file of lenses that were measured; `model` is a camera that
    `companion plan-camera` knows, for heights in centimetres; `label_mm` is the edge of the largest labels on pieces.
    """

    source: Source = "auto"
    more: tuple[Source, ...] = ()
    lens_profiles: str = ""
    model: str = ""
    label_mm: Annotated[float, Constraint("a number of millimetres from 10 to 25", lambda mm: 10 <= mm <= 25)] = 20.0
    size: tuple[Pixels, Pixels] = (4608, 2592)
    frames_per_second: Measure = 10.0
    lens: Measure = 0.0
    mains: Annotated[int, Constraint("50, 60 or 0", (0, 50, 60).__contains__)] = 50


@dataclass(frozen=True, slots=True)
class Display:
    """Window size in pixels; the display's own size where `fullscreen`, and on a Raspberry Pi.

    `turn` is by how many degrees the picture is turned clockwise; `connector` is where the display is plugged in if
    there are several, such as HDMI-A-1.
    """

    size: tuple[WindowPixels, WindowPixels] = (1280, 720)
    fullscreen: bool = False
    turn: Annotated[int, Constraint("0, 90, 180 or 270", (0, 90, 180, 270).__contains__)] = 0
    connector: str = ""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds the table must rest: before a story with work left to do is believed, before a doubt is said.

    `part`: before it is said what an unfinished move still lacks, or which piece is in somebody's hand.
    `astray`: before a story is believed while pieces that nothing explains lie elsewhere.
    """

    story: Measure = 3.0
    doubt: Measure = 1.0
    part: Measure = 3.0
    astray: Measure = 8.0


@dataclass(frozen=True, slots=True)
class StripSettings:
    """A strip of WS2812 lights round the mat; `lights` of them go round it once, 0: there is none.

    `start` is the corner of the first as the camera shows the table. `brightness` is a share of the brightest.
    """

    lights: Annotated[int, between(0, MOST_LIGHTS, "a number of lights")] = 0
    device: str = "/dev/spidev0.0"
    start: Annotated[str, some_of(*CORNERS)] = CORNERS[0]
    clockwise: bool = True
    brightness: Annotated[float, Constraint("a share from 0.01 to 1", lambda share: 0.01 <= share <= 1)] = 0.12

    @property
    def place(self) -> StripPlace:
        return StripPlace(self.lights, CORNERS.index(self.start), self.clockwise)


HOSTS_OF_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


def is_host(words: str) -> bool:
    """Whether it can be the name or the address of a machine, or nothing."""
    return all(sign.isalnum() or sign in ".-:_" for sign in words) and len(words) <= 253


@dataclass(frozen=True, slots=True)
class Club:
    """The MQTT broker of a club with several tables, off where `broker` is empty; `port` is 8883 with TLS.

    `authority` is the file with the certificate of who has signed the broker's, None for those that the machine knows;
    `table` is what this table is called, `names` says whether its players' names may leave it.
    """

    broker: Annotated[str, Constraint("the name or address of a machine", is_host)] = ""
    port: Annotated[int, between(1, 65_535, "a port")] = 8883
    tls: bool = True
    authority: Annotated[Path, "file"] | None = None
    user: str = ""
    password_file: Annotated[Path, "file"] | None = None
    table: Annotated[str, PRINTED_NAME] = "Table"
    names: bool = False

    def __post_init__(self) -> None:
        if not self.broker or self.password_file is None:
            return
        if not self.tls and self.broker not in HOSTS_OF_THIS_MACHINE:
            raise ConfigError("a password is sent through TLS alone; leave tls on, or out the password_file")
        if not self.user:
            raise ConfigError("there is a password_file, and no user whose password it is; name the user")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set. `buttons` and `lamps` give a GPIO number to each purpose; empty turns them off.

    `copies` name, by game, the file with what is printed on one's own copy, `labels` that with the codes on its pieces,
    `faces` the folder with pictures of its cards.
    """

    camera: Camera = Camera()
    display: Display = Display()
    patience: Patience = Patience()
    buttons: Mapping[Annotated[str, some_of(*BUTTONS)], Pin] = field(default_factory=dict)
    lamps: Mapping[Annotated[str, some_of(*LAMPS)], Pin] = field(default_factory=dict)
    copies: Mapping[str, Annotated[Path, "file"]] = field(default_factory=dict)
    labels: Mapping[str, Annotated[Path, "file"]] = field(default_factory=dict)
    faces: Mapping[str, Annotated[Path, "file"]] = field(default_factory=dict)
    club: Club = Club()
    strip: StripSettings = StripSettings()

    def __post_init__(self) -> None:
        strip = [STRIP_PIN] if self.strip.lights else []
        users = {"buttons": [*self.buttons.values()], "lamps": [*self.lamps.values()], "the strip": strip}
        pins = [pin for used in users.values() for pin in used]
        if doubled := next((pin for pin in pins if pins.count(pin) > 1), None):
            who = " and ".join(name for name, used in users.items() if doubled in used)
            raise ConfigError(f"{who} use GPIO {doubled} twice; give each its own")

    def profile(self, game: str) -> str:
        """The text of the owner's profile for this game, empty where there is none. Raises ConfigError."""
        return read_text(self.copies[game]) if game in self.copies else ""


def with_usual_files(settings: Settings, lenses: Path, labels: Mapping[str, Path]) -> Settings:
    """The settings with files that the companion itself has written, where none are named."""
    profiles = settings.camera.lens_profiles or str(lenses)
    camera = replace(settings.camera, lens_profiles=profiles)
    return replace(settings, camera=camera, labels={**labels, **settings.labels})


def read_text(path: Path) -> str:
    """A text file that people wrote. Raises ConfigError."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ConfigError(f"{path} cannot be read: it is no file; check its name.") from error
    except OSError as error:
        raise ConfigError(f"{path} cannot be read ({error.strerror}); check its name and rights.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is no UTF-8 text; save it as UTF-8.") from error


def replace_file(path: Path, content: bytes) -> None:
    """The file is there whole, or as it was before; it is not synced. Raises OSError."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_bytes(content)
    fresh.replace(path)


def read_settings(path: Path) -> Settings:
    """The settings in a file; the defaults where there is none. Files named in it lie beside it. Raises ConfigError."""
    if not path.exists():
        return Settings()
    return structure_settings(toml.parse(read_text(path), str(path), ConfigError), path)


def structure_settings(entries: Mapping[str, object], path: Path) -> Settings:
    """The settings that the parsed entries of this file describe. Raises ConfigError."""
    return _schema(path.parent).structure(Settings, entries, str(path))


@lru_cache(maxsize=1)
def _schema(folder: Path) -> Schema:
    return Schema(ConfigError, {"file": Word("path", folder.joinpath, str, example="own.toml")})
