"""One look at the table and the hypotheses of it: what explains all of it, from now or from before open decisions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise, takewhile
from operator import itemgetter
from typing import Generic, TypeGuard, TypeVar

from companion.core.belief.hypothesis import Hypothesis, OpenAction
from companion.core.belief.observation_model import Hidden, Look, Sighting, looks
from companion.core.belief.search import (
    MOST_DECISIONS,
    Ambiguous,
    Explained,
    Explanation,
    Illegal,
    Search,
    Traffic,
    Unexplained,
    readings,
    shown_on,
)
from companion.core.belief.search_budget import Allowance, Budget
from companion.core.belief.transposition_table import Position, position, positions
from companion.core.game import Action, Game, Seat, violation
from companion.core.heights import Height, evidence_of, fit_heights
from companion.core.table import UNREADABLE, Change, Piece, TableSnapshot, Zone, diff

S = TypeVar("S")
A = TypeVar("A", bound=Action)


FROM_NOW = Budget(375, 1_200, 200), Budget(375, 1_200, 200), Budget(75, 300, 50)
"""What all searches that go on from now may ask, one of them, and the last of them, for one look at the table.

Of 1,094 clumsy evenings of Iron Sky and INWO none went otherwise with 150 and 600 than with 375 and 3,000, though every
twelfth asked for more; but two orders of Iron Sky that are seen at once may need 350, 900 and 200.
"""

OTHER_PASTS = Budget(120, 600, 120), Budget(60, 300, 60), Budget(20, 100, 20)
"""The same for stories in which something else happened than is believed.

