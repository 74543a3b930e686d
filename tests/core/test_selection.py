"""What fingers have picked on the way to an action."""

from __future__ import annotations

from dataclasses import replace

from companion.core.rules import Source, Statement, Violation
from companion.core.screen import Back, Button, Do, Forbidden, forbidden, question
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.core.text import say
from tests.toy import Pass

CARDS, FARM = Pick("cards", seat="A"), Pick("card", "farm", "A")


def test_picks_lead_on_and_back() -> None:
    selection = NO_SELECTION.picking(CARDS).picking(FARM)

    assert Selection((CARDS, FARM)) == selection
    assert FARM == selection.latest
    assert Selection((CARDS,)) == selection.back()
    assert NO_SELECTION == selection.back().back() == NO_SELECTION.back()


def test_picking_another_of_a_kind_takes_it_instead() -> None:
    bank = Pick("card", "bank", "A")

    assert Selection((CARDS,)) == Selection((CARDS, FARM)).picking(CARDS)
    assert Selection((CARDS, bank)) == Selection((CARDS, FARM)).picking(bank)


def test_what_has_been_picked_is_asked_for_by_kind() -> None:
    selection = Selection((CARDS, FARM))

    assert FARM == selection.of("card")
    assert selection.of("place") is None
    assert NO_SELECTION.latest is None
    assert selection
    assert not NO_SELECTION


def test_a_question_has_a_way_back_where_something_is_selected() -> None:
    answer = Button(say("Pass"), Do(Pass("A")))

    assert (answer,) == question(say("What now?"), [answer], NO_SELECTION).answers
    assert [Do(Pass("A")), Back()] == [
        button.intent for button in question(say("What now?"), [answer], Selection((CARDS,))).answers
    ]


def test_an_only_answer_stands_out_and_one_of_several_where_it_is_likely() -> None:
    """None that cannot be pressed."""
    one, other = Button(say("Pass"), Do(Pass("A"))), Button(say("Take"), Do(Pass("B")))

    assert one == question(say("What now?"), [one], Selection((CARDS,))).foremost
    assert question(say("What now?"), [one, other], NO_SELECTION).foremost is None
    assert one == question(say("What now?"), [one, other], NO_SELECTION, likely=True).foremost
    off = replace(one, enabled=False)
    assert question(say("What now?"), [off], NO_SELECTION).foremost is None
    assert question(say("What now?"), [off, other], NO_SELECTION, likely=True).foremost is None
    assert question(say("What now?"), [one], NO_SELECTION).chooses


def test_what_breaks_a_rule_is_off_by_its_number() -> None:
    broken = Violation("in_turn", Statement("T-1", "In turn.", Source.BOOK), say("Not now."), say("Wait."))

    assert Forbidden(say("Not now."), "T-1") == forbidden(broken)
    assert forbidden(None) is None
