"""The differences between table and game, sorted by what they may mean, and the places nobody could look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.table import UNREADABLE, Change, Differences, Piece, Zone
from companion.games.iron_sky.catalog import TILE_SIDE, TRACK, Place, Resource, Side
from companion.games.iron_sky.state import Player, State


class Traces:
    """What came, what went, what is hidden. Zones are `board.place...` or `seat.spot...`."""

    def __init__(self, state: State, changes: Sequence[Change]) -> None:
        raw = changes.raw if isinstance(changes, Differences) else changes
        unread = frozenset(change.zone for change in raw if change.piece == UNREADABLE and change.delta > 0)
        self.state = state
        self.come = {(change.zone, change.piece) for change in changes if change.delta > 0}
        self.gone = {(change.zone, change.piece) for change in changes if change.delta < 0}
        self.zones: frozenset[Zone] = frozenset(change.zone for change in changes)
        self.hidden: frozenset[Zone] = unread | (changes.unseen if isinstance(changes, Differences) else frozenset())
        self.touched = frozenset(self._tile_changes())

    def _tile_changes(self) -> Iterator[tuple[Place, Side]]:
        for zone, piece in self.come | self.gone:
            place = place_of(self.state, zone)
            if place is not None and piece in TILE_SIDE:
                yield place, TILE_SIDE[piece]

    def at(self, spot: str) -> Iterator[tuple[Player, Piece]]:
        """Pieces that came to this spot of a player's sheet."""
        for player in self.state.players:
            for zone, piece in sorted(self.come):
                if zone == f"{player.seat}.{spot}":
                    yield player, piece

    def paid(self, player: Player) -> bool:
        """Whether one of the player's resource markers moved, as far as it can be seen."""
        return any(zone in self.zones for zone in _tracks(player))

    def may_have_paid(self, player: Player) -> bool:
        """Whether a resource marker of the player moved, or may have moved where nobody can look."""
        return any(zone in self.zones or zone in self.hidden for zone in _tracks(player))

    def unseen(self, zone: Zone) -> bool:
        """Whether anything may lie in the zone: it is covered, or what lies there cannot be read."""
        return zone in self.hidden

    def unseen_place(self, place: Place) -> bool:
        """Whether a stack of the place may have changed where nobody can look."""
        return any(zone in self.hidden for zone in (place, f"{place}.cc", f"{place}.fl"))

    def unseen_board(self, board: str) -> bool:
        """Whether anything that moves the board's meter may have happened where nobody can look."""
        return any(zone.startswith(f"{board}.") for zone in self.hidden)


def _tracks(player: Player) -> Iterator[Zone]:
    resources = (Resource.COMMAND,) if player.side is Side.REICH else (Resource.MONEY, Resource.POLITICS)
    return (f"{player.seat}.{resource.value}.{value}" for resource in resources for value in range(TRACK + 1))


def place_of(state: State, zone: Zone) -> Place | None:
    """The place a board's zone belongs to."""
    place = ".".join(zone.split(".")[:2])
    return place if place in state.atlas.sites else None
