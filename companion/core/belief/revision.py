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

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from operator import itemgetter
from typing import TypeVar

from companion.core.belief.cost import Cost, cost, cost_in_part, decisions_in_all, least_cost
from companion.core.belief.held_pieces import nothing_but_held, put_away_first
from companion.core.belief.hypothesis import Either, Finding, Hypothesis, OpenAction, one_or_either
from companion.core.belief.incomplete import explained_in_part, findings_in_part
from companion.core.belief.moves_under_covers import doubted_under_covers
from companion.core.belief.observation_model import Sighting, exchanged
from companion.core.belief.partial_actions import steps_of
from companion.core.belief.premises import on_the_lightest_premise, or_one_slip, reorders
from companion.core.belief.scan import Scan, came_in_sight, deciders, tells_all, undone
from companion.core.belief.search import MOST_DECISIONS, Explained, readings
from companion.core.belief.taken_back import with_traceless
from companion.core.game import Action, Game
from companion.core.heights import evidence_of, fit_heights
from companion.core.table import Change, Piece, TableSnapshot, Zone, as_if_done, diff

S = TypeVar("S")
A = TypeVar("A", bound=Action)

MOST_LANDED = 6
"""So many pieces that others cover now are told to have come, each by a decision: in a quarter of an hour without an
answer hardly more come to lie on one pile."""


def revise(
    game: Game[S, A], now: S, open_actions: Sequence[OpenAction[S, A]], sighting: Sighting, *, hasty: bool = False
) -> Finding[A]:
    """What the table says, where `now` is the state that is believed, after the open actions, the latest last.

    Pieces that may be buried count as lying where they were, unless a story that the rest of the table tells needs them
    gone. `hasty`: one of the open decisions was made so shortly ago that its player may still be at it.
    """
    scan = Scan(game, now, open_actions, sighting)
    return doubted_under_covers(scan, _finding(scan, hasty))


def _finding(scan: Scan[S, A], hasty: bool) -> Finding[A]:
    game, now, look = scan.game, scan.now, scan.looks[0]
    agrees = not diff(scan.table(now), look.seen)
    if agrees and fit_heights(game, now, look.heights):
        return nothing_but_held(scan)
    if agrees and isinstance(by_labels := _by_labels(scan), Either):
        return by_labels
    best = _cheapest(scan)
    if told := _as_each_landed(scan, best):
        return one_or_either(told)
    if best is not None and not _is_dearer_than_several(scan, best):
        best = put_away_first(scan, best) or best
        return best if best.held else _beside_its_rivals(scan, best, hasty)
    if agrees:
        return nothing_but_held(scan)
    told = () if scan.several(scan.looks) else on_the_lightest_premise(scan)[1]
    return one_or_either(told) if told else explained_in_part(scan)


def _beside_its_rivals(scan: Scan[S, A], best: Hypothesis[A], hasty: bool) -> Hypothesis[A] | Either[A]:
    if rivals := [*_rivals(scan, best, hasty)]:
        return Either((*rivals, best))
    if more := [*_more_taken(scan, best)]:
        return Either((best, *more))
    return best if best.taken_back else or_one_slip(scan, best) or best


def _cheapest(scan: Scan[S, A]) -> Hypothesis[A] | None:
    """The hypothesis that explains the whole table at the least cost. What cannot be cheaper is not looked for."""
    best, least = None, None
    for bound, some in _hypotheses(scan):
        if least is not None and least <= bound:
            continue
        for each in some:
            weight = cost(scan, each)
            if least is None or weight < least:
                best, least = each, weight
    return None if best is None else _told_shortest(scan, best)


