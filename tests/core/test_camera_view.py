"""What a camera sees, judged: as good as the worst, and what to do first."""

from __future__ import annotations

from companion.core.camera_view import Grade, Judgement, Part, ViewCheck
from companion.core.text import NOTHING, say

FOCUS = ViewCheck(Part.FOCUS, Grade.GOOD, say("Sharp"))
LIGHT = ViewCheck(Part.LIGHT, Grade.USABLE, say("Dim"), remedy=say("Make more light."))
HEIGHT = ViewCheck(Part.HEIGHT, Grade.NOT_YET, say("Low"), remedy=say("Hang it higher."))


def test_a_view_is_as_good_as_its_worst_part_and_that_is_put_right_first() -> None:
    seen = [Judgement(checks) for checks in ((HEIGHT, LIGHT, FOCUS), (LIGHT, FOCUS), (FOCUS,), (FOCUS, HEIGHT))]

    assert [Grade.NOT_YET, Grade.USABLE, Grade.GOOD, Grade.NOT_YET] == [each.grade for each in seen]
    assert ["Hang it higher.", "Make more light.", "", "Hang it higher."] == [str(each.next_step) for each in seen]
    assert (Grade.NOT_YET, NOTHING) == (Judgement(()).grade, Judgement(()).next_step), "nothing was judged"
