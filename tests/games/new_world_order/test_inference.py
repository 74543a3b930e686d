"""What the table shows, understood: actions inferred, illegal ones named, half-done ones waited for."""

from __future__ import annotations

from companion.core.belief.hypothesis import Either, Hypothesis, OpenAction, Unfinished
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import revise
from companion.core.belief.search import Ambiguous, Explained, Explanation, Illegal, Unexplained, explain
from companion.core.table import UNREADABLE, Change, TableSnapshot
from companion.games.new_world_order import GAME
from companion.games.new_world_order.actions import Action
from companion.games.new_world_order.state import State
from tests.games.new_world_order.tables import DEAL, FULL_PYRAMID, after, position, seen, without


def said(explanation: Explanation[Action]) -> str:
    """An explanation in one line: its actions, and what is special about it."""
    match explanation:
        case Explained(actions, outstanding):
            notes = [f"{len(outstanding)} to do"] * bool(outstanding)
        case Illegal(actions, action, violation, _):
            actions, notes = (*actions, action), [violation.rule.id]
        case Ambiguous(readings):
            return " | ".join(sorted(said(reading) for reading in readings))
        case Unexplained():
            return "unexplained"
    story = ", ".join(GAME.write_action(action) for action in actions)
    return f"{story} ({', '.join(notes)})" if notes else story


def understood(state: State, table: TableSnapshot) -> str:
    return said(explain(GAME, state, table))


def market_less(state: State, *cards: str) -> list[str]:
    market = list(state.market)
    for card in cards:
        market.remove(card)
    return market


