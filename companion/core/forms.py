"""What people write into a file, entry by entry: the form of a value, and a sentence where one has another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from companion.errors import NotationError


class Form(NamedTuple):
    """What is expected, in words, and whether a value is that."""

    expected: str
    fits: Callable[[object], bool]


def one_of(choices: Iterable[str | int]) -> Form:
    known = tuple(choices)
    words = " or ".join(map(str, known))
    return Form(words, lambda value: type(value) in (str, int) and value in known)


def list_of(form: Form) -> Form:
    return Form(f"a list, each {form.expected}", lambda value: isinstance(value, list) and all(map(form.fits, value)))


TEXT = Form("text in quotes", lambda value: isinstance(value, str))
TRUTH = Form("true or false", lambda value: isinstance(value, bool))
WHOLE = Form("a whole number", lambda value: type(value) is int)
COUNT = Form(
    "a whole number from 0", lambda value: isinstance(value, int) and not isinstance(value, bool) and value >= 0
)
TEXTS = list_of(TEXT)
TABLE = Form("a table", lambda value: isinstance(value, dict))
TABLES = list_of(TABLE)


def require_forms(row: object, forms: Mapping[str, Form], where: str, needed: Collection[str] = ()) -> None:
    """Raises NotationError for the first entry of a table that is unknown, has another form, or is missing."""
    if not isinstance(row, Mapping):
        raise NotationError(f"{_capital(where)} is {row!r}; expected a table.")
    entries: Mapping[str, Any] = row
    for key, value in entries.items():
        if key not in forms:
            raise NotationError(f"Unknown entry '{key}' in {where}; expected some of {', '.join(forms)}.")
        if not forms[key].fits(value):
            raise NotationError(f"'{key}' in {where} is {value!r}; expected {forms[key].expected}.")
    for key in needed:
        if key not in entries:
            raise NotationError(f"'{key}' is missing in {where}.")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
