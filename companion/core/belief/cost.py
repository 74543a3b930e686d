"""What speaks against a hypothesis: the one order by which explanations of the whole table are chosen."""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum
from itertools import pairwise, zip_longest
from typing import NamedTuple, TypeVar

from companion.core.belief.hypothesis import Hypothesis
from companion.core.belief.observation_model import exchanged
from companion.core.belief.partial_actions import leads_on
from companion.core.belief.scan import Scan, came_in_sight, deciders
from companion.core.belief.transposition_table import position
from companion.core.game import Action
from companion.core.table import Piece, Zone, diff

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class Shortfall(IntEnum):
    """What a finding lacks of explaining the whole table, the least first; such a finding need be no hypothesis."""

    NONE = 0
    PILE_TOLD_TOO_LOW = 1
    """Labels tell a pile lower than it has to be."""
    LEFT_TO_HANDS = 2
    """Hands have something left to do of legal actions, or one of these left no trace."""
    ONE_OF_SEVERAL = 3
    """Nothing tells which of several stories happened instead of the latest actions."""
    PART_OF_AN_ACTION = 4
    """A part of a legal action is done, or of the way back from what was done."""
    PARTS_OF_TWO = 5
    """A part of a legal action is done, and what another player did next."""
    ON_ITS_WAY = 6
    """What is gone lies where its like did, which may still come into its place."""
    PASSED_UNDER_A_COVER = 7
    """What came was laid where a cover lay, and has gone on from there."""
    EXCUSED = 8
    """It is legal if something was done before that where the camera cannot look."""
    RULE_BROKEN = 9
    """It is an action against the rules."""
    WAS_A_SLIP = 10
    """The latest action was none, but a part of one against the rules."""
    HALF_TAKEN_BACK = 11
    """The latest actions were taken back, and a part of something else was begun after them."""
    UNEXPLAINED = 12
    """No action makes these changes."""


class Premise(IntEnum):
    """What a hypothesis asks to be believed beside what is seen, the lightest first."""

    NONE = 0
    MOVED_ON = 1
    """What hands had yet to lay down was moved on from where it was to come to lie."""
    OUT_OF_ORDER = 2
    """What was put back onto a pile does not lie there in its old order."""
    HEIGHT_UNCERTAIN = 3
    """A pile is not as high as its labels tell, of those that may tell it wrong."""
    MORE_WAS_MOVED = 4
    """More came to a pile, or went from it, between two looks than the labels in sight tell."""
    PASSED_THROUGH = 5
    """What labels tell to have gone from pile to pile went by others, which look as before."""


class Cost(NamedTuple):
    """The weightiest first, compared as tuples: the cheaper of two findings is believed.

    What leads to the same state is one hypothesis, told in the way that has the fewest decisions in all.
    """

    shortfall: Shortfall
    """What it leaves of the table unexplained."""
    premise: Premise
    """What has to be believed beside what is seen."""
    labels: int
    """Pieces that would have come by another way than their labels did: from the box with the very label that was seen
    to go from there, back to where they lay with another one, or staying where another of their kind lies now. And
    what was seen to come to lie on a pile, is out of sight there since others do, and would never have come."""
    looks: int
    """States believed at a look, of those taken back and replaced, that lie on no way to what would have happened."""
    out_of_sight: bool
    """Whether a part of it would have happened where the camera cannot look."""
    acts: int
    """What hands did: decisions made, decisions taken back, places from which something is held, or from which it was
    seen to be gone before chance is said to have taken it."""
    decisions: int
    """Those of the acts that are settled by what lies there; a piece in a hand may come back yet."""
    held: int
    """From how many places something is in somebody's hand still: what lies as it did before is back where it was."""
    taken_back: int
    """How many of the latest actions it says were not made: what was seen and believed mostly was."""


def least_cost(taken_back: int, decisions: int) -> Cost:
    """A lower bound for whatever takes so many actions back, `decisions` among them: what cannot win is not sought."""
    return Cost(Shortfall.NONE, Premise.NONE, 0, 0, False, decisions, 0, 0, taken_back)


def cost_in_part(shortfall: Shortfall) -> Cost:
    """What speaks against a finding that explains a part of the table: nothing else tells these apart."""
    return least_cost(0, 0)._replace(shortfall=shortfall)


