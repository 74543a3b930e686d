"""Setting up the table: one step, one drawing, a tick as the camera sees it; it goes on by itself.

The first step is that of a table without labels; where none is needed it is done.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.screen import Board, Button, Open, Tone, Touched
from companion.core.setup_steps import SetupPage, SetupPlace, SetupStep
from companion.core.table import Box
from companion.core.text import NOTHING, Text, say, say_plural, with_names
from companion.pages.label_sticking import NOTED, without_labels
from companion.pages.navigator import Navigator, NothingToShow
from companion.pages.page_context import PageContext

LABELS = SetupStep(
    say("Labels"),
    say("Give the pieces their labels"),
    (
        say("The camera knows a piece by the small printed label on it."),
        say("Print the sheets, stick each label on the piece that it names, and show the pieces to the camera."),
    ),
    {},
)
FEW = 14
"""So many places are drawn with the whole mat around them."""

SHOWN_BY_THE_GAME = 0.6
"""The game's own board is drawn where it shows so much of a step's places."""


class SetupGuide:
    """Begins at the first step of which something is missing."""

    shows_time = True

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator
        history = context.playing().history
        start = history.played[0].before if history.played else history.state
        steps: Sequence[SetupStep] = history.game.setup_steps(start)
        if not steps:
            raise NothingToShow("This game needs nothing laid out before it begins.")
        wears = set(history.game.piece_of.values()) - set(without_labels(context.store, history.game))
        self._steps = (LABELS, *steps) if wears else tuple(steps)
        self._layout = history.game.layout(start)
        screen = history.game.present(start)
        self._boards = (*screen.boards, *(seat.board for seat in screen.seats))
        self._skipped: set[int] = set()
        self._at: int | None = None

    def view(self) -> SetupPage:
        done = tuple(number in self._skipped or self._done(step) for number, step in enumerate(self._steps))
        at = self._step(done)
        step = self._steps[at]
        if step is LABELS:
            return self._labels(at, done)
        zones = [zone for zone in step.zones if zone in self._layout.zones]
        frame = Box(0.0, 0.0, self._layout.width, self._layout.height)
        if len(zones) > FEW:
            frame = _around([self._layout.zones[zone] for zone in zones])
        others = [zone for zone in self._layout.zones if zone not in step.zones] if len(zones) <= FEW else []
        seen, missing, tone = self._lying(step, done[at])
        return SetupPage(
            say("Set up the table"),
            tuple(each.name for each in self._steps),
            done,
            at,
            step.heading,
            step.sentences,
            seen,
            missing,
            tone,
            NOTHING if step.rule is None else step.rule.citation,
            tuple(self._place(step, zone, frame) for zone in zones),
            (frame.right - frame.left) / max(1.0, frame.bottom - frame.top),
            self._buttons(at, done),
            self._board(step),
            tuple(self._place(step, zone, frame) for zone in others),
        )

    def _lying(self, step: SetupStep, done: bool) -> tuple[Text, Text, Tone]:
        """What of a step's pieces is seen, what is missing, and how that is."""
        if not self._context.machine.cameras.mat_fits:
            return say("Another mat lies there."), say("Lay this game's mat for as many as play."), Tone.BAD
        if not self._sees(step):
            tone = Tone.GOOD if done else Tone.UNKNOWN
            return say("No camera sees this part of the table."), say("Say so when it lies there."), tone
        due, seen = _due(step), self._seen(step)
        return _seen_words(seen, due), _missing_words(due - seen), Tone.GOOD if done else Tone.ATTENTION

    def _labels(self, at: int, done: tuple[bool, ...]) -> SetupPage:
        """What to do where no piece has a label yet."""
        stick = Button(
            say("Stick the labels"), Open("sticking", self._context.playing().history.game.name), icon="qrcode"
        )
        return SetupPage(
            say("Set up the table"),
            tuple(each.name for each in self._steps),
            done,
            at,
            LABELS.heading,
            LABELS.sentences,
            say("They have been seen.") if done[at] else say("I see no label yet."),
            say("Nothing has to be done.") if done[at] else say("While you stick them, I count them."),
            Tone.GOOD if done[at] else Tone.ATTENTION,
            NOTHING,
            (),
            1.0,
            (stick, *self._buttons(at, done)[1:]),
            icon="qrcode",
        )

    def _done(self, step: SetupStep) -> bool:
        if step is not LABELS:
            return self._seen(step) >= _due(step)
        session = self._context.playing()
        looks = [session.lying_in(zone) for zone in self._layout.zones]
        noted = self._context.store.preferences().get(NOTED.format(game=session.history.game.name), "")
        return bool(noted) or any(looks) or all(seen is None for seen in looks)

    def _board(self, step: SetupStep) -> Board | None:
        """The board on which most of these places are, if the game's screen has one."""
        shown = {board.name: len({cell.zone for cell in board.cells} & set(step.zones)) for board in self._boards}
        best = max(self._boards, key=lambda board: shown[board.name], default=None)
        return best if best is not None and shown[best.name] >= SHOWN_BY_THE_GAME * len(step.zones) else None

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
        session = self._context.playing()
        if not session.is_looked_at and next(session.history.game.to_lay(session.history.state), None) is not None:
            leave = Button(say("Lay it out by touch"), Open("lay"), icon="hand-finger")
        return back, leave, stands

    def _place(self, step: SetupStep, zone: str, frame: Box) -> SetupPlace:
        history = self._context.playing().history
        box = self._layout.zones[zone]
        width, height = max(1.0, frame.right - frame.left), max(1.0, frame.bottom - frame.top)
        seen = self._context.playing().lying_in(zone)
        here = seen is not None and zone in step.zones and seen >= step.zones[zone]
        tone = Tone.GOOD if here else Tone.UNKNOWN if seen is None else Tone.ATTENTION
        return SetupPlace(
            (box.left - frame.left) / width,
            (box.top - frame.top) / height,
            (box.right - box.left) / width,
            (box.bottom - box.top) / height,
            with_names(history.game.zone_name(zone), history.names),
            tone,
            here,
            zone,
        )

    def _seen(self, step: SetupStep) -> int:
        session = self._context.playing()
        return sum(min(due, session.lying_in(zone) or 0) for zone, due in step.zones.items())

    def _sees(self, step: SetupStep) -> bool:
        session = self._context.playing()
        return any(session.lying_in(zone) is not None for zone in step.zones)


def _due(step: SetupStep) -> int:
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
