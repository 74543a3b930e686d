"""Something to press."""

from __future__ import annotations

from kivy.properties import ColorProperty, NumericProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.core.screen import Button, Tone
from ui import theme
from ui.context import DEFAULT_CONTEXT, Context
from ui.widgets.tone_icon import ICONS


class ButtonView(ButtonBehavior, Widget):
    """Draws a `Button`. Pressed, it posts its intent, or says why it cannot be pressed."""

    context: Context = ObjectProperty(DEFAULT_CONTEXT, rebind=True)
    button: Button = ObjectProperty()
    fill = ColorProperty(theme.BUTTON)
    edge = ColorProperty(theme.BUTTON_EDGE)
    ink = ColorProperty(theme.TEXT)
    max_font_size = NumericProperty(16)

    def __init__(self, **kwargs: object) -> None:
        self._meant: Button | None = None
        super().__init__(**kwargs)
        self.fbind("button", self._write)
        self.fbind("state", self._colour)
        self._write()

    def on_press(self) -> None:
        self._meant = self.button

    def on_release(self) -> None:
        # A finger means what it was put on: if the button has changed under it, nothing is posted.
        if self._meant != self.button:
            return
        if self.button.enabled:
            self.context.post(self.button.intent)
        elif self.button.why_not is not None:
            self.context.show_hint(self.button.why_not)

    def _write(self, *_: object) -> None:
        self.ids.label.full_text = self.context.text(self.button.label)
        tone = self.button.tone
        self.ids.icon.tone = tone if self.button.enabled and tone in ICONS else Tone.NORMAL
        self._colour()

    def _colour(self, *_: object) -> None:
        button = self.button
        if not button.enabled:
            self.fill, self.edge, self.ink = theme.BUTTON_OFF, theme.HOLLOW_EDGE, theme.FAINT
            return
        fill = theme.BUTTON_FILLS.get(button.tone, theme.BUTTON)
        self.fill = theme.HELD if self.state == "down" else fill
        self.edge = theme.TONES[button.tone] if button.tone in theme.BUTTON_FILLS else theme.BUTTON_EDGE
        self.ink = theme.TEXT
