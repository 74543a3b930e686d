"""A companion for the physical table: sees the pieces, knows the rules, keeps the score."""

__version__ = "0.1.0"
