"""What the camera shows, understood: cards, payments, tiles, markers, revealed cards; slips named; the rest asked."""

from __future__ import annotations

import pytest

from companion.core.belief.hypothesis import Hypothesis, OpenAction
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import revise
from companion.core.belief.search import Ambiguous, Explained, explain
from companion.core.evidence import Evidence
from companion.core.fast_dataclasses import replace
from companion.core.heights import Height
from companion.core.table import UNREADABLE, Change, Piece, TableSnapshot, Zone, diff
from companion.games.iron_sky import GAME
from companion.games.iron_sky.actions import Action
from companion.games.iron_sky.state import Phase, State
from companion.games.iron_sky.table import may_lie
from tests.games.iron_sky.tables import after, fight, played, said, table


def seen(state: State, **zones: list[Piece]) -> TableSnapshot:
    """The picture of the state with some zones otherwise; `_` in a zone's name stands for a dot."""
    changed: dict[Zone, tuple[Piece, ...]] = {name.replace("_", "."): tuple(v) for name, v in zones.items()}
    return TableSnapshot.of({**GAME.table(state).zones, **changed})


def understood(state: State, picture: TableSnapshot) -> str:
    return said(explain(GAME, state, picture))


def follows(state: State, *notations: str) -> str:
    """What is understood when the table becomes as after these actions."""
    return understood(state, GAME.table(after(state, *notations)))


class TestCards:
    def test_a_card_and_its_payment(self) -> None:
        state = table(2)

        assert "B: play politician_mobilisation" == follows(state, "B: play politician_mobilisation")
        assert "B: play politician_mobilisation with 2 PP" == follows(
            state, "B: play politician_mobilisation with 2 PP"
        )

    def test_a_card_that_is_not_paid_yet_is_asked_for(self) -> None:
        """Money or PP: the picture before the marker moves leaves both."""
        state = table(2)
        reading = explain(GAME, state, seen(state, B_discard=["politician_mobilisation"]))

        assert isinstance(reading, Ambiguous)
        assert {"B: play politician_mobilisation", "B: play politician_mobilisation with 2 PP"} == {
            GAME.write_action(one.actions[0]) for one in reading.readings
        }

    def test_a_card_with_one_price_leaves_the_marker_to_be_moved(self) -> None:
        state = table(2, "reich")

        assert "A: play infantry_terror (2 to do)" == understood(state, seen(state, A_discard=["infantry_terror"]))

    def test_a_card_too_dear_is_named(self) -> None:
        state = table(6, "reich", seats={"A": {"command": 1}})

        assert "A: play infantry_terror (ISK-52)" == understood(
            state, seen(state, A_discard=["infantry_terror"], A_command_1=[], A_command_0=["command"])
        )

    def test_what_made_a_card_payable_is_found(self) -> None:
        """With two players the missing Command point may come from an Advice marker that still lies there."""
        state = table(2, "reich", seats={"A": {"command": 1}})
        picture = seen(state, A_discard=["infantry_terror"], A_command_1=[], A_command_0=["command"])

        assert "A: advice; A: play infantry_terror (1 to do)" == understood(state, picture)

    def test_another_side_s_card_is_named(self) -> None:
        state = table(2, "reich")
        picture = GAME.table(GAME.apply(state, GAME.read_action("B: play politician_politicking")))

        assert "B: play politician_politicking (ISK-3)" == understood(state, picture)


