"""What the makers say of common cameras: field of view, pixels, focus. Lengths in millimetres, angles in degrees."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import atan, degrees, radians, tan

from companion.errors import HardwareError


class Focus(Enum):
    """How a camera is made sharp."""

    MOTOR = "motor"
    RING = "ring"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class CameraModel:
    """`field` is how far it sees to both sides together, horizontally, in degrees; `size` its largest picture.

    `nearest` is the least distance at which it is sharp.
    """

    name: str
    title: str
    field: float
    size: tuple[int, int]
    focus: Focus = Focus.FIXED
    nearest: float = 100.0

    def focal_px(self, width: int) -> float:
        """The focal length in pixels of a picture that shows the whole field in so many pixels across."""
        return width / (2 * tan(radians(self.field) / 2))


def field_of_lens(sensor_mm: float, focal_mm: float) -> float:
    """The field of view of a lens before a sensor of that width, degrees."""
    return degrees(2 * atan(sensor_mm / 2 / focal_mm))


HQ_SENSOR_MM = 6.287
"""Width of the HQ camera's sensor (Sony IMX477)."""

GLOBAL_SHUTTER_SENSOR_MM = 1456 * 0.003_45
"""Width of the global shutter camera's sensor (Sony IMX296): its pixels are 3.45 micrometres wide."""

_LARGEST, _HQ = (4608, 2592), (4056, 3040)
MODELS = {
    model.name: model
    for model in (
        CameraModel("module3", "Camera Module 3", 66.0, _LARGEST, Focus.MOTOR),
        CameraModel("module3-wide", "Camera Module 3 Wide", 102.0, _LARGEST, Focus.MOTOR, 50.0),
        CameraModel("hq-6mm", "HQ Camera, 6 mm lens", 55.0, _HQ, Focus.RING, 200.0),
        CameraModel("hq-8mm", "HQ Camera, 8 mm lens", field_of_lens(HQ_SENSOR_MM, 8.0), _HQ, Focus.RING, 200.0),
        CameraModel("hq-16mm", "HQ Camera, 16 mm lens", field_of_lens(HQ_SENSOR_MM, 16.0), _HQ, Focus.RING, 200.0),
        CameraModel("ai", "AI Camera", 66.0, _HQ, Focus.RING, 200.0),
        CameraModel(
            "global-shutter",
            "Global Shutter Camera, 6 mm lens",
            field_of_lens(GLOBAL_SHUTTER_SENSOR_MM, 6.0),
            (1456, 1088),
            Focus.RING,
            200.0,
        ),
        CameraModel("module1", "Camera Module 1", 53.5, (2592, 1944), Focus.FIXED, 1000.0),
        CameraModel("module2", "Camera Module 2", 62.2, (3280, 2464), Focus.FIXED, 300.0),
        CameraModel("webcam-hd", "Webcam, 1920 x 1080", 70.4, (1920, 1080), Focus.MOTOR),
        CameraModel("webcam-4k", "Webcam, 3840 x 2160", 70.4, (3840, 2160), Focus.MOTOR),
    )
}
"""By the names that settings use. Data sheets of Raspberry Pi; webcams as Logitech's C920 sees."""

SENSORS = {
    "imx708": "module3",
    "imx708_wide": "module3-wide",
    "imx477": "hq-6mm",
    "imx500": "ai",
    "imx296": "global-shutter",
    "imx219": "module2",
    "ov5647": "module1",
}
"""The models behind the names that a Pi gives to sensors; of a lens that is screwed on it knows nothing."""


def model_of_sensor(sensor: str) -> CameraModel | None:
    """None where nothing is known of it; one without the filter against infrared light sees as far as one with it."""
    name = SENSORS.get(sensor.removesuffix("_noir"))
    return None if name is None else MODELS[name]


def model_of(name: str, source: str) -> CameraModel | None:
    """The model that the settings name, else the likeliest for a source such as `pi:0`; None where nothing is known.

    Raises HardwareError for a name that no model has.
    """
    if name and name not in MODELS:
        raise HardwareError(f"There is no camera model {name!r}: use {', '.join(MODELS)}.")
    if name:
        return MODELS[name]
    return MODELS["module3"] if source.partition(":")[0] == "pi" else None
