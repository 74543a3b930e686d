"""The head of the screen: the game, how it stands, whose turn it is, the clock."""

from __future__ import annotations

from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.core.screen import Screen, SeatView
from ui.desk import UNPLACED, Desk
from ui.widgets.words import measured


class TopBar(Widget):
    """Draws title, status, and the name and clock of the player on turn."""

    desk: Desk = ObjectProperty(UNPLACED, rebind=True)

    def show(self, screen: Screen) -> None:
        ids, sizes = self.ids, self.desk.sizes
        seat = next((seat for seat in screen.seats if seat.on_turn), None)
        ids.title.words = self.desk.text(screen.title)
        ids.status.words = self.desk.text(screen.status)
        ids.turn.words = seat.name if seat else ""
        ids.clock.words = seat.clock if seat else ""
        clock = measured(ids.clock.words, sizes.huge, True)[0] + sizes.px(6) if ids.clock.words else 0.0
        ids.clock.width = clock
        ids.turn.width = self._turn_width(seat)
        ids.title.width = min(measured(ids.title.words, sizes.body, True)[0] + sizes.px(14), self.width * 0.28)

    def _turn_width(self, seat: SeatView | None) -> float:
        if seat is None:
            return 0.0
        return min(measured(seat.name, self.desk.sizes.large, True)[0] + self.desk.sizes.px(8), self.width * 0.22)
