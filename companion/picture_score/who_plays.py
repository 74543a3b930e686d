"""Who plays, and who of them sits where: asked where neither people nor a mat have said it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.core.action import SEATS
from companion.core.game import Game, Options
from companion.core.text import say, verbatim
from companion.picture_score.values import Question, SeenPiece, Told, Total

PLAYING = "players"
"""The question how many play."""

SEATED = "seats"
"""The question who of the named players sits where."""


def nameless(count: int) -> tuple[str, ...]:
    """Names for people whose names nobody has told."""
    return tuple(str(say("Player {number}", number=number)) for number in range(1, count + 1))


def as_told(options: Options, told: Told) -> tuple[Options, Told]:
    """Who of them sits where by the answer to that, and what is left to be told."""
    if told.turnable and (first := told.answers.get(SEATED)) in options.names:
        at = options.names.index(str(first))
        options = replace(options, names=(*options.names[at:], *options.names[:at]))
        told = replace(told, turnable=False)
    return options, told


def counts(options: Options, told: Told) -> tuple[str, ...]:
    return tuple(map(str, (len(options.names), *told.more)))


def how_many(options: Options, told: Told) -> Question:
    """No picture tells of a player whose mark is hidden."""
    choices = {count: verbatim(count) for count in counts(options, told)}
    return Question(PLAYING, say("How many play?"), choices, say("What marks a player may be covered."))


def who_sits_where(
    game: Game[Any, Any], options: Options, pieces: Sequence[SeenPiece], totals: Sequence[Total]
) -> Question:
    """Asked by the mark of one of them: the others sit clockwise in the order of their names."""
    place = f"{SEATS[0]}.{game.found.mark}"
    mark = next(number for number, piece in enumerate(pieces) if piece.zone == place)
    name = game.piece_name(pieces[mark].piece)
    choices = {each: verbatim(each) for each in options.names}
    why = say("The others sit clockwise in the order of their names.")
    swing = max(total.high for total in totals) - min(total.low for total in totals)
    return Question(SEATED, say("Who has {piece}?", piece=name), choices, why, (mark,), swing=swing)
