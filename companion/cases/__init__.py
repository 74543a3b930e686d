"""Worked cases: positions and actions in notation, and what the rules say of them."""
