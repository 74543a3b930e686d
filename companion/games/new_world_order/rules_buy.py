"""Checks of buying a tile (NWO-42 to NWO-58, NWO-105 to NWO-110)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.apply import powers_of
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    complete_colour,
    delayed,
    half_reached,
    kind,
    own_pile,
    part_of,
    pile_in,
    points,
    splits,
)
from companion.games.new_world_order.pyramid import covered, place_of
from companion.games.new_world_order.rules_cards import names
from companion.games.new_world_order.settings import book, ruling
from companion.games.new_world_order.state import Player, State


@book.rule("NWO-50")
def in_the_pyramid(state: State, action: act.Buy) -> Refusal | None:
    """A buy takes exactly one tile from the pyramid."""
    if not action.tiles or any(tile not in state.pyramid for tile in action.tiles):
        return refuse("The tile is not in the pyramid.", repair="Take a tile that lies in the pyramid.")
    if len(set(action.tiles)) > 2:
        return refuse("A buy takes one tile.", repair="Put the other tiles back.")
    return None


@book.rule("NWO-107")
def two_tiles_for_one_set(state: State, action: act.Buy) -> Refusal | None:
    """Once per game Illuminati takes two tiles for one set."""
    if len(action.tiles) == 1:
        return None
    player = state.player(action.player)
    if Ability.TWO_TILES not in abilities(state, player):
        return refuse("Only Illuminati takes two tiles, once per game.", repair="Put one tile back.")
    if len(action.paid) != 1:
        return refuse("The two tiles are taken for one set.", repair="Pay with one set, or take one tile.")
    return None


@book.rule("NWO-109")
def power_unused(state: State, action: act.Buy) -> Refusal | None:
    """A once-per-game power is used once."""
    spent = state.player(action.player).spent
    if any(power.value in spent for power in powers_of(action)):
        return refuse("This power has been used in this game.", repair="Buy without the power.")
    return None


@ruling.rule("NWO-110")
def one_power_in_a_buy(state: State, action: act.Buy) -> Refusal | None:
    """Two once-per-game powers are not merged into one buy."""
    if len(powers_of(action)) > 1:
        return refuse("Two powers cannot be used in one buy.", repair="Buy with one power.")
    return None


@book.rule("NWO-51")
def completely_free(state: State, action: act.Buy) -> Refusal | None:
    """Only a completely free tile is taken: nothing lies on it, not even on a corner."""
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


@book.rule("NWO-52")
def two_sets_at_most(state: State, action: act.Buy) -> Refusal | None:
    """A buy is paid with one or two sets, never more."""
    slots = [part.slot for part in action.paid]
    if not slots or len(set(slots)) < len(slots):
        return refuse("A tile is paid for with one or two sets.", repair="Put the tile back, or pay with a set.")
    if len(slots) > 2 and Ability.THREE_SETS not in abilities(state, state.player(action.player)):
        return refuse(
            "{count} sets were paid; at most two may be.",
            repair="Take back all but two sets, or put the tile back.",
            count=len(slots),
        )
    return None


@book.rule("NWO-105")
def three_sets_for_the_mediamogul(state: State, action: act.Buy) -> Refusal | None:
    """Once per game Mediamogul combines three sets for one tile."""
    if len(action.paid) > 3:
        return refuse("More than three sets were paid.", repair="Take back all but three sets.")
    return None


@book.rule("NWO-54")
def whole_sets(state: State, action: act.Buy) -> Refusal | None:
    """Each set is given up whole; sets are never split."""
    player = state.player(action.player)
    for part in action.paid:
        pile = pile_in(state, player, part.slot)
        if not pile:
            return refuse("There is nothing to pay with in that place.", repair="Put the tile back.")
        if splits(pile, part):
            return refuse(
                "Of the {count} {cards} {paid} were paid; a set is given up whole.",
                repair="Pay with all {count} cards, or put the cards and the tile back.",
                cards=names(state, pile.cards),
                paid=part.count or len(part.cards),
                count=len(pile),
            )
    return None


@book.rule("NWO-45")
def has_points(state: State, action: act.Buy) -> Refusal | None:
    """Specials other than Dividends have no points."""
    for _, pile in _paid(state, action):
        if kind(state.catalog, pile) in (Kind.SPECIAL, Kind.MIXED):
            return refuse("{cards} cannot pay for a tile.", repair="Take these cards back.", cards=names(state, pile))
    return None


@book.rule("NWO-81")
def dividends_from_next_round(state: State, action: act.Buy) -> Refusal | None:
    """A special, Dividends too, can be used from the round after it was taken."""
    player = state.player(action.player)
    if any(delayed(state, pile_in(state, player, part.slot)) for part in action.paid):
        return refuse("Dividends taken this round pay from the next round on.", repair="Take the Dividends back.")
    return None


@book.rule("NWO-43")
def colour_set_complete(state: State, action: act.Buy) -> Refusal | None:
    """A complete colour set is worth 100; an incomplete one is worth nothing and cannot be used."""
    for _, pile in _paid(state, action):
        if kind(state.catalog, pile) is Kind.COLOUR and not complete_colour(state.catalog, pile):
            return refuse("The colour set is not complete.", repair="Take these cards back.")
    return None


@book.rule("NWO-42")
def half_a_set(state: State, action: act.Buy) -> Refusal | None:
    """A pile can pay only with at least half of its full set: 2 of 4, 3 of 5, 3 of 6."""
    # Also as the second set (NWO-57).
    player = state.player(action.player)
    for part, pile in _paid(state, action):
        if kind(state.catalog, pile) is not Kind.CORPORATION or half_reached(state.catalog, pile):
            continue
        if _merged_pile(state, player, action, part.slot) is None:
            return refuse(
                "{count} {card} are less than half a set of {full}.",
                repair="Take these cards back and pay with other sets.",
                count=len(pile),
                card=state.catalog.corporations[pile[0]].name,
                full=state.catalog.corporations[pile[0]].size.full,
            )
    return None


@book.rule("NWO-106")
def conversion_of_a_usable_set(state: State, action: act.Buy) -> Refusal | None:
    """Once per game President turns a set that is good enough to buy with into another corporation, for this buy."""
    turned = [(part, pile) for part, pile in _paid(state, action) if part.turned is not None]
    if not turned:
        return None
    if Ability.CONVERSION not in abilities(state, state.player(action.player)):
        return refuse("Only President turns a set into another corporation.", repair="Pay with the sets as they are.")
    part, pile = turned[0]
    if len(turned) > 1 or kind(state.catalog, pile) is not Kind.CORPORATION or not half_reached(state.catalog, pile):
        return refuse("One corporation's set of at least half its size is turned.", repair="Choose another set.")
    player = state.player(action.player)
    own = own_pile(player, part.turned or "")
    if len(action.paid) != 2 or own not in {other.slot for other in action.paid if other.turned is None}:
        return refuse("The turned set is used with the own set of that corporation.", repair="Pay with both sets.")
    merged = _merged_pile(state, player, action, part.slot)
    if merged is None or not half_reached(state.catalog, merged):
        return refuse("The turned set does not reach half of the other one.", repair="Choose another set.")
    return None


@book.rule("NWO-53")
def enough_points(state: State, action: act.Buy) -> Refusal | None:
    """The sets are worth at least as much as the tile."""
    # So a colour set of 100 buys nothing alone: no tile costs less than 200 (NWO-58).
    paid = payment(state, action)
    price = _price(state, action.tiles)
    if paid < price:
        return refuse(
            "The sets are worth {paid}; {tile} costs {price}: {short} too few.",
            repair="Put the tile back, or pay with more valuable sets.",
            paid=paid,
            price=price,
            short=price - paid,
            tile=names(state, action.tiles),
        )
    return None


def _price(state: State, tiles: tuple[Piece, ...]) -> int:
    values = [state.catalog.tiles[tile].points for tile in tiles]
    return max(values) if state.settings.illuminati_two_tiles == "each" else sum(values)


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
    piles = [(part, part_of(pile_in(state, player, part.slot), part)) for part in action.paid]
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
        turned = len(pile_in(state, player, part.slot)) if state.settings.president_conversion == "wholePile" else 1
        own = len(pile_in(state, player, target.slot)) if target is not None else 0
        return (part.turned,) * (turned + own)
    return None
