"""A finger on the window: what it touches, how soon it is felt, and what the journal holds after it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kivy.base import EventLoop

from benchmarks.window_evenings.faults import Findings, Kind
from benchmarks.window_evenings.hands import Hands
from benchmarks.window_evenings.room import Room
from benchmarks.window_evenings.sight import Sight
from companion.core.journal_entries import CAMERA, Did, Entry
from companion.core.screen import NoticeKind, Pad, RollChart, Screen
from companion.simulation.touch import SimulatedTouch
from ui.rect import Rect
from ui.view import DRAG

AGAIN = 0.45
"""Seconds after which a touch that was too quick to be meant is felt again."""

READING = 1.0
"""Seconds that a person reads before she touches: so much later than it is the touch is stamped."""

STEPS = 3
"""Places on the way of a finger that draws something."""

TOUCHES_A_TICK, BETWEEN = 4, 4.0
"""After so many touches so many seconds pass on the evening's clocks."""

QUICK = 0.15
"""Seconds from one tap to the next of somebody who taps twice."""


@dataclass(frozen=True, slots=True)
class Felt:
    """What a touch has changed."""

    picture: bool
    entries: tuple[Entry, ...]
    seen: tuple[Entry, ...] = ()
    """What a look has written meanwhile."""

    @property
    def anything(self) -> bool:
        return self.picture or bool(self.entries)


