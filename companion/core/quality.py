"""What a game's package says of itself before a line of it is run: `quality.toml` beside its code.

    api = 1            # the contract it was written for
    tier = "watcher"   # what it promises

A tier is useful alone, and promises all that stands before it (the order of `Tier`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.core.schema import Schema
from companion.errors import CatalogError

API = 1
"""The number of the contract in `companion/core/game.py`; a higher one means that games written before may not do."""

FILE = "quality.toml"


class Tier(Enum):
    """What a game can do, the least first."""

    COUNTER = "counter"
    """The camera reads, people tell the rest: labels, zones, a score sheet."""
    REFEREE = "referee"
    """It knows what is legal, says why not by numbered statements, and how to put it right."""
    WATCHER = "watcher"
    """It follows the table by the camera, also where people are clumsy."""
    WHOLE = "whole"
    """All of it, in every language of the companion, with cases that its makers held back."""

    def promises(self, other: Tier) -> bool:
        order = list(Tier)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True)
class Quality:
    """`order` is where its game stands among those of one package on the home page."""

    api: int
    tier: Tier
    order: int = 0


@dataclass(frozen=True, slots=True)
class _Entry:
    api: int
    tier: str
    order: int = 0


_SCHEMA = Schema(CatalogError)


def read_quality(toml: str, what: str) -> Quality:
    """The text of such a file; `what` names it in errors. Raises CatalogError."""
    entry = _SCHEMA.read(_Entry, toml, what)
    try:
        return Quality(entry.api, Tier(entry.tier), entry.order)
    except ValueError as error:
        tiers = ", ".join(tier.value for tier in Tier)
        raise CatalogError(f"{what}: tier: there is no tier {entry.tier!r}; there are {tiers}.") from error
