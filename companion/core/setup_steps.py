"""Laying out a game before it begins: steps, each with its places on the mat, and the page that shows one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.action import Action
from companion.core.rules import Statement
from companion.core.screen import Board, Button, Cell, Tone
from companion.core.table import Zone
from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class SetupStep:
    """`zones` are the places, in the order in which they are filled, and how many pieces with a label go into each."""

    name: Text
    heading: Text
    sentences: tuple[Text, ...]
    zones: Mapping[Zone, int]
    rule: Statement | None = None


@dataclass(frozen=True, slots=True)
class LayingChoice:
    """What may lie in a place: how it looks, and the action that lays it there; else the ways in which it may lie."""

    looks: Cell
    action: Action | None = None
    ways: tuple[LayingChoice, ...] = ()


@dataclass(frozen=True, slots=True)
class ToLay:
    """An empty place that is filled by hand before play goes on: what is asked of it, and what may lie there.

    One that `asks` is asked about also where only one thing may lie there.
    """

    zone: Zone
    heading: Text
    ways: tuple[LayingChoice, ...]
    asks: bool = False


@dataclass(frozen=True, slots=True)
class LayingPage:
    """What lies on the table is told place by place: the board with the place, and what may lie there.

    `board` is the game's own, where the place is on one; each of its open places can be touched.
    """

    title: Text
    hint: Text
    board: Board | None
    place: Zone
    choices: tuple[Cell, ...]
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class SetupPlace:
    """A place on the mat, in shares of its width and height: what goes there, and whether it lies there.

    `zone` ties it to the board that is drawn in its stead.
    """

    x: float
    y: float
    width: float
    height: float
    label: Text
    tone: Tone
    here: bool
    zone: str = ""


@dataclass(frozen=True, slots=True)
class SetupPage:
    """One step of laying out the game: where things go, what is seen of them.

    `board` is how the place looks when it is laid out, if the game's screen shows it. `around` are the other places of
    the mat; `icon` stands for what has no place.
    """

    title: Text
    steps: tuple[Text, ...]
    done: tuple[bool, ...]
    at: int
    heading: Text
    sentences: tuple[Text, ...]
    seen: Text
    missing: Text
    tone: Tone
    rule: Text
    places: tuple[SetupPlace, ...]
    proportion: float
    buttons: tuple[Button, ...]
    board: Board | None = None
    around: tuple[SetupPlace, ...] = ()
    icon: str = ""
