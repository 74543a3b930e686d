"""The one widget: shows a picture, feels touches on its targets, moves what scrolls, lets what moved glide."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.core.screen import Forbidden
from companion.core.text import Text
from ui.carrying import NOTHING_OVER, Carried, Over, drawn, place_at
from ui.painter import Painter
from ui.picture import PIECE, Fill, Mark, Moving, PicturePlace, PictureWords, Scroll, Target, Veil, WindowPicture
from ui.rect import Rect
from ui.tap_guard import TapGuard
from ui.tokens import mixed

GLIDE, GROW = 0.25, 0.6
"""Seconds a thing takes to its new place, and all bars to their lengths."""

DRAG = 8.0
"""A finger that has moved so many dp moves the list, or takes a piece along, and presses nothing."""

WHEEL = 64.0
"""So many dp a notch of a mouse's wheel moves a list: about a row."""

LEAST_FOR_WORDS = 1024
"""Pixels of the side of what holds a screen's words: on 800, those of two large tables had no room beside each other,
and the second was drawn twice."""

EMPTY = WindowPicture(800, 480, "#15120E", (), ())


class PictureView(Widget):
    """Shows `picture`; posts the intent of a target when a finger is lifted where it was put down."""

    glide = NumericProperty(1.0)

    def __init__(
        self,
        dp: float,
        post: Callable[[object], None],
        hint: Callable[[Text | Forbidden], None],
        *,
        motion: bool = True,
        now: Callable[[], float] = time.time,
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        self._dp, self._post, self._hint, self._motion = dp, post, hint, motion
        self._picture = EMPTY
        self._painter = Painter(dp, self.height / dp, room=max(LEAST_FOR_WORDS, round(max(self.size))))
        self._overlay = Painter(dp, self.height / dp)
        self.over: Over = NOTHING_OVER
        self.canvas.add(self._painter.context)
        self.canvas.after.add(self._overlay.context)
        self._scrolled: dict[str, float] = {}
        self._from: dict[str, tuple[float, float]] = {}
        self._faded: dict[str, str] = {}
        self._pressed: Target | None = None
        self._carried: Carried | None = None
        self._guard = TapGuard(now)
        self.drawn = 0
        self.bind(glide=lambda *_: self._paint())

    @property
    def picture(self) -> WindowPicture:
        return self._picture

    def show(self, picture: WindowPicture, *, same: bool = True) -> None:
        """Draw this picture; an equal one costs nothing. What moved glides where it is the `same` view of things."""
        if picture == self._picture:
            return
        self._from = _ways(self._picture.marks, picture.marks) if same else {}
        self._faded = _faded(self._picture.marks, picture.marks) if same else {}
        self._picture = picture
        limits = {mark.name: mark.height - mark.rect.height for mark in picture.marks if isinstance(mark, Scroll)}
        self._scrolled = {name: min(self._scrolled.get(name, 0.0), limit) for name, limit in limits.items()}
        self._guard.shows(self._places())
        Animation.cancel_all(self, "glide")
        grows = not same and any(isinstance(mark, Veil) for mark in picture.marks)
        if (self._from or self._faded or grows) and self._motion:
            self.glide = 0.0
            Animation(glide=1.0, duration=GROW if grows else GLIDE).start(self)
        else:
            self.glide = 1.0
            self._paint()

    def arrive(self) -> None:
        """What still glides is where it was going to."""
        Animation.cancel_all(self, "glide")
        self.glide = 1.0

    def scroll_to(self, target: Target) -> None:
        """Move the list around a target so that it shows."""
        for scroll in _scrolls(self._picture):
            if target in scroll.targets:
                top = target.rect.bottom - scroll.rect.bottom
                self._scroll(scroll, top)

    def targets(self) -> Iterator[tuple[Target, Rect]]:
        """Every target with the part of it that shows, the topmost first."""
        for target in reversed(self._picture.targets):
            yield target, target.rect
        for scroll in _scrolls(self._picture):
            for target in reversed(scroll.targets):
                shown = _cut(target.rect.moved(0, -self._scrolled.get(scroll.name, 0.0)), scroll.rect)
                if shown is not None:
                    yield target, shown

    def all_targets(self) -> Iterator[Target]:
        """Every target, those that have scrolled away as well."""
        yield from (target for target, _ in self._places())

    def _places(self) -> Iterator[tuple[Target, Rect]]:
        """Every target with its place in the window, or where it would be if its list were as high as what it holds."""
        for target in self._picture.targets:
            yield target, target.rect
        for scroll in _scrolls(self._picture):
            for target in scroll.targets:
                yield target, target.rect.moved(0, -self._scrolled.get(scroll.name, 0.0))

    def words(self) -> Iterator[str]:
        """Every line that is written, the icons' signs left out."""
        return (
            mark.text for mark in _all_marks(self._picture.marks) if isinstance(mark, PictureWords) and not mark.icon
        )

    @property
    def away(self) -> dict[str, tuple[float, float]]:
        """How far the things that glide are from their places, in dp."""
        share = 1.0 - self.glide
        return {name: (x * share, y * share) for name, (x, y) in self._from.items()} if share else {}

    def pixels(self, rect: Rect) -> tuple[float, float]:
        """The middle of a box, as pixels from the lower left corner."""
        x, y = rect.centre
        return x * self._dp, self.height - y * self._dp

    # --- drawing ---

    def _paint(self) -> None:
        self.drawn += 1
        self._press(None)
        veils = [mark for mark in self._picture.marks if isinstance(mark, Veil)]
        shown = (mark for mark in self._picture.marks if not isinstance(mark, Veil))
        marks = [*map(self._fading, shown), *_drawn_back(veils, self.glide), *self._bars()]
        ground = Fill(Rect(0, 0, self._picture.width, self._picture.height), self._picture.ground)
        self._painter.paint([ground, *marks], self._scrolled, self.away)
        self._show_carried()

    def _fading(self, mark: Mark) -> Mark:
        if self.glide == 1.0 or not isinstance(mark, Fill) or mark.fades not in self._faded:
            return mark
        return replace(mark, colour=mixed(self._faded[mark.fades], mark.colour, self.glide))

    def _press(self, target: Target | None) -> None:
        """Show at once that a finger is felt; nothing else is drawn anew."""
        self._pressed = target
        place = None if target is None else self._place(target)
        lit = [] if target is None or place is None else [Fill(place, "#FFFFFF", target.radius, 0.14)]
        self._show_over((tuple(lit), {}))

    def _show_over(self, over: Over) -> None:
        """This over the picture, instead of what was over it."""
        if over != self.over:
            self.drawn += 1 if over[0] else 0
            self.over = over
            self._overlay.paint(over[0], {}, over[1])

    def _bars(self) -> Iterator[Mark]:
        """A thin bar at the side of each list that is longer than its box."""
        for scroll in _scrolls(self._picture):
            if scroll.height <= scroll.rect.height + 1:
                continue
            box = scroll.rect
            length = max(24.0, box.height * box.height / scroll.height)
            at = self._scrolled.get(scroll.name, 0.0) / (scroll.height - box.height) * (box.height - length)
            yield Fill(Rect(min(box.right + 2, self._picture.width - 5), box.y + at, 4, length), "#8A7F6E", 2)

    def _place(self, target: Target) -> Rect | None:
        return next((rect for other, rect in self.targets() if other == target), None)

    # --- touch ---

    def _at(self, touch: MotionEvent) -> tuple[float, float]:
        return touch.x / self._dp, (self.height - touch.y) / self._dp

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if touch.is_mouse_scrolling:
            self._wheel(touch)
            return True
        x, y = self._at(touch)
        touch.ud["from"] = x, y
        touch.ud["slide"] = next((slide.rect for slide in self._picture.slides if slide.rect.contains(x, y)), None)
        if touch.ud["slide"] is not None:
            self._slide(touch.ud["slide"], x)
            return True
        touch.ud["list"] = next((scroll for scroll in _scrolls(self._picture) if scroll.rect.contains(x, y)), None)
        touch.ud["at"] = self._scrolled.get(touch.ud["list"].name, 0.0) if touch.ud["list"] else 0.0
        target = next((target for target, rect in self.targets() if rect.contains(x, y)), None)
        if target is not None and self._guard.refuses(target, x, y, touch.time_start):
            target = None
        touch.ud["target"] = target
        place = place_at(self._picture, x, y)
        touch.ud["place"] = place if place is not None and place.pieces else None
        if target is not None and target.intent is not None:
            self._press(target)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        scroll: Scroll | None = touch.ud.get("list")
        x, y = self._at(touch)
        if touch.ud.get("slide") is not None:
            self._slide(touch.ud["slide"], x)
            return True
        if scroll is None:
            self._carry(touch, x, y)
            return True
        away = touch.ud["from"][1] - y
        if abs(away) > DRAG or touch.ud.get("dragged"):
            touch.ud["dragged"] = True
            self._scroll(scroll, touch.ud["at"] + away)
        return True

    def _wheel(self, touch: MotionEvent) -> None:
        """A mouse's wheel moves the list under it, and is no finger."""
        x, y = self._at(touch)
        for scroll in _scrolls(self._picture):
            if scroll.rect.contains(x, y):
                # Kivy calls it up when what is further down comes into sight.
                step = WHEEL if touch.button == "scrollup" else -WHEEL
                self._scroll(scroll, self._scrolled.get(scroll.name, 0.0) + step)

    def _scroll(self, scroll: Scroll, top: float) -> None:
        """`top`: how much of the list is above its box, in dp, as far as that can be."""
        self._scrolled[scroll.name] = max(0.0, min(top, scroll.height - scroll.rect.height))
        self._paint()

    def _slide(self, rect: Rect, x: float) -> None:
        """Asks for the step under the finger, where it is another than is shown."""
        slide = next((slide for slide in self._picture.slides if slide.rect == rect), None)
        if slide is not None and (step := slide.under(x)) != slide.at:
            self._post(replace(slide.intent, value=str(step)))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.is_mouse_scrolling:
            return True
        if self._pressed is not None:
            self._press(None)
        target: Target | None = touch.ud.get("target")
        x, y = self._at(touch)
        if touch.ud.get("carries") and not self._let_go(touch.ud["place"], x, y):
            return True
        if (
            target is None
            and not touch.ud.get("carries")
            and max(abs(x - touch.ud["from"][0]), abs(y - touch.ud["from"][1])) <= DRAG
        ):
            self._touch_nearest(x, y)
        if target is None or touch.ud.get("dragged"):
            return True
        # If what lay under the finger has changed in between, nothing is posted.
        under = next((other for other, rect in self.targets() if rect.contains(x, y)), None)
        if under is None or replace(under, rect=target.rect) != target:
            return True
        if target.intent is not None:
            self._guard.taps(x, y, self._places())
            self._post(target.intent)
            self._guard.has_acted(target)
        elif target.why_not is not None:
            self._hint(target.why_not)
        return True

    def _touch_nearest(self, x: float, y: float) -> None:
        """What lies nearest to the finger, where things are smaller than that."""
        under = next((intent for each in self._picture.nearest if (intent := each.under(x, y))), None)
        if under is not None:
            self._guard.taps(x, y, self._places())
            self._post(under)

    def _carry(self, touch: MotionEvent, x: float, y: float) -> None:
        """The piece under the finger goes along; the place where it would come to lie is lit."""
        source: PicturePlace | None = touch.ud.get("place")
        away = x - touch.ud["from"][0], y - touch.ud["from"][1]
        if source is None or (not touch.ud.get("carries") and max(map(abs, away)) <= DRAG):
            return
        touch.ud["carries"] = True
        self._carried = Carried(source, away, place_at(self._picture, x, y))
        self._show_carried()

    def _show_carried(self) -> None:
        """What has changed meanwhile is in no hand any more."""
        if self._carried is not None and self._carried.source in self._picture.places:
            self._show_over(drawn(self._picture, self._carried))

    def _let_go(self, source: PicturePlace, x: float, y: float) -> bool:
        """Whether it was let go where it lay, so that the finger only touched it.

        Nothing is posted for what was dropped beside the table, or has changed in between.
        """
        carried, self._carried = Carried(source, (0.0, 0.0), place_at(self._picture, x, y)), None
        self._show_over(NOTHING_OVER)
        if carried.dropped is not None and source in self._picture.places:
            self._post(carried.dropped)
        return carried.over == source

    def later(self, seconds: float, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back once after so many seconds; returns what prevents it."""
        event = Clock.schedule_once(lambda _elapsed: callback(), seconds)
        return event.cancel


def _all_marks(marks: tuple[Mark, ...]) -> Iterator[Mark]:
    for mark in marks:
        yield from _all_marks(mark.marks) if isinstance(mark, Moving | Scroll) else (mark,)


def _things(marks: tuple[Mark, ...]) -> Iterator[Moving]:
    return (mark for mark in marks if isinstance(mark, Moving))


def _drawn_back(veils: list[Veil], share: float) -> Iterator[Fill]:
    """What the veils still cover after this share of the time."""
    for veil in veils:
        part = min(1.0, max(0.0, share * len(veils) - veil.order))
        if part < 1.0:
            rect = veil.rect
            yield Fill(Rect(rect.x + rect.width * part, rect.y, rect.width * (1 - part), rect.height), veil.colour)


def _ways(before: tuple[Mark, ...], after: tuple[Mark, ...]) -> dict[str, tuple[float, float]]:
    """How far from their places the things lay that lie elsewhere now; a piece that is new comes from one like it."""
    lay = {mark.name: mark.rect for mark in _things(before)}
    alike = {name.split(PIECE)[0]: rect for name, rect in lay.items() if PIECE in name}
    ways = {}
    for mark in _things(after):
        was = lay.get(mark.name, alike.get(mark.name.split(PIECE)[0]))
        if was is not None and (was.x, was.y) != (mark.rect.x, mark.rect.y):
            ways[mark.name] = was.x - mark.rect.x, was.y - mark.rect.y
    return ways


def _faded(before: tuple[Mark, ...], after: tuple[Mark, ...]) -> dict[str, str]:
    """The colours that fills had which have another one now."""
    had = {mark.fades: mark.colour for mark in before if isinstance(mark, Fill) and mark.fades}
    fills = (mark for mark in after if isinstance(mark, Fill) and mark.fades)
    return {mark.fades: had[mark.fades] for mark in fills if had.get(mark.fades, mark.colour) != mark.colour}


def _scrolls(picture: WindowPicture) -> Iterator[Scroll]:
    return (mark for mark in picture.marks if isinstance(mark, Scroll))


def _cut(rect: Rect, box: Rect) -> Rect | None:
    left, top = max(rect.x, box.x), max(rect.y, box.y)
    right, bottom = min(rect.right, box.right), min(rect.bottom, box.bottom)
    return Rect(left, top, right - left, bottom - top) if right > left and bottom > top else None
