"""An evening again, step by step: the table as it lay, what happened, who told of it, what the rules say against it.

Nothing here writes. Of the evening that is being played it is what had happened when the page was opened.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion.core.clock import clock_time, face
from companion.core.game import violation
from companion.core.journal_entries import AT_RANDOM, CAMERA, standing_entries
from companion.core.page_parts import Row
from companion.core.result_pages import Course, Curve, ReplayPage
from companion.core.rules import Statement
from companion.core.screen import Button, Screen, Tone, Touched
from companion.core.table import diff
from companion.core.text import NOTHING, Text, say, say_plural, verbatim, with_names
from companion.errors import NotationError
from companion.pages.calendar import minute
from companion.pages.history import recorded, table_as_it_lay
from companion.pages.lookup import RuleArticle
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.result import ScoreStandings
from companion.session.game_history import GameHistory, PlayedAction
from companion.session.recorded_actions import fault, in_notation, is_action, read, told

SPEEDS = (1, 2, 4, 8, 16, 32)
STEPS_A_SECOND = 0.5
"""At the slowest of the speeds."""

LONGEST_TICK = 1.0
"""Seconds: after a longer pause it does not run to catch up."""

POINTS = 60
"""At so many steps of an evening its points are counted for the course."""


@dataclass(frozen=True, slots=True)
class RefusedStep:
    """A step of a record that the rules refuse: as a sentence, why, the rule, and how many steps came after it."""

    sentence: Text
    seat: str | None
    at: str
    source: str
    reason: Text
    rule: Statement | None
    after: int


class Replay:
    """`number` is the evening's in the journal, empty for the one that is being played."""

    def __init__(self, context: PageContext, navigator: Navigator, number: str) -> None:
        self._context, self._navigator = context, navigator
        history = self._history = recorded(context, number)
        self._played: tuple[PlayedAction[Any, Any], ...] = tuple(history.played)
        self._states = (*(played.before for played in self._played), history.state)
        self._clocks = dict(history.clocks)
        self._refused = first_refused(history)
        self._last = len(self._played) + (self._refused is not None)
        self._broken = tuple(number for number in range(self._last + 1) if self._is_broken(number))
        self._at, self._speed, self._plays = 0, 1, False
        self._heard: float | None = None
        self._due = 0.0
        self._standing = ScoreStandings(history)
        self._points = cache(self._counted)
        self._table = cache(self._drawn)

    # --- what is shown ---

    def view(self) -> ReplayPage:
        sentence, seat, at, source = self._told()
        return ReplayPage(
            self._table(self._at),
            sentence,
            None if seat is None else self._history.colour(seat),
            minute(at),
            *_told_by(source),
            self._rule(),
            self._at,
            self._last,
            self._course(),
            Touched("show"),
            self._keys(),
            self._jumps(),
            Button(verbatim(f"×{SPEEDS[self._speed]}"), Touched("speed"), icon="player-skip-forward"),
        )

    def _told(self) -> tuple[Text, str | None, str, str]:
        """What happened, who did it, when, and who told of it."""
        if self._at == 0:
            return say("The evening begins."), None, self._history.begun, ""
        if self._at > len(self._played):
            assert self._refused is not None, "it is the step after those that can be followed"
            return self._refused.sentence, self._refused.seat, self._refused.at, self._refused.source
        played = self._played[self._at - 1]
        return self._history.told(played), played.action.player, played.at, played.source

    def _rule(self) -> Row | None:
        """What the rules say against this step."""
        if self._at > len(self._played) and self._refused is not None:
            left = say_plural(
                "It cannot be followed any further: {count} step is left.",
                "It cannot be followed any further: {count} steps are left.",
                self._refused.after,
            )
            reason = with_names(self._refused.reason, self._history.names)
            read_on = Touched("rule") if self._refused.rule is not None else None
            return Row(reason, left, icon="gavel", intent=read_on, tone=Tone.BAD)
        if self._at == 0 or (overruled := self._played[self._at - 1].overruled) is None:
            return None
        played = self._played[self._at - 1]
        broken = violation(self._history.game, played.before, played.action) if is_action(played.action) else None
        rule = self._history.game.rulebook[overruled]
        reason = rule.sentence if broken is None else with_names(broken.reason, self._history.names)
        return Row(reason, say("The table allowed it."), icon="gavel", intent=Touched("rule"), tone=Tone.ATTENTION)

    def _keys(self) -> tuple[Button, ...]:
        before, beyond = self._at > 0, self._at < self._last
        began, ended = say("This is the beginning."), say("This is the end of the record.")
        play = Button(say("Stop"), Touched("play"), "confirm", icon="player-pause")
        if not self._plays:
            play = Button(say("Play"), Touched("play"), "confirm", tone=Tone.GOOD, icon="player-play")
        return (
            Button(NOTHING, Touched("show", str(self._at - 1)), enabled=before, why_not=began, icon="chevron-left"),
            play,
            Button(NOTHING, Touched("show", str(self._at + 1)), enabled=beyond, why_not=ended, icon="chevron-right"),
        )

    def _jumps(self) -> tuple[Button, ...]:
        beyond, ended = self._at < self._last, say("This is the end of the record.")
        none = say("No rule was broken in this evening, as far as the record tells.")
        broken = any(number > self._at for number in self._broken)
        no_more = none if not self._broken else say("No rule was broken after this.")
        return (
            Button(say("Next turn"), Touched("turn"), enabled=beyond, why_not=ended, icon="player-track-next"),
            Button(say("Next points"), Touched("points"), enabled=beyond, why_not=ended, icon="chart-line"),
            Button(say("Next broken rule"), Touched("broken"), enabled=broken, why_not=no_more, icon="gavel"),
        )

    def _drawn(self, at: int) -> Screen:
        """The table after this step, what changed in it marked, with the clocks as they stood."""
        history, game = self._history, self._history.game
        number = min(at, len(self._played))
        state = self._states[number]
        screen = table_as_it_lay(history, state)
        clocks = self._played[number].clocks if number < len(self._played) else self._clocks
        faces = {seat: clock_time(face(history.time, clock)) for seat, clock in clocks.items()}
        changed = diff(game.table(self._states[number - 1]), game.table(state)) if 0 < at == number else ()
        return replace(
            screen,
            seats=tuple(replace(seat, clock=faces.get(seat.seat, "")) for seat in screen.seats),
            attention=frozenset(change.zone for change in changed if change.delta > 0),
            notice=None,
        )

    def _course(self) -> Course:
        """The points at some of the steps up to this one, and at this one."""
        every = max(1, -(-len(self._states) // POINTS))
        sampled = [*range(0, len(self._states), every)]
        whole = [total for number in sampled for total in self._points(number).values()]
        here = min(self._at, len(self._played))
        steps = (*sampled[: bisect_right(sampled, here - 1)], here)
        lines = tuple(
            Curve(
                self._standing.people(sheet)[0].colour,
                tuple(self._points(number).get(sheet.player, 0) for number in steps),
            )
            for sheet in reversed(self._standing.sheets)
        )
        whole += [points for line in lines for points in line.points]
        return Course(steps, lines, min([0, *whole]), max([1, *whole]), self._broken)

    def _counted(self, number: int) -> dict[str, int]:
        return {sheet.player: sheet.total for sheet in self._history.game.score(self._states[number])}

    def _is_broken(self, number: int) -> bool:
        return number > len(self._played) or (number > 0 and self._played[number - 1].overruled is not None)

    # --- what is touched ---

    def touched(self, key: str, value: str) -> None:
        match key:
            case "show":
                self._go_to(int(value))
            case "play":
                self._plays = not self._plays
                self._at = 0 if self._plays and self._at == self._last else self._at
                self._heard, self._due = None, 0.0
            case "speed":
                self._speed = (self._speed + 1) % len(SPEEDS)
            case "turn":
                self._go_to(self._next(self._to_move))
            case "points":
                self._go_to(self._next(self._points))
            case "broken":
                self._go_to(next((number for number in self._broken if number > self._at), self._last))
            case "rule" if (rule := self._broken_rule()) is not None:
                self._plays = False
                self._navigator.push(RuleArticle(self._context, self._navigator, self._history.game.name, rule))

    def ticked(self, at: float) -> bool:
        """Goes on by so many steps as have become due; whether it has."""
        passed = 0.0 if self._heard is None else min(max(0.0, at - self._heard), LONGEST_TICK)
        self._heard = at
        if not self._plays:
            return False
        self._due += passed * SPEEDS[self._speed] * STEPS_A_SECOND
        steps, self._due = int(self._due), self._due % 1.0
        self._at = min(self._at + steps, self._last)
        self._plays = self._at < self._last
        return steps > 0

    def _go_to(self, number: int) -> None:
        self._at, self._plays = max(0, min(number, self._last)), False

    def _next(self, told_of: Any) -> int:
        """The next step after which this is another; the last one where it stays."""
        here = min(self._at, len(self._played))
        was = told_of(here)
        return next((number for number in range(here + 1, len(self._states)) if told_of(number) != was), self._last)

    def _to_move(self, number: int) -> object:
        return self._history.game.to_move(self._states[number])

    def _broken_rule(self) -> Statement | None:
        if self._at > len(self._played):
            return None if self._refused is None else self._refused.rule
        overruled = self._played[self._at - 1].overruled if self._at else None
        return None if overruled is None else self._history.game.rulebook[overruled]


def _told_by(source: str) -> tuple[Text, str]:
    """Who told of it, with a sign."""
    match source:
        case "":
            return NOTHING, ""
        case "camera" if source == CAMERA:
            return say("seen by the camera"), "eye"
        case _ if source == AT_RANDOM:
            return say("dealt at random"), "dice"
        case _:
            return say("told by touch"), "hand-finger"


def first_refused(history: GameHistory[Any, Any]) -> RefusedStep | None:
    """The first step that cannot be followed; None where the whole evening can."""
    stands, number = standing_entries(history.entries), len(history.played)
    if history.fault is None or number >= len(stands):
        return None
    did, entry = stands[number].did, stands[number].entry
    game, state, left = history.game, history.state, len(stands) - number - 1
    written = say("“{notation}”", notation=in_notation(did))
    try:
        action = read(game, did)
    except NotationError:
        unread = say("The rules of today cannot read what is written there.")
        return RefusedStep(written, None, entry.at, entry.source, unread, None, left)
    sentence = with_names(told(game, state, action), history.names)
    seat = action.player
    if not is_action(action):
        return RefusedStep(
            sentence, seat, entry.at, entry.source, verbatim(fault(game, state, action) or ""), None, left
        )
    broken = violation(game, state, action)
    reason, rule = (NOTHING, None) if broken is None else (broken.reason, broken.rule)
    return RefusedStep(sentence, seat, entry.at, entry.source, reason, rule, left)
