"""What is wrong with entries that do not fit their types, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, fields
from enum import Enum
from reprlib import Repr
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ForbiddenExtraKeysError,
    IterableValidationNote,
)

from companion.core import toml
from companion.core.constraints import Constraint
from companion.core.notation_words import Word


class Unfit(ValueError):
    """A value that is something else than its type says."""

    def __init__(self, value: object, expected: str) -> None:
        super().__init__(f"expected {expected}, not {_SHORT.repr(value)}")


class _Shortened(Repr):
    """Values as people wrote them, shortened."""

    def repr_bool(self, value: bool, _level: int) -> str:
        return toml.value(value)


_SHORT = _Shortened()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60
PLAIN: Mapping[Any, str] = {
    str: "text in quotes",
    int: "a whole number",
    bool: "true or false",
    float: "a number",
    Any: "anything",
}


def in_words(kind: Any, words: Mapping[str, Word[Any]]) -> str:
    """What a type expects, in words."""
    if kind in PLAIN:
        return PLAIN[kind]
    if get_origin(kind) is Annotated:
        return _annotation(kind, words)
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(in_words(one, words) for one in get_args(kind) if one is not NoneType)
    if get_origin(kind) is tuple:
        one, *others = get_args(kind)
        if others == [...]:
            return f"a list, each {in_words(one, words)}"
        return f"a list of {len(others) + 1}: {', '.join(in_words(one, words) for one in get_args(kind))}"
    if values := values_of(kind):
        return " or ".join(str(value) for value in values)
    return "a table"


def _annotation(kind: Any, words: Mapping[str, Word[Any]]) -> str:
    match kind.__metadata__[0]:
        case str() as name:
            return f"a {words[name].name} such as '{words[name].example}'"
        case Constraint(expected):
            return expected
        case _:
            return in_words(kind.__origin__, words)


def values_of(kind: Any) -> dict[Any, Any]:
    """What stands in a file for each value of a Literal or an enumeration."""
    if get_origin(kind) is Literal:
        return {value: value for value in get_args(kind)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {member.value: member for member in kind}
    return {}


def key_of(field: Field[Any]) -> str:
    return str(field.metadata.get("key", field.name))


def list_faults(error: BaseException, path: str = "") -> Iterator[str]:
    """Each fault with its path as people read it: `players 2, slots 3: expected ...`."""
    if isinstance(error, BaseValidationError):
        for part in error.exceptions:
            yield from list_faults(part, _longer(path, part, error.cl))
    elif isinstance(error, ForbiddenExtraKeysError):
        for key in sorted(error.extra_fields):
            known = ", ".join(key_of(field) for field in fields(error.cl))
            yield f"{path + ': ' if path else ''}'{key}' is unknown; use {known}"
    elif isinstance(error, KeyError):
        yield f"{path} is missing"
    else:
        yield f"{path + ': ' if path else ''}{str(error).rstrip('.')}"


def _longer(path: str, error: BaseException, kind: Any) -> str:
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, IterableValidationNote):
            return f"{path} {note.index}".strip()
        if isinstance(note, AttributeValidationNote):
            key = next(key_of(field) for field in fields(kind) if field.name == note.name)
            return f"{path}, {key}" if path else key
    return path