def cost(scan: Scan[S, A], story: Hypothesis[A], premise: Premise = Premise.NONE) -> Cost:
    """What speaks against a hypothesis that explains the whole table, be it on a premise."""
    undone = decisions_taken_back(scan, story)
    made = len(deciders(story.actions)) + len(_taken_in_between(scan, story))
    held = len({change.zone for change in story.held})
    return Cost(
        Shortfall.NONE,
        premise,
        coincidences(scan, story) + len(_overlooked(scan, story)) + scan.left_beneath(story.taken_back, story.actions),
        contradicted_looks(scan, story),
        bool(story.unseen and story.actions),
        made + undone + held,
        made,
        held,
        story.taken_back,
    )


def decisions_taken_back(scan: Scan[S, A], story: Hypothesis[A]) -> int:
    return len(deciders([each.action for each in scan.open[len(scan.open) - story.taken_back :]]))


def decisions_in_all(scan: Scan[S, A], story: Hypothesis[A]) -> int:
    """How many decisions there would have been since all was settled."""
    open_ones = len(deciders([each.action for each in scan.open]))
    return open_ones - decisions_taken_back(scan, story) + len(deciders(story.actions))


def coincidences(scan: Scan[S, A], story: Hypothesis[A]) -> int:
    """How many pieces came with a label that speaks against it."""
    hidden = scan.hidden
    came = [each for each in diff(scan.table(scan.now), scan.seen) if each.delta > 0]
    if story.taken_back:
        strange = (each for each in came if each.piece in hidden.new.get(each.zone, ()))
        put_back = {*diff(scan.table(scan.now), scan.table(scan.before(story.taken_back)))}
        return sum(each in put_back for each in strange)
    if deciders(story.actions):
        return 0
    return sum(each.piece in hidden.returned.get(each.zone, ()) for each in came)


def _overlooked(scan: Scan[S, A], story: Hypothesis[A]) -> Collection[tuple[Zone, Piece]]:
    """What would never have left the place where another of its kind is known to lie now."""
    pairs = {*exchanged(scan.table(scan.now), scan.done, scan.hidden)}
    pairs -= {(change.zone, change.piece) for change in story.held}
    steps = pairwise(scan.tables(scan.before(story.taken_back), story.actions)) if pairs else ()
    return pairs - {(each.zone, each.piece) for step in steps for each in diff(*step) if each.delta < 0}


def _taken_in_between(scan: Scan[S, A], story: Hypothesis[A]) -> Collection[Zone]:
    """From where chance would have taken what was seen to be gone before anything else had changed."""
    lack = scan.hidden.lack
    if not lack or all(action.player is not None for action in story.actions):
        return ()
    steps = pairwise(scan.tables(scan.before(story.taken_back), story.actions))
    return {
        change.zone
        for action, step in zip(story.actions, steps, strict=True)
        if action.player is None
        for change in diff(*step)
        if change.delta < 0 and change.zone in lack
    }


def contradicted_looks(scan: Scan[S, A], story: Hypothesis[A]) -> int:
    """How many of the states that were believed, each because the table looked so, are on no way to this end.

    What was made and taken back, before anything else was done, was seen as it was: all that it brought is gone again.
    Two who act at once may both be at it.
    """
    if not story.taken_back or not story.actions or _was_undone(scan, story):
        return 0
    since = len(scan.open) - story.taken_back
    path = scan.states(scan.before(story.taken_back), story.actions)
    ways = [pair for both in zip_longest(pairwise(path), zip(path, path[2:], strict=False)) for pair in both if pair]
    contradicted = 0
    for state in (*(each.before for each in scan.open[since + 1 :]), scan.now):
        reached = next((n for n, (one, other) in enumerate(ways) if lies_between(scan, one, state, other)), None)
        contradicted += reached is None
        ways = ways[reached or 0 :]
    return contradicted


def _was_undone(scan: Scan[S, A], story: Hypothesis[A]) -> bool:
    """Whether all that was taken back has brought is gone again, at the end or as was seen before all else changed."""
    before = scan.before(story.taken_back)
    brought = came_in_sight(scan, before, scan.now)
    kept = brought & came_in_sight(scan, before, scan.after(before, story.actions))
    return bool(brought) and (not kept or {zone for zone, _ in brought} <= set(scan.hidden.lack))


def lies_between(scan: Scan[S, A], before: S, state: S, after: S) -> bool:
    """Whether the table looks in that state as before or after an action, or on the way from one to the other."""
    game = scan.game
    if any(_looks_alike(scan, state, other) for other in (before, after)):
        return True
    return leads_on(game, before, state, after)


def _looks_alike(scan: Scan[S, A], one: S, other: S) -> bool:
    first, second = position(scan.game, one), position(scan.game, other)
    return first.table == second.table and first.pile_heights == second.pile_heights
