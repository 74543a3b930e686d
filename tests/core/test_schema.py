"""Values from TOML and back: strict, and with everything that is wrong named at once."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core import notation_words as words
from companion.core import toml
from companion.core.schema import PRINTED_NAME, Constraint, Schema, at_least, between, some_of
from companion.errors import CatalogError, ConfigError, NotationError

CARD = words.named("card", {"farm": ("Farm", "Talu"), "oil": ("Oil Magnate",)})
SCHEMA = Schema(NotationError, {"card": CARD, "pile": words.counted(CARD, " + "), "seat": words.seat("ABC")})


class Side(Enum):
    REICH = "reich"
    UWC = "uwc"


@dataclass(frozen=True)
class Player:
    name: str
    slots: tuple[Annotated[tuple[str, ...], "pile"], ...] = ()
    round: Annotated[int, at_least(1)] = 1
    side: Side = Side.UWC
    passed: bool = False
    last: Annotated[str, "seat"] | None = None


@dataclass(frozen=True)
class Position:
    players: tuple[Player, ...]
    phase: Literal["deal", "turns"] = "turns"
    counts: Mapping[str, Annotated[int, between(0, 8)]] = field(default_factory=dict)
    size: tuple[int, float] = (1, 2.0)
    from_: str | None = field(default=None, metadata={"key": "from"})
    anything: Any = None
    either: int | str = 0


@dataclass(frozen=True)
class Pair:
    first: int
    second: int

    def __post_init__(self) -> None:
        if self.first == self.second:
            raise ConfigError(f"both are {self.first}; give each its own.")


@dataclass(frozen=True)
class Pairs:
    pair: tuple[Pair, ...] = ()
    version: int = field(default=1, metadata={"always": True})
    even: Annotated[int, Constraint("an even number", lambda number: number % 2 == 0)] = 0


WRITTEN = """\
from = "here"
anything = [1, "two"]
either = "none"
size = [3, 4]

[counts]
"two words" = 8

[[players]]
name = "Ann"
slots = ["3  farm+OIL MAGNATE", "talu"]
side = "reich"
last = "b"

