"""The form of what an owner types in: a number, a word, a list of words. Whether it can be true, the checks say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields

from companion.core.facts import Provenance
from companion.core.forms import TEXT, TEXTS, WHOLE, Form, list_of, one_of
from companion.errors import CatalogError
from companion.games.new_world_order.catalog import Ability, Effect, Named, Size

NAME = Form("a name", lambda fact: isinstance(fact, str) and bool(fact.strip()))
TINT = Form(
    "a colour such as '#1d2f8f'", lambda fact: isinstance(fact, str) and bool(re.fullmatch("#[0-9a-f]{6}", fact))
)

_BY_NAME = {"en": NAME, "et": NAME, "short": NAME, "tint": TINT}
_BY_TYPE = {
    "int": WHOLE,
    "tuple[int, ...]": list_of(WHOLE),
    "tuple[str, ...]": TEXTS,
    "tuple[Piece, ...]": TEXTS,
    "Size": one_of(size.name.lower() for size in Size),
    "Effect": one_of(effect.value for effect in Effect),
    "Ability": one_of(ability.value for ability in Ability),
}


def check_forms(kind: type[Named], where: str, entry: Mapping[str, object]) -> None:
    """Raises CatalogError for the first fact that this kind of component has not, or not in this form."""
    types = {each.name: str(each.type) for each in fields(kind) if each.name != "sources"}
    for name, fact in entry.items():
        if name == "source":
            _check_sources(where, fact, types)
        elif name not in types:
            raise CatalogError(f"{where} has no fact '{name}'; use {', '.join(types)}.")
        elif not (form := _BY_NAME.get(name) or _BY_TYPE.get(types[name], TEXT)).fits(fact):
            raise CatalogError(f"{where}: {name} cannot be {fact!r}; expected {form.expected}.")


def _check_sources(where: str, sources: object, facts: Mapping[str, str]) -> None:
    form = one_of(provenance.value for provenance in Provenance)
    if not isinstance(sources, dict) or not all(map(form.fits, sources.values())):
        raise CatalogError(f"{where}: source is a table of facts, each with {form.expected}.")
    if strange := [name for name in sources if name not in facts]:
        raise CatalogError(f"{where}: source names '{strange[0]}'; use {', '.join(facts)}.")
