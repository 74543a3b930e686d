"""Which machine this is. It imports nothing heavy: it is asked before the window is there."""

from __future__ import annotations

from pathlib import Path

MODEL = Path("/proc/device-tree/model")


NARROW = ("Raspberry Pi 5 ", "Raspberry Pi Compute Module", "Raspberry Pi Zero")
"""Boards whose camera connectors have 22 narrow contacts, where older ones have 15 (Raspberry Pi's documentation,
"Camera hardware")."""

CONNECTORS = {"rp1/i2c@88000/": "CAM/DISP 0", "rp1/i2c@80000/": "CAM/DISP 1"}
"""By the bus of a Pi 5 on which a sensor answers (raspberrypi/linux, bcm2712-rpi-5-b.dts: i2c_csi_dsi0 and 1)."""


def machine_model(model: Path = MODEL) -> str:
    """Such as `Raspberry Pi 5 Model B Rev 1.0`; empty where the machine does not tell."""
    try:
        return model.read_text(encoding="utf-8", errors="replace").rstrip("\0\n")
    except OSError:
        return ""


def is_raspberry_pi(model: Path = MODEL) -> bool:
    """Whether this machine is the appliance, and not somebody's desk."""
    return machine_model(model).startswith("Raspberry Pi")


def has_narrow_camera_connectors(model: str) -> bool:
    """Whether a camera's cable must have the narrow end for this board."""
    return model.startswith(NARROW)


def camera_connector(id: str, model: str) -> str:
    """What is printed beside the connector of the camera that libcamera calls so; empty where that cannot be told."""
    if model.startswith("Raspberry Pi 5 "):
        return next((printed for bus, printed in CONNECTORS.items() if bus in id), "")
    return "CAMERA" if model.startswith(("Raspberry Pi 3", "Raspberry Pi 4")) else ""
