"""Positions of New World Order out of what lies on a table: its pyramid hides tiles, and nothing else does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from companion.core.action import Seat
from companion.core.editor import Edit, EditRefused, Figure, PieceMove
from companion.core.fast_dataclasses import replace
from companion.core.found_table import FoundTable, Together, Unseen
from companion.core.rules import Violation
from companion.core.table import Piece, TableSnapshot, Zone
from companion.core.text import Text, say, say_plural, verbatim
from companion.core.zones import PUT_AWAY
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.editor import COVERED, TableEditor
from companion.games.new_world_order.game_flow import awaits_second
from companion.games.new_world_order.pyramid import INDEX, PLACES, UNDER, covered_tiles, unlaid, zone
from companion.games.new_world_order.state import TRIANGLE, Over, State, Turn

UNSEEN_CHECKS = frozenset({"triangles_are_earned", "starting_cards_are_taken", "starting_cards_lie_in_slots"})
"""What holds by what has happened: no picture shows that."""

TRIANGLES, MOST_COVERED = "triangles", 3
"""So many more may be before a player than were read."""

_INDEX_OF = {zone(index): index for index in range(len(PLACES))}


class WhatLies(FoundTable[State]):
    """A triangle counts for one starting corporation as for another; hidden tiles lie in any order."""

    mark = "character"

    def begun(self, state: State) -> State:
        return replace(state, stage=Turn())

    def counts(self, zone: Zone) -> bool:
        """Cards count for nothing (NWO-78)."""
        return zone.partition(".")[2] in ("character", "triangles", "tiles") or zone in _INDEX_OF

    def put(self, state: State, zone: Zone, piece: Piece) -> State:
        if zone in _INDEX_OF:
            index = _INDEX_OF[zone]
            if state.pyramid[index] is not None or piece not in unlaid(state):
                raise EditRefused(say("A tile lies there already. Move that one first."))
            return _with_tiles(state, {index: piece})
        seat, _, place = zone.partition(".")
        if place == "triangles" and piece == TRIANGLE:
            player = state.player(seat)
            free = [card for card in player.starters if card not in player.triangles]
            if not free:
                raise EditRefused(say("Triangles are for starting corporations, one for each."))
            earned = {*player.triangles, free[0]}
            triangles = tuple(card for card in player.starters if card in earned)
            return state.with_player(seat, replace(player, triangles=triangles))
        worn = state.player(seat).character if place == "character" else None
        if worn is not None and piece in state.catalog.characters and _takes_a_second(state, piece):
            # Which of two characters was drawn first is told by its power.
            return super().put(super().put(TableEditor().take(state, zone, worn), zone, piece), zone, worn)
        return super().put(state, zone, piece)

    def places(self, state: State, seat: Seat | None, piece: Piece) -> tuple[Zone, ...]:
        """A card lies on its like, else in a slot by itself while there is one; nobody can say where in the pyramid."""
        if seat is None and piece in state.catalog.tiles:
            return (PUT_AWAY,)
        if seat is None or piece not in state.catalog.cards:
            return super().places(state, seat, piece)
        slots = state.player(seat).slots
        like = [number for number, pile in enumerate(slots, start=1) if piece in pile.cards]
        free = [number for number, pile in enumerate(slots, start=1) if not pile]
        number = next(iter((*like, *free, len(slots))))
        return (f"{seat}.{number}",)

    def resumed(self, state: State, seen: TableSnapshot) -> State:  # noqa: ARG002
        """Somebody's turn in some round; under the tiles of the pyramid lie the others, in any order."""
        whole = self.complete(state)
        return replace(whole, stage=state.stage) if whole.stage != state.stage else whole

    def revealed(self, state: State, seen: TableSnapshot) -> Sequence[Edit]:
        """A tile comes to light where another one was thought to lie covered: these change places."""
        hidden = {*covered_tiles(state)}
        for place, index in _INDEX_OF.items():
            tile, lying = state.pyramid[index], seen.zones.get(place, ())
            if tile in hidden and len(lying) == 1 and lying[0] != tile and lying[0] in hidden:
                lay = zone(state.pyramid.index(lying[0]))
                return (PieceMove(lying[0], *(each.replace("pyramid", COVERED) for each in (lay, place))),)
        return ()

    def complete(self, state: State) -> State:
        """Under the tiles of the pyramid lie those that nobody sees."""
        lying = {index: tile for index, tile in enumerate(state.pyramid) if tile is not None}
        if not lying:
            return replace(state, stage=Over())
        # The dearest lie low (NWO-5).
        left = sorted(unlaid(state), key=lambda tile: -state.catalog.tiles[tile].points)
        places = _layers(lying, len(left))
        hidden = sorted(_hidden(places.values()))
        tiles = {place: lying[index] for index, place in places.items()}
        return _with_tiles(replace(state, pyramid=(None,) * len(PLACES)), {**dict(zip(hidden, left)), **tiles})  # noqa: B905

    def unseen(self, state: State, seen: TableSnapshot) -> Sequence[Unseen]:
        found = list(self._characters(state))
        tiles = unlaid(state)
        lying = [index for zone, index in _INDEX_OF.items() if seen.zones.get(zone)]
        frames = sum(state.pyramid[index] is None for index in lying)
        hidden = len(_hidden(_layers(dict.fromkeys(lying, ""), len(tiles)).values()))
        apart = any(tile in state.catalog.tiles for tile in seen.zones.get(PUT_AWAY, ()))
        if (lost := len(tiles) - frames - hidden) > 0 and not apart:
            found.append(Unseen(tiles, lost, tuple(f"{seat}.tiles" for seat in state.seats)))
        return found

    def figures(self, state: State) -> Sequence[Together]:
        """Nothing else tells of a triangle whose label is covered."""
        more = [
            Figure(
                f"{TRIANGLES}.{seat}",
                say("Triangles of {seat}", seat=seat),
                str(now),
                {str(each): verbatim(str(each)) for each in range(now, min(now + MOST_COVERED, most) + 1)},
            )
            for seat, player in zip(state.seats, state.players, strict=True)
            if (now := len(player.triangles)) < (most := len(player.starters))
        ]
        return (Together(TRIANGLES, say("Has anybody more triangles than were read?"), tuple(more)),) if more else ()

    def with_figure(self, state: State, name: str, value: str) -> State:
        seat = name.removeprefix(f"{TRIANGLES}.")
        player = state.player(seat)
        for _ in range(min(int(value), len(player.starters)) - len(player.triangles)):
            state = self.put(state, f"{seat}.triangles", TRIANGLE)
        return state

    def notes(self, state: State) -> Sequence[Text]:
        """Of the whole position: what nobody has is taken to lie in the pyramid."""
        lying = {tile for tile in state.pyramid if tile is not None} | {*unlaid(state)}
        if not lying:
            return ()
        return (
            say_plural(
                "{count} tile is before nobody, and counts as lying in the pyramid.",
                "{count} tiles are before nobody, and count as lying in the pyramid.",
                len(lying),
            ),
        )

    def _characters(self, state: State) -> Iterator[Unseen]:
        """An Illuminati's second one has his starting corporations and his dream."""
        worn = {name for player in state.players for name in (player.character, player.second)}
        free = tuple(name for name in state.catalog.characters if name not in worn)
        for seat, player in zip(state.seats, state.players, strict=True):
            if player.character is None or awaits_second(state, player):
                yield Unseen(free, 1, (f"{seat}.character",))

    def faults(self, state: State) -> tuple[Violation, ...]:
        return tuple(fault for fault in super().faults(state) if fault.check not in UNSEEN_CHECKS)


