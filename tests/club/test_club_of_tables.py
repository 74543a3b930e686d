"""A club over a real broker: nothing is lost and nothing comes twice, whatever is cut and for how long."""

from __future__ import annotations

import json
import logging
import socket
import ssl
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.club.broker_connection import Connection, tls_context
from companion.club.club_table import ClubTable
from companion.club.link import LinkStatus
from companion.club.mqtt_messages import EVENT, ONLINE, STATE, Outgoing, event_of, parsed_topic, topic
from companion.club.outbox import MOST_WAITING, Outbox
from companion.club.table_snapshots import Snapshots
from companion.config import Club, read_settings
from companion.core.text import ENGLISH
from companion.errors import ConfigError
from tests.club.conftest import Broker
from tests.waiting import until

TABLES = 50


class Seated:
    """A table that nobody plays at, with its way to the broker."""

    def __init__(self, folder: Path, settings: Club) -> None:
        self.outbox = Outbox(folder / f"{settings.table}.db")
        self.link = Connection(settings, self.outbox)
        snapshots = Snapshots(ENGLISH, names=True)
        kept = self.outbox.remembered
        self.table = ClubTable(self.outbox.id, settings.table, self.link, snapshots, now=time.time, kept=kept)
        self.link.start()

    @property
    def id(self) -> str:
        return self.table.id


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Callable[[Club], Seated]]:
    seated: list[Seated] = []

    def at_table(settings: Club) -> Seated:
        seated.append(Seated(tmp_path, settings))
        return seated[-1]

    yield at_table
    for each in seated:
        each.link.close()


def open_broker(broker: Broker, table: str = "Table 1") -> Club:
    return Club("127.0.0.1", broker.port, tls=False, table=table)


def ticking(tables: list[Seated], holds: Callable[[], bool], what: str) -> None:
    """Lets time pass at these tables until something holds."""

    def passed() -> bool:
        for each in tables:
            each.table.tick(None)
        return holds()

    until(passed, what)


class Listener:
    """Another program in the club: everything that it has heard, in order."""

    def __init__(self, settings: Club, folder: Path) -> None:
        self.link = Connection(settings, Outbox(folder / "listener.db"))
        self.heard: list[tuple[str, bytes]] = []
        self.numbers: dict[str, list[int]] = defaultdict(list)
        """Of the events of each table, those that came twice once."""
        self.link.start()

    def listen(self) -> None:
        for heard_topic, payload in self.link.heard():
            self.heard.append((heard_topic, payload))
            id, kind = parsed_topic(heard_topic)
            if kind == EVENT and (number := event_of(payload).number) not in self.numbers[id][-1:]:
                self.numbers[id].append(number)


@pytest.fixture
def listener(broker: Broker, tmp_path: Path) -> Iterator[Listener]:
    """Hears whatever is said from its first connection on, also what it misses while it is cut off."""
    listening = Listener(open_broker(broker), tmp_path)
    until(lambda: listening.link.status is LinkStatus.CONNECTED, "the listener")
    yield listening
    listening.link.close()


def test_fifty_tables_and_a_cut_network_lose_nothing_and_tell_nothing_twice(
    broker: Broker, seat: Callable[[Club], Seated], listener: Listener
) -> None:
    """Calls are made before, while and after the broker is away; each arrives once and in its order."""
    tables = [seat(open_broker(broker, f"Table {number}")) for number in range(TABLES)]
    first = tables[0].table

    def all_heard(calls: int) -> Callable[[], bool]:
        def holds() -> bool:
            listener.listen()
            return [[calls]] * TABLES == [each[-1:] for each in listener.numbers.values()]

        return holds

    def call_and_answer_everywhere() -> None:
        for each in tables:
            each.table.call_referee(None)
            each.table.answer(each.id)

    ticking(tables, lambda: len(first.tables.in_order()) == TABLES, "all tables to see each other")
    call_and_answer_everywhere()
    ticking(tables, all_heard(2), "the first calls")
    broker.stop()
    call_and_answer_everywhere()
    broker.start()
    ticking(tables, all_heard(4), "what was called while the broker was away")
    ticking(tables, lambda: all(table.online for table, _ in first.tables.in_order()), "everybody to be there again")

    assert {each.id: [1, 2, 3, 4] for each in tables} == listener.numbers


