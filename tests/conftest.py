"""What every room's tests may ask for."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

# Kivy reads these when it is first imported: it must leave pytest's arguments and the reader's own settings alone.
os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONFIG="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1")
# Software GL takes half of a window test's time for smooth edges that no test looks at.
os.environ.update(KIVY_WINDOW="sdl2", SDL_AUDIODRIVER="dummy", KCFG_GRAPHICS_MULTISAMPLES="0")
# There is no display whose next picture a frame could wait for.
os.environ.update(KCFG_GRAPHICS_VSYNC="0")
# Each worker has one core: threads that wait for each other inside one picture only cost time.
os.environ.update(OPENBLAS_NUM_THREADS="1", OPENCV_FOR_THREADS_NUM="1")
if not os.environ.get("DISPLAY"):
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
# Playouts make small values by the million and no circles of them: looking for circles so often only costs time.
gc.set_threshold(100_000, 50, 50)
# Sentences are compared in English, whatever the machine speaks that runs the tests.
os.environ["LC_ALL"] = "C.UTF-8"
# Lets gpiozero look at no real pin, whatever the machine has.
os.environ["GPIOZERO_PIN_FACTORY"] = "mock"


# A busy machine is no fault of what is tested, and a check of the same commit comes to the same: who looks for new
# examples says `--hypothesis-profile=new`.
settings.register_profile("new", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("table", settings.get_profile("new"), derandomize=True, max_examples=50)
settings.load_profile("table")

# Shared steps fail as plainly as the tests that take them.
pytest.register_assert_rewrite("tests.clumsy_scenarios")


def pytest_collection_finish() -> None:
    """Software GL takes a third of a window test's time to paint frames at which nobody looks.

    All else of a frame happens; what takes a picture of the window paints it. See `painted`.
    """
    if "kivy.base" not in sys.modules:
        return
    from kivy.base import EventLoop, EventLoopBase

    def idle() -> object:
        window = EventLoop.window
        if window is None:
            return EventLoopBase.idle(EventLoop)
        window.bind(on_draw=_is_done)
        try:
            return EventLoopBase.idle(EventLoop)
        finally:
            window.unbind(on_draw=_is_done)

    EventLoop.idle = idle


def _is_done(_window: object) -> bool:
    return True


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every frame is painted, as at a table."""
    from kivy.base import EventLoop, EventLoopBase

    monkeypatch.setattr(EventLoop, "idle", lambda: EventLoopBase.idle(EventLoop))


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """A GPIO header made of nothing: `pins.pin(17).drive_low()` is the finger, `pins.pin(5).state` the lamp."""
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory

    before = Device.pin_factory
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before
