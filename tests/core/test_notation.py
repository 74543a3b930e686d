"""One template for each action is its reader and its writer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.notation import Form, Notation
from companion.core.notation_words import Word, counted, flag, list_of, named, number, one_of, seat, shortened
from companion.errors import NotationError

PLACES = {"am.1": ("America 1", "Canada"), "am.o1": ("America o1", "orbit"), "x": ("Canada", "Elsewhere")}
CARDS = {"farm": ("Farm", "Talu"), "oil": ("Oil Magnate",)}
COMMANDS = {"farm": ("move", "recruit"), "oil": ("recruit", "move")}


@dataclass(frozen=True)
class Move:
    player: str
    count: int
    origin: str
    to: str
    payer: str | None = None
    in_money: bool = False


@dataclass(frozen=True)
class Put:
    player: str
    place: str
    elite: bool = False


@dataclass(frozen=True)
class Play:
    player: str
    card: str
    command: str
    adjust: int = 0


@dataclass(frozen=True)
class Take:
    player: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class TakeBack:
    player: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Turn:
    """What chance does."""

    card: str
    player: ClassVar[None] = None


FORMS: dict[type[Any], str | Form] = {
    Move: "{player}: move {count} {origin:place} -> {to:place}[ fee {payer:seat}[ {in_money}]]",
    Put: Form("{player}: place [{elite} ]{place}", also=("{player}: put [{elite} ]{place}",)),
    Play: Form(
        "{player}: play {card}[ as {command}][ token {adjust}]",
        {"command": lambda play: COMMANDS[play["card"]][0]},
    ),
    Take: "{player}: take {cards}",
    TakeBack: "{player}: take back[ {cards:listed}]",
    Turn: "turn {card}",
}
CARD = named("card", CARDS)
WORDS: dict[str, Word[Any]] = {
    "player": seat("ABC"),
    "seat": seat("ABC"),
    "count": number("number of tiles", 1, 9),
    "adjust": number("change", -1, 1, signed=True),
    "place": named("place", PLACES),
    "card": CARD,
    "cards": counted(CARD),
    "listed": list_of(CARD, " and "),
    "command": one_of("command", {"move": "move", "recruit": "recruit"}),
    "in_money": flag("in Money"),
    "elite": flag("elite"),
}
NOTATION = Notation[Any](FORMS, WORDS)

MOVE = "<seat>: move <number of tiles> <place> -> <place>[ fee <seat>[ <in Money>]]"
EXAMPLE = "A: move 2 America 1 -> America 1"

SEATS, SPOTS, KINDS = st.sampled_from("ABC"), st.sampled_from(list(PLACES)), st.sampled_from(list(CARDS))
ACTIONS = st.one_of(
    st.builds(Move, SEATS, st.integers(1, 9), SPOTS, SPOTS, st.none() | SEATS, st.just(False)),
    st.builds(Move, SEATS, st.integers(1, 9), SPOTS, SPOTS, SEATS, st.booleans()),
    st.builds(Put, SEATS, SPOTS, st.booleans()),
    st.builds(Play, SEATS, KINDS, st.sampled_from(["move", "recruit"]), st.integers(-1, 1)),
    st.builds(Take, SEATS, st.lists(KINDS, min_size=1).map(sorted).map(tuple)),
    st.builds(TakeBack, SEATS, st.lists(KINDS).map(tuple)),
    st.builds(Turn, KINDS),
)


@given(ACTIONS)
def test_writing_and_reading_again_gives_the_same_action(action: Any) -> None:
    assert action == NOTATION.read(NOTATION.write(action))


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("A: move 2 America 1 -> America o1", Move("A", 2, "am.1", "am.o1")),
        ("A: move 2 America 1 -> America o1 fee B", Move("A", 2, "am.1", "am.o1", "B")),
        ("A: move 2 America 1 -> America o1 fee B in Money", Move("A", 2, "am.1", "am.o1", "B", True)),
        ("C: place elite Elsewhere", Put("C", "x", elite=True)),
        ("A: play Oil Magnate", Play("A", "oil", "recruit")),
        ("A: play Oil Magnate as move token -1", Play("A", "oil", "move", -1)),
        ("A: take 3 Farm, Oil Magnate", Take("A", ("farm", "farm", "farm", "oil"))),
        ("A: take back", TakeBack("A")),
        ("A: take back Oil Magnate and Farm", TakeBack("A", ("oil", "farm"))),
        ("turn Farm", Turn("farm")),
    ],
)
def test_what_is_written_is_canonical(line: str, action: Any) -> None:
    assert line == NOTATION.write(action)
    assert action == NOTATION.read(line)


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("a:MOVE  2 canada->AMERICA  o1", "A: move 2 America 1 -> America o1"),
        ("B : put ELITE elsewhere", "B: place elite Elsewhere"),
        ("A: play farm as move", "A: play Farm"),
        ("A: take oil-magnate,2x talu", "A: take 2 Farm, Oil Magnate"),
        ("A: take back farm AND oil magnate", "A: take back Farm and Oil Magnate"),
        ("  turn   TALU ", "turn Farm"),
    ],
)
def test_reading_forgives_capitals_blanks_and_other_names(line: str, canonical: str) -> None:
    assert canonical == NOTATION.write(NOTATION.read(line))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "'' is no action; expected one such as 'A: move 2 America 1 -> America 1'."),
        ("A: moves", "'A: moves' is no action; expected one such as 'A: move 2 America 1 -> America 1'."),
        ("A: move", f"'A: move' cannot be read; expected '{MOVE}', such as '{EXAMPLE}'."),
        ("A: move 2", f"'A: move 2' cannot be read; expected '{MOVE}', such as '{EXAMPLE}'."),
        ("D: take Farm", "'D: take Farm': there is no seat D; seats are A to C."),
        ("A: move 0 orbit -> orbit", "'A: move 0 orbit -> orbit': 0 is no number of tiles; expected 1 to 9."),
        ("A: take 2 Castle", "'A: take 2 Castle': there is no card 'Castle'; expected one such as 'Farm'."),
        ("A: play Farm as fly", "'A: play Farm as fly': 'fly' is no command; expected move or recruit."),
        ("A: take back Castle", "'A: take back Castle': there is no card 'Castle'; expected one such as 'Farm'."),
    ],
)
def test_what_cannot_be_read_is_named_with_an_example(line: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        NOTATION.read(line)

    assert message == str(caught.value)


def test_what_has_no_word_of_its_own_is_known_by_nothing() -> None:
    """A colon begins every action: it does not say which one was meant."""
    bare = Notation[Any]({Turn: "turn {card}", Take: "{player}: {cards}"}, WORDS)

    assert Take("A", ("farm",)) == bare.read("A: Farm")
    with pytest.raises(NotationError, match="'A:' is no action; expected one such as 'turn Farm'"):
        bare.read("A:")


@given(st.text(max_size=30) | st.builds("A: {} {}".format, st.sampled_from(["take", "move", "play"]), st.text()))
def test_any_other_line_is_a_notation_error(line: str) -> None:
    with suppress(NotationError):
        NOTATION.read(line)


@pytest.mark.parametrize(
    ("kind", "template", "named"),
    [
        (Put, "{player}: place {spot:place}", "'spot' is no field of Put"),
        (Put, "{player}: place {place} {place}", "stands there twice"),
        (Put, "{player}: place[ {place}]", "'place' of Put, which has no default"),
        (Put, "place {place}", "'player' of Put, which has no default"),
        (Put, "{player}: place {place:spot}", "no word 'spot'"),
        (Put, "{player}: place [{place}", "bracket"),
    ],
)
def test_a_template_that_cannot_serve_both_ways_is_refused(kind: type[Any], template: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        Notation({kind: template}, WORDS)


@pytest.mark.parametrize("word", [seat("AB"), number(), flag("elite"), one_of("way", {"up": 1}), CARD])
def test_every_word_reads_its_example(word: Word[Any]) -> None:
    read: Callable[[str], Any] = word.read

    assert word.example == word.write(read(word.example))


def test_what_cannot_be_read_is_repeated_in_part_where_it_is_long() -> None:
    assert ("x" * 200, "x" * 200 + "...") == (shortened("x" * 200), shortened("x" * 201))
