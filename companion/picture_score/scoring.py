"""The score of what lies: a position out of the seen pieces, its sheets, and the questions that are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from companion.core.action import SEATS, Seat
from companion.core.found_table import Unseen
from companion.core.game import Game, Options
from companion.core.plane import distance
from companion.core.rules import Score
from companion.core.table import UNREADABLE, Piece, TableSnapshot, Zone, owner
from companion.core.text import NOTHING, Text, say, verbatim, with_names
from companion.core.zones import DICE, PUT_AWAY
from companion.errors import ImageError
from companion.picture_score.open_points import OpenPoint, Way, Worlds
from companion.picture_score.position import Laid, Put, lay, readable, snapshot
from companion.picture_score.values import (
    MOST_QUESTIONS,
    PictureScore,
    Question,
    SeenPiece,
    Told,
    Total,
)
from companion.picture_score.who_plays import as_told, how_many, who_sits_where

NOBODY = "-"
"""The answer that a piece lies nowhere, or does not count."""

MOST_LOST = 2
"""Of pieces that must lie in sight, so many may be seen nowhere; with more, nobody can say what lies there."""

TOGETHER = 75.0
"""Labels that lie so near to each other, in millimetres, are asked about together."""

MOST_PLACES = 12
"""So many places are offered for a piece that lies in none."""


def score_pieces(
    game: Game[Any, Any],
    options: Options,
    pieces: Sequence[SeenPiece],
    notes: Sequence[Text] = (),
    told: Told = Told(),  # noqa: B008  frozen
) -> PictureScore:
    """The score of these pieces, with `notes` about the pictures. An answer to what is not asked is ignored."""
    options, told = as_told(options, told)
    table = _Table(game, options, pieces, told.places)
    worlds = table.worlds(told.answers)
    ways, _ = worlds.possible()
    state, scores = worlds.shown(ways)
    open_points = [point for point in worlds.points if len(point.ways) > 1]
    spans = worlds.spans()
    names = dict(zip(SEATS, options.names, strict=False))
    totals = tuple(Total(sheet, low, high) for sheet, (low, high) in zip(scores, spans, strict=True))
    questions = [_question(point, names) for point in _weightiest_first(worlds, open_points, ways)]
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
        tuple(with_names(each, names) for each in notes),
        tuple(with_names(each, names) for each in (*unlaid, *worlds.found.notes(state))),
        told,
    )


def answer(score: PictureScore, question: str, choice: str) -> PictureScore:
    """The score once a question has its answer, one of its choices. Raises LookupError for what is none."""
    asked = next((each for each in score.questions if each.name == question), None)
    if asked is None or choice not in asked.choices:
        raise LookupError(question if asked is None else choice)
    return rescored(score, replace(score.told, answers={**score.told.answers, question: choice}))


def reassign(score: PictureScore, piece: int, place: Zone | Seat) -> PictureScore:
    """The score once somebody said where a piece lies: in a zone, or with a seat wherever that seat may have it.

    Raises LookupError where it can lie nowhere there.
    """
    zones = (place,) if place not in SEATS else zones_of(score, piece, place)
    if not zones:
        raise LookupError(place)
    answers = {name: choice for name, choice in score.told.answers.items() if name != _point_of(piece)}
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
    table = _Table(score.game, score.options, score.pieces, score.told.places)
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


def rescored(score: PictureScore, told: Told) -> PictureScore:
    """The score of the same pieces by all that people have said."""
    return score_pieces(score.game, score.options, score.pieces, score.notes, told)


def _point_of(piece: int) -> str:
    return f"piece.{piece}"


class _Table:
    """What was seen, on its way to a position."""

    def __init__(
        self, game: Game[Any, Any], options: Options, pieces: Sequence[SeenPiece], places: Mapping[int, Zone]
    ) -> None:
        self.game, self.pieces, self.places = game, pieces, places
        self.found = game.found
        self.names = dict(zip(SEATS, options.names, strict=False))
        self.begun = self.found.begun(game.initial_state(options))

    def _zones(self, number: int) -> tuple[Zone, ...]:
        told = self.places.get(number)
        return self.pieces[number].zones if told is None else (told,)

    def worlds(self, answers: Mapping[str, str]) -> Worlds:
        """Everything that may be, as far as it is not answered."""
        zones = [self._zones(number) for number in range(len(self.pieces))]
        sure = [
            (zone[0], piece.piece)
            for zone, piece in zip(zones, self.pieces, strict=True)
            if len(zone) == 1 and zone[0] != PUT_AWAY
        ]
        base = lay(self.found, self.begun, readable(sure))
        points = list(self._unsure(zones))
        points += self._refused(base)
        base = Laid(base.state)
        points += self._frames(zones, base.state)
        seen = snapshot([(zone[0], piece.piece) for zone, piece in zip(zones, self.pieces, strict=True) if zone])
        points = self._with_unseen(points, base.state, seen)
        worlds = self._narrowed(base, points, answers)
        figures = [
            OpenPoint(
                figure.name,
                say("{figure}?", figure=figure.title)
                if figure.seat is None
                else say("{figure}: {seat}?", figure=figure.title, seat=figure.seat),
                _likeliest_first(
                    {value: Way(words, figure=(figure.name, value)) for value, words in figure.choices.items()},
                    figure.value,
                ),
            )
            for figure in self.found.figures(worlds.laid(worlds.possible()[0]).state)
        ]
        return self._narrowed(base, [*worlds.points, *figures], answers)

    def _unsure(self, zones: Sequence[tuple[Zone, ...]]) -> Iterator[OpenPoint]:
        """What may lie here or there; what lies together and may belong to the same people is asked together."""
        groups: list[list[int]] = []
        for number, places in enumerate(zones):
            if len(places) > 1 and self.pieces[number].piece != UNREADABLE:
                beside = [
                    group
                    for group in groups
                    if [*map(owner, zones[group[0]])] == [*map(owner, places)]
                    and any(distance(self.pieces[each].pose, self.pieces[number].pose) < TOGETHER for each in group)
                ]
                groups = [group for group in groups if group not in beside]
                groups.append([*(each for group in beside for each in group), number])
        for group in groups:
            if len(group) == 1 or len({owner(place) for place in zones[group[0]]}) < len(zones[group[0]]):
                for number in group:
                    yield self._one_unsure(number, zones[number])
            else:
                yield self._together(sorted(group), zones)

    def _one_unsure(self, number: int, places: Sequence[Zone]) -> OpenPoint:
        piece = self.pieces[number].piece
        ways = {zone: self._way(zone, [number]) for zone in places}
        sentence = say("Where is {piece}?", piece=self.game.piece_name(piece))
        return OpenPoint(_point_of(number), sentence, ways, say("It lies between two places."), (number,))

    def _way(self, zone: Zone, numbers: Sequence[int]) -> Way:
        """That these pieces lie there; what is nobody's counts as lying nowhere."""
        if zone == PUT_AWAY:
            return Way(say("nobody has it"))
        return Way(self._place(zone), tuple((zone, self.pieces[number].piece) for number in numbers))

    def _together(self, group: Sequence[int], zones: Sequence[tuple[Zone, ...]]) -> OpenPoint:
        ways = {}
        for at, zone in enumerate(zones[group[0]]):
            seat = owner(zone)
            way = Way(
                verbatim(self.names.get(seat, "")), tuple((zones[each][at], self.pieces[each].piece) for each in group)
            )
            ways[seat] = way if seat in SEATS else Way(say("nobody"))
        names = tuple(self.game.piece_name(self.pieces[number].piece) for number in group)
        why = say("They lie between two players.")
        return OpenPoint(_point_of(group[0]), say("Whose are {pieces}?", pieces=names), ways, why, tuple(group))

    def _refused(self, base: Laid) -> Iterator[OpenPoint]:
        """What the game does not take where it lies: elsewhere, or it does not count."""
        left = list(base.refused)
        for number, piece in enumerate(self.pieces):
            if not self._zones(number) and piece.piece != UNREADABLE:
                yield self._nowhere(number, base)
            put = (self._zones(number)[0], piece.piece) if self._zones(number) else None
            if put in left:
                left.remove(put)
                others = [zone for zone in self._may_lie(piece.piece) if zone != put[0]]
                able = [zone for zone in others if not lay(self.found, base.state, [(zone, piece.piece)]).refused]
                ways = {NOBODY: Way(say("it does not count"))}
                ways |= {zone: Way(self._place(zone), ((zone, piece.piece),)) for zone in able}
                name = self.game.piece_name(piece.piece)
                why = say("It cannot lie there: {zone}.", zone=self.game.zone_name(put[0]))
                yield OpenPoint(_point_of(number), say("Where is {piece}?", piece=name), ways, why, (number,))

    def _nowhere(self, number: int, base: Laid) -> OpenPoint:
        """What lies far from every place where it may lie."""
        piece = self.pieces[number].piece
        able = [zone for zone in self._may_lie(piece) if not lay(self.found, base.state, [(zone, piece)]).refused]
        ways = {NOBODY: Way(say("it does not count"))}
        ways |= {zone: Way(self._place(zone), ((zone, piece),)) for zone in able[:MOST_PLACES]}
        sentence = say("Where is {piece}?", piece=self.game.piece_name(piece))
        return OpenPoint(_point_of(number), sentence, ways, say("It lies apart from everything."), (number,))

    def _may_lie(self, piece: Piece) -> list[Zone]:
        zones = self.game.layout(self.begun).zones
        return [zone for zone in zones if zone not in (PUT_AWAY, DICE) and self.game.may_lie(self.begun, zone, piece)]

    def unlaid(self, worlds: Worlds) -> Iterator[Put]:
        """What lies where the game takes it not, and is left out without a question."""
        for point in worlds.points:
            if len(point.ways) == 1 and NOBODY in point.ways and point.pieces:
                piece = self.pieces[point.pieces[0]]
                if piece.piece != UNREADABLE and (zones := self._zones(point.pieces[0])):
                    yield zones[0], piece.piece

    def _place(self, zone: Zone) -> Text:
        return self.game.zone_name(zone)

    def _frames(self, zones: Sequence[tuple[Zone, ...]], state: Any) -> Iterator[OpenPoint]:
        """Labels that cannot be read, where it may matter which piece lies there."""
        for number, (places, piece) in enumerate(zip(zones, self.pieces, strict=True)):
            if piece.piece == UNREADABLE and places and places[0] != PUT_AWAY:
                ways = dict(self._readings(places, state))
                if ways:
                    sentence = say("Which piece is this ({zone})?", zone=self._place(places[0]))
                    ways[NOBODY] = Way(say("no piece"))
                    why = say("Its label cannot be read.")
                    yield OpenPoint(_point_of(number), sentence, ways, why, (number,), is_unknown=True)

    def _readings(self, places: Sequence[Zone], state: Any) -> Iterator[tuple[str, Way]]:
        lying = Counter(piece.piece for piece in self.pieces)
        copies = Counter(self.game.piece_of.values())
        for zone in places:
            for piece in sorted(copies):
                free = lying[piece] < copies[piece] and self.game.may_lie(state, zone, piece)
                if free and not lay(self.found, state, [(zone, piece)]).refused:
                    name = self.game.piece_name(piece)
                    words = name if len(places) == 1 else say("{piece}: {zone}", piece=name, zone=self._place(zone))
                    yield f"{piece} {zone}", Way(words, ((zone, piece),))

    def _with_unseen(self, points: list[OpenPoint], state: Any, seen: TableSnapshot) -> list[OpenPoint]:
        for number, unseen in enumerate(self.found.unseen(state, seen)):
            self._check_few(unseen, points)
            points = self._placed(points, unseen, number)
        return points

    def _check_few(self, unseen: Unseen, points: Sequence[OpenPoint]) -> None:
        """Raises ImageError where so much was not seen that no question could settle it."""
        frames = [point for point in points if self._must_be(point, unseen)]
        if (lost := unseen.count - len(frames)) > MOST_LOST:
            family = self.game.family(unseen.pieces[0])
            name = self.game.piece_name(unseen.pieces[0]) if family == NOTHING else family
            raise ImageError(
                f"{lost} pieces that must lie here were not seen ({name}); take a further picture of them."
            )

    def _placed(self, points: list[OpenPoint], unseen: Unseen, number: int) -> list[OpenPoint]:
        """Frames that can lie nowhere else are of these pieces, as many as are missing; the others were not seen."""
        frames = [point for point in points if self._must_be(point, unseen)]
        told = [self._of_these(point, unseen) for point in frames]
        if len(frames) <= unseen.count:
            told = [replace(point, ways={k: w for k, w in point.ways.items() if k != NOBODY}) for point in told]
        kept = [point if point not in frames else told[frames.index(point)] for point in points]
        kept = [point for point in kept if point.ways]
        every = unseen.count == len(unseen.pieces) and not frames
        kept += [
            self._nowhere_read(unseen, number, more, every=every) for more in range(max(0, unseen.count - len(frames)))
        ]
        return kept

    def _must_be(self, point: OpenPoint, unseen: Unseen) -> bool:
        return self._is_frame(point) and bool(reach := self._reach(point)) and reach <= {*unseen.zones}

    def _is_frame(self, point: OpenPoint) -> bool:
        return len(point.pieces) == 1 and self.pieces[point.pieces[0]].piece == UNREADABLE

    def _reach(self, point: OpenPoint) -> set[Zone]:
        return {zone for way in point.ways.values() for zone, _ in way.puts}

    def _of_these(self, point: OpenPoint, unseen: Unseen) -> OpenPoint:
        ways = {
            name: way
            for name, way in point.ways.items()
            if all(piece in unseen.pieces or zone not in unseen.zones for zone, piece in way.puts)
        }
        return replace(point, ways=ways)

    def _nowhere_read(self, unseen: Unseen, number: int, more: int, *, every: bool) -> OpenPoint:
        pieces = unseen.pieces[more : more + 1] if every else unseen.pieces
        ways = {
            f"{piece} {zone}": Way(
                self._place(zone)
                if len(pieces) == 1
                else self.game.piece_name(piece)
                if len(unseen.zones) == 1
                else say("{piece}: {zone}", piece=self.game.piece_name(piece), zone=self._place(zone)),
                ((zone, piece),),
            )
            for piece in pieces
            for zone in unseen.zones
        }
        ways[NOBODY] = Way(say("it does not lie here"))
        if len(pieces) == 1:
            sentence: Text = say("{piece} was not seen. Where is it?", piece=self.game.piece_name(pieces[0]))
        elif len(unseen.zones) == 1:
            sentence = say("Which piece lies there: {zone}?", zone=self._place(unseen.zones[0]))
        else:
            sentence = say("A piece was not seen. Which one, and where is it?")
        return OpenPoint(f"unseen.{number}.{more}", sentence, ways, is_unknown=True)

    def _narrowed(self, base: Laid, points: Sequence[OpenPoint], answers: Mapping[str, str]) -> Worlds:
        """With what was answered, and without what makes no difference: that is as it is likeliest."""
        answered = [
            point.only(answers[point.name]) if answers.get(point.name) in point.ways else point for point in points
        ]
        worlds = Worlds(self.found, base, tuple(answered))
        ways, (_, first) = worlds.possible()
        weighed = [self._weighed(worlds, at, ways, first) for at in range(len(answered))]
        return Worlds(self.found, base, tuple(weighed))

    def _weighed(self, worlds: Worlds, at: int, ways: tuple[str, ...], first: Sequence[Score]) -> OpenPoint:
        point = worlds.points[at]
        totals: dict[str, list[int]] = {sheet.player: [sheet.total] for sheet in first}
        standing = {tuple(_essence(first))}
        for way in point.ways if len(point.ways) > 1 else ():
            found = worlds.scored((*ways[:at], way, *ways[at + 1 :]))
            if found is not None:
                standing.add(tuple(_essence(found[1])))
                for sheet in found[1]:
                    totals[sheet.player].append(sheet.total)
        if len(standing) == 1:
            way = NOBODY if point.is_unknown and NOBODY in point.ways else ways[at]
            return replace(point.only(way), swings={})
        return replace(point, swings={player: max(some) - min(some) for player, some in totals.items()})


