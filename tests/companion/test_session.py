"""The conversation with the table, on the smallest of games: what is believed, what is asked, what is put right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.game import Outcome
from companion.core.journal import Amended, Corrected, Did, Undid
from companion.core.rules import Score, ScoreLine
from companion.core.screen import (
    Answer,
    Confirm,
    Do,
    Identify,
    Inspect,
    Intent,
    Notice,
    NoticeKind,
    Pass,
    Screen,
    Undo,
    Why,
)
from companion.core.table import UNREADABLE, Box, Observation
from companion.core.text import say, verbatim
from companion.errors import JournalError
from companion.record import Record
from companion.session import Happening, Session, Tick, Trouble
from companion.store import JournalStore
from companion.talk import over
from tests.toy import GAME, OPTIONS, book, lying


class Evening:
    """A session at the toy table, with a clock that only moves when told to."""

    def __init__(self, store: JournalStore, game: int | None = None) -> None:
        self.store = store
        self.game = store.begin("orchard", OPTIONS).id if game is None else game
        self.record = Record(GAME, store, store.load(self.game))
        self.screens: list[Screen] = []
        self.log: list[Happening] = []
        self.session = Session(self.record, self.screens.append, self.log.append)
        self.now = 0.0

    def sees(self, observation: Observation, rest: float = 0.0) -> None:
        self.session.handle(observation)
        self.waits(rest)

    def waits(self, seconds: float) -> None:
        for _ in range(int(seconds * 4)):
            self.now += 0.25
            self.session.handle(Tick(self.now))

    def touches(self, *intents: Intent) -> None:
        for intent in intents:
            self.session.handle(intent)

    def answers(self, words: str) -> None:
        answer = next(button for button in self.notice.answers if str(button.label).startswith(words))
        self.session.handle(answer.intent)

    @property
    def notice(self) -> Notice:
        assert self.session.screen is not None
        assert self.session.screen.notice is not None, "nothing is being said"
        return self.session.screen.notice

    @property
    def silent(self) -> bool:
        return self.session.screen is not None and self.session.screen.notice is None

    @property
    def actions(self) -> list[str]:
        return [did.action for did in self.record.standing]

    @property
    def events(self) -> list[object]:
        return [entry.event for entry in self.store.load(self.game).entries]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[JournalStore]:
    with JournalStore(tmp_path / "journal.db") as opened:
        yield opened


@pytest.fixture
def evening(store: JournalStore) -> Evening:
    """An apple, a cherry and a pear have been dealt; A is on turn."""
    evening = Evening(store)
    evening.sees(lying(market=["A1", "C1", "P1"]))
    return evening


TAKEN = lying(market=["C1", "P1"], A1=["A1"])


class TestWhatIsBelieved:
    def test_dealt_cards_are_believed_at_once(self, evening: Evening) -> None:
        assert ["deal apple", "deal cherry", "deal pear"] == evening.actions
        assert evening.silent

    def test_a_move_that_cannot_be_half_of_another_is_believed_at_once(self, evening: Evening) -> None:
        evening.sees(TAKEN)

        assert "A: take apple -> A.1" == evening.actions[-1]

    def test_the_journal_has_what_the_screen_shows(self, evening: Evening) -> None:
        evening.sees(TAKEN)

        assert [Did(action) for action in evening.actions] == evening.events

    def test_a_forgotten_pass_is_filled_in_after_a_rest(self, evening: Evening) -> None:
        evening.sees(lying(market=["C1", "P1"], B1=["A1"]))

        assert 3 == len(evening.actions)
        evening.waits(2.25)
        assert ["A: pass", "B: take apple -> B.1"] == evening.actions[3:]

    def test_a_hand_over_the_market_silences_the_market_only(self, evening: Evening) -> None:
        evening.sees(Observation((), blind=(Box(0, 0, 100, 100),)), rest=5)

        assert evening.silent
        assert 3 == len(evening.actions)

    def test_what_is_taken_away_and_put_back_was_nothing(self, evening: Evening) -> None:
        evening.sees(lying(market=["A1", "C1"]), rest=0.5)
        evening.sees(lying(market=["A1", "C1", "P1"]), rest=5)

        assert 3 == len(evening.actions)
        assert evening.silent


class TestABrokenRule:
    @pytest.fixture
    def full(self, evening: Evening) -> Evening:
        """A puts a second fruit into a full basket."""
        evening.sees(TAKEN)
        evening.touches(Pass())
        evening.sees(lying(market=["P1"], A1=["A1", "C1"]), rest=1.25)
        return evening

    def test_is_named_with_its_citation_and_how_to_put_it_right(self, full: Evening) -> None:
        notice = full.notice

        assert NoticeKind.ILLEGAL == notice.kind
        assert "Not allowed: A: take cherry -> A.1" == str(notice.heading)
        assert ("A.1 is not empty.", "T-2 (rulebook, p. 2)", "Use an empty basket.") == (
            str(notice.lines[0]),
            str(notice.rule),
            str(notice.repair),
        )
        assert {"market", "A.1"} == full.session.screen.attention  # type: ignore[union-attr]

    def test_is_not_spoken_of_before_the_table_rests(self, evening: Evening) -> None:
        evening.sees(TAKEN)
        evening.touches(Pass())
        evening.sees(lying(market=["P1"], A1=["A1", "C1"]), rest=0.5)

        assert evening.silent

    def test_why_shows_the_rule_in_our_own_words(self, full: Evening) -> None:
        full.touches(Why())

        assert "A fruit goes into an empty basket." in [str(line) for line in full.notice.lines]

    def test_taken_back_it_is_put_right_with_instructions(self, full: Evening) -> None:
        full.answers("We take it back")

        assert ["move Cherry from A.1 to market"] == [str(line) for line in full.notice.lines]
        full.sees(lying(market=["C1", "P1"], A1=["A1"]))
        assert full.silent
        assert "B: pass" == full.actions[-1]

    def test_allowed_it_is_written_down_as_overruled(self, full: Evening) -> None:
        full.answers("We allow it")

        assert Did("A: take cherry -> A.1", overruled="T-2") == full.events[-1]
        assert "overruled" == full.log[-1].kind

    def test_an_overruled_move_survives_a_restart(self, full: Evening) -> None:
        full.answers("We allow it")
        again = Evening(full.store, full.game)

        assert again.record.fault is None
        assert full.record.state == again.record.state

    def test_not_what_happened_leads_to_the_list_of_differences(self, full: Evening) -> None:
        full.answers("That is not what happened")

        assert NoticeKind.DISAGREE == full.notice.kind
        assert "Table and game disagree" == str(full.notice.heading)

    def test_it_vanishes_by_itself_when_the_table_is_put_right(self, full: Evening) -> None:
        full.sees(lying(market=["C1", "P1"], A1=["A1"]))

        assert full.silent


class TestUndo:
    def test_takes_back_the_move_and_says_how_to_put_the_table_back(self, evening: Evening) -> None:
        evening.sees(TAKEN)
        evening.touches(Undo())

        assert 3 == len(evening.actions)
        assert Undid(1) == evening.events[-1]
        assert "Put the table back" == str(evening.notice.heading)

    def test_what_was_undone_is_not_believed_again_while_it_still_lies_there(self, evening: Evening) -> None:
        evening.sees(TAKEN)
        evening.touches(Undo())
        evening.sees(TAKEN, rest=10)

        assert 3 == len(evening.actions)

    def test_a_hand_elsewhere_does_not_keep_the_table_from_being_put_right(self, evening: Evening) -> None:
        evening.sees(TAKEN)
        evening.touches(Undo())
        hand = (Box(450, 0, 500, 100),)
        evening.sees(Observation(lying(market=["A1", "C1", "P1"]).labels, blind=hand))
        evening.sees(TAKEN)

        assert "A: take apple -> A.1" == evening.actions[-1]

    def test_a_hand_over_the_place_is_no_proof_that_it_was_put_right(self, evening: Evening) -> None:
        evening.sees(TAKEN)
        evening.touches(Undo())
        evening.sees(Observation((), blind=(Box(0, 0, 200, 100),)))
        evening.sees(TAKEN, rest=5)

        assert 3 == len(evening.actions)

    def test_the_table_is_right_after_all(self, evening: Evening) -> None:
        evening.sees(TAKEN)
        evening.touches(Undo())
        evening.answers("The table is right")

        assert "A: take apple -> A.1" == evening.actions[-1]

    def test_of_any_depth_ends_at_the_beginning(self, evening: Evening) -> None:
        evening.sees(TAKEN)
        for _ in range(10):
            evening.touches(Undo())

        assert [] == evening.actions

    def test_gives_the_time_back(self, evening: Evening) -> None:
        evening.waits(3)
        evening.sees(TAKEN)
        evening.waits(4)
        evening.touches(Undo())

        assert {"A": pytest.approx(3.0, abs=0.3)} == evening.record.clocks

    def test_pieces_put_back_by_hand_are_recognised_as_a_takeback(self, evening: Evening) -> None:
        evening.sees(TAKEN)
        evening.sees(lying(market=["A1", "C1", "P1"]), rest=1.25)

        assert "Taken back?" == str(evening.notice.heading)
        evening.answers("Yes")
        assert (3, True) == (len(evening.actions), evening.silent)


class TestCorrections:
    def test_an_unreadable_label_is_asked_for_and_named_with_one_touch(self, store: JournalStore) -> None:
        evening = Evening(store)
        evening.sees(lying(market=["A1", "C1", UNREADABLE]), rest=1.25)

        assert ["deal apple", "deal cherry"] == evening.actions
        assert "A label in market cannot be read. Which piece is it?" == str(evening.notice.heading)
        evening.answers("Pear")
        assert "deal pear" == evening.actions[-1]
        assert evening.silent

    def test_a_wrong_label_is_corrected_in_two_touches_and_the_deal_amended(self, evening: Evening) -> None:
        """The sticker P1 sits on a second cherry: the deal that believed it is told anew, and it stays known."""
        evening.touches(Inspect("market", "pear"))
        evening.answers("Cherry")

        assert ["deal apple", "deal cherry", "deal cherry"] == evening.actions
        assert [Corrected("market", "P1", "cherry"), Amended(2, "deal cherry")] == evening.events[-2:]
        evening.sees(lying(market=["A1", "C1"], A1=["P1"]))
        assert "A: take cherry -> A.1" == evening.actions[-1]

    def test_a_correction_survives_a_restart(self, evening: Evening) -> None:
        evening.touches(Identify("market", "P1", "cherry"))
        again = Evening(evening.store, evening.game)
        again.sees(lying(market=["A1", "C1", "P1"]), rest=3)

        assert again.silent
        assert evening.record.state == again.record.state

    def test_a_label_that_becomes_readable_ends_the_correction(self, store: JournalStore) -> None:
        evening = Evening(store)
        evening.sees(lying(market=["A1", "C1", UNREADABLE]), rest=1.25)
        evening.answers("Pear")
        evening.sees(lying(market=["A1", "C1", "P1"]))
        evening.sees(lying(market=["A1", "C1", UNREADABLE]))

        assert evening.silent

    def test_two_touches_on_what_nobody_sees_change_nothing(self, evening: Evening) -> None:
        evening.touches(Inspect("A.1", "pear"))

        assert evening.silent


class TestTouchedActions:
    def test_the_table_may_lag_behind(self, evening: Evening) -> None:
        evening.touches(Do("A: take apple -> A.1"))

        assert "Still to do" == str(evening.notice.heading)
        assert ["move Apple from market to A.1"] == [str(line) for line in evening.notice.lines]
        evening.sees(TAKEN)
        assert (4, True) == (len(evening.actions), evening.silent)

    def test_half_done_handwork_is_no_new_move(self, evening: Evening) -> None:
        evening.touches(Do("A: take apple -> A.1"))
        evening.sees(lying(market=["C1", "P1"]), rest=5)

        assert ["put Apple into A.1"] == [str(line) for line in evening.notice.lines]
        assert 4 == len(evening.actions)

    def test_a_question_of_the_game_itself_is_asked_and_can_be_confirmed(self, store: JournalStore) -> None:
        evening = Evening(store)
        evening.waits(0.25)

        assert "Deal an apple?" == str(evening.notice.heading)
        evening.touches(Confirm())
        assert ["deal apple"] == evening.actions

    def test_an_illegal_touch_is_refused_with_the_rule(self, evening: Evening) -> None:
        evening.touches(Do("B: take apple -> B.1"))

        assert ("It is not B's turn.", 3) == (str(evening.notice.lines[0]), len(evening.actions))

    def test_the_button_pass_passes_for_whoever_is_on_turn(self, evening: Evening) -> None:
        evening.touches(Pass(), Pass())

        assert ["A: pass", "B: pass"] == evening.actions[3:]

    def test_a_move_the_table_already_shows_is_not_swallowed_as_handwork(self, evening: Evening) -> None:
        evening.sees(lying(market=["C1", "P1"], B1=["A1"]))
        evening.touches(Pass())

        assert ["A: pass", "B: take apple -> B.1"] == evening.actions[3:]


class TestDoubts:
    def test_what_no_rule_explains_is_listed_as_differences(self, evening: Evening) -> None:
        evening.sees(lying(market=["A1", "C1", "P1"], A1=["A2", "A3"]), rest=1.25)

        assert NoticeKind.DISAGREE == evening.notice.kind
        assert ["take 2 Apple away from A.1"] == [str(line) for line in evening.notice.lines]

    def test_several_stories_are_a_question(self, evening: Evening) -> None:
        """A fruit is in the hand: into which basket will it go?"""
        evening.sees(lying(market=["C1", "P1"]), rest=1.25)

        assert ["A: take apple -> A.1", "A: take apple -> A.2", "None of these"] == [
            str(button.label) for button in evening.notice.answers
        ]
        evening.touches(Confirm())
        assert "A: take apple -> A.1" == evening.actions[-1]

    def test_a_tap_on_a_notice_that_has_changed_is_dropped(self, evening: Evening) -> None:
        evening.sees(lying(market=["C1", "P1"]), rest=1.25)
        old = evening.notice.answers[0].intent
        evening.sees(lying(market=["A1", "C1", "P1"]))
        assert isinstance(old, Answer)
        evening.touches(old)

        assert 3 == len(evening.actions)

    def test_a_label_seen_twice_is_reported(self, evening: Evening) -> None:
        evening.sees(Observation(lying(market=["A1", "C1", "P1"]).labels, duplicates=("A1",)))

        assert NoticeKind.TROUBLE == evening.notice.kind

    def test_a_lost_camera_is_said_and_the_game_goes_on_by_touch(self, evening: Evening) -> None:
        evening.session.handle(Trouble(verbatim("The camera is unplugged.")))

        assert (NoticeKind.TROUBLE, "The camera is unplugged.") == (evening.notice.kind, str(evening.notice.heading))
        evening.touches(Pass())
        assert "A: pass" == evening.actions[-1]


class TestTheEnd:
    def test_is_announced_with_the_winner_and_the_rule(self, evening: Evening) -> None:
        evening.sees(TAKEN)
        evening.touches(Pass(), Pass())

        assert "Ann wins" == str(evening.notice.heading)
        assert ["Both have passed.", "Ann: 1", "1 apple (T-3)", "Ben: 0"] == [
            str(line) for line in evening.notice.lines
        ]
        assert evening.store.latest() is None

    def test_is_announced_with_all_who_share_it(self, evening: Evening) -> None:
        evening.touches(Pass(), Pass())

        assert "Ann, Ben win" == str(evening.notice.heading)

    def test_without_a_winner_is_a_draw(self) -> None:
        outcome = Outcome((), say("Everything is equal."), book.cite("T-3"))

        assert "A draw" == str(over(outcome, (), {}).notice.heading)

    def test_a_total_that_rests_on_an_unconfirmed_value_is_shown_as_such(self) -> None:
        rule = book.cite("T-3")
        sheet = Score("A", (ScoreLine(2, say("apples"), rule), ScoreLine(3, say("pears"), rule, provisional=True)))
        outcome = Outcome(("A",), say("Both have passed."), rule)

        assert ["Both have passed.", "Ann: 5?", "2 apples (T-3)", "3? pears (T-3)"] == [
            str(line) for line in over(outcome, (sheet,), {"A": "Ann"}).notice.lines
        ]

    def test_leads_to_another_evening_with_one_touch(self, store: JournalStore) -> None:
        left: list[str] = []
        record = Record(GAME, store, store.begin("orchard", OPTIONS))
        session = Session(record, lambda _: None, lambda _: None, leave=lambda: left.append("left"))
        session.handle(lying(market=["A1", "C1", "P1"]))
        for intent in (Pass(), Pass(), Confirm()):
            session.handle(intent)

        assert ["left"] == left

    def test_can_be_taken_back(self, evening: Evening) -> None:
        evening.touches(Pass(), Pass(), Undo())

        latest = evening.store.latest()
        assert latest is not None
        assert evening.game == latest.id


def test_after_a_power_cut_the_same_game_stands_on_the_screen(evening: Evening) -> None:
    evening.sees(TAKEN)
    evening.waits(2)
    again = Evening(evening.store, evening.game)
    again.sees(TAKEN)

    assert evening.record.state == again.record.state
    assert evening.session.screen == again.session.screen


def test_after_a_power_cut_what_hands_had_not_done_is_still_to_do(evening: Evening) -> None:
    evening.touches(Do("A: take apple -> A.1"))
    again = Evening(evening.store, evening.game)
    again.sees(lying(market=["A1", "C1", "P1"]), rest=5)

    assert "Still to do" == str(again.notice.heading)
    assert ["move Apple from market to A.1"] == [str(line) for line in again.notice.lines]
    again.sees(TAKEN)
    assert (4, True) == (len(again.actions), again.silent)


def test_after_a_power_cut_what_is_no_handwork_is_a_difference(evening: Evening) -> None:
    evening.touches(Do("A: take apple -> A.1"))
    again = Evening(evening.store, evening.game)
    again.sees(lying(market=["A1"], A1=["C1", "P1"]), rest=5)

    assert "Table and game disagree" == str(again.notice.heading)


def test_a_move_that_cannot_be_written_down_has_not_happened(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(*_: object) -> None:
        raise JournalError("The disk is full.")

    monkeypatch.setattr(evening.store, "append", full_disk)
    with pytest.raises(JournalError):
        evening.touches(Pass())

    assert 3 == len(evening.actions)
    assert "A" == evening.record.state.on_turn


def test_an_evening_that_a_changed_rule_makes_illegal_is_taken_up_before_it(store: JournalStore) -> None:
    evening = Evening(store)
    evening.sees(lying(market=["A1", "C1", "P1"]))
    evening.record.do([GAME.read_action("B: take apple -> B.1")], "touch")  # legal by an older version of the rules
    again = Evening(store, evening.game)

    assert "move 4, B: take apple -> B.1" in str(again.record.fault)
    assert 3 == len(again.actions)
    assert Undid(1) == again.events[-1]
