"""The screen: what can be touched is legal, everything legal can be reached in three touches, names are values."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import legal_actions, violation
from companion.core.screen import Do, NoticeKind, Screen, Undo
from companion.games.iron_sky import GAME
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.state import State
from tests.games.iron_sky.tables import after, broken, fight, new_game, playout, table

THREE_TOUCHES = 3

BY_CAMERA_OR_RARE = (act.PushMeter, act.Open)
"""Hands put a marker right; opening a choice does nothing by itself."""


def touchable(screen: Screen) -> Iterator[str]:
    """The notation of everything that a finger can ask for."""
    answers = screen.notice.answers if screen.notice is not None else ()
    for button in (*screen.buttons, *answers):
        if button.enabled and isinstance(button.intent, Do):
            yield button.intent.action
    for board in (*screen.boards, *(seat.board for seat in screen.seats)):
        for cell in board.cells:
            if isinstance(cell.intent, Do):
                yield cell.intent.action


def within_reach(state: State, touches: int) -> Iterator[str]:
    """Everything that can be done with so many touches, if all but the last only choose."""
    for notation in touchable(GAME.present(state)):
        yield notation
        action = GAME.read_action(notation)
        if isinstance(action, (act.Pick, act.Open)) and touches > 1:
            yield from within_reach(GAME.apply(state, action), touches - 1)


def test_what_can_be_touched_is_legal() -> None:
    for number, (state, _) in enumerate(playout(4, 2, game_type="veteran")):
        if number % 3 == 0:
            broken = [n for n in touchable(GAME.present(state)) if violation(GAME, state, GAME.read_action(n))]
            assert [] == broken


def test_everything_legal_is_within_three_touches() -> None:
    """A finger may first pick an army; seats that all have the same to do are asked one after the other."""
    for number, (state, _) in enumerate(playout(2, 6, game_type="veteran")):
        if number % 12:
            continue
        reached = set(within_reach(state, THREE_TOUCHES))
        for action in legal_actions(GAME, state):
            if isinstance(action, BY_CAMERA_OR_RARE) or _begun_otherwise(state, action):
                continue
            assert GAME.write_action(action) in reached or _asked_later(state, action), GAME.write_action(action)


def _begun_otherwise(state: State, action: act.Action) -> bool:
    """A finger that has picked one origin or opened one choice takes it back before it does something else."""
    if state.opened is not None:
        return True
    started = getattr(action, "origin", getattr(action, "place", None))
    return state.picked is not None and started != state.picked


def _asked_later(state: State, action: act.Action) -> bool:
    """Seats are asked one after the other where all have the same to do."""
    return isinstance(action, (act.DrawSheet, act.ShowOperation, act.Reveal, act.Symbol))


def test_with_more_players_cards_and_gifts_are_opened_first() -> None:
    """The side's cards do not fit on the screen together: cards, the card, the way to pay it are three touches."""
    settings = {"game_type": "veteran"}
    state = table(4, settings=settings)
    reached = set(within_reach(state, THREE_TOUCHES))
    legal = [action for action in legal_actions(GAME, state) if not isinstance(action, BY_CAMERA_OR_RARE)]

    assert [] == [n for n in map(GAME.write_action, legal) if n not in reached]
    assert all(len(seat.board.cells) <= 4 for seat in GAME.present(state).seats)


def test_gifts_are_two_touches() -> None:
    state = after(table(seats={"F": {"money": 8}, "E": {"money": 0}}), "F: open gifts")
    notice = GAME.present(state).notice

    assert notice is not None
    assert {f"F: give {amount} Money to E" for amount in range(1, 9)} <= set(touchable(GAME.present(state)))
    assert "What does Fritz give?" == str(notice.heading)
    assert Undo() == notice.answers[-1].intent


def test_what_fingers_chose_is_settled_by_the_next_action() -> None:
    opened = after(table(), "F: open cards", "F: open politician_recruit_2_or_politicking")

    assert ("F", "politician_recruit_2_or_politicking") == opened.opened
    assert after(table(), "E: done") == after(opened, "E: done")
    assert "ISK-46" == broken(opened, "F: open cards")
    assert "ISK-46" == broken(table(), "F: open politician_recruit_2")
    assert "ISK-46" == broken(table(2), "B: open gifts")


def test_the_whole_side_is_on_turn() -> None:
    screen = GAME.present(after(table(), "E: done"))

    assert [False, False, False, True, False, True] == [seat.on_turn for seat in screen.seats]
    assert ["pass"] == [button.key for button in screen.buttons if button.key]


def test_a_button_that_cannot_be_pressed_says_why() -> None:
    screen = GAME.present(after(table(), "F: play politician_recruit_2"))
    done = next(button for button in screen.buttons if button.intent == Do("F: done"))

    assert not done.enabled
    assert "Recruit 2 is not carried out yet." == str(done.why_not)


def test_a_battle_is_told_square_by_square() -> None:
    state = after(
        table(2, "reich", america={"o1": "R2", 1: "U2"}),
        "A: play infantry_mobilisation",
        "A: move 2 America o1 -> America 1",
        *fight("A", "B", "H HH -", "- B -"),
        "compare",
    )
    notice = GAME.present(state).notice

    assert notice is not None
    assert NoticeKind.QUESTION is notice.kind
    assert ["I: Hit against I: nothing. Attacker loses nothing, defender 1 tile."] == [
        str(line) for line in notice.lines
    ]
    assert [Do("compare")] == [button.intent for button in notice.answers]
    told = [str(remark) for remark in GAME.present(after(state, "compare", "compare")).remarks]
    assert "II: Double hit against II: Block. Attacker loses nothing, defender nothing." in told


def test_provisional_values_are_marked() -> None:
    """Nobody may take made-up values for printed ones."""
    remarks = [str(remark) for remark in GAME.present(table(2)).remarks]

    assert any("provisional" in remark for remark in remarks)


def test_every_phase_has_a_screen_with_words() -> None:
    for state in (
        new_game(6),
        table(),
        table(phase="end_of_turn"),
        table(phase="token"),
        table(phase="secrets", settings={"secret_operations": "on"}),
        table(phase="over"),
        after(table(), "F: pick America 1"),
        after(table(), "F: open cards"),
        after(table(phase="end_of_turn"), "F: open cards"),
    ):
        screen = GAME.present(state)
        assert str(screen.status)
        assert 6 == len(screen.seats)
        assert all(str(cell.title) or not cell.value for seat in screen.seats for cell in seat.board.cells)


def test_a_name_is_shown_as_it_is() -> None:
    seats = {"F": {"name": "[b]{x}[/b]"}}
    screen = GAME.present(table(seats=seats))

    assert "[b]{x}[/b]" == screen.seats[5].name
    assert "[b]{x}[/b] is done" in [str(button.label) for button in screen.buttons]
