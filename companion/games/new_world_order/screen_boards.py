"""The market, the pyramid and the piles before the players, as boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.game import Seat
from companion.core.screen import Arrangement, Board, Cell, Inspect, Tone
from companion.core.screen_parts import Pips
from companion.core.table import Piece
from companion.core.text import NOTHING, Text, comma_list, say, say_plural, verbatim
from companion.games.new_world_order import untold
from companion.games.new_world_order.card_signs import sign
from companion.games.new_world_order.catalog import Corporation
from companion.games.new_world_order.hints import affordable
from companion.games.new_world_order.names import tile_figure, tile_short_name
from companion.games.new_world_order.phases import Phase
from companion.games.new_world_order.piles import Kind, delayed, full_set, kind, points, slot_count, usable
from companion.games.new_world_order.pyramid import PLACES, PyramidPlace, covered, zone
from companion.games.new_world_order.state import Pile, Player, State


def market_board(state: State) -> Board:
    """One row for each kind, with how many lie there; what is being resolved or set aside comes first."""
    kinds = [*Counter(state.open).items()]
    rows = [(card, count, "market", True) for card, count in kinds]
    rows += [(card, count, "market", False) for card, count in Counter(state.market).items()]
    rows += [(card, count, "reserve", True) for card, count in Counter(state.reserve).items()]
    cells = tuple(_card_cell(state, row, number) for number, row in enumerate(rows))
    return Board(
        "market",
        say("Market"),
        1,
        max(1, len(cells)),
        cells,
        arrangement=Arrangement.ROWS,
        note=comma_list(_market_notes(state)),
    )


def _market_notes(state: State) -> Iterator[Text]:
    yield say_plural("{count} card", "{count} cards", len(state.market))
    yield say("{count} left", count=state.deck)
    if state.phase in {Phase.DEAL, Phase.TURNS}:
        yield say("round {round}", round=state.round)


def _card_cell(state: State, row: tuple[Piece, int, str, bool], number: int) -> Cell:
    card, count, place, apart = row
    named = state.catalog.named(card)
    icon, tint = sign(state.catalog, card)
    return Cell(
        title=named.name if named is not None else verbatim(card),
        short=named.short_name if named is not None else None,
        x=0,
        y=number,
        icon=icon,
        tints=(tint,),
        count=count,
        tone=Tone.ATTENTION if apart else Tone.NORMAL,
        zone=place,
        intent=Inspect(place, card),
        pieces=(card,),
    )


def pyramid_board(state: State) -> Board:
    within_reach = affordable(state, state.player(state.on_turn)) if state.turn is not None else {}
    to_lay = unfinished_layer(state) if state.phase is Phase.SETUP else []
    cells = tuple(
        _place_cell(index) if tile is None else _tile_cell(state, index, tile, reachable=tile in within_reach)
        for index, tile in enumerate(state.pyramid)
        if tile is not None or PLACES[index] in to_lay
    )
    return Board("pyramid", say("Pyramid"), 4, 4, cells, arrangement=Arrangement.STACK)


def unfinished_layer(state: State) -> list[PyramidPlace]:
    """The empty places of the lowest layer that has some: those that are laid next (NWO-3)."""
    empty = [place for index, place in enumerate(PLACES) if state.pyramid[index] is None]
    return [place for place in empty if place[0] == empty[0][0]]


def _place_cell(index: int) -> Cell:
    """Where a tile is to be laid."""
    x, y = _corner(index)
    return Cell(say("a tile here"), x, y, tone=Tone.DIM, zone=zone(index))


def _corner(index: int) -> tuple[float, float]:
    """In tiles from the upper left corner of the lowest layer."""
    layer, row, column = PLACES[index]
    inset = (layer - 1) / 2
    return column + inset, row + inset


def _tile_cell(state: State, index: int, piece: Piece, *, reachable: bool) -> Cell:
    tile = state.catalog.tiles[piece]
    hidden = covered(state, index)
    x, y = _corner(index)
    return Cell(
        title=NOTHING if hidden else tile_short_name(state.catalog, piece),
        x=x,
        y=y,
        value=tile_figure(state.catalog, tile),
        provisional=tile.provisional("points"),
        tints=tuple(state.catalog.colours[colour].tint for colour in state.catalog.tile_colours[piece]),
        tone=Tone.DIM if hidden else Tone.GOOD if reachable else Tone.NORMAL,
        lit=not hidden,
        payers=(state.on_turn,) if reachable else (),
        zone=zone(index),
        intent=Inspect(zone(index), piece),
        pieces=(piece,),
    )


# --- before a player ---


def slots_board(state: State, seat: Seat, player: Player) -> Board:
    """The player's slots, the free ones too, and what lies outside them."""
    slots = max(slot_count(state, player), sum(1 for pile in player.slots if pile))
    cells = [
        _slot_cell(state, player, f"{seat}.{number}", number - 1, pile)
        for number, pile in enumerate(player.slots[:slots], start=1)
    ]
    cells += [
        _slot_cell(state, player, f"{seat}.specials", slots + number, pile)
        for number, pile in enumerate(player.outside)
    ]
    return Board(f"{seat}.slots", say("Slots"), max(len(cells), 1), 1, tuple(cells), arrangement=Arrangement.SLOTS)


def _slot_cell(state: State, player: Player, place: str, column: int, pile: Pile) -> Cell:
    if not pile:
        return Cell(NOTHING, column, 0, tone=Tone.DIM, zone=place, detail=say("free"))
    waiting = delayed(state, pile)
    full = full_set(state, pile)
    worth, provisional = pile_worth(state, player, pile)
    icon, tint = sign(state.catalog, pile.cards[0])
    return Cell(
        title=_pile_title(state, pile),
        short=_pile_short(state, pile),
        x=column,
        y=0,
        value="?" if worth is None else str(worth) if worth else "",
        provisional=provisional,
        detail=say("next round") if waiting else None,
        icon=icon,
        tints=(tint,),
        pips=Pips(len(pile), max(full, len(pile))),
        lit=full > 0 and len(pile) >= full,
        tone=Tone.ATTENTION if waiting else Tone.NORMAL if usable(state, pile) else Tone.DIM,
        zone=place,
        intent=Inspect(place, pile.cards[0]),
        pieces=tuple(dict.fromkeys(pile.cards)),
    )


def _pile_title(state: State, pile: Pile) -> Text:
    found = kind(state.catalog, pile.cards)
    if found is Kind.COLOUR:
        return state.catalog.colour_sets[state.catalog.set_of(pile.cards[0]) or ""].name
    if found is Kind.DIVIDENDS:
        return say("Dividends")
    named = state.catalog.named(pile.cards[0])
    return named.name if named is not None else verbatim(pile.cards[0])


def _pile_short(state: State, pile: Pile) -> Text | None:
    found = kind(state.catalog, pile.cards)
    if found is Kind.COLOUR:
        return say("Colour set")
    named = state.catalog.named(pile.cards[0])
    return named.short_name if named is not None and found is not Kind.DIVIDENDS else None


def pile_worth(state: State, player: Player, pile: Pile) -> tuple[int | None, bool]:
    """What the pile is worth, None while it would have to be asked; and whether that rests on what nobody has told."""
    span = untold.pile_worth(state, player, pile.cards)
    if state.catalog.asked:
        return span.least if span.is_known else None, not span.is_known
    named = state.catalog.named(pile.cards[0])
    ladder = kind(state.catalog, pile.cards) is Kind.CORPORATION and isinstance(named, Corporation)
    return points(state, player, pile.cards), ladder and named is not None and named.provisional("ladder")