None of those evenings went otherwise with it than with 300 and 2,500. With two thirds of it one look of 671 evenings
was understood otherwise, to the same end.
"""


class Scan(Generic[S, A]):
    """One look at the table, where `now` is what is believed. No table is explained twice from the same state.

    A set of measurements of one moment is called so by D. B. Reid, "An algorithm for tracking multiple targets", 1979.
    """

    def __init__(self, game: Game[S, A], now: S, open_actions: Sequence[OpenAction[S, A]], sighting: Sighting) -> None:
        self.game, self.now, self.open = game, now, open_actions
        self.seen, self.done, self.hidden = sighting.seen, sighting.done, sighting.hidden
        self._known_ways: list[tuple[S, TableSnapshot, tuple[Look, ...]]] = []
        self.looks = self.ways(now, self.done)
        self._searches: list[tuple[S, Search[S, A]]] = []
        self._from_now = Allowance(*FROM_NOW)
        self._other_pasts = Allowance(*OTHER_PASTS)

    def before(self, taken_back: int) -> S:
        """The state before so many of the latest open actions; what is believed now, before none."""
        return self.open[-taken_back].before if taken_back else self.now

    def table(self, state: S) -> TableSnapshot:
        """What lies on the table in that state."""
        return position(self.game, state).table

    def pile_heights(self, state: S) -> Mapping[Zone, int]:
        """How many pieces lie in each pile of which only the top shows."""
        return position(self.game, state).pile_heights

    def earlier(self) -> Iterator[tuple[int, S]]:
        """The states before each open action, the latest first, and how many actions they are back.

        Who made a decision may have done more than that; chance is to be doubted only where the table differs, or where
        it took something away, which a decision may have done.
        """
        expected = self.table(self.now)
        differing = {change.zone for table in (self.seen, self.done) for change in diff(expected, table)}
        after = expected
        for taken_back, each in enumerate(reversed(self.open), 1):
            before = self.table(each.before)
            changes = diff(before, after)
            took = bool(changes) and all(change.delta < 0 for change in changes)
            if each.action.player is not None or took or any(change.zone in differing for change in changes):
                yield taken_back, each.before
            after = before

    def ways(self, state: S, table: TableSnapshot) -> tuple[Look, ...]:
        """The ways to understand that table, seen from that state."""
        for known, seen, ways in self._known_ways:
            if known is state and seen is table:
                return ways
        ways = looks(self.table(state), table, self._still_untold(state))
        self._known_ways.append((state, table, ways))
        return ways

    def _still_untold(self, state: S) -> Hidden:
        """What is hidden, but for what the open actions brought and took: those piles are as high now as is told."""
        hidden, now = self.hidden, self.pile_heights(state)
        before = self.pile_heights(self.open[0].before) if self.open else now
        changed = {zone for zone, height in now.items() if height != before[zone]}
        told = {zone for zone in changed if zone in hidden.heights and now[zone] in hidden.heights[zone]}
        arrived = {zone: pieces for zone, pieces in hidden.arrived.items() if zone not in told}
        # What has gone from where all lies in sight is missing there, or is known to be gone.
        departed = {zone: pieces for zone, pieces in hidden.departed.items() if zone in now and zone not in told}
        brought = self._brought_since(state)
        arrived |= {zone: max(arrived.get(zone, ()), pieces, key=len) for zone, pieces in brought.items()}
        level = hidden.level - brought.keys()
        return replace(hidden, arrived=arrived, departed=departed, level=level, replaced=hidden.replaced_by_new)

    def _brought_since(self, state: S) -> Mapping[Zone, Sequence[Piece]]:
        """What open actions brought to piles since that state, of the kind that shows: labels tell no more of it."""
        if state is self.now:
            return {}
        now, before = position(self.game, self.now), self.pile_heights(state)
        steps = ((zone, height - before[zone]) for zone, height in now.pile_heights.items())
        return {zone: now.table.zones.get(zone, ()) * step for zone, step in steps if step > 0}

    def ways_if_more_was_moved(self, state: S, table: TableSnapshot) -> Sequence[Look]:
        """As `ways`: what came to a pile may have brought others, under it, or have replaced what it seems to cover."""
        return self.if_more_was_moved(state, self.ways(state, table))

    def if_more_was_moved(self, state: S, ways: Sequence[Look]) -> Sequence[Look]:
        now, before = self.pile_heights(self.now), self.pile_heights(state)
        lowest = {zone: min(height, before[zone]) for zone, height in now.items()}
        told = self.hidden.heights.items()
        grown = {zone: Height(lowest[zone]) for zone, height in told if height.least > lowest[zone]}
        return [replace(look, heights={**look.heights, **grown}) for look in ways] if grown else []

    def explained(self, state: S, look: Look, most: int = MOST_DECISIONS) -> Explanation[A]:
        """What explains the table, be it with a decision of which nothing shows."""
        found = self.in_sight(state, look, most)
        return self._search(state, look).explanation(most) if isinstance(found, Unexplained) else found

    def in_sight(self, state: S, look: Look, most: int = MOST_DECISIONS) -> Explanation[A]:
        """The same, where each decision shows: what leaves no trace is assumed only where nothing else explains it."""
        return self._search(state, look).in_sight(most)

    @property
    def is_exhausted(self) -> bool:
        """Whether all has been asked that the searches from now may ask together."""
        return self._from_now.left.judged <= 0

    def explained_apart(
        self, state: S, seen: TableSnapshot, heights: Mapping[Zone, Height], most: int = 1
    ) -> Explanation[A]:
        """What single decision, or how many at the `most`, explain a table that is not the one that is looked at."""
        return Search(self.game, state, seen, heights, self._from_now, deepest=most).in_sight(most)

    def passing_through(self, look: Look) -> Sequence[Explained[A]]:
        """What explains the table if pieces went on from piles where they had come: those are as high as before."""
        now = self.pile_heights(self.now)
        changed = {zone: height for zone, height in look.heights.items() if now[zone] not in height}
        search = Search(self.game, self.now, look.seen, changed, self._from_now, traffic=Traffic(exchanged=now))
        told = readings(search.in_sight(MOST_DECISIONS))
        whole = (each for each in told if tells_all(each))
        return [each for each in whole if fit_heights(self.game, self.after(self.now, each.actions), look.heights)]

    def explained_with_slips(self, look: Look) -> Explanation[A]:
        """What explains the table from now, be it an action that breaks a rule."""
        found = self.explained(self.now, look)
        if not isinstance(found, Unexplained):
            return found
        return self._search(self.now, look).broken_rule or self.slip(look) or found

    def begun_slip(self, look: Look) -> Illegal[A] | None:
        """The action against the rules of which something is seen, be it that more is left to do."""
        return self._search(self.now, look).broken_rule

    def _search(self, state: S, look: Look) -> Search[S, A]:
        for known, search in self._searches:
            if known is state and search.seen == look.seen and search.heights == look.heights:
                return search
        allowance = self._from_now if state is self.now else self._other_pasts
        search = Search(self.game, state, look.seen, look.heights, allowance, traffic=self._traffic(state))
        self._searches.append((state, search))
        return search

    def _traffic(self, state: S) -> Traffic:
        """To which piles labels came since that state, and which they left: what open actions moved was seen to go."""
        now, before = self.pile_heights(self.now), self.pile_heights(state)
        came, left = self.hidden.arrived.keys() & now.keys(), self.hidden.departed.keys() & now.keys()
        steps = {zone: height - before[zone] for zone, height in now.items()}
        came |= {zone for zone, step in steps.items() if step > 0}
        left |= {zone for zone, step in steps.items() if step < 0}
        return Traffic(came, left, came & left, self._untold_before(state))

    def untold_beneath(self) -> Sequence[tuple[Zone, Piece]]:
        """What came to lie on piles, in that order, and is out of sight under others there; not what is believed."""
        untold = self._untold_before(self.now).difference(shown_on(self.table(self.now)))
        came = ((zone, piece) for zone, pieces in self.hidden.arrived.items() for piece in pieces)
        return [pair for pair in dict.fromkeys(came) if pair in untold]

    def _untold_before(self, state: S) -> frozenset[tuple[Zone, Piece]]:
        """What has come to lie beneath, but for what the states told that were believed before that one."""
        if not self._beneath:
            return self._beneath
        return self._beneath.difference(*(shown_on(self.table(each)) for each in self._believed_until(state)))

    def left_beneath(self, taken_back: int, actions: Sequence[A]) -> int:
        """How many pieces that came to lie on piles, by their labels, and are out of sight there, it never tells of."""
        if not self._beneath:
            return 0
        before = self.before(taken_back)
        tables = self.tables(before, actions)
        return len(self._untold_before(before).difference(*map(shown_on, tables)))

    @cached_property
    def _stacks(self) -> Collection[Zone]:
        """Where one piece lies on another."""
        return self.game.layout(self.now).piles | self.pile_heights(self.now).keys()

    @cached_property
    def _beneath(self) -> frozenset[tuple[Zone, Piece]]:
        """What has come to lie on piles since all was settled, and is out of sight now under others there."""
        buried = frozenset((zone, piece) for zone in self._stacks for piece in self.hidden.buried.get(zone, ()))
        came = {(zone, piece) for zone in self._stacks for piece in self.hidden.arrived.get(zone, ())}
        since = (pair for each in self.open for pair in shown_on(self.table(each.before)))
        return buried & came.union(since) if buried else buried

    def _believed_until(self, state: S) -> Iterator[S]:
        """The states that were believed since all was settled, up to that one."""
        return takewhile(lambda each: each is not state, (each.before for each in self.open))

    def exact(self, state: S, taken_back: int, ways: Sequence[Look]) -> Hypothesis[A] | None:
        """A story from `state` in which each action shows and after which the table is as it should be.

        One that happens in sight goes before one of which a part would have happened where the camera cannot look, and
        a short one before a long one.
        """
        found = list[Hypothesis[A]]()
        for story in self.exact_hypotheses(state, taken_back, ways):
            if not story.unseen and len(deciders(story.actions)) <= 1:
                return min((*found, story), key=_unlikelihood) if story.actions else story
            found.append(story)
        return min(found, key=_unlikelihood, default=None)

    def exact_hypotheses(
        self, state: S, taken_back: int, ways: Sequence[Look], most: int = MOST_DECISIONS
    ) -> Iterator[Hypothesis[A]]:
        """For each way to understand the look, the story that explains all of it, if there is one."""
        for look in ways:
            if not diff(self.table(state), look.seen) and fit_heights(self.game, state, look.heights):
                yield Hypothesis(taken_back, (), look.held)
                return
            if not self.game.may_show(state, look.seen):
                continue
            story = self._in_the_order_seen(state, self.in_sight(state, look, most))
            if tells_all(story):
                actions = self._as_it_went(state, story.actions, look)
                yield Hypothesis(taken_back, actions, look.held, unseen=self.unseen(state, actions, look.seen))

    def several(self, ways: Sequence[Look]) -> Sequence[Hypothesis[A]]:
        """The stories that go on from now and explain all of the look, where they are several in one of these ways."""
        for look in ways:
            if not look.held and self.game.may_show(self.now, look.seen):
                found = self.in_sight(self.now, look)
                whole = [each for each in readings(found) if tells_all(each)] if isinstance(found, Ambiguous) else []
                if whole:
                    return [Hypothesis(actions=each.actions) for each in whole]
        return ()

    def _in_the_order_seen(self, state: S, story: Explanation[A]) -> Explanation[A]:
        """Of several orders of the same actions the one that earlier looks have told, by which places were empty."""
        told = story.readings if isinstance(story, Ambiguous) and self.hidden.lack else ()
        if len({frozenset(each.actions) for each in told}) != 1:
            return story
        fitting = [each for each in told if (went := self._emptied(state, each.actions)) == sorted(went)]
        return fitting[0] if len(fitting) == 1 else story

    def _emptied(self, state: S, actions: Sequence[A]) -> list[int]:
        """For each of the actions, as which its first place was seen to be emptied; others come after all of those."""
        order = {zone: number for number, zone in enumerate(self.hidden.lack)}
        emptied = list[int]()
        for before, after in pairwise(self.tables(state, actions)):
            lost = (order[change.zone] for change in diff(before, after) if change.delta < 0 and change.zone in order)
            emptied.append(min(lost, default=len(order)))
        return emptied

    def _as_it_went(self, state: S, actions: tuple[A, ...], look: Look) -> tuple[A, ...]:
        """The same actions, those first whose places were seen to be emptied first, if that is as legal."""
        if not self.hidden.lack or len(deciders(actions)) < max(2, len(actions)):
            return actions
        emptied = self._emptied(state, actions)
        told = tuple(action for _, action in sorted(zip(emptied, actions, strict=True), key=itemgetter(0)))
        if told == actions or not self.is_legal(state, told):
            return actions
        end = self.after(state, told)
        return actions if diff(self.table(end), look.seen) or not fit_heights(self.game, end, look.heights) else told

    def lies_as(self, state: S, ways: Sequence[Look]) -> bool:
        """Whether the table lies as in that state, in one of the ways to understand it in which nothing is held."""
        return any(
            not diff(self.table(state), look.seen) and fit_heights(self.game, state, look.heights)
            for look in ways
            if not look.held
        )

    def tables(self, state: S, actions: Sequence[A]) -> list[TableSnapshot]:
        """The tables from `state` on, after each of the actions."""
        return [each.table for each in self._path(state, actions)]

    def states(self, state: S, actions: Sequence[A]) -> list[S]:
        """`state`, and those after each of the actions."""
        return [each.state for each in self._path(state, actions)]

    def _path(self, state: S, actions: Sequence[A]) -> Sequence[Position[S, A]]:
        return [*positions(position(self.game, state), actions)]

    def is_legal(self, state: S, actions: Sequence[A]) -> bool:
        """Whether these actions can be done one after the other."""
        reached: Position[S, A] | None = position(self.game, state)
        for action in actions:
            reached = reached and reached.after(action)
        return reached is not None

    def slip(self, look: Look, before: tuple[A, ...] = (), since: S | None = None) -> Illegal[A] | None:
        """The one action against the rules that explains all that is seen, nothing left to do, after those `before`.

        They follow the state that is believed, or another one, `since` which that happened. Of what came to a pile
        another piece may lie on top.
        """
        state = self.after(self.now if since is None else since, before)
        for way in (look, *self._turned_over(look)):
            if (slip := self._slip(state, way)) is not None:
                return replace(slip, actions=before, outstanding=diff(way.seen, look.seen))
        return None

    def _slip(self, state: S, look: Look) -> Illegal[A] | None:
        game, now = self.game, position(self.game, state)
        evidence = evidence_of(game, state, look.seen, look.heights)
        if game.least_decisions(state, evidence.changes) > 1:
            return None
        for action in game.candidates_for(state, evidence):
            if now.after(action) is None:
                after = now.after_slip(action)
                if not diff(after.table, look.seen) and fit_heights(game, after.state, look.heights):
                    found = violation(game, state, action)
                    return None if found is None else Illegal((), action, found)
        return None

    def _turned_over(self, look: Look) -> Iterator[Look]:
        """The look with another one on top of what came to a pile: one by one it comes to lie the other way round."""
        for zone in self.hidden.arrived.keys() & self.pile_heights(self.now).keys():
            came, top = {*self.hidden.arrived[zone]}, look.seen.zones.get(zone, ())
            for other in sorted(came.difference(top)) if came.issuperset(top) else ():
                yield replace(look, seen=TableSnapshot({**look.seen.zones, zone: (other,)}))

    def unseen(self, state: S, actions: Sequence[A], seen: TableSnapshot) -> tuple[Change, ...]:
        """What else would lie where the camera cannot look than is believed to lie there, or was seen to have come."""
        now, after = self.now, self.after(state, actions)
        before, later = self.pile_heights(now), self.pile_heights(after)
        tops = diff(self.table(now), self.table(after))
        piles = (Change(zone, UNREADABLE, later[zone] - height) for zone, height in before.items())
        landed = ((zone, piece) for zone, pieces in self.hidden.landed.items() for piece in pieces)
        lies = self.table(after).zones
        side_by_side = ((zone, piece) for zone, piece in landed if zone not in self._stacks)
        gone = (Change(zone, piece, -1) for zone, piece in side_by_side if piece not in lies.get(zone, (piece,)))
        return tuple(change for change in (*tops, *piles, *gone) if change.delta and change.zone not in seen.zones)

    def after(self, state: S, actions: Sequence[A]) -> S:
        return self._path(state, actions)[-1].state


def tells_all(story: Explanation[A]) -> TypeGuard[Explained[A]]:
    """Whether there is one, with nothing left to do after it."""
    return isinstance(story, Explained) and bool(story.actions) and not story.outstanding


def deciders(actions: Sequence[Action]) -> tuple[Seat, ...]:
    """Who made the decisions among them."""
    return tuple(action.player for action in actions if action.player is not None)


def undone(scan: Scan[S, A], actions: Sequence[A], since: S | None = None) -> Sequence[A]:
    """Those of the players' actions, from now or from that state on, of which another one undoes a part, in sight."""
    steps = pairwise(scan.states(scan.now if since is None else since, actions))
    changes = [_in_sight(scan, before, after) for before, after in steps]
    return [
        action
        for action, own in zip(actions, changes, strict=True)
        if action.player is not None
        and any(delta * other.get(place, 0) < 0 for other in changes for place, delta in own.items())
    ]


def came_in_sight(scan: Scan[S, A], before: S, after: S) -> set[tuple[Zone, Piece]]:
    """What lies there in the one state and not in the other, and which piles are higher, where the camera can look."""
    return {place for place, delta in _in_sight(scan, before, after).items() if delta > 0}


def _in_sight(scan: Scan[S, A], before: S, after: S) -> Mapping[tuple[Zone, Piece], int]:
    """What changes between two states where the camera can look, and how much higher piles are."""
    zones = scan.seen.zones
    tops = {(c.zone, c.piece): c.delta for c in diff(scan.table(before), scan.table(after)) if c.zone in zones}
    now, later = scan.pile_heights(before), scan.pile_heights(after)
    steps = {(zone, UNREADABLE): later[zone] - height for zone, height in now.items()}
    return {**tops, **{place: step for place, step in steps.items() if step and place[0] in zones}}


def _unlikelihood(story: Hypothesis[A]) -> tuple[bool, int]:
    return bool(story.unseen), len(deciders(story.actions))
