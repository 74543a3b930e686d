"""Mutation testing of rules and core: small faults are made one at a time, and the tests of their room have to notice.

A bound is moved by one, a condition negated, `and` made `or`. Which tests reach which line is found out once; a mutant
is then asked only of those that reach its line, the quickest first (`scripts/mutant_runs.py`). What survives is printed
with its place, as a reviewer would read it; those that change nothing a rule knows stand with the reason in
`equivalent_mutants.toml` and are not drawn.

`python -m scripts.mutants new_world_order iron_sky inwo core --sample 200 --seed 1`
"""

from __future__ import annotations

import ast
import copy
import os
import random
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

ROOT = Path(__file__).parent.parent
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")
GAMES = sorted(path.parent.name for path in (ROOT / "companion" / "games").glob("*/__init__.py"))
"""By their folders: what is under test is imported where it is watched, not here."""
CORE, BELIEF = "core", "belief"
ROOMS = (*GAMES, CORE, BELIEF)
_RULES = (
    *("rules*", "actions/*", "scoring", "goals", "attack", "strength*", "battle"),
    *("invariants*", "apply*", "resolve*"),
)
_LOOKS = frozenset(("evidence", "heights"))
"""The modules of the core that tell what a look shows: they are tested with what is believed of it."""

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_NEGATED = _COMPARED | {ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt}


@dataclass(frozen=True, order=True)
class Mutant:
    """One fault: where, what it makes of what, and the how manieth change of its file it is.

    `statement`: the line on which the innermost statement around it begins.
    """

    path: str
    line: int
    statement: int
    function: str
    was: str
    becomes: str
    index: int

    @property
    def place(self) -> str:
        return f"{self.path}:{self.line} {self.function}: {self.was}  ->  {self.becomes}"

    @property
    def identity(self) -> tuple[str, str, str, str]:
        """What it is called in `equivalent_mutants.toml`, which outlives a line that moves."""
        return self.path, self.function, self.was, self.becomes


def room_of(name: str) -> list[Path]:
    """The modules of a game that keep its rules, those that say what happened on the table, or the rest of the core."""
    if name in (CORE, BELIEF):
        core = ROOT / "companion" / "core"
        belief = {*core.glob("belief/*.py"), *(core / f"{stem}.py" for stem in _LOOKS)}
        return sorted(path for path in core.rglob("*.py") if (path in belief) == (name == BELIEF))
    folder = ROOT / "companion" / "games" / name
    return sorted({path for pattern in _RULES for path in folder.glob(f"{pattern}.py")})


def mutants(path: Path) -> list[Mutant]:
    """Every fault that is made in the functions of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    relative = str(path.relative_to(ROOT))
    return [
        Mutant(relative, node.lineno, statement, function, ast.unparse(node), ast.unparse(instead), index)
        for index, (function, statement, node, instead) in enumerate(_changes(tree))
    ]


def mutated(mutant: Mutant) -> ast.Module:
    """Its module with that one fault."""
    tree = ast.parse((ROOT / mutant.path).read_text(encoding="utf-8"))
    *_, node, instead = next(change for index, change in enumerate(_changes(tree)) if index == mutant.index)
    _Replace(node, instead).visit(tree)
    return ast.fix_missing_locations(tree)


def _changes(tree: ast.Module) -> Iterator[tuple[str, int, ast.expr, ast.expr]]:
    """Each node that is changed, with its function, its statement and what it becomes, in the order of the text."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)):
        for statement in function.body:
            for line, node in _own_nodes(statement, statement.lineno):
                yield from ((function.name, line, node, instead) for instead in _mutated(node))


