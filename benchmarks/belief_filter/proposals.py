"""How hands may have gone on from a state until the table looked so: whole stories of the search, and beginnings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from benchmarks.belief_filter.looks import Look
from benchmarks.playouts import AnyGame
from companion.core.belief.observation_model import Look as Seen
from companion.core.belief.partial_actions import containing
from companion.core.belief.search import MOST_DECISIONS, Illegal, Search, readings
from companion.core.belief.search_budget import Allowance, Effort
from companion.core.belief.transposition_table import position
from companion.core.heights import fit_heights
from companion.core.table import UNREADABLE, Piece, TableSnapshot, Zone, diff

FOR_A_LOOK = Effort(375, 1_200, 200), Effort(375, 1_200, 200), Effort(15, 60, 15)
MOST_BEGINNINGS = 6
"""So many stories that leave something unexplained are kept of each search, those that leave least."""


class Proposals:
    """The searches of one look, which share what they may ask the rules."""

    def __init__(self, game: AnyGame, look: Look, before: Look | None) -> None:
        self._game, self._look, self._before = game, look, before
        self._allowance = Allowance(*FOR_A_LOOK)

    def after(self, state: Any, *, with_parts: bool) -> Iterator[tuple[Any, ...]]:
        """`with_parts`: decisions, too, of which no more than a part is seen."""
        told = set[tuple[Any, ...]]()
        for target in self._targets(state):
            is_told, stories = self._stories(state, target)
            if not is_told and with_parts:
                stories = [*stories, *self._begun(state, target)]
            for actions in stories:
                if actions and actions not in told:
                    told.add(actions)
                    yield actions

    def slip(self, state: Any) -> Illegal[Any] | None:
        """The action against the rules that explains what lies there, hands' work left or not."""
        for target in self._targets(state):
            search = Search(self._game, state, target, self._look.heights, self._allowance)
            search.explanation(MOST_DECISIONS)
            if search.broken_rule is not None:
                return search.broken_rule
        return None

    def _stories(self, state: Any, target: TableSnapshot) -> tuple[bool, Sequence[tuple[Any, ...]]]:
        """Whether the whole of it is told, and what may have been done."""
        search = Search(self._game, state, target, self._look.heights, self._allowance)
        found = readings(search.explanation(MOST_DECISIONS))
        told = [each.actions for each in found]
        if found and not any(each.outstanding for each in found):
            return not all(self._has_traceless(state, actions) for actions in told), told
        begun = [story for stories in search._all.visited for story in stories.values() if story.actions]
        begun = [story for story in begun if story.unmet < search._untold.unmet]
        best = sorted(begun, key=lambda each: (each.unmet, len(each.actions)))[:MOST_BEGINNINGS]
        return False, [*told, *(story.actions for story in best)]

    def _has_traceless(self, state: Any, actions: Sequence[Any]) -> bool:
        """Whether any decision among them shows nowhere."""
        here = position(self._game, state)
        for action in actions:
            before, here = here, position(self._game, self._game.apply(here.state, action))
            is_same = before.pile_heights == here.pile_heights and not diff(before.table, here.table)
            if action.player is not None and is_same:
                return True
        return False

    def _begun(self, state: Any, target: TableSnapshot) -> Iterator[tuple[Any, ...]]:
        parts = containing(self._game, state, Seen(target, target, self._look.heights))
        yield from ((action,) for action, _ in islice(parts, MOST_BEGINNINGS))

    def _targets(self, state: Any) -> Iterator[TableSnapshot]:
        """The table with what is held back in its place; as it lies; and without what was as odd before."""
        game, expected, told = self._game, position(self._game, state).table, []
        seen = self._look.seen.without(self._foreign(state))
        odd = self._odd_before(state, seen)
        for table in (seen, seen.without(odd)) if odd else (seen,):
            for way in (
                _put_back(expected, table, self._look, held=True),
                _put_back(expected, table, self._look, held=False),
                table,
            ):
                is_other = diff(expected, way) or not fit_heights(game, state, self._look.heights)
                if is_other and way not in told and game.may_show(state, way):
                    told.append(way)
                    yield way

    def _foreign(self, state: Any) -> Sequence[Zone]:
        zones = self._look.seen.zones.items()
        may_lie = self._game.may_lie
        return [
            zone
            for zone, pieces in zones
            if not all(may_lie(state, zone, each) for each in pieces if each != UNREADABLE)
        ]

    def _odd_before(self, state: Any, seen: TableSnapshot) -> Sequence[Zone]:
        if self._before is None:
            return []
        differing = {change.zone for change in diff(position(self._game, state).table, seen)}
        earlier = self._before.seen.zones
        return [zone for zone in sorted(differing) if earlier.get(zone) == seen.zones[zone]]


def _put_back(expected: TableSnapshot, seen: TableSnapshot, look: Look, *, held: bool) -> TableSnapshot:
    """With what may be buried, and if so with what is held, where it lay."""
    changes = diff(expected, seen)
    came = Counter({UNREADABLE: 0})
    for change in changes:
        came[change.piece] += max(0, change.delta)
    zones = dict[Zone, tuple[Piece, ...]]()
    for zone, piece, delta in changes:
        if delta < 0:
            buried = min(-delta, look.buried.get(zone, Counter())[piece])
            back = buried if not held else -delta - min(came[piece], -delta - buried)
            came[piece] -= -delta - back if held else 0
            if back:
                lying = Counter[Piece](zones.get(zone, seen.zones[zone]))
                lying[piece] += back
                zones[zone] = tuple(sorted(lying.elements()))
    return TableSnapshot({**seen.zones, **zones}) if zones else seen
