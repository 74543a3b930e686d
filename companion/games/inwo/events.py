"""What has just happened, as cards answer to it."""

from __future__ import annotations

from enum import StrEnum


class Event(StrEnum):
    """What a card may answer to: seen from its player, or from the card itself.

    An attack of his destroyed a Group; one by this very card failed; one on what is in scope is over, or has failed;
    this card helped to relieve a Place. What was destroyed in it is what is in scope (`lost`: who did it draws). The
    dice of an attack led by what is in scope showed eleven or twelve: it is `crashed`. It led or helped in one that is
    over: it `acted`. The others only plays answer to: a Group was captured or taken over, a Place devastated, a Plot
    drawn, tokens laid, a Resource in play destroyed or discarded (`scrapped`).
    """

    DESTROYED = "destroyed"
    FAILED = "failed"
    ATTACKED = "attacked"
    REPELLED = "repelled"
    RELIEVED = "relieved"
    LOST = "lost"
    CRASHED = "crashed"
    CAPTURED = "captured"
    TAKEN_OVER = "taken_over"
    DEVASTATED = "devastated"
    DREW = "drew"
    LAID = "laid"
    ACTED = "acted"
    SCRAPPED = "scrapped"
