"""A settings file that something is wrong with: it is started with all the rest, and what is wrong is named."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from pathlib import Path
from random import Random

import pytest

from companion.config import Settings, read_settings
from companion.errors import ConfigError
from companion.settings_recovery import recover_settings

GAMES = ("chess", "go")
TEXT = """\
# The house
[camera]
source = "webcam:1"
more = ["pi:1"]
size = [1920, 1080]
frames_per_second = 12.5
mains = 60

[display]
size = [800, 480]
fullscreen = true

[patience]
story = 4.0

[buttons]
pass = 17
undo = 27

[lamps]
turn = 5

[copies]
go = "my-go.toml"
"""
MUTATIONS = int(os.environ.get("SETTINGS_MUTATIONS", "400"))
"""10,000 and more are run by hand: SETTINGS_MUTATIONS=20000 pytest tests/companion/test_settings_recovery.py"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.toml"


def recovered(path: Path, text: str | bytes) -> tuple[Settings, str]:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    found, said = recover_settings(path, GAMES)
    return found, "" if said is None else str(said)


def mutated(raw: bytes, random: Random) -> bytes:
    """One byte is another, is gone, or is one too many."""
    at, new = random.randrange(len(raw)), random.randbytes(1)
    return raw[:at] + random.choice((new, b"", new + raw[at : at + 1])) + raw[at + 1 :]


def strictly(path: Path) -> Settings | None:
    try:
        found = read_settings(path)
    except ConfigError:
        return None
    return found if not {*found.copies, *found.labels} - {*GAMES} else None


def test_a_file_that_is_right_is_as_it_is_written(path: Path) -> None:
    found, said = recovered(path, TEXT)

    assert (read_settings(path), "") == (found, said)


def test_any_single_byte_may_change(path: Path) -> None:
    path.write_text(TEXT)
    whole, random = read_settings(path), Random(1)
    for _ in range(MUTATIONS):
        raw = mutated(TEXT.encode(), random)
        found, said = recovered(path, raw)
        expected = strictly(path)
        if expected is not None:
            assert (expected, "") == (found, said), raw
            continue
        assert said, raw
        other = [each.name for each in fields(Settings) if getattr(found, each.name) != getattr(whole, each.name)]
        assert len(other) <= 2, (raw, "what is on other lines is as it was")


@pytest.mark.parametrize(
    ("old", "new", "words", "expected"),
    [
        (
            "size = [1920, 1080]",
            "size = [0, 1080]",
            "camera, size 1: expected a number of pixels",
            {"size": (4608, 2592)},
        ),
        ('"webcam:1"', '"webcam:1', "line 3 cannot be read", {"source": "auto"}),
        ("mains", "mians", "camera: 'mians' is unknown", {"mains": 50}),
        ("[camera]", "[kamera]", "'kamera' is unknown", None),
        ("[camera]", "[camera", "line 2 cannot be read", None),
    ],
)
def test_what_is_broken_has_its_default_and_is_named(
    path: Path, old: str, new: str, words: str, expected: dict[str, object] | None
) -> None:
    whole = recovered(path, TEXT)[0]
    found, said = recovered(path, TEXT.replace(old, new))

    camera = Settings().camera if expected is None else replace(whole.camera, **expected)  # type: ignore[arg-type]
    assert replace(whole, camera=camera) == found
    assert words in said
    assert "companion.toml" in said


def test_pins_that_are_used_twice_are_left_out_and_the_rest_stays(path: Path) -> None:
    found, said = recovered(path, TEXT.replace("undo = 27", "undo = 17"))

    assert ({}, {"turn": 5}) == (found.buttons, found.lamps)
    assert "buttons use GPIO 17 twice" in said


def test_a_game_that_is_not_there_is_named(path: Path) -> None:
    found, said = recovered(path, TEXT.replace("go =", "gone ="))

    assert ({}, "there is no game 'gone'" in said) == (found.copies, True)


@pytest.mark.parametrize("text", [b"\xff\xfe\x00", b"\0" * 900, b"[" * 5000, b"size = " + b"9" * 9000, b'"""\n' * 9])
def test_what_is_no_settings_file_at_all_starts_with_the_defaults(path: Path, text: bytes) -> None:
    found, said = recovered(path, text)

    assert (Settings(), True) == (found, bool(said))


def test_without_a_file_nothing_is_wrong(path: Path) -> None:
    assert (Settings(), None) == recover_settings(path, GAMES)


def test_a_folder_in_its_place_is_named(path: Path) -> None:
    path.mkdir()
    found, said = recover_settings(path, GAMES)

    assert Settings() == found
    assert "directory" in str(said)
