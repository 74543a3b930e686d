"""Sentences read aloud by a program of the system, on the sound card; silent where there is none.

    voice = Voice(folder)
    voice.say("It is Ann's turn.", "en")

Piper speaks where it is installed and `folder` holds a voice for the language, else eSpeak NG, which speaks them all.
Both write a WAV file, which ALSA's `aplay` plays while it is still being written.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from hardware.device import Device

logger = logging.getLogger(__name__)

WORDS_A_MINUTE = 150
"""eSpeak NG reads 175 by itself, which is hard to follow across a table."""


def _log(why: str) -> None:
    logger.warning("Nothing was read aloud: %s", why)


class PiperVoice(Device):
    """Says one thing at a time: what comes next cuts off what is being said.

    `voices` holds Piper's voices, each `LANGUAGE*.onnx` with its `.onnx.json`. `failed` is told, on a thread of
    its own and in the words of the player, why nothing was heard.
    """

    def __init__(self, voices: Path, *, player: str = "aplay", espeak: str = "espeak-ng", piper: str = "piper") -> None:
        self._voices = voices
        self._player, self._espeak, self._piper = shutil.which(player), shutil.which(espeak), shutil.which(piper)
        self._speaking: tuple[subprocess.Popen[bytes], ...] = ()
        self._attending: threading.Thread | None = None
        self.failed: Callable[[str], None] = _log

    @property
    def speaks(self) -> bool:
        """Whether a program is there that speaks; whether it can be heard is the sound card's matter."""
        return self._espeak is not None or self._piper is not None

    def say(self, words: str, language: str) -> None:
        """Begins to read `words`, whatever stands in them: they go through a pipe and are never an argument."""
        self.stop()
        speaker = self._speaker(language)
        if speaker is None or self._player is None:
            return
        try:
            speech = subprocess.Popen(speaker, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            heard = subprocess.Popen(
                [self._player, "-q", "-"], stdin=speech.stdout, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
        except OSError as error:
            self.failed(str(error.strerror))
            return
        self._speaking = speech, heard
        self._attending = threading.Thread(target=self._attend, args=(speech, heard, words), name="voice", daemon=True)
        self._attending.start()

    def stop(self) -> None:
        """Breaks off in the middle of a word."""
        for process in self._speaking:
            if process.poll() is None:
                process.terminate()
        if self._attending is not None:
            self._attending.join()
        self._speaking, self._attending = (), None

    def close(self) -> None:
        self.stop()

    def _speaker(self, language: str) -> Sequence[str] | None:
        model = next(iter(sorted(self._voices.glob(f"{language}*.onnx"))), None)
        if self._piper is not None and model is not None:
            return [self._piper, "--model", str(model), "--output_file", "-"]
        if self._espeak is not None:
            return [self._espeak, "-v", language, "-s", str(WORDS_A_MINUTE), "--stdin", "--stdout"]
        return None

    def _attend(self, speech: subprocess.Popen[bytes], heard: subprocess.Popen[bytes], words: str) -> None:
        assert speech.stdin is not None
        assert speech.stdout is not None
        speech.stdout.close()  # The player has it: so the speaker notices when that one ends.
        with suppress(BrokenPipeError), speech.stdin as told:
            told.write(words.encode())
        speech.wait()
        _, complaints = heard.communicate()
        # What we ended ourselves has failed nothing.
        if heard.returncode > 0:
            lines = complaints.decode("utf-8", "replace").strip().splitlines()
            self.failed(lines[-1] if lines else f"{self._player}: {heard.returncode}")
