"""The bar at the top of the screen: the game, how it stands, whose turn it is, the clock."""

from __future__ import annotations

from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.core.screen import Screen
from companion.core.text import comma_list
from ui.context import DEFAULT_CONTEXT, Context
from ui.widgets.fitted_label import text_size


class TopBar(Widget):
    """Draws title, status, and who is on turn, and the clock if that is one player."""

    context: Context = ObjectProperty(DEFAULT_CONTEXT, rebind=True)

    def show(self, screen: Screen) -> None:
        ids, sizes = self.ids, self.context.sizes
        on_turn = [seat for seat in screen.seats if seat.on_turn]
        ids.title.full_text = self.context.text(screen.title)
        ids.status.full_text = self.context.text(screen.status)
        ids.turn.full_text = self.context.text(comma_list(seat.name for seat in on_turn))
        # Players who act at the same time have a clock each: those stand at their seats.
        ids.clock.full_text = on_turn[0].clock if len(on_turn) == 1 else ""
        clock = text_size(ids.clock.full_text, sizes.huge, True)[0] + sizes.px(6) if ids.clock.full_text else 0.0
        ids.clock.width = clock
        ids.turn.width = self._turn_width(0.22 if len(on_turn) == 1 else 0.32)
        ids.title.width = min(text_size(ids.title.full_text, sizes.body, True)[0] + sizes.px(14), self.width * 0.28)

    def _turn_width(self, share: float) -> float:
        """The names as wide as they are, up to this share of the window."""
        names = self.ids.turn.full_text
        if not names:
            return 0.0
        return min(text_size(names, self.context.sizes.large, True)[0] + self.context.sizes.px(8), self.width * share)
