"""The scenes of the tables: how the picture is taken, how it is lit, and what lies there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True, slots=True)
class Range:
    """A value drawn evenly between two ends."""

    low: float
    high: float


Cover = Literal["edge", "card", "finger"]


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """One kind of picture. Lengths in pixels unless they say modules; light in grey values of 0 to 255.

    `ppm` is pixels per module at the picture's centre, along the direction that the tilt does not shorten.
    `tilt` is the camera's, `card_tilt` each card's own (degrees). `light_ratio` is brightest to darkest place,
    `white` what white paper gives at the brightest. `read_noise` is a standard deviation, `shot_noise` the variance
    per grey value. Shares are of the labels; `cover` is how much of a covered one is hidden, `cover_kinds` by what.
    `decorated` cards lie on a patterned cloth, with so many `ornaments` printed on it.
    """

    name: str
    ppm: float
    width: int = 1920
    height: int = 1080
    labels: int = 60
    tilt: Range = Range(0.0, 3.0)
    card_tilt: float = 1.0
    blur: Range = Range(0.5, 0.7)
    light_ratio: float = 1.6
    white: float = 225.0
    read_noise: float = 2.0
    shot_noise: float = 0.02
    sleeved: float = 0.0
    glared: float = 0.0
    covered: float = 0.0
    cover: Range = Range(0.08, 0.30)
    cover_kinds: tuple[Cover, ...] = ("edge",)
    foreign: float = 0.0
    hands: int = 0
    distortion: float = -0.03
    jpeg: int | None = None
    nuisances: bool = False
    decorated: bool = False
    ornaments: int = 0


EASY = SceneSpec("easy", 2.0)
TYPICAL = SceneSpec(
    "typical", 2.0, tilt=Range(4.0, 8.0), card_tilt=3.0, blur=Range(0.7, 1.1), light_ratio=3.0, read_noise=4.0,
    shot_noise=0.05, sleeved=0.5, glared=0.04, covered=0.04, hands=1,
)  # fmt: skip
HARD = SceneSpec(
    "hard", 2.0, tilt=Range(8.0, 15.0), card_tilt=20.0, blur=Range(1.1, 1.6), light_ratio=5.0, read_noise=5.0,
    shot_noise=0.06, sleeved=0.5, glared=0.10, covered=0.10, hands=2, jpeg=85,
)  # fmt: skip
TILTED = replace(TYPICAL, name="tilted", tilt=Range(30.0, 45.0), hands=0)
DARK = replace(
    TYPICAL, name="dark", light_ratio=4.0, white=110.0, read_noise=7.0, shot_noise=0.15, sleeved=0.3, hands=0
)
COVERED = replace(TYPICAL, name="covered", covered=1.0, glared=0.0, hands=0)
GLARED = replace(TYPICAL, name="glare", covered=0.0, glared=1.0, hands=0)
NUISANCES = replace(TYPICAL, name="nuisances", labels=24, foreign=0.3, nuisances=True)

STEEP = replace(TYPICAL, name="steep", tilt=Range(48.0, 60.0), card_tilt=8.0, hands=0, covered=0.0, glared=0.0)
HALF_COVERED = replace(
    COVERED, name="half covered", cover=Range(0.02, 0.50), cover_kinds=("edge", "card", "finger")
)  # fmt: skip
AMONG_DECOYS = replace(HALF_COVERED, name="among decoys", labels=30, foreign=0.2, nuisances=True, decorated=True)
BUSY = replace(TYPICAL, name="busy", decorated=True, ornaments=400)
BUSY_EMPTY = replace(BUSY, name="busy, no labels", labels=0, hands=0)


def at(spec: SceneSpec, ppm: float) -> SceneSpec:
    """The same scene at another size of label."""
    return replace(spec, ppm=ppm)
