"""A referee's report: one thing after another that people do who are not tidy, each with what has to follow.

The toy game has no actions of several parts; those are played with the two games in tests/games.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from companion.core.journal_entries import Did, Undid
from companion.core.screen import Back, Button, Confirm, Do, Notice, NoticeKind, Open, Pass, Select, Undo
from companion.core.selection import Pick
from companion.core.table import Box, Observation
from companion.journal.store import JournalStore
from tests.session.toy_table import TAKEN, ToyTable
from tests.toy import GAME, lying

DEALT = lying(market=["A1", "C1", "P1"])
TURNED_TO_B = lying(market=["P1"], A1=["A1"], B1=["C1"])


def under_a_hand(seen: Observation, *blind: Box) -> Observation:
    """The same table, with hands over some of it."""
    labels = (place for place in seen.labels if not any(box.contains(place.pose.x, place.pose.y) for box in blind))
    return Observation(tuple(labels), blind)


class TestWhatIsBelievedTooEarly:
    """Class 1: what is believed stays open until people or play confirm it."""

    def test_is_revised_without_a_word(self, table: ToyTable) -> None:
        table.sees(TAKEN, rest=5)
        table.sees(lying(market=["C1", "P1"], A2=["A1"]))

        assert "A: take apple -> A.2" == table.actions[-1]
        assert (4, True) == (len(table.actions), table.silent)

    def test_is_revised_in_the_journal_too(self, table: ToyTable) -> None:
        table.sees(TAKEN, rest=5)
        table.sees(lying(market=["C1", "P1"], A2=["A1"]))

        assert [Undid(1), Did("A: take apple -> A.2")] == table.events[-2:]

    def test_is_said_in_the_log(self, table: ToyTable) -> None:
        table.sees(TAKEN)
        table.sees(DEALT)

        assert "revised" == table.log[-1].kind

    def test_is_revised_under_the_next_players_move(self, table: ToyTable) -> None:
        """B was quick: A's hand is not done yet."""
        table.sees(TAKEN, rest=1)
        table.sees(TURNED_TO_B, rest=1)
        table.sees(lying(market=["P1"], A2=["A1"], B1=["C1"]))

        assert ["A: take apple -> A.2", "B: take cherry -> B.1"] == table.actions[3:]
        assert table.silent

    def test_is_asked_for_when_play_has_long_gone_on(self, table: ToyTable) -> None:
        table.sees(TAKEN, rest=1)
        table.sees(TURNED_TO_B, rest=8)
        table.sees(lying(market=["P1"], A2=["A1"], B1=["C1"]), rest=1.25)

        assert NoticeKind.QUESTION == table.notice.kind
        assert ["A: take apple -> A.1", "B: take cherry -> B.1"] == table.actions[3:]
        table.answers("Yes")
        assert ["A: take apple -> A.2", "B: take cherry -> B.1"] == table.actions[3:]

    def test_is_settled_by_a_touch(self, table: ToyTable) -> None:
        """What stands when somebody touches the screen has been seen by people."""
        table.sees(TAKEN)
        table.touches(Pass())
        table.sees(lying(market=["C1", "P1"], A2=["A1"]), rest=5)

        assert ["A: take apple -> A.1", "B: pass"] == table.actions[3:]
        assert not table.silent


class TestSeveralDecisionsAtOnce:
    """What a look told of several decisions waits for the table to rest, and counts when play goes on from it."""

    QUICKLY = lying(market=["P1"], A1=["A1"], B1=["C1"])

    def test_wait_for_the_table_to_rest(self, table: ToyTable) -> None:
        table.sees(self.QUICKLY, rest=0.5)

        assert 3 == len(table.actions)
        table.waits(3)
        assert ["A: take apple -> A.1", "B: take cherry -> B.1"] == table.actions[3:]

    def test_are_believed_when_one_of_the_pieces_is_taken_up_again(self, table: ToyTable) -> None:
        """Alone the second look would be B's taking with the apple still to be laid; it was seen in A's basket."""
        table.sees(self.QUICKLY, rest=0.5)
        table.sees(lying(market=["P1"], B1=["C1"]), rest=0.5)

        assert ["A: take apple -> A.1", "B: take cherry -> B.1"] == table.actions[3:]
        table.waits(5)
        assert "In somebody's hand" == str(table.notice.heading)

    def test_are_not_forgotten_under_a_hand(self, table: ToyTable) -> None:
        """The hand that takes up the apple again hides all of the table first."""
        table.sees(self.QUICKLY, rest=0.5)
        table.sees(under_a_hand(self.QUICKLY, Box(0, 0, 500, 100)), rest=0.5)
        table.sees(lying(market=["P1"], B1=["C1"]), rest=0.5)

        assert ["A: take apple -> A.1", "B: take cherry -> B.1"] == table.actions[3:]


