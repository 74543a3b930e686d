"""Tracks: incomes, prices, payments. Every track ends at 8 (ISK-47)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.games.iron_sky.catalog import TRACK, TRACKS, Effect, Resource, Side, SpecialCard, TimeToken
from companion.games.iron_sky.state import Player, ReichPlayer, State


@dataclass(frozen=True, slots=True)
class Price:
    """What a thing costs, by track."""

    money: int = 0
    politics: int = 0
    command: int = 0

    def of(self, resource: Resource) -> int:
        return getattr(self, resource.value)  # type: ignore[no-any-return]


def gain(state: State, seat: Seat, resource: Resource, amount: int) -> State:
    """A player's marker goes up; what does not fit on the track is lost (ISK-47, ISK-47-R)."""
    player = state.player(seat)
    if resource not in TRACKS[player.side]:
        return state
    value = player.held(resource) + amount
    return state.with_player(
        player.with_held(**{resource.value: value if _counts_surplus(state) else min(value, TRACK)})
    )


def _counts_surplus(state: State) -> bool:
    return state.choices["surplus"] == "counted"


def room(state: State, player: Player, resource: Resource) -> int:
    """How much more of a resource a player can take without loss."""
    return TRACK if _counts_surplus(state) else TRACK - player.held(resource)


def pay(state: State, seat: Seat, price: Price) -> State:
    """Markers go down. An unaffordable price (of an overruled action) stops at 0."""
    player = state.player(seat)
    left = {track.value: max(player.held(track) - price.of(track), 0) for track in TRACKS[player.side]}
    return state.with_player(player.with_held(**left))


def affords(player: Player, price: Price) -> bool:
    for resource in Resource:  # noqa: SIM110  asked of every order of a search
        if price.of(resource) > player.held(resource):
            return False
    return True


def card_price(state: State, player: Player, price: int, politics: int, adjust: int = 0) -> Price:
    """The price of a card with `politics` of it in PP; a time token changes the Money or CP part (ISK-176)."""
    if player.side is Side.REICH:
        return Price(command=max(price + adjust, 0))
    money = price - politics
    if adjust < 0 and money == 0 and any_resource_discounted(state):
        return Price(politics=max(politics + adjust, 0))
    return Price(money=max(money + adjust, 0), politics=politics)


def any_resource_discounted(state: State) -> bool:
    return state.choices["readiness_discount"] == "any_resource"


def discountable(state: State, player: Player, price: int, politics: int) -> bool:
    """Whether a Readiness discount can lower this payment (ISK-176)."""
    return price > 0 and (player.side is Side.REICH or price > politics or any_resource_discounted(state))


def organise_price(player: Player, count: int, politics: int) -> Price:
    """1 resource per tile (ISK-63, ISK-67)."""
    if player.side is Side.REICH:
        return Price(command=count)
    return Price(money=count - politics, politics=politics)


def payments(state: State, player: Player, price: int, pay: tuple[Resource, ...], *, mixed: bool) -> Iterator[int]:
    """The ways to split a card's price, as the part paid in PP (ISK-53, State of emergency)."""
    if player.side is Side.REICH:
        yield 0
    elif Resource.POLITICS in pay and ((mixed and len(pay) > 1) or has_emergency(state, player)):
        yield from range(price + 1)
    else:
        if Resource.MONEY in pay:
            yield 0
        if Resource.POLITICS in pay and (price or Resource.MONEY not in pay):
            yield price


def mixed_payment(state: State) -> bool:
    """Whether one price may be paid partly in Money, partly in PP (ISK-53-R)."""
    return state.choices["mixed_payment"] == "mixed"


def has_emergency(state: State, player: Player) -> bool:
    """Whether State of emergency lets the player pay PP prices with Money."""
    return any(card.effect is Effect.EMERGENCY for card in _improvements(state, player))


def _improvements(state: State, player: Player) -> Iterator[SpecialCard]:
    for territory in state.board(player.board).territories:
        if territory.improvement is not None and territory.controller is player.side:
            yield state.profile.specials[territory.improvement]


def receive_income(state: State) -> State:
    """The Resource phase of the side on turn, read at the Occupation marker (ISK-43, ISK-48, ISK-49, ISK-50)."""
    for player in state.players:
        if player.side is state.side:
            state = _income(state, player)
    return state


def _income(state: State, player: Player) -> State:
    step = state.profile.boards[player.board].meter[state.board(player.board).occupation]
    if isinstance(player, ReichPlayer):
        state = gain(state.with_player(replace(player, command=0)), player.seat, Resource.COMMAND, step.command)
    else:
        state = gain(state, player.seat, Resource.MONEY, step.money)
        state = gain(state, player.seat, Resource.POLITICS, step.politics)
    for card in _improvements(state, player):
        if card.effect is Effect.INCOME and card.side is player.side:
            state = gain(state, player.seat, card.resource, card.amount)
    return state.with_player(replace(state.player(player.seat), initiative=state.plays("initiative")))


def open_token(state: State) -> TimeToken | None:
    """ISK-171: the token that is open acts from the next Reich turn on; none before the first is turned."""
    if not state.plays("readiness") or not state.tokens:
        return None
    return state.profile.tokens[state.tokens[-1]]


def token_for(state: State, player: Player) -> TimeToken | None:
    """The token that still changes this player's first command to its sector this turn (ISK-172, ISK-176)."""
    return None if player.readied else open_token(state)