class TestLegalActions:
    def test_a_pick_into_the_slot_where_it_lies(self) -> None:
        state = position()

        assert "A: take 2 Farm -> 4" == understood(
            state, seen(state, market=market_less(state, "farm", "farm"), A_4=["farm", "farm"])
        )

    def test_a_pick_onto_the_own_pile(self) -> None:
        state = position('slots = ["", "2 Farm"]', "", "")

        assert "A: take Farm -> 2" == understood(
            state, seen(state, market=market_less(state, "farm"), A_2=["farm"] * 3)
        )

    def test_a_colour_set_in_one_pick(self) -> None:
        state = position()
        energy = ["alternative_fuels", "car_producer", "oil_magnate"]

        assert "A: take Alternative Fuels, Car Producer, Oil Magnate -> 1" == understood(
            state, seen(state, market=market_less(state, *energy), A_1=energy)
        )

    def test_a_buy_by_the_piles_that_are_gone(self) -> None:
        state = position('slots = ["6 Construction", "3 Global Media"]', "", "")

        assert "A: buy Tile 9 with 1" == understood(state, GAME.table(after(state, "A: buy Tile 9 with 1")))

    def test_a_presidents_purchase_is_what_it_looks_like(self) -> None:
        """NWO-106: nothing is asked where the sets pay as they are; else one of them was turned."""
        rich = position('character = "President"\nslots = ["6 Construction", "3 Global Media"]', "", "")
        poor = position('character = "President"\nslots = ["3 Gold Mine", "Global Media"]', "", "")

        assert "A: buy Tile 9 with 1, 2" == understood(rich, GAME.table(after(rich, "A: buy Tile 9 with 1, 2")))
        told = "A: buy Tile 9 with 1 as Global Media, 2"
        assert told == understood(poor, GAME.table(after(poor, told)))

    def test_a_discard(self) -> None:
        state = position('slots = ["2 Farm", "3 Global Media"]', "", "")

        assert "A: discard 1" == understood(state, GAME.table(after(state, "A: discard 1")))

    def test_the_first_pass_by_the_disc(self) -> None:
        state = position(more='disc = "C"')

        assert "A: pass" == understood(state, seen(state, C_disc=[], A_disc=["disc"]))

    def test_a_forgotten_pass_before_the_next_players_pick(self) -> None:
        """NWO-23, NWO-24: nobody need say "pass"; the disc still has to be handed over."""
        state = position(more='disc = "C"')

        assert "A: pass, B: take Gold Mine -> 1 (2 to do)" == understood(
            state, seen(state, market=market_less(state, "gold_mine"), B_1=["gold_mine"])
        )

    def test_two_players_actions_at_once(self) -> None:
        state = position()

        assert "A: take Farm -> 1, B: take Gold Mine -> 1" == understood(
            state, seen(state, market=market_less(state, "farm", "gold_mine"), A_1=["farm"], B_1=["gold_mine"])
        )

    def test_single_cards_put_together(self) -> None:
        state = position('slots = ["Oil Magnate", "Car Producer"]', "", "")

        assert "A: combine 1, 2" == understood(state, seen(state, A_1=["car_producer", "oil_magnate"], A_2=[]))

    def test_a_pile_moved_to_another_slot(self) -> None:
        state = position('slots = ["3 Gold Mine"]', "", "")

        assert "A: move 1 -> 6" == understood(state, seen(state, A_1=[], A_6=["gold_mine"] * 3))

    def test_two_piles_that_changed_places(self) -> None:
        state = position('slots = ["3 Gold Mine", "2 Farm"]', "", "")

        assert "A: swap 1 and 2" == understood(state, seen(state, A_1=["farm"] * 2, A_2=["gold_mine"] * 3))

    def test_what_a_globalist_throws_away_outside_the_slots(self) -> None:
        law = position('character = "Globalist"\noutside = ["Above the Law"]', "", "")
        state = position('character = "Globalist"\noutside = ["Hostile Takeover", "Dividends 100"]', "", "")

        assert "A: discard outside 1" == understood(law, seen(law, A_specials=[]))
        assert "A: move outside 2 -> 1" == understood(
            state, seen(state, A_1=["hostile_takeover"], A_specials=["dividends_100"])
        )

    def test_the_triangle_that_nobody_took_is_to_be_done(self) -> None:
        state = position('character = "Cardinal"\nslots = ["6 Farm"]', "", "")

        explanation = explain(GAME, state, seen(state, market=market_less(state, "farm"), A_1=["farm"] * 7))

        assert "A: take Farm -> 1 (1 to do)" == said(explanation)
        assert isinstance(explanation, Explained)
        assert (Change("A.triangles", "triangle", -1),) == explanation.outstanding

    def test_the_characters_and_starting_cards_of_everybody_at_once(self) -> None:
        state = position(more='phase = "setup"', market="[]")
        banker = {
            "A_character": ["banker"],
            "A_2": ["construction"],
            "A_3": ["investment_bank"],
            "A_1": ["central_bank"],
        }
        mogul = {"C_character": ["mediamogul"], "C_1": ["massmedia_corp", "global_warlord", "global_media"]}

        story = explain(GAME, state, seen(state, **banker, **mogul))

        assert isinstance(story, Explained)
        assert 8 == len(story.actions)
        assert () == story.outstanding

    def test_a_whole_deal(self) -> None:
        """NWO-12: thirteen cards turned up between two looks."""
        state = position(market="[]", more='phase = "deal"\ndisc = "A"')
        cards = ["farm"] * 5 + ["oil_magnate"] * 3 + ["dividends_100"] * 4 + ["silver_mine"]

        story = explain(GAME, state, seen(state, market=cards))

        assert isinstance(story, Explained)
        assert ["deal"] * 13 == [GAME.write_action(action).split()[0] for action in story.actions]

    def test_a_whole_layer(self) -> None:
        """NWO-3: sixteen tiles laid between two looks."""
        state = position(market="[]", more='phase = "setup"', pyramid="")
        tiles = list(GAME.catalog.tiles)[:16]
        zones = {f"pyramid.1.{index // 4}.{index % 4}": (tile,) for index, tile in enumerate(tiles)}

        story = explain(GAME, state, TableSnapshot({**GAME.table(state).zones, **zones}))

        assert isinstance(story, Explained)
        assert 16 == len(story.actions)
        assert () == story.outstanding


