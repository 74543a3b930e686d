"""What a look at the table tells, by what it may mean: who paid, what moved, where nobody could look."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.evidence import Evidence
from companion.core.game import Seat
from companion.core.table import Piece, Zone
from companion.games.iron_sky.catalog import TILE_SIDE, Place, Resource, Side
from companion.games.iron_sky.state import Player, State
from companion.games.iron_sky.table import may_lie

_RESOURCES = frozenset(resource.value for resource in Resource)


class BoardEvidence:
    """A look at the table as this game understands it. Zones are `board.place...` or `seat.spot...`."""

    def __init__(self, state: State, seen: Evidence) -> None:
        self.state = state
        self.come = {(change.zone, change.piece) for change in seen if change.delta > 0}
        self.gone = {(change.zone, change.piece) for change in seen if change.delta < 0}
        self.hidden = seen.hidden
        self.touched = frozenset(self._tile_changes())
        self._payers = {_track_of(change.zone) for change in seen}
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
    return place if place in state.map.sites else None
