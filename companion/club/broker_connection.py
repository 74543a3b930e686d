"""The way to the broker, on threads of its own: nobody who hands it something ever waits, for network or disk.

Whatever is to be sent goes onto the disk first and leaves it when the broker has acknowledged it (MQTT 3.1.1, QoS 1).
One message is under way at a time: so their order holds through every cut, and what arrives twice is the latest alone,
which receivers know by its number.
"""

from __future__ import annotations

import logging
import socket
import sqlite3
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from companion.club.link import LinkStatus, Own
from companion.club.mqtt_messages import ANSWER, EVENT, IS_OFFLINE, IS_ONLINE, ONLINE, ROOT, STATE, Outgoing, topic
from companion.club.outbox import Outbox
from companion.club.table_state import LONGEST_MESSAGE
from companion.config import Club
from companion.errors import ConfigError

logger = logging.getLogger(__name__)

SOONEST, LATEST = 1, 60
"""Seconds until a broker that is away is tried again: twice as long after each failure."""

KEEP_ALIVE = 20
"""Seconds after which a table that was cut off is noticed: the broker waits one and a half times as long."""

AT_THE_END = 1.0
"""Seconds that the last messages have when the companion is closed; what is not sent by then waits on the disk."""

KNOCKING = 5.0
"""Seconds that a broker has to answer the doctor."""

MOST_HEARD = 2000
"""Messages that wait to be looked at; a broker that sends more is not listened to meanwhile."""


class _News(Enum):
    CONNECTED = "connected"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class _Put:
    messages: tuple[Outgoing, ...]
    own: Own


@dataclass(frozen=True, slots=True)
class _Acknowledged:
    mid: int


