"""Tables for benchmarks of scores out of pictures: final positions of games that play themselves, laid out clumsily."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.conformance.playouts import AnyGame, start
from companion.core.action import SEATS
from companion.core.game import is_legal
from companion.core.plane import moved, piece_pose, turned
from companion.core.table import Pose, owner
from companion.core.zones import corner_anchors
from companion.errors import CompanionError
from companion.label_sets.piece_labels import LABEL_MM, label_edge
from companion.simulation.physical_table import PhysicalTable, PlacedPiece
from companion.simulation.renderer.camera_model import CameraProjection, projection
from companion.simulation.renderer.scene import (
    Anchor,
    Bump,
    Item,
    Optics,
    Rectangle,
    Reflection,
    RenderedMat,
    Scene,
    SceneLight,
    SceneSetup,
    Shadow,
)
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.image_files import is_picture, read_luma
from vision.labels import label_image

MOST_ACTIONS = 500
LONGER = 0.6
"""How often the action is taken that brings most points."""

LAYINGS = ("mat", "corners", "no mat", "at will")
"""The whole mat; its corners alone; as a mat would have it; each player's part wherever he likes it."""

ON_MAT = LAYINGS[:2]

LENSES = (((4032, 3024), 0.8), ((4000, 3000), 1.2), ((4624, 3468), 1.0), ((3264, 2448), 0.9))
"""Telephones' pictures, and how soft they are in pixels."""


NEATLY_APART = 80.0
"""Millimetres by which people lay their things further from the middle who are asked to lay all apart."""

OVERLAP = 150.0
"""Millimetres of the rest of the table that are in a picture of a part of it."""

SMALLEST_CLOTH = 400
"""Pixels of a photograph's shorter side, from which on it is a table's texture."""


def final_position(game: AnyGame, players: int, seed: int) -> Any:
    """Where a game ends that is played more or less well; of those that people leave, before the first has gone."""
    random = Random(seed)
    state = start(game, players)
    for _ in range(MOST_ACTIONS):
        kinds: dict[type, list[Any]] = {}
        for action in game.candidates(state):
            kinds.setdefault(type(action), []).append(action)
        able = [one for each in kinds.values() if (one := _any_legal(game, state, each, random)) is not None]
        if not able or game.outcome(state) is not None:
            break
        after = [game.apply(state, action) for action in able]
        best = max(range(len(able)), key=lambda at: sum(sheet.total for sheet in game.score(after[at])))
        later = after[best] if random.random() < LONGER else random.choice(after)
        if any(_is_gone(game, state, later, seat) for seat in SEATS[:players]):
            break
        state = later
    return state


def _any_legal(game: AnyGame, state: Any, actions: list[Any], random: Random) -> Any | None:
    random.shuffle(actions)
    return next((action for action in actions[:30] if is_legal(game, state, action)), None)


def _is_gone(game: AnyGame, state: Any, later: Any, seat: str) -> bool:
    """Whether a player has nothing before him any more."""
    mark = f"{seat}.{game.found.mark}"
    now, then = (game.table(each).zones.get(mark) for each in (later, state))
    return bool(game.found.mark and then and not now)


def laid(game: AnyGame, state: Any, laying: str, random: Random, *, neat: bool = False) -> list[PlacedPiece]:
    """The pieces as clumsy people have them, or where they have been asked to be neat, the lowest first."""
    table = PhysicalTable(game, game.layout(state))
    table.make(game.table(state))
    part = dict.fromkeys(("", *SEATS), (0.0, 0.0, 0.0))
    middle = table.layout.width / 2, table.layout.height / 2
    zone_of = {tag: zone for zone, tags in table._zones.items() for tag in tags.values()}
    if laying == "at will":
        part |= {seat: (random.uniform(-15, 15), random.uniform(40, 120), random.gauss(0, 15)) for seat in SEATS}
    middles = _middles(table, zone_of)
    found = []
    for placed in table.lying():
        seat = owner(zone_of[placed.tag])
        seat = seat if seat in SEATS else ""
        turn, out, aside = part[seat]
        out += NEATLY_APART if neat and laying == "at will" else 0.0
        label = placed.label
        if seat:
            cx, cy = middles[seat]
            x, y = turned(label.x - cx, label.y - cy, turn)
            far = hypot(cx - middle[0], cy - middle[1]) or 1.0
            ux, uy = (cx - middle[0]) / far, (cy - middle[1]) / far
            label = Pose(cx + x + ux * out - uy * aside, cy + y + uy * out + ux * aside, label.rotation + turn)
        slip = 6.0 if random.random() < 0.1 else 2.0
        slip, tilt = (1.0, random.gauss(0, 1)) if neat else (slip, random.gauss(0, 3 if laying != "at will" else 6))
        label = Pose(label.x + random.gauss(0, slip), label.y + random.gauss(0, slip), label.rotation + tilt)
        found.append(PlacedPiece(placed.tag, placed.piece, label, placed.shape))
    return found


