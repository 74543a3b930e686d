"""Checks of playing a command card: whose it is, whether it can be in the hand, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.rules import Refusal, refuse
from companion.core.text import or_list, say, say_plural
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import CardId, Command, CommandCard, Resource, Side, SpecialCard
from companion.games.iron_sky.names import COMMAND_NAME, RESOURCE, amount, board_name
from companion.games.iron_sky.resources import (
    card_price,
    mixed_payment,
    payments,
    room,
)
from companion.games.iron_sky.rules_preconditions import FREE, can_pay
from companion.games.iron_sky.rules_readiness import ANTI_TERROR_PRICED, PRICED
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import Player, State
from companion.games.iron_sky.turn import SPECIALS_DEALT


@BOOK.requires(
    "ISK-58",
    "{card} belongs to another commander's deck.",
    repair="Put the card back into its deck.",
    card=lambda state, action: state.profile.cards[action.card].printed_name,
)
def own_deck(state: State, action: act.Played) -> bool:
    player = state.player(action.player)
    return action.card.startswith(f"{player.commander}_")


def at_hand(state: State, player: Player, card: CardId) -> bool:
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
    return not (
        card.id in player.discard
        or _is_spent(state, player, card.id) is not None
        or _was_not_dealt(state, player, card.id) is not None
    )


def _is_spent(state: State, player: Player, card: CardId) -> Refusal | None:
    """ISK-153: played before, or known to be another player's."""
    values = {"name": player.name, "card": state.profile.hand_cards[card].printed_name}
    if card in state.spent_specials:
        return refuse(
            "{card} has been played already; a special command is played once in a game.",
            repair=_TAKE.fill(**values),
            **values,
        )
    if not any(card in mate.specials and mate.seat != player.seat for mate in state.players):
        return None
    return refuse(
        "{card} is there once, and it was written down as another player's.",
        repair="Take {card} back, or put right whose it is.",
        **values,
    )


def _was_not_dealt(state: State, player: Player, card: CardId) -> Refusal | None:
    """ISK-152: his two are known, and are others."""
    if card in player.specials or len(player.specials) < SPECIALS_DEALT:
        return None
    cards = state.profile.specials
    values = {"name": player.name, "card": cards[card].printed_name}
    return refuse(
        "{name} was dealt {known}, and no other special command.",
        repair=_TAKE.fill(**values),
        **values,
        known=tuple(cards[special].printed_name for special in player.specials),
    )


_TAKE = say("Take {card} back; {name} cannot hold it.")


@BOOK.check("ISK-51")
def in_hand(state: State, action: act.Played) -> Refusal | None:
    player = state.player(action.player)
    return None if at_hand(state, player, action.card) else not_in_hand(state, player, action.card)


@BOOK.check("ISK-51")
def special_in_hand(state: State, action: act.PlayedSpecial | act.Boost) -> Refusal | None:
    player = state.player(action.player)
    return _is_elsewhere(state, player, action.card) if player.hand < 1 or action.card in player.discard else None


@BOOK.check("ISK-153")
def special_not_spent(state: State, action: act.PlayedSpecial | act.Boost) -> Refusal | None:
    return _is_spent(state, state.player(action.player), action.card)


@BOOK.check("ISK-152")
def special_was_dealt(state: State, action: act.PlayedSpecial | act.Boost) -> Refusal | None:
    return _was_not_dealt(state, state.player(action.player), action.card)


def not_in_hand(state: State, player: Player, card: CardId) -> Refusal:
    """Why the card cannot be among those in the hand."""
    special = card in state.profile.specials
    gone = _is_spent(state, player, card) or _was_not_dealt(state, player, card) if special else None
    return gone or _is_elsewhere(state, player, card)


def _is_elsewhere(state: State, player: Player, card: CardId) -> Refusal:
    """The hand is empty, the card is another commander's, or every copy lies open."""
    printed = state.profile.hand_cards[card]
    values = {"name": player.name, "card": printed.printed_name}
    if player.hand < 1:
        return refuse("{name} holds no card.", repair="Put {card} back where it was.", **values)
    if isinstance(printed, SpecialCard) and printed.side is not player.side:
        return refuse("{card} is no card of {name}.", repair="Put it back where it was.", **values)
    if isinstance(printed, CommandCard) and not card.startswith(f"{player.commander}_"):
        return refuse("{card} is no card of {name}.", repair="Give it back to its commander's deck.", **values)
    return refuse(
        say_plural(
            "The only copy of {card} lies on the discard pile of {name}.",
            "All {count} copies of {card} lie on the discard pile of {name}.",
            printed.copies if isinstance(printed, CommandCard) else 1,
            **values,
        ),
        repair="Look at the card again; {name} cannot hold {card}.",
        **values,
    )


