"""Clauses of rules, each switched off in turn: a worked case that names the rule has to notice.

`tests/games/GAME/clauses.toml` says of each clause what keeps it (`off`, a name in the game's folder) and what stands
in its place meanwhile (`as`). A game that has no such file counts by whole rules.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from companion.cases.case_files import Case, CaseFile, read_cases
from companion.cases.case_runner import result
from companion.conformance.case_mutants import case_paths
from companion.core.game import Game

ROOT = Path(__file__).parent.parent

IDLE: Mapping[str, Callable[..., Any]] = {
    "its state": lambda state, *_, **__: state,
    "its arguments": lambda *given, **_: given,
    "the own seat": lambda _, seat, *__: seat,
    "its second argument": lambda _, second, *__: second,
    "no": lambda *_, **__: False,
    "yes": lambda *_, **__: True,
    "nothing": lambda *_, **__: (),
}
"""What stands in the place of a function that is switched off."""


class Clause(NamedTuple):
    """A part of a rule that can be broken by itself."""

    rule: str
    text: str
    off: str
    instead: str | int


def clauses(game: Game[Any, Any]) -> list[Clause]:
    """Those that are told apart, in the order of the file."""
    path = ROOT / "tests" / "games" / game.name / "clauses.toml"
    if not path.exists():
        return []
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["clause"]
    return [Clause(entry["rule"], entry["text"], entry["off"], entry["as"]) for entry in entries]


@lru_cache(maxsize=8)
def noticed(game: Game[Any, Any]) -> Mapping[Clause, tuple[str, ...]]:
    """By clause, the files with a case that fails without it."""
    return {clause: tuple(dict.fromkeys(_failing(game, clause))) for clause in clauses(game)}


def _failing(game: Game[Any, Any], clause: Clause) -> Iterator[str]:
    names_it = re.compile(rf"\b{clause.rule}\b(?!-)")
    with switched_off(game, clause):
        for path in case_paths(game):
            file = read_cases(path)
            for case in file.cases:
                if names_it.search(f"{case.id} {case.title}") and not _holds(game, file, case):
                    yield path.name


def _holds(game: Game[Any, Any], file: CaseFile, case: Case) -> bool:
    try:
        return not result(game, file, case).failures
    except Exception:  # noqa: BLE001  without one of its functions anything may happen to a game
        return False


@contextmanager
def switched_off(game: Game[Any, Any], clause: Clause) -> Iterator[None]:
    """Meanwhile something else stands wherever a module of the game, or a table in one, has what keeps the clause."""
    package = f"companion.games.{game.name}"
    module, _, name = clause.off.partition(".")
    kept = getattr(import_module(f"{package}.{module}"), name)
    instead = IDLE[clause.instead] if isinstance(clause.instead, str) else clause.instead
    places = [place for each in _modules(package) for place in _places(vars(each), name, kept)]
    _forget(package)
    for place, key in places:
        place[key] = instead
    try:
        yield
    finally:
        for place, key in places:
            place[key] = kept
        _forget(package)


def _modules(package: str) -> list[ModuleType]:
    return [module for name, module in sys.modules.items() if name.startswith(f"{package}.")]


def _places(names: dict[str, Any], name: str, kept: object) -> Iterator[tuple[dict[Any, Any], Any]]:
    if names.get(name) is kept:
        yield names, name
    for table in [each for each in names.values() if isinstance(each, dict)]:
        yield from ((table, key) for key, value in table.items() if value is kept and callable(kept))


def _forget(package: str) -> None:
    """What was reckoned with the other."""
    for module in _modules(package):
        for each in vars(module).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()