class TestSpecialCards:
    def test_an_extra_action(self) -> None:
        state = position('slots = ["Above the Law", "6 Construction"]', "", "")
        told = ("A: take 2 Farm -> 3", "A: above the law 1", "A: buy Tile 9 with 2")

        assert ", ".join(told) == understood(state, GAME.table(after(state, *told)))

    def test_a_robbery(self) -> None:
        state = position('slots = ["Hostile Takeover"]', 'slots = ["", "4 Gold Mine"]', "")

        assert "A: take over B.2:3 with 1 -> 1" == understood(
            state, GAME.table(after(state, "A: take over B.2:3 with 1 -> 1"))
        )

    def test_who_is_robbed_after_a_buy_did_not_pay_with_that(self) -> None:
        """NWO-50, NWO-83: two of Ann's piles are gone in one look; one of them has come to Ben."""
        state = position('slots = ["6 Construction", "Global Media"]', 'slots = ["", "Hostile Takeover"]', "")
        told = ("A: buy Tile 9 with 1", "B: take over A.2 with 2 -> 1")

        assert ", ".join(told) == understood(state, GAME.table(after(state, *told)))

    def test_a_robbery_of_the_cardinal_is_named(self) -> None:
        state = position('slots = ["Hostile Takeover"]', 'character = "Cardinal"\nslots = ["", "4 Farm"]', "")

        assert "A: take over B.2:3 with 1 -> 1 (NWO-108)" == understood(
            state, GAME.table(after(state, "A: take over B.2:3 with 1 -> 1"))
        )

    def test_blackmail_is_understood_with_its_robbery(self) -> None:
        state = position(
            "", 'tiles = ["Tile 7"]', 'tiles = ["Tile 5"]\nslots = ["3 Silver Mine"]\ntriangles = ["Farm"]',
            pyramid="", market='["9 Farm", "3 Construction"]', more='phase = "deal"\nround = 2\ndisc = "A"',
        )  # fmt: skip
        dealt = after(state, "deal Blackmail")

        assert "A: blackmail C.1:2 -> 1" == understood(dealt, GAME.table(after(dealt, "A: blackmail C.1:2 -> 1")))
        assert "set aside Blackmail" == understood(dealt, GAME.table(after(dealt, "set aside Blackmail")))

    def test_blackmail_and_the_next_deal_in_one_look(self) -> None:
        """NWO-83-R4: the loot left the game before the cards came; nobody holds it."""
        full = '"2 Gold Mine", "2 Silver Mine", "2 Construction", "2 Oil Magnate", "2 Car Producer", "2 Casino Chain"'
        state = position(
            f'slots = [{full}, "2 Central Bank"]', 'tiles = ["Tile 2"]\nslots = ["3 Farm"]',
            pyramid="", market="[]", more='phase = "deal"\nround = 2\ndisc = "A"\nopen = ["Blackmail"]',
        )  # fmt: skip
        happened = ("A: blackmail B.1:2 -> away", "deal Diamond Mine", "deal Silver Mine")
        look = GAME.table(after(state, *happened))

        found = revise(GAME, state, (), Sighting(look, look, Hidden()))

        assert isinstance(found, Hypothesis)
        assert happened == tuple(map(GAME.write_action, found.actions))
        assert not found.held

    def test_blackmail_that_still_lies_there_was_not_dealt_again(self) -> None:
        """NWO-83: the loot is taken, the card is yet to be put away."""
        state = position(
            "", 'tiles = ["Tile 2"]\nslots = ["3 Farm"]',
            pyramid="", market='["7 Farm"]', more='phase = "deal"\nround = 2\ndisc = "A"\nopen = ["Blackmail"]',
        )  # fmt: skip
        done = after(state, "A: blackmail B.1:2 -> 1")
        look = TableSnapshot({**GAME.table(done).zones, "market": GAME.table(state).zones["market"]})

        assert "A: blackmail B.1:2 -> 1 (1 to do)" == understood(state, look)

    def test_losses_cut_before_the_card_is_set_aside(self) -> None:
        dealing = 'phase = "deal"\nround = 2\ndisc = "A"'
        state = position('slots = ["Farm"]', "", "", market='["8 Farm"]', more=dealing)
        dealt = after(state, "deal Cut the Losses")

        assert "A: drop 1, set aside Cut the Losses" == understood(
            dealt, GAME.table(after(dealt, "A: drop 1", "set aside Cut the Losses"))
        )

    def test_the_last_card_of_the_market_comes_with_one_to_be_set_aside(self) -> None:
        """NWO-20: the other way round the market would be full; cards that lie there at once came as they may."""
        dealing = 'phase = "deal"\nround = 2\ndisc = "A"'
        state = position("", "", "", market='["9 Farm", "3 Construction"]', more=dealing)
        told = ("deal Cut the Losses", "deal Car Producer")

        assert ", ".join(told) == understood(state, GAME.table(after(state, *told)))


