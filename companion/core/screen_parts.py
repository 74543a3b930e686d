"""Small parts of a screen that ask for nothing: counters, bars, figures, links, sums, dice and battles, as values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from companion.core.text import NOTHING, Text


@dataclass(frozen=True, slots=True)
class Pips:
    """A bar for each card of a full set; the first `lie` of them lie there. Half of the set is marked by a gap."""

    lie: int
    full: int


class Shape(Enum):
    """What a counter looks like from above."""

    DISC = "disc"
    SHIELD = "shield"


@dataclass(frozen=True, slots=True)
class TokenCounters:
    """So many equal counters on top of each other, in a colour ("#rrggbb") of their own; `marked` if one is special."""

    shape: Shape
    tint: str
    count: int
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Gauge:
    """A column of steps with the lit one and its figure; steps above it belong to the first counters, below the second.

    `notch` is the step beside which a second marker stands.
    """

    title: Text
    steps: int
    at: int
    value: str
    ends: tuple[TokenCounters, TokenCounters]
    notch: int | None = None


class LinkKind(Enum):
    """ROUTE joins neighbours, CROSSING leads off the board, DESCENT comes from above; arrows are used or free."""

    ROUTE = "route"
    CROSSING = "crossing"
    DESCENT = "descent"
    ARROW = "arrow"
    FREE_ARROW = "free arrow"


@dataclass(frozen=True, slots=True)
class BoardLink:
    """From one point of a board to another, in the board's units. `zone` is where a card at a free arrow would lie."""

    kind: LinkKind
    start: tuple[float, float]
    end: tuple[float, float]
    zone: str = ""


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """A figure to read at a glance, with what it counts and an icon in a colour."""

    label: Text
    value: str = ""
    icon: str = ""
    tint: str = ""
    pips: Pips | None = None
    provisional: bool = False


def meant_first(measures: Iterable[Measure]) -> tuple[Measure, ...]:
    """In their order, but for those that the refused action is about."""
    return tuple(sorted(measures, key=lambda measure: not measure.meant))


@dataclass(frozen=True, slots=True)
class Measure:
    """What there is of something beside what a rule asks of it: `370 of 400`, a pile that `cannot yet` pay.

    `enough`: whether it keeps the rule. `meant`: whether the refused action is about it.
    """

    title: Text
    enough: bool
    verdict: Text
    value: Text = NOTHING
    icon: str = ""
    tint: str = ""
    pips: Pips | None = None
    meant: bool = False


@dataclass(frozen=True, slots=True)
class SumTerm:
    """One amount of a sum, with what it is for; `seat` is whose it is."""

    amount: str
    title: Text
    second: Text
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Balance:
    """The running sum of an attack, and what is needed on two dice: so many or less, None if no roll does."""

    terms: tuple[SumTerm, ...]
    needed: int | None
    chances: int
    remark: Text


@dataclass(frozen=True, slots=True)
class Throw:
    """How dice have fallen, or only what they come to, and whether that is what was needed."""

    dice: tuple[int, ...]
    enough: bool


@dataclass(frozen=True, slots=True)
class BattleSide:
    """One side of a battle: who, in which part, with which counters, how many of them are lost."""

    seat: str
    role: Text
    icon: str
    army: TokenCounters
    lost: int
    summary: Text
    card: Text


@dataclass(frozen=True, slots=True)
class BattleSquare:
    """One comparison of a battle: what each side has in it as icons, what came of it, whether it is the next.

    None while nobody knows what a side has in it.
    """

    label: str
    attack: str | None
    defence: str | None
    result: Text
    now: bool = False
    done: bool = False


@dataclass(frozen=True, slots=True)
class Duel:
    """A battle, square by square; `said` is what has happened so far, the latest last."""

    attacker: BattleSide
    defender: BattleSide
    squares: tuple[BattleSquare, ...]
    said: tuple[Text, ...] = ()
