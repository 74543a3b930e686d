"""What the window and the lights show: the open page or else the table; nothing while the display sleeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from companion.appliance.display_sleep import MINUTE, Sleep
from companion.application.strip_lights import EDGE_LIGHTS, StripLights
from companion.core.light_strip import SQUARE, StripPlace
from companion.core.pages import Page, SleepPage
from companion.core.screen import Screen, Touched
from companion.core.table import TableLayout
from companion.languages import languages, load_language
from companion.pages.page_context import PageContext
from companion.pages.settings import preferred
from companion.pages.strip_set_up import place_in_use
from companion.pages.to_each import manner, on_turn

if TYPE_CHECKING:
    from ui.app import CompanionApp

WAKE = Touched("wake")


class Display:
    """`page` is open over the evening's `screen`; `has_strip` says whether it has the lights of the mat for itself."""

    def __init__(self, window: CompanionApp, context: PageContext, has_strip: Callable[[], bool]) -> None:
        self._window, self._context, self._has_strip = window, context, has_strip
        self.page: Page | None = None
        self.screen: Screen | None = None
        self._sleep, self._brightness = Sleep(), 1.0
        self._preferred: Mapping[str, str] = {}
        self._turned_to: object = None
        self.strip, self.edge = StripLights(context.machine.strip.show), StripLights(window.light_edge, SQUARE)

    @property
    def shown(self) -> Page | Screen | None:
        return self.page if self.page is not None else self.screen

    def show(self) -> None:
        """The open page, or else the table; nothing while the display sleeps."""
        shown = self.shown
        if shown is not None and not self._sleep.asleep:
            self._turn_to(shown)
            self._window.show(shown)

    def _turn_to(self, shown: object) -> None:
        """The window as whoever is on turn wants it, if that is another one than before."""
        if (wanted := (on_turn(shown), self._preferred)) != self._turned_to:
            self._turned_to = wanted
            found = manner(self._preferred, self._context.language, shown, self._context.store.people())
            self._window.suit(load_language(found.language), left=found.left_handed, turned=found.turned)

    def wear(self, stored: Mapping[str, str]) -> None:
        """Shows what this house prefers."""
        self._preferred = stored
        letters, motion = preferred(stored, "letters"), preferred(stored, "motion")
        self._window.wear(preferred(stored, "theme"), large=letters == "large", motion=motion == "on")
        self._brightness = float(preferred(stored, "brightness")) / 100
        self._context.machine.brighten(self._brightness)
        self.strip.place = place_in_use(stored, self._context.machine)
        self.edge.place = StripPlace(EDGE_LIGHTS if preferred(stored, "edge lights") == "on" else 0)
        self.light()
        sleep = preferred(stored, "sleep")
        self._sleep.after = None if sleep == "never" else float(sleep) * MINUTE
        if stored.get("language") in languages():
            self._context.language = stored["language"]
        self._turn_to(self.shown)

    # --- dark and awake ---

    def sleep_in_time(self, at: float) -> None:
        """Goes dark when nothing has happened for long. `at` is monotonic seconds."""
        if self._sleep.tick(at):
            self._context.machine.brighten(0.0)
            self._window.show(SleepPage(WAKE))

    def wake(self) -> None:
        """What was shown before the display slept is shown again."""
        was_asleep = self._sleep.asleep
        self._sleep.stirred()
        if was_asleep:
            self._context.machine.brighten(self._brightness)
            self.show()

    # --- the lights ---

    @property
    def lights(self) -> Sequence[StripLights]:
        """But for those that a page has for itself."""
        return (self.edge,) if self._has_strip() else (self.strip, self.edge)

    def light(self) -> None:
        """The lights round the table say what the screen says."""
        session = self._context.session
        layout: TableLayout | None = None
        if session is not None and (self.strip.place.count or self.edge.place.count):
            layout = session.history.game.layout(session.history.state)
        for lights in self.lights:
            lights.follow(self.screen, layout)