class TestTiles:
    def test_a_tile_from_below_the_top_is_named(self) -> None:
        """ISK-10: the top tile's label is where it was, and the tile under it is somewhere else."""
        state = table(america={1: "uwc_asia uwc_america", 2: ""})
        money = state.player("F").money
        paid: dict[str, list[Piece]] = {f"F_money_{money}": [], f"F_money_{money - 1}": ["money"]}
        picture = seen(state, america_2_cc=["uwc_asia"], **paid)

        stayed = {"america.1.cc": Height(1, 2)}

        assert "F: organise 1 America 1 -> America 2 taking uwc_asia (ISK-10)" == said(
            explain(GAME, state, picture, heights=stayed)
        )

    def test_a_pushed_devastation_marker_is_named(self) -> None:
        """ISK-42: it never goes anywhere by itself."""
        state = table(america={1: "R1"})
        picture = seen(state, america_devastation_1=[], america_devastation_3=["devastation_america"])

        assert "devastation America 3 (ISK-42)" == understood(state, picture)

    def test_a_move_after_its_card(self) -> None:
        state = after(table(2, "reich", america={4: ""}), "A: play infantry_mobilisation")

        assert "A: move 1 America o1 -> America 4" == follows(state, "A: move 1 America o1 -> America 4")

    def test_card_and_move_together(self) -> None:
        moves = ("A: play infantry_mobilisation", "A: move 1 America o1 -> America 4")
        state = table(2, "reich", america={4: ""})

        assert "; ".join(moves) == follows(state, *moves)

    def test_a_move_without_markers_leaves_them_to_be_moved(self) -> None:
        """The tile is down; the Occupation marker and the Devastation marker it pushes are handwork."""
        state = after(table(2, "reich", america={4: ""}), "A: play infantry_mobilisation")
        picture = seen(state, america_o1=[], america_4_cc=["reich_america"])

        assert "A: move 1 America o1 -> America 4 (4 to do)" == understood(state, picture)

    def test_how_many_tiles_below_the_top_went_is_asked(self) -> None:
        """R3 to R2 or R1 looks the same: covered is not seen."""
        state = after(table(2, "reich", america={"o1": "R3", 4: ""}), "A: play infantry_mobilisation")
        reading = explain(GAME, state, GAME.table(after(state, "A: move 1 America o1 -> America 4")))

        assert isinstance(reading, Ambiguous)
        assert {"A: move 1 America o1 -> America 4", "A: move 2 America o1 -> America 4"} == {
            GAME.write_action(one.actions[0]) for one in reading.readings
        }

    def test_a_descent_from_a_jammed_sector_is_named(self) -> None:
        state = after(table(2, "reich", america={4: "", "jamming": 1}), "A: play infantry_mobilisation")
        picture = seen(
            state,
            america_o1=["jamming_america"],
            america_4_cc=["reich_america"],
            america_occupation_0=[],
            america_occupation_1=["occupation_america"],
            america_devastation_0=[],
            america_devastation_1=["devastation_america"],
        )

        assert "A: move 1 America o1 -> America 4 (ISK-120)" == understood(state, picture)

    def test_an_order_is_told_by_its_payment(self) -> None:
        state = table(2, america={2: ""})

        assert "B: organise 1 America 1 -> America 2 with 1 PP" == follows(
            state, "B: organise 1 America 1 -> America 2 with 1 PP"
        )

    def test_an_order_nobody_can_pay_is_named(self) -> None:
        state = table(2, seats={"B": {"money": 0, "politics": 0}}, america={2: ""})
        picture = seen(state, america_1_cc=[], america_2_cc=["uwc_america"])

        assert "B: organise 1 America 1 -> America 2 (ISK-63)" == understood(state, picture)

    def test_a_recruited_tile(self) -> None:
        state = after(table(2, "reich", america={"o2": ""}), "A: play infantry_recruit_2")

        assert "A: place America o2" == follows(state, "A: place America o2")

    def test_a_tile_on_the_ground_is_named(self) -> None:
        state = after(table(2, "reich", america={4: ""}), "A: play infantry_recruit_2")
        picture = GAME.table(GAME.apply(state, GAME.read_action("A: place America 4")))

        assert "A: place America 4 (ISK-99)" == understood(state, picture)

    def test_a_bombardment(self) -> None:
        state = after(table(2, "reich"), "A: play infantry_bombardment_1")

        assert "A: bombard America 5" == follows(state, "A: bombard America 5")

    def test_an_ascent(self) -> None:
        state = table(2, "reich", america={1: "R1"})

        assert "A: ascend 1 America 1 -> America o1" == follows(state, "A: ascend 1 America 1 -> America o1")


