"""Fits `companion.lookup.answerability`: a logistic regression of whether a rule answers, on figures of the search.

Every sentence that no rule answers is asked of weights that were learnt without its whole topic. Needs scikit-learn,
and minutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.lookup.questions import Question
from companion.core.rules import Rulebook
from companion.games import GAMES
from companion.lookup.answerability import SearchFigures
from companion.lookup.rule_classifier import RuleClassifier
from companion.lookup.rule_index import Passage, learning_data, passages
from companion.lookup.vector_space import texts_with
from scripts.rule_weights import learnt_from, matrix

_FOLDS = 3
_ROUNDS, _RIDGE = 50, 1e-2
_LOST, _PERHAPS = 0.02, 0.06
"""Of the answerable questions so many may be lost, and so many more are answered with "perhaps"."""
_MOST_COMMAS = 1
"""With more, a sentence is a list of words of one topic, and no question."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class LeftOut:
    """A question of which nothing was learnt, and the figures of its search."""

    game: str
    lang: str
    text: str
    answered: bool
    fold: int
    figures: SearchFigures


def calibrated(asked: Sequence[Question]) -> str:
    """Weights, bias and bounds as text to copy, and a table of what they recognise by game and language."""
    found = [each for game in GAMES for each in _left_out(game, [one for one in asked if one.game == game])]
    figures = np.array([[*each.figures, 1.0] for each in found])
    answered = np.array([each.answered for each in found])
    # No text, and no topic that has nothing to do with rules, is in both a fit and its trial.
    folds = np.array([each.fold for each in found])
    likely = np.zeros(len(found))
    for fold in range(_FOLDS):
        weights = _fitted(figures[folds != fold], answered[folds != fold])
        likely[folds == fold] = 1 / (1 + np.exp(-figures[folds == fold] @ weights))
    possible, sure = (float(np.quantile(likely[answered], lost)) for lost in (_LOST, _LOST + _PERHAPS))
    *each, bias = (round(float(weight), 2) for weight in _fitted(figures, answered))
    lines = [f"weights {each}, bias {bias}; possible {possible:.2f}, sure {sure:.2f}"]
    lines += [
        "",
        "| | no answer | none found | perhaps | an answer | none found | perhaps |",
        "|---|---|---|---|---|---|---|",
    ]
    for kind in ("all", *GAMES, *dict.fromkeys(each.lang for each in found)):
        cells = [kind]
        for answerable in (False, True):
            some = np.array([each.answered is answerable and kind in {"all", each.game, each.lang} for each in found])
            none, perhaps = (likely[some] < possible).mean(), (likely[some] < sure).mean()
            cells += [str(some.sum()), f"{none:.1%}", f"{perhaps - none:.1%}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _left_out(game: str, asked: Sequence[Question]) -> Iterator[LeftOut]:
    """Each sentence that no rule answers, left out of the learning with its topic; and what is answerable."""
    rulebook = GAMES[game].rulebook
    others = [each for each in passages(rulebook) if each.id is None]
    topics = sorted({each.topic for each in others})
    fold_of = [topics.index(each.topic) % _FOLDS for each in others]
    answerable = [each for each in asked if each.expect]
    for fold, classifier in enumerate(_without_each_fold(rulebook, others, fold_of)):
        for passage, of_passage in zip(others, fold_of, strict=True):
            if of_passage == fold and passage.text.count(",") <= _MOST_COMMAS:
                figures = classifier.scored(passage.text)[1]
                yield LeftOut(game, passage.language, passage.text, answered=False, fold=fold, figures=figures)
        for each in answerable:
            if sum(each.text.encode()) % _FOLDS == fold:
                figures = classifier.scored(each.text)[1]
                yield LeftOut(game, each.lang, each.text, answered=True, fold=fold, figures=figures)


def _without_each_fold(
    rulebook: Rulebook, others: Sequence[Passage], fold_of: Sequence[int]
) -> Iterator[RuleClassifier]:
    """What is learnt without each third of the topics that no rule is about."""
    data = learning_data(rulebook)
    vectors, of_others = matrix(data), np.flatnonzero(np.array(data.classes) >= data.rules)
    for fold in range(_FOLDS):
        left_out = np.array(fold_of) == fold
        out = [each.text for each, is_out in zip(others, left_out, strict=True) if is_out]
        learnt = learnt_from(data, vectors, np.setdiff1d(np.arange(len(data.texts)), of_others[left_out]))
        in_others = data.space.in_others - texts_with(data.space.terms, out)
        yield replace(learnt, space=replace(data.space, in_others=in_others, others=data.space.others - len(out)))


def _fitted(figures: Floats, answered: NDArray[np.bool_]) -> Floats:
    """The weights, by Newton's method; the two classes weigh alike."""
    importance = np.where(answered, 1 / answered.sum(), 1 / (~answered).sum()) * len(answered) / 2
    weights = np.zeros(figures.shape[1])
    for _ in range(_ROUNDS):
        likely = 1 / (1 + np.exp(-figures @ weights))
        gradient = figures.T @ (importance * (answered - likely)) - _RIDGE * weights
        curvature = (figures.T * (importance * likely * (1 - likely))) @ figures + _RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curvature, gradient)
    return weights
