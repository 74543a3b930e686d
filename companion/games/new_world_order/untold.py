"""Between what bounds values lie that nobody has told, and which questions would settle them.

Only for catalogues whose untold values are asked (`Catalog.asked`): elsewhere every span is a single number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from companion.core.table import Piece
from companion.games.new_world_order.catalog import Catalog, Corporation
from companion.games.new_world_order.catalog_checks import SILVER_STEPS, TILE_HISTOGRAM
from companion.games.new_world_order.piles import Kind, kind, points
from companion.games.new_world_order.state import Player, State

HIGHEST = 990
"""Values of ladders have at most three digits: the fourth would be a 1000, which only tiles have."""


class Span(NamedTuple):
    """What a value is at least and at most; `questions` are the untold values on which it rests, in order."""

    least: int
    most: int
    questions: tuple[str, ...] = ()

    @property
    def is_known(self) -> bool:
        return self.least == self.most


def exactly(value: int) -> Span:
    return Span(value, value)


def total(spans: Iterable[Span]) -> Span:
    """The sum of values; what is known of a part is not asked."""
    parts = list(spans)
    questions = tuple(question for part in parts if not part.is_known for question in part.questions)
    return Span(sum(part.least for part in parts), sum(part.most for part in parts), questions)


# --- tiles ---


@lru_cache(maxsize=16)
def points_left(catalog: Catalog) -> Counter[int]:
    """How many tiles of each worth are still to be found."""
    return Counter(TILE_HISTOGRAM) - Counter(
        tile.points for tile in catalog.tiles.values() if not tile.provisional("points")
    )


def tile_worth(catalog: Catalog, id: Piece, *, layer: int = 1) -> Span:
    """What the tile is worth; on a layer above the second no tile of 1000 lies (NWO-5)."""
    tile = catalog.tiles[id]
    if not catalog.unknown(tile, "points"):
        return exactly(tile.points)
    left = [points for points in points_left(catalog) if layer <= 2 or points < 1000]
    return Span(min(left), max(left), (f"tiles.{id}.points",)) if left else exactly(tile.points)


def tiles_worth(catalog: Catalog, tiles: Iterable[Piece]) -> Span:
    return total(tile_worth(catalog, tile) for tile in tiles)


# --- piles ---


def step_name(corporation: str, count: int) -> str:
    """The question about so many cards of a corporation."""
    return f"corporations.{corporation}.ladder.{count}"


def step_worth(catalog: Catalog, corporation: Corporation, count: int) -> Span:
    """What so many cards are worth, up to a full set: more than fewer, less than more of them (NWO-40)."""
    if not catalog.asked or corporation.knows(count):
        return exactly(corporation.ladder[count - 1])
    known = {
        step: corporation.ladder[step - 1] for step in range(1, corporation.size.full + 1) if corporation.knows(step)
    }
    least = max((value + count - step for step, value in known.items() if step < count), default=count)
    most = min(
        (value - (step - count) for step, value in known.items() if step > count),
        default=HIGHEST - (corporation.size.full - count),
    )
    return Span(least, most, (step_name(corporation.id, count),))


def pile_worth(state: State, player: Player, cards: tuple[Piece, ...]) -> Span:
    """What the cards are worth as one pile of this player (NWO-40, NWO-41)."""
    if not state.catalog.asked or kind(state.catalog, cards) is not Kind.CORPORATION:
        return exactly(points(state, player, cards))
    corporation = state.catalog.corporations[cards[0]]
    sets, rest = divmod(len(cards), corporation.size.full)
    full = step_worth(state.catalog, corporation, corporation.size.full) if sets else exactly(0)
    whole = Span(sets * full.least, sets * full.most, full.questions)
    if not rest:
        return whole
    if not sets or rest == 1:
        return total((whole, step_worth(state.catalog, corporation, rest)))
    return total((whole, *_beyond(state, corporation, rest)))


def _beyond(state: State, corporation: Corporation, rest: int) -> list[Span]:
    """Cards beyond a full set: their own step, or all steps up to it, which Silver Mine tells (NWO-41-R)."""
    steps = [step_worth(state.catalog, corporation, count) for count in range(1, rest + 1)]
    reading = state.choices["overflow"]
    silver = state.catalog.corporations["silver_mine"]
    untold = [count for count in SILVER_STEPS if not silver.knows(count)]
    if reading == "auto" and untold:
        questions = tuple(step_name(silver.id, count) for count in untold)
        summed = total(steps)
        return [Span(steps[-1].least, summed.most, (*questions, *summed.questions))]
    restart = state.catalog.restart if reading == "auto" else reading == "restart"
    return steps[-1:] if restart else steps


def enough(paid: Span, price: Span) -> tuple[str, ...]:
    """The questions that decide whether the one pays the other, the first first; none where that is certain.

    That it is too little is certain only by known figures: they are said.
    """
    if paid.least >= price.most or (paid.is_known and price.is_known):
        return ()
    return (*(() if price.is_known else price.questions), *(() if paid.is_known else paid.questions))


# --- who begins ---


def number_unknown(catalog: Catalog, character: Piece) -> tuple[str, ...]:
    """The question about a character's number where it is not known, nor left over (NWO-13)."""
    characters = catalog.characters.values()
    waiting = [each.id for each in characters if catalog.unknown(each, "number")]
    return (f"characters.{character}.number",) if character in waiting and len(waiting) > 1 else ()
