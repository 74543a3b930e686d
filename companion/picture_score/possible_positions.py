"""What the seen pieces may be as a position: what is sure, and each point that may be so or so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.action import SEATS
from companion.core.editor import Figure
from companion.core.found_table import Together, Unseen
from companion.core.game import Game, Options
from companion.core.plane import distance
from companion.core.rules import Score
from companion.core.table import UNREADABLE, Piece, TableSnapshot, Zone, owner
from companion.core.text import NOTHING, Text, comma_list, say, verbatim
from companion.core.zones import DICE, PUT_AWAY
from companion.errors import ImageError
from companion.picture_score.open_points import OpenPoint, Way, Worlds
from companion.picture_score.position import Laid, Put, lay, readable, snapshot
from companion.picture_score.told_by_pictures import SeenPiece

NOBODY = "-"
"""The answer that a piece lies nowhere, or does not count."""

MOST_LOST = 2
"""Of pieces that must lie in sight, so many may be seen nowhere; with more, nobody can say what lies there."""

TOGETHER = 75.0
"""Labels that lie so near to each other, in millimetres, are asked about together."""

PLACES = Together("places", say("Does one of these lie elsewhere than it seems?"), ())
"""The question about all that may lie here or there."""

MOST_PLACES = 12
"""So many places are offered for a piece that lies in none."""


def point_of(piece: int) -> str:
    return f"piece.{piece}"


class PossiblePositions:
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
        figures: list[OpenPoint] = []
        for each in self.found.figures(worlds.laid(worlds.possible()[0]).state):
            if isinstance(each, Together):
                figures += [_figure_point(figure, each) for figure in each.figures]
            else:
                figures.append(_figure_point(each))
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
        ways = {zone: self._way(zone, [number]) for zone in places}
        return self._where(number, ways, say("It lies between two places."))

    def _where(self, number: int, ways: Mapping[str, Way], why: Text) -> OpenPoint:
        name = self.game.piece_name(self.pieces[number].piece)
        sentence = say("Where is {piece}?", piece=name)
        return OpenPoint(point_of(number), sentence, ways, why, (number,), title=name, asked_with=PLACES)

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
        sentence = say("Whose are {pieces}?", pieces=names)
        return OpenPoint(
            point_of(group[0]), sentence, ways, why, tuple(group), title=comma_list(names), asked_with=PLACES
        )

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
                yield self._where(number, ways, say("It cannot lie there: {zone}.", zone=self.game.zone_name(put[0])))

    def _nowhere(self, number: int, base: Laid) -> OpenPoint:
        """What lies far from every place where it may lie."""
        piece = self.pieces[number].piece
        able = [zone for zone in self._may_lie(piece) if not lay(self.found, base.state, [(zone, piece)]).refused]
        ways = {NOBODY: Way(say("it does not count"))}
        ways |= {zone: Way(self._place(zone), ((zone, piece),)) for zone in able[:MOST_PLACES]}
        return self._where(number, ways, say("It lies apart from everything."))

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
                    yield OpenPoint(point_of(number), sentence, ways, why, (number,), is_unknown=True)

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
        answered = [point.answered(answers) for point in points]
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


def _figure_point(figure: Figure, together: Together | None = None) -> OpenPoint:
    sentence = (
        say("{figure}?", figure=figure.title)
        if figure.seat is None
        else say("{figure}: {seat}?", figure=figure.title, seat=figure.seat)
    )
    ways = {value: Way(title, figure=(figure.name, value)) for value, title in figure.choices.items()}
    return OpenPoint(
        figure.name, sentence, _likeliest_first(ways, figure.value), title=figure.title, asked_with=together
    )


def _essence(scores: Sequence[Score]) -> Iterator[tuple[object, ...]]:
    """What of the sheets counts."""
    for sheet in scores:
        yield sheet.player, sheet.total, tuple(sorted((line.points, str(line.why)) for line in sheet.lines))


def _likeliest_first(ways: Mapping[str, Way], likeliest: str) -> Mapping[str, Way]:
    return {likeliest: ways[likeliest], **ways} if likeliest in ways else ways
