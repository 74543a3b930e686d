"""What a whole game promises: the values of an owner's copy, every language of the companion."""

from __future__ import annotations

from companion.conformance.case_mutants import noticed_clauses
from companion.conformance.fitting import words_missing
from companion.conformance.playouts import AnyGame
from companion.core.printed_copy import facts_of, profile_of, with_profile
from companion.core.quality import Tier

TIER = Tier.WHOLE


def test_every_printed_value_survives_its_file(game: AnyGame) -> None:
    """A profile that says nothing new changes nothing; each value stands under one name, with how it is known."""
    facts = facts_of(game)

    assert facts == facts_of(with_profile(game, profile_of(game))) == facts_of(with_profile(game, ""))
    assert len(facts) == len({fact.name for fact in facts})


def test_it_speaks_every_language_of_the_companion(game: AnyGame) -> None:
    """Its rules and its screens have words of their own in each."""
    assert [] == words_missing(game)


def test_every_sentence_with_which_checks_refuse_would_be_missed(game: AnyGame) -> None:
    """Each clause is switched off: one that says it elsewhere is no test of it (docs/cases.md)."""
    assert [] == [clause for clause, files in noticed_clauses(game).items() if not files]
