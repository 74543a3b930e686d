"""The score sheets of both sides, line by line, and who has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.core.facts import Provenance
from companion.core.game import Outcome
from companion.core.rules import Score, ScoreLine, Statement
from companion.core.text import Message, say, say_plural, verbatim
from companion.core.untold import UntoldValue
from companion.games.iron_sky.board import TROPHY_STACK
from companion.games.iron_sky.catalog import MOST_METER_POINTS, MOST_POINTS, Side, question_about, territory_place
from companion.games.iron_sky.names import SUBJECT, board_name
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import Phase, Player, ReichPlayer, State
from companion.games.iron_sky.untold import strict

ELITE_TROPHY_VP = 3
TIE_BREAK_VP = 4

TERRITORY = BOOK["ISK-146"]
TROPHIES = BOOK["ISK-144"]
ELITE = BOOK["ISK-145"]
METER = BOOK["ISK-148"]
OPERATION = BOOK["ISK-147"]
TOTAL = BOOK["ISK-149"]
CONTINENTS = BOOK["ISK-150"]
FOUR_POINTS = BOOK["ISK-151"]
DRAWN = BOOK["ISK-151-R"]


LAND, BLITZ, STACKS = say("Territories"), say("Blitz meters"), say("Trophies")
SECRETS, TIE = say("Secret operations"), say("Tie")


def score(state: State) -> tuple[Score, ...]:
    """One sheet per side, `reich` and `uwc`: the sum of its players (ISK-2); of a tie also what breaks it."""
    lines = {side: tuple(_side_lines(state, side)) for side in Side}
    is_told = state.profile.told is None or not any(line.provisional for side in Side for line in lines[side])
    tied = is_told and total(state, Side.REICH) == total(state, Side.UWC)
    return tuple(
        Score(
            side.value,
            (*lines[side], *(_tie_lines(state, side) if tied else ())),
            SUBJECT[side],
            tuple(player.seat for player in state.team(side)),
        )
        for side in Side
    )


def _tie_lines(state: State, side: Side) -> Iterator[ScoreLine]:
    """What is compared when the points are equal: worth nothing by itself (ISK-150, ISK-151)."""
    won = continents(state, side)
    yield ScoreLine(0, say("Tie: continents won: {count}", count=won), CONTINENTS, kind=TIE)
    if won == continents(state, side.enemy):
        count = four_point_territories(state, side)
        yield ScoreLine(0, say("Tie: territories of 4 points: {count}", count=count), FOUR_POINTS, kind=TIE)


def total(state: State, side: Side) -> int:
    return sum(line.points for line in _side_lines(state, side))


def _side_lines(state: State, side: Side) -> Iterator[ScoreLine]:
    for player in state.team(side):
        yield from player_lines(state, player)


def player_lines(state: State, player: Player) -> Iterator[ScoreLine]:
    """What one seat brings his side."""
    yield from (
        part.line if part.printed is None else _known(state, part.line, part.printed) for part in _parts(state, player)
    )


class _Printed(NamedTuple):
    """The value that a line rests on: the question about it, how it is known, and what it may be at most."""

    question: str
    provenance: Provenance
    most: int


class _Part(NamedTuple):
    line: ScoreLine
    printed: _Printed | None = None


def _parts(state: State, player: Player) -> Iterator[_Part]:
    yield from _territories(state, player)
    yield _meter(state, player)
    name = verbatim(player.name)
    if complete := player.trophies // TROPHY_STACK:
        why = say_plural("{name}: {count} stack of trophies", "{name}: {count} stacks of trophies", complete, name=name)
        yield _Part(ScoreLine(complete, why, TROPHIES, kind=STACKS))
    if isinstance(player, ReichPlayer) and player.elite_trophies:
        points = ELITE_TROPHY_VP * player.elite_trophies
        why = say_plural("{name}: {count} Elite tile", "{name}: {count} Elite tiles", player.elite_trophies, name=name)
        yield _Part(ScoreLine(points, why, ELITE, kind=STACKS))
    if player.fulfilled and player.operation is not None:
        card = state.profile.operations[player.operation]
        line = ScoreLine(card.vp, say("{name}: {card}", name=name, card=card.printed_name), OPERATION, kind=SECRETS)
        yield _Part(line, _Printed(question_about(card.id, "vp"), card.provenance, MOST_POINTS))


def _territories(state: State, player: Player) -> Iterator[_Part]:
    """By control alone: neither war nor the Terror marker changes it (ISK-8, ISK-111)."""
    board, facts = state.board(player.board), state.profile.boards[player.board]
    for ground, territory in zip(facts.territories, board.territories, strict=True):
        if territory.controller is player.side:
            line = ScoreLine(ground.vp, ground.printed_name, TERRITORY, kind=LAND)
            question = f"{territory_place(board.name, ground.number)}.vp"
            yield _Part(line, _Printed(question, ground.provenance, MOST_POINTS))


def _known(state: State, line: ScoreLine, printed: _Printed) -> ScoreLine:
    """The line of a printed value, if anybody has told that; else it counts nothing and says so."""
    if state.profile.is_untold(printed.question):
        return replace(line, points=0, why=_NOBODY_TOLD.fill(piece=line.why), provisional=True)
    return replace(line, provisional=state.profile.told is None and printed.provenance is Provenance.PROVISIONAL)


_NOBODY_TOLD = say("{piece}: nobody has told yet what it is worth")


def _meter(state: State, player: Player) -> _Part:
    """ISK-44: the UWC at the Occupation marker, the Reich at the Devastation marker."""
    board = state.board(player.board)
    reich = player.side is Side.REICH
    position = board.devastation if reich else board.occupation
    step = state.profile.boards[board.name].meter[position]
    why = say("Blitz meter of {board} at {position}", board=board_name(board.name), position=position)
    row = "reich_vp" if reich else "uwc_vp"
    line = ScoreLine(getattr(step, row), why, METER, kind=BLITZ)
    return _Part(line, _Printed(f"{board.name}.meter.{row}.{position}", step.provenance, MOST_METER_POINTS))


# --- the end ---


def result_untold(state: State) -> tuple[str, ...]:
    """What has to be told before it is certain who has won, the first first; nothing while play goes on."""
    if state.phase is not Phase.OVER or state.profile.told is None:
        return ()
    bounds = _bounds(state)
    if _decided(bounds):
        return ()
    if any(side.untold for side in bounds):
        return tuple(question for side in bounds for question in side.untold)
    try:
        _outcome(strict(state))
    except UntoldValue as untold:
        return untold.questions
    return ()


class _Bounds(NamedTuple):
    """What a side has at least and at most, and the questions on which that rests, those of the most points first."""

    least: int
    most: int
    untold: tuple[str, ...]


def _bounds(state: State) -> list[_Bounds]:
    """Those of both sides, of whoever is behind first: mostly that decides it, and the leader's are not asked."""
    found = []
    for side in Side:
        least, untold = 0, list[_Printed]()
        for part in (part for player in state.team(side) for part in _parts(state, player)):
            if part.printed is not None and state.profile.is_untold(part.printed.question):
                untold.append(part.printed)
            else:
                least += part.line.points
        untold.sort(key=lambda printed: -printed.most)
        most = least + sum(printed.most for printed in untold)
        found.append(_Bounds(least, most, tuple(printed.question for printed in untold)))
    return sorted(found, key=lambda bounds: (bounds.least, bounds.most))


