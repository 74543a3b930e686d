"""Asks tests of mutants: only those that reach the mutated line, the quickest first, in a forked process each.

A room's tests are collected once, with everything they import; a probe before every statement of the room tells that
it is reached. A child runs each test alone: what does it reach, how long does it take. Then the code of a mutant is
given to the living functions of a further child, which stops at the first test that fails. What is reached while
modules are imported is asked of a fresh process if no forked one has noticed: what was made then was made without it.
"""

from __future__ import annotations

import ast
import functools
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import pickle
import re
import resource
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import click
import pytest

from scripts.mutants import BELIEF, GAMES, ROOT, Mutant, mutated, room_of

_QUIET = ("-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly")
_MOST = 40
"""Seconds of the processor for the tests of one mutant."""

_LEAST_PATIENCE, _PATIENCE = 4.0, 10.0
"""Seconds of the processor, and times what it usually takes, after which a test finds no end, which is noticed."""

_MOST_AFRESH = 60 + 4 * _MOST
"""Seconds of the processor, importing and collecting included; never of a clock, which on a busy machine tells more."""

_NO_TEST_OF_A_RULE = re.compile("clumsy|test_documents")
_NO_TEST_OF_A_BELIEF = re.compile("test_documents|as_recorded|tests/benchmarks/(?!.*independent)")
"""What clumsy people do is what belief is for; only what takes seconds and is there for other things is left out."""

_OF_THE_CORE = (
    *("tests/owners_copy", "tests/conformance/test_laying.py", "tests/games/*/test_editor.py"),
    *("tests/pages/test_putting_right.py", "tests/printing/test_label_sheets.py"),
)
"""Where what rests on a module of the core is tested with it: telling a copy, laying out, putting right."""

_OF_BELIEF = (
    *("tests/session", "tests/games/*/test_clumsy*.py", "tests/games/*/test_covers.py"),
    "tests/benchmarks/test_clumsy.py",
)

_MOST_MEMORY = 3 << 30
"""Bytes after which a mutant that gathers without end is refused more, which is noticed."""

Line = tuple[str, int]


class Verdict(NamedTuple):
    """What came of one mutant: the test that noticed, or none; how many were asked of those that reach it."""

    noticed: str
    asked: int
    reaching: int

    @property
    def words(self) -> str:
        asked = f"{self.asked} of {self.reaching} asked"
        return f"noticed by {self.noticed}, {asked}" if self.noticed else f"survives, {asked}"


class Reach(NamedTuple):
    """Which tests (by number) reach which line, and what each costs; what is reached by importing."""

    tests: dict[Line, list[int]]
    seconds: list[float]
    imported: frozenset[Line]


def judge(room: str, drawn: Sequence[Mutant], tell: Callable[[Mutant, Verdict], None]) -> None:
    """Asks the tests of a room of each mutant, and tells the verdicts as they come.

    Raises ClickException where they fail without any mutant.
    """
    run = _Run(room, drawn, tell)
    ended = pytest.main([*_QUIET, *_paths(room)], plugins=[run])
    if run.failed or ended not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise click.ClickException(f"Without any mutant this fails: {run.failed or ended}")


def _paths(room: str) -> list[str]:
    if room in GAMES:
        return [f"tests/games/{room}"]
    patterns = ("tests/core", "tests/games/*/test_cases.py", *(_OF_BELIEF if room == BELIEF else _OF_THE_CORE))
    return [str(path.relative_to(ROOT)) for pattern in patterns for path in sorted(ROOT.glob(pattern))]


# --- importing ---

REACHED: set[Line] = set()
"""The statements that were reached: path and line. Probes write it."""


