"""What nobody can explain is asked, calmly."""

from __future__ import annotations

from companion.core.screen import (
    Answer,
    Confirm,
    NoticeKind,
    Pass,
)
from companion.core.table import Observation
from companion.core.text import verbatim
from companion.session.messages import Trouble
from tests.session.toy_table import ToyTable
from tests.toy import lying


class TestDoubts:
    def test_what_no_rule_explains_is_listed_as_differences(self, table: ToyTable) -> None:
        table.sees(lying(market=["A1", "C1", "P1"], A1=["A2", "A3"]), rest=1.25)

        assert NoticeKind.DISAGREE == table.notice.kind
        assert ["take 2 Apple away from A.1"] == [str(line) for line in table.notice.lines]

    def test_several_stories_are_a_question(self, table: ToyTable) -> None:
        """A fruit is in the hand: into which basket will it go?"""
        table.sees(lying(market=["C1", "P1"]), rest=1.25)

        assert ["A: take apple -> A.1", "A: take apple -> A.2", "None of these"] == [
            str(button.label) for button in table.notice.answers
        ]
        table.touches(Confirm())
        assert "A: take apple -> A.1" == table.actions[-1]

    def test_a_tap_on_a_notice_that_has_changed_is_dropped(self, table: ToyTable) -> None:
        table.sees(lying(market=["C1", "P1"]), rest=1.25)
        old = table.notice.answers[0].intent
        table.sees(lying(market=["A1", "C1", "P1"]))
        assert isinstance(old, Answer)
        table.touches(old)

        assert 3 == len(table.actions)

    def test_a_label_seen_twice_is_reported(self, table: ToyTable) -> None:
        table.sees(Observation(lying(market=["A1", "C1", "P1"]).labels, duplicates=("A1",)))

        assert NoticeKind.TROUBLE == table.notice.kind

    def test_a_lost_camera_is_said_and_the_game_goes_on_by_touch(self, table: ToyTable) -> None:
        table.session.handle(Trouble(verbatim("The camera is unplugged.")))

        assert (NoticeKind.TROUBLE, "The camera is unplugged.") == (table.notice.kind, str(table.notice.heading))
        table.touches(Pass())
        assert "A: pass" == table.actions[-1]
