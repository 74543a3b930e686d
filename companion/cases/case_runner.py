"""Worked cases as data: positions and actions in notation, and what the rules say of them (docs/cases.md).

A file of cases is a test that anybody can write. It is run by `companion cases FILE...` and by the tests alike.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from companion.cases.case_files import Case, CaseFile, Expectations, RefusedAction, Verdicts, read_cases
from companion.core.game import Action, Game, Options, Outcome, Rules, legal_actions, violation
from companion.core.printed_copy import with_profile
from companion.core.rules import Violation
from companion.errors import CompanionError, NotationError
from companion.games import GAMES

S = TypeVar("S")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of one case: nothing in `failures` means that it holds."""

    id: str
    title: str
    failures: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return not self.failures


@dataclass(frozen=True, slots=True)
class CaseReport:
    """What came of a file of cases."""

    path: Path
    results: tuple[CaseResult, ...]

    @property
    def holds(self) -> bool:
        return all(result.holds for result in self.results)


def run(path: Path, games: Mapping[str, Game[Any, Any]] = GAMES) -> CaseReport:
    """Runs every case of a file. Raises NotationError when the file itself cannot be read."""
    file = read_cases(path)
    if file.game not in games:
        raise NotationError(f"{path}: game = {file.game!r} is unknown; use {', '.join(games)}.")
    return CaseReport(path, tuple(result(games[file.game], file, case) for case in file.cases))


def begin(game: Game[S, A], file: CaseFile, case: Case) -> tuple[Game[S, A], S]:
    """The game and the state that a case starts from."""
    if case.profile is not None:
        game = with_profile(game, case.profile)
    if case.position is not None:
        return game, game.read_position(file.positions.get(case.position, case.position))
    return game, game.initial_state(Options(case.setup.names, case.setup.settings))


def result(game: Game[Any, Any], file: CaseFile, case: Case) -> CaseResult:
    try:
        failures = tuple(_failures(*begin(game, file, case), case))
    except CompanionError as error:
        failures = (str(error),)
        if case.refused is not None:
            failures = () if case.refused in str(error) else (f"refused, but so: {error}",)
    else:
        if case.refused is not None:
            failures = ("is accepted, and should be refused",)
    return CaseResult(case.id, case.title, failures)


def _failures(game: Game[Any, Any], state: Any, case: Case) -> Iterator[str]:
    for step in case.do:
        if isinstance(step, Verdicts):
            yield from _verdicts(game, state, step)
            continue
        action = game.read_action(step)
        if (found := violation(game, state, action)) is not None:
            yield f"'{step}' should be legal: {found}"
            return  # what comes after it means nothing
        state = game.apply(state, action)
    yield from _verdicts(game, state, Verdicts(case.legal or (), case.illegal))
    if case.expect is not None:
        yield from _expectations(game, state, case.expect)


def _verdicts(game: Rules[Any, Any], state: Any, case: Verdicts) -> Iterator[str]:
    for notation in case.legal or ():
        if (found := violation(game, state, game.read_action(notation))) is not None:
            yield f"'{notation}' should be legal: {found}"
    for wanted in case.illegal or ():
        found = violation(game, state, game.read_action(wanted.action))
        if found is None:
            yield f"'{wanted.action}' should break {wanted.rule} and is legal"
        elif not refuses(wanted, found):
            yield f"'{wanted.action}' should break {wanted.rule}{_by(wanted)}, and breaks {found} by {found.check}"
        elif wanted.says not in str(found.reason):
            yield f"'{wanted.action}' should say '{wanted.says}', and says '{found.reason}'"


def refuses(wanted: RefusedAction, found: Violation) -> bool:
    """Whether it is the rule, and the check if one is named, that a case wants to have broken."""
    return found.rule.id == wanted.rule and wanted.check in (None, found.check)


def _by(wanted: RefusedAction) -> str:
    return "" if wanted.check is None else f" by {wanted.check}"


