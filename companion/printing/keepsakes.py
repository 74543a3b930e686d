"""The sheet of an evening as files: a picture for a phone's message, and a page of paper."""

from __future__ import annotations

from companion.core.result_pages import Keepsake
from companion.core.text import Language
from companion.printing.picture_files import as_pdf, as_png, measure
from ui.drawing import Drawing, DrawingSettings
from ui.picture import WindowPicture
from ui.screens.keepsake import draw_keepsake
from ui.tokens import DARK, LIGHT, Palette, Space

WIDE = 480.0
PHONE = (1080, 1350)
"""Pixels: what messengers show whole."""

A4 = (595.276, 841.89)
"""Points."""


def phone_picture(page: Keepsake, language: Language) -> bytes:
    """PNG, 1080 x 1350."""
    return as_png(drawn(page, language, DARK, PHONE), PHONE[0] / WIDE)


def paper_page(page: Keepsake, language: Language) -> bytes:
    """PDF, A4, on a light ground."""
    return as_pdf(drawn(page, language, LIGHT, A4), A4, page.game.render(language))


def drawn(page: Keepsake, language: Language, palette: Palette, size: tuple[float, float]) -> WindowPicture:
    space = Space(WIDE, WIDE * size[1] / size[0], size[0] / WIDE)
    drawing = Drawing(DrawingSettings(palette, space, measure, lambda text: text.render(language)))
    draw_keepsake(drawing, page)
    return drawing.picture()
