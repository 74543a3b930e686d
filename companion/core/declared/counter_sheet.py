"""`counter.toml`: a game of which the companion only keeps count, as data.

title = "Yacht"
players = [1, 6]                 # the fewest and the most

[categories.ones]                # the score sheet: what each player writes once
title = "Ones"
most = 5                         # from 0 to so many, in steps of `step`; or `values = [0, 50]`

[pieces.coin]                    # what carries labels
title = "Coin"
copies = 20
points = 1                       # for each that lies before a player

[zones.bank]                     # where pieces lie
title = "the bank"
columns = 10
rows = 2
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from companion.core.schema import Schema, at_least
from companion.errors import CatalogError

FILE = "counter.toml"
MOST_VALUES = 200


@dataclass(frozen=True, slots=True)
class Category:
    """A line of the score sheet. `times`: how often each player writes it, 0 for as often as people like."""

    title: str
    most: int | None = None
    step: Annotated[int, at_least(1)] = 1
    values: tuple[int, ...] = ()
    times: Annotated[int, at_least(0)] = 1

    def __post_init__(self) -> None:
        if bool(self.values) == (self.most is not None):
            raise CatalogError("a category has either `most` or `values`")
        if not 0 < len(self.worth) <= MOST_VALUES:
            raise CatalogError(f"a category has 1 to {MOST_VALUES} numbers; take a larger `step`")

    @property
    def worth(self) -> tuple[int, ...]:
        """What can be written."""
        return self.values or tuple(range(0, (self.most or 0) + 1, self.step))


@dataclass(frozen=True, slots=True)
class CountedPiece:
    """A kind of piece. `size` is that of one piece in millimetres, if not that of all."""

    title: str
    copies: Annotated[int, at_least(1)] = 1
    points: int = 0
    icon: str = ""
    tint: str = ""
    size: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class CountedZone:
    """A place for `columns` by `rows` pieces; `each`: one before every player. `row`: which row of the mat."""

    title: str
    each: bool = False
    columns: Annotated[int, at_least(1)] = 1
    rows: Annotated[int, at_least(1)] = 1
    pile: bool = False
    row: Annotated[int, at_least(1)] = 1


@dataclass(frozen=True, slots=True)
class CounterSheet:
    """All that is counted. `wins`: who has most points, or least. `size` of the pieces, in millimetres."""

    title: str
    players: tuple[Annotated[int, at_least(1)], Annotated[int, at_least(1)]]
    wins: Literal["most", "least"] = "most"
    size: tuple[float, float] = (30.0, 30.0)
    bgg_id: int | None = None
    categories: Mapping[str, Category] = field(default_factory=dict)
    pieces: Mapping[str, CountedPiece] = field(default_factory=dict)
    zones: Mapping[str, CountedZone] = field(default_factory=dict)

    def __post_init__(self) -> None:
        least, most = self.players
        if not least <= most <= 6:
            raise CatalogError("`players` are the fewest and the most, up to 6")
        if bool(self.pieces) != bool(self.zones):
            raise CatalogError("pieces need zones to lie in, and zones need pieces")
        if not self.categories and not self.pieces:
            raise CatalogError("a counter has categories, or pieces that count")

    @property
    def ends_by_itself(self) -> bool:
        """Whether the sheet is full one day."""
        return bool(self.categories) and all(each.times for each in self.categories.values())


def read_sheet(toml: str, what: str) -> CounterSheet:
    """The text of such a file; `what` names it in errors. Raises CatalogError for all that cannot be right."""
    return Schema(CatalogError).read(CounterSheet, toml, what)
