"""The effects of the cards as data: `effects.toml`, the publisher's corrections, and what is left to people.

`BY_HAND` are the cards whose effect people carry out themselves, each with the reason; the companion then takes the
result as actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib.resources import files

from companion.core import toml
from companion.core.schema import Schema
from companion.core.table import Piece
from companion.errors import CatalogError
from companion.games.inwo.card_plays import NO_EFFECTS, Effects
from companion.games.inwo.catalog import ALIGNMENTS, ATTRIBUTES, COLOURS, Kind, Subtype, Trait, shipped
from companion.games.inwo.effect_templates import written_out
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