class TestWhatLabelsTell:
    """The top of each pile looks as before; the labels tell which piles are higher or lower."""

    def told(self, state: State, picture: TableSnapshot, **changed: int) -> str:
        heights = {zone: Height(height, height) for zone, height in GAME.pile_heights(state).items()}
        for zone, by in changed.items():
            now = heights[name := zone.replace("_", ".")].least + by
            heights[name] = Height(now, now)
        return said(explain(GAME, state, picture, heights=heights))

    def test_an_order_between_stacks_that_look_the_same(self) -> None:
        state = table(6, america={1: "U2", 2: "U2", 3: "U2"})
        paid = seen(state, F_money_5=[], F_money_4=["money"])
        notation = "F: organise 1 America 1 -> America 2"

        assert notation == self.told(state, paid, america_1_cc=-1, america_2_cc=1)

    def test_a_card_of_the_kind_that_lies_on_top(self) -> None:
        """It came, if the label on top is another one; if it is the same one, nobody played a card."""
        state = table(2, seats={"B": {"discard": ["politician_politicking"]}})
        paid = GAME.table(after(state, "B: play politician_politicking"))

        assert "B: play politician_politicking" == self.told(state, paid, B_discard=1)
        assert "politician_politicking" not in self.told(state, paid)

    def test_an_order_of_who_does_not_command_there_is_named(self) -> None:
        state = table(6, america={1: "U2", 2: "U2"})
        paid = seen(state, E_politics_3=[], E_politics_2=["politics"])
        notation = "E: organise 1 America 1 -> America 2 with 1 PP"

        assert f"{notation} (ISK-70)" == self.told(state, paid, america_1_cc=-1, america_2_cc=1)

    def test_more_given_than_anybody_has_is_named(self) -> None:
        """Dora's marker went to 0 from 1, Emil's three steps up."""
        state = table(6, seats={"D": {"money": 1}, "E": {"money": 2}, "F": {"money": 0}})
        picture = seen(state, D_money_1=[], D_money_0=["money"], E_money_2=[], E_money_5=["money"])

        assert "D: give 3 Money to E" in understood(state, picture)
        assert "ISK" in understood(state, picture)


class TestMarkers:
    def test_terror_and_jamming(self) -> None:
        terror = after(table(2, "reich"), "A: play infantry_terror")
        jamming = after(table(2), "B: play politician_jamming with 2 PP")

        assert "A: terror America 3" == follows(terror, "A: terror America 3")
        assert "B: jam America o2" == follows(jamming, "B: jam America o2")

    def test_a_wrong_meter_is_named(self) -> None:
        """ISK-38: the meter is wrong, it should be at 0."""
        state = table(2)
        picture = seen(
            state,
            america_occupation_0=[],
            america_occupation_3=["occupation_america"],
            america_devastation_0=[],
            america_devastation_3=["devastation_america"],
        )

        assert "meter America 3 (ISK-38)" == understood(state, picture)

    def test_loans_and_gifts(self) -> None:
        assert "C: loan" == follows(table(4), "C: loan")
        assert "F: give 2 Money to D" == follows(table(), "F: give 2 Money to D")

    def test_a_commander_sheet_and_a_time_token(self) -> None:
        turned = table(2, phase="token")

        assert "turn token_plus_3" == follows(turned, "turn token_plus_3")


class TestBattle:
    def battle(self) -> State:
        return after(
            table(2, "reich", america={"o1": "R2", 1: "U2"}),
            "A: play infantry_mobilisation",
            "A: move 2 America o1 -> America 1",
        )

    def test_revealed_cards_are_read(self) -> None:
        laid = after(self.battle(), "B: lay deck", "A: lay reserve")

        assert {"reveal B uwc_green_2", "reveal A reich_red_1"} == set(
            follows(laid, "reveal B uwc_green_2", "reveal A reich_red_1").split("; ")
        )

    def test_who_laid_which_card_is_asked(self) -> None:
        """From the deck or the Reserve: the faces do not tell."""
        played = ("B: lay deck", "A: lay reserve", "reveal B uwc_green_2", "reveal A reich_red_1")

        assert 4 == follows(self.battle(), *played).count("reveal B uwc_green_2")

    def test_squares_are_followed_by_what_falls(self) -> None:
        laid = after(self.battle(), *fight("A", "B", "HH - -", "- - -"))

        assert "compare" == follows(laid, "compare")


