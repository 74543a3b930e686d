"""What nobody can explain is asked, calmly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.belief.hypothesis import Either, Hypothesis
from companion.core.belief.search import Ambiguous, Explained
from companion.core.screen import (
    Answer,
    Confirm,
    Dismiss,
    Do,
    Inspect,
    NoticeKind,
    Pass,
)
from companion.core.table import UNREADABLE, Box, Observation
from companion.core.text import verbatim
from companion.session.messages import Concern, Trouble, Unwatched, Watched
from companion.session.prompts import which
from companion.session.replies import Believe, Restore, TakeBack
from tests.session.toy_table import ToyTable
from tests.toy import GAME, OPTIONS, lying

SOMEWHERE = lying(A1=[UNREADABLE], A2=[UNREADABLE], B1=["C1"])
"""The last fruit has left the market, and in both baskets of A lies something that cannot be read."""


@pytest.fixture
def last_pear(table: ToyTable) -> ToyTable:
    """A alone still plays; a pear is left, and his baskets are empty."""
    for notation in ("A: take apple -> A.1", "B: take cherry -> B.1", "A: throw A.1", "B: pass"):
        table.touches(Do(GAME.read_action(notation)))
    table.sees(lying(market=["P1"], B1=["C1"]), rest=1)
    return table


def test_taking_back_is_one_of_several_stories() -> None:
    """Where the table looks as before, and legal moves make it look so too, all of them are offered at once."""
    state = GAME.initial_state(OPTIONS)
    stories = tuple(Explained((GAME.read_action(f"A: throw A.{basket}"),)) for basket in (1, 2))
    took = GAME.read_action("A: take apple -> A.1")
    replies = [reply for _, reply in which(GAME, state, Ambiguous(stories), undone=(took,)).replies]

    assert [*(Believe(story.actions) for story in stories), TakeBack(1), Restore()] == replies


def test_an_answer_tells_what_it_keeps_of_the_latest_moves() -> None:
    """One story takes the latest move back and one goes on from it: both are told from there."""
    state = GAME.initial_state(OPTIONS)
    took, other = (GAME.read_action(f"A: take {fruit} -> A.1") for fruit in ("apple", "cherry"))
    stories = Hypothesis(1, (other,)), Hypothesis(0, (other,))
    answers = [str(words) for words, _ in which(GAME, state, Either(stories), latest=(took,)).replies]

    once = "Ann took cherry into basket 1"
    assert [once, f"Ann took apple into basket 1, {once}", "None of these"] == answers


class TestDoubts:
    def test_what_no_rule_explains_is_listed_as_differences(self, table: ToyTable) -> None:
        table.sees(lying(market=["A1", "C1", "P1"], A1=["A2", "A3"]), rest=1.25)

        assert NoticeKind.DISAGREE == table.notice.kind
        assert ["take 2 Apple away from A.1"] == [str(line) for line in table.notice.lines]

    def test_several_stories_are_a_question(self, last_pear: ToyTable) -> None:
        """The pear went into one of two baskets; what follows might tell which, so it is not asked at once."""
        last_pear.sees(SOMEWHERE, rest=2)
        assert last_pear.silent
        last_pear.waits(1.25)

        assert ["Ann took pear into basket 1", "Ann took pear into basket 2", "None of these"] == [
            str(button.label) for button in last_pear.notice.answers
        ]
        last_pear.touches(Confirm())
        assert "A: take pear -> A.1" == last_pear.actions[-1]

    def test_a_tap_on_a_notice_that_has_changed_is_dropped(self, last_pear: ToyTable) -> None:
        last_pear.sees(SOMEWHERE, rest=3.25)
        old = last_pear.notice.answers[0].intent
        last_pear.sees(lying(market=["P1"], B1=["C1"]))
        assert isinstance(old, Answer)
        last_pear.touches(old)

        assert 7 == len(last_pear.actions)

    def test_a_label_seen_twice_is_reported(self, table: ToyTable) -> None:
        table.sees(Observation(lying(market=["A1", "C1", "P1"]).labels, duplicates=("A1",)))

        assert NoticeKind.TROUBLE == table.notice.kind

    def test_a_copy_of_a_label_is_no_card(self, table: ToyTable) -> None:
        """Nothing was taken, and nothing is asked: the copy lies in a basket, the apple still in the market."""
        actions = table.actions
        twice = lying(market=["A1", "C1", "P1"], A1=["A1"])
        table.sees(replace(twice, duplicates=("A1",)), rest=5)

        assert "One label, seen twice" == str(table.notice.heading)
        assert actions == table.actions

    def test_what_is_covered_for_long_is_said_calmly_until_it_can_be_seen(self, table: ToyTable) -> None:
        clear, cover = lying(market=["A1", "C1", "P1"]), (Box(120, 20, 150, 60),)
        table.sees(replace(clear, blind=cover), rest=5)
        assert table.silent

        table.sees(replace(clear, blind=cover, hidden=cover))
        assert (NoticeKind.SAYING, "Something is covering A.1") == (table.notice.kind, str(table.notice.heading))
        assert () == table.notice.answers

        table.sees(clear)
        assert table.silent

    def test_many_covered_places_are_summed_up(self, table: ToyTable) -> None:
        cover = (Box(0, 0, 500, 100),)
        table.sees(replace(lying(), blind=cover, hidden=cover))

        assert "Something is covering market, A.1, A.2 and B.1" == str(table.notice.heading)
        assert ["and 1 more"] == [str(line) for line in table.notice.lines]

    def test_a_lost_camera_is_said_and_the_game_goes_on_by_touch(self, table: ToyTable) -> None:
        table.session.handle(Trouble(verbatim("The camera is unplugged."), Concern.CAMERA))

        assert (NoticeKind.TROUBLE, "The camera is unplugged.") == (table.notice.kind, str(table.notice.heading))
        table.touches(Pass())
        assert "A: pass" == table.actions[-1]

    def test_what_lasts_is_still_shown_when_it_was_read(self, table: ToyTable) -> None:
        table.session.handle(Trouble(verbatim("The camera sees nothing."), Concern.CAMERA, lasts=True))
        table.touches(Dismiss())
        assert "The camera sees nothing." == str(table.session.screen.trouble)

        table.session.handle(Trouble(None, Concern.CAMERA))
        assert table.session.screen.trouble is None

    def test_a_camera_that_is_back_says_nothing_of_the_journal(self, table: ToyTable) -> None:
        """Each is told, and ends, by itself; the journal comes first, because something might be lost with it."""
        table.session.handle(Trouble(verbatim("The camera sees nothing."), Concern.CAMERA, lasts=True))
        table.session.handle(Trouble(verbatim("The disk is full."), Concern.JOURNAL, lasts=True))
        assert ("The disk is full.", "device-floppy") == (str(table.notice.heading), table.session.screen.trouble_icon)
        table.touches(Dismiss())
        assert "The camera sees nothing." == str(table.notice.heading)

        table.session.handle(Trouble(None, Concern.CAMERA))
        assert ("The disk is full.", True) == (str(table.session.screen.trouble), table.silent)

    def test_a_lost_camera_is_said_before_what_is_still_to_do(self, table: ToyTable) -> None:
        """What hands have yet to do cannot be seen any more."""
        table.touches(Do(GAME.read_action("A: take apple -> A.1")))
        table.session.handle(Trouble(verbatim("The camera sees nothing."), Concern.CAMERA, lasts=True))

        assert "The camera sees nothing." == str(table.notice.heading)

    def test_while_a_camera_is_lost_a_touched_piece_offers_what_can_be_done_with_it(self, table: ToyTable) -> None:
        """Not which piece it is, with a picture from before; that is asked again when the camera is back."""
        table.session.handle(Trouble(verbatim("The camera sees nothing."), Concern.CAMERA, lasts=True))
        table.touches(Dismiss(), Inspect("market", "apple"))
        assert "Apple in market: what is done with it?" == str(table.notice.heading)

        table.touches(Dismiss())
        table.session.handle(Trouble(None, Concern.CAMERA))
        table.touches(Inspect("market", "apple"))
        assert "Apple in market: which piece is it really?" == str(table.notice.heading)

    def test_where_no_camera_is_found_that_is_said_once_and_nothing_stops(self, table: ToyTable) -> None:
        """A missing camera is a way to play, not a trouble: no notice, no answer, nothing in the journal."""
        entries = len(table.events)
        table.session.handle(Unwatched(verbatim("No camera: play by touch.")))
        assert (True, entries, None) == (table.silent, len(table.events), table.session.screen.trouble)
        assert "No camera: play by touch." == str(table.session.screen.unwatched)

        table.touches(Pass())
        assert ("A: pass", None) == (table.actions[-1], table.session.screen.unwatched)

    def test_a_camera_that_is_found_after_all_needs_no_word(self, table: ToyTable) -> None:
        table.session.handle(Unwatched(verbatim("No camera: play by touch.")))
        table.session.handle(Watched())

        assert (True, None) == (table.silent, table.session.screen.unwatched)


def test_of_long_stories_only_that_is_answered_in_which_they_differ() -> None:
    """Nobody has answered for a while: what has been seen since is the same in both, and is told once."""
    state = GAME.initial_state(OPTIONS)
    apple, cherry, passes, pear = (
        GAME.read_action(f"A: {what}")
        for what in ("take apple -> A.1", "take cherry -> A.1", "pass", "take pear -> A.2")
    )
    stories = tuple(Hypothesis(actions=(first, passes, pear, passes)) for first in (apple, cherry))
    prompt = which(GAME, state, Either(stories))

    assert [["Ann took apple into basket 1", "Ann took cherry into basket 1", "None of these"]] == [
        [str(words) for words, _ in prompt.replies]
    ]
    assert ["In any case, then: Ann passed, Ann took pear into basket 2, Ann passed"] == [
        str(line) for line in prompt.notice.lines
    ]
    assert [Believe(story.actions) for story in stories] == [reply for _, reply in prompt.replies[:2]]