def _own_nodes(node: ast.AST, statement: int) -> Iterator[tuple[int, ast.expr]]:
    """The expressions of a function, but not of those inside it, whose bodies are visited as their own."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return  # it says of two lengths that they are equal, and decides nothing
    if isinstance(node, ast.stmt):
        statement = node.lineno
    elif isinstance(node, ast.expr):
        yield statement, node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns"} or (name == "comparators" and _is_below_or_not(node)):
            continue
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, ast.AST):
                yield from _own_nodes(child, statement)


def _mutated(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in _COMPARED:
            changed = copy.deepcopy(node)
            changed.ops[0] = (_NEGATED if _is_of_a_change(node) else _COMPARED)[type(op)]()
            yield changed
        case ast.BoolOp(op=op):
            changed_bool = copy.deepcopy(node)
            changed_bool.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield changed_bool
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield copy.deepcopy(operand)
        case ast.BinOp(op=ast.Add() | ast.Sub() as op) if not _is_text(node):
            changed_sum = copy.deepcopy(node)
            changed_sum.op = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
            yield changed_sum
        case ast.Constant(value=bool() as value):
            yield ast.copy_location(ast.Constant(not value), node)
        case ast.Constant(value=int() as value):
            yield ast.copy_location(ast.Constant(value + 1), node)
        case _:
            pass


def _is_of_a_change(node: ast.Compare) -> bool:
    """Whether it asks which way something has changed (`change.delta > 0`): by nothing there is no change."""
    match node:
        case ast.Compare(left=ast.Attribute(attr="delta"), comparators=[ast.Constant(value=0)]):
            return True
        case _:
            return False


def _is_below_or_not(node: ast.AST) -> bool:
    """Whether it asks of a change whether something has gone: by less than 1 is by less than 0."""
    return isinstance(node, ast.Compare) and _is_of_a_change(node) and isinstance(node.ops[0], ast.Lt | ast.GtE)


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(part, ast.JoinedStr | ast.List | ast.Tuple) for part in (node.left, node.right)) or any(
        isinstance(part, ast.Constant) and isinstance(part.value, str) for part in (node.left, node.right)
    )


class _Replace(ast.NodeTransformer):
    def __init__(self, node: ast.AST, instead: ast.AST) -> None:
        self.node, self.instead = node, instead

    def visit(self, node: ast.AST) -> ast.AST:
        return self.instead if node is self.node else self.generic_visit(node)


def equivalent() -> dict[tuple[str, str, str, str], str]:
    """The mutants that change nothing a rule knows, each with the reason."""
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return {(each["path"], each["function"], each["was"], each["becomes"]): each["reason"] for each in entries}


@click.command()
@click.argument("rooms", nargs=-1, type=click.Choice(ROOMS))
@click.option("--sample", default=200, show_default=True, help="How many are drawn of a room.")
@click.option("--seed", default=1, show_default=True)
@click.option("--only", default="", help="Only mutants whose place has these words; several with | between them.")
@click.option("--aloud", is_flag=True, help="Print those that are noticed as well, and by what.")
def main(rooms: tuple[str, ...], sample: int, seed: int, only: str, aloud: bool) -> None:
    """Make small faults in rules and core, and print those that no test of their room notices."""
    os.chdir(ROOT)
    if len(rooms) == 1:
        _judge_room(rooms[0], sample, seed, only.split("|"), aloud=aloud)
        return
    # Each in a process of its own: probes come in with the import, which is once a process.
    options = ["--sample", str(sample), "--seed", str(seed), "--only", only, *(["--aloud"] if aloud else [])]
    for name in rooms or ROOMS:
        subprocess.run([sys.executable, "-m", "scripts.mutants", name, *options], check=True)


def _judge_room(name: str, sample: int, seed: int, only: Sequence[str], *, aloud: bool) -> None:
    from scripts.mutant_runs import Verdict, judge  # it imports this module

    settled = equivalent()
    every = [each for path in room_of(name) for each in mutants(path) if each.identity not in settled]
    every = [each for each in every if any(words in each.place for words in only)]
    drawn = random.Random(seed).sample(every, min(sample, len(every)))
    survivors: list[Mutant] = []

    def tell(mutant: Mutant, verdict: Verdict) -> None:
        if not verdict.noticed:
            survivors.append(mutant)
        if aloud or not verdict.noticed:
            click.echo(f"{verdict.words}: {mutant.place}")

    judge(name, drawn, tell)
    left, minutes = len(survivors), sum(os.times()[:4]) / 60
    click.echo(
        f"{name}: {left} of {len(drawn)} drawn ({left / max(1, len(drawn)):.1%}) survive;"
        f" {len(every)} there are; {minutes:.1f} minutes of the processor"
    )


if __name__ == "__main__":
    main()
