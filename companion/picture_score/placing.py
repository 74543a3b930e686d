"""Which zones the seen labels lie in: on the mat by their places, with what lies between two zones left open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from companion.core.game import Game, Options
from companion.core.plane import distance, piece_outline
from companion.core.table import UNREADABLE, Box, LabelPlace, Observation, Piece, Pose, TableLayout, Tag, Zone
from companion.core.tags import anchor_tags
from companion.core.zones import DICE, PUT_AWAY
from companion.errors import ImageError
from companion.picture_score.common_plane import CommonPlane, outline_px
from companion.picture_score.label_views import LabelView
from companion.picture_score.position import lay, snapshot
from companion.picture_score.values import Quad, SeenPiece
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
