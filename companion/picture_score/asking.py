"""The questions that are put to people: one for each open point or for several together, the weightiest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from companion.core.action import Seat
from companion.core.text import Text, say, with_names
from companion.picture_score.open_points import OpenPoint, Worlds
from companion.picture_score.possible_positions import NOBODY, PLACES
from companion.picture_score.told_by_pictures import AskedOfPicture, QuestionPart


def questions_of(worlds: Worlds, ways: Sequence[str], names: Mapping[Seat, str]) -> list[AskedOfPicture]:
    """What may change who wins or the order of two players first, then by how much it moves a total.

    `ways` are the likeliest answers that can be together, `names` those of the seats.
    """
    found = _weightiest_first(worlds, [point for point in worlds.points if len(point.ways) > 1], ways)
    together: dict[str, list[OpenPoint]] = {}
    for point in found:
        together.setdefault(point.name if point.asked_with is None else point.asked_with.name, []).append(point)
    between = _undecided(worlds)
    asked = [_question(points, names, decides=_decides(points, between)) for points in together.values()]
    return sorted(asked, key=lambda question: not question.decides)


def _weightiest_first(worlds: Worlds, points: Sequence[OpenPoint], ways: Sequence[str]) -> list[OpenPoint]:
    scored = worlds.scored(tuple(ways))
    totals = {} if scored is None else {sheet.player: sheet.total for sheet in scored[1]}

    def turns(point: OpenPoint) -> int:
        pairs = combinations(totals, 2)
        return sum(
            abs(totals[one] - totals[other]) <= point.swings.get(one, 0) + point.swings.get(other, 0)
            for one, other in pairs
        )

    return sorted(points, key=lambda point: (-turns(point), -point.swing))


def _undecided(worlds: Worlds) -> frozenset[Seat]:
    """Whose place in the order is open by all that may be together; everybody's where it is open who wins."""
    players = [sheet.player for sheet in worlds.shown(worlds.possible()[0])[1]]
    if len(worlds.winners()) > 1:
        return frozenset(players)
    spans = dict(zip(players, worlds.spans(), strict=True))
    return frozenset(
        seat
        for one, other in combinations(players, 2)
        if spans[one][0] <= spans[other][1] and spans[other][0] <= spans[one][1]
        for seat in (one, other)
        if not spans[one] == spans[other] == (spans[one][0],) * 2
    )


def _decides(points: Sequence[OpenPoint], undecided: frozenset[Seat]) -> bool:
    return any(swing and seat in undecided for point in points for seat, swing in point.swings.items())


def _question(points: Sequence[OpenPoint], names: Mapping[Seat, str], *, decides: bool) -> AskedOfPicture:
    point, together = points[0], points[0].asked_with
    if together is PLACES and len(points) == 1:
        together = None
    most = max(point.swings, key=lambda player: point.swings[player], default=None)
    seat = most if most in names else None
    if together is None:
        words = {name: with_names(way.words, names) for name, way in point.ways.items()}
        sentence, why = with_names(point.sentence, names), with_names(point.why, names)
        return AskedOfPicture(point.name, sentence, words, why, point.pieces, seat, point.swing, decides)
    parts = tuple(_part(each, names) for each in sorted(points, key=lambda each: each.name))
    choices = {NOBODY: say("no"), **dict(choice for part in parts for choice in _choices(part))}
    why = say("They lie between several places.") if together is PLACES else say("No label shows it.")
    pieces = tuple(number for each in points for number in each.pieces)
    return AskedOfPicture(
        together.name, with_names(together.sentence, names), choices, why, pieces,
        seat=seat, swing=point.swing, decides=decides, parts=parts,
    )  # fmt: skip


def _part(point: OpenPoint, names: Mapping[Seat, str]) -> QuestionPart:
    values = {name: with_names(way.words, names) for name, way in point.ways.items()}
    return QuestionPart(point.name, with_names(point.title, names), values)


def _choices(part: QuestionPart) -> Iterator[tuple[str, Text]]:
    """All but the usual; of what is so or not, its name is enough."""
    for value, words in [*part.values.items()][1:]:
        title = (
            part.title if {*part.values} == {"yes", "no"} else say("{figure}: {value}", figure=part.title, value=words)
        )
        yield part.choice(value), title
