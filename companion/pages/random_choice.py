"""Chance, for what the companion deals itself."""

from __future__ import annotations

import secrets


def random_below(count: int) -> int:
    """A number from 0, each as likely as the others."""
    return secrets.randbelow(count)
