"""The screen: what can be touched is legal, everything legal can be reached in three touches, names are values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.core.game import legal_actions, violation
from companion.core.screen import Back, Do, Forbidden, Intent, NoticeKind, Screen, Select
from companion.core.screen_parts import BattleSquare
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.games.iron_sky import GAME
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.actions import Action
from companion.games.iron_sky.catalog import Resource
from companion.games.iron_sky.screen_battle import duel
from companion.games.iron_sky.screen_boards import CARD, CARDS, FREELY, GIFTS, LAST, ORIGIN
from companion.games.iron_sky.state import State
from tests.games.iron_sky.tables import after, fight, new_game, playout, table

THREE_TOUCHES = 3


def intents(screen: Screen) -> Iterator[Intent | None]:
    """Everything that a finger can ask for."""
    answers = screen.notice.answers if screen.notice is not None else ()
    yield from (button.intent for button in (*screen.buttons, *answers) if button.enabled)
    for board in (*screen.boards, *(seat.board for seat in screen.seats)):
        yield from (cell.intent for cell in board.cells)


def actions(screen: Screen) -> Iterator[Action]:
    return (intent.action for intent in intents(screen) if isinstance(intent, Do))


def picks(screen: Screen) -> Iterator[Pick]:
    return (intent.pick for intent in intents(screen) if isinstance(intent, Select))


def test_what_can_be_touched_is_legal() -> None:
    for number, (state, _) in enumerate(playout(4, 2, game_type="veteran")):
        if number % 3 == 0:
            assert [] == [action for action in actions(GAME.present(state)) if violation(GAME, state, action)]


def touches(state: State) -> dict[Action, int]:
    """For everything that can be done from here, the fewest touches that do it."""
    needed: dict[Action, int] = {}
    reached = [NO_SELECTION]
    for count in range(1, THREE_TOUCHES + 1):
        screens = [GAME.present(state, selection) for selection in reached]
        for screen in screens:
            for action in actions(screen):
                needed.setdefault(action, count)
        reached = list(
            {
                selection.picking(pick): None
                for selection, screen in zip(reached, screens, strict=True)
                for pick in picks(screen)
                if count < THREE_TOUCHES
            }
        )
    return needed


def test_every_legal_action_is_three_touches_away_at_most() -> None:
    """Counted from the open table; what asks each seat in turn is counted when it is that seat's turn.

    Of random games for two, a state for each kind of action that is taken next; companion/conformance tries all
    tables, and for four the open one is looked at below.
    """
    most: dict[str, int] = {}
    sampled = set[type]()
    for state, taken in (step for seed in (9, 10) for step in playout(2, seed, game_type="veteran")):
        if type(taken) in sampled:
            continue
        sampled.add(type(taken))
        needed = touches(state)
        for action in legal_actions(GAME, state):
            kind = type(action).__name__
            if not (_asked_in_turn(action) and action not in needed):
                most[kind] = max(most.get(kind, 0), needed.get(action, 99))

    assert {} == {kind: count for kind, count in most.items() if count > THREE_TOUCHES}
    usual = "Play PlaySpecial PlaySpecialAt TakeMarker Organise Done EndTurn Move PlaceTile Lay Compare TurnToken"
    assert set(usual.split()) <= set(most)


def _asked_in_turn(action: act.Action) -> bool:
    return isinstance(action, (act.DrawSheet, act.ShowOperation, act.Reveal, act.Symbol))


def test_a_wrong_meter_is_put_right_by_one_touch() -> None:
    """ISK-38: where the marker belongs by what lies on the board."""
    state = table(america={1: "R1", 2: "R1", "occupation": 1})

    assert 1 == touches(state)[act.PushMeter("america", 2)]


def test_with_more_players_cards_and_gifts_are_opened_first() -> None:
    """The side's cards do not fit on the screen together: cards, the card, the way to pay it are three touches."""
    settings = {"game_type": "veteran"}
    state = table(4, settings=settings)
    reached = touches(state)

    assert [] == [action for action in legal_actions(GAME, state) if action not in reached]
    assert all(len(seat.board.cells) <= 4 for seat in GAME.present(state).seats)


