"""The labels of this game: one for each card of the base set, and blank ones for further copies (`tags.csv`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from companion.core.table import Piece, Tag
from companion.core.tags import labels, readable

LETTER = "W"


@cache
def shipped_labels() -> Mapping[Tag, Piece]:
    """What the labels are on as they are shipped: one copy of every card."""
    return {label.tag: label.piece for label in labels(__package__, LETTER)}


@cache
def second_tags() -> Mapping[Tag, Tag]:
    """A second copy's labels by those of the first: blank ones from the last on; further cards take the first."""
    tags = list(dict.fromkeys(tag_of().values()))
    return dict(zip(shipped_labels(), reversed(tags), strict=False))


@cache
def tag_of() -> Mapping[str, Tag]:
    """Every label's payload by itself and by the part of it that people read, blank ones included."""
    text = files(__package__).joinpath("tags.csv").read_text(encoding="ascii")
    tags = [line.split(",")[1] for line in text.splitlines()[1:]]
    return {**{readable(tag): tag for tag in tags}, **{tag: tag for tag in tags}}
