"""A hypothesis: a path of states that hands may have gone along, and what speaks against it, over all looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from benchmarks.belief_filter.looks import Look, Misfit
from benchmarks.playouts import AnyGame
from companion.core.action import Seat
from companion.core.belief.transposition_table import position
from companion.core.table import diff, owner

SLOW, VERY_SLOW = 3.0, 10.0
"""Seconds for which a table stood in the midst of a move: it becomes less likely that it was one."""


@dataclass(frozen=True, slots=True)
class Back:
    """So many of the latest actions were taken back: an act of hands, whoever's they are."""

    actions: int

    @property
    def player(self) -> Seat:
        return ""


@dataclass(frozen=True, slots=True)
class Path:
    """`states[0]` is settled; each step, an action or a taking back, leads to the next state."""

    states: tuple[Any, ...]
    steps: tuple[Any, ...] = ()

    @property
    def end(self) -> Any:
        return self.states[-1]

    def then(self, game: AnyGame, actions: Sequence[Any]) -> Path:
        states = list(self.states)
        for action in actions:
            here = position(game, states[-1])
            after = here.after(action) or position(game, game.apply(here.state, action))
            states.append(after.state)  # one object for equal states
        return Path(tuple(states), (*self.steps, *actions))

    def upto(self, steps: int) -> Path:
        return Path(self.states[: steps + 1], self.steps[:steps])

    def back(self, actions: int) -> Path:
        done = self.done[: len(self.done) - actions]
        state = next(state for number, state in enumerate(self.states) if self.upto(number).done == done)
        return Path((*self.states, state), (*self.steps, Back(actions)))

    @property
    def done(self) -> tuple[Any, ...]:
        """The actions that stand."""
        done: tuple[Any, ...] = ()
        for step in self.steps:
            done = done[: len(done) - step.actions] if isinstance(step, Back) else (*done, step)
        return done


class Cost(NamedTuple):
    """What speaks against a path, the weightiest first."""

    astray: int
    """Pieces that lie now where nothing brings them."""
    traceless: int
    """Decisions that leave no trace, of those that are not believed yet."""
    left: int
    """What hands have yet to do."""
    looks: int
    """Looks in which pieces lay where nothing brought them."""
    out_of_sight: bool
    """Whether a part of it would have happened where the camera cannot look."""
    acts: int
    """What hands did: decisions, takings back, places from which something is held; and slowness."""
    new: int
    """Actions that are not believed yet, or are and would not stand."""
    decisions: int


class Weighed(NamedTuple):
    cost: Cost
    path: Path
    now: Misfit
    is_done: bool
    """Whether hands rest on its last state."""

    @property
    def is_whole(self) -> bool:
        """Whether it explains every piece."""
        return self.is_done and not self.now.astray and not self.now.held and not self.cost.traceless


def weigh(game: AnyGame, path: Path, looks: Sequence[Look], own: Path, root: int = 0) -> Weighed:
    """The path's cost along its best walk; `own` is the journal's, and begins after so many of its actions."""
    *earlier, now = looks
    last_but, last = _walk(game, path, earlier)
    done, believed, steps = path.done, own.done, path.steps
    same = next(
        (n for n, (one, other) in enumerate(zip(done, believed, strict=False)) if one != other),
        min(len(done), len(believed)),
    )
    fresh = done[same:]
    on = _with_what_never_landed(game, path, len(fresh), looks)
    ways = [(_now(on), last, on, not on.left)]
    if steps:
        for first in (-2, -3)[: len(steps)]:
            way = now.spanning(game, path.states[first:])
            ways.append((_now(way), last_but, way, False))
    (astray, left, held), (contradicted, slow), misfit, is_done = min(
        ways, key=lambda each: (each[0][:2], each[1], each[0][2])
    )
    decisions = sum(step.player is not None for step in steps)
    cost = Cost(
        astray,
        _traceless(game, path, own),
        left,
        contradicted,
        _is_out_of_sight(game, path, len(fresh), now),
        decisions + held + slow + _held_for_long(path, misfit, looks, root),
        len(fresh) + len(believed) - same,
        decisions,
    )
    return Weighed(cost, path, misfit, is_done)


