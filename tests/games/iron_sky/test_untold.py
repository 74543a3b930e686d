"""An evening with nothing told: what decides is asked, and nothing rests on what is made up."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import pytest

from benchmarks.recorded_evening import SimulatedEye
from companion.core.copy_form import sound
from companion.core.game import Options, violation
from companion.core.screen import Cell, Touched, ValueAsked
from companion.core.selection import NO_SELECTION
from companion.core.text import say
from companion.core.untold import UntoldValue
from companion.games import GAMES
from companion.games.iron_sky.actions import Play
from companion.games.iron_sky.catalog import Command, question_about
from companion.games.iron_sky.game import GAME, IronSky
from companion.games.iron_sky.untold import strict
from companion.journal.store import JournalStore
from companion.owners_copy.house_copies import Copies
from companion.pages.value_question import ValueQuestion
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from companion.session.session import Session
from companion.simulation.physical_table import BOX, HandMove, PhysicalTable
from scripts.gallery.page_screens import context, navigator
from tests.games.iron_sky.tables import table

ASKING = GAME.asking
PEOPLE = Options(("Ann", "Bob"))


def told(answers: dict[str, str]) -> IronSky:
    form = ASKING.copy_form
    return ASKING.with_profile(form.profile(sound(form, answers)))


def asked(game: IronSky, *lines: str) -> tuple[str, ...]:
    """What the last of these actions rests on."""
    *before, last = map(game.read_action, lines)
    state = reduce(game.apply, before, game.initial_state(PEOPLE))
    found = violation(game, state, last)
    return () if found is None else found.untold


BEGUN = ("sheet A artillery", "sheet B general")
START = {"commanders.general.money": "5", "commanders.general.politics": "1", "america.meter.command.0": "3"}


def test_a_card_keeps_its_id_when_it_is_told_what_stands_on_it() -> None:
    """The fifth card of the General is the one with that label, whatever is told of it or of others."""
    card = "general_card_5"
    after = told(
        {
            "general_card.5.commands": "recruit",
            "general_card.5.number": "2",
            "general_card.5.price": "3",
            "general_card.5.pay": "money",
            "general_card.5.politics": "no",
            "general_card.4.commands": "jamming",
        }
    )

    assert dict(ASKING.piece_of) == dict(after.piece_of)
    assert "command card 5" == str(ASKING.piece_name(card))
    assert "Recruit 2" == str(after.piece_name(card))
    assert "command card 4" == str(after.piece_name("general_card_4"))
    line = "A: play artillery_card_3 as recruit"
    assert line == after.write_action(after.read_action(line)) == ASKING.write_action(ASKING.read_action(line))


@pytest.mark.parametrize(
    ("answers", "lines", "questions"),
    [
        ({}, BEGUN[:1], ()),
        ({}, BEGUN, ("commanders.general.money", "commanders.general.politics")),
        (dict(list(START.items())[:2]), BEGUN, ("america.meter.command.0",)),
        (START, BEGUN, ()),
        (START, (*BEGUN, "A: play artillery_card_3 as recruit"), ("artillery_card.3.commands",)),
        (
            START | {"artillery_card.3.commands": "recruit"},
            (*BEGUN, "A: play artillery_card_3 as recruit"),
            ("artillery_card.3.price",),
        ),
        (
            START | {"artillery_card.3.commands": "recruit", "artillery_card.3.price": "2"},
            (*BEGUN, "A: play artillery_card_3 as recruit"),
            ("artillery_card.3.number",),
        ),
        (START | {"artillery_card.3.commands": "terror"}, (*BEGUN, "A: play artillery_card_3 as recruit"), ()),
        (START, (*BEGUN, "A: done", "A: end turn"), ("america.meter.money.0", "america.meter.politics.0")),
        (START, (*BEGUN, "A: organise 1 America o1 -> America o2"), ()),
    ],
)
def test_what_decides_is_asked_first(
    answers: dict[str, str], lines: tuple[str, ...], questions: tuple[str, ...]
) -> None:
    """ISK-23, ISK-43, ISK-52, ISK-54: resources and incomes where they come, of a card what it may be played for."""
    assert questions == asked(told(answers), *lines)


def test_a_route_is_asked_by_itself() -> None:
    """ISK-12, ISK-85: the one that tiles are to follow, once; what is told of others does not count."""
    mobilised = START | {
        "artillery_card.1.commands": "mobilisation",
        "artillery_card.1.price": "1",
        "america.o1.red:4": "yes",
    }
    lines = (*BEGUN, "A: play artillery_card_1 as mobilisation", "A: move 1 America o1 -> America 2")

    assert ("america.o1.red:2",) == asked(told(mobilised), *lines)
    state = reduce(ASKING.apply, map(ASKING.read_action, lines[:-1]), ASKING.initial_state(PEOPLE))
    for answer, broken in (("yes", None), ("no", "route_exists")):
        game = told(mobilised | {"america.o1.red:2": answer})
        here = reduce(game.apply, map(game.read_action, lines[:-1]), game.initial_state(PEOPLE))
        found = violation(game, here, game.read_action(lines[-1]))
        assert broken == (None if found is None else found.check)
    assert not [link for link in ASKING.present(state, NO_SELECTION).boards[0].links if link.kind.name != "DESCENT"]


def test_what_nobody_has_told_is_shown_as_such() -> None:
    """No figure that is made up stands on the screen, and the sheet says which points it does not know (ISK-146)."""
    state = reduce(ASKING.apply, map(ASKING.read_action, BEGUN), ASKING.initial_state(PEOPLE))

    worth = {cell.value for cell in ASKING.present(state, NO_SELECTION).boards[0].cells if isinstance(cell, Cell)}
    assert {"?", ""} >= worth
    assert "?" in worth
    _, uwc = ASKING.score(state)
    assert (0, True) == (uwc.total, uwc.provisional)
    assert "America 1: nobody has told yet what it is worth" == str(uwc.lines[0].why)


def test_a_question_about_a_card_is_named_by_its_label() -> None:
    assert "reich_battle_card.12.attack.0" == question_about("reich_battle_card_12", "attack.0")


class AtTheTable:
    """An evening under the eye of a camera, of which so much is told."""

    def __init__(self, game: IronSky, journal: Path, *lines: str) -> None:
        store = JournalStore(journal)
        self.history = GameHistory(game, store, store.begin(game.name, PEOPLE))
        self.history.do([game.read_action(line) for line in lines], "touch")
        self._table = PhysicalTable(game, game.layout(self.history.state))
        self._session = Session(self.history, lambda _: None, lambda _: None)
        self._eye, self._now = SimulatedEye(self._table), 0.0
        for zone, pieces in game.table(self.history.state).zones.items():
            for piece in pieces:
                self._table.move(HandMove(piece, BOX, zone))
        self.hands()

    def hands(self, *moves: str) -> None:
        for move in moves:
            self._table.move(HandMove.read(move))
        for _ in range(32):
            self._now += 0.25
            if (news := self._eye.news(())) is not None:
                self._session.handle(news)
            self._session.handle(Tick(self._now))

    @property
    def asks(self) -> tuple[str, ...]:
        prompt = self._session.prompt
        return () if prompt is None or prompt.notice.asks is None else prompt.notice.asks.questions

    @property
    def latest(self) -> str:
        return self.history.game.write_action(self.history.played[-1].action)


PLAYED = ("1 artillery_card_3: box -> A.discard", "1 command: A.command.3 -> A.command.1")
RECRUITED = {"artillery_card.3.commands": "recruit", "artillery_card.3.price": "2", "artillery_card.3.number": "3"}


def test_a_card_that_is_laid_is_asked_about_and_then_believed(tmp_path: Path) -> None:
    """ISK-52: whatever its price may be; once that is told the table says by itself what was done."""
    before, after = told(START), told(START | RECRUITED)
    nothing_told = AtTheTable(before, tmp_path / "before.db", *BEGUN)
    all_told = AtTheTable(after, tmp_path / "after.db", *BEGUN)

    nothing_told.hands(*PLAYED)
    all_told.hands(*PLAYED)

    assert ("artillery_card.3.commands",) == nothing_told.asks
    assert ("sheet B general", "A: play artillery_card_3 as recruit") == (nothing_told.latest, all_told.latest)


def test_a_sheet_that_is_drawn_asks_for_what_it_begins_with(tmp_path: Path) -> None:
    """ISK-23."""
    table = AtTheTable(ASKING, tmp_path / "evening.db")

    table.hands("1 sheet_artillery: box -> A.sheet", "1 sheet_general: box -> B.sheet")

    assert ("commanders.general.money", "commanders.general.politics") == table.asks


def test_a_card_may_say_what_others_do() -> None:
    """The whole card in one touch as on one that was told, its rest as on one for the same command."""
    room = context(empty=True)
    room.copies = Copies(GAMES, asks=True)
    other, same = {"commands": "terror", "price": "2"}, {"commands": "recruit", "price": "1", "number": "3"}
    room.copies.capturing(GAME.name).learn(
        {f"infantry_card.1.{name}": value for name, value in other.items()}
        | {f"infantry_card.2.{name}": value for name, value in other.items()}
        | {f"infantry_card.3.{name}": value for name, value in same.items()}
    )

    def asks(card: str, value: str) -> ValueQuestion:
        return ValueQuestion(room, navigator(), GAME.name, ValueAsked((f"{card}.{value}",), say("Why")))

    whole = asks("artillery_card.5", "commands")
    keys = [(str(key.label), key.intent) for key in whole.view().ranges]
    assert [
        ("Terror, price: 2", Touched("alike", "0")),
        ("Recruit, price: 1, number: 3", Touched("alike", "1")),
    ] == keys
    whole.touched("alike", "0")
    asks("artillery_card.6", "commands").touched("choice", "recruit")
    rest = asks("artillery_card.6", "price")
    assert ["price: 1, number: 3"] == [str(key.label) for key in rest.view().ranges]
    rest.touched("alike", "0")
    both = asks("artillery_card.7", "commands")
    for key, value in (("with another", "terror"), ("choice", "recruit")):
        both.touched(key, value)

    told_now = room.copies.capturing(GAME.name).answers
    assert [other, same, {"commands": "recruit terror"}] == [
        {
            name.removeprefix(f"artillery_card.{number}."): value
            for name, value in told_now.items()
            if name.startswith(f"artillery_card.{number}.")
        }
        for number in (5, 6, 7)
    ]


def test_one_touch_tells_what_a_card_costs_and_in_what_and_that_no_more_stands_on_it() -> None:
    """Price and payment are one table; an extra Politicking symbol is ticked before, or is not there."""
    room = context(empty=True)
    room.copies = Copies(GAMES, asks=True)
    commands = {"general_card.5.commands": "assault", "general_card.6.commands": "assault"}
    room.copies.capturing(GAME.name).learn(commands)

    def asks(card: str) -> ValueQuestion:
        return ValueQuestion(room, navigator(), GAME.name, ValueAsked((f"{card}.price",), say("Why")))

    rows = asks("general_card.5").view().table
    assert ["Money", "Politics points", "Either of them"] == [str(row.label) for row in rows]
    asks("general_card.5").touched("both", "3 politics")
    symbol = asks("general_card.6")
    symbol.touched("also", "general_card.6.politics")
    symbol.touched("both", "9 money")  # no price is that high: nothing is told
    symbol.touched("both", "2 money+politics")

    answers = room.copies.capturing(GAME.name).answers
    told_now = {name: value for name, value in answers.items() if not name.endswith("commands")}
    assert {
        "general_card.5.price": "3",
        "general_card.5.pay": "politics",
        "general_card.5.politics": "no",
        "general_card.6.price": "2",
        "general_card.6.pay": "money+politics",
        "general_card.6.politics": "yes",
    } == told_now


def test_a_command_and_the_number_beside_it_are_one_touch() -> None:
    """Up to four; a higher number is asked by itself."""
    room = context(empty=True)
    room.copies = Copies(GAMES, asks=True)
    page = ValueQuestion(room, navigator(), GAME.name, ValueAsked(("artillery_card.3.commands",), say("Why")))

    view = page.view()
    assert ["Recruit", "Bombardment"] == [str(row.label) for row in view.table]
    assert [Touched("choice", "recruit"), Touched("choice", "bombardment")] == [row.alone for row in view.table]
    assert {"Recruit", "Bombardment"}.isdisjoint(str(key.label) for key in view.keys)
    page.touched("both", "bombardment 2")

    told_now = room.copies.capturing(GAME.name).answers
    assert {"artillery_card.3.commands": "bombardment", "artillery_card.3.number": "2"} == dict(told_now)


def test_the_command_for_which_a_card_is_played_is_told_with_its_price() -> None:
    """What stands on it is asked by itself only where something else does; a number beside it is always asked."""
    room = context(empty=True)
    room.copies = Copies(GAMES, asks=True)
    cards = told({}).profile.commanders["general"].cards

    def asks(number: int, command: Command) -> ValueQuestion:
        asked = ValueAsked(
            (f"general_card.{number}.commands",), say("Why"), action=Play("A", cards[number - 1].id, command)
        )
        return ValueQuestion(room, navigator(), GAME.name, asked)

    page = asks(5, Command.ASSAULT)
    assert "Assault. What does it cost?" == str(page.view().title)
    page.touched("both", "3 politics")
    otherwise = asks(6, Command.ASSAULT)
    otherwise.touched("something else", "")
    assert "Which command stands on it? There may be two." == str(otherwise.view().title)
    for key, value in (("with another", "mobilisation"), ("both", "recruit 2")):
        otherwise.touched(key, value)
    assert "Which command stands on it? There may be two." == str(asks(7, Command.RECRUIT).view().title)

    assert {
        "general_card.5.commands": "assault",
        "general_card.5.price": "3",
        "general_card.5.pay": "politics",
        "general_card.5.politics": "no",
        "general_card.6.commands": "mobilisation recruit",
        "general_card.6.number": "2",
    } == dict(room.copies.capturing(GAME.name).answers)


def test_who_has_won_is_asked_of_whoever_is_behind_until_it_is_certain() -> None:
    """ISK-149: what the leader's territories are worth decides nothing, and the reason passes no sum off as exact."""
    written = GAME.write_position(
        table(2, phase="over", america={1: "R1", 2: "R1", 3: "U1", 4: "U1", "devastation": 1})
    )
    position = "\n".join(line for line in written.splitlines() if not line.startswith("profile"))
    answers = dict[str, str]()
    asks = []
    while questions := told(answers).result_untold(told(answers).read_position(position)):
        assert told(answers).outcome(told(answers).read_position(position)) is None
        asks.append(questions[0])
        answers[questions[0]] = {"reich_vp": "2", "uwc_vp": "20"}.get(questions[0].split(".")[-2], "3")

    outcome = told(answers).outcome(told(answers).read_position(position))
    assert ["america.meter.reich_vp.1", "america.meter.uwc_vp.2", "america.1.vp"] == asks
    assert outcome is not None
    assert (("B",), "Victory points: at least 20 to at most 17") == (outcome.winners, str(outcome.reason))


def test_from_where_neutral_tiles_may_come_is_one_question_for_each_continent() -> None:
    """ISK-85, ISK-96: where its white route begins tells that there is one, or that there is none."""

    def leads(answers: dict[str, str]) -> bool:
        return "america.4" in strict(told(answers).initial_state(PEOPLE)).map.aid["europe"]

    name = "white.from.europe.america.4"
    with pytest.raises(UntoldValue) as untold:
        leads({})
    assert ((name,), True, False) == (untold.value.questions, leads({name: "2"}), leads({name: ""}))
