"""What a look at the table tells, by what it may mean: who paid, what moved, where nobody could look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from companion.core.evidence import Evidence
from companion.core.game import Seat
from companion.core.table import Piece, Zone
from companion.games.iron_sky.catalog import TILE_SIDE, TRACKS, CardId, Place, Resource, Side, Tile
from companion.games.iron_sky.state import SEATS, Player, Slot, State
from companion.games.iron_sky.table import may_lie

_RESOURCES = frozenset(resource.value for resource in Resource)
_TRACK = {(seat, resource): f"{seat}.{resource.value}" for seat in SEATS for resource in Resource}


class BoardEvidence:
    """A look at the table as this game understands it. Zones are `board.place...` or `seat.spot...`."""

    def __init__(self, state: State, seen: Evidence) -> None:
        self.state = state
        self.come = {(change.zone, change.piece) for change in seen if change.delta > 0}
        self.gone = {(change.zone, change.piece) for change in seen if change.delta < 0}
        self.hidden = seen.hidden
        self.restacked, self.intact = seen.restacked, seen.intact

    @cached_property
    def touched(self) -> frozenset[tuple[Place, Side]]:
        """The places where armies changed, and whose."""
        return frozenset(self._tile_changes())

    @cached_property
    def _payers(self) -> set[Seat | None]:
        return {track_of(zone) for zone, _ in self.come | self.gone}

    @cached_property
    def _unseen_payers(self) -> set[Seat | None]:
        return {track_of(zone) for zone in self.hidden}

    @cached_property
    def _unseen_places(self) -> set[Place | None]:
        return {place_of(self.state, zone) for zone in self.hidden if not zone.endswith(".card")}

    @cached_property
    def _came_to(self) -> Mapping[Zone, Sequence[Piece]]:
        """By zone, what came there."""
        found: dict[Zone, list[Piece]] = {}
        for zone, piece in sorted(self.come):
            found.setdefault(zone, []).append(piece)
        return found

    @cached_property
    def _points(self) -> Mapping[Zone, int]:
        """By resource track, where its marker came to lie."""
        spots = (zone.rpartition(".") for zone in sorted(self._came_to, reverse=True))
        return {track: int(value) for track, _, value in spots if track.rpartition(".")[2] in _RESOURCES}

    @property
    def is_foreign(self) -> bool:
        """Whether something lies where no action could ever bring it: then no story ends in this picture."""
        return not all(may_lie(self.state, zone, piece) for zone, piece in self.come)

    def _tile_changes(self) -> Iterator[tuple[Place, Side]]:
        for zone, piece in self.come | self.gone:
            place = place_of(self.state, zone)
            if place is not None and piece in TILE_SIDE:
                yield place, TILE_SIDE[piece]
        for place, leader in self._restacked_armies():
            yield place, TILE_SIDE[leader]

    def _restacked_armies(self) -> Iterator[tuple[Place, Tile]]:
        """The armies of which the labels alone tell that tiles came or went, and their leading tiles."""
        for zone in self.restacked:
            place, slot = place_of(self.state, zone), zone.rpartition(".")[2]
            if place is not None:
                is_orbit = self.state.site(place).orbit
                stack = self.state.orbit(place) if is_orbit else self.state.territory(place).stack(Slot(slot))
                if stack.leader is not None:
                    yield place, stack.leader

    def came(self, place: Place) -> AbstractSet[Tile]:
        """The kinds of tiles that came to a place, or may have come on top of one of their kind."""
        return self._tiles_that_came.get(place, frozenset())

    @cached_property
    def _tiles_that_came(self) -> Mapping[Place, AbstractSet[Tile]]:
        found: dict[Place, set[Tile]] = {}
        for zone, piece in self.come:
            if piece in TILE_SIDE and (place := place_of(self.state, zone)) is not None:
                found.setdefault(place, set()).add(piece)
        for place, leader in self._restacked_armies():
            found.setdefault(place, set()).add(leader)
        return found

    def is_intact(self, place: Place, side: Side) -> bool:
        """Whether the labels tell that the side's army there is as large as it was; if it has none, that none came."""
        if not self.intact:
            return False
        if self.state.site(place).orbit:
            return place in self.intact
        own = self.state.territory(place).slot_of(side)
        return all(f"{place}.{slot}" in self.intact for slot in (Slot if own is None else (own,)))

    def at(self, spot: str) -> Iterator[tuple[Player, Piece]]:
        """Pieces that came to this spot of a player's sheet."""
        for player in self.state.players:
            for piece in self._came_to.get(f"{player.seat}.{spot}", ()):
                yield player, piece

    def discarded(self) -> Iterator[tuple[Player, CardId]]:
        """Cards that came to open piles, be it on top of one of their kind."""
        yield from self.at("discard")
        for player in self.state.players:
            if f"{player.seat}.discard" in self.restacked and player.discard:
                yield player, player.discard[-1]

    def paid(self, player: Player) -> bool:
        """Whether one of the player's resource markers moved, as far as it can be seen."""
        return player.seat in self._payers

    def may_have_paid(self, player: Player) -> bool:
        """Whether a resource marker of the player moved, or may have moved where nobody can look."""
        return player.seat in self._payers or player.seat in self._unseen_payers

    def points_paid(self, player: Player, resource: Resource) -> int:
        """How many points the player's marker tells to have been paid; below zero, to have been got."""
        value = self._points.get(_TRACK[player.seat, resource])
        return 0 if value is None else player.held(resource) - value

    def all_paid(self, player: Player) -> int:
        """As `points_paid`, of all resources together."""
        if player.seat not in self._payers:
            return 0
        return sum(self.points_paid(player, resource) for resource in TRACKS[player.side])

    def unseen(self, zone: Zone) -> bool:
        """Whether anything may lie in the zone: it is covered, or what lies there cannot be read."""
        return zone in self.hidden

    def unseen_place(self, place: Place) -> bool:
        """Whether a stack of the place may have changed where nobody can look."""
        return place in self._unseen_places

    def unseen_board(self, board: str) -> bool:
        """Whether anything that moves the board's meter may have happened where nobody can look."""
        return any(zone.startswith(f"{board}.") for zone in self.hidden)


def track_of(zone: Zone) -> Seat | None:
    """The player whose resource track the zone is part of."""
    seat, _, spot = zone.partition(".")
    return seat if spot.partition(".")[0] in _RESOURCES else None


def place_of(state: State, zone: Zone) -> Place | None:
    """The place a board's zone belongs to."""
    place = ".".join(zone.split(".")[:2])
    return place if place in state.map.sites else None
