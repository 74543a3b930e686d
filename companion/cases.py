"""Worked cases as data: positions and actions in notation, and what the rules say of them (docs/cases.md).

A file of cases is a test that anybody can write. It is run by `companion cases FILE...` and by the tests alike.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.case_shapes import CASE, EXPECT, FILE, SETUP, check
from companion.core.game import Game, Options, legal_actions, violation
from companion.errors import CompanionError, NotationError
from companion.games import GAMES


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
    try:
        facts = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NotationError(f"{path}: no TOML: {error}.") from error
    game = games.get(str(facts.get("game")))
    if game is None:
        raise NotationError(f"{path}: game = {facts.get('game')!r} is unknown; use {', '.join(games)}.")
    check(f"{path}", facts, FILE)
    if not facts.get("case"):
        raise NotationError(f"{path}: there is no [[case]] in it.")
    positions = facts.get("positions", {})
    return CaseReport(path, tuple(_result(path, game, positions, case) for case in facts["case"]))


def _result(path: Path, game: Game[Any, Any], positions: Mapping[str, str], case: Mapping[str, Any]) -> CaseResult:
    if "id" not in case:
        raise NotationError(f"{path}: case '{case.get('title', '')}' has no id.")
    where = f"{path}: case {case['id']}"
    check(where, case, CASE)
    check(f"{where}, expect", case.get("expect", {}), EXPECT)
    check(f"{where}, setup", case.get("setup", {}), SETUP)
    if not ({"legal", "illegal", "expect", "refused"} & {*case}):
        raise NotationError(f"{where} expects nothing.")
    try:
        failures = tuple(_failures(game, positions, case))
    except CompanionError as error:
        failures = (str(error),)
        if "refused" in case:
            failures = () if case["refused"] in str(error) else (f"refused, but so: {error}",)
    else:
        if "refused" in case:
            failures = ("is accepted, and should be refused",)
    return CaseResult(str(case["id"]), str(case.get("title", "")), failures)


def _failures(game: Game[Any, Any], positions: Mapping[str, str], case: Mapping[str, Any]) -> Iterator[str]:
    if "profile" in case:
        game = game.with_profile(case["profile"])
    state = _start(game, positions, case)
    for notation in case.get("do", []):
        action = game.read_action(notation)
        if (found := violation(game, state, action)) is not None:
            yield f"'{notation}' should be legal: {found}"
        state = game.apply(state, action)
    yield from _verdicts(game, state, case)
    yield from _expectations(game, state, case.get("expect", {}))


def _start(game: Game[Any, Any], positions: Mapping[str, str], case: Mapping[str, Any]) -> Any:
    if "position" in case:
        return game.read_position(positions.get(case["position"], case["position"]))
    setup = case.get("setup", {})
    return game.setup(Options(tuple(setup.get("names", ("Ann", "Bob"))), setup.get("settings", {})))


def _verdicts(game: Game[Any, Any], state: Any, case: Mapping[str, Any]) -> Iterator[str]:
    for notation in case.get("legal", []):
        if (found := violation(game, state, game.read_action(notation))) is not None:
            yield f"'{notation}' should be legal: {found}"
    for entry in case.get("illegal", []):
        found = violation(game, state, game.read_action(entry["action"]))
        if found is None:
            yield f"'{entry['action']}' should break {entry['rule']} and is legal"
        elif found.rule.id != entry["rule"]:
            yield f"'{entry['action']}' should break {entry['rule']}, and breaks {found}"
        elif entry.get("says", "") not in str(found.reason):
            yield f"'{entry['action']}' should say '{entry['says']}', and says '{found.reason}'"


def _expectations(game: Game[Any, Any], state: Any, expect: Mapping[str, Any]) -> Iterator[str]:
    table = game.table(state).zones
    for zone, words in expect.get("table", {}).items():
        wanted = tuple(sorted(_pieces(words)))
        if table.get(zone) != wanted:
            yield f"{zone} should hold {wanted}, and holds {table.get(zone)}"
    written = tomllib.loads(game.write_position(state)) if "position" in expect else {}
    for key, wanted in expect.get("position", {}).items():
        if (found := _at(written, key)) != wanted:
            yield f"{key} should be {wanted!r}, and is {found!r}"
    if "moves" in expect:
        legal = [game.write_action(action) for action in legal_actions(game, state)]
        if sorted(expect["moves"]) != sorted(legal):
            yield f"the legal actions should be {sorted(expect['moves'])}, and are {sorted(legal)}"
    yield from _score_expectations(game, state, expect)


def _pieces(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        count, _, piece = word.rpartition(" ")
        if count and not count.isdecimal():
            raise NotationError(f"table: '{word}' is no piece; write its id, with a number before it for several.")
        yield from [piece] * (int(count) if count else 1)


def _at(written: Any, key: str) -> Any:
    for part in key.split("."):
        if isinstance(written, list):
            written = written[int(part)] if part.isdecimal() and int(part) < len(written) else None
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


def _score_expectations(game: Game[Any, Any], state: Any, expect: Mapping[str, Any]) -> Iterator[str]:
    sheets = {sheet.player: sheet for sheet in game.score(state)} if {"totals", "lines"} & {*expect} else {}
    for player in {**expect.get("totals", {}), **expect.get("lines", {})}:
        if player not in sheets:
            raise NotationError(f"'{player}' has no score sheet; there are those of {', '.join(sheets)}.")
    for player, total in expect.get("totals", {}).items():
        if sheets[player].total != total:
            yield f"{player} should have {total} points, and has {sheets[player].total}"
    for player, lines in expect.get("lines", {}).items():
        found = [f"{line.points} {line.rule.id} {line.why}" for line in sheets[player].lines]
        for wanted in lines:
            fitting = next((line for line in found if _tells(line, wanted)), None)
            if fitting is None:
                yield f"{player}'s sheet should have '{wanted}', and has {found}"
            else:
                found.remove(fitting)
    outcome = game.outcome(state) if {"winners", "over"} & {*expect} else None
    if "over" in expect and expect["over"] != (outcome is not None):
        yield f"the game should {'' if expect['over'] else 'not '}be over"
    if "winners" in expect and (outcome is None or list(outcome.winners) != expect["winners"]):
        yield f"the winners should be {expect['winners']}, and are {outcome.winners if outcome else 'not known yet'}"
