"""Where on a strip round the mat a light has come on, as a camera sees it."""

from __future__ import annotations

from companion.core.camera_view import CameraView
from companion.core.light_strip import corner_points, round_the_mat
from companion.core.table import Crop
from vision.light_spots import light_found, on_plane


def way_of_light(dark: Crop, seen: CameraView, size: tuple[float, float]) -> float | None:
    """Millimetres clockwise round a mat of this (width, height) to the light that `dark` does not show; or None."""
    place = light_found(dark, seen.picture)
    return None if place is None else round_the_mat(on_plane(place, seen.mat, corner_points(size)), size)
