"""Illuminati: New World Order."""

from companion.games.inwo.game import GAME

__all__ = ["GAME"]
