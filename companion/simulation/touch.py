"""Simulated touches: through the whole toolkit, on what is really drawn."""

from __future__ import annotations

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.core.screen import Intent
from ui.app import CompanionApp
from ui.widgets.board import BoardView
from ui.widgets.button import ButtonView

HOLD_TO_PRESS = 0.12
"""Seconds a finger rests on something that could also be dragged; Kivy takes a shorter touch for a flick."""


class SimulatedTouch(MotionEvent):
    """One finger at a place of the window, in pixels from the lower left corner."""

    def __init__(self, x: float, y: float) -> None:
        width, height = EventLoop.window.size
        place = {"x": x / max(1, width - 1), "y": y / max(1, height - 1)}
        super().__init__("simulated", "touch", place, is_touch=True, type_id="touch")

    def depack(self, args: dict[str, float]) -> None:
        self.sx, self.sy = args["x"], args["y"]
        self.profile = ["pos"]
        super().depack(args)


class TouchSimulator:
    """Touches the drawn thing that carries an intent, as a person would."""

    def __init__(self, app: CompanionApp) -> None:
        self._app = app

    def frames(self, count: int = 1) -> None:
        """Let so many frames pass."""
        for _ in range(count):
            EventLoop.idle()
            EventLoop.window.mainloop()

    def tap(self, intent: Intent | str) -> None:
        """Touch what carries this intent, or the button with this key. Raises LookupError if nothing drawn does."""
        self.frames(2)
        widget, place = self._find(intent)
        scroll = _scroll_around(widget)
        if scroll is not None:
            scroll.scroll_to(widget, animate=False)
            self.frames(2)
            _, place = self._find(intent)
        self.press(*place, hold=HOLD_TO_PRESS if scroll is not None else 0.0)

    def press(self, x: float, y: float, hold: float = 0.0) -> None:
        """Put a finger on a place of the window, hold it there so many seconds, and lift it."""
        finger = SimulatedTouch(x, y)
        EventLoop.post_dispatch_input("begin", finger)
        end = Clock.get_time() + hold
        # Kivy wants to see some frames of a touch, however long they take, before it takes it for held.
        self.frames(6 if hold else 1)
        while Clock.get_time() < end:
            self.frames()
        # On a busy machine one long frame may be all of it: Kivy decides what a touch is between frames.
        self.frames(3 if hold else 0)
        EventLoop.post_dispatch_input("end", finger)
        self.frames(2)

    def key(self, name: str) -> None:
        """Press and release a key: a letter, or `escape`."""
        code = 27 if name == "escape" else ord(name)
        EventLoop.window.dispatch("on_key_down", code, 0, name, [])
        EventLoop.window.dispatch("on_key_up", code, 0)
        self.frames(2)

    def _find(self, intent: Intent | str) -> tuple[Widget, tuple[float, float]]:
        for widget in self._app.view.walk(restrict=True):
            if isinstance(widget, ButtonView) and intent in (widget.button.intent, widget.button.key or None):
                return widget, widget.to_window(*widget.center)
            if isinstance(widget, BoardView):
                for view in reversed(widget.cells):
                    x, y, width, height = view.kivy_rect(view.area.visible)
                    if view.cell.intent == intent and width > 0 and height > 0:
                        return view, (x + width / 2, y + height / 2)
        raise LookupError(f"nothing on the screen can be touched for {intent!r}")


def _scroll_around(widget: Widget) -> ScrollView | None:
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView):
            return parent
        parent = parent.parent
    return None
