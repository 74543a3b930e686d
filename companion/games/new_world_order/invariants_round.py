"""What holds of a round and its turns in every position that legal actions lead to."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.rules import Refusal, invariants_in, refuse
from companion.core.text import say_plural
from companion.games.new_world_order.game_flow import LARGE_MARKET, MARKET, next_seat, reserve_target, royalty
from companion.games.new_world_order.names import card_names
from companion.games.new_world_order.phases import Phase
from companion.games.new_world_order.rulebook import book
from companion.games.new_world_order.state import State


@book.invariant("NWO-23")
def who_has_passed_is_not_on_turn(state: State) -> Iterator[Refusal]:
    if state.turn is not None and state.player(state.on_turn).passed:
        who = state.player(state.on_turn).name
        if all(player.passed for player in state.players):
            yield refuse("All have passed: the round is over.", repair="Write down the next deal, or the end.")
        else:
            yield refuse(
                "{who} is on turn and has passed.", repair="Check who is on turn, and who has passed.", who=who
            )


@book.invariant("NWO-26")
def nobody_passes_between_rounds(state: State) -> Iterator[Refusal]:
    for player in state.players:
        if state.phase in (Phase.SETUP, Phase.DEAL) and (player.passed or player.acted):
            yield refuse(
                "{who} has acted or passed before the round begins.",
                repair="Check whether the round has begun.",
                who=player.name,
            )


@book.invariant("NWO-20")
def market_is_no_larger(state: State) -> Iterator[Refusal]:
    most = _largest_market(state)
    if len(state.market) > most:
        yield refuse(
            say_plural(
                "{count} card lies in the market; at most {most} are dealt.",
                "{count} cards lie in the market; at most {most} are dealt.",
                len(state.market),
                most=most,
            ),
            repair="Check the market.",
        )


def _largest_market(state: State) -> int:
    """With whom nobody knows, it may be Royalty."""
    royal = royalty(state) or any(player.character is None for player in state.players)
    fifteen = state.choices["houseMarket15"] == "on" or (royal and state.choices["royaltyMarket"] != "twoReserved")
    return LARGE_MARKET if fifteen else MARKET


@book.invariant("NWO-101")
def reserve_is_no_larger(state: State) -> Iterator[Refusal]:
    if len(state.reserve) > reserve_target(state) > 0:
        yield refuse(
            say_plural(
                "{count} card is reserved for Royalty; at most {most} are.",
                "{count} cards are reserved for Royalty; at most {most} are.",
                len(state.reserve),
                most=reserve_target(state),
            ),
            repair="Put the others into the market.",
        )


@book.invariant("NWO-81")
def specials_are_new_in_their_round_only(state: State) -> Iterator[Refusal]:
    for player in state.players if state.phase in (Phase.SETUP, Phase.DEAL) else ():
        for _, pile in player.piles:
            if pile.fresh:
                yield refuse(
                    "{who} has taken {cards} in a round that has not begun.",
                    repair="Do not mark them as new.",
                    who=player.name,
                    cards=card_names(state, pile.cards),
                )


@book.invariant("NWO-24")
def the_first_to_pass_has_the_disc(state: State) -> Iterator[Refusal]:
    passed = [player.name for player in state.players if player.passed]
    if state.turn is not None and state.disc is not None and passed and not state.player(state.disc).passed:
        yield refuse(
            "{who} has the disc and has not passed; the first to pass takes it.",
            repair="Check the disc, and who has passed.",
            who=state.player(state.disc).name,
        )


@book.invariant("NWO-13-R2")
def turns_go_round(state: State) -> Iterator[Refusal]:
    following = next_seat(state, state.acted.seat) if state.acted is not None else None
    if state.acted is not None and following is not None and state.on_turn != following:
        yield refuse(
            "After {last} it is the turn of {following}, not of {who}.",
            repair="Check whose turn it is, and who acted last.",
            last=state.player(state.acted.seat).name,
            following=state.player(following).name,
            who=state.player(state.on_turn).name,
        )


@book.invariant("NWO-29")
def who_acted_last_may_go_on(state: State) -> Iterator[Refusal]:
    last = state.acted.seat if state.acted is not None else None
    for seat in state.seats:
        if seat in {last, state.robs_again} and state.player(seat).passed:
            yield refuse(
                "{who} has passed and cannot have acted last.",
                repair="Check who acted last, and who has passed.",
                who=state.player(seat).name,
            )


ROUND = invariants_in(globals())
