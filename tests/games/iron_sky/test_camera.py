"""Games seen through a camera that does not see everything, and fingers before hands: never a wrong conclusion."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from benchmarks.looks import onlooker
from companion.core.belief.search import explain
from companion.core.game import Options
from companion.core.screen import Do, Notice, NoticeKind
from companion.core.table import LabelPlace, Observation
from companion.games.iron_sky import GAME
from companion.games.iron_sky import actions as act
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.messages import Conclusion, Tick
from companion.session.session import Session
from companion.simulation.physical_table import HandMove, PhysicalTable
from tests.games.iron_sky.tables import NAMES, playout

GAMES = [(2, "beginner"), (4, "experienced"), (6, "veteran")]

LOOKS = 260


@pytest.mark.parametrize(("players", "kind"), GAMES)
def test_never_wrong(players: int, kind: str) -> None:
    """Each action of random games, with labels unreadable and a hand over the table in one look of three.

    Nobody can see how many tiles below the top went: there people are asked. `python -m benchmarks.camera iron_sky`
    repeats this ten thousand times.
    """
    random, found = Random(players), Counter[str]()
    for state, action in islice(playout(players, 31 + players, game_type=kind), LOOKS):
        if action is not None:
            found[onlooker(GAME).conclusion(state, GAME.apply(state, action), random)] += 1

    assert 0 == found["wrong"]
    assert 3 * found["asks"] < found["right"]


def test_what_shows_completely_is_never_asked() -> None:
    """In full sight markers, sheets, tokens, revealed cards and fallen tiles need no finger."""
    plain = (act.PutTerror, act.Jam, act.Compare, act.DrawSheet, act.TurnToken, act.Reveal, act.Ascend)
    said = Counter[str]()
    for seed in (4, 5, 6):
        for state, action in playout(2, seed, game_type="veteran", boards="asia"):
            if isinstance(action, plain):
                after = GAME.apply(state, action)
                seen = GAME.layout(state).read(onlooker(GAME).observe(after, Random(0))).identify(GAME.piece_of)
                said[type(explain(GAME, state, seen)).__name__] += 1

    assert {"Explained"} == set(said)
    assert 30 < said["Explained"]


class Evening:
    """Two players at a table that the camera sees completely, with a clock that moves only when told to."""

    def __init__(self, *played: str) -> None:
        store = JournalStore(":memory:")
        self.history = GameHistory(GAME, store, store.begin(GAME.name, Options(NAMES[:2])))
        self.log: list[Conclusion] = []
        self.session = Session(self.history, lambda _: None, self.log.append)
        self.now = 0.0
        for notation in ("sheet A infantry", "sheet B politician", *played):
            self.history.do((GAME.read_action(notation),), "touch")
        self.table = PhysicalTable(GAME, GAME.layout(self.history.state))
        self.table.make(GAME.table(self.history.state))
        self.rests()

    def rests(self) -> None:
        self.session.handle(Observation(tuple(LabelPlace(one.tag, one.label) for one in self.table.visible())))
        for _ in range(12):
            self.now += 0.25
            self.session.handle(Tick(self.now))

    def hands(self, *moves: str) -> None:
        for move in moves:
            self.table.move(HandMove.read(move))
        self.rests()

    def touches(self, *notations: str) -> None:
        for notation in notations:
            self.session.handle(Do(GAME.read_action(notation)))
        self.rests()

    @property
    def notice(self) -> Notice:
        assert self.session.screen is not None
        assert self.session.screen.notice is not None
        return self.session.screen.notice

    @property
    def lines(self) -> list[str]:
        return [str(line) for line in self.notice.lines]

    @property
    def answers(self) -> list[str]:
        return [str(button.label) for button in self.notice.answers]


class TestTouchFirst:
    def test_the_camera_says_what_is_still_to_be_done(self) -> None:
        """ISK-52: the card is entered before hands show and pay it."""
        evening = Evening()
        evening.touches("A: play infantry_recruit_2")

        assert "put Recruit 2 into the discard pile of Anna" in evening.lines
        assert "move Command point marker from CP 3 of Anna to CP 2 of Anna" in evening.lines
        evening.hands("1 infantry_recruit_2: box -> A.discard")
        assert "put Recruit 2 into the discard pile of Anna" not in evening.lines
        assert "move Command point marker from CP 3 of Anna to CP 2 of Anna" in evening.lines

    def test_the_game_s_own_question_stays_open_beside_it(self) -> None:
        """Three touches for a recruited tile, however slow the hands are."""
        evening = Evening()
        evening.touches("A: play infantry_recruit_2")

        assert "Recruit: where does Anna place a tile?" == str(evening.notice.heading)
        assert {"tile to America orbit 1", "Waive the rest"} <= set(evening.answers)

    def test_a_pile_is_covered_and_not_taken_away(self) -> None:
        evening = Evening("A: play infantry_recruit_2", "A: waive")
        evening.touches("A: play infantry_reboot")

        assert [
            "move Command point marker from CP 2 of Anna to CP 1 of Anna",
            "put Reboot into the discard pile of Anna",
        ] == (evening.lines)

    def test_handwork_in_the_wrong_place_is_named(self) -> None:
        """The tile was entered for sector 1 and is laid to sector 2, which was empty."""
        evening = Evening("A: organise 1 America o2 -> America o1", "A: play infantry_mobilisation")
        evening.touches("A: move 2 America o1 -> America o2")
        evening.hands("1 reich_america: america.o1 -> america.4.cc")

        assert NoticeKind.DISAGREE is evening.notice.kind
        assert any("America 4" in line for line in evening.lines)
        evening.hands("1 reich_america: america.4.cc -> america.o2")
        assert evening.session.screen is not None
        assert evening.session.screen.notice is None


class TestSeenFirst:
    def test_a_tile_moved_along_a_route_right_after_its_card(self) -> None:
        """ISK-75, ISK-84: the picture alone decides; the battle that follows is asked for."""
        evening = Evening()
        evening.hands("1 infantry_mobilisation: box -> A.discard", "1 command: A.command.3 -> A.command.2")
        evening.hands("1 reich_america: america.o1 -> america.1.fl")

        assert ["A: play infantry_mobilisation", "A: move 1 America o1 -> America 1"] == [
            str(line) for conclusion in evening.log for line in conclusion.lines if conclusion.kind == "explained"
        ]
        assert "Battle of America 1: the defender lays a card" == str(evening.notice.heading)

    def test_a_wrong_meter_is_named_with_where_it_belongs(self) -> None:
        """ISK-38: the meter is wrong, it should be 0."""
        evening = Evening()
        evening.hands("1 occupation_america: america.occupation.0 -> america.occupation.4")

        assert NoticeKind.ILLEGAL is evening.notice.kind
        assert ["The Blitz meter of America shows 4 and should show 0."] == evening.lines

    def test_a_hidden_battle_is_not_taken_for_a_wrong_meter(self) -> None:
        """Where an arm hides a part of the board nobody can say that the marker stands wrong."""
        random = Random(1)
        state = Evening("A: play infantry_bombardment_1").history.state
        after = GAME.apply(state, GAME.read_action("A: bombard America 1"))
        said = {onlooker(GAME).conclusion(state, after, random) for _ in range(60)}

        assert "wrong" not in said
