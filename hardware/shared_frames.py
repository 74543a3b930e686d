"""Frames in memory that two processes share: one writes, the other looks at them where they lie.

The memory has no name in any folder: it is gone with the last process that holds it, however that one ends. A slot is
lent for as long as anybody looks at its frame, and is written again only then.
"""

from __future__ import annotations

import mmap
import os
from collections import deque

import numpy as np
from numpy.typing import NDArray

from hardware.camera import Frame

Shape = tuple[int, int]

SLOTS = 4
"""One that is processed, one that is remembered, one that is written, and one to copy from if all others are lent."""


def reserve() -> int:
    """A descriptor of shared memory, empty yet; it is inherited by the processes that are started with it."""
    return os.memfd_create("frames")


class FrameWriter:
    """Writes frames of one size; the first one says which."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._shapes: tuple[Shape, Shape | None] | None = None
        self._memory: NDArray[np.uint8] = np.empty(0, np.uint8)

    def write(self, frame: Frame, slot: int) -> tuple[Shape, Shape | None]:
        """The shapes of the full and the small picture. Raises ValueError for frames of another size than before."""
        shapes = _shape(frame.image), None if frame.small is None else _shape(frame.small)
        if self._shapes is None:
            os.ftruncate(self._descriptor, SLOTS * _slot_bytes(*shapes))
            self._memory, self._shapes = _mapped(self._descriptor), shapes
        if shapes != self._shapes:
            raise ValueError(f"the pictures were of size {self._shapes}, and are now of size {shapes}")
        at = slot * _slot_bytes(*shapes)
        for picture in (frame.image, frame.small):
            if picture is not None:
                np.copyto(self._memory[at : at + picture.size].reshape(picture.shape), picture)
                at += picture.size
        return shapes


class FrameReader:
    """Lends the frames that were written."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._free: deque[int] = deque(range(SLOTS))
        self._memory: NDArray[np.uint8] | None = None

    @property
    def free_slot(self) -> int:
        """Where the next frame may be written."""
        return self._free[0]

    def frame(self, image: Shape, small: Shape | None, taken_at: float) -> Frame:
        """What was written into the `free_slot`."""
        if self._memory is None:
            self._memory = _mapped(self._descriptor)
        slot = self._free.popleft()
        lease = _Lease(self._memory, slot, self._free)
        start = slot * _slot_bytes(image, small)
        full = np.asarray(_Picture(lease, start, image))
        reduced = None if small is None else np.asarray(_Picture(lease, start + image[0] * image[1], small))
        if not self._free:  # The last slot is never lent, or nothing could be written any more.
            full, reduced = full.copy(), None if reduced is None else reduced.copy()
        return Frame(full, taken_at, reduced)

    def forget(self) -> None:
        """Lets go of the memory as soon as nobody looks at a frame in it any more."""
        self._memory = None


class _Lease:
    """A slot that somebody looks at; it is free again when nobody does."""

    def __init__(self, memory: NDArray[np.uint8], slot: int, free: deque[int]) -> None:
        self.memory, self._slot, self._free = memory, slot, free

    def __del__(self) -> None:
        self._free.append(self._slot)


class _Picture:
    """What numpy keeps alive as long as there is a view of the picture, or of a part of it."""

    def __init__(self, lease: _Lease, start: int, shape: Shape) -> None:
        self._lease = lease
        address = lease.memory.ctypes.data + start
        self.__array_interface__ = {"data": (address, False), "shape": shape, "typestr": "|u1", "version": 3}


def _mapped(descriptor: int) -> NDArray[np.uint8]:
    return np.frombuffer(mmap.mmap(descriptor, 0), np.uint8)


def _shape(picture: NDArray[np.uint8]) -> Shape:
    height, width = picture.shape
    return height, width


def _slot_bytes(image: Shape, small: Shape | None) -> int:
    height, width = small or (0, 0)
    return image[0] * image[1] + height * width
