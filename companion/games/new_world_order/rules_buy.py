"""Buying a tile: checks and effect (NWO-42 to NWO-58, NWO-105 to NWO-110)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.rules import Refusal, refuse, undecided
from companion.core.table import Piece
from companion.core.text import say_plural
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.names import card_names, counted_names, place_name, tile_name
from companion.games.new_world_order.phases import after_action
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    complete_colour,
    delayed,
    half_reached,
    kind,
    splits,
)
from companion.games.new_world_order.places import take
from companion.games.new_world_order.purchases import (
    TERMS,
    PaidSet,
    Purchase,
    merged_sets,
    paid_worth,
    plain_worth,
    purchase,
    sets_paid,
)
from companion.games.new_world_order.pyramid import covered, place_of
from companion.games.new_world_order.rulebook import book
from companion.games.new_world_order.rules_turn import ON_TURN
from companion.games.new_world_order.state import State
from companion.games.new_world_order.untold import enough, tile_worth, tiles_worth


def purchase_of(state: State, action: act.Buy) -> Purchase:
    return purchase(state, state.player(action.player), action.paid, action.power)


def sets_of(state: State, action: act.Buy) -> tuple[PaidSet, ...]:
    """The sets of the purchase by themselves, which is all that most checks ask for."""
    return sets_paid(state.player(action.player), action.paid)


def turned_sets(state: State, action: act.Buy) -> list[PaidSet]:
    return [paid for paid in sets_of(state, action) if paid.part.turned is not None]


@book.check("NWO-50")
def in_the_pyramid(state: State, action: act.Buy) -> Refusal | None:
    away = next((tile for tile in action.tiles if tile not in state.pyramid), None)
    if away is not None:
        return refuse(
            "{tile} does not lie in the pyramid.",
            repair="Take a tile that lies there.",
            tile=tile_name(state, away),
        )
    if len(set(action.tiles)) < len(action.tiles):
        return refuse("A tile is taken once.", repair="Name each tile once.")
    if len(action.tiles) > (2 if action.power is not None else 1):
        return refuse("A buy takes one tile.", repair="Put the other tiles back.")
    return None


@book.check("NWO-107")
def two_tiles_for_one_set(state: State, action: act.Buy) -> Refusal | None:
    if len(action.tiles) == 1:
        return None
    if Ability.TWO_TILES not in abilities(state, state.player(action.player)):
        return refuse("Only the Illuminati takes two tiles, once in a game.", repair="Put one tile back.")
    if len(action.paid) != 1:
        return refuse(
            say_plural(
                "The Illuminati takes two tiles for one set, and {count} set was paid.",
                "The Illuminati takes two tiles for one set, and {count} sets were paid.",
                len(action.paid),
            ),
            repair="Pay with one set, or take one tile.",
        )
    return None


@book.check("NWO-109")
def power_unused(state: State, action: act.Buy) -> Refusal | None:
    player = state.player(action.player)
    if action.power is not None and action.power.value in player.spent:
        return refuse(
            "{who} has used this power already, and it is there once in a game.",
            repair="Put the tile back, or buy without the power.",
            who=player.name,
        )
    return None


@book.requires(
    "NWO-110", "Two powers cannot be used in one buy.", repair="Put one tile back, or pay with the sets as they are."
)
def one_power_in_a_buy(state: State, action: act.Buy) -> bool:
    terms = TERMS[action.power]
    turned = sum(part.turned is not None for part in action.paid)
    return action.power is None or (len(action.tiles) <= terms.tiles and (turned == 0 or terms.turned != 0))


@book.check("NWO-51")
def completely_free(state: State, action: act.Buy) -> Refusal | None:
    cleared = state
    for tile in action.tiles:
        place = place_of(cleared, tile)
        if place is None or covered(cleared, place):
            return refuse(
                "{tile} is covered.",
                repair="Put {tile} back and take a free tile.",
                tile=tile_name(state, tile),
            )
        cleared = _without_tile(cleared, place)
    return None


def _without_tile(state: State, place: int) -> State:
    return replace(state, pyramid=(*state.pyramid[:place], None, *state.pyramid[place + 1 :]))


@book.check("NWO-52")
def two_sets_at_most(state: State, action: act.Buy) -> Refusal | None:
    places = [part.place for part in action.paid]
    if not places:
        return refuse("Nothing was paid for the tile.", repair="Put the tile back, or pay with one or two sets.")
    if len(set(places)) < len(places):
        return refuse("Each set is paid once.", repair="Pay with one set, or with two different ones.")
    three = action.power is Ability.THREE_SETS and action.power in abilities(state, state.player(action.player))
    if len(places) > 2 and not three:
        return refuse(
            say_plural(
                "{count} set was paid; at most two may be.", "{count} sets were paid; at most two may be.", len(places)
            ),
            repair="Take back all but two sets, or put the tile back.",
        )
    return None


@book.requires("NWO-105", "More than three sets were paid.", repair="Take back all but three sets.")
def three_sets_for_the_mediamogul(state: State, action: act.Buy) -> bool:
    return len(action.paid) <= 3


@book.check("NWO-54")
def whole_sets(state: State, action: act.Buy) -> Refusal | None:
    for paid in sets_of(state, action):
        if not paid.pile:
            return refuse(
                "There is nothing to pay with in {place}.",
                repair="Put the tile back, or pay with other sets.",
                place=place_name(paid.part.place),
            )
        if splits(paid.pile, paid.part):
            return refuse(
                "Not all of this set was paid: {cards}. A set is given up whole.",
                repair="Pay with the whole set, or put the cards and the tile back.",
                cards=counted_names(state, paid.pile.cards),
            )
    return None


@book.check("NWO-45")
def has_points(state: State, action: act.Buy) -> Refusal | None:
    for paid in sets_of(state, action):
        if kind(state.catalog, paid.cards) in (Kind.SPECIAL, Kind.MIXED):
            return refuse(
                "{cards} cannot pay for a tile.", repair="Take these cards back.", cards=card_names(state, paid.cards)
            )
    return None


@book.requires("NWO-81-R", "Dividends taken this round pay from the next round on.", repair="Take the Dividends back.")
def dividends_from_next_round(state: State, action: act.Buy) -> bool:
    return not any(delayed(state, paid.pile) for paid in sets_of(state, action))


@book.check("NWO-43")
def colour_set_complete(state: State, action: act.Buy) -> Refusal | None:
    for paid in sets_of(state, action):
        if kind(state.catalog, paid.cards) is Kind.COLOUR and not complete_colour(state.catalog, paid.cards):
            return refuse(
                "{cards} are no complete colour set.",
                repair="Take these cards back.",
                cards=card_names(state, paid.cards),
            )
    return None


@book.check("NWO-42")
def half_a_set(state: State, action: act.Buy) -> Refusal | None:
    # Also as the second set (NWO-57).
    sets = sets_of(state, action)
    merged = merged_sets(state, state.player(action.player), sets)
    for paid in sets:
        if kind(state.catalog, paid.cards) is not Kind.CORPORATION or half_reached(state.catalog, paid.cards):
            continue
        if merged is not None and merged.includes(paid):
            continue
        corporation = state.catalog.corporations[paid.cards[0]]
        return refuse(
            say_plural(
                "{card}: {count} card is less than half a set of {full}.",
                "{card}: {count} cards are less than half a set of {full}.",
                len(paid.cards),
                card=corporation.name,
                full=corporation.size.full,
            ),
            repair="Take these cards back and pay with other sets.",
        )
    return None


@book.requires(
    "NWO-106",
    "Only the power of the President turns a set into another corporation.",
    repair="Pay with the sets as they are.",
)
def president_turns_a_set(state: State, action: act.Buy) -> bool:
    turned = any(part.turned is not None for part in action.paid)
    return not turned or (
        action.power is not None and Ability.CONVERSION in abilities(state, state.player(action.player))
    )


@book.check("NWO-106-R2")
def turns_a_corporations_pile(state: State, action: act.Buy) -> Refusal | None:
    turned = turned_sets(state, action)
    for paid in turned:
        if kind(state.catalog, paid.cards) is not Kind.CORPORATION:
            return refuse(
                "Only a set of one corporation is turned, not {cards}.",
                repair="Turn another set, or pay with the sets as they are.",
                cards=counted_names(state, paid.cards),
            )
    return None


@book.check("NWO-106")
def turns_one_usable_set(state: State, action: act.Buy) -> Refusal | None:
    turned = turned_sets(state, action)
    if len(turned) > 1:
        return refuse("Only one set is turned in a buy.", repair="Pay with the other set as it is.")
    for paid in turned:
        if not half_reached(state.catalog, paid.cards):
            return refuse(
                "{cards} are less than half a set, and only a set that could pay is turned.",
                repair="Turn another set, or pay with the sets as they are.",
                cards=counted_names(state, paid.cards),
            )
    return None


@book.check("NWO-106")
def turned_into_an_own_set(state: State, action: act.Buy) -> Refusal | None:
    merged = merged_sets(state, state.player(action.player), sets_of(state, action))
    if merged is not None and (merged.own is None or len(action.paid) != 2):
        return refuse(
            "A turned set pays together with one's own set of {card}, and with nothing else.",
            repair="Pay with these two sets, or with the sets as they are.",
            card=card_names(state, merged.cards[:1]),
        )
    return None


@book.check("NWO-106-R1")
def turned_set_reaches_half(state: State, action: act.Buy) -> Refusal | None:
    merged = merged_sets(state, state.player(action.player), sets_of(state, action))
    if merged is not None and not half_reached(state.catalog, merged.cards):
        return refuse(
            "Together they count as {cards}, which is less than half a set.",
            repair="Turn another set, or pay with the sets as they are.",
            cards=counted_names(state, merged.cards),
        )
    return None


@book.check("NWO-53")
def enough_points(state: State, action: act.Buy) -> Refusal | None:
    # So a colour set of 100 buys nothing alone: no tile costs less than 200 (NWO-58).
    worth = {tile: tile_worth(state.catalog, tile) for tile in action.tiles}
    dearest = max(worth, key=lambda tile: worth[tile].least)
    for tile in sorted(worth, key=lambda tile: tile != dearest):
        if (refused := _too_few(state, action, (tile,))) is not None:
            return refused
    return None


@book.check("NWO-107-R")
def enough_points_for_both(state: State, action: act.Buy) -> Refusal | None:
    if state.choices["illuminatiTwoTiles"] == "each":
        return None
    return _too_few(state, action, action.tiles)


def _too_few(state: State, action: act.Buy, tiles: tuple[Piece, ...]) -> Refusal | None:
    player = state.player(action.player)
    if state.catalog.asked and (
        untold := enough(paid_worth(state, player, action.paid), tiles_worth(state.catalog, tiles))
    ):
        return undecided(
            untold, "It decides whether {who} may take {tile}.", who=player.name, tile=card_names(state, tiles)
        )
    paid, price = purchase_of(state, action).worth, price_of(state, tiles)
    if paid >= price:
        return None
    values = {"paid": paid, "price": price, "tile": card_names(state, tiles)}
    if len(tiles) > 1:
        return refuse(
            say_plural(
                "What was paid is worth {paid}; {tile} cost {price} together: {count} point too few.",
                "What was paid is worth {paid}; {tile} cost {price} together: {count} points too few.",
                price - paid,
                **values,
            ),
            repair="Put one tile back, or both, or pay with a more valuable set.",
        )
    return refuse(
        say_plural(
            "What was paid is worth {paid}; {tile} costs {price}: {count} point too few.",
            "What was paid is worth {paid}; {tile} costs {price}: {count} points too few.",
            price - paid,
            **values,
        ),
        repair="Put the tile back, or pay with something more valuable.",
    )


@book.check("NWO-106-R3")
def power_is_needed(state: State, action: act.Buy) -> Refusal | None:
    """What is untold may decide whether a President's power is used up by this buy."""
    if not state.catalog.asked or action.power is not Ability.CONVERSION:
        return None
    player = state.player(action.player)
    untold = enough(plain_worth(state, player, action.paid), tiles_worth(state.catalog, action.tiles))
    return undecided(untold, "It decides whether {who} uses the power for it.", who=player.name) if untold else None


