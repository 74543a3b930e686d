"""Which rule a question asks for, and whether it asks for any, by weights that were learnt from every way of asking.

Linear classifiers (support vector machines: Fan et al. 2008, LIBLINEAR) over the terms of `vector_space`: each rule
against all others, and all rules against sentences about something else. `python -m scripts.rule_weights` learns them
and writes `rule_weights.npz` beside a game's statements; the machine that asks only adds numbers up. Weights have eight
bits, and small ones are left out.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from companion.lookup.answerability import SearchFigures
from companion.lookup.vector_space import Floats, Vector, VectorSpace

_LEVELS = 127


def digest(texts: Sequence[str]) -> str:
    """What tells whether weights were learnt from just these texts."""
    return sha256("\n".join(texts).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class LearningData:
    """Each way of saying a rule, with the number of the rule, -1 for what no rule answers."""

    digest: str
    space: VectorSpace
    texts: tuple[str, ...]
    rule_of: tuple[int, ...]

    def vectors(self) -> Iterator[Vector]:
        return map(self.space.vector, self.texts)


@dataclass(frozen=True, slots=True)
class RuleClassifier:
    """`rules[starts[t]:starts[t + 1]]` are those for which term t has a weight; `bias` has a number for each rule.

    `weights` are in units of `scale`; `about` is the weight of each term for any rule at all, with `about_bias`.
    """

    digest: str
    space: VectorSpace
    starts: NDArray[np.int64]
    rules: NDArray[np.uint16]
    weights: NDArray[np.int8]
    scale: float
    bias: Floats
    about: Floats
    about_bias: float

    @classmethod
    def of(  # noqa: PLR0913, PLR0917 - what two classifiers over one space are
        cls,
        learnt_from: str,
        space: VectorSpace,
        weights: NDArray[np.floating],
        bias: Floats,
        about: NDArray[np.floating],
        about_bias: float,
        smallest: float = 0.0,
    ) -> RuleClassifier:
        """From `weights` (terms x rules), without those smaller than `smallest`."""
        scale = float(np.abs(weights).max(initial=1e-9)) / _LEVELS
        levels = np.round(np.where(np.abs(weights) >= smallest, weights, 0) / scale).astype(np.int8)
        terms, rules = levels.nonzero()
        return cls(
            learnt_from,
            space,
            _starts(np.bincount(terms, minlength=len(space.terms))),
            rules.astype(np.uint16),
            levels[terms, rules],
            scale,
            bias.astype(np.float32),
            about.astype(np.float32),
            about_bias,
        )

    @classmethod
    def read(cls, data: bytes) -> RuleClassifier:
        """From what `packed` wrote."""
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            rule_texts, other_texts = file["texts"].tolist()
            scale, about_bias = file["scales"].tolist()
            terms = np.cumsum(file["gaps"], dtype=np.uint32)
            return cls(
                str(file["digest"]),
                VectorSpace(terms, file["in_rules"], file["in_others"], rule_texts, other_texts),
                _starts(file["counts"]),
                file["rules"],
                file["weights"],
                scale,
                file["bias"],
                file["about"].astype(np.float32),
                about_bias,
            )

    def packed(self) -> bytes:
        """As a file."""
        file = io.BytesIO()
        np.savez_compressed(
            file,
            digest=self.digest,
            gaps=np.diff(self.space.terms, prepend=np.uint32(0)),
            in_rules=self.space.in_rules,
            in_others=self.space.in_others,
            texts=np.array([self.space.rules, self.space.others]),
            counts=np.diff(self.starts).astype(np.uint16),
            rules=self.rules,
            weights=self.weights,
            bias=self.bias,
            about=self.about.astype(np.float16),
            scales=np.array([self.scale, self.about_bias]),
        )
        return file.getvalue()

    def scored(self, question: str) -> tuple[Floats, SearchFigures]:
        """For each rule how far a question lies on its side, and what tells whether any answers."""
        terms, values = self.space.vector(question)
        scores = self.bias.copy()
        for term, value in zip(terms, values, strict=True):
            some = slice(self.starts[term], self.starts[term + 1])
            scores[self.rules[some]] += value * self.scale * self.weights[some]
        about = float(values @ self.about[terms]) + self.about_bias
        best = float(scores.max(initial=-1.0))
        return scores, SearchFigures(best, about, self.space.known(question), self.space.foreign(question))


def _starts(counts: NDArray[np.integer]) -> NDArray[np.int64]:
    return np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))


_STEEPNESS, _RULE_BIAS = 2.6, -1.06
_ABOUT_STEEPNESS, _ABOUT_BIAS = 20.0, -0.06
"""They bring its figures to about those of learnt weights."""


def nearest_centroid(data: LearningData) -> RuleClassifier:
    """What needs no learning: how near a question is to the mean of a rule's ways of asking (Rocchio 1971)."""
    terms = len(data.space.terms)
    sums = np.zeros((terms, max(data.rule_of, default=-1) + 2), np.float32)
    for (places, values), rule in zip(data.vectors(), data.rule_of, strict=True):
        sums[places, rule] += values
    centroids = _unit(sums)
    return RuleClassifier.of(
        data.digest,
        data.space,
        _STEEPNESS * centroids[:, :-1],
        np.full(centroids.shape[1] - 1, _RULE_BIAS, np.float32),
        _ABOUT_STEEPNESS * (_unit(sums[:, :-1].sum(axis=1)) - centroids[:, -1]),
        _ABOUT_BIAS,
    )


def _unit(vectors: Floats) -> Floats:
    lengths: Floats = np.maximum(np.linalg.norm(vectors, axis=0), 1e-9)
    return np.asarray(vectors / lengths, np.float32)
