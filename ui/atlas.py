"""Words as parts of one texture, so that a whole screen of them is drawn at once with everything else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics.texture import Texture

from companion.typefaces import typeface

GAP = 1
"""Pixels between two parts, so that none shows at another's edge."""


class AtlasFull(Exception):
    """There is no room left for these words: clear the atlas, and put in again what is shown."""


@dataclass(frozen=True, slots=True)
class GlyphBox:
    """Where words are: size in pixels, and the texture's coordinates of their lower left and upper right corner."""

    width: int
    height: int
    left: float
    bottom: float
    right: float
    top: float


class Atlas:
    """White letters on nothing, to be tinted, in rows as high as the highest line in them."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.texture = Texture.create(size=(side, side), colorfmt="rgba")
        self._parts: dict[tuple[str, str, int], GlyphBox] = {}
        self._rows: dict[int, tuple[int, int]] = {}
        self._foot = 0

    def __call__(self, words: str, face: str, pixels: int) -> GlyphBox:
        """The words in this typeface, so many pixels high. Raises AtlasFull."""
        key = words, face, pixels
        part = self._parts.get(key)
        if part is None:
            part = self._parts[key] = self._put(_letters(*key))
        return part

    def __len__(self) -> int:
        return len(self._parts)

    def clear(self) -> None:
        """Forget all words; the parts given out so far show others from now on."""
        self._parts.clear()
        self._rows.clear()
        self._foot = 0

    def _put(self, letters: _Letters) -> GlyphBox:
        width, height = letters.width, letters.height
        x, y = self._room(width + GAP, height + GAP)
        if letters.data is not None:
            self.texture.blit_buffer(letters.data, size=(width, height), pos=(x, y), colorfmt=letters.format)
        # The first row of a texture is its lowest, that of a picture its highest.
        side = self.side
        return GlyphBox(width, height, x / side, (y + height) / side, (x + width) / side, y / side)

    def _room(self, width: int, height: int) -> tuple[int, int]:
        """The corner of a free place, in the row for this height or in a new one."""
        x, y = self._rows.get(height, (self.side, 0))
        if x + width > self.side:
            x, y = 0, self._foot
            if y + height > self.side or width > self.side:
                raise AtlasFull
            self._foot += height
        self._rows[height] = x + width, y
        return x, y


class _Letters:
    """Stands in for the texture that a label would draw on, and keeps what it draws."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.width, self.height = size
        self.data: bytes | None = None
        self.format = "rgba"

    def ask_update(self, fill: Any) -> None:
        fill(self)

    def blit_data(self, image: Any) -> None:
        self.data, self.format = image.data, image.fmt


@lru_cache(maxsize=256)
def label(face: str, pixels: int) -> CoreLabel:
    """What measures and draws words in this typeface, so many pixels high."""
    made = CoreLabel(text="", font_name=str(typeface(face)), font_size=pixels, color=(1, 1, 1, 1), markup=False)
    made.resolve_font_name()
    return made


def _letters(words: str, face: str, pixels: int) -> _Letters:
    drawn = label(face, pixels)
    drawn.text = words
    letters = _Letters(drawn.render())
    if letters.width > 1 and letters.height > 1:
        drawn.texture = letters
        drawn.refresh()
    return letters
