"""Checks of playing a command card: whose it is, whether it can be in the hand, and what it costs."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.text import verbatim
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import (
    Command,
    Resource,
    SpecialCard,
)
from companion.games.iron_sky.resources import (
    card_price,
    discountable,
    payments,
    room,
    token_for,
)
from companion.games.iron_sky.rules_common import (
    COMMAND_NAME,
    RESOURCE,
    can_pay,
    seat_name,
)
from companion.games.iron_sky.settings import BOOK, RULING
from companion.games.iron_sky.state import Player, State
from companion.games.iron_sky.turn import SPECIALS_DEALT

PLACELESS = frozenset({Command.STRATEGY, Command.POLITICKING, Command.REBOOT})


@BOOK.rule("ISK-58", page=9)
def own_deck(state: State, action: act.Play) -> Refusal | None:
    """Every player plays the cards of his own commander's deck."""
    player = state.player(action.player)
    if not action.card.startswith(f"{player.commander}_"):
        return refuse(
            "{card} belongs to another commander's deck.",
            repair="Put the card back into its deck.",
            card=verbatim(state.profile.cards[action.card].name),
        )
    return None


def at_hand(state: State, player: Player, card: str) -> bool:
    """Whether the card may be among those in the hand, by what everybody can see."""
    if player.hand < 1:
        return False
    if card in state.profile.specials:
        return _special_at_hand(state, player, state.profile.specials[card])
    printed = state.profile.cards.get(card)
    own = printed is not None and card.startswith(f"{player.commander}_")
    return own and printed is not None and player.discard.count(card) < printed.copies


def _special_at_hand(state: State, player: Player, card: SpecialCard) -> bool:
    if not state.house.plays("special_commands") or card.side is not player.side:
        return False
    if card.id in state.spent_specials or card.id in player.discard:
        return False
    known_elsewhere = any(card.id in mate.specials for mate in state.players if mate.seat != player.seat)
    return not known_elsewhere and (card.id in player.specials or len(player.specials) < SPECIALS_DEALT)


@BOOK.rule("ISK-51", page=8)
def in_hand(state: State, action: act.Play) -> Refusal | None:
    """A card is played from the hand; what lies open on the discard pile is not there."""
    if not at_hand(state, state.player(action.player), action.card):
        return refuse(
            "{name} cannot have {card} in his hand.",
            repair="Check the discard pile: every copy of {card} lies there, or the hand is empty.",
            name=seat_name(state.player(action.player)),
            card=verbatim(state.profile.cards[action.card].name),
        )
    return None


@BOOK.rule("ISK-54", page=9)
def printed_command(state: State, action: act.Play) -> Refusal | None:
    """A card gives its command; of a double command the player takes one."""
    card = state.profile.cards[action.card]
    if action.command not in card.commands:
        return refuse(
            "{card} does not show {command}.",
            repair="Choose one of: {commands}.",
            card=verbatim(card.name),
            command=COMMAND_NAME[action.command],
            commands=tuple(COMMAND_NAME[command] for command in card.commands),
        )
    return None


def wrong_payment(state: State, player: Player, price: int, pay: tuple[Resource, ...], politics: int) -> Refusal | None:
    names = tuple(RESOURCE[resource] for resource in RESOURCE if resource in pay)
    return refuse(
        "This cannot be paid with {politics} Politics points.",
        repair="Pay {price} in one of: {names}.",
        politics=politics,
        price=price,
        names=names,
    )


@RULING.rule("ISK-53")
def paid_in(state: State, action: act.Play) -> Refusal | None:
    """A price is paid in a resource the card allows, the whole price in one."""
    player, card = state.player(action.player), state.profile.cards[action.card]
    if action.politics in payments(state, player, card.price, card.pay):
        return None
    return wrong_payment(state, player, card.price, card.pay, action.politics)


@BOOK.rule("ISK-52", page=8)
def card_affordable(state: State, action: act.Play) -> Refusal | None:
    """A price above what the player has is not payable."""
    player, card = state.player(action.player), state.profile.cards[action.card]
    return can_pay(player, card_price(state, player, card.price, action.politics, action.adjust))


@BOOK.rule("ISK-172", page=19)
def token_applies(state: State, action: act.Play) -> Refusal | None:
    """The open time token changes the price of a player's first command to its sector, and of no other."""
    if action.adjust == 0:
        return None
    player, card = state.player(action.player), state.profile.cards[action.card]
    token = token_for(state, player)
    if token is None or token.change != action.adjust or action.command in PLACELESS:
        return refuse("No time token changes this price.", repair="Pay the printed price.")
    if action.adjust < 0 and not discountable(state, player, card.price, action.politics):
        return refuse("The discount is for a price in Money.", repair="Pay the printed price.")
    return None


@BOOK.rule("ISK-173", page=19)
def token_charged(state: State, action: act.Play) -> Refusal | None:
    """An Anti-terror in the sector of the open time token is charged as the token says."""
    if action.command is not Command.ANTI_TERROR:
        return None
    player = state.player(action.player)
    board = state.board(player.board)
    if board.terror is None:
        return _adjusted_in_vain() if action.adjust else None
    sector = state.profile.boards[board.name].territories[board.terror].sector
    token = token_for(state, player)
    here = token is not None and token.sector == sector
    card = state.profile.cards[action.card]
    free = token is not None and token.change < 0 and not discountable(state, player, card.price, action.politics)
    if action.adjust and not here:
        return _adjusted_in_vain()
    if here and not action.adjust and not free:
        return refuse(
            "The open time token changes this price by {change}.",
            repair="Pay {change} and take this as the first command to the sector.",
            change=token.change if token is not None else 0,
        )
    return None


def _adjusted_in_vain() -> Refusal:
    return refuse("No time token changes this price.", repair="Pay the printed price.")


def _elsewhere(state: State, action: act.Play) -> bool:
    return action.board is not None and action.board != state.player(action.player).board


@BOOK.rule("ISK-117", page=14)
def own_terror(state: State, action: act.Play) -> Refusal | None:
    """Anti-terror takes the Terror marker from the player's own board only."""
    if action.command is Command.ANTI_TERROR and _elsewhere(state, action):
        return refuse(
            "That Terror marker lies on another board.", repair="Put it back; the own board's marker may be taken."
        )
    return None


@BOOK.rule("ISK-116", page=14)
def own_jamming(state: State, action: act.Play) -> Refusal | None:
    """Reboot takes the Jamming marker from the player's own board only."""
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


@RULING.rule("ISK-57")
def has_effect(state: State, action: act.Play) -> Refusal | None:
    """A command without effect may be played, unless the table forbids it."""
    if state.house["empty_commands"] == "allowed":
        return None
    if is_idle(state, state.player(action.player), action.command):
        return refuse(
            "{command} would do nothing now.",
            repair="Take the card back; this table forbids commands without effect.",
            command=COMMAND_NAME[action.command],
        )
    return None
