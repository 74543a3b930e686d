"""Why a camera gives no pictures, or none that tell of the table, in people's language.

Drivers say it in English, some from a process of their own; what they say is a sentence of this list again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from companion.core.text import Message, Text, say, verbatim
from vision.tracking.silence import WhySilent

REASONS: tuple[Message, ...] = (
    say("No camera was found: plug one in, or name one with --camera or in the settings."),
    say("The camera does not answer and is being restarted: if it stays so, check its cable."),
    say("The camera gives no more pictures and is being restarted: if it stays so, check its cable."),
    say("The camera's driver has ended and is being restarted: if it stays so, check its cable."),
    say("The picture stands still, and the camera is being restarted: if it stays so, unplug it and plug it in again."),
    say("Camera {name} gives no more pictures: check its cable."),
    say("Camera {name} cannot be opened: is another program using it?"),
    say("There is no camera {name}: plug it in, or choose another one with --camera."),
    say("There is no Pi camera number {name} ({error}): check its ribbon cable."),
    say("The picture is black: take the cap off the lens, or make light."),
    say("The Pi camera gives no {what} any more: check its cable and restart."),
)

SILENCES: Mapping[WhySilent, Text] = {
    WhySilent.DARK: say("It is too dark for the camera to follow the table: make light."),
    WhySilent.DAZZLED: say("It is too bright for the camera to follow the table: dim the lamp or turn it away."),
    WhySilent.UNSTEADY_LIGHT: say(
        "The light flickers too much for the camera to follow the table: set mains in the settings to the frequency of"
        " your current, or use another lamp."
    ),
    WhySilent.UNSTEADY_CAMERA: say("The camera shakes too much to follow the table: fasten its arm."),
    WhySilent.NO_MAT: say(
        "The camera does not find the mat of this game: have all of it in the picture, and uncovered."
    ),
    WhySilent.FAILING: say("The camera's pictures cannot be used: start the companion anew."),
    WhySilent.IN_MOTION: say(
        "The camera has not been able to follow the table for a while: take away what moves over it, and let no lamp"
        " flicker."
    ),
}
"""Why nothing is told of the table, and what to do."""


def reason_in_words(said: str) -> Text:
    """The sentence of the list that was said, with its values; what is not in it, as it was said."""
    for sentence in REASONS:
        if found := _pattern(sentence.template).fullmatch(said):
            return sentence.fill(**{name: verbatim(value) for name, value in found.groupdict().items()})
    return verbatim(said)


@cache
def _pattern(template: str) -> re.Pattern[str]:
    words, *rest = re.split(r"\{(\w+)\}", template)
    values = (f"(?P<{name}>.+?){re.escape(after)}" for name, after in zip(rest[::2], rest[1::2], strict=True))
    return re.compile(re.escape(words) + "".join(values))
