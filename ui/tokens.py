"""Colours and lengths of the design, once: a warm dark ground, ivory light; colour belongs to people.

Lengths are in dp: 1 px on a display of 800x480, and as many millimetres on every other of the same size.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.core.screen import Tone

INK = "#15120E"
"""Text on a player's colour, in both themes."""

PLAYER_COLOURS = ("#4F9DFF", "#F5822A", "#14B58A", "#F7A8DC", "#FFE14D", "#FFFFFF")
"""Only as fills, never as text. The smallest distance of two (CIE76, simulated): protan 31, deutan 22, tritan 16."""

PLAYER_SHAPES = ("disc", "square", "triangle", "diamond", "star", "cross")


@dataclass(frozen=True, slots=True)
class Palette:
    """One theme: grounds from the lowest to the highest, lines, three strengths of text, lit things, states."""

    name: str
    ground: str
    panel: str
    card: str
    raised: str
    line: str
    hair: str
    text: str
    second: str
    faint: str
    lamp: str
    on_lamp: str
    good: str
    good_ground: str
    attention: str
    attention_ground: str
    bad: str
    bad_ground: str
    unknown: str
    unknown_ground: str
    layers: tuple[str, ...]

    def tone(self, tone: Tone) -> str:
        """The colour of words and icons in this tone."""
        return {
            Tone.NORMAL: self.text,
            Tone.DIM: self.faint,
            Tone.GOOD: self.good,
            Tone.ATTENTION: self.attention,
            Tone.BAD: self.bad,
            Tone.UNKNOWN: self.unknown,
        }[tone]

    def tone_ground(self, tone: Tone) -> str:
        """The ground that goes under words in this tone."""
        return {
            Tone.NORMAL: self.card,
            Tone.DIM: self.panel,
            Tone.GOOD: self.good_ground,
            Tone.ATTENTION: self.attention_ground,
            Tone.BAD: self.bad_ground,
            Tone.UNKNOWN: self.unknown_ground,
        }[tone]


DARK = Palette(
    name="dark",
    ground="#15120E",
    panel="#1F1B16",
    card="#2A251E",
    raised="#383127",
    line="#4A4236",
    hair="#322C24",
    text="#FBF5EA",
    second="#D3C8B6",
    faint="#B0A48F",
    lamp="#F3E6CB",
    on_lamp="#15120E",
    good="#7FDB9A",
    good_ground="#1D2F22",
    attention="#FFC85C",
    attention_ground="#3A2D12",
    bad="#FF9C8A",
    bad_ground="#3D211B",
    unknown="#CDB2FF",
    unknown_ground="#2D2440",
    layers=("#2B2620", "#373027", "#453C30", "#564B3B"),
)
LIGHT = Palette(
    name="light",
    ground="#EFE8DA",
    panel="#F8F3E8",
    card="#FFFDF7",
    raised="#E6DCC8",
    line="#C9BCA3",
    hair="#DDD2BE",
    text="#1E1913",
    second="#443A2C",
    faint="#655946",
    lamp="#2A231A",
    on_lamp="#FFF9EC",
    good="#14653A",
    good_ground="#DDEEDD",
    attention="#7A4E00",
    attention_ground="#F7E6BF",
    bad="#A3241A",
    bad_ground="#F9DDD5",
    unknown="#5B35A8",
    unknown_ground="#E8DDF8",
    layers=("#E2D8C4", "#D5C9B1", "#C7B99D", "#B8A988"),
)
PALETTES: Mapping[str, Palette] = MappingProxyType({palette.name: palette for palette in (DARK, LIGHT)})

TONE_ICONS = {
    Tone.GOOD: "circle-check",
    Tone.ATTENTION: "alert-triangle",
    Tone.BAD: "square-x",
    Tone.UNKNOWN: "question-mark",
}
"""A tone is never a colour alone."""

GAP = 8.0
"""Between things, and at the window's edge."""

TOUCH = 48.0
"""The least width and height of what must be pressed."""

SMALLEST_TYPE = 14.0

RADIUS_SLOT, RADIUS_PANEL, RADIUS_TILE, RADIUS_CLOCK = 10.0, 12.0, 14.0, 18.0

RAIL_WIDTH, ANSWER_HEIGHT = 92.0, 68.0
BAR_HEIGHT, BAR_HEIGHT_UPRIGHT = 60.0, 64.0


LARGE = 1.15
"""So much larger everything is with large letters."""


@dataclass(frozen=True, slots=True)
class Space:
    """A window measured in dp: `dp` pixels to each. Large `letters` make everything 1.15 times as large.

    `left_handed`: the buttons of the live table stand at its left.
    """

    width: float
    height: float
    dp: float
    letters: float = 1.0
    left_handed: bool = False

    @classmethod
    def of(cls, pixels: tuple[int, int], large: bool = False, *, left_handed: bool = False) -> Space:
        width, height = pixels
        dp = min(width / 800, height / 480) if width >= height else min(width / 480, height / 800)
        letters = LARGE if large else 1.0
        dp *= letters
        return cls(width / dp, height / dp, dp, letters, left_handed)

    @property
    def upright(self) -> bool:
        return self.height > self.width

    @property
    def wide(self) -> bool:
        """Whether there is room for whole sentences in the bar."""
        return self.width > 820


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.1, 1.4.3)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two, `share` of the way from the first to the second."""
    parts = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(255 * (a + (b - a) * share)):02X}" for a, b in parts)


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _channels(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
