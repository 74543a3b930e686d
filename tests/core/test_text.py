"""Sentences are translated as wholes, at the edge, and untrusted words are never templates."""

from __future__ import annotations

import pytest

from companion.core.text import (
    Language,
    Message,
    Opening,
    Rewording,
    and_list,
    as_people_sort,
    comma_list,
    named,
    or_list,
    say,
    say_plural,
    verbatim,
    with_names,
    worded,
)

POLISH = {
    "{who} takes {what}": "{who} bierze: {what}",
    "tile": "kafelek",
    "{items} and {item}": "{items} i {item}",
    "{count} card": ("{count} karta", "{count} karty", "{count} kart"),
}


def polish(template: str) -> str:
    return str(POLISH.get(template, template))


def polish_plural(one: str, many: str, count: int) -> str:
    """Polish has three forms: 1, 2 to 4 but not 12 to 14, and the rest."""
    few = 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14
    return POLISH[one][0 if count == 1 else 1 if few else 2] if one in POLISH else many


PL = Language("pl", polish, polish_plural)


def test_a_sentence_reads_in_english_by_itself() -> None:
    assert "20 points too few" == str(say("{short} points too few", short=20))


def test_values_that_are_texts_are_translated_with_the_sentence() -> None:
    assert "Ann bierze: kafelek" == say("{who} takes {what}", who="Ann", what=say("tile")).render(PL)


def test_an_abbreviation_at_the_end_of_a_sentence_has_one_full_stop() -> None:
    agency = named(en="C.I.A.")

    assert "It is attacked by C.I.A. Put it back." == str(say("It is attacked by {who}. Put it back.", who=agency))
    assert "Leave it to C.I.A." == str(say("Leave it to {who}.", who=agency))
    assert "C.I.A..." == str(say("{who}..", who=agency))
    assert "Leave it to NATO." == str(say("Leave it to {who}.", who=named(en="NATO")))


def test_what_has_no_translation_is_english() -> None:
    assert "Ann pays 3" == say("{who} pays {price}", who="Ann", price=3).render(PL)


@pytest.mark.parametrize(("expected", "count"), [("0 cards", 0), ("1 card", 1), ("2 cards", 2)])
def test_a_plural_has_two_forms_in_english(expected: str, count: int) -> None:
    assert expected == str(say_plural("{count} card", "{count} cards", count))


@pytest.mark.parametrize(("expected", "count"), [("1 karta", 1), ("3 karty", 3), ("5 kart", 5), ("12 kart", 12)])
def test_a_plural_has_as_many_forms_as_the_language(expected: str, count: int) -> None:
    assert expected == say_plural("{count} card", "{count} cards", count).render(PL)


def test_a_plural_takes_other_values_as_well() -> None:
    assert "Ann: 2 cards" == str(say_plural("{who}: one card", "{who}: {count} cards", 2, who="Ann"))


def test_a_name_is_read_in_the_language_or_in_english() -> None:
    assert "Farma" == named(en="Farm", pl="Farma").render(PL)
    assert "Farm" == named(en="Farm", et="Talu").render(PL) == str(named(en="Farm", et="Talu"))


@pytest.mark.parametrize(
    ("expected", "items"),
    [("", ()), ("Farm", ("Farm",)), ("Farm and tile", ("Farm", "tile")), ("1, 2, 3 and 4", (1, 2, 3, 4))],
)
def test_a_tuple_is_read_out_as_a_list(expected: str, items: tuple[object, ...]) -> None:
    assert expected == str(say("{what}", what=items)) == str(and_list(items))


def test_alternatives_are_read_out_with_or() -> None:
    assert "Farm, Mill or Inn" == str(or_list(["Farm", "Mill", "Inn"]))


def test_a_series_has_only_commas() -> None:
    assert "Hit, Block, Hit" == str(comma_list(["Hit", "Block", "Hit"]))


def test_a_list_is_read_out_as_its_language_does_it() -> None:
    assert "Ann bierze: Mill, Farma i kafelek" == say(
        "{who} takes {what}", who="Ann", what=(say("Mill"), named(en="Farm", pl="Farma"), say("tile"))
    ).render(PL)


