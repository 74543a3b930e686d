"""Goals: what counts for each player, how far he is from each, who wins and how it ends (INWO-290 to INWO-303)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from companion.core.game import Outcome, Seat
from companion.core.rules import Score, ScoreLine, Statement
from companion.core.table import Piece
from companion.core.text import Text, say, say_plural
from companion.games.inwo.card_plays import Goal
from companion.games.inwo.card_values import Purpose, is_devastated, power
from companion.games.inwo.catalog import ALIGNMENTS, Subtype
from companion.games.inwo.continuous_effects import in_force, traits
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Player, State

BASIC = {2: 12, 3: 12, 4: 11, 5: 10, 6: 10}
"""INWO-293, INWO-310."""
MOST_DOUBLED = 3
"""INWO-300."""
PAIRS = ((2, 6), (3, 5), (4, 4), (5, 3), (6, 1))
"""How many to destroy, and then to control, for the goals of this kind; printed on the cards."""
TURNS_PROTECTED = 3
"""INWO-290."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands towards one goal: so many of what is needed. Met when nothing is missing."""

    name: Text
    has: int
    needed: int
    rule: Statement
    card: Piece | None = None

    @property
    def missing(self) -> int:
        return max(0, self.needed - self.has)


def basic_goal(state: State) -> int:
    """INWO-26, INWO-293: the number for the players who began; with two never below 12 (INWO-310). INWO-293-R."""
    chosen = state.choices["basic_goal"]
    usual = BASIC[len(state.players)]
    number = usual if chosen == "by_players" else int(chosen)
    return max(number, usual) if len(state.players) == 2 else number


def counted_groups(state: State, seat: Seat) -> tuple[Piece, ...]:
    """INWO-301: the Groups that count, the Illuminati among them (INWO-5)."""
    player = state.player(seat)
    return tuple(each.card for each in player.structure if not is_devastated(state, seat, each.card))


def own_goals(state: State, seat: Seat, shown: Piece | None = None) -> tuple[Goal, ...]:
    """The special goal of the Illuminati, and the goal card that is shown."""
    player = state.player(seat)
    cards = [card for card in (player.illuminati, shown) if card is not None]
    return tuple(goal for card in cards if (goal := state.effects(card).goal) is not None)


@lru_cache(maxsize=512)
def groups_for_goal(state: State, seat: Seat, shown: Piece | None = None) -> int:
    """What counts towards the basic goal: Groups, at most three of them double, and what else goals count."""
    counted = counted_groups(state, seat)
    goals = own_goals(state, seat, shown)
    doubled = sum(
        any(goal.doubles is not None and _fits(state, seat, goal, card) for goal in goals) for card in counted
    )
    resources = sum(
        goal.resources.fits(state.card(held.card).traits)
        for goal in goals
        if goal.resources is not None
        for held in state.player(seat).resources
    )
    lowered = counts_destroyed(goals) * len(_destroyed(state.player(seat)))
    return len(counted) + min(doubled, MOST_DOUBLED) + resources + lowered


def counts_destroyed(goals: Iterable[Goal]) -> int:
    """For how many of them the Groups that were destroyed count."""
    return sum(goal.destroyed_lower for goal in goals)


def _fits(state: State, seat: Seat, goal: Goal, card: Piece) -> bool:
    assert goal.doubles is not None
    return goal.doubles.fits(traits(state, card, for_goals=True), _power(state, seat, card))


def _power(state: State, seat: Seat, card: Piece) -> int:
    return power(state, card, Purpose(goal=True, whose=seat))


def total_power(state: State, seat: Seat) -> int:
    """INWO-302: of all Groups that count, the Illuminati among them, without what is temporary."""
    return sum(_power(state, seat, card) for card in counted_groups(state, seat))


def _destroyed(player: Player) -> tuple[Piece, ...]:
    """What a player has destroyed and may count, rival Illuminati included, that he removed."""
    return (*(gone.card for gone in player.destroyed if not gone.uncounted), *player.removed)


@lru_cache(maxsize=512)
def standings(state: State, seat: Seat, shown: Piece | None = None) -> tuple[Standing, ...]:
    """How far a player is from each goal that is open to him; with the goal card that he shows."""
    alone = shown is not None and any(
        goal.alone for goal in own_goals(state, seat, shown) if goal != _special(state, seat)
    )
    found = list(_goal_standings(state, seat, shown)) if shown is not None else []
    if not alone:
        basic = Standing(say("basic goal"), groups_for_goal(state, seat, shown), basic_goal(state), BOOK["INWO-293"])
        found = [basic, *_goal_standings(state, seat, state.player(seat).illuminati), *found]
    return tuple(found)


def _special(state: State, seat: Seat) -> Goal | None:
    card = state.player(seat).illuminati
    return None if card is None else state.effects(card).goal


def _goal_standings(state: State, seat: Seat, card: Piece | None) -> Iterator[Standing]:
    """A card's goal that stands by itself (INWO-294), besides the basic goal."""
    goal = None if card is None else state.effects(card).goal
    if card is None or goal is None:
        return
    name, rule = state.card(card).title, BOOK["INWO-294"]
    if goal.total_power:
        has, needed = total_power(state, seat), goal.total_power
        if goal.all_alignments:
            missing = len(set(ALIGNMENTS) - _alignments_controlled(state, seat))
            has = min(has, needed) - missing
        yield Standing(name, has, needed, rule, card)
    if goal.destroy is not None and goal.control is not None:
        yield _pair(state, seat, card, goal)
    if goal.removed_rivals:
        yield Standing(name, len(state.player(seat).removed), goal.removed_rivals, rule, card)
    if goal.destroyed_wins:
        yield Standing(name, len(_destroyed(state.player(seat))), goal.destroyed_wins, rule, card)
    if goal.everywhere is not None:
        counted = ((other, each) for other in state.alive for each in counted_groups(state, other))
        has = sum(
            _power(state, other, each)
            for other, each in counted
            if goal.everywhere.fits(traits(state, each, for_goals=True))
        )
        yield Standing(name, has, goal.everywhere_power, rule, card)


