"""Which zones the seen labels lie in: on the mat by their places, with what lies between two zones left open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Any

import numpy as np

from companion.core.game import Game, Options
from companion.core.plane import distance, piece_outline, turned
from companion.core.table import UNREADABLE, Box, LabelPlace, Observation, Piece, Pose, TableLayout, Tag, Zone
from companion.core.tags import anchor_tags
from companion.core.zones import DICE, PUT_AWAY
from companion.errors import ImageError
from companion.picture_score.common_plane import CommonPlane, outline_px
from companion.picture_score.label_views import LabelView
from companion.picture_score.position import lay, snapshot
from companion.picture_score.told_by_pictures import Quad, SeenPiece
from vision.detections import Corners, Detection
from vision.geometry.homography import Homography
from vision.geometry.localization import pose_from_corners

SAME_PLACE = 12.0
"""Millimetres within which two pictures show the same label."""

BESIDE = 7.0
"""So near to another zone, in millimetres, a label may as well have been meant to lie there."""

FAR = 150.0
"""Further than this from a zone, in millimetres, what lies beside all of them belongs to none."""

NEAREST = 8
"""So many places are thought of for what lies beside all of them."""

ROUNDS = 6
"""So often the table is read again as what was read tells more of the places, such as where the next Group lies."""


@dataclass(frozen=True, slots=True)
class SeenLabel:
    """One label on the common plane, and the pictures in which it was seen. `twins` are where else its tag lies."""

    tag: Tag
    pose: Pose
    views: tuple[int, ...]
    corners: Mapping[int, Corners]
    twins: tuple[Pose, ...] = ()


def labels_on(views: Sequence[LabelView], plane: CommonPlane, game: Game[Any, Any]) -> tuple[SeenLabel, ...]:
    """The game's pieces on the plane, each once; what could not be read where no picture reads anything."""
    found: dict[Tag, list[tuple[float, Pose, int, Corners]]] = {}
    frames: list[tuple[Pose, int, Corners]] = []
    for number, (view, homography) in enumerate(zip(views, plane.homographies, strict=True)):
        if homography is None:
            continue
        for each in view.decoded:
            if each.tag in game.piece_of:
                pose = pose_from_corners(each.corners, homography)
                found.setdefault(each.tag, []).append((each.size_px * each.score, pose, number, each.corners))
        frames += [(pose_from_corners(each.corners, homography), number, each.corners) for each in view.unreadable]
    labels = [_one_label(tag, seen) for tag, seen in found.items()]
    taken = [pose for label in labels for pose in (label.pose, *label.twins)]
    taken += [pose_from_corners(each.corners, homography) for each, homography in _mat_labels(views, plane)]
    for pose, number, corners in frames:
        if all(distance(pose, other) > SAME_PLACE for other in taken):
            labels.append(SeenLabel(UNREADABLE, pose, (number,), {number: corners}))
            taken.append(pose)
    return tuple(sorted(labels, key=lambda label: (label.tag, label.pose.x, label.pose.y)))


def anchors_on(views: Sequence[LabelView], plane: CommonPlane) -> Mapping[Tag, Pose]:
    """The labels of a mat on the plane."""
    return {each.tag: pose_from_corners(each.corners, way) for each, way in _mat_labels(views, plane)}


def _mat_labels(views: Sequence[LabelView], plane: CommonPlane) -> Iterator[tuple[Detection, Homography]]:
    for view, homography in zip(views, plane.homographies, strict=True):
        if homography is not None:
            yield from ((each, homography) for each in view.decoded if each.tag in anchor_tags())


def _one_label(tag: Tag, seen: list[tuple[float, Pose, int, Corners]]) -> SeenLabel:
    """Where it was seen best; the same tag elsewhere is a twin."""
    best = max(seen, key=lambda each: each[0])
    near = [each for each in seen if distance(each[1], best[1]) <= SAME_PLACE]
    twins: list[Pose] = []
    for each in seen:
        if all(distance(each[1], other) > SAME_PLACE for other in (best[1], *twins)):
            twins.append(each[1])
    return SeenLabel(
        tag, best[1], tuple(sorted({each[2] for each in near})), {each[2]: each[3] for each in near}, tuple(twins)
    )


