"""Buying a tile with sets, and by power (NWO-42 to NWO-58, NWO-105 to NWO-110)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.notation import Form
from companion.core.rules import Refusal, refuse, undecided
from companion.core.table import Piece
from companion.core.text import Text, say, say_plural
from companion.games.new_world_order.actions.base import ON_TURN, WORDS, Decision
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.game_flow import after_action
from companion.games.new_world_order.names import (
    card_names,
    counted_names,
    piece_name,
    place_name,
    tile_name,
)
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    complete_colour,
    delayed,
    half_reached,
    kind,
    splits,
    usable,
)
from companion.games.new_world_order.places import take
from companion.games.new_world_order.purchases import (
    TERMS,
    PaidSet,
    Purchase,
    merged_sets,
    paid_worth,
    plain_worth,
    power_needed,
    purchase,
    purchases,
    sets_paid,
    unspent,
)
from companion.games.new_world_order.pyramid import covered, free_tiles, opened_by, place_of, with_tile
from companion.games.new_world_order.settings import book
from companion.games.new_world_order.slot_evidence import SlotEvidence
from companion.games.new_world_order.state import Part, State
from companion.games.new_world_order.untold import enough, tile_worth, tiles_worth

Payment = tuple[Part, ...]
MOST_PAYMENTS = 6


def purchase_of(state: State, action: Buy) -> Purchase:
    return purchase(state, state.player(action.player), action.paid, action.power)


def sets_of(state: State, action: Buy) -> tuple[PaidSet, ...]:
    """The sets of the purchase by themselves, which is all that most checks ask for."""
    return sets_paid(state.player(action.player), action.paid)


def turned_sets(state: State, action: Buy) -> list[PaidSet]:
    return [paid for paid in sets_of(state, action) if paid.part.turned is not None]


@book.check("NWO-50")
def in_the_pyramid(state: State, action: Buy) -> Refusal | None:
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
        return refuse(
            "A buy takes one tile; only the power of the Illuminati takes two.", repair="Put the other tiles back."
        )
    return None


@book.check("NWO-107")
def two_tiles_for_one_set(state: State, action: Buy) -> Refusal | None:
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
def power_unused(state: State, action: Buy) -> Refusal | None:
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
def one_power_in_a_buy(state: State, action: Buy) -> bool:
    terms = TERMS[action.power]
    turned = sum(part.turned is not None for part in action.paid)
    return action.power is None or (len(action.tiles) <= terms.tiles and (turned == 0 or terms.turned != 0))


@book.check("NWO-51")
def completely_free(state: State, action: Buy) -> Refusal | None:
    cleared = state
    for tile in action.tiles:
        place = place_of(cleared, tile)
        if place is None or covered(cleared, place):
            return refuse(
                "{tile} is covered.",
                repair="Put {tile} back and take a free tile.",
                tile=tile_name(state, tile),
            )
        cleared = with_tile(cleared, place, None)
    return None


@book.check("NWO-52")
def two_sets_at_most(state: State, action: Buy) -> Refusal | None:
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
def three_sets_for_the_mediamogul(state: State, action: Buy) -> bool:
    return len(action.paid) <= 3


@book.check("NWO-54")
def whole_sets(state: State, action: Buy) -> Refusal | None:
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
def has_points(state: State, action: Buy) -> Refusal | None:
    for paid in sets_of(state, action):
        if kind(state.catalog, paid.cards) in (Kind.SPECIAL, Kind.MIXED):
            return refuse(
                "{cards} cannot pay for a tile.", repair="Take these cards back.", cards=card_names(state, paid.cards)
            )
    return None


@book.requires("NWO-81-R", "Dividends taken this round pay from the next round on.", repair="Take the Dividends back.")
def dividends_from_next_round(state: State, action: Buy) -> bool:
    return not any(delayed(state, paid.pile) for paid in sets_of(state, action))


@book.check("NWO-43")
def colour_set_complete(state: State, action: Buy) -> Refusal | None:
    for paid in sets_of(state, action):
        if kind(state.catalog, paid.cards) is Kind.COLOUR and not complete_colour(state.catalog, paid.cards):
            return refuse(
                "{cards} are no complete colour set.",
                repair="Take these cards back.",
                cards=card_names(state, paid.cards),
            )
    return None


@book.check("NWO-42")
def half_a_set(state: State, action: Buy) -> Refusal | None:
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
def president_turns_a_set(state: State, action: Buy) -> bool:
    turned = any(part.turned is not None for part in action.paid)
    return not turned or (
        action.power is not None and Ability.CONVERSION in abilities(state, state.player(action.player))
    )


@book.check("NWO-106-R2")
def turns_a_corporations_pile(state: State, action: Buy) -> Refusal | None:
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
def turns_one_usable_set(state: State, action: Buy) -> Refusal | None:
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
def turned_into_an_own_set(state: State, action: Buy) -> Refusal | None:
    merged = merged_sets(state, state.player(action.player), sets_of(state, action))
    if merged is not None and (merged.own is None or len(action.paid) != 2):
        return refuse(
            "A turned set pays together with one's own set of {card}, and with nothing else.",
            repair="Pay with these two sets, or with the sets as they are.",
            card=card_names(state, merged.cards[:1]),
        )
    return None


@book.check("NWO-106-R1")
def turned_set_reaches_half(state: State, action: Buy) -> Refusal | None:
    merged = merged_sets(state, state.player(action.player), sets_of(state, action))
    if merged is not None and not half_reached(state.catalog, merged.cards):
        return refuse(
            "Together they count as {cards}, which is less than half a set.",
            repair="Turn another set, or pay with the sets as they are.",
            cards=counted_names(state, merged.cards),
        )
    return None


@book.check("NWO-53")
def enough_points(state: State, action: Buy) -> Refusal | None:
    # So a colour set of 100 buys nothing alone: no tile costs less than 200 (NWO-58).
    worth = {tile: tile_worth(state.catalog, tile) for tile in action.tiles}
    dearest = max(worth, key=lambda tile: worth[tile].least)
    for tile in sorted(worth, key=lambda tile: tile != dearest):
        if (refused := _too_few(state, action, (tile,))) is not None:
            return refused
    return None


@book.check("NWO-107-R")
def enough_points_for_both(state: State, action: Buy) -> Refusal | None:
    if state.choices["illuminatiTwoTiles"] == "each":
        return None
    return _too_few(state, action, action.tiles)


def _too_few(state: State, action: Buy, tiles: tuple[Piece, ...]) -> Refusal | None:
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
def power_is_needed(state: State, action: Buy) -> Refusal | None:
    """What is untold may decide whether a President's power is used up by this buy."""
    if not state.catalog.asked or action.power is not Ability.CONVERSION:
        return None
    player = state.player(action.player)
    untold = enough(plain_worth(state, player, action.paid), tiles_worth(state.catalog, action.tiles))
    return undecided(untold, "It decides whether {who} uses the power for it.", who=player.name) if untold else None


