"""A scenario (a recorded evening): what hands did at the table and fingers on the screen, and what should follow.

The file is TOML: `game`, `players`, `settings`, and a list of `step`s in order. Each step may have

    tell      what happens, for the log
    moves     lines such as "2 farm: market -> A.3" or "1 silver_mine: box -> market"; a `hand` holds what lies nowhere
    push      lines such as "farm in market: 12 -8 turned 20": from where it lies, in millimetres and degrees; it comes
              to lie over what it is pushed onto, and lies well again when it is moved
    square    zones whose pieces are pushed together into one pile, so that only the top label shows
    fan       zones whose pile is laid out again
    cover     zones over which a book is laid
    uncover   zones from which it is taken away
    hands     zones over which hands stay until the step is over
    spoil     {zone, piece, by}: this piece's label cannot be read until it is moved; by is "glare" or "cover"
    relabel   {tag, piece}: the label was stuck on the wrong piece
    touch     what a finger presses: "key pass", "answer <its words>", "cell <zone> <piece>", or by its title
    power_cut true: the plug is pulled after the moves, before anybody can say anything
    pause     seconds until the next step; without it, until the companion has made up its mind
    expect    the conclusions, as lines of the log: "explained: A: take 2 Farm"
    picture   a name: keep a picture of the screen at the end of the step
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from companion.config import read_text
from companion.core.game import Options
from companion.core.notation_words import Word
from companion.core.schema import Constraint, Schema
from companion.core.table import Piece, Tag, Zone
from companion.errors import NotationError
from companion.simulation.physical_table import HandMove, Push, Spoiler

Move = Annotated[HandMove, "move"]
Pushed = Annotated[Push, "push"]
Seconds = Annotated[float, Constraint("from 0 to 60 seconds", lambda seconds: 0 <= seconds <= 60)]


@dataclass(frozen=True, slots=True)
class Spoil:
    zone: Zone
    piece: Piece
    by: Spoiler


@dataclass(frozen=True, slots=True)
class Relabel:
    tag: Tag
    piece: Piece


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    tell: str = ""
    moves: tuple[Move, ...] = ()
    push: tuple[Pushed, ...] = ()
    square: tuple[Zone, ...] = ()
    fan: tuple[Zone, ...] = ()
    cover: tuple[Zone, ...] = ()
    uncover: tuple[Zone, ...] = ()
    hands: tuple[Zone, ...] = ()
    spoil: Spoil | None = None
    relabel: Relabel | None = None
    touch: str | None = None
    power_cut: bool = False
    pause: Seconds | None = None
    expect: tuple[str, ...] = ()
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    game: str
    players: tuple[str, ...]
    steps: tuple[ScenarioStep, ...] = field(metadata={"key": "step"})
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def options(self) -> Options:
        return Options(self.players, self.settings)


_SCHEMA = Schema(
    NotationError,
    {
        "move": Word("move of the hand", HandMove.read, example="2 farm: market -> A.3"),
        "push": Word("push", Push.read, example="farm in market: 12 -8 turned 20"),
    },
)


def read_scenario(path: Path) -> Scenario:
    """Raises ConfigError for a file that cannot be read, NotationError naming all that is wrong in it, by step."""
    return _SCHEMA.read(Scenario, read_text(path), str(path))
