"""One paragraph of a notice: as high as its words, with a bar and a background of its kind."""

from __future__ import annotations

from kivy.properties import ColorProperty, StringProperty
from kivy.uix.label import Label

from ui import theme
from ui.text_fit import printable


class Paragraph(Label):
    """Words over as many lines as they need. Never markup."""

    full_text = StringProperty("")
    ground = ColorProperty(theme.CLEAR)
    bar = ColorProperty(theme.CLEAR)

    def on_full_text(self, _: object, words: str) -> None:
        self.text = printable(words)
