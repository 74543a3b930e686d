"""The closed set of a game's table: our labels, and the owner's codes where they stand for some of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.core.table import Tag
from companion.label_sets.label_set import LabelSet
from vision.detection.closed_set import MixedSet, closed_set
from vision.detection.codebook import Codebook
from vision.symbols import symbols_from_texts


def closed_label_set(
    tags: Iterable[Tag], adopted: LabelSet | None, printed: Mapping[Tag, Tag] | None = None
) -> Codebook | MixedSet:
    """Everything that can lie on the table; `printed` is what labels say where that is not their tag.

    Raises CatalogError for a label set whose modules are no code's.
    """
    symbols = {} if adopted is None else symbols_from_texts(adopted.modules_of)
    return closed_set(sorted(set(tags) - set(symbols)), symbols, printed)
