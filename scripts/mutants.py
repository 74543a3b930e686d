"""Mutation testing of rules and core: small faults are made one at a time, and the tests of their room have to notice.

A bound is moved by one, a condition negated, `and` made `or`: each in the code of a function that is already imported,
in a process forked for it, so that a mutant costs its tests and nothing else. Worked cases are asked first, since they
are quick. What survives is printed with its place, as a reviewer would read it; those that change nothing a rule knows
stand with the reason in `equivalent_mutants.toml` and are not drawn.

`python -m scripts.mutants new_world_order iron_sky inwo core --sample 200 --seed 1`
"""

from __future__ import annotations

import ast
import contextlib
import copy
import functools
import gc
import importlib
import os
import random
import signal
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType

import click
import pytest

from companion.cases import run
from companion.games import GAMES
from scripts.check_mutants import case_paths
from scripts.reached import collected, passes, statement_at, tests_by_line

ROOT = Path(__file__).parent.parent
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")
CORE = "core"
_RULES = ("rules*", "scoring", "goals", "attack", "strength*", "battle", "invariants*", "apply*", "resolve*")
_PATIENCE = 300
"""Seconds after which a mutant that has not ended is taken for one that never does, which is noticed."""

NOT_ALIVE = 100
"""What a child returns when no living function has the code that was to be changed."""

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


@dataclass(frozen=True, order=True)
class Mutant:
    """One fault: where, what it makes of what, and the how manieth change of its file it is."""

    path: str
    line: int
    was: str
    becomes: str
    index: int

    @property
    def place(self) -> str:
        return f"{self.path}:{self.line}: {self.was}  ->  {self.becomes}"

    @property
    def identity(self) -> tuple[str, str, str]:
        """What it is called in `equivalent_mutants.toml`, which outlives a line that moves."""
        return self.path, self.was, self.becomes


# --- making them ---


def room_of(name: str) -> list[Path]:
    """The modules of a game that keep its rules, or those of the core."""
    if name == CORE:
        return sorted((ROOT / "companion" / "core").glob("*.py"))
    folder = ROOT / "companion" / "games" / name
    return sorted({path for pattern in _RULES for path in folder.glob(f"{pattern}.py")})


def mutants(path: Path) -> list[Mutant]:
    """Every fault that is made in the functions of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    relative = str(path.relative_to(ROOT))
    found = []
    for index, (node, mutated) in enumerate(_changes(tree)):
        found.append(Mutant(relative, getattr(node, "lineno", 0), ast.unparse(node), ast.unparse(mutated), index))
    return found


def _changes(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Each node that is changed with what it becomes, in the order of the text."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)):
        for statement in function.body:
            for node in _own_nodes(statement):
                yield from ((node, mutated) for mutated in _mutated(node))


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function but not of those inside it, whose bodies are visited as their own."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns"}:
            continue
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, ast.AST):
                yield from _own_nodes(child)


def _mutated(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in _COMPARED:
            changed = copy.deepcopy(node)
            changed.ops[0] = _COMPARED[type(op)]()
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


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(part, ast.JoinedStr | ast.List | ast.Tuple) for part in (node.left, node.right)) or any(
        isinstance(part, ast.Constant) and isinstance(part.value, str) for part in (node.left, node.right)
    )


def equivalent() -> dict[tuple[str, str, str], str]:
    """The mutants that change nothing a rule knows, each with the reason."""
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return {(entry["path"], entry["was"], entry["becomes"]): entry["reason"] for entry in entries}


# --- putting one into the running program ---


def put_in_place(mutant: Mutant) -> int:
    """Gives the mutant's code to every function of its module that is alive; how many got another one."""
    path = ROOT / mutant.path
    _import(path)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    node, mutated = next(change for index, change in enumerate(_changes(tree)) if index == mutant.index)
    _Replace(node, mutated).visit(tree)
    changed = ast.fix_missing_locations(tree)
    code = {(each.co_qualname, each.co_firstlineno): each for each in _code_of(compile(changed, str(path), "exec"))}
    count = 0
    gc.unfreeze()
    for function in gc.get_objects():
        # By their type alone: an object that stands for another, which is gone, would raise.
        if type(function) is FunctionType and function.__code__.co_filename == str(path):
            new = code.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
            if new is not None and new != function.__code__:
                function.__code__ = new
                count += 1
        elif type(function) is functools._lru_cache_wrapper:
            function.cache_clear()
    return count


