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
from ui.boxes import Box
from ui.desk import UNPLACED, Desk
from ui.theme import NOTICE_TONES, TONES
from ui.widgets.paragraph import Paragraph
from ui.widgets.press import PressButton
from ui.widgets.words import measured
from ui.wrap import wrap

FEW = 4
"""Up to so many answers stand below each other, each as wide as the panel."""

SOME = 10
"""More answers than this want a wider panel."""


class NoticePanel(Widget):
    """Draws a `Notice`: heading, lines, the rule, how to put it right, and the answers to press."""

    desk: Desk = ObjectProperty(UNPLACED, rebind=True)
    notice: Notice | None = ObjectProperty(None, allownone=True)
    edge = ColorProperty(theme.CLEAR)

    def __init__(self, **kwargs: object) -> None:
        self._rows: list[tuple[Button, ...]] = []
        self._lay_soon = Clock.create_trigger(self._lay, -1)
        super().__init__(**kwargs)
        self.fbind("notice", self._write)
        for name in ("notice", "pos", "size"):
            self.fbind(name, self._lay_soon)

    def _write(self, *_: object) -> None:
        notice, ids = self.notice, self.ids
        ids.body.clear_widgets()
        ids.answers.clear_widgets()
        self._rows = []
        if notice is None:
            ids.sign.tone, ids.heading.words = Tone.NORMAL, ""
            return
        ids.sign.tone = NOTICE_TONES[notice.kind]
        self.edge = TONES[ids.sign.tone]
        ids.heading.words = self.desk.text(notice.heading)
        for paragraph in self._paragraphs(notice):
            ids.body.add_widget(paragraph)

    def _paragraphs(self, notice: Notice) -> Iterator[Paragraph]:
        sizes, read = self.desk.sizes, self.desk.text
        inside = (sizes.px(9), sizes.px(4))
        for line in notice.lines:
            yield Paragraph(words=read(line), font_size=sizes.body, color=theme.TEXT)
        if notice.repair is not None:
            words = read(say("To put it right: {repair}", repair=notice.repair))
            yield Paragraph(words=words, font_size=sizes.body, padding=inside, bar=theme.ACCENT, ground=theme.ON_TURN)
        if notice.rule is not None:
            words, soft = read(notice.rule), theme.SOFT
            yield Paragraph(words=words, font_size=sizes.small, color=soft, padding=inside, bar=theme.FAINT)

    def _lay(self, *_: object) -> None:
        if self.notice is None or self.width <= 0:
            return
        sizes = self.desk.sizes
        inner = Box(0.0, 0.0, self.width, self.height).inset(sizes.px(9), sizes.px(8))
        head, rest = inner.split_top(self._heading_height(inner.width), sizes.gap)
        sign, heading = head.split_left(sizes.px(22), sizes.px(7))
        body, answers = self._share(self.notice.answers, rest)
        for name, box in {"sign": sign, "heading": heading, "scroll": body, "choices": answers}.items():
            widget = self.ids[name]
            widget.pos = self.x + box.x, self.top - box.bottom
            widget.size = box.width, box.height

    def _heading_height(self, width: float) -> float:
        sizes = self.desk.sizes
        words, room = self.ids.heading.words, width - sizes.px(29)
        lines, _ = wrap(words, room, 3, lambda line: measured(line, sizes.large, True)[0])
        return max(1, len(lines)) * measured("Äg", sizes.large, True)[1] + 1

    def _share(self, answers: tuple[Button, ...], room: Box) -> tuple[Box, Box]:
        """The words above, the answers below; many answers take what the words leave and scroll."""
        if not answers:
            return room, Box(room.x, room.bottom, 0.0, 0.0)
        sizes = self.desk.sizes
        rows = self._in_rows(answers, room.width)
        self._fill(rows)
        wanted = len(rows) * (sizes.touch + sizes.gap) - sizes.gap
        if len(answers) <= FEW:
            return room.split_bottom(min(wanted, room.height), sizes.gap)
        words = min(sum(self._paragraph_height(part, room.width) for part in self.ids.body.children), room.height * 0.4)
        return room.split_top(max(words, room.height - wanted - sizes.gap), sizes.gap)

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
        sizes = self.desk.sizes
        longest = max(measured(self.desk.text(answer.label), sizes.small, True)[0] for answer in answers)
        return max(sizes.px(126), longest / 2 + sizes.px(40))

    def _short(self, answer: Button, width: float) -> bool:
        sizes = self.desk.sizes
        taken = sizes.sign + sizes.px(26)
        return measured(self.desk.text(answer.label), sizes.body, True)[0] <= width / 2 - taken

    def _fill(self, rows: list[tuple[Button, ...]]) -> None:
        sizes = self.desk.sizes
        if self._rows == rows:
            return
        self._rows = rows
        self.ids.answers.clear_widgets()
        columns = max(len(row) for row in rows) if sum(map(len, rows)) > FEW else 0
        for row in rows:
            line = BoxLayout(size_hint=(1, None), height=sizes.touch, spacing=sizes.gap)
            for answer in row:
                line.add_widget(PressButton(desk=self.desk, button=answer, largest=sizes.body))
            for _ in range(columns - len(row)):
                line.add_widget(Widget())
            self.ids.answers.add_widget(line)

    def _paragraph_height(self, part: Paragraph, width: float) -> float:
        part.width = width
        part.texture_update()
        return part.texture_size[1] + self.desk.sizes.gap
