"""Checks of set-up and deal (NWO-1 to NWO-21, NWO-85, NWO-87)."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability, Character
from companion.games.new_world_order.flow import awaits_second, leading_character, missing_cards
from companion.games.new_world_order.piles import Kind, kind, slot_count
from companion.games.new_world_order.pyramid import INDEX, PLACES, TOP, UNDER, unlaid
from companion.games.new_world_order.settings import book, ruling
from companion.games.new_world_order.state import Phase, State

TOP_LIMIT = 300


@book.rule("NWO-3")
def being_built(state: State, action: act.Laid | act.Exchanged) -> Refusal | None:
    """The pyramid is built once, before the game, of all 30 tiles."""
    place = INDEX.get((action.layer, action.row, action.column)) if isinstance(action, act.Laid) else None
    if isinstance(action, act.Laid) and place is None:
        return refuse("The pyramid has no such place.", repair="Lay the tile on a place of the pyramid.")
    taken = place is not None and state.pyramid[place] is not None
    if state.phase is not Phase.SETUP or action.tile not in unlaid(state) or taken:
        tile = state.catalog.tiles[action.tile].name
        return refuse("{tile} cannot be laid there now.", repair="Put {tile} back where it was.", tile=tile)
    return None


@book.rule("NWO-6")
def resting_on_four(state: State, action: act.Laid) -> Refusal | None:
    """A tile of a higher layer rests on four tiles of the layer below."""
    if any(state.pyramid[below] is None for below in UNDER[INDEX[action.layer, action.row, action.column]]):
        return refuse("There is no joint of four tiles there yet.", repair="Finish the layer below first.")
    return None


@book.rule("NWO-5")
def thousands_low(state: State, action: act.Laid) -> Refusal | None:
    """Both tiles of 1000 lie in the first or second layer."""
    tile = state.catalog.tiles[action.tile]
    if tile.points == 1000 and action.layer > 2:
        return refuse(
            "{tile} is worth 1000 and lies too high.",
            repair="Exchange it with a tile of the first two layers.",
            tile=tile.name,
        )
    return None


@book.rule("NWO-4")
def top_cheap(state: State, action: act.Laid) -> Refusal | None:
    """The tile on top is worth at most 300."""
    tile = state.catalog.tiles[action.tile]
    if INDEX[action.layer, action.row, action.column] == TOP and tile.points > TOP_LIMIT:
        return refuse(
            "{tile} is worth {points}, more than 300.",
            repair="Exchange it with another tile until the top is worth 300 or less.",
            tile=tile.name,
            points=tile.points,
        )
    return None


@ruling.rule("NWO-4")
def exchange_needed(state: State, action: act.Exchanged) -> Refusal | None:
    """A tile changes places with a laid one only when the tiles left cannot finish the pyramid."""
    if action.laid not in state.pyramid or not stuck(state):
        return refuse("No exchange is needed.", repair="Lay the tiles that are left.")
    low = PLACES[state.pyramid.index(action.laid)][0] <= 2
    if state.catalog.tiles[action.tile].points == 1000 and not low:
        return refuse("A tile of 1000 lies too high there.", repair="Exchange it with a tile of the first two layers.")
    return None


def stuck(state: State) -> bool:
    """Whether the tiles that are left cannot fill the places that are left (NWO-4, NWO-5)."""
    left = [state.catalog.tiles[tile].points for tile in unlaid(state)]
    low_places = sum(1 for index, (layer, _, _) in enumerate(PLACES) if layer <= 2 and state.pyramid[index] is None)
    no_top = state.pyramid[TOP] is None and all(points > TOP_LIMIT for points in left)
    return bool(left) and (left.count(1000) > low_places or no_top)


@book.rule("NWO-7")
def one_character(state: State, action: act.Drew) -> Refusal | None:
    """Each player draws one character before the game."""
    if state.phase is not Phase.SETUP or state.player(action.seat).character is not None:
        return refuse("This player has a character already.", repair="Put the new character card back.")
    if action.character in worn(state):
        return refuse("Somebody else has this character.", repair="Check the character cards.")
    return None


@book.rule("NWO-2")
def no_cardinal_for_two(state: State, action: act.Drew | act.Choose) -> Refusal | None:
    """With two players the Cardinal is not in the game."""
    if len(state.players) == 2 and character_of(state, action).ability is Ability.IMMUNE:
        return refuse("With two players the Cardinal is not used.", repair="Draw another character.")
    return None


@book.rule("NWO-16")
def no_royalty_with_house_rule(state: State, action: act.Drew | act.Choose) -> Refusal | None:
    """With the house rule of 15 market cards Royalty is not in the game."""
    if state.settings.house_market_15 == "on" and character_of(state, action).ability is Ability.LARGE_MARKET:
        return refuse("With the house rule of 15 cards Royalty is not used.", repair="Draw another character.")
    return None


def character_of(state: State, action: act.Drew | act.Choose) -> Character:
    return state.catalog.characters[action.character]


def worn(state: State) -> set[str]:
    """The characters that somebody has."""
    return {name for player in state.players for name in (player.character, player.second) if name is not None}


@book.rule("NWO-8")
def illuminati_chooses_last(state: State, action: act.Choose) -> Refusal | None:
    """Illuminati chooses one of the characters left over, after everybody has drawn."""
    if not awaits_second(state, state.player(action.player)):
        return refuse("Only Illuminati chooses a second character, and one only.", repair="Put the card back.")
    if any(player.character is None for player in state.players):
        return refuse("Not everybody has drawn a character yet.", repair="Draw the other characters first.")
    if action.character in worn(state):
        return refuse("This character is not left over.", repair="Choose one that nobody has.")
    return None


@book.rule("NWO-9")
def named_on_the_character(state: State, action: act.Started) -> Refusal | None:
    """The starting cards are one each of the three corporations named on the character."""
    player = state.player(action.seat)
    leading = leading_character(player)
    if state.phase is not Phase.SETUP or leading is None or awaits_second(state, player):
        return refuse("There are no starting cards to take now.", repair="Put the card back.")
    if len(player.starters) == 3 or action.card in player.starters or not unseen_corporation(state, action.card):
        return refuse("This starting card has been taken.", repair="Take each of the three once.")
    named = state.catalog.characters[leading].starters
    if named and action.card not in named:
        return refuse(
            "{who} starts with other cards.",
            repair="Take {cards}.",
            who=player.name,
            cards=tuple(state.catalog.corporations[card].name for card in named),
        )
    return None


@ruling.rule("NWO-9")
def president_in_one_colour(state: State, action: act.Started) -> Refusal | None:
    """By table setting, President's three starting cards are of one colour set."""
    player = state.player(action.seat)
    sets = {state.catalog.set_of(card) for card in (*player.starters, action.card)}
    if state.settings.president_starters == "oneColourSet" and len(sets) > 1:
        return refuse("The three starting cards are of one colour set.", repair="Take cards of one colour set.")
    return None


