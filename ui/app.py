"""The touchscreen application: shows values as pictures, posts intents."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kivy.base import EventLoop, stopTouchApp
from kivy.clock import Clock

from companion.core.pages import TypingPage
from companion.core.screen import Confirm, Dismiss, Forbidden, Intent, Pass, Screen, Typed, Undo, Why
from companion.core.text import Language, Text
from companion.errors import HardwareError
from ui.drawing import Drawing, DrawingSettings
from ui.edge_lights import EdgeLights
from ui.frame import CAPTION, caption_line, hint_line
from ui.navigation import OpenPanel, Shut
from ui.painter import measure
from ui.screens.shown import draw
from ui.tokens import PALETTES, Space
from ui.view import PictureView
from ui.window import FRAMES_PER_SECOND, close_window, open_window, save_window, set_pace, turn_window

ESCAPE, BACKSPACE, RETURN = 27, 8, 13
KEYS: dict[int, Intent] = {ord("p"): Pass(), ord("u"): Undo(), ord("c"): Confirm(), ord("w"): Why(), ESCAPE: Dismiss()}
HINT_SECONDS = 5.0


class CompanionApp:
    """Draws the values it is shown; `handle` gets the intent of every touch and key, on the UI thread."""

    def __init__(
        self,
        handle: Callable[[object], None],
        language: Language,
        *,
        theme: str = "dark",
        large: bool = False,
        motion: bool = True,
        turned: int = 0,
    ) -> None:
        self.handle = handle
        self.language = language
        self._theme, self._large, self._motion = theme, large, motion
        self._turned, self._left = turned, False
        self._shown: Any = None
        self._same = False
        self._view: PictureView | None = None
        self._look: DrawingSettings | None = None
        self._hint: Text | Forbidden | None = None
        self._caption: Text | None = None
        self._opened: list[str] = []
        self._edge: EdgeLights | None = None
        self._edge_colours: Sequence[tuple[int, int, int]] = ()
        self._forget_hint: Callable[[], None] = lambda: None
        self._down: set[int] = set()
        self.now: Callable[[], float] = time.time
        """The clock of the toolkit, by which it stamps touches."""
        self.frames = 0
        """How many frames the display has been given."""

    @property
    def view(self) -> PictureView:
        """What is drawn. Raises HardwareError before `open`."""
        if self._view is None:
            raise HardwareError("the window is not open: call open() or run() first")
        return self._view

    @property
    def shown(self) -> object:
        """The value that is drawn."""
        return self._shown

    @property
    def caption(self) -> Text | None:
        """What is true of all that is shown: it stands below every screen."""
        return self._caption

    @caption.setter
    def caption(self, said: Text | None) -> None:
        self._caption = said
        if self._view is not None:
            self._build(anew=True)

    def show(self, screen: object) -> None:
        """Draw this value with the next frame; UI thread only. An equal one costs nothing."""
        if screen == self._shown:
            return
        before, self._same = self._shown, False
        if isinstance(screen, Screen) and isinstance(before, Screen):
            if screen.notice not in (None, before.notice):
                self._clear_hint()  # It would lie over the answers.
            self._same = not self._opened
        self._shown = screen
        self._draw()
        self._same = False

    def shut(self) -> None:
        """Close whatever a finger has opened on the screen itself, and what was said of it."""
        self._clear_hint()
        self._opened.clear()
        self._draw()

    def wear(self, theme: str, *, large: bool | None = None, motion: bool | None = None) -> None:
        """Change the colours, the size of the letters, and whether things glide."""
        self._theme = theme
        self._large = self._large if large is None else large
        self._motion = self._motion if motion is None else motion
        if self._view is not None:
            self._build(anew=True)

    def turn(self, degrees: int) -> None:
        """Turn picture and touches clockwise, for a display that stands or hangs otherwise than it was made for."""
        self._turned = degrees
        if self._view is not None:
            turn_window(degrees)
            self._build()

    def suit(self, language: Language, *, left: bool, turned: int) -> None:
        """Speak this language, have the buttons on this side and the picture turned so: for whoever looks at it now."""
        anew = left != self._left
        self.language, self._left = language, left
        if turned != self._turned:
            self.turn(turned)
        if self._view is not None:
            self._build(anew=anew)
            self._draw()

    def open(self, size: tuple[int, int], fullscreen: bool = False) -> None:
        """Open the window (pixels) without running it: somebody else turns the frames, as fast as he likes.

        Opened again, it takes the new size. Raises HardwareError where there can be no window.
        """
        open_window(size, fullscreen)
        set_pace(0)
        turn_window(self._turned)
        from kivy.core.window import Window

        if self._view is None:
            Window.bind(on_resize=self._resized, on_key_down=self._key_down, on_key_up=self._key_up)
            Window.bind(on_flip=self._flipped)
        self._build()

    def light_edge(self, colours: Sequence[tuple[int, int, int]]) -> None:
        """Lights round the window, from its upper left corner on, clockwise; none are none."""
        if colours != self._edge_colours:
            self._edge_colours = colours
            self._draw_edge()

    def _draw_edge(self) -> None:
        if self._view is None and self._edge is None:
            return
        from kivy.core.window import Window

        if self._edge is not None:
            Window.remove_widget(self._edge)
            self._edge = None
        if self._view is not None and self._look is not None and any(map(any, self._edge_colours)):
            self._edge = EdgeLights(size=self._view.size, pos=(0, 0))
            self._edge.show(self._edge_colours, self._look.space.dp)
            Window.add_widget(self._edge)

    def frame(self) -> None:
        """Let one frame pass before anything else: what is shown is seen at once."""
        EventLoop.idle()
        if EventLoop.window is not None:
            EventLoop.window.mainloop()

    def speak(self, language: Language) -> None:
        """Say everything in this language from now on."""
        self.language = language
        self._draw()

    def run(self, size: tuple[int, int], fullscreen: bool = False) -> None:
        """Open the window, unless it is, and stay until `stop` or until it is closed."""
        if self._view is None:
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

        Window.unbind(on_resize=self._resized, on_key_down=self._key_down, on_key_up=self._key_up)
        Window.unbind(on_flip=self._flipped)
        Window.remove_widget(self._view)
        self._view = None
        self._draw_edge()
        close_window()

    def every(self, seconds: float, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back on the UI thread again and again; returns what ends it."""
        event = Clock.schedule_interval(lambda _elapsed: callback(), seconds)
        return event.cancel

    def ask_for_frame(self) -> None:
        """Have a frame drawn although nothing has changed; `frames` then says whether it was."""
        if self._view is not None:
            self._view.canvas.ask_update()

    def picture(self, path: Path) -> None:
        """Save what the window shows as a PNG, with everything in its place."""
        if self._view is not None:
            self._view.arrive()
        save_window(path)

    def _flipped(self, _window: object) -> None:
        self.frames += 1

    def _resized(self, *_: object) -> None:
        self._build()

    def _build(self, *, anew: bool = False) -> None:
        """Make the view for the size the window has now."""
        from kivy.core.window import Window

        width, height = Window.size
        if self._view is not None:
            if tuple(self._view.size) == (width, height) and not anew:
                return
            Window.remove_widget(self._view)
        space = Space.of((width, height), self._large, left_handed=self._left)
        if self._caption is not None:
            low = height - round(CAPTION * space.dp)
            space = Space.of((width, low), self._large, left_handed=self._left)
        self._look = DrawingSettings(PALETTES[self._theme], space, measure(space.dp), self._translate)
        self._view = PictureView(
            space.dp,
            self._post,
            self._show_hint,
            motion=self._motion,
            now=self._now,
            size=(width, height),
            pos=(0, 0),
        )
        Window.add_widget(self._view)
        self._draw_edge()
        self._draw()

    def _draw(self) -> None:
        if self._view is None or self._look is None or self._shown is None:
            return
        drawing = Drawing(self._look, self._opened[-1] if self._opened else "")
        draw(drawing, self._shown)
        if self._hint is not None:
            hint_line(drawing, self._hint)
        if self._caption is not None:
            caption_line(drawing, self._view.height / self._look.space.dp, self._caption)
        self._view.show(drawing.picture(), same=self._same)

    def _now(self) -> float:
        return self.now()

    def _translate(self, text: Text) -> str:
        return text.render(self.language)

    def _post(self, intent: object) -> None:
        self._clear_hint()
        match intent:
            case OpenPanel(name):
                # Another letter of a search is no step further in.
                same = self._opened and self._opened[-1].split()[0] == name.split()[0]
                self._opened = [*(self._opened[:-1] if same else self._opened), name]
                self._draw()
            case Shut():
                self._opened = self._opened[:-1]
                self._draw()
            case _:
                self._opened.clear()
                self.handle(intent)
                self._draw()

    def hint(self, what: Text | Forbidden) -> None:
        """Say something in one line that goes by itself."""
        if self._view is not None:
            self._show_hint(what)

    def drop_hint(self) -> None:
        """What was said so is past."""
        self._clear_hint()

    def _show_hint(self, why: Text | Forbidden) -> None:
        self._forget_hint()
        self._hint = why
        self._forget_hint = self.view.later(HINT_SECONDS, self._clear_hint)
        self._draw()

    def _clear_hint(self) -> None:
        self._forget_hint()
        if self._hint is not None:
            self._hint = None
            self._draw()

    def _key_down(self, _window: object, key: int, _scancode: int = 0, letter: str | None = None, *_: object) -> bool:
        if isinstance(self._shown, TypingPage) and key != ESCAPE:
            return self._type(key, letter)
        # A key that is held down repeats; one press is one intent.
        if key in KEYS and key not in self._down:
            self._down.add(key)
            self.handle(KEYS[key])
        return key in KEYS

    def _type(self, key: int, letter: str | None) -> bool:
        """A real keyboard writes where one writes; held down it repeats."""
        typed = {BACKSPACE: "backspace", RETURN: "enter"}.get(key, letter or "")
        if typed:
            self._post(Typed(typed))
        return bool(typed)

    def _key_up(self, _window: object, key: int, *_: object) -> bool:
        self._down.discard(key)
        return key in KEYS
