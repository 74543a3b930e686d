"""TOML as people write it: read without ever failing otherwise than by one sentence, written in lines that stay short.

The standard library only reads; `tomli_w` puts each part of a list into a line of its own, which makes a pyramid of
tiles thirty lines long.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

from companion.errors import CompanionError

MOST_CHARACTERS = 1_000_000
MOST_BITS = 1_000
_TOO_MANY = "it has too many digits"


def parse(text: str, what: str, error: type[CompanionError]) -> dict[str, Any]:
    """The entries of a TOML text, whatever they are; an `error` that begins with `what` if it is none."""
    if len(text) > MOST_CHARACTERS:
        raise error(f"{what} is longer than {MOST_CHARACTERS} characters; nobody writes so much.")
    try:
        return _loaded(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as fault:
        raise error(f"{what} is no TOML: {fault}.") from fault
    except RecursionError as fault:
        raise error(f"{what} is nested too deeply; no entry needs more than a few levels.") from fault
    except ValueError as fault:
        raise error(f"{what} has a number or a date that nobody can read: {_said_of(fault)}.") from fault


def _loaded(text: str) -> dict[str, Any]:
    entries = tomllib.loads(text)
    if not all(map(_can_be_said, _values(entries))):
        raise ValueError(_TOO_MANY)
    return entries


def _values(entries: object) -> Iterator[object]:
    inner = entries.values() if isinstance(entries, dict) else entries if isinstance(entries, list) else ()
    yield entries
    for part in inner:
        yield from _values(part)


def _can_be_said(value: object) -> bool:
    """TOML reads hexadecimal numbers of any length, and Python writes none of thousands of digits."""
    return not isinstance(value, int) or value.bit_length() <= MOST_BITS


def _said_of(fault: ValueError) -> str:
    """Python refuses numbers of thousands of digits with advice to programmers."""
    return _TOO_MANY if "digits" in str(fault) else str(fault)


def value(given: object) -> str:
    """A value in one line: truth, number, text, a list or table of them, or what an enumeration stands for."""
    match given:
        case Enum():
            return value(given.value)
        case str() | bool():
            return json.dumps(given, ensure_ascii=False).replace("\x7f", "\\u007f")
        case tuple() | list():
            return "[" + ", ".join(map(value, given)) + "]"
        case dict():
            inside = ", ".join(f"{_written(key)} = {value(part)}" for key, part in given.items())
            return f"{{ {inside} }}" if inside else "{}"
        case _:
            return str(given)


def document(table: Mapping[str, Any]) -> str:
    """Entries as a TOML document: plain values first, each in one line, then the tables below their headings."""
    return "\n".join(_lines(table, "")).strip() + "\n"


def _lines(table: Mapping[str, Any], heading: str) -> Iterator[str]:
    inner = {key: given for key, given in table.items() if isinstance(given, dict) or _is_tables(given)}
    for key, given in table.items():
        if key not in inner:
            yield f"{_written(key)} = {value(given)}"
    for key, given in inner.items():
        name = f"{heading}{_written(key)}"
        for part in [given] if isinstance(given, dict) else given:
            yield from ("", f"[{name}]" if isinstance(given, dict) else f"[[{name}]]")
            yield from _lines(part, f"{name}.")


def _is_tables(given: object) -> bool:
    return isinstance(given, list | tuple) and bool(given) and all(isinstance(part, dict) for part in given)


def _written(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else value(key)
