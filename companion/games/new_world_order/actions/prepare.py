"""The set-up: tiles laid and exchanged, characters drawn and chosen, starting cards (NWO-1 to NWO-17)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.rules import Refusal, refuse, undecided
from companion.core.table import Piece
from companion.core.text import Text, say
from companion.games.new_world_order.actions.base import Chance, Decision, ForSeat
from companion.games.new_world_order.actions.deal import all_seen
from companion.games.new_world_order.catalog import Ability, Catalog, Character
from companion.games.new_world_order.game_flow import after_setup, awaits_second, leading_character
from companion.games.new_world_order.names import (
    card_names,
    counted_names,
    piece_name,
    place_name,
    tile_laid,
    tile_name,
)
from companion.games.new_world_order.piles import slot_count
from companion.games.new_world_order.places import Obstacle, obstacle, put
from companion.games.new_world_order.pyramid import (
    INDEX,
    PLACES,
    TOP,
    UNDER,
    PyramidPlace,
    open_places,
    place_of,
    unlaid,
    with_tile,
)
from companion.games.new_world_order.settings import book
from companion.games.new_world_order.slot_evidence import NONE, SlotEvidence
from companion.games.new_world_order.state import EMPTY, Phase, Place, Player, State, less_unseen
from companion.games.new_world_order.untold import number_unknown, tile_worth, tiles_worth

TOP_LIMIT = 300

# --- the pyramid ---


@book.check("NWO-3")
def being_built(state: State, action: Laid | Exchanged) -> Refusal | None:
    place = INDEX.get((action.layer, action.row, action.column)) if isinstance(action, Laid) else None
    if isinstance(action, Laid) and place is None:
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
def resting_on_four(state: State, action: Laid) -> bool:
    return not any(state.pyramid[below] is None for below in UNDER[INDEX[action.layer, action.row, action.column]])


def place_laid(state: State, action: Laid | Exchanged) -> PyramidPlace:
    """Where the tile comes to lie."""
    if isinstance(action, Laid):
        return action.layer, action.row, action.column
    return PLACES[state.pyramid.index(action.laid)]


@book.check("NWO-5")
def thousands_low(state: State, action: Laid | Exchanged) -> Refusal | None:
    tile = state.catalog.tiles[action.tile]
    layer = action.layer if isinstance(action, Laid) else PLACES[state.pyramid.index(action.laid)][0]
    if tile.points == 1000 and layer > 2:
        return refuse(
            "{tile} is worth 1000 and lies too high.",
            repair="Exchange it with a tile of the first two layers.",
            tile=tile_laid(state, tile.id, place_laid(state, action)),
        )
    return None


@book.check("NWO-4")
def top_cheap(state: State, action: Laid) -> Refusal | None:
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
def exchange_needed(state: State, action: Exchanged) -> Refusal | None:
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


def _tiles_seen(evidence: SlotEvidence) -> Iterator[tuple[Piece, PyramidPlace, Piece | None]]:
    """Each tile that came to the pyramid, to which place, and what lies there."""
    if evidence.state.phase is not Phase.SETUP:
        return
    left = set(unlaid(evidence.state))
    for zone, tiles in evidence.came.items():
        if zone.startswith("pyramid."):
            layer, row, column = (int(number) for number in zone.split(".")[1:])
            lying = evidence.state.pyramid[INDEX[layer, row, column]]
            yield from ((tile, (layer, row, column), lying) for tile in sorted(left.intersection(tiles)))


def _name_laid(state: State, action: Laid) -> Text:
    known = action.tile in state.catalog.tiles
    place = action.layer, action.row, action.column
    return tile_laid(state, action.tile, place) if known else piece_name(state, action.tile)


@dataclass(frozen=True, slots=True)
class Laid(Chance):
    """A tile was laid on a place of the pyramid (NWO-3)."""

    said: ClassVar = say("{tile} was laid in the pyramid")
    words: ClassVar = {"tile": _name_laid}
    form: ClassVar = "lay {tile} at {layer}.{row}.{column}"
    rules: ClassVar = (being_built, resting_on_four, thousands_low, top_cheap)
    phases: ClassVar = (Phase.SETUP,)
    title: ClassVar = say("Lay a tile")
    icon: ClassVar = "stack-2"
    tile: Piece
    layer: int
    row: int
    column: int

    def apply(self, state: State) -> State:
        place = INDEX.get((self.layer, self.row, self.column))
        return state if place is None else after_setup(with_tile(state, place, self.tile))

    @staticmethod
    def candidates(state: State) -> list[Laid]:
        left = unlaid(state)
        return [_layings(state.catalog, place)[tile] for place in open_places(state) for tile in left]

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Laid]:
        return (Laid(tile, *place) for tile, place, lying in _tiles_seen(evidence) if lying is None)


@lru_cache(maxsize=len(PLACES))
def _layings(catalog: Catalog, place: int) -> dict[Piece, Laid]:
    """Every tile laid on this place."""
    return {tile: Laid(tile, *PLACES[place]) for tile in catalog.tiles}


@dataclass(frozen=True, slots=True)
class Exchanged(Chance):
    """A tile that fits nowhere any more took the place of a laid one, which is to be laid instead (NWO-4)."""

    said: ClassVar = say("{tile} changed places with {laid}")
    form: ClassVar = "exchange {tile} for {laid:tile}"
    rules: ClassVar = (being_built, exchange_needed, thousands_low)
    phases: ClassVar = (Phase.SETUP,)
    title: ClassVar = say("Exchange a tile")
    icon: ClassVar = "replace"
    tile: Piece
    laid: Piece

    def apply(self, state: State) -> State:
        place = place_of(state, self.laid)
        return state if place is None else with_tile(state, place, self.tile)

    @staticmethod
    def candidates(state: State) -> list[Exchanged]:
        if not cannot_be_finished(state):
            return []
        return [Exchanged(tile, laid) for tile in unlaid(state) for laid in state.pyramid if laid is not None]

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Exchanged]:
        return (Exchanged(tile, lying) for tile, _, lying in _tiles_seen(evidence) if lying is not None)


# --- characters ---


@book.check("NWO-7")
def one_character(state: State, action: Drew) -> Refusal | None:
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
def no_cardinal_for_two(state: State, action: Drew | Choose) -> bool:
    return len(state.players) != 2 or character_of(state, action).ability is not Ability.IMMUNE


@book.requires("NWO-16", "With the house rule of 15 cards Royalty is not used.", repair="Draw another character.")
def no_royalty_with_house_rule(state: State, action: Drew | Choose) -> bool:
    return state.choices["houseMarket15"] != "on" or character_of(state, action).ability is not Ability.LARGE_MARKET


@book.check("NWO-13")
def number_is_told(state: State, action: Drew | Choose) -> Refusal | None:
    untold = number_unknown(state.catalog, action.character)
    return undecided(untold, "The lowest number begins.") if untold else None


def character_of(state: State, action: Drew | Choose) -> Character:
    return state.catalog.characters[action.character]


def characters_in_use(state: State) -> set[str]:
    """The characters that somebody has."""
    return {name for player in state.players for name in (player.character, player.second) if name is not None}


@book.check("NWO-8")
def illuminati_chooses_last(state: State, action: Choose) -> Refusal | None:
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


def _characters_left(state: State) -> list[Piece]:
    taken = characters_in_use(state)
    return [character for character in state.catalog.characters if character not in taken]


def _characters_seen(evidence: SlotEvidence) -> Iterator[tuple[Seat, Piece]]:
    for seat in evidence.state.seats:
        for character in evidence.came.get(f"{seat}.character", NONE):
            if character in evidence.state.catalog.characters:
                yield seat, character


def _with_slots(state: State, seat: Seat, player: Player) -> State:
    lacking = slot_count(state, player) - len(player.slots)
    return state.with_player(seat, replace(player, slots=(*player.slots, *(EMPTY,) * lacking)))


@dataclass(frozen=True, slots=True)
class Drew(ForSeat):
    """A player drew a character (NWO-7)."""

    said: ClassVar = say("{who} drew {character}")
    form: ClassVar = "{seat}: draws {character}"
    rules: ClassVar = (one_character, no_cardinal_for_two, no_royalty_with_house_rule, number_is_told)
    phases: ClassVar = (Phase.SETUP,)
    title: ClassVar = say("Draw a character")
    icon: ClassVar = "user"
    character: Piece

    def apply(self, state: State) -> State:
        return _with_slots(state, self.seat, replace(state.player(self.seat), character=self.character))

    @staticmethod
    def candidates(state: State) -> list[Drew]:
        drawing = [seat for seat in state.seats if state.player(seat).character is None]
        return [Drew(seat, character) for seat in drawing for character in _characters_left(state)]

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Drew]:
        player = evidence.state.player
        return (Drew(seat, came) for seat, came in _characters_seen(evidence) if player(seat).character is None)


@dataclass(frozen=True, slots=True)
class Choose(Decision):
    """An Illuminati chooses one of the characters left over (NWO-8)."""

    said: ClassVar = say("{who} chose {character}")
    form: ClassVar = "{player}: chooses {character}"
    rules: ClassVar = (illuminati_chooses_last, no_cardinal_for_two, no_royalty_with_house_rule, number_is_told)
    phases: ClassVar = (Phase.SETUP,)
    title: ClassVar = say("Choose a character")
    icon: ClassVar = "user"
    character: Piece

    def apply(self, state: State) -> State:
        return _with_slots(state, self.player, replace(state.player(self.player), second=self.character))

    @staticmethod
    def candidates(state: State) -> list[Choose]:
        choosing = [seat for seat in state.seats if awaits_second(state, state.player(seat))]
        return [Choose(seat, character) for seat in choosing for character in _characters_left(state)]

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Choose]:
        player = evidence.state.player
        return (Choose(seat, came) for seat, came in _characters_seen(evidence) if player(seat).character is not None)


# --- starting cards ---


@book.check("NWO-9")
def named_on_the_character(state: State, action: Started) -> Refusal | None:
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
def starting_card_left(state: State, action: Started) -> Refusal | None:
    return all_seen(state, action.card)


@book.check("NWO-9-R1")
def presidents_starting_cards(state: State, action: Started) -> Refusal | None:
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
def starting_slot(state: State, action: Started) -> Refusal | None:
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


@dataclass(frozen=True, slots=True)
class Started(ForSeat):
    """A player's starting card was laid into a slot, None for the first empty one (NWO-9, NWO-10)."""

    form: ClassVar = "{seat}: starts with {card}[ -> {place}]"
    rules: ClassVar = (named_on_the_character, presidents_starting_cards, starting_card_left, starting_slot)
    phases: ClassVar = (Phase.SETUP,)
    title: ClassVar = say("Lay a starting card")
    icon: ClassVar = "cards"
    card: Piece
    place: Place | None = None

    def apply(self, state: State) -> State:
        player = put(state, state.player(self.seat), (self.card,), self.place)
        starters, unseen = (*player.starters, self.card), less_unseen(state, self.card)
        return after_setup(state.with_player(self.seat, replace(player, starters=starters), unseen=unseen))

    @property
    def said(self) -> Text:
        if self.place is None:
            return say("{who} got the starting card {card}")
        return say("{who} got the starting card {card} into {place}")

    @staticmethod
    def candidates(state: State) -> Iterator[Started]:
        for seat, player in zip(state.seats, state.players, strict=True):
            leading = leading_character(player)
            if leading is not None and len(player.starters) < 3 and not awaits_second(state, player):
                named = state.catalog.characters[leading].starters
                yield from (Started(seat, card) for card in named or state.catalog.corporations)

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Started]:
        if evidence.state.phase is Phase.SETUP:
            for seat in evidence.state.seats:
                for place, cards in evidence.came_to(seat).items():
                    yield from (
                        Started(seat, card, place) for card in cards if card in evidence.state.catalog.corporations
                    )
