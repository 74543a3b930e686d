"""What people who are not tidy do at a table, by family: importing it enters all behaviours."""

from benchmarks.clumsy import moving, disturbing, correcting, seeing, playing  # isort: skip (their order counts)
from benchmarks.clumsy.family import FAMILIES

__all__ = ["FAMILIES", "correcting", "disturbing", "moving", "playing", "seeing"]
