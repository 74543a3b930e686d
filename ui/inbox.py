"""The one ordered door into the UI thread."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue

from kivy.clock import Clock


class Inbox:
    """Carries messages from any thread to the UI thread, in order.

    Keep it alive as long as messages may come: Kivy's clock holds it only weakly.
    """

    def __init__(self, handle: Callable[[object], None] = lambda _: None) -> None:
        self._queue: SimpleQueue[object] = SimpleQueue()
        self.handle = handle
        """Whoever takes the messages; it may be made later than those who post them."""
        self._wake = Clock.create_trigger(self._drain)

    def post(self, message: object) -> None:
        """Hand over a message, from any thread; it is handled before the next frame."""
        self._queue.put(message)
        self._wake()

    def _drain(self, _elapsed: float) -> None:
        while True:
            try:
                message = self._queue.get_nowait()
            except Empty:
                return
            self.handle(message)
