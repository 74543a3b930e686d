"""The set-up: checks and effects (NWO-1 to NWO-17)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.rules import Refusal, refuse, undecided
from companion.core.table import Piece
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability, Character
from companion.games.new_world_order.names import card_names, counted_names, place_name, tile_laid, tile_name
from companion.games.new_world_order.phases import (
    after_setup,
    awaits_second,
    leading_character,
)
from companion.games.new_world_order.piles import slot_count
from companion.games.new_world_order.places import Obstacle, obstacle, put
from companion.games.new_world_order.pyramid import INDEX, PLACES, TOP, UNDER, PyramidPlace, place_of, unlaid
from companion.games.new_world_order.rulebook import book
from companion.games.new_world_order.rules_deal import all_seen
from companion.games.new_world_order.stages import Phase
from companion.games.new_world_order.state import EMPTY, Player, State, less_unseen
from companion.games.new_world_order.untold import number_unknown, tile_worth, tiles_worth

TOP_LIMIT = 300


@book.check("NWO-3")
def being_built(state: State, action: act.Laid | act.Exchanged) -> Refusal | None:
    place = INDEX.get((action.layer, action.row, action.column)) if isinstance(action, act.Laid) else None
    if isinstance(action, act.Laid) and place is None:
        return refuse("The pyramid has no such place.", repair="Lay the tile on a place of the pyramid.")
    tile = tile_name(state, action.tile)
    if state.phase is not Phase.SETUP:
        return refuse("The pyramid is built before the game begins.", repair="Put {tile} back where it was.", tile=tile)
    if action.tile not in unlaid(state):
        return refuse("{tile} has been laid already.", repair="Put {tile} back where it was.", tile=tile)
    lying = state.pyramid[place] if place is not None else None
    if lying is not None:
        return refuse(
            "{lying} lies there already.",
            repair="Lay {tile} on an empty place.",
            lying=tile_name(state, lying),
            tile=tile,
        )
    return None


@book.requires(
    "NWO-6",
    "{tile} has to rest on four tiles, and not all of them lie there.",
    repair="Lay the missing ones first, or lay {tile} elsewhere.",
    tile=lambda state, action: tile_name(state, action.tile),
)
def resting_on_four(state: State, action: act.Laid) -> bool:
    return not any(state.pyramid[below] is None for below in UNDER[INDEX[action.layer, action.row, action.column]])


def place_laid(state: State, action: act.Laid | act.Exchanged) -> PyramidPlace:
    """Where the tile comes to lie."""
    if isinstance(action, act.Laid):
        return action.layer, action.row, action.column
    return PLACES[state.pyramid.index(action.laid)]


@book.check("NWO-5")
def thousands_low(state: State, action: act.Laid | act.Exchanged) -> Refusal | None:
    tile = state.catalog.tiles[action.tile]
    layer = action.layer if isinstance(action, act.Laid) else PLACES[state.pyramid.index(action.laid)][0]
    worth = tile_worth(state.catalog, tile.id)
    if layer > 2 and not worth.is_known and worth.most == 1000:
        return undecided(worth.questions, "Only in the two lower layers may it be worth 1000.")
    if tile.points == 1000 and layer > 2:
        return refuse(
            "{tile} is worth 1000 and lies too high.",
            repair="Exchange it with a tile of the first two layers.",
            tile=tile_laid(state, tile.id, place_laid(state, action)),
        )
    return None


@book.check("NWO-4")
def top_cheap(state: State, action: act.Laid) -> Refusal | None:
    tile = state.catalog.tiles[action.tile]
    if INDEX[action.layer, action.row, action.column] != TOP:
        return None
    worth = tile_worth(state.catalog, tile.id, layer=4)
    if worth.most > TOP_LIMIT and not worth.is_known:
        return undecided(worth.questions, "The top of the pyramid may be worth 300 at most.")
    if tile.points > TOP_LIMIT:
        return refuse(
            "{tile} is worth {points}, more than 300.",
            repair="Exchange it with another tile until the top is worth 300 or less.",
            tile=tile_laid(state, tile.id, place_laid(state, action)),
            points=tile.points,
        )
    return None


@book.check("NWO-4-R")
def exchange_needed(state: State, action: act.Exchanged) -> Refusal | None:
    if not cannot_be_finished(state):
        left = tiles_worth(state.catalog, unlaid(state))
        if not left.is_known:
            return undecided(left.questions, "It decides whether an exchange is needed.")
        return refuse("No exchange is needed.", repair="Lay the tiles that are left.")
    if action.laid not in state.pyramid:
        return refuse(
            "{laid} does not lie in the pyramid.",
            repair="Exchange {tile} with a tile that lies there.",
            laid=tile_name(state, action.laid),
            tile=tile_name(state, action.tile),
        )
    return None


def cannot_be_finished(state: State) -> bool:
    """Whether the tiles that are left cannot fill the places that are left (NWO-4, NWO-5)."""
    left = [tile_worth(state.catalog, tile).least for tile in unlaid(state)]
    low_places = sum(1 for index, (layer, _, _) in enumerate(PLACES) if layer <= 2 and state.pyramid[index] is None)
    no_top = state.pyramid[TOP] is None and all(points > TOP_LIMIT for points in left)
    return bool(left) and (left.count(1000) > low_places or no_top)


@book.check("NWO-7")
def one_character(state: State, action: act.Drew) -> Refusal | None:
    player = state.player(action.seat)
    if state.phase is not Phase.SETUP:
        return refuse("Characters are drawn before the game begins.", repair="Put the character card back.")
    if player.character is not None:
        return refuse(
            "{who} has a character already: {character}.",
            repair="Put the new character card back.",
            who=player.name,
            character=state.catalog.characters[player.character].name,
        )
    holder = next((other for other in state.players if action.character in (other.character, other.second)), None)
    if holder is not None:
        return refuse(
            "{who} has {character} already.",
            repair="Check the character cards.",
            who=holder.name,
            character=character_of(state, action).name,
        )
    return None


@book.requires("NWO-2", "With two players the Cardinal is not used.", repair="Draw another character.")
def no_cardinal_for_two(state: State, action: act.Drew | act.Choose) -> bool:
    return len(state.players) != 2 or character_of(state, action).ability is not Ability.IMMUNE


@book.requires("NWO-16", "With the house rule of 15 cards Royalty is not used.", repair="Draw another character.")
def no_royalty_with_house_rule(state: State, action: act.Drew | act.Choose) -> bool:
    return state.choices["houseMarket15"] != "on" or character_of(state, action).ability is not Ability.LARGE_MARKET


@book.check("NWO-13")
def number_is_told(state: State, action: act.Drew | act.Choose) -> Refusal | None:
    untold = number_unknown(state.catalog, action.character)
    return undecided(untold, "The lowest number begins.") if untold else None


def character_of(state: State, action: act.Drew | act.Choose) -> Character:
    return state.catalog.characters[action.character]


def characters_in_use(state: State) -> set[str]:
    """The characters that somebody has."""
    return {name for player in state.players for name in (player.character, player.second) if name is not None}


@book.check("NWO-8")
def illuminati_chooses_last(state: State, action: act.Choose) -> Refusal | None:
    if not awaits_second(state, state.player(action.player)):
        return refuse(
            "Only the Illuminati chooses a second character, and only one.", repair="Put the character card back."
        )
    if any(player.character is None for player in state.players):
        return refuse("Not everybody has drawn a character yet.", repair="Draw the other characters first.")
    if action.character in characters_in_use(state):
        return refuse(
            "{character} is not left over.",
            repair="Choose a character that nobody has.",
            character=character_of(state, action).name,
        )
    return None


@book.check("NWO-9")
def named_on_the_character(state: State, action: act.Started) -> Refusal | None:
    player = state.player(action.seat)
    leading, card = leading_character(player), card_names(state, (action.card,))
    if state.phase is not Phase.SETUP:
        return refuse("Starting cards are taken before the game begins.", repair="Put {card} back.", card=card)
    if leading is None or awaits_second(state, player):
        return refuse(
            "{who} has no character yet that names starting cards.",
            repair="Put {card} back until the character is known.",
            who=player.name,
            card=card,
        )
    named = state.catalog.characters[leading].starters
    if named and action.card not in named:
        return refuse(
            "{who} does not start with {card}.",
            repair="Put it back and take {cards}.",
            who=player.name,
            card=card,
            cards=card_names(state, named),
        )
    if named and action.card in player.starters:
        return refuse(
            "{who} has taken {card} already.", repair="Take each of the three once.", who=player.name, card=card
        )
    if len(player.starters) == 3:
        return refuse("{who} has three starting cards already.", repair="Put {card} back.", who=player.name, card=card)
    return None


@book.check("NWO-17")
def starting_card_left(state: State, action: act.Started) -> Refusal | None:
    return all_seen(state, action.card)


@book.check("NWO-9-R1")
def presidents_starting_cards(state: State, action: act.Started) -> Refusal | None:
    player = state.player(action.seat)
    if state.catalog.characters[leading_character(player) or ""].starters:
        return None
    if action.card in player.starters or action.card not in state.catalog.corporations:
        return refuse("The three starting cards are of different corporations.", repair="Take another card.")
    sets = {state.catalog.set_of(card) for card in (*player.starters, action.card)}
    if state.choices["presidentStarters"] == "oneColourSet" and len(sets) > 1:
        return refuse("The three starting cards are of one colour set.", repair="Take cards of one colour set.")
    return None


@book.check("NWO-10")
def starting_slot(state: State, action: act.Started) -> Refusal | None:
    player = state.player(action.seat)
    if action.place is None:
        return None
    match obstacle(state, player, (action.card,), action.place):
        case None | Obstacle.OWN_PILE:
            return None
        case Obstacle.NO_SUCH_SLOT:
            return refuse(
                "{who} has no {place}.",
                repair="Lay the card into one of the slots.",
                who=player.name,
                place=place_name(action.place),
            )
        case Obstacle.NO_GLOBALIST | Obstacle.NO_SPECIALS:
            return refuse("Starting cards lie in slots.", repair="Lay the card into one of the slots.")
        case _:
            return refuse(
                "Slot {slot} holds {pile}.",
                repair="Lay the card into an empty slot.",
                slot=action.place.number,
                pile=counted_names(state, player.pile(action.place).cards),
            )


# --- effects ---


def _laid(state: State, action: act.Laid) -> State:
    place = INDEX.get((action.layer, action.row, action.column))
    return state if place is None else after_setup(_with_tile(state, place, action.tile))


def _exchanged(state: State, action: act.Exchanged) -> State:
    place = place_of(state, action.laid)
    return state if place is None else _with_tile(state, place, action.tile)


def _with_tile(state: State, place: int, tile: Piece | None) -> State:
    return replace(state, pyramid=(*state.pyramid[:place], tile, *state.pyramid[place + 1 :]))


def _drew(state: State, action: act.Drew) -> State:
    return _with_slots(state, action.seat, replace(state.player(action.seat), character=action.character))


def _choose(state: State, action: act.Choose) -> State:
    return _with_slots(state, action.player, replace(state.player(action.player), second=action.character))


def _with_slots(state: State, seat: Seat, player: Player) -> State:
    lacking = slot_count(state, player) - len(player.slots)
    return state.with_player(seat, replace(player, slots=(*player.slots, *(EMPTY,) * lacking)))


def _started(state: State, action: act.Started) -> State:
    player = state.player(action.seat)
    player = put(state, player, (action.card,), action.place)
    starters = (*player.starters, action.card)
    counts = less_unseen(state, action.card)
    return after_setup(state.with_player(action.seat, replace(player, starters=starters), unseen=counts))


CHECKS = {
    act.Laid: (being_built, resting_on_four, thousands_low, top_cheap),
    act.Exchanged: (being_built, exchange_needed, thousands_low),
    act.Drew: (one_character, no_cardinal_for_two, no_royalty_with_house_rule, number_is_told),
    act.Choose: (illuminati_chooses_last, no_cardinal_for_two, no_royalty_with_house_rule, number_is_told),
    act.Started: (named_on_the_character, presidents_starting_cards, starting_card_left, starting_slot),
}


EFFECTS = {
    act.Laid: _laid,
    act.Exchanged: _exchanged,
    act.Drew: _drew,
    act.Choose: _choose,
    act.Started: _started,
}