def _middles(table: PhysicalTable, zone_of: Mapping[str, str]) -> Mapping[str, tuple[float, float]]:
    by_seat: dict[str, list[Pose]] = {}
    for placed in table.lying():
        by_seat.setdefault(owner(zone_of[placed.tag]), []).append(placed.label)
    return {
        seat: (sum(pose.x for pose in poses) / len(poses), sum(pose.y for pose in poses) / len(poses))
        for seat, poses in by_seat.items()
    }


def leavings(pieces: Sequence[PlacedPiece], random: Random) -> Iterator[Item]:
    """What hands leave lying: counters on the rims of labels, now and then one in the middle of it, a pencil, a cup."""
    share = random.uniform(0.0, 0.3)
    for placed in pieces:
        edge = label_edge(placed.shape)
        if random.random() < share:
            size, angle = random.uniform(6, 12), radians(random.uniform(0, 360))
            away = edge / 2 + size * random.uniform(0.1, 0.5)
            x, y = placed.label.x + away * cos(angle), placed.label.y + away * sin(angle)
            yield Item(None, x, y, random.uniform(0, 90), size, size, shade=random.uniform(0.1, 0.7))
        elif random.random() < 0.01:
            size = edge * random.uniform(0.5, 0.75)
            yield Item(None, placed.label.x, placed.label.y, random.uniform(0, 90), size, size, shade=0.3)
    if random.random() < 0.3 and pieces:
        placed = random.choice(pieces)
        at = moved(placed.label, random.uniform(-60, 60), random.uniform(-60, 60))
        yield Item(None, at.x, at.y, random.uniform(0, 180), 8.0, 150.0, shade=random.uniform(0.1, 0.6))


@dataclass(frozen=True, slots=True)
class Shot:
    """From where a picture is taken: degrees off the vertical and about it, and of what: of everything where None."""

    tilt: float
    turn: float
    view: Rectangle | None = None