def price_of(state: State, tiles: tuple[Piece, ...]) -> int:
    return sum(state.catalog.tiles[tile].points for tile in tiles)


# --- buys read off the table ---


def _payment_parts(evidence: SlotEvidence, seat: Seat) -> list[Part]:
    """What is gone from the seat's slots and may have paid: action cards only where nothing else has."""
    player, parts = evidence.state.player(seat), evidence.gone_parts(seat)
    kinds = {part: kind(evidence.state.catalog, player.pile(part.place).cards) for part in parts}
    return [part for part in parts if kinds[part] is not Kind.SPECIAL] or parts


def _ways_to_pay(
    evidence: SlotEvidence, seat: Seat, tiles: tuple[Piece, ...], parts: Payment, *, several: bool
) -> Iterator[Payment]:
    """With what is gone; with some of it, where several buy or others rob; with piles yet to be put away, or unseen."""
    if parts:
        yield parts
    if len(parts) > 1 and (several or _is_robbed(evidence, seat, parts)):
        yield from (group for size in (1, 2) for group in combinations(parts, size) if group != parts)
    if len(parts) >= _most_sets(evidence, seat):
        return
    price = price_of(evidence.state, tiles)
    if _worth(evidence, seat, tuple(part for part in parts if part.whole)) < price:
        yield from _completions(evidence, seat, price, parts)
    else:
        gone = {part.place for part in parts}
        rest = (part for part in _usable(evidence, seat) if evidence.place_unseen(seat, part.place))
        yield from ((*parts, part) for part in rest if part.place not in gone)


