"""Reading aloud: by programs that write down what they are given, and by the real eSpeak NG where it is installed."""

from __future__ import annotations

import shutil
import wave
from pathlib import Path

import pytest

from hardware.voice import PiperVoice


def program(path: Path, script: str) -> str:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def player(tmp_path: Path) -> str:
    return program(tmp_path / "player", f"cat > {tmp_path}/heard")


@pytest.fixture
def espeak(tmp_path: Path) -> str:
    return program(tmp_path / "espeak", f'echo "$@" > {tmp_path}/asked; cat')


def said(voice: PiperVoice, words: str, language: str) -> None:
    """Waits until it has been said."""
    voice.say(words, language)
    assert voice._attending is not None
    voice._attending.join(30)


def test_untrusted_words_are_read_and_never_an_argument(tmp_path: Path, player: str, espeak: str) -> None:
    said(PiperVoice(tmp_path, player=player, espeak=espeak, piper="none"), "--version; $(reboot) <b>Liisa</b>", "et")

    assert "--version; $(reboot) <b>Liisa</b>" == (tmp_path / "heard").read_text()
    assert "-v et -s 150 --stdin --stdout" == (tmp_path / "asked").read_text().strip()


def test_piper_speaks_the_language_of_which_a_voice_is_there(tmp_path: Path, player: str, espeak: str) -> None:
    piper = program(tmp_path / "piper", f'echo "$@" > {tmp_path}/asked; cat')
    model = tmp_path / "fi_FI-harri-medium.onnx"
    model.touch()
    voice = PiperVoice(tmp_path, player=player, espeak=espeak, piper=piper)

    said(voice, "Vuoro on Liisan.", "fi")
    assert f"--model {model} --output_file -" == (tmp_path / "asked").read_text().strip()
    said(voice, "Kord on Liisal.", "et")
    assert "-v et -s 150 --stdin --stdout" == (tmp_path / "asked").read_text().strip()


def test_what_comes_next_cuts_off_what_is_being_said(tmp_path: Path, espeak: str) -> None:
    patient = program(tmp_path / "patient", "exec sleep 600")
    told: list[str] = []
    with PiperVoice(tmp_path, player=patient, espeak=espeak, piper="none") as voice:
        voice.failed = told.append
        voice.say("One.", "en")
        voice.say("Two.", "en")

    assert [] == told, "what was cut off has failed nothing"


def test_a_player_that_fails_is_reported_in_its_own_words(tmp_path: Path, espeak: str) -> None:
    broken = program(tmp_path / "broken", "cat > /dev/null; echo 'aplay: audio open error' >&2; exit 1")
    told: list[str] = []
    voice = PiperVoice(tmp_path, player=broken, espeak=espeak, piper="none")
    voice.failed = told.append
    said(voice, "One.", "en")

    assert ["aplay: audio open error"] == told


def test_without_a_program_that_speaks_it_is_silent(tmp_path: Path, player: str) -> None:
    voice = PiperVoice(tmp_path, player=player, espeak="none", piper="none")
    voice.say("One.", "en")

    assert (False, False) == (voice.speaks, (tmp_path / "heard").exists())


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="eSpeak NG is not installed")
@pytest.mark.parametrize("language", ["en", "et", "fi", "pl"])
def test_espeak_speaks_each_language_of_the_product(tmp_path: Path, player: str, language: str) -> None:
    said(PiperVoice(tmp_path, player=player, piper="none"), "Liisa, Ann, Bob.", language)

    with wave.open(str(tmp_path / "heard")) as heard:
        assert 1 == heard.getnchannels()
        assert 10_000 < len(heard.readframes(10**6))
