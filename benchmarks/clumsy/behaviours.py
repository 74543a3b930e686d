"""What people who are not tidy do at a table, by set and family: importing it enters all behaviours."""

from benchmarks.clumsy import (
    breaking,
    correcting,
    disturbing,
    moving,
    playing,
    second,
    second_covers,
    second_disturbing,
    seeing,
)  # isort: skip (their order counts)
from benchmarks.clumsy.family import SETS

__all__ = [
    "SETS",
    "breaking",
    "correcting",
    "disturbing",
    "moving",
    "playing",
    "second",
    "second_covers",
    "second_disturbing",
    "seeing",
]
