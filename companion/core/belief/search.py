"""From a change on the table to the actions that made it.

The game can say what the table should look like, so the story is found by looking forward: the shortest legal sequence
of actions whose picture agrees with what people did. What a story adds that is not on the table yet is *outstanding*
handwork. If no legal story fits, the one illegal action that would is named with the rule it breaks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, pairwise
from typing import Generic, NamedTuple, TypeVar
from weakref import proxy

from companion.core.belief.search_budget import NOTHING, THOROUGH, Allowance, Budget
from companion.core.belief.transposition_table import Position, position, positions
from companion.core.evidence import Evidence
from companion.core.game import Action, Game, violation
from companion.core.heights import NO_HEIGHTS, Height, between, evidence_of, fit_heights
from companion.core.rules import Violation
from companion.core.table import Change, Piece, TableSnapshot, Zone, diff, explain_away, zone_changes

S = TypeVar("S")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Explained(Generic[A]):
    """One story fits best. `outstanding` is what hands have yet to put right: seen minus expected, after the story."""

    actions: tuple[A, ...]
    outstanding: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Ambiguous(Generic[A]):
    """Several stories fit equally well: people must say which."""

    readings: tuple[Explained[A], ...]


@dataclass(frozen=True, slots=True)
class Illegal(Generic[A]):
    """After these legal actions the table shows this one, and it breaks a rule."""

    actions: tuple[A, ...]
    action: A
    violation: Violation
    outstanding: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Unexplained:
    """No action of the game makes these changes."""

    changes: tuple[Change, ...]


Explanation = Explained[A] | Ambiguous[A] | Illegal[A] | Unexplained


def readings(found: Explanation[A]) -> tuple[Explained[A], ...]:
    """The legal stories that were found, be it one or several."""
    if isinstance(found, Ambiguous):
        return found.readings
    return (found,) if isinstance(found, Explained) else ()


class Traffic(NamedTuple):
    """The piles to which labels came, those that labels left, and those that may both have grown and shrunk.

    `beneath` is what came to lie on a pile and is out of sight under others there.
    """

    came: Collection[Zone] = ()
    left: Collection[Zone] = ()
    exchanged: Collection[Zone] = ()
    beneath: Collection[tuple[Zone, Piece]] = ()


def shown_on(table: TableSnapshot) -> Iterator[tuple[Zone, Piece]]:
    """Where which pieces show."""
    return ((zone, piece) for zone, pieces in table.zones.items() for piece in pieces)


def _happens_out_of_sight(before: _Story[S, A], after: _Story[S, A]) -> bool:
    """Whether what was done between them changes something on the table: of what does not show that is not assumed."""
    now, later = before.outlook.position, after.outlook.position
    return now.table != later.table or now.pile_heights != later.pile_heights


MOST_DECISIONS = 3
"""So many actions of players a table may be behind."""

MOST_STORIES = 100
"""A table that fits none of so many beginnings is not looked at further: that would take long, and convince nobody."""

MOST_SLIPS = 200
"""How many illegal actions are tried after them."""


def explain(  # noqa: PLR0913
    game: Game[S, A],
    state: S,
    seen: TableSnapshot,
    *,
    heights: Mapping[Zone, Height] = NO_HEIGHTS,
    max_decisions: int = MOST_DECISIONS,
    with_slips: bool = True,
) -> Explanation[A]:
    """The shortest story from `state` to `seen`, with at most `max_decisions` actions of players.

    `heights` is how high piles are known to be afterwards. Without slips no broken rule is looked for.

    Chance events are followed as far as the table shows them and are not counted. Labels that cannot be read neither
    need nor prevent a story: whoever identifies them changes `seen`.
    """
    search = Search(game, state, seen, heights, Allowance(THOROUGH, THOROUGH, THOROUGH))
    found = search.explanation(max_decisions)
    return search.broken_rule or found if with_slips and isinstance(found, Unexplained) else found


def _best(told: Sequence[_Story[S, A]]) -> Explained[A] | Ambiguous[A]:
    """The reading that leaves least to be done, and least unread."""
    least = min(story.unlikelihood for story in told)
    best = [story.reading for story in told if story.unlikelihood == least]
    return Ambiguous(tuple(best)) if len(best) > 1 else best[0]


class _Outlook(Generic[S, A]):
    """What a search makes of a position, whichever actions led there.

    `unmet` is how many pieces lie otherwise than they would, where the table changed.
    """

    def __init__(self, search: Search[S, A], reached: Position[S, A]) -> None:
        # If each kept the other, both would wait for a full garbage collection, which stops play for tens of ms.
        self.search: Search[S, A] = proxy(search)
        self.position = reached
        self._left = search.left(reached.table)
        self.unmet = sum([abs(change.delta) for change in self._left])

    @cached_property
    def evidence(self) -> Evidence:
        search = self.search
        table = search.with_abandoned(self.position.table)
        return evidence_of(search.game, self.position.state, search.seen, search.heights, table)

    @cached_property
    def candidates(self) -> tuple[A, ...]:
        """How it may go on: decisions and slips are looked for among the same ones."""
        return tuple(self.search.game.candidates_for(self.position.state, self.evidence))

    @cached_property
    def least_left(self) -> int:
        """At least so many actions it still takes to what is seen."""
        return self.search.game.least_decisions(self.position.state, self._left)


class _Story(NamedTuple, Generic[S, A]):
    """The beginning of a story, and where it leads."""

    outlook: _Outlook[S, A]
    actions: tuple[A, ...]

    @property
    def state(self) -> S:
        return self.outlook.position.state

    @property
    def unmet(self) -> int:
        return self.outlook.unmet

    @property
    def unlikelihood(self) -> tuple[int, int, int]:
        """How many changes are left to be made, how many labels came, and left or joined piles, without its knowing."""
        evidence = self.outlook.evidence
        unread = sum(evidence.new_unread(zone) for zone in evidence.unread)
        return len(evidence.changes), unread, self.outlook.search.untold_traffic(self.actions)

    @property
    def reading(self) -> Explained[A]:
        return Explained(self.actions, self.outlook.evidence.changes)


@dataclass(slots=True)
class _Deepening(Generic[S, A]):
    """How deep the stories have been searched: by depth those that are to be gone on from, and what is told by them.

    `in_sight`: only those each of whose decisions shows.
    """

    told: Explained[A] | Ambiguous[A] | None
    in_sight: bool = False
    visited: list[Mapping[S, _Story[S, A]]] = field(default_factory=list)
    is_stuck: bool = False


class Search(Generic[S, A]):
    """The stories of one change, to be asked for with more and more decisions: nothing is looked for twice.

    `changed` is where the table differs from the start: there a story must agree; `traffic` is what labels tell. It is
    never asked for more than `deepest` decisions.
    """

    def __init__(  # noqa: PLR0913
        self,
        game: Game[S, A],
        state: S,
        seen: TableSnapshot,
        heights: Mapping[Zone, Height],
        allowance: Allowance,
        *,
        traffic: Traffic | None = None,
        deepest: int = MOST_DECISIONS,
    ) -> None:
        self.game, self.deepest = game, deepest
        self.seen = seen
        self.heights = heights
        self._traffic = traffic or Traffic()
        self._allowance, self._budget = allowance, NOTHING
        self.start = position(game, state)
        told = {zone: height for zone, height in heights.items() if zone not in self._traffic.exchanged}
        self._between = between(self.start.pile_heights, told) if told else {}
        self.tried = self.judged = self.vain = self.slips = 0
        changes = Evidence.between(self.start.table, seen).changes
        self.changed = frozenset((change.zone, change.piece) for change in changes)
        self._seen_there = {change.zone: seen.zones[change.zone] for change in changes}
        self._left_there = dict[tuple[Zone, tuple[Piece, ...]], Sequence[Change]]()
        self._outlooks = dict[Position[S, A], _Outlook[S, A]]()
        nothing: Explained[A] | None = None if self.changed else Explained(())
        self._all, self._in_sight = _Deepening[S, A](nothing), _Deepening[S, A](nothing, in_sight=True)

    def explanation(self, max_decisions: int) -> Explained[A] | Ambiguous[A] | Unexplained:
        """The shortest story, if it has no more decisions than that."""
        return self._deepened(self._all, max_decisions)

    def in_sight(self, max_decisions: int) -> Explained[A] | Ambiguous[A] | Unexplained:
        """The shortest story each of whose decisions shows: where there is none, that is known much sooner."""
        return self._deepened(self._in_sight, max_decisions)

    def _deepened(self, search: _Deepening[S, A], max_decisions: int) -> Explained[A] | Ambiguous[A] | Unexplained:
        asked = self.asked
        self._budget = self._allowance.beyond(asked)
        while search.told is None and not search.is_stuck and len(search.visited) <= max_decisions:
            frontier = self._expand(search) if search.visited else self._beginning()
            if told := [story for story in frontier.values() if story.actions and self.is_told(story)]:
                search.told = _best(told)
            elif len(frontier) > MOST_STORIES or self.is_exhausted():
                search.is_stuck = True
            else:
                search.visited.append(frontier)
        self._allowance.spend(self.asked.minus(asked))
        return search.told or Unexplained(self._untold.outlook.evidence.changes)

    @cached_property
    def _untold(self) -> _Story[S, A]:
        return self.story(self.start, ())

    def _beginning(self) -> Mapping[S, _Story[S, A]]:
        """What chance seems to have done first may have come after a decision: the story without it is followed too."""
        start = self.follow_chance(self._untold)
        return {self._untold.state: self._untold, start.state: start}

    @cached_property
    def broken_rule(self) -> Illegal[A] | None:
        """The illegal action, after the fewest decisions, that would explain what no legal one does.

        It is one of the actions that a table may be behind.
        """
        for stories in self._all.visited[:MOST_DECISIONS]:
            if broken := [slip for story in stories.values() for slip in self.illegal(story)]:
                return min(broken, key=lambda found: len(found.outstanding))
        return None

    def story(self, reached: Position[S, A], actions: tuple[A, ...]) -> _Story[S, A]:
        outlook = self._outlooks.get(reached)
        if outlook is None:
            outlook = self._outlooks[reached] = _Outlook(self, reached)
        return _Story(outlook, actions)

    def left(self, table: TableSnapshot) -> list[Change]:
        """Which pieces lie otherwise than on that table, of those that have changed."""
        return [change for zone in self._seen_there for change in self._left_in(zone, table.zones.get(zone, ()))]

    def with_abandoned(self, table: TableSnapshot) -> TableSnapshot:
        """That table, with nothing where it has no place any more and pieces came: those have yet to go."""
        abandoned = self._seen_there.keys() - table.zones.keys()
        return TableSnapshot({**table.zones, **dict.fromkeys(abandoned, ())}) if abandoned else table

    def _left_in(self, zone: Zone, expected: tuple[Piece, ...]) -> Sequence[Change]:
        left = self._left_there.get((zone, expected))
        if left is None:
            there = explain_away(zone_changes(zone, expected, self._seen_there[zone]))
            left = [change for change in there if (zone, change.piece) in self.changed]
            self._left_there[zone, expected] = left
        return left

    def is_told(self, story: _Story[S, A]) -> bool:
        """Whether the story agrees with everything that is seen to have changed, and with the piles."""
        if story.unmet or not fit_heights(self.game, story.state, self.heights):
            return False
        return len(story.actions) < 2 or not self._goes_to_and_fro(story.actions)

    def _goes_to_and_fro(self, actions: Sequence[A]) -> bool:
        """Whether a pile grows and shrinks again: nobody does that in one look, unless the labels show it."""
        grown, shrunk = self._traffic_of(actions)
        return not (grown & shrunk).issubset(self._traffic.exchanged)

    def untold_traffic(self, actions: Sequence[A]) -> int:
        """At how many piles these actions leave untold that labels came, or left, or lie beneath others."""
        came, left, _, beneath = self._traffic
        grown, shrunk = self._traffic_of(actions) if came or left else ((), ())
        untold = {*beneath}.difference(
            *(shown_on(each.table) for each in positions(self.start, actions)) if beneath else ()
        )
        return len({*came}.difference(grown)) + len({*left}.difference(shrunk)) + len(untold)

    def _traffic_of(self, actions: Sequence[A]) -> tuple[set[Zone], set[Zone]]:
        """The piles that these actions make higher on the way, and lower."""
        heights = [each.pile_heights for each in positions(self.start, actions)]
        steps = [(zone, later[zone] - now[zone]) for now, later in pairwise(heights) for zone in now]
        return {zone for zone, step in steps if step > 0}, {zone for zone, step in steps if step < 0}

    def follow_chance(self, story: _Story[S, A]) -> _Story[S, A]:
        """Chance has no plan: each event that brings the picture nearer is taken, in whichever order takes most.

        An event may forbid another one that was possible before it: then that one is tried first.
        """
        end = story
        while after := self._nearer_by_chance(end, 1):
            end = after[0]
        if end.unmet and len(end.actions) > len(story.actions):
            taken = end.actions[len(story.actions) :]
            passed_over = [other for other in self._nearer_by_chance(story) if other.actions[-1] not in taken]
            end = min((end, *map(self.follow_chance, passed_over)), key=lambda each: each.unmet)
        return end

    def _nearer_by_chance(self, story: _Story[S, A], most: int | None = None) -> Sequence[_Story[S, A]]:
        if not story.unmet:
            return ()
        events = self.game.chance_for(story.state, story.outlook.evidence)
        nearer = (after for after in self._longer(story, events) if after.unmet < story.unmet)
        return tuple(islice(nearer, most))

    def is_exhausted(self) -> bool:
        """Whether so much was looked at that no story is to be expected any more."""
        return self.asked.is_beyond(self._budget)

    @property
    def asked(self) -> Budget:
        return Budget(self.tried, self.judged, self.vain)

    def _expand(self, search: _Deepening[S, A]) -> dict[S, _Story[S, A]]:
        """One decision more; one way counts of several that lead to one state.

        What cannot be told with so many decisions as are asked for at the most is not followed.
        """
        left = self.deepest - len(search.visited)
        frontier = search.visited[-1]
        reached: dict[S, tuple[int, _Story[S, A]]] = {}
        # What brings the picture nearest is followed first: where there is too much to try, that is tried.
        for number, story in sorted(enumerate(frontier.values()), key=lambda each: each[1].unmet):
            if self.is_exhausted():
                break  # before the candidates of one more story are thought of
            if story.outlook.least_left > left + 1:
                continue
            decisions = (action for action in story.outlook.candidates if action.player is not None)
            for after in self._longer(story, decisions):
                if self.is_exhausted():
                    break
                if not self._shows(story, after) and (search.in_sight or _happens_out_of_sight(story, after)):
                    continue
                if after.unmet <= story.unmet and after.outlook.least_left <= left:
                    end = self.follow_chance(after)
                    if end.outlook.least_left > left:
                        continue
                    if end.state not in reached or self._is_likelier((number, end), reached[end.state]):
                        reached[end.state] = number, end
        return {state: story for state, (_, story) in sorted(reached.items(), key=lambda each: each[1][0])}

    def _shows(self, before: _Story[S, A], after: _Story[S, A]) -> bool:
        """Whether what was done between them shows where the camera looks, or in a pile whose height is told."""
        now, later = before.outlook.position, after.outlook.position
        if any(change.zone in self.seen.zones for change in diff(now.table, later.table)):
            return True
        piles = now.pile_heights, later.pile_heights
        return any(piles[0][zone] != piles[1][zone] for zone in self.heights)

    def _is_likelier(self, one: tuple[int, _Story[S, A]], other: tuple[int, _Story[S, A]]) -> bool:
        """Of two ways to one state: by what labels tell of piles, and then by which is the earlier story."""
        return (self.untold_traffic(one[1].actions), one[0]) < (self.untold_traffic(other[1].actions), other[0])

    def illegal(self, story: _Story[S, A]) -> Iterator[Illegal[A]]:
        for action in story.outlook.candidates if self.slips <= MOST_SLIPS and story.outlook.least_left <= 1 else ():
            if story.outlook.position.after(action) is not None:
                continue
            self.slips += 1
            if self.slips > MOST_SLIPS:
                return
            after = self.story(story.outlook.position.after_slip(action), ())
            if self.is_told(after) and self._lands(story, after):
                found = violation(self.game, story.state, action)  # worded only where it is told
                if found is not None:
                    yield Illegal(story.actions, action, found, after.outlook.evidence.changes)

    def _lands(self, before: _Story[S, A], after: _Story[S, A]) -> bool:
        """Whether any piece lies where the action brings one, if it brings any; what is gone may be anywhere."""
        left = {(change.zone, change.piece): change.delta for change in after.outlook.evidence.changes}
        changes = diff(before.outlook.position.table, after.outlook.position.table)
        brought = [change for change in changes if change.delta > 0 and change.zone in self.seen.zones]
        return not brought or any(left.get((change.zone, change.piece), 0) > -change.delta for change in brought)

    def _longer(self, story: _Story[S, A], actions: Iterable[A]) -> Iterator[_Story[S, A]]:
        if story.outlook.position.is_over:
            return
        for action in actions:
            if story.outlook.position.is_barred(action):
                continue
            self.judged += 1
            if self.judged > self._budget.judged:
                return
            after = story.outlook.position.after(action)
            if after is not None and fit_heights(self.game, after.state, self._between):
                self.tried += 1
                longer = self.story(after, (*story.actions, action))
                self.vain += longer.unmet >= story.unmet
                yield longer
