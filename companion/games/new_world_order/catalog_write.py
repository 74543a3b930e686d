"""The printed facts of a catalogue one by one, and as a profile that `catalog_load` reads again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from companion.core.facts import Fact, Provenance, toml
from companion.games.new_world_order.catalog import Catalog, Named, Shelf, Size


def facts(catalog: Catalog) -> tuple[Fact, ...]:
    """Every printed value by its place, such as `corporations.farm.ladder`."""
    return tuple(
        Fact(f"{kind}.{named.id}.{name}", value, named.sources.get(name, Provenance.PROVISIONAL))
        for kind, shelf in _shelves(catalog)
        for named in shelf.values()
        for name, value in _values(named)
    )


def write_profile(catalog: Catalog) -> str:
    """The whole catalogue as TOML, each fact with its provenance."""
    return "\n".join(_entry(kind, named) for kind, shelf in _shelves(catalog) for named in shelf.values())


def _entry(kind: str, named: Named) -> str:
    values = dict(_values(named))
    sources = ", ".join(f"{name} = {toml(named.sources.get(name, Provenance.PROVISIONAL))}" for name in values)
    lines = [f"[[{kind}]]", f"id = {toml(named.id)}", *(f"{name} = {value}" for name, value in values.items())]
    return "\n".join([*lines, f"source = {{ {sources} }}", ""])


def _shelves(catalog: Catalog) -> Iterator[tuple[str, Shelf[Named]]]:
    for each in fields(catalog):
        if isinstance(shelf := getattr(catalog, each.name), Shelf):
            yield each.name, shelf


def _values(named: Named) -> Iterator[tuple[str, str]]:
    for each in fields(named):
        if each.name not in ("id", "sources"):
            value = getattr(named, each.name)
            yield each.name, toml(value.name.lower() if isinstance(value, Size) else value)