def cheapest_findings(
    game: Game[S, A], now: S, open_actions: Sequence[OpenAction[S, A]], sighting: Sighting, most: int = 3
) -> Sequence[tuple[Cost, Finding[A]]]:
    """The cheapest explanations of that look, with what speaks against each: why this?"""
    scan = Scan(game, now, open_actions, sighting)
    told: dict[S, tuple[Cost, Hypothesis[A]]] = {}
    for _, some in _hypotheses(scan):
        for each in some:
            end, weighed = (scan.after(scan.before(each.taken_back), each.actions), (cost(scan, each), each))
            if end not in told or weighed[0] < told[end][0]:
                told[end] = weighed
    if told:
        return sorted(told.values(), key=itemgetter(0))[:most]
    if not diff(scan.table(now), scan.looks[0].seen):
        return [(cost(scan, held := nothing_but_held(scan)), held)]
    premise, others = on_the_lightest_premise(scan)
    if others:
        return [(cost(scan, each, premise), each) for each in others][:most]
    return [(cost_in_part(shortfall), found) for shortfall, found in islice(findings_in_part(scan), most)]


def _hypotheses(scan: Scan[S, A]) -> Iterator[tuple[Cost, Iterator[Hypothesis[A]]]]:
    """Those that explain the whole table, in lots, each with what it costs at least."""
    yield least_cost(0, 0), _from_now(scan)
    for taken_back, before in scan.earlier():
        decisions = len(deciders([each.action for each in scan.open[-taken_back:]]))
        yield least_cost(taken_back, decisions), _whole(scan, taken_back, before)
        yield least_cost(taken_back, decisions + 1), _instead(scan, taken_back, before)


def _from_now(scan: Scan[S, A]) -> Iterator[Hypothesis[A]]:
    now, look = scan.now, scan.looks[0]
    if not diff(scan.table(now), look.seen):
        found = _by_labels(scan)
        if isinstance(found, Hypothesis):
            yield found
    else:
        yield from scan.exact_hypotheses(now, 0, scan.looks)
        yield from _exchanged(scan)


def _exchanged(scan: Scan[S, A]) -> Iterator[Hypothesis[A]]:
    """Pieces went, and others of their kind came into their places: their labels are two."""
    went = {*exchanged(scan.table(scan.now), scan.done, scan.hidden)}
    if not went:
        return
    gone = as_if_done(scan.done, [Change(zone, piece, 1) for zone, piece in went])
    actions = tuple[A, ...]()
    # In one search nothing would have changed there: all that went is gone first, and then what came lies there.
    for seen in (gone, scan.done):
        story = scan.explained_apart(scan.after(scan.now, actions), seen, {})
        if not isinstance(story, Explained) or story.outstanding:
            return
        actions = (*actions, *story.actions)
    yield Hypothesis(actions=actions)


def _whole(scan: Scan[S, A], taken_back: int, before: S) -> Iterator[Hypothesis[A]]:
    """These were taken back, and nothing was done instead."""
    if scan.lies_as(before, scan.ways(before, scan.seen)):
        yield Hypothesis(with_traceless(scan, taken_back), unseen=scan.unseen(before, (), scan.seen))


def _instead(scan: Scan[S, A], taken_back: int, before: S) -> Iterator[Hypothesis[A]]:
    """These were others, with what followed."""
    tables = (scan.seen, scan.done) if scan.seen != scan.done else (scan.seen,)
    for each in (scan.exact(before, taken_back, scan.ways(before, table)) for table in tables):
        if each is None or reorders(scan, each) or _holds_what_it_had_explained(scan, each):
            continue
        if scan.after(before, each.actions) == scan.now:
            yield Hypothesis(held=each.held)
        elif each.actions or each.held:
            yield each


def _as_each_landed(scan: Scan[S, A], best: Hypothesis[A] | None) -> Sequence[Hypothesis[A]]:
    """What explains all by what laid each of the pieces down that lie under others now, if less speaks against it."""
    untold = scan.untold_beneath() if best is None or cost(scan, best).labels else ()
    if not 0 < len(untold) <= MOST_LANDED:
        return ()
    told = [*_laid_in_order(scan, (), untold)]
    least = min((cost(scan, each) for each in told), default=None)
    if least is None or (best is not None and cost(scan, best) <= least):
        return ()
    ends = {scan.after(scan.now, each.actions): each for each in told if cost(scan, each) == least}
    return [*ends.values()]


