"""A dispute in a position: the verdict of the rules where a question names an action, and the rule beneath."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from companion.languages import language_to_read
from companion.lookup.dispute import Dispute, Settlement
from companion.lookup.word_stems import LANGUAGES

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
    return Dispute(GAME, languages=[language_to_read(code) for code in LANGUAGES])


def asked(dispute: Dispute[Any, Any], question: str) -> Settlement:
    return dispute.settle(question, GAME.read_position(POSITION))


def verdicts(dispute: Dispute[Any, Any], question: str) -> list[str]:
    return [str(verdict.sentence) for verdict in asked(dispute, question).verdicts]


class TestMayI:
    def test_what_is_forbidden_is_said_with_the_reason(self, dispute: Dispute[Any, Any]) -> None:
        """NWO-51: a tile that others lie on is not free."""
        (said,) = verdicts(dispute, "May Ann buy New Frequencies?")

        assert said.startswith("Not now: New Frequencies is covered.")

    def test_what_would_have_to_be_different_is_said(self, dispute: Dispute[Any, Any]) -> None:
        (verdict,) = asked(dispute, "May Ann buy New Frequencies?").verdicts

        assert verdict.violation is not None
        assert verdict.violation.repair == verdict.otherwise

    def test_the_rule_stands_beneath_the_verdict(self, dispute: Dispute[Any, Any]) -> None:
        assert "NWO-51" == asked(dispute, "May Ann buy New Frequencies?").found.answers[0].rule.id

    @pytest.mark.parametrize(
        ("question", "done"),
        [
            ("May Ann take the Farm?", "Ann took Farm"),
            ("Am I allowed to take one Farm now?", "Ann took Farm"),
            ("can i get the farm", "Ann took Farm"),
            ("may I take the Hobedakaevandus", "Ann took Silver Mine"),
            ("kas Ann võib võtta Farmi?", "Ann took Farm"),
            ("saako Ann ottaa Farmin", "Ann took Farm"),
            ("czy mogę wziąć Farmę", "Ann took Farm"),
            ("saanko ostaa 300 laatan", "Ann bought the 300 tile on top with 6 Construction"),
            ("may I buy the 300 tile with Construction", "Ann bought the 300 tile on top with 6 Construction"),
            ("kas ma tohin passida", "Ann passed"),
            ("voinko passata", "Ann passed"),
            ("czy Ann może spasować", "Ann passed"),
        ],
    )
    def test_what_is_allowed_is_said_as_it_would_be_done(
        self, dispute: Dispute[Any, Any], question: str, done: str
    ) -> None:
        """Who asks is who has to move; pieces go by their names in any language, in any form."""
        assert [f"Yes, Ann may do that now: {done}."] == verdicts(dispute, question)

    def test_what_another_player_does_out_of_turn(self, dispute: Dispute[Any, Any]) -> None:
        assert ["Not now: It is Ann's turn, not Bob's. (Bob bought New Frequencies.)"] == verdicts(
            dispute, "Can Bob buy New Frequencies?"
        )

    def test_two_readings_that_differ_are_both_said(self, dispute: Dispute[Any, Any]) -> None:
        """NWO-66: of a pile nothing less than all is thrown away."""
        whole, one = verdicts(dispute, "may I throw away the Silver Mine")

        assert "Not now: A set is thrown away whole, and here it is 4 Silver Mine. (Ann threw away Silver Mine.)" == one
        assert "Yes, Ann may do that now: Ann threw away 4 Silver Mine." == whole

    @pytest.mark.parametrize(
        "question",
        [
            "May Ann sell the Farm?",
            "May Ann take the Casino?",
            "May Zoe take the Farm?",
            "Who takes the Farm at the end of the game?",
            "How many slots does a player have?",
            "May Ann take two Farms?",
        ],
    )
    def test_a_question_about_something_else_gets_no_verdict(self, dispute: Dispute[Any, Any], question: str) -> None:
        assert [] == verdicts(dispute, question)

    def test_without_a_position_there_is_no_verdict(self, dispute: Dispute[Any, Any]) -> None:
        assert () == dispute.settle("May Ann take the Farm?").verdicts


def test_of_rules_as_near_the_one_in_play_comes_first(dispute: Dispute[Any, Any]) -> None:
    """NWO-71 ends the game; nobody can end it now, so it does not come before what can be done."""
    anywhere = [answer.rule.id for answer in dispute.settle("what may I take", limit=50).found.answers]
    here = [answer.rule.id for answer in asked(dispute, "what may I take").found.answers]
    risen = [id for id in here if id in anywhere and here.index(id) < anywhere.index(id)]

    assert risen
