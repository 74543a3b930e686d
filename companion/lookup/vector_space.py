"""Texts as vectors of their terms, weighted by how much a term tells (tf-idf), compared by the angle between them.

Salton, Wong, Yang (1975), A vector space model for automatic indexing. The texts are single sentences, so a term
counts once however often it stands there.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping

_UNKNOWN = 0.6
"""What a question's term that no text has weighs, of the most that a term can: a name tells less than a rule's word."""


class VectorSpace:
    """Documents by their numbers, each the set of its terms."""

    def __init__(self, documents: Mapping[int, Collection[str]]) -> None:
        known_in = Counter(term for terms in documents.values() for term in terms)
        self._weights = {term: math.log(1 + len(documents) / count) for term, count in known_in.items()}
        self._unknown = _UNKNOWN * math.log(1 + len(documents))
        self._postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, terms in documents.items():
            length = math.hypot(*(self._weights[term] for term in terms)) or 1.0
            for term in terms:
                self._postings[term].append((number, self._weights[term] / length))

    def __contains__(self, term: str) -> bool:
        return term in self._weights

    def similarities(self, question: Iterable[str]) -> dict[int, float]:
        """For each document that shares a term with the question, the cosine of the angle between them: 0 to 1."""
        weights = {term: self._weights.get(term, self._unknown) for term in question}
        length = math.hypot(*weights.values()) or 1.0
        found: dict[int, float] = defaultdict(float)
        for term, weight in weights.items():
            for number, share in self._postings.get(term, ()):
                found[number] += weight / length * share
        return found
