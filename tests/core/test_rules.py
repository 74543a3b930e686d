"""A rule's number is written once, above its check, and everybody else reads it from there."""

from __future__ import annotations

from companion.core.rules import Refusal, Rulebook, RuleReference, Score, ScoreLine, Source, Violation, refuse
from companion.core.text import say

book = Rulebook(Source.BOOK)
ruling = Rulebook(Source.RULING)


@book.rule("X-3", page=4)
def affordable(coins: int, price: int) -> Refusal | None:
    """A card is paid in full when it is taken."""
    if coins < price:
        return refuse("{short} more coins needed", repair="Take a cheaper card.", short=price - coins)
    return None


def test_a_broken_rule_says_which_and_why_and_how_to_put_it_right() -> None:
    verdict = affordable(2, 3)

    assert (
        Violation(
            RuleReference("X-3", Source.BOOK, 4),
            say("1 more coins needed".replace("1", "{short}"), short=1),
            say("Take a cheaper card.", short=1),
        )
        == verdict
    )
    assert "1 more coins needed [X-3 (rulebook, p. 4)]" == str(verdict)


def test_a_kept_rule_says_nothing() -> None:
    assert affordable(3, 3) is None


def test_the_statement_is_the_checks_own_docstring() -> None:
    assert "A card is paid in full when it is taken." == affordable.statement


def test_a_ruling_is_shown_as_one() -> None:
    assert "X-9 (ruling)" == str(ruling.cite("X-9")) == str(ruling.cite("X-9").text)


def test_a_score_is_the_sum_of_its_cited_lines() -> None:
    lines = (ScoreLine(300, say("tile"), book.cite("X-4")), ScoreLine(500, say("goal"), book.cite("X-5")))

    assert 800 == Score("A", lines).total
