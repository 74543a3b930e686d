"""A game's labels and its mat on paper: what `companion labels` writes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.game import Game, Rules
from companion.core.printed_copy import second_tags_of
from companion.core.table import Piece
from companion.core.tags import readable
from companion.core.text import say
from companion.core.zones import DICE
from companion.errors import ConfigError
from companion.label_sets.piece_labels import (
    LABEL_MM,
    LARGEST_MM,
    SMALLEST_MM,
    label_edge,
    labels_in_play,
    opening_state,
    piece_groups,
    told_by_faces,
    zone_for_people,
)
from companion.printing.command_cards import command_cards_pdf
from companion.printing.first_page import LabelGroup, SheetEntry
from companion.printing.label_sheets import SheetPrint, labels_pdf, labels_png, offset_test_pdf
from companion.printing.mat_pages import MatDrawing, corners_pdf, mat_pdf
from companion.printing.sticker_sheets import plain_paper, stickers

CORNERS = "corners"
"""In place of a mat's paper: four labels to be taped onto any table."""

SECOND = 2
"""The copy of a game whose labels say something else than those of the first, so that both may lie on one table."""

LARGEST_OFFSET_MM = 15.0

UPSIDE_DOWN = 90.0
"""Degrees from which on a zone is read from the far edge."""


@dataclass(frozen=True, slots=True)
class LabelOrder:
    """Which labels are wanted, and on what: `only` are pieces' names (or parts) and labels' codes; none means all.

    With `tiles_only` the cards go without, where they are known by their faces.
    """

    paper: str = "a4"
    stickers: str | None = None
    label_mm: float = LABEL_MM
    start: int = 1
    offset: tuple[float, float] = (0.0, 0.0)
    only: tuple[str, ...] = ()
    players: int | None = None
    in_play: bool = False
    tiles_only: bool = False
    mat_paper: str | None = None
    copy: int = 1


def write_labels(game: Game[Any, Any], out: Path, order: LabelOrder) -> Iterator[Path]:
    """Writes the sheets and, unless only some labels are wanted, mat and command cards; yields what was written."""
    groups = label_groups(game, order.only, order.label_mm, wanted_pieces(game, order), copy=order.copy)
    # What cannot be drawn is refused before anything is written.
    drawing = None if order.only else mat_drawing(game, order.players)
    if groups:
        labels_pdf(out, groups, sheet_print(game, order))
        yield out
    if drawing is not None:
        mat = out.with_name(f"{out.stem}-mat{out.suffix}")
        if order.mat_paper == CORNERS:
            corners_pdf(mat, drawing, order.paper)
        else:
            mat_pdf(mat, drawing, order.mat_paper or order.paper)
        yield mat
        cards = out.with_name(f"{out.stem}-cards{out.suffix}")
        command_cards_pdf(cards, order.paper)
        yield cards


def wanted_pieces(game: Game[Any, Any], order: LabelOrder) -> Collection[Piece] | None:
    """The pieces that get labels; None for all, and where labels are wanted by name. Raises ConfigError."""
    wanted: Collection[Piece] | None = None
    if order.in_play and not order.only:
        wanted = game.in_play(opening_state(game, min(game.players) if order.players is None else order.players))
    if not order.tiles_only:
        return wanted
    if order.only:
        raise ConfigError("Labels for tiles only and labels by name cannot both be had: ask for one of the two.")
    if not (without := told_by_faces(game)):
        raise ConfigError(
            f"Cards of {game.title} look alike, so that their faces cannot tell them apart: label them all."
        )
    return {piece for piece in (game.piece_of.values() if wanted is None else wanted) if piece not in without}


def mat_drawing(game: Game[Any, Any], players: int | None) -> MatDrawing:
    """The mat of a game for so many players; its zones are named for people, at the far edge to be read from there."""
    state = opening_state(game, players)
    layout = game.layout(state)
    names = {zone: str(zone_for_people(game, zone)) for zone in layout.zones}
    turned = {names[zone] for zone in layout.zones if abs(layout.spot(zone, 0).rotation) > UPSIDE_DOWN}
    zones = {names[zone]: box for zone, box in layout.zones.items()}
    return MatDrawing(
        layout.width,
        layout.height,
        layout.anchors,
        zones,
        LABEL_MM,
        turned,
        {names[zone] for zone in layout.zones if zone == DICE},
    )


def write_pictures(game: Game[Any, Any], folder: Path, order: LabelOrder, *, named: bool = True) -> Iterator[Path]:
    """Writes one picture for each label, the mat's included; yields what was written."""
    groups = label_groups(game, order.only, pieces=wanted_pieces(game, order), copy=order.copy)
    entries = [entry for group in groups for entry in group.entries]
    anchors = () if order.only else game.layout(opening_state(game, order.players)).anchors
    mat = [SheetEntry(tag, f"mat {number}") for number, tag in enumerate(anchors, 1)]
    yield from labels_png(folder, [*entries, *mat], named=named)


def write_offset_test(game: Game[Any, Any], out: Path, order: LabelOrder) -> None:
    """Writes a page to hold against a sheet of stickers."""
    offset_test_pdf(out, sheet_print(game, order))


def sheet_print(game: Rules[Any, Any], order: LabelOrder) -> SheetPrint:
    """What the sheets look like. Raises ConfigError for what cannot be printed."""
    if not SMALLEST_MM <= order.label_mm <= LARGEST_MM:
        raise ConfigError(
            f"Labels of {order.label_mm:g} mm cannot be read well; use {SMALLEST_MM:g} to {LARGEST_MM:g} mm."
        )
    for off in order.offset:
        if not abs(off) <= LARGEST_OFFSET_MM:
            raise ConfigError(
                f"No printer is off by {off:g} mm; measure the test page again, and write how far it is off in "
                f"millimetres, {LARGEST_OFFSET_MM:g} at most."
            )
    form = (
        plain_paper(order.paper, order.label_mm)
        if order.stickers is None
        else stickers(order.stickers, order.paper, order.label_mm)
    )
    title = str(
        say("Labels for {game}", game=game.title)
        if order.copy != SECOND
        else say("Labels for a second copy of {game}", game=game.title)
    )
    return SheetPrint(title, form, order.label_mm, order.start, order.offset)


def label_groups(
    game: Game[Any, Any],
    only: Sequence[str] = (),
    largest: float = LABEL_MM,
    pieces: Collection[Piece] | None = None,
    copy: int = 1,
) -> tuple[LabelGroup, ...]:
    """The labels of these pieces, or of all, by form, in the order of the game's catalogue.

    None has an edge over `largest`. Those of a second `copy` say something else. Raises ConfigError for one that is
    unknown.
    """
    named = {tag: str(game.piece_name(game.piece_of[tag])) for tag in labels_in_play(game, pieces)}
    says = second_tags_of(game) if copy == SECOND else {}
    for one in only:
        if not any(_is(says.get(tag, tag), name, one) for tag, name in named.items()):
            raise ConfigError(
                f"{game.title} has no piece and no label {one!r}; `companion labels` without --only has all."
            )
    names = {
        tag: name for tag, name in named.items() if not only or any(_is(says.get(tag, tag), name, one) for one in only)
    }
    return tuple(
        LabelGroup(
            str(group.name),
            tuple(SheetEntry(says.get(tag, tag), names[tag], label_edge(group.shape, largest)) for tag in group.tags),
            group.shape,
        )
        for group in piece_groups(game, names)
    )


def _is(tag: str, name: str, wanted: str) -> bool:
    return wanted.casefold() in name.casefold() or wanted.upper() in {tag, readable(tag)}
