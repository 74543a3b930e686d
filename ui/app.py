"""The touchscreen application: shows screens, posts intents."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.base import EventLoop, stopTouchApp
from kivy.clock import Clock

from companion.core.screen import Confirm, Dismiss, Intent, Pass, Screen, Undo, Why
from companion.core.text import Language, Text
from companion.errors import HardwareError
from ui.context import Context
from ui.theme import Sizes
from ui.widgets.screen_view import ScreenView, load_layouts
from ui.window import FRAMES_PER_SECOND, close_window, open_window, set_pace

ESCAPE = 27
KEYS: dict[int, Intent] = {ord("p"): Pass(), ord("u"): Undo(), ord("c"): Confirm(), ord("w"): Why(), ESCAPE: Dismiss()}


class CompanionApp:
    """Draws the screens it is shown; `handle` gets the intent of every touch and key, on the UI thread."""

    def __init__(self, handle: Callable[[object], None], language: Language) -> None:
        self._handle = handle
        self._language = language
        self._screen: Screen | None = None
        self._view: ScreenView | None = None
        self._down: set[int] = set()

    @property
    def view(self) -> ScreenView:
        """The drawn screen. Raises HardwareError before `open`."""
        if self._view is None:
            raise HardwareError("the window is not open: call open() or run() first")
        return self._view

    def show(self, screen: Screen) -> None:
        """Draw this screen with the next frame; UI thread only. An equal one costs nothing."""
        self._screen = screen
        if self._view is not None:
            self._view.screen = screen

    def open(self, size: tuple[int, int], fullscreen: bool = False) -> None:
        """Open the window (pixels) without running it: somebody else turns the frames, as fast as he likes.

        Opened again, it takes the new size. Raises HardwareError where there can be no window.
        """
        open_window(size, fullscreen)
        set_pace(0)
        load_layouts()
        from kivy.core.window import Window

        if self._view is None:
            Window.bind(on_resize=self._build, on_key_down=self._key_down, on_key_up=self._key_up)
        self._build()

    def run(self, size: tuple[int, int], fullscreen: bool = False) -> None:
        """Open the window and stay until `stop` or until it is closed."""
        self.open(size, fullscreen)
        set_pace(FRAMES_PER_SECOND)
        try:
            EventLoop.mainloop()
        finally:
            self.close()

    def stop(self) -> None:
        """End `run` with the next frame; from any thread, and from a signal handler."""
        Clock.schedule_once(lambda _elapsed: stopTouchApp(), 0)

    def close(self) -> None:
        """Close the window; twice is fine."""
        if self._view is None:
            return
        from kivy.core.window import Window

        Window.unbind(on_resize=self._build, on_key_down=self._key_down, on_key_up=self._key_up)
        Window.remove_widget(self._view)
        self._view = None
        close_window()

    def every(self, seconds: float, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back on the UI thread again and again; returns what ends it."""
        event = Clock.schedule_interval(lambda _elapsed: callback(), seconds)
        return event.cancel

    def picture(self, path: Path) -> None:
        """Save what is drawn as a PNG."""
        self.view.export_to_png(str(path))

    def _build(self, *_: object) -> None:
        """Make the widgets anew for the size the window has now."""
        from kivy.core.window import Window

        width, height = Window.size
        if self._view is not None:
            if tuple(self._view.size) == (width, height):
                return
            Window.remove_widget(self._view)
        context = Context(Sizes.of(width, height), self._translate, self._post, self._show_hint)
        self._view = ScreenView(context=context, size=(width, height), pos=(0, 0))
        Window.add_widget(self._view)
        self._view.screen = self._screen

    def _translate(self, text: Text) -> str:
        return text.render(self._language)

    def _post(self, intent: Intent) -> None:
        self.view.clear_hint()
        self._handle(intent)

    def _show_hint(self, why: Text) -> None:
        self.view.show_hint(why)

    def _key_down(self, _window: object, key: int, *_: object) -> bool:
        # A key that is held down repeats; one press is one intent.
        if key in KEYS and key not in self._down:
            self._down.add(key)
            self._handle(KEYS[key])
        return key in KEYS

    def _key_up(self, _window: object, key: int, *_: object) -> bool:
        self._down.discard(key)
        return key in KEYS