class TestIllegalActions:
    def test_a_covered_tile(self) -> None:
        state = position('slots = ["6 Construction"]', "", "")

        assert "A: buy Tile 1 with 1 (NWO-51)" == understood(state, seen(state, A_1=[], A_tiles=["tile_01"]))

    def test_too_few_points(self) -> None:
        state = position('slots = ["3 Construction", "3 Farm"]', "", "")

        assert "A: buy Tile 9 with 1, 2 (NWO-53)" == understood(
            state, GAME.table(after(state, "A: buy Tile 9 with 1, 2"))
        )

    def test_a_tile_taken_by_somebody_who_cannot_pay(self) -> None:
        state = position('slots = ["3 Construction", "3 Farm"]', "", "")

        assert "A: buy Tile 9 with 1, 2 (NWO-53)" == understood(
            state, seen(state, **{"pyramid.4.0.0": []}, A_tiles=["tile_09"])
        )

    def test_three_sets(self) -> None:
        state = position('slots = ["3 Construction", "3 Farm", "4 Gold Mine"]', "", "")

        assert "A: buy Tile 9 with 1, 2, 3 (NWO-52)" == understood(
            state, GAME.table(after(state, "A: buy Tile 9 with 1, 2, 3"))
        )

    def test_a_split_set(self) -> None:
        state = position('slots = ["6 Construction"]', "", "")

        assert "A: buy Tile 9 with 1:5 (NWO-54)" == understood(
            state, GAME.table(after(state, "A: buy Tile 9 with 1:5"))
        )

    def test_less_than_half_a_set(self) -> None:
        state = position('slots = ["6 Construction", "2 Farm"]', "", "")

        assert "A: buy Tile 9 with 1, 2 (NWO-42)" == understood(
            state, GAME.table(after(state, "A: buy Tile 9 with 1, 2"))
        )

    def test_no_free_slot_the_card_beside_the_slots(self) -> None:
        slots = 'slots = ["2 Construction", "2 Gold Mine", "3 Silver Mine", "2 Oil Magnate", "2 Global Media"]'
        state = position(slots, "", "", "")

        assert "A: take Farm -> 6 (NWO-32)" == understood(
            state, seen(state, market=market_less(state, "farm"), A_6=["farm"])
        )

    def test_no_free_slot_the_card_on_another_pile(self) -> None:
        slots = 'slots = ["2 Construction", "2 Gold Mine", "3 Silver Mine", "2 Oil Magnate", "2 Global Media"]'
        state = position(slots, "", "", "")

        assert "A: take Farm -> 3 (NWO-32)" == understood(
            state, seen(state, market=market_less(state, "farm"), A_3=["farm"] + ["silver_mine"] * 3)
        )

    def test_a_second_pile_of_the_same(self) -> None:
        state = position('slots = ["2 Farm"]', "", "")

        assert "A: take Farm -> 2 (NWO-33)" == understood(
            state, seen(state, market=market_less(state, "farm"), A_2=["farm"])
        )

    def test_cards_that_do_not_belong_together(self) -> None:
        state = position()

        assert "A: take Farm, Gold Mine -> 1 (NWO-31)" == understood(
            state, seen(state, market=market_less(state, "farm", "gold_mine"), A_1=["farm", "gold_mine"])
        )

    def test_two_kinds_into_two_slots(self) -> None:
        """NWO-22: the second pick is one too many."""
        state = position()

        assert "A: take Farm -> 1, A: take Gold Mine -> 2 (NWO-22)" == understood(
            state, seen(state, market=market_less(state, "farm", "gold_mine"), A_1=["farm"], A_2=["gold_mine"])
        )

    def test_out_of_turn_with_two_players(self) -> None:
        """NWO-27: A may not have passed without acting, so B is simply early."""
        state = position("", "")

        assert "B: take Farm -> 1 (NWO-22)" == understood(
            state, seen(state, market=market_less(state, "farm"), B_1=["farm"])
        )

    def test_after_passing(self) -> None:
        state = position("", "passed = true", "")

        assert "B: take Farm -> 1 (NWO-23)" == understood(
            state, seen(state, market=market_less(state, "farm"), B_1=["farm"])
        )

    def test_part_of_a_pile_thrown_away(self) -> None:
        state = position('slots = ["4 Farm"]', "", "")

        assert "A: discard 1:1 (NWO-66)" == understood(state, seen(state, A_1=["farm"] * 3))

    def test_a_card_moved_off_its_pile(self) -> None:
        state = position('slots = ["4 Farm"]', "", "")

        assert "A: move 1:1 -> 2 (NWO-63)" == understood(state, seen(state, A_1=["farm"] * 3, A_2=["farm"]))

    def test_a_colour_set_broken_up(self) -> None:
        state = position('slots = ["Oil Magnate + Car Producer", "Farm"]', "", "")

        assert "A: move 1:Oil Magnate -> 4 (NWO-64-R)" == understood(
            state, seen(state, A_1=["car_producer"], A_4=["oil_magnate"])
        )

    def test_a_refill_during_the_round(self) -> None:
        state = position()

        assert "deal Farm (NWO-39)" == understood(state, seen(state, market=[*state.market, "farm"]))

    def test_a_pick_before_the_market_is_full(self) -> None:
        state = position(more='phase = "deal"\ndisc = "A"')

        assert "A: take Farm -> 1 (NWO-22)" == understood(
            state, seen(state, market=market_less(state, "farm"), A_1=["farm"])
        )

    def test_a_tile_that_comes_from_nowhere_is_unexplained(self) -> None:
        state = position("", 'tiles = ["Tile 3"]', "", pyramid="")

        assert "unexplained" == understood(state, seen(state, A_tiles=["tile_04"]))


