"""What every table needs: the set of tags, labels in no set, how many pictures to take, and where to print."""

from __future__ import annotations

from benchmarks.vision import peers
from benchmarks.vision.measure import book, strangers
from benchmarks.vision.peers import Reader
from benchmarks.vision.report import Report
from benchmarks.vision.specs import SceneSpec
from vision.detection.codebook import Codebook


class Bench:
    """`pictures` of each kind are taken; `quick` leaves out what takes minutes."""

    def __init__(self, pictures: int, quick: bool) -> None:
        self.payloads, self.strangers = book(), strangers()
        self.known = frozenset(self.payloads)
        self.codebook = Codebook(self.payloads)
        self.pictures, self.quick = pictures, quick
        self.report = Report()

    def readers(self, spec: SceneSpec) -> dict[str, Reader]:
        """All five, ours first."""
        return {peers.OURS: peers.closed_set(self.codebook, spec), **peers.quick_peers(), **peers.slow_peers()}
