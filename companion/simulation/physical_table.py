"""A physical table without a camera: single pieces with their own labels, moved by hand from zone to zone.

It knows where each single card lies, which the rules never do, and nothing of what is legal: hands can do anything.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from types import MappingProxyType
from typing import Any, Literal

from companion.core.command_cards import SHAPE, TITLES, command_of
from companion.core.game import Game
from companion.core.plane import covers, piece_pose
from companion.core.table import Box, Piece, PieceShape, Pose, TableLayout, TableSnapshot, Tag, Zone, diff
from companion.errors import NotationError
from companion.label_sets.label_set import LabelSet, printed_tags
from companion.label_sets.piece_labels import LABEL_MM, label_edge
from companion.simulation.renderer.camera_model import GrayImage
from companion.simulation.renderer.scene import Anchor, Item, Optics, RenderedMat, Scene, SceneHand, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import FrameSource
from vision.labels import label_image
from vision.symbols import symbol_image, symbols_from_texts

BOX: Zone = "box"
"""Where pieces are that do not lie on the table: the deck, the box, a pile nobody looks at."""

HAND: Zone = "hand"
"""What people hold lies nowhere."""

Spoiler = Literal["glare", "cover"]
"""What makes a label unreadable: a reflection, or a token standing on it."""

_MOVE = re.compile(r"\s*(?:(?P<count>\d+)\s+)?(?P<piece>\S+)\s*:\s*(?P<source>\S+)\s*->\s*(?P<target>\S+)\s*")


@dataclass(frozen=True, slots=True)
class HandMove:
    """So many pieces of a kind go from one zone to another: `2 farm: market -> A.3`."""

    piece: Piece
    source: Zone
    target: Zone
    count: int = 1

    @classmethod
    def read(cls, line: str) -> HandMove:
        found = _MOVE.fullmatch(line)
        if found is None:
            raise NotationError(f"{line!r} is no move of the hand; write `2 farm: market -> A.3`.")
        return cls(found["piece"], found["source"], found["target"], int(found["count"] or 1))


_PUSH = re.compile(
    r"\s*(?P<piece>\S+) in (?P<zone>\S+)\s*:\s*(?P<dx>-?\d+)\s+(?P<dy>-?\d+)(?:\s+turned\s+(?P<turn>-?\d+))?\s*"
)


@dataclass(frozen=True, slots=True)
class Push:
    """One piece comes to lie so many millimetres from its place, turned by so many degrees."""

    piece: Piece
    zone: Zone
    dx: float
    dy: float
    turn: float = 0.0

    @classmethod
    def read(cls, line: str) -> Push:
        found = _PUSH.fullmatch(line)
        if found is None:
            raise NotationError(f"{line!r} is no push; write `farm in market: 12 -8 turned 20`.")
        return cls(found["piece"], found["zone"], float(found["dx"]), float(found["dy"]), float(found["turn"] or 0))


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """One piece on the table: its own tag, its label's pose in millimetres, how it looks, what spoils its label."""

    tag: Tag
    piece: Piece
    label: Pose
    shape: PieceShape
    spoilt: Spoiler | None = None

    @property
    def centre(self) -> Pose:
        """The middle of the piece."""
        return piece_pose(self.label, self.shape)

    def hides_label_of(self, lower: PlacedPiece) -> bool:
        """Whether this piece, lying higher, hides any part of the lower one's label."""
        return covers(self.label, self.shape, lower.label, label_edge(lower.shape) / 2)


