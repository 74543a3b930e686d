"""A camera in a process of its own: whatever its driver does, it is noticed, and nothing of it is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from companion.errors import HardwareError
from hardware import camera_process
from hardware.camera import CameraSettings
from hardware.camera_process import CameraProcess, attached_cameras
from hardware.shared_frames import SLOTS
from tests.hardware.misbehaving_cameras import GOOD_FRAMES, WAY
from tests.waiting import until

pytestmark = pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="only Linux has memory without a name")


def camera(opener: str, spec: str = "", **more: float) -> CameraProcess:
    return CameraProcess(spec, CameraSettings(), opener=WAY + opener, **more)


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def after_the_good_frames(opened: CameraProcess) -> str:
    """What is said when the driver goes wrong."""
    for _ in range(GOOD_FRAMES):
        assert opened.read() is not None
    with pytest.raises(HardwareError) as failure:
        opened.read()
    return str(failure.value)


def test_frames_come_as_they_were_taken() -> None:
    with camera("ending") as opened:
        first = opened.read()
        second = opened.read()

    assert first is not None
    assert second is not None
    assert first.small is not None
    assert (10.0, 20.0) == (first.taken_at, second.taken_at)
    assert ((40, 60), (10, 15)) == (first.image.shape, first.small.shape)
    assert ({101}, {151}, {102}) == tuple(set(np.unique(seen)) for seen in (first.image, first.small, second.image))


def test_a_frame_that_is_kept_never_changes() -> None:
    """More frames are kept than there is shared memory for; the recording then ends."""
    with camera("ending") as opened:
        kept = [frame.image[3:7] for frame in iter(opened.read, None)]
        assert opened.read() is None

    assert 12 > SLOTS
    assert [{100 + number} for number in range(1, 13)] == [set(np.unique(part)) for part in kept]


def test_a_hang_is_noticed_within_three_seconds() -> None:
    assert camera_process.FRAME + 1 / CameraSettings().frames_per_second + camera_process.POLL_SECONDS < 3.0


def test_a_driver_that_hangs() -> None:
    with camera("hanging", frame_patience=0.1) as opened:
        assert "does not answer" in after_the_good_frames(opened)
        process = opened.process_id

    assert not is_running(process)


@pytest.mark.parametrize("opener", ["aborting", "exiting"])
def test_a_driver_that_takes_its_process_down(opener: str) -> None:
    with camera(opener) as opened:
        assert "driver has ended" in after_the_good_frames(opened)


def test_a_driver_that_leaks() -> None:
    with camera("leaking") as opened, pytest.raises(HardwareError, match=r"MemoryError: its driver took \d+ MB"):
        list(iter(opened.read, None))


def test_a_driver_that_cannot_be_closed_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_process, "POLITE_END", 0.1)
    with camera("stuck") as opened:
        opened.read()
        process = opened.process_id

    assert not is_running(process)


def test_what_a_driver_raises_is_said() -> None:
    with pytest.raises(HardwareError, match=r"failed \(OSError: .*busy\): check its cable"):
        camera("raising")


def test_a_camera_that_is_not_there_is_named() -> None:
    with pytest.raises(HardwareError, match="no camera /dev/video97"):
        CameraProcess("webcam:97", CameraSettings())


def test_who_is_let_go_of_does_not_wait_for_a_camera_that_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_process, "POLITE_END", 0.1)
    stopping = threading.Event()
    threading.Timer(0.1, stopping.set).start()

    with pytest.raises(HardwareError, match="let go of"):
        CameraProcess("", CameraSettings(), stopping, WAY + "hanging_while_it_opens")


def test_nothing_is_left_behind() -> None:
    """No process, no thread, no descriptor, no memory with a name; nor when it is closed twice."""

    def held() -> tuple[object, ...]:
        return (
            Path("/proc/self/task").joinpath(str(os.getpid()), "children").read_text(),
            threading.active_count(),
            len(list(Path("/proc/self/fd").iterdir())),
            sorted(Path("/dev/shm").iterdir()),
        )

    before = held()
    with camera("ending") as opened:
        opened.read()
    opened.close()

    assert before == held()
    with pytest.raises(HardwareError, match="closed"):
        opened.read()


PARENT = """
import sys, time
from hardware.camera import CameraSettings
from hardware.camera_process import CameraProcess
opened = CameraProcess("", CameraSettings(), opener=sys.argv[1])
opened.read()
print(opened.process_id, flush=True)
time.sleep(1000)
"""


def test_the_camera_does_not_outlive_a_companion_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT, WAY + "stuck"], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        process = int(parent.stdout.readline())
        assert is_running(process)
        os.kill(parent.pid, signal.SIGKILL)

    until(lambda: not is_running(process), "the camera's process to end with its companion")


def test_cameras_are_looked_for_in_a_process_of_its_own() -> None:
    assert all(camera.source.startswith(("pi", "webcam:")) for camera in attached_cameras())
