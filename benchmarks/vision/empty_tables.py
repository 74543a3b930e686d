"""Busy tables on which no label of ours lies: how many rings are called unreadable labels there, and of what.

The print is of kinds that the other scenes do not have, or crops of photographs. Two sets of seeds: one to look at
while something is changed, and one to judge by, once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.bench import Bench
from benchmarks.vision.foreign_symbols import symbol
from benchmarks.vision.photos import pictures_in
from companion.errors import ImageError
from hardware.image_files import read_luma
from vision.detection.detector import LabelDetector
from vision.detection.roi_detection import LARGEST, SMALLEST
from vision.labels import MODULES

Floats = NDArray[np.float32]
Print = Callable[[np.random.Generator, Floats, float, float], None]

TO_LOOK_AT, TO_JUDGE_BY = 5000, 9000
"""Seeds of the first picture of each set."""

MOST = 0.5
"""Rings a picture that may be called unreadable."""

WIDTH, HEIGHT = 1920, 1080
PRINTED = 0.15
"""Share of the places that carry print: some ninety at the smallest size, as on a board with a track round it."""

SIZES = (1.4, 2.0, 2.8)
_FINE = 4
"""Texels a pixel: print is averaged to the picture's pixels."""


def empty_tables(bench: Bench, first: int = TO_LOOK_AT) -> None:
    """Rings called unreadable a picture, by what is printed there."""
    bench.report.title(f"Called unreadable on busy tables without a label, a picture (goal {MOST}), by what it is")
    for ppm in SIZES:
        found = Counter[str]()
        for seed in range(first, first + bench.pictures):
            picture, where = table(np.random.default_rng([seed, round(1000 * ppm)]), ppm)
            found.update(where(x, y) for x, y in _called_unreadable(bench, picture, ppm))
        _print(bench, f"print, {ppm} ppm", found, bench.pictures)


def photographed_tables(bench: Bench, folder: Path, first: int = TO_LOOK_AT) -> None:
    """The same of tables that are laid out with crops of photographs. Raises ImageError where there are none."""
    bench.report.title(f"Called unreadable on crops of photographs, a picture (goal {MOST}), by folder")
    photographs = list(_photographs(pictures_in(folder)))
    for ppm in SIZES:
        found: Counter[str] = Counter()
        for seed in range(first, first + bench.pictures):
            picture, where = _crops(np.random.default_rng([seed, round(1000 * ppm)]), photographs)
            found.update(where(x, y) for x, y in _called_unreadable(bench, picture, ppm))
        _print(bench, f"photographs, {ppm} ppm", found, bench.pictures)


def framed_photographs(bench: Bench, folder: Path, first: int = TO_JUDGE_BY) -> None:
    """The same of crops of photographs in frames as large and as wide as our rings, on photographs for a cloth."""
    bench.report.title(f"Called unreadable on framed crops of photographs, a picture (goal {MOST}), by folder")
    photographs = list(_photographs(pictures_in(folder)))
    for ppm in SIZES:
        found: Counter[str] = Counter()
        for seed in range(first, first + bench.pictures):
            rng = np.random.default_rng([seed, round(1000 * ppm), 1])
            cloth, where = _crops(rng, photographs)
            light = np.asarray((cloth / np.float32(255)) ** np.float32(1.8), np.float32)
            for middle in _places(ppm):
                if rng.random() < PRINTED:
                    _lay(rng, light, middle, _framed(rng, ppm, photographs[int(rng.integers(len(photographs)))][1]))
            found.update(where(x, y) for x, y in _called_unreadable(bench, _taken(rng, light), ppm))
        _print(bench, f"framed, {ppm} ppm", found, bench.pictures)


