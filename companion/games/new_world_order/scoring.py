"""The score sheet, itemised: every line cites the rule that grants it (NWO-75 to NWO-79)."""

from __future__ import annotations

from companion.core.game import Outcome, Seat
from companion.core.rules import Score, ScoreLine
from companion.core.text import comma_list, say
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.goals import GOAL_POINTS, OWN_GOAL_POINTS, Assignment, assign, best_assignment
from companion.games.new_world_order.phases import last_round, leading_character
from companion.games.new_world_order.piles import abilities
from companion.games.new_world_order.rulebook import book
from companion.games.new_world_order.stages import Phase
from companion.games.new_world_order.state import Player, State

TRIANGLE_POINTS = 100

TILE = book["NWO-75"]
GOAL = book["NWO-76"]
TRIANGLE_RULE = book["NWO-67"]
BONUS = book["NWO-102"]
SHARED = book["NWO-79-R"]
LAST_TILE = book["NWO-72"]
LAST_DEAL = book["NWO-71"]
STANDSTILL = book["NWO-74"]

TILES, GOALS, DREAM = say("Tiles"), say("Great Goals"), say("Dream fulfilled")
TRIANGLES, EXTRA = say("Triangles"), say("Bonus")


def score(state: State) -> tuple[Score, ...]:
    """Every player's sheet as it would stand if the game ended now."""
    return tuple(sheet(state, seat) for seat in state.seats)


def sheet(state: State, seat: Seat) -> Score:
    """Tiles, Great Goals, triangles, bonus (NWO-75); cards left in slots are worth nothing (NWO-78)."""
    player = state.player(seat)
    return Score(seat, (*_tile_lines(state, player), *_goal_lines(state, player), *_bonus_lines(state, player)))


def _tile_lines(state: State, player: Player) -> list[ScoreLine]:
    tiles = [state.catalog.tiles[tile] for tile in player.tiles]
    return [ScoreLine(tile.points, tile.name, TILE, tile.provisional("points"), TILES) for tile in tiles]


def goals_of(state: State, player: Player) -> Assignment:
    """The Great Goals that count: the ones the player chose, else the best ones (NWO-77)."""
    own = own_goal(state, player)
    if player.goals is not None:
        colours = tuple(state.catalog.goals[goal].colour for goal in player.goals)
        chosen = assign(state.catalog, player.tiles, colours)
        if chosen is not None:
            return chosen
    return best_assignment(state.catalog, player.tiles, own)


def own_goal(state: State, player: Player) -> str:
    """The Great Goal that is the dream of the player's character, empty for none."""
    leading = leading_character(player)
    return state.catalog.characters[leading].goal if leading is not None else ""


def _goal_lines(state: State, player: Player) -> list[ScoreLine]:
    lines = []
    own, leading = own_goal(state, player), leading_character(player)
    for colour, tiles in goals_of(state, player).items():
        goal = state.catalog.goal_of_colour[colour]
        doubtful = goal.provisional("colour") or any(state.catalog.tiles[tile].provisional("colours") for tile in tiles)
        names = comma_list(state.catalog.tiles[tile].name for tile in tiles)
        why = say("Great Goal {goal}: {tiles}", goal=goal.name, tiles=names)
        lines.append(ScoreLine(GOAL_POINTS, why, GOAL, doubtful, GOALS))
        if goal.id == own and leading is not None:
            dreamer = state.catalog.characters[leading]
            dream = say("{goal} is the dream of {character}", goal=goal.name, character=dreamer.name)
            doubtful = doubtful or dreamer.provisional("goal")
            lines.append(ScoreLine(OWN_GOAL_POINTS, dream, TILE, doubtful, DREAM))
    return lines


def _bonus_lines(state: State, player: Player) -> list[ScoreLine]:
    lines = [
        ScoreLine(
            TRIANGLE_POINTS,
            say("Triangle: more than a full set of {card}", card=state.catalog.corporations[card].name),
            TRIANGLE_RULE,
            kind=TRIANGLES,
        )
        for card in player.triangles
    ]
    if Ability.END_BONUS in abilities(state, player):
        points = 500 if len(state.players) <= 3 else 300
        lines.append(ScoreLine(points, say("Bilderberger's bonus"), BONUS, kind=EXTRA))
    return lines


def outcome(state: State) -> Outcome | None:
    """Who won, once the last round is over: most points; equals share the victory (NWO-79)."""
    if state.phase is not Phase.OVER:
        return None
    totals = {sheet.player: sheet.total for sheet in score(state)}
    best = max(totals.values())
    winners: tuple[Seat, ...] = tuple(seat for seat in state.seats if totals[seat] == best)
    if all(tile is None for tile in state.pyramid):
        return Outcome(winners, say("All tiles are taken."), LAST_TILE)
    if last_round(state):
        return Outcome(winners, say("All cards have been dealt."), LAST_DEAL)
    return Outcome(winners, say("Nobody acted, and no card was added."), STANDSTILL)
