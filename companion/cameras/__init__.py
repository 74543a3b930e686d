"""Cameras over a game's table: which one, how it stands, and what it reads."""
