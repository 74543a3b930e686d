"""How time runs: wishes in plain words, and their figures."""

from __future__ import annotations

from dataclasses import replace

from companion.core.action import SEATS
from companion.core.clock import Mode, TimeControl
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage, Stepper, TimePage
from companion.core.screen import Button, Tone, Touched
from companion.core.text import NOTHING, Text, say, say_plural, verbatim
from companion.pages.house_rules import Drafting
from companion.pages.navigator import Navigator

MINUTE = 60.0
TOTALS = tuple(MINUTE * count for count in (1, 2, 3, 5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 90, 120, 150, 180))
EXTRAS = tuple(map(float, (1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300)))
PERIODS = range(1, 10)
SHARES = (0.5, 1.0, 1.5, 2.0)
"""What a player may have of the time of all others."""

TITLES = {
    Mode.NONE: say("No clock"),
    Mode.COUNT_UP: say("Just count"),
    Mode.FISCHER: say("A fixed time for the evening"),
    Mode.PER_TURN: say("A fixed time for each turn"),
    Mode.HOURGLASS: say("Hourglass"),
    Mode.COUNTDOWN: say("One time for the evening, nothing given back"),
    Mode.DELAY: say("A breath before each turn"),
    Mode.BRONSTEIN: say("The time used comes back"),
    Mode.BYO_YOMI: say("Byo-yomi"),
    Mode.TOTAL_AND_TURN: say("The evening and each turn"),
    Mode.PER_ROUND: say("A fixed time for each round"),
}
MEANINGS = {
    Mode.NONE: say("nobody counts"),
    Mode.COUNT_UP: say("how long each one thought"),
    Mode.FISCHER: say("and a little back after every move"),
    Mode.PER_TURN: say("what is left of it is gone"),
    Mode.HOURGLASS: say("your time runs to the next one"),
    Mode.COUNTDOWN: say("a time for everything"),
    Mode.DELAY: say("the first seconds cost nothing"),
    Mode.BRONSTEIN: say("after a move, but never more"),
    Mode.BYO_YOMI: say("when time is up, short turns are free"),
    Mode.TOTAL_AND_TURN: say("neither may be used up"),
    Mode.PER_ROUND: say("it starts again when everyone has had a turn"),
}
ICONS = {
    Mode.NONE: "x",
    Mode.COUNT_UP: "clock",
    Mode.FISCHER: "hourglass",
    Mode.PER_TURN: "bell",
    Mode.HOURGLASS: "hourglass-high",
    Mode.COUNTDOWN: "clock",
    Mode.DELAY: "clock-pause",
    Mode.BRONSTEIN: "arrow-back-up",
    Mode.BYO_YOMI: "alarm",
    Mode.TOTAL_AND_TURN: "clock",
    Mode.PER_ROUND: "rotate",
}
FIRST = (Mode.NONE, Mode.COUNT_UP, Mode.FISCHER, Mode.PER_TURN, Mode.HOURGLASS)
MORE = tuple(mode for mode in TITLES if mode not in FIRST)
EXTRA_TITLES = {
    Mode.FISCHER: say("Given back per move"),
    Mode.PER_TURN: say("Each turn has"),
    Mode.DELAY: say("Free at the start of a turn"),
    Mode.BRONSTEIN: say("Given back at most"),
    Mode.BYO_YOMI: say("Each period has"),
    Mode.TOTAL_AND_TURN: say("Each turn has"),
}
WITHOUT_TOTAL = (Mode.NONE, Mode.COUNT_UP, Mode.PER_TURN)


_IN_WORDS = {
    Mode.FISCHER: say("{total} each, {extra} back per move"),
    Mode.PER_TURN: say("{extra} for each turn"),
    Mode.HOURGLASS: say("Hourglass, {total} each"),
    Mode.COUNTDOWN: say("{total} each"),
    Mode.DELAY: say("{total} each, the first {extra} of a turn free"),
    Mode.BRONSTEIN: say("{total} each, up to {extra} back per move"),
    Mode.BYO_YOMI: say("{total} each, then {periods} × {extra}"),
    Mode.TOTAL_AND_TURN: say("{total} each, {extra} for each turn"),
    Mode.PER_ROUND: say("{total} for each round"),
}


def in_words(time: TimeControl) -> Text:
    """`25 minutes each, 5 seconds back per move`."""
    if time.mode not in _IN_WORDS:
        return TITLES[time.mode]
    return _IN_WORDS[time.mode].fill(total=minutes(time.total), extra=seconds(time.extra), periods=time.periods)


def minutes(amount: float) -> Text:
    return say_plural("{count} minute", "{count} minutes", round(amount / MINUTE))


def seconds(amount: float) -> Text:
    return say_plural("{count} second", "{count} seconds", round(amount))