def _with_what_never_landed(game: AnyGame, path: Path, fresh: int, looks: Sequence[Look]) -> Misfit:
    """On the path's last state; nobody holds again what has never been seen where the latest steps bring it."""
    *earlier, now = looks
    on, before = now.on(game, path.end), position(game, path.states[len(path.steps) - fresh]).table.zones
    left = []
    for change in on.held if fresh else ():
        lay = before.get(change.zone, ()).count(change.piece) >= -change.delta
        if not lay and not any(change.piece in look.seen.zones.get(change.zone, ()) for look in earlier):
            left.append(change)
    held = tuple(change for change in on.held if change not in left)
    return on._replace(held=held, left=tuple(left))


def _held_for_long(path: Path, misfit: Misfit, looks: Sequence[Look], root: int) -> int:
    """How often others decided twice, or its owner once, while a piece was held: nobody thinks about it so long."""
    count = 0
    for zone, piece, _ in misfit.held:
        now, since = looks[-1].seen.zones.get(zone, ()).count(piece), looks[-1].done
        for look in reversed(looks):
            if zone in look.seen.zones and look.seen.zones[zone].count(piece) > now:
                break
            since = look.done
        later = [step.player for step in path.done[max(0, since - root) :] if step.player is not None]
        count += later.count(owner(zone)) + sum(seat != owner(zone) for seat in later) // 2
    return count


def _now(misfit: Misfit) -> tuple[int, int, int]:
    return misfit.astray, sum(abs(change.delta) for change in misfit.left), len({change.zone for change in misfit.held})


class Span(NamedTuple):
    """Where hands may be: on a state, or on the way to another one; `is_paid` where that has been held against them."""

    first: int
    states: tuple[Any, ...]
    is_way: bool
    is_paid: bool


def _walk(game: AnyGame, path: Path, looks: Sequence[Look]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The least cost of having come, by now, at most to the way to its end, and to its end: contradicted looks, and
    steps at which the table stood still midway."""
    spans = _spans(path)
    least = [(0, 0)] * len(spans)
    for look in looks:
        stood = look.until - look.at
        slow, very_slow = stood >= SLOW, stood >= VERY_SLOW
        came, came_paid, first = FAR, FAR, -1
        after = []
        for span, cost in zip(spans, least, strict=True):
            came = min(came, cost)
            if span.first != first:
                first, came_paid = span.first, FAR
            before = came
            if span.is_paid:
                came_paid = min(came_paid, cost)
                before = min(came_paid, (came[0], came[1] + 1))
            if slow and span.is_way and not span.is_paid:
                after.append(FAR)
            else:
                is_odd = look.spanning(game, span.states).astray > 0
                after.append((before[0] + is_odd, before[1] + (very_slow and span.is_paid)))
        least = after
    return min(least[:-1], default=(0, 0)), min(least)


FAR = (1_000, 1_000)


def _spans(path: Path) -> list[Span]:
    """In order. Between what chance brings one after the other nobody rests."""
    end, by_chance = len(path.states) - 1, [step.player is None for step in path.steps]
    stops = [n for n in range(end + 1) if n in (0, end) or not (by_chance[n - 1] and by_chance[n])]
    found = []
    for number, first in enumerate(stops):
        found.append(Span(first, path.states[first : first + 1], is_way=False, is_paid=False))
        for last in stops[number + 1 : number + 3]:
            states = path.states[first : last + 1]
            is_way = not all(by_chance[first:last])
            found.append(Span(first, states, is_way, is_paid=False))
            if is_way:
                found.append(Span(first, states, is_way, is_paid=True))
    return found


def _traceless(game: AnyGame, path: Path, own: Path) -> int:
    """How many decisions beside those of the journal leave no trace."""
    first = next(
        (n for n, (one, other) in enumerate(zip(path.steps, own.steps, strict=False)) if one != other),
        min(len(path.steps), len(own.steps)),
    )
    count = 0
    for number, step in enumerate(path.steps):
        if number >= first and step.player is not None and not isinstance(step, Back):
            before, after = (position(game, path.states[n]) for n in (number, number + 1))
            count += before.pile_heights == after.pile_heights and not diff(before.table, after.table)
    return count


def _is_out_of_sight(game: AnyGame, path: Path, fresh: int, now: Look) -> bool:
    before, after = (position(game, path.states[n]).table.zones for n in (len(path.steps) - fresh, -1))
    return any(pieces != before.get(zone, pieces) for zone, pieces in after.items() if zone not in now.seen.zones)
