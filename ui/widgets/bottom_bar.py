"""The bar at the bottom of the screen: what happened last, and the buttons."""

from __future__ import annotations

from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.core.screen import Button, NoticeKind, Screen, Tone
from companion.core.text import Text, say
from ui.context import DEFAULT_CONTEXT, Context
from ui.rect import Rect
from ui.theme import NOTICE_TONES
from ui.widgets.button import ButtonView
from ui.widgets.tone_icon import ICONS

WORDS_SHARE = 0.36
"""At least this part of the bar is kept for text."""
SHORT = 72
"""Letters of a heading that can be read in two lines of it."""
FEW_ANSWERS = 2


class BottomBar(Widget):
    """Draws the latest history, or a short saying and its answers in its place, and `screen.buttons` at the right."""

    context: Context = ObjectProperty(DEFAULT_CONTEXT, rebind=True)

    def show(self, screen: Screen) -> None:
        saying = screen.notice is not None and fits_bottom_bar(screen, self.context)
        inner = Rect(0.0, 0.0, self.width, self.height).inset(self.context.sizes.px(8), self.context.sizes.px(5))
        answers = screen.notice.answers if screen.notice is not None and saying else ()
        words = self._lay_buttons((*answers, *screen.buttons), inner)
        self.ids.first.bold = saying
        self._lay_words(*(self._said(screen) if saying else _latest(screen)), words)

    def show_hint(self, why: Text) -> None:
        """Show why something cannot be pressed, until the next screen."""
        left = self.ids.icon.x if self.ids.icon.drawn else self.ids.first.x
        rect = Rect(
            left - self.x,
            self.context.sizes.px(5),
            self.ids.first.right - left,
            self.height - self.context.sizes.px(10),
        )
        self._lay_words(Tone.NORMAL, why, None, rect)

    def _said(self, screen: Screen) -> tuple[Tone, Text | None, Text | None]:
        notice = screen.notice
        if notice is None:
            return Tone.NORMAL, None, None
        return NOTICE_TONES[notice.kind], notice.heading, joined(notice.lines)

    def _lay_words(self, tone: Tone, first: Text | None, second: Text | None, area: Rect) -> None:
        """Two texts below each other, or a single one over the whole height."""
        ids = self.ids
        icon, rest = area.split_left(self.context.sizes.px(20), self.context.sizes.px(6))
        words = rest if tone in ICONS else area
        upper, lower = words.split_top(words.height * 0.6)
        if first is None or second is None:
            first, second, upper, lower = first or second, None, words, Rect(words.x, words.bottom, 0.0, 0.0)
        ids.icon.tone = tone
        ids.first.full_text, ids.second.full_text = self.context.text(first), self.context.text(second)
        for name, rect in {"icon": icon, "first": upper, "second": lower}.items():
            ids[name].pos = self.x + rect.x, self.top - rect.bottom
            ids[name].size = rect.width, rect.height

    def _lay_buttons(self, buttons: tuple[Button, ...], area: Rect) -> Rect:
        """Place the buttons and return what is left for words."""
        sizes = self.context.sizes
        share = area.width * (1 - WORDS_SHARE) / max(1, len(buttons))
        width = max(sizes.touch, min(sizes.px(118), share - sizes.gap))
        self._match_children(buttons)
        for number, view in enumerate(reversed(self.buttons)):
            right = self.right - sizes.px(8) - number * (width + sizes.gap)
            view.size = (width, area.height)
            view.pos = (right - width, self.top - area.bottom)
        return area.split_right(len(buttons) * (width + sizes.gap), sizes.gap)[0]

    def _match_children(self, buttons: tuple[Button, ...]) -> None:
        views = self.buttons
        for view in views[len(buttons) :]:
            self.ids.buttons.remove_widget(view)
        for number, button in enumerate(buttons):
            if number < len(views):
                views[number].button = button
            else:
                largest = self.context.sizes.px(17)
                view = ButtonView(context=self.context, button=button, max_font_size=largest, size_hint=(None, None))
                self.ids.buttons.add_widget(view)

    @property
    def buttons(self) -> list[ButtonView]:
        """The buttons from left to right."""
        return list(reversed(self.ids.buttons.children))


def _latest(screen: Screen) -> tuple[Tone, Text | None, Text | None]:
    """The latest of the history, and below it the remarks, or else what was before."""
    latest = screen.history[-1] if screen.history else None
    earlier = screen.history[-2] if len(screen.history) > 1 else None
    return Tone.NORMAL, latest, joined(screen.remarks) or earlier


def joined(lines: tuple[Text, ...]) -> Text | None:
    """Several sentences on one line."""
    if not lines:
        return None
    line = lines[0]
    for other in lines[1:]:
        line = say("{line} · {other}", line=line, other=other)
    return line


def fits_bottom_bar(screen: Screen, context: Context) -> bool:
    """A notice that fits the bottom bar: something said that asks for no more than a yes."""
    notice = screen.notice
    return (
        notice is not None
        and notice.kind is NoticeKind.SAYING
        and len(notice.answers) <= FEW_ANSWERS
        and notice.rule is None
        and notice.repair is None
        and len(notice.lines) <= 2
        and len(context.text(notice.heading)) <= SHORT
    )