class TestWholeGames:
    def test_every_action_is_found_or_asked_for(self) -> None:
        """Whatever the next legal action shows is explained by it, by one that looks the same, or asked."""
        for state, action in played(2, "veteran"):
            if action is None:
                continue
            target = GAME.table(GAME.apply(state, action))
            reading = explain(GAME, state, target)
            if isinstance(reading, Ambiguous):
                assert any(self.agrees(state, one, target) for one in reading.readings)
            else:
                assert isinstance(reading, Explained), GAME.write_action(action)
                assert self.agrees(state, reading, target)

    @staticmethod
    def agrees(state: State, story: Explained[Action], target: TableSnapshot) -> bool:
        for action in story.actions:
            state = GAME.apply(state, action)
        return not diff(GAME.table(state), target)


def test_an_unrelated_piece_explains_nothing() -> None:
    state = table(2)
    changes = Evidence.of((Change("america.1.cc", "elite_america", 1),))

    assert "unexplained" == understood(state, seen(state, america_1_cc=["uwc_america", "politician_jamming"]))
    assert [] == [a for a in GAME.candidates_for(state, changes) if a.player == "A"]


def test_a_piece_where_it_can_never_lie_ends_the_search() -> None:
    """Whatever else lies on the table: no action ever brings a command card onto a meter."""
    state = table(2, america={2: ""})
    other = Change("B.money.4", "money", 1)
    foreign = Change("america.occupation.3", "infantry_terror", 1)
    marker = Change("america.occupation.4", "occupation_america", 1)

    assert [] != list(GAME.candidates_for(state, Evidence.of((other,))))
    assert [] == list(GAME.candidates_for(state, Evidence.of((foreign, other))))
    assert [] == list(GAME.chance_for(state, Evidence.of((foreign, marker))))


@pytest.mark.parametrize("players", [2, 4, 6])
def test_whatever_a_table_shows_may_lie_there(players: int) -> None:
    for number, (state, _) in enumerate(played(players, "veteran")):
        if number % 5 == 0:
            shown = [(zone, piece) for zone, pieces in GAME.table(state).zones.items() for piece in pieces]

            assert [] == [(zone, piece) for zone, piece in shown if not may_lie(state, zone, piece)]


class TestTablesOfNoPosition:
    """Whatever is explained to the last piece ends in a table that the game may show (ISK-24, ISK-26, ISK-57)."""

    def test_a_marker_on_no_field_of_its_track(self) -> None:
        assert not GAME.may_show(table(), seen(table(), F_money_5=[]))

    def test_a_marker_on_two_fields_of_its_track(self) -> None:
        assert not GAME.may_show(table(), seen(table(), F_money_4=["money"]))

    def test_a_marker_on_another_field(self) -> None:
        assert GAME.may_show(table(), seen(table(), F_money_5=[], F_money_4=["money"]))

    def test_a_marker_that_may_lie_where_nobody_can_read_or_look(self) -> None:
        state = table()
        picture = seen(state, F_money_5=[])
        covered = {zone: pieces for zone, pieces in picture.zones.items() if zone != "F.money.3"}

        assert GAME.may_show(state, seen(state, F_money_5=[UNREADABLE]))
        assert GAME.may_show(state, TableSnapshot(covered))

    def test_a_jamming_marker_beside_its_sheet_or_in_orbit_but_not_away(self) -> None:
        state = table(2)
        beside = [piece for piece in GAME.table(state).zones["B.markers"] if piece != "jamming_america"]

        assert GAME.may_show(state, GAME.table(state))
        assert not GAME.may_show(state, seen(state, B_markers=beside))
        assert GAME.may_show(state, seen(state, B_markers=beside, america_o2=["jamming_america"]))


