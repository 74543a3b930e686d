"""What a version can do on this machine, tried out before an update switches to it: games, labels, journal, window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.application.application import Application
from companion.config import Settings
from companion.core.text import ENGLISH, Text, say, say_plural
from companion.errors import HardwareError, JournalError
from companion.games import GAMES, picture_of, why_not_continued, with_profile
from companion.journal.store import JournalStore
from companion.label_sets.piece_labels import opening_state
from companion.pages.machine import nothing
from companion.session.game_history import GameHistory

SIZE = (800, 480)
FRAMES = 3


def try_out(settings: Settings, journal: Path, needed: Iterable[str] = ()) -> Iterator[Text]:
    """Says what works. Raises whatever does not, be it one of the games that are needed."""
    for game in needed:
        opening_state(GAMES[game])
    for game in GAMES:
        picture_of(game)
    faults = GAMES.faults()
    yield say_plural("{count} game", "{count} games", len(GAMES))
    yield from faults.values()
    # The libraries that read pictures, and what watches a table with them.
    import companion.cameras.table_watch  # noqa: F401  (imported is what it shall be)

    yield say("reading of labels")
    with _opened(journal) as store:
        yield evenings(store)
        draw_home(settings, store)
        yield say("the screen")


def _opened(journal: Path) -> JournalStore:
    """To be read. Raises JournalError for a damaged one."""
    if not journal.exists():
        return JournalStore(":memory:")
    store = JournalStore(journal, to_read=True)
    if store.repaired is not None:
        raise JournalError(f"The journal {journal} is not whole: {store.repaired}")
    return store


def evenings(store: JournalStore) -> Text:
    """Every evening is read, and the one that goes on is followed to its end. Raises JournalError."""
    kept = store.games()
    for id, *_ in kept:
        store.load(id)
    saved = store.latest()
    if saved is not None and why_not_continued(saved.game, saved.version) is None:
        GameHistory(with_profile(saved.game, saved.profile), store, saved)
    return say_plural("the journal, {count} evening", "the journal, {count} evenings", len(kept))


def draw_home(settings: Settings, store: JournalStore) -> None:
    """Raises HardwareError where nothing is drawn."""
    application = Application(settings, store, nothing, ENGLISH)
    application.window.open(SIZE)
    application.welcome()
    for _ in range(FRAMES):
        application.window.ask_for_frame()
        application.window.frame()
    drawn = application.window.frames
    application.window.close()
    if not drawn:
        raise HardwareError("The window opened, but nothing was drawn in it; check the display's driver.")
