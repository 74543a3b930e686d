"""The clock as a page of its own, big; pausing, and giving one player more or less time."""

from __future__ import annotations

from companion.application.bell import state
from companion.core.clock import clock_time, face
from companion.core.game import Seat
from companion.core.page_parts import Person as Player
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ClockPage, ClockPlate, ListPage
from companion.core.screen import Button, Close, Pass, Tone, Touched, Undo
from companion.core.text import NOTHING, Text, say, say_plural, verbatim
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.time_choice import in_words
from companion.session.messages import AdjustClock, GoOn, Pause

MINUTE = 60


class Clocks:
    shows_time = True

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator

    def view(self) -> ClockPage:
        session = self._context.playing()
        history, paused = session.history, session.timekeeper.paused_for
        running = history.game.to_move(history.state)
        order = list(history.seats)
        if running:
            at = order.index(running[0])
            order = order[at:] + order[:at]
        waiting = [seat for seat in order if seat not in running]
        plates = tuple(self._plate(seat, next_one=number == 0 and bool(running)) for number, seat in enumerate(waiting))
        return ClockPage(tuple(map(self._plate, running)), plates, _paused(paused), self._buttons(paused is not None))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        session = self._context.playing()
        match key:
            case "pause":
                session.handle(Pause() if session.timekeeper.paused_for is None else GoOn())
            case "pressed":
                session.handle(Pass())
            case "wrong press":
                session.handle(Undo())
            case _:
                self._navigator.push(Adjust(self._context))

    def _plate(self, seat: Seat, *, next_one: bool = False) -> ClockPlate:
        history = self._context.playing().history
        time, clock = history.time, history.clocks[seat]
        shown = face(time, clock)
        total = time.total_of(seat)
        share = max(0.0, min(1.0, shown.seconds / total)) if time.runs_down and total else None
        low = bool(state(time, history.clocks, seat))
        words: Text = NOTHING
        if shown.periods is not None and clock.left <= 0:
            words = say_plural("{count} period left", "{count} periods left", shown.periods)
        elif shown.turn is not None:
            words = say("this turn {time}", time=clock_time(type(shown)(shown.turn)))
        elif seat in history.game.to_move(history.state):
            words = in_words(time)
        person = Player(history.names[seat], history.colour(seat))
        intent = Touched("pressed") if seat in history.game.to_move(history.state) else None
        return ClockPlate(person, clock_time(shown), words, share, low, next_one, intent)

    def _buttons(self, paused: bool) -> tuple[Button, ...]:
        words, icon = (say("Go on"), "player-play") if paused else (say("Pause"), "player-pause")
        played = bool(self._context.playing().history.played)
        return (
            Button(words, Touched("pause"), "confirm", tone=Tone.GOOD, icon=icon),
            Button(
                say("Wrong press"),
                Touched("wrong press"),
                "undo",
                played,
                None if played else say("There is nothing to take back."),
                icon="arrow-back-up",
            ),
            Button(say("Change times"), Touched("change"), icon="adjustments-horizontal"),
            Button(say("To the table"), Close(), icon="layout-grid"),
        )


def _paused(seconds: float | None) -> Text | None:
    if seconds is None:
        return None
    if seconds < MINUTE:
        return say("Paused")
    return say_plural("Paused for {count} minute", "Paused for {count} minutes", int(seconds // MINUTE))


class Adjust:
    """More or less time for one player."""

    shows_time = True

    def __init__(self, context: PageContext) -> None:
        self._context = context

    def view(self) -> ListPage:
        history = self._context.playing().history
        groups = []
        for seat in history.seats:
            rows = tuple(
                Row(
                    say_plural("{count} minute more", "{count} minutes more", minutes)
                    if minutes > 0
                    else say_plural("{count} minute less", "{count} minutes less", -minutes),
                    icon="plus" if minutes > 0 else "minus",
                    intent=Touched(seat, str(minutes)),
                )
                for minutes in (1, 5, -1, -5)
            )
            shown = clock_time(face(history.time, history.clocks[seat]))
            title = say("{name}, {time}", name=verbatim(history.names[seat]), time=shown)
            groups.append(RowGroup(title, rows))
        return ListPage("adjust", say("Change times"), tuple(groups))

    def touched(self, key: str, value: str) -> None:
        self._context.playing().handle(AdjustClock(key, int(value) * MINUTE))
