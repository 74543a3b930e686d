"""Which labels have been seen on pieces while they are stuck: in any order, in heaps and rows, over many evenings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.game import Game
from companion.core.table import Piece, Tag
from companion.core.tags import readable
from companion.label_sets.piece_labels import PieceGroup, labels_in_play, piece_groups


@dataclass(frozen=True)
class Sticking:
    """The labels of a game's pieces by form; `seen` are those that were seen at any time, `needed` those for tonight.

    `doubled` lie at two places in the latest look, `strange` are read there and belong to no piece.
    """

    groups: Sequence[PieceGroup]
    needed: frozenset[Tag]
    seen: frozenset[Tag] = frozenset()
    here: tuple[Tag, ...] = ()
    doubled: tuple[Tag, ...] = ()
    strange: tuple[Tag, ...] = ()

    @classmethod
    def of(
        cls,
        game: Game[Any, Any],
        noted: str = "",
        in_play: Collection[Piece] | None = None,
        without: Collection[Piece] = (),
    ) -> Sticking:
        """Of this game but for the pieces that go `without` labels; `noted` is what `note` gave, tonight needs the
        pieces `in_play`, or all.
        """
        known = set(noted.split())
        labelled = {tag: None for tag, piece in game.piece_of.items() if piece not in without}
        needed = frozenset(tag for tag in labels_in_play(game, in_play) if tag in labelled)
        seen = frozenset(tag for tag in labelled if readable(tag) in known)
        return cls(piece_groups(game, labelled), needed, seen)

    @property
    def note(self) -> str:
        """What was seen, to be kept: the codes that people read, by name."""
        return " ".join(sorted(readable(tag) for tag in self.seen))

    @property
    def all(self) -> int:
        return sum(len(group.tags) for group in self.groups)

    @property
    def to_go(self) -> int:
        return self.all - len(self.seen)

    @property
    def needed_to_go(self) -> int:
        return len(self.needed - self.seen)

    def missing(self, group: PieceGroup) -> tuple[Tag, ...]:
        """Those for tonight first."""
        return tuple(
            sorted((tag for tag in group.tags if tag not in self.seen), key=lambda tag: tag not in self.needed)
        )

    def looked(self, tags: Iterable[Tag], anchors: Collection[Tag]) -> Sticking:
        """After a look at these labels; those of the mat do not matter."""
        count = Counter(tag for tag in tags if tag not in anchors)
        known = {tag for group in self.groups for tag in group.tags}
        return replace(
            self,
            seen=self.seen | (known & set(count)),
            here=tuple(tag for tag in count if tag in known),
            doubled=tuple(tag for tag, times in count.items() if times > 1 and tag in known),
            strange=tuple(tag for tag in count if tag not in known),
        )

    def forgotten(self, tag: Tag) -> Sticking:
        """That label is not on its piece after all."""
        return replace(self, seen=self.seen - {tag})

    def begun_anew(self) -> Sticking:
        return replace(self, seen=frozenset())
