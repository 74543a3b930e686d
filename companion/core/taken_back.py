"""Whether what differs is what was done before, taken back: whole, in disorder, alone, or with something else done."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TypeVar

from companion.core.findings import Either, Finding, Revision
from companion.core.game import Action, is_legal
from companion.core.heights import fit_heights
from companion.core.positions import position
from companion.core.stories import Stories, deciders, undone
from companion.core.table import diff

S = TypeVar("S")
A = TypeVar("A", bound=Action)


def taken_back_whole(stories: Stories[S, A], least: int = 1) -> Revision[A] | None:
    """All lies as before open actions, of which at `least` so many are decisions: they were taken back.

    That explains all that is gone: nothing need be in anybody's hand.
    """
    for taken_back, before in stories.earlier():
        decisions = deciders([each.action for each in stories.open[-taken_back:]])
        if len(decisions) >= least and stories.lies_as(before, stories.ways(before, stories.seen)):
            return Revision(taken_back)
    return None


def came_back(stories: Stories[S, A], found: Revision[A]) -> Revision[A] | None:
    """What chance would have brought is, by its labels, what open actions put away: they were taken back."""
    came = [each for each in diff(stories.game.table(stories.now), stories.seen) if each.delta > 0]
    returned = all(each.piece in stories.hidden.returned.get(each.zone, ()) for each in came)
    return taken_back_whole(stories, least=0) if came and returned and not deciders(found.actions) else None


def taken_back_alone(stories: Stories[S, A]) -> Revision[A] | None:
    """What open decisions brought may be out of sight because they were taken back; what came after stands.

    With a decision go those that are not legal without it: a card was laid open, and then given away.
    """
    for taken_back, before in stories.earlier():
        first, *later = (each.action for each in stories.open[-taken_back:])
        after, stands = before, list[A]()
        for action in later:
            if is_legal(stories.game, after, action):
                after = stories.game.apply(after, action)
                stands.append(action)
        if first.player is not None and stories.lies_as(after, stories.ways(after, stories.seen)[-1:]):
            return Revision(taken_back, tuple(stands))
    return None


def taken_back_in_disorder(stories: Stories[S, A]) -> Revision[A] | None:
    """All lies as before open actions, but that what was put back onto a pile does not lie there in its old order."""
    game, hidden = stories.game, stories.hidden
    now = position(game, stories.now).pile_heights
    for taken_back, before in stories.earlier():
        changes, heights = diff(game.table(before), stories.seen), position(game, before).pile_heights
        regrown = {zone for zone in hidden.arrived if now.get(zone, 0) < heights.get(zone, 0)}
        gone = sorted(change.zone for change in changes if change.delta == -1)
        come = sorted(change.zone for change in changes if change.delta == 1)
        if changes and gone == come and len(changes) == 2 * len(gone) and regrown.issuperset(gone):
            return Revision(taken_back, outstanding=changes) if fit_heights(game, before, hidden.heights) else None
    return None


def back_where_it_was(stories: Stories[S, A], found: Revision[A]) -> Revision[A] | None:
    """What leads back to a state before open actions is their taking back: the journal tells nothing to and fro."""
    after = stories.after(stories.now, found.actions)
    for taken_back, before in stories.earlier():
        if before == after:
            return replace(found, taken_back=taken_back, actions=())
    return None


def with_traceless(stories: Stories[S, A], taken_back: int) -> int:
    """How many actions are taken back with those before them that leave no trace: what followed told of them alone."""
    game, later = stories.game, stories.open[-taken_back].before
    for each in reversed(stories.open[:-taken_back]):
        if each.action.player is None or game.table(each.before) != game.table(later):
            break
        if game.pile_heights(each.before) != game.pile_heights(later):
            break
        taken_back, later = taken_back + 1, each.before
    return taken_back


def or_taken_back(stories: Stories[S, A], found: Revision[A]) -> Revision[A] | Either[A] | None:
    """What undoes the latest open decision to the last piece may as well be its taking back, before anything else."""
    for taken_back, before in islice(() if found.held else stories.earlier(), 1):
        most = len(deciders(found.actions)) - 1
        for other in stories.exact_stories(before, taken_back, stories.ways(before, stories.seen), most=most):
            rest = [action for action in found.actions if action not in other.actions]
            same = stories.after(before, other.actions) == stories.after(stories.now, found.actions)
            if not other.held and len(deciders(rest)) == len(found.actions) - len(other.actions) == 1:
                return other if same else Either((other, found))
    return None


def or_all_taken_back(stories: Stories[S, A], found: Finding[A]) -> Either[A] | None:
    """What takes back some and does another thing may as well have taken back more.

    If all lies as before that; or if what was done since goes to and fro, and less was done after taking back more.
    """
    if not isinstance(found, Revision) or not found.taken_back or not found.actions or found.held:
        return None
    whole = taken_back_whole(stories) or _without_to_and_fro(stories, found)
    return None if whole is None or whole.taken_back <= found.taken_back else Either((whole, found))


def _without_to_and_fro(stories: Stories[S, A], found: Revision[A]) -> Revision[A] | None:
    """What explains all with more taken back and fewer decisions, where those that were found undo each other."""
    if not undone(stories, found.actions, stories.before(found.taken_back)):
        return None
    most = len(deciders(found.actions)) - 1
    for taken_back, before in stories.earlier():
        if taken_back > found.taken_back:
            for other in stories.exact_stories(before, taken_back, stories.ways(before, stories.seen), most=most):
                if not other.held and len(deciders(other.actions)) <= most:
                    return other
    return None
