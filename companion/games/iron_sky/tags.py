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
from companion.games.iron_sky.catalog import ELITE_TILES, TILES, Profile, Side
from companion.games.iron_sky.settings import BOARDS
from companion.games.iron_sky.state import State

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


# --- which of them an evening needs ---


def in_play(state: State) -> frozenset[Piece]:
    """Any commander can be drawn and any battle card taken from the bank (ISK-16, ISK-20), so all of these may come up.

    Of a Neutral continent only UWC tiles do (ISK-33).
    """
    left_out = _left_out(state)
    return frozenset(piece for piece in piece_of(state.profile).values() if piece not in left_out)


def _left_out(state: State) -> set[Piece]:
    profile, pieces = state.profile, set(piece_of(state.profile).values())
    unplayed = set(BOARDS) - {board.name for board in state.boards}
    out = {piece for piece in pieces if piece.partition("_")[2] in unplayed}
    out -= {TILES[Side.UWC, board] for board in state.neutral}
    if not state.plays("special_commands"):
        out |= profile.specials.keys()
    if not state.plays("secret_operations"):
        out |= profile.operations.keys()
    if not state.plays("initiative"):
        out.add("initiative")
    if not (state.plays("elite_troops") or state.plays("special_commands")):
        out |= ELITE_TILES
    return out