def _is_robbed(evidence: SlotEvidence, seat: Seat, parts: Payment) -> bool:
    """Whether any of what is gone has come to another player (NWO-83, NWO-86)."""
    gone = {card for part in parts for card in evidence.state.player(seat).pile(part.place).cards}
    others = (evidence.came_to(other) for other in evidence.state.seats if other != seat)
    return any(not gone.isdisjoint(cards) for came in others for cards in came.values())


def _most_sets(evidence: SlotEvidence, seat: Seat) -> int:
    """How many sets the seat may pay with (NWO-52, NWO-105)."""
    power = Ability.THREE_SETS if Ability.THREE_SETS in unspent(evidence.state, evidence.state.player(seat)) else None
    return TERMS[power].sets


def _worth(evidence: SlotEvidence, seat: Seat, parts: Payment) -> int:
    return purchase(evidence.state, evidence.state.player(seat), parts, None).worth


def _usable(evidence: SlotEvidence, seat: Seat) -> list[Part]:
    return [Part(place) for place, pile in evidence.state.player(seat).piles if usable(evidence.state, pile)]


def _completions(evidence: SlotEvidence, seat: Seat, price: int, parts: Payment) -> Iterator[Payment]:
    """The cheapest payments that contain these parts and suffice; if none does, the most valuable one."""
    gone = {part.place for part in parts}
    rest = [part for part in _usable(evidence, seat) if part.place not in gone]
    whole = tuple(Part(part.place) for part in parts)
    ways = [
        (_worth(evidence, seat, paid), paid)
        for size in range(0 if parts else 1, _most_sets(evidence, seat) + 1 - len(parts))
        for more in combinations(rest, size)
        if (paid := (*whole, *more))
    ]
    enough = sorted(
        (way for way in ways if way[0] >= price), key=lambda way: (_in_sight(evidence, seat, way[1]), way[0])
    )
    if enough:
        yield from (paid for _, paid in enough[:MOST_PAYMENTS])
    elif not parts:
        yield max(ways, key=lambda way: way[0], default=(0, ()))[1]


def _in_sight(evidence: SlotEvidence, seat: Seat, paid: Payment) -> int:
    """How many of the piles lie, seen, where they should: the likelier payments are those that cannot be seen."""
    return sum(not evidence.place_unseen(seat, part.place) for part in paid)


def _turned(evidence: SlotEvidence, seat: Seat, tiles: tuple[Piece, ...], paid: Payment) -> Iterator[Buy]:
    """President's readings of a payment: one of the two piles turned into the other's corporation."""
    state, player = evidence.state, evidence.state.player(seat)
    if Ability.CONVERSION not in abilities(state, player) or len(paid) != 2 or not all(part.whole for part in paid):
        return
    piles = [player.pile(part.place).cards for part in paid]
    if all(kind(state.catalog, cards) is Kind.CORPORATION for cards in piles):
        for one, other in ((0, 1), (1, 0)):
            turned = Part(paid[one].place, turned=piles[other][0])
            yield Buy(seat, tiles, (turned, paid[other]), Ability.CONVERSION)


def _turned_with_another(evidence: SlotEvidence, seat: Seat, tiles: tuple[Piece, ...], part: Part) -> Iterator[Buy]:
    """President's readings when only one of the two piles has been seen to go."""
    if Ability.CONVERSION in abilities(evidence.state, evidence.state.player(seat)):
        for place, _ in evidence.state.player(seat).piles:
            if place != part.place and evidence.place_unseen(seat, place):
                yield from _turned(evidence, seat, tiles, (Part(part.place), Part(place)))


def _tile_to_come(evidence: SlotEvidence, seat: Seat, parts: Payment) -> Iterator[Buy]:
    """Cards have been put away and no tile has been taken yet: it may be the first half of a buy."""
    if not 1 <= len(parts) <= 3 or not all(part.whole for part in parts):
        return
    value = _worth(evidence, seat, parts)
    for tile in free_tiles(evidence.state):
        if evidence.state.catalog.tiles[tile].points <= value:
            yield Buy(seat, (tile,), parts, power_needed((tile,), parts))


