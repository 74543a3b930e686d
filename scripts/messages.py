"""Finds the sentences to translate, as extraction methods for Babel.

In Python they are the literals given to `say`, `say_plural`, `refuse`, `undecided` and a rulebook's `requires`; in a
game's `statements.toml` what it says of each rule, and its heading, in its `settings.toml` every word that is asked or
answered. A template that is no literal cannot be found: `tests/translation` does not let one stand.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from typing import IO

Found = tuple[int, str, str | tuple[str, ...], list[str]]
"""Line, function, message (or its English forms), comments."""

KEYWORDS = {"say": None, "say_plural": (1, 2)}
STATEMENT_SENTENCES = ("text", "reason", "people", "section", "book")


def python_messages(file: IO[bytes], *_: object, **__: object) -> Iterator[Found]:
    """The templates in the calls of a Python module."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call):
            yield from _messages(node)


def statement_messages(file: IO[bytes], *_: object, **__: object) -> Iterator[Found]:
    """The sentences of a game's statements."""
    for statement in tomllib.loads(file.read().decode()).values():
        yield from ((0, "say", statement[key], []) for key in STATEMENT_SENTENCES if statement.get(key))


def setting_messages(file: IO[bytes], *_: object, **__: object) -> Iterator[Found]:
    """The sentences of a game's settings."""
    for setting in tomllib.loads(file.read().decode()).values():
        words = (setting["group"], setting["title"], setting["question"], *setting["answers"].values())
        yield from ((0, "say", each, []) for each in words)


def templates(call: ast.Call) -> list[ast.expr]:
    """The arguments of a call that are to be translated."""
    match call.func:
        case ast.Name("say"):
            return call.args[:1]
        case ast.Name("say_plural"):
            return call.args[:2]
        case ast.Name("refuse"):
            return [*call.args[:1], *_repair(call)]
        case ast.Name("undecided"):
            return call.args[1:2]
        case ast.Attribute(attr="requires"):
            return [*call.args[1:2], *_repair(call)]
        case _:
            return []


def _repair(call: ast.Call) -> list[ast.expr]:
    return [keyword.value for keyword in call.keywords if keyword.arg == "repair"]


def _messages(call: ast.Call) -> Iterator[Found]:
    words = [node.value for node in templates(call) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    if isinstance(call.func, ast.Name) and call.func.id == "say_plural":
        yield call.lineno, "say_plural", tuple(words), []
    else:
        yield from ((call.lineno, "say", template, []) for template in words)
