"""Statements of the rules that no check refuses and no worked case shows: what is simply so."""

from __future__ import annotations

import pytest

from companion.core.belief.search import Explained, explain
from companion.core.game import Options, legal_actions
from companion.errors import ConfigError, NotationError
from companion.games.iron_sky import GAME
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import RouteKind, Side
from companion.games.iron_sky.settings import OPTIONAL_RULES, PRESETS
from companion.games.iron_sky.state import ReichPlayer, State
from tests.games.iron_sky.tables import NAMES, after, broken, fight, new_game, table

MARCH = ("A: play infantry_mobilisation", "A: move 1 America o1 -> America 1")


def _options(state: State) -> set[str]:
    return {option for option in OPTIONAL_RULES if state.plays(option)}


class TestModel:
    @pytest.mark.parametrize("players", [2, 4, 6])
    def test_sides_face_each_other_at_every_board(self, players: int) -> None:
        """ISK-1, ISK-15, ISK-17: clockwise from the north-west, the Reich in the north."""
        state = new_game(players)
        boards = ("america", "europe", "asia")[: players // 2]

        assert [*boards, *reversed(boards)] == [player.board for player in state.players]
        assert [Side.REICH] * (players // 2) == [player.side for player in state.players[: players // 2]]

    @pytest.mark.parametrize("players", [1, 3, 5, 7])
    def test_other_numbers_of_players_are_refused(self, players: int) -> None:
        """ISK-1."""
        with pytest.raises(ConfigError, match="2, 4 or 6 players"):
            GAME.initial_state(Options(("x",) * players))

    def test_control_war_and_slots(self) -> None:
        """ISK-4, ISK-6, ISK-8: control is an army in the Command Centre, war does not change it."""
        state = table(america={1: ("U1", "R2"), 2: "R1", 3: ""})

        assert Side.UWC is state.territory("america.1").controller
        assert state.territory("america.1").at_war
        assert not state.territory("america.2").at_war
        assert state.territory("america.3").controller is None

    @pytest.mark.parametrize(
        "board", [{"o1": "uwc_america"}, {1: "uwc_america reich_america"}, {1: ("R1", "R1")}, {1: "card"}]
    )
    def test_impossible_stacks_are_refused(self, board: dict[object, object]) -> None:
        """ISK-4, ISK-5, ISK-9: an army is of one side, and orbit is for the Reich."""
        with pytest.raises(NotationError):
            table(america=board)

    @pytest.mark.parametrize(
        ("said", "path"),
        [
            ({"tokens": ["token_minus_9"]}, "tokens 1: there is no time token 'token_minus_9'"),
            ({"pool": {"neutral": ["atlantis"]}}, "pool, neutral 1: there is no board 'atlantis'"),
            ({"pool": {"gone": ["uwc_atlantis"]}}, "pool, gone 1: .*, not 'uwc_atlantis'"),
            ({"seats": {"A": {"discard": ["politician_nonsense"]}}}, "players 1, discard 1: .*'politician_nonsense'"),
            ({"seats": {"A": {"battle": {"used": ["red_9"]}}}}, "players 1, battle, used 1: .*'red_9'"),
            (
                {"seats": {"A": {"todo": {"command": "terror", "card": "infantry_nonsense"}}}},
                "players 1, todo, card: there is no command card 'infantry_nonsense'",
            ),
            ({"america": {1: ("U1", "", (("improvement", "casino"),))}}, "boards america, 1, improvement: .*'casino'"),
            (
                {"battle": {"place": "america.9", "attacker": {"player": "A"}, "defender": {"player": "F"}}},
                "battle, place: there is no place 'america.9'",
            ),
        ],
    )
    def test_names_nobody_knows_are_refused(self, said: dict[str, object], path: str) -> None:
        """A position names places, tiles and cards of this copy only, and the refusal says which name it is."""
        with pytest.raises(NotationError, match=path):
            table(**said)  # type: ignore[arg-type]

    def test_the_leading_team_is_on_top(self) -> None:
        """ISK-11: what the camera sees of a stack."""
        assert ("uwc_asia",) == GAME.table(table(europe={1: "uwc_europe uwc_asia"})).zones["europe.1.cc"]

    def test_white_routes_to_a_neutral_continent_lead_nowhere(self) -> None:
        """ISK-96."""
        kinds = {route.kind for route in new_game(2).map.routes["america.3"]}

        assert RouteKind.WHITE not in kinds
        assert RouteKind.WHITE in {route.kind for route in new_game(4).map.routes["america.3"]}


class TestSetup:
    def test_six_players(self) -> None:
        """ISK-18, ISK-20, ISK-21, ISK-22, ISK-23, ISK-24, ISK-26, ISK-28: tiles, markers, hands, banks."""
        state = after(new_game(6), *(f"sheet {s} {c}" for s, c in zip("ABCDEF", COMMANDERS, strict=True)))
        uwc, reich = state.player("F"), state.player("A")

        assert [("uwc_america",)] * 7 == [territory.centre.tiles for territory in state.board("america").territories]
        assert [("reich_america",)] * 3 == [stack.tiles for stack in state.board("america").orbit]
        assert (8, 17) == (uwc.supply, reich.supply)
        assert (5, 10) == (uwc.hand, uwc.deck)
        assert (9, 1) == (uwc.battle.deck, uwc.battle.reserve)
        assert (18, 18) == (state.bank_uwc, state.bank_reich)
        assert (0, 0) == (state.board("asia").occupation, state.board("asia").devastation)
        assert ("jamming_america",) == GAME.table(state).zones["F.markers"]
        assert ("terror_america",) == GAME.table(state).zones["A.markers"]
        assert (3, 4) == (uwc.money, uwc.politics)

    def test_banks_with_fewer_players(self) -> None:
        """ISK-20: 28 battle cards with four players, 38 with two."""
        assert [28, 38] == [new_game(players).bank_uwc for players in (4, 2)]

    def test_neutral_continents(self) -> None:
        """ISK-30, ISK-33, ISK-34, ISK-36: two tiles, two loans and one advice for each board left out."""
        four, two = new_game(4, boards="europe+asia"), new_game(2, boards="europe")

        assert (("america",), 2, 1) == (four.neutral, four.loans, four.advice)
        assert (("america", "asia"), 4, 2) == (two.neutral, two.loans, two.advice)
        assert ("loan", "loan", "uwc_america") == GAME.table(four).zones["pool"][1:]

    def test_sheets_are_dealt_by_side(self) -> None:
        """ISK-31, ISK-32: two of each side with four players, one with two; anybody may get any."""
        assert {"infantry", "artillery", "einsatzgruppen"} == {
            action.commander
            for action in legal_actions(GAME, new_game(2))
            if isinstance(action, act.DrawSheet) and action.seat == "A"
        }

    def test_game_types(self) -> None:
        """ISK-179: the three types name none, four and all of the optional rules."""
        assert [0, 4, 7] == [len(PRESETS[kind]) for kind in ("beginner", "experienced", "veteran")]
        assert set(OPTIONAL_RULES) == _options(new_game(2, game_type="veteran"))
        assert {"readiness"} == _options(new_game(2, readiness="on"))
        assert "initiative" not in _options(new_game(2, game_type="veteran", initiative="off"))

    def test_options_change_the_set_up(self) -> None:
        """ISK-19, ISK-27, ISK-152, ISK-163, ISK-178: 17 cards, two battle cards in hand, an Elite tile."""
        state = after(new_game(2, game_type="veteran"), "sheet A infantry", "sheet B general")
        player = state.player("B")

        assert 17 == player.hand + player.deck
        assert (7, 1, 2) == (player.battle.deck, player.battle.reserve, player.battle.hand)
        assert player.elite
        assert isinstance(state.player("A"), ReichPlayer)
        assert player.operation is None

    @pytest.mark.parametrize(
        ("settings", "words"),
        [
            ({"boards": "asia"}, "1 chosen, but"),
            ({"colour": "blue"}, "no setting 'colour'"),
            ({"surplus": "burnt"}, "use lost or counted"),
        ],
    )
    def test_impossible_settings_are_refused(self, settings: dict[str, str], words: str) -> None:
        with pytest.raises(ConfigError, match=words):
            GAME.initial_state(Options(NAMES[:4], settings))


class TestPlay:
    def test_a_played_card_lies_open(self) -> None:
        """ISK-56: on top of its player's discard pile."""
        state = after(table(2), "B: play politician_politicking")

        assert ("politician_politicking",) == GAME.table(state).zones["B.discard"]

    def test_the_devastation_marker_gives_no_income(self) -> None:
        """ISK-43: both incomes are read at the Occupation marker."""
        state = after(table(2, phase="token", america={1: "R1", "devastation": 6}), "turn token_plus_1")

        assert 3 == state.player("A").command

    def test_leaving_with_the_whole_army(self) -> None:
        """ISK-83: nobody controls the territory then."""
        state = after(table(), "F: play politician_mobilisation", "F: move 1 America 1 -> America 2")

        assert state.territory("america.1").controller is None

    def test_down_only_by_the_sector_s_red_routes(self) -> None:
        """ISK-84."""
        state = after(table(side="reich", america={2: "", 4: ""}), "A: play infantry_mobilisation")

        assert "ISK-12" == broken(state, "A: move 1 America o1 -> America 2")
        assert broken(state, "A: move 1 America o1 -> America 4") is None

    def test_a_mobilisation_may_go_up(self) -> None:
        """ISK-85."""
        state = after(table(side="reich", america={1: "R2"}), "A: play infantry_mobilisation")
        up = after(state, "A: move 2 America 1 -> America o1")

        assert 3 == len(up.orbit("america.o1"))

    def test_an_assault_may_cross(self) -> None:
        """ISK-88, ISK-102, ISK-103: from a controlled territory, for the fee."""
        state = table(america={3: "U1"}, europe={1: ""})
        crossed = after(
            state, "F: play politician_assault", "F: place America 3", "F: move 2 America 3 -> Europe 1 fee F"
        )

        assert ("uwc_america", "uwc_america") == crossed.territory("europe.1").centre.tiles
        assert 2 == crossed.player("F").politics

    def test_moved_tiles_join_the_commander_there(self) -> None:
        """ISK-92, ISK-7: they obey the board's commander from then on."""
        state = after(table(europe={1: "uwc_america"}), "E: organise 1 Europe 1 -> Europe 2")

        assert ("uwc_europe", "uwc_america") == state.territory("europe.2").centre.tiles

    def test_politicking(self) -> None:
        """ISK-118."""
        assert 4 == after(table(), "F: play politician_politicking").player("F").politics

    def test_cards_are_shuffled_by_people(self) -> None:
        """ISK-106, ISK-104: orientation is theirs to keep; all ten cards are unused again."""
        used = {"F": {"battle": {"used": ["uwc_red_1", "uwc_red_2"]}}}
        state = after(table(seats=used), "F: play politician_strategy_change", "F: shuffle battle cards")

        assert (9, 1, ()) == (
            state.player("F").battle.deck,
            state.player("F").battle.reserve,
            state.player("F").battle.used,
        )


class TestSimultaneousPlay:
    """ISK-46: players of a side act at the same time; each carries out his own card before his next (ISK-52)."""

    def test_two_open_cards(self) -> None:
        state = after(table(), "F: play politician_recruit_2", "E: play general_recruit_2", "F: place America 1")
        state = after(state, "D: organise 1 Asia 1 -> Asia 2", "E: place Europe 3", "F: place America 2")

        assert state.player("F").todo is None
        assert 1 == state.player("E").todo.left  # type: ignore[union-attr]
        assert "ISK-52" == broken(state, "E: organise 1 Europe 1 -> Europe 2")
        assert "ISK-52" == broken(state, "E: done")
        assert broken(state, "F: done") is None

    def test_nobody_carries_out_a_mate_s_card(self) -> None:
        state = after(table(), "F: play politician_recruit_2")

        assert "ISK-97" == broken(state, "E: place Europe 1")
        assert "ISK-52" == broken(state, "E: waive")

    def test_a_battle_comes_first(self) -> None:
        """ISK-80: a mate's open card waits until the battle is fought."""
        state = table(side="reich", america={4: ""})
        state = after(state, "B: play artillery_recruit_2", *MARCH)

        assert "ISK-80" == broken(state, "B: place Europe o1")

    def test_both_questions_are_on_the_screen(self) -> None:
        state = after(table(), "F: play politician_recruit_2", "E: play general_recruit_2")
        notice = GAME.present(state).notice

        assert notice is not None
        assert "Who carries out what?" == str(notice.heading)
        asked = [f"Recruit: where does {name} place a tile?" for name in ("Emil", "Fritz")]
        assert asked == [str(line) for line in notice.lines[:2]]
        assert {"Emil: tile to Europe 1", "Fritz: tile to America 1"} <= {str(a.label) for a in notice.answers}

    def test_both_cards_seen_in_one_look(self) -> None:
        """The camera finds both in whatever order."""
        state = table(side="reich")
        both = after(state, "A: play infantry_terror", "B: play artillery_recruit_3")
        found = explain(GAME, state, GAME.table(both))

        assert isinstance(found, Explained)
        assert {"A: play infantry_terror", "B: play artillery_recruit_3"} == {*map(GAME.write_action, found.actions)}

    def test_open_cards_survive_the_notation(self) -> None:
        state = after(table(), "F: play politician_recruit_2", "E: play general_assault", "E: place Europe 1")

        assert state == GAME.read_position(GAME.write_position(state))


class TestBattle:
    def test_there_is_no_declining(self) -> None:
        """ISK-136: the defender can only choose a card."""
        state = after(table(2, "reich"), *MARCH)

        assert ["B: lay deck", "B: lay reserve"] == [GAME.write_action(action) for action in legal_actions(GAME, state)]

    def test_losses_return_to_their_owners(self) -> None:
        """ISK-127, ISK-137: hits of both sides fall together, from the top."""
        state = after(table(side="reich", america={"o1": "R2", 1: "uwc_asia uwc_america"}), MARCH[0])
        state = after(state, "A: move 2 America o1 -> America 1", *fight("A", "F", "H H -", "H - -"), "compare")

        assert (9, 7) == (state.player("F").supply, state.player("D").supply)
        assert ("uwc_asia",) == state.territory("america.1").centre.tiles
        assert 1 == state.player("F").trophies

    def test_a_destroyed_elite_is_a_trophy_for_good(self) -> None:
        """ISK-170, ISK-145: 3 victory points, and it does not come back."""
        elite = {"elite_troops": "on"}
        state = table(side="reich", settings=elite, america={"o1": "R2", 1: "uwc_america elite_america"})
        state = after(
            state, MARCH[0], "A: move 2 America o1 -> America 1", *fight("A", "F", "HH - -", "- - -"), "compare"
        )

        assert 1 == state.player("A").elite_trophies
        assert not state.player("F").elite
        assert 3 in [line.points for line in GAME.score(state)[0].lines if line.rule.id == "ISK-145"]

    def test_a_nuked_elite_goes_to_the_reich_player_of_the_board(self) -> None:
        """ISK-157, ISK-170."""
        both = {"elite_troops": "on", "special_commands": "on"}
        state = table(settings=both, america={1: "uwc_america elite_america"}, seats={"E": {"money": 8}})
        state = after(state, "E: special uwc_special_nuclear_weapon at America 1")

        assert 1 == state.player("A").elite_trophies
        assert ("uwc_special_nuclear_weapon",) == GAME.table(state).zones["america.1.card"]

    def test_arrivals_go_under_the_elite(self) -> None:
        """ISK-166."""
        state = table(settings={"elite_troops": "on"}, america={1: "uwc_america elite_america"})
        state = after(state, "F: organise 1 America 2 -> America 1")

        assert ("uwc_america", "uwc_america", "elite_america") == state.territory("america.1").centre.tiles

    def test_controlled_hands_are_filled_again(self) -> None:
        """ISK-163."""
        state = after(table(2, "reich", settings={"controlled_battle": "on"}), *MARCH, "B: lay hand", "A: lay reserve")
        state = after(state, *(f"symbol {seat} -" for seat in "BBBAAA"), "compare", "compare", "compare")

        assert [(6, 1, 2)] * 2 == [(p.battle.deck, p.battle.reserve, p.battle.hand) for p in state.players]


def test_secret_things_stay_secret() -> None:
    """ISK-177: no picture and no position names a card of a hand, a deck or a bank."""
    state = after(new_game(2, game_type="veteran"), "sheet A infantry", "sheet B general")
    cards = {*GAME.profile.cards, *GAME.profile.battle_cards, *GAME.profile.specials, *GAME.profile.operations}
    shown = {piece for pieces in GAME.table(state).zones.values() for piece in pieces}

    assert set() == shown & cards
    assert not any(card in GAME.write_position(state) for card in cards)


COMMANDERS = ("infantry", "artillery", "einsatzgruppen", "agent", "general", "politician")
