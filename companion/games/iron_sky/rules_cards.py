"""Checks of playing a command card: whose it is, whether it can be in the hand, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.rules import Refusal, refuse
from companion.core.text import or_list, say, say_plural
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import Command, Resource, Side, SpecialCard
from companion.games.iron_sky.names import COMMAND_NAME, RESOURCE, amount, board_name
from companion.games.iron_sky.resources import (
    card_price,
    discountable,
    mixed_payment,
    open_token,
    payments,
    room,
    token_for,
)
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
    player = state.player(action.player)
    return None if at_hand(state, player, action.card) else not_in_hand(state, player, action.card)


def not_in_hand(state: State, player: Player, card: str) -> Refusal:
    """Why the card cannot be among those in the hand."""
    values = {"name": player.name, "card": state.profile.hand_cards[card].printed_name}
    if player.hand < 1:
        return refuse("{name} has no card in his hand.", repair="Put {card} back where it was.", **values)
    if card in state.profile.specials:
        return _special_gone(state, player, card, values)
    if not card.startswith(f"{player.commander}_"):
        return refuse("{card} is no card of {name}.", repair="Give it back to its commander's deck.", **values)
    copies = state.profile.cards[card].copies
    return refuse(
        say_plural(
            "The only copy of {card} lies on the discard pile of {name}.",
            "All {count} copies of {card} lie on the discard pile of {name}.",
            copies,
            **values,
        ),
        repair="Look at the card again; {name} cannot have {card} in his hand.",
        **values,
    )


def _special_gone(state: State, player: Player, card: str, values: Mapping[str, object]) -> Refusal:
    repair = say("Take {card} back; {name} cannot have it in his hand.", **values)
    if card in state.spent_specials:
        return refuse("{card} has been played, and is played once in a game.", repair=repair, **values)
    if card in player.discard:
        return refuse("{card} lies on the discard pile of {name}.", repair=repair, **values)
    owner = next((mate for mate in state.players if card in mate.specials and mate.seat != player.seat), None)
    if owner is not None:
        return refuse("{card} is one of {owner}.", repair=repair, **values, owner=owner.name)
    known = tuple(state.profile.specials[special].printed_name for special in player.specials)
    return refuse("{name} has two special commands: {known}.", repair=repair, **values, known=known)


@BOOK.check("ISK-54")
def printed_command(state: State, action: act.Play) -> Refusal | None:
    card = state.profile.cards[action.card]
    if action.command not in card.commands:
        return refuse(
            "{card} does not show {command}.",
            repair="Take {commands}, which it shows, or take the card back.",
            card=card.printed_name,
            command=COMMAND_NAME[action.command],
            commands=or_list(COMMAND_NAME[command] for command in card.commands),
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
    """What of the price and the payment does not go together."""
    card, player = state.profile.hand_cards[action.card], state.player(action.player)
    values = {
        "card": card.printed_name,
        "price": or_list(amount(resource, card.price) for resource in RESOURCE if resource in card.pay),
        "paid": amount(Resource.POLITICS, action.politics),
        "resource": or_list(RESOURCE[resource] for resource in RESOURCE if resource in card.pay),
    }
    repair = say("Pay {price}.", **values)
    if player.side is Side.REICH:
        return refuse("The Reich has no Politics points to pay {card} with.", repair=repair, **values)
    if action.politics > card.price:
        return refuse("{card} costs {price}, not {paid}.", repair=repair, **values)
    if Resource.MONEY not in card.pay and not action.politics:
        return refuse("{card} is paid in {resource}, and no Politics point was paid.", repair=repair, **values)
    if len(card.pay) > 1 and action.politics:
        return refuse(
            "{card} is paid wholly in {resource}; {paid} would be a part of the price.", repair=repair, **values
        )
    return refuse("{card} is paid in {resource}, not with {paid}.", repair=repair, **values)


@BOOK.check("ISK-55")
def own_point_comes_later(state: State, action: act.Play) -> Refusal | None:
    player, card = state.player(action.player), state.profile.cards[action.card]
    price = card_price(state, player, card.price, action.politics, action.adjust)
    if not card.politics or player.politics >= price.politics or player.politics + 1 < price.politics:
        return None
    return refuse(
        "{name} has {held} and needs {needed}; {card} is paid before it brings its own Politics point.",
        repair="Take the card back, or pay in Money if it shows Money.",
        name=player.name,
        held=amount(Resource.POLITICS, player.politics),
        needed=amount(Resource.POLITICS, price.politics),
        card=card.printed_name,
    )


@BOOK.check("ISK-52")
def affordable(state: State, action: Paid) -> Refusal | None:
    player, card = state.player(action.player), state.profile.hand_cards[action.card]
    adjust = action.adjust if isinstance(action, act.Play) else 0
    return can_pay(player, card_price(state, player, card.price, action.politics, adjust))


# --- the open time token ---


@BOOK.check("ISK-171")
def token_open(state: State, action: act.Play) -> Refusal | None:
    if not action.adjust or open_token(state) is not None:
        return None
    if not state.plays("readiness"):
        return refuse("This game is played without Readiness: time tokens change no price.", repair=_PRINTED)
    return refuse("No time token lies open yet to change a price.", repair=_PRINTED)


@BOOK.check("ISK-172")
def discount_open(state: State, action: act.Play) -> Refusal | None:
    return _not_so(state, action) if action.adjust < 0 and _change(state, action) >= 0 else None


@BOOK.check("ISK-173")
def surcharge_open(state: State, action: act.Play) -> Refusal | None:
    return _not_so(state, action) if action.adjust > 0 and _change(state, action) <= 0 else None


def _not_so(state: State, action: act.Play) -> Refusal:
    """The token has been used up, or works the other way."""
    player, token = state.player(action.player), open_token(state)
    sector = 0 if token is None else token.sector
    if player.readied:
        return refuse(
            "{name} has played his first command to sector {sector} in this turn.",
            repair=_PRINTED,
            name=player.name,
            sector=sector,
        )
    if action.adjust < 0:
        return refuse(
            "The open time token makes commands to sector {sector} dearer, not cheaper.",
            repair=_PRINTED,
            sector=sector,
        )
    return refuse(
        "The open time token makes commands to sector {sector} cheaper, not dearer.", repair=_PRINTED, sector=sector
    )


@BOOK.check("ISK-176")
def priced_by_place(state: State, action: act.Play) -> Refusal | None:
    if action.adjust and action.command in PLACELESS:
        return refuse(
            "{command} goes to no place, so no time token changes its price.",
            repair=_PRINTED,
            command=COMMAND_NAME[action.command],
        )
    return None


@BOOK.check("ISK-176")
def discount_in_money(state: State, action: act.Play) -> Refusal | None:
    if action.adjust < 0 and not _may_be_discounted(state, action):
        return refuse(
            "A time token lowers a price in Money, and {card} is not paid in Money here.",
            repair=_PRINTED,
            card=state.profile.cards[action.card].printed_name,
        )
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
    token = open_token(state)
    sector = 0 if token is None else token.sector
    if action.adjust == change and not here:
        return refuse(
            "The Terror marker does not lie in sector {sector}, whose price the time token changes.",
            repair=_PRINTED,
            sector=sector,
        )
    if not here or action.adjust or (change < 0 and not _may_be_discounted(state, action)):
        return None
    return _first_to_sector(sector, change)


def _first_to_sector(sector: int, change: int) -> Refusal:
    if change > 0:
        return refuse(
            "The first command to sector {sector} costs 1 more.", repair="Pay 1 more than is printed.", sector=sector
        )
    return refuse(
        "The first command to sector {sector} costs 1 less.", repair="Pay 1 less than is printed.", sector=sector
    )


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


_PRINTED = say("Pay the printed price.")


# --- the markers on the own board ---


def _elsewhere(state: State, action: act.Play) -> bool:
    return action.board is not None and action.board != state.player(action.player).board


def _boards(state: State, action: act.Play) -> Mapping[str, object]:
    player = state.player(action.player)
    return {"name": player.name, "own": board_name(player.board), "board": board_name(action.board or player.board)}


@BOOK.check("ISK-117")
def own_terror(state: State, action: act.Play) -> Refusal | None:
    if action.command is Command.ANTI_TERROR and _elsewhere(state, action):
        return refuse(
            "{name} takes the Terror marker of his own board, {own}, not that of {board}.",
            repair="Put the marker back on {board}.",
            **_boards(state, action),
        )
    return None


@BOOK.check("ISK-116")
def own_jamming(state: State, action: act.Play) -> Refusal | None:
    if action.command is Command.REBOOT and _elsewhere(state, action):
        return refuse(
            "{name} takes the Jamming marker of his own board, {own}, not that of {board}.",
            repair="Put the marker back on {board}.",
            **_boards(state, action),
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
    token_open,
    discount_open,
    surcharge_open,
    priced_by_place,
    discount_in_money,
    own_terror,
    own_jamming,
    anti_terror_discounted,
    anti_terror_charged,
    own_point_comes_later,
    affordable,
)
