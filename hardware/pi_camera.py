"""The Raspberry Pi camera, through picamera2 (its manual, chapters 4 to 6).

The camera's own processor delivers two streams of the same moment, full size and small, as YUV 4:2:0: their first
`height` rows are the light, so no picture is ever compressed. A camera over a table must not adapt to what hands do,
so exposure, white balance and focus settle once and are then held.

What goes wrong in picamera2, libcamera or the kernel is raised as it is where there is no better sentence for it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.errors import HardwareError
from hardware.camera import AttachedCamera, CameraSettings, Frame, FrameSource
from hardware.camera_models import model_of_sensor
from hardware.device import Device
from hardware.raspberry_pi import camera_connector, machine_model

logger = logging.getLogger(__name__)

# Full frames of 12 megapixels take 18 MB each of the little memory a camera may use on a Pi 4.
BUFFERS = 3
FOCUS_PATIENCE = 20.0

PLANNED_LENS_POSITION = 1 / 1.15
"""Dioptres for the height at which the README hangs the camera: what is focused on where autofocus finds nothing."""

LIGHT_FORMAT = "YUV420"
SAME_VIEW = 0.02
"""Share by which the shapes of the two streams may differ: beyond it motion would be seen in the wrong place."""


def open_pi_camera(where: str, settings: CameraSettings, now: Callable[[], float]) -> FrameSource:
    """Opens camera number `where`, the first one if empty. Raises HardwareError where there is none."""
    if where and not where.isdecimal():
        raise HardwareError(f"`pi:{where}` names no camera: write pi, or pi:1 for the second one.")
    return PiCamera(_picamera2(), int(where or 0), settings, now)


def attached_pi_cameras() -> Iterator[AttachedCamera]:
    """`pi`, `pi:1` for those on the machine's own ribbons; libcamera lists USB cameras too, which speak otherwise."""
    if find_spec("picamera2") is None:
        return
    try:
        listed = _picamera2().Picamera2.global_camera_info()
    except Exception:  # a camera stack that does not even start must not hide a webcam
        logger.warning("The Pi's cameras cannot be listed.", exc_info=True)
        return
    for number, camera in enumerate(listed):
        if "/usb" not in camera["Id"]:
            sensor = str(camera.get("Model", ""))
            model = model_of_sensor(sensor)
            title = model.title if model is not None else sensor or "Raspberry Pi camera"
            connector = camera_connector(camera["Id"], machine_model())
            yield AttachedCamera(f"pi:{number}" if number else "pi", title, connector)


def _picamera2() -> ModuleType:
    try:
        import picamera2
    # A packaged extension built for another NumPy answers with a ValueError.
    except (ImportError, ValueError) as error:
        raise HardwareError(
            f"Camera `pi` needs picamera2, which cannot be loaded ({error}): on Raspberry Pi OS, install "
            "python3-picamera2 with apt and make .venv anew; elsewhere choose another --camera."
        ) from error
    return picamera2


