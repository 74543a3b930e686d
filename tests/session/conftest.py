from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.store import JournalStore
from tests.session.toy_table import ToyTable
from tests.toy import lying


@pytest.fixture
def store(tmp_path: Path) -> Iterator[JournalStore]:
    with JournalStore(tmp_path / "journal.db") as opened:
        yield opened


@pytest.fixture
def table(store: JournalStore) -> ToyTable:
    """An apple, a cherry and a pear have been dealt; A is on turn."""
    table = ToyTable(store)
    table.sees(lying(market=["A1", "C1", "P1"]))
    return table
