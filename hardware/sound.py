"""Short sounds through the machine's own player; silent where there is none.

    sound = Sound()
    sound.play("low")

The notes are made here, as WAV, and handed to ALSA's `aplay`: nothing waits for them, and what it complains of is told.
"""

from __future__ import annotations

import logging
import re
import shutil
import subprocess
import threading
import wave
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO
from math import pi, sin
from pathlib import Path

from companion.errors import Lack
from hardware.device import Device, may_write

logger = logging.getLogger(__name__)

CARDS = Path("/proc/asound/cards")
"""Where ALSA lists the sound cards: ` 0 [Headphones     ]: ...`, or that there are none."""

OUTPUTS = Path("/dev/snd")
"""Where each card has its outputs, `pcmC0D0p` and so on."""

RATE = 22_050
LOUDNESS = 0.4
FADE = 0.01
"""Seconds at both ends of a note in which it swells and dies away: without them it clicks."""

NOTES: dict[str, Sequence[tuple[float, float]]] = {
    "low": ((880.0, 0.12),),
    "over": ((660.0, 0.18), (0.0, 0.06), (440.0, 0.35)),
    "call": ((880.0, 0.12), (0.0, 0.06), (880.0, 0.12)),
    "test": ((660.0, 0.12), (880.0, 0.12)),
}
"""By name: notes one after the other, each in hertz (0: silence) and seconds."""


def _log(why: str) -> None:
    logger.warning("No sound: %s", why)


class Sound(Device):
    """Plays `NOTES`; a sound that still plays is not interrupted by the next, which is left out.

    `failed` is told, on a thread of its own, in the player's words why a sound was not heard.
    """

    def __init__(self, player: str = "aplay", cards: Path = CARDS, outputs: Path = OUTPUTS) -> None:
        self._player = shutil.which(player)
        self._cards, self._outputs = cards, outputs
        self._playing: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self.failed: Callable[[str], None] = _log

    @property
    def lack(self) -> Lack | None:
        """Why nothing can be heard; None where there is a player, and a card that it may play on."""
        try:
            listed = self._cards.read_text(encoding="utf-8", errors="replace")
        except OSError:
            listed = ""
        if re.search(r"^ *\d+ \[", listed, re.MULTILINE) is None:
            return Lack.ABSENT
        if self._player is None:
            return Lack.DRIVER
        return None if any(map(may_write, self._outputs.glob("pcm*p"))) else Lack.FORBIDDEN

    def play(self, name: str) -> None:
        if self._player is None or (self._playing is not None and self._playing.is_alive()):
            return
        try:
            process = subprocess.Popen(
                [self._player, "-q", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
        except OSError as error:
            self.failed(str(error.strerror))
            return
        self._process = process
        self._playing = threading.Thread(target=self._attend, args=(process, wav(name)), name="sound", daemon=True)
        self._playing.start()

    def _attend(self, process: subprocess.Popen[bytes], sound: bytes) -> None:
        _, complaints = process.communicate(sound)
        # One that we ended ourselves has failed nothing.
        if process.returncode > 0:
            lines = complaints.decode("utf-8", "replace").strip().splitlines()
            self.failed(lines[-1] if lines else f"{self._player}: {process.returncode}")

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
        if self._playing is not None:
            self._playing.join()
        self._playing = self._process = None


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