def test_a_call_is_shown_everywhere_and_answered_from_another_table(
    broker: Broker, seat: Callable[[Club], Seated]
) -> None:
    caller, referee = seat(open_broker(broker, "Table 1")), seat(open_broker(broker, "Table 2"))
    rung = []

    def shows_call() -> bool:
        caller.table.tick(None)
        rung.append(referee.table.tick(None))
        known = referee.table.tables.by_id.get(caller.id)
        return known is not None and known.state is not None and known.state.call is not None and any(rung)

    until(lambda: {caller.link.status, referee.link.status} == {LinkStatus.CONNECTED}, "both to hear the club")
    caller.table.call_referee(None)
    until(shows_call, "the call")
    referee.table.answer(caller.id)
    assert referee.table.is_answering(caller.id)
    ticking([caller, referee], lambda: caller.table.call is None, "the answer")
    ticking([caller, referee], lambda: not referee.table.is_answering(caller.id), "the call to be over everywhere")

    assert 1 == rung.count(True)


def test_an_answer_given_while_the_table_was_cut_off_reaches_it_later(
    broker: Broker, seat: Callable[[Club], Seated], tmp_path: Path
) -> None:
    referee, caller = seat(open_broker(broker, "Table 2")), Seated(tmp_path, open_broker(broker, "Table 1"))
    caller.table.call_referee(None)
    ticking([caller, referee], lambda: _calls(referee, caller.id), "the call")
    caller.link.close()
    ticking([referee], lambda: not referee.table.tables.by_id[caller.id].online, "its last word")
    referee.table.answer(caller.id)

    again = seat(open_broker(broker, "Table 1"))
    assert (caller.id, True) == (again.id, again.table.call is not None)
    ticking([again, referee], lambda: again.table.call is None, "the answer")


def _calls(seen_from: Seated, id: str) -> bool:
    known = seen_from.table.tables.by_id.get(id)
    return known is not None and known.state is not None and known.state.call is not None


def test_what_a_closed_table_could_not_send_is_sent_when_it_is_back(
    broker: Broker, seat: Callable[[Club], Seated], listener: Listener, tmp_path: Path
) -> None:
    broker.stop()
    away = Seated(tmp_path, open_broker(broker, "Table 1"))
    away.table.call_referee(None)
    away.table.tick(None)
    away.link.close()
    broker.start()
    seat(open_broker(broker, "Table 1"))

    def heard() -> bool:
        listener.listen()
        return listener.numbers == {away.id: [1]}

    until(heard, "the call of before")


def test_who_is_cut_off_leaves_a_last_will(broker: Broker, seat: Callable[[Club], Seated], tmp_path: Path) -> None:
    """The process ends without a word, as when the plug is pulled: the broker says it for the table."""
    script = tmp_path / "table.py"
    script.write_text(
        "import sys, time\nfrom pathlib import Path\n"
        "from companion.club.broker_connection import Connection\nfrom companion.club.outbox import Outbox\n"
        "from companion.club.link import LinkStatus\nfrom companion.config import Club\n"
        f"link = Connection(Club('127.0.0.1', {broker.port}, tls=False), Outbox(Path({str(tmp_path / 'cut.db')!r})))\n"
        "link.start()\nprint(link.id, flush=True)\ntime.sleep(60)\n"
    )
    watcher = seat(open_broker(broker))
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        id = process.stdout.readline().strip()
        tables = watcher.table
        ticking([watcher], lambda: id in tables.tables.by_id and tables.tables.by_id[id].online, "the table")
        process.kill()
    ticking([watcher], lambda: not tables.tables.by_id[id].online, "its last will")


