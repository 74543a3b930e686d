"""How one camera's pictures are read: the whole of them, parts of them, and what has been counted meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hardware.camera import Frame
from vision.geometry import Points
from vision.search import LabelReader, LocalReaders, PixelBox, Quads, Readers, read_regions
from vision.sightings import Found
from vision.sweep import Sweep


@dataclass(slots=True)
class Counters:
    """What the watcher has done so far."""

    frames: int = 0
    quiet: int = 0
    full_searches: int = 0
    part_searches: int = 0
    strips: int = 0
    labels_read: int = 0
    bumps: int = 0


class Gaze:
    """Reads, with readers for the size that labels have where it looks."""

    def __init__(self, readers: Readers) -> None:
        self.counters = Counters()
        self.sweep = Sweep()
        self._readers = readers
        self.widen()

    def widen(self) -> None:
        """From now on nothing is known about the size of labels."""
        self.reader: LabelReader = self._readers(None)

    def narrow(self, sizes: tuple[float, float], module_px: Callable[[Points], Quads]) -> None:
        """From now on modules are between so many pixels, and `module_px` tells how many at which pixels."""
        self.reader = self._readers(sizes)
        self._local = LocalReaders(self._readers, module_px)

    def whole(self, frame: Frame) -> Found:
        """Everything in the picture."""
        self.sweep.restart(frame.taken_at)
        self.counters.full_searches += 1
        return self._counted(self.reader.read(frame.image))

    def parts(self, frame: Frame, boxes: Sequence[PixelBox], known: Quads) -> Found:
        """Everything in the rectangles but for the known labels."""
        return self._counted(read_regions(self._local, frame.image, boxes, known))

    def _counted(self, found: Found) -> Found:
        self.counters.labels_read += len(found.sightings)
        return found
