"""Instant attacks and New World Orders (INWO-200 to INWO-215, INWO-270 to INWO-273)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import violation
from companion.games.inwo import GAME
from companion.games.inwo.board import bring_in, devastated, leaves_play
from companion.games.inwo.card_values import (
    is_devastated,
    power,
    resistance,
)
from companion.games.inwo.catalog import Side
from companion.games.inwo.goals import (
    groups_for_goal,
)
from companion.games.inwo.rules_attack import withdrawn
from companion.games.inwo.state import (
    Destroyed,
    Order,
    Played,
    State,
)
from companion.games.inwo.strength import strength
from tests.games.inwo.tables import beside, chained, do, player, table, two


class TestInstants:
    def disaster(self, roll: tuple[int, int]) -> State:
        ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("earthquake",))
        bob = player("Bob", chained("The Network", "Hawaii", "Hackers"))
        state = do(table(ann, bob), "A: play Earthquake on Hawaii", "A: no more", "B: no more")
        return do(state, f"roll {roll[0]}, {roll[1]}", "A: conclude")

    def test_a_disaster_devastates_or_destroys(self) -> None:
        """INWO-201, INWO-205, INWO-209, INWO-210, INWO-212: strength 5 at distance 1; above a margin of 5 destroyed."""
        devastates, fails = self.disaster((2, 3)), self.disaster((4, 2))

        assert devastates.player("B").structure[1].devastated
        assert [1, 0, 0] == [placed.tokens for placed in devastates.player("B").structure]
        assert not fails.player("B").structure[1].devastated
        # The Network counts the Hackers double.
        assert (1, 4) == (groups_for_goal(devastates, "B"), groups_for_goal(fails, "B"))

    def test_what_hangs_below_is_devastated_as_long_as_it_hangs_there(self) -> None:
        """INWO-213, INWO-214, INWO-214-R, INWO-301: moved out it is free; relief ends it."""
        state = self.disaster((2, 3))
        assert is_devastated(state, "B", "hackers")
        state = replace(state, on_turn="B")
        state = do(state, "B: move Hackers -> The Network at right")
        assert not is_devastated(state, "B", "hackers")
        relieved = do(state, "A: relieve Hawaii with C.I.A.")
        assert not relieved.player("B").structure[1].devastated

    def test_an_assassination_kills(self) -> None:
        """INWO-203, INWO-208: with the Power of one Group that fits."""
        ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("sniper",))
        bob = player("Bob", beside(chained("The Network", "KKK"), "The Network", "Gordo Remora"))
        state = do(table(ann, bob), "A: play Sniper on Gordo Remora paid by C.I.A.")
        assert 10 + 6 - 1 - 10 == strength(state).total
        state = do(state, "A: no more", "B: no more", "roll 1, 2", "A: conclude")
        assert (Destroyed("gordo_remora", ("Liberal",), killed=True),) == state.player("A").destroyed

    def test_a_disaster_that_is_not_instant(self) -> None:
        """INWO-202, INWO-211: Epidemic lets Groups help."""
        ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("epidemic",))
        bob = player("Bob", chained("The Network", "Hawaii"))
        state = do(table(ann, bob), "A: play Epidemic on Hawaii")

        assert violation(GAME, state, GAME.read_action("B: oppose The Network")) is None

    def test_cancelled_it_never_happened(self) -> None:
        """INWO-206, INWO-252, INWO-253, W-14: Hoax! stops a Plot that was just played."""
        ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("earthquake",))
        bob = player("Bob", chained("The Network", "Hawaii"), plots=1, unseen_plots=("hoax", "sniper"))
        state = do(table(ann, bob), "A: play Earthquake on Hawaii", "B: play Hoax! paid by The Network")
        state = do(state, "B: discard Sniper")

        assert (None, ()) == (state.attack, state.stack)
        assert [0, 1] == [placed.tokens for placed in state.player("B").structure]

    def test_a_cancelled_disaster_gives_the_token_back(self) -> None:
        """INWO-206, INWO-209: the token that the target lost when the card was played."""
        ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("earthquake",))
        state = do(table(ann, player("Bob", chained("The Network", "Hawaii"))), "A: play Earthquake on Hawaii")
        cancelled = withdrawn(state, back_to_hand=False)

        assert [0, 1] == [each.player("B").structure[1].tokens for each in (state, cancelled)]

    def test_who_left_play_devastated_returns_so(self) -> None:
        """INWO-215: discarded or returned to the hand, but not destroyed."""
        state = devastated(two(chained("UFOs", "Hawaii")), "hawaii")
        for where, still in (("hand", True), ("discard", True), ("destroyed", False)):
            gone = leaves_play(state, "hawaii", where, "B")
            again = bring_in(gone, "A", "hawaii", "ufos", Side.TOP)
            assert still == again.player("A").structure[1].devastated, where
            assert () == again.devastated

    def test_a_plot_that_became_illegal_returns_exposed(self) -> None:
        """INWO-256: its target has left play while it waited."""
        ann = player("Ann", chained("UFOs", "C.I.A."), plots=2, unseen_plots=("earthquake", "tornado"))
        state = table(ann, player("Bob", chained("The Network", "Hawaii")), stack=(Played("A", "sniper", None, "kkk"),))
        state = do(state, "B: let stand")

        assert (("sniper",), (), None) == (state.player("A").exposed, state.stack, state.attack)


class TestOrders:
    def test_one_of_each_colour(self) -> None:
        """INWO-270, INWO-273: a new one replaces that of its colour, which goes to its player's discards."""
        ann = player("Ann", chained("UFOs", "C.I.A."), plots=2, unseen_plots=("bigger_business", "law_and_order"))
        state = table(ann, player("Bob", chained("The Network", "KKK")))
        state = do(state, "A: play Law and Order")
        assert 4 == power(state, "kkk")
        state = do(state, "A: play Bigger Business")
        assert (Order("bigger_business", "A"),) == state.orders
        assert ("law_and_order",) == state.player("A").discard
        assert 5 == resistance(state, "kkk")
