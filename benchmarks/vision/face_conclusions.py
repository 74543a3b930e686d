"""How often a card is taken for another one: many outlines, each of them told to be a card of the set or not.

The cards lie as no camera shows them at their best: turned by any angle, leaning by up to 15 degrees, nearer to the
camera or further away, over each other, in fans, soft, noisy, in uneven light and under reflections. With these tables
no threshold was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from benchmarks.vision.bench import Bench
from benchmarks.vision.faces import IN_PLACE_MM, KNOWN, MAT, SIDES, drawn_plan, known, picture, strangers_of
from benchmarks.vision.printed_faces import HELD_OUT
from vision.arrays import Luma
from vision.faces.card_detector import conclusions
from vision.faces.face_parts import FACE_PX
from vision.faces.plan import CLOSE_PX, Plan
from vision.faces.seen_card import SeenCard

SEED = 3823
CONCLUSIONS = 100_000
LEAN, SIZE = 15.0, 0.12
"""Degrees by which a card leans at most, and the share by which it looks larger or smaller."""

BLUR_MM = 0.27, 0.73
"""Sigma of the least and the most that a picture is soft, across and down."""

HEAPED, FANS, FAN = 70, 10, 5


class Drawn(NamedTuple):
    """A card as it was drawn: its number, and its middle in millimetres."""

    number: int
    x: float
    y: float


def wrong_conclusions(bench: Bench) -> None:
    """Outlines that were judged, and what was told that is not so; of set members, what lies there counts as right."""
    wanted = CONCLUSIONS // 10 if bench.quick else CONCLUSIONS
    bench.report.title("Outlines judged beside 412 faces, and how many of them are told to be a card that is not there")
    bench.report.line(f"{'on the tables':44s}{'tables':>8s}{'cards':>8s}{'judged':>9s}{'right':>8s}{'wrong':>7s}")
    strangers = {first: strangers_of(first) for first in (0, HELD_OUT)}
    both = {first: np.concatenate([first + np.arange(KNOWN), others[:KNOWN]]) for first, others in strangers.items()}
    for name, first, numbers, share in (
        ("strangers of the same series", 0, strangers[0], 0.4),
        ("strangers of the other series", HELD_OUT, strangers[HELD_OUT], 0.2),
        ("cards of the set and strangers over them", 0, both[0], 0.3),
        ("the same of the other series", HELD_OUT, both[HELD_OUT], 0.1),
    ):
        tables = cards = judged = right = wrong = 0
        while judged < share * wanted:
            random = np.random.default_rng((SEED, first, len(numbers), tables))
            lay = (_heap, _fans)[tables % 2]
            plan, drawn = _drawn(random, lay, numbers)
            found = conclusions(known(first), plan)
            good = sum(_lies_there(card, first, drawn) for card in found.told)
            tables, cards, judged = tables + 1, cards + len(drawn), judged + found.judged
            right, wrong = right + good, wrong + len(found.told) - good
        bench.report.wrong += wrong
        mark = bench.report.mark(not wrong, f"faces, {name}")
        bench.report.line(f"{name:44s}{tables:8d}{cards:8d}{judged:9d}{right:8d}{wrong:6d}{mark}")


Lay = Callable[[np.random.Generator], list[tuple[float, float, float]]]
"""Where cards lie: x, y and degrees."""


def _heap(random: np.random.Generator) -> list[tuple[float, float, float]]:
    """Anywhere, at any angle, over each other."""
    places = random.uniform((30.0, 40.0, 0.0), (MAT.width - 30.0, MAT.height - 40.0, 360.0), (HEAPED, 3))
    return [(x, y, turn) for x, y, turn in places.tolist()]


def _fans(random: np.random.Generator) -> list[tuple[float, float, float]]:
    """Fans at any angle, each card 8 to 26 mm lower than the one before."""
    laid = []
    for fan in range(FANS):
        x, y = 120.0 + 230.0 * (fan % 5), 200.0 + 380.0 * (fan // 5)
        turn = float(random.uniform(0, 360))
        for _ in range(FAN):
            laid.append((x, y, turn + float(random.uniform(-5, 5))))
            step = float(random.uniform(8, 26))
            x, y = x - step * float(np.sin(np.radians(turn))), y + step * float(np.cos(np.radians(turn)))
    return laid


def _drawn(random: np.random.Generator, lay: Lay, numbers: Sequence[int] | np.ndarray) -> tuple[Plan, list[Drawn]]:
    """A plan of the table as it comes out of a camera's picture, and what lies there."""
    columns, rows = round(MAT.width * CLOSE_PX), round(MAT.height * CLOSE_PX)
    light = np.full((rows, columns), random.uniform(40, 150), np.uint8)
    cards = []
    for x, y, degrees in lay(random):
        number = int(random.choice(numbers))
        _draw(light, picture(number), random, (x, y, degrees))
        cards.append(Drawn(number, x, y))
    sigmas = random.uniform(*BLUR_MM, 2) * CLOSE_PX
    soft = cv2.GaussianBlur(light, (0, 0), float(sigmas[0]), sigmaY=float(sigmas[1]))
    across, down = np.linspace(-1, 1, columns)[None], np.linspace(-1, 1, rows)[:, None]
    lit = soft * (1.0 + random.uniform(-0.3, 0.3) * across + random.uniform(-0.3, 0.3) * down)
    for _ in range(3):
        x, y = random.uniform(-1, 1, 2)
        lit += random.uniform(20, 120) * np.exp(-((across - x) ** 2 * 900 + (down - y) ** 2 * 400))
    noisy = lit + random.normal(0, random.uniform(2.0, 6.0), light.shape)
    return drawn_plan(np.asarray(noisy.clip(0, 255), np.uint8)), cards


def _draw(light: Luma, face: Luma, random: np.random.Generator, place: tuple[float, float, float]) -> None:
    """Puts the card onto the plan: it leans one way or the other, and is nearer or further than the table."""
    x, y, degrees = place
    lean = np.cos(np.radians(random.uniform(0, LEAN, 2)))
    size = (1.0 + float(random.uniform(-SIZE, SIZE)) * float(random.random() < 0.3)) * CLOSE_PX / FACE_PX
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    matrix = np.array([[cos, -sin], [sin, cos]]) * size * lean
    reach = round(0.7 * float(np.hypot(*SIDES)) * CLOSE_PX)
    left, top = max(round(x * CLOSE_PX) - reach, 0), max(round(y * CLOSE_PX) - reach, 0)
    part = light[top : top + 2 * reach, left : left + 2 * reach]
    middle = (np.array(face.shape[::-1]) - 1) / 2
    shift = np.array([x, y]) * CLOSE_PX - (left, top) - matrix @ middle
    warp = np.column_stack([matrix, shift])
    cv2.warpAffine(face, warp, part.shape[::-1], part, cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)


def _lies_there(card: SeenCard, first: int, drawn: Sequence[Drawn]) -> bool:
    return any(
        one.number == first + card.face and np.hypot(one.x - card.x, one.y - card.y) < IN_PLACE_MM for one in drawn
    )