class PiCamera(Device):
    """A running camera with held exposure, white balance and focus."""

    def __init__(self, api: ModuleType, number: int, settings: CameraSettings, now: Callable[[], float]) -> None:
        self._api = api
        self._settings = settings
        self._now = now
        self._closed = False
        self._sizes: dict[str, tuple[int, int]] = {}
        try:
            self._camera: Any = api.Picamera2(number)
        # Which of the two it is depends on picamera2's version.
        except (IndexError, RuntimeError) as error:
            raise HardwareError(f"There is no Pi camera number {number} ({error}): check its ribbon cable.") from error
        try:
            self._start()
        except BaseException:
            self._close_after_failure()
            raise

    def read(self) -> Frame | None:
        """The next frame, copied out of the camera's memory. Raises HardwareError when none comes in time."""
        if self._closed:
            raise HardwareError("The Pi camera is closed: open it again.")
        request = self._waiting("picture", lambda: self._camera.capture_request(wait=self._settings.patience))
        try:
            taken_at = self._exposed_at(request.get_metadata())
            small = self._luma(request, "lores") if "lores" in self._sizes else None
            return Frame(self._luma(request, "main"), taken_at, small)
        finally:
            # The camera has few buffers; one that is not given back is lost to it.
            request.release()

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._camera.close()

    def _close_after_failure(self) -> None:
        try:
            self.close()
        except Exception:  # why it could not be opened is worth more than why it could not be closed
            logger.warning("The Pi camera could not be closed.", exc_info=True)

    def _start(self) -> None:
        settings = self._settings
        frame = round(1e6 / settings.frames_per_second)
        self._camera.configure(
            self._camera.create_video_configuration(
                main={"size": settings.size, "format": LIGHT_FORMAT},
                lores={"size": settings.small_size, "format": LIGHT_FORMAT},
                raw=None,
                buffer_count=BUFFERS,
                controls={"FrameDurationLimits": (frame, frame), **self._flicker_controls()},
            )
        )
        self._sizes = self._configured_sizes()
        self._camera.start()
        self._hold_focus()
        self._hold_light()

    def _flicker_controls(self) -> dict[str, Any]:
        """Exposures of whole flickers of the lamp: all frames are then equally bright."""
        if not self._settings.mains_hz or "AeFlickerMode" not in self._camera.camera_controls:
            return {}
        from libcamera import controls

        period = round(1e6 / (2 * self._settings.mains_hz))
        return {"AeFlickerMode": controls.AeFlickerModeEnum.Manual, "AeFlickerPeriod": period}

    def _configured_sizes(self) -> dict[str, tuple[int, int]]:
        """The streams that camera and driver agreed to, by name: (width, height). Raises HardwareError."""
        given = self._camera.camera_configuration()
        if given["main"]["format"] != LIGHT_FORMAT:
            raise HardwareError(
                f"The Pi camera gives {given['main']['format']} and not plain light ({LIGHT_FORMAT}): a USB camera is "
                "named webcam:N."
            )
        width, height = given["main"]["size"]
        sizes = {"main": (width, height)}
        small = given["lores"]
        if small is not None and small["format"] == LIGHT_FORMAT:
            across, down = small["size"]
            if abs(across * height / (down * width) - 1) < SAME_VIEW:
                sizes["lores"] = (across, down)
        return sizes

    def _hold_light(self) -> None:
        seen = self._settled_metadata()
        held = {"AeEnable": False, "ExposureTime": seen["ExposureTime"], "AnalogueGain": seen["AnalogueGain"]}
        # A monochrome camera has no white balance.
        if "ColourGains" in seen:
            held |= {"AwbEnable": False, "ColourGains": seen["ColourGains"]}
        self._camera.set_controls(held)

    def _settled_metadata(self) -> dict[str, Any]:
        until = self._now() + self._settings.settling
        seen = self._metadata()
        while self._now() < until:
            seen = self._metadata()
        return seen

    def _hold_focus(self) -> None:
        if "AfMode" not in self._camera.camera_controls:
            return
        from libcamera import controls

        position = self._settings.lens_position
        if position is None:
            self._settled_metadata()
            position = self._focused_position()
        # The manual focus of two cameras differs, so the position found is what is held, never a fixed number.
        self._camera.set_controls({"AfMode": controls.AfModeEnum.Manual, "LensPosition": position})

    def _focused_position(self) -> float:
        """Dioptres at which the picture is sharp."""
        try:
            if self._camera.autofocus_cycle(wait=FOCUS_PATIENCE):
                return float(self._metadata()["LensPosition"])
        except Exception:  # a lens that does not answer is no reason to see nothing: its height is planned
            logger.warning("The Pi camera's autofocus failed.", exc_info=True)
            self._camera.cancel_all_and_flush()
        logger.warning(
            "The Pi camera found no sharp focus and is set to its planned height; put something printed under it and "
            "start again, or set `lens`."
        )
        return PLANNED_LENS_POSITION

    def _exposed_at(self, metadata: dict[str, Any]) -> float:
        """Monotonic seconds. libcamera counts those that a machine sleeps too, but a Pi does not sleep."""
        return metadata["SensorTimestamp"] / 1e9 if "SensorTimestamp" in metadata else self._now()

    def _metadata(self) -> dict[str, Any]:
        patience = self._settings.patience
        seen: dict[str, Any] = self._waiting("picture", lambda: self._camera.capture_metadata(wait=patience))
        return seen

    def _waiting(self, what: str, ask: Callable[[], Any]) -> Any:
        try:
            return ask()
        except (TimeoutError, RuntimeError) as error:
            # The job that nobody waits for any more would stand in the way of `close`.
            self._camera.cancel_all_and_flush()
            raise HardwareError(f"The Pi camera gives no {what} any more: check its cable and restart.") from error

    def _luma(self, request: Any, stream: str) -> NDArray[np.uint8]:
        width, height = self._sizes[stream]
        with self._api.MappedArray(request, stream, write=False) as mapped:
            # Rows are padded to the memory's liking, and the colour lies below the light.
            return np.array(mapped.array[:height, :width], dtype=np.uint8)