class TestWhatNobodySaw:
    """Class 2: a decision without a trace is said and never believed by the camera alone."""

    FORGOTTEN = lying(market=["C1", "P1"], B1=["A1"])

    def test_is_said(self, table: ToyTable) -> None:
        table.sees(self.FORGOTTEN, rest=1.25)

        assert (NoticeKind.SAYING, "Did this happen before? Ann passed") == (
            table.notice.kind,
            str(table.notice.heading),
        )

    def test_is_confirmed_by_the_button(self, table: ToyTable) -> None:
        table.sees(self.FORGOTTEN, rest=1.25)
        table.touches(Confirm())

        assert ["A: pass", "B: take apple -> B.1"] == table.actions[3:]

    def test_is_confirmed_by_what_follows(self, table: ToyTable) -> None:
        """B goes on and nobody stops him: A has passed."""
        table.sees(self.FORGOTTEN, rest=3)
        table.sees(lying(market=["C1"], B1=["A1"], B2=["P1"]), rest=3)

        assert ["A: pass", "B: take apple -> B.1", "B: take pear -> B.2"] == table.actions[3:]

    def test_leaves_the_broken_rule_when_it_is_denied(self, table: ToyTable) -> None:
        table.sees(self.FORGOTTEN, rest=1.25)
        table.answers("No")

        assert "Not allowed: Ben took apple into basket 1" == str(table.notice.heading)
        assert 3 == len(table.actions)

    def test_is_gone_when_the_table_is_put_right(self, table: ToyTable) -> None:
        table.sees(self.FORGOTTEN, rest=3)
        table.sees(DEALT)

        assert (3, True) == (len(table.actions), table.silent)


class TestHeldPieces:
    """Class 3: what somebody holds is shown after a while and never journalled."""

    def basket_held(self, table: ToyTable) -> None:
        """A, who is on turn again, holds the apple of his basket: he could throw it away."""
        table.sees(TAKEN)
        table.touches(Pass())
        table.sees(lying(market=["C1", "P1"]), rest=30)

    def test_are_shown_and_not_thrown_away(self, table: ToyTable) -> None:
        self.basket_held(table)

        assert "In somebody's hand" == str(table.notice.heading)
        assert ["A: take apple -> A.1", "B: pass"] == table.actions[3:]

    def test_back_at_their_place_are_as_if_nothing_had_been(self, table: ToyTable) -> None:
        self.basket_held(table)
        events = table.events
        table.sees(TAKEN)

        assert table.silent
        assert events == table.events

    def test_are_thrown_away_by_one_touch(self, table: ToyTable) -> None:
        self.basket_held(table)
        table.answers("Ann threw apple away")

        assert "A: throw A.1" == table.actions[-1]
        assert table.silent

    def test_one_that_is_thrown_away_by_a_touch_leaves_the_other_held(self, table: ToyTable) -> None:
        """The pear is gone from the market, too: nobody has to put it back, and the next touch tells of it."""
        table.sees(TAKEN)
        table.touches(Pass())
        table.sees(lying(market=["C1"]), rest=30)
        table.answers("Ann threw apple away")
        table.waits(30)

        assert "A: throw A.1" == table.actions[-1]
        assert "In somebody's hand" == str(table.notice.heading)
        assert ["put Pear into market"] == [str(line) for line in table.notice.lines]

    def test_are_thrown_away_by_one_touch_beside_a_question_of_the_game(self, table: ToyTable) -> None:
        """A has begun to take a fruit on the screen; both may be answered."""
        self.basket_held(table)
        table.touches(Select(Pick("take")))
        assert "Take which?" == str(table.notice.heading)
        table.answers("Ann threw apple away")

        assert "A: throw A.1" == table.actions[-1]

    def test_are_thrown_away_when_play_goes_on(self, table: ToyTable) -> None:
        """A takes a cherry into the basket that held the apple: it must have been thrown away before."""
        self.basket_held(table)
        table.sees(lying(market=["P1"], A1=["C1"]), rest=5)

        assert ["A: throw A.1", "A: take cherry -> A.1"] == table.actions[5:]

    def test_are_not_shown_at_once(self, table: ToyTable) -> None:
        table.sees(TAKEN)
        table.touches(Pass())
        table.sees(lying(market=["C1", "P1"]), rest=2)

        assert table.silent

    def test_stop_nobody_else(self, table: ToyTable) -> None:
        """B holds his cherry; A plays on."""
        table.sees(TAKEN)
        table.sees(TURNED_TO_B)
        table.touches(Pass())
        table.sees(lying(market=["P1"], A1=["A1"]), rest=5)
        table.sees(lying(A1=["A1"], B2=["P1"]), rest=1)

        assert "B: take pear -> B.2" == table.actions[-1]


