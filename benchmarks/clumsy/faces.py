"""Games whose cards wear no labels: an eye that knows them by their faces, with what that tells less than labels do.

It tells what the tracks of faces tell (`vision.tracking.tracker`): a card under one of its kind's labels, and which of
equal ones it is only by where it lies.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from random import Random
from typing import Literal

from benchmarks.clumsy.eye import Boxes, IdealEye
from benchmarks.clumsy.tabletop import LABEL_MM, Thing
from companion.conformance.playouts import NAMES, AnyGame
from companion.core.plane import covers, distance, moved
from companion.core.printed_copy import decks_of, with_profile
from companion.core.table import UNREADABLE, LabelPlace, Piece, Tag
from companion.games.inwo.catalog import Kind, shipped
from companion.games.inwo.decks import Deck, sample_decks
from companion.label_sets.piece_labels import cards_of

Faced = Literal["none", "half", "all"]
"""Which cards are known by their faces."""

KNOWN_SHARE, TITLE_SHARE = 0.5, 0.2
"""So much of a card has to be in sight until its face is known, or all of so much from its upper edge on, where its
title stands (docs/faces.md); then its label's place is enough."""

GRID = 10
"""A card is in sight as far as so many points across it, and as many down, are."""


def faced_tags(game: AnyGame, faced: Faced, seed: int) -> frozenset[Tag]:
    """The labels that are on no card, since its face is known."""
    cards = frozenset(cards_of(game))
    tags = sorted(tag for tag, piece in game.piece_of.items() if piece in cards)
    share = {"none": 0.0, "half": 0.5, "all": 1.0}[faced]
    return frozenset(Random(seed).sample(tags, round(share * len(tags))))


@dataclass(slots=True)
class FacesEye(IdealEye):
    """Reads the labels that there are, and the faces of the cards without.

    A face that shines or is washed out tells nothing at all: no frame of it shows without what is in it.
    """

    faced: frozenset[Tag] = frozenset()
    _twins: dict[Tag, list[Tag]] = field(default_factory=dict)
    _tracks: dict[Tag, LabelPlace] = field(default_factory=dict)
    """Where each label was told last."""
    _latest: frozenset[Tag] = frozenset()
    """Those that the latest look told."""

    def __post_init__(self) -> None:
        copies: dict[Piece, list[Tag]] = defaultdict(list)
        for tag, piece in self.table.game.piece_of.items():
            copies[piece].append(tag)
        self._twins = {tag: tags for tags in copies.values() for tag in tags if len(tags) > 1 and tag in self.faced}

    def remember(self) -> None:
        """What lies on the table was seen as it was laid, before others came to lie over it."""
        self._seen = {thing.tag: LabelPlace(thing.tag, thing.label) for thing in self.table.things}
        self._told(list(self._seen.values()))

    def _look_at(self, thing: Thing, blind: Boxes) -> LabelPlace | None:
        is_face = thing.tag in self.faced
        if is_face and (thing.shows != "label" or not (self.knows(thing) or self._in_sight(thing, blind))):
            return None
        return IdealEye._look_at(self, thing, blind)

    def _in_sight(self, thing: Thing, blind: Boxes) -> bool:
        """Whether enough of a card is to be seen."""
        things = self.table.things
        above = things[next(number for number, each in enumerate(things) if each.tag == thing.tag) + 1 :]
        steps = [(number + 0.5) / GRID - 0.5 for number in range(GRID)]
        width, height = thing.shape.width, thing.shape.height
        points = [moved(thing.centre, across * width, down * height) for across, down in product(steps, steps)]
        seen = [
            not any(covers(high.label, high.shape, point) for high in above)
            and not any(box.contains(point.x, point.y) for box in blind)
            for point in points
        ]
        title = [each for each, (_, down) in zip(seen, product(steps, steps), strict=True) if down < TITLE_SHARE - 0.5]
        return all(title) or sum(seen) >= KNOWN_SHARE * len(points)

    def _told(self, places: Sequence[LabelPlace]) -> Sequence[LabelPlace]:
        """As `vision.tracking.tracker` tells equal cards apart."""
        if not self._twins:
            return places
        told = {number: place for number, place in enumerate(places) if place.tag not in self._twins}
        read = {place.tag for place in told.values()}
        for number, place in enumerate(places):
            if number not in told and (tag := self._at_its_place(place)) is not None and tag not in read:
                told[number] = replace(place, tag=tag)
        taken = {place.tag for place in told.values()}
        for number, place in enumerate(places):
            if number not in told:
                told[number] = replace(place, tag=self._free(place.tag, taken))
                taken.add(told[number].tag)
        self._latest = frozenset(place.tag for place in told.values())
        self._tracks |= {place.tag: place for place in told.values() if place.tag != UNREADABLE}
        return [told[number] for number in range(len(places))]

    def _at_its_place(self, place: LabelPlace) -> Tag | None:
        """What was buried and comes to light lies just as it did."""
        tracks = [(tag, self._tracks[tag]) for tag in self._twins[place.tag] if tag in self._tracks]
        near = (
            tag
            for tag, track in tracks
            if track.pose == place.pose or (tag in self._latest and distance(track.pose, place.pose) < LABEL_MM / 2)
        )
        return next(near, None)

    def _free(self, tag: Tag, taken: set[Tag]) -> Tag:
        """A copy that has left its place, else one that was seen nowhere, else one out of sight where it lies."""
        twins = [twin for twin in self._twins[tag] if twin not in taken]
        known = [twin for twin in twins if twin in self._tracks]
        left = (twin for twin in known if not self._is_out_of_sight(self._tracks[twin]))
        new = (twin for twin in twins if twin not in self._tracks)
        return next((twin for some in (left, new, known) for twin in some), self._twins[tag][0])

    def _is_out_of_sight(self, track: LabelPlace) -> bool:
        """Whether something lies over that place, or a hand is there."""
        things, blind = self.table.things, self._over
        return any(thing.lies_over(track.pose) for thing in things) or any(
            box.contains(track.pose.x, track.pose.y) for box in blind
        )


@cache
def with_equal_cards(game: AnyGame, players: int) -> AnyGame:
    """The game with decks of so many players that have cards in common; every second Plot of each is one of a pair."""
    profile = ""
    for name, deck in zip(NAMES[:players], sample_decks(), strict=False):
        cards = "\n".join(f"{game.piece_name(card)}" for card in _with_equals(deck))
        profile = decks_of(game).register_deck(profile, name, (), cards)
    profile, _ = decks_of(game).label_decks(profile)
    return with_profile(game, profile)


def _with_equals(deck: Deck) -> Iterator[Piece]:
    """As many cards as before: of every four Plots two are equal, every other Group is one of the first deck's."""
    catalog, first = shipped(), sample_decks()[0]
    yield from deck.of(catalog, Kind.ILLUMINATI)
    plots = deck.of(catalog, Kind.PLOT)
    yield from (plots[number - (number % 4 == 1)] for number in range(len(plots)))
    own, others = (tuple(card for card in each.cards if catalog[card].in_group_deck) for each in (deck, first))
    yield from (others[n] if n % 2 and n < len(others) else card for n, card in enumerate(own))