class TestSecrets:
    @pytest.fixture
    def certificates(self, tmp_path: Path) -> Path:
        folder = tmp_path / "certificates"
        folder.mkdir()
        make = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
        subprocess.run(
            ["openssl", *make.split(), "-keyout", "key.pem", "-out", "cert.pem"],
            cwd=folder,
            check=True,
            capture_output=True,
        )
        return folder

    def test_tls_and_a_password_let_in_who_has_them_and_the_log_has_neither(
        self,
        new_broker: Callable[..., Broker],
        seat: Callable[[Club], Seated],
        certificates: Path,
        tmp_path: Path,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        passwords, mine, wrong = tmp_path / "passwords", tmp_path / "mine", tmp_path / "wrong"
        passwords.write_text("table7:open sesame\n")
        subprocess.run(["mosquitto_passwd", "-U", passwords], check=True, capture_output=True)
        for path, secret in ((mine, "open sesame"), (wrong, "open barley")):
            path.write_text(f"{secret}\n")
            path.chmod(0o600)
        broker = new_broker(
            f"cafile {certificates}/cert.pem",
            f"certfile {certificates}/cert.pem",
            f"keyfile {certificates}/key.pem",
            "allow_anonymous false",
            f"password_file {passwords}",
        )
        caplog.set_level(logging.DEBUG)

        def table(name: str, password: Path) -> Club:
            cert = certificates / "cert.pem"
            return Club("localhost", broker.port, authority=cert, user="table7", password_file=password, table=name)

        let_in, refused = seat(table("Table 7", mine)), seat(table("Table 8", wrong))
        stranger = seat(Club("localhost", broker.port, table="Table 9"))
        until(lambda: let_in.link.status is LinkStatus.CONNECTED, "the table with the password")
        until(lambda: refused.link.status is LinkStatus.REFUSED, "the one without to be refused")

        until(lambda: "unknown ca" in broker.log, "one who does not know who signed the broker's certificate to go")

        assert LinkStatus.AWAY is stranger.link.status
        stranger.link.close()
        assert not [line for line in caplog.messages if "open" in line]

    def test_a_broker_that_is_not_trusted_leaves_no_socket_open(self) -> None:
        ours, theirs = socket.socketpair()
        theirs.sendall(b"no handshake at all")
        theirs.close()
        client = tls_context(None).wrap_socket(ours, server_hostname="localhost", do_handshake_on_connect=False)

        with pytest.raises((ssl.SSLError, ConnectionError)):
            client.do_handshake()

        assert -1 == client.fileno()

    @pytest.mark.parametrize(
        ("mode", "said"),
        [(0o644, "can be read by others; take that right from them: chmod 600"), (None, "cannot be read")],
    )
    def test_a_password_that_others_can_read_or_nobody_is_refused_in_a_sentence(
        self, tmp_path: Path, mode: int | None, said: str
    ) -> None:
        path = tmp_path / "password"
        if mode is not None:
            path.write_text("secret")
            path.chmod(mode)
        with pytest.raises(ConfigError, match=said) as refused:
            Connection(Club("localhost", user="me", password_file=path), Outbox(None))
        assert "secret" not in str(refused.value)

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ('broker = "a b"', "expected the name or address of a machine"),
            ("port = 0", "expected a port from 1 to 65535"),
            ('broker = "far"\ntls = false\nuser = "me"\npassword_file = "p"', "a password is sent through TLS alone"),
            ('broker = "far"\npassword_file = "p"', "no user whose password it is"),
            ('password = "secret"', "'password' is unknown"),
        ],
    )
    def test_wrong_settings_are_refused_in_a_sentence(self, tmp_path: Path, line: str, said: str) -> None:
        path = tmp_path / "companion.toml"
        path.write_text(f"[club]\n{line}\n")
        with pytest.raises(ConfigError, match=said):
            read_settings(path)


class TestOutbox:
    def test_of_a_state_only_the_latest_waits_and_events_keep_their_order(self) -> None:
        outbox = Outbox(None)
        state = [Outgoing("s", bytes([number]), retained=True) for number in range(3)]
        events = [Outgoing("e", bytes([number])) for number in range(2)]
        for message in (state[0], events[0], state[1], events[1], state[2]):
            outbox.put(message)

        found = []
        while (waiting := outbox.first()) is not None:
            found.append(waiting[1])
            outbox.delivered(waiting[0])
        assert [*events, state[2]] == found

    def test_where_the_disk_takes_nothing_any_more_it_goes_on_in_memory(
        self, broker: Broker, seat: Callable[[Club], Seated], listener: Listener
    ) -> None:
        table = seat(open_broker(broker))
        until(lambda: table.link.status is LinkStatus.CONNECTED, "the table")
        table.outbox._disk.execute("PRAGMA query_only = on")
        table.table.call_referee(None)

        def heard() -> bool:
            listener.listen()
            return listener.numbers == {table.id: [1]}

        until(heard, "the call")

    def test_it_is_bounded_and_the_oldest_go(self) -> None:
        outbox = Outbox(None)
        for number in range(MOST_WAITING + 3):
            outbox.put(Outgoing("e", str(number).encode()))
        first = outbox.first()

        assert first is not None
        assert Outgoing("e", b"3") == first[1]

    def test_it_is_the_same_table_after_a_restart_and_begins_anew_where_the_file_is_broken(
        self, tmp_path: Path
    ) -> None:
        path = tmp_path / "club.db"
        one = Outbox(path)
        one.put(Outgoing("e", b"1"))
        one.close()
        two = Outbox(path)
        assert (one.id, Outgoing("e", b"1")) == (two.id, (two.first() or (0, None))[1])
        two.close()
        path.write_bytes(b"no database at all, and long enough to be taken for one" * 40)

        assert Outbox(path).first() is None


def test_nothing_but_what_is_listed_leaves_a_table(
    broker: Broker, seat: Callable[[Club], Seated], listener: Listener
) -> None:
    table = seat(open_broker(broker))
    table.table.call_referee(None)

    def heard() -> bool:
        table.table.tick(None)
        listener.listen()
        return {STATE, ONLINE} <= {parsed_topic(each)[1] for each, _ in listener.heard}

    until(heard, "the table's state")
    state = next(payload for each, payload in listener.heard if each == topic(table.id, STATE))
    keys = {"name", "at", "game", "title", "players", "paused", "over", "call", "leader", "best", "on_turn"}
    assert keys == set(json.loads(state))
