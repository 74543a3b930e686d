"""Checks of robbery and of the immediate specials (NWO-80 to NWO-87, NWO-108)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability, Effect
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    delayed,
    kind,
    part_of,
    pile_in,
    robbery_limit,
    slot_count,
    special_in,
)
from companion.games.new_world_order.settings import book, ruling
from companion.games.new_world_order.state import AWAY, EMPTY, Player, State


@book.rule("NWO-83")
def holds_the_takeover(state: State, action: act.TakeOver) -> Refusal | None:
    """Hostile Takeover robs another player of cards of one pile."""
    if action.card is None:
        if state.again == action.player:
            return None
        return refuse("There is no second robbery to make.", repair="Put the cards back.")
    if not special_in(state, state.player(action.player), action.card, Effect.TAKEOVER):
        return refuse("There is no Hostile Takeover in that place.", repair="Put the cards back.")
    return None


@book.rule("NWO-81")
def takeover_not_fresh(state: State, action: act.TakeOver) -> Refusal | None:
    """A special can be used from the round after it was taken."""
    player = state.player(action.player)
    if action.card is not None and delayed(state, special_in(state, player, action.card, Effect.TAKEOVER)):
        return refuse("Hostile Takeover was taken this round.", repair="Put it back; it can be used next round.")
    return None


@ruling.rule("NWO-82")
def takeover_is_no_extra_action(state: State, action: act.TakeOver) -> Refusal | None:
    """The action that Above the Law grants is a pick, a buy or a discard."""
    if state.extra and state.settings.takeover_costs_action == "yes":
        return refuse("Above the Law grants a pick, a buy or a discard only.", repair="Put the cards back.")
    return None


@ruling.rule("NWO-83")
def takeover_on_turn(state: State, action: act.TakeOver) -> Refusal | None:
    """Playing Hostile Takeover is the action of one's turn (setting takeoverCostsAction)."""
    if state.on_turn == action.player or (action.card is None and state.again == action.player):
        return None
    return refuse("It is {turn}'s turn.", repair="Put the cards back.", turn=state.player(state.on_turn).name)


@book.rule("NWO-108")
def cardinal_is_immune(state: State, action: act.TakeOver) -> Refusal | None:
    """The Cardinal cannot be the target of Hostile Takeover."""
    if Ability.IMMUNE in abilities(state, state.player(action.victim)):
        return refuse(
            "{who} is the Cardinal and cannot be robbed.",
            repair="Put the cards back, or rob somebody else.",
            who=state.player(action.victim).name,
        )
    return None


@ruling.rule("NWO-83")
def robs_a_corporation(state: State, action: act.Robbery) -> Refusal | None:
    """Only piles of one corporation are robbed, of somebody else: no colour sets, Dividends or specials."""
    if action.victim == action.player:
        return refuse("Nobody robs himself.", repair="Put the cards back.")
    pile = pile_in(state, state.player(action.victim), action.pile.slot)
    if kind(state.catalog, pile.cards) is not Kind.CORPORATION:
        return refuse("Only a pile of one corporation can be robbed.", repair="Put the cards back.")
    return None


@book.rule("NWO-83")
def takeover_amount(state: State, action: act.TakeOver) -> Refusal | None:
    """Hostile Takeover robs 2 cards of a corporation with a set of 4, or 3 of one with a set of 5 or 6."""
    return _amount(state, action, Effect.TAKEOVER)


@book.rule("NWO-86")
def blackmail_amount(state: State, action: act.Blackmail) -> Refusal | None:
    """Blackmail robs 1 card of a corporation with a set of 4, or 2 of one with a set of 5 or 6."""
    return _amount(state, action, Effect.BLACKMAIL)