def seen_pieces(
    labels: Sequence[SeenLabel], zones: Sequence[tuple[Zone, ...]], plane: CommonPlane, game: Game[Any, Any]
) -> tuple[SeenPiece, ...]:
    """The labels as pieces, with their outlines in every picture that shows them."""
    return tuple(
        SeenPiece(
            label.tag,
            game.piece_of.get(label.tag, UNREADABLE),
            {number: _outline(label, number, plane.homographies[number], game) for number in label.views},
            label.pose,
            places,
        )
        for label, places in zip(labels, zones, strict=True)
    )


def _outline(label: SeenLabel, number: int, homography: Homography | None, game: Game[Any, Any]) -> Quad:
    piece = game.piece_of.get(label.tag)
    if piece is None or homography is None:
        return label.corners[number]
    return outline_px(homography, piece_outline(label.pose, game.shape(piece)))


# --- on the mat ---


def zones_on_mat(
    game: Game[Any, Any], options: Options, labels: Sequence[SeenLabel]
) -> tuple[tuple[tuple[Zone, ...], ...], Any]:
    """Where each label may lie on the mat, the likeliest first; and the position as far as it was read."""
    begun = game.found.begun(game.initial_state(options))
    state, zones = begun, list[Zone | None]()
    for _ in range(ROUNDS):
        before, zones = zones, read_zones(game.layout(state), labels)
        if zones == before:
            break
        state = _as_read(game, begun, zones, labels)
    layout = game.layout(state)
    return tuple(_places(game, state, layout, label, zone) for label, zone in zip(labels, zones, strict=True)), state


def _as_read(game: Game[Any, Any], begun: Any, zones: Sequence[Zone | None], labels: Sequence[SeenLabel]) -> Any:
    """The position as far as it is read; for what must lie there unread its like, so that others are read by it."""
    puts = [
        (zone, game.piece_of[label.tag])
        for zone, label in zip(zones, labels, strict=True)
        if zone is not None and label.tag != UNREADABLE
    ]
    state = lay(game.found, begun, puts).state
    lacking = [
        (unseen.zones[0], unseen.pieces[0])
        for unseen in game.found.unseen(state, snapshot(puts))
        if len(unseen.zones) == 1 and unseen.pieces
    ]
    return lay(game.found, state, lacking).state


def read_zones(layout: TableLayout, labels: Sequence[SeenLabel]) -> list[Zone | None]:
    """The zone of each label; frames are read one by one, since nothing tells two of them apart."""
    read = [LabelPlace(label.tag, label.pose) for label in labels if label.tag != UNREADABLE]
    zone_of = {tag: zone for zone, tags in layout.read(Observation(tuple(read))).zones.items() for tag in tags}
    found: list[Zone | None] = []
    for label in labels:
        if label.tag != UNREADABLE:
            found.append(zone_of.get(label.tag))
            continue
        look = layout.read(Observation((*read, LabelPlace(UNREADABLE, label.pose)))).zones
        found.append(next((zone for zone, tags in look.items() if UNREADABLE in tags), None))
    return found


def _places(
    game: Game[Any, Any], state: Any, layout: TableLayout, label: SeenLabel, zone: Zone | None
) -> tuple[Zone, ...]:
    """The zone where it lies, and those beside it where it may have been meant to lie; of twins those of both."""
    if zone in (PUT_AWAY, DICE):
        return (PUT_AWAY,)
    piece = game.piece_of.get(label.tag, UNREADABLE)
    if zone is None and game.found.hangs(piece):
        raise hangs_nowhere(game, piece)
    reach, zones = BESIDE if zone is not None else FAR, layout.zones
    own = zones.get(zone or "")
    beside = sorted(
        (away, other)
        for other, box in zones.items()
        if other not in (zone, PUT_AWAY, DICE)
        and (own is None or not box.overlaps(own))
        and (away := min(_distance(box, pose) for pose in (label.pose, *label.twins))) <= reach
        and game.may_lie(state, other, piece)
    )
    if zone is not None and not game.may_lie(state, zone, piece):
        return (*(other for _, other in beside), zone) if beside else (zone,)
    return (*filter(None, (zone,)), *(other for _, other in beside[:NEAREST]))


