"""A physical table as a camera sees it: its pieces and the hands over it, rendered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.core.command_cards import SHAPE, TITLES, command_of
from companion.core.game import Game
from companion.core.plane import piece_pose
from companion.core.table import Box, Piece, Pose, TableLayout, Tag, Zone
from companion.label_sets.label_set import LabelSet, printed_tags
from companion.label_sets.piece_labels import LABEL_MM, label_edge
from companion.simulation.physical_table import PhysicalTable, PlacedPiece
from companion.simulation.renderer.pixel_arrays import GrayImage
from companion.simulation.renderer.scene import Anchor, Item, Mat, Optics, Scene, SceneHand, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import FrameSource
from vision.labels import label_image
from vision.symbols import symbol_image, symbols_from_texts

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
    mat = Mat(layout.width, layout.height, anchors, LABEL_MM, zones)
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
