"""Mutation testing of the rules: clauses of checks are switched off, one at a time, and a worked case has to notice.

A clause is a sentence with which checks refuse, written in one of them or in a function that several ask. Where it is
switched off they accept, so what was refused is then legal, or refused by the next check in line. A case notices if
that is not the rule (or, where the case names one, not the check) it demands.
"""

from __future__ import annotations

import ast
import inspect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from companion.cases.case_files import Case, CaseFile, RefusedAction, Verdicts, read_cases
from companion.cases.case_runner import begin, fault_of, refuses
from companion.conformance.material import CASES, folder_of
from companion.core.game import Game
from companion.core.rules import Rule, Violation
from companion.core.text import Message, PluralMessage, Text

AnyGame = Game[Any, Any]

ANY_OTHER = "any other"
"""The clause of a check whose sentence stands elsewhere than where it refuses, or which has only one."""


class Clause(NamedTuple):
    """One thing that checks may have against an action: the function that says it, and its template in English."""

    where: str
    sentence: str


class _Said(NamedTuple):
    """What was said in a case by which check."""

    check: str
    sentence: str


def case_paths(game: AnyGame) -> list[Path]:
    """The files of a game's worked cases."""
    return sorted(folder_of(game, CASES).glob("*.toml"))


def checks(game: AnyGame) -> dict[str, Rule[Any, Any]]:
    """Every check of actions by its name."""
    return {rule.name: rule for rules in game.rules.values() for rule in rules}


def clauses(game: AnyGame) -> dict[Clause, list[str]]:
    """By clause, the checks that may refuse with it."""
    found = defaultdict(list)
    for name, rule in checks(game).items():
        for clause in _clauses(rule):
            found[clause].append(name)
    return found


def _clauses(rule: Rule[Any, Any]) -> tuple[Clause, ...]:
    return tuple(dict.fromkeys(_refusals(rule.check, set()))) or (Clause(rule.name, ANY_OTHER),)


def _refusals(function: object, known: set[object]) -> Iterator[Clause]:
    if not isinstance(function, FunctionType) or function in known:
        return
    known.add(function)
    for node in ast.walk(ast.parse(inspect.cleandoc("\n" + inspect.getsource(function)))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _SAID_BY:
            sentence = _written(node.args[_SAID_BY[node.func.id]])
            if sentence is not None:
                yield Clause(function.__name__, sentence)
        elif isinstance(node, ast.Name):
            other = function.__globals__.get(node.id)
            asked = other.check if isinstance(other, Rule) else other
            if "Refusal" in str(getattr(asked, "__annotations__", {}).get("return")):
                yield from _refusals(asked, known)


_SAID_BY = {"refuse": 0, "undecided": 1}
"""Which of their arguments is the reason."""


def _written(reason: ast.expr) -> str | None:
    """The template; None for what another refusal says."""
    match reason:
        case ast.Attribute(attr="reason"):
            return None
        case ast.Constant(value=str(template)) | ast.Call(args=[ast.Constant(value=str(template)), *_]):
            return template
        case _:
            return ANY_OTHER


@lru_cache(maxsize=8)
def noticed_clauses(game: AnyGame) -> Mapping[Clause, tuple[str, ...]]:
    """By clause, the files of worked cases that notice when it is switched off."""
    files = _files(game)
    found: dict[Clause, set[str]] = {clause: set() for clause in clauses(game)}
    for name, rule in checks(game).items():
        known = _clauses(rule)
        for said, paths in files.get(name, {}).items():
            meant = [each for each in known if each.sentence == said]
            for clause in meant or [each for each in known if each.sentence == ANY_OTHER]:
                found[clause].update(paths)
    return {clause: tuple(sorted(paths)) for clause, paths in found.items()}


def killed(game: AnyGame) -> dict[str, tuple[str, ...]]:
    """By check, the files of worked cases that notice when it is switched off."""
    return {check: tuple(sorted(set().union(*said.values()))) for check, said in _files(game).items()}


@lru_cache(maxsize=8)
def _files(game: AnyGame) -> Mapping[str, Mapping[str, set[str]]]:
    """By check and what it says, the files of worked cases that notice."""
    files: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in case_paths(game):
        file = read_cases(path)
        for case in file.cases:
            for said in _noticed(game, file, case):
                files[said.check][said.sentence].add(path.name)
    return files


def survivors(game: AnyGame) -> list[str]:
    """The checks that could be switched off without any case noticing."""
    noticed = killed(game)
    return sorted(name for name in checks(game) if name not in noticed)


def _noticed(game: AnyGame, file: CaseFile, case: Case) -> Iterator[_Said]:
    between = any(isinstance(step, Verdicts) for step in case.do)
    if case.refused is not None or not (between or case.illegal or (case.expect is not None and case.expect.faults)):
        return
    game, state = begin(game, file, case)
    for step in case.do:
        if isinstance(step, Verdicts):
            yield from _missed(game, state, step.illegal or ())
        else:
            state = game.apply(state, game.read_action(step))
    if case.expect is not None:
        yield from (_Said(fault_of(words)[0], ANY_OTHER) for words in case.expect.faults or ())
    yield from _missed(game, state, case.illegal or ())


def _missed(game: AnyGame, state: Any, illegal: Iterable[RefusedAction]) -> Iterator[_Said]:
    """The clauses without which one of these actions would not be refused as a case wants it."""
    for wanted in illegal:
        verdicts = _violations(game, state, game.read_action(wanted.action))
        refused = next(verdicts, None)
        if refused is not None and not _holds_without(wanted, verdicts):
            yield _Said(refused.check, _template(refused.reason))


def _template(reason: Text) -> str:
    """The sentence of a refusal; of two the first, which tells why."""
    match reason:
        case Message(template, (*_, ("sentence", Message() | PluralMessage() as first))) if template[:1] == "{":
            return _template(first)
        case Message(template) | PluralMessage(template):
            return template
        case _:
            return str(reason)


def _holds_without(wanted: RefusedAction, others: Iterator[Violation]) -> bool:
    """Whether the case still holds when the check that refused is switched off and only the others speak."""
    try:
        then = next(others, None)
    except Exception:  # noqa: BLE001  checks may rely on those before them: without one, anything may happen
        return False
    return then is not None and refuses(wanted, then)


def _violations(game: AnyGame, state: Any, action: Any) -> Iterator[Violation]:
    """What each check of the action has against it, in the order a referee would speak."""
    return (found for rule in game.rules[type(action)] if (found := rule(state, action)) is not None)
