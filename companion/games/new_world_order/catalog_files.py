"""The shipped catalogue with owners' profiles laid over it, and a catalogue as such a profile.

An owner's profile has the same TOML shape, with only the facts he typed in; they replace the shipped ones and have the
provenance `owner`. Every catalogue is checked against what the rulebook states about the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from importlib.resources import files
from typing import Any

from companion.core import toml
from companion.core.facts import Fact, Provenance
from companion.core.notation_words import one_of
from companion.core.schema import Schema
from companion.core.table import Piece
from companion.errors import CatalogError
from companion.games.new_world_order.catalog import Catalog, Components, Named, Size
from companion.games.new_world_order.catalog_checks import check, restarts

_KINDS = tuple(kind.name for kind in fields(Components))
_SCHEMA = Schema(
    CatalogError,
    {
        "size": one_of("size", {size.name.lower(): size for size in Size}),
        "provenance": one_of("provenance", {each.value: each for each in Provenance}),
    },
)

UNTOLD, ASKED = "untold", "asked"
"""The entry of a profile that says that values which nobody has told are asked when they decide."""

Entries = dict[str, dict[Piece, dict[str, Any]]]
"""The entry of each component, by kind and id."""


def load(*profiles: str) -> Catalog:
    """The shipped catalogue with the facts of owners' profiles (TOML) in the place of the shipped ones, the last first.

    Raises CatalogError for a profile that cannot be read or a catalogue that contradicts the rulebook.
    """
    shipped = files("companion.games.new_world_order").joinpath("catalog.toml").read_text(encoding="utf-8")
    entries, asked = _by_id(toml.parse(shipped, "the catalogue", CatalogError)), False
    for profile in profiles:
        facts = dict(toml.parse(profile, "the profile", CatalogError))
        asked = facts.pop(UNTOLD, ASKED if asked else "") == ASKED
        _replace(entries, _by_id(facts, known=entries))
    for entry in (entry for kind in _KINDS for entry in entries[kind].values()):
        entry.setdefault("short", entry["en"])
        entry.setdefault("source", {})
    components = _SCHEMA.structure(Components, entries, "The profile")
    kinds: dict[str, Any] = {kind: getattr(components, kind) for kind in _KINDS}
    catalog = Catalog(**kinds, restart=restarts(components.corporations, asked=asked), asked=asked)
    check(catalog)
    return catalog


def _by_id(facts: Mapping[str, Any], known: Entries | None = None) -> Entries:
    """The entries of a catalogue, or of a profile: of that only kinds and ids that are `known`.

    Raises CatalogError with everything that is unknown.
    """
    found: Entries = {}
    unknown: list[str] = []
    for kind, entries in facts.items():
        tables = isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)
        if kind not in _KINDS or not tables:
            expected = ", ".join(f"[[{each}]]" for each in _KINDS)
            unknown.append(f"The profile's '{kind}' is unknown, or no list of tables; use {expected}.")
            continue
        for entry in entries:
            id = entry.get("id")
            if isinstance(id, str) and (known is None or id in known[kind]):
                found.setdefault(kind, {}).setdefault(id, {}).update(entry)
            else:
                unknown.append(f"The profile's {kind} {id!r} is unknown; its id must be a shipped one.")
    if unknown:
        raise CatalogError(" ".join(unknown))
    return found


def _replace(entries: Entries, profile: Entries) -> None:
    for kind, typed_in in profile.items():
        for id, entry in typed_in.items():
            shipped = entries[kind][id]
            typed = {name: value for name, value in entry.items() if name not in {"id", "source"}}
            # A shipped short name shortens another name than the one that was typed in.
            if typed.get("en", shipped["en"]) != shipped["en"]:
                typed.setdefault("short", typed["en"])
            if typed.get("et", shipped["et"]) != shipped["et"]:
                shipped.pop("short_et", None)
            said, sources = entry.get("source", {}), shipped.get("source", {})
            shipped.update(typed)
            merged = {**sources, **dict.fromkeys(typed, "owner")}
            shipped["source"] = {**merged, **said} if isinstance(said, dict) else said


# --- writing ---


def facts(catalog: Catalog) -> tuple[Fact, ...]:
    """Every printed value by its place, such as `corporations.farm.ladder`."""
    return tuple(
        Fact(f"{kind}.{named.id}.{name}", value, named.sources.get(name, Provenance.PROVISIONAL))
        for kind, named in _components(catalog)
        for name, value in _values(named)
        if name != "steps"
    )


def write_profile(catalog: Catalog) -> str:
    """The whole catalogue as TOML, each fact with its provenance."""
    head = [f"{UNTOLD} = {toml.value(ASKED)}"] if catalog.asked else []
    return "\n".join([*head, *(_entry(kind, named) for kind, named in _components(catalog))])


def _entry(kind: str, named: Named) -> str:
    values = dict(_values(named))
    sources = ", ".join(f"{name} = {toml.value(named.sources.get(name, Provenance.PROVISIONAL))}" for name in values)
    lines = [f"[[{kind}]]", f"id = {toml.value(named.id)}", *(f"{name} = {value}" for name, value in values.items())]
    return "\n".join([*lines, f"source = {{ {sources} }}", ""])


def _components(catalog: Catalog) -> Iterator[tuple[str, Named]]:
    return ((kind, named) for kind in _KINDS for named in getattr(catalog, kind).values())


def _values(named: Named) -> Iterator[tuple[str, str]]:
    for each in fields(named):
        if each.name not in {"id", "sources", "short_et"}:  # nobody prints a short Estonian name
            value = getattr(named, each.name)
            yield each.name, toml.value(value.name.lower() if isinstance(value, Size) else value)
