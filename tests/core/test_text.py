"""Sentences are translated once, at the edge, and untrusted words are never templates."""

from __future__ import annotations

from companion.core.text import Text, say, verbatim

ESTONIAN = {"{who} takes {what}": "{who} võtab: {what}", "Farm": "Farm", "tile": "taal"}


def estonian(template: str) -> str:
    return ESTONIAN.get(template, template)


def test_a_sentence_reads_in_english_by_itself() -> None:
    assert "20 points too few" == str(say("{short} points too few", short=20))


def test_values_that_are_texts_are_translated_with_the_sentence() -> None:
    assert "Ann võtab: taal" == say("{who} takes {what}", who="Ann", what=say("tile")).render(estonian)


def test_a_tuple_is_read_out_as_a_list() -> None:
    assert "Ann takes Farm, tile" == str(say("{who} takes {what}", who="Ann", what=(say("Farm"), "tile")))


def test_a_players_name_is_never_a_template() -> None:
    assert "{0.__class__} takes {what}" == str(say("{who} takes {what}", who="{0.__class__}", what="{what}"))
    assert "{what}" == str(verbatim("{what}"))


def test_equal_sentences_are_equal_whatever_the_order_of_their_values() -> None:
    assert say("{a}{b}", a=1, b=2) == say("{a}{b}", b=2, a=1) == Text("{a}{b}", (("a", 1), ("b", 2)))
