"""The page of all refusals is the one that the worked cases say (scripts/refusals.py)."""

from __future__ import annotations

from companion.games import GAMES
from scripts import refusals


def test_the_page_has_what_the_referees_say() -> None:
    """Else: `python -m scripts.refusals`, and read what is new aloud."""
    assert refusals.page() == refusals.PAGE.read_text(encoding="utf-8")


def test_sentences_begin_with_a_capital_and_end_with_a_full_stop() -> None:
    """A reason and a repair are whole sentences."""
    said = [
        words
        for game in GAMES.values()
        for pairs in refusals.sentences(game).values()
        for pair in pairs
        for words in pair
    ]

    assert [] == [words for words in said if words[:1].islower() or not words.endswith((".", "?", "!"))]
    assert [] == [words for words in said if "  " in words or ": ." in words]
