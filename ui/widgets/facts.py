"""Facts to read at a glance: a soft label and a strong figure each, in one row."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.core.text import Text
from ui import theme
from ui.context import DEFAULT_CONTEXT, Context
from ui.widgets.fitted_label import FittedLabel, text_size

Fact = tuple[Text, str]

SQUEEZE = 0.8
"""Narrower than this part of their width, words in the smallest type are cut off."""


class Facts(Widget):
    """Draws facts side by side, each as wide as its words; all of them narrower where they do not fit."""

    context: Context = ObjectProperty(DEFAULT_CONTEXT, rebind=True)
    facts: tuple[Fact, ...] = ObjectProperty(())

    def __init__(self, **kwargs: object) -> None:
        self._trigger_layout = Clock.create_trigger(self._layout, -1)
        super().__init__(**kwargs)
        for name in ("facts", "pos", "size", "context"):
            self.fbind(name, self._trigger_layout)

    def wanted(self) -> float:
        """The width in pixels at which everything is written in full."""
        return sum(sum(widths) for widths in self._widths())

    def _written(self) -> list[tuple[str, str]]:
        return [(self.context.text(label), figure) for label, figure in self.facts]

    def _widths(self) -> list[tuple[float, float]]:
        sizes = self.context.sizes
        gap, wide_gap = sizes.px(4), sizes.px(10)
        return [
            (
                text_size(label, sizes.small, False)[0] + gap if label else 0.0,
                text_size(figure, sizes.body, True)[0] + wide_gap,
            )
            for label, figure in self._written()
        ]

    def _layout(self, *_: object) -> None:
        widths = self._fitting()
        written = self._written()[: len(widths)]
        self._match_children(2 * len(written))
        shrink = min(1.0, self.width / max(1.0, sum(map(sum, widths))))
        left, words = self.x, iter(self.children[::-1])
        for pair, pair_widths in zip(written, widths, strict=True):
            for text, width, strong in zip(pair, pair_widths, (False, True), strict=True):
                view = next(words)
                view.full_text, view.pos, view.size = text, (left, self.y), (width * shrink, self.height)
                self._style(view, strong)
                left += width * shrink

    def _fitting(self) -> list[tuple[float, float]]:
        """The widths of as many facts, from the first, as can still be read when squeezed together."""
        widths = self._widths()
        while len(widths) > 1 and sum(map(sum, widths)) * SQUEEZE > self.width:
            widths.pop()
        return widths

    def _match_children(self, count: int) -> None:
        while len(self.children) > count:
            self.remove_widget(self.children[0])
        while len(self.children) < count:
            self.add_widget(FittedLabel(size_hint=(None, None)))

    def _style(self, view: FittedLabel, strong: bool) -> None:
        sizes = self.context.sizes
        view.bold, view.color = strong, theme.TEXT if strong else theme.SOFT
        view.max_font_size, view.min_font_size = sizes.body if strong else sizes.small, sizes.tiny