def test_a_players_name_is_never_a_template_nor_translated() -> None:
    assert "{0.__class__} takes {what}" == str(say("{who} takes {what}", who="{0.__class__}", what="{what}"))
    assert "tile, {items} and [b]" == and_list(["tile", "{items}", "[b]"]).render(
        Language("en", lambda template: template, polish_plural)
    )
    assert "{what}" == str(verbatim("{what}"))
    assert "tile bierze: {who}" == say("{who} takes {what}", who=verbatim("tile"), what="{who}").render(PL)


def test_equal_sentences_are_equal_whatever_the_order_of_their_values() -> None:
    assert say("{a}{b}", a=1, b=2) == say("{a}{b}", b=2, a=1) == Message("{a}{b}", (("a", 1), ("b", 2)))
    assert named(en="a", et="b", de="c") == named(en="a", de="c", et="b")


def test_a_sentence_may_get_its_values_later() -> None:
    sentence = say("{who} takes {what}", what="Farm")
    assert say("{who} takes {what}", who="Ann", what="Farm") == sentence.fill(who="Ann")


def test_texts_are_values() -> None:
    texts = [
        say("a"),
        say_plural("a", "b", 1),
        named("a"),
        verbatim("a"),
        and_list("ab"),
        or_list("ab"),
        comma_list("ab"),
    ]
    again = [
        say("a"),
        say_plural("a", "b", 1),
        named("a"),
        verbatim("a"),
        and_list("ab"),
        or_list("ab"),
        comma_list("ab"),
    ]
    assert len(texts) == len({*texts, *again})


def test_a_sentence_is_worded_with_what_it_names_and_has_not_got() -> None:
    names = {"who": lambda seat: f"player {seat}", "count": lambda _: 9}

    assert "player A has 3 cards" == str(
        worded(say_plural("{who} has {count} card", "{who} has {count} cards", 3), names, "A")
    )
    assert "Bob, not player A" == str(worded(say("{whom}, not {who}").fill(whom="Bob"), names, "A"))
    assert verbatim("{who}") == worded(verbatim("{who}"), names, "A")


def test_people_sort_by_number() -> None:
    names = ["Tile 10", "tile 2", "Tile", "10", "9", "Tile 2b"]

    assert ["9", "10", "Tile", "tile 2", "Tile 2b", "Tile 10"] == sorted(names, key=as_people_sort)


def test_a_seat_is_read_as_the_name_of_who_sits_there() -> None:
    """Wherever a value is called so, also within other sentences; a letter that is something else stays."""
    names = {"A": "Ann", "B": "Bob"}
    turn = say("It is {seat}'s turn.", seat="A")

    assert "It is Ann's turn." == str(with_names(turn, names))
    assert "Row A: It is Ann's turn." == str(with_names(say("Row {row}: {what}", row="A", what=turn), names))
    assert "Bob has 2 cards" == str(
        with_names(say_plural("{seat} has {count} card", "{seat} has {count} cards", 2, seat="B"), names)
    )
    assert "It is Ann's turn. and A" == str(with_names(and_list([turn, "A"]), names))
    assert "It is F's turn, 3." == str(with_names(say("It is {seat}'s turn, {number}.", seat="F", number=3), names))
    assert "seat 7" == str(with_names(say("seat {seat}", seat=7), {"7": "Ann"}))


def test_a_sentence_has_words_of_its_own_in_some_languages() -> None:
    own = Rewording(say("tile"), (("fi", "laatta"),))

    assert "kafelek" == own.render(PL)
    assert "laatta" == own.render(Language("fi", str, polish_plural))


def test_a_line_begins_with_a_capital_in_every_language_and_keeps_its_values() -> None:
    """Once "the discard pile of Ann" stood at the beginning of a row."""
    row = Opening(say("the discard pile of {seat}", seat="A"))

    assert "The discard pile of Ann" == str(with_names(row, {"A": "Ann"}))
    assert "" == str(Opening(verbatim("")))
