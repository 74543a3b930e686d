"""Belief revision: what the table says of the latest moves, those included that were believed too early.

The latest decisions that only the camera saw are *open*: each look at a still table is explained anew, first as going
on from what is believed, then as if the latest open decisions had been others (the first card of two was a whole move
until the second one came) or had not been made at all. Three things are never concluded:

* that a piece which left its place and has not been seen since was thrown away: it is *held* until something that
  lands makes sense only without it;
* that somebody did what leaves no trace on the table (a pass), as long as anything else explains it: such a decision
  is *assumed*, and people are told;
* that a part of a legal action is a broken rule: it is *unfinished*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from companion.core.covered_zones import came_under_a_cover, doubted_under_covers
from companion.core.findings import Either, Finding, OpenAction, Revision, one_or_either
from companion.core.game import Action, Game
from companion.core.heights import fit_heights
from companion.core.held_pieces import nothing_but_held, put_away_first, put_away_with_it
from companion.core.hidden_pieces import Sighting, exchanged
from companion.core.inference import MOST_DECISIONS, Ambiguous, Explained, readings
from companion.core.likeliest import MOST_EXCUSES, likeliest
from companion.core.partial_actions import each_step, leads_on, legal_steps
from companion.core.stories import Stories, deciders, undone
from companion.core.table import UNREADABLE, Change, TableSnapshot, diff
from companion.core.taken_back import (
    back_where_it_was,
    came_back,
    or_all_taken_back,
    or_taken_back,
    taken_back_in_disorder,
    taken_back_whole,
    with_traceless,
)

S = TypeVar("S")
A = TypeVar("A", bound=Action)


def revise(
    game: Game[S, A], now: S, open_actions: Sequence[OpenAction[S, A]], sighting: Sighting, *, hasty: bool = False
) -> Finding[A]:
    """What the table says, where `now` is the state that is believed, after the open actions, the latest last.

    Pieces that may be buried count as lying where they were, unless a story that the rest of the table tells needs them
    gone. `hasty`: one of the open decisions was made so shortly ago that its player may still be at it.
    """
    stories = Stories(game, now, open_actions, sighting)
    found = _finding(stories, hasty)
    return doubted_under_covers(stories, or_all_taken_back(stories, found) or found)


def _finding(stories: Stories[S, A], hasty: bool) -> Finding[A]:
    game, now, look = stories.game, stories.now, stories.looks[0]
    agrees = not diff(game.table(now), look.seen)
    if agrees and fit_heights(game, now, look.heights):
        return nothing_but_held(stories)
    found = _by_labels(stories) if agrees else stories.exact(now, 0, stories.looks)
    if isinstance(found, Either):
        return found
    if found is not None:
        found = _of_exchanged(stories, found) or put_away_first(stories, found) or found
        return (
            (taken_back_whole(stories) if found.held else None)
            or put_away_with_it(stories, found)
            or came_back(stories, found)
            or back_where_it_was(stories, found)
            or _told_shorter(stories, found)
            or or_taken_back(stories, found)
            or _or_one_whole(stories, found)
            or _or_one_slip(stories, found)
            or _or_more_was_taken(stories, found)
            or (_either(stories, found) if hasty else found)
        )
    several = _several_go_on(stories)
    for taken_back, state in stories.earlier():
        tables = (stories.seen, stories.done) if stories.seen != stories.done else (stories.seen,)
        exact = [stories.exact(state, taken_back, stories.ways(state, each)) for each in tables]
        fitting = [each for each in exact if each is not None and not _reorders(stories, each)]
        if several:
            fitting = [each for each in fitting if not _has_all_that_was_seen(stories, each)]
        if fitting:
            found = min(fitting, key=lambda each: len(each.held))
            if stories.after(state, found.actions) == now:
                return Revision(held=found.held)
            return found if found.actions else replace(found, taken_back=with_traceless(stories, taken_back))
    if agrees:
        return nothing_but_held(stories)
    return (
        (None if several else _went_on(stories))
        or taken_back_in_disorder(stories)
        or (None if several else _without_uncertain_piles(stories) or _if_more_was_moved(stories))
        or _passing_through(stories)
        or likeliest(stories)
    )


def _of_exchanged(stories: Stories[S, A], found: Revision[A]) -> Revision[A] | None:
    """What explains all if pieces went, and others of their kind came into their places: their labels are two."""
    now = stories.now
    pairs = {*exchanged(stories.game.table(now), stories.done, stories.hidden)}
    if not pairs:
        return None
    without = {zone: [*stories.done.zones[zone]] for zone, _ in pairs}
    for zone, piece in pairs:
        without[zone].remove(piece)
    gone = TableSnapshot({**stories.done.zones, **{zone: tuple(pieces) for zone, pieces in without.items()}})
    actions = tuple[A, ...]()
    for seen in (gone, stories.done):
        story = stories.explained_apart(stories.after(now, actions), seen, {})
        if not isinstance(story, Explained) or story.outstanding:
            are_held = any((change.zone, change.piece) in pairs for change in found.held)
            return found if are_held else None
        actions = (*actions, *story.actions)
    return Revision(actions=actions) if deciders(actions) == deciders(found.actions) else None


def _went_on(stories: Stories[S, A]) -> Revision[A] | Either[A] | None:
    """What explains all if what hands had yet to lay down was moved on from there, with what followed."""
    game, now = stories.game, stories.now
    to_be_laid = {change.piece for change in diff(stories.done, stories.seen) if change.delta < 0}
    landed = {change.piece for change in diff(game.table(now), stories.seen) if change.delta > 0}
    if not to_be_laid or not to_be_laid <= landed:
        return None
    found = stories.exact(now, 0, stories.ways(now, stories.seen))
    if found is not None:
        return found if found.actions and found.is_exact and not found.held else None
    for look in stories.ways(now, stories.seen):
        told = () if look.held else readings(stories.explained(now, look))
        if len(told) > 1 and all(stories.tells_all(each, now, look) for each in told):
            return Either(tuple(Revision(actions=each.actions) for each in told))
    return None


def _told_shorter(stories: Stories[S, A], found: Revision[A]) -> Revision[A] | None:
    """What undoes a part of what the same player did before, told with fewer decisions that lead to the same."""
    seats = {action.player for action in found.actions}
    for taken_back, before in stories.earlier() if len(seats) == 1 and not found.held else ():
        latest = [each.action for each in stories.open[-taken_back:]]
        if {action.player for action in latest} != seats:
            return None
        together = (*latest, *found.actions)
        if not any(action in found.actions for action in undone(stories, together, before)):
            continue
        most = min(MOST_DECISIONS, len(together) - 1)
        for other in stories.exact_stories(before, taken_back, stories.ways(before, stories.seen), most=most):
            same = stories.after(before, other.actions) == stories.after(stories.now, found.actions)
            if same and not other.held and len(deciders(other.actions)) < len(together):
                return other
    return None


def _without_uncertain_piles(stories: Stories[S, A]) -> Revision[A] | None:
    """What explains all but piles of which the labels may tell a wrong height."""
    uncertain = stories.hidden.uncertain
    heights = {zone: height for zone, height in stories.hidden.heights.items() if zone not in uncertain}
    looks = [replace(look, heights=heights) for look in stories.looks]
    found = stories.exact(stories.now, 0, looks) if uncertain else None
    return None if found is None or _grows_by_nothing(stories, found) else found


def _grows_by_nothing(stories: Stories[S, A], found: Revision[A]) -> bool:
    """Whether an uncertain pile is higher afterwards though no label has come there: what lay below is in sight."""
    now, later = (
        stories.game.pile_heights(state) for state in (stories.now, stories.after(stories.now, found.actions))
    )
    resurfaced = stories.hidden.uncertain & stories.hidden.resurfaced.keys() - stories.hidden.arrived.keys()
    return any(later[zone] > now[zone] for zone in resurfaced if zone in now and zone in later)


def _if_more_was_moved(stories: Stories[S, A]) -> Revision[A] | Either[A] | None:
    """What explains all if more came to a pile, or went from it, between two looks than the labels in sight tell."""
    for taken_back, state in ((0, stories.now), *stories.earlier()):
        ways = stories.ways_if_more_was_moved(state, stories.done if state is stories.now else stories.seen)
        found = stories.exact(state, taken_back, ways) if ways else None
        if found is not None and found.actions and not _reorders(stories, found):
            if taken_back and len(deciders(found.actions)) > 1 and _is_one_slip(stories):
                return None  # Nobody need have done anything else before.
            later, told = stories.game.pile_heights(stories.after(state, found.actions)), stories.hidden.heights
            unseen = [Change(zone, UNREADABLE, later[zone] - told[zone].least) for zone in told if zone in later]
            return replace(found, unseen=(*found.unseen, *(change for change in unseen if change.delta)))
    return _several_if_more_was_moved(stories)


def _several_if_more_was_moved(stories: Stories[S, A]) -> Either[A] | None:
    """What may have come to a pile beneath the label in sight, where that alone explains the rest."""
    now, found = stories.now, list[Revision[A]]()
    for look in stories.ways_if_more_was_moved(now, stories.done):
        if not look.held and stories.game.may_show(now, look.seen):
            told = readings(stories.explained(now, look))
            found += [Revision(actions=each.actions) for each in told if stories.tells_all(each, now, look)]
    return Either(tuple(found)) if 1 < len(found) <= MOST_EXCUSES else None


def _passing_through(stories: Stories[S, A]) -> Revision[A] | Either[A] | None:
    """What explains all if what labels tell to have gone from pile to pile went by others that look as before.

    Where one decision may have moved it, that was not paid yet, or otherwise, but for what was seen to go on.
    """
    piles, hidden = stories.game.pile_heights(stories.now).keys(), stories.hidden
    if piles.isdisjoint(hidden.arrived) or piles.isdisjoint(hidden.departed):
        return None
    for look in stories.looks:
        if look.held or not stories.game.may_show(stories.now, look.seen):
            continue
        if any(not each.outstanding for each in readings(stories.explained(stories.now, look))):
            return None  # It is told without that, though not for sure.
        moved = frozenset(each for each in diff(stories.game.table(stories.now), look.seen) if each.zone in piles)
        told = () if not hidden.passed and _may_be_one(stories, moved) else stories.passing_through(look)
        if told:
            found = [Revision(actions=each.actions) for each in told]
            return one_or_either([_or_one_slip(stories, each) or each for each in found])
    return None


def _may_be_one(stories: Stories[S, A], moved: frozenset[Change]) -> bool:
    """Whether one legal action makes all these changes."""
    game, now = stories.game, stories.now

    def may_make(action: A) -> bool:
        return all(game.may_change(now, action, each.zone, each.piece) for each in moved)

    return any(moved.issubset(step.changes) for step in each_step(game, now, may_make))


def _is_one_slip(stories: Stories[S, A]) -> bool:
    """Whether one action against the rules explains all that is seen."""
    return any(not look.held and stories.slip(look) is not None for look in stories.looks)


def _either(stories: Stories[S, A], found: Revision[A]) -> Revision[A] | Either[A]:
    """What lands may belong to an earlier decision, unless that takes more from the table than is missing there."""
    seats = deciders(found.actions)
    for taken_back, before in stories.earlier() if seats else ():
        one_fewer = len(deciders([each.action for each in stories.open[-taken_back:]])) + len(seats) - 1
        if not 1 < one_fewer <= MOST_DECISIONS:
            continue
        ways = stories.ways(before, stories.seen)
        for other in stories.exact_stories(before, taken_back, ways, most=one_fewer):
            others = deciders(other.actions)
            may_be = len(others) == one_fewer and seats[-1] in others and len(set(others)) > 1
            if may_be and other.is_exact and set(other.held) <= set(found.held):
                same = stories.after(before, other.actions) == stories.after(stories.now, found.actions)
                return found if same else Either((other, found))
    return found


def _or_one_whole(stories: Stories[S, A], found: Revision[A]) -> Either[A] | None:
    """What a player did, and did before, may have been one decision.

    A part of it may have looked like another; or that other was taken back, if the table was seen without it.
    """
    seats = deciders(found.actions)
    for taken_back, before in islice(() if found.held or len(seats) != 1 else stories.earlier(), 1):
        if stories.open[-taken_back].action.player != seats[0]:
            continue
        was_taken_back = _was_seen_without(stories, before)
        for other in stories.exact_stories(before, taken_back, stories.ways(before, stories.seen), most=1):
            after = stories.after(before, other.actions)
            is_whole = deciders(other.actions) == seats and other.is_exact and not other.held
            may_be = was_taken_back or leads_on(stories.game, before, stories.now, after)
            if is_whole and may_be and after != stories.after(stories.now, found.actions):
                return Either((other, found))
    return None


def _was_seen_without(stories: Stories[S, A], before: S) -> bool:
    """Whether all that has come to the table since then was seen to be gone again, before anything else changed."""
    came = {
        change.zone for change in diff(stories.game.table(before), stories.game.table(stories.now)) if change.delta > 0
    }
    return bool(came) and came <= set(stories.hidden.lack)


def _or_one_slip(stories: Stories[S, A], found: Revision[A]) -> Revision[A] | None:
    """A story of several decisions, of which one undoes what another did, may as well be a single slip.

    It is no more than assumed then, as a decision is that leaves no trace.
    """
    if len(deciders(found.actions)) < 2 or found.held or found.unseen:
        return None
    cancelled = undone(stories, found.actions)
    slip = stories.slip(stories.looks[0]) if cancelled else None
    if slip is None:
        return None
    own = [action for action in cancelled if action.player == slip.action.player]
    return replace(found, assumed=tuple(own or cancelled)[:1], slip=slip)


def _or_more_was_taken(stories: Stories[S, A], found: Revision[A]) -> Either[A] | None:
    """What was taken off a pile may have taken along what would else lie there out of sight."""
    if len(found.actions) != 1 or found.held or found.unseen:
        return None
    game, now = stories.game, stories.now
    for look in stories.looks[1:]:
        out_of_sight = {change.zone for change in diff(look.seen, stories.looks[0].seen)}
        if look.held or not out_of_sight or not out_of_sight <= stories.hidden.uncertain:
            continue
        if diff(game.table(now), look.seen) and game.may_show(now, look.seen):
            other = stories.explained(now, look, 1)
            if not stories.tells_all(other, now, look) or deciders(other.actions) != deciders(found.actions):
                continue
            if stories.after(now, other.actions) != stories.after(now, found.actions):
                return Either((found, Revision(actions=other.actions)))
    return None


def _reorders(stories: Stories[S, A], found: Revision[A]) -> bool:
    """Whether somebody would have done something before what he was seen to do, and that all the same."""
    latest = stories.open[len(stories.open) - found.taken_back :]
    if latest and came_under_a_cover(stories, latest[0].before, found.actions, [each.action for each in latest]):
        return False
    for seat in set(deciders(found.actions)):
        seen = [each.action for each in latest if each.action.player == seat]
        told = [action for action in found.actions if action.player == seat]
        if len(seen) < len(told) and told[: len(seen)] != seen and all(action in told for action in seen):
            return True
    return False


def _several_go_on(stories: Stories[S, A]) -> bool:
    """Whether several stories that go on from now explain the whole table."""
    for look in stories.looks:
        if not look.held and stories.game.may_show(stories.now, look.seen):
            found = stories.explained(stories.now, look)
            several = readings(found) if isinstance(found, Ambiguous) else ()
            if any(stories.tells_all(each, stories.now, look) for each in several):
                return True
    return False


def _has_all_that_was_seen(stories: Stories[S, A], found: Revision[A]) -> bool:
    """Whether it only tells in another order what is believed, and something more."""
    return all(each.action in found.actions for each in stories.open[-found.taken_back :])


def _by_labels(stories: Stories[S, A]) -> Revision[A] | Either[A] | None:
    """What legal action shows only in the labels, as far as anything is in sight: a piece went from pile to pile."""
    game, now, look = stories.game, stories.now, stories.looks[0]
    if look.held:
        return None
    steps = (step for step in legal_steps(game, now) if all(each.zone not in look.seen.zones for each in step.changes))
    fitting = [step for step in steps if fit_heights(game, step.after, look.heights)]
    if len(fitting) > 1 and any(step.changes for step in fitting):
        # More may have gone than is in sight.
        return Either(tuple(Revision(actions=(step.action,)) for step in fitting))
    told = fitting[0].action if len(fitting) == 1 else None
    return None if told is None else Revision(actions=(told,), unseen=stories.unseen(now, (told,), look.seen))
