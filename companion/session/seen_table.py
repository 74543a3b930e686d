"""The table as its labels tell it, in sight and out of it, beside the table as the game has it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import dist
from typing import Generic, TypeVar

from companion.core.belief.hypothesis import Hypothesis
from companion.core.belief.observation_model import Hidden
from companion.core.belief.transposition_table import position
from companion.core.game import Action
from companion.core.heights import Height
from companion.core.table import (
    Box,
    Change,
    Crop,
    LabelPlace,
    Observation,
    Piece,
    PlacePicture,
    Pose,
    Reading,
    TableSnapshot,
    Tag,
    Zone,
    diff,
)
from companion.core.zones import is_blind
from companion.session import pending_moves
from companion.session.buried_pieces import BuriedPieces, brought_by_players, fanned
from companion.session.covered_zones import CoveredZones, in_full_sight
from companion.session.doubled_labels import DoubledLabels
from companion.session.game_history import GameHistory
from companion.session.pile_heights import PileHeights
from companion.session.put_away import PutAway
from companion.session.unseen_pieces import UnseenPieces

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class SeenTable(Generic[S, A]):
    """The newest reading, and what all looks since table and game agreed tell of labels that are out of sight.

    It explains nothing, and knows nothing of what hands have yet to do.
    """

    def __init__(self, history: GameHistory[S, A]) -> None:
        self._history, self._game = history, history.game
        self.observation: Observation | None = None
        self._doubled = DoubledLabels()
        self.reading = Reading({})
        self.seen = TableSnapshot({})
        self._seen_last = TableSnapshot({})
        """What lay in each zone when it was in sight last."""
        self._buried = BuriedPieces()
        self._piles = PileHeights()
        self._covered = CoveredZones()
        self._put_away = PutAway()
        self._piles.covered = self.covered_since = self._covered.were
        self.unseen = UnseenPieces()
        self._lack: tuple[Zone, ...] = ()
        """The zones that lack something, in the order in which it went; beneath it those before the newest look."""
        self._lacked: tuple[Zone, ...] = ()

    # --- looks ---

    def take(self, observation: Observation) -> None:
        """The newest look, to be read."""
        self.observation, self._lacked = self._doubled.without_copies(observation), self._lack

    def read(self) -> None:
        """The newest look as the state, the labels and the pieces are known now. There has to be one."""
        observation = self.observation
        assert observation is not None, "nobody has looked at the table"
        layout = self._game.layout(self._history.state)
        self.reading = self._piles.without_slid(layout.read(observation))
        self._history.labels.forget_read(self.reading)
        self.identify()
        self._buried.look(self.reading, self.stacks, observation.labels)
        self._buried.forget(self._complete() - {zone for zone, _ in self._covered_by_others()})
        self._put_away.look(self.reading, {change.zone for change in self.gap() if change.delta < 0})
        self._piles.look(self.reading, self.heights, layout.piles)
        self._buried.take_up(self._piles.lifted)

    def look_under_covers(self, blind: Collection[Box], at: float) -> None:
        """Which zones are in full sight now, and which were covered since when."""
        layout = self._game.layout(self._history.state)
        self._covered.look(self.expected.zones, in_full_sight(self.seen.zones, layout.zones, blind), at)

    def fade(self, faded: Sequence[LabelPlace], differences: Sequence[Change]) -> bool:
        """Whether some that are lacking lie there though their labels cannot be read any more."""
        if not faded:
            return False
        read = self._game.layout(self._history.state).read(Observation(tuple(faded))).zones
        lacking = [change for change in differences if change.zone not in self.stacks]
        return self.unseen.fade(read, lacking, self._history.labels)

    def lack(self, differences: Sequence[Change]) -> None:
        """What differs: it is remembered in which order it went."""
        lacking = [change.zone for change in differences if change.delta < 0]
        kept = (zone for zone in self._lack if zone in lacking or zone not in self.seen.zones)
        self._lack = tuple(dict.fromkeys((*kept, *lacking)))

    def first_look(self, unexplained: Sequence[Change]) -> None:
        """What has been washed out from the start counts as lying there."""
        if self.unseen.first_look(unexplained, self.reading, self._history.labels):
            self.identify()

    def suppose_unseen(self, differing: Sequence[Change]) -> None:
        """What is lacking where nothing else has come lies there out of sight: people have said so."""
        mixed = {change.zone for change in differing if change.delta > 0} | {*self.stacks}
        self.unseen.suppose([each for each in differing if each.zone not in mixed], self.reading, self._history.labels)
        self.unseen.answer()
        self.identify()

    def recollect(self, observation: Observation) -> None:
        """Where labels lay before others covered them."""
        reading = self._game.layout(self._history.state).read(observation)
        self._buried.look(reading, self.stacks, observation.labels)
        self._piles.recollect(reading, self.heights)

    def recall(self, observation: Observation) -> None:
        """An earlier look at the table as the game has it now. It is not the newest one: nobody has looked since."""
        self.take(observation)
        self.read()
        self.agree()
        self._covered.recall(self.expected.zones)
        self.observation, self.reading, self.seen = None, Reading({}), TableSnapshot({})

    def identify(self) -> None:
        """The pieces that are seen, and those that lie there unseen."""
        seen = self._history.labels.identify(self.reading)
        self.unseen.look(self.reading, seen, self.expected)
        self.seen = self.unseen.with_them(seen)
        self._seen_last = TableSnapshot({**self._seen_last.zones, **self.seen.zones})

    def agree(self, but: Collection[Zone] = ()) -> None:
        """What lies as the game has it is known from here on."""
        odd = {*but, *self._lack, *(change.zone for change in self.gap())}
        self._piles.agree(self.reading, self.heights, self._buried.last_seen, odd)
        self._covered.agree(self.seen.zones.keys() - odd)

    def expect(self) -> None:
        """Piles are as high as the game has them from here on."""
        self._piles.expect(self.reading, self.heights)

    def await_gone(self, before: S) -> None:
        """What has gone since that state, by the game, is looked for under others."""
        self._piles.await_under(self.gone_since(before), self.heights)

    def still_to_see(self, changes: Sequence[Change]) -> Sequence[Change]:
        """Of the changes those where the camera cannot look, but for what had been done when it last could."""
        left, known = diff(self.expected, self._seen_last), self._seen_last.zones
        lacking = [change for change in changes if change in left or change.zone not in known]
        return pending_moves.still_to_see(lacking, self.seen, self._piles.departed(self.reading))

    def forget_buried(self) -> None:
        self._buried = BuriedPieces()

    @property
    def places(self) -> Sequence[LabelPlace]:
        """Where each label that lies on the table was seen last."""
        return self._buried.places

    # --- what is in sight ---

    @property
    def duplicates(self) -> tuple[Tag, ...]:
        return () if self.observation is None else self.observation.duplicates

    @property
    def covered(self) -> bool:
        """Whether something lies over a part of the table; what only lies under other pieces no hand will uncover."""
        unread = self.expected.zones.keys() - self.seen.zones.keys()
        if not unread or self.observation is None:
            return bool(unread)
        if not self.observation.blind:
            return False
        with_nothing_over_it = replace(self.observation, blind=())
        return not unread.isdisjoint(self._game.layout(self._history.state).read(with_nothing_over_it).zones)

    def out_of_sight(self) -> tuple[Zone, ...]:
        """The zones that have been covered for so long that people are told."""
        if self.observation is None or not self.observation.hidden:
            return ()
        hidden, expected = self.observation.hidden, self.expected.zones
        return tuple(
            zone
            for zone, box in self._game.layout(self._history.state).zones.items()
            if zone in expected and zone not in self.reading.zones and is_blind(box, hidden)
        )

    def face_down(self, zones: Collection[Zone]) -> Sequence[Zone]:
        """In which of the zones each card lies that lies face down: in the nearest of those that it reaches into."""
        if self.observation is None or not self.observation.face_down:
            return ()
        boxes = {zone: box for zone, box in self._game.layout(self._history.state).zones.items() if zone in zones}
        reached = [
            {dist(card.centre, box.centre): zone for zone, box in boxes.items() if box.overlaps(card)}
            for card in self.observation.face_down
        ]
        return [near[min(near)] for near in reached if near]

    def crop_of(self, zone: Zone, tag: Tag) -> Crop | None:
        """How the camera saw that label in that zone; None where it did not, or where it is known from elsewhere."""
        box = self._game.layout(self._history.state).zones.get(zone)
        return self.observation.crop_of(tag, box) if self.observation else None

    def picture_of(self, places: Sequence[tuple[Zone, Tag | None]]) -> PlacePicture | None:
        """How the camera saw these labels, or the places where none of them is seen."""
        if self.observation is None or not places:
            return None
        zones = self._game.layout(self._history.state).zones
        poses = {label.tag: label.pose for label in self.observation.pieces}
        return self.observation.picture_around(
            [zones[zone] if tag not in poses else _about(poses[tag]) for zone, tag in places]
        )

    def lying_in(self, zone: Zone) -> Sequence[Piece]:
        """The pieces whose labels are read there."""
        return self.seen.zones.get(zone, ())

    def gap(self) -> tuple[Change, ...]:
        """Where the table differs from the game."""
        return diff(self.expected, self.seen)

    @property
    def expected(self) -> TableSnapshot:
        return position(self._game, self._history.state).table

    def _complete(self) -> frozenset[Zone]:
        """The zones in which all pieces lie side by side, each in sight, just as the game has them."""
        expected, stacks = self.expected.zones, self.stacks
        return frozenset(
            zone for zone, pieces in self.seen.zones.items() if zone not in stacks and expected.get(zone) == pieces
        )

    @property
    def stacks(self) -> Collection[Zone]:
        """Where labels lie under others, as the game knows."""
        return self._game.layout(self._history.state).piles | self.heights.keys()

    @property
    def heights(self) -> Mapping[Zone, int]:
        return position(self._game, self._history.state).pile_heights

    # --- what is out of sight ---

    def told(self, *, if_gone: bool = False) -> Mapping[Zone, Height]:
        """How high piles are by their labels; where nothing shows of a pile that lies there unseen, nobody knows."""
        told, unseen = self._piles.told(self.reading, if_gone=if_gone), {each.zone for each in self.unseen.changes}
        return {zone: height for zone, height in told.items() if height.most or zone not in unseen}

    def replaced(self) -> Collection[tuple[Zone, Piece]]:
        """The pieces that are out of sight, or gone, where another of their kind has come to lie since."""
        came = self._history.labels.identify(Reading(self._piles.arrived(self.reading))).zones
        return {*self._covered_by_others(), *((zone, piece) for zone, pieces in came.items() for piece in pieces)}

    def _covered_by_others(self) -> Collection[tuple[Zone, Piece]]:
        return self._buried.replaced(self._history.labels)

    def is_put_away(self, held: Collection[Change]) -> bool:
        """Whether all of it lies in the corner for what is put away."""
        return self._put_away.has(held, self._history.labels)

    def accept_replacements(self) -> None:
        """What another piece lies in the place of has gone for good."""
        self._buried.forget({zone for zone, _ in self._covered_by_others()})

    def gone_since(self, before: S) -> Collection[Tag]:
        """The labels of what lay side by side and, by the game, lies in sight nowhere any more; nor is it."""
        read = {tag for tags in self.reading.zones.values() for tag in tags}
        gone = pending_moves.gone_from_sight(self._game.table(before), self.expected, self.stacks)
        return {tag for piece in gone for tag in self._history.labels.of_piece(piece) - read}

    def hidden(self, away: Collection[Zone], made: Sequence[float]) -> Hidden:
        """What the labels tell of what is out of sight."""
        labels, told, if_gone = self._history.labels, self.told(), self.told(if_gone=True)
        lately, layout = brought_by_players(self._history, len(made)), self._game.layout(self._history.state)
        buried = fanned(self._game, layout, self._buried.buried(labels, lately))
        side_by_side = self.seen.zones.keys() - {*self.stacks, *(zone for zone in buried if buried[zone])}
        out_of_sight = self._buried.out_of_sight(self.reading)
        moved = {tag for tags in self._piles.departed(out_of_sight).values() for tag in tags}
        landed = {zone: labels.pieces(moved.intersection(tags)) for zone, tags in out_of_sight.zones.items()}
        full = {zone for zone, height in self.heights.items() if zone in told and told[zone].most <= height}
        return Hidden(
            buried,
            self._buried.resurfaced(labels),
            {zone: labels.pieces(tags) for zone, tags in self._piles.arrived(self.reading).items()},
            {zone: height for zone, height in told.items() if zone not in away},
            {zone: height for zone, height in if_gone.items() if zone not in away},
            self._piles.uncertain,
            [zone for zone in self._lack if zone in self._lacked],
            labels.identify(Reading(self._piles.departed(self.reading))).zones,
            self._piles.passed,
            self._covered.meanwhile(made),
            frozenset(side_by_side | full),
            {pair for pair in self._covered_by_others() if pair[0] in side_by_side},
            {zone: pieces for zone, pieces in landed.items() if pieces},
            self._buried.new(labels),
            self._buried.returned(labels),
        )

    def may_be_held(self, found: Hypothesis[A]) -> bool:
        """Nobody can hold what never lay there; what people say to have gone may have been put away."""
        gone = () if all(each.taken_back for each in found.discarded) else self.unseen.denied
        return all(each[:2] in gone or self._buried.has_seen(each.piece, self._history.labels) for each in found.held)


PIECE = 30.0
"""Millimetres from a label's middle that are shown as the piece it is on."""


def _about(label: Pose) -> Box:
    return Box(label.x - PIECE, label.y - PIECE, label.x + PIECE, label.y + PIECE)
