"""What players say and what rules say meet in a ring, in one language and between two."""

from __future__ import annotations

import tomllib
from pathlib import Path

from companion.core.rules import Rulebook
from companion.lookup import synonyms
from companion.lookup.rule_index import RuleIndex
from companion.lookup.synonyms import SynonymRings, synonym_rings
from companion.lookup.word_stems import LANGUAGES, words

FRUIT = SynonymRings({"die": ["dead", "destroy*"], "tile": ["tile*", "Püksi*"]})


class TestRings:
    def test_a_word_stands_for_itself_and_a_beginning_for_all_that_begin_so(self) -> None:
        assert ["die", "die", "tile"] == list(FRUIT.of(["dead", "destroyed", "tiles"]))

    def test_a_longer_word_is_not_the_word(self) -> None:
        assert [] == list(FRUIT.of(["deadline"]))

    def test_case_and_diacritics_do_not_matter(self) -> None:
        assert ["tile"] == list(FRUIT.of(["PUKSID"]))

    def test_two_languages_meet_in_a_ring(self) -> None:
        english, polish = (
            set(synonym_rings(code).of(words(text))) for code, text in (("en", "dead"), ("pl", "zginął"))
        )

        assert english & polish

    def test_a_language_without_rings_has_none(self) -> None:
        assert [] == list(synonym_rings("sv").of(["kort"]))

    def test_every_ring_has_words_in_every_language(self) -> None:
        file = Path(synonyms.__file__).with_name("synonyms.toml")
        rings = tomllib.loads(file.read_text(encoding="utf-8"))

        assert {name: set(LANGUAGES) for name in rings} == {name: set(ring) for name, ring in rings.items()}
        assert not [name for name, ring in rings.items() if not all(text.split() for text in ring.values())]


def test_of_two_rules_with_the_same_words_the_one_that_is_meant_comes_first() -> None:
    index = RuleIndex(
        Rulebook.read(
            '[X-1]\ntext = "Decorated units return to the supply."\nsource = "rulebook"\n\n'
            '[X-2]\ntext = "Destroyed units return to the supply."\nsource = "rulebook"\n',
            {"en": '[no-rule]\nasked = ["Is it raining?"]'},
        )
    )

    assert "X-2" == index.search("Do dead units return to the supply?").answers[0].rule.id
