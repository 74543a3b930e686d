"""A broken rule is named, with its citation, and put right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.core.journal_entries import Did
from companion.core.screen import (
    NoticeKind,
    Pass,
    Why,
)
from companion.core.table import Crop, TablePicture
from companion.journal.saved_games import RefusedMove
from companion.session.seen_table import PIECE
from tests.session.toy_table import TAKEN, ToyTable
from tests.toy import GAME, OPTIONS, lying

LAYOUT = GAME.layout(GAME.initial_state(OPTIONS))


class Straight:
    """A camera of which a pixel is a millimetre."""

    def to_px(self, points: Sequence[tuple[float, float]]) -> Sequence[tuple[float, float]]:
        return points


class TestABrokenRule:
    @pytest.fixture
    def full(self, table: ToyTable) -> ToyTable:
        """A puts a second fruit into a full basket."""
        table.sees(TAKEN)
        table.touches(Pass())
        table.sees(lying(market=["P1"], A1=["A1", "C1"]), rest=1.25)
        return table

    def test_is_named_with_its_citation_and_how_to_put_it_right(self, full: ToyTable) -> None:
        notice = full.notice

        assert NoticeKind.ILLEGAL == notice.kind
        assert "Not allowed: Ann took cherry into basket 1" == str(notice.heading)
        assert ("A.1 is not empty.", "T-2 (rulebook, p. 2)", "Use an empty basket.") == (
            str(notice.lines[0]),
            str(notice.rule),
            str(notice.repair),
        )
        assert {"market", "A.1"} == full.session.screen.attention  # type: ignore[union-attr]

    def test_is_shown_as_the_camera_saw_it_with_both_places(self, table: ToyTable) -> None:
        """(1) where the piece lay and (2) where it lies now, in one picture."""
        table.sees(TAKEN)
        table.touches(Pass())
        looked = lying(market=["P1"], A1=["A1", "C1"])
        wide, high = (int(side) for side in (LAYOUT.width, LAYOUT.height))
        picture = TablePicture(Crop(wide, high, bytes(wide * high)), 1, Straight())
        table.sees(replace(looked, pictures=(picture,)), rest=1.25)

        seen = table.notice.place
        assert seen is not None
        label = next(each.pose for each in looked.labels if each.tag == "C1")
        (_, second), zone = seen.boxes, LAYOUT.zones["market"]
        first = seen.boxes[0]
        assert "From market (1) to A.1 (2)." == str(table.notice.lines[-1])
        assert (zone.right - zone.left) / (2 * PIECE) == pytest.approx(first[2] / second[2])
        assert label.x - zone.centre[0] == pytest.approx(
            (second[0] + second[2] / 2 - first[0] - first[2] / 2) * seen.crop.width
        )

    def test_is_not_spoken_of_before_the_table_rests(self, table: ToyTable) -> None:
        table.sees(TAKEN)
        table.touches(Pass())
        table.sees(lying(market=["P1"], A1=["A1", "C1"]), rest=0.5)

        assert table.silent

    def test_why_shows_the_rule_in_our_own_words(self, full: ToyTable) -> None:
        full.touches(Why())

        assert "A fruit goes into an empty basket." in [str(line) for line in full.notice.why]
        assert full.notice.asked_why

    def test_developers_are_told_what_it_may_have_been_and_lacks(self, full: ToyTable) -> None:
        first, *_ = full.session.why_this()

        assert "A: take cherry -> A.1 (rule broken)" == first

    def test_taken_back_it_is_put_right_with_instructions(self, full: ToyTable) -> None:
        full.answers("We take it back")

        assert ["move Cherry from A.1 to market"] == [str(line) for line in full.notice.lines]
        full.sees(lying(market=["C1", "P1"], A1=["A1"]))
        assert full.silent
        assert "B: pass" == full.actions[-1]

    def test_allowed_it_is_written_down_as_overruled(self, full: ToyTable) -> None:
        full.answers("We allow it")

        assert Did("A: take cherry -> A.1", overruled="T-2") == full.events[-1]
        assert "overruled" == full.log[-1].kind

    def test_an_overruled_move_survives_a_restart(self, full: ToyTable) -> None:
        full.answers("We allow it")
        again = ToyTable(full.store, full.game)

        assert again.history.fault is None
        assert full.history.state == again.history.state

    def test_not_what_happened_leads_to_the_list_of_differences(self, full: ToyTable) -> None:
        full.answers("That is not what happened")

        assert NoticeKind.DISAGREE == full.notice.kind
        assert "Table and game disagree" == str(full.notice.heading)

    def test_whoever_takes_the_last_answer_twice_plays_on(self, full: ToyTable) -> None:
        for _ in range(2):
            *_, (label, _) = full.session.prompt.replies
            full.answers(str(label))

        assert full.silent

    def test_it_vanishes_by_itself_when_the_table_is_put_right(self, full: ToyTable) -> None:
        full.sees(lying(market=["C1", "P1"], A1=["A1"]))

        assert full.silent

    def test_it_is_counted_once_and_not_where_it_did_not_happen(self, full: ToyTable) -> None:
        broken = [RefusedMove(full.game, "A", "T-2")]

        full.sees(lying(market=["P1"], A1=["A1", "C1"]), rest=1.25)
        assert broken == full.store.refusals()
        full.answers("That is not what happened")
        assert [] == full.store.refusals()