class TestWarnings:
    def labels(self, state: State) -> dict[str, str]:
        """The words on everything that can be touched, by the one thing that it does."""
        screen = GAME.present(state)
        answers = screen.notice.answers if screen.notice is not None else ()
        cells = (cell for seat in screen.seats for cell in seat.board.cells)
        one = ((b.label, b.intent.action) for b in answers if isinstance(b.intent, Do) and not b.intent.then)
        named = {GAME.write_action(action): str(label) for label, action in one}
        shown = {GAME.write_action(c.intent.action): str(c.title) for c in cells if isinstance(c.intent, Do)}
        return {**named, **shown}

    def test_a_command_without_effect(self) -> None:
        """ISK-57: it may be played, after a warning."""
        card = "B: play politician_anti_terror with 2 PP"

        assert "Anti-terror (2 PP): without effect now" == self.labels(table(2))[card]
        assert "Anti-terror (2 PP)" == self.labels(table(2, america={"terror": 3}))[card]

    def test_the_reich_pays_specials_in_command_points(self) -> None:
        labels = self.labels(table(2, "reich", settings={"special_commands": "on"}))

        assert "Unknown 5 (1 CP)" == labels["A: special reich_special_unknown_5"]

    def test_the_move_of_an_assault(self) -> None:
        """ISK-103-R: it may be waived, after a warning."""
        state = after(table(2, "reich"), "A: play infantry_assault", "A: place America o1")

        assert "Waive the move (the book has one made)" == self.labels(state)["A: waive"]

    @pytest.mark.parametrize(("choice", "words"), [("unseen", "unseen"), ("owner_may_look", "having looked at it")])
    def test_who_may_look_at_the_reserve(self, choice: str, words: str) -> None:
        """ISK-20-R, a ruling about what people may look at."""
        state = table(2, "reich", settings={"reserve": choice})
        state = after(state, "A: play infantry_mobilisation", "A: move 1 America o1 -> America 1")

        assert f"Bert lays the Reserve, {words}" == self.labels(state)["B: lay reserve"]

    @pytest.mark.parametrize(("choice", "words"), [("by_backs", "backs"), ("by_faces", "faces")])
    def test_how_cards_are_chosen_for_an_exchange(self, choice: str, words: str) -> None:
        """ISK-105-R2, a ruling about what people may look at."""
        state = table(2, settings={"exchange_choice": choice})
        notice = GAME.present(after(state, "B: play politician_strategy_change")).notice

        assert notice is not None
        assert [f"Cards are chosen by their {words}."] == [str(line) for line in notice.lines]


def picked(*picks: Pick) -> Selection:
    return Selection(picks)


def test_a_turn_ends_with_a_discarded_card_in_two_touches() -> None:
    """ISK-139: the card names all that there is to say; without one it is a touch."""
    state = table(2)
    seat = next(seat for seat in GAME.to_move(state))
    asked = GAME.present(state, Selection((Pick(LAST, "", seat),))).notice
    assert asked is not None

    ends = [answer.intent for answer in asked.answers if isinstance(answer.intent, Do)]
    assert ends
    for end in ends:
        assert [act.Done, act.EndTurn] == [type(action) for action in end.actions]
        after_all = state
        for action in end.actions:
            assert violation(GAME, after_all, action) is None
            after_all = GAME.apply(after_all, action)


def test_a_part_of_an_army_is_drawn_to_where_it_goes() -> None:
    """ISK-10, ISK-75: what the table does not show of stacks is asked only where it can be more than one thing."""
    state = after(table(), "E: play general_mobilisation")
    ways = [way for way in legal_actions(GAME, state) if isinstance(way, act.Move) and way.player == "E"]
    origin, to = ways[0].origin, ways[0].to
    same = [way for way in ways if (way.origin, way.to) == (origin, to)]

    drawn = GAME.drawn_onto(state, f"{origin}.cc", "uwc_america", f"{to}.fl")

    assert [Do(way) for way in same] == [way.intent for way in drawn]
    assert [] == list(GAME.drawn_onto(state, f"{origin}.cc", "uwc_america", f"{origin}.fl"))


def test_gifts_are_two_touches() -> None:
    state = table(seats={"F": {"money": 8}, "E": {"money": 0}})
    screen = GAME.present(state, picked(Pick(GIFTS, seat="F")))

    assert screen.notice is not None
    assert {act.Give("F", "E", amount, Resource.MONEY) for amount in range(1, 9)} <= set(actions(screen))
    assert "What does Fritz give?" == str(screen.notice.heading)
    assert Back() == screen.notice.answers[-1].intent