def _expectations(game: Game[Any, Any], state: Any, expect: Expectations) -> Iterator[str]:
    table = game.table(state).zones
    for zone, words in expect.table.items():
        wanted = tuple(sorted(_pieces(words)))
        if table.get(zone) != wanted:
            yield f"{zone} should hold {wanted}, and holds {table.get(zone)}"
    written = tomllib.loads(game.write_position(state)) if expect.position or expect.absent else {}
    for key, value in expect.position.items():
        if (found := _at(written, key)) != value:
            yield f"{key} should be {value!r}, and is {found!r}"
    for key in expect.absent:
        if (found := _at(written, key)) is not None:
            yield f"{key} should be absent, and is {found!r}"
    yield from _moves_expected(game, state, expect)
    yield from _faults_expected(game, state, expect)
    yield from _score_expectations(game, state, expect)


def _moves_expected(game: Rules[Any, Any], state: Any, expect: Expectations) -> Iterator[str]:
    if expect.moves is None and not expect.among_moves and expect.count_of_moves is None:
        return
    legal = sorted(game.write_action(action) for action in legal_actions(game, state))
    if expect.moves is not None and sorted(expect.moves) != legal:
        yield f"the legal actions should be {sorted(expect.moves)}, and are {legal}"
    for wanted in expect.among_moves:
        if wanted not in legal:
            yield f"'{wanted}' should be among the legal actions, which are {legal}"
    if expect.count_of_moves not in (None, len(legal)):
        yield f"there should be {expect.count_of_moves} legal actions, and there are {len(legal)}: {legal}"


def _faults_expected(game: Rules[Any, Any], state: Any, expect: Expectations) -> Iterator[str]:
    if expect.faults is None:
        return
    faults = game.faults(state)
    wanted = [fault_of(words) for words in expect.faults]
    checks, found = sorted({check for check, _ in wanted}), sorted({fault.check for fault in faults})
    if checks != found:
        yield f"the position should be found wrong by {checks}, and is by {found}"
    for check, says in wanted:
        said = [str(fault.reason) for fault in faults if fault.check == check]
        if said and not any(says in sentence for sentence in said):
            yield f"{check} should say '{says}', and says {said}"


def fault_of(words: str) -> tuple[str, str]:
    """The check that finds a position wrong, and words of what it says, which a case writes after a colon."""
    check, _, says = words.partition(":")
    return check.strip(), says.strip()


def _pieces(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        count, _, piece = word.rpartition(" ")
        if count and not re.fullmatch(r"\d{1,3}", count):
            raise NotationError(f"table: '{word}' is no piece; write its id, with a number before it for several.")
        yield from [piece] * (int(count) if count else 1)


def _at(written: Any, key: str) -> Any:
    for part in key.split("."):
        if isinstance(written, list):
            written = written[int(part)] if re.fullmatch(r"\d{1,3}", part) and int(part) < len(written) else None
        elif isinstance(written, dict):
            written = written.get(part)
        else:
            return None
    return written


def _tells(line: str, wanted: str) -> bool:
    """Whether a line of the sheet has the points, the rule, and the words that are wanted if any."""
    points, _, rest = wanted.partition(" ")
    rule, _, words = rest.partition(" ")
    return line.startswith(f"{points} {rule} ") and words in line


def _score_expectations(game: Rules[Any, Any], state: Any, expect: Expectations) -> Iterator[str]:
    sheets = {sheet.player: sheet for sheet in game.score(state)} if expect.totals or expect.lines else {}
    for player in {**expect.totals, **expect.lines}:
        if player not in sheets:
            raise NotationError(f"'{player}' has no score sheet; there are those of {', '.join(sheets)}.")
    for player, total in expect.totals.items():
        if sheets[player].total != total:
            yield f"{player} should have {total} points, and has {sheets[player].total}"
    for player, lines in expect.lines.items():
        found = [f"{line.points} {line.rule.id} {line.why}" for line in sheets[player].lines]
        for wanted in lines:
            fitting = next((line for line in found if _tells(line, wanted)), None)
            if fitting is None:
                yield f"{player}'s sheet should have '{wanted}', and has {found}"
            else:
                found.remove(fitting)
    yield from _end_expectations(game.outcome(state), expect)


def _end_expectations(outcome: Outcome | None, expect: Expectations) -> Iterator[str]:
    if expect.over is not None and expect.over != (outcome is not None):
        yield f"the game should {'' if expect.over else 'not '}be over"
    if expect.winners is not None and (outcome is None or outcome.winners != expect.winners):
        yield f"the winners should be {expect.winners}, and are {outcome.winners if outcome else 'not known yet'}"
