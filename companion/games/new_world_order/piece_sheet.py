"""What is said of a card or a tile that was touched: its ladder, how it lies, and what each move brings."""

from __future__ import annotations

from companion.core.piece_sheet import Offer, PieceSheet, SetValue
from companion.core.table import Piece, Zone
from companion.core.text import NOTHING, Text, comma_list, say, say_plural, verbatim
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.card_signs import sign
from companion.games.new_world_order.catalog import Catalog, Corporation, Tile
from companion.games.new_world_order.hints import payments
from companion.games.new_world_order.names import tile_name
from companion.games.new_world_order.piles import points, usable
from companion.games.new_world_order.pyramid import free_tiles
from companion.games.new_world_order.state import State


def sheet(state: State, zone: Zone, piece: Piece) -> PieceSheet:
    if piece in state.catalog.tiles:
        return _tile(state, state.catalog.tiles[piece])
    named = state.catalog.named(piece)
    if named is None:
        return PieceSheet(verbatim(piece))
    icon, tint = sign(state.catalog, piece)
    corporation = state.catalog.corporations.get(piece)
    return PieceSheet(
        named.name,
        say("special card") if corporation is None else _kind(state.catalog, corporation),
        icon,
        tint,
        () if corporation is None else _ladder(corporation),
        _how_many_lie_there(state, piece) if zone == "market" else NOTHING,
        _own(state, piece),
    )


def offer(state: State, action: act.Action) -> Offer:
    match action:
        case act.Pick(place=None):
            return Offer(_taking(action), _brings(state, action), "hand-grab")
        case act.Discard(pile=pile) if pile.whole:
            return Offer(say("Throw it away"), icon="trash")
        case act.Discard():
            return Offer(say("Throw away a part of it"), icon="trash")
        case act.Buy():
            return Offer(say("Buy it"), action.sentence(state), "coins")
        case _:
            return Offer(action.sentence(state))


def _kind(catalog: Catalog, corporation: Corporation) -> Text:
    colour = catalog.colour_sets[corporation.set].name
    return say("{colour}, set of {count}", colour=colour, count=corporation.size.full)


def _ladder(corporation: Corporation) -> tuple[SetValue, ...]:
    half, full = corporation.size.half, corporation.size.full
    notes = {half: say("half"), full: say("full")}
    return tuple(
        SetValue(
            say_plural("{count} card", "{count} cards", count), str(value), notes.get(count, NOTHING), count >= half
        )
        for count, value in enumerate(corporation.ladder, start=1)
    )


def _how_many_lie_there(state: State, card: Piece) -> Text:
    count = state.market.count(card)
    if not count:
        return NOTHING
    return say_plural("{count} of them lies in the market.", "{count} of them lie in the market.", count)


def _own(state: State, card: Piece) -> Text:
    if state.turn is None:
        return NOTHING
    player = state.player(state.on_turn)
    count = sum(pile.cards.count(card) for pile in (*player.slots, *player.outside))
    if not count:
        return say("{name} has none", name=player.name)
    return say("{name} has {count}", name=player.name, count=count)


def _tile(state: State, tile: Tile) -> PieceSheet:
    name, unknown = tile_name(state, tile.id), state.catalog.unknown(tile, "points")
    kind = say("Tile, {points} points", points="?" if unknown else tile.points)
    if state.turn is None or tile.id not in state.pyramid:
        return PieceSheet(name, kind)
    if tile.id not in free_tiles(state):
        return PieceSheet(name, kind, why_not=say("Other tiles lie on it."))
    player = state.player(state.on_turn)
    if unknown:
        return PieceSheet(name, kind, remark=say("What it costs is asked when somebody takes it."))
    most = max((each.worth for each in payments(state, player, 0)), default=0)
    costs = say("It costs {points}, and {name} can pay up to {most}.", points=tile.points, name=player.name, most=most)
    return PieceSheet(name, kind, remark=costs, why_not=costs if most < tile.points else NOTHING)


def _taking(pick: act.Pick) -> Text:
    first, *others = pick.cards
    if not others:
        return say("Take it")
    if set(others) != {first}:
        return say("Take its colour set")
    return say("Take {count} of them", count=len(pick.cards))


def _brings(state: State, pick: act.Pick) -> Text:
    """Where the cards come to lie, and what their pile is worth then."""
    after = pick.apply(state)
    player, before = after.player(pick.player), state.player(pick.player)
    grown = [(was, now) for was, now in zip(before.slots, player.slots, strict=False) if was.cards != now.cards]
    if len(grown) != 1:
        return NOTHING
    ((was, pile),) = grown
    count, worth = len(pile.cards), points(after, player, pile.cards)
    if not was:
        said = say_plural(
            "into a free slot: {count} card, worth {worth}",
            "into a free slot: {count} cards, worth {worth}",
            count,
            worth=worth,
        )
    else:
        said = say_plural(
            "onto its pile: {count} card, worth {worth}",
            "onto its pile: {count} cards, worth {worth}",
            count,
            worth=worth,
        )
    return comma_list((said, say("can pay"))) if usable(after, pile) else said
