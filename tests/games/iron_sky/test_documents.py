"""Rulings, statements and cases: the documents and the code name the same things."""

from __future__ import annotations

import tomllib
from pathlib import Path

from companion.games.iron_sky import GAME
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.settings import RULINGS


def test_rulings_and_their_explanations_agree() -> None:
    """Every ruling of the settings is explained in rulings.md under its rule and name, and nothing else is."""
    lines = (Path(act.__file__).parent / "rulings.md").read_text("utf-8").splitlines()
    explained = {tuple(line[3:].split(": ")) for line in lines if line.startswith("## ISK-")}

    assert {(setting.rule.id, setting.name) for setting in RULINGS} == explained


def test_every_rule_has_a_statement() -> None:
    """What a screen shows as the rule is one sentence in our own words."""
    assert [] == [
        rule.check for rules in GAME.rules.values() for rule in rules if not rule.statement.split("\n")[0].endswith(".")
    ]


def test_position_files_of_cases_are_toml() -> None:
    """The case files stay readable by any TOML reader."""
    for path in (Path(__file__).parent / "cases").glob("*.toml"):
        assert "iron_sky" == tomllib.loads(path.read_text("utf-8"))["game"]
