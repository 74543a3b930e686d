"""The worked cases of the rules, and every ruling with its choices, as data files."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.cases.case_files import Case, CaseFile, read_cases
from companion.cases.case_runner import fault_of, result
from companion.games import GAMES
from companion.games.iron_sky.invariants import INVARIANTS, PHYSICAL
from companion.games.iron_sky.settings import RULINGS
from tests.worked_cases import worked_cases

IRON_SKY = GAMES["iron_sky"]
CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*.toml"))

PEOPLE_DECIDE = {"reserve", "exchange_choice"}
"""Rulings about what a player may look at: only the words on the screen differ (TestWarnings in test_screen)."""


def ids() -> set[str]:
    return {case["id"] for path in FILES for case in tomllib.loads(path.read_text("utf-8"))["case"]}


@pytest.mark.parametrize(("file", "case"), worked_cases(Path(__file__)))
def test_worked_case(file: CaseFile, case: Case) -> None:
    assert () == result(IRON_SKY, file, case).failures


def test_every_choice_of_every_ruling_is_shown_by_a_case() -> None:
    """Switching a ruling does something: a case names each choice beside the default."""
    wanted = {
        f"R-{setting.name}={choice}".replace("_", "-")
        for setting in RULINGS
        if setting.name not in PEOPLE_DECIDE
        for choice in setting.choices[1:]
    }

    assert set() == wanted - ids() - {"R-continent-won=territories"}
    assert "C116-territories" in ids()


def test_every_impossible_position_is_shown_by_a_case() -> None:
    """Each invariant finds a case's position wrong, or has it refused where no table can look like that."""
    cases = [case for path in FILES for case in read_cases(path).cases]
    found = {fault_of(words)[0] for case in cases if case.expect is not None for words in case.expect.faults or ()}
    refused = " ".join(case.refused for case in cases if case.refused is not None)

    assert set() == {invariant.name for invariant in INVARIANTS if invariant not in PHYSICAL} - found
    assert [] == [invariant.name for invariant in PHYSICAL if f"[{invariant.statement.id}" not in refused]
