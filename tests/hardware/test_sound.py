"""Sounds, with a player that writes down what it is given."""

from __future__ import annotations

import wave
from io import BytesIO
from pathlib import Path

import pytest

from companion.errors import Lack
from hardware.sound import NOTES, RATE, Sound, wav


@pytest.fixture
def player(tmp_path: Path) -> Path:
    player = tmp_path / "player"
    player.write_text(f"#!/bin/sh\ncat > {tmp_path}/heard.part\nmv {tmp_path}/heard.part {tmp_path}/heard\n")
    player.chmod(0o755)
    return player


def test_the_player_gets_the_whole_sound(player: Path) -> None:
    heard = player.parent / "heard"
    with Sound(str(player)) as sound:
        sound.play("over")
        sound._playing.join()  # type: ignore[union-attr]

    assert wav("over") == heard.read_bytes()


@pytest.mark.parametrize("name", list(NOTES))
def test_a_sound_is_a_wav_file_as_long_as_its_notes(name: str) -> None:
    with wave.open(BytesIO(wav(name))) as file:
        assert (1, 2, RATE) == (file.getnchannels(), file.getsampwidth(), file.getframerate())
        assert pytest.approx(sum(seconds for _, seconds in NOTES[name]), abs=0.001) == file.getnframes() / RATE


def test_without_a_player_it_is_silent() -> None:
    silent = Sound("no such player")
    silent.play("low")

    assert Lack.ABSENT is silent.lack, "on a machine without a card the player is the lesser lack"


CARD = " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n"


@pytest.mark.parametrize(
    ("player_name", "listed", "output", "lack"),
    [
        ("player", CARD, "pcmC0D0p", None),
        ("player", CARD, "pcmC0D0c", Lack.FORBIDDEN),
        ("no such player", CARD, "pcmC0D0p", Lack.DRIVER),
        ("player", "--- no soundcards ---\n", "pcmC0D0p", Lack.ABSENT),
        ("player", None, "pcmC0D0p", Lack.ABSENT),
    ],
)
def test_what_is_missing_for_a_sound_is_told(
    player: Path, player_name: str, listed: str | None, output: str, lack: Lack | None
) -> None:
    folder = player.parent
    (folder / output).touch()
    if listed is not None:
        (folder / "cards").write_text(listed, encoding="utf-8")

    assert lack is Sound(str(folder / player_name), folder / "cards", folder).lack


def test_a_player_that_fails_is_reported_in_its_own_words(tmp_path: Path) -> None:
    """Its error once went to nowhere, and the clock was mute without a word."""
    player = tmp_path / "player"
    player.write_text("#!/bin/sh\necho 'ALSA lib: noise' >&2; echo 'aplay: audio open error' >&2; exit 1\n")
    player.chmod(0o755)
    told: list[str] = []
    sound = Sound(str(player))
    sound.failed = told.append
    sound.play("low")
    sound._playing.join()  # type: ignore[union-attr]
    sound.close()

    assert ["aplay: audio open error"] == told
