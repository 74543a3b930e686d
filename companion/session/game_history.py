"""The game so far: the one owner of its state, and of the journal that the state is a fold of.

Every change is on disk before it is seen. Nothing is patched: undo and amendment are entries like any other. Actions
are values here; they are notation on the disk only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.game import Action, Game, Seat, legal_actions, violation
from companion.core.journal import Amended, Corrected, Did, Entry, Event, Undid, effective, unconfirmed
from companion.core.table import Piece, Tag, Zone
from companion.errors import NotationError
from companion.session.known_labels import KnownLabels
from companion.store import JournalStore, SavedGame

S = TypeVar("S")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class PlayedAction(Generic[S, A]):
    """An action that stands, with the state before it and the seconds each seat had spent until then.

    `overruled` is the id of a rule that the players agreed to set aside for it.
    """

    action: A
    before: S
    clocks: Mapping[Seat, float]
    overruled: str | None = None


class GameHistory(Generic[S, A]):
    """A saved game of the journal, opened to be gone on with.

    `fault` says where the journal could not be followed, because a rule has changed since. `unconfirmed` is how many of
    the latest actions only the camera saw.
    """

    def __init__(self, game: Game[S, A], store: JournalStore, saved: SavedGame) -> None:
        self.game = game
        self._store, self._id = store, saved.id
        self._next_number = len(saved.entries)
        self.labels = KnownLabels(game.piece_of)
        self.state: S = game.setup(saved.options)
        self.clocks: dict[Seat, float] = dict(saved.clocks)
        self._played: list[PlayedAction[S, A]] = []
        for entry in saved.entries:
            if isinstance(entry.event, Corrected):
                self.labels.correct(entry.event)
        self.fault = self._replay(effective(saved.entries))
        self.unconfirmed = 0 if self.fault else unconfirmed(saved.entries)

    @property
    def played(self) -> Sequence[PlayedAction[S, A]]:
        """The actions that stand, oldest first."""
        return self._played

    @property
    def latest(self) -> Sequence[PlayedAction[S, A]]:
        """The latest player's action and the chance events after it; the last event where no player has acted."""
        for start in range(len(self._played) - 1, -1, -1):
            if self._played[start].action.player is not None:
                return self._played[start:]
        return self._played[-1:]

    def spend(self, seconds: float, seats: Sequence[Seat]) -> None:
        """Puts time on the clocks of those to move; a power cut loses less than a second of it."""
        for seat in seats:
            spent = self.clocks.get(seat, 0.0)
            self.clocks[seat] = spent + seconds
            if int(spent) != int(spent + seconds):
                self._store.save_clocks(self._id, self.clocks)

    def do(self, actions: Sequence[A], source: str, overruled: str | None = None) -> None:
        """Writes the actions down, then applies them. `overruled` excuses the last one from that rule.

        Raises JournalError, and then nothing has happened.
        """
        excuses = [*[None] * (len(actions) - 1), overruled][: len(actions)]
        done = list(zip(actions, excuses, strict=True))
        self._write([Did(self.game.write_action(action), excuse) for action, excuse in done], source)
        for action, excuse in done:
            self._play(action, excuse)

    def before_latest(self, count: int) -> S:
        """The state before the so many latest actions."""
        return self._played[-count].before if count else self.state

    def revise(self, count: int, actions: Sequence[A], source: str) -> tuple[A, ...]:
        """Instead of the so many latest actions these; returns what was taken back.

        Raises JournalError, and then nothing has happened.
        """
        taken = self._played[len(self._played) - count :]
        undone: list[Event] = [Undid(len(taken))] if taken else []
        self._write([*undone, *(Did(self.game.write_action(action)) for action in actions)], source)
        if taken:
            del self._played[-len(taken) :]
            self.state, self.clocks = taken[0].before, dict(taken[0].clocks)
        for action in actions:
            self._play(action, None)
        return tuple(played.action for played in taken)

    def undo(self, source: str) -> tuple[A, ...]:
        """Takes back the latest action of a player and what chance did after it; returns what was taken back."""
        latest = self.latest
        if not latest:
            return ()
        self._write([Undid(len(latest))], source)
        del self._played[-len(latest) :]
        self.state, self.clocks = latest[0].before, dict(latest[0].clocks)
        return tuple(played.action for played in latest)

    def correct(self, zone: Zone, tag: Tag, piece: Piece, source: str) -> None:
        """From now on this label (or the unreadable one of this zone) is this piece."""
        corrected = Corrected(zone, tag, piece)
        self._write([corrected], source)
        self.labels.correct(corrected)

    def amendments(self, index: int) -> Iterator[tuple[A, S]]:
        """What the standing action `index` could have been instead, with the state that would follow it today."""
        game, did = self.game, self._played[index]
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
        self.state = amended.before
        self._play(action, amended.overruled, amended.clocks)
        for played in later:
            self._play(played.action, played.overruled, played.clocks)

    def mark_end(self, over: bool) -> None:
        """Tells the journal whether there is anything to go on with."""
        (self._store.end if over else self._store.reopen)(self._id)

    def _write(self, events: Sequence[Event], source: str) -> None:
        clocks = tuple(self.clocks.items())
        entries = [Entry(self._next_number + offset, event, source, clocks) for offset, event in enumerate(events)]
        self._store.append(self._id, entries)
        self._next_number += len(entries)

    def _play(self, action: A, overruled: str | None, clocks: Mapping[Seat, float] | None = None) -> None:
        spent = dict(self.clocks) if clocks is None else clocks
        self._played.append(PlayedAction(action, self.state, spent, overruled))
        self.state = self.game.apply(self.state, action)

    def _replay(self, dids: Sequence[Did]) -> str | None:
        """Applies what stands as far as it is legal; takes the rest back and says why, if a rule has changed."""
        for number, did in enumerate(dids):
            try:
                action = self.game.read_action(did.action)
                fault = self._broken(self.state, action, did.overruled)
            except NotationError as error:
                fault = str(error)
            if fault is not None:
                self._write([Undid(len(dids) - number)], "repair")
                return f"move {number + 1}, {did.action}: {fault}"
            self._play(action, did.overruled)
        return None

    def _followed(self, state: S, later: Sequence[PlayedAction[S, A]]) -> S | None:
        """The state after the later actions; None if one of them would now be illegal."""
        for played in later:
            if self._broken(state, played.action, played.overruled) is not None:
                return None
            state = self.game.apply(state, played.action)
        return state

    def _broken(self, state: S, action: A, overruled: str | None) -> str | None:
        """The rule that the action breaks, unless it is the one that was set aside for it."""
        broken = violation(self.game, state, action)
        return None if broken is None or broken.rule.id == overruled else str(broken)