class TestHalfDone:
    def test_the_tile_is_taken_and_one_pile_would_pay(self) -> None:
        state = position('slots = ["6 Construction"]', "", "")

        assert "A: buy Tile 9 with 1 (1 to do)" == understood(
            state, seen(state, **{"pyramid.4.0.0": []}, A_tiles=["tile_09"])
        )

    def test_the_tile_is_taken_and_several_ways_would_pay(self) -> None:
        state = position('slots = ["6 Construction", "3 Global Media"]', "", "")

        explanation = explain(GAME, state, seen(state, **{"pyramid.4.0.0": []}, A_tiles=["tile_09"]))

        assert isinstance(explanation, Ambiguous)

    def test_a_pile_is_gone_and_a_tile_may_follow(self) -> None:
        state = position('slots = ["6 Construction"]', "", "")

        assert "A: discard 1" == understood(state, seen(state, A_1=[]))

    def test_a_card_that_left_the_market_and_is_nowhere_yet(self) -> None:
        state = position()

        assert "A: take Farm (1 to do)" == understood(state, seen(state, market=market_less(state, "farm")))


class TestWhatCannotBeRead:
    def test_an_unreadable_label_where_the_card_went(self) -> None:
        state = position()

        assert "A: take Farm -> 6" == understood(
            state, seen(state, market=market_less(state, "farm"), A_6=[UNREADABLE])
        )

    def test_an_unreadable_label_in_the_market(self) -> None:
        state = position()
        market = [*market_less(state, "farm", "oil_magnate"), UNREADABLE]

        assert "A: take Farm -> 1" == understood(state, seen(state, market=market, A_1=["farm"]))

    def test_an_unreadable_tile(self) -> None:
        state = position('slots = ["6 Construction"]', "", "")

        assert "A: buy Tile 9 with 1" == understood(
            state, seen(state, **{"pyramid.4.0.0": []}, A_1=[], A_tiles=[UNREADABLE])
        )

    def test_a_covered_market(self) -> None:
        state = position()
        table = seen(state, market=market_less(state, "farm"), A_1=["farm"])

        assert "A: take Farm -> 1" == understood(state, without(table, "market"))

    def test_a_covered_slot(self) -> None:
        state = position('slots = ["2 Gold Mine"]', "", "")
        table = seen(state, market=market_less(state, "gold_mine"), A_1=["gold_mine"] * 3)

        assert "A: take Gold Mine" == understood(state, without(table, "A.1"))

    def test_a_table_that_shows_nothing_new(self) -> None:
        state = position()

        assert "" == understood(state, without(GAME.table(state), "market", "A.1"))


