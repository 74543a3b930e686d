"""Positions put right by hand, in a game of three fruits and four baskets: what a fourth game has to declare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.core.editing import (
    MOST_WRITTEN,
    as_seen,
    corrected,
    edited,
    is_too_long,
    lying,
    objection,
    pieces_for,
    places_for,
    read_edit,
    sentence,
    tidied,
    write_edit,
)
from companion.core.editor import EditRefused, Figure, FigureChange, NoEditor, PieceMove, Store, TakeAndPut, number
from companion.core.heights import Height
from companion.core.rules import Refusal, refuse
from companion.core.table import Change, Piece, TableSnapshot, Zone
from companion.core.text import say, verbatim
from companion.errors import NotationError
from tests.toy import BASKETS, FRUITS, Orchard, State, book


class Hands(TakeAndPut[State]):
    """Fruits that nobody has picked are in the orchard."""

    def stores(self, state: State) -> Mapping[Zone, Store]:
        seen = {*state.market, *state.baskets}
        return {"orchard": Store(say("the trees"), tuple(fruit for fruit in FRUITS if fruit not in seen))}

    def take(self, state: State, zone: Zone, piece: Piece) -> State:
        if zone == "orchard":
            return state
        if zone == "market":
            return replace(state, market=tuple(fruit for fruit in state.market if fruit != piece))
        return replace(state, baskets=state.put(zone, None))

    def put(self, state: State, zone: Zone, piece: Piece) -> State:
        if zone == "orchard":
            return state
        if zone == "market":
            return replace(state, market=tuple(sorted((*state.market, piece))))
        if state.basket(zone) is not None:
            raise EditRefused(say("That basket is full."))
        return replace(state, baskets=state.put(zone, piece))

    def figures(self, state: State) -> Sequence[Figure]:
        people = {seat: verbatim(name) for seat, name in zip("AB", state.names, strict=True)}
        return (Figure("turn", say("Whose turn"), state.on_turn, people), number("dealt", say("Dealt"), state.dealt, 3))

    def with_figure(self, state: State, name: str, value: str) -> State:
        return replace(state, on_turn=value) if name == "turn" else replace(state, dealt=int(value))


@book.invariant("T-4")
def no_more_than_three_are_dealt(state: State) -> Iterator[Refusal]:
    if len(state.market) > state.dealt:
        yield refuse("More fruits lie there than were dealt.", repair="Count them again.")


@dataclass(frozen=True, eq=False)
class Editable(Orchard):
    invariants = (no_more_than_three_are_dealt,)
    editor: Any = Hands()  # noqa: RUF009  a value without state


GAME = Editable()
STATE = State(("Ann", "Ben"), ("cherry",), ("apple", None, None, None), dealt=3)
TAKEN = PieceMove("cherry", "market", "B.1")


def test_a_piece_that_is_moved_lies_there_and_nowhere_else() -> None:
    after = edited(GAME, STATE, (TAKEN,))

    assert ("cherry",) == lying(GAME, after)["B.1"]
    assert () == lying(GAME, after)["market"]


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (PieceMove("pear", "market", "B.1"), "Pear is not in market."),
        (PieceMove("cherry", "market", "C.9"), "Nothing can be put into C.9 now."),
        (PieceMove("cherry", "market", "A.1"), "That basket is full."),
        (FigureChange("turn", "F"), "That cannot be set now."),
        (FigureChange("weather", "3"), "That cannot be set now."),
    ],
)
def test_what_can_never_be_is_refused_in_words(edit: PieceMove | FigureChange, said: str) -> None:
    with pytest.raises(EditRefused) as refused:
        edited(GAME, STATE, (edit,))

    assert said == str(refused.value.reason)


def test_the_places_of_a_piece_and_the_pieces_of_a_place() -> None:
    assert {"A.2", "B.1", "B.2", "orchard"} == {*places_for(GAME, STATE, "cherry", "market")}
    assert [PieceMove("pear", "orchard", "A.2")] == [*pieces_for(GAME, STATE, "A.2")]
    assert [] == [*pieces_for(GAME, STATE, "A.1")]


def test_what_was_moved_twice_is_said_once_and_what_is_as_it_was_not_at_all() -> None:
    on = PieceMove("cherry", "B.1", "B.2")

    assert (PieceMove("cherry", "market", "B.2"),) == tidied(GAME, STATE, (TAKEN, on))
    assert () == tidied(GAME, STATE, (TAKEN, PieceMove("cherry", "B.1", "market")))
    assert () == tidied(GAME, STATE, (FigureChange("dealt", "2"), FigureChange("dealt", "3")))
    assert (FigureChange("dealt", "1"),) == tidied(
        GAME, STATE, (FigureChange("dealt", "2"), FigureChange("dealt", "1"))
    )


def test_two_that_change_places_keep_their_order() -> None:
    state = replace(STATE, baskets=("apple", "pear", None, None))
    swap = PieceMove("apple", "A.1", "B.1"), PieceMove("pear", "A.2", "A.1"), PieceMove("apple", "B.1", "A.2")
    short = tidied(GAME, state, swap)

    assert edited(GAME, state, swap) == edited(GAME, state, short)
    assert ("pear", "apple", None, None) == edited(GAME, state, short).baskets


def test_a_fault_that_was_there_before_is_no_objection_and_a_new_one_is() -> None:
    broken = replace(STATE, dealt=0)
    fewer = corrected(GAME, STATE, (FigureChange("dealt", "0"),))

    assert "More fruits lie there than were dealt. Count them again." == str(objection(GAME, STATE, fewer))
    assert None is objection(GAME, broken, broken)
    assert None is objection(GAME, STATE, corrected(GAME, STATE, (TAKEN,)))


def test_what_the_camera_sees_otherwise_is_told_as_moves_from_there_or_out_of_a_store() -> None:
    changes = Change("market", "cherry", -1), Change("B.1", "cherry", 1), Change("A.2", "pear", 1)

    assert (TAKEN, PieceMove("pear", "orchard", "A.2")) == as_seen(GAME, STATE, changes)
    assert () == as_seen(GAME, STATE, (Change("B.1", "apple", 1),)), "an apple that is missed nowhere"


def test_it_is_told_in_words() -> None:
    assert "Cherry moved from market to B.1" == str(sentence(GAME, STATE, TAKEN))
    assert "Pear moved from the trees to A.2" == str(sentence(GAME, STATE, PieceMove("pear", "orchard", "A.2")))
    assert "Whose turn: Ben" == str(sentence(GAME, STATE, FigureChange("turn", "B")))


def test_notation_both_ways() -> None:
    for edit in (TAKEN, FigureChange("A.tokens.c_i_a", "3")):
        assert edit == read_edit(write_edit(edit))
    for nonsense in ("", "cherry", "cherry: market", ": market -> B.1", "cherry: -> B.1", " = 3", "turn = "):
        with pytest.raises(NotationError, match="is no correction"):
            read_edit(nonsense)


def test_one_entry_of_the_journal_holds_only_so_much() -> None:
    assert not is_too_long([TAKEN] * 40)
    assert is_too_long([TAKEN] * (MOST_WRITTEN // len(write_edit(TAKEN))))


def test_a_game_without_an_editor_says_so() -> None:
    game = Orchard()
    assert isinstance(game.editor, NoEditor)
    with pytest.raises(EditRefused, match="nothing can be put elsewhere"):
        edited(game, STATE, (TAKEN,))
    assert [] == [*places_for(game, STATE, "cherry", "market")]
    assert "A.1" in BASKETS


def test_a_count_is_chosen_from_nothing_up_and_what_is_beyond_can_be_kept() -> None:
    def choices(value: int) -> list[str]:
        return list(number("dealt", say("Dealt"), value, 3).choices)

    assert ["0", "1", "2", "3"] == choices(2)
    assert ["0", "1", "2", "3", "4", "5"] == choices(5)
    assert ["-1", "0", "1", "2", "3"] == choices(-1)


def test_a_figure_goes_up_and_down_to_its_ends() -> None:
    lowest, highest = (number("dealt", say("Dealt"), value, 3) for value in (0, 3))

    assert (None, "1", "2") == tuple(lowest.neighbour(step) for step in (-1, 1, 2))
    assert ("2", "0", None) == tuple(highest.neighbour(step) for step in (-1, -3, 1))
    assert "0" == replace(lowest, value="9").neighbour(1), "what it is not: to the first"


def test_a_players_figure_is_told_with_the_player() -> None:
    class Seated(Hands):
        def figures(self, state: State) -> Sequence[Figure]:
            return (number("tokens", say("Tokens"), 1, 3, seat="A"),)

    @dataclass(frozen=True, eq=False)
    class Tokens(Orchard):
        editor: Any = Seated()  # noqa: RUF009  a value without state

    assert "A, Tokens: 2" == str(sentence(Tokens(), STATE, FigureChange("tokens", "2")))
    assert "Something that no longer counts was set" == str(sentence(GAME, STATE, FigureChange("weather", "2")))


def test_an_entry_of_the_journal_is_full_to_the_last_character() -> None:
    """Each correction takes four beside its own."""
    rest = MOST_WRITTEN - 4 - len(write_edit(FigureChange("name", "")))

    assert not is_too_long([FigureChange("name", "x" * rest)])
    assert is_too_long([FigureChange("name", "x" * (rest + 1))])


@dataclass(frozen=True)
class Piles:
    """Cards of three piles from the bottom up; of each only the top lies in sight."""

    x: str
    y: str
    z: str = "s"


class PileHands(TakeAndPut[Piles]):
    """What is put onto a pile goes beneath its top; kings stay where they are."""

    def stores(self, state: Piles) -> Mapping[Zone, Store]:
        return {zone: Store(say("pile"), tuple(dict.fromkeys(pile))) for zone, pile in vars(state).items()}

    def take(self, state: Piles, zone: Zone, piece: Piece) -> Piles:
        return replace(state, **{zone: getattr(state, zone).replace(piece, "", 1)})

    def put(self, state: Piles, zone: Zone, piece: Piece) -> Piles:
        if piece == "k":
            raise EditRefused(say("A king lies where it lies."))
        pile = getattr(state, zone)
        return replace(state, **{zone: f"{pile[:-1]}{piece}{pile[-1:]}"})


class PileGame(Orchard):
    editor: Any = PileHands()  # type: ignore[assignment]

    def table(self, state: Any) -> TableSnapshot:
        return TableSnapshot.of({zone: pile[-1:] for zone, pile in vars(state).items()})

    def pile_heights(self, state: Any) -> Mapping[Zone, int]:
        return {zone: len(pile) for zone, pile in vars(state).items()}


@pytest.mark.parametrize(
    ("x", "heights", "expected"),
    [
        ("bb", {"x": Height(1, 1), "y": Height(2)}, "b"),
        ("bb", {"x": Height(1, 1), "y": Height(2, 2)}, "b"),
        ("bb", {"x": Height(2, 2), "y": Height(2)}, ""),
        ("bb", {"x": Height(1, 1), "y": Height(1)}, ""),
        ("bbb", {"x": Height(1, 1), "y": Height(2)}, "bb"),
        ("bbb", {"x": Height(1, 1), "y": Height(2, 2)}, "b"),
        ("bbb", {"x": Height(1, 2), "y": Height(2)}, "b"),
        ("ab", {"x": Height(1, 1), "y": Height(2)}, ""),
        ("bb", {"x": Height(1, 1), "y": Height(2), "z": Height(2)}, ""),
        ("bb", {"x": Height(1, 1), "y": Height(2), "market": Height(5)}, "b"),
        ("kbb", {"x": Height(2, 2), "y": Height(2)}, "b"),
        ("bb", {}, ""),
    ],
)
def test_what_lay_beneath_a_top_has_gone_to_the_one_pile_that_has_grown(
    x: str, heights: dict[Zone, Height], expected: str
) -> None:
    """Where one kind alone can have gone, and as far as the piles are known to be too high and too low."""
    moves = as_seen(PileGame(), Piles(x, "u"), (), heights)

    assert tuple(PieceMove(piece, "x", "y") for piece in expected) == moves


def test_a_new_top_has_not_gone_and_what_lay_over_it_has() -> None:
    """The top went from one pile to another, and with it the card beneath it; the third is the new top."""
    changes = Change("x", "c", -1), Change("x", "a", 1), Change("y", "u", -1), Change("y", "c", 1)
    heights = {"x": Height(1, 1), "y": Height(3)}

    assert (PieceMove("c", "x", "y"), PieceMove("b", "x", "y")) == as_seen(
        PileGame(), Piles("abc", "u"), changes, heights
    )


def test_pieces_and_figures_are_tidied_apart() -> None:
    """Another figure, or a piece, stays as it was said."""
    several = FigureChange("dealt", "1"), TAKEN, FigureChange("turn", "B")

    assert several == tidied(GAME, STATE, several)


def test_a_position_in_which_nobody_can_do_anything_is_no_correction_unless_the_game_is_over() -> None:
    @dataclass(frozen=True, eq=False)
    class Stuck(Editable):
        def candidates(self, state: State) -> Iterator[Any]:
            return iter(())

    over = replace(STATE, passed=("A", "B"))

    assert "Nobody could do anything then. Say whose turn it is, and what is being done." == str(
        objection(Stuck(), STATE, STATE)
    )
    assert None is objection(Stuck(), STATE, over)
