"""The documents say what the code does: rulings, coverage, labels, settings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.core.game import Options
from companion.core.rules import Source
from companion.errors import ConfigError
from companion.games.new_world_order import GAME
from companion.games.new_world_order.settings import Settings, ruling
from scripts.coverage import document, missing, statements

ROOT = Path(__file__).parents[3]
RULINGS = (ROOT / "companion" / "games" / "new_world_order" / "rulings.md").read_text(encoding="utf-8")


def test_every_ruling_is_explained_and_every_explanation_is_one() -> None:
    explained = set(re.findall(r"^## (NWO-\d+)$", RULINGS, re.MULTILINE))

    assert explained == set(ruling.cited)


def test_every_setting_of_ours_is_named_in_the_rulings_with_its_choices() -> None:
    ours = [setting for setting in GAME.settings if setting.rule.source is Source.RULING]
    text = " ".join(RULINGS.split())

    assert [] == [setting.name for setting in ours if f"[{setting.name}: {', '.join(setting.choices)}" not in text]
    assert 13 == len(ours)


def test_the_coverage_document_is_true_and_nothing_is_missing() -> None:
    """Write it anew with `python -m scripts.coverage` after a change of rules, tests or statements."""
    written = (ROOT / "docs" / "coverage" / "new_world_order.md").read_text(encoding="utf-8")

    assert [] == missing(GAME)
    assert document(GAME) == written


def test_rules_are_cited_as_what_they_are() -> None:
    """A check that cites the book is not a ruling in the list of statements."""
    sources = {rule: facts["source"] for rule, facts in statements("new_world_order").items()}
    cited = {rule.reference for rules in GAME.rules.values() for rule in rules}

    assert {reference.id for reference in cited} <= set(sources)
    assert [] == sorted(
        str(reference) for reference in cited if reference.source is Source.BOOK and sources[reference.id] == "ruling"
    )


def test_every_label_number_stands_in_the_document() -> None:
    text = (ROOT / "docs" / "tags.md").read_text(encoding="utf-8")

    assert [] == [piece for piece in dict.fromkeys(GAME.piece_of.values()) if f"`{piece}`" not in text]


def test_unknown_settings_are_refused() -> None:
    with pytest.raises(ConfigError, match="no setting 'snacks'"):
        GAME.setup(Options(("Ann", "Bob"), {"snacks": "yes"}))
    with pytest.raises(ConfigError, match="cannot be 'most'; use upTo or exact"):
        GAME.setup(Options(("Ann", "Bob"), {"stealAmount": "most"}))


def test_settings_default_to_the_first_choice() -> None:
    assert {} == Settings.of({}).chosen == Settings.of({s.name: s.default for s in GAME.settings}).chosen
    assert {"overflow": "sumOfSlots"} == Settings.of({"overflow": "sumOfSlots"}).chosen
