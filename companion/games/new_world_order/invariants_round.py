"""What holds of a round and its turns in every position that legal actions lead to."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.rules import Refusal, refuse
from companion.core.text import say_plural
from companion.games.new_world_order.catalog import Effect
from companion.games.new_world_order.names import card_names
from companion.games.new_world_order.phases import LARGE_MARKET, MARKET, royalty
from companion.games.new_world_order.rulebook import book
from companion.games.new_world_order.state import Phase, State


@book.invariant("NWO-23")
def who_has_passed_is_not_on_turn(state: State) -> Iterator[Refusal]:
    if state.turning and state.player(state.on_turn).passed:
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
                "{who} has acted or passed before the round begins.", repair="Check the phase.", who=player.name
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


@book.invariant("NWO-85")
def immediate_specials_are_resolved_first(state: State) -> Iterator[Refusal]:
    if state.open and state.phase is not Phase.DEAL:
        yield refuse(
            "{cards} would have been resolved while cards were dealt.",
            repair="List the cards under gone.",
            cards=card_names(state, state.open),
        )


@book.invariant("NWO-80")
def only_cut_the_losses_is_dropped_for(state: State) -> Iterator[Refusal]:
    if state.dropped and (not state.open or state.catalog.effect(state.open[0]) is not Effect.CUT_LOSSES):
        yield refuse("Nobody drops cards now: no Cut the Losses is being resolved.", repair="Check dropped and open.")


@book.invariant("NWO-82")
def extra_actions_are_granted(state: State) -> Iterator[Refusal]:
    most = 2 if state.choices["stackedSpecials"] == "bothEffects" else 1
    if state.extra > most:
        yield refuse(
            say_plural(
                "Above the Law grants {count} more action, not {extra}.",
                "Above the Law grants {count} more actions, not {extra}.",
                most,
                extra=state.extra,
            ),
            repair="Check extra.",
        )
    if (state.extra and not (state.turning and state.lawed)) or (state.lawed and not state.turning):
        yield refuse("No Above the Law has been played in this turn.", repair="Check extra and lawed.")


@book.invariant("NWO-29")
def who_acted_last_may_go_on(state: State) -> Iterator[Refusal]:
    for seat in {state.last, state.again} - {None}:
        if not state.turning or state.player(seat or "").passed:
            yield refuse(
                "{who} has no action to go on with.",
                repair="Check last and again.",
                who=state.player(seat or "").name,
            )


ROUND = (
    who_has_passed_is_not_on_turn,
    nobody_passes_between_rounds,
    market_is_no_larger,
    immediate_specials_are_resolved_first,
    only_cut_the_losses_is_dropped_for,
    extra_actions_are_granted,
    who_acted_last_may_go_on,
)
