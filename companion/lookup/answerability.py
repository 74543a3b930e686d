"""Whether any rule answers a question at all: a logistic regression over four figures of the search."""

from __future__ import annotations

import math
from typing import NamedTuple


class SearchFigures(NamedTuple):
    """`best`: the score of the likeliest rule; `elsewhere`: that of the nearest questions which no rule answers;
    `known`: the share of the question that is in words which the rules have; `foreign`: by how much oftener its words
    stand in sentences about something else than in those about rules, as the mean logarithm of the ratio."""

    best: float
    elsewhere: float
    known: float
    foreign: float


_WEIGHTS = SearchFigures(6.25, -7.0, 3.0, -2.93)
_BIAS = -5.27
"""Fit by `benchmarks.lookup --calibrate` on its development questions."""


def likelihood(evidence: SearchFigures) -> float:
    """0 to 1."""
    return 1 / (1 + math.exp(-_BIAS - sum(weight * each for weight, each in zip(_WEIGHTS, evidence, strict=True))))
