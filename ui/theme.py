"""Colours and sizes, once.

Dark, because the screen stands beside a table in the evening; main text has a contrast of at least 7:1 and every other
text 4.5:1 (WCAG 2.1, 1.4.6 and 1.4.3). A tone is never a colour alone: `widgets/tone_icon.py` draws a shape for each.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.screen import NoticeKind, Tone

Colour = tuple[float, float, float, float]


def colour(code: str, alpha: float = 1.0) -> Colour:
    """Red, green, blue and alpha from 0 to 1 of "#rrggbb"."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue, alpha


BACKGROUND = colour("#0b1018")
BAR = colour("#121a27")
PANEL = colour("#151f2e")
CARD = colour("#22304a")
CARD_EDGE = colour("#3d4f70")
HOLLOW = colour("#101826")
HOLLOW_EDGE = colour("#2b3a54")
BUTTON = colour("#2b3d5e")
BUTTON_EDGE = colour("#5a76a8")
BUTTON_OFF = colour("#18212f")
HELD = colour("#4d6ea8")
TEXT = colour("#f3f6fb")
SOFT = colour("#b4c3da")
FAINT = colour("#8799b5")
ACCENT = colour("#5cc8ff")
ON_TURN = colour("#16304a")
CLEAR = (0.0, 0.0, 0.0, 0.0)
INK = colour("#0b1018")

TONES = {
    Tone.NORMAL: TEXT,
    Tone.DIM: FAINT,
    Tone.GOOD: colour("#4ade80"),
    Tone.ATTENTION: colour("#ffbf3c"),
    Tone.BAD: colour("#ff7b7b"),
    Tone.UNKNOWN: colour("#d0a5ff"),
}
BUTTON_FILLS = {
    Tone.GOOD: colour("#14532d"),
    Tone.ATTENTION: colour("#5a3d06"),
    Tone.BAD: colour("#6b1d1d"),
    Tone.UNKNOWN: colour("#44256b"),
}
NOTICE_TONES = {
    NoticeKind.SAYING: Tone.NORMAL,
    NoticeKind.QUESTION: Tone.UNKNOWN,
    NoticeKind.ILLEGAL: Tone.BAD,
    NoticeKind.DISAGREE: Tone.ATTENTION,
    NoticeKind.TROUBLE: Tone.BAD,
}
TOUCH = 44
"""The least width and height in pixels of what must be pressed."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Lengths and type sizes in pixels for one window.

    Type grows more slowly than the window, because larger windows mostly mean larger displays.
    """

    scale: float

    @classmethod
    def of(cls, width: float, height: float) -> Sizes:
        area = min(max(width, height) / 800, min(width, height) / 480)
        return cls(1 + 0.75 * (area - 1) if area > 1 else max(area, 0.75))

    def px(self, length: float) -> float:
        """A length given for 800x480, here."""
        return float(round(length * self.scale))

    @property
    def gap(self) -> float:
        return self.px(5)

    @property
    def tiny(self) -> float:
        return float(round(11 + 4 * (self.scale - 1))) if self.scale > 1 else 11.0

    @property
    def small(self) -> float:
        return self.px(13)

    @property
    def body(self) -> float:
        return self.px(16)

    @property
    def large(self) -> float:
        return self.px(20)

    @property
    def huge(self) -> float:
        return self.px(26)

    @property
    def touch(self) -> float:
        return max(TOUCH, self.px(46))

    @property
    def top_bar(self) -> float:
        return self.px(42)

    @property
    def bottom_bar(self) -> float:
        return self.touch + 2 * self.px(5)

    @property
    def caption(self) -> float:
        return self.px(19)

    @property
    def seat_line(self) -> float:
        return self.px(23)

    @property
    def icon(self) -> float:
        return self.px(16)
