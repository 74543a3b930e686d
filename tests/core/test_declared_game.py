"""A declared game: its mat, what may lie where, its screen and its editor follow from what it declares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from companion.core.choices import Choices
from companion.core.declared.actions import Chance, Decision
from companion.core.declared.game import DeclaredGame, Kind
from companion.core.declared.mat import Grid, Mat, Spread
from companion.core.declared.placement import Placement
from companion.core.declared.state import TableState, counted
from companion.core.editor import EditRefused
from companion.core.game import Options, Outcome, legal_actions
from companion.core.printed_copy import (
    blank_tags_of,
    decks_of,
    facts_of,
    second_tags_of,
    shown_by_look,
    shown_by_use,
)
from companion.core.rules import Rulebook, Score, ScoreLine
from companion.core.screen import Board, Button, Cell, Do, Inspect, Notice, Screen, SeatView, Select, Tone
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.core.table import UNREADABLE, Change, PieceShape, TableSnapshot
from companion.core.text import say, verbatim
from companion.core.zones import PUT_AWAY, Area
from companion.errors import CatalogError, NotationError

BOOK = Rulebook.read('[G-1]\ntext = "At night nobody rests."\nsource = "rulebook"')


@dataclass(frozen=True, slots=True, kw_only=True)
class State(TableState):
    seeds: tuple[int, ...] = counted(say("seeds"), (0, 0, 0), 9)
    night: bool = False
    round: int = counted(say("round"), 1, 3)
    rain: int = 0


@BOOK.requires("G-1", "It is night.", repair="Go on.")
def by_day(state: State, _: Rest) -> bool:
    return not state.night


@dataclass(frozen=True, slots=True)
class Plant(Decision):
    form: ClassVar = "{player}: plant {plant:piece} of {source:laid} at {bed:empty}"
    said: ClassVar = say("{player} planted at {bed}: {plant}")
    title: ClassVar = say("Plant")
    icon: ClassVar = "plant"
    plant: str
    source: str
    bed: str

    def apply(self, state: State) -> State:
        return replace(state, placement=state.placement.moved(self.plant, self.source, self.bed))


@dataclass(frozen=True, slots=True)
class Rest(Decision):
    form: ClassVar = "{player}: rest"
    rules: ClassVar = (by_day,)
    said: ClassVar = say("{player} rested")
    title: ClassVar = say("Rest")
    key: ClassVar = "pass"

    def apply(self, state: State) -> State:
        return replace(state, on_turn=state.after(self.player))


@dataclass(frozen=True, slots=True)
class Dig(Decision):
    form: ClassVar = "{player}: dig {deep:number} at {bed:empty}"
    said: ClassVar = say("{player} dug at {bed}")
    title: ClassVar = say("Dig")
    icon: ClassVar = "shovel"
    deep: int
    bed: str

    def apply(self, state: State) -> State:
        return replace(state, rain=self.deep)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Dig]:
        beds = (bed for bed in ("b1", "b2") if bed not in state.placement)
        return (cls(state.on_turn, deep, bed) for bed in beds for deep in range(1 if bed == "b1" else state.rain))


@dataclass(frozen=True, slots=True)
class Grow(Chance):
    form: ClassVar = "{plant:piece} grows at {bed:zone}"
    said: ClassVar = say("At {bed} grew: {plant}")
    offer: ClassVar = say("It grows: {plant}")
    plant: str
    bed: str

    def apply(self, state: State) -> State:
        return replace(state, placement=state.placement.put(self.plant, self.bed))

    @classmethod
    def candidates(cls, state: State) -> Iterator[Grow]:
        return (cls(plant, bed) for plant in ("bean", "rose") for bed in ("b2",) if bed not in state.placement)


MAT = Mat(
    rows=(
        (Spread("deck", say("the deck"), pile=True), Spread("market", say("the market"), columns=3, rows=2)),
        (
            Grid(
                say("the beds"),
                ("a1 b1", ". b2"),
                frozenset({("a1", "b1"), ("b1", "b2")}),
                shape=PieceShape(30, 30),
                gap=10,
            ),
        ),
    ),
    seat=(
        Spread("hand", say("the cards of {seat}"), columns=2),
        Spread("sack", say("the sack of {seat}"), pile=True, holds=frozenset({"bean"})),
    ),
    shape=PieceShape(40, 60, label_dy=-15),
)


class Garden(DeclaredGame[State, Plant | Rest | Dig | Grow]):
    name = "garden"
    title = say("Garden")
    players = range(1, 5)
    rulebook = BOOK
    state = State
    mat = MAT
    actions = (Plant, Rest, Dig, Grow)
    pieces: ClassVar = {
        "bean": Kind(say("Bean"), 3, "1", tint="#5E9B4B"),
        "rose": Kind(say("Rose"), 1, icon="flower", shape=PieceShape(10, 10)),
        "stone": Kind(say("Stone"), 2),
    }
    most_moved = 4

    def outcome(self, state: State) -> Outcome | None:
        ended = "stone" in state.placement["b2"]
        return Outcome(("A",), say("A stone lies there."), BOOK["G-1"]) if ended else None

    def score(self, state: State) -> tuple[Score, ...]:
        each = zip(state.seats, state.seeds, strict=False)
        return tuple(Score(seat, (ScoreLine(10 * seeds, say("seeds"), BOOK["G-1"]),)) for seat, seeds in each)


class Endless(Garden):
    most_moved = 0


GAME = Garden()
LYING = {
    "deck": ("bean", "rose"),
    "market": ("bean", "bean", "bean", "rose", "stone", "stone", "stone"),
    "a1": ("bean",),
    "A.hand": ("rose",),
    "B.sack": ("bean",),
}


def position(names: tuple[str, ...] = ("Ann", "Ben", "Cid"), **changes: object) -> State:
    placement = Placement(LYING, GAME.mat.layout(len(names)).piles)
    return replace(State(names=names, placement=placement), **changes)  # type: ignore[arg-type]


def told(area: Area) -> str:
    """Its box from the upper left corner to the lower right one, where its first label lies, and how it goes on."""
    box, first = area.box, area.first
    how = "a pile" if area.pile else f"{area.per_row} in a row, {area.across:g} and {area.down:g} apart"
    corners = f"{box.left:g}, {box.top:g} to {box.right:g}, {box.bottom:g}"
    return f"{area.zone}: {corners}, from {first.x:g}, {first.y:g}, {how}" + ", turned" * (first.rotation == 180)


class TestMat:
    """Millimetres: 8 between pieces, 20 between places, 40 around all; who sits at the far edge sees it from there."""

    def test_three_players_of_whom_two_sit_at_the_far_edge(self) -> None:
        assert [
            "A.sack: 40, 40 to 88, 108, from 64, 89, a pile, turned",
            "A.hand: 108, 40 to 204, 108, from 180, 89, 2 in a row, 48 and 68 apart, turned",
            "B.sack: 224, 40 to 272, 108, from 248, 89, a pile, turned",
            "B.hand: 292, 40 to 388, 108, from 364, 89, 2 in a row, 48 and 68 apart, turned",
            "deck: 108, 128 to 156, 196, from 132, 147, a pile",
            "market: 176, 128 to 320, 264, from 200, 147, 3 in a row, 48 and 68 apart",
            "a1: 174, 284 to 214, 324, from 194, 304, 1 in a row, 0 and 0 apart",
            "b1: 214, 284 to 254, 324, from 234, 304, 1 in a row, 0 and 0 apart",
            "b2: 214, 324 to 254, 364, from 234, 344, 1 in a row, 0 and 0 apart",
            "C.hand: 132, 384 to 228, 452, from 156, 403, 2 in a row, 48 and 68 apart",
            "C.sack: 248, 384 to 296, 452, from 272, 403, a pile",
            f"{PUT_AWAY}: 408, 128 to 508, 228, from 458, 148, a pile",
        ] == [told(area) for area in MAT.layout(3).areas.values()]

    def test_all_sit_clockwise(self) -> None:
        assert ["AABB", "DDCC"] == [
            "".join(place.seat or "" for place in MAT.places(4) if place.far == far) for far in (True, False)
        ]

    def test_its_size_and_anchors_in_the_corners_and_amid_long_edges(self) -> None:
        layout = MAT.layout(3)

        assert (548, 492) == (layout.width, layout.height)
        assert [(20, 20), (528, 20), (20, 472), (528, 472), (274, 20), (274, 472), (20, 246), (528, 246)] == [
            (pose.x, pose.y) for pose in layout.anchors.values()
        ]

    @pytest.mark.parametrize(("wide", "high", "anchors"), [(312, 312, 4), (313, 312, 6), (312, 313, 6), (313, 313, 8)])
    def test_an_edge_longer_than_400_has_an_anchor_in_its_middle(self, wide: int, high: int, anchors: int) -> None:
        mat = Mat(((Spread("field", say("the field")),),), PieceShape(wide, high), put_away=False)

        assert (wide + 88, high + 88, anchors) == (
            mat.layout(1).width,
            mat.layout(1).height,
            len(mat.layout(1).anchors),
        )

    def test_the_corner_for_what_is_put_away_is_no_larger_than_the_mat(self) -> None:
        """Where nothing lies between the players it is beside what lies before the first of them."""
        mat = Mat((), PieceShape(40, 60), seat=(Spread("hand", say("the cards of {seat}")),))

        assert f"{PUT_AWAY}: 108, 40 to 208, 108, from 158, 60, a pile" == told(mat.layout(1).areas[PUT_AWAY])
        assert (248, 148) == (mat.layout(1).width, mat.layout(1).height)
        assert f"{PUT_AWAY}: 108, 40 to 208, 140, from 158, 60, a pile" == told(mat.layout(2).areas[PUT_AWAY])

    def test_a_grid_turned_to_the_far_edge_is_seen_from_there(self) -> None:
        mat = Mat((), PieceShape(30, 20, label_dx=5), seat=(Grid(say("the beds"), ("a b c", "d")),), put_away=False)

        assert [
            "A.a: 116, 68 to 154, 96, from 130, 82, 1 in a row, 0 and 0 apart, turned",
            "A.b: 78, 68 to 116, 96, from 92, 82, 1 in a row, 0 and 0 apart, turned",
            "A.c: 40, 68 to 78, 96, from 54, 82, 1 in a row, 0 and 0 apart, turned",
            "A.d: 116, 40 to 154, 68, from 130, 54, 1 in a row, 0 and 0 apart, turned",
        ] == [told(area) for area in mat.layout(1).areas.values()]


class TestPlacement:
    def test_a_pile_keeps_its_order_and_a_spread_has_none(self) -> None:
        lying = Placement({"pile": ("b", "a"), "row": ("b", "a"), "none": ()}, {"pile"})

        assert (("b", "a"), ("a", "b"), ()) == (lying["pile"], lying["row"], lying["none"])
        assert (("b", "a", "a"), ("a", "a", "b")) == (lying.put("a", "pile")["pile"], lying.put("a", "row")["row"])
        assert (["pile", "row"], 2, False) == ([*lying], len(lying), "none" in lying)

    def test_the_latest_of_a_kind_is_taken_and_a_piece_that_lies_nowhere_comes_all_the_same(self) -> None:
        lying = Placement({"pile": ("a", "b", "a", "c")}, {"pile"})

        assert ("a", "b", "c") == lying.taken("a", "pile")["pile"]
        assert lying == lying.taken("d", "pile") == lying.taken("a", "row")
        assert Placement({"pile": ("a", "b", "a", "c"), "row": ("d",)}, {"pile"}) == lying.moved("d", "row", "row")
        assert "row" not in lying.put("d", "row").taken("d", "row")

    def test_where_and_how_many(self) -> None:
        lying = Placement({"x": ("a", "a"), "y": ("a", "b")})

        assert (("x", "y"), ("y",), 3, 0) == (
            lying.zones_of("a"),
            lying.zones_of("b"),
            lying.count("a"),
            lying.count("c"),
        )
        assert hash(lying) == hash(Placement({"y": ("b", "a"), "x": ("a", "a")}))
        assert lying != {"x": ("a", "a"), "y": ("a", "b")}


class TestTable:
    def test_of_a_pile_the_topmost_shows(self) -> None:
        table, state = GAME.table(position()), position()

        assert (("rose",), ("bean",)) == (table.zones["deck"], table.zones["B.sack"])
        assert PUT_AWAY not in table.zones
        assert {"deck": 2, "A.sack": 0, "B.sack": 1, "C.sack": 0} == GAME.pile_heights(state)

    def test_a_place_holds_what_it_says_and_as_many_as_it_has_room_for(self) -> None:
        state = position()
        seen = GAME.table(state).zones

        assert GAME.may_lie(state, "A.sack", "bean")
        assert not GAME.may_lie(state, "A.sack", "rose")
        assert GAME.may_lie(state, PUT_AWAY, "rose")
        assert GAME.may_show(state, TableSnapshot({**seen, "A.sack": (UNREADABLE,)}))
        assert not GAME.may_show(state, TableSnapshot({**seen, "A.sack": ("rose",)}))
        assert [True, False, False, True] == [GAME.has_room(state, zone) for zone in ("deck", "a1", "market", "A.hand")]
        assert not GAME.has_room(replace(state, placement=state.placement.put("bean", "A.hand")), "A.hand")

    @pytest.mark.parametrize(("moved", "decisions"), [(0, 0), (1, 1), (4, 1), (5, 2)])
    def test_a_decision_moves_so_many_at_most(self, moved: int, decisions: int) -> None:
        changes = (Change("a1", "bean", -1), Change("a1", "bean", 1 - moved)) if moved else ()

        assert decisions == GAME.least_decisions(position(), changes)
        assert 0 == Endless().least_decisions(position(), changes)

    def test_labels_for_a_first_try_where_the_game_brings_none(self) -> None:
        assert {"bean": 3, "rose": 1, "stone": 2} == Counter(GAME.piece_of.values())

    def test_a_kind_has_the_shape_of_the_mat_if_none_of_its_own(self) -> None:
        assert (MAT.shape, PieceShape(10, 10)) == (GAME.shape("bean"), GAME.shape("rose"))
        assert (None, ("", "#5E9B4B"), ("flower", "")) == tuple(map(GAME.sign, ("stone", "bean", "rose")))

    def test_places_are_called_as_they_are_titled_and_points_as_they_are_written(self) -> None:
        assert ["the deck", "the sack of B", "b2", "the corner for what is put away"] == [
            str(GAME.zone_name(zone)) for zone in ("deck", "B.sack", "b2", PUT_AWAY)
        ]
        own = Mat((), MAT.shape, seat=(Spread("purse", verbatim("{seat}")),))
        assert "{seat}" == str(own.places(1)[0].title)
        assert ["Bean", "the market", "Ben", "7"] == [
            str(GAME.word_for(position(), value)) for value in ("bean", "market", "B", 7)
        ]


class TestActions:
    def test_whatever_the_words_can_mean(self) -> None:
        """A piece that lies where it is taken from, to a place where nothing lies, by any player of this table."""
        state = position(("Ann",), placement=Placement({"deck": ("bean", "rose"), "a1": ("rose",)}, {"deck"}))
        plants = [action for action in GAME.candidates(state) if isinstance(action, Plant)]

        empty = ["A.sack", "A.hand", "market", "b1", "b2"]
        lying = [("bean", "deck"), ("rose", "deck"), ("rose", "a1")]
        assert {Plant("A", piece, source, bed) for piece, source in lying for bed in empty} == {*plants}
        assert len(lying) * len(empty) == len(plants)
        assert [Rest("A"), Dig("A", 0, "b1"), Grow("bean", "b2"), Grow("rose", "b2")] == [
            action for action in GAME.candidates(state) if not isinstance(action, Plant)
        ]

    def test_nobody_moves_when_it_is_over(self) -> None:
        state = position()

        assert ("A",) == GAME.to_move(state)
        assert () == GAME.to_move(replace(state, placement=state.placement.put("stone", "b2")))

    def test_what_was_done_and_what_can_be_chosen(self) -> None:
        plant, grow = Plant("B", "rose", "deck", "b1"), Grow("bean", "b2")

        assert "Ben planted at b1: Rose" == str(GAME.sentence(position(), plant))
        assert ("Ben planted at b1: Rose", "plant") == (str(GAME.offer(position(), plant).title), "plant")
        assert ("At b2 grew: Bean", "It grows: Bean") == (
            str(GAME.sentence(position(), grow)),
            str(GAME.offer(position(), grow).title),
        )
        assert plant == GAME.read_action("B: plant rose of deck at b1")

    def test_the_turn_goes_round(self) -> None:
        state = position()

        assert ["B", "C", "A"] == [state.after(seat) for seat in "ABC"]


class TestPosition:
    def test_it_is_written_and_read(self) -> None:
        state = position(on_turn="B", seeds=(1, 2, 3), night=True)

        assert state == GAME.read_position(GAME.write_position(state))
        assert "choices" not in GAME.write_position(state)
        assert ("bean", "rose") == GAME.read_position(GAME.write_position(state)).placement["deck"]

    @pytest.mark.parametrize(
        ("wrong", "says"),
        [("[placement]\nc9 = ['bean']", "no zone 'c9'"), ("[placement]\na1 = ['bone']", "no piece 'bone'")],
    )
    def test_what_the_game_has_not_is_named(self, wrong: str, says: str) -> None:
        with pytest.raises(NotationError, match=says):
            GAME.read_position(f'names = ["Ann"]\n{wrong}')

    def test_an_owner_is_asked_nothing_where_nothing_is_printed(self) -> None:
        state = position()

        assert ({}, (), {}, {}, ()) == (
            second_tags_of(GAME),
            facts_of(GAME),
            shown_by_use(GAME, state),
            shown_by_look(GAME, state, state),
            blank_tags_of(GAME),
        )
        with pytest.raises(CatalogError, match="Nobody brings a deck to Garden"):
            decks_of(GAME)

    def test_a_game_begins_with_what_it_says(self) -> None:
        started = GAME.start(("Ann", "Ben"), Choices((), {}))

        assert (0, {"deck", "A.sack", "B.sack", PUT_AWAY}) == (len(started.placement), {*started.placement.piles})


class TestEditor:
    def test_what_does_not_lie_on_the_table_is_in_the_box(self) -> None:
        state = position(placement=Placement({"a1": ("bean", "bean"), "b1": ("rose",), "b2": ("bean",)}))

        (box,) = GAME.editor.stores(state)
        assert ("stone",) == GAME.editor.stores(state)[box].pieces
        out = GAME.editor.move(state, "rose", "b1", box)
        assert (0, ("rose", "stone")) == (out.placement.count("rose"), GAME.editor.stores(out)[box].pieces)
        assert ("rose",) == GAME.editor.move(out, "rose", box, "A.hand").placement["A.hand"]

    @pytest.mark.parametrize(
        ("zone", "says"),
        [
            ("A.sack", "Rose cannot lie there: the sack of A."),
            ("a1", "There is no room for Rose there: a1."),
            ("market", "There is no room for Rose there: the market."),
        ],
    )
    def test_where_it_cannot_lie_it_is_not_put(self, zone: str, says: str) -> None:
        with pytest.raises(EditRefused) as refused:
            GAME.editor.put(position(), zone, "rose")

        assert says == str(refused.value.reason)

    def test_what_no_label_shows_is_set(self) -> None:
        state = position(seeds=(1, 2, 3))

        assert [
            ("on_turn", "Whose turn", "A", 3, None),
            ("seeds.A", "seeds", "1", 10, "A"),
            ("seeds.B", "seeds", "2", 10, "B"),
            ("seeds.C", "seeds", "3", 10, "C"),
            ("night", "night", "no", 2, None),
            ("round", "round", "1", 4, None),
            ("rain", "rain", "0", 21, None),
        ] == [
            (each.name, str(each.title), each.value, len(each.choices), each.seat)
            for each in GAME.editor.figures(state)
        ]
        assert (1, 7, 3) == GAME.editor.with_figure(state, "seeds.B", "7").seeds
        assert [True, False] == [GAME.editor.with_figure(state, "night", value).night for value in ("yes", "no")]
        assert (2, "C") == (
            GAME.editor.with_figure(state, "round", "2").round,
            GAME.editor.with_figure(state, "on_turn", "C").on_turn,
        )


def drawn(cell: Cell) -> str:
    """What a cell shows, and what a touch on it does."""
    intent = cell.intent
    does = {Do: "done", Select: "asked", Inspect: "looked at"}.get(type(intent), "nothing")
    count = f"{cell.count} × " if cell.count > 1 else ""
    marks = "".join((f" [{cell.icon}]" * bool(cell.icon), " as a disc" * bool(cell.counters), " lit" * cell.lit))
    name = f"{count}{str(cell.title) or '-'}" + (f" ({cell.detail})" if cell.detail is not None else "")
    dim = " dim" if cell.tone is Tone.DIM else ""
    return f"{cell.x:g},{cell.y:g} {cell.zone}: {name}{marks}{dim}, {does}"


def boards(screen: Screen) -> dict[str, Board]:
    return {board.name: board for board in screen.boards}


class TestScreen:
    def test_a_board_for_each_place(self) -> None:
        """More than there is room for lie together by kinds; of a pile the topmost shows, with how many there are."""
        found = boards(GAME.present(position()))

        assert {"deck": (1, 1, 1), "market": (3, 2, 3), "a1": (2, 2, 2)} == {
            name: (board.width, board.height, board.weight) for name, board in found.items()
        }
        assert ["0,0 deck: 2 × Rose [flower], looked at"] == [drawn(cell) for cell in found["deck"].cells]
        assert [
            "0,0 market: 3 × Bean, looked at",
            "1,0 market: Rose [flower], looked at",
            "2,0 market: 3 × Stone, looked at",
            "0,1 market: - dim, nothing",
            "1,1 market: - dim, nothing",
            "2,1 market: - dim, nothing",
        ] == [drawn(cell) for cell in found["market"].cells]
        assert [
            "0,0 a1: Bean as a disc, looked at",
            "1,0 b1: b1 lit dim, done",
            "1,1 b2: b2 lit dim, asked",
        ] == [drawn(cell) for cell in found["a1"].cells]
        full = position(placement=Placement({"market": ("bean",) * 5 + ("stone",)}))
        assert [f"{at % 3},{at // 3} market: Bean, looked at" for at in range(5)] == [
            drawn(cell) for cell in boards(GAME.present(full))["market"].cells[:5]
        ]
        assert [((0.5, 0.5), (1.5, 0.5)), ((1.5, 0.5), (1.5, 1.5))] == [
            (link.start, link.end) for link in found["a1"].links
        ]

    def test_what_lies_before_a_player(self) -> None:
        """Place beside place, a fifth of a piece apart; a single one says what it is."""
        seats: dict[str, SeatView] = {each.seat: each for each in GAME.present(position(seeds=(4, 5, 6))).seats}
        before = seats["A"].board

        assert [
            "0,0 A.sack: the sack of Ann dim, nothing",
            "1.2,0 A.hand: Rose [flower], looked at",
            "2.2,0 A.hand: - dim, nothing",
        ] == [drawn(cell) for cell in before.cells]
        assert ["0,0 B.sack: Bean (the sack of Ben), looked at"] == [drawn(cell) for cell in seats["B"].board.cells[:1]]
        assert (pytest.approx(3.2), 1) == (before.width, before.height)

    def test_a_touch_on_a_free_place_does_what_alone_can_be_done_there(self) -> None:
        state = position()

        grid = boards(GAME.present(state))["a1"].cells
        assert [Do(Dig("A", 0, "b1"))] == [cell.intent for cell in grid if cell.zone == "b1"]
        assert [("It grows: Bean", ""), ("It grows: Rose", ""), ("Back", "")] == self._done_there(state)
        assert [("Ann dug at b2", "shovel"), ("It grows: Bean", ""), ("It grows: Rose", ""), ("Back", "")] == (
            self._done_there(position(rain=1))
        )

    def test_of_several_kinds_nothing_is_asked_that_one_of_them_has_not(self) -> None:
        """How deep, nobody says of what grows; and that nobody does it is no answer."""
        assert 12 + 2 + 1 == len(self._done_there(position(rain=12)))

    def _done_there(self, state: State) -> list[tuple[str, str]]:
        (asked,) = (cell.intent for cell in boards(GAME.present(state))["a1"].cells if cell.zone == "b2")
        assert isinstance(asked, Select)
        notice = self._notice(state, NO_SELECTION.picking(asked.pick))
        assert "What is done there?" == str(notice.heading)
        return [(str(each.label), each.icon) for each in notice.answers]

    def test_a_kind_of_which_there_are_many_is_chosen_field_by_field(self) -> None:
        placement = Placement({"deck": ("rose",), "market": ("bean", "rose")}, {"deck"})
        state, path = position(("Ann",), placement=placement), NO_SELECTION
        headings = []
        (button,) = (each for each in GAME.present(state).buttons if "Plant" == str(each.label))
        chosen: Button | None = button
        while chosen is not None and isinstance(chosen.intent, Select):
            path = path.picking(chosen.intent.pick)
            notice = self._notice(state, path)
            headings.append([str(each.label) for each in notice.answers if not str(each.label).startswith("Ann")])
            chosen = notice.answers[-2]

        assert [["Bean", "Rose", "Back"], ["Back"]] == headings
        assert chosen is not None
        assert Do(Plant("A", "rose", "market", "b2")) == chosen.intent

    def test_as_many_as_there_is_room_for_are_offered_at_once(self) -> None:
        state = position(("Ann",), placement=Placement({"market": ("bean", "rose")}))
        (button,) = (each for each in GAME.present(state).buttons if "Plant" == str(each.label))
        assert isinstance(button.intent, Select)

        answers = self._notice(state, NO_SELECTION.picking(button.intent.pick)).answers
        assert (12 + 1, {""}) == (len(answers), {each.icon for each in answers})
        dig = self._notice(position(), NO_SELECTION.picking(Pick("kind", "Dig")))
        assert ("Dig", ["Ann dug at b1", "Back"]) == (str(dig.heading), [str(each.label) for each in dig.answers])

    def test_what_has_no_choice_is_always_there_and_says_why_it_cannot_be_done(self) -> None:
        day, night = (GAME.present(position(night=night)).buttons for night in (False, True))

        assert [("Plant", True, ""), ("Rest", True, "pass"), ("Dig", True, "")] == [
            (str(each.label), each.enabled, each.key) for each in day
        ]
        bare = GAME.present(position(placement=Placement({"b1": ("rose",), "b2": ("bean",)}))).buttons
        assert ["Plant", "Rest"] == [str(each.label) for each in bare]
        assert ["Rest", "Dig"] == [str(each.label) for each in GAME.present(position(placement=Placement())).buttons]
        assert (False, Do(Rest("A"))) == (night[1].enabled, night[1].intent)
        assert night[1].why_not is not None
        assert day[1].why_not is None

    def test_whose_turn_it_is_and_what_it_is_worth(self) -> None:
        seats = GAME.present(position(on_turn="B", seeds=(4, 5, 6))).seats

        assert [False, True, False] == [each.on_turn for each in seats]
        assert ["40", "50", "60"] == [each.score.value for each in seats if each.score is not None]
        assert ["4", "5", "6"] == [each.facts[0].value for each in seats]

    def test_when_it_is_over_nothing_can_be_done(self) -> None:
        state = position()
        screen = GAME.present(replace(state, placement=state.placement.put("stone", "b2")))

        assert ("A stone lies there.", (), [False] * 3) == (
            str(screen.status),
            screen.buttons,
            [each.on_turn for each in screen.seats],
        )

    def test_players_before_whom_nothing_lies_sit_at_the_largest_board(self) -> None:
        class Bare(Garden):
            mat = Mat(MAT.rows, MAT.shape)

        seats = Bare().present(position()).seats
        assert {(1, 1)} == {(each.board.width, each.board.height) for each in seats}
        assert [("above", "market"), ("above", "market"), ("below", "market")] == [
            (each.place.value, each.at) for each in seats
        ]
        assert ["above", "below"] == [each.place.value for each in Bare().present(position(("Ann", "Ben"))).seats]

    def test_all_that_is_touched_is_legal(self) -> None:
        state = position()
        legal = [*legal_actions(GAME, state)]

        for board in GAME.present(state).boards:
            assert all(cell.intent.action in legal for cell in board.cells if isinstance(cell.intent, Do))

    def _notice(self, state: State, selection: Selection) -> Notice:
        notice = GAME.present(state, selection).notice
        assert notice is not None
        return notice


def test_the_state_before_the_first_move() -> None:
    assert ("Ann", "Ben") == GAME.initial_state(Options(("Ann", "Ben"))).names
