"""Where nobody has told a card's arrows the table does: what is left at an edge settles it (INWO-83, INWO-84)."""

from __future__ import annotations

import pytest

from benchmarks.clumsy.people import People
from companion.core.copy_form import is_open
from companion.core.facts import Provenance
from companion.core.fast_dataclasses import replace
from companion.core.game import may_be_legal, violation
from companion.core.screen import Answer
from companion.games import GAMES
from companion.games.inwo import actions as act
from companion.games.inwo.catalog import Side
from companion.games.inwo.state import LinkedPlot, with_group
from companion.owners_copy.house_copies import Copies
from companion.session.replies import Allow
from tests.games.inwo.evenings import begun

GAME = GAMES["inwo"]
MASTER = "society_for_creative_anarchism"
LAID = act.TakeOver("A", "bill_clinton", MASTER, Side.BOTTOM)
"""At an edge where we assume no arrow, as no published list tells."""
SHOWN = {f"{MASTER}.laid_bottom": "yes"}


def beginning() -> People:
    """The first turn, in which a Group comes into play without a roll."""
    people = People(GAME, 2, 1, done=begun("a_fan_of_resources")[:5])
    people.wait(3)
    return people


@pytest.fixture
def people() -> People:
    """It lies there, and that was refused."""
    people = beginning()
    people.do(LAID)
    people.wait(4)
    return people


def believed(people: People) -> list[str]:
    return [GAME.write_action(played.action) for played in people.history.played[5:]]


def test_what_lies_at_an_untold_edge_is_refused_with_what_is_assumed(people: People) -> None:
    prompt = people.session.prompt
    assert prompt is not None
    assert "INWO-84" == prompt.broken.id if prompt.broken is not None else ""
    assert "as far as we know. We assume arrows here: the left edge, the right edge." in str(prompt.notice.lines[0])
    assert [] == believed(people)


def test_people_who_say_that_it_is_right_so_settle_the_edge(people: People) -> None:
    prompt = people.session.prompt
    assert prompt is not None
    number, label = next((i, said) for i, (said, each) in enumerate(prompt.replies) if isinstance(each, Allow))
    assert "It is right as it lies" == str(label)
    people.tap(Answer(number, people.session.screen.notice.answers[number].intent.asked))  # type: ignore[union-attr]
    people.wait(4)

    assert people.history.state == people.state
    assert people.session.prompt is None
    assert SHOWN == GAME.shown_by_use(people.history.state)


def test_play_that_goes_on_by_touch_settles_it(people: People) -> None:
    """It stands in the journal without a rule that was set aside, and is read from there again."""
    people.touch(act.Proceed("A"))
    people.wait(2)
    assert [GAME.write_action(LAID), "A: proceed"] == believed(people)
    people.restart()

    assert people.history.fault is None
    assert SHOWN == GAME.shown_by_use(people.history.state)


def test_play_that_goes_on_at_the_table_settles_it(people: People) -> None:
    following = next(each for each in people.legal() if isinstance(each, act.Discard) and each.player == "A")
    people.do(following)
    people.wait(6)

    assert [GAME.write_action(LAID), GAME.write_action(following)] == believed(people)


def test_what_is_taken_back_settles_nothing(people: People) -> None:
    people.becomes(people.history.state)
    people.put_right()
    people.wait(2)
    people.touch(act.Proceed("A"))

    assert ["A: proceed"] == believed(people)
    assert {} == GAME.shown_by_use(people.history.state)


def test_what_was_undone_tells_nothing_of_the_copy(people: People) -> None:
    people.touch(act.Proceed("A"))
    people.history.undo("touch")
    assert SHOWN == GAME.shown_by_use(people.history.state)
    people.history.undo("touch")
    assert {} == GAME.shown_by_use(people.history.state)


def test_the_next_evening_knows_the_edge_and_asks_for_the_others_still() -> None:
    copies = Copies({"inwo": GAME})
    state = beginning().history.state
    copies.learn("inwo", GAME.shown_by_use(GAME.apply(state, LAID)))
    known = copies.game("inwo")
    card, before = known.evening.catalog[MASTER], GAME.evening.catalog[MASTER]

    assert {*before.outgoing, Side.BOTTOM} == {*card.outgoing}
    assert Provenance.PROVISIONAL is card.arrows
    assert violation(GAME, state, LAID) is not None
    assert violation(known, replace(state, evening=known.evening), LAID) is None
    assert not copies.is_told("inwo")
    capturing = copies.capturing("inwo")
    sheet = next(each for each in capturing.sheets if each.piece == MASTER)
    assert all(is_open(each, capturing.answers) for each in sheet.questions if each.name.endswith("going"))


def test_what_the_owner_tells_counts_for_more_than_what_was_laid() -> None:
    """INWO-83: he has the card."""
    told = {**SHOWN, f"{MASTER}.outgoing": "left"}
    card = GAME.with_profile(GAME.copy_form.profile(told)).evening.catalog[MASTER]  # type: ignore[attr-defined]
    assert (Side.LEFT,) == card.outgoing


def test_an_arrow_that_a_plot_made_is_none_of_the_copy() -> None:
    state = with_group(beginning().history.state, "A", MASTER, extra=(Side.BOTTOM,))
    linked = replace(state, links=(LinkedPlot("lets_get_organized", MASTER, "A"),))

    assert (SHOWN, {}) == (GAME.shown_by_use(state), GAME.shown_by_use(linked))


def test_nothing_else_that_is_forbidden_may_be_legal() -> None:
    state = beginning().history.state
    assert may_be_legal(GAME, state, LAID)
    assert not may_be_legal(GAME, state, replace(LAID, player="B"))
    assert not may_be_legal(GAME, state, replace(LAID, side=GAME.evening.catalog[MASTER].incoming))