[[players]]
name = "Ben"
"""
ANN = Player("Ann", (("farm", "farm", "farm", "oil"), ("farm",)), side=Side.REICH, last="B")
POSITION = Position(
    (ANN, Player("Ben")), "turns", {"two words": 8}, (3, 4.0), "here", anything=[1, "two"], either="none"
)


def faults(text: str) -> str:
    with pytest.raises(NotationError) as caught:
        SCHEMA.read(Position, text, "The position")
    return str(caught.value)


def test_a_value_is_read_by_its_types() -> None:
    assert POSITION == SCHEMA.read(Position, WRITTEN, "The position")


def test_what_is_written_is_short_and_can_be_read_again() -> None:
    text = SCHEMA.write(POSITION)

    assert 'slots = ["3 Farm + Oil Magnate", "Farm"]' in text
    assert '[[players]]\nname = "Ben"\n' in text
    assert POSITION == SCHEMA.read(Position, text, "The position")


def test_everything_that_is_wrong_is_named_by_its_path() -> None:
    text = """
    phase = "deals"
    size = [1]
    colour = "blue"
    counts = { farm = 9, oil = "2" }
    either = 2.5
    [[players]]
    name = 3
    round = 0
    passed = 1
    [[players]]
    slots = ["Farm", "2 Castle", 3]
    side = "russia"
    last = "D"
    """

    assert (
        "The position: "
        "players 1, name: expected text in quotes, not 3; "
        "players 1, round: expected a whole number from 1, not 0; "
        "players 1, passed: expected true or false, not 1; "
        "players 2, name is missing; "
        "players 2, slots 2: there is no card 'Castle'; expected one such as 'Farm'; "
        "players 2, slots 3: expected a card + ... such as '2 Farm', not 3; "
        "players 2, side: expected reich or uwc, not 'russia'; "
        "players 2, last: there is no seat D; seats are A to C; "
        "phase: expected deal or turns, not 'deals'; "
        "counts farm: expected a whole number from 0 to 8, not 9; "
        "counts oil: expected a whole number, not '2'; "
        "size: expected a list of 2: a whole number, a number, not [1]; "
        "either: expected a whole number or text in quotes, not 2.5; "
        "'colour' is unknown; use players, phase, counts, size, from, anything, either." == faults(text)
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("players = 3", "players: expected a list, each a table, not 3"),
        ("players = { name = 'Ann' }", "players: expected a list, each a table, not {'name': 'Ann'}"),
        ("players = ['Ann']", "players 1: expected a table, not 'Ann'"),
        ("players = []\ncounts = []", "counts: expected a table, not []"),
        ("players = []\nfrom_ = 'here'", "'from_' is unknown"),
        ("players = []\nsize = [true, 1]", "size 1: expected a whole number, not true"),
        (f"players = []\nsize = [{2**63}, 1]", "size 1: expected a whole number, not 9223372036854775808"),
    ],
)
def test_nothing_is_taken_for_what_it_is_not(text: str, fault: str) -> None:
    assert fault in faults(text)


@pytest.mark.parametrize(
    ("kind", "fitting", "others"),
    [
        (str, ["", "a"], [1, True, ["a"]]),
        (bool, [True, False], [0, 1, "true"]),
        (int, [-1, 0, 7, -(2**63), 2**63 - 1], [True, 1.0, "1", -(2**63) - 1]),
        (float, [0, 1.5], [True, "1"]),
        (Annotated[int, at_least(0)], [0, 7], [-1, True, 1.5]),
        (tuple[str, ...], [[], ["a"]], ["a", [1], {"a": 1}]),
        (Mapping[str, int], [{}, {"a": 1}], [[], 1, {"a": "1"}]),
        (dict, [{}, {"a": 1, "b": ["2"]}], [[], 1]),
        (Literal[0, 1], [0, 1], [2, True, 1.0, "1", []]),
        (tuple[Literal["a", "b"], ...], [["a", "b"]], ["ab", [["a"]]]),
        (Annotated[str, some_of("a", "b")], ["a"], ["c", 1, ["a"]]),
        (Annotated[int, between(2, 4)], [2, 4], [1, 5]),
        (Annotated[str, PRINTED_NAME], ["x" * 80, "Öö"], ["x" * 81, "...", "a\nb"]),
    ],
)
def test_truth_is_no_number_and_text_no_list(kind: Any, fitting: list[object], others: list[object]) -> None:
    for value in fitting:
        SCHEMA.structure(kind, value, "The value")
    for value in others:
        with pytest.raises(NotationError, match="expected"):
            SCHEMA.structure(kind, value, "The value")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("players = ", "The position is no TOML"),
        ("players = " + "[" * 5000, "The position is nested too deeply"),
        ("players = " + "9" * 5000, "a number or a date that nobody can read: it has too many digits."),
        ("x = { y = [0x" + "f" * 5000 + "] }", "a number or a date that nobody can read: it has too many digits."),
        ("#" * 1_000_001, "The position is longer than 1000000 characters"),
        ("players = [" + ",".join("0" * 500) + "]", "players 20: expected a table, not 0; and 480 more."),
        ("players = [" + ",".join("0" * 20) + "]", "players 20: expected a table, not 0."),
        (f"players = ['{'x' * 500}']", "..."),
        ("players = [" + "[" * 80 + "]" * 80 + "]", "expected a table"),
    ],
)
def test_no_text_is_too_much(text: str, words: str) -> None:
    assert words in faults(text)
    assert len(faults(text)) < 2500


def test_a_byte_order_mark_is_no_fault() -> None:
    assert POSITION == SCHEMA.read(Position, "\ufeff" + WRITTEN, "The position")


def test_a_value_may_refuse_what_cannot_be_together() -> None:
    with pytest.raises(CatalogError) as caught:
        Schema(CatalogError).read(Pairs, "pair = [{first=1,second=1},{first=2}]\neven = 3", "pairs.toml")

    assert (
        "pairs.toml: pair 1: both are 1; give each its own; pair 2, second is missing; "
        "even: expected an even number, not 3." == str(caught.value)
    )


def test_some_entries_are_always_written() -> None:
    assert "version = 1\n" == Schema(CatalogError).write(Pairs())


PLAYERS = st.builds(
    Player,
    st.text(max_size=9),
    st.lists(st.lists(st.sampled_from(["farm", "oil"]), min_size=1).map(sorted).map(tuple)).map(tuple),
    st.integers(1, 2**63 - 1),
    st.sampled_from(Side),
    st.booleans(),
    st.none() | st.sampled_from("ABC"),
)
POSITIONS = st.builds(
    Position,
    st.lists(PLAYERS, max_size=3).map(tuple),
    st.sampled_from(["deal", "turns"]),
    st.dictionaries(st.text(max_size=5), st.integers(0, 8), max_size=3),
    st.tuples(st.integers(-9, 9), st.floats(allow_nan=False)),
    st.none() | st.text(max_size=9),
    either=st.integers(-9, 9) | st.text(max_size=3),
)


@given(POSITIONS)
def test_reading_what_was_written_gives_the_same_value(position: Position) -> None:
    assert position == SCHEMA.read(Position, SCHEMA.write(position), "The position")


VALUES = st.recursive(
    st.integers(-(2**63), 2**63 - 1) | st.booleans() | st.text() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=4,
)
KEYS = st.sampled_from(["players", "phase", "counts", "size", "from", "either", "name", "slots", "other"])


@given(st.dictionaries(KEYS, VALUES | st.lists(st.dictionaries(KEYS, VALUES), max_size=2), max_size=4))
def test_any_entries_are_read_or_refused(entries: dict[str, Any]) -> None:
    with suppress(NotationError):
        SCHEMA.structure(Position, entries, "The position")


@given(st.dictionaries(st.text(), VALUES, max_size=4))
def test_a_document_is_toml(entries: dict[str, Any]) -> None:
    assert entries == tomllib.loads(toml.document(entries))


def test_the_longest_text_and_the_largest_number_can_be_read() -> None:
    largest = 2**1000 - 1

    assert {} == toml.parse("#" * 1_000_000, "The text", NotationError)
    assert {"x": largest} == toml.parse(f"x = {largest}", "The text", NotationError)
    with pytest.raises(NotationError, match="too many digits"):
        toml.parse(f"x = {largest + 1}", "The text", NotationError)


def test_letters_are_written_as_they_are() -> None:
    assert '"Õ, ł"' == toml.value("Õ, ł")


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        (int | str | None, 2.5, "a whole number or text in quotes"),
        (Annotated[str, "card"] | int, [], "a card such as 'Farm' or a whole number"),
        (tuple[int, str, bool], [1], "a list of 3: a whole number, text in quotes, true or false"),
        (tuple[Annotated[int, 8], ...], 3, "a list, each a whole number"),
        (Side, "russia", "reich or uwc"),
        (Pair | int, "x", "a table or a whole number"),
    ],
)
def test_what_is_expected_is_said_in_words(kind: Any, value: object, expected: str) -> None:
    with pytest.raises(NotationError, match=f"^The value: expected {expected}, not "):
        SCHEMA.structure(kind, value, "The value")
