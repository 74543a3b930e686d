"""The worked cases beside a test, each a parameter of its own, so that what fails is named and nothing runs twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.cases.case_files import read_cases


def worked_cases(beside: Path) -> list[Any]:
    """A file of cases and one of them, for each of the files in the folder `cases`."""
    files = [read_cases(path) for path in sorted((beside.parent / "cases").glob("*.toml"))]
    return [pytest.param(file, case, id=f"{case.id} {case.title}") for file in files for case in file.cases]
