"""The game so far: the one owner of its state, and of the journal that the state is a fold of.

Every change is on disk before it is seen. Nothing is patched: undo and amendment are entries like any other. Actions
are values here; they are notation on the disk only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from companion.core.action import SEATS, stands_alone
from companion.core.clock import Clocks, PlayerClock, adjust, end_turn, run, start
from companion.core.editing import corrected, objection
from companion.core.editor import Edit, EditRefused, TableEdit
from companion.core.game import Action, Game, Seat, Setting, legal_actions
from companion.core.journal_entries import (
    AT_RANDOM,
    CAMERA,
    WITH_IT,
    Amended,
    Corrected,
    Decided,
    Decisions,
    Did,
    Entry,
    Event,
    Learnt,
    StandingEntry,
    Undid,
    decisions,
    learnt,
    standing_entries,
    unconfirmed,
)
from companion.core.printed_copy import shown_by_look, shown_by_use
from companion.core.table import LabelPlace, Piece, Tag, Zone
from companion.core.text import Text, say, with_names
from companion.core.winning import goal_of
from companion.errors import JournalError, NotationError
from companion.journal.store import Ending, JournalStore, SavedGame
from companion.session.known_labels import KnownLabels
from companion.session.recorded_actions import after, fault, in_notation, is_action, read, told, written
from companion.session.told_copy import A_LINE, TooLate, as_told

S = TypeVar("S")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class PlayedAction(Generic[S, A]):
    """An action or a correction that stands, with the state before it and what the clocks stood at then.

    `overruled` is the id of a rule that the players agreed to set aside for it; `source` is who told of it, `at` when
    (ISO 8601, UTC); `ran` counts the seconds that clocks have run since the companion was started; `decided` is what
    the table had decided about the rules by then.
    """

    action: A | TableEdit
    before: S
    clocks: Clocks
    overruled: str | None = None
    source: str = ""
    at: str = ""
    ran: float = 0.0
    decided: Decisions = field(default_factory=dict)


class GameHistory(Generic[S, A]):
    """A saved game of the journal, opened to be gone on with.

    `fault` says where the journal could not be followed, because a rule has changed since. `unconfirmed` is how many of
    the latest actions only the camera saw. `read_only` is for looking at an evening: its journal stays as it is.
    """

    def __init__(self, game: Game[S, A], store: JournalStore, saved: SavedGame, *, read_only: bool = False) -> None:
        self.game, self._read_only = as_told(game, learnt(saved.entries)), read_only
        self._store, self.id = store, saved.id
        self._entries = list(saved.entries)
        self.labels = KnownLabels(self.game.piece_of)
        self.time, self.colours, self.options = saved.time, saved.colours, saved.options
        self._position = saved.position
        self.state: S = self._first_state(self.game)
        self.begun, self.ended, self.ending = saved.begun, saved.ended, saved.ending
        self.location = saved.location
        self.seats = tuple(SEATS[: len(saved.options.names)])
        self.names = dict(zip(self.seats, saved.options.names, strict=True))
        self.clocks: dict[Seat, PlayerClock] = start(self.time, self.seats)
        self._ran = 0.0
        self._refused = set[tuple[int, Seat, str]]()
        self._taken_back: list[Sequence[PlayedAction[S, A]]] = []
        self._played: list[PlayedAction[S, A]] = []
        for entry in saved.entries:
            if isinstance(entry.event, Corrected):
                self.labels.correct(entry.event)
        self.decided: Decisions = {}
        self.fault = self._replay(standing_entries(saved.entries))
        self._follow_decisions(decisions(saved.entries))
        self.clocks |= saved.clocks
        for seat, seconds in saved.ending.spent if saved.ending else ():
            self.clocks[seat] = replace(self.clocks[seat], spent=seconds)
        self.unconfirmed = 0 if self.fault else unconfirmed(saved.entries)

    @property
    def is_rescued(self) -> bool:
        """Whether it began with what lay on the table already."""
        return bool(self._position)

    def _first_state(self, game: Game[S, A]) -> S:
        """Before set-up, or with what lay on the table when the companion began to follow it."""
        return game.read_position(self._position) if self._position else game.initial_state(self.options)

    def keep_look(self, entries: int, labels: Sequence[LabelPlace], elsewhere: Sequence[LabelPlace]) -> None:
        """So lay the table that agreed with the state after so many entries, and others were seen `elsewhere` last.

        That outlives a power cut.
        """
        self._store.keep_look(self.id, entries, labels, elsewhere)

    @property
    def kept_look(self) -> Sequence[LabelPlace]:
        """How the table lay when it agreed with this state last, before the companion was switched off."""
        return self._store.look_of(self.id, len(self._entries))

    @property
    def known_places(self) -> Sequence[LabelPlace]:
        """Where each label was seen last."""
        return self._store.known_places(self.id)

    @property
    def played(self) -> Sequence[PlayedAction[S, A]]:
        """The actions that stand, oldest first."""
        return self._played

    @property
    def entries(self) -> Sequence[Entry]:
        """All that was written down, what no longer stands as well."""
        return self._entries

    @property
    def latest(self) -> Sequence[PlayedAction[S, A]]:
        """What stands alone, what the same touch did, and the chance events after it.

        The last event where no player has acted.

        A correction by hand is one by itself.
        """
        for first in range(len(self._played) - 1, -1, -1):
            if isinstance(self._played[first].action, TableEdit):
                return self._played[first + 1 :] or self._played[first:]
            if stands_alone(self._played[first].action) and self._played[first].source != WITH_IT:
                return self._played[first:]
        return self._played[-1:]

    @property
    def since_put_right(self) -> Sequence[PlayedAction[S, A]]:
        """The actions that stand and came after the latest correction by hand."""
        for index in range(len(self._played) - 1, -1, -1):
            if isinstance(self._played[index].action, TableEdit):
                return self._played[index + 1 :]
        return self._played

    def latest_actions(self, count: int) -> list[A]:
        """The so many latest actions, all after the latest correction by hand."""
        return [each.action for each in self._played[len(self._played) - count :] if is_action(each.action)]

    def told(self, played: PlayedAction[S, A]) -> Text:
        """What was done, in words."""
        story = with_names(told(self.game, played.before, played.action), self.names)
        return say("At random, to try it out: {story}", story=story) if played.source == AT_RANDOM else story

    def chosen(self, setting: Setting) -> str:
        """What counts now: what the table decided in the evening, else what it chose before."""
        return self.decided.get(setting.name) or setting.chosen(self.options)

    def colour(self, seat: Seat) -> int:
        """The number of the player's colour, from 0."""
        number = SEATS.index(seat)
        return self.colours[number] if number < len(self.colours) else number

    def spend(self, seconds: float, seats: Sequence[Seat]) -> None:
        """Lets the clocks of those to move run.

        Whatever ends it, a power cut too, loses less than a second; while none runs nothing is written.
        """
        before, self._ran = self._ran, self._ran + seconds
        self.clocks = run(self.time, self.clocks, seats, seconds)
        if seats and int(before) != int(self._ran):
            self._save_clocks(aside=True)

    def adjust_clock(self, seat: Seat, seconds: float) -> None:
        """One player gets so many seconds, or loses them."""
        self.clocks = adjust(self.time, self.clocks, seat, seconds)
        self._save_clocks()

    def do(self, actions: Sequence[A], source: str, overruled: str | None = None) -> None:
        """Writes the actions down, then applies them. `overruled` excuses the last one from that rule.

        Raises JournalError, and then nothing has happened.
        """
        excuses = [*[None] * (len(actions) - 1), overruled][: len(actions)]
        done = list(zip(actions, excuses, strict=True))
        at = self._write([Did(self.game.write_action(action), excuse) for action, excuse in done], source)
        for action, excuse in done:
            self._play(action, excuse, source, at)
        self._taken_back = []
        self._save_clocks()

    def do_together(self, actions: Sequence[A], source: str = "touch") -> None:
        """What one touch or one throw does is taken back as one. Raises JournalError, and then nothing has happened."""
        events = [Did(self.game.write_action(action)) for action in actions]
        sources = [source, *[WITH_IT] * (len(actions) - 1)]
        at = self._write(events, sources)
        for action, each in zip(actions, sources, strict=True):
            self._play(action, None, each, at)
        self._taken_back = []
        self._save_clocks()

    def put_right(self, edits: Sequence[Edit], source: str) -> None:
        """The table stands as it does after these corrections, whatever the rules say.

        Raises EditRefused where that can be no position of the game, and JournalError: then nothing has happened.
        """
        if (wrong := objection(self.game, self.state, corrected(self.game, self.state, edits))) is not None:
            raise EditRefused(wrong)
        at = self._write([written(self.game, TableEdit(tuple(edits)))], source)
        self._play(TableEdit(tuple(edits)), None, source, at)
        self._taken_back = []
        self._save_clocks()

    def shown_by_use(self) -> Mapping[str, str]:
        """What the table has shown of the copy; what a hand has put right was shown by mistake."""
        states = (*(played.before for played in self._played[1:]), self.state)
        shown = dict[str, str]()
        for played, state in zip(self._played, states, strict=False):
            now = dict(shown_by_use(self.game, state))
            if not is_action(played.action):
                mistaken = shown_by_use(self.game, played.before).keys() - now.keys()
                mistaken |= shown_by_look(self.game, state, played.before).keys()
                shown = {question: value for question, value in shown.items() if question not in mistaken}
            elif played.source == CAMERA:
                now |= shown_by_look(self.game, played.before, state)
            shown |= now
        return shown

    def before_latest(self, count: int) -> S:
        """The state before the so many latest actions."""
        return self._played[-count].before if count else self.state

    def revise(self, count: int, actions: Sequence[A], source: str) -> tuple[A, ...]:
        """Instead of the so many latest actions these; returns what was taken back.

        Raises JournalError, and then nothing has happened.
        """
        taken = self._played[len(self._played) - count :]
        undone: list[Event] = [Undid(len(taken))] if taken else []
        at = self._write([*undone, *(Did(self.game.write_action(action)) for action in actions)], source)
        since = self._ran - taken[0].ran if taken else 0.0
        if taken:
            del self._played[-len(taken) :]
            self._return_to(taken[0])
        for action in actions:
            self._play(action, None, source, at)
        # Nobody took anything back: the time that has passed meanwhile is that of whoever is to move after all.
        self.clocks = run(self.time, self.clocks, self.game.to_move(self.state), since)
        self._save_clocks()
        self._taken_back = []
        return tuple(played.action for played in taken if is_action(played.action))

    def undo(self, source: str) -> Sequence[PlayedAction[S, A]]:
        """Takes back the latest action of a player and what chance did after it; returns what was taken back."""
        latest = list(self.latest)
        if not latest:
            return ()
        self._write([Undid(len(latest))], source, latest[0].clocks)
        del self._played[-len(latest) :]
        self._return_to(latest[0])
        self._save_clocks()
        self._taken_back.append(latest)
        return latest

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back by people and nothing else has been done since."""
        return bool(self._taken_back)

    def redo(self, source: str) -> Sequence[PlayedAction[S, A]]:
        """Does again what was taken back last, and returns it; nothing where a rule no longer allows it."""
        if not self._taken_back:
            return ()
        *earlier, gone = self._taken_back
        actions = [each.action for each in gone]
        kept = {AT_RANDOM} if gone[-1].source == AT_RANDOM else {WITH_IT}
        sources = [each.source if each.source in kept else source for each in gone]
        state = self.state
        for action in actions:
            if fault(self.game, state, action, None) is not None:
                return ()
            state = after(self.game, state, action)
        at = self._write([written(self.game, action) for action in actions], sources)
        for action, told_by in zip(actions, sources, strict=True):
            self._play(action, None, told_by, at)
        self._taken_back = earlier
        self._save_clocks()
        return self._played[-len(actions) :]

    def correct(self, zone: Zone, tag: Tag, piece: Piece, source: str) -> None:
        """From now on this label (or the unreadable one of this zone) is this piece."""
        corrected = Corrected(zone, tag, piece)
        self._write([corrected], source)
        self.labels.correct(corrected)

    def amendments(self, index: int) -> Iterator[tuple[A, S]]:
        """What the standing action `index` could have been instead, with the state that would follow it today."""
        game, did = self.game, self._played[index]
        if isinstance(did.action, TableEdit):
            return
        for other in legal_actions(game, did.before):
            if type(other) is type(did.action) and other.player == did.action.player and other != did.action:
                after = self._followed(game.apply(did.before, other), self._played[index + 1 :])
                if after is not None:
                    yield other, after

    def amend(self, index: int, action: A, source: str) -> None:
        """The standing action `index` was this one; later actions are applied anew."""
        self._write([Amended(index, self.game.write_action(action))], source)
        amended, *later = self._played[index:]
        del self._played[index:]
        decided = self.decided
        self.state = amended.before
        clocks = self.clocks
        for played in (replace(amended, action=action), *later):
            self._follow_decisions(played.decided)
            self.clocks = dict(played.clocks)
            self._play(played.action, played.overruled, played.source, played.at)
        self.clocks = clocks
        self._follow_decisions(decided)

    def decide(self, setting: str, choice: str, source: str) -> None:
        """From now on the setting has this choice, also where actions are taken back.

        Raises ConfigError for what is no choice of a setting, and JournalError: then nothing has happened.
        """
        self.game.with_choice(self.state, setting, choice)
        self._write([Decided(setting, choice)], source)
        self._follow_decisions({**self.decided, setting: choice})

    def learn(self, told: Mapping[str, str], source: str) -> None:
        """Writes down what the owner has told of his copy; it counts when the evening is opened anew.

        Raises TooLate where what was played would not have been possible with it, and JournalError.
        """
        game = as_told(self.game, told)
        state = self._first_state(game)
        for number, played in enumerate(self._played, 1):
            for setting, choice in played.decided.items():
                state = game.with_choice(state, setting, choice)
            try:
                action = read(game, written(self.game, played.action))
            except NotationError as error:
                raise TooLate(number, str(error)) from error
            if (wrong := fault(game, state, action, played.overruled)) is not None:
                raise TooLate(number, wrong)
            state = after(game, state, action)
        values = list(told.items())
        self._write([Learnt(tuple(values[at : at + A_LINE])) for at in range(0, len(values), A_LINE)], source)
        self._save_clocks()

    def mark_end(self) -> None:
        """Tells the journal whether there is anything to go on with."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            self.reopen()
        else:
            self._end(outcome.winners, goal=goal_of(outcome, self.game.score(self.state)))

    def abandon(self) -> None:
        """The players end the evening with what stands."""
        self._end((), abandoned=True)

    def audited(self, still_open: int) -> None:
        """How it ended has been compared with the table."""
        if self.ending is not None:
            self.ending = replace(self.ending, still_open=still_open)
            self._store.end(self.id, self.ending)

    def reopen(self) -> None:
        """It is gone on with after all."""
        self._store.reopen(self.id)
        self.ended = self.ending = None

    @property
    def ended_early(self) -> bool:
        return self.ending is not None and self.ending.abandoned

    @property
    def duration(self) -> float:
        """The seconds from its beginning to its end, or to now, without breaks; what is looked at has no now."""
        last = self.ended or ("" if self._read_only else self._store.stamp())
        stamps = self.begun, *(entry.at for entry in self._entries), last
        return max(self._store.time_played(stamps), *(clock.spent for clock in self.clocks.values()))

    def refused(self, seat: Seat, rule: str) -> None:
        """That rule was told to somebody who tried to break it; once, however often it is said of one position."""
        tried = len(self._entries), seat, rule
        if tried not in self._refused and not self._read_only:
            self._refused.add(tried)
            with suppress(JournalError):  # No game stops for a figure.
                self._store.refused(self.id, seat, rule)

    def not_refused(self, seat: Seat, rule: str) -> None:
        """He never tried."""
        tried = len(self._entries), seat, rule
        if tried in self._refused:
            self._refused.remove(tried)
            with suppress(JournalError):
                self._store.not_refused(self.id, seat, rule)

    def _end(self, winners: tuple[Seat, ...], *, abandoned: bool = False, goal: str = "") -> None:
        points = tuple((sheet.player, sheet.total) for sheet in self.game.score(self.state))
        spent = tuple((seat, round(clock.spent, 3)) for seat, clock in self.clocks.items())
        ending = Ending(winners, points, abandoned, self.duration, spent, goal)
        self._store.end(self.id, ending)
        self.ended, self.ending = self._store.stamp(), ending

    def _save_clocks(self, *, aside: bool = False) -> None:
        self._store.save_clocks(self.id, self.clocks, aside=aside)

    def _write(self, events: Sequence[Event], source: str | Sequence[str], clocks: Clocks | None = None) -> str:
        """With what the clocks stand at, unless the events lead back to other clocks."""
        sources = [source] * len(events) if isinstance(source, str) else source
        stand = tuple((self.clocks if clocks is None else clocks).items())
        first = len(self._entries)
        told = zip(events, sources, strict=True)
        entries = [Entry(first + offset, event, by, stand) for offset, (event, by) in enumerate(told)]
        at = self._store.append(self.id, entries)
        self._entries += (replace(entry, at=at) for entry in entries)
        return at

    def _return_to(self, played: PlayedAction[S, A]) -> None:
        """What the table has decided since then still holds."""
        self.state, self.clocks = self._under(played.before, self.decided), dict(played.clocks)

    def _follow_decisions(self, decided: Decisions) -> None:
        self.state, self.decided = self._under(self.state, decided), decided

    def _under(self, state: S, decided: Decisions) -> S:
        for setting, choice in decided.items():
            state = self.game.with_choice(state, setting, choice)
        return state

    def _play(self, action: A | TableEdit, overruled: str | None, source: str, at: str) -> None:
        self._played.append(PlayedAction(action, self.state, self.clocks, overruled, source, at, self._ran))
        running = self.game.to_move(self.state)
        self.state = after(self.game, self.state, action)
        still = self.game.to_move(self.state)
        self.clocks = end_turn(self.time, self.clocks, [seat for seat in running if seat not in still])

    def _replay(self, stands: Sequence[StandingEntry]) -> str | None:
        """Applies what stands as far as it is legal; takes the rest back and says why, if a rule has changed."""
        for number, each in enumerate(stands):
            did, entry = each.did, each.entry
            overruled = did.overruled if isinstance(did, Did) else None
            self._follow_decisions(each.decided)
            self.clocks |= dict(entry.clocks)
            try:
                action = read(self.game, did)
                wrong = fault(self.game, self.state, action, overruled)
            except NotationError as error:
                wrong = str(error)
            if wrong is not None:
                if not self._read_only:
                    self._write([Undid(len(stands) - number)], "repair")
                return f"move {number + 1}, {in_notation(did)}: {wrong}"
            self._play(action, overruled, entry.source, entry.at)
        return None

    def _followed(self, state: S, later: Sequence[PlayedAction[S, A]]) -> S | None:
        """The state after the later actions; None if one of them would now be illegal."""
        for played in later:
            state = self._under(state, played.decided)
            if fault(self.game, state, played.action, played.overruled) is not None:
                return None
            state = after(self.game, state, played.action)
        return self._under(state, self.decided)
