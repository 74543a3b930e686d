"""Makes the payloads of a game's labels (`companion make-tags`), and tells which of a table are too much alike.

A table is made once per game, and stable for ever: labels that are printed and glued on cannot be recalled, so a table
is only ever extended (`--first`), never made again.

Pieces are taken in order; for each the first filling is kept whose symbol differs in at least LEAST_DISTANCE of the
208 data modules from every earlier symbol (and those of the tables to avoid), in each of the four rotations, and
from itself when turned. Fillings come from a hash of the piece and the attempt, so every run gives the same table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.cameras.camera_plan import known_models, plan_camera
from companion.core.camera_view import Grade
from companion.core.command_cards import command_of
from companion.core.game import Game
from companion.core.table import Tag
from companion.core.tags import (
    ALPHABET,
    PAYLOAD_LENGTH,
    TagId,
    anchor_tags,
    parse,
    read_table,
    readable,
    stem,
)
from companion.games import GAMES
from companion.label_sets.piece_labels import LABEL_MM, counts_of_players, label_edge, opening_state
from vision.labels import data_modules, symbol

LEAST_DISTANCE = 74
FILLING_LENGTH = 5


def fillings(start: str) -> Iterator[str]:
    """Endless pseudo-random fillings for one readable part."""
    attempt = 0
    while True:
        value = int.from_bytes(hashlib.sha256(f"{start}/{attempt}".encode()).digest()[:8])
        yield "".join(ALPHABET[value // 36**place % 36] for place in range(FILLING_LENGTH))
        attempt += 1


class Crowd:
    """Symbols chosen so far, as vectors of +1 and -1, in one and in all four rotations."""

    def __init__(self, payloads: Iterable[str] = ()) -> None:
        data = int(data_modules().sum())
        turns = np.array([_turns(payload) for payload in payloads], dtype=np.float32).reshape(-1, 4, data)
        self._upright, self._turned = turns[:, 0], turns.reshape(-1, data)

    def admits(self, payload: str) -> bool:
        """Whether the payload's symbol is far from every chosen one and from itself turned."""
        turns = _turns(payload)
        return bool(
            _least_distance(turns, self._upright) >= LEAST_DISTANCE
            and _least_distance(turns[:1], self._turned) >= LEAST_DISTANCE
            and _least_distance(turns[1:], turns[:1]) >= LEAST_DISTANCE
        )

    def add(self, payload: str) -> None:
        turns = _turns(payload)
        self._upright = np.vstack([self._upright, turns[:1]])
        self._turned = np.vstack([self._turned, turns])


def _turns(payload: str) -> NDArray[np.float32]:
    drawn = symbol(payload)
    return np.array([np.where(np.rot90(drawn, turn)[data_modules()], 1, -1) for turn in range(4)], dtype=np.float32)


def _least_distance(some: NDArray[np.float32], others: NDArray[np.float32]) -> float:
    if not len(others):
        return np.inf
    return float((some.shape[1] - (some @ others.T).max()) / 2)


def make(tag_ids: list[TagId], avoid: Iterable[str]) -> dict[int, str]:
    """Payloads for the pieces, far from one another and from the payloads to avoid."""
    crowd = Crowd(avoid)
    chosen: dict[int, str] = {}
    for tag_id in tag_ids:
        start = stem(tag_id)
        chosen[tag_id.number] = next(start + end for end in fillings(start) if crowd.admits(start + end))
        crowd.add(chosen[tag_id.number])
    return chosen


def table_of(payloads: Mapping[int, str], pieces: Iterable[tuple[str, int]]) -> str:
    """A game's `tags.csv`: each payload with its piece and the number of its copy."""
    each = zip(payloads.items(), pieces, strict=True)
    lines = (f"{number},{payload},{piece},{copy}" for (number, payload), (piece, copy) in each)
    return "\n".join(("number,payload,piece,copy", *lines, ""))


def payloads_in(text: str, what: str) -> Iterator[str]:
    """The payloads of a table, be it of payloads alone or with the pieces that carry them. Raises CatalogError."""
    lines = (",".join(line.split(",")[:2]) for line in text.splitlines())
    yield from read_table("\n".join(lines), what).values()


def shipped() -> Iterator[str]:
    """The payloads of all tables of the games that are installed."""
    for package in GAMES.packages.values():
        for file in sorted(package.folder.glob("*tags.csv")) if package.folder else ():
            yield from payloads_in(file.read_text(encoding="ascii"), str(file))


def beside_pieces() -> tuple[Tag, ...]:
    """What may lie beside a game's pieces: the mat's own labels and the command cards'."""
    return tuple(dict.fromkeys((*anchor_tags(), *command_of())))


def too_near(tags: Collection[Tag], others: Collection[Tag]) -> list[str]:
    """Pairs of labels of which a camera may take one for the other, the first of them one of `tags`."""
    near = [f"{tag} has no form of a label" for tag in tags if parse(tag) is None or len(tag) != PAYLOAD_LENGTH]
    if near:
        return near
    crowd = Crowd(other for other in others if other not in tags)
    for tag in tags:
        if not crowd.admits(tag):
            near.append(f"{readable(tag)} is too near to a label before it")
        crowd.add(tag)
    return near


def readable_by(game: Game[Any, Any]) -> list[str]:
    """The cameras, of those that the planner knows, that read the smallest label of the largest mat."""
    layout = game.layout(opening_state(game, max(counts_of_players(game))))
    smallest = min((label_edge(game.shape(piece)) for piece in set(game.piece_of.values())), default=LABEL_MM)
    plans = [plan_camera(model, (layout.width, layout.height), smallest) for model in known_models()]
    return [str(plan.model.title) for plan in plans if plan.ours is not Grade.NOT_YET]
