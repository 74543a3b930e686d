"""Fits `companion.lookup.answerability`: a logistic regression of whether a rule answers, on evidence of the search."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks.lookup.questions import Question
from companion.games import GAMES
from companion.lookup.rule_index import RuleIndex

_ROUNDS, _RIDGE = 50, 1e-2
_LOST = 0.02
"""Of the answerable questions so many may be lost."""


def calibrated(asked: Sequence[Question]) -> str:
    """Weights, bias, and the likelihoods at which to say "none" and "perhaps", as text to copy."""
    indexes = {name: RuleIndex(game.rulebook) for name, game in GAMES.items()}
    evidence = np.array([[*indexes[each.game].evidence(each.text), 1.0] for each in asked])
    answered = np.array([bool(each.expect) for each in asked])
    importance = np.where(answered, 1 / answered.sum(), 1 / (~answered).sum()) * len(asked) / 2
    weights = np.zeros(evidence.shape[1])
    for _ in range(_ROUNDS):  # Newton's method; the classes weigh alike.
        likely = 1 / (1 + np.exp(-evidence @ weights))
        gradient = evidence.T @ (importance * (answered - likely)) - _RIDGE * weights
        curvature = (evidence.T * (importance * likely * (1 - likely))) @ evidence + _RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curvature, gradient)
    likely = 1 / (1 + np.exp(-evidence @ weights))
    possible = float(np.quantile(likely[answered], _LOST))
    recognised = float((likely[~answered] < possible).mean())
    sure = float(np.quantile(likely[~answered], 1 - _LOST))
    *each, bias = (round(float(weight), 2) for weight in weights)
    return (
        f"weights {each}, bias {bias}; possible {possible:.2f} (recognises {recognised:.0%} of what has no answer), "
        f"sure {max(sure, possible):.2f}"
    )