def price_of(state: State, tiles: tuple[Piece, ...]) -> int:
    return sum(state.catalog.tiles[tile].points for tile in tiles)


# --- effects ---


def _buy(state: State, action: act.Buy) -> State:
    """Sets leave the game whole and without change (NWO-54, NWO-55, NWO-56); tiles lie open (NWO-59)."""
    player = state.player(action.player)
    used = purchase_of(state, action).power_spent(price_of(state, action.tiles))
    spent = player.spent if used is None else tuple(sorted({*player.spent, used.value}))
    player = take(state, player, *action.paid)
    tiles = tuple(sorted((*player.tiles, *action.tiles)))
    left = tuple(None if tile in action.tiles else tile for tile in state.pyramid)
    return after_action(state, action.player, replace(player, tiles=tiles, spent=spent), pyramid=left)


CHECKS = {
    act.Buy: (
        *ON_TURN,
        in_the_pyramid,
        two_tiles_for_one_set,
        two_sets_at_most,
        three_sets_for_the_mediamogul,
        president_turns_a_set,
        power_unused,
        one_power_in_a_buy,
        completely_free,
        whole_sets,
        has_points,
        dividends_from_next_round,
        colour_set_complete,
        half_a_set,
        turns_a_corporations_pile,
        turns_one_usable_set,
        turned_into_an_own_set,
        turned_set_reaches_half,
        enough_points,
        enough_points_for_both,
        power_is_needed,
    )
}


EFFECTS = {act.Buy: _buy}
