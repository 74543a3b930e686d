"""Parts of legal actions, and actions of which nothing shows: what lies on the table while somebody is still at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import Generic, TypeVar

from companion.core.belief.observation_model import Look
from companion.core.belief.transposition_table import Position, position, positions
from companion.core.evidence import Evidence
from companion.core.game import Action, Game
from companion.core.heights import Height
from companion.core.table import UNREADABLE, Change, Piece, TableSnapshot, Zone, as_if_done, diff

S = TypeVar("S")
A = TypeVar("A", bound=Action)


MOST_JUDGED = 300
"""So many actions are judged that may have followed a part of another."""


@dataclass(frozen=True, slots=True)
class Step(Generic[S, A]):
    """A legal action, the state after it, and what it changes on the table."""

    action: A
    after: S
    changes: tuple[Change, ...]


def is_decision(action: Action) -> bool:
    """Whether a player makes it."""
    return action.player is not None


def may_decide(game: Game[S, A], state: S, changes: Iterable[Change], action: A) -> bool:
    """Whether a player makes it, and may make one of these changes by it."""
    return action.player is not None and any(may_make(game, state, action, changes))


def whole_zones(zones: Iterable[Zone]) -> Sequence[Change]:
    """A change of whatever lies there, how many lie there included."""
    return [Change(zone, UNREADABLE, 1) for zone in zones]


def each_step(game: Game[S, A], state: S, likely: Callable[[A], bool]) -> Iterator[Step[S, A]]:
    """The legal actions that are likely, carried out."""
    return steps_of(game, state, filter(likely, position(game, state).candidates))


def steps_of(game: Game[S, A], state: S, actions: Iterable[A]) -> Iterator[Step[S, A]]:
    """Those of the actions that are legal, carried out."""
    now = position(game, state)
    for action in () if now.is_over else actions:
        if (after := now.after(action)) is not None:
            yield Step(action, after.state, diff(now.table, after.table))


def with_the_next(
    game: Game[S, A], state: S, look: Look, *, begun: bool = False
) -> Iterator[tuple[tuple[A, ...], tuple[Change, ...]]]:
    """A part of a legal action, and what another player did next; with what the table still lacks.

    The actions of which most is done come first. All of the next one is done, unless it may only have `begun` as well.
    """
    changes = diff(position(game, state).table, look.seen)
    if _is_foreign(game, state, changes):
        return
    judged, tried = 0, set[tuple[tuple[Change, ...], tuple[int | None, ...]]]()
    for action, after, missing in _begun(game, state, look, changes):
        done = as_if_done(look.seen, missing)
        left = Evidence.between(after.table, done)
        to_be_told = left.changes, tuple(after.pile_heights.get(change.zone) for change in left.changes)
        if to_be_told in tried:
            continue  # What followed hardly depends on which of two such parts came before.
        tried.add(to_be_told)
        # A part of an action may be too little to tell it by.
        for other in after.candidates if begun else game.candidates_for(after.state, left):
            if other.player in {None, action.player} or not all(may_make(game, after.state, other, left.changes)):
                continue
            judged += 1
            if judged > MOST_JUDGED:
                return
            last = after.after(other)
            if last is not None and not (lacks := diff(last.table, done)):
                yield (action, other), missing
            elif last is not None and begun and is_between(after.table, done, last.table):
                yield (action, other), (*missing, *lacks)


def _begun(
    game: Game[S, A], state: S, look: Look, changes: Sequence[Change]
) -> Sequence[tuple[A, Position[S, A], tuple[Change, ...]]]:
    """The legal actions of which a part has been done, those first that leave least to explain, and what is missing."""
    changed = {(change.zone, change.piece): change.delta for change in changes}
    begun = []
    for step in each_step(game, state, lambda action: any(may_make(game, state, action, changes))):
        missing = tuple(left for change in step.changes if (left := _left_of(change, changed)).delta)
        untouched = tuple(Change(change.zone, change.piece, -change.delta) for change in step.changes)
        if missing != untouched and (missing or _falls_short(game, state, step.after, look)):
            done, after = as_if_done(look.seen, missing), position(game, step.after)
            rest = diff(after.table, done)
            if game.may_show(step.after, done) and game.least_decisions(step.after, rest) <= 1:
                begun.append(((len(rest), len(missing)), step.action, after, missing))
    return [(action, after, missing) for _, action, after, missing in sorted(begun, key=itemgetter(0))]


def _falls_short(game: Game[S, A], before: S, after: S, look: Look) -> bool:
    """Whether a pile that changes is known to have changed, and to be on the way to what it is afterwards."""
    now, later = position(game, before).pile_heights, position(game, after).pile_heights
    told = {zone: height for zone, height in look.heights.items() if now[zone] != later[zone]}
    short = any(later[zone] not in height and now[zone] not in height for zone, height in told.items())
    return short and _lead_on(told, now, later)


def may_make(game: Game[S, A], state: S, action: A, changes: Iterable[Change]) -> Iterator[bool]:
    """Of each change whether the action could make it, as far as a glance at the action tells."""
    return (game.may_change(state, action, change.zone, change.piece) for change in changes)


def _is_foreign(game: Game[S, A], state: S, changes: Iterable[Change]) -> bool:
    """Whether something lies where no action could ever bring it: then it is part of none."""
    return not all(
        game.may_lie(state, change.zone, change.piece)
        for change in changes
        if change.delta > 0 and change.piece != UNREADABLE
    )


def _left_of(change: Change, changed: Mapping[tuple[Zone, Piece], int]) -> Change:
    """What the table still lacks of a change."""
    some = changed.get((change.zone, change.piece), 0)
    return Change(change.zone, change.piece, -change.delta + (some if _is_part(some, change.delta) else 0))


def containing(game: Game[S, A], state: S, look: Look) -> Iterator[tuple[A, tuple[Change, ...]]]:
    """The legal actions of which what is seen is a part, with what the table as it is still lacks of them."""
    now = position(game, state)
    changed = [change for change in diff(now.table, look.seen) if change.piece != UNREADABLE]
    if not changed or _is_foreign(game, state, changed):
        return
    for step in each_step(game, state, lambda action: all(may_make(game, state, action, changed))):
        after = position(game, step.after)
        if _are_parts(changed, step.changes) and _lead_on(look.heights, now.pile_heights, after.pile_heights):
            yield step.action, diff(after.table, look.lying)


def _lead_on(told: Mapping[Zone, Height], now: Mapping[Zone, int], later: Mapping[Zone, int]) -> bool:
    """Whether no pile is lower, or higher, than it was, that is not to become so, or was before."""
    return all(
        height.least <= max(now[zone], later[zone]) and height.most >= min(now[zone], later[zone])
        for zone, height in told.items()
    )


def is_between(before: TableSnapshot, seen: TableSnapshot, after: TableSnapshot) -> bool:
    """Whether something of what changes on the way has changed, and nothing else."""
    changed = diff(before, seen)
    return bool(changed) and _are_parts(changed, diff(before, after))


def leads_on(game: Game[S, A], before: S, now: S, after: S) -> bool:
    """Whether the table has changed on the way from one state to another, and in nothing else.

    Of a pile of which only the top shows that is told by how high it is.
    """
    first, middle, last = (position(game, state).pile_heights for state in (before, now, after))
    piled = {
        zone
        for zone, height in middle.items()
        if height != first[zone] and min(first[zone], last[zone]) <= height <= max(first[zone], last[zone])
    }
    changed = diff(position(game, before).table, position(game, now).table)
    whole = diff(position(game, before).table, position(game, after).table)
    return bool(changed) and _are_parts([change for change in changed if change.zone not in piled], whole)


def _are_parts(changed: Iterable[Change], whole: Iterable[Change]) -> bool:
    """Whether each change is a part of one of the whole ones."""
    deltas = {(change.zone, change.piece): change.delta for change in whole}
    return all(_is_part(change.delta, deltas.get((change.zone, change.piece), 0)) for change in changed)


def _is_part(some: int, whole: int) -> bool:
    return 0 < some <= whole or whole <= some < 0


def assumed(game: Game[S, A], state: S, actions: Sequence[A], look: Look) -> tuple[A, ...]:
    """Those of the players' actions of which nothing is seen: nothing changes in sight, or all of it is left to do.

    What makes a pile higher or lower whose height the labels tell is seen too.
    """
    path = [*positions(position(game, state), actions)]
    left = {(change.zone, change.piece): -change.delta for change in diff(path[-1].table, look.seen)}
    return tuple(
        action
        for action, (before, after) in zip(actions, pairwise(path), strict=True)
        if action.player is not None
        and all(
            left.get((each.zone, each.piece)) == each.delta
            for each in diff(before.table, after.table)
            if each.zone in look.seen.zones
        )
        and not any(before.pile_heights[zone] != after.pile_heights[zone] for zone in look.heights)
    )
