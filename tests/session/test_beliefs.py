"""What is believed of what the camera sees, and when."""

from __future__ import annotations

from companion.config import Patience
from companion.core.belief.hypothesis import Either, Hypothesis
from companion.core.belief.search import Ambiguous, Explained
from companion.core.journal_entries import Did
from companion.core.table import Box, Change, Observation
from companion.session.belief import Belief
from companion.session.open_actions import OpenActions
from tests.session.toy_table import TAKEN, ToyTable
from tests.toy import GAME, Action, Take, Throw, lying


class TestWhatIsBelieved:
    def test_dealt_cards_are_believed_at_once(self, table: ToyTable) -> None:
        assert ["deal apple", "deal cherry", "deal pear"] == table.actions
        assert table.silent

    def test_a_move_that_cannot_be_half_of_another_is_believed_at_once(self, table: ToyTable) -> None:
        table.sees(TAKEN)

        assert "A: take apple -> A.1" == table.actions[-1]

    def test_the_journal_has_what_the_screen_shows(self, table: ToyTable) -> None:
        table.sees(TAKEN)

        assert [Did(action) for action in table.actions] == table.events

    def test_a_forgotten_pass_is_said_and_filled_in_by_one_touch(self, table: ToyTable) -> None:
        """A pass leaves no trace: however long the table rests, the camera alone does not write it down."""
        table.sees(lying(market=["C1", "P1"], B1=["A1"]), rest=30)

        assert 3 == len(table.actions)
        assert "Did this happen before? Ann passed" == str(table.notice.heading)
        table.answers("Yes")
        assert ["A: pass", "B: take apple -> B.1"] == table.actions[3:]

    def test_a_hand_over_the_market_silences_the_market_only(self, table: ToyTable) -> None:
        table.sees(Observation((), blind=(Box(0, 0, 100, 100),)), rest=5)

        assert table.silent
        assert 3 == len(table.actions)

    def test_what_is_taken_away_and_put_back_was_nothing(self, table: ToyTable) -> None:
        table.sees(lying(market=["A1", "C1"]), rest=0.5)
        table.sees(lying(market=["A1", "C1", "P1"]), rest=5)

        assert 3 == len(table.actions)
        assert table.silent


def test_play_has_gone_on_only_if_what_the_next_player_did_stands() -> None:
    """A piece of A's move lay before B for a while: put right, it was never B's move, and nothing is asked."""
    made = OpenActions()
    made.make([GAME.read_action("A: take apple -> A.1")], 0.0)
    made.make([GAME.read_action("B: take cherry -> B.1")], 1.0)

    assert not made.are_long_past(2, 20.0, {"A"})
    assert made.are_long_past(2, 20.0, {"A", "B"})


def test_what_an_earlier_look_told_was_begun_then_though_it_is_believed_with_what_follows() -> None:
    """Ann's move is seen in parts under a book; Bob moves before it is believed: his came after it."""
    anns, bobs = Take("A", "apple", "A.1"), Take("B", "pear", "B.1")
    belief: Belief[Action] = Belief(Patience())
    belief.tick(5.0)
    belief.consider(Hypothesis(actions=(anns,), unseen=(Change("market", "apple", -1),)), covered=True)
    belief.tick(8.0)
    belief.consider(Hypothesis(), covered=True)
    belief.consider(Hypothesis(actions=(anns, bobs)), covered=True)

    assert (5.0, 8.0) == (belief.told_since(anns), belief.told_since(bobs))
    belief.act()
    belief.tick(9.0)
    belief.consider(Hypothesis(actions=(bobs,)))
    assert (9.0, 8.0) == (belief.told_since(anns), belief.told_since(bobs))


def test_what_was_asked_is_not_answered_by_another_story_of_a_later_look() -> None:
    """Ann took the apple or threw it away; nobody answers, and the next look would be explained by Bob alone."""
    took, threw, bobs = Take("A", "apple", "A.1"), Throw("A", "A.1"), Take("B", "pear", "B.1")
    apart: Hypothesis[Action] = Hypothesis(actions=(bobs,))
    goes_on: Hypothesis[Action] = Hypothesis(actions=(took, bobs))
    belief: Belief[Action] = Belief(Patience())
    belief.consider(Either((Hypothesis(actions=(took,)), Hypothesis(actions=(threw,)))))
    belief.tick(5.0)
    belief.consider(apart)

    assert belief.is_asked
    assert (None, True) == (belief.at_once(), belief.answers_otherwise(apart))
    assert not belief.answers_otherwise(goes_on)
    belief.consider(Hypothesis())
    assert not belief.is_asked
    assert not belief.answers_otherwise(apart)


