"""Forms of a word that mean the same are brought to the same."""

from __future__ import annotations

import pytest

from companion.lookup.word_stems import fold, grams, stems


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "tile", "tiles"),
        ("et", "komplekti", "komplektid"),
        ("et", "kaart", "kaardi"),
        ("fi", "laatta", "laatan"),
        ("fi", "armeija", "armeijaa"),
        ("pl", "żeton", "żetony"),
    ],
)
def test_forms_of_a_word_share_a_stem(language: str, one: str, other: str) -> None:
    assert set(stems(one, language)) & set(stems(other, language))


@pytest.mark.parametrize(
    ("language", "spelt", "typed"), [("et", "värvikomplekti", "varvikomplekti"), ("pl", "talię", "talie")]
)
def test_left_out_diacritics_share_a_stem(language: str, spelt: str, typed: str) -> None:
    assert set(stems(spelt, language)) & set(stems(typed, language))


def test_folding_takes_every_diacritic_of_the_four_languages() -> None:
    assert "oaousz aaolzznsce" == fold("ÕÄÖÜŠŽ åąółźżńśćę")


def test_a_typo_keeps_most_runs_of_letters() -> None:
    right, wrong = set(grams("takeover")), set(grams("takover"))

    assert len(right & wrong) > len(right) / 2
