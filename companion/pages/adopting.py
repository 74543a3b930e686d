"""Another code for a piece: a spare label, or any QR code that is on it already."""

from __future__ import annotations

from typing import Any

from companion.core.camera_view import CameraView
from companion.core.game import Game
from companion.core.page_parts import Row
from companion.core.pages import CameraPage
from companion.core.screen import Button, Tone, Touched
from companion.core.table import Tag
from companion.core.text import NOTHING, Text, say, verbatim
from companion.errors import CompanionError
from companion.label_sets.label_set import described
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext

SIZES = (14.5, 8.0, 10.0, 12.0, 17.0, 20.0, 25.0, 30.0)
"""Edges of codes in millimetres; the first is that of our own labels."""


class Adopting:
    """Shows the picture; a touch takes the one code that is in it."""

    def __init__(self, context: PageContext, navigator: Navigator, game: Game[Any, Any], tag: Tag) -> None:
        self._context, self._navigator, self._game, self._tag = context, navigator, game, tag
        self._said: Text = NOTHING
        self._size = SIZES[0]
        self._done = False

    def view(self) -> CameraPage:
        seen = self._context.seen
        piece = described(self._game, self._tag)
        ask = say("Hold only {piece} under the camera, near and flat, and touch “Take this code”.", piece=piece)
        words = self._said if self._said != NOTHING else ask
        tone = Tone.GOOD if self._done else Tone.UNKNOWN if self._said == NOTHING else Tone.BAD
        title = say("Another code for a piece")
        buttons = (
            Button(say("Take this code"), Touched("take"), "confirm", tone=Tone.GOOD, icon="scan"),
            Button(say("Back"), Touched("back"), icon="chevron-left"),
        )
        if not isinstance(seen, CameraView):
            return CameraPage(title, None, say("The camera sees nothing."), NOTHING, NOTHING, Tone.ATTENTION, buttons)
        size = Row(
            say("Edge of the code"),
            say("Without the white margin"),
            right=say("{size} mm", size=f"{self._size:g}"),
            icon="qrcode",
            intent=Touched("size"),
        )
        return CameraPage(title, seen, NOTHING, piece, words, tone, buttons, rows=(size,))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        match key:
            case "take":
                self._take()
            case "size":
                self._size = SIZES[(SIZES.index(self._size) + 1) % len(SIZES)]
            case _:
                self._navigator.close()

    def _take(self) -> None:
        try:
            self._context.machine.cameras.adopt(self._game, self._tag, self._size)
        except CompanionError as error:
            self._said, self._done = verbatim(str(error)), False
        else:
            piece = described(self._game, self._tag)
            self._said, self._done = say("This code now stands for {piece}.", piece=piece), True
