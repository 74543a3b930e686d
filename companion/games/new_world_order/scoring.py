"""The score sheet, itemised: every line cites the rule that grants it (NWO-75 to NWO-79)."""

from __future__ import annotations

from collections import Counter

from companion.core.game import Outcome, Seat
from companion.core.rules import Score, ScoreLine
from companion.core.table import Piece
from companion.core.text import comma_list, say, say_plural
from companion.games.new_world_order.catalog import Ability, Catalog, Tile
from companion.games.new_world_order.game_flow import last_round, leading_character
from companion.games.new_world_order.goals import (
    GOAL_POINTS,
    OWN_GOAL_POINTS,
    TILES_PER_GOAL,
    Assignment,
    assign,
    best_assignment,
)
from companion.games.new_world_order.names import tile_by_itself, tile_name
from companion.games.new_world_order.piles import abilities
from companion.games.new_world_order.settings import book
from companion.games.new_world_order.state import Phase, Player, State
from companion.games.new_world_order.untold import Span, exactly, tiles_worth, total

TRIANGLE_POINTS = 100

DECLARED = "declared."
"""What the question about a seat's Great Goals begins with."""

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
    return [_tile_line(state.catalog, state.catalog.tiles[tile]) for tile in player.tiles]


def _tile_line(catalog: Catalog, tile: Tile) -> ScoreLine:
    """What nobody has told is not counted, and the line says so."""
    if catalog.unknown(tile, "points"):
        untold = say("{tile}: nobody has told yet what it is worth", tile=tile_by_itself(catalog, tile.id))
        return ScoreLine(0, untold, TILE, provisional=True, kind=TILES)
    return ScoreLine(tile.points, tile_by_itself(catalog, tile.id), TILE, tile.provisional("points"), TILES)


def goals_of(state: State, player: Player) -> Assignment:
    """The Great Goals that count: the ones the player chose, else the best ones (NWO-77)."""
    own = own_goal(state, player)
    if player.goals is not None:
        colours = tuple(state.catalog.goals[goal].colour for goal in player.goals)
        if is_declared(state, player):
            return dict.fromkeys(colours, ())
        chosen = assign(state.catalog.tile_colours, player.tiles, colours)
        if chosen is not None:
            return chosen
    return best_assignment(state.catalog, player.tiles, own)


def is_declared(state: State, player: Player) -> bool:
    """Whether his Great Goals are those that he has declared, since the colours of his tiles are not all told."""
    declared = player.goals
    return declared is not None and bool(colours_untold(state, player)) and may_serve(state, player, declared)


def may_serve(state: State, player: Player, goals: tuple[str, ...]) -> bool:
    """Whether by what is told of them his tiles can make all of these Great Goals; what is untold may be anything."""
    catalog, untold = state.catalog, colours_untold(state, player)
    colours_of = {tile: catalog.colours if tile in untold else catalog.tile_colours[tile] for tile in player.tiles}
    coloured = sum(map(bool, colours_of.values()))
    known = (catalog.goals[goal] for goal in goals)
    told = tuple(goal.colour for goal in known if not catalog.unknown(goal, "colour"))
    return TILES_PER_GOAL * len(goals) <= coloured and assign(colours_of, player.tiles, told) is not None


def own_goal(state: State, player: Player) -> str:
    """The Great Goal that is the dream of the player's character, empty for none."""
    leading = leading_character(player)
    return state.catalog.characters[leading].goal if leading is not None else ""


def _goal_lines(state: State, player: Player) -> list[ScoreLine]:
    lines = []
    own, leading, declared = own_goal(state, player), leading_character(player), is_declared(state, player)
    for colour, tiles in goals_of(state, player).items():
        goal = state.catalog.goal_of_colour[colour]
        why, doubtful = say("Great Goal {goal}, as {who} has declared", goal=goal.name, who=player.name), False
        if not declared:
            names = comma_list(tile_name(state, tile) for tile in tiles)
            why = say("Great Goal {goal}: {tiles}", goal=goal.name, tiles=names)
            marks = (state.catalog.tiles[tile] for tile in tiles)
            doubtful = goal.provisional("colour") or any(tile.provisional("colours") for tile in marks)
        lines.append(ScoreLine(GOAL_POINTS, why, GOAL, doubtful, GOALS))
        if goal.id == own and leading is not None and not dream_untold(state, player, leading):
            dreamer = state.catalog.characters[leading]
            dream = say("{goal} is the dream of {character}", goal=goal.name, character=dreamer.name)
            doubtful = doubtful or dreamer.provisional("goal")
            lines.append(ScoreLine(OWN_GOAL_POINTS, dream, TILE, doubtful, DREAM))
    more = goals_span(state, player)
    if not more.is_known and more.most == OWN_GOAL_POINTS and leading is not None:
        dreamer = state.catalog.characters[leading]
        dream = say("Nobody has told the dream of {character}, which might be 200 more", character=dreamer.name)
        lines.append(ScoreLine(0, dream, TILE, provisional=True, kind=DREAM))
    elif not more.is_known:
        untold = say_plural(
            "Nobody has told the colours of {count} tile, with which it might be up to {most} more",
            "Nobody has told the colours of {count} tiles, with which it might be up to {most} more",
            len(colours_untold(state, player)),
            most=more.most,
        )
        lines.append(ScoreLine(0, untold, GOAL, provisional=True, kind=GOALS))
    return lines


