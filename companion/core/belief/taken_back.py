"""Whether what differs is what was done before, taken back: whole, in disorder, alone, or with something else done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from companion.core.belief.hypothesis import Hypothesis
from companion.core.belief.scan import Scan, deciders
from companion.core.game import Action, is_legal
from companion.core.heights import fit_heights
from companion.core.table import diff

S = TypeVar("S")
A = TypeVar("A", bound=Action)


def taken_back_whole(scan: Scan[S, A], least: int = 1) -> Hypothesis[A] | None:
    """All lies as before open actions, of which at `least` so many are decisions: they were taken back.

    That explains all that is gone: nothing need be in anybody's hand.
    """
    for taken_back, before in scan.earlier():
        decisions = deciders([each.action for each in scan.open[-taken_back:]])
        if len(decisions) >= least and scan.lies_as(before, scan.ways(before, scan.seen)):
            return Hypothesis(taken_back)
    return None


def taken_back_alone(scan: Scan[S, A]) -> Hypothesis[A] | None:
    """What open decisions brought may be out of sight because they were taken back; what came after stands.

    With a decision go those that are not legal without it: a card was laid open, and then given away.
    """
    for taken_back, before in scan.earlier():
        first, *later = (each.action for each in scan.open[-taken_back:])
        after, stands = before, list[A]()
        for action in later:
            if is_legal(scan.game, after, action):
                after = scan.after(after, (action,))
                stands.append(action)
        if first.player is not None and scan.lies_as(after, scan.ways(after, scan.seen)[-1:]):
            return Hypothesis(taken_back, tuple(stands))
    return None


def taken_back_in_disorder(scan: Scan[S, A]) -> Iterator[Hypothesis[A]]:
    """All lies as before open actions, but that what was put back onto a pile does not lie there in its old order."""
    game, hidden = scan.game, scan.hidden
    now = scan.pile_heights(scan.now)
    for taken_back, before in scan.earlier():
        changes, heights = diff(scan.table(before), scan.seen), scan.pile_heights(before)
        regrown = {zone for zone in hidden.arrived.keys() & now.keys() if now[zone] < heights[zone]}
        gone = sorted(change.zone for change in changes if change.delta == -1)
        come = sorted(change.zone for change in changes if change.delta == 1)
        if changes and gone == come and len(changes) == 2 * len(gone) and regrown.issuperset(gone):
            if fit_heights(game, before, hidden.heights):
                yield Hypothesis(taken_back, outstanding=changes)
            return


def with_traceless(scan: Scan[S, A], taken_back: int) -> int:
    """How many actions are taken back with those before them that leave no trace: what followed told of them alone."""
    later = scan.open[-taken_back].before
    for each in reversed(scan.open[:-taken_back]):
        if each.action.player is None or scan.table(each.before) != scan.table(later):
            break
        if scan.pile_heights(each.before) != scan.pile_heights(later):
            break
        taken_back, later = taken_back + 1, each.before
    return taken_back
