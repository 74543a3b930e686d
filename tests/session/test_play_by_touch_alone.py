"""People switch the camera off, or there never was one: what was seen last is held against nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.screen import Do, Drag, Inspect, NoticeKind, Undo
from companion.core.text import say
from companion.journal.store import JournalStore
from companion.session.messages import GoBack, Unwatched, Watched
from tests.session.toy_table import TAKEN, ToyTable
from tests.toy import GAME, lying

OFF = Unwatched(say("The camera is off: play by touch."))
DEALT = lying(market=["A1", "C1", "P1"])
TAKE_APPLE = Do(GAME.read_action("A: take apple -> A.1"))


@pytest.fixture
def unwatched(table: ToyTable) -> ToyTable:
    """The camera has seen the fruits being dealt, and is then switched off."""
    table.session.handle(OFF)
    return table


class TestOff:
    def test_a_touched_piece_is_asked_about_by_what_can_be_done_with_it(self, unwatched: ToyTable) -> None:
        """Not by which piece it is, with a picture from before."""
        unwatched.touches(Inspect("market", "apple"))

        assert "Apple in market: what is done with it?" == str(unwatched.notice.heading)

    def test_nothing_is_left_to_do_after_a_touch(self, unwatched: ToyTable) -> None:
        unwatched.touches(TAKE_APPLE)

        assert (True, "A: take apple -> A.1") == (unwatched.silent, unwatched.actions[-1])

    @pytest.mark.parametrize("back", [Undo(), GoBack(1)])
    def test_nothing_disagrees_after_going_back(self, unwatched: ToyTable, back: Undo | GoBack) -> None:
        unwatched.touches(TAKE_APPLE)
        unwatched.session.handle(back)
        unwatched.waits(60.0)

        assert unwatched.silent
        assert 3 == len(unwatched.actions), "all that was touched is undone"

    def test_nothing_is_seen(self, unwatched: ToyTable) -> None:
        session = unwatched.session

        assert ((), None, None) == (
            session.seen_otherwise,
            session.label_at("market", "apple"),
            session.lying_in("A.1"),
        )

    def test_a_look_that_was_still_on_its_way_says_nothing(self, unwatched: ToyTable) -> None:
        unwatched.sees(TAKEN, rest=30.0)

        assert (True, 3) == (unwatched.silent, len(unwatched.actions))

    def test_what_was_being_said_of_the_table_is_past(self, table: ToyTable) -> None:
        table.sees(lying(market=["A1", "C1", "P1"], B2=["A2"]), rest=30.0)
        assert not table.silent, "something is astray"
        table.session.handle(OFF)

        assert table.silent

    def test_what_only_the_camera_saw_is_settled(self, table: ToyTable) -> None:
        table.sees(TAKEN, rest=2.0)
        assert table.session.open_actions
        table.session.handle(OFF)

        assert (0, "A: take apple -> A.1") == (table.session.open_actions, table.actions[-1])

    def test_no_time_is_added_to_anybodys_clock(self, table: ToyTable) -> None:
        table.waits(10.0)
        table.session.handle(OFF)
        table.waits(1.0)

        assert {"A": 11.0} == table.spent


class TestNeverOn:
    """No camera has looked at this table at all."""

    @pytest.fixture
    def dark(self, store: JournalStore) -> ToyTable:
        table = ToyTable(store)
        for fruit in ("deal apple", "deal cherry", "deal pear"):
            table.touches(Do(GAME.read_action(fruit)))
        return table

    def test_going_back_asks_nobody_to_put_the_table_back(self, dark: ToyTable) -> None:
        dark.touches(TAKE_APPLE)
        dark.session.handle(GoBack(1))

        assert dark.silent

    def test_a_drag_books_what_it_shows(self, dark: ToyTable) -> None:
        dark.touches(Drag("market", "apple", "A.1"))

        assert (True, "A: take apple -> A.1") == (dark.silent, dark.actions[-1])


class TestOnAgain:
    def test_a_table_that_agrees_needs_no_word(self, unwatched: ToyTable) -> None:
        unwatched.touches(TAKE_APPLE)
        unwatched.session.handle(Watched())
        unwatched.sees(TAKEN, rest=60.0)

        assert (True, 4) == (unwatched.silent, len(unwatched.actions))

    def test_one_look_makes_one_list_of_what_differs_and_no_moves(self, unwatched: ToyTable) -> None:
        """B has gone on with the pieces, and nobody touched that: it is listed, not guessed."""
        unwatched.touches(TAKE_APPLE)
        unwatched.session.handle(Watched())
        unwatched.sees(lying(market=["A1", "P1"], B1=["C1"]))
        assert (NoticeKind.DISAGREE, 4) == (unwatched.notice.kind, len(unwatched.actions))
        assert [
            "move Apple from market to A.1",
            "move Cherry from B.1 to market",
        ] == sorted(map(str, unwatched.notice.lines))

        unwatched.sees(TAKEN, rest=60.0)
        assert (True, 4) == (unwatched.silent, len(unwatched.actions))

    def test_when_the_table_agrees_what_follows_is_seen_as_ever(self, unwatched: ToyTable) -> None:
        unwatched.touches(TAKE_APPLE)
        unwatched.session.handle(Watched())
        unwatched.sees(lying(market=["A1", "C1", "P1"]))
        unwatched.sees(TAKEN, rest=1.0)
        unwatched.sees(lying(market=["P1"], A1=["A1"], B1=["C1"]), rest=2.0)

        assert "B: take cherry -> B.1" == unwatched.actions[-1]

    def test_where_nothing_was_touched_the_game_goes_on_from_what_is_seen(self, unwatched: ToyTable) -> None:
        unwatched.session.handle(Watched())
        unwatched.sees(TAKEN, rest=2.0)

        assert "A: take apple -> A.1" == unwatched.actions[-1]

    def test_a_glimpse_counts_too(self, unwatched: ToyTable) -> None:
        unwatched.touches(TAKE_APPLE)
        unwatched.session.handle(Watched())
        unwatched.sees(replace(TAKEN, glimpsed=(DEALT,)), rest=60.0)

        assert (True, 4) == (unwatched.silent, len(unwatched.actions))
