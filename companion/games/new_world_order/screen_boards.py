"""The market, the pyramid and the piles before the players, as boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from companion.core import selection as picked
from companion.core.game import Seat
from companion.core.rules import first_broken
from companion.core.screen import Arrangement, Board, Button, Cell, Do, Inspect, Notice, Select, Tone, question
from companion.core.screen_parts import Pips
from companion.core.selection import Selection
from companion.core.table import Piece
from companion.core.text import NOTHING, Text, comma_list, say, say_plural, verbatim
from companion.games.new_world_order import actions as act
from companion.games.new_world_order import untold
from companion.games.new_world_order.catalog import Corporation
from companion.games.new_world_order.hints import affordable
from companion.games.new_world_order.laying import tile_cell
from companion.games.new_world_order.names import sign, tile_figure, tile_name, tile_short_name
from companion.games.new_world_order.piles import Kind, delayed, full_set, kind, points, slot_count, usable
from companion.games.new_world_order.pyramid import PLACES, PyramidPlace, covered, zone
from companion.games.new_world_order.state import Phase, Pile, Player, State

# --- moves by touch: what is done, with which piece, and how. At most four touches for anything that is legal now ---


MOVE, KIND, PIECE = "move", "kind", "piece"
"""What can be picked on the way to an action: that one is to be entered, of which kind, with which piece."""

FEW = 9
"""So many ways are listed at once; of more the piece is asked for first."""

KINDS = tuple(kind for kind in act.ACTIONS if kind.title is not NOTHING)


def entry(state: State) -> Button | None:
    """The way into entering a move, where there is one besides passing; straight to what is done, where that is one."""
    kinds = dict.fromkeys(type(action) for action in _legal(state))
    if len(kinds) == 1:
        return _way(*kinds)
    return Button(say("Enter a move"), Select(picked.Pick(MOVE)), icon="hand-finger") if kinds else None


def move_question(state: State, selection: Selection) -> Notice | None:
    """What is asked next on the way to an action; None where nothing was picked, or nothing that means anything."""
    legal, kind = _legal(state), _kind(selection)
    if selection.of(MOVE) is None and kind is None:
        return None
    of_kind = [action for action in legal if type(action) is kind]
    if kind is None or not of_kind:
        kinds = dict.fromkeys(type(action) for action in legal)
        return question(say("What is done?"), map(_way, kinds), selection) if kinds else None
    if kind is act.Exchanged:
        return _exchange_question(state, [each for each in of_kind if isinstance(each, act.Exchanged)], selection)
    piece = selection.of(PIECE)
    with_piece = [action for action in of_kind if piece is not None and action.about(state) == piece.what]
    if with_piece or len(of_kind) <= FEW:
        return question(kind.title, _buttons(state, with_piece or of_kind), selection)
    return question(kind.title, _pieces(state, of_kind), selection)


def _exchange_question(state: State, exchanges: Sequence[act.Exchanged], selection: Selection) -> Notice:
    """Which of the tiles that are left, where there are several; then the one that lies there, each as it looks."""
    left = dict.fromkeys(action.tile for action in exchanges)
    piece = selection.of(PIECE)
    tile = piece.what if piece is not None and piece.what in left else next(iter(left))
    if len(left) > 1 and (piece is None or piece.what not in left):
        ways = [_tile(state, each, Select(picked.Pick(PIECE, each))) for each in left]
        return question(say("Which tile that is left changes places?"), ways, selection)
    known = state.catalog.tiles[tile]
    heading = say("{tile}, worth {points}, changes places with:", tile=tile_name(state, tile), points=known.points)
    return question(heading, [_tile(state, each.laid, Do(each)) for each in exchanges if each.tile == tile], selection)


def _tile(state: State, piece: str, intent: Do | Select) -> Button:
    return Button(tile_name(state, piece), intent, looks=tile_cell(state, piece))


def _way(kind: type[act.Action]) -> Button:
    return Button(kind.title, Select(picked.Pick(KIND, kind.__name__)), icon=kind.icon)


@lru_cache(maxsize=4)
def _legal(state: State) -> Sequence[act.Action]:
    """Kept while fingers pick their way to an action: the state stays the same."""
    return tuple(each for each in act.candidates(state) if type(each) in KINDS and _is_legal(state, each))


def _is_legal(state: State, action: act.Action) -> bool:
    """What only untold values are against is offered: they are asked once it is wished for."""
    broken = first_broken(act.RULES[type(action)], state, action)
    return broken is None or bool(broken.untold)


def _kind(selection: Selection) -> type[act.Action] | None:
    pick = selection.of(KIND)
    return next((each for each in KINDS if pick is not None and each.__name__ == pick.what), None)


def _pieces(state: State, actions: Iterable[act.Action]) -> list[Button]:
    """The pieces with which there are several ways, and of the others at once what is done with them."""
    ways: dict[str, list[act.Action]] = {}
    for action in actions:
        ways.setdefault(action.about(state), []).append(action)
    return [
        Button(
            tile_name(state, piece) if piece in state.catalog.tiles else known.name,
            Do(found[0]) if len(found) == 1 else Select(picked.Pick(PIECE, piece)),
            icon=_icon(state, piece),
            looks=tile_cell(state, piece) if piece in state.catalog.tiles else None,
        )
        for piece, found in ways.items()
        if (known := state.catalog.named(piece)) is not None
    ]


def _icon(state: State, piece: str) -> str:
    return sign(state.catalog, piece)[0] if piece in state.catalog.cards else ""


def _buttons(state: State, actions: Sequence[act.Action]) -> list[Button]:
    return [Button(_label(state, action), Do(action)) for action in actions]


def _label(state: State, action: act.Action) -> Text:
    """What was done, and where that tells two ways apart."""
    said = action.sentence(state)
    if isinstance(action, act.Laid):
        return say(
            "{said}: layer {layer}, row {row}, place {column}",
            said=said,
            layer=action.layer,
            row=action.row + 1,
            column=action.column + 1,
        )
    return said


# --- the boards ---


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