class Tabletop:
    """One table with what lies there, to be photographed from several sides."""

    def __init__(self, game: AnyGame, state: Any, laying: str, random: Random, cloths: Sequence[Path]) -> None:
        self._game, self._state, self._laying, self._seed = game, state, laying, random.random()
        self.pieces, self.view = self._laid(neat=False)
        layout = game.layout(state)
        places = {"mat": layout.anchors, "corners": corner_anchors(layout.anchors, (layout.width, layout.height))}
        anchors = tuple(Anchor(tag, pose.x, pose.y, pose.rotation) for tag, pose in places.get(laying, {}).items())
        boxes = layout.zones.items() if laying == "mat" else ()
        zones = tuple((zone, (box.left, box.top, box.right, box.bottom)) for zone, box in boxes)
        self.mat = RenderedMat(layout.width, layout.height, anchors, LABEL_MM, zones, shade=random.uniform(0.2, 0.6))
        self.items = tuple(_item(game, placed, random) for placed in self.pieces)
        self.leavings = tuple(leavings(self.pieces, random))
        self.light = SceneLight(random.uniform(0.5, 1.2), random.uniform(1.0, 3.0), random.uniform(0, 360))
        self.cloth = random.choice(cloths) if cloths else None
        self.whole = laying != "mat"
        self.size, self.blur = random.choice(LENSES)
        self.distortion = random.uniform(-0.03, 0.01)
        self.random = random

    def tidy(self) -> None:
        """Somebody takes away what lies on the labels, and lays all straight, apart from what is others'."""
        self.leavings = ()
        self.pieces, self.view = self._laid(neat=True)
        self.items = tuple(_item(self._game, placed, self.random) for placed in self.pieces)

    def _laid(self, *, neat: bool) -> tuple[list[PlacedPiece], Rectangle | None]:
        """The pieces, and what has to be in a picture of them; None where that is a mat."""
        pieces = laid(self._game, self._state, self._laying, Random(self._seed), neat=neat)
        xs, ys = ([getattr(placed.centre, axis) for placed in pieces] for axis in "xy")
        view = min(xs) - 90, min(ys) - 90, max(xs) + 90, max(ys) + 90
        return pieces, None if self._laying in ON_MAT else view

    def camera(self, shot: Shot) -> CameraProjection:
        return projection(self.mat, self._optics(shot), Bump())

    def _optics(self, shot: Shot, **noise: Any) -> Optics:
        view = self.view if shot.view is None else shot.view
        return Optics(
            *self.size, view, tilt=shot.tilt, turn=shot.turn, blur=self.blur, distortion=self.distortion, **noise
        )

    def filled(self, shot: Shot) -> Shot:
        """The same with the longer sides of picture and of what is in it along each other, about, as people do it."""
        left, top, right, bottom = shot.view or self.view or (0.0, 0.0, self.mat.width, self.mat.height)
        across = 0 if (right - left > bottom - top) == (self.size[0] > self.size[1]) else 90
        return replace(shot, turn=180 * round((shot.turn - across) / 180) + across + self.random.gauss(0, 5))

    def part(self, shot: Shot, outline: Sequence[tuple[float, float]]) -> Rectangle:
        """What of the table has to be in a picture of that part of another one, with some of what is around it."""
        left_top, right_top, _, left_bottom = at = self.camera(shot).to_mm(np.array(outline))
        size = [float(np.linalg.norm(other - left_top)) + 2 * OVERLAP for other in (right_top, left_bottom)]
        wide, high = size if round(shot.turn / 90) % 2 == 0 else reversed(size)
        x, y = at.mean(axis=0).tolist()
        return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2

    def photograph(self, shot: Shot) -> NDArray[np.uint8]:
        """A telephone's picture, shape (height, width)."""
        random, mat = self.random, self.mat
        optics = self._optics(shot, noise=random.uniform(2, 6), seed=random.randrange(10**6))
        spots = [
            Reflection(random.uniform(0, mat.width), random.uniform(0, mat.height), random.uniform(20, 60), 0.9)
            for _ in range(random.choice((0, 0, 1, 2)))
        ]
        shadows = [
            Shadow(random.uniform(0, mat.width), random.uniform(0, mat.height), random.uniform(150, 350), 0.4)
            for _ in range(random.choice((0, 1)))
        ]
        items = (*self.items, *self.leavings)
        scene = Scene(items, (), self.light, reflections=tuple(spots), shadows=tuple(shadows))
        camera = SimulatedCamera([scene], lambda tag: label_image(tag, 10), SceneSetup(mat, optics))
        if self.cloth is not None:
            _spread(camera, self.cloth, mat, whole=self.whole)
        frame = camera.read()
        assert frame is not None
        coded = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, random.randrange(80, 96)])[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), dtype=np.uint8)


def _item(game: AnyGame, placed: PlacedPiece, random: Random) -> Item:
    shape, centre = placed.shape, piece_pose(placed.label, placed.shape)
    return Item(
        placed.tag, centre.x, centre.y, centre.rotation, shape.width, shape.height, (shape.label_dx, shape.label_dy),
        label_edge(shape), shade=random.uniform(0.45, 0.9), caption=str(game.piece_name(placed.piece)),
        bend=random.choice((0.0, 0.0, 0.0, 3.0)),
    )  # fmt: skip


def _spread(camera: SimulatedCamera, cloth: Path, mat: RenderedMat, *, whole: bool) -> None:
    """A photograph's texture as the table: under everything, or round the mat."""
    renderer = camera._render
    kept, grid = renderer._bare, renderer._grid
    bare = cv2.resize(read_luma(cloth), kept.shape[::-1], interpolation=cv2.INTER_CUBIC)
    spots = [(0.0, 0.0, mat.width, mat.height)] if not whole else []
    half = mat.anchor_mm * 0.6
    spots += [(each.x - half, each.y - half, each.x + half, each.y + half) for each in mat.anchors]
    for left, top, right, bottom in spots:
        columns = slice(max(0, round((left - grid.left) * grid.density)), round((right - grid.left) * grid.density))
        rows = slice(max(0, round((top - grid.top) * grid.density)), round((bottom - grid.top) * grid.density))
        bare[rows, columns] = kept[rows, columns]
    renderer._bare, renderer._table = bare, bare.copy()


def cloths_in(folder: Path) -> Iterator[Path]:
    """The photographs in these folders that are large enough for a table's texture."""
    for path in sorted(filter(is_picture, folder.rglob("*"))):
        try:
            if min(read_luma(path).shape) >= SMALLEST_CLOTH:
                yield path
        except CompanionError:
            continue
