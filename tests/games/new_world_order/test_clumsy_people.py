"""What people do at the table of New World Order who are not tidy: a move in parts, in any order, at any pace."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.clumsy.__main__ import run
from benchmarks.clumsy.judge import Verdict
from benchmarks.clumsy.people import People
from benchmarks.clumsy.positions import evening_of
from benchmarks.clumsy.report import Planned
from benchmarks.clumsy.trial import trial
from benchmarks.recorded_evening import Performance
from companion.core.screen import NoticeKind
from companion.games import GAMES
from companion.games.new_world_order.actions import Drop
from companion.simulation.scenario import read_scenario
from tests.session.game_table import GameTable

GAME = GAMES["new_world_order"]
EVENING = Path(__file__).parents[3] / "companion" / "games" / "new_world_order" / "evening_clumsy.toml"
DEALT = 7
"""Steps until the cards of the first round lie in the market."""


def test_the_clumsy_evening_comes_out_as_recorded(tmp_path: Path) -> None:
    """Parts, held and half covered pieces, glare, a book, a hand over what is due, a power cut: nothing is concluded
    that did not happen."""
    performance = Performance(EVENING, tmp_path / "journal.db")
    performance.play()

    assert [] == performance.wrong
    assert 1 == performance.cuts


@pytest.fixture
def table(tmp_path: Path) -> GameTable:
    """Ann is on turn; her HeliosLab lies in slot 3."""
    return GameTable(read_scenario(EVENING), DEALT, tmp_path / "journal.db")


class TestCardsOneByOne:
    @pytest.mark.parametrize("pause", [0.5, 2.0, 5.0, 20.0])
    def test_become_one_move_however_slow(self, table: GameTable, pause: float) -> None:
        for _ in range(3):
            table.hands("farm: market -> A.4", rest=pause)
        table.waits(3)

        assert ["A: take 3 Farm -> 4"] == table.actions
        assert table.silent

    def test_of_two_kinds_are_two_moves(self, table: GameTable) -> None:
        """The next player's card is no second card of the first."""
        table.hands("farm: market -> A.4")
        table.hands("gold_mine: market -> B.4")

        assert ["A: take Farm -> 4", "B: take Gold Mine -> 4"] == table.actions

    def test_and_the_next_player_at_once(self, table: GameTable) -> None:
        table.hands("farm: market -> A.4")
        table.hands("gold_mine: market -> B.4")
        table.hands("farm: market -> A.4")

        assert ["A: take 2 Farm -> 4", "B: take Gold Mine -> 4"] == table.actions
        assert {"explained", "revised"} == table.kinds


class TestTakenBack:
    """What leads back to where the game was is no move of its own."""

    def test_a_pile_to_and_fro_within_ones_own_slots(self, table: GameTable) -> None:
        """Each way is a legal move; both are none, and what came before can still be taken back by hand."""
        table.hands("farm: market -> A.4", rest=2)
        table.hands("farm: A.4 -> A.1", rest=2)
        table.hands("farm: A.1 -> A.4", rest=2)

        assert ["A: take Farm -> 4"] == table.actions
        table.hands("farm: A.4 -> market", rest=3)
        assert [] == table.actions
        assert table.silent

    def test_piles_that_were_dragged_along_and_are_put_right_one_by_one(self, table: GameTable) -> None:
        """Each looks like a legal move, there and back; at no time is more believed than what still lies astray."""
        table.hands("geneva_institute: A.1 -> A.4", "pharmaceutical_corp: A.2 -> A.5", "helioslab: A.3 -> A.6", rest=4)
        assert 3 == len(table.actions)
        for left, way in ((2, "A.4 -> A.1"), (1, "A.5 -> A.2"), (0, "A.6 -> A.3")):
            piece = {"A.4": "geneva_institute", "A.5": "pharmaceutical_corp", "A.6": "helioslab"}[way[:3]]
            table.hands(f"{piece}: {way}", rest=2)
            assert left == len(table.actions)

        assert table.silent