def hangs_nowhere(game: Game[Any, Any], piece: Piece) -> ImageError:
    """Why what hangs at no other piece makes a picture useless."""
    return ImageError(
        f"{game.piece_name(piece)} hangs at nothing that was read: something that leads there may be hidden; "
        "take a further picture, or lay it straight."
    )


def _distance(box: Box, pose: Pose) -> float:
    """How far a place is out of a box."""
    across = max(box.left - pose.x, 0.0, pose.x - box.right)
    down = max(box.top - pose.y, 0.0, pose.y - box.bottom)
    return hypot(across, down)


# --- without a mat ---
#
# A mat that is not in the picture, found by the pieces: where it would lie so that each is where its kind may be.
#
# Every piece votes for the turns and shifts that bring it to a spot where it may lie, the more the fewer there are
# (a generalised Hough transform: Ballard, 1981); the best are tried with all pieces.


FITS = 0.88
"""So great a share of the pieces, by how much each tells, has to lie where it may, or they lie in no such order."""

FITS_WELL = 0.97
"""From here on nothing else is asked about how the pieces lie."""

FEWEST = 4
"""Pieces that tell something, without which nothing is told."""

ANCHOR_WEIGHT, ANCHOR_MM = 3.0, 20.0
"""How much the vote of a label of the mat counts, and how far from its place it may seem to lie, millimetres."""

TURN_STEP, SHIFT_STEP = 6.0, 24.0
"""Degrees and millimetres in which votes count together."""

TURNS, SHIFTS = 6, 8
"""So many of the best are tried."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """How far the plane is turned and then shifted to be a mat's, and how well the pieces lie on that."""

    turn: float
    dx: float
    dy: float
    share: float = 0.0

    def on_mat(self, pose: Pose) -> Pose:
        x, y = turned(pose.x, pose.y, self.turn)
        return Pose(x + self.dx, y + self.dy, pose.rotation + self.turn)


def fitted_layout(
    game: Game[Any, Any], options: Options, labels: Sequence[SeenLabel], anchors: Mapping[Tag, Pose]
) -> Fitted | None:
    """Where the mat for these players would lie; None where the pieces do not lie as it says.

    `anchors` are the few labels of the mat that are in sight.
    """
    state = game.found.begun(game.initial_state(options))
    layout = game.layout(state)
    known = [label for label in labels if label.tag != UNREADABLE]
    places = _Places(game, state, layout)
    telling = [label for label in known if places.tells(game.piece_of[label.tag]) > 0]
    if len(telling) < FEWEST:
        return None
    votes = np.array(
        [
            *(vote for label in telling for vote in places.votes(label, game.piece_of[label.tag])),
            *(vote for tag, pose in anchors.items() for vote in places.anchor_votes(tag, pose)),
        ]
    )
    tried = (
        places.fit(Fitted(turn, dx, dy), telling, anchors) for turn in _peaks(votes) for dx, dy in _shifts(votes, turn)
    )
    best = max(tried, key=lambda fit: fit.share, default=None)
    return best if best is not None and best.share >= FITS else None


