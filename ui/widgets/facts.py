"""Facts to read at a glance: a soft label and a strong figure each, in one row."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.core.text import Text
from ui import theme
from ui.desk import UNPLACED, Desk
from ui.widgets.words import Words, measured

Fact = tuple[Text, str]

SQUEEZE = 0.8
"""Narrower than this part of their width, words in the smallest type are cut off."""


class Facts(Widget):
    """Draws facts side by side, each as wide as its words; all of them narrower where they do not fit."""

    desk: Desk = ObjectProperty(UNPLACED, rebind=True)
    facts: tuple[Fact, ...] = ObjectProperty(())

    def __init__(self, **kwargs: object) -> None:
        self._lay_soon = Clock.create_trigger(self._lay, -1)
        super().__init__(**kwargs)
        for name in ("facts", "pos", "size", "desk"):
            self.fbind(name, self._lay_soon)

    def wanted(self) -> float:
        """The width in pixels at which everything is written in full."""
        return sum(sum(widths) for widths in self._widths())

    def _written(self) -> list[tuple[str, str]]:
        return [(self.desk.text(label), figure) for label, figure in self.facts]

    def _widths(self) -> list[tuple[float, float]]:
        sizes = self.desk.sizes
        gap, wide_gap = sizes.px(4), sizes.px(10)
        return [
            (
                measured(label, sizes.small, False)[0] + gap if label else 0.0,
                measured(figure, sizes.body, True)[0] + wide_gap,
            )
            for label, figure in self._written()
        ]

    def _lay(self, *_: object) -> None:
        widths = self._fitting()
        written = self._written()[: len(widths)]
        self._keep(2 * len(written))
        shrink = min(1.0, self.width / max(1.0, sum(map(sum, widths))))
        left, words = self.x, iter(self.children[::-1])
        for pair, pair_widths in zip(written, widths, strict=True):
            for text, width, strong in zip(pair, pair_widths, (False, True), strict=True):
                view = next(words)
                view.words, view.pos, view.size = text, (left, self.y), (width * shrink, self.height)
                self._style(view, strong)
                left += width * shrink

    def _fitting(self) -> list[tuple[float, float]]:
        """The widths of as many facts, from the first, as can still be read when squeezed together."""
        widths = self._widths()
        while len(widths) > 1 and sum(map(sum, widths)) * SQUEEZE > self.width:
            widths.pop()
        return widths

    def _keep(self, count: int) -> None:
        while len(self.children) > count:
            self.remove_widget(self.children[0])
        while len(self.children) < count:
            self.add_widget(Words(size_hint=(None, None)))

    def _style(self, view: Words, strong: bool) -> None:
        sizes = self.desk.sizes
        view.bold, view.color = strong, theme.TEXT if strong else theme.SOFT
        view.largest, view.smallest = sizes.body if strong else sizes.small, sizes.tiny
