"""What players want to know and the rules allow to tell: what would pay for a tile, and what is still to be had."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.core.game import Seat
from companion.core.table import Piece
from companion.core.text import Text, say
from companion.games.new_world_order.flow import leading_character
from companion.games.new_world_order.goals import (
    GOAL_POINTS,
    OWN_GOAL_POINTS,
    TILES_PER_GOAL,
    best_assignment,
)
from companion.games.new_world_order.moves_pay import ways_to_pay
from companion.games.new_world_order.pyramid import free_tiles
from companion.games.new_world_order.scoring import TRIANGLE_POINTS, goals_of, own_goal, score_lines
from companion.games.new_world_order.state import Player, State


@dataclass(frozen=True, slots=True)
class Payment:
    """One way to pay: the numbers of the slots, and what their piles are worth together."""

    slots: tuple[int, ...]
    points: int


def payments(state: State, player: Player, price: int) -> tuple[Payment, ...]:
    """The ways of one or two sets (three for a Mediamogul) that pay a price, the least overpaid first."""
    ways = [Payment(tuple(part.slot for part in paid), worth) for worth, paid in ways_to_pay(state, player)]
    enough = [way for way in ways if way.points >= price]
    return tuple(sorted(enough, key=lambda way: (way.points, len(way.slots), way.slots)))


def affordable(state: State, player: Player) -> dict[Piece, Payment]:
    """The free tiles that the player could take now, each with the payment that loses least."""
    ways = {tile: payments(state, player, state.catalog.tiles[tile].points) for tile in free_tiles(state)}
    return {tile: found[0] for tile, found in ways.items() if found}


def shortfalls(state: State, player: Player) -> dict[Piece, int]:
    """The free tiles that the player could not take now, each with the points that the best payment lacks."""
    best = max((way.points for way in payments(state, player, 0)), default=0)
    prices = {tile: state.catalog.tiles[tile].points for tile in free_tiles(state)}
    return {tile: price - best for tile, price in prices.items() if price > best}


def goals_begun(state: State, player: Player) -> dict[str, int]:
    """How many tiles of each colour the player has, for the colours of goals not reached yet, most first."""
    marks = Counter(colour for tile in player.tiles for colour in state.catalog.tiles[tile].colours)
    for reached in goals_of(state, player):
        del marks[reached]
    return dict(marks.most_common())


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a player has now and could have at most: with every tile that is left, and every triangle still to earn.

    `most` is a bound that nobody can pass, not a promise: rivals want the same tiles. `needed`: how many points he
    lacks to lead alone. `goals`: how many more tiles each Great Goal needs that he has begun and can still reach.
    """

    seat: Seat
    now: int
    most: int
    needed: int
    goals: dict[str, int]


def prospects(state: State) -> tuple[Prospect, ...]:
    """For each player, the points still reachable and what it would take."""
    totals = {seat: sum(line.points for line in score_lines(state, state.player(seat))) for seat in state.seats}
    left = tuple(tile for tile in state.pyramid if tile is not None)
    found = []
    for seat in state.seats:
        player = state.player(seat)
        ahead = max(total for other, total in totals.items() if other != seat)
        most = totals[seat] + _still_to_have(state, player, left)
        needed = max(0, ahead + 1 - totals[seat])
        found.append(Prospect(seat, totals[seat], most, needed, _goals_possible(state, player, left)))
    return tuple(found)


def _still_to_have(state: State, player: Player, left: tuple[Piece, ...]) -> int:
    if state.final and player.passed:
        return 0
    tiles = sum(state.catalog.tiles[tile].points for tile in left)
    triangles = TRIANGLE_POINTS * (len(player.starters) - len(player.triangles))
    more = _goal_points(state, player, tuple(sorted((*player.tiles, *left))))
    return tiles + triangles + more - _goal_points(state, player, player.tiles)


def _goal_points(state: State, player: Player, tiles: tuple[Piece, ...]) -> int:
    own = own_goal(state, player)
    goals = [state.catalog.goal_of_colour[colour].id for colour in best_assignment(state.catalog, tiles, own)]
    return GOAL_POINTS * len(goals) + OWN_GOAL_POINTS * (own in goals)


def _goals_possible(state: State, player: Player, left: tuple[Piece, ...]) -> dict[str, int]:
    own = Counter(colour for tile in player.tiles for colour in state.catalog.tiles[tile].colours)
    free = Counter(colour for tile in left for colour in state.catalog.tiles[tile].colours)
    reached = {state.catalog.goal_of_colour[colour].id for colour in goals_of(state, player)}
    needs = {goal.id: TILES_PER_GOAL - own[goal.colour] for goal in state.catalog.goals.values()}
    colours = {goal.id: goal.colour for goal in state.catalog.goals.values()}
    return {
        goal: need
        for goal, need in needs.items()
        if goal not in reached and 0 < need <= free[colours[goal]] and own[colours[goal]]
    }


def provisional_remarks(state: State) -> tuple[Text, ...]:
    """What must be said about values that nobody has confirmed yet."""
    catalog = state.catalog
    doubtful = (
        any(card.provisional("ladder") for card in catalog.corporations.values())
        or any(tile.provisional("points", "colours") for tile in catalog.tiles.values())
        or any(goal.provisional("colour") for goal in catalog.goals.values())
    )
    return (say("Values marked ? are provisional: type in those of your copy."),) if doubtful else ()


def dream(state: State, player: Player) -> Text | None:
    """The character, and the Great Goal that is its dream."""
    leading = leading_character(player)
    if leading is None:
        return None
    goal = state.catalog.goals.get(own_goal(state, player))
    name = state.catalog.characters[leading].name
    return name if goal is None else say("{character}, dreams of {goal}", character=name, goal=goal.name)
