"""Simulated touches: through the whole toolkit, on what is really drawn."""

from __future__ import annotations

from kivy.base import EventLoop
from kivy.input.motionevent import MotionEvent

from companion.core.screen import Intent
from ui.app import CompanionApp
from ui.navigation import OpenPanel, Shut
from ui.picture import Target

LOOKED = 1.0
"""Seconds that people look at a screen before they touch it."""


class SimulatedTouch(MotionEvent):
    """One finger at a place of the window, in pixels from the lower left corner."""

    def __init__(self, x: float, y: float) -> None:
        width, height = EventLoop.window.size
        place = {"x": x / max(1, width - 1), "y": y / max(1, height - 1)}
        super().__init__("simulated", "touch", place, is_touch=True, type_id="touch")
        self.time_start += LOOKED

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
        if self._find(intent) is None and not self._opened(intent):
            raise LookupError(f"nothing on the screen can be touched for {intent!r}")
        target = self._find(intent)
        assert target is not None, "it was found just now"
        self._press(target)

    def _find(self, intent: Intent | Shut | str) -> Target | None:
        return next((one for one in self._app.view.all_targets() if intent in (one.intent, one.key or None)), None)

    def _opened(self, intent: Intent | str, depth: int = 2) -> bool:
        """Whether one of the areas and sheets that can be opened, or one behind it, has it; that one then is open."""
        for way in [target for target in self._app.view.all_targets() if isinstance(target.intent, OpenPanel)]:
            self._press(way)
            if self._find(intent) is not None or (depth > 1 and self._opened(intent, depth - 1)):
                return True
            back = self._find(Shut())
            if back is not None:
                self._press(back)
            else:
                self._app.shut()
                self.frames(1)
        return False

    def _press(self, target: Target) -> None:
        view = self._app.view
        view.scroll_to(target)
        shown = next(rect for one, rect in view.targets() if one == target)
        self.press(*view.pixels(shown))

    def press(self, x: float, y: float, looked: float = LOOKED) -> None:
        """Put a finger on a place of the window, so many seconds after now, and lift it."""
        finger = SimulatedTouch(x, y)
        finger.time_start = self._app.now() + looked
        EventLoop.post_dispatch_input("begin", finger)
        self.frames(1)
        EventLoop.post_dispatch_input("end", finger)
        self.frames(2)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Put a finger on a place of the window, move it to another and lift it."""
        width, height = EventLoop.window.size
        finger = SimulatedTouch(*start)
        EventLoop.post_dispatch_input("begin", finger)
        for part in (0.5, 1.0):
            x, y = (a + (b - a) * part for a, b in zip(start, end, strict=True))
            finger.move({"x": x / max(1, width - 1), "y": y / max(1, height - 1)})
            EventLoop.post_dispatch_input("update", finger)
            self.frames(1)
        EventLoop.post_dispatch_input("end", finger)
        self.frames(2)

    def key(self, name: str) -> None:
        """Press and release a key: a letter, or `escape`."""
        code = 27 if name == "escape" else ord(name)
        EventLoop.window.dispatch("on_key_down", code, 0, name, [])
        EventLoop.window.dispatch("on_key_up", code, 0)
        self.frames(2)