def test_the_full_pyramid_shows_its_top_only() -> None:
    """A tile that lies under another cannot be seen and is not asked for (NWO-6)."""
    zones = GAME.table(position(pyramid=FULL_PYRAMID)).zones

    assert ["pyramid.4.0.0"] == [zone for zone in zones if zone.startswith("pyramid")]


class TestTablesOfNoPosition:
    """Whatever is explained to the last piece ends in a table that the game may show (NWO-6, NWO-51)."""

    def test_a_tile_that_left_the_pyramid_lies_before_somebody(self) -> None:
        state = position()
        (top,) = GAME.table(state).zones["pyramid.4.0.0"]

        assert GAME.may_show(state, seen(state, pyramid_4_0_0=[], B_tiles=[top]))
        assert GAME.may_show(state, seen(state, pyramid_4_0_0=[], B_tiles=[UNREADABLE]))
        assert not GAME.may_show(state, seen(state, pyramid_4_0_0=[]))

    def test_the_disc_lies_before_one_player(self) -> None:
        state = position(more='disc = "A"')

        assert GAME.may_show(state, seen(state, A_disc=[], C_disc=["disc"]))
        assert not GAME.may_show(state, seen(state, A_disc=[]))
        assert not GAME.may_show(state, seen(state, C_disc=["disc"]))

    def test_each_piece_lies_where_its_kind_does(self) -> None:
        state = position()

        assert GAME.may_show(state, seen(state, B_1=["farm"]))
        assert not GAME.may_show(state, seen(state, B_tiles=["farm"]))
        assert not GAME.may_show(state, seen(state, B_1=["disc"]))


def test_whoever_may_have_acted_under_a_book_is_not_passed_over() -> None:
    """NWO-22: Bob is not out of turn if Ann has passed, or thrown away what lay in the slot that nobody can see."""
    state = position('slots = ["3 Farm"]', "", "")
    look = without(seen(state, market=market_less(state, "gold_mine"), B_1=["gold_mine"]), "A.1")

    found = revise(GAME, state, (), Sighting(look, look, Hidden()))

    assert isinstance(found, Either)
    told = [[*map(GAME.write_action, each.actions)] for each in found.readings]
    assert [["A: pass", "B: take Gold Mine -> 1"], ["A: discard 1", "B: take Gold Mine -> 1"]] == told
    assert {"NWO-22"} == {each.slip.violation.rule.id for each in found.readings if each.slip is not None}


def test_a_tile_that_is_not_seen_does_not_hide_what_was_thrown_away() -> None:
    """NWO-36: the pile may be thrown away, a tile may not; each is out of sight for its own reason."""
    state = position('slots = ["3 Farm"]', "", "")
    look = seen(state, A_1=[], pyramid_4_0_0=[])

    found = revise(GAME, state, (), Sighting(look, look, Hidden()))

    assert isinstance(found, Hypothesis)
    assert {"A.1", "pyramid.4.0.0"} == {change.zone for change in found.held}
    (thrown,) = found.discarded
    assert ["A: discard 1"] == [*map(GAME.write_action, thrown.actions)]
    assert ["pyramid.4.0.0"] == [change.zone for change in thrown.held]


def test_what_is_put_away_may_have_paid_for_what_was_bought_before() -> None:
    """NWO-25, NWO-53: all others have passed; a second set may have been discarded, or have paid for the tile too."""
    before = position('slots = ["6 Construction", "3 Global Media"]', "passed = true", more='disc = "B"')
    bought, paid = after(before, "A: buy Tile 9 with 1"), GAME.table(after(before, "A: buy Tile 9 with 1, 2"))
    latest = [OpenAction(before, GAME.read_action("A: buy Tile 9 with 1"))]

    says = revise(GAME, bought, latest, Sighting(paid, paid, Hidden()))

    assert isinstance(says, Hypothesis)
    told = [(each.taken_back, *map(GAME.write_action, each.actions)) for each in says.discarded]
    assert [(0, "A: discard 2"), (1, "A: buy Tile 9 with 1, 2")] == told
    assert (Change("A.2", "global_media", -3),) == says.held