def asks_for_destroyed(goal: Goal) -> bool:
    """Whether it asks for Groups that its player has destroyed, or needs fewer for each of them."""
    return bool(goal.destroyed_wins or goal.destroyed_lower or goal.destroy is not None)


def destroyed_alignments(goals: Iterable[Goal]) -> set[str]:
    """The alignments of which these goals count what was destroyed; none where all of it counts."""
    return {goal.destroy for goal in goals if goal.destroy is not None}


def _alignments_controlled(state: State, seat: Seat) -> set[str]:
    return {trait for card in counted_groups(state, seat) for trait in traits(state, card, for_goals=True)}


def _pair(state: State, seat: Seat, card: Piece, goal: Goal) -> Standing:
    """The pair of numbers that is nearest: what is there of both, of what is needed of both."""
    piles = (gone for gone in state.player(seat).destroyed if not gone.uncounted)
    destroyed = sum(goal.destroy in gone.alignments for gone in piles)
    controlled = sum(goal.control in traits(state, each, for_goals=True) for each in counted_groups(state, seat))
    controlled += sum(goal.control in each.effect.counts_twice for each in in_force(state) if each.player == seat)

    def missing(pair: tuple[int, int]) -> int:
        return max(0, pair[0] - destroyed) + max(0, pair[1] - controlled)

    nearest = min(PAIRS, key=missing)
    needed = sum(nearest)
    return Standing(state.card(card).title, needed - missing(nearest), needed, BOOK["INWO-294"], card)


def meets_goal(state: State, seat: Seat, shown: Piece | None = None) -> bool:
    """Whether a claim would hold now; with a goal card of the hand that is shown, by that card."""
    return any(standing.missing == 0 for standing in standings(state, seat, shown))


def is_goal_card(state: State, card: Piece) -> bool:
    return Subtype.GOAL in state.card(card).subtypes


def first_round(state: State) -> bool:
    """INWO-295: the earliest end is that of the first turn of the second round, which may be still under way."""
    return state.round < 2


def is_eliminated(state: State, player: Player) -> bool:
    """INWO-290, INWO-291: without puppets after the third turn; not who has won by destroying the last one."""
    if player.out or player.turns < TURNS_PROTECTED or len(player.structure) > 1 or player.illuminati is None:
        return False
    goal = state.effects(player.illuminati).goal
    return not (goal is not None and goal.destroyed_wins and len(_destroyed(player)) >= goal.destroyed_wins)


def winners(state: State) -> tuple[Seat, ...]:
    """INWO-296, INWO-297: whose claims hold now; factions of one Illuminati do not share a victory.

    But by a special goal that all of them have in common (INWO-281).
    """
    holding = [claim.player for claim in state.claims if meets_goal(state, claim.player, claim.card)]
    kinds = [state.player(seat).illuminati for seat in holding]
    won = (seat for seat in holding if kinds.count(state.player(seat).illuminati) == 1 or _meets_common(state, seat))
    return tuple(sorted(set(won)))


def _meets_common(state: State, seat: Seat) -> bool:
    goal = _special(state, seat)
    if goal is None or goal.everywhere is None:
        return False
    return any(not each.missing for each in _goal_standings(state, seat, state.player(seat).illuminati))


def outcome(state: State) -> Outcome | None:
    if len(state.alive) == 1 and not state.is_setup:
        alone = say("Last one left")
        return Outcome(state.alive, say("Everybody else is out of the game."), BOOK["INWO-292"], alone)
    if not state.alive:
        return Outcome((), say("Nobody is left."), BOOK["INWO-292"])
    if state.winners:
        return _claimed(state)
    return None


def _claimed(state: State) -> Outcome:
    """By what the first of the winners has reached; where it is nothing that lies open, he has shown a card for it."""
    reached = next((each for each in standings(state, state.winners[0]) if not each.missing), None)
    if reached is None:
        return Outcome(state.winners, say("The claim holds."), BOOK["INWO-296"], say("goal card"))
    reason = say(
        "The claim holds: {goal}, {has} of {needed}.", goal=reached.name, has=reached.has, needed=reached.needed
    )
    return Outcome(state.winners, reason, BOOK["INWO-296"], reached.name)


GROUPS, SPECIAL, GOALS = say("Groups"), say("Special goal"), say("Goals in reach")


def score(state: State) -> tuple[Score, ...]:
    """The standing of every player: what counts towards the basic goal, line by line."""
    return tuple(Score(seat, tuple(_lines(state, seat))) for seat, _ in state.each())


def _lines(state: State, seat: Seat) -> Iterator[ScoreLine]:
    player = state.player(seat)
    if player.out:
        return
    groups = len(counted_groups(state, seat))
    if groups:
        yield ScoreLine(groups, say_plural("Group", "Groups", groups), BOOK["INWO-293"], kind=GROUPS)
    more = groups_for_goal(state, seat) - groups
    if more and player.illuminati is not None:
        title = state.card(player.illuminati).title
        yield ScoreLine(more, say("goal of {card}", card=title), BOOK["INWO-300"], kind=SPECIAL)
    for standing in standings(state, seat):
        if standing.card is not None:
            why = say("{goal}: {has} of {needed}", goal=standing.name, has=standing.has, needed=standing.needed)
            yield ScoreLine(0, why, standing.rule, kind=GOALS)