def colours_untold(state: State, player: Player) -> tuple[Piece, ...]:
    """The player's tiles of which nobody has told the colours, where they would have to be asked."""
    tiles = (state.catalog.tiles[tile] for tile in player.tiles)
    return tuple(
        tile.id
        for tile in tiles
        if state.catalog.unknown(tile, "colours") and (tile.points != 1000 or state.catalog.unknown(tile, "points"))
    )


def goals_span(state: State, player: Player) -> Span:
    """How much more than what is counted the Great Goals may bring by what nobody has told of colours and dreams."""
    catalog = state.catalog
    if not catalog.asked:
        return exactly(0)
    untold, reached = colours_untold(state, player), goals_of(state, player)
    goals = _most_goals(catalog, player, len(untold)) if untold else len(reached)
    if is_declared(state, player):
        goals = len(reached)
    questions = [f"tiles.{tile}.colours" for tile in untold] if goals > len(reached) else []
    questions = [goals_question(state, player), *questions] if questions and state.phase is Phase.OVER else questions
    most = GOAL_POINTS * (goals - len(reached))
    leading = leading_character(player)
    if leading is not None and goals:
        questions_of_dream = dream_untold(state, player, leading)
        is_fulfilled = any(catalog.goal_of_colour[colour].id == own_goal(state, player) for colour in reached)
        if questions_of_dream or (goals > len(reached) and not is_fulfilled):
            most, questions = most + OWN_GOAL_POINTS, [*questions, *questions_of_dream]
    return Span(0, most, tuple(questions)) if questions else exactly(0)


def goals_question(state: State, player: Player) -> str:
    """Which Great Goals he has, asked of the people rather than of the copy: quicker than the colours of every tile."""
    return f"{DECLARED}{state.seats[state.players.index(player)]}"


def _most_goals(catalog: Catalog, player: Player, untold: int) -> int:
    """A bound of how many Great Goals the tiles can reach, if the untold ones have whatever colours are lacking."""
    told = Counter(colour for tile in player.tiles for colour in catalog.tile_colours[tile])
    has_colours = untold + sum(bool(catalog.tile_colours[tile]) for tile in player.tiles)
    lacking = sorted(max(0, TILES_PER_GOAL - told[colour]) for colour in catalog.colours)
    goals = 0
    while goals < has_colours // TILES_PER_GOAL and sum(lacking[: goals + 1]) <= untold:
        goals += 1
    return goals


def dream_untold(state: State, player: Player, character: Piece) -> tuple[str, ...]:
    """What is still to be told of his character's dream: which goal that is, and which colour leads to it."""
    catalog = state.catalog
    dreamer = catalog.characters[character]
    if catalog.unknown(dreamer, "goal"):
        return (f"characters.{character}.goal",)
    goal = catalog.goals.get(dreamer.goal)
    if goal is None or not catalog.unknown(goal, "colour") or is_declared(state, player):
        return ()
    return (f"goals.{goal.id}.colour",)


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
    if state.phase is not Phase.OVER or result_untold(state):
        return None
    totals = {sheet.player: sheet.total for sheet in score(state)}
    best = max(totals.values())
    winners: tuple[Seat, ...] = tuple(seat for seat in state.seats if totals[seat] == best)
    if all(tile is None for tile in state.pyramid):
        return Outcome(winners, say("All tiles are taken."), LAST_TILE)
    if last_round(state):
        return Outcome(winners, say("All cards have been dealt."), LAST_DEAL)
    return Outcome(winners, say("Nobody acted, and no card was added."), STANDSTILL)


def result_untold(state: State) -> tuple[str, ...]:
    """What has to be told before it is certain who has won, the first first; nothing while play goes on."""
    if state.phase is not Phase.OVER or not state.catalog.asked:
        return ()
    spans = {seat: _total_span(state, seat) for seat in state.seats}
    highest = max(span.least for span in spans.values())
    may_win = [span for span in spans.values() if span.most >= highest]
    if len(may_win) == 1:
        return ()
    # What those behind may still have is told first: mostly it ends there, and what the leader has need not be asked.
    leader_last = sorted(may_win, key=lambda span: (span.least == highest, span.least - span.most))
    return tuple(dict.fromkeys(question for span in leader_last if not span.is_known for question in span.questions))


def _total_span(state: State, seat: Seat) -> Span:
    player, counted = state.player(seat), sheet(state, seat).total
    known = sum(
        state.catalog.tiles[tile].points
        for tile in player.tiles
        if not state.catalog.unknown(state.catalog.tiles[tile], "points")
    )
    return total((exactly(counted - known), tiles_worth(state.catalog, player.tiles), goals_span(state, player)))
