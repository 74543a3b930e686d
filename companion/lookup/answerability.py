"""Whether any rule answers a question at all: a logistic regression over three figures of the search."""

from __future__ import annotations

import math
from typing import NamedTuple


class Evidence(NamedTuple):
    """`best`: the score of the likeliest rule; `elsewhere`: that of the nearest questions which no rule answers;
    `known`: the share of the question that is in words which the rules have."""

    best: float
    elsewhere: float
    known: float


_WEIGHTS = Evidence(4.7, -6.38, 7.26)
_BIAS = -6.86
"""Fit by `benchmarks.lookup --calibrate` on its development questions."""


def likelihood(evidence: Evidence) -> float:
    """0 to 1."""
    return 1 / (1 + math.exp(-_BIAS - sum(weight * each for weight, each in zip(_WEIGHTS, evidence, strict=True))))