def _laid_in_order(
    scan: Scan[S, A], actions: tuple[A, ...], untold: Sequence[tuple[Zone, Piece]]
) -> Iterator[Hypothesis[A]]:
    """Stories that go on from now by these: each of the pieces comes to lie on its pile in turn, then all the rest."""
    state = scan.after(scan.now, actions)
    if not untold:
        for look in scan.ways(state, scan.done):
            for each in () if look.held else readings(scan.in_sight(state, look)):
                if tells_all(each):
                    yield Hypothesis(actions=(*actions, *each.actions))
        return
    (zone, piece), *later = untold
    expected = scan.table(state)
    gone = [change for change in diff(expected, scan.done) if change.delta < 0 and change.zone != zone]
    landed = {**expected.zones, zone: (piece,)}
    seen = as_if_done(TableSnapshot(landed), [change._replace(delta=-change.delta) for change in gone])
    for each in readings(scan.explained_apart(state, seen, {})):
        if each.actions:
            yield from _laid_in_order(scan, (*actions, *each.actions), later)


def _told_shortest(scan: Scan[S, A], best: Hypothesis[A]) -> Hypothesis[A]:
    """What leads to the same state is one hypothesis: the journal tells it with the fewest decisions."""
    if best.held or not best.actions or best.taken_back:
        return best
    after = scan.after(scan.now, best.actions)
    for taken_back, before in scan.earlier():
        together = [*(each.action for each in scan.open[-taken_back:]), *best.actions]
        if len({action.player for action in together}) > 1:
            break
        if any(action in best.actions for action in undone(scan, together, before)):
            most = min(MOST_DECISIONS, len(together) - 1)
            for other in scan.exact_hypotheses(before, taken_back, scan.ways(before, scan.seen), most=most):
                if not other.held and scan.after(before, other.actions) == after:
                    return other
    return best


def _rivals(scan: Scan[S, A], best: Hypothesis[A], hasty: bool) -> Iterator[Hypothesis[A]]:
    """What is too near to the best to be left unsaid, though it leads elsewhere.

    What undoes the latest decision may be its taking back, and the other way round. And what tells the whole with fewer
    decisions in all is as likely as what goes on from more of what is believed, while people may still be at it.
    """
    end = scan.after(scan.before(best.taken_back), best.actions)
    if best.taken_back == 1:
        for each in _from_now(scan):
            if not each.held and _retracts(each, best) and scan.after(scan.now, each.actions) != end:
                yield each
    earlier = [each for each in scan.earlier() if each[0] > best.taken_back]
    many = hasty or bool(best.taken_back)
    for taken_back, before in earlier if many else [each for each in earlier if each[0] == 1 and best.actions]:
        simpler = _simpler(scan, best, taken_back, hasty)
        other = next((each for each in simpler if scan.after(before, each.actions) != end), None)
        if other is not None:
            yield other
            return


def _more_taken(scan: Scan[S, A], best: Hypothesis[A]) -> Iterator[Hypothesis[A]]:
    """What was taken off a pile may have taken along what would else lie there out of sight."""
    game, now = scan.game, scan.now
    for look in scan.looks[1:] if not best.taken_back and len(best.actions) == 1 and not best.unseen else ():
        out_of_sight = {change.zone for change in diff(look.seen, scan.looks[0].seen)}
        if look.held or not out_of_sight or not out_of_sight <= scan.hidden.uncertain:
            continue
        if diff(scan.table(now), look.seen) and game.may_show(now, look.seen):
            other = scan.in_sight(now, look, 1)
            if not tells_all(other) or deciders(other.actions) != deciders(best.actions):
                continue
            if scan.after(now, other.actions) != scan.after(now, best.actions):
                yield Hypothesis(actions=other.actions)
                return


