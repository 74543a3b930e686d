"""Texts as vectors of their terms, weighted by how much a term tells (tf-idf), compared by the angle between them.

Salton, Wong, Yang (1975), A vector space model for automatic indexing; term counts are damped by their logarithm.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class VectorSpace:
    """Documents by their numbers, each with its terms, repeated as often as they stand in it."""

    def __init__(self, documents: Sequence[Sequence[str]]) -> None:
        self.size = len(documents)
        terms = dict.fromkeys(chain.from_iterable(documents))
        self._ids = {term: id for id, term in enumerate(terms)}
        ids = np.fromiter((self._ids[term] for term in chain.from_iterable(documents)), np.int64)
        rows = np.repeat(np.arange(self.size), [len(document) for document in documents])
        # By term, then by document: the postings of a term lie in one piece.
        keys, counts = np.unique(ids * max(1, self.size) + rows, return_counts=True)
        of_term, self._documents = np.divmod(keys, max(1, self.size))
        known_in = np.bincount(of_term, minlength=len(terms))
        self._starts = np.concatenate(([0], np.cumsum(known_in)))
        self._told = np.log((1 + self.size) / (1 + known_in)) + 1
        weights = (1 + np.log(counts)) * self._told[of_term]
        self._weights = (weights / self._lengths(self._documents, weights, self.size)[self._documents]).astype(
            np.float32
        )
        self._documents = self._documents.astype(np.int32)
        self._of_term = of_term.astype(np.int32)

    @staticmethod
    def _lengths(documents: NDArray[np.signedinteger], weights: NDArray[np.float64], size: int) -> NDArray[np.float64]:
        squares = np.bincount(documents, weights**2, size)
        return np.where(squares > 0, np.sqrt(squares), 1)

    def __contains__(self, term: str) -> bool:
        return term in self._ids

    def similarities(self, question: Mapping[str, float]) -> Floats:
        """For each document the cosine of the angle between it and this `vector`: 0 to 1."""
        found = np.zeros(self.size, np.float32)
        for term, weight in question.items():
            id = self._ids[term]
            postings = slice(self._starts[id], self._starts[id + 1])
            found[self._documents[postings]] += weight * self._weights[postings]
        return found

    def vector(self, document: Iterable[str]) -> dict[str, float]:
        """The terms of a text with their weights, of length 1. Unknown terms tell nothing."""
        counts = Counter(term for term in document if term in self._ids)
        weights = {term: (1 + math.log(count)) * float(self._told[self._ids[term]]) for term, count in counts.items()}
        length = math.sqrt(sum(weight**2 for weight in weights.values())) or 1.0
        return {term: weight / length for term, weight in weights.items()}

    def merged(self, group_of: Sequence[int]) -> VectorSpace:
        """The same space with the documents of each group as one: the sum of their vectors. -1 is no group."""
        groups = np.asarray(group_of)[self._documents]
        kept = groups >= 0
        size = max(group_of, default=-1) + 1
        keys, places = np.unique(
            self._of_term[kept].astype(np.int64) * max(1, size) + groups[kept], return_inverse=True
        )
        of_term, documents = np.divmod(keys, max(1, size))
        weights = np.bincount(places, self._weights[kept]).astype(np.float64)
        space = VectorSpace.__new__(VectorSpace)
        space.size, space._ids, space._told = size, self._ids, self._told
        space._starts = np.concatenate(([0], np.cumsum(np.bincount(of_term, minlength=len(self._told)))))
        space._documents, space._of_term = documents.astype(np.int32), of_term.astype(np.int32)
        space._weights = (weights / self._lengths(documents, weights, size)[documents]).astype(np.float32)
        return space