class Connection:
    """A `Link` over paho-mqtt. Raises ConfigError for a password or certificates that cannot be used."""

    def __init__(self, settings: Club, outbox: Outbox) -> None:
        self.status = LinkStatus.AWAY
        self.id, self._settings, self._outbox = outbox.id, settings, outbox
        self._news = SimpleQueue[_News | _Put | _Acknowledged]()
        self._heard = SimpleQueue[tuple[str, bytes]]()
        self._under_way: tuple[int, int] | None = None
        """The number of the message at the broker's side and at ours."""
        self._client = self._make_client()
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)

    def start(self) -> None:
        self._client.connect_async(self._settings.broker, self._settings.port, KEEP_ALIVE)
        try:
            self._client.loop_start()
        except OSError:
            self._changes(LinkStatus.BARRED)
        self._thread.start()

    def put(self, *messages: Outgoing, own: Own) -> None:
        self._news.put(_Put(messages, own))

    def heard(self) -> Iterator[tuple[str, bytes]]:
        while not self._heard.empty():
            yield self._heard.get()

    def close(self) -> None:
        """Says that this table is away, and leaves what could not be sent on the disk."""
        self._news.put(_News.STOP)
        self._thread.join(2 * AT_THE_END)

    # --- the thread that owns the outbox ---

    def _run(self) -> None:
        stopping = False
        while not stopping or self._under_way is not None:
            try:
                news = self._news.get(timeout=AT_THE_END if stopping else None)
            except Empty:
                break
            stopping = stopping or news is _News.STOP
            try:
                self._take(news)
            except sqlite3.Error as error:
                self._outbox.leave_disk(error)
                self._take(news)
            if self.status is LinkStatus.CONNECTED and self._under_way is None:
                self._send_next()
        self._say_goodbye()
        self._outbox.close()

    def _take(self, news: _News | _Put | _Acknowledged) -> None:
        match news:
            case _Put(messages, own):
                self._outbox.put(*messages, own=own)
            case _Acknowledged(mid) if self._under_way is not None and self._under_way[0] == mid:
                self._outbox.delivered(self._under_way[1])
                self._under_way = None
            case _:
                pass

    def _send_next(self) -> None:
        found = self._outbox.first()
        if found is None:
            return
        number, message = found
        sent = self._client.publish(message.topic, message.payload, qos=1, retain=message.retained)
        # Cut off just now it is sent by the client itself as soon as there is a connection.
        if sent.rc != MQTTErrorCode.MQTT_ERR_QUEUE_SIZE:
            self._under_way = sent.mid, number

    def _say_goodbye(self) -> None:
        if self.status is LinkStatus.CONNECTED:
            gone = self._client.publish(topic(self.id, ONLINE), IS_OFFLINE, qos=1, retain=True)
            if gone.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
                gone.wait_for_publish(AT_THE_END)
        self._client.disconnect()

    # --- the client's own thread ---

    def _make_client(self) -> Client:
        # The broker keeps what is sent to this table while it is away: `clean_session` would have it forget that.
        client = Client(CallbackAPIVersion.VERSION2, f"{ROOT}-{self.id}", clean_session=False)
        if self._settings.user:
            client.username_pw_set(self._settings.user, _password(self._settings.password_file))
        if self._settings.tls:
            client.tls_set_context(tls_context(self._settings.authority))
        client.will_set(topic(self.id, ONLINE), IS_OFFLINE, qos=1, retain=True)
        client.reconnect_delay_set(SOONEST, LATEST)
        client.on_connect, client.on_disconnect = self._connected, self._cut_off
        client.on_subscribe = self._subscribed
        client.on_connect_fail = lambda *_: self._changes(LinkStatus.AWAY)
        client.on_publish, client.on_message = self._acknowledged, self._hear
        return client

    def _connected(self, client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            self._changes(LinkStatus.REFUSED)
            return
        every = [f"{ROOT}/+/{kind}" for kind in (STATE, ONLINE, EVENT)]
        client.subscribe([(each, 1) for each in (*every, topic(self.id, ANSWER))])
        client.publish(topic(self.id, ONLINE), IS_ONLINE, qos=1, retain=True)

    def _subscribed(self, _client: Client, _data: Any, _mid: int, _reasons: Any, _properties: Any) -> None:
        # Not before: what the others send until then passes this table by.
        self._changes(LinkStatus.CONNECTED)
        self._news.put(_News.CONNECTED)

    def _cut_off(self, _client: Client, _data: Any, _flags: Any, _reason: Any, _properties: Any) -> None:
        if self.status is LinkStatus.CONNECTED:
            self._changes(LinkStatus.AWAY)

    def _changes(self, status: LinkStatus) -> None:
        if status is not self.status:
            logger.info("the club's broker %s:%d: %s", self._settings.broker, self._settings.port, status.value)
        self.status = status

    def _acknowledged(self, _client: Client, _data: Any, mid: int, _reason: Any, _properties: Any) -> None:
        self._news.put(_Acknowledged(mid))

    def _hear(self, _client: Client, _data: Any, message: Any) -> None:
        if len(message.payload) <= LONGEST_MESSAGE and self._heard.qsize() < MOST_HEARD:
            self._heard.put((message.topic, message.payload))


def reach(settings: Club) -> None:
    """Knocks at the broker as a table would, and sends nothing.

    Raises ConfigError for a password or certificates that cannot be used, and OSError for what lies on the way.
    """
    _password(settings.password_file)
    with socket.create_connection((settings.broker, settings.port), KNOCKING) as knock:
        if settings.tls:
            context = tls_context(settings.authority)
            try:
                context.wrap_socket(knock, server_hostname=settings.broker).close()
            except ConnectionError as error:  # How some say that they understand nothing.
                raise ssl.SSLError(str(error)) from error


def _password(path: Path | None) -> str | None:
    """What stands in the file. Raises ConfigError where it cannot be read, or where everybody can read it."""
    if path is None:
        return None
    try:
        if path.stat().st_mode & 0o077:
            raise ConfigError(f"{path} can be read by others; take that right from them: chmod 600 {path}.")
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The club's password cannot be read from {path}; check its name and rights.") from error


class _ClosedIfNotTrusted(ssl.SSLSocket):
    """paho-mqtt forgets a socket whose handshake fails, open as it is: one more with every attempt."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


def tls_context(authority: Path | None) -> ssl.SSLContext:
    """The authorities that the machine knows, or the club's own alone. Raises ConfigError."""
    try:
        context = ssl.create_default_context(cafile=authority)
    except OSError as error:
        raise ConfigError(f"{authority} holds no certificate (PEM) of an authority; check the file.") from error
    context.sslsocket_class = _ClosedIfNotTrusted
    return context
