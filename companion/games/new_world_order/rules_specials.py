"""Robbery and the immediate specials: checks and effects (NWO-80 to NWO-87, NWO-108)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.rules import Refusal, refuse, undecided
from companion.core.table import Piece
from companion.core.text import say, say_plural
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability, Effect
from companion.games.new_world_order.names import counted_names, place_name
from companion.games.new_world_order.phases import after_action
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    delayed,
    first_empty,
    kind,
    own_pile,
    part_of,
    robbery_limit,
)
from companion.games.new_world_order.places import cards_in, obstacle, put, special_in, take
from companion.games.new_world_order.rulebook import book
from companion.games.new_world_order.rules_cards import throws_a_whole_pile
from companion.games.new_world_order.rules_deal import dealt_before, set_aside
from companion.games.new_world_order.rules_turn import in_a_round, not_passed, on_turn
from companion.games.new_world_order.stages import Deal
from companion.games.new_world_order.state import AWAY, Away, Place, Player, State
from companion.games.new_world_order.untold import Span, exactly, tiles_worth, total


@book.requires(
    "NWO-83",
    "There is no Hostile Takeover in {place}.",
    repair="Put the cards back.",
    place=lambda _, action: place_name(action.card),
)
def holds_the_takeover(state: State, action: act.TakeOver) -> bool:
    player = state.player(action.player)
    return action.card is None or bool(special_in(state, player, action.card, Effect.TAKEOVER))


@book.requires("NWO-84-R", "There is no second robbery to make.", repair="Put the cards back.")
def has_a_second_effect(state: State, action: act.TakeOver) -> bool:
    return action.card is not None or state.robs_again == action.player


@book.requires("NWO-81", "Hostile Takeover was taken this round.", repair="Put the cards back.")
def takeover_not_fresh(state: State, action: act.TakeOver) -> bool:
    player = state.player(action.player)
    return action.card is None or not delayed(state, special_in(state, player, action.card, Effect.TAKEOVER))


@book.requires("NWO-82-R1", "Above the Law grants a pick, a buy or a discard only.", repair="Put the cards back.")
def takeover_is_no_extra_action(state: State, action: act.TakeOver) -> bool:
    return action.card is None or not state.extra or state.choices["takeoverCostsAction"] != "yes"


@book.check("NWO-22")
def takeover_on_turn(state: State, action: act.TakeOver) -> Refusal | None:
    # The second robbery of a stack may still be made when the turn has gone on (NWO-84-R).
    return on_turn.check(state, action) if action.card is not None else None


@book.requires(
    "NWO-108",
    "{who} has the power of the Cardinal, whom no Hostile Takeover can hit.",
    repair="Put the cards back, or rob somebody else.",
    who=lambda state, action: state.player(action.victim).name,
)
def cardinal_is_immune(state: State, action: act.TakeOver) -> bool:
    return Ability.IMMUNE not in abilities(state, state.player(action.victim))


@book.requires("NWO-83", "Hostile Takeover robs another player, not oneself.", repair="Put the cards back.")
def robs_somebody_else(state: State, action: act.TakeOver) -> bool:
    return action.victim != action.player


@book.check("NWO-83-R2")
def robs_a_corporation(state: State, action: act.Robbery) -> Refusal | None:
    victim = state.player(action.victim)
    pile = victim.pile(action.pile.place)
    if not pile:
        return refuse(
            "{who} has nothing in {place}.",
            repair="Put the cards back, or rob another pile.",
            who=victim.name,
            place=place_name(action.pile.place),
        )
    if kind(state.catalog, pile.cards) is not Kind.CORPORATION:
        return refuse(
            "Only a pile of one corporation is robbed, not {pile}.",
            repair="Put the cards back, or rob another pile.",
            pile=counted_names(state, pile.cards),
        )
    return None


@book.check("NWO-83")
def takeover_amount(state: State, action: act.TakeOver) -> Refusal | None:
    return _amount(state, action, Effect.TAKEOVER)


@book.check("NWO-86")
def blackmail_amount(state: State, action: act.Blackmail) -> Refusal | None:
    return _amount(state, action, Effect.BLACKMAIL)


def _amount(state: State, action: act.Robbery, effect: Effect) -> Refusal | None:
    count, limit = _robbed(state, action, effect)
    if count > limit:
        return refuse(
            say_plural(
                "{count} card was robbed; at most {limit} may be.",
                "{count} cards were robbed; at most {limit} may be.",
                count,
                limit=limit,
            ),
            repair="Put back what is too much.",
        )
    return None


def _robbed(state: State, action: act.Robbery, effect: Effect) -> tuple[int, int]:
    """How many cards are robbed, and how many may be."""
    pile = state.player(action.victim).pile(action.pile.place)
    return len(part_of(pile, action.pile)), robbery_limit(state.catalog, pile.cards[0], effect)


@book.check("NWO-83-R3")
def exact_amount(state: State, action: act.Robbery) -> Refusal | None:
    effect = Effect.TAKEOVER if isinstance(action, act.TakeOver) else Effect.BLACKMAIL
    count, limit = _robbed(state, action, effect)
    if count < limit and state.choices["stealAmount"] == "exact":
        return refuse(
            say_plural(
                "{count} card was robbed; it has to be {limit}.",
                "{count} cards were robbed; it has to be {limit}.",
                count,
                limit=limit,
            ),
            repair=say("Put the cards back, or rob exactly {limit}.", limit=limit),
        )
    return None


@book.check("NWO-83-R4")
def room_for_the_loot(state: State, action: act.Robbery) -> Refusal | None:
    if not isinstance(action.place, Place):
        return None
    robber, cards = _once_played(state, action), cards_in(state.player(action.victim), action.pile)
    lying = robber.pile(action.place).cards
    if obstacle(state, robber, cards, action.place) is not None or not set(lying) <= set(cards):
        return refuse(
            "{cards} cannot lie in {place}.",
            repair="Lay robbed cards onto one's own pile of them, or into an empty slot, or throw them away.",
            cards=counted_names(state, cards),
            place=place_name(action.place),
        )
    return None


def _once_played(state: State, action: act.Robbery) -> Player:
    """The robber when the Hostile Takeover has left its place."""
    player = state.player(action.player)
    played = isinstance(action, act.TakeOver) and action.card
    return take(state, player, act.Part(played)) if played else player


@book.check("NWO-86")
def the_poorest_robs_the_richest(state: State, action: act.Blackmail) -> Refusal | None:
    roles = blackmail_roles(state)
    if state.open_with(Effect.BLACKMAIL) is None:
        return refuse("No Blackmail is being resolved.", repair="Put the cards back.")
    if untold := blackmail_untold(state):
        return undecided(untold, "It decides who robs whom by Blackmail.")
    if roles is None:
        return refuse("On a tie for fewest or most points Blackmail has no effect.", repair="Put the cards back.")
    if roles != (action.player, action.victim):
        return refuse(
            "By this Blackmail {robber} robs {victim}, and nobody else.",
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


def blackmail_untold(state: State) -> tuple[str, ...]:
    """What has to be told before it is certain who robs whom: the tiles of those who may have fewest, or most."""
    if not state.catalog.asked:
        return ()
    spans = [blackmail_span(state, player) for player in state.players]
    poorest, richest = min(span.most for span in spans), max(span.least for span in spans)
    of_interest = [span for span in spans if span.least <= poorest], [span for span in spans if span.most >= richest]
    return tuple(
        question
        for those in of_interest
        if len(those) > 1
        for span in those
        if not span.is_known
        for question in span.questions
    )


def blackmail_points(state: State, player: Player) -> int:
    """The points that count for Blackmail: tiles and, by default, triangles (NWO-86-R)."""
    tiles = sum(state.catalog.tiles[tile].points for tile in player.tiles)
    return tiles + _triangle_points(state, player)


def blackmail_span(state: State, player: Player) -> Span:
    """The same as far as it is known."""
    return total((tiles_worth(state.catalog, player.tiles), exactly(_triangle_points(state, player))))


def _triangle_points(state: State, player: Player) -> int:
    return 100 * len(player.triangles) * (state.choices["blackmailVP"] == "tilesAndTriangles")


@book.check("NWO-85-R")
def resolved_in_order(state: State, action: act.Blackmail | act.Drop) -> Refusal | None:
    card = state.open_with(Effect.BLACKMAIL if isinstance(action, act.Blackmail) else Effect.CUT_LOSSES)
    return None if card is None else dealt_before(state, card)


@book.check("NWO-80")
def losses_are_cut(state: State, action: act.Drop) -> Refusal | None:
    if state.open_with(Effect.CUT_LOSSES) is None:
        return refuse("No Cut the Losses is being resolved.", repair="Put the cards back.")
    if isinstance(state.stage, Deal) and action.player in state.stage.dropped:
        return refuse(
            "{who} has thrown away something already.", repair="Put the cards back: one card or one set each."
        )
    return None


# --- effects ---


def _take_over(state: State, action: act.TakeOver) -> State:
    """Robs; which is the action of the turn, unless the table plays it otherwise (NWO-83-R1)."""
    both = False
    if action.card is not None:
        played = special_in(state, state.player(action.player), action.card, Effect.TAKEOVER)
        both = len(played) > 1 and state.choices["stackedSpecials"] == "bothEffects"
        if played:
            state = state.with_player(action.player, _once_played(state, action))
    state = _rob(state, action)
    if action.card is not None and state.choices["takeoverCostsAction"] == "yes":
        state = after_action(state, action.player, state.player(action.player))
    if state.turn is None:
        return state
    return replace(state, stage=replace(state.turn, again=action.player if both else None))


def _blackmail(state: State, action: act.Blackmail) -> State:
    card = state.open_with(Effect.BLACKMAIL)
    robbed = _rob(state, action)
    return robbed if card is None else set_aside(robbed, act.SetAside(card))


def _rob(state: State, action: act.Robbery) -> State:
    victim = state.player(action.victim)
    cards = cards_in(victim, action.pile)
    state = state.with_player(action.victim, take(state, victim, action.pile))
    robber = state.player(action.player)
    place = robbed_place(state, robber, cards) if action.place is None else action.place
    if isinstance(place, Away) or not cards:
        return state
    return state.with_player(action.player, put(state, robber, cards, place))


def robbed_place(state: State, robber: Player, cards: tuple[Piece, ...]) -> Place | Away:
    """Where robbed cards go if nothing else is said: the own pile, else the first empty slot, else away (NWO-83)."""
    pile = own_pile(robber, cards[0]) if cards else None
    return pile or first_empty(state, robber) or AWAY


def _drop(state: State, action: act.Drop) -> State:
    state = state.with_player(action.player, take(state, state.player(action.player), action.pile))
    if not isinstance(state.stage, Deal):
        return state
    return replace(state, stage=replace(state.stage, dropped=tuple(sorted({*state.stage.dropped, action.player}))))


CHECKS = {
    act.TakeOver: (
        in_a_round,
        not_passed,
        takeover_on_turn,
        holds_the_takeover,
        has_a_second_effect,
        takeover_not_fresh,
        takeover_is_no_extra_action,
        robs_somebody_else,
        cardinal_is_immune,
        robs_a_corporation,
        takeover_amount,
        exact_amount,
        room_for_the_loot,
    ),
    act.Blackmail: (
        resolved_in_order,
        the_poorest_robs_the_richest,
        robs_a_corporation,
        blackmail_amount,
        exact_amount,
        room_for_the_loot,
    ),
    act.Drop: (losses_are_cut, resolved_in_order, throws_a_whole_pile),
}


EFFECTS = {act.TakeOver: _take_over, act.Blackmail: _blackmail, act.Drop: _drop}
