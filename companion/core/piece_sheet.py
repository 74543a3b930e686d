"""A piece that a finger has touched, large, and what can be done with it: values for the screen."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import NOTHING, Text


@dataclass(frozen=True, slots=True)
class SetValue:
    """What so many of a piece are worth together; one that does not `count` buys nothing yet."""

    label: Text
    value: str
    note: Text = NOTHING
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that is done with a piece, in a few words; `second` is what comes of it, or why it cannot be."""

    title: Text
    second: Text = NOTHING
    icon: str = ""


@dataclass(frozen=True, slots=True)
class PieceSheet:
    """What is to be said of a piece: its `name`, of what `kind` it is, and what it is worth, step by step.

    `remark` is how it lies there, `own` what the player on turn has of it, `why_not` why nothing can be done with it,
    where the game knows that better than a rule. `offers` are what can be done, `closed` what cannot.
    """

    name: Text
    kind: Text = NOTHING
    icon: str = ""
    tint: str = ""
    steps: tuple[SetValue, ...] = ()
    remark: Text = NOTHING
    own: Text = NOTHING
    why_not: Text = NOTHING
    offers: tuple[Offer, ...] = ()
    closed: tuple[Offer, ...] = ()
