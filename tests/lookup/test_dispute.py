"""A dispute in a position: the verdict of the rules where a question names an action, and the rule beneath."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from companion.lookup.dispute import Dispute, Settlement

GAME = GAMES["new_world_order"]

POSITION = """
market = ["Farm", "Silver Mine"]
[pyramid]
layer4 = [["Tile 9"]]
layer3 = [["Tile 1", "Tile 2"], ["Tile 3", "Tile 4"]]
layer2 = [
    ["New Frequencies", "Nano-bots", "Tile 16"],
    ["Tile 17", "Tile 18", "Tile 29"],
    ["Tile 19", "Tile 20", "Tile 21"],
]
layer1 = [
    ["Tile 5", "Tile 6", "Tile 7", "Tile 8"],
    ["Tile 10", "Tile 11", "Tile 12", "Tile 13"],
    ["Tile 22", "Tile 23", "Tile 24", "Tile 25"],
    ["Tile 26", "Super Particle Collider", "Tile 28", "Tile 30"],
]
[[players]]
name = "Ann"
slots = ["6 Construction", "4 Silver Mine", "3 Global Media"]
[[players]]
name = "Bob"
[[players]]
name = "Cleo"
"""


@pytest.fixture(scope="module")
def dispute() -> Dispute[Any, Any]:
    return Dispute(GAME)


def asked(dispute: Dispute[Any, Any], question: str) -> Settlement:
    return dispute.settle(question, GAME.read_position(POSITION))


def verdict(dispute: Dispute[Any, Any], question: str) -> str | None:
    found = asked(dispute, question).verdict
    return None if found is None else str(found.sentence)


class TestMayI:
    def test_what_is_forbidden_is_said_with_the_reason(self, dispute: Dispute[Any, Any]) -> None:
        """NWO-51: a tile that others lie on is not free."""
        assert "Not allowed: Ann bought Tile 16" in (verdict(dispute, "May Ann buy Tile 16?") or "")

    def test_the_rule_stands_beneath_the_verdict(self, dispute: Dispute[Any, Any]) -> None:
        assert "NWO-51" == asked(dispute, "May Ann buy Tile 16?").answers[0].rule.id

    def test_what_is_allowed_is_said_as_it_would_be_done(self, dispute: Dispute[Any, Any]) -> None:
        assert "Allowed: Ann took Farm." == verdict(dispute, "May Ann take the Farm?")

    def test_i_is_whoever_has_to_move(self, dispute: Dispute[Any, Any]) -> None:
        assert "Allowed: Ann took Farm." == verdict(dispute, "Am I allowed to take one Farm now?")

    def test_pieces_go_by_their_printed_names(self, dispute: Dispute[Any, Any]) -> None:
        assert "Allowed: Ann took Silver Mine." == verdict(dispute, "may I take the Hobedakaevandus")

    def test_what_another_player_does_out_of_turn(self, dispute: Dispute[Any, Any]) -> None:
        assert "Not allowed: Bob bought Tile 16" in (verdict(dispute, "Can Bob buy Tile 16?") or "")

    @pytest.mark.parametrize(
        "question",
        [
            "May Ann sell the Farm?",
            "May Ann take the Casino?",
            "May Zoe take the Farm?",
            "Who takes the Farm at the end of the game?",
            "How many slots does a player have?",
        ],
    )
    def test_a_question_about_something_else_gets_no_verdict(self, dispute: Dispute[Any, Any], question: str) -> None:
        assert verdict(dispute, question) is None

    def test_without_a_position_there_is_no_verdict(self, dispute: Dispute[Any, Any]) -> None:
        assert dispute.settle("May Ann take the Farm?").verdict is None


def test_of_rules_as_near_the_one_in_play_comes_first(dispute: Dispute[Any, Any]) -> None:
    """NWO-71 ends the game; nobody can end it now, so it does not come before what can be done."""
    anywhere = [answer.rule.id for answer in dispute.settle("what may I take", limit=50).answers]
    here = [answer.rule.id for answer in asked(dispute, "what may I take").answers]
    risen = [id for id in here if id in anywhere and here.index(id) < anywhere.index(id)]

    assert risen
