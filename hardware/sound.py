"""Short sounds through the machine's own player; silent where there is none.

    sound = Sound()
    sound.play("low")

The notes are made here, as WAV, and handed to ALSA's `aplay`: nothing waits for them.
"""

from __future__ import annotations

import logging
import re
import shutil
import subprocess
import wave
from array import array
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from math import pi, sin
from pathlib import Path

from hardware.device import Device

logger = logging.getLogger(__name__)

CARDS = Path("/proc/asound/cards")
"""Where ALSA lists the sound cards: ` 0 [Headphones     ]: ...`, or that there are none."""

RATE = 22_050
LOUDNESS = 0.4
FADE = 0.01
"""Seconds at both ends of a note in which it swells and dies away: without them it clicks."""

NOTES: dict[str, Sequence[tuple[float, float]]] = {
    "low": ((880.0, 0.12),),
    "over": ((660.0, 0.18), (0.0, 0.06), (440.0, 0.35)),
    "test": ((660.0, 0.12), (880.0, 0.12)),
}
"""By name: notes one after the other, each in hertz (0: silence) and seconds."""


class Sound(Device):
    """Plays `NOTES`; a sound that still plays is not interrupted by the next, which is left out."""

    def __init__(self, player: str = "aplay", cards: Path = CARDS) -> None:
        self._player = shutil.which(player)
        self._cards = cards
        self._playing: subprocess.Popen[bytes] | None = None

    @property
    def is_there(self) -> bool:
        """Whether there is a player, and a card to play on."""
        try:
            listed = self._cards.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return False
        return self._player is not None and re.search(r"^ *\d+ \[", listed, re.MULTILINE) is not None

    def play(self, name: str) -> None:
        if self._player is None or (self._playing is not None and self._playing.poll() is None):
            return
        try:
            self._playing = subprocess.Popen(
                [self._player, "-q", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            assert self._playing.stdin is not None, "it was asked for"
            with self._playing.stdin as pipe:
                pipe.write(wav(name))
        except OSError as error:
            logger.warning("No sound: %s", error)

    def close(self) -> None:
        if self._playing is not None and self._playing.poll() is None:
            self._playing.terminate()
            self._playing.wait()
        self._playing = None


@cache
def wav(name: str) -> bytes:
    """The sound as a WAV file: one channel, 16 bits."""
    samples = array("h", (level for note in NOTES[name] for level in _note(*note)))
    written = BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return written.getvalue()


def _note(hertz: float, seconds: float) -> list[int]:
    count = round(RATE * seconds)
    ends = RATE * FADE
    return [
        round(32_767 * LOUDNESS * min(1.0, at / ends, (count - at) / ends) * sin(2 * pi * hertz * at / RATE))
        for at in range(count)
    ]
