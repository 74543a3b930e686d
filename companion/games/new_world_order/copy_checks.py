"""What the sums and examples of the rulebook say of an owner's answers, at once and with a reason (spec 9.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from companion.core.copy_form import Answers, Remark, parts
from companion.core.text import Text, say, say_plural
from companion.games.new_world_order.catalog import Catalog, Corporation, Named, Size
from companion.games.new_world_order.catalog_checks import (
    FIVE_TILE_COLOURS,
    SILVER_EIGHT,
    TILE_HISTOGRAM,
    ladder_value,
)
from companion.games.new_world_order.copy_deal import FULL_MEDIUM, PAIR_WORTH

FULL_CONSTRUCTION = 400


@dataclass(frozen=True)
class TileMarks:
    """The tiles' points and colours, as far as an owner or the rulebook tells them, each with its question."""

    points: dict[str, int]
    colours: dict[str, tuple[str, ...]]

    @classmethod
    def of(cls, catalog: Catalog, answers: Answers) -> TileMarks:
        points, colours = {}, {}
        for id, tile in catalog.tiles.items():
            worth, both = answers.get(f"tiles.{id}.points"), answers.get(f"tiles.{id}.colours")
            if worth is not None or not tile.provisional("points"):
                points[id] = tile.points if worth is None else int(worth)
            if points.get(id) != 1000 and (both is not None or not tile.provisional("colours")):
                colours[id] = tile.colours if both is None else parts(both)
        return cls(points, colours)

    @property
    def points_left(self) -> Counter[int]:
        """How many tiles of each worth are still to be found."""
        left = Counter(TILE_HISTOGRAM)
        left.subtract(self.points.values())
        return left


def remarks(catalog: Catalog, answers: Answers) -> Iterator[Remark]:
    for corporation in catalog.corporations.values():
        yield from _growth(corporation, answers)
    yield from _examples(catalog, answers)
    yield from _tiles(catalog, answers)
    yield from _once(catalog, answers)
    yield from _names(catalog, answers)


def _growth(corporation: Corporation, answers: Answers) -> Iterator[Remark]:
    names = [f"corporations.{corporation.id}.ladder.{count}" for count in range(1, corporation.size.full + 1)]
    for one, other in pairwise(names):
        if one in answers and other in answers and int(answers[one]) >= int(answers[other]):
            sentence = say(
                "The values of {name} grow with every card: {high} cannot follow {low}.",
                name=corporation.name,
                high=answers[other],
                low=answers[one],
            )
            yield Remark(sentence, (one, other))


def _examples(catalog: Catalog, answers: Answers) -> Iterator[Remark]:
    """The rulebook's own examples (K1 to K5), each as soon as all of its values are told."""
    examples: tuple[tuple[tuple[tuple[str, int], ...], Callable[[Catalog, tuple[int, ...]], _Verdict]], ...] = (
        ((("construction", 6),), _full_construction),
        ((("global_media", 3), ("silver_mine", 4)), _media_and_silver),
        (tuple(("silver_mine", count) for count in range(1, 7)), _eight_silver),
        (
            tuple((each.id, each.size.full) for each in catalog.corporations.values() if each.size is Size.MEDIUM),
            _medium,
        ),
    )
    for cards, judge in examples:
        names = tuple(f"corporations.{id}.ladder.{count}" for id, count in cards)
        if all(name in answers for name in names):
            fits, good, bad = judge(catalog, tuple(int(answers[name]) for name in names))
            yield Remark(good if fits else bad, names, fits)


_Verdict = tuple[bool, Text, Text]
"""Whether the values fit, and what is said if they do and if they do not."""


def _full_construction(catalog: Catalog, told: tuple[int, ...]) -> _Verdict:
    both = {"name": catalog.corporations["construction"].name, "worth": FULL_CONSTRUCTION}
    return (
        told == (FULL_CONSTRUCTION,),
        say("It fits the book: 6 {name} are worth {worth}.", **both),
        say("The book says that 6 {name} are worth {worth}, not {said}.", **both, said=told[0]),
    )


def _media_and_silver(catalog: Catalog, told: tuple[int, ...]) -> _Verdict:
    names = {"media": catalog.corporations["global_media"].name, "silver": catalog.corporations["silver_mine"].name}
    return (
        sum(told) == PAIR_WORTH,
        say("It fits the book: 3 {media} and 4 {silver} pay exactly {worth}.", **names, worth=PAIR_WORTH),
        say(
            "In the book 3 {media} and 4 {silver} pay {worth} together; these would pay {said}.",
            **names,
            worth=PAIR_WORTH,
            said=sum(told),
        ),
    )


