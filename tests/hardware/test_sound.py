"""Sounds, with a player that writes down what it is given."""

from __future__ import annotations

import time
import wave
from io import BytesIO
from pathlib import Path

import pytest

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
        for _ in range(500):
            if heard.exists():
                break
            time.sleep(0.01)

    assert wav("over") == heard.read_bytes()


@pytest.mark.parametrize("name", list(NOTES))
def test_a_sound_is_a_wav_file_as_long_as_its_notes(name: str) -> None:
    with wave.open(BytesIO(wav(name))) as file:
        assert (1, 2, RATE) == (file.getnchannels(), file.getsampwidth(), file.getframerate())
        assert pytest.approx(sum(seconds for _, seconds in NOTES[name]), abs=0.001) == file.getnframes() / RATE


def test_without_a_player_it_is_silent() -> None:
    silent = Sound("no such player")
    silent.play("low")

    assert not silent.is_there


@pytest.mark.parametrize(
    ("listed", "is_there"),
    [
        (" 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n", True),
        ("--- no soundcards ---\n", False),
        (None, False),
    ],
)
def test_a_player_without_a_card_is_no_sound(player: Path, listed: str | None, is_there: bool) -> None:
    cards = player.parent / "cards"
    if listed is not None:
        cards.write_text(listed, encoding="utf-8")

    assert is_there == Sound(str(player), cards).is_there