def test_only_what_leads_somewhere_can_be_picked() -> None:
    """An army that can move or fight, a card with several ways to be played; with two players no list of cards."""
    shown = {pick for screen in (GAME.present(table()), GAME.present(table(2))) for pick in picks(screen)}

    assert Pick(ORIGIN, "america.1") in shown
    assert Pick(ORIGIN, "america.o1") not in shown
    assert {CARDS, GIFTS, FREELY} == {pick.kind for pick in picks(GAME.present(table())) if pick.seat == "F"}
    assert {CARD, FREELY, LAST} == {pick.kind for pick in picks(GAME.present(table(2))) if pick.seat == "B"}


@pytest.mark.parametrize(
    "pick", [Pick(ORIGIN, "europe.o1"), Pick(CARD, "sesame", "F"), Pick(GIFTS, seat="Z"), Pick("?")]
)
def test_a_selection_that_means_nothing_is_ignored(pick: Pick) -> None:
    assert GAME.present(table()) == GAME.present(table(), picked(pick))


def test_the_whole_side_is_on_turn() -> None:
    screen = GAME.present(after(table(), "E: done"))

    assert [False, False, False, True, False, True] == [seat.on_turn for seat in screen.seats]
    assert ["pass"] == [button.key for button in screen.buttons if button.key]


def test_whoever_is_on_turn_has_a_way_to_do_something() -> None:
    """With several it says who; one alone is not asked who he is. From there everything that he can do is reached."""
    for players, names in ((6, ("Dora", "Emil", "Fritz")), (4, ("Cleo", "Dora")), (2, ())):
        state = table(players)
        ways = [button for button in GAME.present(state).buttons if button.icon == "hand-click" and button.enabled]

        assert [f"{name} does something" for name in names] or ["Do"] == [str(button.label) for button in ways]
        for way, seat in zip(ways, (player.seat for player in state.team(state.side)), strict=True):
            assert isinstance(way.intent, Select)
            notice = GAME.present(state, picked(way.intent.pick)).notice
            assert notice is not None
            assert str(notice.heading).startswith("What does ")
            assert Do(act.Done(seat)) in [answer.intent for answer in notice.answers]
            assert len(notice.answers) > 4


def test_who_can_do_nothing_is_told_so() -> None:
    state = replace(table(2, seats={"B": {"money": 0, "politics": 0, "hand": 0}}), loans=0)
    way = GAME.present(state).buttons[0]

    assert [act.Done("B")] == [action for action in legal_actions(GAME, state) if action.player == "B"]
    assert ("Do", False) == (str(way.label), way.enabled)
    assert "Nothing can be done now but to end the turn." == str(way.why_not)


def test_whoever_is_done_is_not_asked_what_he_does() -> None:
    labels = [str(button.label) for button in GAME.present(after(table(), "E: done")).buttons]

    assert "Emil does something" not in labels
    assert "Dora does something" in labels


def test_a_touched_meter_says_what_it_shows_and_what_can_be_done_with_it() -> None:
    """ISK-37, ISK-38: it follows what lies there; a marker that stands wrong is put right."""
    for state, answers in (
        (table(america={1: "R1", 2: "R1", "occupation": 2, "devastation": 3}), []),
        (table(america={1: "R1", 2: "R1", "occupation": 1, "devastation": 3}), [Do(act.PushMeter("america", 2))]),
    ):
        board = GAME.present(state).boards[0]
        assert isinstance(board.gauge_intent, Select)
        notice = GAME.present(state, picked(board.gauge_intent.pick)).notice

        assert notice is not None
        stands = state.board("america").occupation
        assert f"The Blitz meter of America stands at {stands}." == str(notice.heading)
        assert "2 territories count for the Reich" in str(notice.lines[0])
        assert "The Devastation marker stands at 3" in str(notice.lines[1])
        assert [*answers, Back()] == [answer.intent for answer in notice.answers]


@pytest.mark.parametrize(
    ("side", "play", "asked"),
    [
        ("uwc", "F: play politician_recruit_2", "Recruit: where does Fritz place a tile?"),
        ("uwc", "E: play general_assault", "Assault: where does Emil place the tile?"),
        ("reich", "A: play infantry_mobilisation", "Mobilisation: which army does Anna move?"),
        ("reich", "A: play infantry_terror", "Terror: where does Anna put the marker?"),
    ],
)
def test_an_open_command_asks_a_sentence_and_offers_first_what_carries_it_out(side: str, play: str, asked: str) -> None:
    """None of its answers stands out: which of several is likely nobody can say, and a loan never is."""
    state = after(table(side=side), play)
    notice = GAME.present(state).notice

    assert notice is not None
    assert asked == str(notice.heading)
    assert notice.foremost is None
    besides = [isinstance(answer.intent, Do) and isinstance(answer.intent.action, BESIDES) for answer in notice.answers]
    assert besides[0] is False
    assert besides.index(True) > 1


