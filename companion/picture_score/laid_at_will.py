"""A table without a mat on which people lay things as they like: whose a piece is, is told by what lies near it.

A mark, such as a player's character, begins each player's part. Every other piece belongs to the part that it is
reached from in the shortest steps from piece to piece (single linkage from seeds, as a minimum spanning forest).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2
from typing import Any

import numpy as np

from companion.core.action import SEATS, Seat
from companion.core.game import Game, Options
from companion.core.plane import distance, piece_outline
from companion.core.table import UNREADABLE, PieceShape, Pose, TableLayout, Zone
from companion.label_sets.piece_labels import LABEL_MM
from companion.picture_score.placing import SeenLabel, hangs_nowhere, read_zones
from companion.picture_score.position import lay

APART = 25.0
"""Millimetres by which the step to another part has to be longer than that to the own one; else either may be meant."""

NEXT_TO, LONGEST_STEP = 30.0, 80.0
"""Millimetres between outlines: what lies no further apart belongs together, what lies further does not."""

ONE_MARK = 70.0
"""Marks that lie so near to each other, millimetres, are one player's."""

TOUCHING = 15.0
"""Millimetres within which what could hang at a piece does not lie there by chance."""

ROUNDS = 6


def marks_in(game: Game[Any, Any], labels: Sequence[SeenLabel]) -> list[tuple[int, ...]]:
    """The labels that mark the players' parts, by player, clockwise about the middle of the table."""
    state = game.found.begun(game.initial_state(Options(_names(min(game.players)))))
    mark = f"{SEATS[0]}.{game.found.mark}"
    found: list[tuple[int, ...]] = []
    for number, label in enumerate(labels):
        if game.found.mark and label.tag != UNREADABLE and game.may_lie(state, mark, game.piece_of[label.tag]):
            near = [each for each in found if distance(labels[each[0]].pose, label.pose) < ONE_MARK]
            found = [each for each in found if each not in near]
            found.append((*(one for each in near for one in each), number))
    if not found:
        return []
    x = sum(labels[each[0]].pose.x for each in found) / len(found)
    y = sum(labels[each[0]].pose.y for each in found) / len(found)
    return sorted(found, key=lambda each: atan2(labels[each[0]].pose.y - y, labels[each[0]].pose.x - x))


def _names(count: int) -> tuple[str, ...]:
    return tuple(f"{number}" for number in range(count))


def zones_at_will(
    game: Game[Any, Any], options: Options, labels: Sequence[SeenLabel], marks: Mapping[int, Seat]
) -> tuple[tuple[Zone, ...], ...]:
    """Where each label may count as lying, the likeliest first; `marks` are whose marks are which labels."""
    found = game.found
    state = found.begun(game.initial_state(options))
    owners = _owners(game, labels, marks)
    zones: list[tuple[Zone, ...]] = [()] * len(labels)
    marked = {number: f"{seat}.{found.mark}" for number, seat in marks.items()}
    for number, zone in marked.items():
        zones[number] = (zone,)
    state = lay(found, state, [(zone, game.piece_of[labels[number].tag]) for number, zone in marked.items()]).state
    state, read = _read_around(game, state, labels, marks)
    loose = found.loose(state, {zone: labels[number].pose for number, zone in (*read.items(), *marked.items())})
    for number, zone in read.items():
        # It may as well lie where a piece of its owner's lies that hangs nowhere.
        piece = game.piece_of.get(labels[number].tag, UNREADABLE)
        able = [place for seat in owners[number] for place in found.places(state, seat, piece)] if zone in loose else []
        zones[number] = (zone, *able)
    steps = _steps(game, labels)
    for number, label in enumerate(labels):
        if not zones[number] and label.tag != UNREADABLE:
            piece = game.piece_of[label.tag]
            if found.hangs(piece) and any(steps[number, other] < TOUCHING for other in (*read, *marks)):
                raise hangs_nowhere(game, piece)
            places = [place for seat in owners[number] for place in found.places(state, seat, piece)]
            zones[number] = tuple(dict.fromkeys(places))
            state = lay(found, state, [(places[0], piece)] if places else ()).state
    for number, label in enumerate(labels):
        if not zones[number] and label.tag == UNREADABLE:
            zones[number] = _as_beside(number, labels, zones)
    return tuple(zones)


