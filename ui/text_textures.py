"""Words as textures, kept while there is room: a clock alone makes a new one every second of an evening."""

from __future__ import annotations

from collections import OrderedDict

from kivy.core.text import Label as CoreLabel
from kivy.graphics.texture import Texture

from companion.typefaces import typeface

Key = tuple[str, str, int]

ROOM = 6_000_000
"""Pixels of four bytes each: several screens full of words of every size."""


class TextTextures:
    """White letters on nothing, to be tinted. The ones that were not asked for the longest time go first."""

    def __init__(self, room: int = ROOM) -> None:
        self._room, self.pixels = room, 0
        self._kept: OrderedDict[Key, Texture] = OrderedDict()

    def __call__(self, words: str, face: str, pixels: int) -> Texture:
        """The words in this typeface, so many pixels high."""
        key = words, face, pixels
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        label = CoreLabel(text=words, font_name=str(typeface(face)), font_size=pixels, color=(1, 1, 1, 1), markup=False)
        label.refresh()
        self._kept[key] = label.texture
        self.pixels += _area(label.texture)
        while self.pixels > self._room and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self.pixels -= _area(oldest)
        return label.texture


def _area(texture: Texture) -> int:
    width, height = texture.size
    return int(width * height)


text_texture = TextTextures()
