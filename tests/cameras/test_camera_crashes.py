"""An evening whose camera crashes in a real process: it is said, play goes on by touch, and the camera comes back."""

from __future__ import annotations

from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest

from companion.cameras import sources
from companion.cameras.table_watch import MatSeen, TableWatch, WatchedTable, WatchSilent
from companion.config import Settings
from companion.core.screen import Do
from companion.core.text import verbatim
from companion.journal.store import JournalStore
from companion.session.messages import Concern, Trouble
from hardware.camera import CameraSettings, FrameSource
from hardware.camera_process import CameraProcess
from tests.hardware.misbehaving_cameras import WAY
from tests.session.toy_table import ToyTable
from tests.toy import GAME, LAYOUT, lying
from tests.waiting import PATIENCE
from vision import worker
from vision.worker import CameraBack, CameraLost, VisionMessage


def nothing_simulated() -> FrameSource:
    raise AssertionError("nobody asked for a simulated table")


def of_the_camera(said: SimpleQueue[VisionMessage | MatSeen | WatchSilent]) -> VisionMessage:
    """The next message of the camera itself: that its picture has no mat is said besides."""
    while isinstance(message := said.get(timeout=PATIENCE), MatSeen | WatchSilent):
        pass
    return message


def test_a_crash_costs_nothing_but_the_sight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def in_a_process(_spec: str, settings: CameraSettings, stopping: Event) -> CameraProcess:
        return CameraProcess(str(tmp_path / "crashed"), settings, stopping, WAY + "crashing_the_first_time")

    monkeypatch.setattr(sources, "CameraProcess", in_a_process)
    monkeypatch.setattr(worker, "RETRY_AFTER", 0.01)
    said: SimpleQueue[VisionMessage | MatSeen | WatchSilent] = SimpleQueue()
    with JournalStore(tmp_path / "journal.db") as store:
        table = ToyTable(store)
        table.sees(lying(market=["A1", "C1", "P1"]))
        watch = TableWatch(WatchedTable(GAME, LAYOUT, Settings(), nothing_simulated), ("pi",), said.put)
        lost = of_the_camera(said)
        assert isinstance(lost, CameraLost)
        table.session.handle(Trouble(verbatim(lost.reason), Concern.CAMERA, lasts=True))
        table.touches(Do(GAME.read_action("A: pass")))
        back = of_the_camera(said)
        watch.stop()
        watch.join()

        assert (CameraBack(), "A: pass") == (back, table.actions[-1])
        assert "driver has ended" in " ".join(map(str, (table.notice.heading, *table.notice.lines)))
