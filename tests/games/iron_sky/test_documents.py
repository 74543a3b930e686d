"""Rulings, statements and cases: the documents and the code name the same things."""

from __future__ import annotations

import tomllib
from pathlib import Path

from companion.core.rules import Source
from companion.games.iron_sky.settings import BOOK, RULINGS, SETTINGS


def test_every_ruling_of_a_setting_gives_its_reason() -> None:
    """A setting where the book is silent stands on one ruling, which is answered by no other and says why."""
    rulings = [statement for statement in BOOK if statement.source is Source.RULING]

    assert {(setting.rule.id, setting.name) for setting in RULINGS} == {
        (ruling.id, ruling.setting) for ruling in rulings if ruling.setting is not None
    }
    assert [] == [ruling.id for ruling in rulings if not ruling.reason]
    assert {setting.name for setting in SETTINGS} == {rule.setting for rule in BOOK if rule.setting is not None}


def test_every_statement_is_a_sentence() -> None:
    """What a screen shows as the rule is one sentence in our own words, and says where it stands in the rulebook."""
    assert [] == [rule.id for rule in BOOK if not rule.text.endswith(".")]
    assert [] == [rule.id for rule in BOOK if rule.source is Source.BOOK and rule.page is None]


def test_position_files_of_cases_are_toml() -> None:
    """The case files stay readable by any TOML reader."""
    for path in (Path(__file__).parent / "cases").glob("*.toml"):
        assert "iron_sky" == tomllib.loads(path.read_text("utf-8"))["game"]
