"""How the table lay when it agreed with the game outlives a power cut, and is no more than a help."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.core.game import Options
from companion.core.table import LabelPlace, Pose
from companion.journal.clock_file import checksum
from companion.journal.store import JournalStore

BEGUN = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
LABELS = (LabelPlace("A1", Pose(10.0, 50.5, 90.0)), LabelPlace("C1", Pose(30.0, 50.0)))


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Path, str]:
    """A journal whose evening has a look kept with it, as the power fails."""
    path = tmp_path / "journal.db"
    store = JournalStore(path, lambda: BEGUN)
    evening = store.begin("orchard", Options(("Ann", "Bob"))).id
    store.keep_look(evening, 3, LABELS)
    store.close()
    return path, evening


def look(path: Path, evening: str, entries: int = 3, later: timedelta = timedelta(minutes=2)) -> tuple[LabelPlace, ...]:
    with JournalStore(path, lambda: BEGUN + later) as store:
        return tuple(store.look_of(evening, entries))


def test_it_is_read_again_when_the_power_is_back(kept: tuple[Path, str]) -> None:
    assert LABELS == look(*kept)
    assert LABELS == look(*kept, later=timedelta(minutes=-40)), "the clock of the machine was set back"


def test_of_an_evening_that_has_gone_on_or_of_another_day_it_tells_nothing(kept: tuple[Path, str]) -> None:
    path, evening = kept

    assert () == look(path, evening, entries=4)
    assert () == look(path, evening, later=timedelta(days=1))
    assert () == look(path, "another")


def test_where_each_label_was_seen_last_is_known_for_good(kept: tuple[Path, str]) -> None:
    """Also of an evening that has gone on: most still lie there, and each is looked at before it counts."""
    path, evening = kept
    moved, covered = LabelPlace("C1", Pose(70.0, 50.0)), LabelPlace("P1", Pose(35.0, 60.5, 270.0))
    with JournalStore(path, lambda: BEGUN) as store:
        store.keep_look(evening, 3, LABELS, [moved, covered])

    with JournalStore(path, lambda: BEGUN + timedelta(days=1)) as store:
        assert (LABELS[0], moved, covered) == tuple(store.known_places(evening))
        assert () == tuple(store.known_places("another"))
    assert LABELS == look(path, evening)


def sealed(body: bytes) -> bytes:
    return b"%s\n%s\n" % (checksum(body), body)


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"0123456789abcdef\n[3",
        b"\xff\x00" * 40,
        sealed(b"{}"),
        sealed(b'[3, 0, [["A1", "here", 0, 0]]]'),
        sealed(b'[3, 0, [["A1", NaN, 0, 0]]]'),
        sealed(b"[3, null, 7]"),
    ],
)
def test_a_damaged_one_is_as_none_and_one_line_says_so(
    kept: tuple[Path, str], damage: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path, evening = kept
    next((path.parent / "tables").glob("*.look")).write_bytes(damage)

    with JournalStore(path, lambda: BEGUN) as store:
        assert ((), ()) == (tuple(store.look_of(evening, 3)), tuple(store.known_places(evening)))
        store.keep_look(evening, 3, LABELS)
        assert LABELS == tuple(store.known_places(evening))
    assert 1 == len(caplog.records)
    assert caplog.messages[0].startswith("Where the pieces lay is not known from before: ")


def test_one_of_an_earlier_version_is_read(kept: tuple[Path, str]) -> None:
    """It has only the labels of the table that agreed."""
    path, evening = kept
    next((path.parent / "tables").glob("*.look")).write_bytes(
        sealed(b'[3, %d, [["A1", 10, 50.5, 90]]]' % BEGUN.timestamp())
    )

    assert LABELS[:1] == look(path, evening)


def test_a_folder_that_takes_nothing_stops_no_game(tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("a file where the folder should be")
    with JournalStore(tmp_path / "journal.db") as store:
        evening = store.begin("orchard", Options(("Ann", "Bob"))).id
        store.keep_look(evening, 3, LABELS)

        assert LABELS == tuple(store.look_of(evening, 3))
