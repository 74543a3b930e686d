"""How long the figures of a journal take, by its number of evenings: `python -m benchmarks.statistics`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

from companion.core.clock import PlayerClock
from companion.core.game import Options
from companion.core.journal_entries import Did, Entry
from companion.games import GAMES
from companion.journal.saved_games import Ending
from companion.journal.store import JournalStore
from companion.pages.house import House
from companion.pages.statistics import EveningsSoFar
from scripts.gallery.page_screens import LONG_NAMES, NoEvening

COUNTS = 100, 1_000, 10_000
ENTRIES = 60
"""Of each evening; no figure needs them, but the journal is as large as theirs."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, begun = Path(folder) / "journal.db", 0
        print(f"{'evenings':>10}{'journal MB':>12}{'figures s':>12}")
        for count in COUNTS:
            fill(path, begun, count)
            begun = count
            with JournalStore(path) as store:
                house = House(store, GAMES, NoEvening())
                start = perf_counter()
                page = EveningsSoFar(house, "")
                for game in GAMES:
                    page.touched("game", game)
                    page.view()
                print(f"{count:>10,}{path.stat().st_size / 1e6:>12.1f}{perf_counter() - start:>12.3f}")


def fill(path: Path, first: int, count: int) -> None:
    random = Random(first)
    with JournalStore(path) as store:
        store._journal.disk.execute("PRAGMA synchronous = off")  # type: ignore[union-attr]
        for number in range(first, count):
            evening(store, random, [*GAMES][number % len(GAMES)])


def evening(store: JournalStore, random: Random, game: str) -> None:
    names = random.sample(LONG_NAMES, random.choice(list(GAMES[game].players)))
    seats = "ABCDEF"[: len(names)]
    saved = store.begin(game, Options(tuple(names)), colours=range(len(names)))
    stood = tuple((seat, PlayerClock(random.uniform(0, 3000))) for seat in seats)
    store.append(saved.id, [Entry(number, Did("A: pass"), "touch", stood) for number in range(ENTRIES)])
    points = tuple((seat, random.randrange(2000)) for seat in seats)
    spent = tuple((seat, random.uniform(600, 4000)) for seat in seats)
    store.end(saved.id, Ending((random.choice(seats),), points, seconds=random.uniform(3000, 9000), spent=spent))


if __name__ == "__main__":
    main()
