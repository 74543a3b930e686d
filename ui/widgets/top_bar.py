"""The head of the screen: the game, how it stands, whose turn it is, the clock."""

from __future__ import annotations

from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.core.screen import Screen
from ui.desk import UNPLACED, Desk
from ui.widgets.words import measured


class TopBar(Widget):
    """Draws title, status, and who is on turn, and the clock if that is one player."""

    desk: Desk = ObjectProperty(UNPLACED, rebind=True)

    def show(self, screen: Screen) -> None:
        ids, sizes = self.ids, self.desk.sizes
        on_turn = [seat for seat in screen.seats if seat.on_turn]
        ids.title.words = self.desk.text(screen.title)
        ids.status.words = self.desk.text(screen.status)
        ids.turn.words = ", ".join(seat.name for seat in on_turn)
        # Players who act at the same time have a clock each: those stand at their seats.
        ids.clock.words = on_turn[0].clock if len(on_turn) == 1 else ""
        clock = measured(ids.clock.words, sizes.huge, True)[0] + sizes.px(6) if ids.clock.words else 0.0
        ids.clock.width = clock
        ids.turn.width = self._turn_width(0.22 if len(on_turn) == 1 else 0.32)
        ids.title.width = min(measured(ids.title.words, sizes.body, True)[0] + sizes.px(14), self.width * 0.28)

    def _turn_width(self, share: float) -> float:
        """The names as wide as they are, up to this share of the window."""
        names = self.ids.turn.words
        if not names:
            return 0.0
        return min(measured(names, self.desk.sizes.large, True)[0] + self.desk.sizes.px(8), self.width * share)
