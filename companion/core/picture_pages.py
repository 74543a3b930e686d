"""A picture of the table with whose is what in it, how the points stand beside it, and one question at a time."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.camera_view import Shares
from companion.core.page_parts import Person
from companion.core.screen import Button, Tone
from companion.core.table import Crop
from companion.core.text import NOTHING, Text


@dataclass(frozen=True, slots=True)
class OwnedArea:
    """What belongs together in the picture: a player's, by the number of his colour, or nobody's where that is None.

    `zone` names it for a finger that draws a piece there; empty where nothing can be drawn to.
    """

    corners: tuple[Shares, ...]
    colour: int | None
    name: Text = NOTHING
    zone: str = ""


@dataclass(frozen=True, slots=True)
class PictureSpot:
    """A piece in the picture that a finger can draw to somebody. `number` is that of its question, from 1."""

    corners: tuple[Shares, ...]
    piece: str
    zone: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class PointRange:
    """Somebody's points, from the fewest to the most that are possible, as words and as shares of the longest bar."""

    people: tuple[Person, ...]
    title: Text
    points: Text
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class PictureQuestion:
    """The question that is asked now; the first answer is the likeliest. `left` is how many there are."""

    left: Text
    heading: Text
    second: Text
    answers: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class ScoredPicturePage:
    """What is asked, or else `said`, stands under the points. Without a picture `waiting` is said in its place."""

    title: Text
    note: Text
    picture: Crop | None
    waiting: Text
    areas: tuple[OwnedArea, ...]
    spots: tuple[PictureSpot, ...]
    ranges: tuple[PointRange, ...]
    question: PictureQuestion | None
    said: Text
    tone: Tone
    buttons: tuple[Button, ...]
