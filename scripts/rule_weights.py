"""Learns which words divide one rule from another: `python -m scripts.rule_weights`, after ways of asking were changed.

Writes `rule_weights.npz` beside each game's statements, in some minutes. Needs scikit-learn, which nothing else does.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from companion.core.rules import Rulebook
from companion.games import GAMES
from companion.lookup.rule_classifier import LearningData, RuleClassifier
from companion.lookup.rule_index import learning_data, learnt_of

_PENALTY, _TOLERANCE = 1.0, 1e-3
_SMALLEST = 0.1
"""Smaller weights are left out: a file has a tenth of them and finds as many rules."""


def learnt(rulebook: Rulebook) -> bytes:
    """The weights of a rulebook's ways of asking, as a file."""
    data = learning_data(rulebook)
    return learnt_from(data, matrix(data), np.arange(len(data.texts))).packed()


def learnt_from(data: LearningData, vectors: Any, rows: NDArray[np.intp]) -> RuleClassifier:
    """What is learnt from some rows of the `matrix` of the data."""
    from sklearn.svm import LinearSVC  # type: ignore[import-untyped,import-not-found,unused-ignore]

    vectors, classes = vectors[rows], np.array(data.classes)[rows]
    model = LinearSVC(C=_PENALTY, tol=_TOLERANCE, random_state=0).fit(vectors, classes)
    any_rule = LinearSVC(C=_PENALTY, tol=_TOLERANCE, class_weight="balanced", random_state=0).fit(
        vectors, classes < data.rules
    )
    return RuleClassifier.of(
        data.digest,
        data.space,
        model.coef_.T,
        model.intercept_,
        any_rule.coef_[0],
        float(any_rule.intercept_[0]),
        data.rules,
        _SMALLEST,
    )


def matrix(data: LearningData) -> Any:
    """The vectors of the texts, a row each."""
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped,import-not-found,unused-ignore]

    vectors = list(data.vectors())
    starts = np.cumsum([0, *(len(terms) for terms, _ in vectors)])
    terms, values = (np.concatenate(each) for each in zip(*vectors, strict=True))
    return csr_matrix((values, terms, starts), shape=(len(vectors), len(data.space.terms)))


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(sorted(GAMES)))
def main(games: tuple[str, ...]) -> None:
    """Learn the weights of these games, or of all."""
    if not find_spec("sklearn"):
        raise click.ClickException("What is learnt is learnt by scikit-learn: `uv pip install scikit-learn`.")
    for name in games or GAMES:
        rulebook = GAMES[name].rulebook
        if learnt_of(rulebook):
            click.echo(f"{name}: nothing has changed.")
            continue
        data = learnt(rulebook)
        Path(str(rulebook.learnt)).write_bytes(data)
        click.echo(f"{name}: {len(data) / 1000:.0f} kB.")


if __name__ == "__main__":
    main()