def test_two_like_cards_that_change_places_are_in_hands_meanwhile(tmp_path: Path) -> None:
    """The farm of the slot lies in the market: the other one is held, and nothing was thrown away."""
    table = GameTable(read_scenario(EVENING), DEALT, tmp_path / "journal.db")
    table.hands("farm: market -> A.4", rest=2)
    table.hands("farm: A.4 -> hand", rest=2)
    table.hands("farm: market -> hand", rest=2)
    table.hands("farm: hand -> market", rest=6)

    assert ["A: take Farm -> 4"] == table.actions
    table.hands("farm: hand -> A.4", rest=2)
    assert ["A: take Farm -> 4"] == table.actions
    assert table.silent


class TestTheCornerForWhatIsPutAway:
    """NWO-66."""

    def test_what_lies_there_is_put_away_without_a_touch(self, table: GameTable) -> None:
        table.hands("helioslab: A.3 -> away", rest=4)

        assert ["A: discard 3"] == table.actions
        assert table.silent

    def test_on_its_way_there_it_is_in_a_hand(self, table: GameTable) -> None:
        table.hands("helioslab: A.3 -> hand", rest=6)
        assert [] == table.actions
        table.hands("helioslab: hand -> away", rest=4)

        assert ["A: discard 3"] == table.actions

    def test_what_has_been_there_before_puts_nothing_else_away(self, table: GameTable) -> None:
        """A like card, that is only held, is not the one that lies in the corner."""
        table.hands("helioslab: A.3 -> away", rest=4)
        table.hands("gold_mine: market -> B.4", rest=4)
        table.hands("gold_mine: B.4 -> hand", rest=6)

        assert 2 == len(table.actions)


class TestAMoveInParts:
    """Ann buys the top tile for two HeliosLab."""

    @pytest.fixture
    def table(self, tmp_path: Path) -> GameTable:
        table = GameTable(read_scenario(EVENING), DEALT, tmp_path / "journal.db")
        table.hands("helioslab: market -> A.3")
        table.hands("gold_mine: market -> B.4")
        table.hands("casino_chain: market -> C.4")
        return table

    def test_paid_first(self, table: GameTable) -> None:
        table.hands("2 helioslab: A.3 -> hand", rest=8)
        table.hands("tile_09: pyramid.4.0.0 -> A.tiles", rest=3)

        assert "A: buy Tile 9 with 3" == table.actions[-1]
        assert 4 == len(table.actions)

    def test_taken_first_and_paid_card_by_card(self, table: GameTable) -> None:
        table.hands("tile_09: pyramid.4.0.0 -> A.tiles", rest=5)
        table.hands("helioslab: A.3 -> box", rest=5)
        table.hands("helioslab: A.3 -> box", rest=3)

        assert "A: buy Tile 9 with 3" == table.actions[-1]
        assert 4 == len(table.actions)
        assert "illegal" not in table.kinds

    def test_what_is_held_is_no_payment(self, table: GameTable) -> None:
        table.hands("2 helioslab: A.3 -> hand", rest=8)
        table.hands("2 helioslab: hand -> A.3", rest=3)

        assert 3 == len(table.actions)
        assert table.silent

    def test_taken_back_whole(self, table: GameTable) -> None:
        table.hands("tile_09: pyramid.4.0.0 -> A.tiles", "2 helioslab: A.3 -> box", rest=3)
        table.hands("tile_09: A.tiles -> pyramid.4.0.0", "2 helioslab: box -> A.3", rest=3)

        assert 3 == len(table.actions)
        assert {"explained", "revised"} == table.kinds

    def test_a_squared_pile_is_not_given_up(self, table: GameTable) -> None:
        table.table.squared = {"A.3"}
        table.waits(10)

        assert 3 == len(table.actions)
        assert table.silent


