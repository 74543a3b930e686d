"""Beginnings of evenings as they were played: what follows in a test was found there, and happens nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.games.inwo import GAME
from companion.games.inwo.actions import Action

FOLDER = Path(__file__).parent


def begun(name: str) -> Sequence[Action]:
    """The actions of one of the files beside this."""
    return tuple(GAME.read_action(line) for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines())
