"""What is seen, against what should be: the differences, the handwork that is due, and the story behind a change."""

from __future__ import annotations

from typing import Generic, TypeVar

from companion.core.game import Action, legal_actions
from companion.core.inference import Explanation, explain
from companion.core.table import UNREADABLE, Change, Observation, Piece, Reading, TableSnapshot, Tag, Zone, diff
from companion.handwork import as_if_done, still_due, uncovered
from companion.record import Record

S = TypeVar("S")
A = TypeVar("A", bound=Action)

TAKEBACKS = 6
"""So many moves back the table is recognised when players restore it by hand."""


class Sight(Generic[S, A]):
    """The newest picture of the table beside the record. `due` is handwork: differences that everybody knows of."""

    def __init__(self, record: Record[S, A]) -> None:
        self._record, self._game = record, record.game
        self._observation: Observation | None = None
        self._reading = Reading({})
        self._seen = TableSnapshot({})
        self.due: tuple[Change, ...] = ()
        self._told: tuple[tuple[S, TableSnapshot], Explanation[A]] | None = None

    @property
    def duplicates(self) -> tuple[Tag, ...]:
        return () if self._observation is None else self._observation.duplicates

    def sees(self, zones: frozenset[Zone]) -> bool:
        """Whether nothing hides any of these zones, as far as the game expects them to be seen."""
        return zones & self._game.table(self._record.state).zones.keys() <= self._seen.zones.keys()

    def look(self, observation: Observation) -> None:
        if self._observation is None:
            self.due = self._broken_off()
        self._observation = observation
        self.look_again()

    def look_again(self) -> None:
        """The same picture, after a correction or an action."""
        self._reading = self._game.layout(self._record.state).read(self._observation or Observation(()))
        self._seen = self._identified()
        self.due = still_due(self.due, self.gap(), self._seen)

    def gap(self) -> tuple[Change, ...]:
        """Where the table differs from the game."""
        return diff(self._game.table(self._record.state), self._seen)

    @property
    def to_do(self) -> tuple[Change, ...]:
        """The handwork that is due, as it is said: what lies on a pile is covered, not taken away."""
        return uncovered(self.due, self._game.layout(self._record.state).piles)

    def differences(self) -> tuple[Change, ...]:
        """Where the table differs from the game and from the handwork that is due."""
        return diff(self._game.table(self._record.state), as_if_done(self._seen, self.due))

    def story(self) -> Explanation[A]:
        """What explains the table; a table that rests is not explained again."""
        asked = self._record.state, as_if_done(self._seen, self.due)
        if self._told is None or self._told[0] != asked:
            self._told = asked, explain(self._game, *asked)
        return self._told[1]

    def expect_handwork(self, unexplained: tuple[Change, ...] = ()) -> None:
        """After an action: what the table lacks is handwork, but for what nobody had explained before."""
        self.due = tuple(change for change in self.gap() if change.piece != UNREADABLE and change not in unexplained)

    def _broken_off(self) -> tuple[Change, ...]:
        """What hands may not have done yet when the evening was broken off: all that the latest move changed."""
        before = self._record.states[-1 - self._record.latest]
        return diff(self._game.table(self._record.state), self._game.table(before))

    def taken_back(self) -> tuple[A, ...]:
        """The latest actions, if the table looks as it did before them."""
        moves = 0
        for index in range(len(self._record.standing) - 1, -1, -1):
            if self._record.action(index).player is None:
                continue
            moves += 1
            if moves > TAKEBACKS:
                break
            if not diff(self._game.table(self._record.states[index]), self._seen):
                return tuple(self._record.action(late) for late in range(index, len(self._record.standing)))
        return ()

    def fits(self, state: S) -> bool:
        """Whether the table looks like this state, handwork done."""
        return not diff(self._game.table(state), as_if_done(self._seen, self.due))

    def tag_of(self, zone: Zone, piece: Piece) -> Tag | None:
        """A label in the zone that is believed to be on this piece."""
        believed = {**self._record.labels, UNREADABLE: UNREADABLE}
        return next((tag for tag in self._reading.zones.get(zone, ()) if believed.get(tag) == piece), None)

    def likely(self, zone: Zone) -> list[Piece]:
        """Every piece of the game; first what is missed, then what a legal action would bring into the zone."""
        state, table = self._record.state, self._game.table
        now = table(state).zones.get(zone, ())
        missed = {change.piece for change in self.gap() if change.delta < 0}
        arriving = {
            piece
            for action in legal_actions(self._game, state)
            for piece in table(self._game.apply(state, action)).zones.get(zone, ())
        }
        every = sorted(set(self._game.piece_of.values()), key=lambda piece: str(self._game.piece_name(piece)))
        return sorted(every, key=lambda piece: (piece not in missed, piece not in arriving and piece not in now))

    def _identified(self) -> TableSnapshot:
        """The reading by pieces, with the players' corrections.

        A correction of an unreadable label holds while an unreadable label lies in that zone.
        """
        unread, zones = self._record.unread, dict(self._reading.identify(self._record.labels).zones)
        for zone, pieces in zones.items():
            if zone in unread and UNREADABLE in pieces:
                rest = list(pieces)
                rest.remove(UNREADABLE)
                zones[zone] = tuple(sorted((*rest, unread[zone])))
            else:
                unread.pop(zone, None)
        return TableSnapshot(zones)
