"""How much a search may ask the rules before it gives up: bounded by questions, never by a clock."""

from __future__ import annotations

from typing import NamedTuple


class Effort(NamedTuple):
    """After how many actions that were `tried`, or asked whether they are legal (`judged`), a search gives up."""

    tried: int
    judged: int


THOROUGH = Effort(375, 3_000)
"""For a search of its own: as much as the first of a look may ask."""


class Allowance:
    """What several searches may ask together: each as much as `each`, while some is left of `together`; then `least`.

    What is told is mostly told soon; so a hopeless search cannot take all time from those that come after it.
    """

    def __init__(self, together: Effort, each: Effort, least: Effort) -> None:
        self.each, self.least = each, least
        self.left = together

    def beyond(self, asked: Effort) -> Effort:
        """Up to where a search may go on that has asked so much."""
        return Effort(
            asked.tried + max(self.least.tried, min(self.each.tried, self.left.tried)),
            asked.judged + max(self.least.judged, min(self.each.judged, self.left.judged)),
        )

    def spend(self, asked: Effort) -> None:
        self.left = Effort(self.left.tried - asked.tried, self.left.judged - asked.judged)
