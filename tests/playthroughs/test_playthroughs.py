"""Golden games of ours: the conformance of each game replays its own (tests/conformance).

After a change of the rules that is meant, write them anew with `python -m scripts.playthrough` and read the difference.
"""

from __future__ import annotations

from pathlib import Path

from companion.conformance.transcripts import SETTING
from companion.games import GAMES

TRANSCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))


def test_every_game_has_one_for_each_number_of_players() -> None:
    expected = {f"{name}_{players}" for name, game in GAMES.items() for players in game.players}

    assert expected == {path.stem for path in TRANSCRIPTS}


def test_iron_sky_has_one_for_each_type_of_game() -> None:
    recorded = {path.read_text(encoding="utf-8").splitlines()[1] for path in TRANSCRIPTS if "iron_sky" in path.stem}

    assert {f"{SETTING}game_type = {kind}" for kind in ("veteran", "experienced")} <= recorded
    assert any(not line.startswith(SETTING) for line in recorded)