class Finger:
    """Touches places of the window, in dp from the upper left corner; looks at the picture after each touch."""

    def __init__(self, room: Room, findings: Findings) -> None:
        self.room, self.findings, self.sight = room, findings, Sight(room)
        self._known = 0
        """How many entries of the journal have been accounted for."""
        self._history: object = None
        self.was_written: Callable[[], None] = lambda: None
        """Called when a touch has got into the journal."""
        self._looked: object = None
        self.hands: Hands | None = None
        """They lay pieces before a camera, where there is one."""
        self._touches, self._lifted = 0, 0.0

    # --- touches ---

    def tap(self, rect: Rect, what: str, *, dead: bool = True) -> Felt:
        """Touch the middle of a box. `dead`: it must do something, and be it that it says why it does nothing."""
        felt = self._touched(rect.centre, rect.centre)
        if not felt.anything and dead:
            time.sleep(AGAIN)
            felt = self._touched(rect.centre, rect.centre)
        if not felt.anything and dead:
            self.findings.fault(Kind.DEAD, f"{what} does nothing")
        return felt

    def drag(self, start: Rect, end: Rect) -> Felt:
        """Draw what lies in one box to another."""
        return self._touched(start.centre, end.centre)

    def tap_twice(self, rect: Rect) -> Felt:
        """The second of two quick taps at one place: it has been meant for what lay there before."""
        return self._touched(rect.centre, rect.centre, stamped=self._lifted + QUICK)

    def scroll(self, box: Rect, by: float) -> None:
        """Move a list up by so many dp, or down by less than none."""
        x, y = box.centre
        half = max(-box.height * 0.45, min(box.height * 0.45, by / 2))
        if abs(half) < DRAG:
            half = DRAG if half > 0 else -DRAG
        self._touched((x, y + half), (x, y - half), lists=True)

    def _touched(
        self, start: tuple[float, float], end: tuple[float, float], *, lists: bool = False, stamped: float | None = None
    ) -> Felt:
        self.findings.step += 1
        self.findings.counts["scrolls" if lists else "touches"] += 1
        self.account()
        before, view = self.room.view.picture, self.room.view
        drawn, begun = view.drawn, time.perf_counter()
        finger = SimulatedTouch(*self._pixels(start))
        finger.time_start = finger.time_start + READING if stamped is None else stamped
        EventLoop.post_dispatch_input("begin", finger)
        EventLoop.idle()
        wait = time.perf_counter() - begun if view.drawn != drawn else None
        if start != end:
            self._draw_along(finger, start, end)
        lifted = time.perf_counter()
        EventLoop.post_dispatch_input("end", finger)
        self._lifted = time.time()
        EventLoop.idle()
        if wait is None and self.room.view.drawn != drawn:
            wait = time.perf_counter() - lifted
        if wait is not None:
            self.findings.waits.append(1000 * wait)
        self.room.settle()
        felt = self._felt(self.room.view.picture != before, self._new_entries())
        if felt.entries:
            self.was_written()
        self.look()
        self._touches += 1
        if self._touches % TOUCHES_A_TICK == 0:
            self.room.wait(BETWEEN)
            self.account()
        return felt

    def _draw_along(self, finger: SimulatedTouch, start: tuple[float, float], end: tuple[float, float]) -> None:
        width, height = EventLoop.window.size
        for step in range(1, STEPS + 1):
            share = step / STEPS
            x, y = self._pixels((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
            finger.move({"x": x / max(1, width - 1), "y": y / max(1, height - 1)})
            EventLoop.post_dispatch_input("update", finger)
            EventLoop.idle()

    def _pixels(self, at: tuple[float, float]) -> tuple[float, float]:
        return self.room.view.pixels(Rect(*at, 0.0, 0.0))

    # --- the journal ---

    def _new_entries(self) -> tuple[Entry, ...]:
        history = None if self.room.session is None else self.room.history
        if history is not self._history:
            # Another evening, or the same one taken up anew: what it holds is told apart by who looks at it.
            self._history, self._known = history, 0 if history is None else len(history.entries)
            return ()
        if history is None:
            return ()
        new = tuple(history.entries[self._known :])
        self._known = len(history.entries)
        return new

    def account(self) -> None:
        """Nothing may have been written down that nobody touched, where no camera could see it."""
        for entry in self._new_entries():
            if isinstance(entry.event, Did) and (entry.source != CAMERA or self.hands is None):
                self.findings.fault(Kind.PHANTOM, f"the journal has “{entry.event.action}” by the {entry.source}")

    def forgive(self) -> None:
        """What has been written down is known of."""
        self._new_entries()

    def _felt(self, picture: bool, entries: tuple[Entry, ...]) -> Felt:
        """A look may be understood only now; then it must tell how the pieces lie."""
        if self.hands is None:
            return Felt(picture, entries)
        seen = tuple(entry for entry in entries if entry.source == CAMERA)
        if seen and self.hands.differ():
            self.findings.fault(Kind.WRONG, f"the camera wrote down “{told(seen)}”, and nothing lies so")
        return Felt(picture, tuple(entry for entry in entries if entry.source != CAMERA), seen)

    # --- what must hold of every picture ---

    def look(self) -> None:
        if self.room.view.picture is self._looked:
            return
        self._looked = self.room.view.picture
        self.findings.counts["pictures"] += 1
        for words in self.sight.cut_words():
            self.findings.fault(Kind.WORDS, f"“{words}” has no room on {self._where()}")
        for target in self.sight.blank():
            named = type(target.intent).__name__
            self.findings.fault(Kind.WORDS, f"nothing stands on a button ({named}) of {self._where()}")
        if isinstance(self.room.shown, Screen):
            self._judge_stop(self.room.shown)

    def _where(self) -> str:
        return type(self.room.shown).__name__

    def _judge_stop(self, screen: Screen) -> None:
        """What stops people says why, and how they go on."""
        notice = screen.notice
        if notice is None or notice.kind is NoticeKind.SAYING:
            return
        heading = self.room.says(notice.heading)
        if notice.kind is NoticeKind.DISAGREE and self.hands is None:
            self.findings.fault(Kind.STOP, f"“{heading}” is said though nothing looks at the table")
        cited = notice.rule or notice.repair or notice.kind is NoticeKind.REFUSED
        if notice.kind in (NoticeKind.ILLEGAL, NoticeKind.REFUSED) and not (notice.lines and cited):
            self.findings.fault(Kind.STOP, f"“{heading}” gives no reason")
        answers = [answer for answer in notice.answers if answer.enabled]
        if isinstance(notice.detail, Pad):
            answers += [key for row in notice.detail.rows for key in row.keys if key.enabled]
        if isinstance(notice.detail, RollChart):
            answers += notice.detail.sums
        if not answers:
            self.findings.fault(Kind.STOP, f"“{heading}” has no answer that can be given")
        elif not self.room.window_has(answers):
            self.findings.fault(Kind.STOP, f"no answer to “{heading}” is in sight")


def told(entries: tuple[Entry, ...]) -> str:
    """What was written down, in one line."""
    return "; ".join(_told(entry.event) for entry in entries) or "nothing"


def _told(event: Any) -> str:
    return str(event.action) if isinstance(event, Did) else type(event).__name__
