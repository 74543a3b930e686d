"""Texts as vectors of their terms, weighted by how much a term tells (tf-idf).

Salton, Wong, Yang (1975), A vector space model for automatic indexing; term counts are damped by their logarithm.
There are three kinds of terms: runs of letters, which forgive typos, forms and compounds; stems of words, as if each
word were one of each language; and meanings (synonym rings), which join what players say with what rules say, in all
languages.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from companion.lookup.synonyms import synonym_rings
from companion.lookup.word_stems import LANGUAGES, fold, grams, stems, words

Floats = NDArray[np.float32]
Counts = NDArray[np.uint16]
Hashes = NDArray[np.uint32]
Vector = tuple[NDArray[np.int64], Floats]
"""The numbers of the terms, and how much each weighs."""

_WEIGHTS = (1.0, 0.3, 0.3)
"""What letters, stems and meanings weigh: the square of the length of their part of a vector."""

FEWEST_TEXTS = 2
"""A term that stands in a single text tells nothing of others."""


@dataclass(frozen=True, slots=True)
class VectorSpace:
    """The known terms, by their hashes in order: in how many texts about rules, and about something else, each stands.

    `rules` and `others`: how many texts there are.
    """

    terms: Hashes
    in_rules: Counts
    in_others: Counts
    rules: int
    others: int

    @classmethod
    def of(cls, rules: Sequence[str], others: Sequence[str], fewest_texts: int = FEWEST_TEXTS) -> VectorSpace:
        """The space of the terms that stand in so many of these texts."""
        terms, texts = np.unique(_all_terms(chain(rules, others)), return_counts=True)
        terms = terms[texts >= fewest_texts]
        return cls(terms, texts_with(terms, rules), texts_with(terms, others), len(rules), len(others))

    def vector(self, text: str) -> Vector:
        """Of length 1 for each kind of term, times its weight. Unknown terms tell nothing."""
        asked = words(text)
        numbers, values = [], []
        for kind, weight in enumerate(_WEIGHTS):
            known, counts = np.unique(self._known([_terms_of(word)[kind] for word in asked]), return_counts=True)
            told = (1 + np.log(counts)) * self._told(known)
            length = float(np.sqrt((told**2).sum())) or 1.0
            numbers.append(known)
            values.append(math.sqrt(weight) / length * told)
        return np.concatenate(numbers), np.concatenate(values).astype(np.float32)

    def known(self, text: str) -> float:
        """The share of a text's letters that are in words which the rules have, in whatever form."""
        asked = words(text)
        letters = sum(map(len, asked))
        return sum(len(word) for word in asked if self._texts(word)[0]) / letters if letters else 0.0

    def foreign(self, text: str) -> float:
        """By how much oftener its words stand in texts about something else than in those about rules.

        The mean logarithm of the ratio; no word counts as never found, for it may be missing by chance.
        """
        asked = words(text)
        return sum(map(self._foreign, asked)) / len(asked) if asked else 0.0

    def _foreign(self, word: str) -> float:
        in_rules, in_others = self._texts(word)
        ratio = math.log((in_others + 0.5) / (self.others + 1) / ((in_rules + 0.5) / (self.rules + 1)))
        return ratio if in_rules or in_others else max(0.0, ratio)

    def _known(self, hashes: Sequence[Hashes]) -> NDArray[np.int64]:
        """The numbers of those that are known."""
        asked = np.concatenate([np.empty(0, np.uint32), *hashes])
        places = np.searchsorted(self.terms, asked)
        within = places < len(self.terms)
        places, asked = places[within], asked[within]
        found: NDArray[np.int64] = places[self.terms[places] == asked]
        return found

    def _told(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        texts = self.in_rules[numbers].astype(np.float64) + self.in_others[numbers]
        return np.log((1 + self.rules + self.others) / (1 + texts)) + 1

    def _texts(self, word: str) -> tuple[int, int]:
        """In how many texts of each sort the word stands, by its most frequent stem."""
        numbers = self._known([_terms_of(word)[1]])
        return int(self.in_rules[numbers].max(initial=0)), int(self.in_others[numbers].max(initial=0))


def _all_terms(texts: Iterable[str]) -> Hashes:
    """The terms of all texts, once for each text in which they stand."""
    found = [
        np.unique(np.concatenate([np.empty(0, np.uint32), *chain.from_iterable(map(_terms_of, words(text)))]))
        for text in texts
    ]
    return np.concatenate([np.empty(0, np.uint32), *found])


def texts_with(terms: Hashes, texts: Iterable[str]) -> Counts:
    """In how many of the texts each of these terms stands."""
    known, counts = np.unique(_all_terms(texts), return_counts=True)
    _, of_terms, of_known = np.intersect1d(terms, known, assume_unique=True, return_indices=True)
    found = np.zeros(len(terms), np.uint16)
    found[of_terms] = counts[of_known]
    return found


@lru_cache(maxsize=60_000)
def _terms_of(word: str) -> tuple[Hashes, Hashes, Hashes]:
    """The hashes of a word's terms: letters, stems, meanings."""
    stemmed = dict.fromkeys(
        stem for language in LANGUAGES for form in (fold(word), word) for stem in stems(form, language)
    )
    rings = dict.fromkeys(ring for language in LANGUAGES for ring in synonym_rings(language).of([word]))
    return (
        _hashes("", grams(word)),
        _hashes("=", stemmed),
        _hashes("~", rings),
    )


def _hashes(mark: str, terms: Iterable[str]) -> Hashes:
    return np.array([crc32(f"{mark}{term}".encode()) for term in terms], np.uint32)