def test_a_gift_that_is_back_before_the_next_move_was_taken_back() -> None:
    """ISK-59: D gave F money, it lies with D again, and E gave D some: nobody need have given anything back."""
    start = table()
    gift, next_move = "D: give 2 Money to F", "E: give 1 Money to D"
    look = GAME.table(after(start, next_move))

    says = revise(GAME, after(start, gift), [OpenAction(start, GAME.read_action(gift))], Sighting(look, look, Hidden()))

    assert Hypothesis(1, (GAME.read_action(next_move),)) == says


def test_a_card_with_two_commands_is_asked_and_not_played_before_what_was_seen() -> None:
    """A double command gives one of its two. As Terror it could have come before A's order; it was seen after it."""
    start = table(side="reich")
    order, card = "A: organise 1 America o1 -> America o2", "C: play einsatzgruppen_terror_or_assault"
    now = after(start, order)
    end = after(now, card)
    heights = {"C.discard": Height(1, 1)}
    look = GAME.table(end)

    says = revise(
        GAME, now, [OpenAction(start, GAME.read_action(order))], Sighting(look, look, Hidden(heights=heights))
    )

    assert isinstance(says, Ambiguous)
    assert {card, f"{card} as assault"} == {GAME.write_action(each.actions[0]) for each in says.readings}


class TestLeastDecisions:
    """What cannot end in time is not searched: cards, tiles and resources that no one decision changes together."""

    STATE = table(america={1: "U1", 2: "", 3: ""}, asia={1: "U1", 2: ""}, seats={"F": {"politics": 0}})

    def least(self, *notations: str) -> int:
        """Of the change that these actions make, which may be against the rules."""
        state = self.STATE
        for notation in notations:
            state = GAME.apply(state, GAME.read_action(notation))
        return GAME.least_decisions(self.STATE, diff(GAME.table(self.STATE), GAME.table(state)))

    def test_one_order_or_card_is_one(self) -> None:
        assert 1 == self.least("D: organise 1 America 1 -> America 2")
        assert 1 == self.least("F: play politician_assault")
        assert 1 == self.least("F: give 1 Money to E")
        assert 1 == self.least("F: loan")

    def test_each_open_pile_takes_a_decision_of_its_own(self) -> None:
        assert 2 == self.least("F: play politician_assault", "E: play general_assault")

    def test_a_card_moves_no_tiles(self) -> None:
        assert 2 == self.least("D: organise 1 America 1 -> America 2", "E: play general_assault")

    def test_an_order_changes_two_places(self) -> None:
        orders = "D: organise 1 America 1 -> America 2", "F: organise 1 Asia 1 -> Asia 2"

        assert 2 == self.least(*orders)
        assert 3 == self.least(*orders, "E: play general_assault")

    def test_an_order_makes_nobody_richer(self) -> None:
        """The tile went for nothing, and whoever moved it got something by another decision."""
        moved = Change("america.1.cc", "uwc_america", -1), Change("america.2.cc", "uwc_america", 1)
        came, went = Change("D.money.4", "money", 1), Change("D.money.3", "money", -1)

        assert 2 == GAME.least_decisions(self.STATE, (*moved, came, went))
        assert 1 == GAME.least_decisions(self.STATE, (*moved, came._replace(delta=-1), went._replace(delta=1)))
        assert 1 == GAME.least_decisions(self.STATE, (*moved, came))

    def test_more_than_two_pay_in_one_decision_only_where_the_turn_ends(self) -> None:
        """ISK-140: all get their income when the last of the other side has ended his turn."""
        assert 2 == self.least("D: give 1 Money to E", "F: loan")
        ending = replace(self.STATE, phase=Phase.TOKEN)
        everybody = [Change(f"{seat}.money.9", "money", 1) for seat in "DEF"]
        assert 0 == GAME.least_decisions(ending, everybody)
