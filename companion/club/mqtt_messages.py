"""What goes over the broker: topics, and the messages that are no state of a table.

table-companion/ID/state     how the table stands (`table_state`), retained
table-companion/ID/online    `online`, or `offline` as the table's last will, retained
table-companion/ID/event     `{"number": 7, "event": "called", "at": 1795980000.0}`, in the order of their numbers
table-companion/ID/answer    to this table: `{"call": 7}`, the referee comes
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from companion.club.table_state import LATEST, NoMessage, message, number, whole

ROOT = "table-companion"
STATE, ONLINE, EVENT, ANSWER = "state", "online", "event", "answer"
IS_ONLINE, IS_OFFLINE = b"online", b"offline"
CALLED, ANSWERED = "called", "answered"
MOST_EVENTS = 2**53
_TOPIC = re.compile(rf"{ROOT}/([0-9a-z]{{1,40}})/({STATE}|{ONLINE}|{EVENT}|{ANSWER})")


@dataclass(frozen=True, slots=True)
class Outgoing:
    """Something to be published. Of what is `retained` only the latest matters; all else keeps its order."""

    topic: str
    payload: bytes
    retained: bool = False


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that happened at a table: `number` grows by one with each, `at` is in seconds since 1970."""

    number: int
    event: str
    at: float


def topic(table: str, kind: str) -> str:
    return f"{ROOT}/{table}/{kind}"


def parsed_topic(topic: str) -> tuple[str, str]:
    """The table and the kind of message. Raises NoMessage for a topic that is not ours."""
    found = _TOPIC.fullmatch(topic)
    if found is None:
        raise NoMessage("a topic that is not ours")
    return found[1], found[2]


def event_payload(event: TableEvent) -> bytes:
    return json.dumps({"number": event.number, "event": event.event, "at": event.at}).encode()


def event_of(payload: bytes) -> TableEvent:
    """Raises NoMessage."""
    found = message(payload)
    if found.get("event") not in (CALLED, ANSWERED):
        raise NoMessage("no event that is known")
    return TableEvent(whole(found, "number", 1, MOST_EVENTS), found["event"], number(found, "at", 0.0, LATEST))


def answer_payload(call: int) -> bytes:
    return json.dumps({"call": call}).encode()


def answered_call(payload: bytes) -> int:
    """The number of the call. Raises NoMessage."""
    return whole(message(payload), "call", 1, MOST_EVENTS)


def discovery(
    table: str, name: str, version: str, labels: dict[str, str], address: Callable[[str, str], str] = topic
) -> Outgoing:
    """What Home Assistant finds this table by: one device with its entities (its "device discovery", since 2024.11).

    `labels` are the names of `game`, `leader`, `best`, `on_turn` and `call` in the table's language.
    """
    state = address(table, STATE)
    shown = {key: _sensor(table, key, labels[key]) for key in ("game", "leader", "best", "on_turn")}
    shown["game"]["value_template"] = "{{ value_json.title }}"
    shown["call"] = {
        "platform": "binary_sensor",
        "device_class": "problem",
        "unique_id": f"{table}_call",
        "name": labels["call"],
        "value_template": "{{ 'ON' if value_json.call else 'OFF' }}",
    }
    config = {
        "device": {"identifiers": [f"{ROOT}-{table}"], "name": name, "sw_version": version},
        "origin": {"name": ROOT, "sw_version": version},
        "components": shown,
        "state_topic": state,
        "availability_topic": address(table, ONLINE),
        "qos": 1,
    }
    return Outgoing(f"homeassistant/device/{ROOT}-{table}/config", json.dumps(config).encode(), retained=True)


def _sensor(table: str, key: str, label: str) -> dict[str, str]:
    return {
        "platform": "sensor",
        "unique_id": f"{table}_{key}",
        "name": label,
        "value_template": f"{{{{ value_json.{key} if value_json.{key} is not none else '' }}}}",
    }