def _places(ppm: float) -> Iterator[tuple[float, float]]:
    """The middles of all places of a grid, pixels."""
    pitch = 36 * ppm
    for row in range(int(HEIGHT // pitch)):
        for column in range(int(WIDTH // pitch)):
            yield (column + 0.5) * pitch, (row + 0.5) * pitch


def _framed(rng: np.random.Generator, ppm: float, photograph: NDArray[np.uint8]) -> Floats:
    """A piece of a photograph, some pale ones among them, on white paper with a black frame."""
    texels = round(29 * ppm * rng.uniform(0.85, 1.1) * _FINE)
    drawing = np.full((texels, texels), rng.uniform(0.7, 0.9), np.float32)
    side = int(rng.integers(40, min(photograph.shape) - 1))
    top, left = (int(rng.integers(0, edge - side)) for edge in photograph.shape)
    inset = round(texels * rng.uniform(2.0, 4.5) / 29)
    inner = texels - 2 * inset
    piece = cv2.resize(photograph[top : top + side, left : left + side], (inner, inner), interpolation=cv2.INTER_AREA)
    pale = rng.uniform(0.0, 0.9)
    drawing[inset:-inset, inset:-inset] *= np.float32(pale) + np.float32(1 - pale) * piece / np.float32(255)
    module = ppm * _FINE
    _frame(drawing, module * rng.uniform(0.2, 1.0), module * rng.uniform(0.8, 2.2), float(rng.uniform(0.03, 0.2)))
    return drawing


def _called_unreadable(bench: Bench, picture: NDArray[np.uint8], ppm: float) -> Iterator[tuple[float, float]]:
    detections = LabelDetector(bench.codebook, (SMALLEST * ppm, LARGEST * ppm)).detect(picture)
    bench.report.wrong += len(detections.decoded)
    for label in detections.unreadable:
        yield label.x, label.y


def _print(bench: Bench, name: str, found: Counter[str], pictures: int) -> None:
    each = found.total() / pictures
    kinds = ", ".join(f"{kind} {count}" for kind, count in found.most_common())
    bench.report.line(f"{name:24s}{each:8.2f}{bench.report.mark(each <= MOST, name)}  {kinds}")


Where = Callable[[float, float], str]


def table(rng: np.random.Generator, ppm: float) -> tuple[NDArray[np.uint8], Where]:
    """A table with print in every place of a shaken grid, in pixels; `where` names the print at a point."""
    pitch = 36 * ppm
    columns, rows = int(WIDTH // pitch), int(HEIGHT // pitch)
    light = np.full((HEIGHT, WIDTH), rng.uniform(0.2, 0.7), np.float32)
    kinds = np.array([*PRINTS], dtype=object)[rng.integers(len(PRINTS), size=(rows, columns))]
    for row in range(rows):
        for column in range(columns):
            if rng.random() > PRINTED:
                kinds[row, column] = "nothing"
                continue
            drawing = _drawn(rng, round(29 * ppm * rng.uniform(0.75, 1.2) * _FINE), ppm, PRINTS[kinds[row, column]])
            _lay(rng, light, ((column + 0.5) * pitch, (row + 0.5) * pitch), drawing)

    def where(x: float, y: float) -> str:
        return str(kinds[min(int(y // pitch), rows - 1), min(int(x // pitch), columns - 1)])

    return _taken(rng, light), where


def _drawn(rng: np.random.Generator, texels: int, ppm: float, print_: Print) -> Floats:
    """A square of print of so many texels, where labels would have modules of `ppm` pixels."""
    ground = float(rng.uniform(0.7, 0.9) if rng.random() < 0.8 else rng.uniform(0.3, 0.6))
    drawing = np.full((texels, texels), ground, np.float32)
    print_(rng, drawing, ppm * _FINE, float(rng.uniform(0.03, 0.2)))
    return drawing


def _lay(rng: np.random.Generator, light: Floats, middle: tuple[float, float], drawing: Floats) -> None:
    """A square of print, turned by some angle."""
    texels = len(drawing)
    turn = float(rng.choice([0.0, 90.0, rng.uniform(0, 90)]))
    matrix = cv2.getRotationMatrix2D((texels / 2, texels / 2), turn, 1.0)
    matrix[:, 2] += texels / 4
    size = (texels * 3 // 2, texels * 3 // 2)
    small = (size[0] // _FINE, size[1] // _FINE)
    turned, cover = (
        cv2.resize(cv2.warpAffine(layer, matrix, size), small, interpolation=cv2.INTER_AREA)
        for layer in (drawing, np.ones_like(drawing))
    )
    left, top = (round(place - small[0] / 2) for place in middle)
    low = (max(top, 0), max(left, 0))
    under = light[low[0] : top + small[1], low[1] : left + small[0]]
    part = np.s_[low[0] - top : low[0] - top + under.shape[0], low[1] - left : low[1] - left + under.shape[1]]
    under *= 1 - cover[part]
    under += turned[part] * cover[part]


def _taken(rng: np.random.Generator, light: Floats) -> NDArray[np.uint8]:
    """Through a lens, in a lamp that shines from one side."""
    fall = np.linspace(1.0, rng.uniform(0.5, 0.9), light.shape[1], dtype=np.float32)
    soft = cv2.GaussianBlur(light * fall, (0, 0), float(rng.uniform(0.6, 1.0)))
    value = 240 * np.clip(soft, 0, 1) ** np.float32(1 / 1.8)
    noisy = value + rng.uniform(2, 5) * rng.standard_normal(value.shape, np.float32)
    return np.asarray(np.clip(np.rint(noisy), 0, 255), np.uint8)


def _frame(drawing: Floats, inset: float, width: float, ink: float) -> None:
    low, high = round(inset + width / 2), len(drawing) - 1 - round(inset + width / 2)
    cv2.rectangle(drawing, (low, low), (high, high), ink, max(1, round(width)))


def _field(rng: np.random.Generator, drawing: Floats, module: float, ink: float) -> None:
    """A space of a board: a thick frame, and a number or nothing in it."""
    _frame(drawing, module * rng.uniform(0.2, 1.5), module * rng.uniform(0.6, 2.6), ink)
    if rng.random() < 0.7:
        height = rng.uniform(5, 16) * module / 22
        middle = int(len(drawing) * rng.uniform(0.25, 0.4)), int(len(drawing) * rng.uniform(0.55, 0.75))
        text = str(rng.integers(1, 100))
        cv2.putText(drawing, text, middle, cv2.FONT_HERSHEY_DUPLEX, height, ink, max(1, round(2 * height)), cv2.LINE_AA)


def _panel(rng: np.random.Generator, drawing: Floats, module: float, ink: float) -> None:
    """A space whose middle is of another shade."""
    _field(rng, drawing, module, ink)
    inset = round(module * rng.uniform(3.0, 6.0))
    drawing[inset:-inset, inset:-inset] *= rng.uniform(0.6, 1.0)


def _icon(rng: np.random.Generator, drawing: Floats, module: float, ink: float) -> None:
    """A symbol of a few blots in a frame, with a quiet zone round it."""
    _frame(drawing, module * rng.uniform(0.3, 1.0), module * rng.uniform(1.0, 2.0), ink)
    for _ in range(int(rng.integers(1, 6))):
        x, y = (rng.uniform(0.25, 0.75, 2) * len(drawing)).astype(int)
        axes = (rng.uniform(1.0, 6.0, 2) * module).astype(int) + 1
        cv2.ellipse(drawing, (int(x), int(y)), axes.tolist(), float(rng.uniform(0, 180)), 0, 360, ink, -1, cv2.LINE_AA)


def _screen(rng: np.random.Generator, drawing: Floats, module: float, ink: float) -> None:
    """A window with panes, or a box with corners."""
    _frame(drawing, module * rng.uniform(0.2, 1.0), module * rng.uniform(0.8, 2.2), ink)
    size, thick = len(drawing), max(1, round(module * rng.uniform(0.5, 1.6)))
    for place in rng.uniform(0.3, 0.7, int(rng.integers(0, 3))):
        at = round(float(place) * size)
        ends = ((at, 0), (at, size)) if rng.random() < 0.5 else ((0, at), (size, at))
        cv2.line(drawing, *ends, ink, thick)
    if rng.random() < 0.5:
        arm, inset = round(module * rng.uniform(3, 8)), round(module * rng.uniform(3, 6))
        for x, y in ((inset, inset), (size - inset, inset), (inset, size - inset), (size - inset, size - inset)):
            across, down = (1 if x < size / 2 else -1) * arm, (1 if y < size / 2 else -1) * arm
            cv2.line(drawing, (x, y), (x + across, y), ink, thick)
            cv2.line(drawing, (x, y), (x, y + down), ink, thick)


def _code(rng: np.random.Generator, drawing: Floats, module: float, ink: float) -> None:
    """Another maker's code, in a frame of his as often as not."""
    modules = symbol(f"https://example.org/{rng.integers(1000)}", int(rng.integers(2, 5))).modules
    size = len(drawing)
    drawing[:] = max(float(drawing[0, 0]), 0.7)
    inset = round(size * rng.uniform(0.1, 0.2))
    inner = size - 2 * inset
    figure = cv2.resize(modules.astype(np.float32), (inner, inner), interpolation=cv2.INTER_NEAREST)
    part = drawing[inset : inset + inner, inset : inset + inner]
    part[figure > 0.5] = ink
    if rng.random() < 0.5:
        _frame(drawing, module * rng.uniform(0.0, 0.6), module * rng.uniform(0.5, 1.4), ink)


def _crossword(rng: np.random.Generator, drawing: Floats, module: float, ink: float) -> None:
    cells = int(rng.integers(3, 9))
    step = len(drawing) / cells
    for row, column in np.argwhere(rng.random((cells, cells)) < 0.25):
        low = (round(column * step), round(row * step))
        cv2.rectangle(drawing, low, (round(low[0] + step), round(low[1] + step)), ink, -1)
    for place in range(cells + 1):
        at = round(place * step)
        cv2.line(drawing, (at, 0), (at, len(drawing)), ink, max(1, round(module * 0.6)))
        cv2.line(drawing, (0, at), (len(drawing), at), ink, max(1, round(module * 0.6)))


def _maze(rng: np.random.Generator, drawing: Floats, module: float, ink: float) -> None:
    """Square lines in one another, with gaps, as ornaments of borders have them."""
    width = module * rng.uniform(0.8, 2.0)
    paper = float(drawing[0, 0])
    for ring in range(int(rng.integers(2, 6))):
        _frame(drawing, ring * width * rng.uniform(1.8, 2.6), width, ink)
    if rng.random() < 0.5:
        at = round(len(drawing) * rng.uniform(0.3, 0.7))
        cv2.line(drawing, (at, 0), (at, len(drawing) // 2), paper, round(width))


PRINTS: dict[str, Print] = {
    "field": _field,
    "panel": _panel,
    "icon": _icon,
    "screen": _screen,
    "code": _code,
    "crossword": _crossword,
    "maze": _maze,
}


def _photographs(paths: Sequence[Path]) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    for path in paths:
        try:
            image = read_luma(path)
        except ImageError:
            continue
        if min(image.shape) > 8 * MODULES:
            yield path.parent.name, image


def _crops(
    rng: np.random.Generator, photographs: Sequence[tuple[str, NDArray[np.uint8]]]
) -> tuple[NDArray[np.uint8], Where]:
    """Six crops, each of a third of the width and half of the height, at some size."""
    width, height = WIDTH // 3, HEIGHT // 2
    picture, names = np.zeros((HEIGHT, WIDTH), np.uint8), {}
    for row in range(2):
        for column in range(3):
            name, image = photographs[int(rng.integers(len(photographs)))]
            scale = max(width / image.shape[1], height / image.shape[0]) * rng.uniform(1.0, 1.8)
            way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            sized = cv2.resize(
                image, (int(image.shape[1] * scale) + 1, int(image.shape[0] * scale) + 1), interpolation=way
            )
            left, top = (int(rng.integers(0, free + 1)) for free in (sized.shape[1] - width, sized.shape[0] - height))
            part = sized[top : top + height, left : left + width]
            picture[row * height : (row + 1) * height, column * width : (column + 1) * width] = part
            names[row, column] = name
    return picture, lambda x, y: names[min(int(y // height), 1), min(int(x // width), 2)]
