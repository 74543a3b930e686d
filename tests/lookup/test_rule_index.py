"""A question finds the rule that answers it, or hears that none does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.rules import Rulebook
from companion.games import GAMES
from companion.lookup.rule_classifier import nearest_centroid
from companion.lookup.rule_index import RuleIndex, learning_data
from tests.lookup.indexes import index_of

RULES = """
[X-1]
text = "A player has five slots."
source = "rulebook"

[X-2]
text = "The lowest number starts."
source = "rulebook"

[X-2-R]
text = "Among equal numbers the younger player starts."
source = "ruling"
reason = "The book is silent."
"""
ENGLISH = """
[X-1]
asked = ["How many piles may I have?"]

[X-2]
asked = ["Who goes first?"]

[no-rule]
asked = ["Is there a time limit?"]
"""
POLISH = """
[X-1]
text = "Gracz ma pięć pól."
"""


@pytest.fixture(scope="module")
def index() -> RuleIndex:
    return RuleIndex(Rulebook.read(RULES, {"en": ENGLISH, "pl": POLISH}))


class TestSearch:
    def test_the_way_players_ask_finds_the_rule(self, index: RuleIndex) -> None:
        assert "X-1" == index.search("how many piles can I have").answers[0].rule.id

    def test_another_language_finds_it_too(self, index: RuleIndex) -> None:
        assert "X-1" == index.search("ile pol ma gracz").answers[0].rule.id

    def test_misspelt_words_count_as_the_ones_that_are_meant(self, index: RuleIndex) -> None:
        assert "X-2" == index.search("who goes frist").answers[0].rule.id

    def test_a_ruling_is_found_with_the_rule_beside_which_it_stands(self, index: RuleIndex) -> None:
        answer = index.search("two have equal numbers, does the younger player start").answers[0]

        assert ("X-2", ["X-2-R"]) == (answer.rule.id, [ruling.id for ruling in answer.rulings])

    @pytest.mark.parametrize(
        "question", ["how does the knight move in chess", "kto zjadł chipsy", "", "???", "x" * 5000]
    )
    def test_what_no_rule_answers_finds_nothing(self, index: RuleIndex, question: str) -> None:
        assert () == index.search(question).answers

    def test_no_more_are_found_than_asked_for(self, index: RuleIndex) -> None:
        assert 1 == len(index.search("who starts, and how many slots has a player", limit=1).answers)


@pytest.mark.parametrize("name", GAMES)
class TestEveryGame:
    def test_a_rule_s_own_sentence_finds_it(self, name: str) -> None:
        rulebook, index = GAMES[name].rulebook, index_of(name)
        missed = [
            (statement.id, language)
            for statement in list(rulebook)[::7]
            for language, text in [("en", statement.text), *((code, w.text) for code, w in statement.words.items())]
            if text and statement.printed not in {answer.rule.id for answer in index.search(text, 2).answers}
        ]

        assert [] == missed

    def test_every_statement_is_worded_in_the_language_of_the_edition(self, name: str) -> None:
        rulebook = GAMES[name].rulebook
        editions = {code for statement in rulebook for code, wording in statement.words.items() if wording.text}

        assert 1 <= len(editions)
        assert [] == [rule.id for rule in rulebook for code in editions if not rule.words[code].text]

    def test_an_example_is_told_in_every_language_in_which_the_rule_is(self, name: str) -> None:
        examples = {
            rule.id: {code for code, wording in rule.words.items() if wording.example} for rule in GAMES[name].rulebook
        }
        worded = {
            rule.id: {"en", *(code for code, wording in rule.words.items() if wording.text)}
            for rule in GAMES[name].rulebook
        }

        assert any(examples.values())
        assert [] == [id for id, languages in examples.items() if languages and not worded[id] <= languages]

    def test_players_questions_are_known_for_every_statement(self, name: str) -> None:
        rulebook = GAMES[name].rulebook

        assert [] == [rule.id for rule in rulebook if "en" not in rule.words or not rule.words["en"].asked]


class TestLearntWeights:
    """`python -m scripts.rule_weights` learns them anew."""

    @pytest.mark.parametrize("game", GAMES)
    def test_they_were_learnt_from_the_ways_of_asking_that_ship(self, game: str) -> None:
        assert index_of(game).learnt

    def test_those_of_other_ways_of_asking_are_left_alone(self) -> None:
        weights = GAMES["iron_sky"].rulebook.learnt

        index = RuleIndex(replace(Rulebook.read(RULES, {"en": ENGLISH}), learnt=weights))

        assert (False, "X-2") == (index.learnt, index.search("who goes first").answers[0].rule.id)

    def test_what_is_written_is_what_is_read(self, tmp_path: Path) -> None:
        rulebook = Rulebook.read(RULES, {"en": ENGLISH, "pl": POLISH})
        weights = nearest_centroid(learning_data(rulebook, fewest_texts=1))
        (tmp_path / "rule_weights.npz").write_bytes(weights.packed())

        index = RuleIndex(replace(rulebook, learnt=tmp_path / "rule_weights.npz"))

        assert (True, "X-1") == (index.learnt, index.search("how many piles").answers[0].rule.id)


class TestWhetherAnyRuleAnswers:
    """Sentences near to a rule's words that are about another game, the evening or what no rulebook settles."""

    @pytest.mark.parametrize(
        "sentence",
        [
            "where do the troops go at the start of Risk",
            "my auntie has just won a car",
            "which train do you take home tonight",
            "mis õhtusöögiks on",
            "kuka vie koiran ulos",
            "kto wygrał mecz w niedzielę",
        ],
    )
    @pytest.mark.parametrize("game", GAMES)
    def test_no_rule_is_found_with_confidence(self, game: str, sentence: str) -> None:
        assert not index_of(game).search(sentence).sure