def test_what_was_asked_is_still_open_when_the_camera_tells_a_part_of_all_its_stories() -> None:
    """Ann threw the apple away in both stories; which card she took then, people have yet to say."""
    threw, took, other = Throw("A", "A.1"), Take("A", "pear", "A.1"), Take("A", "cherry", "A.2")
    belief: Belief[Action] = Belief(Patience())

    def asked() -> None:
        belief.consider(Ambiguous((Explained((threw, took)), Explained((threw, other)))))
        belief.tick(belief.now + 5.0)
        belief.consider(Hypothesis(actions=(threw,)))

    asked()
    belief.act((threw,))
    assert belief.answers_otherwise(Hypothesis(actions=(Take("B", "cherry", "B.1"),)))
    assert not belief.answers_otherwise(Hypothesis(actions=(took,)))
    asked()
    belief.act()
    assert not belief.answers_otherwise(Hypothesis(actions=(Take("B", "cherry", "B.1"),)))


class TestWhatIsHeld:
    def test_who_goes_on_has_put_away_what_was_his_only(self) -> None:
        """Ann and Bob each lack something; Ann plays on, and Bob may hold his still."""
        anns, bobs = Throw("A", "A.1"), Throw("B", "B.1")
        lacking = (Change("A.1", "apple", -1), Change("B.1", "pear", -1))
        belief: Belief[Action] = Belief(Patience())
        belief.consider(Hypothesis(held=lacking, discarded=(Hypothesis(actions=(anns, bobs)),)), lacking)
        belief.tick(10.0)

        found: Hypothesis[Action] = Hypothesis(actions=(Take("A", "cherry", "A.2"),), held=lacking)
        assert Hypothesis(actions=(anns,)) == belief.away.put_away(found, ())
        assert belief.away.put_away(Hypothesis(held=lacking), ()) is None

    def test_what_was_gone_before_anybody_could_put_it_away_is_not_put_away_by_who_goes_on(self) -> None:
        """Its label has been washed out; a decision made since would allow that it leaves the table."""
        lacking = (Change("A.1", "apple", -1),)
        belief: Belief[Action] = Belief(Patience())
        belief.consider(Hypothesis(held=lacking), lacking)
        belief.tick(10.0)
        belief.consider(Hypothesis(held=lacking, discarded=(Hypothesis(actions=(Throw("A", "A.1"),)),)), lacking)
        belief.tick(20.0)

        found: Hypothesis[Action] = Hypothesis(actions=(Take("A", "cherry", "A.2"),), held=lacking)
        assert belief.away.put_away(found, ()) is None

    def test_what_was_gone_before_the_next_player_acted_was_begun_before(self) -> None:
        """Ann's basket is empty, then Bob takes a cherry; now it is seen where her apple has gone."""
        gone, throw = Change("A.1", "apple", -1), Throw("A", "A.1")
        belief: Belief[Action] = Belief(Patience())
        belief.consider(Hypothesis(held=(gone,)), [gone])
        belief.tick(5.0)
        belief.open.make([Take("B", "cherry", "B.1")], belief.now)
        belief.tick(8.0)
        belief.consider(Hypothesis(actions=(throw,)), [gone])

        assert 1 == belief.away.begun_before(Hypothesis(actions=(throw,)), [gone], belief.finding)
        assert 0 == belief.away.begun_before(
            Hypothesis(actions=(throw,)), [gone, Change("A.2", "pear", -1)], belief.finding
        )
        assert 0 == belief.away.begun_before(Hypothesis(actions=(Throw("B", "A.1"),)), [gone], belief.finding)


def test_what_landed_in_sight_and_is_taken_up_again_is_held_from_there(table: ToyTable) -> None:
    """A hand lay over the market: its apple was seen in A's basket before it went, so nobody else can have it."""
    over_the_market = (Box(0, 0, 100, 100),)
    taken = Observation(lying(A1=["A1"]).labels, blind=over_the_market)
    table.sees(taken, rest=1)
    assert 3 == len(table.actions)
    table.sees(Observation((), blind=over_the_market), rest=1)
    table.sees(lying(market=["C1", "P1"]), rest=5)

    assert ["A: take apple -> A.1"] == table.actions[3:]
    assert "put Apple into A.1" == str(table.notice.lines[0])
