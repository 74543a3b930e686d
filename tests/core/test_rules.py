"""A rule's words, page and source are written once; a check has its own name and reads the rest from there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.rules import (
    Refusal,
    Rulebook,
    Score,
    ScoreLine,
    Source,
    Statement,
    Violation,
    faults,
    refuse,
    undecided,
)
from companion.core.text import ENGLISH, NOTHING, Language, say
from companion.errors import CatalogError

STATEMENTS = """
[X-3]
text = "A card is paid in full when it is taken."
source = "rulebook"
page = 4
section = "Buying"

[X-4]
text = "Nobody owes anything."
source = "derived"
related = ["X-3"]

[X-3-R]
text = "A card may be paid in parts."
source = "ruling"
related = ["X-3"]
setting = "credit"
reason = "The book only speaks of cash."
"""

book = Rulebook.read(STATEMENTS)


@book.check("X-3")
def affordable(coins: int, price: int) -> Refusal | None:
    if coins < price:
        return refuse("{short} more coins needed", repair="Take a cheaper card.", short=price - coins)
    return None


@book.requires("X-3", "{price} is no price.", repair="Look at the card.", price=lambda _, price: price)
def a_price(coins: int, price: int) -> bool:
    return price > 0


@book.invariant("X-4")
def no_debts(coins: int) -> Iterator[Refusal]:
    if coins < 0:
        yield refuse(say("A debt of {coins}.", coins=-coins), repair=say("Count again."))


def test_a_broken_rule_says_which_and_why_and_how_to_put_it_right() -> None:
    verdict = affordable(2, 3)

    assert (
        Violation(
            "affordable", book["X-3"], say("{short} more coins needed", short=1), say("Take a cheaper card.", short=1)
        )
        == verdict
    )
    assert "1 more coins needed [X-3 (rulebook, p. 4)]" == str(verdict)


def test_a_requirement_names_what_its_sentence_asks_for() -> None:
    assert (a_price(3, 3), "-1 is no price. [X-3 (rulebook, p. 4)]") == (None, str(a_price(3, -1)))
    assert "a_price" == a_price.name


def test_a_requirement_names_what_the_whole_book_names() -> None:
    named = replace(book, names={"coins": lambda coins, _: coins})
    rule = named.requires("X-3", "{coins} are too many.", repair="Give {coins} back.")(lambda coins, _: coins < 5)

    assert [None, "7 are too many.", "Give 7 back."] == [rule(4, 0), *_words(rule(7, 0))]


def _words(found: Violation | None) -> list[str]:
    return [] if found is None else [str(found.reason), str(found.repair)]


def test_a_sentence_that_nobody_can_fill_is_refused() -> None:
    with pytest.raises(CatalogError, match="nobody says what who is"):
        book.requires("X-3", "{who} has none.", repair="Put it back.")


def test_a_kept_rule_says_nothing() -> None:
    assert affordable(3, 3) is None


def test_a_check_has_its_own_name_and_the_statement_of_the_file() -> None:
    assert "affordable" == affordable.name
    assert (
        Statement("X-3", "A card is paid in full when it is taken.", Source.BOOK, 4, "Buying") == affordable.statement
    )


def test_an_invariant_names_everything_that_is_wrong() -> None:
    assert () == faults([no_debts], 0)
    assert ["no_debts: A debt of 2. Count again. [X-4 (derived)]"] == [
        f"{fault.check}: {fault.reason} {fault.repair} [{fault.rule}]" for fault in faults([no_debts], -2)
    ]


def test_a_ruling_is_shown_as_one() -> None:
    ruling = book["X-3-R"]

    assert "X-3-R (ruling)" == str(ruling) == str(ruling.citation)
    assert ("credit", "The book only speaks of cash.", ("X-3",)) == (ruling.setting, ruling.reason, ruling.related)


def test_sentence_and_example_are_told_in_english_where_a_language_has_questions_only() -> None:
    english = '[X-3]\nexample = "Who has 2 coins takes no card of 3."'
    finnish = '[X-3]\ntext = "Kortti maksetaan heti kokonaan."\nexample = "Kahdella kolikolla ei saa kolmen korttia."'
    polish = '[X-3]\nasked = ["Czy mogę zapłacić później?"]'
    rule = Rulebook.read(STATEMENTS, {"en": english, "fi": finnish, "pl": polish})["X-3"]
    told = {code: Language(code, ENGLISH.gettext, ENGLISH.ngettext) for code in ("fi", "pl")}

    assert "Kahdella kolikolla ei saa kolmen korttia." == rule.example.render(told["fi"])
    assert "Who has 2 coins takes no card of 3." == rule.example.render(told["pl"])
    assert "A card is paid in full when it is taken." == rule.sentence.render(told["pl"])
    assert NOTHING == book["X-4"].example


def test_a_rule_reworded_for_one_language_is_translated_in_the_others() -> None:
    finnish = '[X-3]\ntext = "Kortti maksetaan heti kokonaan."'
    rule = Rulebook.read(STATEMENTS, {"fi": finnish})["X-3"]
    translations = {"A card is paid in full when it is taken.": "Kaart makstakse võttes täielikult."}
    estonian = Language("et", lambda sentence: translations[sentence], ENGLISH.ngettext)

    assert "Kaart makstakse võttes täielikult." == rule.sentence.render(estonian)
    assert "Kortti maksetaan heti kokonaan." == rule.sentence.render(Language("fi", str.upper, ENGLISH.ngettext))
    assert "A card is paid in full when it is taken." == str(rule.sentence)


def test_a_heading_is_told_in_the_language_of_the_edition() -> None:
    rules = '[X-1]\ntext = "Words."\nsource = "rulebook"\nsection = "Paying"'
    rule = Rulebook.read(rules, headings='"Paying" = {fi = "Maksaminen"}')["X-1"]

    assert "Maksaminen" == rule.heading.render(Language("fi", ENGLISH.gettext, ENGLISH.ngettext))
    assert "Paying" == rule.heading.render(ENGLISH)
    assert "Maksmine" == rule.heading.render(Language("et", {"Paying": "Maksmine"}.__getitem__, ENGLISH.ngettext))


def test_a_heading_that_no_rule_stands_under_is_refused() -> None:
    with pytest.raises(CatalogError, match=r"headings\.toml: no statement stands under 'Saving'"):
        Rulebook.read(STATEMENTS, headings='"Saving" = {fi = "Säästäminen"}')


def test_an_unknown_number_cannot_be_cited() -> None:
    with pytest.raises(CatalogError, match="X-5"):
        book["X-5"]
    with pytest.raises(CatalogError, match="X-5"):
        book.check("X-5")


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ('text = "Words."', "X-1, source is missing"),
        ('source = "rulebook"', "X-1, text is missing"),
        ('text = "Words."\nsource = "rumour"', "X-1, source: expected rulebook or card text or .*, not 'rumour'"),
        ('text = "Words."\nsource = "rulebook"\npages = 3', "X-1: 'pages' is unknown"),
        ('text = "Words."\nsource = "rulebook"\npage = "3"', "X-1, page: expected a whole number, not '3'"),
        ('text = "Words."\nsource = "rulebook"\nrelated = ["X-2"]', "X-1 is related to X-2, which does not exist"),
    ],
)
def test_a_file_that_cannot_be_right_is_refused(entry: str, fault: str) -> None:
    with pytest.raises(CatalogError, match=fault):
        Rulebook.read(f"[X-1]\n{entry}\n")


def test_a_rulebook_is_loaded_from_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "toy_statements"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "statements.toml").write_text(STATEMENTS, encoding="utf-8")
    (package / "statements.fi.toml").write_text('[X-4]\ntext = "Kukaan ei ole velkaa."', encoding="utf-8")
    (package / "headings.toml").write_text('["Buying"]\nfi = "Ostaminen"', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    loaded = Rulebook.load("toy_statements")
    finnish = Language("fi", ENGLISH.gettext, ENGLISH.ngettext)

    assert ["X-3", "X-4", "X-3-R"] == [statement.id for statement in loaded]
    assert "Kukaan ei ole velkaa." == loaded["X-4"].sentence.render(finnish)
    assert ("Buying", "Ostaminen") == (str(loaded["X-3"].heading), loaded["X-3"].heading.render(finnish))


def test_a_score_is_the_sum_of_its_cited_lines() -> None:
    lines = (ScoreLine(300, say("tile"), book["X-4"]), ScoreLine(500, say("goal"), book["X-3"]))

    assert 800 == Score("A", lines).total


def test_the_reason_of_a_ruling_is_translated() -> None:
    ruled, printed = (Rulebook.read(STATEMENTS)[id] for id in ("X-3-R", "X-3"))
    finnish = Language("fi", str.upper, ENGLISH.ngettext)

    assert ruled.reason.upper() == ruled.ruled_because.render(finnish)
    assert NOTHING == printed.ruled_because


def test_a_rule_is_read_in_the_words_of_a_language() -> None:
    """In English it has its own; an example stands only where the English book of ours has one."""
    words = {
        "en": '[X-4]\nexample = "Ann pays 3."\n[X-3]\ntext = "Other words."',
        "fi": '[X-4]\ntext = "Kukaan ei ole velkaa."\n[X-3]\nexample = "Ann maksaa 3."',
    }
    read = Rulebook.read(STATEMENTS, words)
    finnish = Language("fi", ENGLISH.gettext, ENGLISH.ngettext)

    assert ["Nobody owes anything.", "A card is paid in full when it is taken."] == [
        str(read[id].sentence) for id in ("X-4", "X-3")
    ]
    assert "Kukaan ei ole velkaa." == read["X-4"].sentence.render(finnish)
    assert ["Ann pays 3.", ""] == [str(read[id].example) for id in ("X-4", "X-3")]


def test_a_ruling_stands_beside_its_printed_rule() -> None:
    assert ["X-3", "X-3"] == [book[id].printed for id in ("X-3-R", "X-3")]
    assert book["X-3"] == book.printed_rule("X-3-R")


def test_a_rule_is_cited_with_its_page_if_it_has_one() -> None:
    assert ["X-3 (rulebook, p. 4)", "X-3-R (ruling)"] == [str(book[id].citation) for id in ("X-3", "X-3-R")]


def test_words_for_a_rule_that_does_not_exist_are_refused() -> None:
    with pytest.raises(CatalogError, match="there is no statement X-9"):
        Rulebook.read(STATEMENTS, {"fi": '[X-9]\ntext = "Ei mitään."'})


def test_beside_a_rule_stands_what_it_names_what_names_it_and_enough_of_its_section() -> None:
    """At least four, as far as there are any; rulings and what it names are always there."""
    entry = '[X-{}]\ntext = "{}."\nsource = "rulebook"\nsection = "{}"\n'
    section = "".join(entry.format(number, number, "Buying") for number in range(10, 17))
    other = entry.format(20, 20, "Selling") + 'related = ["X-10", "X-11"]\n'
    rules = Rulebook.read(section + other + entry.format("10-R", "So", "") + entry.format(30, 30, ""))

    assert ["X-20", "X-10-R", "X-11", "X-12"] == [each.id for each in rules.beside(rules["X-10"])]
    assert ["X-10", "X-11"] == [each.id for each in rules.beside(rules["X-20"])]
    assert [] == [*rules.beside(rules["X-30"])]


def test_two_of_the_ways_to_ask_for_a_rule_are_shown() -> None:
    asked = Rulebook.read(STATEMENTS, {"en": '[X-3]\nasked = ["on credit?", "pay later?", "owe it?"]'})

    assert "“on credit?” · “pay later?”" == str(asked["X-3"].asked_like)
    assert NOTHING == asked["X-4"].asked_like


def test_what_is_untold_decides_and_is_asked_for_in_that_order() -> None:
    found = undecided(["tile.2", "tile.1", "tile.2"], "It decides whether {who} may.", who="Ann")

    assert ("It decides whether Ann may.", "Tell what is printed there.") == (str(found.reason), str(found.repair))
    assert (True, ("tile.2", "tile.1"), True) == (found.provisional, found.untold, found.again)
