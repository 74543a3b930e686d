"""The evenings of the house as plays, which other programs count, and the files of them for a stick."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from companion.core.action import SEATS
from companion.core.game import Game, Options, Rules, Seat
from companion.core.text import Text
from companion.errors import CompanionError
from companion.journal.play_formats import Play, PlayerResult, bgsplay, calendar, players_csv, plays_csv, plays_json
from companion.journal.saved_games import PLAYED_OUT, Ending, SavedEvening
from companion.pages.page_context import PageContext
from companion.session.game_history import GameHistory

Say = Callable[[Text], str]


def play_of(history: GameHistory[Any, Any], words: Say, comments: str) -> Play:
    """An evening that is open, with all that its history tells."""
    game = history.game
    scores = {seat: sheet.total for sheet in game.score(history.state) for seat in sheet.seats}
    outcome = game.outcome(history.state)
    names, seats = tuple(history.names.values()), history.seats
    roles = tuple(map(words, game.chairs(history.options)))
    changed = [each.answers[each.chosen(history.options)] for each in game.settings if _is_changed(each, history)]
    won = () if outcome is None else outcome.winners
    results = _results(names, won, {seat: scores[seat] for seat in seats if seat in scores}, roles, _starts(history))
    return Play(
        history.id,
        game.name,
        words(game.title),
        history.begun,
        history.duration,
        results,
        finished=outcome is not None,
        board="; ".join(map(words, changed)),
        comments=comments,
        bgg_id=game.bgg_id,
        location=history.location,
    )


def _is_changed(setting: Any, history: GameHistory[Any, Any]) -> bool:
    return bool(setting.chosen(history.options) != setting.default)


def _starts(history: GameHistory[Any, Any]) -> Seat | None:
    """Who made the first decision, where it was one player's alone."""
    for played in history.played:
        to_move = history.game.to_move(played.before)
        if played.action.player is not None:
            return to_move[0] if len(to_move) == 1 else None
    return None


def _results(
    names: Sequence[str],
    winners: Sequence[Seat],
    scores: Mapping[Seat, int],
    roles: Sequence[str],
    starts: Seat | None = None,
) -> tuple[PlayerResult, ...]:
    return tuple(
        PlayerResult(
            seat,
            name,
            seat in winners,
            scores.get(seat),
            1 + sum(other > scores[seat] for other in scores.values()) if seat in scores else None,
            roles[number] if number < len(roles) else "",
            seat == starts,
        )
        for number, (seat, name) in enumerate(zip(SEATS, names, strict=False))
    )


def ended_plays(context: PageContext, words: Say) -> list[Play]:
    """Every evening of the journal that has ended and whose game is installed, the oldest first."""
    ended = [each for each in reversed(context.store.ended_evenings()) if each.game in context.games]
    return [_ended(each, context.games[each.game], words) for each in ended]


def _ended(evening: SavedEvening, game: Game[Any, Any], words: Say) -> Play:
    ending = evening.ending or PLAYED_OUT
    options = Options(evening.names)
    results = _results(
        evening.names,
        ending.winners,
        scores_by_seat(game, len(evening.names), ending),
        tuple(map(words, game.chairs(options))),
    )
    finished = evening.ending is not None and not ending.abandoned
    return Play(
        evening.id,
        evening.game,
        words(game.title),
        evening.begun,
        ending.seconds,
        results,
        finished=finished,
        bgg_id=game.bgg_id,
        location=evening.location,
    )


def scores_by_seat(game: Game[Any, Any], players: int, ending: Ending) -> dict[Seat, int]:
    """Everybody's points: who plays for a side has the side's."""
    if {who for who, _ in ending.points} <= set(SEATS):
        return dict(ending.points)
    seats = _seats_of_sides(game, players)
    return {seat: points for who, points in ending.points for seat in seats.get(who, ())}


@cache
def _seats_of_sides(game: Rules[Any, Any], players: int) -> Mapping[str, tuple[Seat, ...]]:
    """Who plays for which side; nothing where today's rules have no such table."""
    try:
        sheets = game.score(game.initial_state(Options(tuple(SEATS[:players]))))
    except CompanionError:
        return {}
    return {sheet.player: sheet.seats for sheet in sheets}


def files_of(plays: Sequence[Play]) -> dict[str, str]:
    """What a stick gets of all evenings, by file names."""
    return {
        "evenings.bgsplay": bgsplay(plays),
        "evenings.csv": plays_csv(plays),
        "evenings-players.csv": players_csv(plays),
        "evenings.json": plays_json(plays),
        "evenings.ics": calendar(plays),
    }
