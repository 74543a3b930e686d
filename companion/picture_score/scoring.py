"""The score of what lies: a position out of the seen pieces, its sheets, and the questions that are left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.core.action import SEATS, Seat
from companion.core.game import Game, Options
from companion.core.table import UNREADABLE, Zone
from companion.core.text import Text, say, verbatim, with_names
from companion.picture_score.asking import questions_of
from companion.picture_score.position import Put, lay, readable, snapshot
from companion.picture_score.possible_positions import PossiblePositions, point_of
from companion.picture_score.told_by_pictures import (
    MOST_QUESTIONS,
    AskedOfPicture,
    PictureScore,
    PlayersAnswers,
    SeenPiece,
    Total,
)

# --- who plays, and who of them sits where: asked where neither people nor a mat have said it ---


PLAYING = "players"
"""The question how many play."""

SEATED = "seats"
"""The question who of the named players sits where."""


def nameless(count: int) -> tuple[str, ...]:
    """Names for people whose names nobody has told."""
    return tuple(str(say("Player {number}", number=number)) for number in range(1, count + 1))


def as_told(options: Options, told: PlayersAnswers) -> tuple[Options, PlayersAnswers]:
    """Who of them sits where by the answer to that, and what is left to be told."""
    if told.turnable and (first := told.answers.get(SEATED)) in options.names:
        at = options.names.index(str(first))
        options = replace(options, names=(*options.names[at:], *options.names[:at]))
        told = replace(told, turnable=False)
    return options, told


def counts(options: Options, told: PlayersAnswers) -> tuple[str, ...]:
    return tuple(map(str, (len(options.names), *told.more)))


def how_many(options: Options, told: PlayersAnswers) -> AskedOfPicture:
    """No picture tells of a player whose mark is hidden."""
    choices = {count: verbatim(count) for count in counts(options, told)}
    return AskedOfPicture(PLAYING, say("How many play?"), choices, say("What marks a player may be covered."))


def who_sits_where(
    game: Game[Any, Any], options: Options, pieces: Sequence[SeenPiece], totals: Sequence[Total]
) -> AskedOfPicture:
    """Asked by the mark of one of them: the others sit clockwise in the order of their names."""
    place = f"{SEATS[0]}.{game.found.mark}"
    mark = next(number for number, piece in enumerate(pieces) if piece.zone == place)
    name = game.piece_name(pieces[mark].piece)
    choices = {each: verbatim(each) for each in options.names}
    why = say("The others sit clockwise in the order of their names.")
    swing = max(total.high for total in totals) - min(total.low for total in totals)
    return AskedOfPicture(SEATED, say("Who has {piece}?", piece=name), choices, why, (mark,), swing=swing)


# --- the score ---


def score_pieces(
    game: Game[Any, Any],
    options: Options,
    pieces: Sequence[SeenPiece],
    notes: Sequence[Text] = (),
    told: PlayersAnswers = PlayersAnswers(),  # noqa: B008  frozen
) -> PictureScore:
    """The score of these pieces, with `notes` about the pictures. An answer to what is not asked is ignored."""
    options, told = as_told(options, told)
    table = PossiblePositions(game, options, pieces, told.places)
    worlds = table.worlds(told.answers)
    ways, _ = worlds.possible()
    state, scores = worlds.shown(ways)
    spans = worlds.spans()
    names = dict(zip(SEATS, options.names, strict=False))
    totals = tuple(Total(sheet, low, high) for sheet, (low, high) in zip(scores, spans, strict=True))
    questions = questions_of(worlds, ways, names)
    if told.turnable:
        questions.insert(0, who_sits_where(game, options, pieces, totals))
        low, high = min(total.low for total in totals), max(total.high for total in totals)
        totals = tuple(replace(total, low=low, high=high) for total in totals)
    if told.more:
        questions.insert(0, how_many(options, told))
    unlaid = tuple(
        say(
            "{piece} cannot lie there ({zone}) and does not count.",
            piece=game.piece_name(kind),
            zone=game.zone_name(zone),
        )
        for zone, kind in table.unlaid(worlds)
    )
    return PictureScore(
        game,
        options,
        tuple(pieces),
        state,
        worlds.found.faults(state),
        totals,
        game.outcome(state),
        tuple(questions[:MOST_QUESTIONS]),
        len(questions),
        sum(question.decides for question in questions),
        tuple(with_names(each, names) for each in notes),
        tuple(with_names(each, names) for each in (*unlaid, *worlds.found.notes(state))),
        told,
    )


def answer(score: PictureScore, question: str, choice: str) -> PictureScore:
    """The score once a question has its answer. Raises LookupError for what is none."""
    asked = next((each for each in score.questions if each.name == question), None)
    if asked is None or not asked.takes(choice):
        raise LookupError(question if asked is None else choice)
    return rescored(score, replace(score.told, answers={**score.told.answers, question: choice}))


def reassign(score: PictureScore, piece: int, place: Zone | Seat) -> PictureScore:
    """The score once somebody said where a piece lies: in a zone, or with a seat wherever that seat may have it.

    Raises LookupError where it can lie nowhere there.
    """
    zones = (place,) if place not in SEATS else zones_of(score, piece, place)
    if not zones:
        raise LookupError(place)
    answers = {name: choice for name, choice in score.told.answers.items() if name != point_of(piece)}
    return rescored(score, replace(score.told, answers=answers, places={**score.told.places, piece: zones[0]}))


def zones_of(score: PictureScore, piece: int, seat: Seat) -> tuple[Zone, ...]:
    """Where a seat may have a piece that was seen, the likeliest first."""
    game, kind = score.game, score.pieces[piece].piece
    found = game.found
    begun = found.begun(game.initial_state(score.options))
    others = [(score.zone_of(number), each.piece) for number, each in enumerate(score.pieces) if number != piece]
    without = lay(found, begun, readable((zone, each) for zone, each in others if zone is not None)).state
    zones = (zone for zone in game.layout(score.state).zones if zone.partition(".")[0] == seat)
    return tuple(
        zone
        for zone in zones
        if game.may_lie(begun, zone, kind) and (kind == UNREADABLE or not lay(found, without, [(zone, kind)]).refused)
    )


def position_to_go_on_with(score: PictureScore) -> Any:
    """The position of a game that is not over, with what nobody sees as it usually is."""
    table = PossiblePositions(score.game, score.options, score.pieces, score.told.places)
    worlds = table.worlds(score.told.answers)
    ways, _ = worlds.possible()
    lying = [(zone, piece.piece) for at, piece in enumerate(score.pieces) if (zone := score.zone_of(at)) is not None]
    return score.game.found.resumed(worlds.laid(ways).state, snapshot(readable(lying)))


def part_of(zone: Zone) -> str:
    """The part of the table to which a zone belongs that is no player's."""
    return zone.partition(".")[0]


def without_points(score: PictureScore) -> frozenset[str]:
    """The parts of the table that are no player's and without which every total would be the same."""
    found = score.game.found
    begun = found.begun(score.game.initial_state(score.options))
    lying = [(zone, piece.piece) for at, piece in enumerate(score.pieces) if (zone := score.zone_of(at)) is not None]

    def totals(puts: Sequence[Put]) -> list[int]:
        state = found.complete(lay(found, begun, readable(puts)).state)
        return [sheet.total for sheet in score.game.score(state)]

    whole = totals(lying)
    parts = {part_of(zone) for zone, _ in lying} - {*SEATS}
    return frozenset(part for part in parts if totals([put for put in lying if part_of(put[0]) != part]) == whole)


def rescored(score: PictureScore, told: PlayersAnswers) -> PictureScore:
    """The score of the same pieces by all that people have said. Raises ImageError where these cannot be told apart."""
    count = told.answers.get(PLAYING)
    if score.told.more and score.again is not None and count is not None and count in counts(score.options, score.told):
        score = score.again(int(count))
        told = replace(told, more=())
    found = score_pieces(score.game, score.options, score.pieces, score.notes, told)
    return replace(found, again=score.again)