def test_who_takes_his_move_back_before_the_next_one_has_deals_nothing() -> None:
    """NWO-39: Ann's Farm lies in the market again, Cid's Gold Mine does not yet; nobody has refilled the market."""
    before = position("", "passed = true", "")
    taken = after(before, "A: take Farm -> 1")
    both = after(taken, "C: take Gold Mine -> 1")
    look = seen(both, market=market_less(before, "gold_mine"), A_1=[])
    latest = [
        OpenAction(before, GAME.read_action("A: take Farm -> 1")),
        OpenAction(taken, GAME.read_action("C: take Gold Mine -> 1")),
    ]

    says = revise(GAME, both, latest, Sighting(look, look, Hidden()))

    assert isinstance(says, Unfinished)
    assert (2, ()) == (says.taken_back, says.actions)
    assert {Change("C.1", "gold_mine", 1), Change("market", "gold_mine", -1)} == {*says.missing}


def test_what_went_one_after_the_other_may_be_a_robbery_or_two_discards() -> None:
    """NWO-66, NWO-83: Bob's Global Media goes after Ann's Hostile Takeover.

    Had both gone at once, she would have robbed.
    """
    state = position('slots = ["Hostile Takeover"]', 'slots = ["Global Media"]', "", market="[]")
    look = seen(state, A_1=[], B_1=[])
    robbed = ("A: take over B.1 with 1 -> away",)

    at_once = revise(GAME, state, (), Sighting(look, look, Hidden()))
    later = revise(GAME, state, (), Sighting(look, look, Hidden(lack=["A.1"])))

    assert isinstance(at_once, Hypothesis)
    assert isinstance(later, Hypothesis)
    assert [robbed] == _thrown(at_once)
    assert [robbed, ("A: discard 1", "B: discard 1")] == _thrown(later)
    assert (True, False) == (at_once.forced, later.forced)


def test_a_special_that_goes_as_the_next_cards_come_is_set_aside() -> None:
    """NWO-85: nobody holds it in his hand and deals the cards that replace it."""
    state = position("", "", more=DEAL + '\nopen = ["Blackmail"]', market='["10 Farm"]')
    look = seen(state, market=[*["farm"] * 10, "gold_mine", "silver_mine", "oil_magnate"])

    at_once = revise(GAME, state, (), Sighting(look, look, Hidden()))
    held_before = revise(GAME, state, (), Sighting(look, look, Hidden(lack=["market"])))

    assert isinstance(at_once, Hypothesis)
    assert isinstance(held_before, Hypothesis)
    assert "set aside Blackmail" in [*map(GAME.write_action, at_once.actions)]
    assert 4 == len(at_once.actions)
    assert [Change("market", "blackmail", -1)] == [*held_before.held]


def test_a_take_over_is_told_though_the_next_player_threw_a_card_away_before_it_was_finished() -> None:
    """NWO-83, NWO-22: Ann's special went, then Ben's card, then what she had robbed; or all of it was thrown away."""
    state = position('slots = ["Hostile Takeover"]', 'slots = ["Farm"]', 'slots = ["Gold Mine"]')
    robbed = ("A: take over C.1 with 1 -> away", "B: discard 1")
    look = seen(after(state, *robbed))

    says = revise(GAME, state, (), Sighting(look, look, Hidden(lack=["A.1", "B.1"])))

    assert isinstance(says, Hypothesis)
    assert [robbed, ("A: discard 1", "B: discard 1", "C: discard 1")] == _thrown(says)


