"""Checks of playing a command card: whose it is, whether it can be in the hand, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.rules import Refusal, refuse
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import Command, Resource, SpecialCard
from companion.games.iron_sky.names import COMMAND_NAME, RESOURCE
from companion.games.iron_sky.resources import card_price, discountable, mixed_payment, payments, room, token_for
from companion.games.iron_sky.rules_common import FREE, can_pay
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import Player, State
from companion.games.iron_sky.turn import SPECIALS_DEALT

PLACELESS = frozenset({Command.STRATEGY, Command.POLITICKING, Command.REBOOT})


@BOOK.check("ISK-58")
def own_deck(state: State, action: act.Play) -> Refusal | None:
    player = state.player(action.player)
    if not action.card.startswith(f"{player.commander}_"):
        return refuse(
            "{card} belongs to another commander's deck.",
            repair="Put the card back into its deck.",
            card=state.profile.cards[action.card].printed_name,
        )
    return None


def at_hand(state: State, player: Player, card: str) -> bool:
    """Whether the card may be among those in the hand, by what everybody can see (ISK-51-R)."""
    if player.hand < 1:
        return False
    if card in state.profile.specials:
        return _special_at_hand(state, player, state.profile.specials[card])
    printed = state.profile.cards.get(card)
    own = printed is not None and card.startswith(f"{player.commander}_")
    return own and printed is not None and player.discard.count(card) < printed.copies


def _special_at_hand(state: State, player: Player, card: SpecialCard) -> bool:
    if not state.plays("special_commands") or card.side is not player.side:
        return False
    if card.id in state.spent_specials or card.id in player.discard:
        return False
    known_elsewhere = any(card.id in mate.specials for mate in state.players if mate.seat != player.seat)
    return not known_elsewhere and (card.id in player.specials or len(player.specials) < SPECIALS_DEALT)


@BOOK.check("ISK-51")
def in_hand(state: State, action: act.Play) -> Refusal | None:
    if not at_hand(state, state.player(action.player), action.card):
        return refuse(
            "{name} cannot have {card} in his hand.",
            repair="Check the discard pile: every copy of {card} lies there, or the hand is empty.",
            name=state.player(action.player).name,
            card=state.profile.cards[action.card].printed_name,
        )
    return None


@BOOK.check("ISK-54")
def printed_command(state: State, action: act.Play) -> Refusal | None:
    card = state.profile.cards[action.card]
    if action.command not in card.commands:
        return refuse(
            "{card} does not show {command}.",
            repair="Choose one of: {commands}.",
            card=card.printed_name,
            command=COMMAND_NAME[action.command],
            commands=tuple(COMMAND_NAME[command] for command in card.commands),
        )
    return None


Paid = act.Play | act.PlaySpecial | act.Boost


def _ways_to_pay(state: State, action: Paid, *, mixed: bool) -> Iterator[int]:
    card = state.profile.hand_cards[action.card]
    return payments(state, state.player(action.player), card.price, card.pay, mixed=mixed)


@BOOK.check("ISK-53")
def paid_as_shown(state: State, action: Paid) -> Refusal | None:
    return None if action.politics in _ways_to_pay(state, action, mixed=True) else _wrong_payment(state, action)


@BOOK.check("ISK-53-R")
def paid_in_one_kind(state: State, action: Paid) -> Refusal | None:
    if action.politics in (0, state.profile.hand_cards[action.card].price):
        return None
    ways = _ways_to_pay(state, action, mixed=mixed_payment(state))
    return None if action.politics in ways else _wrong_payment(state, action)


def _wrong_payment(state: State, action: Paid) -> Refusal:
    card = state.profile.hand_cards[action.card]
    return refuse(
        "This cannot be paid with {politics} Politics points.",
        repair="Pay {price} in one of: {names}.",
        politics=action.politics,
        price=card.price,
        names=tuple(RESOURCE[resource] for resource in RESOURCE if resource in card.pay),
    )


@BOOK.check("ISK-52")
def affordable(state: State, action: Paid) -> Refusal | None:
    player, card = state.player(action.player), state.profile.hand_cards[action.card]
    adjust = action.adjust if isinstance(action, act.Play) else 0
    return can_pay(player, card_price(state, player, card.price, action.politics, adjust))


# --- the open time token ---


@BOOK.check("ISK-172")
def discount_open(state: State, action: act.Play) -> Refusal | None:
    return _adjusted_in_vain() if action.adjust < 0 and _change(state, action) >= 0 else None


@BOOK.check("ISK-173")
def surcharge_open(state: State, action: act.Play) -> Refusal | None:
    return _adjusted_in_vain() if action.adjust > 0 and _change(state, action) <= 0 else None


@BOOK.check("ISK-176")
def priced_by_place(state: State, action: act.Play) -> Refusal | None:
    return _adjusted_in_vain() if action.adjust and action.command in PLACELESS else None


@BOOK.check("ISK-176")
def discount_in_money(state: State, action: act.Play) -> Refusal | None:
    if action.adjust < 0 and not _may_be_discounted(state, action):
        return refuse("The discount is for a price in Money.", repair="Pay the printed price.")
    return None


@BOOK.check("ISK-172")
def anti_terror_discounted(state: State, action: act.Play) -> Refusal | None:
    return _anti_terror_priced(state, action, -1)


@BOOK.check("ISK-173")
def anti_terror_charged(state: State, action: act.Play) -> Refusal | None:
    return _anti_terror_priced(state, action, 1)


def _anti_terror_priced(state: State, action: act.Play, change: int) -> Refusal | None:
    """An Anti-terror goes to the sector where the marker lies, so its price is known when it is played."""
    if action.command is not Command.ANTI_TERROR:
        return None
    here = _change(state, action) == change and _terror_in_open_sector(state, state.player(action.player))
    if action.adjust == change and not here:
        return _adjusted_in_vain()
    if here and not action.adjust and (change > 0 or _may_be_discounted(state, action)):
        return refuse(
            "The open time token changes this price by {change}.",
            repair="Pay {change} and take this as the first command to the sector.",
            change=change,
        )
    return None


def _change(state: State, action: act.Play) -> int:
    """What the open time token still changes for this player, 0 without one."""
    token = token_for(state, state.player(action.player))
    return 0 if token is None else token.change


def _may_be_discounted(state: State, action: act.Play) -> bool:
    return discountable(state, state.player(action.player), state.profile.cards[action.card].price, action.politics)


def _terror_in_open_sector(state: State, player: Player) -> bool:
    board, token = state.board(player.board), token_for(state, player)
    if board.terror is None or token is None:
        return False
    return state.profile.boards[board.name].territories[board.terror].sector == token.sector


def _adjusted_in_vain() -> Refusal:
    return refuse("No time token changes this price.", repair="Pay the printed price.")


# --- the markers on the own board ---


def _elsewhere(state: State, action: act.Play) -> bool:
    return action.board is not None and action.board != state.player(action.player).board


@BOOK.check("ISK-117")
def own_terror(state: State, action: act.Play) -> Refusal | None:
    if action.command is Command.ANTI_TERROR and _elsewhere(state, action):
        return refuse(
            "That Terror marker lies on another board.", repair="Put it back; the own board's marker may be taken."
        )
    return None


@BOOK.check("ISK-116")
def own_jamming(state: State, action: act.Play) -> Refusal | None:
    if action.command is Command.REBOOT and _elsewhere(state, action):
        return refuse(
            "That Jamming marker lies on another board.", repair="Put it back; the own board's marker may be taken."
        )
    return None


def is_idle(state: State, player: Player, command: Command) -> bool:
    """Whether a command that needs no further choice would change nothing."""
    board = state.board(player.board)
    idle = {
        Command.ANTI_TERROR: board.terror is None,
        Command.REBOOT: board.jamming is None,
        Command.POLITICKING: room(state, player, Resource.POLITICS) < 1,
    }
    return idle.get(command, False)


PLAY = (
    *FREE,
    own_deck,
    in_hand,
    printed_command,
    paid_as_shown,
    paid_in_one_kind,
    discount_open,
    surcharge_open,
    priced_by_place,
    discount_in_money,
    own_terror,
    own_jamming,
    anti_terror_discounted,
    anti_terror_charged,
    affordable,
)
