"""An attack by fingers in the real window: announced from Do, rolled for die by die, and by nobody's quick second tap.

The recorded game is taken up on the disk before its second roll, for fingers that tap twice once for each place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.conformance.transcripts import SETTING
from companion.core.game import Options
from companion.core.screen import Button, Confirm, Do, Notice, Pad, RollChart, RunningSum, Screen, Select, Undo
from companion.core.selection import Pick
from companion.core.table import DiceThrown
from companion.core.text import NOTHING, say
from companion.games import GAMES, with_profile
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from companion.session.session import Session
from scripts.gallery import screens as gallery
from tests.games.inwo.test_screen import rolled
from tests.ui.conftest import Size, Touchscreen
from tests.ui.samples import BIG, SMALL, UPRIGHT
from ui.picture import Mark, Moving, PictureWords, Scroll, Target

RECORDED = Path(__file__).parents[1] / "playthroughs" / "inwo_2.txt"
ANNOUNCED = "B: attack to control Loan Sharks -> Multinational Oil Companies"
ON_TABLE = "A: attack to control The Mafia -> Bill Clinton"
ACTION = re.compile(r"\d+ \[\d+\] (.+) => [0-9a-f]{8}")


QUICK = 0.2
"""Seconds after the screen has changed in which a second tap cannot mean what has come under the finger."""


class Evening:
    """The recorded game up to the first attack that was rolled for, in the window."""

    def __init__(self, window: Touchscreen, journal: Path, size: Size = SMALL, told: str | None = None) -> None:
        lines = RECORDED.read_text(encoding="utf-8").splitlines()
        settings = dict(line.removeprefix(SETTING).split(" = ") for line in lines if line.startswith(SETTING))
        people = lines[0].partition(": ")[2].split(", ")
        recorded = [found[1] for line in lines if (found := ACTION.fullmatch(line))]
        # The first roll is for a card that attacks by itself; the second for a Group, before which all were asked.
        rolls = [number for number, said in enumerate(recorded) if said.startswith("roll ")]
        before = recorded[: rolls[1] - 1 if told is None else recorded.index(told)]
        self.store, self.game = JournalStore(journal), with_profile("inwo", "")
        saved = self.store.begin("inwo", Options(tuple(people), settings))
        self.history: GameHistory[Any, Any] = GameHistory(self.game, self.store, saved)
        self.history.do([self.game.read_action(said) for said in before], "touch")
        self.begun = len(self.history.played)
        self.shown: list[Screen] = []
        self.session: Session[Any, Any] = Session(self.history, self._show, lambda _: None)
        self.window = window.at(size)
        self.window.app.handle = self.session.handle
        self.session.handle(Tick(0.0))

    def _show(self, screen: Screen) -> None:
        self.shown.append(screen)
        self.window.app.show(screen)

    @property
    def notice(self) -> Notice:
        notice = self.shown[-1].notice
        assert notice is not None, "the companion asks"
        return notice

    @property
    def rows(self) -> tuple[int | None, ...]:
        assert isinstance(self.notice.detail, Pad), "the pad is open"
        return tuple(row.chosen for row in self.notice.detail.rows)

    @property
    def written(self) -> list[str]:
        """What the journal on the disk has since the fingers began."""
        return [self.game.write_action(played.action) for played in self.history.played[self.begun :]]

    def face(self, row: int, face: int) -> None:
        """Touch this face of this row."""
        assert isinstance(self.notice.detail, Pad), "the pad is open"
        self.window.touch.tap(self.notice.detail.rows[row].keys[face - 1].intent)

    def to_the_faces(self) -> None:
        """Nobody adds anything; what the dice show is told by their faces."""
        self.answer()
        assert isinstance(self.notice.detail, RollChart), "what they come to is asked first"
        self.window.touch.tap(self.notice.detail.instead.intent)

    def answer(self) -> None:
        """Touch the answer that stands out."""
        foremost = self.notice.foremost
        assert foremost is not None, "one answer stands out"
        self.window.touch.tap(foremost.intent)

    def targets(self) -> list[Target]:
        return list(self.window.app.view.all_targets())

    def twice(self, target: Target) -> None:
        """Two quick taps at one place."""
        place = self.window.app.view.pixels(target.rect)
        self.window.touch.press(*place)
        self.window.touch.press(*place, looked=QUICK)


@pytest.fixture
def evening(window: Touchscreen, tmp_path: Path) -> Iterator[Evening]:
    before = window.app.handle
    yield Evening(window, tmp_path / "journal.db")
    window.app.handle = before


def test_nothing_is_preset_and_the_second_tap_of_no_more_enters_nothing(evening: Evening) -> None:
    no_more = next(target for target in evening.targets() if evening.notice.foremost.intent == target.intent)  # type: ignore[union-attr]
    evening.twice(no_more)

    assert isinstance(evening.notice.detail, RollChart)
    assert ["A: no more"] == evening.written


SIZES = [SMALL, BIG, UPRIGHT]


@pytest.mark.parametrize(("first", "size"), [*enumerate(SIZES)], ids=["800x480", "1280x720", "720x1280"])
def test_two_quick_taps_anywhere_before_the_roll_or_on_empty_faces_enter_no_roll(
    window: Touchscreen, tmp_path: Path, first: int, size: Size
) -> None:
    """On the page before the pad and on the pad: at every third thing that can be touched, at another in each size.

    What the dice come to is one roll on the page before, and is told with one tap.
    """
    before = window.app.handle
    try:
        count = len(Evening(window, tmp_path / "counted.db", size).targets())
        for number in range(first, count, len(SIZES)):
            evening = Evening(window, tmp_path / f"before {number}.db", size)
            touched = evening.targets()[number]
            assert isinstance(evening.notice.detail, RunningSum)
            told = [str(key.label) for key in evening.notice.detail.sums if key.intent == touched.intent]
            evening.twice(touched)
            assert [f"roll {each}" for each in told] == [said for said in evening.written if said.startswith("roll")]
        evening = Evening(window, tmp_path / "pad.db", size)
        evening.to_the_faces()
        for number in range(first, len(evening.targets()), len(SIZES)):
            evening = Evening(window, tmp_path / f"pad {number}.db", size)
            evening.to_the_faces()
            evening.twice(evening.targets()[number])
            assert not [said for said in evening.written if said.startswith("roll")]
    finally:
        window.app.handle = before


def test_what_the_dice_come_to_says_that_nobody_adds_anything(evening: Evening) -> None:
    """INWO-157: in the journal everybody has said so before the roll; one Undo takes all of it back."""
    assert isinstance(evening.notice.detail, RunningSum)
    said = evening.notice.answers[0].intent
    evening.window.touch.tap(evening.notice.detail.sums[7 - 2].intent)

    assert isinstance(said, Do)
    assert [*map(evening.game.write_action, said.actions), "roll 7"] == evening.written[: len(said.actions) + 1]
    evening.window.touch.tap(Undo())
    assert [] == evening.written


@pytest.mark.parametrize("size", SIZES, ids=["800x480", "1280x720", "720x1280"])
def test_the_sum_is_one_touch_and_what_it_decides_is_carried_out(
    window: Touchscreen, tmp_path: Path, size: Size
) -> None:
    """The journal has what was told: a sum, and no faces that nobody named. Undo takes both back."""
    before = window.app.handle
    try:
        evening = Evening(window, tmp_path / "journal.db", size)
        evening.answer()
        assert isinstance(evening.notice.detail, RollChart)
        window.touch.tap(evening.notice.detail.sums[11 - 2].intent)

        assert ["A: no more", "roll 11", "B: conclude"] == evening.written
        said = " ".join(window.words)
        assert re.search(r"Rolled 11, needed \d+ or less: \w+'s attack on .+ failed", said), said
        evening.session.handle(Undo())
        assert ["A: no more"] == evening.written
    finally:
        window.app.handle = before


def test_a_roll_is_two_faces_and_a_touch_that_says_so(evening: Evening) -> None:
    evening.to_the_faces()
    assert "Two dice are still to come" in evening.window.words
    evening.face(0, 5)
    assert (4, None) == evening.rows
    assert evening.notice.foremost is None, "one die is no roll"

    evening.face(1, 6)
    assert (4, 5) == evening.rows
    assert ["A: no more"] == evening.written, "two faces are not yet said to be the roll"
    evening.answer()
    assert ["A: no more", "roll 5, 6"] == evening.written


def test_dice_that_the_camera_reads_say_that_nobody_adds_anything_and_are_the_roll(evening: Evening) -> None:
    """INWO-157: in the journal everybody has said so before the roll; one Undo takes back what was misread."""
    evening.session.handle(DiceThrown((5, 6)))
    assert ["A: no more", "roll 5, 6"] == evening.written
    evening.session.handle(DiceThrown((1, 1)))
    assert ["A: no more", "roll 5, 6"] == evening.written, "the dice lie"

    evening.session.handle(Undo())
    assert [] == evening.written
    assert isinstance(evening.notice.detail, RunningSum), "what was misread is told by touch"


def test_the_roll_stands_when_the_dice_are_taken_up(window: Touchscreen, tmp_path: Path) -> None:
    """An attack that failed moves no card: taking the dice up says that everybody has read them."""
    before = window.app.handle
    try:
        evening = Evening(window, tmp_path / "journal.db", told=ON_TABLE)
        evening.session.handle(Do(evening.game.read_action(ON_TABLE)))
        evening.session.handle(DiceThrown(None))
        assert [ON_TABLE] == evening.written
        evening.session.handle(DiceThrown((6, 6)))
        rolled_for = [ON_TABLE, "A: spend token", "A: no more", "B: no more", "roll 6, 6"]
        assert rolled_for == evening.written
        evening.session.handle(DiceThrown(None))
        assert [*rolled_for, "A: conclude"] == evening.written
    finally:
        window.app.handle = before


@pytest.mark.parametrize("dice", [(1, 1), (5, 6)])
def test_what_hands_do_after_a_roll_is_not_done_by_taking_the_dice_up(evening: Evening, dice: tuple[int, int]) -> None:
    """A Group that was won is laid at an arrow, and one of a hand that was not goes back into it."""
    evening.session.handle(DiceThrown(dice))
    evening.session.handle(DiceThrown(None))
    assert ["A: no more", f"roll {dice[0]}, {dice[1]}"] == evening.written


def test_the_second_die_may_be_told_first(evening: Evening) -> None:
    evening.to_the_faces()
    evening.face(1, 2)
    evening.face(0, 4)

    assert (3, 1) == evening.rows


def test_another_face_of_a_row_replaces_that_die_alone(evening: Evening) -> None:
    evening.to_the_faces()
    for row, face in ((0, 1), (0, 3), (1, 3), (0, 5), (1, 1)):
        evening.face(row, face)

    assert (4, 0) == evening.rows


def test_undo_on_the_pad_takes_the_latest_die_back(evening: Evening) -> None:
    evening.to_the_faces()
    evening.face(0, 3)
    evening.face(1, 3)
    evening.session.handle(Undo())
    assert (2, None) == evening.rows
    evening.session.handle(Undo())
    assert (None, None) == evening.rows
    assert ["A: no more"] == evening.written


def test_the_button_for_yes_enters_no_roll_that_nobody_told(evening: Evening) -> None:
    evening.to_the_faces()
    evening.session.handle(Confirm())
    evening.face(0, 1)
    evening.session.handle(Confirm())

    assert ["A: no more"] == evening.written


def test_the_roll_is_told_beside_what_was_needed_with_what_is_to_be_done(evening: Evening) -> None:
    evening.to_the_faces()
    needed = evening.notice.detail.needed.needed  # type: ignore[union-attr]
    evening.face(0, 5)
    evening.face(1, 6)
    evening.answer()

    assert f"Rolled 11, needed {needed} or less: the attack fails." == str(evening.notice.heading)
    assert "the attack fails." in " ".join(evening.window.words)
    assert "What happens now" in evening.window.words
    assert [line for line in map(str, evening.notice.lines) if "may be tried again in this turn" in line]


def test_what_was_rolled_stays_in_the_bar(evening: Evening) -> None:
    evening.to_the_faces()
    evening.face(0, 5)
    evening.face(1, 6)
    evening.answer()
    evening.answer()

    assert evening.history.state.attack is None
    said = " ".join(evening.window.words)
    assert re.search(r"Rolled 11, needed \d+ or less: \w+'s attack on .+ failed", said), said


def test_undo_after_the_roll_leads_back_to_an_empty_pad(evening: Evening) -> None:
    gallery.Evening(evening.session, evening.shown, Random(0)).see(evening.game.table(evening.history.state))
    evening.to_the_faces()
    evening.face(0, 5)
    evening.face(1, 6)
    evening.answer()
    evening.session.handle(Undo())

    assert isinstance(evening.notice.detail, RollChart)
    assert ["A: no more"] == evening.written


def test_to_call_the_attack_off_never_stands_out(window: Touchscreen, tmp_path: Path) -> None:
    """Between the announcement and the token, on the button for yes as well."""
    before = window.app.handle
    evening = Evening(window, tmp_path / "journal.db", told=ANNOUNCED)
    evening.session.handle(Do(evening.game.read_action(ANNOUNCED)))
    try:
        offered = [str(answer.label) for answer in evening.notice.answers]
        assert offered.index("Take the attacker's token") < offered.index("Call the attack off")
        evening.session.handle(Confirm())
        assert [ANNOUNCED, "B: spend token", "A: no more", "B: no more"] == evening.written[:4]
        evening.session.handle(Undo())
        assert [ANNOUNCED] == evening.written
    finally:
        window.app.handle = before


def test_an_attack_is_announced_from_do(window: Touchscreen, tmp_path: Path) -> None:
    """With what and against what: four touches, the first of them on Do. To which end is asked where there are two."""
    before = window.app.handle
    evening = Evening(window, tmp_path / "journal.db", told=ANNOUNCED)
    attack = evening.game.read_action(ANNOUNCED)
    try:
        window.touch.press(*_middle(evening, "Do"))
        assert "Attack" in window.words
        window.touch.press(*_middle(evening, "Attack"))
        assert "Which Group of Bob attacks?" == str(evening.notice.heading)
        window.touch.tap(Select(Pick("attacker", attack.attacker, "B")))
        assert "Loan Sharks: which Group does it attack?" == str(evening.notice.heading)
        assert evening.notice.foremost is None, "nobody knows which is likely"
        window.touch.tap(Do(attack))
    finally:
        window.app.handle = before

    assert [ANNOUNCED] == evening.written


def test_an_attack_that_nobody_answers_is_one_touch_when_both_groups_are_told(
    window: Touchscreen, tmp_path: Path
) -> None:
    before = window.app.handle
    evening = Evening(window, tmp_path / "journal.db", told=ANNOUNCED)
    attack = evening.game.read_action(ANNOUNCED)
    try:
        evening.session.handle(Select(Pick("group", attack.attacker, "B")))
        evening.session.handle(Select(Pick("subject", f"attack {attack.target}", "B")))
        window.touch.tap(evening.notice.answers[0].intent)
    finally:
        window.app.handle = before

    silent = [f"{seat}: no more" for seat in evening.history.state.alive]
    assert [ANNOUNCED, "B: spend token", *silent] == evening.written[: 2 + len(silent)]


def _middle(evening: Evening, words: str) -> tuple[float, float]:
    """Where a person finds a word on the picture."""
    view = evening.window.app.view
    mark = next(mark for mark in _written(view.picture.marks) if mark.text == words)
    return view.pixels(mark.rect)


def _written(marks: tuple[Mark, ...]) -> Iterator[PictureWords]:
    for mark in marks:
        if isinstance(mark, Scroll | Moving):
            yield from _written(mark.marks)
        elif isinstance(mark, PictureWords):
            yield mark


def test_where_nobody_can_attack_it_says_why(window: Touchscreen, tmp_path: Path) -> None:
    before = window.app.handle
    evening = Evening(window, tmp_path / "journal.db", told=ANNOUNCED)
    window.app.handle = before
    state = evening.history.state
    tired = tuple(replace(placed, tokens=0) for placed in state.player("B").structure)
    state = state.with_player("B", replace(state.player("B"), structure=tired))
    attack = next(button for button in evening.game.present(state).buttons if str(button.label) == "Attack")

    assert not attack.enabled
    assert "No Group has a token to attack with." == str(attack.why_not)


@pytest.mark.parametrize("large", [False, True])
def test_a_group_that_may_be_laid_in_several_ways_leaves_every_button_its_words(
    touchscreen: Touchscreen, large: bool
) -> None:
    """Three arrows beside all that can be done besides, in every size and with large letters."""
    state = rolled("control", "bjorne", (1, 1), by_hand=60)
    touchscreen.app.wear("dark", large=large)
    try:
        touchscreen.show(replace(GAMES["inwo"].present(state), buttons=(Button(say("Undo"), Undo(), "undo"),)))
        said = " ".join(touchscreen.words)
        assert () == touchscreen.app.view.picture.dropped
    finally:
        touchscreen.app.wear("dark", large=False)

    assert 3 == said.count("Lay it at")
    for words in ("Undo", "Table", "Something else"):
        assert words in said


def test_every_help_is_found_behind_the_player_who_gives_it(evening: Evening) -> None:
    """Of an attack in which many may take part a few ways stand there, and the players with theirs."""
    helps = [each.intent for each in evening.notice.answers if each.group != NOTHING]
    assert helps
    for intent in helps:
        shown = len(evening.shown)
        evening.window.touch.tap(intent)
        assert len(evening.shown) > shown
        evening.session.handle(Undo())
