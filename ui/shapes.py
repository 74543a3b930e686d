"""Shapes as the graphics processor takes them: boxes with round corners, turned or not, and triangles.

Everything is a *quad*, four corners with `VALUES` numbers each. `FRAGMENT_SHADER` says how far a pixel is from a box's
edge, which makes edges smooth and corners round at any size with no more than four corners for each box, and a whole
screen one mesh. Lengths are pixels, y up.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

Rgba = tuple[float, float, float, float]
Point = tuple[float, float]

FORMAT = [(b"vPosition", 2, "float"), (b"local", 2, "float"), (b"half_size", 2, "float")]
FORMAT += [(b"edge", 2, "float"), (b"tint", 4, "float")]
VALUES = sum(count for _, count, _ in FORMAT)

MOST = 16_000
"""Quads in one mesh: the number of a corner has 16 bits."""

SMOOTH = 1.0
"""So many pixels around a box its edge fades out."""

VERTEX_SHADER = """
#ifdef GL_ES
precision highp float;
#endif
attribute vec2 vPosition;
attribute vec2 local;
attribute vec2 half_size;
attribute vec2 edge;
attribute vec4 tint;
uniform mat4 modelview_mat;
uniform mat4 projection_mat;
varying vec2 at;
varying vec2 box;
varying vec2 round;
varying vec4 colour;
void main(void) {
    at = local;
    box = half_size;
    round = edge;
    colour = tint;
    gl_Position = projection_mat * modelview_mat * vec4(vPosition, 0.0, 1.0);
}
"""

FRAGMENT_SHADER = """
#ifdef GL_ES
precision highp float;
#endif
varying vec2 at;
varying vec2 box;
varying vec2 round;
varying vec4 colour;
uniform sampler2D texture0;
void main(void) {
    if (box.x < 0.0) {
        gl_FragColor = colour * texture2D(texture0, at);
    } else {
        vec2 beyond = abs(at) - box + round.x;
        float away = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - round.x;
        float covered = clamp(0.5 - away, 0.0, 1.0);
        if (round.y > 0.0) covered *= clamp(0.5 + away + round.y, 0.0, 1.0);
        gl_FragColor = vec4(colour.rgb, colour.a * covered);
    }
}
"""


class Shapes:
    """Shapes in the order in which they lie on each other, the lowest first."""

    def __init__(self) -> None:
        self._corners = array("f")

    def box(self, middle: Point, half: Point, colour: Rgba, radius: float = 0.0, line: float = 0.0) -> None:
        """An upright box; only its edge, so wide inwards, if there is a `line`."""
        (x, y), (across, up) = middle, half
        same = (across, up, radius, line, *colour)
        across, up = across + SMOOTH, up + SMOOTH
        left, right, bottom, top = x - across, x + across, y - up, y + up
        self._corners.extend((left, bottom, -across, -up, *same, right, bottom, across, -up, *same))
        self._corners.extend((right, top, across, up, *same, left, top, -across, up, *same))

    def textured(self, middle: Point, half: Point, corners: tuple[float, float, float, float], colour: Rgba) -> None:
        """A part of the texture from its lower left to its upper right corner, tinted."""
        (x, y), (across, up) = middle, half
        from_x, from_y, to_x, to_y = corners
        same = (-1.0, -1.0, 0.0, 0.0, *colour)
        left, right, bottom, top = x - across, x + across, y - up, y + up
        self._corners.extend((left, bottom, from_x, from_y, *same, right, bottom, to_x, from_y, *same))
        self._corners.extend((right, top, to_x, to_y, *same, left, top, from_x, to_y, *same))

    def quads(self, corners: bytes) -> None:
        """Quads that `ui.lines` has made."""
        self._corners.frombytes(corners)

    def meshes(self) -> Iterator[tuple[array[float], array[int]]]:
        """Corners and the order in which they make triangles, as a `Mesh` of `FORMAT` takes them."""
        for first in range(0, len(self._corners), MOST * 4 * VALUES):
            corners = self._corners[first : first + MOST * 4 * VALUES]
            yield corners, _order(len(corners) // (4 * VALUES))


_ORDER = array("H")
"""Two triangles for each quad, of as many as there have ever been in a mesh."""


def _order(quads: int) -> array[int]:
    for corner in range(4 * (len(_ORDER) // 6), 4 * quads, 4):
        _ORDER.extend((corner, corner + 1, corner + 2, corner, corner + 2, corner + 3))
    return _ORDER[: 6 * quads]