BESIDES = act.Waive | act.TakeLoan | act.TakeAdvice


def test_a_button_that_cannot_be_pressed_says_why() -> None:
    screen = GAME.present(after(table(), "F: play politician_recruit_2"))
    done = next(button for button in screen.buttons if button.intent == Do(act.Done("F")))

    assert not done.enabled
    assert isinstance(done.why_not, Forbidden)
    assert "Recruit 2 is not carried out yet." == str(done.why_not.reason)


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
    to_the_end = Do(act.Compare(), (act.Compare(),))
    assert [to_the_end, Do(act.Compare())] == [button.intent for button in notice.answers]
    told = [str(remark) for remark in GAME.present(after(state, "compare", "compare")).remarks]
    assert "II: Double hit against II: Block. Attacker loses nothing, defender nothing." in told


@pytest.mark.parametrize(
    ("shift", "rows"),
    [
        ("none", [("I", "flame", "", True), ("II", "flame flame", "shield", False), ("III", "", "flame", False)]),
        (
            "I-II",
            [("I \N{EN DASH} II", "flame", "shield", True), ("II \N{EN DASH} III", "flame flame", "flame", False)],
        ),
        ("II-I", [("II \N{EN DASH} I", "flame flame", "", True), ("III \N{EN DASH} II", "", "shield", False)]),
    ],
)
def test_a_shifted_card_is_drawn_as_it_lies(shift: str, rows: list[tuple[str, str, str, bool]]) -> None:
    """ISK-162: each row is what meets what, and the next one stands out; what was compared is done."""
    seats = {"A": {"initiative": True}}
    state = table(2, "reich", seats=seats, settings={"initiative": "on"}, america={"o1": "R2", 1: "U3"})
    march = ("A: play infantry_mobilisation", "A: move 2 America o1 -> America 1")
    shifted = after(state, *march, *fight("A", "B", "H HH -", "- B H"), f"A: shift {shift}")

    def drawn(state: State) -> tuple[BattleSquare, ...]:
        assert state.battle is not None
        return duel(state, state.battle).squares

    assert rows == [(each.label, each.attack, each.defence, each.now) for each in drawn(shifted)]
    assert [True, False] == [each.done for each in drawn(after(shifted, "compare"))][:2]
    assert [False, True] == [each.now for each in drawn(after(shifted, "compare"))][:2]


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
    assert [("2", True), ("3", True)] == [
        (cell.value, cell.provisional) for cell in screen.boards[0].cells if cell.value
    ][:2]


def test_every_phase_has_a_screen_with_words() -> None:
    for state in (
        new_game(6),
        table(),
        table(phase="end_of_turn"),
        table(phase="token"),
        table(phase="secrets", settings={"secret_operations": "on"}),
        table(phase="over"),
    ):
        screen = GAME.present(state)
        assert str(screen.status)
        assert 6 == len(screen.seats)
        assert all(str(cell.title) or not cell.value for seat in screen.seats for cell in seat.board.cells)


@pytest.mark.parametrize(
    ("phase", "pick", "heading"),
    [
        ("command", Pick(ORIGIN, "america.1"), "Where from America 1?"),
        ("command", Pick(CARDS, seat="F"), "Which card does Fritz play?"),
        ("command", Pick(CARD, "politician_recruit_2_or_politicking", "F"), "Fritz: Recruit 2 or Politicking, how?"),
        ("end_of_turn", Pick(CARDS, seat="F"), "Which card does Fritz discard?"),
    ],
)
def test_what_was_picked_is_asked_about(phase: str, pick: Pick, heading: str) -> None:
    notice = GAME.present(table(phase=phase), picked(pick)).notice

    assert notice is not None
    assert heading == str(notice.heading)


def test_a_name_is_shown_as_it_is() -> None:
    seats = {"F": {"name": "[b]{x}[/b]"}}
    screen = GAME.present(table(seats=seats))

    assert "[b]{x}[/b]" == screen.seats[5].name
    assert "[b]{x}[/b] is done" in [str(button.label) for button in screen.buttons]
