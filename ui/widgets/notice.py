"""What the companion has to say, beside what it talks about."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.clock import Clock
from kivy.properties import ColorProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.core.screen import Button, Notice, Tone
from companion.core.text import say
from ui import theme
from ui.context import DEFAULT_CONTEXT, Context
from ui.rect import Rect
from ui.text_fit import wrap
from ui.theme import NOTICE_TONES, TONES
from ui.widgets.button import ButtonView
from ui.widgets.fitted_label import text_size
from ui.widgets.paragraph import Paragraph

FEW = 4
"""Up to so many answers stand below each other, each as wide as the panel."""

SOME = 10
"""More answers than this want a wider panel."""


class NoticePanel(Widget):
    """Draws a `Notice`: heading, lines, the rule, how to put it right, and the answers to press."""

    context: Context = ObjectProperty(DEFAULT_CONTEXT, rebind=True)
    notice: Notice | None = ObjectProperty(None, allownone=True)
    edge = ColorProperty(theme.CLEAR)

    def __init__(self, **kwargs: object) -> None:
        self._rows: list[tuple[Button, ...]] = []
        self._trigger_layout = Clock.create_trigger(self._layout, -1)
        super().__init__(**kwargs)
        self.fbind("notice", self._write)
        for name in ("notice", "pos", "size"):
            self.fbind(name, self._trigger_layout)

    def _write(self, *_: object) -> None:
        notice, ids = self.notice, self.ids
        ids.body.clear_widgets()
        ids.answers.clear_widgets()
        self._rows = []
        if notice is None:
            ids.icon.tone, ids.heading.full_text = Tone.NORMAL, ""
            return
        ids.icon.tone = NOTICE_TONES[notice.kind]
        self.edge = TONES[ids.icon.tone]
        ids.heading.full_text = self.context.text(notice.heading)
        for paragraph in self._paragraphs(notice):
            ids.body.add_widget(paragraph)

    def _paragraphs(self, notice: Notice) -> Iterator[Paragraph]:
        sizes, read = self.context.sizes, self.context.text
        inside = (sizes.px(9), sizes.px(4))
        for line in notice.lines:
            yield Paragraph(full_text=read(line), font_size=sizes.body, color=theme.TEXT)
        if notice.repair is not None:
            words = read(say("To put it right: {repair}", repair=notice.repair))
            yield Paragraph(
                full_text=words, font_size=sizes.body, padding=inside, bar=theme.ACCENT, ground=theme.ON_TURN
            )
        if notice.rule is not None:
            words, soft = read(notice.rule), theme.SOFT
            yield Paragraph(full_text=words, font_size=sizes.small, color=soft, padding=inside, bar=theme.FAINT)

    def _layout(self, *_: object) -> None:
        if self.notice is None or self.width <= 0:
            return
        sizes = self.context.sizes
        inner = Rect(0.0, 0.0, self.width, self.height).inset(sizes.px(9), sizes.px(8))
        head, rest = inner.split_top(self._heading_height(inner.width), sizes.gap)
        icon, heading = head.split_left(sizes.px(22), sizes.px(7))
        body, answers = self._share(self.notice.answers, rest)
        for name, rect in {"icon": icon, "heading": heading, "scroll": body, "choices": answers}.items():
            widget = self.ids[name]
            widget.pos = self.x + rect.x, self.top - rect.bottom
            widget.size = rect.width, rect.height

    def _heading_height(self, width: float) -> float:
        sizes = self.context.sizes
        words, area = self.ids.heading.full_text, width - sizes.px(29)
        lines, _ = wrap(words, area, 3, lambda line: text_size(line, sizes.large, True)[0])
        return max(1, len(lines)) * text_size("Äg", sizes.large, True)[1] + 1

    def _share(self, answers: tuple[Button, ...], area: Rect) -> tuple[Rect, Rect]:
        """The words above, the answers below; many answers take what the words leave and scroll."""
        if not answers:
            return area, Rect(area.x, area.bottom, 0.0, 0.0)
        sizes = self.context.sizes
        rows = self._in_rows(answers, area.width)
        self._fill(rows)
        wanted = len(rows) * (sizes.touch + sizes.gap) - sizes.gap
        if len(answers) <= FEW:
            return area.split_bottom(min(wanted, area.height), sizes.gap)
        words = min(sum(self._paragraph_height(part, area.width) for part in self.ids.body.children), area.height * 0.4)
        return area.split_top(max(words, area.height - wanted - sizes.gap), sizes.gap)

    def _in_rows(self, answers: tuple[Button, ...], width: float) -> list[tuple[Button, ...]]:
        """Many answers in equal columns; of few, two short ones share a row."""
        if len(answers) > FEW:
            columns = max(2, int(width // self._column(answers)))
            return [answers[at : at + columns] for at in range(0, len(answers), columns)]
        rows: list[tuple[Button, ...]] = []
        for answer in answers:
            if rows and len(rows[-1]) == 1 and self._short(rows[-1][0], width) and self._short(answer, width):
                rows[-1] = (rows[-1][0], answer)
            else:
                rows.append((answer,))
        return rows

    def _column(self, answers: tuple[Button, ...]) -> float:
        """The width at which every answer is written in two lines of small type, and a finger's at least."""
        sizes = self.context.sizes
        longest = max(text_size(self.context.text(answer.label), sizes.small, True)[0] for answer in answers)
        return max(sizes.px(126), longest / 2 + sizes.px(40))

    def _short(self, answer: Button, width: float) -> bool:
        sizes = self.context.sizes
        taken = sizes.icon + sizes.px(26)
        return text_size(self.context.text(answer.label), sizes.body, True)[0] <= width / 2 - taken

    def _fill(self, rows: list[tuple[Button, ...]]) -> None:
        sizes = self.context.sizes
        if self._rows == rows:
            return
        self._rows = rows
        self.ids.answers.clear_widgets()
        columns = max(len(row) for row in rows) if sum(map(len, rows)) > FEW else 0
        for row in rows:
            line = BoxLayout(size_hint=(1, None), height=sizes.touch, spacing=sizes.gap)
            for answer in row:
                line.add_widget(ButtonView(context=self.context, button=answer, max_font_size=sizes.body))
            for _ in range(columns - len(row)):
                line.add_widget(Widget())
            self.ids.answers.add_widget(line)

    def _paragraph_height(self, part: Paragraph, width: float) -> float:
        part.width = width
        part.texture_update()
        return part.texture_size[1] + self.context.sizes.gap
