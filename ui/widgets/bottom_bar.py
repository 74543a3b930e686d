"""The foot of the screen: what happened last, and the buttons."""

from __future__ import annotations

from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.core.screen import Button, NoticeKind, Screen, Tone
from companion.core.text import Text, say
from ui.boxes import Box
from ui.desk import UNPLACED, Desk
from ui.theme import NOTICE_TONES
from ui.widgets.press import PressButton
from ui.widgets.sign import SHAPES

WORDS_SHARE = 0.36
"""At least this part of the foot is kept for words."""
SHORT = 72
"""Letters of a heading that can be read in two lines of it."""
FEW_ANSWERS = 2


class BottomBar(Widget):
    """Draws the latest history, or a short saying and its answers in its place, and `screen.buttons` at the right."""

    desk: Desk = ObjectProperty(UNPLACED, rebind=True)

    def show(self, screen: Screen) -> None:
        saying = screen.notice is not None and is_short(screen, self.desk)
        inner = Box(0.0, 0.0, self.width, self.height).inset(self.desk.sizes.px(8), self.desk.sizes.px(5))
        answers = screen.notice.answers if screen.notice is not None and saying else ()
        words = self._lay_buttons((*answers, *screen.buttons), inner)
        self.ids.first.bold = saying
        self._lay_words(*(self._said(screen) if saying else _latest(screen)), words)

    def explain(self, why: Text) -> None:
        """Show why something cannot be pressed, until the next screen."""
        left = self.ids.sign.x if self.ids.sign.drawn else self.ids.first.x
        box = Box(
            left - self.x, self.desk.sizes.px(5), self.ids.first.right - left, self.height - self.desk.sizes.px(10)
        )
        self._lay_words(Tone.NORMAL, why, None, box)

    def _said(self, screen: Screen) -> tuple[Tone, Text | None, Text | None]:
        notice = screen.notice
        if notice is None:
            return Tone.NORMAL, None, None
        return NOTICE_TONES[notice.kind], notice.heading, joined(notice.lines)

    def _lay_words(self, tone: Tone, first: Text | None, second: Text | None, room: Box) -> None:
        """Two texts below each other, or a single one over the whole height."""
        ids = self.ids
        sign, rest = room.split_left(self.desk.sizes.px(20), self.desk.sizes.px(6))
        words = rest if tone in SHAPES else room
        upper, lower = words.split_top(words.height * 0.6)
        if first is None or second is None:
            first, second, upper, lower = first or second, None, words, Box(words.x, words.bottom, 0.0, 0.0)
        ids.sign.tone = tone
        ids.first.words, ids.second.words = self.desk.text(first), self.desk.text(second)
        for name, box in {"sign": sign, "first": upper, "second": lower}.items():
            ids[name].pos = self.x + box.x, self.top - box.bottom
            ids[name].size = box.width, box.height

    def _lay_buttons(self, buttons: tuple[Button, ...], room: Box) -> Box:
        """Place the buttons and return what is left for words."""
        sizes = self.desk.sizes
        share = room.width * (1 - WORDS_SHARE) / max(1, len(buttons))
        width = max(sizes.touch, min(sizes.px(118), share - sizes.gap))
        self._keep(buttons)
        for number, view in enumerate(reversed(self.buttons)):
            right = self.right - sizes.px(8) - number * (width + sizes.gap)
            view.size = (width, room.height)
            view.pos = (right - width, self.top - room.bottom)
        return room.split_right(len(buttons) * (width + sizes.gap), sizes.gap)[0]

    def _keep(self, buttons: tuple[Button, ...]) -> None:
        views = self.buttons
        for view in views[len(buttons) :]:
            self.ids.buttons.remove_widget(view)
        for number, button in enumerate(buttons):
            if number < len(views):
                views[number].button = button
            else:
                largest = self.desk.sizes.px(17)
                view = PressButton(desk=self.desk, button=button, largest=largest, size_hint=(None, None))
                self.ids.buttons.add_widget(view)

    @property
    def buttons(self) -> list[PressButton]:
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


def is_short(screen: Screen, desk: Desk) -> bool:
    """A notice that fits the foot of the screen: something said that asks for no more than a yes."""
    notice = screen.notice
    return (
        notice is not None
        and notice.kind is NoticeKind.SAYING
        and len(notice.answers) <= FEW_ANSWERS
        and notice.rule is None
        and notice.repair is None
        and len(notice.lines) <= 2
        and len(desk.text(notice.heading)) <= SHORT
    )
