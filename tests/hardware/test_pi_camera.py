"""The Pi camera, held against the signatures of the real picamera2.

`./check` unpacks picamera2 beside the environment. What it imports in turn (libcamera and other parts of a Raspberry
Pi) is replaced by nothing at all; its own classes are real, and every call to them is checked against them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from importlib.machinery import ModuleSpec
from itertools import count
from pathlib import Path
from threading import Event
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock, create_autospec

import numpy as np
import pytest

from companion.core.table import Observation
from companion.errors import HardwareError
from hardware import pi_camera
from hardware.camera import AttachedCamera, CameraSettings, Frame, FrameSource
from hardware.camera_models import model_of_sensor
from hardware.camera_registry import open_camera
from hardware.reconnecting import ReconnectingCamera
from tests.waiting import PATIENCE
from vision import worker
from vision.worker import CameraBack, CameraLost, VisionMessage, VisionThread

UNPACKED = Path(sys.prefix) / "picamera2"
PARTS_OF_A_PI = {"av", "jsonschema", "kms", "libarchive", "libcamera", "OpenEXR", "pidng", "piexif", "prctl", "pykms"}
PARTS_OF_A_PI |= {"simplejpeg", "tqdm", "videodev2"}
SMALL = (16, 9)
SETTINGS = CameraSettings(size=(64, 36), small_size=SMALL, frames_per_second=10.0, settling=2.0, patience=5.0)
LUMA, CHROMA, PADDING = 90, 128, 7


class PartsOfAPi:
    """Finds a module that answers everything, for every part that only a Raspberry Pi has."""

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        return ModuleSpec(name, self, is_package=True) if name.partition(".")[0] in PARTS_OF_A_PI else None

    def create_module(self, spec: ModuleSpec) -> Any:
        return MagicMock(name=spec.name, __path__=[], __spec__=spec)

    def exec_module(self, _module: ModuleType) -> None:
        """There is nothing to run."""


@pytest.fixture(scope="module")
def real() -> Iterator[ModuleType]:
    """The real picamera2, imported without a Pi, and forgotten again."""
    assert (UNPACKED / "picamera2").is_dir(), "picamera2 is not unpacked: run scripts/setup.sh check"
    before = set(sys.modules)
    parts = PartsOfAPi()
    sys.meta_path.insert(0, parts)
    sys.path.insert(0, str(UNPACKED))
    try:
        yield import_module("picamera2")
    finally:
        sys.path.remove(str(UNPACKED))
        sys.meta_path.remove(parts)
        for name in set(sys.modules) - before:
            if name.partition(".")[0] in {"picamera2", *PARTS_OF_A_PI}:
                del sys.modules[name]


def plane(size: tuple[int, int]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A YUV 4:2:0 buffer as the camera delivers it: light above colour, rows padded to 32 bytes more."""
    width, height = size
    buffer = np.full((height * 3 // 2, width + 32), CHROMA, np.uint8)
    buffer[:height] = PADDING
    buffer[:height, :width] = LUMA
    return buffer


class Imitations:
    """Of the real classes, all methods checked: to look at them takes a tenth of a second, so it is done once."""

    def __init__(self, real: ModuleType) -> None:
        self.camera = create_autospec(real.Picamera2, instance=True)
        self.cameras = create_autospec(real.Picamera2)
        self.arrays = create_autospec(real.MappedArray)

    def anew(self) -> None:
        """Nothing has been called, and nothing is answered."""
        for each in (self.camera, self.cameras, self.arrays):
            each.reset_mock(return_value=True, side_effect=True)


@pytest.fixture(scope="module")
def imitations(real: ModuleType) -> Imitations:
    return Imitations(real)


@pytest.fixture
def device(real: ModuleType, imitations: Imitations, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A camera with the real one's methods, and nothing behind them."""
    imitations.anew()
    camera = imitations.camera
    camera.camera_controls = {"AfMode": (0, 2, 0), "AeEnable": (False, True, True)}
    camera.camera_configuration.return_value = configured()
    camera.capture_metadata.return_value = {
        "ExposureTime": 20000,
        "AnalogueGain": 2.5,
        "ColourGains": (1.5, 1.7),
        "LensPosition": 1.16,
    }
    camera.autofocus_cycle.return_value = True
    camera.capture_request.side_effect = lambda **_: request(real)
    imitations.cameras.return_value = camera
    imitations.arrays.side_effect = mapped
    monkeypatch.setattr(real, "Picamera2", imitations.cameras)
    monkeypatch.setattr(real, "MappedArray", imitations.arrays)
    return camera


def configured(**main: Any) -> dict[str, dict[str, Any]]:
    """What camera and driver agreed to."""
    return {"main": {"size": (64, 36), "format": "YUV420", **main}, "lores": {"size": SMALL, "format": "YUV420"}}


def request(real: ModuleType, exposed_ns: int = 7_500_000_000) -> Any:
    taken = create_autospec(real.CompletedRequest, instance=True)
    taken.get_metadata.return_value = {"SensorTimestamp": exposed_ns}
    return taken


def mapped(_request: Any, stream: str, **_options: Any) -> MagicMock:
    array = MagicMock()
    array.__enter__.return_value.array = plane({"main": (64, 36), "lores": SMALL}[stream])
    return array


def opened(spec: str = "pi", settings: CameraSettings = SETTINGS) -> FrameSource:
    """A camera whose clock goes on by a second every time it is asked."""
    seconds = count()
    return open_camera(spec, settings, now=lambda: float(next(seconds)))


def test_the_imitation_refuses_what_picamera2_would_refuse(device: Any) -> None:
    with pytest.raises(AttributeError):
        device.capture_requests()
    with pytest.raises(TypeError):
        device.capture_request(patience=5.0)


def test_a_frame_is_the_light_of_both_streams_without_padding_or_colour(device: Any) -> None:
    with opened() as source:
        frame = source.read()

    assert frame is not None
    assert frame.small is not None
    assert ((36, 64), SMALL[::-1]) == (frame.image.shape, frame.small.shape)
    assert {LUMA} == set(np.unique(frame.image)) | set(np.unique(frame.small))


def test_two_raw_light_streams_are_asked_for(real: ModuleType, device: Any) -> None:
    opened()
    checked = real.picamera2.Picamera2._make_initial_stream_config

    asked = device.create_video_configuration.call_args.kwargs
    assert {"size": (64, 36), "format": "YUV420"} == checked({}, asked["main"])
    assert {"size": SMALL, "format": "YUV420"} == checked({}, asked["lores"])
    assert (100_000, 100_000) == asked["controls"]["FrameDurationLimits"]
    device.configure.assert_called_once_with(device.create_video_configuration.return_value)


def test_every_request_is_given_back_also_when_reading_fails(real: ModuleType, device: Any) -> None:
    requests = [request(real) for _ in range(2)]
    device.capture_request.side_effect = requests
    source = opened()
    source.read()
    real.MappedArray.side_effect = ValueError("no memory")
    with pytest.raises(ValueError, match="no memory"):
        source.read()

    assert [1, 1] == [request.release.call_count for request in requests]


def test_the_frame_does_not_borrow_the_cameras_memory(real: ModuleType, device: Any) -> None:
    buffers = []

    def lend(request: Any, stream: str, **options: Any) -> MagicMock:
        buffers.append(mapped(request, stream, **options))
        return buffers[-1]

    real.MappedArray.side_effect = lend
    frame = opened().read()

    assert frame is not None
    for buffer, image in zip(buffers, (frame.image, frame.small), strict=True):
        assert not np.shares_memory(buffer.__enter__.return_value.array, image)


def test_exposure_white_balance_and_focus_settle_and_are_then_held(device: Any) -> None:
    seen = iter([{"ExposureTime": n, "AnalogueGain": 1.0, "ColourGains": (n, n), "LensPosition": n} for n in range(99)])
    device.capture_metadata.side_effect = lambda **_: next(seen)
    opened()

    focus, light = (call.args[0] for call in device.set_controls.call_args_list)
    assert ({"AfMode", "LensPosition"}, False, False) == (set(focus), light["AeEnable"], light["AwbEnable"])
    assert 2 <= focus["LensPosition"] < light["ExposureTime"] == light["ColourGains"][0]


def test_a_known_focus_is_used_as_it_is(device: Any) -> None:
    opened(settings=CameraSettings(size=(64, 36), small_size=SMALL, lens_position=1.4))

    device.autofocus_cycle.assert_not_called()
    assert 1.4 == device.set_controls.call_args_list[0].args[0]["LensPosition"]


def test_a_camera_without_a_focus_motor_or_colours_is_left_alone(device: Any) -> None:
    device.camera_controls = {"AeEnable": (False, True, True)}
    device.capture_metadata.return_value = {"ExposureTime": 20000, "AnalogueGain": 2.5}
    opened()

    assert [{"AeEnable": False, "ExposureTime": 20000, "AnalogueGain": 2.5}] == [
        call.args[0] for call in device.set_controls.call_args_list
    ]


@pytest.mark.parametrize("answer", [[False], TimeoutError(), RuntimeError("no lens driver"), KeyError("AfState")])
def test_without_focus_the_lens_goes_to_the_planned_height_and_that_is_said(
    device: Any, caplog: pytest.LogCaptureFixture, answer: Any
) -> None:
    """README: the camera hangs about 115 cm over the table."""
    device.autofocus_cycle.side_effect = answer
    opened()

    assert pytest.approx(1 / 1.15) == device.set_controls.call_args_list[0].args[0]["LensPosition"]
    assert "The Pi camera found no sharp focus and is set to its planned height" in caplog.messages[-1]


def test_a_job_that_nobody_waits_for_any_more_does_not_stay_in_the_cameras_queue(device: Any) -> None:
    """picamera2 would hand it the next picture, and never get that back; and `close` would wait behind it."""
    source = opened()
    device.capture_request.side_effect = TimeoutError

    with pytest.raises(HardwareError):
        source.read()
    device.cancel_all_and_flush.assert_called_once_with()


def test_a_frame_carries_the_time_of_its_own_exposure(device: Any) -> None:
    frame = opened().read()

    assert frame is not None
    assert 7.5 == frame.taken_at


@pytest.mark.parametrize(("mains", "period"), [(50, 10_000), (60, 8_333)])
def test_exposures_last_whole_flickers_of_the_lamp(device: Any, mains: int, period: int) -> None:
    device.camera_controls["AeFlickerMode"] = (0, 2, 0)
    opened(settings=replace(SETTINGS, mains_hz=mains))

    assert period == device.create_video_configuration.call_args.kwargs["controls"]["AeFlickerPeriod"]


@pytest.mark.parametrize(("mains", "known"), [(50, False), (0, True)])
def test_flicker_is_left_alone_where_lamp_or_camera_know_none(device: Any, mains: int, known: bool) -> None:
    if known:
        device.camera_controls["AeFlickerMode"] = (0, 2, 0)
    opened(settings=replace(SETTINGS, mains_hz=mains))

    assert {"FrameDurationLimits"} == set(device.create_video_configuration.call_args.kwargs["controls"])


def test_a_camera_that_gives_no_plain_light_is_refused(device: Any) -> None:
    """A USB camera through libcamera answers so."""
    device.camera_configuration.return_value = configured(format="YUYV")

    with pytest.raises(HardwareError, match=r"gives YUYV and not plain light .*webcam:N"):
        opened()
    device.close.assert_called_once_with()


def test_a_small_stream_of_another_shape_is_not_used(device: Any) -> None:
    """It would be cut to its shape, and motion seen in the wrong place."""
    device.camera_configuration.return_value["lores"]["size"] = (16, 12)
    frame = opened().read()

    assert frame is not None
    assert frame.small is None


def test_only_cameras_on_the_ribbon_are_found(real: ModuleType, device: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """libcamera lists USB cameras too; those are opened otherwise."""
    ribbon = {"Id": "/base/axi/i2c@88000/imx708@1a", "Model": "imx708"}
    other, usb = {"Id": "/base/axi/i2c@80000/imx296@1a"}, {"Id": "/base/axi/pcie/rp1/usb@200000-2:1.0-046d:0825"}
    found = real.Picamera2.global_camera_info
    monkeypatch.setattr(pi_camera, "find_spec", lambda _: object())

    found.return_value = [ribbon, usb, other]
    assert [AttachedCamera("pi", "Camera Module 3"), AttachedCamera("pi:2", "Raspberry Pi camera")] == list(
        pi_camera.attached_pi_cameras()
    )
    found.return_value = [usb]
    assert [] == list(pi_camera.attached_pi_cameras())
    found.side_effect = RuntimeError("no camera stack")
    assert [] == list(pi_camera.attached_pi_cameras())


FAULTS = (RuntimeError("stopped"), OSError(5, "I/O error"), TimeoutError(), ValueError("bad"), KeyError("gone"))
any_fault = pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)


def once(mock: Any, fault: Exception) -> None:
    """The next call raises, all later ones answer as before."""
    before = mock.side_effect

    def answer(*_arguments: Any, **_named: Any) -> Any:
        mock.side_effect = before
        raise fault

    mock.side_effect = answer


class TestFaults:
    """Whatever call of picamera2 raises whatever: the camera is lost, that is said once, and it is opened again."""

    @staticmethod
    def is_lost_and_back(lose: Callable[[], None] = lambda: None) -> bool:
        """Whether this is all a vision thread says when `lose` happens between two frames."""
        messages: list[VisionMessage] = []
        frames, enough = count(), Event()

        class Processor:
            def process(self, frame: Frame) -> Observation:
                number = next(frames)
                if number == 1:
                    lose()
                if number == 3:
                    enough.set()
                return Observation(())

        seconds = count()
        camera = ReconnectingCamera(lambda: open_camera("pi", SETTINGS, now=lambda: float(next(seconds))))
        thread = VisionThread(camera, Processor(), messages.append)
        thread.start()
        assert enough.wait(PATIENCE), "nothing is seen any more"
        thread.stop()
        assert thread.join(PATIENCE)
        kinds = [type(message) for message in messages if not isinstance(message, Observation)]
        return kinds == [CameraLost, CameraBack]

    @pytest.fixture(autouse=True)
    def at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(worker, "RETRY_AFTER", 0.0)

    @any_fault
    @pytest.mark.parametrize(
        "call",
        [
            "create_video_configuration",
            "configure",
            "camera_configuration",
            "start",
            "capture_metadata",
            "set_controls",
        ],
    )
    def test_in_opening(self, device: Any, call: str, fault: Exception) -> None:
        once(getattr(device, call), fault)
        assert self.is_lost_and_back()

    @any_fault
    def test_in_finding_the_camera(self, real: ModuleType, device: Any, fault: Exception) -> None:
        once(real.Picamera2, fault)
        assert self.is_lost_and_back()

    @any_fault
    @pytest.mark.parametrize("closing", [None, *FAULTS], ids=lambda fault: type(fault).__name__)
    def test_in_taking_a_picture_and_in_closing(self, device: Any, fault: Exception, closing: Exception | None) -> None:
        def lose() -> None:
            once(device.capture_request, fault)
            if closing is not None:
                once(device.close, closing)
                once(device.cancel_all_and_flush, closing)

        assert self.is_lost_and_back(lose)

    @any_fault
    @pytest.mark.parametrize("call", ["get_metadata", "release"])
    def test_in_reading_and_giving_back_a_picture(
        self, real: ModuleType, device: Any, call: str, fault: Exception
    ) -> None:
        def lose() -> None:
            faulty, before = request(real), device.capture_request.side_effect
            once(getattr(faulty, call), fault)

            def answer(**_: Any) -> Any:
                device.capture_request.side_effect = before
                return faulty

            device.capture_request.side_effect = answer

        assert self.is_lost_and_back(lose)

    @any_fault
    def test_in_mapping_a_buffer(self, real: ModuleType, device: Any, fault: Exception) -> None:
        assert self.is_lost_and_back(lambda: once(real.MappedArray, fault))

    @any_fault
    def test_in_the_middle_of_a_mapped_buffer(self, real: ModuleType, device: Any, fault: Exception) -> None:
        def lose() -> None:
            broken, before = MagicMock(), real.MappedArray.side_effect
            broken.__enter__.side_effect = fault

            def answer(*_: Any, **__: Any) -> Any:
                real.MappedArray.side_effect = before
                return broken

            real.MappedArray.side_effect = answer

        assert self.is_lost_and_back(lose)


@pytest.mark.parametrize("fault", [TimeoutError(), RuntimeError("Camera stopped")])
def test_a_camera_that_falls_silent_is_lost(device: Any, fault: Exception) -> None:
    source = opened()
    device.capture_request.side_effect = fault

    with pytest.raises(HardwareError, match="gives no picture any more: check its cable"):
        source.read()
    assert 5.0 == device.capture_request.call_args.kwargs["wait"]


def test_a_camera_that_fails_while_settling_is_closed(device: Any) -> None:
    device.capture_metadata.side_effect = TimeoutError

    with pytest.raises(HardwareError):
        opened()
    device.close.assert_called_once_with()


@pytest.mark.parametrize("fault", [IndexError("list index out of range"), RuntimeError("No camera number 1 found")])
def test_a_missing_camera_is_one_sentence(real: ModuleType, device: Any, fault: Exception) -> None:
    real.Picamera2.side_effect = fault

    with pytest.raises(HardwareError, match=r"There is no Pi camera number 1 .*: check its ribbon cable"):
        opened("pi:1")
    real.Picamera2.assert_called_once_with(1)


def test_closing_twice_is_harmless_and_reading_then_is_refused(device: Any) -> None:
    source = opened()
    with source, source:
        pass

    device.close.assert_called_once_with()
    with pytest.raises(HardwareError, match="closed"):
        source.read()


@pytest.mark.parametrize("fault", [ImportError("No module named 'libcamera'"), ValueError("numpy.dtype size changed")])
def test_a_machine_without_picamera2_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    class Broken(PartsOfAPi):
        def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
            return ModuleSpec(name, self) if name == "picamera2" else None

        def exec_module(self, _module: ModuleType) -> None:
            raise fault

    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])

    with pytest.raises(HardwareError, match=r"needs picamera2, which cannot be loaded .*install python3-picamera2"):
        opened()


@pytest.mark.parametrize(
    ("sensor", "title"),
    [
        ("imx708_wide_noir", "Camera Module 3 Wide"),
        ("imx500", "AI Camera"),
        ("imx296", "Global Shutter Camera, 6 mm lens"),
        ("ov5647", "Camera Module 1"),
        ("ov9281", None),
    ],
)
def test_sensors_are_known_by_the_names_that_libcamera_gives_them(sensor: str, title: str | None) -> None:
    model = model_of_sensor(sensor)

    assert title == (model and model.title)
