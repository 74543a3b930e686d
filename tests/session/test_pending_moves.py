"""Moves that hands have yet to make, as arithmetic."""

from __future__ import annotations

from companion.core.table import Change, TableSnapshot, as_if_done
from companion.session.pending_moves import still_pending


class TestPendingMoves:
    DUE = (Change("A.1", "apple", 2),)

    def test_shrinks_as_it_is_done(self) -> None:
        seen = TableSnapshot.of({"A.1": ["apple"]})

        assert (Change("A.1", "apple", 1),) == still_pending(self.DUE, (Change("A.1", "apple", 1),), seen)
        assert () == still_pending(self.DUE, (), TableSnapshot.of({"A.1": []}))

    def test_waits_while_nothing_is_seen(self) -> None:
        assert self.DUE == still_pending(self.DUE, (), TableSnapshot({}))

    def test_never_turns_into_its_opposite(self) -> None:
        seen = TableSnapshot.of({"A.1": []})

        assert () == still_pending(self.DUE, (Change("A.1", "apple", -1),), seen)

    def test_is_dropped_after_a_restart_when_more_is_gone_for_good_but_not_when_more_is_moved_on(self) -> None:
        """Whoever throws a set away was not interrupted; what went to B.1 is a move of its own."""
        due, seen = (Change("A.1", "apple", -1),), TableSnapshot.of({"A.1": [], "B.1": ["pear"]})
        thrown = (*due, Change("A.1", "pear", -1))

        assert () == still_pending(due, thrown, seen, unsure=due)
        assert due == still_pending(due, (*thrown, Change("B.1", "pear", 1)), seen, unsure=due)

    def test_is_nobodys_move_when_it_is_done(self) -> None:
        seen = TableSnapshot.of({"A.1": ["apple", "apple", "pear"]})

        assert TableSnapshot.of({"A.1": ["pear"]}) == as_if_done(seen, self.DUE)
