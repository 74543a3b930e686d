"""A table's state as a message: there and back, bounded, and nothing that a stranger sends is believed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.club.club_tables import MOST_TABLES, ClubTables
from companion.club.mqtt_messages import (
    TableEvent,
    answer_payload,
    answered_call,
    discovery,
    event_of,
    event_payload,
    topic,
)
from companion.club.table_state import (
    LONGEST_MESSAGE,
    Call,
    ClubTableState,
    NoMessage,
    TablePlayer,
    from_payload,
    to_payload,
)

AT = 1_795_980_000.0
ANN, BO = TablePlayer("Ann", 0, 850, 1500.0, -1), TablePlayer("Bo", 3, 700, 60.5, 0)
STATE = ClubTableState("Table 7", AT, "a_game", "A game", (ANN, BO), call=Call(3, AT - 240))

NAMES = st.text(max_size=60)
PLAYERS = st.builds(
    TablePlayer,
    NAMES,
    st.integers(0, 5),
    st.none() | st.integers(-9999, 9999),
    st.floats(-9e9, 9e9),
    st.integers(-1, 1),
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*json.loads(to_payload(STATE)), "x"]), inner, max_size=4)
    ),
    max_leaves=8,
)


def test_there_and_back_it_says_the_same() -> None:
    assert STATE == from_payload(to_payload(STATE))
    assert ClubTableState("", AT) == from_payload(to_payload(ClubTableState("", AT)))


FEW = settings(max_examples=30, deadline=None)


@FEW
@given(st.lists(PLAYERS, max_size=6), NAMES)
def test_the_longest_and_strangest_names_make_a_message_that_is_read(players: list[TablePlayer], name: str) -> None:
    payload = to_payload(ClubTableState(name, AT, "a_game", "A game", tuple(players)))

    assert len(payload) <= LONGEST_MESSAGE
    found = from_payload(payload)
    assert [each.points for each in players] == [each.points for each in found.players]
    assert all(each.name.isprintable() and len(each.name) <= 40 for each in found.players)


@FEW
@given(ANYTHING)
def test_what_a_stranger_sends_is_a_state_or_refused(sent: Any) -> None:
    for read in (from_payload, event_of, answered_call):
        try:
            read(json.dumps(sent).encode())
        except NoMessage:
            continue


@pytest.mark.parametrize(
    "payload",
    [
        *(b"", b"\xff", b"[]", b"[" * 9000, b'{"at": NaN}', b'{"at": 1e999}', b'{"at": true}'),
        b'{"at": 1, "name": 7}',
        b'{"at": 1, "players": [{}, {}, {}, {}, {}, {}, {}, {}, {}]}',
        b'{"at": 1, "players": [{"colour": 6, "seconds": 0, "rate": 0}]}',
        b'{"at": 1, "players": [{"colour": 0.5, "seconds": 0, "rate": 0}]}',
        b'{"at": 1, "call": 1}',
        b'{"at": 1, "name": "' + b"x" * LONGEST_MESSAGE + b'"}',
    ],
)
def test_what_is_no_state_is_refused(payload: bytes) -> None:
    with pytest.raises(NoMessage):
        from_payload(payload)


def test_what_turns_the_direction_of_writing_is_left_out_of_a_name() -> None:
    assert "abc" == from_payload(b'{"at": 1, "name": "a\\u202eb\\nc"}').name


def test_a_clock_runs_on_at_whoever_reads() -> None:
    assert (1490.0, 60.5) == (STATE.clock(ANN, AT + 10), STATE.clock(BO, AT + 10))
    later = ClubTableState(
        "Table 7", AT + 10, "a_game", "A game", (TablePlayer("Ann", 0, 850, 1489.0, -1), BO), call=STATE.call
    )
    assert later.says_the_same_as(STATE, within=2.0)
    assert not later.says_the_same_as(STATE, within=0.5)


def test_it_says_who_leads_and_nobody_where_all_have_the_same() -> None:
    assert {"leader": "Ann", "best": 850, "on_turn": "Ann"}.items() <= json.loads(to_payload(STATE)).items()
    nobody = ClubTableState("T", AT, players=(TablePlayer("", 0, 0, 0, 0), TablePlayer("", 1, 0, 0, 0)))
    assert {"leader": "", "best": None, "on_turn": ""}.items() <= json.loads(to_payload(nobody)).items()


def test_an_event_that_comes_twice_is_heard_once() -> None:
    called = event_payload(TableEvent(4, "called", AT))
    tables, first = ClubTables().hear(topic("a1", "event"), called)
    _, second = tables.hear(topic("a1", "event"), called)

    assert (TableEvent(4, "called", AT), None) == (first, second)
    assert 4 == answered_call(answer_payload(4))


def test_tables_are_sorted_by_since_when_a_referee_is_wanted_then_by_name() -> None:
    tables = ClubTables()
    for id, name, since in (
        ("a", "Table 10", None),
        ("b", "Table 9", None),
        ("c", "Table 3", 9.0),
        ("d", "Table 4", 5.0),
    ):
        call = None if since is None else Call(1, since)
        tables, _ = tables.hear(topic(id, "state"), to_payload(ClubTableState(name, AT, call=call)))

    assert ["Table 4", "Table 3", "Table 9", "Table 10"] == [state.name for _, state in tables.in_order()]


def test_no_broker_fills_the_memory_and_an_empty_message_forgets_a_table() -> None:
    tables = ClubTables()
    for number in range(MOST_TABLES + 5):
        tables, _ = tables.hear(topic(f"t{number}", "online"), b"online")
    tables, _ = tables.hear("table-companion/../../etc/state", b"{}")
    assert MOST_TABLES == len(tables.by_id)

    tables, _ = tables.hear(topic("t0", "state"), b"")
    assert "t0" not in tables.by_id


def test_home_assistant_finds_a_device_with_its_entities() -> None:
    """The form of Home Assistant's device discovery: what it requires, and nothing of the players."""
    labels = {"game": "Game", "leader": "In the lead", "best": "Points", "on_turn": "On turn", "call": "Referee wanted"}
    found = discovery("a1", "Table 7", "0.1", labels)
    config = json.loads(found.payload)

    assert ("homeassistant/device/table-companion-a1/config", True) == (found.topic, found.retained)
    assert {"device", "origin", "components", "state_topic", "availability_topic", "qos"} == set(config)
    assert topic("a1", "state") == config["state_topic"]
    assert 5 == len({each["unique_id"] for each in config["components"].values()})
    assert all({"platform", "name", "value_template"} <= set(each) for each in config["components"].values())
