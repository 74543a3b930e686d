"""Golden transcripts of complete games: replayed, they must come out word for word.

After a change of the rules that is meant, write them anew with `python -m scripts.playthrough` and read the difference.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import GAMES
from scripts.playthrough import SETTING, transcript

TRANSCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))
_ACTION = re.compile(r"\d+ \[\d+\] (.+) => [0-9a-f]{8}")


def test_every_game_has_one_for_each_number_of_players() -> None:
    expected = {f"{name}_{players}" for name, game in GAMES.items() for players in game.players}

    assert expected == {path.stem for path in TRANSCRIPTS}


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_game_comes_out_word_for_word(path: Path) -> None:
    name, _, players = path.stem.rpartition("_")
    recorded = path.read_text(encoding="utf-8").splitlines()
    actions = (found[1] for line in recorded if (found := _ACTION.fullmatch(line)))
    chosen = (line.removeprefix(SETTING).split(" = ") for line in recorded if line.startswith(SETTING))

    assert recorded == list(transcript(GAMES[name], int(players), actions, dict(chosen)))


def test_iron_sky_has_one_for_each_type_of_game() -> None:
    recorded = {path.read_text(encoding="utf-8").splitlines()[1] for path in TRANSCRIPTS if "iron_sky" in path.stem}

    assert {f"{SETTING}game_type = {kind}" for kind in ("veteran", "experienced")} <= recorded
    assert any(not line.startswith(SETTING) for line in recorded)