def _decided(bounds: Sequence[_Bounds]) -> tuple[int, int] | None:
    """What the winner has at least and the other side at most, where that is certain though values are untold."""
    behind, ahead = bounds
    certain = behind.most < ahead.least and bool(behind.untold or ahead.untold)
    return (ahead.least, behind.most) if certain else None


def outcome(state: State) -> Outcome | None:
    """None until the End token is turned and every secret operation shown, and while it rests on an untold value."""
    return None if state.phase is not Phase.OVER or result_untold(state) else _outcome(state)


def _outcome(state: State) -> Outcome:
    reich, uwc = total(state, Side.REICH), total(state, Side.UWC)
    if (decided := _decided(_bounds(state))) is not None:
        return _won(
            state,
            *(decided if reich > uwc else decided[::-1]),
            say("Victory points: at least {high} to at most {low}"),
            TOTAL,
        )
    if reich != uwc:
        return _won(state, reich, uwc, say("Victory points: {high} to {low}"), TOTAL)
    reich, uwc = continents(state, Side.REICH), continents(state, Side.UWC)
    if reich != uwc:
        return _won(state, reich, uwc, say("Continents: {high} to {low}"), CONTINENTS)
    reich, uwc = four_point_territories(state, Side.REICH), four_point_territories(state, Side.UWC)
    if reich != uwc:
        return _won(state, reich, uwc, say("Territories of 4 points: {high} to {low}"), FOUR_POINTS)
    if state.choices["final_tie"] != "drawn":
        side = Side(state.choices["final_tie"])
        return Outcome(tuple(p.seat for p in state.team(side)), say("Everything is equal"), DRAWN)
    return Outcome((), say("Everything is equal"), DRAWN)


def _won(state: State, reich: int, uwc: int, reason: Message, rule: Statement) -> Outcome:
    side = Side.REICH if reich > uwc else Side.UWC
    winners = tuple(player.seat for player in state.team(side))
    return Outcome(winners, reason.fill(high=max(reich, uwc), low=min(reich, uwc)), rule)


def continents(state: State, side: Side) -> int:
    """How many boards the side's player has won (ISK-150)."""
    return sum(_board_value(state, side, b.name) > _board_value(state, side.enemy, b.name) for b in state.boards)


def _board_value(state: State, side: Side, board: str) -> int:
    """What decides who has won a continent (ISK-150-R)."""
    if state.choices["continent_won"] == "territories":
        return sum(territory.controller is side for territory in state.board(board).territories)
    return sum(line.points for line in player_lines(state, state.commander_of(side, board)))


def four_point_territories(state: State, side: Side) -> int:
    """ISK-151: controlled territories worth 4 victory points."""
    return sum(
        ground.vp == TIE_BREAK_VP and territory.controller is side
        for board in state.boards
        for ground, territory in zip(state.profile.boards[board.name].territories, board.territories, strict=True)
    )
