"""Throws of two dice on the dice's place: how many are read, and whether any is read wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks.vision.bench import Bench
from benchmarks.vision.dice_pictures import DiceLight, Die, dice_picture
from companion.core.table import Box
from companion.simulation.renderer.camera_model import position, projection
from companion.simulation.renderer.scene import Bump, Optics, RenderedMat
from vision.dice import AGREE, DicePlace, DiceVote

THROWS, GOAL = 20, 0.995
"""Throws for each picture that the bench takes, and the share of those lying plainly that is to be read."""

GROUND = 0.55
"""How much light the printed place reflects."""

PLACE = 100.0, 80.0
LIKE = {"white": (0.85, 0.08), "black": (0.08, 0.85), "red": (0.28, 0.9), "blue": (0.2, 0.88)}
"""Body and pips of dice: how much light they reflect."""

Change = Callable[[list[Die], DiceLight, np.random.Generator], tuple[list[Die], DiceLight]]


def dice(bench: Bench) -> None:
    """By size, colour and camera; then what is no plain throw, of which nothing wrong may be told."""
    bench.report.title(
        f"Two dice: throws read, of all that lie apart within the place (goal {GOAL:.1%}), and read wrong"
    )
    for edge, wide in ((16.0, 1272.0), (16.0, 1600.0), (14.0, 1272.0), (12.0, 1272.0), (12.0, 1000.0)):
        for name in LIKE:
            _tell(bench, f"{name}, {edge:.0f} mm, {2304 / wide:.1f} px/mm", (edge, wide, name), None, GOAL)
    bench.report.title("What lies or is lit otherwise: read, and read wrong")
    hard = {"touching": _touching, "still rolling": _rolling, "in a glare": _glared, "over the edge": _over_the_edge}
    for what, change in hard.items():
        for name in LIKE:
            _tell(bench, f"{name}, {what}", (16.0, 1272.0, name), change, None)


def _tell(bench: Bench, name: str, kind: tuple[float, float, str], change: Change | None, goal: float | None) -> None:
    random = np.random.default_rng(3200)
    counted = [_throw(random, kind, change) for _ in range(THROWS * bench.pictures)]
    read, wrong = counted.count("read"), counted.count("wrong")
    bench.report.wrong += wrong
    mark = " " if goal is None else bench.report.mark(read >= goal * len(counted), f"dice: {name}")
    bench.report.line(f"{name:32s}{100 * read / len(counted):7.1f} %{mark} wrong {wrong} of {len(counted)}")


def _throw(random: np.random.Generator, kind: tuple[float, float, str], change: Change | None) -> str:
    """Whether one throw, in as many pictures as have to agree, is `read`, `asked` or read `wrong`."""
    edge, wide, like = kind
    mat = RenderedMat(width=wide, height=wide * 9 / 16)
    optics = Optics(tilt=random.uniform(0, 15), turn=random.uniform(-20, 20))
    camera, eye = projection(mat, optics, Bump()), position(mat, optics)
    x, y = random.uniform(0.15, 0.85) * mat.width, random.uniform(0.15, 0.85) * mat.height
    box = x - PLACE[0] / 2, y - PLACE[1] / 2, x + PLACE[0] / 2, y + PLACE[1] / 2
    lying = _apart(random, (x, y), edge, like)
    light = DiceLight(direction=random.uniform(0, 360), level=random.uniform(200, 240))
    if change is not None:
        lying, light = change(lying, light, random)
    vote = DiceVote()
    for _ in range(AGREE):
        picture, at = dice_picture(lying, box, GROUND, (camera, eye), light, random)
        place = DicePlace(Box(*box), lambda points, at=at: camera.to_px(points) - at[:2], eye)
        vote = vote.after(place.read(picture))
    if vote.told is None:
        return "asked"
    return "read" if sorted(vote.told) == sorted(die.face for die in lying) else "wrong"


def _apart(random: np.random.Generator, middle: tuple[float, float], edge: float, like: str) -> list[Die]:
    body, pips = LIKE[like]
    reach = PLACE[0] / 2 - edge - 8.0, PLACE[1] / 2 - edge - 8.0
    looks = random.uniform(0.08, 0.2), random.uniform(0.085, 0.115), random.uniform(0.235, 0.265)
    while True:
        at = [
            (middle[0] + random.uniform(-1, 1) * reach[0], middle[1] + random.uniform(-1, 1) * reach[1]) for _ in "12"
        ]
        if np.hypot(at[0][0] - at[1][0], at[0][1] - at[1][1]) > 1.6 * edge:
            break
    turns = random.uniform(0, 360, 2)
    faces = random.integers(1, 7, 2)
    return [
        Die(*place, int(face), float(turn), edge, body, pips, *looks)
        for place, face, turn in zip(at, faces, turns, strict=True)
    ]


def _touching(lying: list[Die], light: DiceLight, random: np.random.Generator) -> tuple[list[Die], DiceLight]:
    one, other = lying
    turn = np.radians(one.rotation)
    along = random.uniform(-0.3, 0.3) * one.edge
    x = one.x + one.edge * np.cos(turn) - along * np.sin(turn)
    y = one.y + one.edge * np.sin(turn) + along * np.cos(turn)
    return [one, replace(other, x=float(x), y=float(y), rotation=one.rotation)], light


def _rolling(lying: list[Die], light: DiceLight, random: np.random.Generator) -> tuple[list[Die], DiceLight]:
    return lying, replace(light, motion=(random.uniform(2, 8), random.uniform(2, 8)))


def _glared(lying: list[Die], light: DiceLight, random: np.random.Generator) -> tuple[list[Die], DiceLight]:
    at = random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7)
    return [replace(lying[0], glare=random.uniform(0.3, 1.2), glare_at=at), lying[1]], light


def _over_the_edge(lying: list[Die], light: DiceLight, random: np.random.Generator) -> tuple[list[Die], DiceLight]:
    """One die lies half beside the place, or is gone."""
    one, other = lying
    if random.random() < 0.5:
        return [one], light
    return [one, replace(other, x=other.x + PLACE[0])], light
