"""The evening so far: the one owner of the game's state, and of the journal it is a fold of.

Every change is on disk before it is seen. Nothing is patched: undo and amendment are entries like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from companion.core.game import Action, Game, Seat, legal_actions, violation
from companion.core.journal import Amended, Corrected, Did, Entry, Event, Undid, effective
from companion.core.table import UNREADABLE, Piece, Tag, Zone
from companion.errors import NotationError
from companion.store import Evening, JournalStore

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class Record(Generic[S, A]):
    """One game of the journal, opened to be gone on with."""

    def __init__(self, game: Game[S, A], store: JournalStore, evening: Evening) -> None:
        self.game = game
        self._store, self._id = store, evening.id
        self._next_number = len(evening.entries)
        self.labels: dict[Tag, Piece] = dict(game.piece_of)
        self.unread: dict[Zone, Piece] = {}
        self.standing: list[Did] = effective(evening.entries)
        self._states: list[S] = [game.setup(evening.options)]
        self.clocks: dict[Seat, float] = dict(evening.clocks)
        self._clocks_before: list[dict[Seat, float]] = []
        for entry in evening.entries:
            if isinstance(entry.event, Corrected):
                self._believe(entry.event)
        self.fault = self._replay()

    @property
    def state(self) -> S:
        return self._states[-1]

    @property
    def states(self) -> Sequence[S]:
        """All states of the evening, oldest first."""
        return self._states

    @property
    def latest(self) -> int:
        """How many entries the latest player's action and the chance events after it are; one where there is none."""
        for count, did in enumerate(reversed(self.standing), 1):
            if self.game.read_action(did.action).player is not None:
                return count
        return min(1, len(self.standing))

    def action(self, index: int) -> A:
        """The standing action with this number, from 0."""
        return self.game.read_action(self.standing[index].action)

    def spend(self, seconds: float, seats: Sequence[Seat]) -> None:
        """Puts time on the clocks of those on turn; a power cut loses less than a second of it."""
        for seat in seats:
            spent = self.clocks.get(seat, 0.0)
            self.clocks[seat] = spent + seconds
            if int(spent) != int(spent + seconds):
                self._store.save_clocks(self._id, self.clocks)

    def do(self, actions: Sequence[A], source: str, overruled: str | None = None) -> None:
        """Writes the actions down, then applies them. `overruled` excuses the last one from that rule.

        Raises JournalError, and then nothing has happened.
        """
        last = len(actions) - 1
        dids = [
            Did(self.game.write_action(action), overruled if number == last else None)
            for number, action in enumerate(actions)
        ]
        self._write(dids, source)
        for did, action in zip(dids, actions, strict=True):
            self._advance(did, action)

    def undo(self, source: str) -> tuple[A, ...]:
        """Takes back the latest action of a player and what chance did after it; returns what was taken back."""
        count = self.latest
        if not count:
            return ()
        self._write([Undid(count)], source)
        taken = tuple(self.game.read_action(did.action) for did in self.standing[-count:])
        del self.standing[-count:], self._states[-count:]
        self.clocks = self._clocks_before[-count]
        del self._clocks_before[-count:]
        return taken

    def correct(self, zone: Zone, tag: Tag, piece: Piece, source: str) -> None:
        """From now on this label (or the unreadable one of this zone) is this piece."""
        corrected = Corrected(zone, tag, piece)
        self._write([corrected], source)
        self._believe(corrected)

    def amendments(self, index: int) -> list[tuple[A, S]]:
        """What the standing action `index` could have been instead, with the state that would follow it today."""
        game, before = self.game, self._states[index]
        did = game.read_action(self.standing[index].action)
        found = []
        for other in legal_actions(game, before):
            if type(other) is type(did) and other.player == did.player and other != did:
                after = self._replayed(game.apply(before, other), index + 1)
                if after is not None:
                    found.append((other, after))
        return found

    def amend(self, index: int, action: A, source: str) -> None:
        """The standing action `index` was this one; later actions are applied anew."""
        amended = Amended(index, self.game.write_action(action))
        self._write([amended], source)
        self.standing[index] = Did(amended.action, self.standing[index].overruled)
        del self._states[index + 1 :]
        for did in self.standing[index:]:
            self._states.append(self.game.apply(self.state, self.game.read_action(did.action)))

    def mark_end(self, over: bool) -> None:
        """Tells the journal whether there is anything to go on with."""
        (self._store.end if over else self._store.reopen)(self._id)

    def _write(self, events: Sequence[Event], source: str) -> None:
        clocks = tuple(self.clocks.items())
        entries = [Entry(self._next_number + offset, event, source, clocks) for offset, event in enumerate(events)]
        self._store.append(self._id, entries)
        self._next_number += len(entries)

    def _advance(self, did: Did, action: A) -> None:
        self._clocks_before.append(dict(self.clocks))
        self._states.append(self.game.apply(self.state, action))
        self.standing.append(did)

    def _believe(self, corrected: Corrected) -> None:
        if corrected.tag == UNREADABLE:
            self.unread[corrected.zone] = corrected.piece
        else:
            self.labels[corrected.tag] = corrected.piece

    def _replay(self) -> str | None:
        """Applies what stands as far as it is legal; takes the rest back and says why, if a rule has changed."""
        dids, self.standing = self.standing, []
        for did in dids:
            fault = self._fault(did)
            if fault is not None:
                self._write([Undid(len(dids) - len(self.standing))], "repair")
                return f"move {len(self.standing) + 1}, {did.action}: {fault}"
            self._advance(did, self.game.read_action(did.action))
        return None

    def _fault(self, did: Did) -> str | None:
        try:
            action = self.game.read_action(did.action)
        except NotationError as error:
            return str(error)
        broken = violation(self.game, self.state, action)
        return None if broken is None or broken.rule.id == did.overruled else str(broken)

    def _replayed(self, state: S, start: int) -> S | None:
        """The state after the standing actions from `start` on; None if one of them would now be illegal."""
        for did in self.standing[start:]:
            action = self.game.read_action(did.action)
            broken = violation(self.game, state, action)
            if broken is not None and broken.rule.id != did.overruled:
                return None
            state = self.game.apply(state, action)
        return state
