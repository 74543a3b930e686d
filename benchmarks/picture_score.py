"""Scores out of single pictures: `python -m benchmarks.picture_score [GAME...] [--tables N] [--photos FOLDER]`.

Final positions of games that play themselves are laid out, clumsily, with and without a mat, and photographed with
telephones' lenses in all sorts of light, with what hands leave lying over some of the labels. A total is wrong
unannounced if it does not lie between what was said. docs/picture_score.md has the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import cos, hypot, radians, sin
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import click
import cv2

from companion.conformance.playouts import AnyGame, start
from companion.core.action import SEATS
from companion.core.game import is_legal
from companion.core.plane import moved, piece_pose, turned
from companion.core.table import Pose, owner
from companion.core.zones import corner_anchors
from companion.errors import CompanionError
from companion.games import GAMES
from companion.label_sets.piece_labels import LABEL_MM, label_edge
from companion.picture_score.label_views import reader_of, view_of
from companion.picture_score.score_pictures import score_pictures
from companion.picture_score.scoring import answer
from companion.picture_score.values import Picture, PictureScore, Total
from companion.picture_score.who_plays import PLAYING
from companion.simulation.physical_table import PhysicalTable, PlacedPiece
from companion.simulation.renderer.scene import (
    Anchor,
    Item,
    Mat,
    Optics,
    Reflection,
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

GOAL_ASKED, GOAL_SECONDS = 0.95, 5.0
FEW = 2

LAYINGS = ("mat", "corners", "no mat", "at will")
"""The whole mat; its corners alone; as a mat would have it; each player's part wherever he likes it."""

ON_MAT = LAYINGS[:2]

LENSES = (((4032, 3024), 0.8), ((4000, 3000), 1.2), ((4624, 3468), 1.0), ((3264, 2448), 0.9))
"""Telephones' pictures, and how soft they are in pixels."""


SMALLEST_CLOTH = 400
"""Pixels of a photograph's shorter side, from which on it is a table's texture."""


@dataclass(slots=True)
class Column:
    """What came out for one game and one way of laying."""

    tables: int = 0
    wrong: list[str] = field(default_factory=list)
    first_refused: int = 0
    refused: int = 0
    asked: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    reading: list[float] = field(default_factory=list)


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


def laid(game: AnyGame, state: Any, laying: str, random: Random) -> list[PlacedPiece]:
    """The pieces as clumsy people have them, the lowest first."""
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
        label = placed.label
        if seat:
            cx, cy = middles[seat]
            x, y = turned(label.x - cx, label.y - cy, turn)
            far = hypot(cx - middle[0], cy - middle[1]) or 1.0
            ux, uy = (cx - middle[0]) / far, (cy - middle[1]) / far
            label = Pose(cx + x + ux * out - uy * aside, cy + y + uy * out + ux * aside, label.rotation + turn)
        slip = 6.0 if random.random() < 0.1 else 2.0
        tilt = random.gauss(0, 3 if laying != "at will" else 6)
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