def _simpler(scan: Scan[S, A], best: Hypothesis[A], taken_back: int, hasty: bool) -> Iterator[Hypothesis[A]]:
    """What tells the whole with fewer decisions in all, and has no look against it that the best has not."""
    before, open_ones = scan.before(taken_back), [each.action for each in scan.open[-taken_back:]]
    seats, weight, in_all = set(deciders(best.actions)), cost(scan, best), decisions_in_all(scan, best)
    own = set(deciders(open_ones)) == seats and len(seats) == 1
    most = min(MOST_DECISIONS, len(deciders(open_ones)) + len(deciders(best.actions)) - 1)
    goes_to_and_fro = bool(best.taken_back and undone(scan, best.actions, scan.before(best.taken_back)))
    for other in scan.exact_hypotheses(before, taken_back, scan.ways(before, scan.seen), most=most):
        if other.held or not other.is_exact or decisions_in_all(scan, other) >= in_all:
            continue
        theirs = cost(scan, other)
        is_one = (own or hasty or (best.taken_back and not other.actions)) and theirs.looks <= weight.looks
        is_one = is_one or goes_to_and_fro or (_is_all_in_one(best, other) and theirs.looks <= weight.looks)
        if theirs.labels <= weight.labels and (is_one or (taken_back == 1 and _retracts(best, other))):
            yield other


def _is_all_in_one(best: Hypothesis[A], other: Hypothesis[A]) -> bool:
    """Whether who is thought to have acted after another one may have done all of it by one decision."""
    return (
        other.taken_back == 1
        and len(deciders(other.actions)) == 1
        and deciders(best.actions) == deciders(other.actions)
    )


def _retracts(best: Hypothesis[A], other: Hypothesis[A]) -> bool:
    """Whether the one only lacks the decision by which the other undoes the latest of those that are believed."""
    rest = [action for action in best.actions if action not in other.actions]
    return len(deciders(rest)) == len(best.actions) - len(other.actions) == 1


def _holds_what_it_had_explained(scan: Scan[S, A], found: Hypothesis[A]) -> bool:
    """Whether hands would hold what went by an action that it takes back, of which all the rest lies there still.

    What only takes away may have been believed while somebody held the pieces; what shows elsewhere too was made.
    """
    held, lying = {(change.zone, change.piece) for change in found.held}, scan.seen.zones
    states = [*(each.before for each in scan.open[len(scan.open) - found.taken_back :]), scan.now]
    for before, after in pairwise(states if held else ()):
        gone = {(each.zone, each.piece) for each in diff(*map(scan.table, (before, after))) if each.delta < 0}
        came = came_in_sight(scan, before, after) if gone & held else set()
        if came and all(piece in lying[zone] for zone, piece in came):
            return True
    return False


def _is_dearer_than_several(scan: Scan[S, A], best: Hypothesis[A]) -> bool:
    """Whether less speaks against several stories that go on from now: then it is asked which of them it was."""
    return any(cost(scan, each) < cost(scan, best) for each in scan.several(scan.looks))


def _by_labels(scan: Scan[S, A]) -> Hypothesis[A] | Either[A] | None:
    """What legal action shows only in the labels, as far as anything is in sight: a piece went from pile to pile."""
    game, now, look = scan.game, scan.now, scan.looks[0]
    if look.held:
        return None
    evidence = evidence_of(game, now, look.seen, look.heights)
    steps = (
        step
        for step in steps_of(game, now, dict.fromkeys(game.candidates_for(now, evidence)))
        if all(each.zone not in look.seen.zones for each in step.changes)
    )
    fitting = [step for step in steps if fit_heights(game, step.after, look.heights)]
    if len(fitting) > 1 and any(step.changes for step in fitting):
        # More may have gone than is in sight.
        return Either(tuple(_as_far_as_seen(scan, step.action) for step in fitting))
    return _as_far_as_seen(scan, fitting[0].action) if len(fitting) == 1 else None


def _as_far_as_seen(scan: Scan[S, A], action: A) -> Hypothesis[A]:
    return Hypothesis(actions=(action,), unseen=scan.unseen(scan.now, (action,), scan.looks[0].seen))