class _Places:
    """Where each kind of piece may lie."""

    def __init__(self, game: Game[Any, Any], state: Any, layout: TableLayout) -> None:
        self._game, self._state, self._layout = game, state, layout
        self._zones: dict[Piece, tuple[tuple[Zone, Box], ...]] = {}
        self._tells: dict[Piece, float] = {}

    def zones(self, piece: Piece) -> tuple[tuple[Zone, Box], ...]:
        if piece not in self._zones:
            self._zones[piece] = tuple(
                (zone, box)
                for zone, box in self._layout.zones.items()
                if zone not in (PUT_AWAY, DICE) and self._game.may_lie(self._state, zone, piece)
            )
        return self._zones[piece]

    def tells(self, piece: Piece) -> float:
        """How little of the mat is for it: 1 for a spot, 0 for all of it."""
        if piece not in self._tells:
            self._tells[piece] = self._telling(piece)
        return self._tells[piece]

    def _telling(self, piece: Piece) -> float:
        area = sum((box.right - box.left) * (box.bottom - box.top) for _, box in self.zones(piece))
        return max(0.0, 1 - 2 * area / (self._layout.width * self._layout.height)) if self.zones(piece) else 0.0

    def votes(self, label: SeenLabel, piece: Piece) -> Iterator[tuple[float, float, float, float, float, float]]:
        """Turns that bring the label to a spot, the spot, the label's place, and how much the vote counts."""
        zones = self.zones(piece)
        for zone, _ in zones:
            spot = self._layout.spot(zone, 0)
            turn = (spot.rotation - label.pose.rotation) % 360
            yield turn, spot.x, spot.y, label.pose.x, label.pose.y, self.tells(piece) / len(zones)

    def anchor_votes(self, tag: Tag, pose: Pose) -> Iterator[tuple[float, float, float, float, float, float]]:
        """The same of a label of the mat, which has one place."""
        if (spot := self._layout.anchors.get(tag)) is not None:
            yield (spot.rotation - pose.rotation) % 360, spot.x, spot.y, pose.x, pose.y, ANCHOR_WEIGHT

    def fit(self, fit: Fitted, labels: Sequence[SeenLabel], anchors: Mapping[Tag, Pose]) -> Fitted:
        """How well the pieces lie then; not at all where a label of the mat lies elsewhere."""
        for tag, seen in anchors.items():
            spot = self._layout.anchors.get(tag)
            if spot is None or distance(fit.on_mat(seen), spot) > ANCHOR_MM:
                return fit
        held = told = 0.0
        for label in labels:
            piece = self._game.piece_of[label.tag]
            pose, weight = fit.on_mat(label.pose), self.tells(piece)
            told += weight
            held += weight * any(box.contains(pose.x, pose.y) for _, box in self.zones(piece))
        return replace(fit, share=held / told)


Votes = Any
"""One a row: turn, spot's x and y, label's x and y, weight."""


def _peaks(votes: Votes) -> list[float]:
    """The turns with most votes."""
    bins = int(360 / TURN_STEP)
    count = np.bincount((votes[:, 0] / TURN_STEP).astype(int) % bins, votes[:, 5], bins)
    smooth = count + np.roll(count, 1) + np.roll(count, -1)
    found: list[int] = []
    for at in np.argsort(-smooth):
        if all(min((at - other) % bins, (other - at) % bins) > 1 for other in found):
            found.append(int(at))
        if len(found) == TURNS:
            break
    return [_mean_turn(votes, (at + 0.5) * TURN_STEP) for at in found]


def _mean_turn(votes: Votes, about: float) -> float:
    off = (votes[:, 0] - about + 180) % 360 - 180
    near = np.abs(off) < 1.5 * TURN_STEP
    return float(about + np.average(off[near], weights=votes[near, 5])) if votes[near, 5].sum() else about


def _shifts(votes: Votes, turn: float) -> Iterator[tuple[float, float]]:
    """The shifts with most votes after that turn, each the middle of its votes."""
    off = (votes[:, 0] - turn + 180) % 360 - 180
    near = votes[np.abs(off) < 30]
    if not len(near):
        return
    angle = np.radians(turn)
    x = near[:, 1] - (near[:, 3] * np.cos(angle) - near[:, 4] * np.sin(angle))
    y = near[:, 2] - (near[:, 3] * np.sin(angle) + near[:, 4] * np.cos(angle))
    cells: dict[tuple[int, int], float] = {}
    columns, rows = np.floor(x / SHIFT_STEP).astype(int), np.floor(y / SHIFT_STEP).astype(int)
    for column, row, weight in zip(columns, rows, near[:, 5], strict=True):
        for across in (-1, 0, 1):
            for down in (-1, 0, 1):
                cell = (int(column) + across, int(row) + down)
                cells[cell] = cells.get(cell, 0.0) + float(weight)
    best: Mapping[tuple[int, int], float] = dict(sorted(cells.items(), key=lambda each: -each[1])[:SHIFTS])
    for column, row in best:
        middle = (column + 0.5) * SHIFT_STEP, (row + 0.5) * SHIFT_STEP
        close = np.hypot(x - middle[0], y - middle[1]) < 1.6 * SHIFT_STEP
        if close.any():
            yield float(np.median(x[close])), float(np.median(y[close]))
            yield (
                float(np.average(x[close], weights=near[close, 5])),
                float(np.average(y[close], weights=near[close, 5])),
            )