def _essence(scores: Sequence[Score]) -> Iterator[tuple[object, ...]]:
    """What of the sheets counts."""
    for sheet in scores:
        yield sheet.player, sheet.total, tuple(sorted((line.points, str(line.why)) for line in sheet.lines))


def _likeliest_first(ways: Mapping[str, Way], likeliest: str) -> Mapping[str, Way]:
    return {likeliest: ways[likeliest], **ways} if likeliest in ways else ways


def _weightiest_first(worlds: Worlds, points: Sequence[OpenPoint], ways: tuple[str, ...]) -> list[OpenPoint]:
    """Those that may change the order of two players first, then by how much they move a total."""
    scored = worlds.scored(ways)
    totals = {} if scored is None else {sheet.player: sheet.total for sheet in scored[1]}

    def turns(point: OpenPoint) -> int:
        pairs = combinations(totals, 2)
        return sum(
            abs(totals[one] - totals[other]) <= point.swings.get(one, 0) + point.swings.get(other, 0)
            for one, other in pairs
        )

    return sorted(points, key=lambda point: (-turns(point), -point.swing))


def _question(point: OpenPoint, names: Mapping[Seat, str]) -> Question:
    most = max(point.swings, key=lambda player: point.swings[player], default=None)
    return Question(
        point.name,
        with_names(point.sentence, names),
        {name: with_names(way.words, names) for name, way in point.ways.items()},
        with_names(point.why, names),
        point.pieces,
        most if most in names else None,
        point.swing,
    )
