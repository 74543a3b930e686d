"""Points as people read them."""

from __future__ import annotations

SPACE = "\N{NO-BREAK SPACE}"


def format_points(points: int, *, provisional: bool = False) -> str:
    """`1 450`, with a question mark where it rests on a value that nobody has confirmed."""
    whole = f"{points:,}".replace(",", SPACE).replace("-", "\N{MINUS SIGN}")
    return f"{whole}?" if provisional else whole
