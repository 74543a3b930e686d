"""What the players see, as values: no window needed."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.screen import Button, Cell, Do, Forbidden, Inspect, Screen, Tone
from companion.core.screen_parts import KeyFigure, Pips
from companion.core.text import say_plural
from companion.games.new_world_order import GAME
from companion.games.new_world_order.hints import affordable, payments, shortfalls
from companion.games.new_world_order.purchases import Purchase
from companion.games.new_world_order.state import State
from tests.games.new_world_order.tables import FULL_PYRAMID, after, position

DEAL = 'phase = "deal"\nround = 2\ndisc = "A"'


def screen(state: State) -> Screen:
    return GAME.present(state)


def pass_button(state: State) -> Button:
    return next(button for button in screen(state).buttons if button.key == "pass")


def cell(state: State, zone: str) -> Cell:
    shown = screen(state)
    boards = (*shown.boards, *(seat.board for seat in shown.seats))
    return next(cell for board in boards for cell in board.cells if cell.zone == zone)


class TestStatus:
    def test_whose_turn(self) -> None:
        assert "Round 1: A's turn" == str(screen(position()).status)
        assert [True, False, False] == [seat.on_turn for seat in screen(position()).seats]

    def test_the_last_round(self) -> None:
        assert "Last round: A's turn" == str(screen(position(more="final = true")).status)

    def test_what_set_up_needs_next(self) -> None:
        bare = position("", "", pyramid="", market="[]", more='phase = "setup"')
        laid = position("", "", market="[]", more='phase = "setup"')

        assert "Set-up: lay layer 1 of the pyramid, tiles to go: 16" == str(screen(bare).status)
        assert "Set-up: A draws a character" == str(screen(laid).status)
        drawn = after(laid, "A: draws Illuminati", "B: draws President")
        assert "Set-up: A chooses a second character" == str(screen(drawn).status)
        chosen = after(drawn, "A: chooses Banker", "A: starts with Construction")
        assert "Set-up: A takes Investment Bank and Central Bank" == str(screen(chosen).status)
        ready = after(chosen, "A: starts with Investment Bank", "A: starts with Central Bank")
        assert "Set-up: B takes any three starting cards" == str(screen(ready).status)

    def test_the_pyramid_layer_by_layer(self) -> None:
        """NWO-3 to NWO-6: what to lay next, and what to do when what is left does not fit."""
        layer1 = FULL_PYRAMID[FULL_PYRAMID.index("layer1") :]
        first = position("", "", pyramid=f"\n{layer1}", market="[]", more='phase = "setup"')
        cannot_be_finished = FULL_PYRAMID.replace('[["Tile 9"]]', '[[""]]').replace("Tile 22", "Tile 9")
        no_top = position("", "", pyramid=cannot_be_finished, market="[]", more='phase = "setup"')

        assert "Set-up: lay layer 2 of the pyramid, tiles to go: 9" == str(screen(first).status)
        assert "Set-up: lay layer 2 of the pyramid, tiles to go: 8" == str(
            screen(after(first, "lay Tile 29 at 2.1.1")).status
        )
        shown = [cell.zone for cell in screen(first).boards[1].cells if str(cell.title) == "a tile here"]
        assert [f"pyramid.2.{row}.{column}" for row in range(3) for column in range(3)] == shown
        assert "Set-up: the tiles that are left fit nowhere; exchange one with a laid one" == str(screen(no_top).status)

    def test_what_is_to_be_dealt(self) -> None:
        assert "Round 2: deal 4 cards" == str(screen(position(market='["9 Farm"]', more=DEAL)).status)

    def test_what_is_to_be_resolved(self) -> None:
        tie = position(more=DEAL + '\nopen = ["Blackmail"]')
        robbery = position("", 'tiles = ["Tile 1"]', pyramid="", more=DEAL + '\nopen = ["Blackmail"]')
        losses = position(more=DEAL + '\nopen = ["Cut the Losses"]')

        assert "Blackmail: a tie, nothing happens; set it aside" == str(screen(tie).status)
        assert "Blackmail: A robs B" == str(screen(robbery).status)
        assert "Cut the Losses: everybody may throw away one card or set" == str(screen(losses).status)
        assert Do(GAME.read_action("set aside Cut the Losses")) == pass_button(losses).intent

    def test_who_won(self) -> None:
        state = position('tiles = ["Tile 29"]', "", pyramid="", more='phase = "over"')

        assert "A won" == str(screen(state).status)

    def test_a_shared_victory_cites_its_ruling(self) -> None:
        """NWO-79"""
        state = position('tiles = ["Tile 29"]', 'tiles = ["Tile 30"]', pyramid="", more='phase = "over"')

        assert "A and B won" == str(screen(state).status)
        assert "Equal points share the victory: NWO-79-R (ruling)" == str(screen(state).remarks[0])


class TestBoards:
    def test_equal_cards_of_the_market_are_one_row(self) -> None:
        market = screen(position(market='["7 Farm", "Dividends 200"]')).boards[0]

        assert [("Dividends 200", 1, 0), ("Farm", 7, 1)] == [(str(row.title), row.count, row.y) for row in market.cells]
        assert str(market.note).startswith("8 cards, ")

    def test_a_free_tile_within_reach_is_good(self) -> None:
        rich, poor = position('slots = ["6 Construction"]', "", ""), position()

        assert Tone.GOOD is cell(rich, "pyramid.4.0.0").tone
        assert Tone.NORMAL is cell(poor, "pyramid.4.0.0").tone
        assert Tone.DIM is cell(rich, "pyramid.3.0.0").tone

    def test_upper_layers_lie_over_the_lower_ones(self) -> None:
        pyramid = screen(position()).boards[1]
        places = {shown.zone: (shown.x, shown.y) for shown in pyramid.cells}

        assert (1.5, 1.5) == places["pyramid.4.0.0"]
        assert (0.5, 0.5) == places["pyramid.2.0.0"]
        assert "pyramid.4.0.0" == pyramid.cells[-1].zone

    def test_unconfirmed_points_are_marked(self) -> None:
        """DESIGN 2.15"""

        def figure(state: State, zone: str) -> tuple[str, bool]:
            return cell(state, zone).value, cell(state, zone).provisional

        assert ("300", True) == figure(position(), "pyramid.4.0.0")
        assert ("350", False) == figure(position(), "pyramid.2.0.0")
        assert ("400", True) == figure(position('slots = ["6 Construction"]', "", ""), "A.1")
        assert any("provisional" in str(remark) for remark in screen(position()).remarks)

    def test_a_touched_cell_asks_what_lies_there(self) -> None:
        assert Inspect("A.1", "farm") == cell(position('slots = ["2 Farm"]', "", ""), "A.1").intent


class TestSeats:
    def test_piles_with_their_worth(self) -> None:
        slots = '"6 Construction", "2 Farm", "Oil Magnate + Car Producer", "Dividends 100 (new)"'
        state = position(f"slots = [{slots}]", "", "")
        shown = {
            zone: (str(cell(state, zone).title), cell(state, zone).pips, cell(state, zone).tone)
            for zone in ("A.1", "A.2", "A.3", "A.4")
        }

        assert {
            "A.1": ("Construction", Pips(6, 6), Tone.NORMAL),
            "A.2": ("Farm", Pips(2, 6), Tone.DIM),
            "A.3": ("Energy and cars", Pips(2, 3), Tone.DIM),
            "A.4": ("Dividends", Pips(1, 1), Tone.ATTENTION),
        } == shown
        assert "next round" == str(cell(state, "A.4").detail)
        assert [True, False] == [cell(state, zone).lit for zone in ("A.1", "A.2")]

    def test_facts_at_a_glance(self) -> None:
        seat = screen(position('tiles = ["New Frequencies", "Tile 3"]\nslots = ["2 Farm"]', "", pyramid="")).seats[0]

        assert KeyFigure(say_plural("point", "points", 550), "550", provisional=True) == seat.score
        assert [("can pay up to", "0", None), ("Finding life in space", "", Pips(2, 3))] == [
            (str(fact.label), fact.value, fact.pips) for fact in seat.facts
        ]

    def test_who_passed_and_who_starts(self) -> None:
        seats = screen(position("passed = true", "passed = true", "", more='on_turn = "C"\ndisc = "B"')).seats

        assert ["passed", "passed, starts next round"] == [str(seat.remark) for seat in seats[:2]]
        assert Tone.DIM is seats[0].tone

    def test_a_character_and_its_dream(self) -> None:
        seat = screen(position('character = "Philanthropist"', "")).seats[0]

        assert "Philanthropist, dreams of Finding life in space" == str(seat.remark)

    def test_a_globalists_specials_beside_the_slots(self) -> None:
        state = position('character = "Globalist"\noutside = ["Above the Law"]', "")

        assert "Above the Law" == str(cell(state, "A.specials").title)

    def test_names_are_values_never_templates(self) -> None:
        state = position('name = "{tile} [b]"', "", "")

        assert "Round 1: {tile} [b]'s turn" == str(screen(state).status)


class TestButtons:
    def test_a_grey_pass_says_why(self) -> None:
        """NWO-27"""
        grey = pass_button(position("", ""))

        assert not grey.enabled
        assert isinstance(grey.why_not, Forbidden)
        assert "NWO-27" == grey.why_not.rule
        assert "With two players A acts at least once before passing." == str(grey.why_not.reason)
        assert pass_button(position()).enabled

    def test_the_extra_action_can_be_given_up(self) -> None:
        state = after(position('slots = ["Above the Law"]', "", ""), "A: take Farm", "A: above the law 1")

        waive = Do(GAME.read_action("A: waive"))
        assert waive in [button.intent for button in screen(state).buttons if not button.key]
        assert "one more action" == str(screen(state).seats[0].remark)


def emptied(ways: Iterable[Purchase]) -> list[tuple[int, ...]]:
    """The numbers of the slots that each purchase empties."""
    return [tuple(place.number for place in way.places) for way in ways]


class TestAdvice:
    def test_what_would_pay_for_each_free_tile(self) -> None:
        """The payment that loses least."""
        state = position('slots = ["6 Construction", "6 Farm", "3 Global Media"]', "", "")

        assert "the 300 tile: pay with 2 (340 for 300)" == str(screen(state).remarks[0])
        assert [(2,), (1,), (3,), (1, 2), (2, 3), (1, 3)] == emptied(payments(state, state.player("A"), 300))

    def test_what_it_would_take(self) -> None:
        """How far each player is from leading, and what he could have at most."""
        state = position('tiles = ["Tile 29"]', "", pyramid='\nlayer4 = [["Tile 9"]]\n', market="[]")
        remarks = [str(remark) for remark in screen(state).remarks]

        assert "A leads, 1300 possible" in remarks
        assert "B: 1001 more to lead, 300 possible" in remarks

    def test_what_the_other_free_tiles_lack(self) -> None:
        state = position(
            'slots = ["6 Silver Mine"]', "", "", pyramid='\nlayer3 = [["Tile 1", "Nano-bots"], ["", ""]]\n'
        )

        assert {"tile_nano_bots": 100} == shortfalls(state, state.player("A"))
        assert "Points short of the other free tiles: Nano-bots 100" in [
            str(remark) for remark in screen(state).remarks
        ]

    def test_who_is_one_tile_short_of_a_goal(self) -> None:
        state = position('tiles = ["New Frequencies", "Tile 3"]', "", pyramid='\nlayer4 = [["Tile 13"]]\n')

        assert "A: one tile short of Finding life in space" in [str(remark) for remark in screen(state).remarks]

    def test_a_standstill_is_announced(self) -> None:
        """NWO-28, NWO-74"""
        idle = position("passed = true", "passed = true", "", more='on_turn = "C"\nadded = true')
        last = position("passed = true", "passed = true", "", more='on_turn = "C"')

        assert "If C passes too, nobody has acted, and the next deal adds nothing." == str(screen(idle).remarks[0])
        assert "If C passes too, the game is over: NWO-74 (ruling)" == str(screen(last).remarks[0])

    def test_three_sets_for_a_mediamogul_who_has_not_used_them(self) -> None:
        """NWO-105"""
        slots = 'slots = ["3 Construction", "3 Farm", "3 Casino Chain"]'
        unused = position(f'character = "Mediamogul"\n{slots}', "", "")
        used = position(f'character = "Mediamogul"\nspent = ["three_sets"]\n{slots}', "", "")

        assert {"tile_09"} == set(affordable(unused, unused.player("A")))
        assert {} == affordable(used, used.player("A"))
        assert any("power" in str(remark) for remark in screen(unused).remarks)

    def test_a_power_is_advised_only_where_nothing_else_pays(self) -> None:
        """NWO-109: the three small sets are 340 and lose less than one of 400, but would use the power up."""
        slots = 'slots = ["6 Construction", "3 Farm", "3 Casino Chain", "4 Silver Mine"]'
        state = position(f'character = "Mediamogul"\n{slots}', "", "")

        assert (2, 3, 4) in emptied(payments(state, state.player("A"), 300))
        assert [(1,)] == emptied([affordable(state, state.player("A"))["tile_09"]])

    def test_a_set_that_a_president_could_turn(self) -> None:
        """NWO-106: 7 Global Media are 800 and 550."""
        slots = 'character = "President"\nslots = ["6 Silver Mine", "Global Media"]'
        state = position(slots, "", "", pyramid='\nlayer4 = [["Tile 30"]]\n')
        spent = position(f'{slots}\nspent = ["conversion"]', "", "", pyramid='\nlayer4 = [["Tile 30"]]\n')

        assert "the 1000 tile: pay with 1 as Global Media, 2 (1350 for 1000)" == str(screen(state).remarks[0])
        assert {"tile_30": 700} == shortfalls(spent, spent.player("A"))
