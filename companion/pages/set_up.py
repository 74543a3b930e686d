"""Setting up the table: one step, one drawing, a tick as the camera sees it; it goes on by itself."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.pages import SetupPage, SetupPlace
from companion.core.screen import Button, Tone, Touched
from companion.core.set_up import SetUpStep
from companion.core.table import Box
from companion.core.text import NOTHING, Text, say, say_plural, with_names
from companion.pages.house import House
from companion.pages.navigator import Navigator, NothingToShow


class SetUp:
    """Begins at the first step of which something is missing."""

    shows_time = True

    def __init__(self, house: House, navigator: Navigator) -> None:
        self._house, self._navigator = house, navigator
        history = house.playing().history
        start = history.played[0].before if history.played else history.state
        self._steps: Sequence[SetUpStep] = history.game.set_up(start)
        if not self._steps:
            raise NothingToShow("This game needs nothing laid out before it begins.")
        self._layout = history.game.layout(start)
        self._skipped: set[int] = set()
        self._at: int | None = None

    def view(self) -> SetupPage:
        done = tuple(
            number in self._skipped or self._seen(step) >= _due(step) for number, step in enumerate(self._steps)
        )
        at = self._step(done)
        step = self._steps[at]
        boxes = [self._layout.zones[zone] for zone in step.zones if zone in self._layout.zones]
        frame = _around(boxes)
        due, seen = _due(step), self._seen(step)
        sees = self._sees(step)
        tone = Tone.GOOD if done[at] else Tone.ATTENTION if sees else Tone.UNKNOWN
        seen_words = _seen_words(seen, due) if sees else say("Nothing looks at this part of the table.")
        missing = _missing_words(due - seen) if sees else say("Say so when it lies there.")
        if not self._house.mat_fits():
            tone, seen_words = Tone.BAD, say("Another mat lies there.")
            missing = say("Lay this game's mat for as many as play.")
        return SetupPage(
            say("Set up the table"),
            tuple(each.name for each in self._steps),
            done,
            at,
            step.heading,
            step.sentences,
            seen_words,
            missing,
            tone,
            NOTHING if step.rule is None else step.rule.citation,
            tuple(self._place(step, zone, frame) for zone in step.zones if zone in self._layout.zones),
            (frame.right - frame.left) / max(1.0, frame.bottom - frame.top),
            self._buttons(at, done),
        )

    def touched(self, key: str, value: str) -> None:
        match key:
            case "it stands":
                self._skipped.add(int(value))
                self._at = None
            case "step":
                self._at = int(value)
            case _:
                self._navigator.close_all()

    def _step(self, done: tuple[bool, ...]) -> int:
        """The chosen step, or the first one that is not done."""
        if self._at is not None:
            return self._at
        return next((number for number, ready in enumerate(done) if not ready), len(done) - 1)

    def _buttons(self, at: int, done: tuple[bool, ...]) -> tuple[Button, ...]:
        first = at == 0
        back = Button(
            say("Step back"),
            Touched("step", str(max(0, at - 1))),
            enabled=not first,
            why_not=say("This is the first step.") if first else None,
            icon="chevron-left",
        )
        stands = Button(say("It lies there"), Touched("it stands", str(at)), icon="bolt")
        if all(done):
            return back, Button(say("Play"), Touched("play"), "confirm", tone=Tone.GOOD, icon="player-play")
        leave = Button(say("To the table"), Touched("play"), icon="layout-grid")
        return back, leave, stands

    def _place(self, step: SetUpStep, zone: str, frame: Box) -> SetupPlace:
        history = self._house.playing().history
        box = self._layout.zones[zone]
        width, height = max(1.0, frame.right - frame.left), max(1.0, frame.bottom - frame.top)
        seen = self._house.playing().lying_in(zone)
        here = seen is not None and seen >= step.zones[zone]
        tone = Tone.GOOD if here else Tone.UNKNOWN if seen is None else Tone.ATTENTION
        return SetupPlace(
            (box.left - frame.left) / width,
            (box.top - frame.top) / height,
            (box.right - box.left) / width,
            (box.bottom - box.top) / height,
            with_names(history.game.zone_name(zone), history.names),
            tone,
            here,
        )

    def _seen(self, step: SetUpStep) -> int:
        session = self._house.playing()
        return sum(min(due, session.lying_in(zone) or 0) for zone, due in step.zones.items())

    def _sees(self, step: SetUpStep) -> bool:
        session = self._house.playing()
        return any(session.lying_in(zone) is not None for zone in step.zones)


def _due(step: SetUpStep) -> int:
    return sum(step.zones.values())


def _around(boxes: Sequence[Box]) -> Box:
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def _seen_words(seen: int, due: int) -> Text:
    return say("I see {seen} of {due}.", seen=seen, due=due)


def _missing_words(missing: int) -> Text:
    if missing <= 0:
        return say("All of it lies there.")
    return say_plural("{count} piece is missing.", "{count} pieces are missing.", missing)