def _as_beside(number: int, labels: Sequence[SeenLabel], zones: Sequence[tuple[Zone, ...]]) -> tuple[Zone, ...]:
    """What cannot be read is taken to be like what lies nearest."""
    read = [other for other, label in enumerate(labels) if label.tag != UNREADABLE and zones[other]]
    nearest = min(read, key=lambda other: distance(labels[other].pose, labels[number].pose), default=None)
    if nearest is None or distance(labels[nearest].pose, labels[number].pose) > LONGEST_STEP:
        return ()
    return zones[nearest]


def _read_around(
    game: Game[Any, Any], state: Any, labels: Sequence[SeenLabel], seats: Mapping[int, Seat]
) -> tuple[Any, Mapping[int, Zone]]:
    """What the game reads by where the marks lie, and the position with it."""
    marks: dict[Seat, Pose] = {seat: labels[number].pose for number, seat in seats.items()}
    begun, found = state, dict[int, Zone]()
    for _ in range(ROUNDS):
        layout: TableLayout | None = game.found.layout_around(state, marks)
        if layout is None:
            return begun, {}
        before, read = found, read_zones(layout, labels)
        found = {number: zone for number, zone in enumerate(read) if zone is not None and number not in seats}
        if found == before:
            break
        puts = [
            (zone, game.piece_of[labels[number].tag])
            for number, zone in found.items()
            if labels[number].tag in game.piece_of
        ]
        state = lay(game.found, begun, puts).state
    return state, found


def _owners(
    game: Game[Any, Any], labels: Sequence[SeenLabel], marks: Mapping[int, Seat]
) -> list[tuple[Seat | None, ...]]:
    """Whose each piece may be, the likeliest first; None is nobody's."""
    steps = _steps(game, labels)
    reach = [(_widest_steps(steps, number), seat) for number, seat in marks.items()]
    found: list[tuple[Seat | None, ...]] = []
    for number in range(len(labels)):
        far: dict[Seat, float] = {}
        for widest, seat in sorted(((float(widest[number]), seat) for widest, seat in reach)):
            far.setdefault(seat, widest)
        nearest = min(far.values())
        near = tuple(seat for seat, widest in far.items() if widest < nearest + APART)
        if nearest > LONGEST_STEP:
            found.append((None, *far))
        else:
            found.append(near if nearest <= NEXT_TO else (*near, None))
    return found


def _steps(game: Game[Any, Any], labels: Sequence[SeenLabel]) -> Any:
    """Millimetres between the outlines of each two pieces, about."""
    outlines = np.array([_around(game, label) for label in labels])
    gaps = [[float(np.linalg.norm(one[:, None] - other[None], axis=2).min()) for other in outlines] for one in outlines]
    return np.array(gaps).reshape(len(labels), len(labels))


def _around(game: Game[Any, Any], label: SeenLabel) -> Any:
    """Points along the outline of a piece; of one that nobody knows, along that of its label."""
    piece = game.piece_of.get(label.tag)
    shape = PieceShape(LABEL_MM, LABEL_MM) if piece is None else game.shape(piece)
    corners = np.array(piece_outline(label.pose, shape))
    following = np.roll(corners, -1, axis=0)
    return np.concatenate([corners + (following - corners) * share for share in (0.0, 0.25, 0.5, 0.75)])


def _widest_steps(steps: Any, start: int) -> Any:
    """By piece, the widest step on the way to it from `start` on which the widest is least (Prim, 1957)."""
    widest = steps[start].copy()
    widest[start] = 0.0
    left = set(range(len(steps))) - {start}
    while left:
        nearest = min(left, key=lambda number: widest[number])
        left.remove(nearest)
        for number in left:
            widest[number] = min(widest[number], max(widest[nearest], steps[nearest, number]))
    return widest
