"""Legal actions as a view, and the checking door to the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from companion.core.action import stands_alone
from companion.core.base_game import BaseGame
from companion.core.evidence import Evidence
from companion.core.game import IllegalAction, Options, Setting, legal_actions, perft, play
from companion.core.piece_sheet import PieceSheet
from companion.core.printed_copy import profile_of, with_profile
from companion.core.rules import Source, Statement
from companion.core.table import Change
from companion.core.text import say
from companion.errors import CatalogError, ConfigError
from tests.toy import GAME, OPTIONS, Dealt, Pass, State, Take

START = GAME.initial_state(OPTIONS)
DEALT = State(("Ann", "Ben"), ("apple", "cherry", "pear"), dealt=3)
OVER = replace(DEALT, passed=("A", "B"))


class TestLegalActions:
    def test_they_are_found_as_they_are_asked_for(self) -> None:
        legal = legal_actions(GAME, DEALT)

        assert 7 == legal.count() == len(list(legal)) == perft(GAME, DEALT, 1)
        assert Take("A", "apple", "A.1") == next(iter(legal))

    def test_membership_asks_the_rules(self) -> None:
        legal = legal_actions(GAME, DEALT)

        assert Take("A", "apple", "A.1") in legal
        assert Take("B", "apple", "B.1") not in legal
        assert Dealt("apple") not in legal
        assert "A: pass" not in legal

    def test_they_read_as_notation(self) -> None:
        assert "<LegalActions (deal apple; deal cherry; deal pear)>" == repr(legal_actions(GAME, START))

    def test_after_the_end_there_are_none(self) -> None:
        legal = legal_actions(GAME, OVER)

        assert legal_actions(GAME, DEALT)
        assert not legal
        assert [] == list(legal)
        assert Pass("A") not in legal


class TestPlay:
    def test_a_legal_action_gives_the_next_state(self) -> None:
        assert GAME.apply(DEALT, Pass("A")) == play(GAME, DEALT, Pass("A"))

    def test_an_illegal_one_says_why_and_carries_where(self) -> None:
        with pytest.raises(IllegalAction, match=r"B: pass: It is not B's turn. \[T-1 \(rulebook, p. 1\)\]") as caught:
            play(GAME, DEALT, Pass("B"))
        error = caught.value

        assert isinstance(error, ValueError)
        assert (Pass("B"), "in_turn") == (error.action, error.violation.check)
        assert GAME.write_position(DEALT) == error.position
        assert [f"Position:\n{error.position}"] == error.__notes__

    def test_after_the_end_nothing_is_played(self) -> None:
        with pytest.raises(IllegalAction, match="Both have passed"):
            play(GAME, OVER, Pass("A"))


class TestBaseGame:
    @pytest.mark.parametrize("names", [(), ("Ann",), ("Ann", "Ben", "Cid")])
    def test_a_game_is_for_so_many_players(self, names: tuple[str, ...]) -> None:
        with pytest.raises(ConfigError, match=f"Orchard is for 2 players, not {len(names)}"):
            GAME.initial_state(Options(names))

    def test_a_game_without_settings_refuses_any(self) -> None:
        with pytest.raises(ConfigError, match="no setting 'ripe'; use none"):
            GAME.initial_state(Options(("Ann", "Ben"), {"ripe": "yes"}))

    def test_a_game_without_printed_values_refuses_a_profile(self) -> None:
        assert GAME is with_profile(GAME, "") is with_profile(GAME, profile_of(GAME))
        with pytest.raises(CatalogError, match="Orchard has no printed values"):
            with_profile(GAME, "name = 'mine'")

    def test_chance_is_picked_from_the_candidates(self) -> None:
        assert [Dealt("apple")] == list(GAME.chance_for(START, Evidence.of([Change("market", "apple", 1)])))
        assert () == GAME.faults(START)

    def test_what_a_game_does_not_say_of_a_table_spares_no_search(self) -> None:
        change = Change("market", "apple", 1)

        assert GAME.may_show(START, GAME.table(DEALT))
        assert GAME.may_lie(START, "A.1", "apple")
        assert GAME.may_change(START, Pass("A"), "A.1", "apple")
        assert 0 == GAME.least_decisions(START, [change])

    def test_what_lies_there_at_the_beginning_is_laid_out_in_one_step(self) -> None:
        assert () == GAME.setup_steps(START)
        assert [{"market": 3}] == [step.zones for step in GAME.setup_steps(DEALT)]

    def test_a_piece_without_a_sign_has_its_name_alone(self) -> None:
        assert PieceSheet(GAME.piece_name("pear")) == BaseGame.sheet(GAME, DEALT, "market", "pear")


class TestSettings:
    @pytest.mark.parametrize(("source", "expected"), [(Source.RULING, True), (Source.BOOK, False)])
    def test_the_table_decides_where_the_rules_are_silent(self, source: Source, expected: bool) -> None:
        rule = Statement("T-9", "Nobody says.", source)
        setting = Setting("ripe", say("Ripe"), say("What is ripe?"), {"red": say("red")}, rule, say("Fruits"))

        assert expected == setting.may_be_decided
        assert setting.matters(OPTIONS)


@dataclass(frozen=True)
class Rolled:
    """Chance that people enter."""

    player: None = None
    told: bool = True


def test_what_a_player_did_or_people_entered_is_taken_back_alone() -> None:
    """What chance laid on the table goes back with the action before it."""
    assert [True, True, False] == [stands_alone(action) for action in (Pass("A"), Rolled(), Dealt("apple"))]
