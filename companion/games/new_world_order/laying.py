"""What lies on the table before play goes on, told place by place: tiles, characters, first cards, the market."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.core.game import Seat
from companion.core.screen import Cell
from companion.core.setup_steps import LayingChoice, SetupStep, ToLay
from companion.core.table import Piece
from companion.core.text import say
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.actions.prepare import TOP_LIMIT, cannot_be_finished, characters_in_use
from companion.games.new_world_order.game_flow import awaits_second, leading_character, missing_cards
from companion.games.new_world_order.names import sign, tile_figure, tile_name
from companion.games.new_world_order.pyramid import PLACES, TOP, open_places, unlaid, zone
from companion.games.new_world_order.settings import book
from companion.games.new_world_order.state import Deal, Phase, State

# --- laying out the game: the pyramid layer by layer, the characters, the first cards (NWO-3 to NWO-12) ---


PYRAMID = SetupStep(
    say("Pyramid"),
    say("Build the pyramid"),
    (
        say("Shuffle the 30 tiles and lay them face up: 16, then 9, 4 and 1. Every tile lies on four."),
        say("The top one is worth 300 at most. Both tiles of 1000 lie in the two lower layers."),
    ),
    {zone(index): 1 for index in range(len(PLACES))},
    book["NWO-3"],
)
CHARACTERS = SetupStep(
    say("Characters"),
    say("Draw the characters"),
    (
        say("Each player draws a character by chance and lays it before him, face up."),
        say("The lowest number starts."),
    ),
    {},
    book["NWO-7"],
)
FIRST_CARDS = SetupStep(
    say("Cards"),
    say("Take the first cards"),
    (
        say("Each player takes one card of each corporation named on his character and lays them in his slots."),
        say("A colour set may lie in one slot instead of three."),
    ),
    {},
    book["NWO-9"],
)
MARKET = SetupStep(
    say("Market"),
    say("Deal the market"),
    (
        say("Shuffle the other corporation cards with the 14 special cards."),
        say("Deal 13 of them face up as the market."),
    ),
    {"market": 13},
    book["NWO-12"],
)


def setup_steps(state: State) -> Sequence[SetupStep]:
    characters = {f"{seat}.character": 1 for seat in state.seats}
    first_slots = {f"{seat}.{slot}": 1 for seat in state.seats for slot in (1, 2, 3)}
    return PYRAMID, replace(CHARACTERS, zones=characters), replace(FIRST_CARDS, zones=first_slots), MARKET


# --- what hands fill ---


def to_lay(state: State) -> Iterator[ToLay]:
    if state.phase is Phase.SETUP:
        yield from _pyramid(state)
        for seat in state.seats:
            yield from _before(state, seat)
    elif isinstance(state.stage, Deal) and missing_cards(state) and not state.stage.open:
        counts = zip(state.catalog.cards, state.unseen, strict=True)
        ways = tuple(LayingChoice(card_cell(state, card, left), act.Dealt((card,))) for card, left in counts if left)
        yield ToLay("market", say("Which card was dealt into the market?"), ways)


def _pyramid(state: State) -> Iterator[ToLay]:
    left = unlaid(state)
    if cannot_be_finished(state):
        yield _exchange(state, left)
        return
    looks: dict[Cell, list[Piece]] = {}
    for tile in left:
        looks.setdefault(tile_cell(state, tile), []).append(tile)
    for place in open_places(state):
        # Of those that look alike as far as anybody has told, it may be any.
        ways = tuple(
            LayingChoice(replace(cell, count=len(tiles)), act.Laid(tiles[0], *PLACES[place]))
            for cell, tiles in looks.items()
        )
        yield ToLay(zone(place), say("Which tile lies here?"), ways)


def _exchange(state: State, left: tuple[Piece, ...]) -> ToLay:
    """Of the tiles that lie there those whose place it can have so that the pyramid can be finished (NWO-4-R)."""
    tiles = state.catalog.tiles
    tile = max(left, key=lambda each: tiles[each].points)
    too_high = tiles[tile].points == 1000
    lying = [
        piece
        for place, piece in zip(PLACES, state.pyramid, strict=True)
        if piece is not None
        and (tiles[piece].points < 1000 and place[0] <= 2 if too_high else tiles[piece].points <= TOP_LIMIT)
    ]
    ways = tuple(LayingChoice(tile_cell(state, laid), act.Exchanged(tile, laid)) for laid in lying)
    heading = say("{tile} cannot lie so high. Which tile does it change places with?", tile=tile_name(state, tile))
    return ToLay(zone(TOP), heading, ways, asks=True)


def _before(state: State, seat: Seat) -> Iterator[ToLay]:
    """A player's character, and the three cards with which that begins."""
    player, catalog = state.player(seat), state.catalog
    remaining = [character for character in catalog.characters if character not in characters_in_use(state)]
    if player.character is None:
        heading = say("Which character has {name} drawn?", name=player.name)
        drawn = tuple(LayingChoice(character_cell(state, each), act.Drew(seat, each)) for each in remaining)
        yield ToLay(f"{seat}.character", heading, drawn)
    elif awaits_second(state, player):
        heading = say("Which character does {name} choose?", name=player.name)
        chosen = tuple(LayingChoice(character_cell(state, each), act.Choose(seat, each)) for each in remaining)
        yield ToLay(f"{seat}.character", heading, chosen, asks=True)
    elif len(player.starters) < 3:
        named = catalog.characters[leading_character(player) or player.character].starters
        cards = [card for card in named if card not in player.starters][:1] or catalog.corporations
        ways = tuple(LayingChoice(card_cell(state, card, 1), act.Started(seat, card)) for card in cards)
        heading = say("Which card does {name} begin with?", name=player.name)
        yield ToLay(f"{seat}.{len(player.starters) + 1}", heading, ways)


def tile_cell(state: State, piece: Piece) -> Cell:
    tile = state.catalog.tiles[piece]
    tints = tuple(state.catalog.colours[colour].tint for colour in state.catalog.tile_colours[piece])
    unread, name = tile.provisional("points"), tile_name(state, piece)
    short = tile.short_name if not tile.provisional("en") else name
    return Cell(name, 0, 0, value=tile_figure(state.catalog, tile), tints=tints, provisional=unread, short=short)


def card_cell(state: State, card: Piece, count: int) -> Cell:
    named, (icon, tint) = state.catalog.named(card), sign(state.catalog, card)
    assert named is not None, "every card has a name"
    return Cell(named.name, 0, 0, tints=(tint,), icon=icon, count=count, short=named.short_name)


def character_cell(state: State, piece: Piece) -> Cell:
    character = state.catalog.characters[piece]
    return Cell(character.name, 0, 0, value=str(character.number), icon="user", short=character.short_name)
