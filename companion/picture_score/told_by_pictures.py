"""What pictures of a table tell, as values: pieces with their owners, what is open, totals with their range."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.core.action import SEATS, Seat
from companion.core.game import Game, Options, Outcome
from companion.core.rules import Score, Violation
from companion.core.table import Piece, Pose, Tag, Zone
from companion.core.text import NOTHING, Text

Pixel = tuple[float, float]
Quad = tuple[Pixel, Pixel, Pixel, Pixel]
"""Four corners in pixels of a picture, clockwise from the thing's own upper left."""

MOST_QUESTIONS = 5
"""So many are asked at most; what is left beyond them widens the ranges."""


@dataclass(frozen=True, slots=True, eq=False)
class TakenPicture:
    """One picture: what people call it, and its light, uint8, shape (height, width), upright."""

    name: str
    luma: NDArray[np.uint8] = field(repr=False)


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece that was seen, in however many pictures.

    `tag` and `piece` are UNREADABLE where only a label's frame was made out. `quads` are the piece's outlines by the
    number of the picture, `pose` its label's place on the common plane in millimetres: the mat's where there is one.
    `zones` are where it may lie, the likeliest first: one where that is sure, none where nobody can tell.
    """

    tag: Tag
    piece: Piece
    quads: Mapping[int, Quad]
    pose: Pose
    zones: tuple[Zone, ...] = ()

    @property
    def zone(self) -> Zone | None:
        """Where it counts as lying, until somebody says otherwise."""
        return self.zones[0] if self.zones else None

    @property
    def is_sure(self) -> bool:
        return len(self.zones) == 1


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One of several things that a question asks together: its values in words, the usual one first."""

    name: str
    title: Text
    values: Mapping[str, Text]

    def choice(self, value: str) -> str:
        return f"{self.name}:{value}"


@dataclass(frozen=True, slots=True)
class AskedOfPicture:
    """Something that a picture cannot settle. `choices` are the answers in words, the likeliest first.

    `pieces` are the numbers of the seen pieces that it is about, `seat` whose score it moves most, `swing` by how much.
    One that `decides` may change who wins or the order of two players. Of one with `parts` the first choice says that
    all is usual; others can be given together, with commas between.
    """

    name: str
    sentence: Text
    choices: Mapping[str, Text]
    why: Text = NOTHING
    pieces: tuple[int, ...] = ()
    seat: Seat | None = None
    swing: int = 0
    decides: bool = True
    parts: tuple[QuestionPart, ...] = ()

    def takes(self, answer: str) -> bool:
        """Whether this can be answered so."""
        if not self.parts:
            return answer in self.choices
        given = answer.split(",")
        names = [choice.partition(":")[0] for choice in given]
        return all(choice in self.choices for choice in given) and len(set(names)) == len(names)


@dataclass(frozen=True, slots=True)
class Total:
    """A player's (or side's) sheet by the likeliest answers, and between what its total lies by all of them."""

    sheet: Score
    low: int
    high: int

    @property
    def is_settled(self) -> bool:
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class PlayersAnswers:
    """What people said of what lies: choices by the names of questions, zones by the numbers of seen pieces.

    `turnable`: nobody has said yet which of the players sits where; they sit clockwise in the order of their names.
    `more`: so many may play besides as many as were read, since what marks somebody may be hidden.
    """

    answers: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[int, Zone] = field(default_factory=dict)
    turnable: bool = False
    more: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PictureScore:
    """What pictures of a table come to.

    `state` is the position by the likeliest answers, `faults` what cannot be in it. `questions` are at most five, the
    one that moves the ranking most first; `open` is how many there are in all, `deciding` how many of them may change
    who wins or the order of two players. `notes` are sentences about the
    pictures, `unlaid` what lies where nothing of its kind can lie. `told` is what people have said so far.
    """

    game: Game[Any, Any]
    options: Options
    pieces: tuple[SeenPiece, ...]
    state: Any
    faults: tuple[Violation, ...]
    totals: tuple[Total, ...]
    outcome: Outcome | None
    questions: tuple[AskedOfPicture, ...]
    open: int
    deciding: int
    notes: tuple[Text, ...] = ()
    unlaid: tuple[Text, ...] = ()
    told: PlayersAnswers = PlayersAnswers()
    again: Callable[[int], PictureScore] | None = None
    """The score of the same pictures with so many players."""

    @property
    def is_settled(self) -> bool:
        """Whether nothing is open that could change a total."""
        return not self.open and all(total.is_settled for total in self.totals)

    @property
    def is_provisional(self) -> bool:
        """Whether a total rests on printed values that nobody has told."""
        return any(total.sheet.provisional for total in self.totals)

    @property
    def leaders(self) -> tuple[str, ...]:
        """Whose total may be the highest; whose is, once nothing is open."""
        best = max((total.low for total in self.totals), default=0)
        return tuple(total.sheet.player for total in self.totals if total.high >= best)

    def zone_of(self, number: int) -> Zone | None:
        """Where a piece counts as lying: where somebody said, else where it was seen."""
        return self.told.places.get(number, self.pieces[number].zone)

    def owner_of(self, number: int) -> Seat | None:
        """The seat before which a piece lies; None for what is everybody's or nobody's."""
        zone = self.zone_of(number)
        seat = zone.partition(".")[0] if zone is not None else ""
        return seat if seat in SEATS[: len(self.options.names)] else None
