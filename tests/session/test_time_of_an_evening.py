"""Time in an evening: paused, given back with the move, kept through a power cut, and never lost to a second look."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from companion.core.clock import Mode, TimeControl
from companion.core.game import Options, legal_actions
from companion.core.screen import Undo
from companion.core.table import UNREADABLE
from companion.errors import JournalError
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.messages import AdjustClock, EndEvening, GoBack, GoOn, Pause, Redo
from tests.session.toy_table import TAKEN, ToyTable
from tests.toy import GAME, lying

FISCHER = TimeControl(Mode.FISCHER, 600.0, 5.0)


@pytest.fixture
def timed(store: JournalStore) -> ToyTable:
    saved = store.begin("orchard", Options(("Ann", "Bob")), "", FISCHER, (3, 1))
    table = ToyTable(store, saved.id)
    table.sees(lying(market=["A1", "C1", "P1"]))
    return table


def passes(table: ToyTable) -> None:
    assert table.session.screen is not None
    table.touches(next(button.intent for button in table.session.screen.buttons if button.key == "pass"))


def again(table: ToyTable) -> ToyTable:
    """The plug was pulled; the evening goes on."""
    return ToyTable(table.store, table.game)


def test_nobodys_clock_runs_while_the_players_have_paused(timed: ToyTable) -> None:
    timed.waits(4)
    timed.session.handle(Pause())
    timed.waits(60)

    assert {"A": pytest.approx(4.0, abs=0.3)} == timed.spent
    assert 60 == timed.session.timekeeper.paused_for
    timed.session.handle(GoOn())
    timed.waits(4)
    assert {"A": pytest.approx(8.0, abs=0.3)} == timed.spent


def test_a_question_takes_nobodys_time(timed: ToyTable) -> None:
    timed.sees(lying(market=["A1", "C1", "P1"], A1=[UNREADABLE]), rest=30)

    assert sum(timed.spent.values()) < 5


def test_a_move_gives_five_seconds_and_undo_takes_them_back(timed: ToyTable) -> None:
    timed.waits(10)
    passes(timed)
    assert 595 == pytest.approx(timed.history.clocks["A"].left, abs=0.3)
    timed.waits(10)
    timed.session.handle(GoBack(1))

    assert 590 == pytest.approx(timed.history.clocks["A"].left, abs=0.3)
    assert 600 == timed.history.clocks["B"].left


def test_a_power_cut_loses_less_than_a_second(timed: ToyTable) -> None:
    timed.waits(7.75)
    before = timed.history.clocks["A"].left

    assert before <= again(timed).history.clocks["A"].left < before + 1


def test_undo_after_a_power_cut_still_gives_the_time_back(timed: ToyTable) -> None:
    timed.waits(10)
    passes(timed)
    timed.waits(20)
    later = again(timed)
    later.session.handle(GoBack(1))

    assert 590 == pytest.approx(later.history.clocks["A"].left, abs=1.3)
    assert 600 == pytest.approx(later.history.clocks["B"].left, abs=1.3)


def test_a_second_look_at_a_move_loses_no_time(timed: ToyTable) -> None:
    """What the camera saw is read in another way: the seconds since go to whoever is to move after all."""
    timed.waits(5)
    timed.sees(TAKEN)
    timed.waits(6)
    before = sum(timed.spent.values())
    timed.history.revise(1, (), "camera")

    assert before == pytest.approx(sum(timed.spent.values()))


def test_one_player_gets_a_minute(timed: ToyTable) -> None:
    timed.session.handle(AdjustClock("B", 60))

    assert 660 == timed.history.clocks["B"].left
    assert 660 == again(timed).history.clocks["B"].left


def test_an_evening_keeps_its_colours(timed: ToyTable) -> None:
    assert (3, 1) == (timed.history.colour("A"), again(timed).history.colour("B"))


def test_an_abandoned_evening_is_kept_with_what_stands(timed: ToyTable) -> None:
    timed.sees(TAKEN)
    timed.session.handle(EndEvening())
    evening = timed.store.evenings()[0]

    assert timed.store.latest() is None
    assert evening.ending is not None
    assert evening.ending.abandoned
    assert tuple((sheet.player, sheet.total) for sheet in GAME.score(timed.history.state)) == evening.ending.points


def test_an_abandoned_evening_rests_until_its_end_is_taken_back(timed: ToyTable) -> None:
    """What is seen then is no move of it, and nobody's clock runs."""
    timed.session.handle(EndEvening())
    before, actions = dict(timed.history.clocks), timed.actions
    timed.sees(TAKEN, rest=8)
    assert (actions, before) == (timed.actions, timed.history.clocks)
    timed.touches(Undo())
    timed.sees(TAKEN, rest=8)

    assert len(actions) + 1 == len(timed.actions)
    assert before != timed.history.clocks


def test_an_evening_whose_end_cannot_be_written_goes_on(timed: ToyTable) -> None:
    timed.store._journal.current.execute("PRAGMA query_only = on")
    with pytest.raises(JournalError):
        timed.session.handle(EndEvening())
    timed.store._journal.current.execute("PRAGMA query_only = off")

    assert not timed.history.ended_early
    assert timed.store.latest() is not None


def test_an_evening_lasts_from_its_beginning_to_its_end_without_breaks() -> None:
    """Also where no clock runs, as while a table is laid out; a night between two moves is no part of it."""
    at = [datetime(2026, 11, 22, 19, tzinfo=UTC)]
    table = ToyTable(JournalStore(":memory:", lambda: at[0]))
    for minutes in (40, 12 * 60, 25):
        at[0] += timedelta(minutes=minutes)
        table.history.do([next(iter(legal_actions(GAME, table.history.state)))], "touch")
    table.session.handle(EndEvening())
    at[0] += timedelta(days=3)
    again = GameHistory(GAME, table.store, table.store.load(table.game), read_only=True)

    assert 65 * 60 == table.history.duration == again.duration
    assert table.history.ending == table.store.evenings()[0].ending == again.ending
    assert 65 * 60 == table.store.evenings()[0].ending.seconds


def test_a_finished_evening_names_its_winners(timed: ToyTable) -> None:
    passes(timed)
    passes(timed)
    outcome = GAME.outcome(timed.history.state)
    ending = timed.store.evenings()[0].ending

    assert outcome is not None
    assert ending is not None
    assert outcome.winners == ending.winners


def test_an_evening_that_is_looked_at_stays_as_it_is(timed: ToyTable) -> None:
    timed.sees(TAKEN)
    before = timed.store.load(timed.game).entries
    GameHistory(GAME, timed.store, timed.store.load(timed.game), read_only=True)

    assert before == timed.store.load(timed.game).entries


class TestDoingItAgain:
    def test_what_was_taken_back_is_done_again_in_order(self, timed: ToyTable) -> None:
        passes(timed)
        stood = timed.history.state
        timed.session.handle(GoBack(1))
        timed.session.handle(Redo())

        assert stood == timed.history.state
        assert not timed.history.can_redo

    def test_after_another_action_there_is_nothing_to_do_again(self, timed: ToyTable) -> None:
        timed.sees(TAKEN)
        timed.session.handle(GoBack(1))
        assert timed.history.can_redo
        passes(timed)
        before = timed.history.state
        timed.session.handle(Redo())

        assert before == timed.history.state

    def test_it_is_in_the_journal_like_anything_else(self, timed: ToyTable) -> None:
        passes(timed)
        timed.session.handle(GoBack(1))
        timed.session.handle(Redo())

        assert timed.history.state == again(timed).history.state
