"""What a table spends on its club, by how its broker is: `python -m benchmarks.club`.

The thread that owns the evening takes a tick four times a second; measured is how long one takes that has to tell a
new state and hears other tables' messages; by the wall's clock, and (work) by the thread's own. Nothing of it may
depend on the broker.
"""

from __future__ import annotations

import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, thread_time
from typing import Any

from companion.club.broker_connection import Connection
from companion.club.club_table import ClubTable
from companion.club.mqtt_messages import STATE, topic
from companion.club.outbox import Outbox
from companion.club.table_snapshots import Snapshots
from companion.club.table_state import ClubTableState, TablePlayer, to_payload
from companion.config import Club
from companion.core.clock import adjust
from companion.core.text import ENGLISH
from companion.games import GAMES
from companion.session.session import Session
from scripts.gallery.page_screens import LONG_NAMES, context, played

TICKS, OTHERS, MOVES = 200, 50, 60
PLAYER = TablePlayer("Maximiliane Eva", 0, 850, 1500.0, -1)


def main() -> None:
    print(f"{'game':<20}{'broker':<12}{'work ms':>12}{'median ms':>12}{'p99 ms':>12}{'longest ms':>12}")
    for game in GAMES:
        home = context(empty=True)
        session: Session[Any, Any] = Session(
            played(home.store, game, LONG_NAMES[: max(GAMES[game].players)], MOVES), lambda _: None, lambda _: None
        )
        for broker, way in (("away", refusing), ("silent", silent)):
            with way() as port, tempfile.TemporaryDirectory() as folder:
                work, took = ticks(session, port, Path(folder))
            figures = (median(work), median(took), quantiles(took, n=100)[98], max(took))
            print(f"{game:<20}{broker:<12}" + "".join(f"{1000 * each:>12.2f}" for each in figures))


@contextmanager
def refusing() -> Iterator[int]:
    """A port at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        yield int(free.getsockname()[1])


@contextmanager
def silent() -> Iterator[int]:
    """A broker that takes every connection and never says a word, as behind a network that swallows everything."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as server:
        yield int(server.getsockname()[1])


def ticks(session: Session[Any, Any], port: int, folder: Path) -> tuple[list[float], list[float]]:
    """Seconds of work and of time that each tick took: a clock was changed, and 50 others have said something."""
    outbox = Outbox(folder / "club.db")
    connection = Connection(Club("127.0.0.1", port, tls=False), outbox)
    table = ClubTable(outbox.id, "Table 1", connection, Snapshots(ENGLISH, names=True), now=time.time)
    others = [
        (topic(f"t{number}", STATE), to_payload(ClubTableState(f"Table {number}", 1.0, "g", "G", (PLAYER,) * 6)))
        for number in range(OTHERS)
    ]
    hear: Callable[[tuple[str, bytes]], None] = connection._heard.put
    with ExitStack() as closing:
        connection.start()
        closing.callback(connection.close)
        work, took = list[float](), list[float]()
        for _ in range(TICKS):
            seat = session.history.seats[0]
            session.history.clocks = adjust(session.history.time, session.history.clocks, seat, -5.0)
            for other in others:
                hear(other)
            start, begun = perf_counter(), thread_time()
            table.tick(session)
            work.append(thread_time() - begun)
            took.append(perf_counter() - start)
            time.sleep(0.005)
        return work, took


if __name__ == "__main__":
    main()