@dataclass(slots=True)
class PhysicalTable:
    """The table of one game. `relabelled` are labels that were stuck onto the wrong piece: tag to the real piece."""

    game: Game[Any, Any]
    layout: TableLayout
    relabelled: dict[Tag, Piece] = field(default_factory=dict)
    spoilt: dict[tuple[Zone, Piece], Spoiler] = field(default_factory=dict)
    _zones: dict[Zone, dict[int, Tag]] = field(default_factory=lambda: defaultdict(dict))
    """By zone, which place of it each piece lies at: what is taken away leaves a gap, and nothing else moves."""
    squared: set[Zone] = field(default_factory=set)
    covered: set[Zone] = field(default_factory=set)
    """The zones whose pieces lie in one pile, and those over which a book lies."""
    commands: dict[Tag, Pose] = field(default_factory=dict)
    """Where the labels of command cards lie, over all pieces."""
    _pushed: dict[Tag, Push] = field(default_factory=dict)
    """The pieces that do not lie at their places, the lowest first."""

    def __post_init__(self) -> None:
        self._zones[BOX] = dict(enumerate(sorted(self.game.piece_of)))

    def piece(self, tag: Tag) -> Piece:
        """The piece that the label is really on."""
        return self.relabelled.get(tag, self.game.piece_of[tag])

    def move(self, move: HandMove) -> None:
        """Raises NotationError when the piece is not there to be taken."""
        source, target = self._zones[move.source], self._zones[move.target]
        for _ in range(move.count):
            place = self._place(move.source, move.piece)
            if place is None:
                raise NotationError(f"There is no {move.piece} in {move.source} to be moved to {move.target}.")
            self._pushed.pop(source[place], None)
            free = next(place for place in count() if place not in target)
            target[free] = source.pop(place)
            self.spoilt.pop((move.source, move.piece), None)

    def push(self, push: Push) -> None:
        """Raises NotationError when the piece is not there."""
        place = self._place(push.zone, push.piece)
        if place is None:
            raise NotationError(f"There is no {push.piece} in {push.zone} to be pushed.")
        tag = self._zones[push.zone][place]
        self._pushed.pop(tag, None)
        self._pushed[tag] = push

    def _place(self, zone: Zone, piece: Piece) -> int | None:
        """The last place of the zone at which such a piece lies."""
        lying = self._zones[zone]
        return next((place for place in sorted(lying)[::-1] if self.piece(lying[place]) == piece), None)

    def books(self) -> tuple[Box, ...]:
        """What is hidden under something laid over it."""
        return tuple(self.layout.zones[zone] for zone in sorted(self.covered))

    def make(self, wanted: TableSnapshot) -> Sequence[HandMove]:
        """Moves the pieces until the table shows what is wanted; returns the moves."""
        moves = list(self.moves_to(wanted))
        for move in moves:
            self.move(move)
        return moves

    def moves_to(self, wanted: TableSnapshot) -> Iterator[HandMove]:
        """The shortest way by hand: from where there is too much to where there is too little, else by the box.

        What is in neither is dug out from under other pieces, where nobody looks.
        """
        gap = diff(wanted, self.snapshot(wanted))
        spare = [(change.zone, change.piece) for change in gap for _ in range(change.delta)]
        box_first = sorted(self._zones, key=lambda zone: zone != BOX)
        unseen = [place for zone in box_first if zone not in wanted.zones for place in self._places(zone)]
        for change in gap:
            for _ in range(-change.delta):
                zone, _ = next((place for place in (*spare, *unseen) if place[1] == change.piece), (BOX, change.piece))
                shelf = spare if (zone, change.piece) in spare else unseen
                if (zone, change.piece) in shelf:
                    shelf.remove((zone, change.piece))
                yield HandMove(change.piece, zone, change.zone)
        for zone, piece in spare:
            yield HandMove(piece, zone, BOX)

    def _places(self, zone: Zone) -> list[tuple[Zone, Piece]]:
        return [(zone, self.piece(tag)) for tag in self._zones[zone].values()]

    def snapshot(self, wanted: TableSnapshot) -> TableSnapshot:
        """What really lies in the zones that are asked about."""
        return TableSnapshot.of({zone: map(self.piece, self._zones[zone].values()) for zone in wanted.zones})

    def lying(self) -> Iterator[PlacedPiece]:
        """The pieces on the table, lowest first."""
        lying = {
            tag: self._placed(zone, 0 if zone in self.squared else index, tag)
            for zone in self.layout.zones
            for index, tag in sorted(self._zones[zone].items())
        }
        yield from (placed for tag, placed in lying.items() if tag not in self._pushed)
        yield from (lying[tag] for tag in self._pushed if tag in lying)

    def _placed(self, zone: Zone, index: int, tag: Tag) -> PlacedPiece:
        piece, label, push = self.piece(tag), self.layout.spot(zone, index), self._pushed.get(tag)
        if push is not None:
            label = Pose(label.x + push.dx, label.y + push.dy, label.rotation + push.turn)
        return PlacedPiece(tag, piece, label, self.game.shape(piece), self.spoilt.get((zone, piece)))

    def visible(self) -> Iterator[PlacedPiece]:
        """The pieces whose whole label lies open: neither under another piece or a book nor spoilt."""
        lying, books = list(self.lying()), self.books()
        for index, low in enumerate(lying):
            if any(book.contains(low.label.x, low.label.y) for book in books):
                continue
            if low.spoilt is None and not any(high.hides_label_of(low) for high in lying[index + 1 :]):
                yield low