def _amount(state: State, action: act.Robbery, effect: Effect) -> Refusal | None:
    pile = pile_in(state, state.player(action.victim), action.pile.slot)
    count = len(part_of(pile, action.pile))
    limit = robbery_limit(state.catalog, pile.cards[0], effect)
    exact = state.settings.steal_amount == "exact"
    if count > limit or (exact and count < limit):
        return refuse(
            "{count} cards were robbed; {limit} may be.",
            repair="Put back what is too much.",
            count=count,
            limit=limit,
        )
    return None


@ruling.rule("NWO-83")
def room_for_the_loot(state: State, action: act.Robbery) -> Refusal | None:
    """Robbed cards go onto the own pile of that corporation or into an empty slot, or are thrown away."""
    if action.slot in {None, AWAY}:
        return None
    player = _once_played(state, action)
    cards = part_of(pile_in(state, state.player(action.victim), action.pile.slot), action.pile)
    lying = pile_in(state, player, action.slot or 0)
    onto_own = bool(lying) and set(lying.cards) == set(cards)
    opens_slot = not lying and 1 <= (action.slot or 0) <= slot_count(state, player) and not _has_pile(player, cards[0])
    if not onto_own and not opens_slot:
        return refuse(
            "The robbed cards cannot lie there.",
            repair="Lay them onto the own pile of that corporation or into an empty slot, or throw them away.",
        )
    return None


def _once_played(state: State, action: act.Robbery) -> Player:
    """The robber when the Hostile Takeover has left its slot."""
    player = state.player(action.player)
    if isinstance(action, act.Blackmail) or not action.card:
        return player
    emptied = [EMPTY if number == action.card else pile for number, pile in enumerate(player.slots, start=1)]
    return replace(player, slots=tuple(emptied))


def _has_pile(player: Player, card: str) -> bool:
    return any(pile.cards and set(pile.cards) == {card} for pile in player.slots)


@book.rule("NWO-86")
def the_poorest_robs_the_richest(state: State, action: act.Blackmail) -> Refusal | None:
    """When Blackmail is dealt, who has fewest points robs who has most; on a tie for either nothing happens."""
    roles = blackmail_roles(state)
    if not state.open or state.catalog.effect(state.open[0]) is not Effect.BLACKMAIL:
        return refuse("No Blackmail is being resolved.", repair="Put the cards back.")
    if roles is None:
        return refuse("On a tie for fewest or most points Blackmail has no effect.", repair="Put the cards back.")
    if roles != (action.player, action.victim):
        return refuse(
            "{robber} robs {victim}, nobody else.",
            repair="Put the cards back.",
            robber=state.player(roles[0]).name,
            victim=state.player(roles[1]).name,
        )
    return None


def blackmail_roles(state: State) -> tuple[Seat, Seat] | None:
    """Who robs whom by Blackmail, None on a tie for fewest or for most points (NWO-86)."""
    points = {seat: blackmail_points(state, state.player(seat)) for seat in state.seats}
    low, high = min(points.values()), max(points.values())
    lowest = [seat for seat in points if points[seat] == low]
    highest = [seat for seat in points if points[seat] == high]
    if low == high or len(lowest) > 1 or len(highest) > 1:
        return None
    return lowest[0], highest[0]


def blackmail_points(state: State, player: Player) -> int:
    """The points that count for Blackmail: tiles and, by default, triangles."""
    tiles = sum(state.catalog.tiles[tile].points for tile in player.tiles)
    return tiles + (100 * len(player.triangles) if state.settings.blackmail_vp == "tilesAndTriangles" else 0)


@book.rule("NWO-80")
def losses_are_cut(state: State, action: act.Drop) -> Refusal | None:
    """When Cut the Losses is dealt every player may throw away one card or one set."""
    if not state.open or state.catalog.effect(state.open[0]) is not Effect.CUT_LOSSES:
        return refuse("No Cut the Losses is being resolved.", repair="Put the cards back.")
    if action.player in state.dropped:
        return refuse(
            "{who} has thrown away something already.",
            repair="Put the cards back: one card or one set each.",
            who=state.player(action.player).name,
        )
    return None
