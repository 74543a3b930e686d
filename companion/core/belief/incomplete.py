"""What is likeliest where no story explains the whole table: work left to do, a part of a move, a broken rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TypeVar

from companion.core.belief.held_pieces import changes_places
from companion.core.belief.hypothesis import Either, Finding, Hypothesis, Unfinished, one_or_either
from companion.core.belief.moves_under_covers import MOST_TOLD, passed_under_a_cover, undone_under_a_cover
from companion.core.belief.observation_model import Look
from companion.core.belief.partial_actions import (
    assumed,
    containing,
    each_step,
    is_between,
    may_decide,
    whole_zones,
    with_the_next,
)
from companion.core.belief.scan import Scan, deciders, tells_all, undone
from companion.core.belief.search import Ambiguous, Explained, Explanation, Illegal, Unexplained, readings
from companion.core.game import Action
from companion.core.heights import Height
from companion.core.table import UNREADABLE, Change, Piece, Zone, as_if_done, diff

S = TypeVar("S")
A = TypeVar("A", bound=Action)

MOST_EXCUSES = 4
"""Where more may have been done out of sight than so much, nobody is asked which, nor told that it is forbidden."""


def explained_in_part(scan: Scan[S, A]) -> Finding[A]:
    """What is likeliest where no story explains everything: work left to do, an assumed pass, a part, a slip."""
    look = scan.looks[-1]
    match found := _told(scan):
        case Illegal() if changes_places(scan, gone := diff(scan.table(scan.now), look.seen), look):
            return Hypothesis(held=gone)
        case Illegal():
            if told := tuple(replace(each, slip=found) for each in passed_under_a_cover(scan)[:MOST_TOLD]):
                return one_or_either(told)
            excuses = _excuses(scan, found)
        case Unexplained():
            told = tuple(passed_under_a_cover(scan)[:MOST_TOLD])
            return one_or_either(told) if told else found
        case Hypothesis(slip=Illegal() as slip) if found.assumed and len(found.actions) == 2:
            excuses = [found, *_excuses(scan, slip)]
        case Unfinished(missing=missing):
            if pairs := undone_under_a_cover(scan)[:MOST_TOLD]:
                return Either((*pairs, Hypothesis(found.taken_back, found.actions, outstanding=missing)))
            return replace(found, missing=tuple(_to_be_carried(scan, missing)))
        case _:
            return found
    if len(excuses) > MOST_EXCUSES:
        return Unexplained(diff(scan.table(scan.now), look.seen))
    if len(excuses) > 1:
        return Either(tuple(excuses))
    return excuses[0] if len(excuses) == 1 else found


def _to_be_carried(scan: Scan[S, A], missing: Iterable[Change]) -> Iterator[Change]:
    """What hands have yet to do: what lies under another one on a pile of which only the top shows lies well."""
    piles = scan.pile_heights(scan.now)
    for change in missing:
        if change.delta < 0 or change.zone not in piles or change.piece in scan.seen.zones.get(change.zone, ()):
            yield change


def _excuses(scan: Scan[S, A], slip: Illegal[A]) -> list[Hypothesis[A]]:
    """What breaks a rule breaks none if something was done before where the camera cannot look; one more than asked."""
    game, before, in_sight = scan.game, scan.after(scan.now, slip.actions), scan.seen.zones.keys()
    hidden = scan.table(scan.now).zones.keys() - in_sight
    if slip.outstanding or not hidden:
        return []
    excuses = (
        Hypothesis(actions=(*slip.actions, step.action, slip.action), assumed=(step.action,), slip=slip)
        for step in each_step(game, before, partial(may_decide, game, before, whole_zones(hidden)))
        if step.changes
        and all(change.zone not in in_sight for change in step.changes)
        and scan.is_legal(step.after, (slip.action,))
    )
    return [*islice(excuses, MOST_EXCUSES + 1)]


def _told(scan: Scan[S, A]) -> Finding[A]:
    explained = [(look, scan.explained_with_slips(look)) for look in scan.looks if not look.held]
    # What may be buried in one place hides no broken rule in another: the look counts that leaves least to be done.
    look, found = min(explained, key=lambda each: _left_to_do(each[1]))
    match found:
        case Explained(actions, outstanding):
            if (more := _more_came_beneath(scan, look, outstanding)) is not None:
                return more
            traceless = assumed(scan.game, scan.now, actions, look)
            slip = scan.slip(look)
            if slip is None and traceless:
                slip = scan.slip(look, actions[: actions.index(traceless[0])])
            turned = () if slip is None else slip.outstanding
            work = [each for each in _seen_to_be_left(scan, actions, traceless, outstanding) if each not in turned]
            if slip is not None and traceless and (len(traceless) > 1 or work or undone(scan, actions)):
                pasts = ((taken_back, look) for taken_back, _ in scan.earlier() for look in scan.looks)
                return next((half for each in pasts for half in _half_taken_back(scan, *each, slip)), slip)
            if traceless and len(deciders(actions)) == len(traceless) + 1:
                for action, missing in containing(scan.game, scan.now, look):
                    return Unfinished(0, (action,), missing, slip)
            several = len(deciders(actions)) > len(traceless) + 1
            if work and (slip is not None or several or _may_be_a_part(scan, actions, look)):
                return Unfinished(0, actions, outstanding, slip or _begun_slip(scan, [found], look))
            return Hypothesis(actions=actions, outstanding=outstanding, assumed=traceless, slip=slip)
        case Ambiguous(told) if all(reading.outstanding for reading in told):
            slip = scan.slip(look) or _begun_slip(scan, told, look)
            return Unfinished(0, told[0].actions, told[0].outstanding, slip)
        case Ambiguous():
            whole = tuple(_complete(each for _, each in explained))
            return Ambiguous(whole)
        case _:
            return _part(scan, found)


def _begun_slip(scan: Scan[S, A], told: Iterable[Explained[A]], look: Look) -> Illegal[A] | None:
    """The broken rule of which a part is seen, where each legal story needs a decision that leaves no trace."""
    game, now = scan.game, scan.now
    return scan.begun_slip(look) if all(assumed(game, now, each.actions, look) for each in told) else None


def _more_came_beneath(scan: Scan[S, A], look: Look, left: Sequence[Change]) -> Hypothesis[A] | None:
    """What explains all if more came to a pile than labels tell, where what has just come would have to go again."""
    arrived = scan.hidden.arrived
    over = {each.zone for each in left if each.delta > 0 and each.piece in arrived.get(each.zone, ())}
    higher = {zone: Height(look.heights[zone].least + 1) for zone in over & look.heights.keys()}
    if not higher:
        return None
    with_more = replace(look, heights={**look.heights, **higher})
    found = scan.in_sight(scan.now, with_more)
    if not tells_all(found):
        return None
    return Hypothesis(actions=found.actions, unseen=tuple(Change(zone, UNREADABLE, 1) for zone in higher))


def _may_be_a_part(scan: Scan[S, A], actions: Sequence[A], look: Look) -> bool:
    """Whether all that is seen may be a part of another decision too.

    One of which these actions are themselves a part is no other: should the rest follow, they are revised.
    """
    game, now = scan.game, scan.table(scan.now)
    told = scan.table(scan.after(scan.now, actions))
    others = (action for action, _ in containing(game, scan.now, look) if action.player is not None)
    return any(
        action not in actions and not is_between(now, told, scan.table(game.apply(scan.now, action)))
        for action in others
    )


def _seen_to_be_left(
    scan: Scan[S, A], actions: Sequence[A], unseen: Sequence[A], left: Sequence[Change]
) -> list[Change]:
    """What is left to do of the actions that were seen."""
    state, own = scan.now, set[tuple[Zone, Piece]]()
    for action in actions:
        before, state = state, scan.after(state, (action,))
        if action in unseen:
            changes = diff(scan.table(before), scan.table(state))
            own |= {(change.zone, change.piece) for change in changes}
    return [change for change in left if (change.zone, change.piece) not in own]


def _complete(explained: Iterable[Explanation[A]]) -> Iterator[Explained[A]]:
    """The stories that leave nothing to do, whichever way what is out of sight is understood."""
    told = set[tuple[A, ...]]()
    for each in explained:
        for story in readings(each):
            if not story.outstanding and story.actions not in told:
                told.add(story.actions)
                yield story


def _part(scan: Scan[S, A], found: Illegal[A] | Unexplained) -> Finding[A]:
    """An unfinished legal action, from now or from before an open decision; else what was found."""
    slip = found if isinstance(found, Illegal) and not _leaves_work(scan, found) else None
    if (either := _ambiguous_before(scan)) is not None:
        return either
    for taken_back, state in ((0, scan.now), *scan.earlier()):
        for look in scan.looks:
            for action, missing in containing(scan.game, state, look):
                return Unfinished(taken_back, (action,), missing, slip)
            for half in _half_taken_back(scan, taken_back, look, slip):
                return half
    # Of a broken rule that leaves work to do no more is seen than of two players who are both still at it.
    for begun in (False, True) if isinstance(found, Illegal) and slip is None else (False,):
        for look in scan.looks:
            for actions, missing in with_the_next(scan.game, scan.now, look, begun=begun):
                return Unfinished(0, actions, missing, slip)
    slips = (scan.slip(look) for look in scan.ways_if_more_was_moved(scan.now, scan.done))
    told = found if isinstance(found, Illegal) else next((each for each in slips if each is not None), None)
    return told or _was_a_slip(scan) or _taken_back_but_for_a_part(scan) or found


def _leaves_work(scan: Scan[S, A], slip: Illegal[A]) -> bool:
    """Whether hands would have more to do after it than to turn a pile over."""
    piles = scan.pile_heights(scan.now)
    return any(change.zone not in piles for change in slip.outstanding)


def _half_taken_back(scan: Scan[S, A], taken_back: int, look: Look, slip: Illegal[A] | None) -> Iterator[Unfinished[A]]:
    """The table is on the way back to what it was before so many open actions: likelier than that rule is broken."""
    before = scan.table(scan.before(taken_back))
    if is_between(scan.table(scan.now), look.seen, before):
        yield Unfinished(taken_back, (), diff(before, look.lying), slip)


def _taken_back_but_for_a_part(scan: Scan[S, A]) -> Unfinished[A] | None:
    """All lies as before open actions, but for a part of what somebody has begun after them."""
    game, expected = scan.game, scan.table(scan.now)
    for taken_back, before in scan.earlier():
        made = diff(scan.table(before), expected)
        for look in scan.looks:
            missing = diff(scan.table(before), look.seen)
            if set(made) <= set(missing) or any(change in missing for change in made if change.delta > 0):
                continue  # These actions stand.
            begun = as_if_done(expected, [change._replace(delta=-change.delta) for change in missing])
            if any(True for _ in containing(game, scan.now, Look(begun, begun, {}))):
                return Unfinished(taken_back, (), missing)
    return None


def _was_a_slip(scan: Scan[S, A]) -> Hypothesis[A] | None:
    """The latest open decision was none: with what followed it is one action against the rules, all of it in sight."""
    for taken_back, before in islice(scan.earlier(), 1):
        if scan.open[-taken_back].action.player is None:
            continue
        for look in scan.ways(before, scan.seen):
            slip = None if look.held else scan.slip(look, since=before)
            if slip is not None and slip.action.player == scan.open[-taken_back].action.player:
                return Hypothesis(taken_back)
    return None


def _ambiguous_before(scan: Scan[S, A]) -> Either[A] | None:
    """Several stories may have happened instead of the latest open actions."""
    for taken_back, state in scan.earlier():
        for look in scan.ways(state, scan.seen):
            if look.held or not scan.game.may_show(state, look.seen):
                continue
            story = scan.in_sight(state, look)
            # The readings of one search leave equally much to be done.
            if isinstance(story, Ambiguous) and all(map(tells_all, story.readings)):
                return Either(tuple(Hypothesis(taken_back, each.actions) for each in story.readings))
    return None


def _left_to_do(found: Explanation[A]) -> tuple[bool, int]:
    """Whether it explains nothing, and how many changes it leaves to hands."""
    match found:
        case Ambiguous(readings):
            return False, min(len(reading.outstanding) for reading in readings)
        case Unexplained(changes):
            return True, -len(changes)
        case _:
            return False, len(found.outstanding)
