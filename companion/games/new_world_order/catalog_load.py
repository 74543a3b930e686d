"""Reads the shipped catalogue and lays an owner's profile over it.

An owner's profile has the same TOML shape, with only the facts he typed in; they replace the shipped ones and have the
provenance `owner`. Every catalogue is checked against what the rulebook states about the whole.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from enum import Enum
from importlib.resources import files
from typing import Any

from companion.core.facts import Provenance
from companion.errors import CatalogError
from companion.games.new_world_order.catalog import (
    Ability,
    Catalog,
    Character,
    Colour,
    ColourSet,
    Corporation,
    Effect,
    Goal,
    Named,
    Shelf,
    Size,
    Special,
    Tile,
)
from companion.games.new_world_order.catalog_checks import check, restarts
from companion.games.new_world_order.catalog_forms import check_forms

_KINDS: Mapping[str, type[Named]] = {
    "colour_sets": ColourSet,
    "corporations": Corporation,
    "specials": Special,
    "colours": Colour,
    "goals": Goal,
    "tiles": Tile,
    "characters": Character,
}
_ENUMS: Mapping[str, Callable[[str], Enum]] = {
    "size": lambda word: Size[word.upper()],
    "effect": Effect,
    "ability": Ability,
}


def load(*profiles: str) -> Catalog:
    """The shipped catalogue with the facts of owners' profiles (TOML) in the place of the shipped ones, the last first.

    Raises CatalogError for a profile that cannot be read or a catalogue that contradicts the rulebook.
    """
    shipped = files("companion.games.new_world_order").joinpath("catalog.toml").read_text(encoding="utf-8")
    facts = tomllib.loads(shipped)
    for profile in profiles:
        _replace_facts(facts, _parse(profile))
    shelves: dict[str, Any] = {kind: _shelf(kind, facts[kind]) for kind in _KINDS}
    catalog = Catalog(**shelves, restart=restarts(shelves["corporations"]))
    check(catalog)
    return catalog


def _parse(profile: str) -> dict[str, Any]:
    try:
        return tomllib.loads(profile)
    except tomllib.TOMLDecodeError as error:
        raise CatalogError(f"The profile is no TOML: {error}.") from error


def _replace_facts(facts: dict[str, Any], profile: Mapping[str, Any]) -> None:
    for kind, entries in profile.items():
        if kind not in _KINDS or not isinstance(entries, list):
            expected = ", ".join(f"[[{each}]]" for each in _KINDS)
            raise CatalogError(f"The profile's '{kind}' is unknown, or no list of tables; use {expected}.")
        known = {entry["id"]: entry for entry in facts[kind]}
        for entry in entries:
            id_ = entry.get("id") if isinstance(entry, dict) else entry
            if not isinstance(id_, str) or id_ not in known:
                raise CatalogError(f"The profile's {kind} {id_!r} is unknown; its id must be a shipped one.")
            check_forms(_KINDS[kind], f"The profile's {kind} '{id_}'", entry)
            typed = {name: value for name, value in entry.items() if name not in {"id", "source"}}
            shipped = known[id_]
            if typed.get("en", shipped["en"]) != shipped["en"]:
                typed.setdefault("short", typed["en"])  # the shipped one shortens another name
            shipped.update(typed)
            said = entry.get("source", {})
            shipped["source"] = {**shipped.get("source", {}), **dict.fromkeys(typed, "owner"), **said}


def _shelf(kind: str, entries: list[dict[str, Any]]) -> Shelf[Named]:
    return Shelf.of(tuple(_component(kind, entry) for entry in entries))


def _component(kind: str, entry: Mapping[str, Any]) -> Named:
    facts: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    sources = {name: Provenance(value) for name, value in facts.pop("source", {}).items()}
    facts.setdefault("short", facts["en"])
    for name, read in _ENUMS.items():
        if name in facts:
            facts[name] = read(facts[name])
    return _KINDS[kind](**facts, sources=sources)
