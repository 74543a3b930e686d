"""How bright the display's lamp is, through Linux's sysfs; a display without one stays as it is.

Source: the kernel's Documentation/ABI/stable/sysfs-class-backlight.
"""

from __future__ import annotations

import logging
from pathlib import Path

from companion.errors import Lack
from hardware.device import may_write

logger = logging.getLogger(__name__)

LAMPS = Path("/sys/class/backlight")
LEAST = 0.04
"""A share of the brightest at which a display is still read in the dark."""


class Backlight:
    """All the lamps behind displays that the kernel knows in `folder`."""

    def __init__(self, folder: Path = LAMPS) -> None:
        self._lamps = sorted(folder.iterdir()) if folder.is_dir() else []

    @property
    def lack(self) -> Lack | None:
        """Why no lamp can be set; None where one can."""
        if not self._lamps:
            return Lack.ABSENT
        return None if any(may_write(lamp / "brightness") for lamp in self._lamps) else Lack.FORBIDDEN

    def shine(self, share: float) -> None:
        """As bright as this share of the brightest; 0 is dark, all else can be read.

        What the kernel refuses is logged: the display then stays as it is.
        """
        for lamp in self._lamps:
            try:
                brightest = int((lamp / "max_brightness").read_text(encoding="ascii"))
                level = round(brightest * max(share, LEAST)) if share else 0
                (lamp / "brightness").write_text(str(level), encoding="ascii")
            except (OSError, ValueError) as error:
                logger.warning("The brightness of %s cannot be set: %s", lamp.name, error)
