"""Small faults are made in the running program, and what is asked of the tests of their room notices."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.mutant_runs import probed
from scripts.mutants import ROOMS, ROOT, Mutant, equivalent, mutants, room_of

PROGRAM = "companion/core/asked.py"
SOURCE = """
LIMIT = max(2, 3)

def above(number):
    return number > LIMIT

def below(number):
    return number < LIMIT

def made():
    return 5

MADE = made()
"""
TEST = """
from companion.core.asked import MADE, above

def test_at_the_bound() -> None:
    assert not above(3)
    assert above(4)

def test_what_was_made_by_importing() -> None:
    assert 5 == MADE
"""


def test_a_mutant_is_asked_of_the_tests_that_reach_it_alone(tmp_path: Path) -> None:
    """A bound moved by one is noticed; what no test reaches survives; what importing has made is made anew."""
    (tmp_path / "tests" / "core").mkdir(parents=True)
    (tmp_path / "companion" / "core").mkdir(parents=True)
    (tmp_path / "scripts").mkdir()
    (tmp_path / "companion" / "games").mkdir()
    for path in ("companion/__init__.py", "companion/core/__init__.py", "scripts/__init__.py"):
        (tmp_path / path).touch()
    for name in ("mutants.py", "mutant_runs.py"):
        (tmp_path / "scripts" / name).write_text((ROOT / "scripts" / name).read_text(encoding="utf-8"))
    (tmp_path / "scripts" / "equivalent_mutants.toml").touch()
    (tmp_path / PROGRAM).write_text(SOURCE)
    (tmp_path / "tests" / "core" / "test_asked.py").write_text(TEST)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib -p no:table_companion\n")

    command = [sys.executable, "-m", "scripts.mutants", "core", "--aloud"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    bound = "tests/core/test_asked.py::test_at_the_bound"
    assert f"noticed by {bound}, 1 of 1 asked: {PROGRAM}:5 above: number > LIMIT  ->  number >= LIMIT" in told
    assert f"survives, 0 of 0 asked: {PROGRAM}:8 below: number < LIMIT  ->  number <= LIMIT" in told
    assert f"{PROGRAM}:11 made: 5  ->  6" in told
    assert "core: 1 of 3 drawn (33.3%) survive; 3 there are" in told


@pytest.mark.parametrize("room", ROOMS)
def test_what_is_listed_as_equivalent_is_a_mutant_still(room: str) -> None:
    paths = {str(path.relative_to(ROOT)): path for path in room_of(room)}
    listed = {identity for identity in equivalent() if identity[0] in paths}
    every = {mutant.identity for name in {identity[0] for identity in listed} for mutant in mutants(paths[name])}

    assert set() == listed - every
    assert all(equivalent().values())


def test_every_module_of_the_core_is_in_one_room() -> None:
    """What is believed of the table is a room of its own; nothing of the core is left out of both."""
    core = ROOT / "companion" / "core"
    belief = set(room_of("belief"))

    assert sorted(core.rglob("*.py")) == sorted([*room_of("core"), *belief])
    assert set((core / "belief").glob("*.py")) <= belief


def test_probes_change_no_more_than_they_tell() -> None:
    """A module with its probes taken out again is the module that is written."""
    path = "companion/core/table.py"
    tree = probed(path)
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            statements = getattr(node, name, None)
            if isinstance(statements, list):
                setattr(node, name, [each for each in statements if not ast.unparse(each).startswith("__reached__")])

    assert ast.unparse(ast.parse((ROOT / path).read_text(encoding="utf-8"))) == ast.unparse(tree)


def test_a_mutant_outlives_a_line_that_moves() -> None:
    here = Mutant("a.py", 3, 3, "f", "x < 1", "x <= 1", 0)
    there = Mutant("a.py", 9, 8, "f", "x < 1", "x <= 1", 2)

    assert here.identity == there.identity
