"""What players want to know and the rules allow to tell: what would pay for a tile, and what is still to be had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.game import Seat
from companion.core.piece_sheet import Offer, PieceSheet, SetValue
from companion.core.table import Piece, Zone
from companion.core.text import NOTHING, Text, comma_list, say, say_plural, verbatim
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Catalog, Corporation, Tile
from companion.games.new_world_order.game_flow import leading_character
from companion.games.new_world_order.goals import TILES_PER_GOAL, in_use, lacking, serve
from companion.games.new_world_order.names import sign, tile_name
from companion.games.new_world_order.piles import points, usable
from companion.games.new_world_order.purchases import (
    Purchase,
    PurchaseLimit,
    cards_within_reach,
    most_goal_points,
    most_tile_points,
    paid_worth,
    purchase_limit,
    purchases,
    still_plays,
    tiles_within,
    triangles_within_reach,
)
from companion.games.new_world_order.pyramid import free_tiles
from companion.games.new_world_order.scoring import TRIANGLE_POINTS, goals_of, own_goal, score
from companion.games.new_world_order.state import Player, State
from companion.games.new_world_order.untold import tile_worth


def payments(state: State, player: Player, price: int) -> tuple[Purchase, ...]:
    """The ways to pay a price, the least overpaid first, and those that would use up a power last."""
    enough = (way for way in purchases(state, player) if way.worth >= price and _is_known(state, player, way))
    return tuple(sorted(enough, key=lambda way: (way.power is not None, way.worth, len(way.places), way.places)))


def _is_known(state: State, player: Player, way: Purchase) -> bool:
    """Whether what the way is worth rests on nothing that would have to be asked."""
    return not state.catalog.asked or paid_worth(state, player, way.paid).is_known


def priced(state: State) -> list[Piece]:
    """The free tiles of which it is known what they cost."""
    return [tile for tile in free_tiles(state) if tile_worth(state.catalog, tile).is_known]


def affordable(state: State, player: Player) -> dict[Piece, Purchase]:
    """The free tiles that the player could take now, each with the payment that loses least."""
    ways = {tile: payments(state, player, state.catalog.tiles[tile].points) for tile in priced(state)}
    return {tile: found[0] for tile, found in ways.items() if found}


def shortfalls(state: State, player: Player) -> dict[Piece, int]:
    """The free tiles that the player could not take now, each with the points that the best payment lacks."""
    if not all(_is_known(state, player, way) for way in purchases(state, player)):
        return {}
    best = max((way.worth for way in payments(state, player, 0)), default=0)
    prices = {tile: state.catalog.tiles[tile].points for tile in priced(state)}
    return {tile: price - best for tile, price in prices.items() if price > best}


def goals_begun(state: State, player: Player) -> dict[str, int]:
    """How many more tiles each Great Goal needs that the player has begun beside those reached, the nearest first."""
    reached = goals_of(state, player)
    lack = {
        goal.id: lacking(state.catalog, player.tiles, goal.colour, in_use(reached))
        for goal in state.catalog.goals.values()
        if goal.colour not in reached
    }
    begun = ((goal, count) for goal, count in lack.items() if 0 < count < TILES_PER_GOAL)
    return dict(sorted(begun, key=lambda item: item[1]))


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a player has now and could have at most, by the cards, tiles and triangles that are still to be had.

    `most` is a bound that nobody can pass, not a promise: rivals want the same. `needed`: how many points he lacks to
    lead alone. `goals`: how many more tiles each Great Goal needs that he has begun and can still reach.
    """

    seat: Seat
    now: int
    most: int
    needed: int
    goals: dict[str, int]


def prospects(state: State) -> tuple[Prospect, ...]:
    """For each player, the points still reachable and what it would take, once everybody has a character."""
    totals = {sheet.player: sheet.total for sheet in score(state)}
    return tuple(_prospect(state, seat, totals) for seat in state.seats)


def _prospect(state: State, seat: Seat, totals: Mapping[Seat, int]) -> Prospect:
    now, player = totals[seat], state.player(seat)
    needed = max(0, 1 - now + max(total for other, total in totals.items() if other != seat))
    if not still_plays(state, player):
        return Prospect(seat, now, now, needed, {})
    cards = cards_within_reach(state, seat)
    most = purchase_limit(state, seat, cards)
    tiles = most_tile_points(state, most) + most_goal_points(state, player, most)
    triangles = TRIANGLE_POINTS * triangles_within_reach(state, player, cards)
    return Prospect(seat, now, now + tiles + triangles, needed, _goals_possible(state, player, most))


def _goals_possible(state: State, player: Player, most: PurchaseLimit) -> dict[str, int]:
    """The goals begun that could be reached beside those reached with tiles that could be paid for, each by itself."""
    used = in_use(goals_of(state, player))
    tiles = (*player.tiles, *tiles_within(state, most))
    colours = {goal.id: goal.colour for goal in state.catalog.goals.values()}
    return {
        goal: lack
        for goal, lack in goals_begun(state, player).items()
        if lack <= most.tiles and serve(state.catalog.tile_colours, tiles, colours[goal], used) is not None
    }


def provisional_remarks(state: State) -> tuple[Text, ...]:
    """What must be said about values that nobody has confirmed yet."""
    catalog = state.catalog
    doubtful = (
        any(card.provisional("ladder") for card in catalog.corporations.values())
        or any(tile.provisional("points", "colours") for tile in catalog.tiles.values())
        or any(goal.provisional("colour") for goal in catalog.goals.values())
    )
    if not doubtful:
        return ()
    if catalog.asked:
        return (say("What is marked ? is asked when it decides something."),)
    return (say("Values marked ? are provisional: type in those of your copy."),)


def dream(state: State, player: Player) -> Text | None:
    """The character, and the Great Goal that is its dream."""
    leading = leading_character(player)
    if leading is None:
        return None
    goal = state.catalog.goals.get(own_goal(state, player))
    name = state.catalog.characters[leading].name
    return name if goal is None else say("{character}, dreams of {goal}", character=name, goal=goal.name)


# --- what is said of a card or a tile that was touched: its ladder, how it lies, and what each move brings ---


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
