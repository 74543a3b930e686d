"""What the figures of a journal cost of a core, by its number of evenings: `python -m benchmarks.statistics`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import process_time

from companion.core.clock import PlayerClock
from companion.core.game import Options
from companion.core.journal_entries import Did, Entry
from companion.core.screen import Open
from companion.games import GAMES
from companion.journal.evening_index import index_of
from companion.journal.saved_games import Ending
from companion.journal.store import JournalStore
from companion.pages.contents import page_of
from companion.pages.page_context import PageContext
from scripts.gallery.page_screens import LONG_NAMES, NoEvening, navigator

COUNTS = 100, 1_000, 10_000
ENTRIES = 60
"""Of each evening; no figure needs them, but the journal is as large as theirs."""

PROFILE = "".join(f"# a line of what the owner has told of his copy, {number:4}\n" for number in range(400))
"""Of each evening; as large as one of a copy of which much has been told."""

PAGES = "statistics", "more figures", "moments", "season"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, begun = Path(folder) / "journal.db", 0
        print(f"{'evenings':>10}{'journal MB':>12}{'index MB':>10}{'index made anew s':>19}", end="")
        print("".join(f"{page + ' s':>16}" for page in PAGES))
        for count in COUNTS:
            fill(path, begun, count)
            begun = count
            index_of(path).unlink(missing_ok=True)
            with JournalStore(path) as store:
                made = _seconds(store.ended_evenings)
                size, beside = (file.stat().st_size / 1e6 for file in (path, index_of(path)))
                print(f"{count:>10,}{size:>12.1f}{beside:>10.1f}{made:>19.3f}", end="")
                context = PageContext(store, GAMES, NoEvening())
                print("".join(f"{_seconds(partial(_every_game, context, page)):>16.3f}" for page in PAGES))


def _seconds(run: Callable[[], object]) -> float:
    start = process_time()
    run()
    return process_time() - start


def _every_game(context: PageContext, name: str) -> None:
    """The page is opened, and every game on it is touched."""
    page = page_of(Open(name), context, navigator())
    for game in GAMES:
        page.touched("game", game)
        page.view()


def fill(path: Path, first: int, count: int) -> None:
    random = Random(first)
    with JournalStore(path) as store:
        store._journal.disk.execute("PRAGMA synchronous = off")  # type: ignore[union-attr]
        for number in range(first, count):
            evening(store, random, [*GAMES][number % len(GAMES)])


def evening(store: JournalStore, random: Random, game: str) -> None:
    names = random.sample(LONG_NAMES, random.choice(list(GAMES[game].players)))
    seats = "ABCDEF"[: len(names)]
    saved = store.begin(game, Options(tuple(names)), PROFILE, colours=range(len(names)))
    stood = tuple((seat, PlayerClock(random.uniform(0, 3000))) for seat in seats)
    store.append(saved.id, [Entry(number, Did("A: pass"), "touch", stood) for number in range(ENTRIES)])
    points = tuple((seat, random.randrange(2000)) for seat in seats)
    spent = tuple((seat, random.uniform(600, 4000)) for seat in seats)
    how = Ending((random.choice(seats),), points, seconds=random.uniform(3000, 9000), spent=spent, goal="Tiles")
    store.end(saved.id, how)


if __name__ == "__main__":
    main()
