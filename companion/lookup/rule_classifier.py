"""Which rule a question asks for, by weights that were learnt from every way of asking.

A linear classifier, each rule against all others (a support vector machine: Fan et al. 2008, LIBLINEAR), over the
same terms as the nearest passages. `python -m scripts.rule_weights` learns it and writes `rule_weights.npz` beside a
game's statements; nothing is learnt on the machine that asks. Terms share 2^15 places by their hash; weights have eight
bits, and small ones are left out.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

PLACES = 1 << 15


def place(kind: int, term: str) -> int:
    """Where the weights of a term stand; `kind` tells letters, stems and meanings apart."""
    return crc32(f"{kind} {term}".encode()) % PLACES


def digest(texts: Sequence[str]) -> str:
    """What tells whether weights were learnt from these ways of asking."""
    return sha256("\n".join(texts).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class RuleClassifier:
    """`rules[starts[p]:starts[p + 1]]` have a weight at place p; `bias` has a number for each rule."""

    digest: str
    starts: NDArray[np.int64]
    rules: NDArray[np.int32]
    weights: Floats
    bias: Floats

    @classmethod
    def read(cls, data: bytes) -> RuleClassifier:
        """From what `packed` wrote."""
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            return cls(
                str(file["digest"]),
                np.concatenate(([0], np.cumsum(file["counts"], dtype=np.int64))),
                file["rules"].astype(np.int32),
                file["weights"] * file["scale"],
                file["bias"],
            )

    def scores(self, places: Sequence[int], values: Sequence[float]) -> Floats:
        """For each rule how far a question with these values at these places lies on its side."""
        found = self.bias.copy()
        for at, value in zip(places, values, strict=True):
            some = slice(self.starts[at], self.starts[at + 1])
            found[self.rules[some]] += value * self.weights[some]
        return found


def packed(learnt_from: str, weights: NDArray[np.float64], bias: NDArray[np.float64], smallest: float) -> bytes:
    """`weights` (places x rules) and `bias` as a file, without the weights that are smaller than `smallest`."""
    scale = float(np.abs(weights).max()) / 127
    rounded = np.round(np.where(np.abs(weights) >= smallest, weights, 0) / scale).astype(np.int8)
    places, rules = rounded.nonzero()
    file = io.BytesIO()
    np.savez_compressed(
        file,
        digest=learnt_from,
        counts=np.bincount(places, minlength=PLACES).astype(np.uint16),
        rules=rules.astype(np.uint16),
        weights=rounded[places, rules],
        scale=np.float32(scale),
        bias=bias.astype(np.float32),
    )
    return file.getvalue()