class TestWaysOut:
    """Class 4: buried counts as lying, a doubt stops no story elsewhere, and two touches lead on from everywhere."""

    STRANGE = lying(market=["A1", "C1", "P1"], B1=["A2", "A3"])

    def test_a_label_under_others_counts_as_lying(self, table: ToyTable) -> None:
        table.sees(lying(market=["A1", "C1"]), rest=30)

        assert (3, True) == (len(table.actions), table.silent)

    def test_a_label_under_others_lies_elsewhere_when_it_is_seen_there(self, table: ToyTable) -> None:
        table.sees(lying(market=["A1", "C1"]), rest=5)
        table.sees(lying(market=["A1", "C1"], A1=["P1"]))

        assert "A: take pear -> A.1" == table.actions[-1]

    def test_a_doubt_stops_no_story_elsewhere(self, table: ToyTable) -> None:
        table.sees(self.STRANGE, rest=3)
        assert NoticeKind.DISAGREE == table.notice.kind
        table.sees(lying(market=["C1", "P1"], A1=["A1"], B1=["A2", "A3"]), rest=1)
        assert (3, "It looks like: Ann took apple into basket 1") == (len(table.actions), str(table.notice.heading))
        table.waits(8)

        assert "A: take apple -> A.1" == table.actions[-1]

    def test_what_it_looks_like_waits_while_a_finger_is_picking(self, table: ToyTable) -> None:
        """Else the question to which a finger has just come would be hidden by it, with all its answers."""
        table.sees(self.STRANGE, rest=3)
        table.sees(lying(market=["C1", "P1"], A1=["A1"], B1=["A2", "A3"]), rest=1)
        table.touches(Select(Pick("take")))
        assert "Take which?" == str(table.notice.heading)

        table.touches(Back())
        assert "It looks like: Ann took apple into basket 1" == str(table.notice.heading)

    def test_a_child_lays_pieces_about_and_they_are_put_right_one_by_one(self, table: ToyTable) -> None:
        """Two apples that nobody knows lie in a hand's place, and then a cherry where it might have been taken to."""
        table.sees(self.STRANGE, rest=3)
        table.sees(lying(market=["A1", "P1"], A1=["C1"], B1=["A2", "A3"]), rest=5)
        assert "It looks like: Ann took cherry into basket 1" == str(table.notice.heading)
        table.sees(lying(market=["A1", "P1"], A1=["C1"], B1=["A3"]), rest=2)
        table.sees(lying(market=["A1", "P1", "C1"], B1=["A3"]), rest=2)
        table.sees(DEALT, rest=30)

        assert (3, True) == (len(table.actions), table.silent)

    def test_what_is_left_of_a_disorder_is_no_move_yet(self, table: ToyTable) -> None:
        """The apples are put right; the cherry that was said to lie astray with them may be next."""
        table.sees(lying(market=["A1", "P1"], A1=["C1"], B1=["A2", "A3"]), rest=3)
        assert NoticeKind.DISAGREE == table.notice.kind
        table.sees(lying(market=["A1", "P1"], A1=["C1"]), rest=3)
        assert (3, "It looks like: Ann took cherry into basket 1") == (len(table.actions), str(table.notice.heading))
        table.sees(DEALT, rest=30)

        assert (3, True) == (len(table.actions), table.silent)

    def test_a_doubt_that_is_over_stops_no_broken_rule(self, table: ToyTable) -> None:
        table.sees(self.STRANGE, rest=3)
        table.sees(DEALT)
        table.sees(lying(market=["C1", "P1"], B1=["A1"]), rest=1.25)

        assert "Did this happen before? Ann passed" == str(table.notice.heading)

    def test_what_is_left_alone_is_not_said_again(self, table: ToyTable) -> None:
        table.sees(self.STRANGE, rest=3)
        table.answers("Leave it")
        table.waits(30)
        assert table.silent
        table.sees(lying(market=["C1", "P1"], A1=["A1"], B1=["A2", "A3"]))

        assert "A: take apple -> A.1" == table.actions[-1]

    def test_an_answer_does_not_bring_the_same_notice_back(self, table: ToyTable) -> None:
        """Not "We take it back" and "The table is right" in turns."""
        table.sees(TAKEN)
        table.touches(Pass())
        table.sees(lying(market=["P1"], A1=["A1", "C1"]), rest=1.25)
        table.answers("We take it back")
        table.answers("The table is right")
        table.waits(5)

        assert "Table and game disagree" == str(table.notice.heading)
        table.answers("Leave it")
        assert table.silent

    @pytest.mark.parametrize(
        "sight",
        [
            pytest.param(lying(market=["A1", "C1"], B1=["A2", "A3"]), id="two pieces too many"),
            pytest.param(lying(A1=["P1"], A2=["C1"], B1=["A1"], B2=["A2", "A3"]), id="all lies elsewhere"),
        ],
    )
    def test_a_doubt_leads_to_putting_the_whole_table_right(self, table: ToyTable, sight: Observation) -> None:
        """However many labels may be misread."""
        table.sees(sight, rest=5)

        assert "Table and game disagree" == str(table.notice.heading)
        assert Open("put right") in [answer.intent for answer in table.notice.answers]
        assert Open("put right") != table.notice.answers[-1].intent

    def test_each_of_several_labels_can_be_said_to_be_misread(self, table: ToyTable) -> None:
        table.sees(lying(A1=["P1"], A2=["C1"], B1=["A1"], B2=["A2", "A3"]), rest=5)
        table.answers("A label is misread")

        assert "Which label is misread?" == str(table.notice.heading)
        named = ["Pear in A.1", "Cherry in A.2", "Apple in B.1"]
        assert named == [str(answer.label) for answer in table.notice.answers][:3]
        table.answers(named[1])
        assert "Cherry in A.2: which piece is it really?" == str(table.notice.heading)

    def test_every_notice_about_the_table_leads_on_within_two_touches(self, table: ToyTable) -> None:
        """Whatever lies there: "Yes" where it is offered, else the last answer, and nothing more is said."""
        sights = (
            lying(market=["A1", "C1"], B1=["A2", "A3"]),
            lying(market=["C1", "P1"], B1=["A1"]),
            lying(market=["A1", "C1", "P1"], A1=["A2"], B1=["A3"]),
            lying(market=["P1"], A1=["A1", "C1"]),
            lying(),
        )
        for seen in sights:
            table.sees(seen, rest=5)
            for _ in range(2):
                if not table.silent and table.notice.answers:
                    yes = [button for button in table.notice.answers if "Yes" == str(button.label)]
                    table.touches((*yes, table.notice.answers[-1])[0].intent)
                    table.waits(2)
            assert table.silent or not table.notice.answers, str(table.notice.heading)
            table.sees(DEALT, rest=3)


