"""The model owner's last resort: he puts the whole table right with touches, and never says what is not so."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from benchmarks.clumsy.by_hand import CANCEL, LED_ON, WAY_OUT, ByHand, Touch, leads_out
from benchmarks.clumsy.people import MOST_TOUCHES, People
from companion.core.editing import corrected, objection, places_for
from companion.core.editor import FigureChange, PieceMove
from companion.core.screen import Touched
from companion.games import GAMES


def drifted(seed: int = 1) -> People:
    """A tile has come to lie where no move brings it, and the players agree that it lies right."""
    people = People(GAMES["new_world_order"], 3, seed)
    people.wait(3)
    game, state = people.game, people.state
    owned = [(zone, piece) for zone, lie in game.table(state).zones.items() for piece in lie if zone.endswith(".tiles")]
    after = (
        corrected(game, state, (PieceMove(piece, zone, target),))
        for zone, piece in owned
        for target in places_for(game, state, piece, zone)
        if target.endswith(".tiles")
    )
    people.becomes(next(each for each in after if objection(game, state, each) is None))
    people.put_right()
    people.wait(8)
    return people


def test_where_nothing_else_that_is_offered_is_true_two_touches_lead_on() -> None:
    people = drifted()
    assert leads_out(people.session, people.reality)
    people.settle()

    assert people.state == people.history.state
    assert {LED_ON: 1} == people.verdict.excused
    assert 2 == people.verdict.touches
    assert not people.verdict.deadlock


def test_what_no_label_shows_is_set_with_touches_of_its_own() -> None:
    people = drifted()
    turn = next(seat for seat in "ABC" if seat != people.state.on_turn)
    truth = corrected(people.game, people.state, (FigureChange("turn", turn),))
    touches = list(ByHand(people.session, people.store, truth).touches(MOST_TOUCHES))

    assert truth == people.history.state
    assert ["counted", "figure", "set", "stands"] == [touch.key for touch in touches[1:]]


def test_what_lies_nowhere_any_more_is_put_away() -> None:
    people = drifted()
    zones = people.game.table(people.state).zones
    zone, card = next((zone, piece) for zone in zones if zone in ("A.1", "B.1", "C.1") for piece in zones[zone])
    truth = corrected(people.game, people.state, (PieceMove(card, zone, "deck"),))
    touches = list(ByHand(people.session, people.store, truth).touches(MOST_TOUCHES))

    assert truth == people.history.state
    assert Touched("to", "deck") in touches


def test_nobody_says_that_a_wrong_table_stands_so() -> None:
    """A card too has left the deck, which the page does not show: the owner goes back."""
    people = drifted()
    before, card = people.history.state, next(iter(people.game.editor.stores(people.state)["deck"].pieces))
    truth = corrected(people.game, people.state, (PieceMove(card, "deck", "gone"),))

    assert [WAY_OUT, CANCEL] == list(ByHand(people.session, people.store, truth).touches(MOST_TOUCHES))
    assert before == people.history.state


def test_a_table_that_hands_have_yet_to_put_right_is_not_said_to_stand_so() -> None:
    people = drifted()
    tag = people.table.take(Random(1).choice(people.table.things).tag).tag
    people.table.drop(tag)

    assert not leads_out(people.session, people.reality)


@pytest.mark.parametrize(("most", "done"), [(1, [WAY_OUT]), (MOST_TOUCHES, [WAY_OUT, CANCEL])])
def test_whoever_sees_that_it_takes_too_long_leaves_all_as_it_was(most: int, done: list[Touch]) -> None:
    """The round, one by one."""
    people = drifted()
    truth = corrected(people.game, people.state, (FigureChange("round", "30"),))
    by_hand = ByHand(people.session, people.store, truth)
    before = people.history.state

    assert done == list(islice(by_hand.touches(most), most))
    by_hand.leave()
    assert before is people.history.state
