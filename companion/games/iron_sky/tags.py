"""Which label is on which piece: the shipped table `tags.csv` (`number,payload,piece,copy`), stable for ever.

Cards are numbered by their place in the board profile (`general_card` 7 is the seventh card of the General's list), so
the labels of an owner's copy stay valid when its profile is corrected.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType

from companion.core.table import Piece, Tag
from companion.core.tags import TagId, anchors, parse
from companion.errors import CatalogError
from companion.games.iron_sky.catalog import Profile, Side

LETTER = "S"


@cache
def labels() -> tuple[tuple[Tag, Piece, int], ...]:
    """Payload, piece and copy of every label, by number."""
    text = files("companion.games.iron_sky").joinpath("tags.csv").read_text(encoding="ascii")
    rows: dict[Tag, tuple[Tag, Piece, int]] = {}
    for line in text.splitlines()[1:]:
        number, payload, piece, copy = line.split(",")
        if parse(payload) != TagId(LETTER, int(number)) or payload in rows:
            raise CatalogError(f"tags.csv: '{line}' is no new number with its payload.")
        rows[payload] = payload, piece, int(copy)
    return tuple(rows.values())


def _lists(profile: Profile) -> Mapping[Piece, list[Piece]]:
    """The cards behind each numbered kind of label, in the order of the profile."""
    lists = {
        f"{commander.id}_card": [card.id for card in commander.cards for _ in range(card.copies)]
        for commander in profile.commanders.values()
    }
    for side in Side:
        battle = [card for card in profile.battle_cards.values() if card.side is side]
        lists[f"{side.value}_battle_card"] = [card.id for card in battle for _ in range(card.copies)]
        lists[f"{side.value}_special"] = [card.id for card in profile.specials.values() if card.side is side]
        lists[f"{side.value}_operation"] = [card.id for card in profile.operations.values() if card.side is side]
    lists["time_token"] = [token.id for token in profile.tokens.values() for _ in range(token.copies)]
    return lists


@lru_cache(maxsize=8)
def piece_of(profile: Profile) -> Mapping[Tag, Piece]:
    """The piece behind every payload; labels for cards the profile does not have are left out."""
    lists = _lists(profile)
    pieces: dict[Tag, Piece] = {}
    for payload, piece, copy in labels():
        if piece not in lists:
            pieces[payload] = piece
        elif copy <= len(lists[piece]):
            pieces[payload] = lists[piece][copy - 1]
    return MappingProxyType(pieces)


@cache
def anchor_tags() -> tuple[Tag, ...]:
    """The payloads of the mat's own tags, by number."""
    return tuple(payload for _, payload in sorted(anchors().items()))
