"""Where frames come from: one small seam for every camera, real or recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError

LONGEST_EDGE = 32_766
"""OpenCV's remap takes no larger picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table, as light only: labels carry no colour.

    `image` is the luma plane, uint8, shape (height, width). `taken_at` is when it was exposed, in monotonic seconds.
    `small` is the same moment at low resolution, for noticing motion; None where the camera gives none.
    """

    image: NDArray[np.uint8]
    taken_at: float
    small: NDArray[np.uint8] | None = None


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """What a camera is asked for; one that cannot do it gives the nearest it can.

    Sizes are (width, height) in pixels. `lens_position` is in dioptres (1 / metres); None focuses once by itself.
    `settling` seconds pass before exposure, white balance and focus are held; after `patience` seconds without a
    picture the camera counts as lost. `mains_hz` is how often the lamps' current changes its direction in a second:
    they flicker twice as often; 0 for lamps that do not. The defaults suit a Raspberry Pi Camera Module 3.
    """

    size: tuple[int, int] = (4608, 2592)
    small_size: tuple[int, int] = (768, 432)
    frames_per_second: float = 10.0
    lens_position: float | None = None
    settling: float = 2.0
    patience: float = 5.0
    mains_hz: int = 50


@dataclass(frozen=True, slots=True)
class AttachedCamera:
    """A camera that is plugged in: its name for `open_camera`, and what its maker or its kind calls it.

    `connector` is what is printed on the board beside the one it hangs on, empty where that cannot be told.
    """

    source: str
    title: str
    connector: str = ""


SMALL_WIDTH = 768


def small_size(size: tuple[int, int]) -> tuple[int, int]:
    """The size of the small picture beside a full one of (width, height): the same view, in even numbers.

    A small picture of another shape would be cut to it, and motion seen in the wrong place.
    """
    width = min(SMALL_WIDTH, size[0] // 2 * 2)
    return width, max(round(width * size[1] / size[0] / 2) * 2, 2)


class FrameSource(Protocol):
    """A context manager that hands out frames. Closing twice is harmless."""

    def read(self) -> Frame | None:
        """The next frame; None when there will be no more. Raises HardwareError when the camera is lost."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...


def failure_in_words(failure: Exception) -> str:
    """What is said to the players about whatever a camera's driver has raised."""
    if isinstance(failure, CompanionError):
        return str(failure)
    return f"The camera failed ({type(failure).__name__}: {failure}): check its cable."