class Tabletop:
    """One table with what lies there, to be photographed from several sides."""

    def __init__(self, game: AnyGame, state: Any, laying: str, random: Random, cloths: Sequence[Path]) -> None:
        self.pieces = pieces = laid(game, state, laying, random)
        layout = game.layout(state)
        places = {"mat": layout.anchors, "corners": corner_anchors(layout.anchors, (layout.width, layout.height))}
        anchors = tuple(Anchor(tag, pose.x, pose.y, pose.rotation) for tag, pose in places.get(laying, {}).items())
        boxes = layout.zones.items() if laying == "mat" else ()
        zones = tuple((zone, (box.left, box.top, box.right, box.bottom)) for zone, box in boxes)
        self.mat = Mat(layout.width, layout.height, anchors, LABEL_MM, zones, shade=random.uniform(0.2, 0.6))
        xs, ys = ([getattr(placed.centre, axis) for placed in pieces] for axis in "xy")
        self.view = (min(xs) - 90, min(ys) - 90, max(xs) + 90, max(ys) + 90) if not anchors else None
        items = [_item(game, placed, random) for placed in pieces]
        self.items = (*items, *leavings(pieces, random))
        self.light = SceneLight(random.uniform(0.5, 1.2), random.uniform(1.0, 3.0), random.uniform(0, 360))
        self.cloth = random.choice(cloths) if cloths else None
        self.whole = laying != "mat"
        self.size, self.blur = random.choice(LENSES)
        self.distortion = random.uniform(-0.03, 0.01)
        self.random = random

    def photograph(self, tilt: float, turn: float) -> Any:
        """A telephone's picture, uint8, (height, width): from so many degrees off the vertical, and from that side."""
        random, mat = self.random, self.mat
        optics = Optics(
            *self.size, self.view, tilt=tilt, turn=turn, blur=self.blur, noise=random.uniform(2, 6),
            distortion=self.distortion, seed=random.randrange(10**6),
        )  # fmt: skip
        spots = [
            Reflection(random.uniform(0, mat.width), random.uniform(0, mat.height), random.uniform(20, 60), 0.9)
            for _ in range(random.choice((0, 0, 1, 2)))
        ]
        shadows = [
            Shadow(random.uniform(0, mat.width), random.uniform(0, mat.height), random.uniform(150, 350), 0.4)
            for _ in range(random.choice((0, 1)))
        ]
        scene = Scene(self.items, (), self.light, reflections=tuple(spots), shadows=tuple(shadows))
        camera = SimulatedCamera([scene], lambda tag: label_image(tag, 10), SceneSetup(mat, optics))
        if self.cloth is not None:
            _spread(camera, self.cloth, mat, whole=self.whole)
        frame = camera.read()
        assert frame is not None
        coded = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, random.randrange(80, 96)])[1]
        return cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE)


def _item(game: AnyGame, placed: PlacedPiece, random: Random) -> Item:
    shape, centre = placed.shape, piece_pose(placed.label, placed.shape)
    return Item(
        placed.tag, centre.x, centre.y, centre.rotation, shape.width, shape.height, (shape.label_dx, shape.label_dy),
        label_edge(shape), shade=random.uniform(0.45, 0.9), caption=str(game.piece_name(placed.piece)),
        bend=random.choice((0.0, 0.0, 0.0, 3.0)),
    )  # fmt: skip


def _spread(camera: SimulatedCamera, cloth: Path, mat: Mat, *, whole: bool) -> None:
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


def wrong_totals(game: AnyGame, state: Any, found: PictureScore, laying: str) -> list[str]:
    """The totals that do not lie between what was said, player by player: by their marks where no mat tells seats."""
    truth = {sheet.player: sheet.total for sheet in game.score(state)}
    told = {total.sheet.player: total for total in found.totals}
    if len(truth) != len(told):
        return [f"{len(told)} players, not {len(truth)}"]
    seats = dict(zip(truth, truth, strict=True))
    if laying not in ON_MAT and game.found.mark and not game.chairs(found.options):
        mine, theirs = (_by_mark(game, each) for each in (state, found.state))
        seats = {seat: theirs[mark] for mark, seat in mine.items() if mark in theirs}
        left = [seat for seat in told if seat not in seats.values()]
        # Whose mark was not read is anybody of those that are left.
        ways = [
            seats | dict(zip((s for s in truth if s not in seats), some, strict=True)) for some in permutations(left)
        ]
        seats = min(ways, key=lambda way: sum(not _holds(told[way[each]], truth[each]) for each in truth))
    return [
        f"{player} has {total}, said {told[seats[player]].low} to {told[seats[player]].high}"
        for player, total in truth.items()
        if not _holds(told[seats[player]], total)
    ]


def _holds(span: Total, total: int) -> bool:
    return span.low <= total <= span.high


def _by_mark(game: AnyGame, state: Any) -> Mapping[str, str]:
    zones = game.table(state).zones
    return {
        min(zones[f"{seat}.{game.found.mark}"], default=""): seat
        for seat in SEATS
        if f"{seat}.{game.found.mark}" in zones
    }


@dataclass(frozen=True, slots=True)
class Bench:
    """Photographs that tables look like, and where pictures are kept of which a total was wrong."""

    cloths: Sequence[Path] = ()
    keep: Path | None = None