def _takes_a_second(state: State, character: Piece) -> bool:
    return state.catalog.characters[character].ability is Ability.TWO_TILES


def _with_tiles(state: State, tiles: dict[int, Piece]) -> State:
    return replace(state, pyramid=tuple(tiles.get(index, tile) for index, tile in enumerate(state.pyramid)))


def _layers(lying: dict[int, Piece], missing: int) -> dict[int, int]:
    """On which place each tile of the pyramid is that lies in sight.

    Places of the first and third layer share their middles, as do those of the second and fourth: what is taken is
    what hides most of the tiles that are missing, and not more.
    """
    best: dict[int, int] = {}
    most = -1
    for places in product(*(_alike(index) for index in lying)):
        hidden = _hidden(places)
        if most < len(hidden) <= missing and not hidden.intersection(places):
            best, most = dict(zip(lying, places, strict=True)), len(hidden)
    return best or {index: index for index in lying}


def _alike(index: int) -> tuple[int, ...]:
    """The places with the same middle."""
    layer, row, column = PLACES[index]
    found = [(layer, row, column), (layer + 2, row - 1, column - 1), (layer - 2, row + 1, column + 1)]
    return tuple(INDEX[place] for place in found if place in INDEX)


def _hidden(places: Iterable[int]) -> set[int]:
    """What lies under tiles on these places."""
    hidden = set[int]()
    todo = list(places)
    while todo:
        for below in UNDER[todo.pop()]:
            if below not in hidden:
                hidden.add(below)
                todo.append(below)
    return hidden
