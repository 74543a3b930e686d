"""A recorded evening is read, played and judged; the plug is really pulled."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from companion import demo
from companion.core.game import Outcome
from companion.core.screen import Answer, Button, Do, Intent, Notice, NoticeKind, Screen
from companion.core.table import LabelPlace, Observation
from companion.core.text import say
from companion.errors import NotationError
from companion.evening import read_evening
from companion.record import Record
from companion.rehearsal import Rehearsal, intent_for
from companion.reports import game_record, score_sheet
from companion.session import Happening, Session, Tick
from companion.stage import Stage
from companion.store import JournalStore
from tests.toy import GAME, OPTIONS, Layout, book

RECORD = """
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


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "evening.toml"
    path.write_text(RECORD, encoding="utf-8")
    return path


class Theatre:
    """A rehearsal whose camera sees the stage as it is, ten frames a second."""

    def __init__(self, path: Path, store: JournalStore) -> None:
        evening = store.latest() or store.begin("orchard", OPTIONS)
        self.said: list[dict[str, Any]] = []
        self.happenings: list[Happening] = []
        self.session = Session(Record(GAME, store, evening), self._shown, self.happenings.append)
        self.stage = Stage(GAME, Layout())
        self.now = 0.0
        self.cuts: list[int] = []
        self.rehearsal = Rehearsal(
            read_evening(path),
            self.stage,
            self.session,
            self._frame,
            self.session.handle,
            self.said.append,
            str,
            self._cut,
            self.happenings,
        )

    def _shown(self, screen: Screen) -> None:
        pass

    def _frame(self, over: object) -> None:
        self.now += 0.1
        if not over:
            labels = tuple(LabelPlace(lying.tag, lying.label) for lying in self.stage.lying())
            self.session.handle(Observation(labels))
        self.session.handle(Tick(self.now))

    def _cut(self, step: int) -> None:
        self.cuts.append(step)
        raise KeyboardInterrupt


def test_the_evening_goes_as_the_record_says_across_a_power_cut(record: Path, tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        first = Theatre(record, store)
        with pytest.raises(KeyboardInterrupt):
            first.rehearsal.perform()
    with JournalStore(tmp_path / "journal.db") as store:
        second = Theatre(record, store)
        wrong = second.rehearsal.perform(start=3)

    assert ([2], 0) == (first.cuts, wrong)
    assert ["deal apple", "deal cherry", "deal pear"] == [did.action for did in first.session._record.standing]
    assert "B: pass" == second.session._record.standing[-1].action


def test_a_conclusion_that_is_not_the_records_is_wrong(record: Path) -> None:
    record.write_text(RECORD.replace("explained: deal apple", "explained: deal pear"), encoding="utf-8")
    with JournalStore(":memory:") as store:
        theatre = Theatre(record, store)
        with pytest.raises(KeyboardInterrupt):
            theatre.rehearsal.perform()

    assert [["explained: deal apple", "explained: deal cherry", "explained: deal pear"]] == [
        said["wrong"] for said in theatre.said if "wrong" in said
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = ", "is no TOML file"),
        ("game = 'orchard'\nplayers = ['Ann']", "lacks the entry 'step'"),
        (RECORD.replace("1 apple: box -> market", "apple!"), "step 1: 'apple!' is no move of the hand"),
    ],
)
def test_a_broken_record_says_where(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "evening.toml").write_text(text, encoding="utf-8")

    with pytest.raises(NotationError, match=words):
        read_evening(tmp_path / "evening.toml")


class TestTouches:
    SCREEN = Screen(
        say("t"),
        say("s"),
        (),
        (),
        (Button(say("Pass"), Do("A: pass"), "pass"),),
        Notice(NoticeKind.QUESTION, say("?"), answers=(Button(say("Farm"), Answer(0, 7)),)),
    )

    @pytest.mark.parametrize(
        ("touch", "intent"),
        [("key pass", Do("A: pass")), ("button Pass", Do("A: pass")), ("answer Farm", Answer(0, 7))],
    )
    def test_are_found_on_the_screen(self, touch: str, intent: Intent) -> None:
        assert intent == intent_for(touch, self.SCREEN)

    @pytest.mark.parametrize("touch", ["key undo", "answer Mine", "cell market farm", "wave hands"])
    def test_that_find_nothing_say_so(self, touch: str) -> None:
        with pytest.raises(NotationError, match=touch.split(maxsplit=1)[0]):
            intent_for(touch, self.SCREEN)


PROCESS = """
import json, signal, sys
def tell(**said): print(json.dumps(said), flush=True)
start = int(sys.argv[1])
print("noise of a library")
if start == 1:
    tell(step=1, of=2, tell="the first half")
    tell(kind="explained", text="A: pass", saw=["+1 disc in A"])
    tell(counters={"frames": 5, "read": 7, "missed": 0, "false": 0})
    tell(power_cut=1)
    signal.pause()
tell(step=2, of=2, tell="the second half")
tell(wrong=["explained: A: pass"], expected=[])
tell(counters={"frames": 4, "read": 3, "missed": 1, "false": 0})
tell(sheet=["Ann 3", "winner: Ann"])
"""


def test_the_demo_kills_the_process_starts_it_again_and_sums_up() -> None:
    lines: list[str] = []
    evening = demo.play(lambda start: [sys.executable, "-c", PROCESS, str(start)], lines.append)

    assert (1, 9, 1) == (evening.counters["power cuts"], evening.counters["frames"], evening.wrong)
    assert any("the plug is pulled" in line for line in lines)
    assert (
        "\nframes read 9; labels read 10, missed 1, false 0; "
        "events explained 1, asked 0, wrong 1; power cuts survived 1" in lines
    )
    assert "winner: Ann" in lines


def test_a_demo_whose_companion_dies_has_failed() -> None:
    lines: list[str] = []
    evening = demo.play(lambda _: [sys.executable, "-c", "raise SystemExit(3)"], lines.append)

    assert 1 == evening.wrong
    assert any("stopped before the evening was over" in line for line in lines)


class TestReports:
    def test_the_score_sheet_cites_the_rule_of_each_line(self) -> None:
        state = GAME.setup(OPTIONS)
        for notation in ("deal apple", "deal pear", "deal pear", "A: take apple -> A.1"):
            state = GAME.apply(state, GAME.read_action(notation))

        assert [
            "Ann",
            "       1  apple  [T-3 (rulebook)]",
            "       1  total",
            "B",
            "       0  total",
            "ahead: Ann",
        ] == list(score_sheet(GAME.score(state), None, {"A": "Ann"}))

    @pytest.mark.parametrize(
        ("winners", "said"), [(("A",), "winner: Ann"), (("A", "B"), "winner: Ann, Ben"), ((), "a draw")]
    )
    def test_the_score_sheet_ends_with_who_has_won(self, winners: tuple[str, ...], said: str) -> None:
        outcome = Outcome(winners, say("Both have passed."), book.cite("T-3"))

        assert [said] == list(score_sheet((), outcome, {"A": "Ann", "B": "Ben"}))

    def test_a_game_record_can_be_played_again(self) -> None:
        with JournalStore(":memory:") as store:
            evening = store.begin("orchard", OPTIONS)
            record = Record(GAME, store, evening)
            record.do([GAME.read_action(f"deal {fruit}") for fruit in ("apple", "pear", "pear")], "camera")
            record.do([GAME.read_action("A: take apple -> A.1")], "touch")
            record.undo("touch")
            lines = list(game_record(store.load(evening.id)))

        assert ["deal apple", "deal pear", "deal pear"] == [line for line in lines if not line.startswith("#")]
