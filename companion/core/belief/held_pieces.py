"""What left its place and lies nowhere: held in somebody's hand, or put away for good."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, takewhile
from typing import TypeVar

from companion.core.belief.hypothesis import Hypothesis
from companion.core.belief.moves_under_covers import put_away_under_a_cover
from companion.core.belief.observation_model import Look
from companion.core.belief.partial_actions import each_step, is_decision, may_decide
from companion.core.belief.scan import Scan, deciders, tells_all
from companion.core.belief.search import MOST_DECISIONS, Explained, Explanation, Unexplained, readings
from companion.core.belief.taken_back import taken_back_alone, taken_back_whole
from companion.core.game import Action, Seat
from companion.core.heights import Height
from companion.core.table import Change, TableSnapshot, Zone, diff

S = TypeVar("S")
A = TypeVar("A", bound=Action)


MOST_TOLD = 4
"""So many ways are told in which pieces may have been put away: more answers leave no room on the screen."""


def nothing_but_held(scan: Scan[S, A]) -> Hypothesis[A]:
    """Nothing has landed anywhere. If pieces are out of sight, they may have been thrown away for good."""
    found = _nothing_but_held(scan)
    if len(found.discarded) == 1 and (others := tuple(put_away_under_a_cover(scan, found.held))[: MOST_TOLD - 1]):
        return replace(found, discarded=(*found.discarded, *others), forced=False, due=False)
    untold = found.discarded[0].held if found.discarded else found.held
    if not untold or found.taken_back or found.actions or len(found.discarded) > 1:
        return found
    fates = tuple(islice(_fates(scan, untold, scan.looks[-1]), MOST_TOLD - len(found.discarded)))
    return replace(found, fates=(*_both(scan, found, fates), *fates))


def _both(scan: Scan[S, A], found: Hypothesis[A], fates: Sequence[Hypothesis[A]]) -> Iterator[Hypothesis[A]]:
    """What was put away, and what it leaves in a hand too: whoever saw both go need not tell one without the other."""
    for thrown in found.discarded:
        if len({change.zone for change in thrown.held}) == 1 and len(fates) <= MOST_TOLD // 2:
            told = [(*thrown.actions, *each.actions) for each in fates]
            yield from (Hypothesis(actions=each) for each in told if scan.is_legal(scan.now, each))


def _fates(scan: Scan[S, A], held: Sequence[Change], look: Look) -> Iterator[Hypothesis[A]]:
    """Each single decision that may have put away what is gone from one of these places, the longest gone first."""
    lack = scan.hidden.lack
    zones = dict.fromkeys(change.zone for change in held)
    for zone in sorted(zones, key=lambda each: lack.index(each) if each in lack else len(lack)):
        story = _emptying(scan, scan.now, zone, look)
        whole = [each for each in readings(story) if len(each.actions) == 1 and not each.outstanding]
        yield from (Hypothesis(0, each.actions) for each in whole)


def _nothing_but_held(scan: Scan[S, A]) -> Hypothesis[A]:
    held, look = scan.looks[0].held, scan.looks[-1]
    gone = diff(scan.table(scan.now), look.seen)
    if not gone:
        return _lifted_off_a_pile(scan) or Hypothesis()
    if gave_way := tuple(_gave_way(scan, look)):
        return Hypothesis(held=gone, discarded=gave_way)
    thrown = _discards(scan, look)
    if thrown and thrown[0].held and (as_before := taken_back_whole(scan, least=2)) is not None:
        return replace(as_before, unseen=held)
    if thrown and (undone := taken_back_alone(scan)) is not None:
        return Hypothesis(held=gone, discarded=(*thrown, undone))
    if thrown:
        if changes_places(scan, gone, look):
            return Hypothesis(held=gone, discarded=thrown)
        seats = {seat for each in thrown for seat in deciders(each.actions)}
        nothing_else = not seats or (held == gone and _only_discards(scan)) or _cleared(thrown[0], gone)
        forced = len(thrown) == 1 and nothing_else
        due = not seats or _only_discards(scan, seats)
        others = () if forced or due else (*_by_the_latest(scan, seats), *_under_the_latest(scan, gone))
        whole = None if forced or due else taken_back_whole(scan, least=2)
        discarded = (*thrown, *others, *([] if whole is None else [whole]))
        return Hypothesis(held=gone, discarded=discarded, forced=forced, due=due)
    if not held:
        return _all_buried(scan, gone)
    if (earlier := _gone_with_an_earlier(scan, held)) is None:
        return Hypothesis(held=held, slip=None if changes_places(scan, gone, look) else scan.slip(look))
    undone = taken_back_alone(scan) if earlier.held or earlier.actions else None
    if undone is None:
        return earlier
    fates = dict.fromkeys((*(earlier.discarded or (replace(earlier, unseen=()),)), undone))
    return Hypothesis(held=held, discarded=tuple(fates))


def _all_buried(scan: Scan[S, A], gone: Sequence[Change]) -> Hypothesis[A]:
    """All of it may lie under others, but hardly what a cover hid."""
    meanwhile = min(scan.hidden.covered.get(change.zone, 0) for change in gone)
    return _put_away_before(scan, gone, meanwhile) or Hypothesis()


def _lifted_off_a_pile(scan: Scan[S, A]) -> Hypothesis[A] | None:
    """What was lifted off a pile that looks as before is held, or has gone under others with the latest decision."""
    hidden = scan.hidden
    heights = scan.pile_heights(scan.now)
    lower = {zone: told for zone, told in hidden.heights_if_gone.items() if heights[zone] > told.most}
    held = tuple(Change(zone, piece, -1) for zone in lower for piece in hidden.resurfaced.get(zone, ())[:1])
    for taken_back, before in islice(scan.earlier() if held else (), 1):
        known = hidden.heights_if_gone.items()
        heights_now = {zone: told if zone in lower else Height(told.least, told.most + 1) for zone, told in known}
        look = Look(scan.seen, scan.seen, heights_now)
        told = [each for each in readings(scan.in_sight(before, look)) if tells_all(each)]
        if told and all(deciders(each.actions) == (scan.open[-taken_back].action.player,) for each in told):
            return Hypothesis(held=held, discarded=tuple(Hypothesis(taken_back, each.actions) for each in told))
    return None


def _gave_way(scan: Scan[S, A], look: Look) -> Iterator[Hypothesis[A]]:
    """What put away a piece in whose place lies its like, and brought that from where it is gone, after all else."""
    gone = diff(scan.table(scan.now), look.seen)
    for change in gone:
        came = _for_its_like(scan, change, gone, look)
        if len(came) != 1 or change.delta != -1:
            continue
        zone, expected = min(came), scan.table(scan.now).zones[change.zone]
        lying = [*look.seen.zones[zone]]
        lying.remove(change.piece)
        before = TableSnapshot({**look.seen.zones, zone: tuple(lying), change.zone: expected})
        emptied = _one_by_one(scan, replace(look, seen=before))
        if emptied is None or emptied.held:
            continue
        laid = scan.explained_apart(scan.after(scan.now, emptied.actions), look.seen, look.heights)
        whole = (each.actions for each in readings(laid) if len(each.actions) == 1 and not each.outstanding)
        yield from (Hypothesis(actions=(*emptied.actions, *actions)) for actions in whole)


def changes_places(scan: Scan[S, A], gone: Sequence[Change], look: Look) -> bool:
    """Whether what is gone lies where its like did, which may still be on its way to its place."""
    return all(change.delta < 0 for change in gone) and any(_for_its_like(scan, each, gone, look) for each in gone)


def _for_its_like(scan: Scan[S, A], change: Change, gone: Sequence[Change], look: Look) -> Collection[Zone]:
    """Where what is gone may lie in the place of another of its kind, which is gone instead."""
    hidden, piece = scan.hidden, change.piece
    if piece not in hidden.departed.get(change.zone, ()):
        return ()
    piles = scan.pile_heights(scan.now).keys() - hidden.level
    in_place = hidden.arrived.keys() - piles - {each.zone for each in gone if each.piece == piece}
    return {zone for zone in in_place if piece in {*hidden.arrived[zone]} & {*look.seen.zones.get(zone, ())}}


def _cleared(thrown: Hypothesis[A], gone: Sequence[Change]) -> bool:
    """Whether one decision took all that is gone from several places: that much nobody has in his hand."""
    return not thrown.held and len(deciders(thrown.actions)) == 1 < len({change.zone for change in gone})


def put_away_first(scan: Scan[S, A], found: Hypothesis[A]) -> Hypothesis[A] | None:
    """What chance brought while something went out of sight followed what had to be decided, and put that away."""
    if not found.held or deciders(found.actions):
        return None
    due = set[Seat | None]()
    for step in each_step(scan.game, scan.now, is_decision):
        due.add(step.action.player)
        if len(due) > 1 or all(change.delta >= 0 for change in step.changes):
            return None
    whole = scan.exact(scan.now, 0, scan.looks[-1:]) if due else None
    return whole if whole is not None and not whole.held and set(deciders(whole.actions)) == due else None


def _by_the_latest(scan: Scan[S, A], seats: Collection[Seat]) -> Iterator[Hypothesis[A]]:
    """The latest open decision, by one of these players, if it was another one that put away all that is gone."""
    for taken_back, before in islice(scan.earlier(), 1):
        if scan.open[-taken_back].action.player not in seats:
            continue
        for look in scan.ways(before, scan.seen):
            story = scan.in_sight(before, look)
            whole = not look.held and tells_all(story)
            if whole and isinstance(story, Explained) and len(deciders(story.actions)) == 1:
                yield Hypothesis(taken_back, story.actions)


def _under_the_latest(scan: Scan[S, A], gone: Sequence[Change]) -> Iterator[Hypothesis[A]]:
    """What is gone may lie beneath what the latest open decision laid down, if it came there under a cover."""
    for taken_back, before in islice(scan.earlier() if len(gone) == 1 else (), 1):
        came = diff(scan.table(before), scan.table(scan.now))
        under = {each.zone for each in came if each.delta > 0 and scan.hidden.covered.get(each.zone, 0)}
        later = tuple(each.action for each in scan.open[-taken_back:])
        for step in each_step(scan.game, before, partial(may_decide, scan.game, before, gone)) if under else ():
            landed, told = {change.zone for change in step.changes if change.delta > 0}, (step.action, *later)
            if gone[0] not in step.changes or not landed or not landed <= under or not scan.is_legal(before, told):
                continue
            if scan.lies_as(scan.after(before, told), scan.looks[-1:]):
                yield Hypothesis(taken_back, told)


def _discards(scan: Scan[S, A], look: Look) -> tuple[Hypothesis[A], ...]:
    """What happened if all that is out of sight was put away."""
    may_be = scan.game.may_show(scan.now, look.seen)
    story = scan.in_sight(scan.now, look) if may_be else Unexplained(())
    is_one = isinstance(story, Explained) and len(deciders(story.actions)) <= 1
    one_by_one = None if is_one and not _went_apart(scan, look) else _one_by_one(scan, look)
    if one_by_one is not None and not (is_one and one_by_one.held):
        # Whoever robs takes from two places, and another one may have emptied a third between the two.
        fewer = tuple(_by_fewer(scan, one_by_one, story))
        if fewer or not is_one:
            return (*fewer, one_by_one)
    told = readings(story)
    if scan.hidden.covered.keys().isdisjoint(change.zone for change in diff(scan.table(scan.now), look.seen)):
        # In which order the same decisions put it away is told by where the rest comes to lie.
        told = tuple(reversed({frozenset(each.actions): each for each in reversed(told)}.values()))
    ended = [_to_the_end(scan, each, look) for each in told]
    whole = [Hypothesis(0, each.actions) for each in ended if tells_all(each)]
    return tuple(whole or _but_for_one(scan, look))


def _went_apart(scan: Scan[S, A], look: Look) -> bool:
    """Whether some of it had been seen to be gone before the rest was: that may have been decisions of their own."""
    zones = {change.zone for change in diff(scan.table(scan.now), look.seen)}
    return not (zones.issubset(scan.hidden.lack) or zones.isdisjoint(scan.hidden.lack))


def _by_fewer(scan: Scan[S, A], one_by_one: Hypothesis[A], story: Explanation[A]) -> Iterator[Hypothesis[A]]:
    """What put away all that is gone with fewer decisions than one a place, held ones too, and leads elsewhere."""
    acts = len(deciders(one_by_one.actions)) + len({change.zone for change in one_by_one.held})
    for each in readings(story)[: MOST_TOLD - 1]:
        if tells_all(each) and len(deciders(each.actions)) < acts:
            ends = {scan.after(scan.now, told) for told in (each.actions, one_by_one.actions)}
            if len(ends) > 1:
                yield Hypothesis(actions=each.actions)


def _but_for_one(scan: Scan[S, A], look: Look) -> Iterator[Hypothesis[A]]:
    """What took away all but one of several pieces that are gone from one place, where that one is held or covered."""
    gone = diff(scan.table(scan.now), look.seen)
    if not 1 < len(gone) <= MOST_TOLD or len({change.zone for change in gone}) > 1:
        return
    for change in gone:
        lying = tuple(sorted((*look.seen.zones[change.zone], *[change.piece] * -change.delta)))
        seen = TableSnapshot({**look.seen.zones, change.zone: lying})
        story = scan.explained_apart(scan.now, seen, look.heights)
        if isinstance(story, Explained) and story.actions and not story.outstanding:
            yield Hypothesis(actions=story.actions, held=(change,))


def _one_by_one(scan: Scan[S, A], look: Look) -> Hypothesis[A] | None:
    """What happened if each place was emptied by decisions of its own, in the order in which they were.

    What no decision takes away is still held.
    """
    state, actions = scan.now, list[A]()
    gone = {change.zone for change in diff(scan.table(state), look.seen)}
    left = [*(zone for zone in scan.hidden.lack if zone in gone), *sorted(gone.difference(scan.hidden.lack))]
    while left:
        found = next(((zone, told) for zone in left if (told := _emptied(scan, state, zone, look))), None)
        if found is None:
            break
        left.remove(found[0])
        actions += found[1]
        state = scan.after(state, found[1])
    held = tuple(change for change in diff(scan.table(scan.now), look.seen) if change.zone in left)
    return Hypothesis(actions=tuple(actions), held=held) if actions else None


def _emptied(scan: Scan[S, A], state: S, zone: Zone, look: Look) -> tuple[A, ...]:
    """The one decision that does so, or those of which each took a piece; nothing, where it may be others."""
    gone = len(scan.table(state).zones.get(zone, ())) - len(look.seen.zones[zone])
    story = _emptying(scan, state, zone, look, most=gone if 1 < gone <= MOST_DECISIONS else 1)
    whole = isinstance(story, Explained) and len(story.actions) in {1, gone} and not story.outstanding
    return story.actions if isinstance(story, Explained) and whole else ()


def _emptying(scan: Scan[S, A], state: S, zone: Zone, look: Look, most: int = 1) -> Explanation[A]:
    """What single decision, or how many at the `most`, make that zone look as it does and change nothing else."""
    expected = scan.table(state).zones
    seen = TableSnapshot({each: pieces for each, pieces in expected.items() if each in look.seen.zones})
    seen = TableSnapshot({**seen.zones, zone: look.seen.zones[zone]})
    heights = {zone: look.heights[zone]} if zone in look.heights else {}
    return scan.explained_apart(state, seen, heights, most)


def _to_the_end(scan: Scan[S, A], story: Explained[A], look: Look) -> Explained[A]:
    """What was taken and does not lie where it was taken to may have been put away again."""
    if not story.actions or not story.outstanding or any(change.delta > 0 for change in story.outstanding):
        return story
    rest = scan.in_sight(scan.after(scan.now, story.actions), look)
    return Explained((*story.actions, *rest.actions)) if isinstance(rest, Explained) and not rest.outstanding else story


def _gone_with_an_earlier(scan: Scan[S, A], held: tuple[Change, ...]) -> Hypothesis[A] | None:
    """What is held may have been put away by an open decision, if that was another one.

    If it was the latest one and nobody else had a part in it, that is what happened.
    """
    for taken_back, before in scan.earlier():
        look = Look(scan.seen, scan.seen, scan.hidden.heights_if_gone)
        if not diff(scan.table(before), scan.seen):
            undone: Hypothesis[A] = Hypothesis(taken_back)
            by_chance = scan.open[-taken_back].action.player is None
            return Hypothesis(held=held, discarded=(undone,)) if by_chance else replace(undone, unseen=held)
        if not scan.game.may_show(before, scan.seen):
            continue
        # What went where nobody could look may have come under what is in sight there.
        for way in (look, *scan.if_more_was_moved(before, [look])):
            told = [each for each in readings(scan.in_sight(before, way)) if tells_all(each)]
            if not told:
                continue
            decisions = len(deciders([each.action for each in scan.open[-taken_back:]]))
            if len(told) == decisions == 1 == len(deciders(told[0].actions)):
                return Hypothesis(taken_back, told[0].actions, unseen=held)
            return Hypothesis(held=held, discarded=tuple(Hypothesis(taken_back, each.actions) for each in told))
    return _put_away_before(scan, held, len(scan.open))


def _put_away_before(scan: Scan[S, A], held: Sequence[Change], most: int) -> Hypothesis[A] | None:
    """What is held may have been put away by a decision of its own before open ones, which stand all the same.

    It was in sight before so many of them, at the `most`.
    """
    look, zones = Look(scan.seen, scan.seen, {}), {change.zone for change in held}
    earlier = takewhile(lambda each: each[0] <= most, scan.earlier())
    for taken_back, before in earlier if len(zones) == 1 else ():
        emptied = _emptied(scan, before, min(zones), look)
        told = (*emptied, *(each.action for each in scan.open[-taken_back:])) if emptied else ()
        if told and scan.is_legal(before, told) and scan.lies_as(scan.after(before, told), [look]):
            return Hypothesis(held=tuple(held), discarded=(Hypothesis(taken_back, told),))
    return None


def _only_discards(scan: Scan[S, A], seats: Collection[Seat] = ()) -> bool:
    """Whether whatever can be done now, by these players if any are named, takes pieces away."""
    steps = each_step(scan.game, scan.now, lambda action: not seats or action.player in seats)
    return not any(_lands(step.changes) for step in steps)  # mostly one of the first does


def _lands(changes: Sequence[Change]) -> bool:
    """Whether an action that changes this brings a piece to lie somewhere, or shows nowhere."""
    return not changes or any(change.delta > 0 for change in changes)
