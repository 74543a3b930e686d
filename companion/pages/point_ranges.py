"""The ranking while something about it is open: from how many to how many points everybody has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.page_parts import Person
from companion.core.picture_pages import PointRange
from companion.core.text import Text, say, verbatim
from companion.pages.point_format import format_points

Span = tuple[int, int]
"""The fewest and the most points."""


def in_words(span: Span, *, provisional: bool = False) -> Text:
    """`1 850 to 2 050`, `1 100`, `400 to 700?`."""
    least, most = span
    high = format_points(most, provisional=provisional)
    return verbatim(high) if least == most else say("{low} to {high}", low=format_points(least), high=high)


def in_figures(span: Span, *, provisional: bool = False) -> str:
    """`1 850 – 2 050`, `1 100`, `400 – 700?`."""
    least, most = span
    high = format_points(most, provisional=provisional)
    return high if least == most else f"{format_points(least)} \N{EN DASH} {high}"


def point_ranges(sides: Sequence[tuple[tuple[Person, ...], Text, Span, bool]]) -> tuple[PointRange, ...]:
    """Who may have most comes first; the longest bar is theirs. The last of each is whether it is provisional."""
    longest = max((most for _, _, (_, most), _ in sides), default=0) or 1
    ordered = sorted(sides, key=lambda side: (side[2][1], side[2][0]), reverse=True)
    return tuple(
        PointRange(
            people, title, in_words(span, provisional=doubtful), _share(span[0], longest), _share(span[1], longest)
        )
        for people, title, span, doubtful in ordered
    )


def widened(points: Mapping[str, int], changes: Sequence[Sequence[Mapping[str, int]]]) -> dict[str, Span]:
    """What everybody may have when each of these questions may be answered by one of its changes, or by none."""
    spans = {}
    for who, now in points.items():
        each = [[way.get(who, 0) for way in ways] for ways in changes]
        spans[who] = now + sum(min(0, *ways, 0) for ways in each), now + sum(max(0, *ways, 0) for ways in each)
    return spans


def _share(points: int, longest: int) -> float:
    return min(1.0, max(0.0, points / longest))
