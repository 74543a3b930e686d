"""The worked cases of the rules: data files that anybody can read and write (docs/cases.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cases.case_files import Case, CaseFile
from companion.cases.case_runner import result
from companion.games import GAMES
from tests.worked_cases import worked_cases

GAME = GAMES["new_world_order"]


@pytest.mark.parametrize(("file", "case"), worked_cases(Path(__file__)))
def test_worked_case(file: CaseFile, case: Case) -> None:
    assert () == result(GAME, file, case).failures
