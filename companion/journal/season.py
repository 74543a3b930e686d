"""The table of a season: who came in where, in all evenings of some months."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.core.action import SEATS, Seat
from companion.journal.saved_games import Ending, SavedEvening
from companion.journal.statistics import ByPoints, is_forgotten, played_out


@dataclass(slots=True)
class SeasonLine:
    """Somebody's season. `places` are where he came in, one an evening."""

    name: str
    colour: int
    points: int = 0
    wins: int = 0
    places: list[int] = field(default_factory=list)

    @property
    def average_place(self) -> float:
        return sum(self.places) / len(self.places)


def season(evenings: Iterable[SavedEvening], points_of: ByPoints) -> list[SeasonLine]:
    """Of these evenings, the newest first; who has the most points stands first.

    Of n players the first gets n points, the next place one less, the last place one.
    """
    lines: dict[str, SeasonLine] = {}
    for evening, ending in played_out(evenings):
        places = places_in(len(evening.names), ending, points_of(evening))
        for number, (seat, name) in enumerate(zip(SEATS, evening.names, strict=False)):
            if is_forgotten(seat, name):
                continue
            colour = evening.colours[number] if number < len(evening.colours) else number
            line = lines.setdefault(name, SeasonLine(name, colour))
            line.points += len(evening.names) + 1 - places[seat]
            line.wins += seat in ending.winners
            line.places.append(places[seat])
    return sorted(lines.values(), key=lambda each: (-each.points, -each.wins, each.average_place, each.name))


def places_in(players: int, ending: Ending, points: Mapping[Seat, int]) -> dict[Seat, int]:
    """Who came in where: winners first, the others by their points; equals share the better place."""
    standing = {seat: (seat in ending.winners, points.get(seat, 0)) for seat in SEATS[:players]}
    standing |= dict.fromkeys(ending.winners, (True, 0))
    return {seat: 1 + sum(other > own for other in standing.values()) for seat, own in standing.items()}
