"""The registry of cameras, recorded tables, and whatever OpenCV can open."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from unittest import mock

import cv2
import numpy as np
import pytest

from companion.errors import HardwareError
from hardware.camera import CameraSettings, Frame, FrameSource
from hardware.camera_registry import CAMERAS, KINDS, open_camera
from hardware.pacing import PacedCamera
from hardware.raspberry_pi import is_raspberry_pi
from hardware.webcam import attached_webcams

SETTINGS = CameraSettings(frames_per_second=4.0)


def frames(source: FrameSource) -> list[Frame]:
    with source:
        return list(iter(source.read, None))


def shades(source: FrameSource) -> list[int]:
    """The grey in the middle of each frame, to the nearest ten."""
    return [int(round(int(frame.image[24, 32]), -1)) for frame in frames(source)]


@pytest.fixture
def picture() -> Callable[[Path, int], Path]:
    """Writes a picture of one grey, 64 x 48 pixels."""

    def write(path: Path, grey: int) -> Path:
        cv2.imwrite(str(path), np.full((48, 64, 3), grey, np.uint8))
        return path

    return write


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "evening.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (64, 48))
    for grey in (10, 100, 200):
        writer.write(np.full((48, 64, 3), grey, np.uint8))
    writer.release()
    return path


@pytest.fixture
def stream() -> Iterator[str]:
    """The address of a network camera that sends thirty pictures and then goes away."""
    part = cv2.imencode(".jpg", np.full((48, 64, 3), 100, np.uint8))[1].tobytes()

    class Camera(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            for _ in range(30):
                self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + part + b"\r\n")

        def log_message(self, *_arguments: Any) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Camera) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/stream.mjpg"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("spec", ["telescope", "", ":", "Folder:x", "simulator"])
def test_an_unknown_camera_is_answered_with_all_there_are(spec: str) -> None:
    with pytest.raises(HardwareError) as refusal:
        open_camera(spec, SETTINGS)

    assert f"There is no camera `{spec}` here: choose one of simulator, folder:PATH, webcam:N, pi." == str(
        refusal.value
    )


def test_every_camera_in_the_table_is_named_to_the_players() -> None:
    assert {"simulator", *CAMERAS} == {kind.partition(":")[0] for kind in KINDS.split(", ")}


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("folder", "write folder:PATH"),
        ("folder:nowhere/at/all", "There is no folder, picture or video nowhere/at/all"),
        ("folder:~nobody-of-this-name/evening", "~nobody-of-this-name/evening cannot be opened"),
        ("folder:" + "long" * 100, "check the path"),
        ("webcam", "write webcam:0"),
        ("webcam:" + "long" * 100, "cannot be opened"),
        ("webcam:97", "There is no camera /dev/video97: plug it in"),
        ("webcam:nowhere.avi", "webcam:nowhere.avi cannot be opened"),
        ("pi:left", "`pi:left` names no camera"),
    ],
)
def test_a_camera_that_is_not_there_is_one_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(HardwareError) as refusal:
        open_camera(spec, SETTINGS)

    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_cameras_are_imported_only_when_chosen() -> None:
    program = "import sys, hardware.camera_registry; print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout

    assert [] == [
        name for name in ("cv2", "picamera2", "hardware.recordings", "hardware.pi_camera") if f"'{name}'" in loaded
    ]


@pytest.mark.parametrize(("model", "is_one"), [("Raspberry Pi 5 Model B Rev 1.0\0", True), ("QEMU", False)])
def test_a_pi_says_what_it_is(tmp_path: Path, model: str, is_one: bool) -> None:
    (tmp_path / "model").write_text(model, encoding="ascii")

    assert is_one is is_raspberry_pi(tmp_path / "model")
    assert not is_raspberry_pi(tmp_path / "elsewhere")


def test_a_recording_is_played_at_its_rate(tmp_path: Path, picture: Any) -> None:
    """Reading a picture took 0.1 seconds of each 0.25."""
    clock, waits = [0.0], list[float]()

    def wait(seconds: float) -> None:
        waits.append(seconds)
        clock[0] += seconds + 0.1

    for number in range(3):
        picture(tmp_path / f"{number}.png", 100)
    source = open_camera(f"folder:{tmp_path}", SETTINGS)
    with PacedCamera(source, 0.25, lambda: clock[0], wait) as paced:
        assert 3 == len(frames(paced))

    assert [0.0, 0.25, 0.25] == [pytest.approx(seconds) for seconds in waits[:3]]
    assert source.read() is None


class TestFolder:
    def test_plays_in_natural_order(self, tmp_path: Path, picture: Any) -> None:
        for number, name in enumerate(["2.png", "10.jpg", "1.BMP", "a2.png", "a10.png", "A1.png"]):
            picture(tmp_path / name, 20 * (number + 1))

        assert [60, 20, 40, 120, 80, 100] == shades(open_camera(f"folder:{tmp_path}", SETTINGS))

    def test_carries_the_time_of_the_recording(self, tmp_path: Path, picture: Any) -> None:
        for number in range(3):
            picture(tmp_path / f"{number}.png", 100)

        assert [0.0, 0.25, 0.5] == [frame.taken_at for frame in frames(open_camera(f"folder:{tmp_path}", SETTINGS))]

    def test_gives_light_only(self, tmp_path: Path) -> None:
        cv2.imwrite(str(tmp_path / "red.png"), np.full((48, 64, 3), (0, 0, 255), np.uint8))
        cv2.imwrite(str(tmp_path / "deep.png"), np.full((48, 64), 100 * 257, np.uint16))

        deep, red = frames(open_camera(f"folder:{tmp_path}", SETTINGS))
        assert ((48, 64), np.uint8, 76) == (red.image.shape, red.image.dtype, red.image[0, 0])
        assert ((48, 64), np.uint8, 100) == (deep.image.shape, deep.image.dtype, deep.image[0, 0])

    def test_leaves_out_what_is_no_picture(self, tmp_path: Path, picture: Any) -> None:
        picture(tmp_path / "1.png", 100)
        picture(tmp_path / ".2.png", 200)
        (tmp_path / "notes.toml").write_text("weather = 'rain'")

        assert [100] == shades(open_camera(f"folder:{tmp_path}", SETTINGS))

    def test_reports_and_skips_a_damaged_picture(
        self, tmp_path: Path, picture: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        (tmp_path / "1.png").write_bytes(b"")
        (tmp_path / "2.jpg").write_bytes(picture(tmp_path / "whole.jpg", 100).read_bytes()[:-40])
        (tmp_path / "3.png").write_text("a letter")
        (tmp_path / "4.png").mkdir()

        with caplog.at_level(logging.WARNING):
            assert [100] == shades(open_camera(f"folder:{tmp_path}", SETTINGS))
        assert [
            f"{tmp_path / '1.png'}: the file is empty; take or copy the picture again.",
            f"{tmp_path / '2.jpg'}: the picture is cut short; take or copy it again.",
            f"{tmp_path / '3.png'}: this is no picture that can be read; use JPEG, PNG, WebP, BMP or TIFF.",
            f"{tmp_path / '4.png'}: this is no file; name a picture.",
        ] == caplog.messages

    def test_nothing_usable_is_an_error(self, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
        (tmp_path / "1.png").write_text("a letter")

        with pytest.raises(HardwareError, match=r"No picture of .* can be used"):
            frames(open_camera(f"folder:{tmp_path}", SETTINGS))
        assert 1 == len(caplog.messages)

    def test_an_empty_folder_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(HardwareError, match="holds no pictures"):
            open_camera(f"folder:{tmp_path}", SETTINGS)

    def test_a_folder_that_may_not_be_read_is_an_error(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Path, "iterdir", mock.Mock(side_effect=PermissionError(13, "Permission denied")))

        with pytest.raises(HardwareError, match=r"cannot be opened .*Permission denied"):
            open_camera(f"folder:{tmp_path}", SETTINGS)

    def test_one_picture_is_a_recording_too(self, tmp_path: Path, picture: Any) -> None:
        assert [100] == shades(open_camera(f"folder:{picture(tmp_path / 'one.png', 100)}", SETTINGS))

    def test_closed_it_has_no_more_frames(self, tmp_path: Path, picture: Any) -> None:
        source = open_camera(f"folder:{picture(tmp_path / 'one.png', 100)}", SETTINGS)
        with source, source:
            pass

        assert source.read() is None


class TestVideo:
    def test_plays_to_its_end_in_its_own_time(self, video: Path) -> None:
        played = frames(open_camera(f"folder:{video}", SETTINGS))

        assert [10, 100, 200] == shades(open_camera(f"folder:{video}", SETTINGS))
        assert [0.0, 0.2, 0.4] == [pytest.approx(frame.taken_at) for frame in played]

    def test_closed_it_has_no_more_frames(self, video: Path) -> None:
        source = open_camera(f"folder:{video}", SETTINGS)
        with source, source:
            pass

        assert source.read() is None

    def test_a_file_that_is_no_video_is_an_error(self, tmp_path: Path) -> None:
        (tmp_path / "evening.mp4").write_text("a letter")

        with pytest.raises(HardwareError, match=r"evening\.mp4 is neither a picture nor a video"):
            open_camera(f"folder:{tmp_path / 'evening.mp4'}", SETTINGS)

    def test_a_video_without_pictures_is_an_error(self, video: Path) -> None:
        whole = video.read_bytes()
        video.write_bytes(whole[: whole.index(b"movi") + 4])

        with pytest.raises(HardwareError):
            frames(open_camera(f"folder:{video}", SETTINGS))


class TestWebcam:
    def test_what_is_plugged_in_is_found_among_a_pis_own_nodes(self, tmp_path: Path) -> None:
        """A Pi 5 has its ribbon's receivers and codecs as video nodes; a USB camera has a second one for metadata."""
        platform, usb = (
            "/sys/devices/platform/axi/1f00110000.csi",
            "/sys/devices/platform/axi/xhci-hcd.0/usb1/1-2/1-2:1.0",
        )
        for node, (device, index) in {
            "video0": (platform, 0),
            "video8": (usb, 0),
            "video9": (usb, 1),
            "video10": ("/sys/devices/platform/soc/bcm2835-codec", 0),
            "video20": ("/sys/devices/pci0000:00/0000:00:14.0/usb1/1-4/1-4:1.0", 0),
        }.items():
            (tmp_path / node).mkdir()
            (tmp_path / node / "index").write_text(f"{index}\n", encoding="ascii")
            (tmp_path / node / "name").write_text(f"HD \x1b[31mPro{'!' * 100}\n" if node == "video8" else "\n")
            (tmp_path / node / "device").symlink_to(device)

        assert [("webcam:8", "HD [31mPro" + "!" * 50), ("webcam:20", "USB camera")] == [
            (camera.source, camera.title) for camera in attached_webcams(tmp_path)
        ]

    def test_a_machine_without_video_has_none(self, tmp_path: Path) -> None:
        assert [] == list(attached_webcams(tmp_path / "nothing"))

    def test_a_file_stands_for_a_camera_and_ends(self, video: Path) -> None:
        times = iter([7.0, 8.0, 9.0])
        source = open_camera(f"webcam:{video}", SETTINGS, now=lambda: next(times))

        assert [7.0, 8.0, 9.0] == [frame.taken_at for frame in frames(source)]

    def test_a_camera_that_goes_away_is_lost(self, stream: str) -> None:
        with open_camera(f"webcam:{stream}", SETTINGS) as source:
            first = source.read()
            assert first is not None
            assert (48, 64) == first.image.shape

            with pytest.raises(HardwareError, match="gives no more pictures: check its cable"):
                frames(source)

    def test_closing_twice_is_harmless(self, video: Path) -> None:
        source = open_camera(f"webcam:{video}", SETTINGS)
        with source, source:
            pass

        assert source.read() is None