def test_what_was_thrown_away_by_all_in_turn_is_told_by_what_lands(table: GameTable) -> None:
    """Five discards with nobody at the screen are more than a table may be behind, but they have been said.

    That Ann takes her farm back, seen in her slot for twenty seconds, and another card instead explains it as well.
    """
    table.hands("farm: market -> A.4", rest=20)
    thrown = ("alternative_fuels: B.1", "construction: C.1", "farm: A.4", "car_producer: B.2", "investment_bank: C.2")
    for card in thrown:
        table.hands(f"{card} -> box", rest=8)
    table.hands("gold_mine: market -> A.4", rest=3)

    discards = ["B: discard 1", "C: discard 1", "A: discard 4", "B: discard 2", "C: discard 2"]
    assert ["A: take Farm -> 4", *discards, "A: take Gold Mine -> 4"] == table.actions
    assert table.silent


def test_what_was_thrown_away_in_turn_comes_before_what_lands(table: GameTable) -> None:
    """NWO-22: Bob could pass while Cid and Ann hold their cards, but nobody does so who has seen them go in turn."""
    table.hands("farm: market -> A.4", rest=8)
    for card in ("alternative_fuels: B.1", "construction: C.1", "geneva_institute: A.1"):
        table.hands(f"{card} -> box", rest=8)
    table.hands("disc: A.disc -> B.disc", rest=3)

    discards = ["B: discard 1", "C: discard 1", "A: discard 1"]
    assert ["A: take Farm -> 4", *discards, "B: pass"] == table.actions
    assert table.silent


@pytest.mark.parametrize("rest", [5, 12])
def test_what_went_before_the_next_player_acted_was_put_away_and_what_went_after_is_held(
    table: GameTable, rest: float
) -> None:
    """NWO-22: Bob could not have taken his card before Ann's turn was over, when all of her slot 3 lay there still."""
    table.hands("geneva_institute: A.1 -> box", rest=1)
    table.hands("farm: market -> B.4", rest=1)
    table.hands("helioslab: A.3 -> box", rest=rest)

    assert ["A: discard 1", "B: take Farm -> 4"] == table.actions
    assert {"explained"} == table.kinds

    table.hands("helioslab: box -> A.3", rest=3)
    assert ["A: discard 1", "B: take Farm -> 4"] == table.actions


def test_two_like_cards_that_change_owners_are_in_hands_meanwhile() -> None:
    """One lies where the other lay: nothing has been thrown away, though whoever lacks one could not do that."""
    people = like_cards_before_two_players()
    one, other = next(
        (a, b)
        for a in people.table.things
        for b in people.table.things
        if a.piece == b.piece and a.zone[0] < b.zone[0] and a.zone[1:2] == b.zone[1:2] == "."
    )
    for thing in (one, other):
        people.table.take(thing.tag)
        people.wait(2, people.hands_over(thing.zone))
    people.table.put_at(one.tag, other.zone, other.label)
    people.wait(12)
    assert people.session.prompt is not None
    assert people.session.prompt.notice.kind is NoticeKind.SAYING

    people.table.put_at(other.tag, one.zone, one.label)
    people.wait(4)
    assert people.session.prompt is None
    assert people.history.state == people.state


def like_cards_before_two_players() -> People:
    """Two of a kind lie uncovered before two players."""
    for number in range(12):
        done = evening_of(GAME, 5, number)
        for length in range(40, len(done), 20):
            people = People(GAME, 5, 1, done=done[:length])
            open_ones = {(thing.zone[0], thing.piece) for thing in people.table.things if thing.zone[1:2] == "."}
            pieces = [piece for _, piece in open_ones]
            if len(set(pieces)) < len(pieces) and people.sees_all():
                people.wait(3)
                return people
    raise AssertionError("no two players have the same card")


def test_a_card_that_went_before_the_next_was_dealt_went_with_what_was_open_then() -> None:
    """NWO-85-R, NWO-86: Bob robbed Ann of it: for Cut the Losses, dealt since, nobody drops before that."""
    name = "a label washed out for a while, and moves are made"
    verdict = run(Planned(GAME.name, 2, 41001001095, "labels", name, "first")).verdict

    assert verdict is not None
    assert verdict.clean, verdict.notes
    assert any("concludes: explained B: blackmail A.1 -> away, deal" in note for note in verdict.notes)


