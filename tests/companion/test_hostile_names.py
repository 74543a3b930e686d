"""What people and labels are called is data, shown and stored as it is: never markup, path, code or format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.appliance.bug_report import Report, replay, state_of, write_report
from companion.core.game import Options
from companion.core.journal_entries import Corrected
from companion.core.screen import Open
from companion.core.table import LabelPlace, Observation, Pose
from companion.errors import ConfigError
from companion.games import GAMES
from companion.journal.record import read_records, write_record
from companion.journal.store import JournalStore
from companion.pages.contents import page_of
from companion.pages.page_context import PageContext
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from companion.session.session import Session
from scripts.gallery.page_screens import NoEvening, navigator

HOSTILE = (
    "[b]Ann[/b][ref=x]",
    "../../etc/passwd",
    "'; DROP TABLE game; --",
    "{0.__class__}{name}{",
    "%s%n%(x)s",
    "<img src=x>&amp;",
    "$(reboot)`id`",
    "A: pass",
    "-rf",
)
PAGES = ("home", "evenings", "people", "more", "history", "result", "clock", "settings", "correct")
FIRST = next(iter(GAMES))


def words_in(value: object) -> Iterator[str]:
    """Every text in a page or a screen, as it would be drawn."""
    if hasattr(value, "__dataclass_fields__"):
        if type(value).__module__ == "companion.core.text":
            yield str(value)
            return
        for name in value.__dataclass_fields__:
            yield from words_in(getattr(value, name))
    elif isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from words_in(part)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_shown_and_stored_as_it_is(name: str, tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        saved = store.begin(FIRST, Options((name, "Ben")), colours=(0, 1))
        history = GameHistory(GAMES[FIRST], store, saved)
        session = Session(history, lambda _: None, lambda _: None)
        session.handle(Tick(0.0))
        context = PageContext(store, GAMES, NoEvening(), session=session)
        shown = {page: list(words_in(page_of(Open(page), context, navigator()).view())) for page in PAGES}
        record = write_record(store.record(saved.id))
        path = write_report(Report(tmp_path / "none", (state_of(history),)), store, tmp_path / "reports")

        assert (name, "Ben") == store.load(saved.id).options.names
        assert name in {person.name for person in store.people()}
    for page in ("home", "evenings", "people", "result"):
        assert any(name in words for words in shown[page]), page
    assert session.screen is not None
    assert any(name in words for words in words_in(session.screen))
    assert (name, "Ben") == read_records(record.encode(), "it")[0].saved.options.names
    assert [True] == [found == reported for found, reported in replay(path)]
    with ZipFile(path) as file:
        assert {"journal.db", "report.json"} == set(file.namelist())
    expected = {"journal.db", "journal.db-clocks", "journal.db-lock", "journal.db-running", "reports", path.name}
    assert expected >= {each.name for each in tmp_path.rglob("*")}


@pytest.mark.parametrize("name", ["\u202eneb", "a\x00b", "a\nb", ""])
def test_a_name_with_signs_that_cannot_be_shown_is_refused(name: str) -> None:
    with pytest.raises(ConfigError):
        GAMES[FIRST].initial_state(Options((name, "Ben")))


@pytest.mark.parametrize("payload", [*HOSTILE, "\u202eneb", "a\x00b", ""])
def test_what_a_label_says_is_a_piece_or_nothing(payload: str, tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        history = GameHistory(GAMES[FIRST], store, store.begin(FIRST, Options(("Ann", "Ben"))))
        session = Session(history, lambda _: None, lambda _: None)
        session.handle(Observation((LabelPlace(payload, Pose(100.0, 100.0, 0.0)),)))
        session.handle(Tick(0.0))
        session.handle(Tick(3.0))
        history.correct("market", payload, next(iter(GAMES[FIRST].piece_of.values())), "touch")

        assert () == tuple(history.played)
        (entry,) = store.load(history.id).entries
        assert isinstance(entry.event, Corrected)
        assert payload == entry.event.tag
