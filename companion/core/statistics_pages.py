"""Figures as they are drawn on the pages of statistics."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.page_parts import Person, Row
from companion.core.screen import Button
from companion.core.text import NOTHING, Text


@dataclass(frozen=True, slots=True)
class WinsByCount:
    """Who won how often with so many players: colours and wins."""

    players: int
    won: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ScoreSpread:
    """Somebody's scores in a game."""

    colour: int
    lowest: int
    middle: int
    highest: int


@dataclass(frozen=True, slots=True)
class NotableFigure:
    """What is worth telling of all evenings: `2 h 14 min`, `the longest evening`, when or who."""

    figure: Text
    words: Text
    note: Text


@dataclass(frozen=True, slots=True)
class Bar:
    """Something in figures, with a bar of this share of the longest; in somebody's colour, if it is about somebody."""

    label: Text
    figure: Text
    share: float
    colour: int | None = None


@dataclass(frozen=True, slots=True)
class SeatWins:
    """How often each seat won, by its letter, of so many plays with so many players."""

    players: Text
    plays: int
    wins: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How often somebody won, of so many plays."""

    person: Person
    wins: int
    plays: int


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """A game's evenings in figures; `games` are those that can be chosen, `nothing` is said where there are none."""

    title: Text
    games: tuple[Row, ...]
    wins_title: Text
    wins: tuple[Tally, ...]
    by_count: tuple[WinsByCount, ...]
    spreads: tuple[ScoreSpread, ...]
    records: tuple[NotableFigure, ...]
    buttons: tuple[Button, ...]
    nothing: Text = NOTHING


@dataclass(frozen=True, slots=True)
class FiguresPage:
    """What won, where winners sat, and how long people think: of one game, as `StatisticsPage`."""

    title: Text
    games: tuple[Row, ...]
    goals: tuple[Bar, ...]
    seats: tuple[SeatWins, ...]
    thinking: tuple[Bar, ...]
    buttons: tuple[Button, ...]
    nothing: Text = NOTHING
