"""What lies before the simulated camera, as values: cards, hands, light, the mat and the optics.

Everything is in millimetres of the mat: origin at its upper left corner as the camera shows it, x to the right,
y down, rotations in degrees clockwise. Nothing here knows a game or how a label is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom, millimetres."""

LABEL_MM = 20.0
"""Outer edge of a printed label."""


@dataclass(frozen=True, slots=True)
class Item:
    """A card or a tile. Its label sits `label_offset` from the item's centre, in the item's own upright frame.

    `tag` None is a piece that shows no label, such as a card lying face down. `shade` is how much light the face
    reflects, 0 to 1. `unreadable_by` spoils the label: a reflection, or a token standing on it. `tilt` is by how many
    degrees the upper edge is lifted, while the lower one lies on the table; `bend` how far both those edges of a curled
    card stand up, and `lift` how far a piece is held over the table, millimetres. A cloth has no `rim`. `face` names
    the picture that is printed on it.
    """

    tag: str | None
    x: float
    y: float
    rotation: float = 0.0
    width: float = 63.0
    height: float = 88.0
    label_offset: tuple[float, float] = (0.0, 0.0)
    label_mm: float = LABEL_MM
    shade: float = 0.82
    caption: str = ""
    unreadable_by: Literal["glare", "cover"] | None = None
    tilt: float = 0.0
    bend: float = 0.0
    lift: float = 0.0
    rim: bool = True
    face: str | None = None


@dataclass(frozen=True, slots=True)
class SceneHand:
    """A hand whose fingertips are at (x, y) and whose arm leaves the table in the direction `angle` (0 is right,
    90 is towards the lower edge).

    `shade` is how much light the skin reflects, `sleeve` the sleeve (a little less than half as much when None), and
    `stripes` how wide its stripes are, millimetres (0: it is plain). `sweep` is how far the hand moves while the
    picture is taken, millimetres to the right and down: it is blurred.
    """

    x: float
    y: float
    angle: float = 90.0
    width: float = 85.0
    shade: float = 0.6
    sleeve: float | None = None
    stripes: float = 0.0
    sweep: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class SceneLight:
    """The lamp: overall `level`, how many times brighter its side is than the far side, and where it stands."""

    level: float = 1.0
    unevenness: float = 1.6
    angle: float = 220.0


@dataclass(frozen=True, slots=True)
class Reflection:
    """A lamp that shines back from glossy faces about (x, y): so much light, of a white sheet's, in its middle."""

    x: float
    y: float
    radius: float = 40.0
    strength: float = 1.0


@dataclass(frozen=True, slots=True)
class Shadow:
    """Somebody leans over the table and keeps a share of the light (`depth`) from it about (x, y): no edge is seen."""

    x: float
    y: float
    radius: float = 250.0
    depth: float = 0.3


@dataclass(frozen=True, slots=True)
class Bump:
    """How far the camera has been pushed from where it was set up."""

    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """The table at one moment. Later items cover earlier ones."""

    items: tuple[Item, ...] = ()
    hands: tuple[SceneHand, ...] = ()
    light: SceneLight = SceneLight()
    bump: Bump = Bump()
    reflections: tuple[Reflection, ...] = ()
    shadows: tuple[Shadow, ...] = ()


@dataclass(frozen=True, slots=True)
class Anchor:
    """A label printed on the mat at a known place."""

    tag: str
    x: float
    y: float
    rotation: float = 0.0


@dataclass(frozen=True, slots=True)
class RenderedMat:
    """The printed mat: its size, its anchors, and the named outlines drawn on it."""

    width: float = 900.0
    height: float = 600.0
    anchors: tuple[Anchor, ...] = ()
    anchor_mm: float = LABEL_MM
    zones: tuple[tuple[str, Rectangle], ...] = ()
    shade: float = 0.36


@dataclass(frozen=True, slots=True)
class Optics:
    """The camera: pixels, how much of the table it sees, how it stands, and how good its picture is.

    `view` is what must be in the picture (the mat and a margin when None). `tilt` is degrees off the vertical, `turn`
    degrees about it. `blur` is the sigma of the lens in pixels, `noise` the standard deviation of a mid-grey pixel in
    grey levels, `distortion` how much the corners are drawn in (below zero) or out, as a fraction of their radius.
    `small_width` is about how many pixels across the low-resolution picture has.
    """

    width: int = 2304
    height: int = 1296
    view: Rectangle | None = None
    tilt: float = 8.0
    turn: float = 0.0
    blur: float = 0.7
    noise: float = 3.0
    distortion: float = -0.02
    seed: int = 1
    frames_per_second: float = 10.0
    small_width: int = 576


@dataclass(frozen=True, slots=True)
class SceneSetup:
    """The things of a simulated table that stay for an evening."""

    mat: RenderedMat = field(default_factory=RenderedMat)
    optics: Optics = field(default_factory=Optics)
