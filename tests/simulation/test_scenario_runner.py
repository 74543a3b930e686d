"""A scenario is read, run and judged; the plug is really pulled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.core.screen import Answer, Button, Do, Intent, Notice, NoticeKind, Screen
from companion.core.table import LabelPlace, Observation
from companion.core.text import say
from companion.errors import NotationError
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.messages import Conclusion, Tick
from companion.session.session import Session
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.scenario import read_scenario
from companion.simulation.scenario_runner import ScenarioRunner, intent_for
from tests.toy import GAME, LAYOUT, OPTIONS

SCENARIO = """
game = "orchard"
players = ["Ann", "Ben"]

[[step]]
tell = "Three fruits are dealt."
moves = ["1 apple: box -> market", "1 cherry: box -> market", "1 pear: box -> market"]
expect = ["explained: deal apple", "explained: deal cherry", "explained: deal pear"]

[[step]]
tell = "Ann takes the apple; the plug is pulled."
moves = ["1 apple: market -> A.1"]
power_cut = true

[[step]]
tell = "The lights are on again."
expect = ["explained: A: take apple -> A.1"]

[[step]]
tell = "Ben passes on the screen."
touch = "key pass"
expect = ["touched: B: pass"]
"""


CLUMSY = """
game = "orchard"
players = ["Ann", "Ben"]

[[step]]
moves = ["1 apple: box -> market", "1 cherry: box -> market", "1 pear: box -> market"]
expect = ["explained: deal apple", "explained: deal cherry", "explained: deal pear"]

[[step]]
tell = "Ann holds the apple, and puts it back."
moves = ["1 apple: market -> hand"]
pause = 2.5

[[step]]
moves = ["1 apple: hand -> market"]

[[step]]
tell = "The market is squared, turned about, and spread again; a book lies over Ben's basket, a hand over Ann's."
square = ["market"]
push = ["pear in market: 3 -2 turned 15"]
cover = ["B.1"]
hands = ["A.1"]

[[step]]
fan = ["market"]
uncover = ["B.1"]

[[step]]
tell = "Ann takes the apple."
moves = ["1 apple: market -> A.1"]
expect = ["explained: A: take apple -> A.1"]
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    path = tmp_path / "evening.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


class Harness:
    """A runner whose camera sees the table as it is, ten frames a second."""

    def __init__(self, path: Path, store: JournalStore) -> None:
        saved = store.latest() or store.begin("orchard", OPTIONS)
        self.said: list[dict[str, Any]] = []
        self.conclusions: list[Conclusion] = []
        self.session = Session(GameHistory(GAME, store, saved), self._shown, self.conclusions.append)
        self.table = PhysicalTable(GAME, LAYOUT)
        self.now = 0.0
        self.cuts: list[int] = []
        self.runner = ScenarioRunner(
            read_scenario(path),
            self.table,
            self.session,
            self._frame,
            self.session.handle,
            self.said.append,
            str,
            self._cut,
            self.conclusions,
        )

    @property
    def actions(self) -> list[str]:
        return [GAME.write_action(played.action) for played in self.session.history.played]

    def _shown(self, screen: Screen) -> None:
        pass

    def _frame(self, over: object) -> None:
        self.now += 0.1
        if not over:
            labels = tuple(LabelPlace(lying.tag, lying.label) for lying in self.table.lying())
            self.session.handle(Observation(labels))
        self.session.handle(Tick(self.now))

    def _cut(self, step: int) -> None:
        self.cuts.append(step)
        raise KeyboardInterrupt


def test_the_evening_goes_as_the_scenario_says_across_a_power_cut(scenario: Path, tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        first = Harness(scenario, store)
        with pytest.raises(KeyboardInterrupt):
            first.runner.run()
    with JournalStore(tmp_path / "journal.db") as store:
        second = Harness(scenario, store)
        wrong = second.runner.run(start=3)

    assert ([2], 0) == (first.cuts, wrong)
    assert ["deal apple", "deal cherry", "deal pear"] == first.actions
    assert "B: pass" == second.actions[-1]


def test_a_conclusion_that_is_not_the_scenarios_is_wrong(scenario: Path) -> None:
    scenario.write_text(SCENARIO.replace("explained: deal apple", "explained: deal pear"), encoding="utf-8")
    with JournalStore(":memory:") as store:
        harness = Harness(scenario, store)
        with pytest.raises(KeyboardInterrupt):
            harness.runner.run()

    assert [["explained: deal apple", "explained: deal cherry", "explained: deal pear"]] == [
        said["wrong"] for said in harness.said if "wrong" in said
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = ", "is no TOML"),
        ("game = 'orchard'\nplayers = ['Ann']", "step is missing"),
        (SCENARIO.replace("1 apple: box -> market", "apple!"), "step 1, moves 1: 'apple!' is no move of the hand"),
        (CLUMSY.replace("pear in market: 3 -2", "pear: aside"), "step 4, push 1: 'pear: aside turned 15' is no push"),
        (CLUMSY.replace("pause = 2.5", "pause = -1"), "step 2, pause: .*from 0 to 60 seconds"),
        (CLUMSY.replace("square =", "squash ="), "step 4: 'squash' is unknown"),
    ],
)
def test_a_broken_scenario_says_where(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "evening.toml").write_text(text, encoding="utf-8")

    with pytest.raises(NotationError, match=words):
        read_scenario(tmp_path / "evening.toml")


def test_clumsy_steps_are_played(tmp_path: Path) -> None:
    (tmp_path / "evening.toml").write_text(CLUMSY, encoding="utf-8")
    with JournalStore(":memory:") as store:
        harness = Harness(tmp_path / "evening.toml", store)

        assert 0 == harness.runner.run()
        assert 4 == len(harness.actions)
        assert (set(), set()) == (harness.table.squared, harness.table.covered)


def test_a_pause_is_as_long_as_it_says(tmp_path: Path) -> None:
    steps = 'game = "orchard"\nplayers = ["Ann", "Ben"]\n[[step]]\npause = 3.5\n[[step]]\npause = 0.2\n'
    (tmp_path / "evening.toml").write_text(steps, encoding="utf-8")
    with JournalStore(":memory:") as store:
        harness = Harness(tmp_path / "evening.toml", store)
        harness.runner.run()

    assert pytest.approx(0.8 + 3.5 + 0.2) == harness.now


PASS = Do(GAME.read_action("A: pass"))


class TestTouches:
    SCREEN = Screen(
        say("t"),
        say("s"),
        (),
        (),
        (Button(say("Pass"), PASS, "pass"),),
        Notice(NoticeKind.QUESTION, say("?"), answers=(Button(say("Farm"), Answer(0, 7)),)),
    )

    @pytest.mark.parametrize(
        ("touch", "intent"),
        [("key pass", PASS), ("button Pass", PASS), ("answer Farm", Answer(0, 7))],
    )
    def test_are_found_on_the_screen(self, touch: str, intent: Intent) -> None:
        assert intent == intent_for(touch, self.SCREEN)

    @pytest.mark.parametrize("touch", ["key undo", "answer Mine", "cell market farm", "wave hands"])
    def test_that_find_nothing_say_so(self, touch: str) -> None:
        with pytest.raises(NotationError, match=touch.split(maxsplit=1)[0]):
            intent_for(touch, self.SCREEN)