@dataclass(frozen=True, slots=True)
class Buy(Decision):
    """Takes a tile (two with the Illuminati's power) for the cards of own piles. `power`: the one that is used."""

    form: ClassVar = Form(
        "{player}: buy {tiles}[ with {paid:parts}][ by {power}]",
        {"paid": lambda _: (), "power": lambda said: power_needed(said["tiles"], said.get("paid", ()))},
        also=("{player}: buy {tiles} with",),
    )
    rules: ClassVar = (
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
    words: ClassVar = {**WORDS, "card": lambda state, action: piece_name(state, action.turned)}
    title: ClassVar = say("Buy a tile")
    icon: ClassVar = "coins"
    tiles: tuple[Piece, ...]
    paid: Payment
    power: Ability | None = None

    def apply(self, state: State) -> State:
        """Sets leave the game whole and without change (NWO-54, NWO-55, NWO-56); tiles lie open (NWO-59)."""
        player = state.player(self.player)
        used = purchase_of(state, self).power_spent(price_of(state, self.tiles))
        spent = player.spent if used is None else tuple(sorted({*player.spent, used.value}))
        player = take(state, player, *self.paid)
        tiles = tuple(sorted((*player.tiles, *self.tiles)))
        left = tuple(None if tile in self.tiles else tile for tile in state.pyramid)
        return after_action(state, self.player, replace(player, tiles=tiles, spent=spent), pyramid=left)

    @property
    def said(self) -> Text:
        if not self.paid:
            return say("{who} bought {tiles}")
        if self.power is Ability.CONVERSION:
            return say("{who} bought {tiles} with {paid}, turned into {card}")
        return say("{who} bought {tiles} with {paid}")

    @property
    def turned(self) -> Piece:
        """The corporation into which a set is turned."""
        return next((part.turned for part in self.paid if part.turned is not None), "")

    @staticmethod
    def candidates(state: State) -> list[Buy]:
        """Free tiles with each way to pay for them, and two for one set with the power that has not been used."""
        seat, player = state.on_turn, state.player(state.on_turn)
        free = [(tile, tile_worth(state.catalog, tile).least) for tile in free_tiles(state)]
        two_tiles = Ability.TWO_TILES in unspent(state, player)
        found: list[Buy] = []
        for way in purchases(state, player):
            paid = way.paid
            worth = paid_worth(state, player, paid).most if state.catalog.asked else way.worth
            found += [_buy(seat, (tile,), paid, way.power) for tile, price in free if price <= worth]
            if two_tiles and len(paid) == 1:
                found += [_buy(seat, pair, paid, Ability.TWO_TILES) for pair in _pairs(state, worth)]
        return found

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Buy]:
        """Which tile was taken, and what was or is still to be paid for it."""
        for seat in evidence.acting:
            taken, parts = evidence.tiles_taken(seat), tuple(_payment_parts(evidence, seat))
            if not taken:
                yield from _tile_to_come(evidence, seat, parts)
                continue
            groups: list[tuple[Piece, ...]] = [(tile,) for tile in taken]
            if len(taken) == 2:
                # Illuminati's two tiles: the second may have been freed by the first.
                groups.extend((tuple(taken), tuple(reversed(taken))))
            for tiles in groups:
                for paid in _ways_to_pay(evidence, seat, tiles, parts, several=len(taken) > 1):
                    yield Buy(seat, tiles, paid, power_needed(tiles, paid))
                    yield from _turned(evidence, seat, tiles, paid)
                if len(parts) == 1:
                    yield from _turned_with_another(evidence, seat, tiles, parts[0])


_buy = lru_cache(maxsize=1 << 15)(Buy)


def _pairs(state: State, value: int) -> list[tuple[Piece, Piece]]:
    """Two tiles, the second free at least once the first is gone, neither dearer than the value (NWO-107)."""
    affordable = [tile for tile in state.pyramid if tile is not None and tile_worth(state.catalog, tile).least <= value]
    free = free_tiles(state)
    found: list[tuple[Piece, Piece]] = []
    for first in affordable:
        if first in free:
            opened = opened_by(state, first)
            found += [(first, other) for other in affordable if other in opened or (other in free and other > first)]
    return found
