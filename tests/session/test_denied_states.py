"""What people have said did not happen is not believed again of the same table."""

from __future__ import annotations

import pytest

from companion.core.belief.hypothesis import Hypothesis
from companion.core.table import TableSnapshot
from companion.session.denied_states import DeniedStates
from tests.session.toy_table import ToyTable
from tests.toy import GAME

TOOK = GAME.read_action("A: take apple -> A.1")
FOLLOWED = GAME.read_action("B: take cherry -> B.1")


class Refused:
    """A was said not to have taken the apple, which is gone from the market and lies in his basket."""

    def __init__(self, table: ToyTable) -> None:
        state = table.history.state
        self.before, self.after = GAME.table(state), GAME.table(GAME.apply(state, TOOK))
        self.refusals = DeniedStates(table.history)
        self.refusals.refuse(GAME.apply(state, TOOK), self.after)

    def weighed(self, *actions: object) -> bool:
        found = self.refusals.weighed(Hypothesis(actions=actions))  # type: ignore[arg-type]
        assert isinstance(found, Hypothesis)
        return found.refused


@pytest.fixture
def refused(table: ToyTable) -> Refused:
    return Refused(table)


def test_the_story_is_refused(refused: Refused) -> None:
    assert refused.weighed(TOOK)


def test_another_story_is_not(refused: Refused) -> None:
    assert not refused.weighed(GAME.read_action("A: take apple -> A.2"))


def test_so_is_what_goes_on_from_it(refused: Refused) -> None:
    """Play elsewhere confirms nothing of what was denied."""
    refused.refusals.look(TableSnapshot({**refused.after.zones, "B.1": ("cherry",)}))

    assert refused.weighed(TOOK, FOLLOWED)


def test_a_hand_over_it_changes_nothing(refused: Refused) -> None:
    refused.refusals.look(TableSnapshot({}))

    assert refused.weighed(TOOK)


def test_what_is_done_anew_is_believed(refused: Refused) -> None:
    refused.refusals.look(refused.before)
    refused.refusals.look(refused.after)

    assert not refused.weighed(TOOK)


def test_what_all_must_have_put_away_waits_for_a_word(refused: Refused) -> None:
    """Nothing else was possible, but that was denied: it stays in somebody's hand."""
    story = Hypothesis(actions=(TOOK,))
    found = refused.refusals.weighed(Hypothesis(discarded=(story,), forced=True))

    assert Hypothesis(discarded=(story,)) == found


def test_nothing_is_refused_of_a_table_that_lies_as_the_game_has_it(table: ToyTable) -> None:
    """A touch was undone before hands had done it: when they do, that is another time."""
    state = table.history.state
    refusals = DeniedStates(table.history)
    refusals.refuse(GAME.apply(state, TOOK), GAME.table(state))

    assert not refusals.has(Hypothesis(actions=(TOOK,)))