@book.rule("NWO-10")
def starting_slot(state: State, action: act.Started) -> Refusal | None:
    """Starting cards lie in slots of their own, or together as a colour set in one slot."""
    player = state.player(action.seat)
    if action.slot is None:
        return None
    if not 1 <= action.slot <= slot_count(state, player):
        return refuse("That is none of the player's slots.", repair="Lay the card into a slot.")
    lying = player.slots[action.slot - 1].cards
    if lying and kind(state.catalog, tuple(sorted((*lying, action.card)))) is not Kind.COLOUR:
        return refuse("That slot holds other cards.", repair="Lay the card into an empty slot.")
    return None


def unseen_corporation(state: State, card: str) -> bool:
    return card in state.catalog.corporations and state.unseen_of(card) > 0


@book.rule("NWO-20")
def market_lacks_cards(state: State, action: act.Dealt) -> Refusal | None:
    """At the start of a round cards are dealt until the market is full; nothing is dealt beyond."""
    if state.phase is Phase.DEAL and not missing_cards(state):
        return refuse("The market is full.", repair="Put the card back on the deck.")
    return None


@book.rule("NWO-39")
def no_refill_during_a_round(state: State, action: act.Dealt) -> Refusal | None:
    """The market is not refilled during a round."""
    if state.phase is not Phase.DEAL:
        return refuse("No cards are dealt now.", repair="Put the card back on the deck.")
    return None


@ruling.rule("NWO-87")
def in_the_deck(state: State, action: act.Dealt) -> Refusal | None:
    """A card can only be dealt while the deck lasts, and no more copies than there are."""
    if not state.deck or not state.unseen_of(action.card):
        return refuse("The deck has no such card left.", repair="Check the label: every copy has been seen.")
    return None


@book.rule("NWO-85")
def lying_open(state: State, action: act.SetAside) -> Refusal | None:
    """Immediate specials are resolved in the order in which they were dealt, and put aside."""
    if not state.open or action.card != state.open[0]:
        return refuse("That card is not being resolved now.", repair="Resolve the cards in the order they were dealt.")
    return None
