"""What must be true of every position: all faults at once, for a position that people wrote down."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.rules import Violation
from companion.core.text import say
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.piles import Kind, abilities, kind, numbered, slot_count
from companion.games.new_world_order.pyramid import PLACES, TOP
from companion.games.new_world_order.rules_cards import names
from companion.games.new_world_order.rules_setup import TOP_LIMIT
from companion.games.new_world_order.settings import book, ruling
from companion.games.new_world_order.state import Player, State

CHARACTER = book.cite("NWO-7")
SECOND = book.cite("NWO-8")
NO_CARDINAL = book.cite("NWO-2")
NO_ROYALTY = book.cite("NWO-16")
TOP_TILE = book.cite("NWO-4")
THOUSANDS = book.cite("NWO-5")
SLOTS = book.cite("NWO-14")
ONE_KIND = book.cite("NWO-31")
ONE_PILE = ruling.cite("NWO-33")
TRIANGLES = book.cite("NWO-67")
IMMEDIATE = book.cite("NWO-85")
OUTSIDE_SLOTS = book.cite("NWO-103")
POWERS = book.cite("NWO-109")


def faults(state: State) -> tuple[Violation, ...]:
    """Everything in the position that cannot be, with the rule and how to put it right."""
    found = [*_pyramid_faults(state), *_character_faults(state), *_market_faults(state)]
    for player in state.players:
        found += (*_slot_faults(state, player), *_outside_faults(state, player), *_bonus_faults(state, player))
    return tuple(found)


def _pyramid_faults(state: State) -> Iterator[Violation]:
    """What lies too high in a complete pyramid. Of the others people write down as much as matters to them."""
    whole = [tile for tile in state.pyramid if tile is not None]
    if len(whole) < len(PLACES):
        return
    for place, tile in enumerate(whole):
        points, name = state.catalog.tiles[tile].points, state.catalog.tiles[tile].name
        if points == 1000 and PLACES[place][0] > 2:
            reason = say("{tile} is worth 1000 and lies too high.", tile=name)
            yield Violation(THOUSANDS, reason, say("Check the layers."))
        if place == TOP and points > TOP_LIMIT:
            reason = say("{tile} is worth {points}, more than 300.", tile=name, points=points)
            yield Violation(TOP_TILE, reason, say("Check the top tile."))


def _character_faults(state: State) -> Iterator[Violation]:
    repair = say("Check the character cards.")
    worn = [name for player in state.players for name in (player.character, player.second) if name is not None]
    for character in dict.fromkeys(worn):
        facts = state.catalog.characters[character]
        if worn.count(character) > 1:
            yield Violation(CHARACTER, say("Two players are {character}.", character=facts.name), repair)
        if facts.ability is Ability.IMMUNE and len(state.players) == 2:
            yield Violation(NO_CARDINAL, say("With two players the Cardinal is not used."), repair)
        if facts.ability is Ability.LARGE_MARKET and state.settings.house_market_15 == "on":
            yield Violation(NO_ROYALTY, say("With the house rule of 15 cards Royalty is not used."), repair)
    for player in state.players:
        first = state.catalog.characters[player.character].ability if player.character is not None else None
        if player.second is not None and first is not Ability.TWO_TILES:
            yield Violation(SECOND, say("{who} has a second character without Illuminati.", who=player.name), repair)


def _market_faults(state: State) -> Iterator[Violation]:
    lying = tuple(card for card in (*state.market, *state.reserve) if state.catalog.immediate(card))
    if lying:
        yield _never_taken(state, lying)


def _never_taken(state: State, cards: tuple[str, ...]) -> Violation:
    reason = say("{cards}: resolved when dealt, never kept.", cards=names(state, cards))
    return Violation(IMMEDIATE, reason, say("List them under open or gone."))


def _slot_faults(state: State, player: Player) -> Iterator[Violation]:
    most, seen = slot_count(state, player), set[str]()
    for slot, pile in numbered(player):
        sort, cards = kind(state.catalog, pile.cards), names(state, pile.cards)
        if slot > most:
            reason = say("{who} has {count} slots, and cards in slot {slot}.", who=player.name, count=most, slot=slot)
            yield Violation(SLOTS, reason, say("Check the slots."))
        if any(map(state.catalog.immediate, pile.cards)):
            yield _never_taken(state, pile.cards)
        if sort is Kind.MIXED:
            reason = say("{who}: {cards} do not belong together in one slot.", who=player.name, cards=cards)
            yield Violation(ONE_KIND, reason, say("Lay them into slots of their own."))
        if sort is Kind.CORPORATION:
            if pile.cards[0] in seen:
                reason = say("{who} has two piles of {cards}.", who=player.name, cards=cards)
                yield Violation(ONE_PILE, reason, say("Put them together."))
            seen.add(pile.cards[0])


def _outside_faults(state: State, player: Player) -> Iterator[Violation]:
    repair = say("Lay the cards into a slot.")
    if player.outside and Ability.OUTSIDE_SPECIALS not in abilities(state, player):
        yield Violation(OUTSIDE_SLOTS, say("Only a Globalist keeps specials outside the slots."), repair)
    if any(state.catalog.effect(card) is None for pile in player.outside for card in pile.cards):
        yield Violation(OUTSIDE_SLOTS, say("Only specials lie outside the slots."), repair)


def _bonus_faults(state: State, player: Player) -> Iterator[Violation]:
    """Triangles that were not earned, and powers spent that the player does not have, if his character is known."""
    if player.character is None:
        return
    strange = tuple(card for card in player.triangles if card not in player.starters)
    if strange:
        cards = names(state, strange)
        reason = say("{who} has a triangle for {cards}, and did not start with it.", who=player.name, cards=cards)
        yield Violation(TRIANGLES, reason, say("Check triangles and starters."))
    has = [power.value for power in abilities(state, player)]
    if any(power not in has for power in player.spent):
        reason = say("{who} has spent a power he does not have.", who=player.name)
        yield Violation(POWERS, reason, say("Check the character and spent."))
