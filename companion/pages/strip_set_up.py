"""How the strip of lights lies round the mat: told by touch, or by a light that walks round while the camera looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.cameras.strip_finding import way_of_light
from companion.core.camera_view import CameraView, NoView
from companion.core.game import Game
from companion.core.light_strip import AMBER, DARK, GREEN, MOST_LIGHTS, RED, WHITE, StripPlace, place_of
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import CameraPage, ListPage
from companion.core.screen import Button, Close, Open, Tone, Touched
from companion.core.table import Crop
from companion.core.text import NOTHING, Text, say, say_plural
from companion.label_sets.piece_labels import opening_state
from companion.pages.camera_set_up import WhichMat
from companion.pages.machine import Machine
from companion.pages.navigator import Navigator, OpenPage
from companion.pages.page_context import PageContext

STRIP = "strip"
"""The preference that says how the strip lies."""

STEP, SPOT = 8, 4
"""Lights from one that the camera looks for to the next, and how many shine at once."""

WALKING = 0.6
"""Of the brightest: what the camera looks for shall be plain."""

MISSED = 6
"""Steps without a light in sight after which the strip is at its end."""

STARTS = (say("upper left"), say("upper right"), say("lower right"), say("lower left"))
COUNTS = (-10, -1, 1, 10)


def place_in_use(stored: Mapping[str, str], machine: Machine) -> StripPlace:
    """As it was told on the screen, else as the settings' file has it; no lights where no strip is."""
    if not machine.strip_place.count:
        return machine.strip_place
    return StripPlace.read(stored.get(STRIP, "")) or machine.strip_place


def strip_walk(context: PageContext, navigator: Navigator, about: str) -> OpenPage:
    """Over the mat of the evening, of the named game, or the question of which lies there."""
    if context.session is not None:
        history = context.session.history
        return StripWalk(context, navigator, history.game, history.state)
    if about:
        return StripWalk(context, navigator, context.games[about], opening_state(context.games[about]))
    return WhichMat(context, "strip walk", say("Which game's mat lies there?"))


class StripSetUp:
    """The first light is green, the way that they go on white, the last red."""

    has_strip = True
    """What lights the strip itself has it for itself."""

    def __init__(self, context: PageContext) -> None:
        self._context = context

    def view(self) -> ListPage:
        place = self._place
        self._show(place.count)
        counts = tuple(
            Row(say("{count} more", count=by) if by > 0 else say("{count} fewer", count=-by), intent=_told("count", by))
            for by in COUNTS
        )
        starts = tuple(
            Row(words, intent=_told("start", at), chosen=at == place.start) for at, words in enumerate(STARTS)
        )
        ways = tuple(
            Row(words, intent=_told("way", way), chosen=way == place.clockwise)
            for way, words in ((1, say("clockwise")), (0, say("anticlockwise")))
        )
        found = Row(
            say("A light walks round, and the camera finds it"),
            say("All of this is found by itself; the mat has to be in sight"),
            icon="camera",
            intent=Open("strip walk"),
        )
        groups = (
            RowGroup(NOTHING, (found,)),
            RowGroup(
                say_plural("{count} light once round", "{count} lights once round", place.count), counts, beside=True
            ),
            RowGroup(say("The first one, green, is at the corner"), starts, beside=True),
            RowGroup(say("They go on, white, as the camera sees it"), ways, beside=True),
        )
        return ListPage("strip", say("Lights round the mat"), groups)

    def touched(self, key: str, value: str) -> None:
        place, told = self._place, int(value)
        match key:
            case "count":
                place = replace(place, count=min(max(place.count + told, 1), MOST_LIGHTS))
            case "start":
                place = replace(place, start=told)
            case _:
                place = replace(place, clockwise=bool(told))
        keep(self._context, place)

    def closed(self) -> None:
        _wear(self._context)

    def _show(self, count: int) -> None:
        self._context.machine.strip.show(
            tuple(
                GREEN if light < SPOT else WHITE if light < count // 4 else RED if light >= count - SPOT else DARK
                for light in range(count)
            )
        )

    @property
    def _place(self) -> StripPlace:
        return place_in_use(self._context.store.preferences(), self._context.machine)