# --- a physical table as a camera sees it: its pieces and the hands over it, rendered ---


PICTURE_PX = (3456, 1944)
"""Pixels of the simulated camera: about 1.8 per module of a label on a mat of 1200 mm."""

STILL_PX = (4608, 2592)
"""Of one that takes single pictures: as many as the usual camera has."""

MODULE_PX = 10
"""Pixels per module of the label images that are laid into the scene."""

NO_FACES: Mapping[Piece, GrayImage] = MappingProxyType({})

BOOK = 0.25
"""How much light the cover of a book reflects."""


def table_camera(
    table: PhysicalTable,
    hands: Callable[[], Sequence[Zone]],
    adopted: LabelSet | None = None,
    picture_px: tuple[int, int] = PICTURE_PX,
    faces: Mapping[Piece, GrayImage] = NO_FACES,
) -> FrameSource:
    """The table seen by a camera; `hands` is asked before each frame which zones hands are over.

    Pieces carry the codes of an `adopted` label set where it has one for them, else our labels; those with printed
    `faces` carry none.
    """
    layout = table.layout
    symbols = {} if adopted is None else symbols_from_texts(adopted.modules_of)
    says = printed_tags(table.game, adopted)
    adopted_mm = LABEL_MM if adopted is None else adopted.label_mm

    def scene() -> Scene:
        boxes = [table.layout.zones[zone] for zone in hands()]
        over = tuple(SceneHand(*box.centre, 90 if box.centre[1] > layout.height / 2 else 270) for box in boxes)
        pieces = (
            _with_face(table, piece)
            if piece.piece in faces
            else _item(table, piece, adopted_mm if piece.tag in symbols else label_edge(piece.shape))
            for piece in table.lying()
        )
        commands = (_command_card(tag, label) for tag, label in table.commands.items())
        return Scene((*pieces, *map(_book, table.books()), *commands), over)

    def picture(tag: Tag) -> GrayImage:
        if tag in faces:
            return faces[tag]
        return symbol_image(symbols[tag], MODULE_PX) if tag in symbols else label_image(says.get(tag, tag), MODULE_PX)

    return SimulatedCamera(scene, picture, _setup(layout, picture_px))


def still_camera(game: Game[Any, Any], state: Any, adopted: LabelSet | None = None) -> FrameSource:
    """The game's table as it lies in a state, and nobody touches it."""
    table = PhysicalTable(game, game.layout(state))
    table.make(game.table(state))
    return table_camera(table, lambda: (), adopted, STILL_PX)


def _setup(layout: TableLayout, picture_px: tuple[int, int]) -> SceneSetup:
    anchors = tuple(Anchor(tag, pose.x, pose.y, pose.rotation) for tag, pose in layout.anchors.items())
    zones = tuple((zone, (box.left, box.top, box.right, box.bottom)) for zone, box in layout.zones.items())
    mat = RenderedMat(layout.width, layout.height, anchors, LABEL_MM, zones)
    return SceneSetup(mat, Optics(width=picture_px[0], height=picture_px[1]))


def _book(box: Box) -> Item:
    return Item(None, *box.centre, width=box.right - box.left, height=box.bottom - box.top, shade=BOOK)


def _command_card(tag: Tag, label: Pose) -> Item:
    centre, inside = piece_pose(label, SHAPE), (SHAPE.label_dx, SHAPE.label_dy)
    words = str(TITLES[command_of()[tag]])
    return Item(tag, centre.x, centre.y, centre.rotation, SHAPE.width, SHAPE.height, inside, LABEL_MM, caption=words)


def _with_face(table: PhysicalTable, placed: PlacedPiece) -> Item:
    return replace(_item(table, placed, LABEL_MM), tag=None, face=placed.piece)


def _item(table: PhysicalTable, placed: PlacedPiece, label_mm: float) -> Item:
    shape, centre = placed.shape, placed.centre
    return Item(
        placed.tag,
        centre.x,
        centre.y,
        centre.rotation,
        shape.width,
        shape.height,
        (shape.label_dx, shape.label_dy),
        label_mm,
        caption=str(table.game.piece_name(placed.piece)),
        unreadable_by=placed.spoilt,
    )
