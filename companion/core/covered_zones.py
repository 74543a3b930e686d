"""Where a cover lay nobody saw what came first, nor what something else has come to lie on since."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import TypeVar

from companion.core.findings import Either, Finding, Revision
from companion.core.game import Action
from companion.core.inference import MOST_DECISIONS, Illegal, readings
from companion.core.partial_actions import assumed, legal_steps
from companion.core.positions import position
from companion.core.stories import Stories
from companion.core.table import TableSnapshot, Zone, diff

S = TypeVar("S")
A = TypeVar("A", bound=Action)

MOST_AT_ONCE = 4
"""So many stories are told at once; of more it is asked first whether it was just what shows."""


def doubted_under_covers(stories: Stories[S, A], found: Finding[A]) -> Finding[A]:
    """The same, or what else may have happened where a cover lay: in another order, or beneath what shows now."""
    covered = stories.hidden.covered
    if not covered or not isinstance(found, Revision) or not found.actions or found.held or not found.is_exact:
        return found
    before = stories.open[-found.taken_back].before if found.taken_back else stories.now
    if all(zones.isdisjoint(covered) for _, zones in _steps(stories, before, found.actions)):
        return found
    others = (*_in_another_order(stories, before, found), *_over_something_else(stories, before, found))
    if not others:
        return found
    return Either((found, *others)) if len(others) < MOST_AT_ONCE else replace(found, beneath=others)


def came_under_a_cover(stories: Stories[S, A], before: S, actions: Sequence[A], meanwhile: Sequence[A]) -> bool:
    """Whether these but for what was seen `meanwhile` lay out of sight all the time."""
    covered = stories.hidden.covered
    hidden = [zones for action, zones in _steps(stories, before, actions) if action not in meanwhile]
    return bool(covered) and all(covered.get(zone, 0) >= len(meanwhile) for zones in hidden for zone in zones)


def passed_under_a_cover(stories: Stories[S, A], slip: Illegal[A]) -> Iterator[Revision[A]]:
    """What breaks a rule breaks none if something came to lie where a cover lay, and has gone on from there."""
    game, now, covered = stories.game, stories.now, stories.hidden.covered
    for look in stories.looks if covered else ():
        differing = {change.zone for change in diff(game.table(now), look.seen)}
        zones = {zone: pieces for zone, pieces in look.seen.zones.items() if zone not in covered or zone in differing}
        hiding = replace(look, seen=TableSnapshot(zones))
        if look.held or len(zones) == len(look.seen.zones) or not game.may_show(now, look.seen):
            continue
        for story in readings(stories.explained_apart(now, hiding.seen, look.heights, MOST_DECISIONS)):
            end = game.table(stories.after(now, story.actions))
            if story.actions and not story.outstanding and not diff(end, look.seen):
                yield Revision(actions=story.actions, assumed=assumed(game, now, story.actions, hiding), slip=slip)
        return


def _in_another_order(stories: Stories[S, A], before: S, found: Revision[A]) -> Iterator[Revision[A]]:
    """The same among what was seen meanwhile, and each otherwise among themselves, where that makes a difference."""
    covered, game = stories.hidden.covered, stories.game
    end = stories.after(before, found.actions)
    hidden = {zone for _, zones in _steps(stories, before, found.actions) for zone in zones if zone in covered}
    meanwhile = 0 if found.taken_back else min(len(stories.open), max((covered[zone] for zone in hidden), default=0))
    known = [end]
    for back in range(meanwhile + 1):
        later = tuple(each.action for each in stories.open[len(stories.open) - back :])
        start = stories.open[-back].before if back else before
        for order in permutations(found.actions):
            told = (*order, *later)
            if not stories.is_legal(start, told) or (after := stories.after(start, told)) in known:
                continue
            if not diff(game.table(end), game.table(after)) and game.pile_heights(end) == game.pile_heights(after):
                known.append(after)
                yield Revision(found.taken_back + back, told)


def _over_something_else(stories: Stories[S, A], before: S, found: Revision[A]) -> Iterator[Revision[A]]:
    """One more decision, which shows in nothing but in a pile on which one of these has covered it."""
    covered, game, state = stories.hidden.covered, stories.game, before
    end = game.table(stories.after(before, found.actions))
    for number, (action, zones) in enumerate(_steps(stories, before, found.actions)):
        after, rest = game.apply(state, action), found.actions[number:]
        piles = {zone for zone in zones if zone in covered and _grows(stories, state, after, zone)}
        for step in legal_steps(game, state) if piles else ():
            if step.action.player is None or not any(_grows(stories, state, step.after, zone) for zone in piles):
                continue
            follows = {change.zone for change in step.changes} <= piles and stories.is_legal(step.after, rest)
            if follows and not diff(end, game.table(stories.after(step.after, rest))):
                yield Revision(found.taken_back, (*found.actions[:number], step.action, *rest))
        state = after


def _grows(stories: Stories[S, A], before: S, after: S, pile: Zone) -> bool:
    now, later = (position(stories.game, state).pile_heights for state in (before, after))
    return later.get(pile, 0) > now.get(pile, 0)


def _steps(stories: Stories[S, A], state: S, actions: Sequence[A]) -> Iterator[tuple[A, frozenset[Zone]]]:
    """Each action with the zones in which it changes what lies there, or how high it lies."""
    for action in actions:
        before, state = position(stories.game, state), stories.after(state, (action,))
        after = position(stories.game, state)
        heights = (zone for zone, high in before.pile_heights.items() if after.pile_heights.get(zone, high) != high)
        yield action, frozenset((*heights, *(change.zone for change in diff(before.table, after.table))))
