"""The journal as values: how many of the latest actions nobody but the camera has seen."""

from __future__ import annotations

import pytest

from companion.core.journal_entries import CAMERA, Corrected, Decided, Did, Entry, Event, Undid, unconfirmed

TAKEN, FINGER = Did("A: take farm"), "finger"


@pytest.mark.parametrize(
    ("expected", "entries"),
    [
        (0, []),
        (2, [(TAKEN, CAMERA), (TAKEN, CAMERA)]),
        (1, [(TAKEN, CAMERA), (TAKEN, CAMERA), (Undid(), CAMERA)]),
        (1, [(TAKEN, CAMERA), (Undid(3), CAMERA), (TAKEN, CAMERA)]),
        (0, [(TAKEN, CAMERA), (TAKEN, FINGER)]),
        (1, [(TAKEN, CAMERA), (TAKEN, CAMERA), (Undid(), FINGER), (TAKEN, CAMERA)]),
        (0, [(TAKEN, CAMERA), (Decided("credit", "no"), FINGER)]),
        (0, [(TAKEN, CAMERA), (Corrected("market", "N1", "farm"), FINGER)]),
    ],
)
def test_who_touches_the_screen_has_seen_what_was_done(expected: int, entries: list[tuple[Event, str]]) -> None:
    written = [Entry(index, event, source) for index, (event, source) in enumerate(entries)]

    assert expected == unconfirmed(written)
