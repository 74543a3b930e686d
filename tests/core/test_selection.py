"""What fingers have picked on the way to an action."""

from __future__ import annotations

from companion.core.screen import Back, Button, Do, question
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