@BOOK.check("ISK-54")
def printed_command(state: State, action: act.Played) -> Refusal | None:
    card = state.profile.cards[action.card]
    if action.command not in card.commands:
        return refuse(
            "{card} does not show {command}.",
            repair="Play it for {commands}, or take the card back.",
            card=card.printed_name,
            command=COMMAND_NAME[action.command],
            commands=or_list(COMMAND_NAME[command] for command in card.commands),
        )
    return None


Paid = act.Played | act.PlayedSpecial | act.Boost


def _ways_to_pay(state: State, action: Paid, *, mixed: bool) -> Iterator[int]:
    card = state.profile.hand_cards[action.card]
    return payments(state, state.player(action.player), card.price, card.pay, mixed=mixed)


@BOOK.check("ISK-52")
def paid_in_command_points(state: State, action: Paid) -> Refusal | None:
    card = state.profile.hand_cards[action.card]
    if not action.politics or state.player(action.player).side is Side.UWC:
        return None
    return refuse(
        "The Reich has no Politics points to pay {card} with.",
        repair="Pay {price}.",
        card=card.printed_name,
        price=amount(Resource.COMMAND, card.price),
    )


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
    card = state.profile.hand_cards[action.card]
    values = {
        "card": card.printed_name,
        "price": or_list(amount(resource, card.price) for resource in RESOURCE if resource in card.pay),
        "paid": amount(Resource.POLITICS, action.politics),
        "resource": or_list(RESOURCE[resource] for resource in RESOURCE if resource in card.pay),
    }
    repair = say("Pay {price}.", **values)
    if action.politics > card.price or (action.politics and Resource.MONEY not in card.pay):
        return refuse("{card} costs {price}, not {paid}.", repair=repair, **values)
    if not action.politics:
        return refuse("{card} is paid in {resource}, and no Politics point was paid.", repair=repair, **values)
    if len(card.pay) > 1:
        return refuse(
            "At this table {card} is paid wholly in {resource}; {paid} would be a part of the price.",
            repair=repair,
            **values,
        )
    return refuse("{card} is paid in {resource}, not with {paid}.", repair=repair, **values)


@BOOK.check("ISK-55")
def own_point_comes_later(state: State, action: act.Played) -> Refusal | None:
    player, card = state.player(action.player), state.profile.cards[action.card]
    price = card_price(state, player, card.price, action.politics, action.adjust)
    if not card.politics or player.held(Resource.POLITICS) + 1 != price.politics:
        return None
    return refuse(
        "{name} has {held} and needs {needed}; {card} is paid before it brings a Politics point itself.",
        repair="Take the card back, or pay in Money if it shows Money.",
        name=player.name,
        held=amount(Resource.POLITICS, player.held(Resource.POLITICS)),
        needed=price.politics,
        card=card.printed_name,
    )


@BOOK.check("ISK-52")
def affordable(state: State, action: Paid) -> Refusal | None:
    player, card = state.player(action.player), state.profile.hand_cards[action.card]
    adjust = action.adjust if isinstance(action, act.Played) else 0
    return can_pay(player, card_price(state, player, card.price, action.politics, adjust))


# --- the markers on the own board ---


def _elsewhere(state: State, action: act.TakeMarker) -> bool:
    return action.board is not None and action.board != state.player(action.player).board


def _boards(state: State, action: act.TakeMarker) -> Mapping[str, object]:
    player = state.player(action.player)
    return {"name": player.name, "own": board_name(player.board), "board": board_name(action.board or player.board)}


@BOOK.check("ISK-117")
def own_terror(state: State, action: act.TakeMarker) -> Refusal | None:
    if action.command is Command.ANTI_TERROR and _elsewhere(state, action):
        return refuse(
            "{name} takes the Terror marker of {own}, not that of {board}.",
            repair="Put the marker back on {board}.",
            **_boards(state, action),
        )
    return None


@BOOK.check("ISK-116")
def own_jamming(state: State, action: act.TakeMarker) -> Refusal | None:
    if action.command is Command.REBOOT and _elsewhere(state, action):
        return refuse(
            "{name} takes the Jamming marker of {own}, not that of {board}.",
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


_SHOWN = (
    *FREE,
    own_deck,
    in_hand,
    printed_command,
    paid_in_command_points,
    paid_as_shown,
    paid_in_one_kind,
    *PRICED,
)
_AFFORDED = (own_point_comes_later, affordable)
PLAY = (*_SHOWN, *_AFFORDED)
TAKE_MARKER = (*_SHOWN, own_terror, own_jamming, *ANTI_TERROR_PRICED, *_AFFORDED)
