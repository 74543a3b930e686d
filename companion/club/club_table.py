"""This table as one of a club's: what it tells the others, whether it wants a referee, what it has heard of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from typing import Any

from companion.club.club_tables import ClubTables
from companion.club.link import ClubLink, LinkStatus, Own
from companion.club.mqtt_messages import (
    ANSWER,
    ANSWERED,
    CALLED,
    EVENT,
    ONLINE,
    STATE,
    Outgoing,
    TableEvent,
    answer_payload,
    answered_call,
    discovery,
    event_payload,
    topic,
)
from companion.club.table_snapshots import Snapshots
from companion.club.table_state import Call, ClubTableState, NoMessage, to_payload
from companion.core.text import Language, say
from companion.session.session import Session

CLOCKS_WITHIN = 2.0
"""Seconds by which the others may see a clock wrong before they are told anew."""

HEARD_AT_ONCE = 40
"""Messages of the others that are read in one tick: when the broker comes back, every table has something to say."""

LABELS = {
    "game": say("Game"),
    "leader": say("In the lead"),
    "best": say("Points of the leader"),
    "on_turn": say("On turn"),
    "call": say("Referee wanted"),
}


class ClubTable:
    """Owned by the thread that owns the session. `now` is in seconds since 1970.

    `name` is what the table is called, `kept` gives what was kept of it before (`Own`), by name.
    """

    def __init__(  # noqa: PLR0913
        self,
        id: str,
        name: str,
        link: ClubLink,
        snapshots: Snapshots,
        *,
        now: Callable[[], float],
        kept: Callable[[str], str] = lambda _: "",
    ) -> None:
        self.id, self._name, self._link, self._snapshots, self._now = id, name, link, snapshots, now
        self._events = int(kept("events") or 0)
        self.call = _kept_call(kept("call"))
        self.tables = ClubTables()
        self._told: ClubTableState | None = None
        self._answering: dict[str, int] = {}

    @property
    def status(self) -> LinkStatus:
        return self._link.status

    def now(self) -> float:
        return self._now()

    def introduce(self, version: str, language: Language) -> None:
        """Has Home Assistant find this table."""
        labels = {key: label.render(language) for key, label in LABELS.items()}
        self._link.put(discovery(self.id, self._name, version, labels), own={})

    def tick(self, session: Session[Any, Any] | None) -> bool:
        """Tells what has changed at this table, and hears the others: whether one of them has called a referee."""
        called = False
        for heard_topic, payload in islice(self._link.heard(), HEARD_AT_ONCE):
            if heard_topic == topic(self.id, ANSWER):
                self._hear_answer(payload)
                continue
            self.tables, event = self.tables.hear(heard_topic, payload)
            others = not heard_topic.startswith(topic(self.id, ""))
            called = called or (others and event is not None and event.event == CALLED)
        self._tell(session)
        return called

    def call_referee(self, session: Session[Any, Any] | None) -> None:
        if self.call is None:
            self.call = Call(self._events + 1, self._now())
            self._happened(CALLED, session)

    def answer(self, id: str, session: Session[Any, Any] | None = None) -> None:
        """A referee comes to this table of the club; who has called there is told, and this one at once."""
        state = self.tables.by_id[id].state if id in self.tables.by_id else None
        if id == self.id:
            self._answered(session)
        elif state is not None and state.call is not None and not self.is_answering(id):
            self._answering[id] = state.call.number
            self._link.put(Outgoing(topic(id, ANSWER), answer_payload(state.call.number)), own={})

    def is_answering(self, id: str) -> bool:
        """Whether this screen has said that a referee comes, and the table has not heard it yet."""
        state = self.tables.by_id[id].state if id in self.tables.by_id else None
        return state is not None and state.call is not None and self._answering.get(id) == state.call.number

    def _hear_answer(self, payload: bytes) -> None:
        """An answer to an earlier call, or one that comes twice, answers nothing."""
        try:
            number = answered_call(payload)
        except NoMessage:
            return
        if self.call is not None and self.call.number == number:
            self._answered(None)

    def _answered(self, session: Session[Any, Any] | None) -> None:
        if self.call is not None:
            self.call = None
            self._happened(ANSWERED, session)

    def _happened(self, what: str, session: Session[Any, Any] | None) -> None:
        self._events += 1
        event = TableEvent(self._events, what, self._now())
        kept: Own = {"events": str(self._events), "call": _keep(self.call)}
        self._link.put(Outgoing(topic(self.id, EVENT), event_payload(event)), own=kept)
        if session is not None:
            self._tell(session)

    def _tell(self, session: Session[Any, Any] | None) -> None:
        state = self._snapshots.of(self._name, session, self.call, self._now())
        if self._told is None or not state.says_the_same_as(self._told, CLOCKS_WITHIN):
            self._told, payload = state, to_payload(state)
            self._link.put(Outgoing(topic(self.id, STATE), payload, retained=True), own={})
            # So it stands among the others also while the broker is away.
            self.tables, _ = self.tables.hear(topic(self.id, STATE), payload)
            self.tables, _ = self.tables.hear(topic(self.id, ONLINE), b"online")


def _keep(call: Call | None) -> str:
    return "" if call is None else json.dumps([call.number, call.since])


def _kept_call(kept: str) -> Call | None:
    return Call(*json.loads(kept)) if kept else None
