"""Texts as vectors of their terms, weighted by how much a term tells (tf-idf), compared by the angle between them.

Salton, Wong, Yang (1975), A vector space model for automatic indexing. The texts are single sentences, so a term
counts once however often it stands there.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

_UNKNOWN = 0.6
"""What a question's term that no text has weighs, of the most that a term can: a name tells less than a rule's word."""


class VectorSpace:
    """Documents by their numbers, each the set of its terms."""

    def __init__(self, documents: Mapping[int, Collection[str]]) -> None:
        known_in = Counter(term for terms in documents.values() for term in terms)
        weights = {term: math.log(1 + len(documents) / count) for term, count in known_in.items()}
        lengths = {n: math.hypot(*(weights[term] for term in terms)) or 1.0 for n, terms in documents.items()}
        containing: dict[str, list[int]] = defaultdict(list)
        for number, terms in documents.items():
            for term in terms:
                containing[term].append(number)
        # Arrays, not tuples: an index of a game takes 4 MB instead of 16.
        self._postings = {
            term: _Postings(weights[term], array("H", numbers), array("f", [1 / lengths[n] for n in numbers]))
            for term, numbers in containing.items()
        }
        self._unknown = _UNKNOWN * math.log(1 + len(documents))

    def __contains__(self, term: str) -> bool:
        return term in self._postings

    def similarities(self, question: Iterable[str]) -> dict[int, float]:
        """For each document that shares a term with the question, the cosine of the angle between them: 0 to 1."""
        postings = {term: self._postings.get(term) for term in question}
        length = math.hypot(*(self._unknown if each is None else each.weight for each in postings.values())) or 1.0
        found: dict[int, float] = defaultdict(float)
        for each in postings.values():
            if each is not None:
                share = each.weight * each.weight / length
                for number, scale in zip(each.documents, each.scales, strict=True):
                    found[number] += share * scale
        return found


class _Postings(NamedTuple):
    """The documents that have a term, each with one over the length of its vector."""

    weight: float
    documents: array[int]
    scales: array[float]
