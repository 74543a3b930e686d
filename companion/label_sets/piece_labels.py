"""The labels of a game: on its pieces, and on the mat that it is played on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import floor
from string import ascii_uppercase
from typing import Any

from companion.core.base_game import check_count
from companion.core.game import Game, Options, Presentation, Rules, Table
from companion.core.table import Piece, PieceShape, Tag, Zone
from companion.core.text import Text, say, with_names
from companion.errors import ConfigError

LABEL_MM = 20.0
"""Outer edge of the labels we print."""

SMALLEST_MM, LARGEST_MM = 10.0, 25.0
"""Edges between which labels are printed."""

LABEL_SHARE = 0.7
"""Of a piece's shorter side its label takes at most so much, so that the piece can still be told from its label."""

SYMBOL_SHARE = 21 / 29
"""How much of a label's edge its symbol takes: the same for ours and for codes that others printed."""


def opening_state(game: Rules[Any, Any], players: int | None = None) -> Any:
    """The state before set-up for so many nameless players, else for as many as can play with what they bring."""
    if players is not None:
        # Before so many are given names: somebody may have asked for a hundred million.
        check_count(game.title, game.players, players)
    counts = (players,) if players is not None else tuple(reversed(game.players))
    for count in counts:
        try:
            return game.initial_state(Options(tuple(f"{number}" for number in range(count))))
        except ConfigError:
            if count == counts[-1]:
                raise
    raise ConfigError(f"Nobody can play {game.title}.")


def counts_of_players(game: Game[Any, Any]) -> tuple[int, ...]:
    """The numbers of players for which the game can be laid out with what they bring."""
    return tuple(count for count in game.players if _can_be_laid_out(game, count))


def _can_be_laid_out(game: Game[Any, Any], count: int) -> bool:
    try:
        opening_state(game, count)
    except ConfigError:
        return False
    return True


def pieces_in_play(game: Game[Any, Any], options: Options | None = None) -> Collection[Piece] | None:
    """The pieces that may come up in such a game; in one of the fewest players, by the usual rules, where none can be.

    None where all may.
    """
    if options is not None:
        with suppress(ConfigError):
            return game.in_play(game.initial_state(options))
    return game.in_play(opening_state(game, min(game.players)))


def labels_in_play(game: Table[Any, Any], pieces: Collection[Piece] | None) -> tuple[Tag, ...]:
    """The labels of these pieces, or of all where None is given."""
    return tuple(tag for tag, piece in game.piece_of.items() if pieces is None or piece in pieces)


def cards_of(game: Table[Any, Any]) -> Collection[Piece]:
    """The pieces that are cards, oblong and of the size that most of those have: a set of faces is of one size."""
    sizes = {piece: size for piece in game.piece_of.values() if (size := _size(game, piece))[0] < size[1]}
    usual = max(Counter(sizes.values()).items(), key=lambda each: each[1], default=(None, 0))[0]
    return tuple(piece for piece, size in sizes.items() if size == usual)


def _size(game: Table[Any, Any], piece: Piece) -> tuple[float, float]:
    shape = game.shape(piece)
    return min(shape.width, shape.height), max(shape.width, shape.height)


def told_by_faces(game: Table[Any, Any]) -> Collection[Piece]:
    """The cards that need no labels, because no two of the game's cards are alike; none where some are.

    A face tells which card it is, and not which of several that look alike.
    """
    cards = frozenset(cards_of(game))
    labels = sum(piece in cards for piece in game.piece_of.values())
    return cards if labels == len(cards) else frozenset()


def label_edge(shape: PieceShape, largest: float = LABEL_MM) -> float:
    """The outer edge in millimetres of the label on a piece of that form, where the largest labels have that edge."""
    return max(SMALLEST_MM, min(largest, floor(LABEL_SHARE * min(shape.width, shape.height))))


@dataclass(frozen=True, slots=True)
class PieceGroup:
    """Pieces of one form: their labels in the order in which the game lists them, and what they are called."""

    shape: PieceShape
    tags: tuple[Tag, ...]
    name: Text


def piece_groups(game: Game[Any, Any], tags: Iterable[Tag]) -> tuple[PieceGroup, ...]:
    """These labels of the game's pieces, by the form of the piece."""
    found: dict[tuple[float, ...], tuple[PieceShape, list[Tag]]] = {}
    for tag in tags:
        shape = game.shape(game.piece_of[tag])
        form = shape.width, shape.height, shape.label_dx, shape.label_dy
        found.setdefault(form, (shape, []))[1].append(tag)
    return tuple(PieceGroup(shape, tuple(group), _group_name(game, group)) for shape, group in found.values())


def _group_name(game: Game[Any, Any], tags: Sequence[Tag]) -> Text:
    pieces = list(dict.fromkeys(game.piece_of[tag] for tag in tags))
    first, last = game.piece_name(pieces[0]), game.piece_name(pieces[-1])
    return first if len(pieces) == 1 else say("{first} to {last}", first=first, last=last)


def zone_for_people(game: Presentation[Any, Any], zone: Zone) -> Text:
    """A zone's name where nobody has said yet who sits where: `slot 3 of player 1`."""
    people = {seat: str(say("player {number}", number=number)) for number, seat in enumerate(ascii_uppercase, start=1)}
    return with_names(game.zone_name(zone), people)


def tags_of(game: Game[Any, Any]) -> Iterator[Tag]:
    """The labels of all pieces, and of the mat for most players."""
    yield from game.piece_of
    yield from game.layout(opening_state(game)).anchors
