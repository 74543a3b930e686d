"""docs/tutorial.md makes a game: its code is put together as it says, and run; docs/game_reference.md is true."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

from companion.cases.case_runner import run
from scripts import game_reference
from tests.examples.test_promises import wrong_conclusions

ROOT = Path(__file__).parent.parent
NAMED = re.compile(r"(?ms)^`three_men/([\w./]+)`$|^```(python|toml)\n(.*?)^```$")


def files() -> dict[str, str]:
    """What the page has written into which file: blocks of code go on where the last one ended."""
    found, named = defaultdict(list), ""
    for file, language, block in NAMED.findall((ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")):
        named = file or named
        if block:
            found[named if language == "toml" else "__init__.py"].append(block)
    return {name: "\n\n".join(blocks) for name, blocks in found.items()}


def test_the_tutorial_makes_a_game_that_is_as_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, written in files().items():
        (tmp_path / "three_men" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "three_men" / name).write_text(written, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))

    game = import_module("three_men").GAME
    wrong = wrong_conclusions(game, tmp_path / "three_men" / "evening.toml", tmp_path / "journal.db")
    monkeypatch.delitem(sys.modules, "three_men")

    assert {"statements.toml", "__init__.py", "cases/checks.toml", "evening.toml"} == files().keys()
    assert ("three_men", 9) == (game.name, len(game.zones))
    assert run(tmp_path / "three_men" / "cases" / "checks.toml", {"three_men": game}).holds
    assert [] == wrong


def test_the_reference_is_as_it_is_written() -> None:
    """By `python -m scripts.game_reference`."""
    assert game_reference.page() == game_reference.PAGE.read_text(encoding="utf-8")
