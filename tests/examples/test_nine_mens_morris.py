"""Nine Men's Morris, made of what it declares: its rules, and what follows from places, pieces and actions."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from nine_mens_morris import GAME, Lay, Push, State, Take

from companion.core.declared.placement import Placement
from companion.core.editing import corrected, objection
from companion.core.editor import EditRefused, FigureChange, PieceMove
from companion.core.evidence import Evidence
from companion.core.game import Options, legal_actions, perft, play, violation
from companion.core.screen import Do, Inspect, Select
from companion.core.selection import NO_SELECTION, Pick
from companion.core.table import Change, TableSnapshot, diff
from companion.core.text import with_names
from companion.errors import NotationError

START = GAME.initial_state(Options(("Ann", "Ben")))


def position(white: str, black: str, to_lay: int = 0, **fields: object) -> State:
    lying = {**dict.fromkeys(white.split(), ("white",)), **dict.fromkeys(black.split(), ("black",))}
    return replace(START, placement=Placement(lying), to_lay=(to_lay, to_lay), **fields)  # type: ignore[arg-type]


def refused(state: State, action: Lay | Push | Take) -> str:
    found = violation(GAME, state, action)
    return found.rule.id if found is not None else ""


def test_m_2_nine_men_are_laid_on_empty_points() -> None:
    assert 24 * 23 == perft(GAME, START, 2)
    laid = play(GAME, START, Lay("A", "d2"))
    assert (8, 9) == laid.to_lay
    assert "M-2" == refused(laid, Lay("B", "d2"))
    assert "M-2" == refused(position("a1", "d1"), Lay("A", "a4"))


def test_m_1_a_mill_takes_a_man_before_the_other_player_acts() -> None:
    state = play(GAME, position("a1 a4", "d1", to_lay=1), Lay("A", "a7"))

    assert ("A", True) == (state.on_turn, state.takes)
    assert "M-1" == refused(state, Lay("B", "g7"))
    assert [Take("A", "d1")] == list(legal_actions(GAME, state))


def test_m_3_and_m_4_men_are_pushed_along_lines_until_three_are_left() -> None:
    assert "M-3" == refused(position("a1 a4 d2 d3", "g1 g4 g7"), Push("A", "a1", "g7"))
    assert "" == refused(position("a1 a4 d2 d3", "g1 g4 g7"), Push("A", "a1", "d1"))
    assert "" == refused(position("a1 a4 d2", "g1 g4 f6"), Push("A", "a1", "g7"))


def test_m_6_no_man_is_taken_out_of_a_mill_while_another_stands_elsewhere() -> None:
    state = position("a1 a4 a7", "g1 g4 g7 b2", takes=True)

    assert "M-6" == refused(state, Take("A", "g4"))
    assert "" == refused(state, Take("A", "b2"))
    assert "" == refused(position("a1 a4 a7", "g1 g4 g7", takes=True), Take("A", "g4"))


def test_m_7_who_has_two_men_left_has_lost() -> None:
    ended = GAME.outcome(position("a1 a4 a7", "g1 g4", on_turn="B"))

    assert ended is not None
    assert ("A",) == ended.winners
    assert "Ben has two men left." == str(with_names(ended.reason, {"A": "Ann", "B": "Ben"}))


def test_the_mat_follows_from_the_places() -> None:
    layout = GAME.layout(START)

    assert 24 + 1 == len(layout.areas), "the points, and the corner for what is put away"
    assert 8 == len(layout.anchors), "one in each corner, and in the middle of each long edge"
    assert all(layout.zone_at(layout.spot(zone, 0)) == zone for zone in layout.areas)


def test_what_is_written_is_read_again() -> None:
    random, state = Random(1), START
    for _ in range(60):
        action = random.choice(list(legal_actions(GAME, state)))
        assert action == GAME.read_action(GAME.write_action(action))
        state = GAME.apply(state, action)
        assert state == GAME.read_position(GAME.write_position(state))


@pytest.mark.parametrize(
    ("written", "wrong"),
    [("[placement]\nh9 = ['white']", "no zone 'h9'"), ("[placement]\nd2 = ['red']", "no piece 'red'"), ("x = 1", "x")],
)
def test_a_position_with_what_the_game_has_not_is_refused(written: str, wrong: str) -> None:
    with pytest.raises(NotationError, match=wrong):
        GAME.read_position(f'names = ["Ann", "Ben"]\n{written}')


def test_the_evidence_is_explained_by_what_hands_could_do() -> None:
    state = position("a1 a4 d2 d3", "g1 g4 g7")
    pushed = Evidence.between(GAME.table(state), GAME.table(GAME.apply(state, Push("A", "a1", "d1"))))

    assert Push("A", "a1", "d1") in GAME.candidates_for(state, pushed)
    assert [] == list(GAME.chance_for(state, pushed))


def test_ten_men_that_are_gone_are_no_work_of_three_decisions() -> None:
    state = position("a1 a4 a7 d7 d6", "g1 g4 g7 f6 f4")
    gone = diff(GAME.table(state), TableSnapshot(dict.fromkeys(GAME.table(state).zones, ())))

    assert 5 == GAME.least_decisions(state, gone)
    assert 1 == GAME.least_decisions(state, [Change("a1", "white", -1), Change("d1", "white", 1)])


def test_positions_are_put_right_by_hand() -> None:
    state = position("a1 a4", "g1 g4", to_lay=5)
    edits = [PieceMove("white", "box", "a7"), PieceMove("black", "g1", "box"), FigureChange("to_lay.B", "3")]

    after = corrected(GAME, state, [*edits, FigureChange("takes", "yes")])

    assert (position("a1 a4 a7", "g4").placement, (5, 3), True) == (after.placement, after.to_lay, after.takes)
    assert objection(GAME, state, corrected(GAME, state, edits)) is None
    with pytest.raises(EditRefused, match="no room for white man"):
        corrected(GAME, state, [PieceMove("white", "box", "g4")])


def test_a_touch_on_a_free_point_lays_a_man_and_one_on_a_man_asks() -> None:
    screen = GAME.present(play(GAME, START, Lay("A", "d2")))
    cells = {cell.zone: cell for cell in screen.boards[0].cells}

    assert Do(Lay("B", "a1")) == cells["a1"].intent
    assert Inspect("d2", "white") == cells["d2"].intent
    assert [Select(Pick("kind", "Lay"))] == [button.intent for button in screen.buttons]


def test_what_is_many_is_picked_field_by_field() -> None:
    state = position("a1 a4 d2", "g1 g4 f6 f4")
    selection = NO_SELECTION.picking(Pick("kind", "Push"))
    asked = GAME.present(state, selection).notice
    assert asked is not None
    starts = [answer.intent for answer in asked.answers][:-1]
    assert [Select(Pick("start", point)) for point in ("a1", "a4", "d2")] == starts

    then = GAME.present(state, selection.picking(Pick("start", "a1"))).notice

    assert then is not None
    assert Do(Push("A", "a1", "g7")) in [answer.intent for answer in then.answers]
    assert "Push it to g7" in [str(answer.label) for answer in then.answers]
