"""The documents say what the code does: rulings, coverage, labels, settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.choices import Choices
from companion.core.game import Options
from companion.core.rules import Source
from companion.errors import ConfigError
from companion.games.new_world_order import GAME
from companion.games.new_world_order.settings import book
from scripts.coverage import document, missing

ROOT = Path(__file__).parents[3]


def test_every_ruling_says_why_and_nothing_else_does() -> None:
    assert [] == [statement.id for statement in book if (statement.source is Source.RULING) != bool(statement.reason)]


def test_a_ruling_beside_a_printed_rule_has_an_id_of_its_own() -> None:
    """An id ending in R is a ruling, and is related to the statement whose number it bears."""
    for statement in book:
        printed, ruling, _ = statement.id.partition("-R")
        if ruling:
            assert statement.source is Source.RULING
            assert printed in statement.related


def test_every_setting_of_ours_is_named_by_its_ruling() -> None:
    ours = {setting.name: setting.rule for setting in GAME.settings if setting.rule.source is Source.RULING}

    assert 17 == len(ours)
    assert ours == {statement.setting: statement for statement in book if statement.setting is not None}


def test_pages_are_those_to_which_the_rulebook_itself_refers() -> None:
    """NWO-31, NWO-63, NWO-64: its colour sets are said to stand on page 6, its Great Goal cards on page 10."""
    assert {6, 9, 10} == {statement.page for statement in book if statement.page is not None}
    assert [6, 6, 6, 10] == [book[f"NWO-{number}"].page for number in (31, 63, 64, 76)]


def test_the_coverage_document_is_true_and_nothing_is_missing() -> None:
    """Write it anew with `python -m scripts.coverage` after a change of rules, tests or statements."""
    written = (ROOT / "docs" / "coverage" / "new_world_order.md").read_text(encoding="utf-8")

    assert [] == missing(GAME)
    assert document(GAME) == written


def test_every_label_number_stands_in_the_document() -> None:
    text = (ROOT / "docs" / "tags.md").read_text(encoding="utf-8")

    assert [] == [piece for piece in dict.fromkeys(GAME.piece_of.values()) if f"`{piece}`" not in text]


def test_unknown_settings_are_refused() -> None:
    with pytest.raises(ConfigError, match="no setting 'snacks'"):
        GAME.initial_state(Options(("Ann", "Bob"), {"snacks": "yes"}))
    with pytest.raises(ConfigError, match="cannot be 'most'; use upTo or exact"):
        GAME.initial_state(Options(("Ann", "Bob"), {"stealAmount": "most"}))


def test_settings_default_to_the_first_choice() -> None:
    defaults = {setting.name: setting.default for setting in GAME.settings}

    assert () == Choices.of(GAME.settings, {}).changed == Choices.of(GAME.settings, defaults).changed
    assert (("overflow", "sumOfSlots"),) == Choices.of(GAME.settings, {"overflow": "sumOfSlots"}).changed
