"""Makes the payloads of a game's labels: `python -m scripts.make_tags LETTER COUNT [--avoid FILE...] > tags.csv`.

Run once per game. The table it prints is shipped data, stable for ever: labels that are printed and glued on cannot
be recalled, so a table is only ever extended (`--first`), never made again.

Pieces are taken in order; for each the first filling is kept whose symbol differs in at least LEAST_DISTANCE of the
208 data modules from every earlier symbol (and those of the `--avoid` tables), in each of the four rotations, and
from itself when turned. Fillings come from a hash of the piece and the attempt, so every run gives the same table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from companion.core.tags import ALPHABET, TagId, read_table, stem
from vision.labels import data_modules, symbol

LEAST_DISTANCE = 74
FILLING_LENGTH = 5


def fillings(start: str) -> Iterator[str]:
    """Endless pseudo-random fillings for one readable part."""
    attempt = 0
    while True:
        value = int.from_bytes(hashlib.sha256(f"{start}/{attempt}".encode()).digest()[:8])
        yield "".join(ALPHABET[value // 36**place % 36] for place in range(FILLING_LENGTH))
        attempt += 1


class Crowd:
    """Symbols chosen so far, as vectors of +1 and -1, in one and in all four rotations."""

    def __init__(self) -> None:
        data = int(data_modules().sum())
        self._upright = np.empty((0, data), dtype=np.float32)
        self._turned = np.empty((0, data), dtype=np.float32)

    def admits(self, payload: str) -> bool:
        """Whether the payload's symbol is far from every chosen one and from itself turned."""
        turns = _turns(payload)
        return bool(
            _least_distance(turns, self._upright) >= LEAST_DISTANCE
            and _least_distance(turns[:1], self._turned) >= LEAST_DISTANCE
            and _least_distance(turns[1:], turns[:1]) >= LEAST_DISTANCE
        )

    def add(self, payload: str) -> None:
        turns = _turns(payload)
        self._upright = np.vstack([self._upright, turns[:1]])
        self._turned = np.vstack([self._turned, turns])


def _turns(payload: str) -> NDArray[np.float32]:
    drawn = symbol(payload)
    return np.array([np.where(np.rot90(drawn, turn)[data_modules()], 1, -1) for turn in range(4)], dtype=np.float32)


def _least_distance(some: NDArray[np.float32], others: NDArray[np.float32]) -> float:
    if not len(others):
        return np.inf
    return float((some.shape[1] - (some @ others.T).max()) / 2)


def make(tag_ids: list[TagId], avoid: list[str]) -> dict[int, str]:
    """Payloads for the pieces, far from one another and from the payloads to avoid."""
    crowd = Crowd()
    for payload in avoid:
        crowd.add(payload)
    chosen: dict[int, str] = {}
    for tag_id in tag_ids:
        start = stem(tag_id)
        chosen[tag_id.number] = next(start + end for end in fillings(start) if crowd.admits(start + end))
        crowd.add(chosen[tag_id.number])
    return chosen


@click.command()
@click.argument("letter")
@click.argument("count", type=click.IntRange(1, 999))
@click.option("--first", default=1, show_default=True, type=click.IntRange(0, 999), help="Number of the first piece.")
@click.option("--avoid", multiple=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(letter: str, count: int, first: int, avoid: tuple[Path, ...]) -> None:
    """Print COUNT payloads of the game LETTER as lines `number,payload`."""
    taken = [payload for path in avoid for payload in read_table(path.read_text("ascii"), path.name).values()]
    click.echo("number,payload")
    for number, payload in make([TagId(letter, number) for number in range(first, first + count)], taken).items():
        click.echo(f"{number},{payload}")


if __name__ == "__main__":
    main()
