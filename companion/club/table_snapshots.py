"""How the evening at this table stands, for its club."""

from __future__ import annotations

from typing import Any

from companion.club.table_state import Call, ClubTableState, TablePlayer
from companion.core.clock import face
from companion.core.game import Seat
from companion.core.text import Language
from companion.session.session import Session


class Snapshots:
    """Games' titles are in this language; `names` says whether the players' names may leave the table.

    Counting points takes long in some games: it is done once for each state.
    """

    def __init__(self, language: Language, *, names: bool) -> None:
        self._language, self._names = language, names
        self._counted: tuple[object, dict[Seat, int]] | None = None

    def of(self, name: str, session: Session[Any, Any] | None, call: Call | None, now: float) -> ClubTableState:
        """The table of this name at `now`, in seconds since 1970."""
        if session is None:
            return ClubTableState(name, now, call=call)
        history = session.history
        over = history.ended_early or history.game.outcome(history.state) is not None
        paused = session.timekeeper.paused_for is not None
        running = () if over or paused else history.game.to_move(history.state)
        points = self._points(session)
        gains = 1 if not history.time.runs_down else -1
        players = tuple(
            TablePlayer(
                history.names[seat] if self._names else "",
                history.colour(seat),
                points.get(seat),
                round(face(history.time, clock).seconds, 1),
                gains if seat in running else 0,
            )
            for seat, clock in history.clocks.items()
        )
        return ClubTableState(
            name, now, history.game.name, history.game.title.render(self._language), players, paused, over, call
        )

    def _points(self, session: Session[Any, Any]) -> dict[Seat, int]:
        history = session.history
        if self._counted is None or self._counted[0] is not history.state:
            sheets = history.game.score(history.state)
            points = {seat: sheet.total for sheet in sheets for seat in sheet.seats}
            self._counted = history.state, points
        return self._counted[1]
