"""Whether any rule answers a question at all: a logistic regression over five figures of the search."""

from __future__ import annotations

import math
from typing import NamedTuple


class SearchFigures(NamedTuple):
    """`best`: the score of the likeliest rule; `other`: that of the likeliest topic which has nothing to do with rules;
    `about`: how far the question lies on the side of those about rules;
    `known`: the share of the question that is in words which the rules have; `foreign`: by how much oftener its words
    stand in sentences about something else than in those about rules, as the mean logarithm of the ratio."""

    best: float
    other: float
    about: float
    known: float
    foreign: float


_WEIGHTS = SearchFigures(5.37, -1.49, 1.91, 2.85, -1.4)
_BIAS = -3.26
"""Fit by `benchmarks.lookup --calibrate` on the development questions and on sentences left out of the learning."""


def likelihood(evidence: SearchFigures) -> float:
    """0 to 1."""
    return 1 / (1 + math.exp(-_BIAS - sum(weight * each for weight, each in zip(_WEIGHTS, evidence, strict=True))))
