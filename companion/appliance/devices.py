"""What of the machine's own devices cannot be used, in words: the screen, its settings and the doctor say the same."""

from __future__ import annotations

from companion.core.text import Text, say
from companion.errors import Lack

NO_SOUND = {
    Lack.ABSENT: say("No sound card is there; plug in a loudspeaker by USB, or a screen that has one."),
    Lack.DRIVER: say("The player for sounds is missing: install the package alsa-utils."),
    Lack.FORBIDDEN: say("The sound card may not be used: install the companion anew, so that it gets the right."),
}
NO_VOICE = say("No program that reads aloud is there: install the package espeak-ng.")
NO_BRIGHTNESS = {
    Lack.ABSENT: say("This display cannot be dimmed from here; it may have a button for it."),
    Lack.FORBIDDEN: say("The display may not be dimmed: install the companion anew, so that it gets the right."),
}
NO_STRIP = {
    Lack.ABSENT: say("There is no SPI for a strip of lights: write dtparam=spi=on into /boot/firmware/config.txt."),
    Lack.FORBIDDEN: say("The strip of lights may not be used: install the companion anew, so that it gets the right."),
}
NO_STRIP_WANTED = say("No strip of lights is named in the settings file.")
NO_STICK = say("No USB stick is in.")


def sound_failed(words: str) -> Text:
    """`words` are the player's own."""
    return say("The sound was not heard ({reason}); check the loudspeaker.", reason=words)


def strip_failed(words: str) -> Text:
    """`words` are the kernel's own."""
    return say("The strip of lights went out ({reason}); the screen says all that it said.", reason=words)
