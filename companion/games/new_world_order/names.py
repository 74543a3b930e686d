"""Cards and tiles as the sentences of the rules name them: those without a told name by what can be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.core.game import Seat
from companion.core.table import Piece
from companion.core.text import Text, and_list, say, verbatim
from companion.games.new_world_order.catalog import Catalog, Tile
from companion.games.new_world_order.pyramid import PLACES, TOP, PyramidPlace
from companion.games.new_world_order.state import Part, Place, State

# --- signs of cards ---
#
# What the pieces of New World Order look like on a screen: an icon in a tint for each colour set, and for specials.


SET_SIGNS = {
    "mines": ("pick", "#8FB4F2"),
    "building": ("building-bank", "#D8A878"),
    "energy": ("gas-station", "#EBCB5E"),
    "arms": ("dice-5", "#EE8C78"),
    "science": ("flask-2", "#6FD0C0"),
    "media": ("broadcast", "#C39BEC"),
    "farming": ("wheat", "#A3D07A"),
}
"""Icon and tint; ink on each of them has a contrast of 7.7 or more."""

SPECIAL_SIGN = ("bolt", "#F3E6CB")


def sign(catalog: Catalog, card: Piece) -> tuple[str, str]:
    """The icon and the tint of a card."""
    return SET_SIGNS.get(catalog.set_of(card) or "", SPECIAL_SIGN)


# --- pieces and places ---


def card_names(state: State, cards: tuple[Piece, ...]) -> tuple[Text, ...]:
    """Each kind of card once."""
    tiles = state.catalog.tiles
    found = ((card, state.catalog.named(card)) for card in dict.fromkeys(cards))
    return tuple(tile_name(state, card) if card in tiles else named.name for card, named in found if named is not None)


def counted_names(state: State, cards: tuple[Piece, ...]) -> tuple[Text, ...]:
    """Each kind of card with its number: `3 Farm`, `Oil Magnate`."""
    return tuple(
        say("{count} {card}", count=count, card=named.name) if count > 1 else named.name
        for card, count in Counter(cards).items()
        if (named := state.catalog.named(card)) is not None
    )


def place_name(place: Place) -> Text:
    """A place before a player: `slot 3`, `place 2 beside the slots`."""
    if place.outside:
        return say("place {number} beside the slots", number=place.number)
    return say("slot {number}", number=place.number)


def who(state: State, seat: Seat) -> Text:
    """The player's name; his seat's letter where nobody sits."""
    return verbatim(state.player(seat).name if seat in state.seats else seat)


def piece_name(state: State, piece: Piece) -> Text:
    """A card, tile or character in a sentence of what was done."""
    named = state.catalog.named(piece)
    if named is None:
        return verbatim(piece)
    if piece in state.catalog.tiles:
        return tile_name(state, piece)
    return named.short_name if named.provisional("en") else named.name


def part_name(state: State, seat: Seat, part: Part) -> Text:
    """The cards of a pile, or its place where the state does not know them."""
    if part.cards:
        return and_list(counted_names(state, part.cards))
    cards = state.player(seat).pile(part.place).cards if seat in state.seats else ()
    if not cards:
        return place_name(part.place)
    return and_list(counted_names(state, cards[: part.count] if part.count else cards))


# --- tiles ---

ROWS = (
    say("{tile} in the first row"),
    say("{tile} in the second row"),
    say("{tile} in the third row"),
    say("{tile} in the fourth row"),
)


def tile_by_itself(catalog: Catalog, tile: Piece) -> Text:
    """By its name; else by the figure on it, as far as that is known."""
    known = catalog.tiles[tile]
    if not known.provisional("en"):
        return known.name
    return say("the tile") if catalog.unknown(known, "points") else say("the {points} tile", points=known.points)


def tile_figure(catalog: Catalog, tile: Tile) -> str:
    """What it is worth, for a cell: nothing that nobody has told passes for a figure."""
    return "?" if catalog.unknown(tile, "points") else str(tile.points)


def tile_short_name(catalog: Catalog, tile: Piece) -> Text:
    """For small places."""
    known = catalog.tiles[tile]
    return tile_by_itself(catalog, tile) if known.provisional("en") else known.short_name


def tile_name(state: State, tile: Piece) -> Text:
    """By its name; else by the figure on it, and where it lies if others in the pyramid have the same."""
    name = tile_by_itself(state.catalog, tile)
    if not state.catalog.tiles[tile].provisional("en") or tile not in state.pyramid:
        return name
    alike = [
        PLACES[index]
        for index, other in enumerate(state.pyramid)
        if other is not None and other != tile and tile_by_itself(state.catalog, other) == name
    ]
    return _at(name, PLACES[state.pyramid.index(tile)], alike) if alike else name


def tile_laid(state: State, tile: Piece, place: PyramidPlace) -> Text:
    """A tile that is being laid there."""
    name = tile_by_itself(state.catalog, tile)
    return _at(name, place, ()) if name == say("the tile") and place in PLACES else name


def _at(name: Text, place: PyramidPlace, alike: Iterable[PyramidPlace]) -> Text:
    """The tile on that place, so that those places are not meant."""
    layer, row, column = place
    if place == PLACES[TOP]:
        return say("{tile} on top", tile=name)
    in_row = ROWS[row].fill(tile=name)
    if layer > 1:
        in_row = say("{tile} of layer {layer}", tile=in_row, layer=layer)
    if any(other[:2] == place[:2] for other in alike):
        return say("{tile}, place {number} from the left", tile=in_row, number=column + 1)
    return in_row