def test_a_card_taken_to_where_its_like_has_just_been_thrown_away_is_told_by_their_labels() -> None:
    """The slot looks as before and the market lacks one: nobody holds that, the label in the slot is the market's."""
    verdict = run(Planned(GAME.name, 2, 141001000086, "timing", "three moves within three seconds", "second")).verdict

    assert verdict is not None
    assert verdict.clean, verdict.notes
    answer = "Ann threw away Alternative Fuels, Ann took Alternative Fuels into slot 1"
    assert any(answer in note for note in verdict.notes)


def test_a_card_that_was_read_for_long_and_laid_back_has_not_been_set_aside() -> None:
    """NWO-85: it may have been when it was gone; the same label at its place is no second card from the deck."""
    name = "pieces of two players are held at once and put back"
    verdict = run(Planned(GAME.name, 2, 181001860, "held", name, "first")).verdict

    assert verdict is not None
    assert not verdict.silently_wrong, verdict.notes
    assert any("concludes: revised set aside Cut the Losses" in note for note in verdict.notes)


def test_cards_set_aside_one_after_the_other_are_put_away_though_they_were_dealt_lately() -> None:
    """Two Blackmail of the first market are set aside: that neither has ever been dealt is no other story."""
    verdict = run(Planned(GAME.name, 2, 2206000043, "tidy", "several moves in a row", "first")).verdict

    assert verdict is not None
    assert verdict.clean, verdict.notes


def test_a_new_card_of_the_kind_that_was_just_dropped_is_not_that_card() -> None:
    """NWO-80: three drop one each, and a card that is dealt next is of such a kind: that tells of no order."""

    def everybody_drops(people: People) -> bool:
        dropped = 0
        while drop := people.a_decision(fits=lambda action: isinstance(action, Drop)):
            people.do(drop)
            people.wait(2.0)
            dropped += 1
        people.chance()
        return dropped == 3

    people = People(GAME, 3, 627560084, done=evening_of(GAME, 3, 40)[:69])
    verdict = trial(people, everybody_drops)

    assert isinstance(verdict, Verdict)
    assert verdict.clean, verdict.notes


def test_a_set_that_goes_while_the_companion_starts_again_is_not_to_be_put_back_when_the_rest_goes_too() -> None:
    """One of two cards had gone when it looked first: the latest move may not have been carried out. It had been."""
    name = "the companion is switched off and on in the middle of a move"
    verdict = run(Planned(GAME.name, 3, 2203000034, "guests", name, "third")).verdict

    assert verdict is not None
    assert verdict.clean, verdict.notes


def test_what_is_taken_to_a_slot_that_its_player_has_emptied_tells_that_he_threw_that_away() -> None:
    """A set of three is thrown away, then one of the kind comes from the market: the label in the slot is another."""
    verdict = run(Planned(GAME.name, 3, 2204000142, "tidy", "several moves in a row", "first")).verdict

    assert verdict is not None
    assert verdict.clean, verdict.notes


@pytest.mark.parametrize(("seed", "players"), [(2201000006, 2), (2201000016, 4), (2201000021, 5), (2211000113, 4)])
def test_like_cards_that_change_places_are_thrown_away_by_nobody(seed: int, players: int) -> None:
    """One label lies where the other did: the first place is empty because that card came from there."""
    name = "two like pieces change places"
    verdict = run(Planned(GAME.name, players, seed, "counting", name, "third")).verdict

    assert verdict is not None
    assert verdict.clean, verdict.notes


def test_a_card_thrown_away_and_its_like_taken_on_its_heels_are_told_by_their_labels() -> None:
    """A hand is over both places again before it is said what the slot's other label tells."""

    def three_moves(people: People) -> bool:
        for _ in range(3):
            decision = people.a_decision()
            assert decision is not None
            people.do(decision)
            people.chance()
            people.wait(people.random.uniform(0.0, 0.8))
        return True

    verdict = trial(People(GAME, 3, 2701000024), three_moves)

    assert isinstance(verdict, Verdict)
    assert verdict.clean, verdict.notes
    answer = "Ann threw away Global Warlord, Ann took Global Warlord into slot 1"
    assert any(answer in note for note in verdict.notes)
