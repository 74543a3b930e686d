"""What is printed on one copy of a game, and how sure we are of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum


class Provenance(StrEnum):
    """Who says so. PROVISIONAL values are made up so that a game can be run, and are shown as such."""

    RULEBOOK = "rulebook"
    DERIVED = "derived"
    PUBLIC = "public"
    OWNER = "owner"
    PROVISIONAL = "provisional"


@dataclass(frozen=True, slots=True)
class Fact:
    """One printed value by its place in the profile, such as `asia.meter.0.money`; the value as TOML."""

    name: str
    value: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Difference:
    """A printed value that two copies do not share; None where a copy has no such place."""

    name: str
    before: str | None
    after: str | None

    def __str__(self) -> str:
        return f"{self.name}: {self.before or 'nothing'} -> {self.after or 'nothing'}"


def differences(before: Iterable[Fact], after: Iterable[Fact]) -> Iterator[Difference]:
    """Every value that differs, in the order of the first copy, then what only the second has."""
    old, new = ({fact.name: fact.value for fact in facts} for facts in (before, after))
    for name in [*old, *(name for name in new if name not in old)]:
        if old.get(name) != new.get(name):
            yield Difference(name, old.get(name), new.get(name))


def provisional(facts: Iterable[Fact]) -> int:
    """How many of the values nobody has confirmed."""
    return sum(fact.provenance is Provenance.PROVISIONAL for fact in facts)