class TestHandwork:
    """Class 5: what is due stays due through blindness, and taking back needs no word."""

    TAKE = Do(GAME.read_action("A: take apple -> A.1"))
    OVER_THE_MARKET = Box(0, 0, 100, 100)

    def test_stays_due_while_a_hand_is_over_it(self, table: ToyTable) -> None:
        table.touches(self.TAKE)
        table.sees(under_a_hand(DEALT, self.OVER_THE_MARKET), rest=5)
        table.sees(DEALT, rest=5)

        assert ["move Apple from market to A.1"] == [str(line) for line in table.notice.lines]
        assert 4 == len(table.actions)

    def test_done_under_a_hand_is_done(self, table: ToyTable) -> None:
        table.touches(self.TAKE)
        table.sees(under_a_hand(TAKEN, self.OVER_THE_MARKET), rest=5)
        table.sees(TAKEN, rest=5)

        assert (4, True) == (len(table.actions), table.silent)

    def test_is_asked_of_a_touch_under_a_hand(self, table: ToyTable) -> None:
        """The touch comes while the hand is over the market: what it asks for is due when the hand has gone."""
        table.sees(under_a_hand(DEALT, self.OVER_THE_MARKET))
        table.touches(self.TAKE)
        table.sees(DEALT, rest=5)

        assert "Still to do" == str(table.notice.heading)
        assert 4 == len(table.actions)

    def test_taken_back_and_something_else_done(self, table: ToyTable) -> None:
        table.sees(TAKEN, rest=3)
        table.sees(lying(market=["A1", "P1"], A1=["C1"]))

        assert ["A: take cherry -> A.1"] == table.actions[3:]
        assert table.silent

    def test_an_undo_of_a_table_that_is_right_asks_for_nothing(self, table: ToyTable) -> None:
        """The move was touched and never made by hand: undone, there is nothing to put back."""
        table.touches(self.TAKE, Undo())

        assert (3, True) == (len(table.actions), table.silent)
        table.sees(TAKEN)
        assert "A: take apple -> A.1" == table.actions[-1]

    def test_putting_back_one_place_stops_no_story_elsewhere(self, table: ToyTable) -> None:
        """A's apple has yet to go back; its owner passes, and B takes a pear meanwhile."""
        table.sees(TAKEN)
        table.touches(Undo(), Pass())
        table.sees(lying(market=["C1"], A1=["A1"], B1=["P1"]), rest=3)
        table.sees(lying(market=["A1", "C1"], B1=["P1"]), rest=3)
        assert "It looks like: Ben took pear into basket 1" == str(table.notice.heading)
        table.waits(6)

        assert ["A: pass", "B: take pear -> B.1"] == table.actions[3:]


