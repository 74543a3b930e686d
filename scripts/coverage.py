"""Writes docs/coverage/GAME.md: where each numbered rule is kept and tested. `python -m scripts.coverage [GAME...]`.

The rules are the game's own `statements.toml`. A rule that checks keep is tested if a worked case notices when any of
them is switched off (`companion/conformance/case_mutants.py`). Every other rule is kept by construction: by a function
whose docstring, comment or citation has its id, and tested by a test that has it. What is neither is named as missing.
Each clause has to be missed by a worked case when it is switched off: each sentence with which a check refuses, and
what is told apart in rules that are kept by construction (`scripts/clauses.py`).
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from companion.cases.case_files import read_cases
from companion.conformance.case_mutants import case_paths, checks, clauses, killed, noticed_clauses
from companion.core.game import Game
from companion.core.rules import Rulebook
from companion.games import GAMES
from scripts.clauses import noticed

ROOT = Path(__file__).parent.parent
_ID = re.compile(r"\b[A-Z]{3,4}-\d+(?:-R\d*)?\b")
_RANGE = re.compile(rf"{_ID.pattern} to {_ID.pattern}")
"""What a module is about is said as a range; that alone keeps no rule."""

_MOST_NAMED = 4


def statements(game: str) -> Rulebook:
    """The numbered rules of a game, in order."""
    return Rulebook.load(f"companion.games.{game}")


def mentions(path: Path) -> Iterator[tuple[str, str]]:
    """Each id that a module mentions, with the function or class in which it does (else the module itself)."""
    source = path.read_text(encoding="utf-8")
    owners = sorted(_owners(ast.parse(source)), key=lambda owner: owner[1] - owner[0])
    for number, line in enumerate(source.splitlines(), start=1):
        for rule in _ID.findall(_RANGE.sub("", line)):
            name = next((name for first, last, name in owners if first <= number <= last), path.stem)
            yield rule, name


def _owners(tree: ast.AST, prefix: str = "") -> Iterator[tuple[int, int, str]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield first, node.end_lineno or first, prefix + node.name
            yield from _owners(node, f"{prefix}{node.name}.")


@dataclass(frozen=True)
class Kept:
    """Where one rule is kept, and what would notice if it were not; `checked`: by checks that are switched off."""

    by: tuple[str, ...]
    tested: tuple[str, ...]
    checked: bool

    @property
    def missing(self) -> bool:
        return not (self.by and self.tested)


def coverage(game: Game[Any, Any]) -> dict[str, Kept]:
    """Where each numbered rule is kept and tested."""
    noticed = killed(game)
    checked: dict[str, list[str]] = defaultdict(list)
    for name, rule in checks(game).items():
        checked[rule.statement.id].append(name)
    code = _named_in((ROOT / "companion" / "games" / game.name).rglob("*.py"))
    tests = _named_in((ROOT / "tests" / "games" / game.name).glob("test_*.py"))
    cases_named, scenarios = _cases_named(game), _scenarios_named(game)
    found = {}
    for statement in statements(game.name):
        names = checked.get(statement.id, [])
        cases = sorted({file for name in names for file in noticed.get(name, ())})
        if names:
            tested = cases if all(name in noticed for name in names) else []
            found[statement.id] = Kept(tuple(names), tuple(tested), checked=True)
        else:
            tested = [*tests[statement.id], *scenarios[statement.id], *cases_named[statement.id]]
            found[statement.id] = Kept(tuple(code[statement.id]), tuple(tested), checked=False)
    return found


def _named_in(paths: Iterable[Path]) -> dict[str, list[str]]:
    """By id, the functions and classes that mention it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(paths):
        for rule, name in mentions(path):
            place = f"{path.stem}.{name}" if name != path.stem else path.stem
            if place not in found[rule]:
                found[rule].append(place)
    return found


