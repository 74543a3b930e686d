"""Placeholders dealt out anew around what an owner has told, so that the sums of the rulebook still hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from companion.games.new_world_order.catalog import Catalog, Size
from companion.games.new_world_order.catalog_checks import SILVER_EIGHT

V = TypeVar("V", int, str)

PAIR_WORTH, FULL_MEDIUM = 700, 700


def dealt(told: Mapping[str, V], now: Mapping[str, V], stock: Counter[V], fixed: Collection[str]) -> dict[str, V]:
    """A value of the stock for each thing: what was told, what is `fixed`, what it has now if that is left."""
    known = {id: now[id] for id in fixed} | dict(told)
    left = stock - Counter(known.values())
    result: dict[str, V] = dict(known)
    for id, value in now.items():
        if id not in result and left[value] > 0:
            result[id] = value
            left[value] -= 1
    rest = list(left.elements())
    for id in now:
        if id not in result:
            result[id] = rest.pop(0) if rest else now[id]
    return {id: result[id] for id in now}


def dealt_marks(
    known: Mapping[str, tuple[str, ...]], things: Sequence[str], stock: Counter[str]
) -> dict[str, tuple[str, ...]]:
    """Two different marks of the stock for each thing, the commonest first; nothing for whom nothing is left."""
    left = stock - Counter(mark for marks in known.values() for mark in marks)
    result = dict(known)
    for id in things:
        if id not in result:
            two = tuple(mark for mark, _ in left.most_common(2))
            result[id] = two
            left = left - Counter(two)
    return result


def fitting_ladders(catalog: Catalog, told: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    """The ladders that were told, and placeholders beside them that agree with the book's examples (K1 to K5)."""
    ladders = dict(told)
    if not told:
        return ladders
    media, silver = "global_media", "silver_mine"
    if media in told and catalog.corporations[silver].provisional("ladder") and silver not in told:
        ladders[silver] = _silver(PAIR_WORTH - told[media][2], len(catalog.corporations[silver].ladder))
    elif silver in told and catalog.corporations[media].provisional("ladder") and media not in told:
        ladders[media] = _through(2, PAIR_WORTH - told[silver][3], len(catalog.corporations[media].ladder))
    medium = [each for each in catalog.corporations.values() if each.size is Size.MEDIUM]
    if not any(ladders.get(each.id, each.ladder)[-1] == FULL_MEDIUM for each in medium):
        spare = next((each for each in medium if each.id not in ladders and each.provisional("ladder")), None)
        if spare is not None:
            ladders[spare.id] = _through(len(spare.ladder) - 1, FULL_MEDIUM, len(spare.ladder))
    return ladders


def _through(step: int, worth: int, length: int) -> tuple[int, ...]:
    """A growing ladder with that worth at a step, counted from 0."""
    before = tuple(worth * (number + 1) // (step + 1) for number in range(step))
    return (*before, *(worth + (worth // (step + 1) or 1) * number for number in range(length - step)))


def _silver(fourth: int, length: int) -> tuple[int, ...]:
    """A ladder whose fourth value is given, and of which eight cards are worth what the book says (K3)."""
    second = max(2, min(fourth - 2, (SILVER_EIGHT - fourth) // 3))
    full = SILVER_EIGHT - second
    return (second // 2, second, (second + fourth) // 2, fourth, (fourth + full) // 2, full)[:length]


def ladder_through(known: Mapping[int, int], length: int) -> tuple[int, ...]:
    """A growing ladder with these values by the number of cards, and others evenly between them."""
    ladder = [0] * (length + 1)
    below = 0
    for count in sorted(known):
        ladder[count] = known[count]
        for between in range(below + 1, count):
            ladder[between] = ladder[below] + (ladder[count] - ladder[below]) * (between - below) // (count - below)
        below = count
    for beyond in range(below + 1, length + 1):
        ladder[beyond] = ladder[below] + (beyond - below)
    return tuple(ladder[1:])
