"""One paragraph of a notice: as high as its words, with a bar and a background of its kind."""

from __future__ import annotations

from kivy.properties import ColorProperty, StringProperty
from kivy.uix.label import Label

from ui import theme
from ui.wrap import plain


class Paragraph(Label):
    """Words over as many lines as they need. Never markup."""

    words = StringProperty("")
    ground = ColorProperty(theme.CLEAR)
    bar = ColorProperty(theme.CLEAR)

    def on_words(self, _: object, words: str) -> None:
        self.text = plain(words)
