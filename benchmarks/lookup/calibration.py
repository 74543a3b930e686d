"""Fits `companion.lookup.answerability`: a logistic regression of whether a rule answers, on evidence of the search."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.lookup.questions import Question
from companion.games import GAMES
from companion.lookup.rule_index import RuleIndex

_ROUNDS, _RIDGE = 50, 1e-2
_LOST = 0.02
"""Of the answerable questions so many may be lost."""

Floats = NDArray[np.float64]


def calibrated(asked: Sequence[Question]) -> str:
    """Weights, bias, and the likelihoods at which to say "none" and "perhaps", as text to copy.

    Every other question without an answer is kept out of the fit, and shows whether it holds for what it did not see.
    """
    indexes = {name: RuleIndex(game.rulebook) for name, game in GAMES.items()}
    evidence = np.array([[*indexes[each.game].evidence(each.text), 1.0] for each in asked])
    answered = np.array([bool(each.expect) for each in asked])
    texts = list(dict.fromkeys(each.text for each in asked if not each.expect))
    kept_out = np.array([each.text in set(texts[1::2]) and not each.expect for each in asked])
    weights = _fitted(evidence[~kept_out], answered[~kept_out])
    likely = 1 / (1 + np.exp(-evidence @ weights))
    possible = float(np.quantile(likely[answered], _LOST))
    fitted, others = (float((likely[some] < possible).mean()) for some in (~answered & ~kept_out, kept_out))
    sure = float(np.quantile(likely[~answered], 1 - _LOST))
    *each, bias = (round(float(weight), 2) for weight in weights)
    return (
        f"weights {each}, bias {bias}; possible {possible:.2f} (recognises {fitted:.0%} of what has no answer, "
        f"{others:.0%} of what was kept out of the fit), sure {max(sure, possible):.2f}"
    )


def _fitted(evidence: Floats, answered: NDArray[np.bool_]) -> Floats:
    """The weights, by Newton's method; the two classes weigh alike."""
    importance = np.where(answered, 1 / answered.sum(), 1 / (~answered).sum()) * len(answered) / 2
    weights = np.zeros(evidence.shape[1])
    for _ in range(_ROUNDS):
        likely = 1 / (1 + np.exp(-evidence @ weights))
        gradient = evidence.T @ (importance * (answered - likely)) - _RIDGE * weights
        curvature = (evidence.T * (importance * likely * (1 - likely))) @ evidence + _RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curvature, gradient)
    return weights
