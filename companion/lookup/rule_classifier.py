"""Which rule a question asks for, and whether it asks for any, by weights that were learnt from every way of asking.

Linear classifiers (support vector machines: Fan et al. 2008, LIBLINEAR) over the terms of `vector_space`: each rule,
and each topic that no rule is about, against all else, and all rules against all topics.
`python -m scripts.rule_weights` learns them and writes `rule_weights.npz` beside a game's statements; the machine that
asks only adds numbers up. Weights have eight bits, and small ones are left out.
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
    """Each way of saying a rule, and what no rule answers.

    The class of a text is the number of its rule, or, from `rules` on, of its topic.
    """

    digest: str
    space: VectorSpace
    texts: tuple[str, ...]
    classes: tuple[int, ...]
    rules: int

    def vectors(self) -> Iterator[Vector]:
        return map(self.space.vector, self.texts)


@dataclass(frozen=True, slots=True)
class RuleClassifier:
    """`classes[starts[t]:starts[t + 1]]` are those for which term t has a weight; `bias` has a number for each class.

    The first `rules` classes are rules, the others topics. `weights` are in units of `scale`; `about` is the weight of
    each term for any rule at all, with `about_bias`.
    """

    digest: str
    space: VectorSpace
    starts: NDArray[np.int64]
    classes: NDArray[np.uint16]
    weights: NDArray[np.int8]
    scale: float
    bias: Floats
    about: Floats
    about_bias: float
    rules: int

    @classmethod
    def of(  # noqa: PLR0913, PLR0917 - what two classifiers over one space are
        cls,
        learnt_from: str,
        space: VectorSpace,
        weights: NDArray[np.floating],
        bias: Floats,
        about: NDArray[np.floating],
        about_bias: float,
        rules: int,
        smallest: float = 0.0,
    ) -> RuleClassifier:
        """From `weights` (terms x classes), without those smaller than `smallest`."""
        scale = float(np.abs(weights).max(initial=1e-9)) / _LEVELS
        levels = np.round(np.where(np.abs(weights) >= smallest, weights, 0) / scale).astype(np.int8)
        terms, classes = levels.nonzero()
        return cls(
            learnt_from,
            space,
            _starts(np.bincount(terms, minlength=len(space.terms))),
            classes.astype(np.uint16),
            levels[terms, classes],
            scale,
            bias.astype(np.float32),
            about.astype(np.float32),
            about_bias,
            rules,
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
                file["classes"],
                file["weights"],
                scale,
                file["bias"],
                file["about"].astype(np.float32),
                about_bias,
                int(file["rules"]),
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
            classes=self.classes,
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
            scores[self.classes[some]] += value * self.scale * self.weights[some]
        about = float(values @ self.about[terms]) + self.about_bias
        best, other = (float(each.max(initial=-1.0)) for each in (scores[: self.rules], scores[self.rules :]))
        return scores[: self.rules], SearchFigures(
            best, other, about, self.space.known(question), self.space.foreign(question)
        )


def _starts(counts: NDArray[np.integer]) -> NDArray[np.int64]:
    return np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))


_STEEPNESS, _RULE_BIAS = 2.6, -1.06
_ABOUT_STEEPNESS, _ABOUT_BIAS = 20.0, -0.06
"""They bring its figures to about those of learnt weights."""


def nearest_centroid(data: LearningData) -> RuleClassifier:
    """What needs no learning: how near a question is to the mean of a rule's ways of asking (Rocchio 1971)."""
    terms = len(data.space.terms)
    sums = np.zeros((terms, max(data.classes, default=-1) + 1), np.float32)
    for (places, values), number in zip(data.vectors(), data.classes, strict=True):
        sums[places, number] += values
    centroids = _unit(sums)
    return RuleClassifier.of(
        data.digest,
        data.space,
        _STEEPNESS * centroids,
        np.full(centroids.shape[1], _RULE_BIAS, np.float32),
        _ABOUT_STEEPNESS * (_unit(sums[:, : data.rules].sum(axis=1)) - _unit(sums[:, data.rules :].sum(axis=1))),
        _ABOUT_BIAS,
        data.rules,
    )


def _unit(vectors: Floats) -> Floats:
    lengths: Floats = np.maximum(np.linalg.norm(vectors, axis=0), 1e-9)
    return np.asarray(vectors / lengths, np.float32)
