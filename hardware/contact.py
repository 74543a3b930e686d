"""When a wobbling electric contact counts as pressed: plain values and times, no hardware.

A switch closes and opens several times within a few milliseconds before it rests. A level is believed after it was
stable for `STABLE`; for `LOCK_OUT` after a believed change nothing new is believed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

STABLE = 0.005
LOCK_OUT = 0.020
LONG_PRESS = 0.800


class Touch(Enum):
    """What a finger did."""

    PRESSED = "pressed"
    HELD = "held"
    RELEASED = "released"


@dataclass(frozen=True, slots=True)
class Contact:
    """One contact: the level last heard (`closed`), the level believed (`pressed`), and since when (seconds)."""

    closed: bool = False
    closed_since: float = 0.0
    pressed: bool = False
    pressed_since: float = float("-inf")
    held: bool = False


def resting(closed: bool, now: float) -> Contact:
    """A contact as it is found. One that is found closed, a stuck button, says nothing until it was let go."""
    return Contact(closed, now, closed, now, held=closed)


def edge(contact: Contact, closed: bool, now: float) -> Contact:
    """The contact after its level was heard to be `closed` at `now`."""
    return contact if closed == contact.closed else replace(contact, closed=closed, closed_since=now)


def due(contact: Contact) -> float | None:
    """When `advance` will have something to say if no further edge comes; None if it never will."""
    if contact.closed != contact.pressed:
        return max(contact.closed_since + STABLE, contact.pressed_since + LOCK_OUT)
    if contact.pressed and not contact.held:
        return contact.pressed_since + LONG_PRESS
    return None


def advance(contact: Contact, now: float) -> tuple[Contact, Touch | None]:
    """The contact at `now`, and what can be said of the finger since last asked."""
    when = due(contact)
    if when is None or now < when:
        return contact, None
    if contact.closed == contact.pressed:
        return replace(contact, held=True), Touch.HELD
    pressed = contact.closed
    changed = replace(contact, pressed=pressed, pressed_since=when, held=False)
    return changed, Touch.PRESSED if pressed else Touch.RELEASED