class StripWalk:
    """Looks through the camera while a light goes on by steps; where it was seen says how the strip lies."""

    has_strip = True

    def __init__(self, context: PageContext, navigator: Navigator, game: Game[Any, Any], state: Any) -> None:
        self._context, self._navigator = context, navigator
        layout = game.layout(state)
        self._size = layout.width, layout.height
        self._start()
        context.seen = None
        context.machine.cameras.look(game, state)

    def _start(self) -> None:
        self._dark: Crop | None = None
        self._at, self._missed, self._is_fresh = 0, 0, False
        self._found: list[tuple[int, float]] = []
        self.placed: StripPlace | None = None
        self._is_over = False
        self._light()

    def view(self) -> CameraPage:
        seen = self._context.seen
        again = Button(say("Once more"), Touched("again"), icon="refresh")
        done = Button(say("That is how it lies"), Touched("done"), "confirm", self.placed is not None, self._why_not())
        words, tone = self._words(seen)
        view = seen if isinstance(seen, CameraView) else None
        count = say_plural("{count} light found", "{count} lights found", len(self._found))
        title = say("Where is the light?")
        return CameraPage(title, view, words, count, words, tone, (again, done, Button(say("Back"), Close())))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        if key == "again":
            self._start()
        elif key == "done" and self.placed is not None:
            keep(self._context, self.placed)
            self._navigator.close()

    def saw(self, seen: CameraView | NoView) -> None:
        """The first picture after a light has changed may have been taken before: the second one counts."""
        if self._is_over or not isinstance(seen, CameraView) or len(seen.mat) != len(STARTS):
            return
        if not self._is_fresh:
            self._is_fresh = True
            return
        self._is_fresh = False
        if self._dark is None:
            self._dark = seen.picture
        else:
            self._look(self._dark, seen)
        self._light()

    def _look(self, dark: Crop, seen: CameraView) -> None:
        way = way_of_light(dark, seen, self._size)
        if way is not None:
            self._found.append((self._at + SPOT // 2, way))
        self._missed = 0 if way is not None else self._missed + 1
        self._at += STEP
        if self._at + SPOT > MOST_LIGHTS or self._missed == MISSED:
            self.placed, self._is_over = place_of(self._found, self._size), True

    def closed(self) -> None:
        self._context.machine.cameras.look_away()
        _wear(self._context)

    def _light(self) -> None:
        lit = range(self._at, self._at + SPOT) if self._dark is not None and not self._is_over else range(0)
        strip = self._context.machine.strip
        strip.show(tuple(AMBER if light in lit else DARK for light in range(MOST_LIGHTS)), WALKING)

    def _words(self, seen: CameraView | NoView | None) -> tuple[Text, Tone]:
        if isinstance(seen, NoView):
            return seen.reason, Tone.BAD
        if seen is None:
            return say("The camera is being opened and focused. This takes some seconds."), Tone.UNKNOWN
        if self.placed is not None:
            told = say_plural(
                "{count} light goes once round, from the corner {corner} on.",
                "{count} lights go once round, from the corner {corner} on.",
                self.placed.count,
                corner=STARTS[self.placed.start],
            )
            return told, Tone.GOOD
        if self._is_over:
            astray = say("What was seen is no line round the mat: darken the room, or tell it by touch.")
            return astray, Tone.BAD
        if len(seen.mat) != len(STARTS):
            return say("The mat is not in sight."), Tone.ATTENTION
        return say("A light walks round. Keep your hands off the table."), Tone.NORMAL

    def _why_not(self) -> Text | None:
        return None if self.placed is not None else say("The light has not been all the way round yet.")


def keep(context: PageContext, place: StripPlace) -> None:
    context.store.prefer(STRIP, str(place))


def _wear(context: PageContext) -> None:
    context.evening.wear(context.store.preferences())


def _told(what: str, value: int) -> Touched:
    return Touched(what, str(int(value)))
