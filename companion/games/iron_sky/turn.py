"""Side turns: phases, hands, time tokens, the end."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.games.iron_sky.battle import chooser
from companion.games.iron_sky.catalog import CARDS_PER_COMMANDER, HAND, CardId, Side
from companion.games.iron_sky.resources import card_price, pay, receive_income
from companion.games.iron_sky.state import Phase, Player, ReichPlayer, State, UwcPlayer

SPECIALS_DEALT = 2
ORDINARY_BEFORE_END = 7
LAST_TOKENS = 4
END_TOKEN = "end"
RANDOM_TOKENS = 10


def deck_size(state: State) -> int:
    """How many command cards a player starts with (ISK-18, ISK-19, ISK-152)."""
    return CARDS_PER_COMMANDER + (SPECIALS_DEALT if state.plays("special_commands") else 0)


def sheet_drawn(state: State, seat: Seat, commander: str) -> State:
    """The commander's deck and start resources; with the last sheet the game begins (ISK-23, ISK-28, ISK-29)."""
    facts = state.profile.commanders[commander]
    player = replace(state.player(seat), commander=commander, hand=HAND, deck=deck_size(state) - HAND)
    if isinstance(player, UwcPlayer):
        player = replace(player, money=facts.money, politics=facts.politics)
    state = state.with_player(player)
    ready = all(player.commander is not None for player in state.players)
    return turn_begun(replace(state, side=Side.REICH)) if ready else state


def to_move(state: State) -> tuple[Seat, ...]:
    """Whose clocks run: a whole side's, and in a battle that of whoever has to choose."""
    if state.battle is not None:
        return (chooser(state, state.battle).player,)
    match state.phase:
        case Phase.SHEETS | Phase.OVER:
            return ()
        case Phase.SECRETS:
            return tuple(player.seat for player in state.players if player.operation is None)
        case _:
            return tuple(player.seat for player in state.team(state.side) if not player.done)


def turn_begun(state: State) -> State:
    """The Resource phase happens at once; then the side's Command phase is open."""
    players = tuple(_fresh(player) if player.side is state.side else player for player in state.players)
    return receive_income(replace(state, players=players, phase=Phase.COMMAND))


def _fresh(player: Player) -> Player:
    """Nothing done yet in this turn."""
    player = replace(player, done=False, readied=False)
    return replace(player, given=0, advised=0) if isinstance(player, ReichPlayer) else player


def phase_closed_by(state: State, player: Player) -> State:
    """A player is through with the phase; the last of the side ends it (ISK-45, ISK-143)."""
    state = state.with_player(replace(player, done=True, todo=None))
    if not all(mate.done for mate in state.team(state.side)):
        return state
    players = tuple(replace(player, done=False) for player in state.players)
    state = replace(state, players=players)
    if state.phase is Phase.COMMAND:
        return replace(state, phase=Phase.END_OF_TURN)
    if state.side is Side.REICH:
        return turn_begun(replace(state, side=Side.UWC))
    return replace(state, phase=Phase.TOKEN)


def turn_ended(state: State, seat: Seat, discard: CardId | None) -> State:
    """In this order: discard (ISK-139), CP to 0 (ISK-140), draw up to five (ISK-141)."""
    player = state.player(seat)
    if discard is not None:
        player = discarded(state, player, discard)
    if isinstance(player, ReichPlayer):
        player = replace(player, command=0)
    return phase_closed_by(state, drawn_up(player))


def discarded(state: State, player: Player, card: CardId) -> Player:
    """A card goes from the hand to the open pile; a special becomes known as his (ISK-56, ISK-139)."""
    specials = player.specials
    if card in state.profile.specials and card not in specials:
        specials = (*specials, card)
    return replace(player, hand=max(player.hand - 1, 0), discard=(*player.discard, card), specials=specials)


def spend_special(state: State, seat: Seat, card: CardId, politics: int) -> State:
    """The price is paid, the card leaves the hand for good (ISK-153)."""
    player = state.player(seat)
    state = pay(state, seat, card_price(state, player, state.profile.specials[card].price, politics))
    shown = discarded(state, state.player(seat), card)
    state = state.with_player(replace(shown, discard=player.discard))
    return replace(state, spent_specials=tuple(sorted({*state.spent_specials, card})))


def drawn_up(player: Player) -> Player:
    """ISK-141: an empty deck is made anew from the discard pile, only when a card must be drawn."""
    wanted = HAND - player.hand
    if wanted <= player.deck:
        return replace(player, hand=HAND, deck=player.deck - wanted)
    again = player.deck + len(player.discard) - wanted
    return replace(player, hand=HAND + min(again, 0), deck=max(again, 0), discard=())


def tokens_possible(state: State) -> Iterator[str]:
    """The time tokens that may be the next one (ISK-25, ISK-160)."""
    turned = len(state.tokens)
    if turned < most_ordinary_tokens(state):
        yield from (id for id, token in state.profile.tokens.items() if state.tokens.count(id) < token.copies)
    if turned >= earliest_end(state):
        yield END_TOKEN


def most_ordinary_tokens(state: State) -> int:
    """How many ordinary tokens are turned at most before the End token (ISK-25, ISK-160)."""
    return RANDOM_TOKENS - 1 if state.plays("random_length") else ORDINARY_BEFORE_END


def earliest_end(state: State) -> int:
    """How many ordinary tokens are turned at least before the End token (ISK-25, ISK-160)."""
    return RANDOM_TOKENS - LAST_TOKENS if state.plays("random_length") else ORDINARY_BEFORE_END


def token_turned(state: State, token: str) -> State:
    """ISK-142: the next round, or the end at once, with secret operations after their showing (ISK-27, ISK-147)."""
    if token == END_TOKEN:
        shown = state.plays("secret_operations")
        return replace(state, phase=Phase.SECRETS if shown else Phase.OVER)
    later = replace(state, tokens=(*state.tokens, token), round=state.round + 1, side=Side.REICH)
    return turn_begun(later)