class TestChance:
    """What chance brought is open like what players did."""

    def test_a_card_dealt_is_changed_for_another(self, table: ToyTable) -> None:
        table.sees(lying(market=["A1", "C1", "P2", "A2"]), rest=3)
        table.sees(lying(market=["A1", "C1", "C2"]), rest=3)

        assert ["deal apple", "deal cherry", "deal cherry"] == table.actions
        assert table.silent

    def test_a_card_taken_up_after_the_deal_is_held_and_not_undealt(self, table: ToyTable) -> None:
        table.sees(lying(market=["A1"]), rest=5)

        assert 3 == len(table.actions)
        table.sees(DEALT, rest=1)
        assert (3, True) == (len(table.actions), table.silent)


class TestPutAway:
    """Who plays on without what he has taken up has put it away."""

    def test_by_whoever_goes_on_himself_after_some_seconds(self, table: ToyTable) -> None:
        TestHeldPieces().basket_held(table)
        table.waits(5)
        table.sees(lying(market=["P1"], A2=["C1"]), rest=1)

        assert ["A: throw A.1", "A: take cherry -> A.2"] == table.actions[5:]

    def test_what_another_of_its_kind_has_come_in_the_place_of(self, store: JournalStore) -> None:
        """Both are apples: only the label tells that this one came from the market, and that the other is gone."""
        table = ToyTable(store)
        table.sees(lying(market=["A1", "A2", "P1"]))
        table.sees(lying(market=["A2", "P1"], A1=["A1"]), rest=3)
        table.touches(Pass())
        table.sees(lying(market=["A2", "P1"]), rest=5)
        table.sees(lying(market=["P1"], A1=["A2"]), rest=1)

        assert ["A: throw A.1", "A: take apple -> A.1"] == table.actions[-2:]
        assert table.silent


def test_from_every_state_two_touches_lead_on(store: JournalStore) -> None:
    """Pieces at random places, missing, doubled or foreign: what is offered leads back to play."""
    tags = ["A1", "A2", "C1", "C2", "P1", "P2", "HTTPS://X.Y"]
    for seed in range(12):
        random, table = Random(seed), ToyTable(store)
        table.sees(DEALT)
        for _ in range(random.randrange(3)):
            table.sees(_strewn(tags, random), rest=random.choice((0, 1, 5)))
        table.sees(_strewn(tags, random), rest=10)
        touches = 0
        while _asks(table):
            table.touches(_way_out(table.notice).intent)
            table.waits(10)
            touches += 1
            assert touches <= 2, f"seed {seed} asks a third time"


def _strewn(tags: Sequence[str], random: Random) -> Observation:
    zones: dict[str, list[str]] = {}
    for tag in random.sample(tags, random.randrange(len(tags) + 1)):
        zones.setdefault(random.choice(("market", "A1", "A2", "B1", "B2")), []).append(tag)
    return lying(**zones)


def _asks(table: ToyTable) -> bool:
    """Whether something other than the game itself waits for an answer."""
    own = GAME.present(table.history.state).notice
    return not table.silent and bool(table.notice.answers) and table.notice != own


def _way_out(notice: Notice) -> Button:
    """Leave it or allow it, where that is offered; else the last answer."""
    ways = [each for each in notice.answers if str(each.label).startswith(("Leave it", "We allow it"))]
    return (*ways, notice.answers[-1])[0]
