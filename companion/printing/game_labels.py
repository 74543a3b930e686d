"""A game's labels and its mat on paper: what `companion labels` writes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.core.game import Game
from companion.labels import LABEL_MM, opening_state
from companion.printing.label_sheets import MatDrawing, SheetEntry, labels_pdf, labels_png, mat_pdf


def write_labels(game: Game[Any, Any], kind: str, out: Path, players: int | None) -> Iterator[Path]:
    """Writes the labels (`kind` pdf or png) and, as PDF, the mat; yields what was written."""
    layout = game.layout(opening_state(game, players))
    pieces = [SheetEntry(tag, str(game.piece_name(piece))) for tag, piece in game.piece_of.items()]
    corners = [SheetEntry(tag, f"mat {number}") for number, tag in enumerate(layout.anchors, 1)]
    if kind == "png":
        yield from labels_png(out, [*pieces, *corners])
        return
    labels_pdf(out, [*pieces, *corners], LABEL_MM)
    yield out
    mat = out.with_name(f"{out.stem}-mat{out.suffix}")
    zones = {str(game.zone_name(zone)): box for zone, box in layout.zones.items()}
    mat_pdf(mat, MatDrawing(layout.width, layout.height, layout.anchors, zones, LABEL_MM))
    yield mat