class Importer(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports some modules, told by their paths, as another tree than what is written there."""

    def __init__(self, trees: Mapping[str, Callable[[str], ast.Module]]) -> None:
        self.trees = trees
        self.names = {".".join(Path(path).with_suffix("").parts): path for path in trees}
        sys.meta_path.insert(0, self)

    def import_all(self) -> None:
        """Raises ClickException where one has been imported without it: what reaches that could not be told."""
        before = sys.modules.keys() & self.names
        if before:
            raise click.ClickException(f"Imported before it could be watched: {', '.join(sorted(before))}.")
        for name in self.names:
            importlib.import_module(name)

    def find_spec(self, fullname: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        if fullname not in self.names:
            return None
        return importlib.util.spec_from_file_location(fullname, ROOT / self.names[fullname], loader=self)

    def exec_module(self, module: ModuleType) -> None:
        path = self.names[module.__name__]
        module.__dict__["__reached__"] = REACHED
        exec(compile(self.trees[path](path), str(ROOT / path), "exec"), module.__dict__)


def probed(path: str) -> ast.Module:
    """A module whose functions tell which of their statements are reached."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    _Probes(path).visit(tree)
    return ast.fix_missing_locations(tree)


class _Probes(ast.NodeTransformer):
    def __init__(self, path: str) -> None:
        self.path = path
        self.depth = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            statements = getattr(node, name, None)
            if self.depth and isinstance(statements, list) and not isinstance(node, ast.ClassDef):
                setattr(node, name, [each for statement in statements for each in self._told(statement)])
        return node

    def _told(self, statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            return [statement]  # what a function is said to do stays its first statement
        probe = ast.parse(f"__reached__.add(({self.path!r}, {statement.lineno}))").body[0]
        for node in ast.walk(probe):
            ast.copy_location(node, statement)
        return [probe, statement]


# --- asking ---


class _Asked:
    """A plugin that collects a room's tests, and can run some of them by their numbers."""

    def __init__(self, room: str) -> None:
        self.room = room
        self.items: list[pytest.Item] = []
        self.failed = ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """What is found is not looked into further, and the next run is the same."""
        from hypothesis import Phase, settings  # not before pytest, which rewrites what it asserts

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile(
            "mutants", settings.default, phases=phases, database=None, derandomize=True, report_multiple_bugs=False
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Evenings of clumsy people take minutes; like documents they are no test of a rule."""
        left_out = _NO_TEST_OF_A_BELIEF if self.room == BELIEF else _NO_TEST_OF_A_RULE
        items[:] = [item for item in items if not left_out.search(item.nodeid)]
        self.items = items

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def ask(self, numbers: Sequence[int], usual: Sequence[float] | None = None) -> tuple[str, int]:
        """The first test that fails, and how many were run in so many seconds of the processor.

        `usual`: of each test the seconds that it takes; where one takes many times as many, the process ends.
        """
        begun = time.process_time()
        for count, (number, then) in enumerate(zip(numbers, [*numbers[1:], None], strict=True)):
            if time.process_time() - begun > _MOST:
                return "", count
            if usual is not None:
                signal.setitimer(signal.ITIMER_PROF, _LEAST_PATIENCE + _PATIENCE * usual[number])
            after = None if then is None else self.items[then]
            self.items[number].config.hook.pytest_runtest_protocol(item=self.items[number], nextitem=after)
            if self.failed:
                return self.failed, count + 1
        return "", len(numbers)


class _Run(_Asked):
    """Finds out what reaches what, and asks of every mutant."""

    def __init__(self, room: str, drawn: Sequence[Mutant], tell: Callable[[Mutant, Verdict], None]) -> None:
        super().__init__(room)
        self.drawn, self.tell = drawn, tell
        self._importer = Importer({str(path.relative_to(ROOT)): probed for path in room_of(room)})
        self._importer.import_all()  # before pytest, whose conftests import as well

    def pytest_runtestloop(self) -> bool:
        imported = frozenset(REACHED)
        living = Living()
        gc.collect()
        gc.freeze()  # else each child copies what it only looks through
        found = in_child(lambda: self._reach(living))
        if not isinstance(found[1], list):
            self.failed = found[0]
            return True
        reach = Reach(found[0], found[1], imported)
        for mutant in self.drawn:
            self.tell(mutant, self._verdict(mutant, reach, living))
        return True

    def _reach(self, living: Living) -> tuple[dict[Line, list[int]], list[float]] | tuple[str, int]:
        tests, seconds = defaultdict(list), []
        for number in range(len(self.items)):
            living.forget(self._importer.trees)
            REACHED.clear()
            begun = time.process_time()
            self.ask([number])
            seconds.append(time.process_time() - begun)
            for line in REACHED:
                tests[line].append(number)
            if self.failed:
                return self.failed, number
        return dict(tests), seconds

    def _verdict(self, mutant: Mutant, reach: Reach, living: Living) -> Verdict:
        line = (mutant.path, mutant.statement)
        numbers = sorted(reach.tests.get(line, ()), key=lambda number: reach.seconds[number])
        if numbers:
            noticed, asked = in_child(lambda: self._ask(mutant, numbers, living, reach.seconds))
            if noticed or line not in reach.imported:
                return Verdict(noticed, asked, len(numbers))
        if line in reach.imported:
            quickest = sorted(range(len(self.items)), key=lambda number: (number not in numbers, reach.seconds[number]))
            return self._afresh(mutant, [self.items[number].nodeid for number in quickest])
        return Verdict("", 0, 0)

    def _ask(self, mutant: Mutant, numbers: Sequence[int], living: Living, usual: Sequence[float]) -> tuple[str, int]:
        living.change(mutant)
        return self.ask(numbers, usual)

    def _afresh(self, mutant: Mutant, nodeids: list[str]) -> Verdict:
        """Asks in a process that imports everything with the fault in it."""
        with TemporaryDirectory() as folder:
            told, answer = Path(folder, "told"), Path(folder, "answer")
            told.write_bytes(pickle.dumps((self.room, mutant, nodeids)))
            command = [sys.executable, "-m", "scripts.mutant_runs", str(told), str(answer)]
            ended = subprocess.run(command, check=False, cwd=ROOT, capture_output=True).returncode
            if not answer.exists():
                return Verdict("no end, or a crash" if ended < 0 else "importing it", 0, len(nodeids))
            noticed, asked = pickle.loads(answer.read_bytes())
            return Verdict(noticed, asked, len(nodeids))


class _Afresh(_Asked):
    """Runs the tests of a room in the order that is told, in a process that has imported a mutant."""

    def __init__(self, room: str, nodeids: Sequence[str]) -> None:
        super().__init__(room)
        self.nodeids = nodeids
        self.answer: tuple[str, int] = ("importing it", 0)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        number = {item.nodeid: number for number, item in enumerate(self.items)}
        known = [number[nodeid] for nodeid in self.nodeids if nodeid in number]
        if not session.testsfailed:
            self.answer = self.ask(known) if len(known) == len(self.nodeids) else ("collecting", 0)
        return True


# --- what is alive ---


class Living:
    """The functions and caches that are there once all is imported."""

    def __init__(self) -> None:
        self._functions: dict[str, list[FunctionType]] = defaultdict(list)
        self._caches = []
        for each in gc.get_objects():
            # By their type alone: an object that stands for another, which is gone, would raise.
            if type(each) is FunctionType:
                self._functions[each.__code__.co_filename].append(each)
            elif type(each) is functools._lru_cache_wrapper:
                self._caches.append(each)

    def forget(self, paths: Container[str] | None = None) -> None:
        """What functions (of these modules) have kept from other tests, which would hide what this one reaches."""
        for cache in self._caches:
            path = getattr(getattr(cache.__wrapped__, "__code__", None), "co_filename", "")
            if paths is None or path.removeprefix(f"{ROOT}/") in paths:
                cache.cache_clear()

    def change(self, mutant: Mutant) -> None:
        """Gives the mutant's code to every living function that has it."""
        path = str(ROOT / mutant.path)
        was = _codes(compile(probed(mutant.path), path, "exec"))
        becomes = _codes(compile(mutated(mutant), path, "exec"))
        changed = {was[key]: code for key, code in becomes.items() if key in was and was[key] != code}
        for function in self._functions[path]:
            function.__code__ = changed.get(function.__code__, function.__code__)
        self.forget()


def _codes(module: CodeType) -> dict[tuple[str, int, int], CodeType]:
    """All code of a module by name, first line, and the how manieth it is of those that share both."""
    counted: Counter[tuple[str, int]] = Counter()
    found = {}
    for code in _nested(module):
        key = (code.co_qualname, code.co_firstlineno)
        counted[key] += 1
        found[*key, counted[key]] = code
    return found


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)


# --- processes ---


def in_child(work: Callable[[], Any], patience: int = 0) -> Any:
    """What `work` comes to in a forked process, which says nothing; how it ended and 0, if without an answer.

    `patience`: seconds of the processor after which it is ended.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
            if patience:
                resource.setrlimit(resource.RLIMIT_CPU, (patience, patience))
            answer = pickle.dumps(work())
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(answer)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(answer) if answer else ("no end, or a crash", 0)


def _fresh(told: Path, answer: Path) -> None:
    """Runs the tests of a room in the order that is told, where a mutant has been imported."""
    room, mutant, nodeids = pickle.loads(told.read_bytes())
    resource.setrlimit(resource.RLIMIT_CPU, (_MOST_AFRESH, _MOST_AFRESH))
    Importer({mutant.path: lambda _: mutated(mutant)})
    plugin = _Afresh(room, nodeids)
    pytest.main([*_QUIET, *_paths(room)], plugins=[plugin])
    answer.write_bytes(pickle.dumps(plugin.answer))


if __name__ == "__main__":
    _fresh(Path(sys.argv[1]), Path(sys.argv[2]))
