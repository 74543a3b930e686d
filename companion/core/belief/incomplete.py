"""What is likeliest where no story explains the whole table: work left to do, a part of a move, a broken rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Generic, TypeVar

from companion.core.belief.cost import Shortfall
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
    """What lacks least of explaining the whole table, where no hypothesis does."""
    _, found = next(findings_in_part(scan))
    if not isinstance(found, Unfinished):
        return found
    if pairs := undone_under_a_cover(scan)[:MOST_TOLD]:
        return Either((*pairs, Hypothesis(found.taken_back, found.actions, outstanding=found.missing)))
    return replace(found, missing=tuple(_to_be_carried(scan, found.missing)))


def findings_in_part(scan: Scan[S, A]) -> Iterator[tuple[Shortfall, Finding[A]]]:
    """What explains a part of the table, in the order of what it lacks, each looked for only when it is asked for."""
    explained = [(look, scan.explained_with_slips(look)) for look in scan.looks if not look.held]
    # What may be buried in one place hides no broken rule in another: the look counts that leaves least to be done.
    look, found = min(explained, key=lambda each: _left_to_do(each[1]))
    match found:
        case Explained():
            if (more := _more_came_beneath(scan, look, found.outstanding)) is not None:
                yield Shortfall.PILE_TOLD_TOO_LOW, more
            story = _Story(scan, look, found)
            if not story.is_less_likely_than_its_slip:
                yield Shortfall.LEFT_TO_HANDS, story.finding
            slip = story.slip
        case Ambiguous(told) if all(reading.outstanding for reading in told):
            slip = scan.slip(look) or _begun_slip(scan, told, look)
            yield Shortfall.LEFT_TO_HANDS, Unfinished(0, told[0].actions, told[0].outstanding, slip)
        case Ambiguous():
            yield Shortfall.LEFT_TO_HANDS, Ambiguous(tuple(_complete(each for _, each in explained)))
            slip = None
        case Illegal():
            slip = found
        case Unexplained():
            slip = None
    yield from _of_unfinished_actions(scan, slip)
    yield from _of_broken_rules(scan, slip or _slip_if_more_was_moved(scan))
    if (was_a_slip := _was_a_slip(scan)) is not None:
        yield Shortfall.WAS_A_SLIP, was_a_slip
    if (half := _taken_back_but_for_a_part(scan)) is not None:
        yield Shortfall.HALF_TAKEN_BACK, half
    yield Shortfall.UNEXPLAINED, Unexplained(diff(scan.table(scan.now), look.seen))


def _of_unfinished_actions(scan: Scan[S, A], slip: Illegal[A] | None) -> Iterator[tuple[Shortfall, Finding[A]]]:
    """Where no legal story goes on from now: players are still at it, from now or from before an open decision."""
    if (either := _ambiguous_before(scan)) is not None:
        yield Shortfall.ONE_OF_SEVERAL, either
    leaves_work = slip is not None and _leaves_work(scan, slip)
    whole = None if leaves_work else slip
    for taken_back, state in ((0, scan.now), *scan.earlier()):
        for look in scan.looks:
            for action, missing in containing(scan.game, state, look):
                yield Shortfall.PART_OF_AN_ACTION, Unfinished(taken_back, (action,), missing, whole)
            for half in _half_taken_back(scan, taken_back, look, whole):
                yield Shortfall.PART_OF_AN_ACTION, half
    # Of a broken rule that leaves work to do no more is seen than of two players who are both still at it.
    for begun in (False, True) if leaves_work else (False,):
        for look in scan.looks:
            for actions, missing in with_the_next(scan.game, scan.now, look, begun=begun):
                yield Shortfall.PARTS_OF_TWO, Unfinished(0, actions, missing, whole)


def _of_broken_rules(scan: Scan[S, A], slip: Illegal[A] | None) -> Iterator[tuple[Shortfall, Finding[A]]]:
    """An action against the rules, and what may have made it legal, or look so."""
    look = scan.looks[-1]
    left = diff(scan.table(scan.now), look.seen)
    if slip is not None and changes_places(scan, left, look):
        yield Shortfall.ON_ITS_WAY, Hypothesis(held=left)
    if passed := tuple(replace(each, slip=slip) for each in passed_under_a_cover(scan)[:MOST_TOLD]):
        yield Shortfall.PASSED_UNDER_A_COVER, one_or_either(passed)
    if slip is not None:
        if excuses := _excuses(scan, slip):
            may_be_asked = len(excuses) <= MOST_EXCUSES
            yield Shortfall.EXCUSED, one_or_either(excuses) if may_be_asked else Unexplained(left)
        yield Shortfall.RULE_BROKEN, slip


def _slip_if_more_was_moved(scan: Scan[S, A]) -> Illegal[A] | None:
    slips = (scan.slip(look) for look in scan.ways_if_more_was_moved(scan.now, scan.done))
    return next((each for each in slips if each is not None), None)


class _Story(Generic[S, A]):
    """Legal actions from now after which hands have something left to do, or of which one left no trace."""

    def __init__(self, scan: Scan[S, A], look: Look, found: Explained[A]) -> None:
        self._scan, self._look = scan, look
        self._actions, self._outstanding = found.actions, found.outstanding
        self._traceless = assumed(scan.game, scan.now, found.actions, look)
        self.slip = scan.slip(look)
        """The broken rule by which all may be explained as well."""
        if self.slip is None and self._traceless:
            self.slip = scan.slip(look, found.actions[: found.actions.index(self._traceless[0])])
        turned = () if self.slip is None else self.slip.outstanding
        left = _seen_to_be_left(scan, found.actions, self._traceless, found.outstanding)
        self._work = [each for each in left if each not in turned]

    @property
    def is_less_likely_than_its_slip(self) -> bool:
        """Whether it would take more that leaves no trace than the broken rule is worth."""
        if self.slip is None or not self._traceless:
            return False
        return len(self._traceless) > 1 or bool(self._work or undone(self._scan, self._actions))

    @property
    def finding(self) -> Finding[A]:
        scan, look, slip = self._scan, self._look, self.slip
        traceless, made = len(self._traceless), len(deciders(self._actions))
        if traceless and made == traceless + 1:
            for action, missing in containing(scan.game, scan.now, look):
                return Unfinished(0, (action,), missing, slip)
        if self._work and (slip is not None or made > traceless + 1 or _may_be_a_part(scan, self._actions, look)):
            slip = slip or _begun_slip(scan, [Explained(self._actions, self._outstanding)], look)
            return Unfinished(0, self._actions, self._outstanding, slip)
        found = Hypothesis(actions=self._actions, outstanding=self._outstanding, assumed=self._traceless, slip=slip)
        excuses = _excuses(scan, slip) if slip is not None and traceless and len(self._actions) == 2 else []
        return one_or_either([found, *excuses]) if len(excuses) < MOST_EXCUSES else found


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