class TimeChoice:
    def __init__(self, navigator: Navigator, drafting: Drafting) -> None:
        self._navigator, self._drafting = navigator, drafting

    @property
    def _time(self) -> TimeControl:
        return self._drafting.draft.time

    def view(self) -> TimePage:
        ways = [self._way(mode) for mode in FIRST]
        other = self._time.mode if self._time.mode in MORE else None
        ways.append(
            Row(
                TITLES[other] if other else say("More ways"),
                MEANINGS[other] if other else say("Byo-yomi, Bronstein, by rounds"),
                icon="dots",
                intent=Touched("more"),
                chosen=other is not None,
            )
        )
        done = Button(say("Play with this"), Touched("done"), "confirm", tone=Tone.GOOD, icon="check")
        each = Button(say("Each player has a time of their own"), Touched("own"), icon="users")
        own = (each,) if self._time.mode not in WITHOUT_TOTAL and self._drafting.draft.people else ()
        return TimePage(
            say("How should the clocks run?"), tuple(ways), tuple(self._steppers()), self._note(), (*own, done)
        )

    def _note(self) -> Text:
        """What happens at zero, and who has another time than the rest."""
        if not self._time.runs_down:
            return NOTHING
        at_zero = say("At zero it sounds, turns amber and counts on: nobody loses by it.")
        others = len(self._time.own)
        if not others or self._time.mode in WITHOUT_TOTAL:
            return at_zero
        have = say_plural("{count} player has another time.", "{count} players have another time.", others)
        return say("{zero} {others}", zero=at_zero, others=have)

    def touched(self, key: str, value: str) -> None:
        match key:
            case "way":
                self._choose(Mode(value))
            case "own":
                self._navigator.push(OwnTimes(self._drafting))
            case "more":
                self._navigator.push(MoreWays(self._navigator, self))
            case "total":
                self._put(replace(self._time, total=float(value), own=()))
            case "extra":
                self._put(replace(self._time, extra=float(value)))
            case "periods":
                self._put(replace(self._time, periods=int(value)))
            case _:
                self._navigator.close()

    def _choose(self, mode: Mode) -> None:
        extra = 30.0 if mode in (Mode.PER_TURN, Mode.BYO_YOMI, Mode.TOTAL_AND_TURN) else 5.0
        self._put(replace(self._time, mode=mode, extra=extra))

    def _put(self, time: TimeControl) -> None:
        self._drafting.draft = replace(self._drafting.draft, time=time)

    def _way(self, mode: Mode) -> Row:
        chosen = self._time.mode is mode
        return Row(TITLES[mode], MEANINGS[mode], icon=ICONS[mode], intent=Touched("way", mode.value), chosen=chosen)

    def _steppers(self) -> list[Stepper]:
        time = self._time
        steppers = []
        if time.mode not in WITHOUT_TOTAL:
            title = say("Each round has") if time.mode is Mode.PER_ROUND else say("Each player has")
            steppers.append(_stepper(title, "total", time.total, TOTALS))
        if time.mode in EXTRA_TITLES:
            steppers.append(_stepper(EXTRA_TITLES[time.mode], "extra", time.extra, EXTRAS))
        if time.mode is Mode.BYO_YOMI:
            less = Touched("periods", str(time.periods - 1)) if time.periods > PERIODS[0] else None
            more = Touched("periods", str(time.periods + 1)) if time.periods < PERIODS[-1] else None
            unit = say_plural("period", "periods", time.periods)
            steppers.append(Stepper(say("How many"), str(time.periods), unit, less, more))
        return steppers


class OwnTimes:
    """A time for each player: the same as the others', or more or less of it."""

    def __init__(self, drafting: Drafting) -> None:
        self._drafting = drafting

    def view(self) -> ListPage:
        time = self._drafting.draft.time
        groups = []
        for seat, person in zip(SEATS, self._drafting.draft.people, strict=False):
            rows = tuple(
                Row(
                    minutes(time.total * share)
                    if share != 1
                    else say("like everyone else: {time}", time=minutes(time.total)),
                    intent=Touched(seat, str(share)),
                    chosen=time.total_of(seat) == time.total * share,
                )
                for share in SHARES
            )
            groups.append(RowGroup(verbatim(person.name), rows, beside=True))
        return ListPage("own times", say("Each player has a time of their own"), tuple(groups))

    def touched(self, key: str, value: str) -> None:
        time, share = self._drafting.draft.time, float(value)
        own = time.with_own(key, None if share == 1 else time.total * share)
        self._drafting.draft = replace(self._drafting.draft, time=own)


def _stepper(title: Text, key: str, amount: float, steps: tuple[float, ...]) -> Stepper:
    lower = [step for step in steps if step < amount]
    higher = [step for step in steps if step > amount]
    whole = amount >= MINUTE and amount % MINUTE == 0
    figure = round(amount / MINUTE) if whole else round(amount)
    unit = say_plural("minute", "minutes", figure) if whole else say_plural("second", "seconds", figure)
    less = Touched(key, str(lower[-1])) if lower else None
    more = Touched(key, str(higher[0])) if higher else None
    return Stepper(title, str(figure), unit, less, more)


class MoreWays:
    """The ways that fewer people wish for."""

    def __init__(self, navigator: Navigator, choice: TimeChoice) -> None:
        self._navigator, self._choice = navigator, choice

    def view(self) -> ListPage:
        rows = tuple(
            Row(TITLES[mode], MEANINGS[mode], icon=ICONS[mode], intent=Touched("way", mode.value)) for mode in MORE
        )
        return ListPage("more ways", say("More ways"), (RowGroup(NOTHING, rows),))

    def touched(self, key: str, value: str) -> None:
        self._choice.touched(key, value)
        self._navigator.close()
