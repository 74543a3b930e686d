"""Cards with a label of their own that are laid onto the table in place of a touch: pure, and of no game.

A card asks once for each time that it is laid: it has to leave the table before it can ask again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from companion.core.plane import covers, distance
from companion.core.table import UNREADABLE, LabelPlace, Observation, PieceShape, Tag
from companion.core.tags import read_table
from companion.core.text import Text, say, verbatim

NUMBERS = tuple("123456")

TITLES: Mapping[str, Text] = {
    "undo": say("Undo"),
    "pass": say("Go on"),
    "confirm": say("Yes"),
    "why": say("Why"),
    "pause": say("Pause"),
    "score": say("Points so far"),
    "wrong": say("That is wrong"),
    "read aloud": say("Read it aloud"),
    **{number: verbatim(number) for number in NUMBERS},
}
"""What stands on each card, in the order of their labels."""

SHAPE = PieceShape(58.0, 36.0, label_dx=-16.0)
"""The label is at the left, the words are beside it."""

REACH = 10.0
"""Half a label: what lies so near to a card's edge is hidden by it too."""


@cache
def command_of() -> Mapping[Tag, str]:
    """What each card's label asks for, as shipped in `command_cards.csv`."""
    text = files("companion.core").joinpath("command_cards.csv").read_text(encoding="ascii")
    payloads = (payload for _, payload in sorted(read_table(text, "command_cards.csv").items()))
    return dict(zip(payloads, TITLES, strict=True))


@dataclass(frozen=True, slots=True)
class CardsLook:
    """What a look at the table says of cards: those that were `laid` since the last one, and those that lay there
    when the table was looked at for the first time (`found`). `table` is the look without them.
    """

    table: Observation
    laid: tuple[str, ...] = ()
    found: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardsOnTable:
    """The cards that lie there; None before anything was seen. `beneath` are the labels that they have covered."""

    lying: Mapping[Tag, LabelPlace] | None = None
    last: Observation | None = None
    """The look before this one, without cards."""

    def after(self, seen: Observation) -> tuple[CardsOnTable, CardsLook]:
        """With one look more: a card that cannot be looked at is believed to lie where it was."""
        cards = {place.tag: place for place in (*seen.faded, *seen.labels) if place.tag in command_of()}
        before = self.lying or {}
        unseen = {tag: place for tag, place in before.items() if tag not in cards and _is_hidden(place, seen)}
        came = tuple(command_of()[tag] for tag in cards if tag not in before)
        lying = {**unseen, **cards}
        table = _without_cards(seen)
        beneath = tuple(self._beneath(table, tuple(lying.values())))
        table = replace(table, labels=(*table.labels, *beneath)) if beneath else table
        look = CardsLook(table, found=came) if self.lying is None else CardsLook(table, laid=came)
        return CardsOnTable(lying, table), look

    def _beneath(self, now: Observation, cards: tuple[LabelPlace, ...]) -> Iterator[LabelPlace]:
        """What lay where a card lies now, and is not seen anywhere: it lies under the card."""
        seen = {UNREADABLE, *(place.tag for place in now.labels)}
        for place in () if self.last is None else self.last.labels:
            if place.tag not in seen and any(covers(card.pose, SHAPE, place.pose, REACH) for card in cards):
                yield place


def _is_hidden(card: LabelPlace, seen: Observation) -> bool:
    """Whether a hand, or a piece that was laid onto it, keeps the card from being seen."""
    pose = card.pose
    covered = any(distance(pose, place.pose) < REACH for place in seen.labels)
    return covered or any(box.contains(pose.x, pose.y) for box in (*seen.blind, *seen.hidden))


def _without_cards(seen: Observation) -> Observation:
    """The same look as if nobody had laid a card."""
    tags = command_of().keys()
    if not seen.glimpsed and tags.isdisjoint(place.tag for place in (*seen.labels, *seen.faded)):
        return seen
    return replace(
        seen,
        labels=tuple(place for place in seen.labels if place.tag not in tags),
        faded=tuple(place for place in seen.faded if place.tag not in tags),
        duplicates=tuple(tag for tag in seen.duplicates if tag not in tags),
        glimpsed=tuple(map(_without_cards, seen.glimpsed)),
    )
