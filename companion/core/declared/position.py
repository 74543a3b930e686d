"""Positions of a declared game as TOML, by the fields of its state.

names = ["Ann", "Ben"]
on_turn = "B"

[placement]
d2 = ["white"]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, make_dataclass
from dataclasses import field as dataclass_field
from functools import cache
from typing import TYPE_CHECKING, Any, get_type_hints

from companion.core.choices import Choices
from companion.core.declared.placement import Placement
from companion.core.schema import Schema
from companion.errors import ConfigError, NotationError

if TYPE_CHECKING:
    from companion.core.declared.game import DeclaredGame

_WRITTEN_AS = {Placement: Mapping[str, tuple[str, ...]], Choices: Mapping[str, str]}
_SCHEMA = Schema(NotationError)


def write(state: Any) -> str:
    kind: Any = type(state)
    return _SCHEMA.write(_written(kind)(**{field.name: _plain(state, field.name) for field in fields(state)}))


def _plain(state: Any, name: str) -> Any:
    value = getattr(state, name)
    if isinstance(value, Choices):
        return dict(value.changed)
    return dict(value) if isinstance(value, Placement) else value


def read(game: DeclaredGame[Any, Any], notation: str) -> Any:
    """Raises NotationError for what cannot be read, and for zones and pieces that the game has not."""
    kind: Any = game.state
    found = _SCHEMA.read(_written(kind), notation, "The position")
    values = {field.name: getattr(found, field.name) for field in fields(kind)}
    _check("zone", values["placement"], game.zones)
    _check("piece", (piece for lying in values["placement"].values() for piece in lying), game.pieces)
    try:
        choices = Choices.of(game.settings, values["choices"])
    except ConfigError as error:
        raise NotationError(f"The position: {error}") from error
    piles = game.mat.layout(len(values["names"])).piles
    return kind(**values | {"placement": Placement(values["placement"], piles), "choices": choices})


def _check(what: str, written: Iterable[str], known: Iterable[str]) -> None:
    if wrong := sorted({*written} - {*known}):
        expected = ", ".join(sorted(known))
        raise NotationError(f"The position: there is no {what} {wrong[0]!r}; there are {expected}.")


@cache
def _written(kind: Any) -> Any:
    """The state's fields with what stands in TOML for a placement and for choices."""
    hints = get_type_hints(kind)
    parts = list[tuple[str, Any, Any]]()
    for field in fields(kind):
        default: Any = field.default if field.default_factory is MISSING else field.default_factory()
        written = _WRITTEN_AS.get(hints[field.name], hints[field.name])
        if written is not hints[field.name]:
            parts.append((field.name, written, dataclass_field(default_factory=dict)))
        else:
            parts.append((field.name, written, dataclass_field(default=default)))
    return make_dataclass("Position", parts, frozen=True, kw_only=True)
