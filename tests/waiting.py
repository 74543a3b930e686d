"""Waiting for what another thread, process or machine does: for the event itself, and never for a time to pass."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 90.0
"""Seconds after which what has not come never will: as long as anything may take on a busy machine."""


def until(holds: Callable[[], object], what: str) -> None:
    """Returns as soon as that holds; the test fails with `what` if it never does."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.01)
