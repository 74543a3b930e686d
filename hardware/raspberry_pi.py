"""Which machine this is. It imports nothing heavy: it is asked before the window is there."""

from __future__ import annotations

from pathlib import Path

MODEL = Path("/proc/device-tree/model")


def is_raspberry_pi(model: Path = MODEL) -> bool:
    """Whether this machine is the appliance, and not somebody's desk."""
    try:
        return model.read_text(encoding="utf-8", errors="replace").startswith("Raspberry Pi")
    except OSError:
        return False