def measured(game: AnyGame, laying: str, seed: int, bench: Bench, column: Column) -> None:
    """One table more; where one picture is refused, another is taken from the other side, more from above."""
    random = Random(f"{game.name} {laying} {seed}")
    players = list(game.players)[seed % len(game.players)]
    state = final_position(game, players, seed)
    table = Tabletop(game, state, laying, random, bench.cloths)
    tilt, turn = random.uniform(0, 50), 90 * random.randrange(4) + random.gauss(0, 10)
    name = f"{game.name} {laying} {seed}"
    pictures = [Picture(name, table.photograph(tilt, turn))]
    began = process_time()
    view_of(pictures[0], reader_of([game]))
    column.reading.append(process_time() - began)
    column.tables += 1
    found = _scored(game, pictures, column)
    if found is None:
        column.first_refused += 1
        pictures.append(Picture(f"{name}, other side", table.photograph(tilt * 0.6, turn + 180)))
        found = _scored(game, pictures, column)
    if found is None:
        column.refused += 1
        return
    column.asked.append(found.open)
    if PLAYING in {question.name for question in found.questions} and len(found.options.names) < players:
        found = answer(found, PLAYING, str(players))
    if wrong := wrong_totals(game, state, found, laying):
        column.wrong.append(f"{name}: {'; '.join(wrong)}")
        click.echo(f"  WRONG {column.wrong[-1]}", err=True)
        if bench.keep is not None:
            for picture in pictures:
                cv2.imwrite(str(bench.keep / f"{picture.name.replace(' ', '_')}.jpg"), picture.luma)


def _scored(game: AnyGame, pictures: Sequence[Picture], column: Column) -> PictureScore | None:
    began = process_time()
    try:
        found = score_pictures(GAMES, pictures, game=game.name)
    except CompanionError as error:
        click.echo(f"  refused: {error}", err=True)
        return None
    if len(pictures) == 1:
        column.seconds.append(process_time() - began)
    return found


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(GAMES)))
@click.option("--tables", default=10, show_default=True, type=click.IntRange(1), help="For each way of laying.")
@click.option("--first", default=1000, show_default=True, help="The first one's number.")
@click.option("--laying", "layings", multiple=True, type=click.Choice(LAYINGS), help="Only this way of laying.")
@click.option("--photos", type=click.Path(path_type=Path, exists=True), help="Photographs that tables look like.")
@click.option("--keep", type=click.Path(path_type=Path, exists=True), help="Where wrong ones are kept.")
def main(
    games: tuple[str, ...], layings: tuple[str, ...], photos: Path | None, keep: Path | None, **asked: int
) -> None:
    cloths = list(_cloths(photos)) if photos is not None else []
    heads = ("tables", "wrong", "2 taken", "refused", "<= 2 asked", "seconds", "worst", "/ reading")
    print(f"{'':26s}{''.join(f'{head:>11s}' for head in heads)}")
    for name in games or GAMES:
        for laying in layings or (LAYINGS if GAMES[name].found.mark else LAYINGS[:-1]):
            column = Column()
            for seed in range(asked["first"], asked["first"] + asked["tables"]):
                measured(GAMES[name], laying, seed, Bench(cloths, keep), column)
            _print(f"{name}, {laying}", column)


def _cloths(folder: Path) -> Iterator[Path]:
    """The photographs in these folders that are large enough for a table's texture."""
    for path in sorted(filter(is_picture, folder.rglob("*"))):
        try:
            if min(read_luma(path).shape) >= SMALLEST_CLOTH:
                yield path
        except CompanionError:
            continue


def _print(title: str, column: Column) -> None:
    scored = len(column.asked)
    few = sum(asked <= FEW for asked in column.asked) / scored if scored else 0.0
    seconds, reading = column.seconds or [0.0], median(column.reading)
    cells = (column.tables, len(column.wrong), column.first_refused, column.refused, f"{few:.0%}")
    times = (f"{median(seconds):.1f}", f"{max(seconds):.1f}", f"{median(seconds) / reading:.1f}")
    print(
        f"{title:26s}{''.join(f'{cell:>11}' for cell in (*cells, *times))}",
        flush=True,
    )


if __name__ == "__main__":
    main()
