"""The differences between table and game, sorted by what they may mean, and the places nobody could look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.game import Seat
from companion.core.table import UNREADABLE, Change, Differences, Piece, Zone
from companion.games.iron_sky.catalog import TILE_SIDE, Place, Resource, Side
from companion.games.iron_sky.state import Player, State
from companion.games.iron_sky.table import may_lie

_RESOURCES = frozenset(resource.value for resource in Resource)


class Traces:
    """What came, what went, what is hidden. Zones are `board.place...` or `seat.spot...`."""

    def __init__(self, state: State, changes: Sequence[Change]) -> None:
        raw = changes.raw if isinstance(changes, Differences) else changes
        unread = frozenset(change.zone for change in raw if change.piece == UNREADABLE and change.delta > 0)
        self.state = state
        self.come = {(change.zone, change.piece) for change in changes if change.delta > 0}
        self.gone = {(change.zone, change.piece) for change in changes if change.delta < 0}
        self.hidden: frozenset[Zone] = unread | (changes.unseen if isinstance(changes, Differences) else frozenset())
        self.touched = frozenset(self._tile_changes())
        self._payers = {_track_of(change.zone) for change in changes}
        self._unseen_payers = {_track_of(zone) for zone in self.hidden}
        self._unseen_places = {place_of(state, zone) for zone in self.hidden if not zone.endswith(".card")}

    @property
    def is_foreign(self) -> bool:
        """Whether something lies where no action could ever bring it: then no story ends in this picture."""
        return not all(may_lie(self.state, zone, piece) for zone, piece in self.come)

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
        return player.seat in self._payers

    def may_have_paid(self, player: Player) -> bool:
        """Whether a resource marker of the player moved, or may have moved where nobody can look."""
        return player.seat in self._payers or player.seat in self._unseen_payers

    def unseen(self, zone: Zone) -> bool:
        """Whether anything may lie in the zone: it is covered, or what lies there cannot be read."""
        return zone in self.hidden

    def unseen_place(self, place: Place) -> bool:
        """Whether a stack of the place may have changed where nobody can look."""
        return place in self._unseen_places

    def unseen_board(self, board: str) -> bool:
        """Whether anything that moves the board's meter may have happened where nobody can look."""
        return any(zone.startswith(f"{board}.") for zone in self.hidden)


def _track_of(zone: Zone) -> Seat | None:
    """The player whose resource track the zone is part of."""
    seat, _, spot = zone.partition(".")
    return seat if spot.partition(".")[0] in _RESOURCES else None


def place_of(state: State, zone: Zone) -> Place | None:
    """The place a board's zone belongs to."""
    place = ".".join(zone.split(".")[:2])
    return place if place in state.atlas.sites else None
