"""Which label is on which piece: the shipped table tags.csv (`number,payload,piece,copy`), stable for ever."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from companion.core.table import Piece, Tag
from companion.core.tags import TagId, anchors, parse
from companion.errors import CatalogError

LETTER = "N"


@cache
def piece_of() -> dict[Tag, Piece]:
    """The piece behind every payload; spare payloads are left out."""
    text = files("companion.games.new_world_order").joinpath("tags.csv").read_text(encoding="ascii")
    pieces: dict[Tag, Piece] = {}
    for line in text.splitlines()[1:]:
        number, payload, piece, _copy = line.split(",")
        if parse(payload) != TagId(LETTER, int(number)) or payload in pieces:
            raise CatalogError(f"tags.csv: '{line}' is no new number with its payload.")
        if piece:
            pieces[payload] = piece
    return pieces


@cache
def anchor_tags() -> tuple[Tag, ...]:
    """The payloads of the mat's own tags, by number."""
    return tuple(payload for _, payload in sorted(anchors().items()))
