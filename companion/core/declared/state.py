"""What a state of a declared game has, whatever else the game keeps in fields of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.core.action import SEATS, Seat
from companion.core.choices import Choices
from companion.core.declared.placement import Placement
from companion.core.text import Text

NO_CHOICES, EMPTY = Choices((), {}), Placement()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """Who plays, what the group chose, what lies where, and whose turn it is.

    A game's state is a frozen dataclass over this one (`kw_only`, `slots`), whose own fields have defaults. Those that
    are numbers, truths, or numbers by player can be put right by hand, with their titles where they are `counted`.
    """

    names: tuple[str, ...]
    choices: Choices = NO_CHOICES
    placement: Placement = EMPTY
    on_turn: Seat = "A"

    @property
    def seats(self) -> str:
        """The letters of the players, clockwise."""
        return SEATS[: len(self.names)]

    def name(self, seat: Seat) -> str:
        return self.names[SEATS.index(seat)]

    def after(self, seat: Seat) -> Seat:
        """The next player clockwise."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]


def counted(title: Text, default: Any = 0, most: int = 20) -> Any:
    """A field of a state with a title for people: a number up to `most`, a truth, or a tuple of numbers by player."""
    return field(default=default, metadata={"title": title, "most": most})
