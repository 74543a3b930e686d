"""Which tests reach which lines of a room's rules: what a mutant has to be asked of, and nothing else.

The tests are run once, each with its lines written down (`sys.settrace`); a line that is never reached is
noticed by nobody.
"""

from __future__ import annotations

import ast
import functools
import gc
import json
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

_QUIET = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly")


class _Writer:
    """A pytest plugin that writes down, for each test, the lines it reaches and how long it took, seconds.

    What was kept of a reckoning is forgotten before each test: it reaches what it would reach alone.
    """

    def __init__(self, files: Collection[str]) -> None:
        self.files = files
        self.lines: set[tuple[str, int]] = set()
        self.reached: dict[str, list[tuple[str, int]]] = {}
        self.took: dict[str, float] = {}
        self.kept: list[Any] = []

    def trace(self, frame: FrameType, _event: str, _: object) -> Any:
        path = frame.f_code.co_filename
        if path not in self.files:
            return None
        lines = self.lines

        def line(frame: FrameType, _event: str, _: object) -> Any:
            lines.add((path, frame.f_lineno))
            return line

        lines.add((path, frame.f_lineno))
        return line

    def pytest_collection_finish(self) -> None:
        self.kept = [each for each in gc.get_objects() if type(each) is functools._lru_cache_wrapper]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.lines = set()
        for each in self.kept:
            each.cache_clear()
        began = time.monotonic()
        sys.settrace(self.trace)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            self.took[item.nodeid] = time.monotonic() - began
            self.reached[item.nodeid] = sorted(self.lines)


def tests_by_line(files: Sequence[Path], arguments: Sequence[str]) -> Mapping[tuple[str, int], tuple[str, ...]]:
    """By file and line the tests that reach it, the quickest first. The tests run in a process of their own."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        child = os.fork()
        if child == 0:
            os._exit(_write(file.name, files, arguments))
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status):
            raise RuntimeError("The tests fail without any mutant.")
        found = json.loads(Path(file.name).read_text(encoding="utf-8"))
    by_line: dict[tuple[str, int], list[str]] = defaultdict(list)
    for test in sorted(found["reached"], key=found["took"].__getitem__):
        for path, line in found["reached"][test]:
            by_line[path, line].append(test)
    return {line: tuple(tests) for line, tests in by_line.items()}


def _write(to: str, files: Sequence[Path], arguments: Sequence[str]) -> int:
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    writer = _Writer({str(path) for path in files})
    code = int(pytest.main([*_QUIET, *arguments], plugins=[writer]))
    Path(to).write_text(json.dumps({"reached": writer.reached, "took": writer.took}), encoding="utf-8")
    return code


def statement_at(path: Path, line: int) -> range:
    """The lines of the smallest statement that has this one; of a compound one those before its body."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    around = (
        node for node in ast.walk(tree) if isinstance(node, ast.stmt) and _lines(node)[0] <= line <= _lines(node)[1]
    )
    first, last = min(map(_lines, around), key=lambda lines: lines[1] - lines[0], default=(line, line))
    return range(first, last + 1)


def _lines(node: ast.stmt) -> tuple[int, int]:
    body = getattr(node, "body", None)
    last = body[0].lineno - 1 if body and isinstance(body[0], ast.stmt) else node.end_lineno
    return node.lineno, max(node.lineno, last or node.lineno)


def collected(arguments: Sequence[str]) -> None:
    """Imports the tests, so that each process forked afterwards has them."""
    pytest.main([*_QUIET, "--collect-only", "-q", *arguments])


def passes(tests: Sequence[str]) -> bool:
    """Whether these tests do; where there are none, nothing notices."""
    return not tests or pytest.main([*_QUIET, "-x", *tests]) == 0
