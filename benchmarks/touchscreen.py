"""How soon the screen answers a finger, and what it costs while nobody touches it: through the real window.

    python -m benchmarks.touchscreen

Prints, for each game at 800x480: milliseconds from a touch to changed pixels (median and 95th percentile), the time to
draw a whole new screen, and drawings and processor time per second while the table is quiet.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median, quantiles

from companion.appliance.memory import settle
from companion.core.text import ENGLISH
from companion.games import GAMES
from scripts.gallery import screens as gallery

SIZE = (800, 480)
TOUCHES, SCREENS, IDLE = 40, 20, 5.0


def main() -> None:
    for game, waits, drawn, (draws, share) in _measured():
        print(
            f"{game:16}  touch to pixels {median(waits):5.1f} ms, p95 {quantiles(waits, n=20)[-1]:5.1f} ms;  "
            f"a new screen {median(drawn):5.1f} ms;  idle {draws:.0f} drawings a second, {share:.1%} of one core"
        )


def screen_times() -> Iterator[tuple[str, list[float]]]:
    """For each game, the milliseconds of the drawing thread that new screens took, apart from what the graphics
    processor does where there is one: the time that drawing the same screen once more takes here."""
    for game, _, drawn, _ in _measured(0.0, time.thread_time):
        yield game, drawn


def _measured(
    idle: float = IDLE, clock: Callable[[], float] = time.perf_counter
) -> Iterator[tuple[str, list[float], list[float], tuple[float, float]]]:
    """Each game with the milliseconds of touches and of new screens, and what it costs while nothing happens."""
    from ui.window import set_environment

    set_environment()
    from kivy.base import EventLoop

    from companion.simulation.touch import SimulatedTouch, TouchSimulator
    from ui.app import CompanionApp
    from ui.window import FRAMES_PER_SECOND, set_pace

    app = CompanionApp(lambda _: None, ENGLISH, motion=False)
    app.open(SIZE)
    fingers = TouchSimulator(app)
    for game in GAMES:
        shown = [exhibit.shown for exhibit in gallery.exhibits(f"{game}-") if "-players-" in exhibit.name]
        set_pace(0)
        app.show(shown[0])
        fingers.frames(5)
        settle()  # as the program does: the evenings played for these pictures are no part of it
        waits = list(_touches(app, EventLoop, SimulatedTouch))
        drawn = list(_screens(app, EventLoop, shown, clock))
        if clock is time.thread_time:
            again = median(_same_screen(app, EventLoop, clock))
            drawn = [max(took - again, 0.0) for took in drawn]
        set_pace(FRAMES_PER_SECOND)
        yield game, waits, drawn, _idle(app, EventLoop, idle) if idle else (0.0, 0.0)
    app.close()


def _touches(app: object, loop: object, touch: type) -> Iterator[float]:
    """A finger on each target in turn: until the frame with the pressed look is on the display."""
    view = app.view  # type: ignore[attr-defined]
    places = [view.pixels(rect) for target, rect in view.targets() if target.intent is not None]
    for number in range(TOUCHES):
        finger = touch(*places[number % len(places)])
        begun, drawn = time.perf_counter(), view.drawn
        loop.post_dispatch_input("begin", finger)  # type: ignore[attr-defined]
        while view.drawn == drawn:
            loop.idle()  # type: ignore[attr-defined]
        loop.idle()  # type: ignore[attr-defined]
        yield 1000 * (time.perf_counter() - begun)
        finger.ud["target"] = None
        loop.post_dispatch_input("end", finger)  # type: ignore[attr-defined]
        loop.idle()  # type: ignore[attr-defined]


def _screens(app: object, loop: object, shown: list[object], clock: Callable[[], float]) -> Iterator[float]:
    for number in range(SCREENS):
        begun = clock()
        app.show(shown[number % len(shown)])  # type: ignore[attr-defined]
        loop.idle()  # type: ignore[attr-defined]
        yield 1000 * (clock() - begun)


def _same_screen(app: object, loop: object, clock: Callable[[], float]) -> Iterator[float]:
    """What it takes to draw what is drawn already."""
    for _ in range(SCREENS):
        begun = clock()
        app.ask_for_frame()  # type: ignore[attr-defined]
        loop.idle()  # type: ignore[attr-defined]
        yield 1000 * (clock() - begun)


def _idle(app: object, loop: object, seconds: float) -> tuple[float, float]:
    """Drawings a second, and the share of one core, while nothing happens."""
    drawn, spent, begun = app.view.drawn, time.process_time(), time.perf_counter()  # type: ignore[attr-defined]
    while time.perf_counter() - begun < seconds:
        loop.idle()  # type: ignore[attr-defined]
    passed = time.perf_counter() - begun
    return (app.view.drawn - drawn) / passed, (time.process_time() - spent) / passed  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
