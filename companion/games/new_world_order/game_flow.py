"""How the game moves on: from set-up to the deal, from turn to turn, from round to round, to the end."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.new_world_order.catalog import Ability, Catalog
from companion.games.new_world_order.piles import abilities, laid_outside
from companion.games.new_world_order.state import SEATS, Acted, Deal, Granted, Over, Phase, Pile, Player, State, Turn

MARKET = 13
LARGE_MARKET = 15


def leading_character(player: Player) -> Piece | None:
    """The character whose starting cards and dream the player has: an Illuminati has those of his second (NWO-8-R)."""
    return player.second or player.character


def awaits_second(state: State, player: Player) -> bool:
    """Whether an Illuminati still has to choose (NWO-8)."""
    drawn = player.character is not None and player.second is None
    return drawn and Ability.TWO_TILES in abilities(state, player)


def starting_number(state: State, player: Player) -> int:
    """The number that decides who starts (NWO-13, NWO-13-R1)."""
    worn = [state.catalog.characters[name].number for name in (player.character, player.second) if name is not None]
    return min(worn) if state.choices["illuminatiNumber"] == "lowest" else worn[0]


def after_setup(state: State) -> State:
    """Goes on to the first deal once pyramid, characters and starting cards lie there (NWO-9-R2, NWO-12)."""
    complete = None not in state.pyramid and all(len(player.starters) == 3 for player in state.players)
    if state.phase is not Phase.SETUP or not complete:
        return state
    first = min(state.seats, key=lambda seat: starting_number(state, state.player(seat)))
    return after_deal(replace(state, stage=Deal(), disc=first, on_turn=first))


def market_target(state: State) -> int:
    """How many cards the market is filled up to (NWO-12, NWO-16, NWO-20, NWO-101)."""
    if state.choices["houseMarket15"] == "on":
        return LARGE_MARKET
    if not royalty(state):
        return MARKET
    match state.choices["royaltyMarket"]:
        case "all15":
            return LARGE_MARKET
        case "onlyWhenStarting" if state.disc in royalty(state):
            return LARGE_MARKET
        case _:
            return MARKET


def reserve_target(state: State) -> int:
    """How many cards lie apart for Royalty alone (setting royaltyMarket)."""
    return LARGE_MARKET - MARKET if state.choices["royaltyMarket"] == "twoReserved" and royalty(state) else 0


def royalty(state: State) -> tuple[Seat, ...]:
    """The seats with Royalty's power."""
    return _royal(state.catalog, tuple((player.character, player.second) for player in state.players))


@lru_cache(maxsize=512)
def _royal(catalog: Catalog, worn: tuple[tuple[Piece | None, Piece | None], ...]) -> tuple[Seat, ...]:
    return tuple(
        seat
        for seat, characters in zip(SEATS, worn, strict=False)
        if any(name and catalog.characters[name].ability is Ability.LARGE_MARKET for name in characters)
    )


def missing_cards(state: State) -> int:
    """How many cards the deal still has to bring."""
    return min(state.deck, cards_lacking(state))


def cards_lacking(state: State) -> int:
    """How many cards fewer lie out than should, whatever the deck has left."""
    return max(0, market_target(state) - len(state.market)) + max(0, reserve_target(state) - len(state.reserve))


def after_deal(state: State) -> State:
    """Begins the turns once the market is full and all immediate specials are resolved (NWO-20, NWO-21, NWO-85)."""
    if not isinstance(state.stage, Deal) or state.stage.open or missing_cards(state):
        return state
    last_deal = state.choices["finalRound"] == "lastDeal" and state.deck == 0
    return replace(state, stage=Turn(state.stage.added, last_deal), on_turn=state.disc or state.on_turn)


def next_seat(state: State, seat: Seat) -> Seat | None:
    """Who is on turn next: clockwise, who has not passed; None if all have (NWO-13-R2, NWO-22, NWO-25, NWO-73)."""
    index = SEATS.index(seat)
    circle = (*state.seats[index + 1 :], *state.seats[: index + 1])
    return next((other for other in circle if not state.player(other).passed), None)


def after_action(state: State, seat: Seat, player: Player, **changes: Any) -> State:
    """Passes the turn on after a main action that left the player like this, and changed more.

    Whoever acted out of turn leaves the turn, and what Above the Law grants, where it was.
    """
    if not player.acted:
        player = replace(player, acted=True)
    if (turn := state.turn) is None:
        return state.with_player(seat, player, **changes)
    after: Acted | Granted = Acted(seat)
    if isinstance(turn.after, Granted):
        rest = turn.after.actions - (seat == state.on_turn)
        after = Granted(rest) if rest else Acted(seat, lawed=True)
    if seat == state.on_turn and isinstance(after, Acted):
        changes["on_turn"] = next_seat(state, seat) or seat
    return state.with_player(seat, player, **changes, stage=Turn(turn.added, turn.final, after))


def after_pass(state: State, seat: Seat) -> State:
    """The first to pass takes the disc (NWO-24); when everybody has passed the round is over (NWO-26)."""
    disc = state.disc if any(player.passed for player in state.players) else seat
    state = state.with_player(seat, replace(state.player(seat), passed=True), disc=disc)
    following = next_seat(state, seat)
    if following is None:
        return _end_of_round(state)
    if (turn := state.turn) is None:
        return state
    if seat != state.on_turn:
        return replace(state, stage=Turn(turn.added, turn.final, turn.after if state.extra else None))
    return replace(state, stage=Turn(turn.added, turn.final), on_turn=following)


def _end_of_round(state: State) -> State:
    if ends_now(state):
        return replace(state, stage=Over(last_round(state)))
    players = tuple(rested(state, player) for player in state.players)
    begun = replace(state, players=players, stage=Deal(), round=state.round + 1)
    return after_deal(replace(begun, on_turn=state.disc or state.on_turn))


def ends_now(state: State) -> bool:
    """Whether the game is over at the end of this round (NWO-70, NWO-71, NWO-72, NWO-74)."""
    no_tiles = all(tile is None for tile in state.pyramid)
    return last_round(state) or no_tiles or stands_still(state)


def stands_still(state: State) -> bool:
    """Whether nothing was dealt for this round and nobody has acted in it (NWO-74)."""
    return state.turn is not None and not state.turn.added and not any(player.acted for player in state.players)


def last_round(state: State) -> bool:
    """Whether this round is, or was, the last because the deck is empty (NWO-71)."""
    return isinstance(state.stage, Turn | Over) and state.stage.final


def rested(state: State, player: Player) -> Player:
    """The player at the start of a round: specials taken before may be used now (NWO-81)."""
    return replace(
        player,
        passed=False,
        acted=False,
        slots=tuple(Pile(pile.cards) if pile.fresh else pile for pile in player.slots),
        outside=laid_outside(state, (Pile(pile.cards) for pile in player.outside)) if player.outside else (),
    )
