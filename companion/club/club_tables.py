"""All tables of a club, as their messages have told of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.club.mqtt_messages import EVENT, IS_ONLINE, ONLINE, STATE, TableEvent, event_of, parsed_topic
from companion.club.table_state import ClubTableState, NoMessage, from_payload
from companion.core.text import as_people_sort

MOST_TABLES = 200


@dataclass(frozen=True, slots=True)
class TableEntry:
    """`state` is None as long as only its presence is known; `heard` is the number of its latest event."""

    id: str
    state: ClubTableState | None = None
    online: bool = False
    heard: int = 0


@dataclass(frozen=True, slots=True)
class ClubTables:
    """A value: `hear` gives the next one."""

    by_id: Mapping[str, TableEntry] = field(default_factory=dict)

    def hear(self, topic: str, payload: bytes) -> tuple[ClubTables, TableEvent | None]:
        """After this message, and the event that it told of; one that was heard before tells of nothing.

        What is no message of a table changes nothing. An empty state is how a broker's owner forgets a table.
        """
        try:
            id, kind = parsed_topic(topic)
            if kind == STATE and not payload:
                return ClubTables({other: table for other, table in self.by_id.items() if other != id}), None
            if id not in self.by_id and len(self.by_id) >= MOST_TABLES:
                return self, None
            return self._heard(self.by_id.get(id, TableEntry(id)), kind, payload)
        except NoMessage:
            return self, None

    def _heard(self, table: TableEntry, kind: str, payload: bytes) -> tuple[ClubTables, TableEvent | None]:
        event = None
        if kind == STATE:
            table = replace(table, state=from_payload(payload))
        elif kind == ONLINE:
            table = replace(table, online=payload == IS_ONLINE)
        elif kind == EVENT:
            event = event_of(payload)
            if event.number <= table.heard:
                return self, None
            table = replace(table, heard=event.number)
        return ClubTables({**self.by_id, table.id: table}), event

    def in_order(self) -> list[tuple[TableEntry, ClubTableState]]:
        """Where a referee has been wanted longest first, then by name; those of which nothing is known are left out."""
        known = [(table, table.state) for table in self.by_id.values() if table.state is not None]
        return sorted(known, key=lambda each: (_since(each[1]), as_people_sort(each[1].name), each[0].id))


def _since(state: ClubTableState) -> float:
    return float("inf") if state.call is None else state.call.since
