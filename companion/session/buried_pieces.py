"""Labels that went out of sight while others lie in their zone: they may be under them, and count as lying there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.game import Table
from companion.core.plane import distance, same_place
from companion.core.table import UNREADABLE, Change, LabelPlace, Piece, Pose, Reading, TableLayout, Tag, Zone, diff
from companion.session.game_history import GameHistory
from companion.session.known_labels import KnownLabels
from companion.session.recorded_actions import is_action

UNSTIRRED_MM = 3.0
"""What lies over another piece now, and did not before, has moved by more than that."""


@dataclass(slots=True)
class BuriedPieces:
    """Where each label was seen last. One that is seen nowhere may lie under another label of its zone."""

    _ever: set[Tag] = field(default_factory=set)
    last_seen: dict[Tag, Zone] = field(default_factory=dict)
    _buried: frozenset[Tag] = frozenset()
    _missed: frozenset[Tag] = frozenset()
    """Those of them that were out of sight while their zone was not: what a hand hides is not buried."""
    _resurfaced: frozenset[Tag] = frozenset()
    _arrived: frozenset[Tag] = frozenset()
    """Labels that have come to lie where they had not been seen before, since all was as it should be there."""
    _new: frozenset[Tag] = frozenset()
    """Those of them that nobody had seen anywhere."""
    _left: dict[Tag, Zone] = field(default_factory=dict)
    """Where each label lay that was taken for gone, the latest last."""
    _lay: dict[Zone, Mapping[Tag, Pose]] = field(default_factory=dict)
    """How each zone was seen last."""
    _pulled_out: set[Tag] = field(default_factory=set)
    _places: dict[Tag, LabelPlace] = field(default_factory=dict)

    @property
    def places(self) -> Sequence[LabelPlace]:
        """Where each label was seen last that is in sight or may lie under another one."""
        return [place for tag, place in self._places.items() if tag in self.last_seen]

    def look(self, reading: Reading, stacks: Collection[Zone], labels: Iterable[LabelPlace]) -> None:
        """In `stacks` labels come to light that the game knows to lie under others."""
        lie = {place.tag: place for place in labels}
        self._places |= lie
        self._look_what_was_pulled_out(reading, {tag: place.pose for tag, place in lie.items()})
        seen = {tag: zone for zone, tags in reading.zones.items() for tag in tags if tag != UNREADABLE}
        was_buried = {
            tag
            for tag in seen
            if tag in self._missed | self._resurfaced and self.last_seen.get(tag) == seen[tag] in stacks
        }
        arrived = {tag for tag, zone in seen.items() if self.last_seen.get(tag) != zone}
        self._arrived = frozenset((self._arrived | arrived) & seen.keys())
        self._new = frozenset((self._new | (seen.keys() - self._ever if self._ever else set())) & self._arrived)
        self._ever |= seen.keys()
        self.last_seen |= seen
        self._let_go([tag for tag, zone in self.last_seen.items() if tag not in seen and reading.zones.get(zone) == ()])
        hidden = {tag for tag in self._resurfaced if self.last_seen.get(tag, "") not in {"", *reading.zones}}
        self._resurfaced = frozenset(was_buried | hidden)
        self._buried = frozenset(self.last_seen.keys() - seen.keys())
        missed = {tag for tag in self._buried if self.last_seen[tag] in reading.zones}
        self._missed = frozenset(missed | (self._missed & self._buried))

    def _look_what_was_pulled_out(self, reading: Reading, poses: Mapping[Tag, Pose]) -> None:
        for zone, tags in reading.zones.items():
            lies = {tag: poses[tag] for tag in tags if tag in poses}
            lay = self._lay.get(zone, lies)
            gone, self._lay[zone] = lay.keys() - lies.keys(), lies
            is_stirred = any(
                tag not in lay or not same_place(lay[tag], pose, UNSTIRRED_MM) for tag, pose in lies.items()
            )
            self._pulled_out |= gone if len(gone) == 1 and not is_stirred else set()
        self._pulled_out -= {tag for tags in reading.zones.values() for tag in tags}

    def forget(self, complete: Collection[Zone]) -> None:
        """Where everything that should lie there is in sight, nothing lies beneath it."""
        self._let_go([tag for tag in self._buried if self.last_seen[tag] in complete])
        self._buried = frozenset(self._buried & self.last_seen.keys())
        self._arrived = frozenset(tag for tag in self._arrived if self.last_seen[tag] not in complete)

    def _let_go(self, tags: Iterable[Tag]) -> None:
        for tag in tags:
            self._left.pop(tag, None)
            self._left[tag] = self.last_seen.pop(tag)

    def replaced(self, labels: KnownLabels) -> frozenset[tuple[Zone, Piece]]:
        """What went out of sight where another label of its kind has come to lie since."""
        gone, came = self._by_zone(self._buried, labels), self._by_zone(self._arrived, labels)
        return frozenset(
            (zone, piece) for zone, pieces in gone.items() for piece in pieces if piece in came.get(zone, ())
        )

    def take_up(self, lifted: frozenset[Tag]) -> None:
        """These are known to lie under nothing."""
        for tag in self._buried & lifted:
            del self.last_seen[tag]
        self._buried, self._resurfaced = self._buried - lifted, self._resurfaced - lifted

    def buried(self, labels: KnownLabels, lately: Collection[Change] = ()) -> Mapping[Zone, Sequence[Piece]]:
        """What may lie out of sight: not where something came to light that had been covered.

        Nor is it what came `lately` and went alone where nothing has moved, or has been followed there by its like:
        hardly anything lies over that.
        """
        opened = {self.last_seen[tag] for tag in self._resurfaced}
        came: set[tuple[Zone, Piece | None]] = {(change.zone, change.piece) for change in lately if change.delta > 0}
        came |= {(self.last_seen[tag], labels.piece_of(tag)) for tag in self._arrived}
        gone = {tag for tag in self._pulled_out if (self.last_seen.get(tag), labels.piece_of(tag)) in came}
        return self._by_zone((tag for tag in self._buried - gone if self.last_seen[tag] not in opened), labels)

    def resurfaced(self, labels: KnownLabels) -> Mapping[Zone, Sequence[Piece]]:
        """What came to light again where it lay."""
        return self._by_zone(self._resurfaced, labels)

    def out_of_sight(self, reading: Reading) -> Reading:
        """The labels that were seen last where nobody can look now."""
        zones: dict[Zone, tuple[Tag, ...]] = {}
        for tag in sorted(self._buried):
            if (zone := self.last_seen[tag]) not in reading.zones:
                zones[zone] = (*zones.get(zone, ()), tag)
        return Reading(zones)

    def returned(self, labels: KnownLabels) -> Mapping[Zone, Sequence[Piece]]:
        """What has come back to where it was taken for gone, the latest of its kind that was."""
        latest = {(zone, labels.piece_of(tag)): tag for tag, zone in self._left.items()}
        back = (tag for tag in self._arrived if self._left.get(tag) == self.last_seen[tag])
        return self._by_zone((tag for tag in back if latest[self.last_seen[tag], labels.piece_of(tag)] == tag), labels)

    def new(self, labels: KnownLabels) -> Mapping[Zone, Sequence[Piece]]:
        """What has come that nobody had seen: it has gone from nowhere."""
        return self._by_zone(self._new & self._arrived, labels)

    def has_seen(self, piece: Piece, labels: KnownLabels) -> bool:
        """Whether a label of such a piece has been in sight."""
        return any(labels.piece_of(tag) == piece for tag in self._ever)

    def _by_zone(self, tags: Iterable[Tag], labels: KnownLabels) -> Mapping[Zone, Sequence[Piece]]:
        zones: dict[Zone, list[Piece]] = {}
        for tag in sorted(tags):
            if (piece := labels.piece_of(tag)) is not None:
                zones.setdefault(self.last_seen[tag], []).append(piece)
        return zones


def brought_by_players(history: GameHistory[Any, Any], actions: int) -> Sequence[Change]:
    """What the players' decisions among so many of the latest actions have changed on the table."""
    played, game = history.played[len(history.played) - actions :], history.game
    states = [*(each.before for each in played), history.state]
    return [
        change
        for each, after in zip(played, states[1:], strict=True)
        if is_action(each.action) and each.action.player is not None
        for change in diff(game.table(each.before), game.table(after))
    ]


def fanned(
    game: Table[Any, Any], layout: TableLayout, buried: Mapping[Zone, Sequence[Piece]]
) -> Mapping[Zone, Sequence[Piece]]:
    """Without the zones in which pieces lie side by side: none is under another there."""
    found = {}
    for zone, pieces in buried.items():
        if zone in layout.zones:
            apart = distance(layout.spot(zone, 0), layout.spot(zone, 1))
            shapes = {piece: game.shape(piece) for piece in pieces}
            found[zone] = [each for each in pieces if apart < min(shapes[each].width, shapes[each].height)]
    return found
