"""Words of four languages brought to a form in which what means the same is written the same.

Snowball stems alone join few Estonian forms of a word, because Estonian and Finnish change consonants inside the stem
(`kaart`, `kaardi`; `laatta`, `laatan`). After stemming, such grades are therefore folded into one. People also leave
out diacritics, so a word counts with them and without.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

import Stemmer

LANGUAGES = {"en": "english", "et": "estonian", "fi": "finnish", "pl": "polish"}
"""The languages that can be searched in, and what Snowball calls them."""

_GRADED = {"et", "fi"}
_WORD = re.compile(r"\w+")
_NOT_DECOMPOSED = str.maketrans({"ł": "l", "ø": "o", "ß": "ss", "æ": "ae"})
_GRADES = str.maketrans({"b": "p", "d": "t", "g": "k"})
_DOUBLED = re.compile(r"(.)\1")
_ENDING_VOWEL = re.compile(r"(?<=...)[aeiou]+$")


@lru_cache(maxsize=60_000)
def fold(text: str) -> str:
    """Lower case, without diacritics: "Kärbi kaotusi" is "karbi kaotusi"."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_NOT_DECOMPOSED))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def words(text: str) -> list[str]:
    """The words of a text as they stand, in lower case."""
    return _WORD.findall(text.casefold())


@lru_cache(maxsize=60_000)
def stems(word: str, language: str) -> tuple[str, ...]:
    """The word's stem in a language; several where it depends on diacritics that may have been left out.

    Estonian and Finnish words also stand for themselves, graded: the stemmer takes the end of `kaart` for a plural's.
    """
    stem = _stemmer(language)
    found = [fold(stem(word)), stem(fold(word))]
    if language in _GRADED:
        found = [_one_grade(form) for form in (*found, fold(word))]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=len(LANGUAGES))
def _stemmer(language: str) -> Callable[[str], str]:
    stemmer = Stemmer.Stemmer(LANGUAGES[language])
    return lambda word: str(stemmer.stemWord(word))


def _one_grade(stem: str) -> str:
    """A folded stem with its consonants in one grade: `kaart` and `kaard` are the same."""
    return _ENDING_VOWEL.sub("", _DOUBLED.sub(r"\1", stem.translate(_GRADES)))


_SHORTEST, _LONGEST = 2, 4


def grams(text: str) -> list[str]:
    """The runs of two to four letters of each folded word: what a misspelt, inflected or compound word still shares."""
    return [gram for word in words(fold(text)) for gram in _grams_of_word(word)]


@lru_cache(maxsize=50_000)
def _grams_of_word(word: str) -> tuple[str, ...]:
    padded = f" {word} "
    if len(padded) <= _LONGEST:
        return (padded,)
    return tuple(
        padded[at : at + length] for length in range(_SHORTEST, _LONGEST + 1) for at in range(len(padded) - length + 1)
    )