def test_a_special_is_set_aside_beside_a_card_that_another_one_covers() -> None:
    """NWO-85: one of the next cards came to lie over one of the market, which stops nothing."""
    state = position("", "", more=DEAL + '\nopen = ["Cut the Losses"]', market='["9 Farm", "Gold Mine"]')
    look = seen(state, market=["farm"] * 9)

    says = revise(GAME, state, (), Sighting(look, look, Hidden(lack=["market"])))

    assert isinstance(says, Hypothesis)
    assert [("set aside Cut the Losses",)] == _thrown(says)
    assert [Change("market", "gold_mine", -1)] == [*says.discarded[0].held]


def test_a_special_goes_and_another_of_its_kind_comes_in_one_look() -> None:
    """NWO-85: by its kind nothing has changed there, but its label is another one."""
    state = position("", "", more=DEAL + '\nopen = ["Blackmail"]', market='["10 Farm"]')
    look = seen(state, market=[*["farm"] * 10, "blackmail", "gold_mine"])
    exchanged = Hidden(level=frozenset({"market"}), replaced={("market", "blackmail")})

    same, other = (revise(GAME, state, (), Sighting(look, look, hidden)) for hidden in (Hidden(), exchanged))

    assert isinstance(same, Hypothesis)
    assert isinstance(other, Hypothesis)
    assert ["deal Gold Mine"] == [*map(GAME.write_action, same.actions)]
    assert {"set aside Blackmail", "deal Blackmail", "deal Gold Mine"} == {*map(GAME.write_action, other.actions)}


def test_what_may_have_met_either_of_two_fates_is_told_with_what_was_thrown_away_and_beside_it() -> None:
    """NWO-66, NWO-82: Ann, who plays on alone, threw her farms away; her Above the Law too, or she played it, or
    one of the two is still in her hand."""
    state = after(
        position('slots = ["3 Farm", "Above the Law"]', "passed = true", more='disc = "B"'), "A: take Gold Mine"
    )
    look = seen(state, A_1=[], A_2=[])

    says = revise(GAME, state, (), Sighting(look, look, Hidden(lack=["A.1"])))

    assert isinstance(says, Hypothesis)
    assert [("A: discard 1",)] == _thrown(says)
    assert [
        ("A: discard 1", "A: discard 2"),
        ("A: discard 1", "A: above the law 2"),
        ("A: discard 2",),
        ("A: above the law 2",),
    ] == [tuple(map(GAME.write_action, each.actions)) for each in says.fates]


def test_what_chance_brings_belongs_to_no_earlier_decision() -> None:
    """NWO-20, NWO-29: two decisions could have been made instead of three, while the first card is dealt."""
    state = position('slots = ["Farm"]', 'slots = ["Gold Mine"]', market="[]", more='phase = "deal"\ndisc = "A"')
    moves = "A: move 1 -> 2", "B: move 1 -> 2", "A: move 2 -> 3"
    latest = [OpenAction(after(state, *moves[:n]), GAME.read_action(move)) for n, move in enumerate(moves)]
    now = after(state, *moves)
    look = seen(now, market=["oil_magnate"])

    says = revise(GAME, now, latest, Sighting(look, look, Hidden()), hasty=True)

    assert isinstance(says, Hypothesis)
    assert ["deal Oil Magnate"] == [*map(GAME.write_action, says.actions)]


def test_what_was_set_aside_may_have_robbed_where_nobody_could_look() -> None:
    """NWO-86: the Blackmail went in sight, the robbed card under a phone that lay over both players' slots."""
    victim = 'tiles = ["Tile 1"]\nslots = ["4 Gold Mine"]'
    before = position("", victim, pyramid="", market='["9 Farm"]', more=DEAL + '\nopen = ["Blackmail"]')
    set_aside = after(before, "set aside Blackmail")
    latest = [OpenAction(before, GAME.read_action("set aside Blackmail"))]
    look = GAME.table(after(before, "A: blackmail B.1:1"))

    says = revise(GAME, set_aside, latest, Sighting(look, look, Hidden()))

    assert isinstance(says, Hypothesis)
    assert (1, ["A: blackmail B.1:1 -> 1"]) == (says.taken_back, [*map(GAME.write_action, says.actions)])


def _thrown(found: Hypothesis[Action]) -> list[tuple[str, ...]]:
    return [tuple(map(GAME.write_action, each.actions)) for each in found.discarded]
