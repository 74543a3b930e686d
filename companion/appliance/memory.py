"""What is needed to the end, and what was needed for a moment and goes back to the system."""

from __future__ import annotations

import ctypes
import gc

GIVE_BACK_EVERY = 300.0
"""Seconds. It takes some milliseconds, in which nothing is drawn."""

OBJECTS_A_COLLECTION = 5_000
"""So many objects more than before bring the next garbage collection.

A search keeps some hundred thousand for a moment and leaves no garbage that only a collection finds; with Python's own
700 every other long one was stopped for a full collection, of 30 to 60 ms.
"""


def give_back() -> None:
    """glibc keeps what lies free between things that stay: over an evening that would come to a fifth of the whole.

    Nothing where the C library is another one.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def settle() -> None:
    """Without what stays to the end a full garbage collection stops play for some 70 ms less on a Pi 4."""
    gc.collect()
    gc.freeze()
    _, *older = gc.get_threshold()
    gc.set_threshold(OBJECTS_A_COLLECTION, *older)
