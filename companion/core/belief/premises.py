"""What explains the whole table only if something is otherwise than what was seen, or agreed, tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from companion.core.belief.cost import Premise
from companion.core.belief.hypothesis import Hypothesis
from companion.core.belief.incomplete import MOST_EXCUSES
from companion.core.belief.partial_actions import each_step
from companion.core.belief.scan import Scan, deciders, undone
from companion.core.belief.search import readings
from companion.core.belief.taken_back import taken_back_in_disorder
from companion.core.game import Action
from companion.core.table import UNREADABLE, Change, diff

S = TypeVar("S")
A = TypeVar("A", bound=Action)


def on_the_lightest_premise(scan: Scan[S, A]) -> tuple[Premise, Sequence[Hypothesis[A]]]:
    """The hypotheses on the lightest premise on which there are any; nothing tells those of one premise apart."""
    for premise, hypotheses in (
        (Premise.MOVED_ON, _went_on),
        (Premise.OUT_OF_ORDER, taken_back_in_disorder),
        (Premise.HEIGHT_UNCERTAIN, _without_uncertain_piles),
        (Premise.MORE_WAS_MOVED, _if_more_was_moved),
        (Premise.PASSED_THROUGH, _passing_through),
    ):
        if told := [*hypotheses(scan)]:
            return premise, told
    return Premise.NONE, ()


def _went_on(scan: Scan[S, A]) -> Iterator[Hypothesis[A]]:
    """What explains all if what hands had yet to lay down was moved on from there, with what followed."""
    now = scan.now
    to_be_laid = {change.piece for change in diff(scan.done, scan.seen) if change.delta < 0}
    landed = {change.piece for change in diff(scan.table(now), scan.seen) if change.delta > 0}
    if not to_be_laid or not to_be_laid <= landed:
        return
    found = scan.exact(now, 0, scan.ways(now, scan.seen))
    if found is not None:
        if found.actions and found.is_exact and not found.held:
            yield found
        return
    yield from scan.several(scan.ways(now, scan.seen))


def _without_uncertain_piles(scan: Scan[S, A]) -> Iterator[Hypothesis[A]]:
    """What explains all but piles of which the labels may tell a wrong height."""
    uncertain = scan.hidden.uncertain
    heights = {zone: height for zone, height in scan.hidden.heights.items() if zone not in uncertain}
    looks = [replace(look, heights=heights) for look in scan.looks] if uncertain else []
    found = scan.exact(scan.now, 0, looks)
    told = scan.several(looks) if found is None else [found]
    yield from (each for each in told if not _grows_by_nothing(scan, each))


def _grows_by_nothing(scan: Scan[S, A], found: Hypothesis[A]) -> bool:
    """Whether an uncertain pile is higher afterwards though no label has come there: what lay below is in sight."""
    now, later = (scan.pile_heights(state) for state in (scan.now, scan.after(scan.now, found.actions)))
    resurfaced = scan.hidden.uncertain & scan.hidden.resurfaced.keys() - scan.hidden.arrived.keys()
    return any(later[zone] > now[zone] for zone in resurfaced & now.keys())


def _if_more_was_moved(scan: Scan[S, A]) -> Iterator[Hypothesis[A]]:
    """What explains all if more came to a pile, or went from it, between two looks than the labels in sight tell."""
    for taken_back, state in ((0, scan.now), *scan.earlier()):
        ways = scan.ways_if_more_was_moved(state, scan.done if state is scan.now else scan.seen)
        found = scan.exact(state, taken_back, ways) if ways else None
        if found is not None and found.actions and not reorders(scan, found):
            if taken_back and len(deciders(found.actions)) > 1 and _is_one_slip(scan):
                return  # Nobody need have done anything else before.
            later, told = scan.pile_heights(scan.after(state, found.actions)), scan.hidden.heights
            unseen = [Change(zone, UNREADABLE, later[zone] - told[zone].least) for zone in told]
            yield replace(found, unseen=(*found.unseen, *(change for change in unseen if change.delta)))
            return
    yield from _several_if_more_was_moved(scan)


def _several_if_more_was_moved(scan: Scan[S, A]) -> Sequence[Hypothesis[A]]:
    """What may have come to a pile beneath the label in sight, where that alone explains the rest."""
    found = scan.several(scan.ways_if_more_was_moved(scan.now, scan.done))
    told = [each for each in found if not scan.left_beneath(0, each.actions)]
    return told if 1 < len(told) <= MOST_EXCUSES else ()


def _passing_through(scan: Scan[S, A]) -> Iterator[Hypothesis[A]]:
    """What explains all if what labels tell to have gone from pile to pile went by others that look as before.

    Where one decision may have moved it, that was not paid yet, or otherwise, but for what was seen to go on.
    """
    piles, hidden = scan.pile_heights(scan.now).keys(), scan.hidden
    if piles.isdisjoint(hidden.arrived) or piles.isdisjoint(hidden.departed):
        return
    for look in scan.looks:
        if look.held or not scan.game.may_show(scan.now, look.seen):
            continue
        if any(not each.outstanding for each in readings(scan.explained(scan.now, look))):
            return  # It is told without that, though not for sure.
        moved = frozenset(each for each in diff(scan.table(scan.now), look.seen) if each.zone in piles)
        told = () if not hidden.passed and _may_be_one(scan, moved) else scan.passing_through(look)
        if told:
            found = [Hypothesis(actions=each.actions) for each in told]
            yield from (or_one_slip(scan, each) or each for each in found)
            return


def _may_be_one(scan: Scan[S, A], moved: frozenset[Change]) -> bool:
    """Whether one legal action makes all these changes."""
    game, now = scan.game, scan.now

    def may_make(action: A) -> bool:
        return all(game.may_change(now, action, each.zone, each.piece) for each in moved)

    return any(moved.issubset(step.changes) for step in each_step(game, now, may_make))


def _is_one_slip(scan: Scan[S, A]) -> bool:
    """Whether one action against the rules explains all that is seen."""
    return any(not look.held and scan.slip(look) is not None for look in scan.looks)


def or_one_slip(scan: Scan[S, A], found: Hypothesis[A]) -> Hypothesis[A] | None:
    """A story of several decisions, of which one undoes what another did, may as well be a single slip.

    It is no more than assumed then, as a decision is that leaves no trace.
    """
    if len(deciders(found.actions)) < 2 or found.held or found.unseen:
        return None
    cancelled = undone(scan, found.actions)
    slip = scan.slip(scan.looks[0]) if cancelled else None
    if slip is None:
        return None
    own = [action for action in cancelled if action.player == slip.action.player]
    return replace(found, assumed=tuple(own or cancelled)[:1], slip=slip)


def reorders(scan: Scan[S, A], found: Hypothesis[A]) -> bool:
    """Whether somebody would have done something before what he was seen to do, and that all the same."""
    latest = scan.open[len(scan.open) - found.taken_back :]
    for seat in set(deciders(found.actions)):
        seen = [each.action for each in latest if each.action.player == seat]
        told = [action for action in found.actions if action.player == seat]
        if len(seen) < len(told) and told[: len(seen)] != seen and all(action in told for action in seen):
            return True
    return False
