"""What becomes of a decision where another one came before it, or it was never made: each moves what lies there."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.core.belief.held_pieces import nothing_but_held
from companion.core.belief.hypothesis import Either, Hypothesis, OpenAction
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import revise
from companion.core.belief.scan import Scan
from companion.core.belief.search import Ambiguous, Explained
from companion.core.table import Change, TableSnapshot, Zone
from tests.core.belief.random_tables import EVERY, GAME, Lying, Move


def move(player: str | None, *steps: str) -> Move:
    """`fig A P`: a fig goes from A to P; `-` is off the table."""
    parts = (step.split() for step in steps)
    told = tuple((piece, *(None if zone == "-" else zone for zone in zones)) for piece, *zones in parts)
    return Move(player, told, 0, False)  # type: ignore[arg-type]


def sighting(now: Lying, hidden: Hidden, **seen: str) -> Sighting:
    """The table as it is believed, but for some zones; what is `-` is out of sight."""
    lying = {**now.table.zones, **{zone: tuple(pieces.split()) for zone, pieces in seen.items()}}
    look = TableSnapshot({zone: pieces for zone, pieces in lying.items() if pieces != ("-",)})
    return Sighting(look, look, hidden)


def start(lying: Mapping[Zone, str], *left: Move) -> Lying:
    return Lying(tuple((zone, tuple(lying.get(zone, "").split())) for zone in EVERY), left)


class TestUnderTheLatest:
    """Bob laid a kiwi onto the pile, under a cover; Ann's fig is gone since: thrown away, or beneath the kiwi."""

    LATEST, UNDER, THROWS = move("B", "kiwi - P"), move("A", "fig A P"), move("A", "fig A -")
    LAYS = move("A", "plum - B")

    def discarded(
        self, *left: Move, covered: Mapping[Zone, int], earlier: Move | None = None, **seen: str
    ) -> tuple[Hypothesis[Move], ...]:
        lying = {"A": "fig", "B": "pear", "C": "plum"}
        state, opened = start(lying, self.LATEST, self.THROWS, self.LAYS, *left), []
        for each in (self.LATEST, earlier) if earlier else (self.LATEST,):
            opened.append(OpenAction(state, each))
            state = GAME.apply(state, each)
        looks = sighting(state, Hidden(covered=covered), A="", **seen)
        return nothing_but_held(Scan(GAME, state, opened, looks)).discarded

    def test_it_may_have_come_there_before_it(self) -> None:
        under = Hypothesis(1, (self.UNDER, self.LATEST))

        assert (Hypothesis(actions=(self.THROWS,)), under) == self.discarded(self.UNDER, covered={"P": 1})

    @pytest.mark.parametrize(
        ("covered", "instead", "earlier", "seen"),
        [
            pytest.param({"A": 1}, UNDER, None, {}, id="no cover lay there"),
            pytest.param({"P": 0}, UNDER, None, {}, id="it lay there no more"),
            pytest.param({"P": 1}, move("A", "fig A P", "lime - B"), None, {"B": "-"}, id="it brought something else"),
            pytest.param({"P": 1}, UNDER, move("B", "plum C -"), {}, id="it was not the latest"),
        ],
    )
    def test_not_where(
        self, covered: Mapping[Zone, int], instead: Move, earlier: Move | None, seen: dict[str, str]
    ) -> None:
        found = self.discarded(instead, covered=covered, earlier=earlier, **seen)

        assert not any(told.taken_back and self.LATEST in told.actions for told in found)

    def test_nor_two_of_which_it_would_bring_one(self) -> None:
        found = self.discarded(self.UNDER, move("A", "pear B -"), covered={"P": 1}, B="")

        assert not any(told.taken_back for told in found)


@pytest.mark.parametrize(("covered", "is_told"), [({"A": 1}, True), ({"A": 0}, False), ({"P": 1}, False)])
def test_what_may_be_buried_may_have_gone_before_the_latest_decision_if_a_cover_lay_there(
    covered: Mapping[Zone, int], is_told: bool
) -> None:
    """Ann may throw the fig away only as long as a plum shows on the pile."""
    throws, latest = move("A", "fig A -", "plum P P"), move("B", "kiwi - P")
    before = start({"A": "fig", "P": "plum"}, throws, latest)
    now = GAME.apply(before, latest)
    hidden = Hidden(buried={"A": ("fig",)}, covered=covered)
    found = nothing_but_held(Scan(GAME, now, [OpenAction(before, latest)], sighting(now, hidden, A="")))

    gone = Change("A", "fig", -1)
    thrown = Hypothesis(held=(gone,), discarded=(Hypothesis(1, (throws, latest)),))
    assert (thrown if is_told else Hypothesis()) == found


def test_who_undoes_the_latest_decision_may_have_seen_it_taken_back() -> None:
    """A pear was taken off the table, and lies there again beside a kiwi: Bob brought another one, or nobody took any.

    That the pear was seen to be gone speaks for Bob.
    """
    takes, brings, lays = move("A", "pear M -"), move("B", "pear - M"), move("A", "kiwi - C")
    before = start({"M": "pear"}, takes, brings, lays)
    now = GAME.apply(before, takes)
    found = revise(GAME, now, [OpenAction(before, takes)], sighting(now, Hidden(), M="pear", C="kiwi"))

    assert isinstance(found, Either)
    assert [(1, {lays}), (0, {brings, lays})] == [(each.taken_back, {*each.actions}) for each in found.readings]


def test_of_two_orders_that_is_told_in_which_places_were_emptied() -> None:
    a, b = move("A", "fig A -"), move("B", "pear B -")
    before = start({"A": "fig", "B": "pear"}, a, b)
    told = Ambiguous((Explained((a, b)), Explained((b, a))))

    for lack, first in (("BA", (b, a)), ("AB", (a, b))):
        looks = Scan(GAME, before, [], sighting(before, Hidden(lack=tuple(lack)), A="", B=""))

        assert Explained(first) == looks._in_the_order_seen(before, told)
    assert told == Scan(GAME, before, [], sighting(before, Hidden(), A="", B=""))._in_the_order_seen(before, told)
