"""Buying a tile: checks and effect (NWO-42 to NWO-58, NWO-105 to NWO-110)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import say_plural
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.names import card_names, counted_names, place_name
from companion.games.new_world_order.phases import after_action
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    buying_power_together,
    complete_colour,
    delayed,
    half_reached,
    kind,
    own_pile,
    part_of,
    pile_of,
    points,
    splits,
)
from companion.games.new_world_order.pyramid import covered, place_of
from companion.games.new_world_order.rulebook import book
from companion.games.new_world_order.rules_turn import ON_TURN
from companion.games.new_world_order.slots import take
from companion.games.new_world_order.state import Player, State, evolve


@book.check("NWO-50")
def in_the_pyramid(state: State, action: act.Buy) -> Refusal | None:
    away = next((tile for tile in action.tiles if tile not in state.pyramid), None)
    if away is not None:
        return refuse(
            "{tile} does not lie in the pyramid.",
            repair="Take a tile that lies there.",
            tile=state.catalog.tiles[away].name,
        )
    if len(set(action.tiles)) < len(action.tiles):
        return refuse("A tile is taken once.", repair="Name each tile once.")
    if len(action.tiles) > 2:
        return refuse("A buy takes one tile.", repair="Put the other tiles back.")
    return None


@book.check("NWO-107")
def two_tiles_for_one_set(state: State, action: act.Buy) -> Refusal | None:
    if len(action.tiles) == 1:
        return None
    player = state.player(action.player)
    if Ability.TWO_TILES not in abilities(state, player):
        return refuse("Only Illuminati takes two tiles, once per game.", repair="Put one tile back.")
    if len(action.paid) != 1:
        return refuse("The two tiles are taken for one set.", repair="Pay with one set, or take one tile.")
    return None


@book.check("NWO-109")
def power_unused(state: State, action: act.Buy) -> Refusal | None:
    spent = state.player(action.player).spent
    if any(power.value in spent for power in powers_of(action)):
        return refuse(
            "{who} has used this power in this game already.",
            repair="Put the tile back, or buy without the power.",
            who=state.player(action.player).name,
        )
    return None


@book.check("NWO-110")
def one_power_in_a_buy(state: State, action: act.Buy) -> Refusal | None:
    if len(powers_of(action)) > 1:
        return refuse("Two powers cannot be used in one buy.", repair="Buy with one power.")
    return None


@book.check("NWO-51")
def completely_free(state: State, action: act.Buy) -> Refusal | None:
    cleared = state
    for tile in action.tiles:
        place = place_of(cleared, tile)
        if place is None or covered(cleared, place):
            return refuse(
                "{tile} is covered.",
                repair="Put {tile} back and take a free tile.",
                tile=state.catalog.tiles[tile].name,
            )
        cleared = _without_tile(cleared, place)
    return None


def _without_tile(state: State, place: int) -> State:
    return replace(state, pyramid=(*state.pyramid[:place], None, *state.pyramid[place + 1 :]))


@book.check("NWO-52")
def two_sets_at_most(state: State, action: act.Buy) -> Refusal | None:
    slots = [part.slot for part in action.paid]
    if not slots:
        return refuse("Nothing was paid for the tile.", repair="Put the tile back, or pay with one or two sets.")
    if len(set(slots)) < len(slots):
        return refuse("Each set is paid once.", repair="Pay with one set, or with two different ones.")
    if len(slots) > 2 and Ability.THREE_SETS not in abilities(state, state.player(action.player)):
        return refuse(
            say_plural(
                "{count} set was paid; at most two may be.", "{count} sets were paid; at most two may be.", len(slots)
            ),
            repair="Take back all but two sets, or put the tile back.",
        )
    return None


@book.check("NWO-105")
def three_sets_for_the_mediamogul(state: State, action: act.Buy) -> Refusal | None:
    if len(action.paid) > 3:
        return refuse("More than three sets were paid.", repair="Take back all but three sets.")
    return None


@book.check("NWO-54")
def whole_sets(state: State, action: act.Buy) -> Refusal | None:
    player = state.player(action.player)
    for part in action.paid:
        pile = pile_of(state, player, part)
        if not pile:
            return refuse(
                "There is nothing to pay with in {place}.",
                repair="Put the tile back, or pay with other sets.",
                place=place_name(part.slot),
            )
        if splits(pile, part):
            return refuse(
                "Not all of this set was paid: {cards}. A set is given up whole.",
                repair="Pay with the whole set, or put the cards and the tile back.",
                cards=counted_names(state, pile.cards),
            )
    return None


@book.check("NWO-45")
def has_points(state: State, action: act.Buy) -> Refusal | None:
    for _, pile in _paid(state, action):
        if kind(state.catalog, pile) in (Kind.SPECIAL, Kind.MIXED):
            return refuse(
                "{cards} cannot pay for a tile.", repair="Take these cards back.", cards=card_names(state, pile)
            )
    return None


@book.check("NWO-81-R")
def dividends_from_next_round(state: State, action: act.Buy) -> Refusal | None:
    player = state.player(action.player)
    if any(delayed(state, pile_of(state, player, part)) for part in action.paid):
        return refuse("Dividends taken this round pay from the next round on.", repair="Take the Dividends back.")
    return None


@book.check("NWO-43")
def colour_set_complete(state: State, action: act.Buy) -> Refusal | None:
    for _, pile in _paid(state, action):
        if kind(state.catalog, pile) is Kind.COLOUR and not complete_colour(state.catalog, pile):
            return refuse(
                "{cards} are no complete colour set.", repair="Take these cards back.", cards=card_names(state, pile)
            )
    return None


@book.check("NWO-42")
def half_a_set(state: State, action: act.Buy) -> Refusal | None:
    # Also as the second set (NWO-57).
    player = state.player(action.player)
    for part, pile in _paid(state, action):
        if kind(state.catalog, pile) is not Kind.CORPORATION or half_reached(state.catalog, pile):
            continue
        if _merged_pile(state, player, action, part.slot) is None:
            corporation = state.catalog.corporations[pile[0]]
            return refuse(
                say_plural(
                    "{card}: {count} card is less than half a set of {full}.",
                    "{card}: {count} cards are less than half a set of {full}.",
                    len(pile),
                    card=corporation.name,
                    full=corporation.size.full,
                ),
                repair="Take these cards back and pay with other sets.",
            )
    return None


@book.check("NWO-106")
def president_turns_a_set(state: State, action: act.Buy) -> Refusal | None:
    if _turned(state, action) and Ability.CONVERSION not in abilities(state, state.player(action.player)):
        return refuse("Only President turns a set into another corporation.", repair="Pay with the sets as they are.")
    return None


@book.check("NWO-106-R2")
def turns_a_corporations_pile(state: State, action: act.Buy) -> Refusal | None:
    if any(kind(state.catalog, pile) is not Kind.CORPORATION for _, pile in _turned(state, action)):
        return refuse("Only a pile of one corporation is turned.", repair="Choose another set.")
    return None


@book.check("NWO-106")
def turns_one_usable_set(state: State, action: act.Buy) -> Refusal | None:
    turned = _turned(state, action)
    if len(turned) > 1 or any(not half_reached(state.catalog, pile) for _, pile in turned):
        return refuse("One corporation's set of at least half its size is turned.", repair="Choose another set.")
    return None


@book.check("NWO-106")
def turned_into_an_own_set(state: State, action: act.Buy) -> Refusal | None:
    for part, _ in _turned(state, action):
        own = own_pile(state.player(action.player), part.turned or "")
        together = own in {other.slot for other in action.paid if other.turned is None}
        if part.turned not in state.catalog.corporations or len(action.paid) != 2 or not together:
            return refuse("The turned set is used with the own set of that corporation.", repair="Pay with both sets.")
    return None


@book.check("NWO-106-R1")
def turned_set_reaches_half(state: State, action: act.Buy) -> Refusal | None:
    for part, _ in _turned(state, action):
        merged = _merged_pile(state, state.player(action.player), action, part.slot)
        if merged is None or not half_reached(state.catalog, merged):
            return refuse("The turned set does not reach half of the other one.", repair="Choose another set.")
    return None


CONVERSION = (
    turns_a_corporations_pile,
    turns_one_usable_set,
    turned_into_an_own_set,
    turned_set_reaches_half,
)


def _turned(state: State, action: act.Buy) -> list[tuple[act.Part, tuple[Piece, ...]]]:
    return [(part, pile) for part, pile in _paid(state, action) if part.turned is not None]


@book.check("NWO-53")
def enough_points(state: State, action: act.Buy) -> Refusal | None:
    # So a colour set of 100 buys nothing alone: no tile costs less than 200 (NWO-58).
    dearest = max(action.tiles, key=lambda tile: state.catalog.tiles[tile].points)
    return _too_few(state, action, (dearest,))


@book.check("NWO-107-R")
def enough_points_for_both(state: State, action: act.Buy) -> Refusal | None:
    if state.choices["illuminatiTwoTiles"] == "each":
        return None
    return _too_few(state, action, action.tiles)


def _too_few(state: State, action: act.Buy, tiles: tuple[Piece, ...]) -> Refusal | None:
    paid = payment(state, action)
    price = sum(state.catalog.tiles[tile].points for tile in tiles)
    if paid >= price:
        return None
    worth = {"paid": paid, "price": price, "short": price - paid, "tile": card_names(state, tiles)}
    if len(tiles) > 1:
        return refuse(
            "The set is worth {paid}; {tile} cost {price} together: {short} too few.",
            repair="Put one tile back, or both, or pay with a more valuable set.",
            **worth,
        )
    return refuse(
        "The sets are worth {paid}; {tile} costs {price}: {short} too few.",
        repair="Put the tile back, or pay with more valuable sets.",
        **worth,
    )


def payment(state: State, action: act.Buy) -> int:
    """The points of all sets of a buy, a turned one merged with its new corporation."""
    player = state.player(action.player)
    total = 0
    merged_into = {part.turned for part in action.paid if part.turned is not None}
    for part, pile in _paid(state, action):
        if part.turned is not None:
            total += points(state, player, _merged_pile(state, player, action, part.slot) or ())
        elif not (kind(state.catalog, pile) is Kind.CORPORATION and pile[0] in merged_into):
            total += points(state, player, pile)
    return total


def _paid(state: State, action: act.Buy) -> list[tuple[act.Part, tuple[Piece, ...]]]:
    player = state.player(action.player)
    piles = [(part, part_of(pile_of(state, player, part), part)) for part in action.paid]
    return [(part, cards) for part, cards in piles if cards]


def _merged_pile(state: State, player: Player, action: act.Buy, slot: int) -> tuple[Piece, ...] | None:
    """The cards that the turned set and its target count as, if the pile in this slot is one of the two."""
    for part in action.paid:
        if part.turned is None:
            continue
        target_slot = own_pile(player, part.turned)
        target = next((other for other in action.paid if other.slot == target_slot and other.turned is None), None)
        if slot not in {part.slot, target.slot if target is not None else None}:
            return None
        turned = len(pile_of(state, player, part)) if state.choices["presidentConversion"] == "wholePile" else 1
        own = len(pile_of(state, player, target)) if target is not None else 0
        return (part.turned,) * (turned + own)
    return None


# --- effects ---


def _buy(state: State, action: act.Buy) -> State:
    """Sets leave the game whole and without change (NWO-54, NWO-55, NWO-56); tiles lie open (NWO-59)."""
    player = state.player(action.player)
    for part in action.paid:
        player = take(state, player, part)
    tiles = tuple(sorted((*player.tiles, *action.tiles)))
    spent = tuple(sorted({*player.spent, *(power.value for power in _powers_used(state, action))}))
    left = tuple(None if tile in action.tiles else tile for tile in state.pyramid)
    return after_action(state, action.player, evolve(player, tiles=tiles, spent=spent), pyramid=left)


def _powers_used(state: State, action: act.Buy) -> list[Ability]:
    """The powers that the buy needs: nothing is turned where the sets pay as they are (NWO-106-R3, NWO-109)."""
    player = state.player(action.player)
    piles = [pile_of(state, player, part) for part in action.paid]
    price = sum(state.catalog.tiles[tile].points for tile in action.tiles)
    needless = Ability.CONVERSION if buying_power_together(state, player, piles) >= price else None
    return [power for power in powers_of(action) if power is not needless]


def powers_of(action: act.Buy) -> tuple[Ability, ...]:
    """The once-per-game powers that a buy names (NWO-109)."""
    named = {
        Ability.TWO_TILES: len(action.tiles) > 1,
        Ability.THREE_SETS: len(action.paid) > 2,
        Ability.CONVERSION: any(part.turned is not None for part in action.paid),
    }
    return tuple(power for power, used in named.items() if used)


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
        *CONVERSION,
        enough_points,
        enough_points_for_both,
    )
}


EFFECTS = {act.Buy: _buy}
