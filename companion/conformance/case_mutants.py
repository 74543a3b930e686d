"""Mutation testing of the rules: each check is switched off, one at a time, and a worked case has to notice.

A check that is switched off accepts everything, so what it refused is then legal, or refused by the next check in line.
A case notices if that is not the rule (or, where the case names one, not the check) it demands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.cases.case_files import Case, CaseFile, RefusedAction, Verdicts, read_cases
from companion.cases.case_runner import begin, fault_of, refuses
from companion.conformance.material import CASES, folder_of
from companion.core.game import Game
from companion.core.rules import Rule, Violation

AnyGame = Game[Any, Any]


def case_paths(game: AnyGame) -> list[Path]:
    """The files of a game's worked cases."""
    return sorted(folder_of(game, CASES).glob("*.toml"))


def checks(game: AnyGame) -> dict[str, Rule[Any, Any]]:
    """Every check of actions by its name."""
    return {rule.name: rule for rules in game.rules.values() for rule in rules}


def killed(game: AnyGame) -> dict[str, tuple[str, ...]]:
    """By check, the files of worked cases that notice when it is switched off."""
    files: dict[str, set[str]] = defaultdict(set)
    for path in case_paths(game):
        file = read_cases(path)
        for case in file.cases:
            for check in _noticed(game, file, case):
                files[check].add(path.name)
    return {check: tuple(sorted(names)) for check, names in files.items()}


def survivors(game: AnyGame) -> list[str]:
    """The checks that could be switched off without any case noticing."""
    noticed = killed(game)
    return sorted(name for name in checks(game) if name not in noticed)


def _noticed(game: AnyGame, file: CaseFile, case: Case) -> Iterator[str]:
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
        yield from (fault_of(words)[0] for words in case.expect.faults or ())
    yield from _missed(game, state, case.illegal or ())


def _missed(game: AnyGame, state: Any, illegal: Iterable[RefusedAction]) -> Iterator[str]:
    """The checks without which one of these actions would not be refused as a case wants it."""
    for wanted in illegal:
        verdicts = _violations(game, state, game.read_action(wanted.action))
        refused = next(verdicts, None)
        if refused is not None and not _holds_without(wanted, verdicts):
            yield refused.check


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
