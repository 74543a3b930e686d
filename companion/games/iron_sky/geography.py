"""Where places stand on the screen's maps: drawn after the coasts of the continents, not after anybody's board.

Lengths in the width of a column of territories, from the upper left corner of the ground. A territory keeps its column
and row of the table (`layout.BLOCKS`); the coast only says which continent this is.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

Point = tuple[float, float]


def _points(written: str) -> tuple[Point, ...]:
    """Written as in SVG: `x,y x,y ...`."""
    return tuple((float(x), float(y)) for x, _, y in (point.partition(",") for point in written.split()))


_DRAWN = tomllib.loads(files(__package__).joinpath("geography.toml").read_text(encoding="utf-8"))

SPOTS: dict[str, tuple[Point, ...]] = {board: _points(spots) for board, spots in _DRAWN["spots"].items()}
"""By board: the middle of each territory from 1 to 7."""

COASTS: dict[str, tuple[tuple[Point, ...], ...]] = {
    board: tuple(map(_points, coasts)) for board, coasts in _DRAWN["coasts"].items()
}
"""By board: its pieces of land, each a closed line."""
