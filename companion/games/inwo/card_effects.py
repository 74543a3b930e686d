"""The effects of the cards as data: `effects.toml`, the publisher's corrections, and what is left to people.

`BY_HAND` are the cards whose effect people carry out themselves, each with the reason; the companion then takes the
result as actions.

What is alike but for a word is written once: `[alike.NAME]` has one `entry` and the `cards` that have it, each with
its own words; what stands there as `"$word"` is the card's. A way to play with `each` stands for one way for each
alignment, pair of opposites, or roll.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from companion.core import toml
from companion.core.schema import Schema
from companion.core.table import Piece
from companion.errors import CatalogError
from companion.games.inwo.card_plays import NO_EFFECTS, Effects
from companion.games.inwo.catalog import ALIGNMENTS, ATTRIBUTES, COLOURS, OPPOSITE, Kind, Subtype, Trait, shipped
from companion.games.inwo.effects import Filter

_SCHEMA = Schema(CatalogError)
FILES = ("effects.toml", "effects_groups.toml", "effects_resources.toml", "effects_plots.toml")


@cache
def printed() -> Mapping[Piece, Effects]:
    """What the cards do as they are printed. Raises CatalogError naming every entry that cannot be right."""
    found: dict[Piece, Effects] = {}
    for name in FILES:
        if files(__package__).joinpath(name).is_file():
            for id, effects in _read(name).items():
                if id in found:
                    raise CatalogError(f"{name}: {id} stands in another file as well.")
                found[id] = effects
    return found


@cache
def corrected() -> Mapping[Piece, Effects]:
    """What they do by the publisher's corrections (INWO-16-R)."""
    return {**printed(), **_read("effects_errata.toml")}


@cache
def by_hand() -> Mapping[Piece, str]:
    """The cards that people carry out, and why."""
    entries = _SCHEMA.read(dict[str, str], _text("by_hand.toml"), "by_hand.toml")
    if wrong := [id for id in entries if id not in shipped().cards or id in printed()]:
        raise CatalogError(f"by_hand.toml: {', '.join(wrong)}: no such card, or its effects are modelled.")
    return entries


def effects_of(card: Piece, *, errata: bool) -> Effects:
    """What a card does; nothing for one that is left to people."""
    return (corrected() if errata else printed()).get(card, NO_EFFECTS)


def modelled() -> frozenset[Piece]:
    """The cards whose effects are data."""
    return frozenset(printed())


def _read(name: str) -> dict[Piece, Effects]:
    try:
        spelled = written_out(toml.parse(_text(name), name, CatalogError))
    except KeyError as error:
        raise CatalogError(f"{name}: a template has no word {error}.") from None
    entries = _SCHEMA.structure(dict[str, Effects], spelled, name)
    known = _traits()
    for id, effects in entries.items():
        if id not in shipped().cards:
            raise CatalogError(f"{name}: there is no card {id}.")
        for found in filters(effects):
            if wrong := [trait for trait in (*found.asked, *found.none) if trait not in known]:
                raise CatalogError(f"{name}: {id}: {', '.join(wrong)} is no trait and no card.")
    return entries


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _traits() -> frozenset[Trait]:
    return frozenset((*ALIGNMENTS, *ATTRIBUTES, *COLOURS, *Kind, *Subtype, *shipped().cards))


def filters(effect: object) -> Iterator[Filter]:
    """Every filter in an effect, however deep."""
    if isinstance(effect, Filter):
        yield effect
    elif isinstance(effect, tuple):
        for part in effect:
            yield from filters(part)
    elif is_dataclass(effect):
        for entry in fields(effect):
            yield from filters(getattr(effect, entry.name))


# --- templates ---

_EACH: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "alignments": tuple({"trait": trait} for trait in ALIGNMENTS),
    "opposites": tuple({"trait": trait, "other": OPPOSITE[trait]} for trait in ALIGNMENTS[:8]),
    "rolls": tuple({"roll": roll, "less_two": roll - 2} for roll in range(2, 13)),
}


def written_out(data: Mapping[str, Any]) -> dict[str, Any]:
    """By card its whole entry. Raises KeyError for a word that a card does not have, or an unknown `each`."""
    entries = {card: entry for card, entry in data.items() if card != "alike"}
    for template in data.get("alike", {}).values():
        entries.update({card: _filled(template["entry"], words) for card, words in template["cards"].items()})
    return {card: {name: _ways(name, part) for name, part in entry.items()} for card, entry in entries.items()}


def _ways(name: str, part: Any) -> Any:
    return [each for way in part for each in _each(way)] if name in {"play", "uses"} else part


def _each(way: dict[str, Any]) -> list[Any]:
    if "each" not in way:
        return [way]
    rest = {name: part for name, part in way.items() if name != "each"}
    return [_filled(rest, words) for words in _EACH[way["each"]]]


def _filled(part: Any, words: Mapping[str, object]) -> Any:
    match part:
        case dict():
            return {name: _filled(each, words) for name, each in part.items()}
        case list():
            return [_filled(each, words) for each in part]
        case str() if part.startswith("$"):
            return words[part[1:]]
    return part
