"""The screen: what can be touched is legal, everything legal can be reached in three touches, names are values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from companion.core.game import legal_actions, violation
from companion.core.screen import Do, NoticeKind, Screen, Undo
from companion.games.iron_sky import GAME
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.state import State
from tests.games.iron_sky.tables import after, broken, fight, new_game, playout, table

THREE_TOUCHES = 3


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


def test_what_can_be_touched_is_legal() -> None:
    for number, (state, _) in enumerate(playout(4, 2, game_type="veteran")):
        if number % 3 == 0:
            broken = [n for n in touchable(GAME.present(state)) if violation(GAME, state, GAME.read_action(n))]
            assert [] == broken


def touches(state: State) -> dict[str, int]:
    """For everything that can be done from here, the fewest touches that do it."""
    needed: dict[str, int] = {}
    reached = [state]
    for count in range(1, THREE_TOUCHES + 1):
        further = []
        for one in reached:
            for notation in touchable(GAME.present(one)):
                action = GAME.read_action(notation)
                needed.setdefault(notation, count)
                if isinstance(action, (act.Pick, act.Open)) and count < THREE_TOUCHES:
                    further.append(GAME.apply(one, action))
        reached = further
    return needed


@pytest.mark.parametrize(("players", "samples"), [(2, 2), (4, 1), (6, 1)])
def test_every_legal_action_is_three_touches_away_at_most(players: int, samples: int) -> None:
    """Counted from the open table; what asks each seat in turn is counted when it is that seat's turn.

    Of random games, so many states for each kind of action that is taken next.
    """
    most: dict[str, int] = {}
    sampled = Counter[type]()
    for state, taken in (step for seed in (6, 7) for step in playout(players, seed, game_type="veteran")):
        if state.opened is not None or state.picked is not None or sampled[type(taken)] >= samples:
            continue
        sampled[type(taken)] += 1
        needed = touches(state)
        for action in legal_actions(GAME, state):
            notation, kind = GAME.write_action(action), type(action).__name__
            if not isinstance(action, act.Open) and not (_asked_in_turn(action) and notation not in needed):
                most[kind] = max(most.get(kind, 0), needed.get(notation, 99))

    assert {} == {kind: count for kind, count in most.items() if count > THREE_TOUCHES}
    usual = "Play PlaySpecial Organise Done EndTurn Move PlaceTile Lay Compare TurnToken"
    assert set(usual.split()) <= set(most)


def _asked_in_turn(action: act.Action) -> bool:
    return isinstance(action, (act.DrawSheet, act.ShowOperation, act.Reveal, act.Symbol))


def test_a_wrong_meter_is_put_right_by_one_touch() -> None:
    """ISK-38: where the marker belongs by what lies on the board."""
    state = table(america={1: "R1", 2: "R1", "occupation": 1})

    assert 1 == touches(state)["meter America 2"]


def test_with_more_players_cards_and_gifts_are_opened_first() -> None:
    """The side's cards do not fit on the screen together: cards, the card, the way to pay it are three touches."""
    settings = {"game_type": "veteran"}
    state = table(4, settings=settings)
    reached = touches(state)
    legal = [action for action in legal_actions(GAME, state) if not isinstance(action, act.Open)]

    assert [] == [n for n in map(GAME.write_action, legal) if n not in reached]
    assert all(len(seat.board.cells) <= 4 for seat in GAME.present(state).seats)


class TestWarnings:
    def labels(self, state: State) -> dict[str, str]:
        """The words on everything that can be touched, by what it does."""
        screen = GAME.present(state)
        answers = screen.notice.answers if screen.notice is not None else ()
        cells = (cell for seat in screen.seats for cell in seat.board.cells)
        named = {b.intent.action: str(b.label) for b in answers if isinstance(b.intent, Do)}
        return {**named, **{c.intent.action: str(c.title) for c in cells if isinstance(c.intent, Do)}}

    def test_a_command_without_effect(self) -> None:
        """ISK-57: it may be played, after a warning."""
        card = "B: play politician_anti_terror with 2 PP"

        assert "Anti-terror (2 PP): without effect now" == self.labels(table(2))[card]
        assert "Anti-terror (2 PP)" == self.labels(table(2, america={"terror": 3}))[card]

    def test_the_reich_pays_specials_in_command_points(self) -> None:
        labels = self.labels(table(2, "reich", settings={"special_commands": "on"}))

        assert "Unknown 5 (1 CP)" == labels["A: special reich_special_unknown_5"]

    def test_the_move_of_an_assault(self) -> None:
        """ISK-103: it may be waived, after a warning."""
        state = after(table(2, "reich"), "A: play infantry_assault", "A: place America o1")

        assert "Waive the move (the book has one made)" == self.labels(state)["A: waive"]

    @pytest.mark.parametrize(("choice", "words"), [("unseen", "unseen"), ("owner_may_look", "looked at")])
    def test_who_may_look_at_the_reserve(self, choice: str, words: str) -> None:
        """ISK-20, a ruling about what people may look at."""
        state = table(2, "reich", settings={"reserve": choice})
        state = after(state, "A: play infantry_mobilisation", "A: move 1 America o1 -> America 1")

        assert f"Bert: Reserve, {words}" == self.labels(state)["B: lay reserve"]

    @pytest.mark.parametrize(("choice", "words"), [("by_backs", "backs"), ("by_faces", "faces")])
    def test_how_cards_are_chosen_for_an_exchange(self, choice: str, words: str) -> None:
        """ISK-105, a ruling about what people may look at."""
        state = table(2, settings={"exchange_choice": choice})
        notice = GAME.present(after(state, "B: play politician_strategy_change")).notice

        assert notice is not None
        assert [f"Cards are chosen by their {words}."] == [str(line) for line in notice.lines]


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
    assert [
        "Anna attacks with Hit, Double hit, nothing.",
        "Bert defends with nothing, Block, nothing.",
        "I: Hit against I: nothing. Attacker loses nothing, defender America UWC tile.",
    ] == [str(line) for line in notice.lines]
    assert [Do("compare")] == [button.intent for button in notice.answers]
    told = [str(remark) for remark in GAME.present(after(state, "compare", "compare")).remarks]
    assert "II: Double hit against II: Block. Attacker loses nothing, defender nothing." in told


def test_a_card_that_was_read_shows_its_squares() -> None:
    """ISK-124: who may shift has to see what would meet what."""
    state = after(
        table(2, "reich", america={"o1": "R2", 1: "U2"}),
        "A: play infantry_mobilisation",
        "A: move 2 America o1 -> America 1",
        "B: lay reserve",
        "A: lay reserve",
        "reveal A reich_yellow_3",
    )
    told = [str(line) for line in (*GAME.present(state).remarks, *getattr(GAME.present(state).notice, "lines", ()))]

    assert "Anna attacks with Yellow 3: nothing, Hit, Double hit." in told


def test_provisional_values_are_marked() -> None:
    """Nobody may take made-up values for printed ones."""
    fought = after(
        table(2, "reich"),
        "A: play infantry_mobilisation",
        "A: move 1 America o1 -> America 1",
        *fight("A", "B", "HH - -", "- - -"),
        "compare",
    )
    screen = GAME.present(fought)

    assert "provisional" in str(screen.remarks[0])
    assert ["2? VP", "3? VP"] == [str(cell.detail) for cell in screen.boards[0].cells if cell.detail is not None][:2]


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
