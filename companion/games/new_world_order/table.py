"""What the camera should see of a state, and how each piece looks from above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from companion.core.table import UNREADABLE, Piece, PieceShape, TableSnapshot, Zone
from companion.core.text import Text, say, verbatim
from companion.core.zones import PUT_AWAY, PUT_AWAY_NAME
from companion.games.new_world_order.catalog import Ability, Catalog, Character, Corporation, Special, Tile
from companion.games.new_world_order.game_flow import reserve_target
from companion.games.new_world_order.layout import CARD_HEIGHT, CARD_LABEL_DY, CARD_WIDTH, TILE, columns
from companion.games.new_world_order.piles import abilities
from companion.games.new_world_order.pyramid import PLACES, covered, zone
from companion.games.new_world_order.state import DISC, TRIANGLE, Phase, Player, State

PARTS = {DISC: say("starting-player disc"), TRIANGLE: say("triangle")}
"""The names of what is neither card nor tile."""

_SEAT_ZONES = {
    "specials": say("the specials of {seat}"),
    "tiles": say("the tiles of {seat}"),
    "triangles": say("the triangles of {seat}"),
    "character": say("the character of {seat}"),
    "disc": say("the disc of {seat}"),
}

_ZONES = tuple(zone(index) for index in range(len(PLACES)))


def table(state: State) -> TableSnapshot:
    """The pieces in each zone: all is open (NWO-15). A place of the pyramid that lies under a tile is left out."""
    zones: dict[Zone, tuple[Piece, ...]] = {"market": tuple(sorted((*state.market, *state.open)))}
    if reserve_target(state):
        zones["reserve"] = state.reserve
    for index, tile in enumerate(state.pyramid):
        if not covered(state, index):
            zones[_ZONES[index]] = () if tile is None else (tile,)
    for seat, player in zip(state.seats, state.players, strict=True):
        zones.update(_seat(seat, player, columns(len(state.players)), globalist=_globalist(state, player)))
        zones[f"{seat}.disc"] = (DISC,) if state.disc == seat else ()
    return TableSnapshot(zones)


def _globalist(state: State, player: Player) -> bool:
    return Ability.OUTSIDE_SPECIALS in abilities(state, player)


@lru_cache(maxsize=4096)
def _seat(seat: str, player: Player, count: int, *, globalist: bool) -> dict[Zone, tuple[Piece, ...]]:
    zones: dict[Zone, tuple[Piece, ...]] = {}
    for number in range(1, count + 1):
        zones[f"{seat}.{number}"] = player.slots[number - 1].cards if number <= len(player.slots) else ()
    if globalist:
        del zones[f"{seat}.{count}"]
        zones[f"{seat}.specials"] = tuple(sorted(card for pile in player.outside for card in pile.cards))
    zones[f"{seat}.tiles"] = player.tiles
    zones[f"{seat}.triangles"] = (TRIANGLE,) * len(player.triangles)
    worn = (player.character, player.second)
    zones[f"{seat}.character"] = tuple(sorted(name for name in worn if name is not None))
    return zones


def may_show(state: State, seen: TableSnapshot) -> bool:
    """Whether each piece lies where its kind does, and what is never put away is there."""
    foreign = any(not may_lie(state, zone, piece) for zone, pieces in seen.zones.items() for piece in pieces)
    return not foreign and all(seen.has_one(piece, zones) for piece, zones in _lasting(state))


def _lasting(state: State) -> Iterator[tuple[Piece, Sequence[Zone]]]:
    """What stays on the table once it is set up, and where each piece may lie from now on."""
    if state.phase is Phase.SETUP:
        return
    if state.disc is not None:
        yield DISC, [f"{seat}.disc" for seat in state.seats]
    sold = [f"{seat}.tiles" for seat in state.seats]
    for index, tile in enumerate(state.pyramid):
        if tile is not None and not covered(state, index):
            yield tile, [_ZONES[index], *sold]
    for seat, player in zip(state.seats, state.players, strict=True):
        yield from ((tile, [f"{seat}.tiles"]) for tile in player.tiles)
        worn = (player.character, player.second)
        yield from ((character, [f"{seat}.character"]) for character in worn if character is not None)


def may_lie(state: State, zone: Zone, piece: Piece) -> bool:
    """Whether any action, legal or not, could ever bring the piece into the zone."""
    return _may_lie(state.catalog, zone, piece)


@lru_cache(maxsize=8192)
def _may_lie(catalog: Catalog, zone: Zone, piece: Piece) -> bool:
    match zone.split("."):
        case ["pyramid", *_] | [_, "tiles"]:
            return piece == UNREADABLE or piece in catalog.tiles
        case [_, "character"]:
            return piece == UNREADABLE or piece in catalog.characters
        case [_, "triangles"]:
            return piece in (UNREADABLE, TRIANGLE)
        case [_, "disc"]:
            return piece in (UNREADABLE, DISC)
        case _:
            return piece == UNREADABLE or piece in catalog.cards


def shape(catalog: Catalog, piece: Piece) -> PieceShape:
    """Size, label and colours of a piece, for pictures of the table."""
    match catalog.named(piece):
        case Corporation() as card:
            tint = catalog.colour_sets[card.set].tint
            return PieceShape(CARD_WIDTH, CARD_HEIGHT, 0.0, CARD_LABEL_DY, card.short, (tint,))
        case Tile() as tile:
            tints = tuple(catalog.colours[colour].tint for colour in tile.colours)
            return PieceShape(TILE, TILE, caption=str(tile.points), tints=tints)
        case Special() | Character() as card:
            return PieceShape(CARD_WIDTH, CARD_HEIGHT, 0.0, CARD_LABEL_DY, card.short)
        case _:
            return PieceShape(40.0, 40.0, caption="1") if piece == DISC else PieceShape(24.0, 24.0, caption="100")


def zone_name(zone: Zone) -> Text:
    """The zone as players call it: `slot 3 of A`, `the market`, `layer 2 of the pyramid`."""
    match zone.split("."):
        case ["market"]:
            return say("the market")
        case ["reserve"]:
            return say("the reserve")
        case [away] if away == PUT_AWAY:
            return PUT_AWAY_NAME
        case ["pyramid", layer, row, column]:
            return say(
                "layer {layer} of the pyramid (row {row}, column {column})",
                layer=layer,
                row=int(row) + 1,
                column=int(column) + 1,
            )
        case [seat, number] if number.isdigit():
            return say("slot {number} of {seat}", number=number, seat=seat)
        case [seat, place] if place in _SEAT_ZONES:
            return _SEAT_ZONES[place].fill(seat=seat)
        case _:
            return verbatim(zone)
