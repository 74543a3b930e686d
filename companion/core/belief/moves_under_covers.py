"""Where a cover lay nobody saw what came first, nor what something else has come to lie on since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, permutations
from typing import TypeVar

from companion.core.belief.hypothesis import Either, Finding, Hypothesis, hypotheses_of
from companion.core.belief.observation_model import Look
from companion.core.belief.partial_actions import each_step, may_decide, whole_zones
from companion.core.belief.scan import Scan, tells_all
from companion.core.belief.search import MOST_DECISIONS, readings
from companion.core.belief.transposition_table import Position, position
from companion.core.evidence import Evidence
from companion.core.game import Action
from companion.core.heights import evidence_of
from companion.core.table import Change, Piece, TableSnapshot, Zone, diff

S = TypeVar("S")
A = TypeVar("A", bound=Action)

MOST_AT_ONCE = 4
"""So many stories are told at once; of more it is asked first whether it was just what shows."""


MOST_TOLD = 60
"""More answers than so many nobody looks through."""

MOST_BEFORE = 12
"""So many decisions are tried that may have come before a piece was laid under a cover."""


def doubted_under_covers(scan: Scan[S, A], found: Finding[A]) -> Finding[A]:
    """The same, or what else may have happened where a cover lay: in another order, or beneath what shows now."""
    told = hypotheses_of(found)
    if not scan.hidden.covered or not told or not all(each.actions and each.is_exact for each in told):
        return found
    others = dict.fromkeys(
        replace(other, held=each.held) for each in told for other in _others(scan, scan.before(each.taken_back), each)
    )
    more = tuple(islice((each for each in others if each not in told), MOST_TOLD))
    if not more:
        return found
    if len(told) > 1 or len(more) < MOST_AT_ONCE:
        return Either((*told, *more))
    return replace(told[0], beneath=more)


def _others(scan: Scan[S, A], before: S, found: Hypothesis[A]) -> Iterator[Hypothesis[A]]:
    lifted = scan.hidden.covered.keys() & scan.seen.zones.keys()
    if not all(zones.isdisjoint(lifted) for _, zones in _steps(scan, before, found.actions)):
        orders = [*_in_another_order(scan, before, found)]
        yield from orders
        for each in (found, *orders):
            yield from _over_something_else(scan, scan.before(each.taken_back), each)
        yield from _instead_of_the_rest(scan, before, found)
    yield from _by_way_of_a_cover(scan, before, found)


def _by_way_of_a_cover(scan: Scan[S, A], before: S, found: Hypothesis[A]) -> Iterator[Hypothesis[A]]:
    """What one decision brought from off the table may have lain where a cover lay before that, by another one.

    So may another piece that went under it.
    """
    if len(found.actions) != 1:
        return
    game, covered = scan.game, scan.hidden.covered
    start, end = position(game, before), position(game, scan.after(before, found.actions))
    balance, changes = Counter[Piece](), diff(start.table, end.table)
    for change in changes:
        balance[change.piece] += change.delta
    for zone in end.pile_heights.keys() - {change.zone for change in changes}:
        for top in end.table.zones.get(zone, ()):
            balance[top] += end.pile_heights[zone] - start.pile_heights[zone]
    landed = {piece for piece, count in balance.items() if count > 0}
    covers_others = any(change.piece in landed and change.zone in end.pile_heights for change in changes)
    under = whole_zones(covered)
    for step in each_step(game, before, partial(may_decide, game, before, under)) if landed else ():
        if not _came_only(step.changes, covered):
            continue
        if not covers_others and landed.isdisjoint(change.piece for change in step.changes if change.delta > 0):
            continue
        for action in _leading_to(scan, step.after, end):
            yield Hypothesis(found.taken_back, (step.action, action))


def _leading_to(scan: Scan[S, A], state: S, end: Position[S, A]) -> Iterator[A]:
    """The legal actions after which the table looks as in that position, if anything is left to do to it."""
    now = position(scan.game, state)
    left = Evidence.between(now.table, end.table)
    if left and scan.game.least_decisions(state, left.changes) <= 1:
        for action in scan.game.candidates_for(state, left):
            if (after := now.after(action)) is not None and not diff(end.table, after.table):
                yield action


def _came_only(changes: Iterable[Change], covered: Collection[Zone]) -> bool:
    """Whether pieces have come to covered zones, and nothing else has changed."""
    changes = tuple(changes)
    return _all_in(changes, covered) and any(change.delta > 0 for change in changes)


def _all_in(changes: Iterable[Change], zones: Collection[Zone]) -> bool:
    return all(change.zone in zones for change in changes)


def undone_under_a_cover(scan: Scan[S, A]) -> Sequence[Hypothesis[A]]:
    """What explains all by two decisions of which one undoes the other but for what both cost, where a cover lay.

    What hands had yet to do may have been done there, and moved on. Those that lead to the same are one story.
    """
    game, now, covered, told = scan.game, scan.now, scan.hidden.covered, list[tuple[S, Hypothesis[A]]]()
    for table in (scan.done, scan.seen) if scan.seen != scan.done else (scan.seen,):
        look = scan.ways(now, table)[-1]
        gap = diff(scan.table(now), look.seen)
        if look.held or not gap or not _all_in(gap, covered):
            continue
        for step in each_step(game, now, partial(may_decide, game, now, gap)):
            if not any(change in gap for change in step.changes):
                continue
            for story in readings(scan.explained_apart(step.after, look.seen, look.heights)):
                found = Hypothesis(actions=(step.action, *story.actions))
                if tells_all(story) and story.actions[0].player == step.action.player:
                    end = scan.after(now, found.actions)
                    told += [] if any(end == other for other, _ in told) else [(end, found)]
    return [found for _, found in told]


def passed_under_a_cover(scan: Scan[S, A]) -> Sequence[Hypothesis[A]]:
    """The shortest stories that explain the whole table if what came was laid where a cover lay, and has gone on.

    Those that lead to the same are one story.
    """
    told: dict[S, Hypothesis[A]] = {}
    for most in range(2, MOST_DECISIONS + 1) if scan.hidden.covered else ():
        for back, look in _since_covered(scan):
            start = scan.before(back)
            for actions, state in _laid_elsewhere(scan, start, look, most - 1):
                if scan.is_exhausted:
                    break
                rest = scan.explained_apart(state, look.seen, look.heights, most - len(actions))
                for story in readings(rest):
                    if tells_all(story):
                        whole = (*actions, *story.actions)
                        found = Hypothesis(back, whole, unseen=scan.unseen(start, whole, look.seen))
                        told.setdefault(scan.after(start, whole), found)
        if told:
            break
    return [*islice(told.values(), MOST_TOLD)]


def _since_covered(scan: Scan[S, A]) -> Iterator[tuple[int, Look]]:
    """How many open actions may not have been made, and the ways to understand the table then, with nothing held."""
    for back in range(min(len(scan.open), max(scan.hidden.covered.values())) + 1):
        start = scan.before(back)
        ways = scan.ways(start, scan.seen) if back else scan.looks
        for look in (*ways, *scan.if_more_was_moved(start, ways)):
            if not look.held and scan.game.may_show(start, look.seen):
                yield back, look


def put_away_under_a_cover(scan: Scan[S, A], gone: Sequence[Change]) -> Iterator[Hypothesis[A]]:
    """Two decisions by which what is gone was laid where a cover lay, and put away from there."""
    game, now, covered, look = scan.game, scan.now, scan.hidden.covered, scan.looks[-1]
    under = [Change(zone, change.piece, 1) for zone in covered for change in gone]
    likely = partial(may_decide, game, now, under)
    for step in each_step(game, now, likely) if under else ():
        moved = {change.piece for change in step.changes if change in gone}
        if moved.isdisjoint(change.piece for change in step.changes if change.delta > 0 and change.zone in covered):
            continue
        for story in readings(scan.explained_apart(step.after, look.seen, look.heights)):
            if tells_all(story):
                yield Hypothesis(actions=(step.action, *story.actions))


def _laid_elsewhere(scan: Scan[S, A], start: S, look: Look, most: int) -> Iterator[tuple[tuple[A, ...], S]]:
    """A decision that lays a piece where it lies no more, or a second one if so many may: what is seen may come first.

    Without that it may not be legal, as where a card has to be played before anything is laid.
    """
    game, hidden = scan.game, scan.hidden
    changes = diff(scan.table(start), look.seen)
    places = {change.zone for change in changes if change.delta < 0}.union(hidden.covered, hidden.departed)
    came = {change.piece for change in changes if change.delta > 0}
    yield from _laid_beneath(scan, start, changes)
    shown = [(action,) for action in _shown(scan, start, look)] if most > 1 else []
    for before in ((), *shown[:MOST_BEFORE]):
        state = scan.after(start, before)
        now = position(game, state)
        laid = {
            zone: (*pieces, *(piece for piece in came if game.may_lie(state, zone, piece)))
            for zone, pieces in now.table.zones.items()
            if zone in places
        }
        evidence = evidence_of(game, state, TableSnapshot({**look.seen.zones, **laid}), {})
        for action in dict.fromkeys(game.candidates_for(state, evidence)):
            after = None if action.player is None else now.after(action)
            if after is not None and any(_lands(now, after, zone, came) for zone in places):
                yield (*before, action), after.state


def _laid_beneath(scan: Scan[S, A], start: S, changes: Sequence[Change]) -> Iterator[tuple[tuple[A, ...], S]]:
    """A decision that lays a piece on a pile where a cover lay, and on which something else lies now."""
    game, covered = scan.game, scan.hidden.covered
    topped = {change.zone for change in changes if change.delta > 0 and change.zone in covered}
    piles = topped & scan.pile_heights(start).keys()
    for step in each_step(game, start, partial(may_decide, game, start, whole_zones(piles))) if piles else ():
        if any(_grows(scan, start, step.after, zone) for zone in piles):
            yield (step.action,), step.after


def _shown(scan: Scan[S, A], start: S, look: Look) -> Iterator[A]:
    """The decisions of which all is seen that can be."""
    game, now = scan.game, position(scan.game, start)
    changes = diff(now.table, look.seen)
    for action in dict.fromkeys(game.candidates_for(start, evidence_of(game, start, look.seen, look.heights))):
        after = None if action.player is None else now.after(action)
        own = () if after is None else diff(now.table, after.table)
        if own and all(change in changes or change.zone not in look.seen.zones for change in own):
            yield action


def _lands(before: Position[S, A], after: Position[S, A], zone: Zone, came: Collection[Piece]) -> bool:
    """Whether one of the pieces comes to lie there, be it on one of its kind."""
    was, lies = (Counter(each.table.zones.get(zone, ())) for each in (before, after))
    if after.pile_heights.get(zone, 0) > before.pile_heights.get(zone, 0):
        return not lies.keys().isdisjoint(came)
    return not (lies - was).keys().isdisjoint(came)


def _in_another_order(scan: Scan[S, A], before: S, found: Hypothesis[A]) -> Iterator[Hypothesis[A]]:
    """The same among what was seen meanwhile, and each otherwise among themselves, where that makes a difference."""
    covered = scan.hidden.covered
    end = scan.after(before, found.actions)
    hidden = {zone for _, zones in _steps(scan, before, found.actions) for zone in zones if zone in covered}
    meanwhile = 0 if found.taken_back else min(len(scan.open), max((covered[zone] for zone in hidden), default=0))
    known = [end]
    for back in range(meanwhile + 1):
        later = tuple(each.action for each in scan.open[len(scan.open) - back :])
        start = scan.before(found.taken_back + back)
        for order in permutations(found.actions):
            told = (*order, *later)
            if not scan.is_legal(start, told) or (after := scan.after(start, told)) in known:
                continue
            if not diff(scan.table(end), scan.table(after)) and scan.pile_heights(end) == scan.pile_heights(after):
                known.append(after)
                yield Hypothesis(found.taken_back + back, told)


def _over_something_else(scan: Scan[S, A], before: S, found: Hypothesis[A]) -> Iterator[Hypothesis[A]]:
    """One more decision, which shows in nothing but in a pile on which one of these has covered it.

    What it took away these may be thought to have taken.
    """
    covered, game, state = scan.hidden.covered, scan.game, before
    end = scan.table(scan.after(before, found.actions))
    whole = diff(scan.table(before), end)
    for number, (action, zones) in enumerate(_steps(scan, before, found.actions)):
        after, rest = game.apply(state, action), found.actions[number:]
        piles = {
            zone for zone in zones if zone in covered and zone in scan.seen.zones and _grows(scan, state, after, zone)
        }
        for step in each_step(game, state, partial(may_decide, game, state, whole_zones(piles))) if piles else ():
            if not any(_grows(scan, state, step.after, zone) for zone in piles):
                continue
            own = [change for change in step.changes if change not in whole and change.zone in end.zones]
            follows = _all_in(own, covered) and scan.is_legal(step.after, rest)
            if follows and not diff(end, scan.table(scan.after(step.after, rest))):
                yield Hypothesis(found.taken_back, (*found.actions[:number], step.action, *rest))
        state = after


def _instead_of_the_rest(scan: Scan[S, A], before: S, found: Hypothesis[A]) -> Iterator[Hypothesis[A]]:
    """One decision more before as many others, on a pile on which one of them has covered it."""
    game, covered = scan.game, scan.hidden.covered
    after = scan.after(before, found.actions)
    end = scan.table(after)
    piles = [zone for zone in covered if zone in scan.seen.zones and _grows(scan, before, after, zone)]
    in_sight = {zone: high for zone, high in scan.pile_heights(after).items() if zone not in covered}
    if len(found.actions) not in range(2, MOST_DECISIONS):
        return
    for step in each_step(game, before, partial(may_decide, game, before, whole_zones(piles))) if piles else ():
        if not any(_grows(scan, before, step.after, zone) for zone in piles):
            continue
        if not _all_in((change for change in step.changes if change.zone in end.zones), covered):
            continue
        for story in readings(scan.explained_apart(step.after, end, {}, len(found.actions))):
            other = scan.after(step.after, story.actions)
            heights = scan.pile_heights(other)
            same = all(heights.get(zone) == high for zone, high in in_sight.items()) and not diff(
                end, scan.table(other)
            )
            if same and len(story.actions) == len(found.actions):
                yield Hypothesis(found.taken_back, (step.action, *story.actions))


def _grows(scan: Scan[S, A], before: S, after: S, pile: Zone) -> bool:
    now, later = (scan.pile_heights(state) for state in (before, after))
    return later.get(pile, 0) > now.get(pile, 0)


def _steps(scan: Scan[S, A], state: S, actions: Sequence[A]) -> Iterator[tuple[A, frozenset[Zone]]]:
    """Each action with the zones in which it changes what lies there, or how high it lies."""
    for action in actions:
        before, state = position(scan.game, state), scan.after(state, (action,))
        after = position(scan.game, state)
        heights = (zone for zone, high in before.pile_heights.items() if after.pile_heights[zone] != high)
        yield action, frozenset((*heights, *(change.zone for change in diff(before.table, after.table))))