def _eight_silver(catalog: Catalog, told: tuple[int, ...]) -> _Verdict:
    both = {"name": catalog.corporations["silver_mine"].name, "worth": SILVER_EIGHT}
    return (
        SILVER_EIGHT in {ladder_value(told, 8, restart=restart) for restart in (True, False)},
        say("It fits the book: 8 {name} are worth {worth}.", **both),
        say("In the book 8 {name} are worth {worth}; by these values they are not.", **both),
    )


def _medium(_: Catalog, told: tuple[int, ...]) -> _Verdict:
    return (
        FULL_MEDIUM in told,
        say("It fits the book: a full set of 5 cards is worth {worth}.", worth=FULL_MEDIUM),
        say("In the book a full set of 5 cards is worth {worth}; here none is.", worth=FULL_MEDIUM),
    )


def _tiles(catalog: Catalog, answers: Answers) -> Iterator[Remark]:
    marks = TileMarks.of(catalog, answers)
    for points, count in TILE_HISTOGRAM.items():
        those = [id for id, worth in marks.points.items() if worth == points]
        if len(those) > count:
            sentence = say_plural(
                "There is {count} tile of {points} in the game, and here would be {found}: {tiles}.",
                "There are {count} tiles of {points} in the game, and here would be {found}: {tiles}.",
                count,
                points=points,
                found=len(those),
                tiles=tuple(catalog.tiles[id].name for id in those),
            )
            yield Remark(sentence, _asked(answers, "points", those))
    found = Counter(colour for both in marks.colours.values() for colour in both)
    for colour, count in found.items():
        wanted = 5 if colour in FIVE_TILE_COLOURS else 4
        if count > wanted:
            those = [id for id, both in marks.colours.items() if colour in both]
            sentence = say_plural(
                "{colour} is on {count} tile, and here would be {found}: {tiles}.",
                "{colour} is on {count} tiles, and here would be {found}: {tiles}.",
                wanted,
                colour=catalog.colours[colour].name,
                found=count,
                tiles=tuple(catalog.tiles[id].name for id in those),
            )
            yield Remark(sentence, _asked(answers, "colours", those))
    if answers and Counter(marks.points.values()) == Counter(TILE_HISTOGRAM):
        total = sum(marks.points.values())
        yield Remark(
            say("All 30 tiles are worth {total} together, as the book says.", total=total),
            _asked(answers, "points", marks.points),
            fits=True,
        )


def _asked(answers: Answers, fact: str, tiles: Iterable[str]) -> tuple[str, ...]:
    names = (f"tiles.{id}.{fact}" for id in tiles)
    return tuple(name for name in names if name in answers)


def _once(catalog: Catalog, answers: Answers) -> Iterator[Remark]:
    """Each goal has a colour of its own, each character a number of his own."""
    colours = {goal.id: "" if goal.provisional("colour") else goal.colour for goal in catalog.goals.values()}
    for colour, goals in _doubled("goals.{id}.colour", colours, answers):
        sentence = say(
            "{colour} leads to one Great Goal, and here to {goals}.",
            colour=catalog.colours[colour].name,
            goals=tuple(catalog.goals[id].name for id in goals),
        )
        yield Remark(sentence, tuple(f"goals.{id}.colour" for id in goals))
    numbers = {each.id: "" if each.provisional("number") else str(each.number) for each in catalog.characters.values()}
    for number, characters in _doubled("characters.{id}.number", numbers, answers):
        sentence = say(
            "The number {number} belongs to one character, and here to {characters}.",
            number=number,
            characters=tuple(catalog.characters[id].name for id in characters),
        )
        yield Remark(sentence, tuple(f"characters.{id}.number" for id in characters))


def _doubled(question: str, known: Mapping[str, str], answers: Answers) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Values that several things would have, with those things."""
    of_value: dict[str, list[str]] = {}
    for id, value in known.items():
        if now := answers.get(question.format(id=id), value):
            of_value.setdefault(now, []).append(id)
    return ((value, tuple(things)) for value, things in of_value.items() if len(things) > 1)


def _names(catalog: Catalog, answers: Answers) -> Iterator[Remark]:
    """No two cards or tiles have one name."""
    things: list[tuple[str, Named]] = [(f"corporations.{each.id}.name", each) for each in catalog.corporations.values()]
    things += [(f"tiles.{each.id}.name", each) for each in catalog.tiles.values()]
    things += [("", each) for shelf in (catalog.specials, catalog.characters) for each in shelf.values()]
    called: dict[str, list[str]] = {}
    for question, thing in things:
        if (said := answers.get(question)) is not None:
            called.setdefault(said.casefold(), []).append(question)
        else:
            for name in {thing.en.casefold(), thing.et.casefold()}:
                called.setdefault(name, []).append("")
    for questions in called.values():
        asked = tuple(question for question in questions if question)
        if asked and len(questions) > 1:
            yield Remark(say("Another card or tile is called {name} already.", name=answers[asked[-1]]), asked)
