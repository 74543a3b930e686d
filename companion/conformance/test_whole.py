"""What a whole game promises: the values of an owner's copy, every language of the companion, cases held back."""

from __future__ import annotations

from companion.cases.case_files import read_cases
from companion.cases.case_runner import result
from companion.conformance.case_mutants import noticed_clauses
from companion.conformance.fitting import words_missing
from companion.conformance.material import CASES, HELD_BACK, folder_of
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


def test_the_cases_that_its_makers_held_back_hold(game: AnyGame) -> None:
    """Written from the numbered rules alone, so that they ask what nobody thought of while writing the checks."""
    path = folder_of(game, CASES) / HELD_BACK
    assert path.is_file(), (
        f"Let somebody who has seen neither the code nor the other cases of {game.name} write worked cases from its"
        f" numbered rules, into {path} (docs/cases.md)."
    )
    file = read_cases(path)

    assert game.name == file.game
    assert [] == [line for case in file.cases for line in result(game, file, case).failures]
