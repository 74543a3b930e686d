"""Learns which words divide one rule from another: `python -m scripts.rule_weights`, after ways of asking were changed.

Writes `rule_weights.npz` beside each game's statements, in some minutes. Needs scikit-learn, which nothing else does.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click
import numpy as np

from companion.core.rules import Rulebook
from companion.games import GAMES
from companion.lookup.rule_classifier import PLACES, packed
from companion.lookup.rule_index import RuleIndex

_PENALTY = 1.0
_SMALLEST = 0.1
"""Smaller weights are left out: a file has a tenth of them and finds as many rules."""


def learnt(rulebook: Rulebook) -> bytes:
    """The weights of a rulebook's ways of asking, as a file."""
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped,import-not-found,unused-ignore]
    from sklearn.svm import LinearSVC  # type: ignore[import-untyped,import-not-found,unused-ignore]

    digest, vectors, rules = RuleIndex(rulebook).learning_data()
    starts = np.cumsum([0, *(len(places) for places, _ in vectors)])
    places = np.concatenate([places for places, _ in vectors])
    values = np.concatenate([values for _, values in vectors])
    asked = csr_matrix((values, places, starts), shape=(len(vectors), PLACES))
    model = LinearSVC(C=_PENALTY, random_state=0).fit(asked, rules)
    return packed(digest, model.coef_.T, model.intercept_, _SMALLEST)


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(sorted(GAMES)))
def main(games: tuple[str, ...]) -> None:
    """Learn the weights of these games, or of all."""
    if not find_spec("sklearn"):
        raise click.ClickException("What is learnt is learnt by scikit-learn: `uv pip install scikit-learn`.")
    for name in games or GAMES:
        rulebook = GAMES[name].rulebook
        if RuleIndex(rulebook).learnt:
            click.echo(f"{name}: nothing has changed.")
            continue
        data = learnt(rulebook)
        Path(str(rulebook.learnt)).write_bytes(data)
        click.echo(f"{name}: {len(data) / 1000:.0f} kB.")


if __name__ == "__main__":
    main()
