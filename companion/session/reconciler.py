"""The table as it is seen beside the table as the game has it: differences, pending moves, and what explains them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from typing import Generic, TypeVar

from companion.core.belief.cost import Cost
from companion.core.belief.hypothesis import Finding, Hypothesis, OpenAction, is_whole
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import likeliest_of_all
from companion.core.belief.search import Unexplained
from companion.core.belief.transposition_table import position
from companion.core.game import Action
from companion.core.heights import Height, fit_heights
from companion.core.table import (
    UNREADABLE,
    Change,
    Crop,
    Observation,
    Piece,
    Reading,
    TableSnapshot,
    Tag,
    Zone,
    as_if_done,
    diff,
    explain_away,
    raw_diff,
)
from companion.core.zones import is_blind
from companion.session import pending_moves
from companion.session.buried_pieces import BuriedPieces, brought_by_players, fanned
from companion.session.covered_zones import CoveredZones, in_full_sight
from companion.session.doubled_labels import DoubledLabels
from companion.session.doubtful_zones import DoubtfulZones
from companion.session.game_history import GameHistory
from companion.session.pile_heights import PileHeights
from companion.session.recorded_actions import is_action
from companion.session.thinking import Run, Thinker, at_once
from companion.session.unseen_pieces import UnseenPieces

S = TypeVar("S")
A = TypeVar("A", bound=Action)

TAKEBACKS = 6
"""So many moves back the table is recognised when players restore it by hand."""


class Reconciler(Generic[S, A]):
    """The newest reading of the table beside the history. It changes nothing in the game.

    `pending` are differences that everybody knows of: what hands have yet to do. While zones are being restored,
    nothing on the table is taken for a move.
    """

    def __init__(self, history: GameHistory[S, A], run: Run = at_once) -> None:
        self._history, self._game = history, history.game
        self._thinker = Thinker[S, A](history.game, run)
        self._observation: Observation | None = None
        self._doubled = DoubledLabels()
        self.reading = Reading({})
        self.seen = TableSnapshot({})
        self.pending = self._interrupted = tuple[Change, ...]()
        self._restoring: frozenset[Zone] = frozenset()
        self._left_alone: dict[Zone, tuple[Piece, ...]] = {}
        self._doubt = DoubtfulZones()
        self._found: tuple[object, Finding[A]] | None = None
        self._buried = BuriedPieces()
        self._piles = PileHeights()
        self._covered = CoveredZones()
        self._piles.covered = self.covered_since = self._covered.were
        self.unseen = UnseenPieces()
        self._said_before_seen = False
        """Whether people have said how the table stands before anybody looked at it."""
        self._lack: tuple[Zone, ...] = ()
        """The zones that lack something, in the order in which it went; beneath it those before the newest look."""
        self._lacked: tuple[Zone, ...] = ()

    # --- what is seen ---

    def look(self, observation: Observation, at: float = 0.0) -> None:
        is_first = self._observation is None
        if is_first:
            self.pending = self._interrupted = pending_moves.interrupted(self._game, self._history)
        self._observation, self._lacked = self._doubled.without_copies(observation), self._lack
        self.look_again()
        if is_first:  # A pile that looks as it should is taken to be as high, unless hands were at it.
            self._agree(but=pending_moves.restacked(self._game, self._history))
            if self._said_before_seen:
                self._suppose_unseen()
        layout = self._game.layout(self._history.state)
        self._covered.look(self._expected.zones, in_full_sight(self.seen.zones, layout.zones, observation.blind), at)
        faded = layout.read(Observation(observation.faded)).zones
        lacking = [change for change in self.differences() if change.zone not in self._stacks]
        if observation.faded and self.unseen.fade(faded, lacking, self._history.labels):
            self.look_again()

    def compare(self, observation: Observation, at: float) -> None:
        """The first look after a while of play by touch: what differs is for hands to put right, and is no move."""
        self.look(observation, at)
        self.pending = self._interrupted = ()
        self.restore()

    def recollect(self, observation: Observation) -> None:
        """Where labels lay before others covered them."""
        reading = self._game.layout(self._history.state).read(observation)
        self._buried.look(reading, self._stacks, observation.labels)
        self._piles.recollect(reading, self._heights)

    def look_again(self) -> None:
        """The same picture, after a correction or an action."""
        if self._observation is None:
            return  # Nobody looks at the table: it says nothing, neither of what lies there nor of what does not.
        self.reading = self._piles.without_slid(self._game.layout(self._history.state).read(self._observation))
        self._history.labels.forget_read(self.reading)
        self.seen = self._identified()
        self._buried.look(self.reading, self._stacks, self._observation.labels)
        self._buried.forget(self._complete() - {zone for zone, _ in self._covered_by_others()})
        self._piles.look(self.reading, self._heights, self._game.layout(self._history.state).piles)
        self._buried.take_up(self._piles.lifted)
        left = self._left_alone.items()
        self._left_alone = {zone: lay for zone, lay in left if self.seen.zones.get(zone, lay) == lay}
        self.pending = pending_moves.still_pending(self.pending, self.gap(), self.seen, self._interrupted)
        unexplained = () if self._restoring else self.differences()
        if self.unseen.first_look(unexplained, self.reading, self._history.labels):
            self.seen = self._identified()
        lacking = [change.zone for change in self.differences() if change.delta < 0]
        kept = (zone for zone in self._lack if zone in lacking or zone not in self.seen.zones)
        self._lack = tuple(dict.fromkeys((*kept, *lacking)))

    def _identified(self) -> TableSnapshot:
        """The pieces that are seen, and those that lie there unseen."""
        seen = self._history.labels.identify(self.reading)
        self.unseen.look(self.reading, seen, self._expected)
        return self.unseen.with_them(seen)

    @property
    def duplicates(self) -> tuple[Tag, ...]:
        return () if self._observation is None else self._observation.duplicates

    @property
    def covered(self) -> bool:
        """Whether a part of the table is out of sight."""
        return not self._expected.zones.keys() <= self.seen.zones.keys()

    def out_of_sight(self) -> tuple[Zone, ...]:
        """The zones that have been covered for so long that people are told."""
        if self._observation is None or not self._observation.hidden:
            return ()
        hidden, expected = self._observation.hidden, self._expected.zones
        return tuple(
            zone
            for zone, box in self._game.layout(self._history.state).zones.items()
            if zone in expected and zone not in self.reading.zones and is_blind(box, hidden)
        )

    def crop_of(self, zone: Zone, tag: Tag) -> Crop | None:
        """How the camera saw that label in that zone; None where it did not, or where it is known from elsewhere."""
        box = self._game.layout(self._history.state).zones.get(zone)
        return self._observation.crop_of(tag, box) if self._observation else None

    def lying_in(self, zone: Zone) -> Sequence[Piece]:
        """The pieces whose labels are read there."""
        return self.seen.zones.get(zone, ())

    def stands_for(self, state: S, zone: Zone, believed: Piece) -> Piece | None:
        """What that label in the zone is on if the table looks like this state but for it; None if it does not."""
        seen, expected = self.seen.without(self._left_alone.keys()), self._game.table(state)
        if believed not in (lying := list(seen.zones.get(zone, ()))):
            return None
        lying[lying.index(believed)] = UNREADABLE
        raw = raw_diff(expected, TableSnapshot({**seen.zones, zone: tuple(lying)}))
        lacking = [change.piece for change in raw if change.zone == zone and change.delta < 0]
        return lacking[0] if len(lacking) == 1 and not explain_away(raw) else None

    @property
    def _expected(self) -> TableSnapshot:
        return position(self._game, self._history.state).table

    def gap(self) -> tuple[Change, ...]:
        """Where the table differs from the game."""
        return diff(self._expected, self.seen)

    def differences(self) -> tuple[Change, ...]:
        """Where the table differs from the game and from the pending moves, but for what was left alone."""
        return diff(self._expected, self._seen_when_done())

    def fits(self, state: S) -> bool:
        """Whether the table looks like this state, pending moves done."""
        return not diff(self._game.table(state), self._seen_when_done())

    def _seen_when_done(self) -> TableSnapshot:
        return as_if_done(self.seen, self.pending).without(self._left_alone.keys())

    def _complete(self) -> frozenset[Zone]:
        """The zones in which all pieces lie side by side, each in sight, just as the game has them."""
        expected, stacks = self._expected.zones, self._stacks
        return frozenset(
            zone for zone, pieces in self.seen.zones.items() if zone not in stacks and expected.get(zone) == pieces
        )

    @property
    def _stacks(self) -> Collection[Zone]:
        """Where labels lie under others, as the game knows."""
        return self._game.layout(self._history.state).piles | self._heights.keys()

    @property
    def _heights(self) -> Mapping[Zone, int]:
        return position(self._game, self._history.state).pile_heights

    # --- what explains it ---

    def finding(self, made: Sequence[float], hasty: bool = False) -> Finding[A]:
        """What explains the table; a table that rests is not explained again.

        The open actions were `made` at these times. A doubt in one place does not stop the game elsewhere, and what is
        being put back is no move. Raises StillThinking while it is not known.
        """
        set_aside = self.pending, self._restoring, tuple(self._left_alone)
        asked = self._history.state, self.seen, self.told(), set_aside, tuple(made)
        if self._found is None or self._found[0] != asked:
            self._found = asked, self._revised(made, hasty)
        if self._found[1] == Hypothesis(held=self.gap()):
            self._agree()
        return self._found[1]

    def _agree(self, but: Collection[Zone] = ()) -> None:
        """What lies as the game has it is known from here on."""
        odd = {*but, *self._lack, *(change.zone for change in self.gap())}
        self._piles.agree(self.reading, self._heights, self._buried.last_seen, odd)
        self._covered.agree(self.seen.zones.keys() - odd)

    def _revised(self, made: Sequence[float], hasty: bool) -> Finding[A]:
        found = self._revision(made, hasty)
        if not is_whole(found) and (fewer := self.unseen.gone(self.seen, self._expected)):
            without = self._revision(made, hasty, seen=fewer)
            if is_whole(without):
                return without
        if isinstance(found, Hypothesis) and not (found.actions or found.forced or self._may_be_held(found)):
            return Unexplained(found.held)
        told = found
        if not isinstance(found, Hypothesis) and self._doubt.zones:
            told = self._revision(made, hasty, self._doubt.zones)
        if isinstance(told, Hypothesis) and told.actions and told.is_exact:
            return self._doubt.weighed(told, self.differences(), elsewhere=told is not found)
        return found

    def _may_be_held(self, found: Hypothesis[A]) -> bool:
        """Nobody can hold what never lay there; what people say to have gone may have been put away."""
        gone = () if all(each.taken_back for each in found.discarded) else self.unseen.denied
        return all(each[:2] in gone or self._buried.has_seen(each.piece, self._history.labels) for each in found.held)

    def _revision(
        self, made: Sequence[float], hasty: bool, masked: Collection[Zone] = (), seen: TableSnapshot | None = None
    ) -> Finding[A]:
        away = self._restoring.union(masked, self._left_alone)
        played = self._history.played[len(self._history.played) - len(made) :]
        latest = [OpenAction(each.before, each.action) for each in played if is_action(each.action)]
        return self._thinker.finding(self._history.state, latest, self._sighting(away, seen, made), hasty=hasty)

    def why(self, made: Sequence[float]) -> Sequence[tuple[Cost, Hypothesis[A]]]:
        """The three cheapest explanations of the whole table as it lies now, with what speaks against each."""
        played = self._history.played[len(self._history.played) - len(made) :]
        latest = [OpenAction(each.before, each.action) for each in played if is_action(each.action)]
        sighting = self._sighting(self._restoring.union(self._left_alone), None, made)
        return likeliest_of_all(self._game, self._history.state, latest, sighting)

    def finding_after(self, told: Hypothesis[A]) -> Finding[A]:
        """What would explain the table if that had happened before. Raises StillThinking while it is not known."""
        state = reduce(self._game.apply, told.actions, self._history.before_latest(told.taken_back))
        return self._thinker.finding(state, (), self._sighting(self._restoring | self._left_alone.keys()))

    def _sighting(
        self, away: Collection[Zone], look: TableSnapshot | None = None, made: Sequence[float] = ()
    ) -> Sighting:
        seen = (self.seen if look is None else look).without(away)
        return Sighting(seen, as_if_done(seen, self.pending), self._hidden(away, made))

    def _hidden(self, away: Collection[Zone], made: Sequence[float]) -> Hidden:
        """What the labels tell of what is out of sight."""
        labels, told, if_gone = self._history.labels, self.told(), self.told(if_gone=True)
        lately, layout = brought_by_players(self._history, len(made)), self._game.layout(self._history.state)
        buried = fanned(self._game, layout, self._buried.buried(labels, lately))
        side_by_side = self.seen.zones.keys() - {*self._stacks, *(zone for zone in buried if buried[zone])}
        landed = labels.identify(Reading(self._piles.departed(self._buried.out_of_sight(self.reading)))).zones
        full = {zone for zone, height in self._heights.items() if zone in told and told[zone].most <= height}
        return Hidden(
            buried,
            self._buried.resurfaced(labels),
            labels.identify(Reading(self._piles.arrived(self.reading))).zones,
            {zone: height for zone, height in told.items() if zone not in away},
            {zone: height for zone, height in if_gone.items() if zone not in away},
            self._piles.uncertain,
            [zone for zone in self._lack if zone in self._lacked],
            labels.identify(Reading(self._piles.departed(self.reading))).zones,
            self._piles.passed,
            self._covered.meanwhile(made),
            frozenset(side_by_side | full),
            {pair for pair in self._covered_by_others() if pair[0] in side_by_side},
            [piece for pieces in landed.values() for piece in pieces],
            self._buried.new(labels),
            self._buried.returned(labels),
        )

    def replaced(self) -> Collection[tuple[Zone, Piece]]:
        """The pieces that are out of sight, or gone, where another of their kind has come to lie since."""
        came = self._history.labels.identify(Reading(self._piles.arrived(self.reading))).zones
        return {*self._covered_by_others(), *((zone, piece) for zone, pieces in came.items() for piece in pieces)}

    def _covered_by_others(self) -> Collection[tuple[Zone, Piece]]:
        return self._buried.replaced(self._history.labels)

    def accept_replacements(self) -> None:
        """What another piece lies in the place of has gone for good."""
        self._buried.forget({zone for zone, _ in self._covered_by_others()})

    def doubt(self) -> None:
        """What differs now is being talked about: play may go on elsewhere."""
        self._doubt.about(self.differences())

    def leave_alone(self) -> None:
        """What differs now stays as it is until it changes, and nothing more is said of it."""
        self._suppose_unseen()
        self._left_alone |= {change.zone: self.seen.zones[change.zone] for change in self.differences()}

    def _suppose_unseen(self) -> None:
        """What is lacking where nothing else has come lies there out of sight: people have said so."""
        self._piles.expect(self.reading, self._heights)
        differing = self.differences()
        mixed = {change.zone for change in differing if change.delta > 0} | {*self._stacks}
        self.unseen.suppose([each for each in differing if each.zone not in mixed], self.reading, self._history.labels)
        self.unseen.answer()
        self.seen = self._identified()

    def miss_unseen(self) -> None:
        """What is not seen does not lie there."""
        self.unseen.forget()
        self.look_again()

    def taken_back(self) -> Sequence[A]:
        """The latest actions, if the table looks as it did before them."""
        played = self._history.since_put_right
        decisions = [index for index, each in enumerate(played) if each.action.player is not None]
        for index in decisions[: -TAKEBACKS - 1 : -1]:
            before = played[index].before
            if not diff(self._game.table(before), self.seen) and fit_heights(self._game, before, self.told()):
                return tuple(each.action for each in played[index:] if is_action(each.action))
        return ()

    def told(self, *, if_gone: bool = False) -> Mapping[Zone, Height]:
        """How high piles are by their labels; where nothing shows of a pile that lies there unseen, nobody knows."""
        told, unseen = self._piles.told(self.reading, if_gone=if_gone), {each.zone for each in self.unseen.changes}
        return {zone: height for zone, height in told.items() if height.most or zone not in unseen}

    # --- what hands have yet to do ---

    def expect_moves(self, before: S, unexplained: tuple[Change, ...] = ()) -> None:
        """After actions: what the table lacks is pending, but for what they do not explain.

        What they change where the camera cannot look is pending too: hands may not have done it yet.
        """
        if self._observation is None:
            return  # Nobody looks at the table: nothing would ever tell that it has been done.
        self._piles.expect(self.reading, self._heights)
        self._piles.await_under(self._gone_since(before), self._heights)
        changes = diff(self._expected, self._game.table(before))
        hidden = pending_moves.still_to_see(changes, self.seen, self._piles.departed(self.reading))
        lacking = [change for change in self.gap() if change.piece != UNREADABLE and change not in unexplained]
        self.pending, self._interrupted = (*lacking, *hidden), ()

    def _gone_since(self, before: S) -> Collection[Tag]:
        """The labels of what lay side by side and, by the game, lies in sight nowhere any more; nor is it."""
        read = {tag for tags in self.reading.zones.values() for tag in tags}
        gone = pending_moves.gone_from_sight(self._game.table(before), self._expected, self._stacks)
        return {tag for piece in gone for tag in self._history.labels.of_piece(piece) - read}

    def put_right(self) -> None:
        """The table stands as people said: nothing is pending, put back or left alone, and what is buried is new."""
        self.pending, self._restoring = (), frozenset()
        self._doubt, self._left_alone, self._buried = DoubtfulZones(), {}, BuriedPieces()
        self._said_before_seen = self._observation is None
        self.look_again()
        self._suppose_unseen()

    def not_due(self, outstanding: Sequence[Change]) -> tuple[Change, ...]:
        """What differs and is neither due yet nor left to do by the latest actions."""
        due = {(change.zone, change.piece) for change in (*self.pending, *outstanding)}
        return tuple(change for change in self.gap() if (change.zone, change.piece) not in due)

    def to_do(self) -> tuple[Change, ...]:
        """The pending moves as they are said: what lies on a pile is covered, not taken away."""
        return pending_moves.uncovered(self.pending, self._game.layout(self._history.state).piles)

    # --- what is being put back ---

    @property
    def restoring(self) -> bool:
        return bool(self._restoring)

    def restore(self) -> None:
        """Until the table agrees in the zones that differ now, nothing on it is taken for a move."""
        self._piles.expect(self.reading, self._heights)
        self._restoring = frozenset(change.zone for change in self.differences())

    def stop_restoring(self) -> None:
        self._restoring = frozenset()

    def check_restored(self) -> None:
        """The zones in sight that agree again are no longer being put back, and no longer in doubt."""
        done = self.seen.zones.keys() - {change.zone for change in self.gap()}
        self._restoring = (self._restoring - done).intersection(self._expected.zones)
        self._doubt.agree(done)
