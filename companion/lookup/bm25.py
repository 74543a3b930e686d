"""How well documents match a query, by the terms that they share: BM25.

Robertson, Zaragoza (2009), The probabilistic relevance framework: BM25 and beyond.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Generic, TypeVar

D = TypeVar("D", bound=Hashable)

_SATURATION, _BY_LENGTH = 1.2, 0.5
"""k1 and b: how soon more of a term tells nothing more, and how much long documents are marked down."""


class Bm25(Generic[D]):
    """Documents by their names, each all its terms with repetitions."""

    def __init__(self, documents: Mapping[D, Iterable[str]]) -> None:
        counts = {document: Counter(terms) for document, terms in documents.items()}
        mean = sum(map(Counter.total, counts.values())) / max(1, len(counts))
        known_in = Counter(term for count in counts.values() for term in count)
        self._weights = {
            term: math.log(1 + (len(counts) - number + 0.5) / (number + 0.5)) for term, number in known_in.items()
        }
        self._postings: dict[str, list[tuple[D, float]]] = defaultdict(list)
        for document, count in counts.items():
            damping = _SATURATION * (1 - _BY_LENGTH + _BY_LENGTH * count.total() / mean)
            for term, number in count.items():
                self._postings[term].append((document, number / (number + damping)))

    def scores(self, query: Collection[str]) -> dict[D, float]:
        """For each document that shares a term with the query, 0 to 1: 1 would be all its terms, over and over."""
        most = sum(self._weights.get(term, 0.0) for term in query)
        found: dict[D, float] = defaultdict(float)
        for term in query:
            for document, share in self._postings.get(term, ()):
                found[document] += self._weights[term] * share / most
        return found