def _cases_named(game: Game[Any, Any]) -> dict[str, list[str]]:
    """By id, the files with a case whose id, title or expected score line has it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in case_paths(game):
        for case in read_cases(path).cases:
            lines = () if case.expect is None else case.expect.lines.values()
            words = " ".join([case.id, case.title, *(line for some in lines for line in some)])
            for rule in _ID.findall(_RANGE.sub("", words)):
                if path.name not in found[rule]:
                    found[rule].append(path.name)
    return found


def _scenarios_named(game: Game[Any, Any]) -> dict[str, list[str]]:
    """By id, the files with a scenario of clumsy people whose title has it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests" / "games" / game.name).glob("*.scenario")):
        for rule in dict.fromkeys(_ID.findall(_RANGE.sub("", path.read_text(encoding="utf-8")))):
            found[rule].append(path.name)
    return found


def missing(game: Game[Any, Any]) -> list[str]:
    """The rules that are neither in the code, with a test of each clause, nor people's own."""
    covered, every = coverage(game), checks(game)
    unnoticed = {clause.rule for clause, files in noticed(game).items() if not files}
    for clause, names in clauses(game).items():
        if not noticed_clauses(game)[clause]:
            unnoticed |= {every[name].statement.id for name in names}
    rules = (rule for rule in statements(game.name) if rule.people is None)
    return [rule.id for rule in rules if covered[rule.id].missing or rule.id in unnoticed]


def document(game: Game[Any, Any]) -> str:
    """The coverage document of a game."""
    covered, rules = coverage(game), list(statements(game.name))
    people = sum(rule.people is not None for rule in rules)
    checked = sum(kept.checked for kept in covered.values())
    lines = [
        f"# Rules and where they are kept: {game.title}",
        "",
        "Generated by `python -m scripts.coverage`; a test checks that it is true. What checks keep is tested by the",
        "files of worked cases that notice when one of them is switched off; what is kept *by construction*, by tests,",
        "scenarios and cases named after it.",
        "",
        f"{len(rules)} numbered rules: {people} left to people, {checked} kept by checks.",
        f"Missing: {', '.join(missing(game)) or 'none'}.",
        "",
        *_counted_clauses(game),
        "",
        "| rule | statement | source | kept by | tested by |",
        "|---|---|---|---|---|",
    ]
    for rule in rules:
        kept = covered[rule.id]
        by = f"people decide: {rule.people}" if rule.people is not None else _named(kept.by)
        tested = _named(kept.tested) if kept.checked or not kept.tested else f"by construction: {_named(kept.tested)}"
        lines.append(f"| {rule.id} | {rule.text} | {rule.source.value} | {by} | {tested} |")
    return "\n".join((*lines, *_clause_lines(game))) + "\n"


def _counted_clauses(game: Game[Any, Any]) -> Iterator[str]:
    refusing, apart = noticed_clauses(game), noticed(game)
    yield "A clause counts as tested where a worked case notices that it is switched off: of those that checks keep (a"
    yield f"sentence with which they refuse each) {sum(map(bool, refusing.values()))} of {len(refusing)} are noticed,"
    yield f"of those below, which are kept by construction, {sum(map(bool, apart.values()))} of {len(apart)}."


def _clause_lines(game: Game[Any, Any]) -> Iterator[str]:
    if not noticed(game):
        return
    yield from ("", "Clauses that are switched off one by one, and the files of cases that notice:", "")
    yield from ("| rule | clause | kept by | noticed by |", "|---|---|---|---|")
    for clause, files in noticed(game).items():
        yield f"| {clause.rule} | {clause.text} | `{clause.off}` | {_named(files)} |"


def _named(places: Sequence[str]) -> str:
    words = [f"`{place}`" for place in places[:_MOST_NAMED]]
    if len(places) > _MOST_NAMED:
        words.append(f"and {len(places) - _MOST_NAMED} more")
    return ", ".join(words)


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(GAMES)))
def main(games: tuple[str, ...]) -> None:
    """Write the coverage documents."""
    folder = ROOT / "docs" / "coverage"
    folder.mkdir(exist_ok=True)
    for name in games or tuple(GAMES):
        (folder / f"{name}.md").write_text(document(GAMES[name]), encoding="utf-8")
        click.echo(f"{name}: {len(missing(GAMES[name]))} missing {' '.join(missing(GAMES[name]))}")


if __name__ == "__main__":
    main()
