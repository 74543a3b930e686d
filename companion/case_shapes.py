"""What a file of worked cases may say, and in which form (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.errors import NotationError


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _cases(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _verdicts_wanted(value: object) -> bool:
    entries = value if isinstance(value, list) else [None]
    return all(
        isinstance(entry, dict)
        and {"action", "rule"} <= {*entry} <= {"action", "rule", "says"}
        and all(isinstance(word, str) for word in entry.values())
        for entry in entries
    )


def _each(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, dict) and all(map(fits, value.values()))


def _is(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


_Shapes = Mapping[str, tuple[str, Callable[[object], bool]]]
_TEXT = ("a text", _is(str))
_TEXTS = ("a list of texts", _texts)
_TABLE = ("a table", _is(dict))
CASE: _Shapes = {
    "id": _TEXT,
    "title": _TEXT,
    "position": _TEXT,
    "setup": _TABLE,
    "profile": _TEXT,
    "refused": _TEXT,
    "do": _TEXTS,
    "legal": _TEXTS,
    "illegal": ("a list of { action = ..., rule = ... }, with says = ... if you like", _verdicts_wanted),
    "expect": _TABLE,
}
EXPECT: _Shapes = {
    "table": ("a table of lists of texts", _each(_texts)),
    "position": _TABLE,
    "totals": ("a table of whole numbers", _each(_is(int))),
    "lines": ("a table of lists of texts", _each(_texts)),
    "winners": _TEXTS,
    "over": ("true or false", _is(bool)),
    "moves": _TEXTS,
}
SETUP: _Shapes = {"names": _TEXTS, "settings": ("a table of texts", _each(_is(str)))}
FILE: _Shapes = {
    "game": _TEXT,
    "positions": ("a table of texts", _each(_is(str))),
    "case": ("a list of [[case]] tables", _cases),
}


def check(where: str, facts: Mapping[str, Any], shapes: _Shapes) -> None:
    """Raises NotationError for the first key that is unknown or has a value of another form."""
    for key, value in facts.items():
        if key not in shapes:
            raise NotationError(f"{where}: '{key}' is unknown; use {', '.join(shapes)}.")
        expected, fits = shapes[key]
        if not fits(value):
            raise NotationError(f"{where}: {key} should be {expected}, not {value!r}.")
