"""What every table needs: the set of tags, labels in no set, how many pictures to take, and where to print."""

from __future__ import annotations

from benchmarks.vision import peers
from benchmarks.vision.measure import book, strangers
from benchmarks.vision.peers import Reader
from benchmarks.vision.report import Report
from benchmarks.vision.specs import SceneSpec
from vision.detection.codebook import Codebook


class Bench:
    """`pictures` of each kind are taken; `quick` leaves out what takes minutes, `slow_peers` lets in OpenCV's."""

    def __init__(self, pictures: int, quick: bool, *, slow_peers: bool = True) -> None:
        self.payloads, self.strangers = book(), strangers()
        self.known = frozenset(self.payloads)
        self.codebook = Codebook(self.payloads)
        self.pictures, self.quick, self.slow_peers = pictures, quick, slow_peers
        self.report = Report()

    def readers(self, spec: SceneSpec, *, slow: bool = True) -> dict[str, Reader]:
        """All five, ours first, or only the quick ones."""
        quick = {peers.OURS: peers.closed_set(self.codebook, spec), **peers.quick_peers()}
        return {**quick, **peers.slow_peers()} if slow and self.slow_peers else quick