def _import(path: Path) -> None:
    importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


class _Replace(ast.NodeTransformer):
    def __init__(self, node: ast.AST, mutated: ast.AST) -> None:
        self.node, self.mutated = node, mutated

    def visit(self, node: ast.AST) -> ast.AST:
        return self.mutated if node is self.node else self.generic_visit(node)


def _code_of(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_of(constant)


# --- asking the tests ---


def noticed_by(mutant: Mutant, asked: Sequence[Callable[[], bool]]) -> str:
    """Which of the askings noticed it, by number and name; empty where none did."""
    child = os.fork()
    if child == 0:
        os._exit(_ask(mutant, asked))
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            if code == NOT_ALIVE:
                raise click.ClickException(f"Nothing that is imported runs this: {mutant.place}")
            return "" if code == 0 else f"asking {code}" if code > 0 else "a crash"
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "no end"


def _ask(mutant: Mutant, asked: Sequence[Callable[[], bool]]) -> int:
    """The number of the asking that noticed, 0 for none. Whatever is raised is a notice."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    if not put_in_place(mutant):
        return NOT_ALIVE
    for number, asking in enumerate(asked, start=1):
        with contextlib.suppress(BaseException):
            if asking():
                continue
        return number
    return 0


def _cases_hold(name: str) -> bool:
    return all(result.holds for path in case_paths(GAMES[name]) for result in run(path).results)


def _tests_pass(*arguments: str) -> bool:
    return pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments]) == 0


def askings(name: str) -> list[Callable[[], bool]]:
    """What is asked of the tests of a room, the quickest first."""
    if name == CORE:
        return [lambda: _tests_pass("tests/core"), *(functools.partial(_cases_hold, game) for game in GAMES)]
    return [
        functools.partial(_cases_hold, name),
        lambda: _tests_pass(f"tests/games/{name}", "-k", "not clumsy"),
        lambda: _tests_pass("tests/conformance", "-k", name),
    ]


def reaching(name: str) -> Callable[[Mutant], list[Callable[[], bool]]]:
    """What is asked of a mutant: of a game's folder only the tests that reach the statement it changes."""
    if name == CORE:
        return lambda _: askings(name)
    arguments = (f"tests/games/{name}", "-k", "not clumsy")
    by_line = tests_by_line(room_of(name), arguments)
    collected(arguments)

    def asked(mutant: Mutant) -> list[Callable[[], bool]]:
        path = ROOT / mutant.path
        lines = statement_at(path, mutant.line)
        tests = dict.fromkeys(test for line in lines for test in by_line.get((str(path), line), ()))
        return [functools.partial(_cases_hold, name), functools.partial(passes, tuple(tests))]

    return asked


@click.command()
@click.argument("rooms", nargs=-1, type=click.Choice([*GAMES, CORE]))
@click.option("--sample", default=200, show_default=True, help="How many are drawn of a room.")
@click.option("--seed", default=1, show_default=True)
@click.option("--only", default="", help="Only mutants whose place has these words.")
@click.option("--aloud", is_flag=True, help="Print those that are noticed as well, and by what.")
def main(rooms: tuple[str, ...], sample: int, seed: int, only: str, aloud: bool) -> None:
    """Make small faults in rules and core, and print those that no test of their room notices."""
    os.chdir(ROOT)
    settled = equivalent()
    for name in rooms or (*GAMES, CORE):
        for path in room_of(name):
            _import(path)  # once for all of them, which are forked from here
        every = [each for path in room_of(name) for each in mutants(path) if each.identity not in settled]
        every = [each for each in every if only in each.place]
        drawn = sorted(random.Random(seed).sample(every, min(sample, len(every))))
        asked = reaching(name)
        dead = 0
        for mutant in drawn:
            by = noticed_by(mutant, asked(mutant))
            dead += bool(by)
            if aloud or not by:
                click.echo(f"{by or 'survives':10} {mutant.place}")
        left = len(drawn) - dead
        click.echo(
            f"{name}: {left} of {len(drawn)} drawn ({left / max(1, len(drawn)):.1%}) survive; {len(every)} there are"
        )


if __name__ == "__main__":
    main()
