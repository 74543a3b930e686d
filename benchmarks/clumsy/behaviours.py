"""What people who are not tidy do at a table, by set and family: importing it enters all behaviours."""

from benchmarks.clumsy import moving, disturbing, correcting, seeing, breaking, playing  # isort: skip (their order counts)
from benchmarks.clumsy import second, second_disturbing, second_covers, second_appearing  # isort: skip
from benchmarks.clumsy import third, third_pieces, third_company, third_fingers  # isort: skip
from benchmarks.clumsy import fourth, fourth_company  # isort: skip
from benchmarks.clumsy.family import SETS

__all__ = [
    "SETS",
    "breaking",
    "correcting",
    "disturbing",
    "fourth",
    "fourth_company",
    "moving",
    "playing",
    "second",
    "second_appearing",
    "second_covers",
    "second_disturbing",
    "seeing",
    "third",
    "third_company",
    "third_fingers",
    "third_pieces",
]
