"""Cards by their own faces: how many are known by how much of them shows, what strangers are taken for, and the cost.

The faces are those of `printed_faces`, two series of them: of each 412 that are known, and 1,000 that are not.
The second has other layouts, mostly white ones.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial

import cv2
import numpy as np

from benchmarks.vision.bench import Bench
from benchmarks.vision.printed_faces import HELD_OUT, card_face
from companion.core.table import Box
from companion.simulation.renderer.camera_model import projection
from companion.simulation.renderer.scene import Bump, Item, Optics, RenderedMat, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from vision.arrays import Floats, Indices, Luma
from vision.faces.card_detector import find_cards
from vision.faces.face_parts import FACE_PX
from vision.faces.face_set import Face, FaceSet
from vision.faces.plan import CLOSE_PX, PLAN_PX, Plan, plan_of
from vision.faces.seen_card import SeenCard
from vision.geometry.homography import Homography
from vision.geometry.lens import LensModel

KNOWN, STRANGERS = 412, 1000
SEED = 3801
MAT = RenderedMat(1200.0, 800.0)
SIDES = 63.0, 88.0
PLACES = [(110.0 + 195.0 * column, 110.0 + 193.0 * row) for row in range(4) for column in range(6)]
IN_PLACE_MM = 6.0
TITLE_ROWS = 22
"""Of a picture that is kept: those above any drawing."""

GOALS = {"whole": 0.999, "half of each": 0.95, "fans, each 17.6 mm lower": 0.95}
SHOWN = {"whole": 1.0, "three quarters of each": 0.75, "half of each": 0.5, "the upper fifth of each": 0.2}
FANS = {"fans, each 17.6 mm lower": (17.6, 17.6), "fans, each 10 to 12 mm lower": (10.0, 12.0)}
FAN, FAN_TURN = 6, 3.0
"""Cards of a fan, and degrees by which each is turned out of it."""

Tables = Callable[[np.random.Generator, int], tuple[list[Item], set[int]]]
"""Things on a table, of a series of which the first card has that number, and the faces of those that are counted."""

Peer = Callable[[Plan], set[int]]


@cache
def picture(number: int) -> Luma:
    """A face as it is kept."""
    size = round(SIDES[0] * FACE_PX), round(SIDES[1] * FACE_PX)
    return np.asarray(cv2.resize(card_face(number), size, interpolation=cv2.INTER_AREA))


@cache
def known(first: int = 0) -> FaceSet:
    """The faces of a series whose first card has that number, each under its own."""
    return FaceSet({str(n): Face(picture(n), (str(n),), (0.0, -32.0), 20.0) for n in range(first, first + KNOWN)})


def strangers_of(first: int) -> Indices:
    """Those without the upper edge of any card that is known: in no series have two cards one title."""
    titles = {picture(number)[:TITLE_ROWS].tobytes() for number in range(first, first + KNOWN)}
    numbers = range(first + KNOWN, first + KNOWN + STRANGERS)
    return np.array([number for number in numbers if picture(number)[:TITLE_ROWS].tobytes() not in titles], np.intp)


def faces(bench: Bench) -> None:
    """In one picture, by how much of each shows; where there is a goal, beside peers in the same straight view."""
    bench.report.title("Cards by their faces: known in one picture, %, of 412 faces; wrong; ms of processor time")
    bench.report.line(
        f"{'to be seen':38s}{'faces':>8s}{'SIFT':>8s}{'ORB':>8s}{'cards':>8s}{'wrong':>7s}{'ms':>8s}{'/SIFT':>8s}"
    )
    peers = _peers()
    tables: dict[str, Tables] = {name: partial(_table, share) for name, share in SHOWN.items()}
    tables |= {name: partial(_fans, steps) for name, steps in FANS.items()}
    rows = [(name, name, 0) for name in tables] + [(name, f"{name}, other series", HELD_OUT) for name in GOALS]
    for name, title, first in rows:
        beside = peers.values() if title in SHOWN and title in GOALS else ()
        found, wrong, shown, times = [0, 0, 0], 0, 0, [0.0, 0.0, 0.0]
        for seed in range(bench.pictures):
            items, lower = tables[name](np.random.default_rng((SEED, seed)), first)
            plan = _photographed(items, seed)
            start = time.process_time()
            seen = find_cards(known(first), plan)
            times[0] += time.process_time() - start
            right = {first + card.face for card in seen if _is_right(card, items, first)}
            wrong += sum(not _is_right(card, items, first) for card in seen)
            answers = [right]
            for number, peer in enumerate(beside, start=1):
                start = time.process_time()
                answers.append(peer(plan))
                times[number] += time.process_time() - start
            shown += len(lower)
            for number, answer in enumerate(answers):
                found[number] += len(answer & lower)
        bench.report.wrong += wrong
        shares = [f"{100 * count / shown:.1f}" for count in found]
        mark = bench.report.mark(found[0] >= GOALS.get(name, 0.0) * shown, f"faces, {title}")
        told = [*shares[1:], f"{times[0] / times[1]:.2f}"] if beside else ["-", "-", "-"]
        ours = f"{1000 * times[0] / bench.pictures:.0f}"
        row = "".join(f"{word:>8s}" for word in (*told[:2], str(shown), str(wrong), ours, told[2]))
        bench.report.line(f"{title:38s}{shares[0]:>7s}{mark}{row}")


def strangers(bench: Bench) -> None:
    """Cards of the same series that nobody has shown, on crowded tables: what they are taken for (goal: nothing)."""
    for first, series in ((0, "the same series"), (HELD_OUT, "the other series")):
        told, shown = [], 0
        for seed in range(5 * bench.pictures):
            random = np.random.default_rng((SEED + 1, seed))
            numbers = random.choice(strangers_of(first), 80, replace=False)
            told += find_cards(known(first), _drawn(random, numbers))
            shown += len(numbers)
        bench.report.wrong += len(told)
        mark = bench.report.mark(not told, f"faces, strangers, {series}")
        bench.report.title(
            f"Cards of {series} that are in no set: of {shown} shown, taken for one that is: {len(told)}{mark}"
        )


def cost(bench: Bench) -> None:
    """A full search of a table with 120 cards, and what the faces take of memory."""
    random = np.random.default_rng(40)
    plan = _drawn(random, random.choice(KNOWN, 120, replace=False))
    closed = known()
    start = time.process_time()
    seen = find_cards(closed, plan)
    seconds = time.process_time() - start
    mark = bench.report.mark(seconds < 2.0, "faces, full search")
    bench.report.title(f"Full search of a table with 120 cards: {seconds:.2f} s{mark} (goal 2), {len(seen)} known")
    kept = {str(n): Face(picture(n), (str(n),), (0.0, -32.0), 20.0) for n in range(KNOWN)}
    tracemalloc.start()
    again = FaceSet(kept)
    size = (tracemalloc.get_traced_memory()[0] + sum(face.picture.nbytes for face in again.faces.values())) / 1e6
    tracemalloc.stop()
    mark = bench.report.mark(size < 60, "faces, memory")
    bench.report.line(f"Memory for 412 faces: {size:.0f} MB{mark} (goal 60)")


def _table(share: float, random: np.random.Generator, first: int) -> tuple[list[Item], set[int]]:
    """Twelve to 24 cards, of each of which that share shows; the faces of those that are counted.

    What covers them are cards too, with a straight edge at any angle; of a fan, right below the upper fifth.
    """
    numbers = (first + random.choice(KNOWN, 2 * len(PLACES), replace=False)).tolist()
    items: list[Item] = []
    for place, number, over in zip(PLACES, numbers[::2], numbers[1::2], strict=True):
        turn = float(random.uniform(0, 360))
        card = Item(None, *place, turn, *SIDES, face=str(number))
        items.append(card)
        if share < 1.0:
            items.append(_cover(random, card, share, str(over)))
    return items, set(numbers[::2])


def _cover(random: np.random.Generator, card: Item, share: float, face: str) -> Item:
    down = np.radians(card.rotation + 90.0)
    way = float(random.uniform(0, 2 * np.pi)) if share > 0.2 else float(down)
    turn = float(np.degrees(way)) if share > 0.2 else card.rotation
    steps = np.arange(95.0, 0.0, -1.0)
    covers = (Item(None, card.x + d * np.cos(way), card.y + d * np.sin(way), turn, *SIDES, face=face) for d in steps)
    return next(cover for cover in covers if _visible(card, cover) <= share)


def _fans(steps: tuple[float, float], random: np.random.Generator, first: int) -> tuple[list[Item], set[int]]:
    """Twelve fans on one table, and all that is not the last card of one; each a little lower than the one before."""
    numbers = iter((first + random.choice(KNOWN, 12 * FAN, replace=False)).tolist())
    items: list[Item] = []
    covered: set[int] = set()
    for place in range(12):
        x, y = 110.0 + 195.0 * (place % 6), 90.0 + 380.0 * (place // 6)
        turn = np.radians(random.uniform(-10, 10) + (180.0 if random.random() < 0.3 else 0.0))
        y += 150.0 if np.cos(turn) < 0 else 0.0
        for card in range(FAN):
            number, step = next(numbers), float(random.uniform(*steps)) if card else 0.0
            x, y = x - step * np.sin(turn) + (random.normal(0.0, 0.7) if card else 0.0), y + step * np.cos(turn)
            askew = float(np.degrees(turn)) + float(random.uniform(-FAN_TURN, FAN_TURN))
            items.append(Item(None, float(x), float(y), askew, *SIDES, face=str(number)))
            covered |= {number} if card < FAN - 1 else set()
    return items, covered


def _visible(card: Item, cover: Item) -> float:
    own, other = (cv2.boxPoints(((item.x, item.y), SIDES, item.rotation)) for item in (card, cover))
    return 1.0 - float(cv2.intersectConvexConvex(own, other)[0]) / (SIDES[0] * SIDES[1])


def _photographed(items: Sequence[Item], seed: int) -> Plan:
    """The table as a camera sees it that leans by up to 15 degrees, from straight above again."""
    optics = Optics(3456, 1944, tilt=3.0 + 4.0 * (seed % 4), distortion=0.0, seed=seed)
    with SimulatedCamera([Scene(tuple(items))], lambda face: card_face(int(face)), SceneSetup(MAT, optics)) as camera:
        frame = camera.read()
    assert frame is not None, "one scene is there"
    lens = LensModel.undistorted((optics.width, optics.height))
    homography = Homography(projection(MAT, optics, Bump()).matrix, lens)
    return plan_of(frame.image, homography, Box(-20.0, -20.0, MAT.width + 20.0, MAT.height + 20.0))


def _is_right(card: SeenCard, items: Sequence[Item], first: int) -> bool:
    return any(
        item.face == str(first + card.face) and np.hypot(item.x - card.x, item.y - card.y) < IN_PLACE_MM
        for item in items
    )


def _drawn(random: np.random.Generator, numbers: Sequence[int] | np.ndarray) -> Plan:
    """A plan with these cards in rows, drawn without a camera: turned a little, soft, noisy, in uneven light."""
    columns, rows = int(MAT.width * CLOSE_PX), int(MAT.height * CLOSE_PX)
    light = np.full((rows, columns), 90, np.uint8)
    for place, number in enumerate(numbers):
        x, y = 40.0 + 66.0 * (place % 17) + 1.0, 52.0 + 97.0 * (place // 17)
        turn = cv2.getRotationMatrix2D((62.5, 87.5), float(random.uniform(-3, 3)), CLOSE_PX / FACE_PX)
        turn[:, 2] += np.array([x, y]) * CLOSE_PX + random.uniform(-1, 1, 2) - (62.5, 87.5)
        cv2.warpAffine(
            picture(int(number)), turn, (columns, rows), light, cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT
        )
    uneven = np.linspace(random.uniform(0.6, 1.0), random.uniform(0.6, 1.0), columns)[None, :]
    noisy = cv2.GaussianBlur(light, (0, 0), 0.47 * CLOSE_PX) * uneven + random.normal(0, 3.0, light.shape)
    return drawn_plan(np.asarray(noisy.clip(0, 255), np.uint8))


def drawn_plan(light: Luma) -> Plan:
    """A table as a camera shows it with CLOSE_PX pixels a millimetre, that of the upper left corner at 0, 0."""
    small = cv2.resize(light, None, fx=PLAN_PX / CLOSE_PX, fy=PLAN_PX / CLOSE_PX, interpolation=cv2.INTER_AREA)
    first = 0.5 / PLAN_PX - 0.5 / CLOSE_PX
    return Plan(np.asarray(small), first, first, closer=lambda _: Plan(light, 0.0, 0.0, CLOSE_PX))


def _peers() -> Mapping[str, Peer]:
    """Local features of the faces against those of the table: the ratio test, then a similarity by RANSAC."""
    return {
        "SIFT": _features(cv2.SIFT_create(), cv2.NORM_L2),
        "ORB": _features(cv2.ORB_create(nfeatures=20_000), cv2.NORM_HAMMING),
    }


RATIO, INLIERS = 0.8, 6


def _features(finder: cv2.Feature2D, norm: int) -> Peer:
    described = []
    for number in range(KNOWN):
        small = cv2.resize(
            picture(number), None, fx=PLAN_PX / FACE_PX, fy=PLAN_PX / FACE_PX, interpolation=cv2.INTER_AREA
        )
        points, descriptors = finder.detectAndCompute(small, None)
        if descriptors is not None:
            described.append((number, points, descriptors))
    owners = np.concatenate([np.full(len(points), number) for number, points, _ in described])
    places = np.array([point.pt for _, points, _ in described for point in points], np.float32)
    matcher = cv2.BFMatcher(norm)
    every = np.concatenate([descriptors for _, _, descriptors in described])

    def told(plan: Plan) -> set[int]:
        points, descriptors = finder.detectAndCompute(plan.light, None)
        pairs = matcher.knnMatch(descriptors, every, k=2)
        good = [best for best, second in pairs if best.distance < RATIO * second.distance]
        return {number for number in range(KNOWN) if _agree(number, good, points)}

    def _agree(number: int, good: Sequence[cv2.DMatch], points: Sequence[cv2.KeyPoint]) -> bool:
        own = [match for match in good if owners[match.trainIdx] == number]
        if len(own) < INLIERS:
            return False
        there: Floats = np.array([points[match.queryIdx].pt for match in own], np.float32)
        inliers = cv2.estimateAffinePartial2D(places[[match.trainIdx for match in own]], there)[1]
        return inliers is not None and int(inliers.sum()) >= INLIERS

    return told
