"""Finds symbols that have no ring and lie in a glare: a reflection amid what is left of three finder patterns.

Nothing else proposes them: the finder patterns are half gone, and so is what could be decoded. A reflection is a light
spot with nothing in it, smaller than the symbol that it lies on. Round each, the corners of finder patterns are looked
for at all rotations. What the reflection hides tells nothing: black modules that are seen where finder patterns have
them speak for a symbol, and black ones where these are white against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles, Floats, Indices, Luma, Mask, Quads
from vision.detection.closed_rings import light_areas
from vision.detection.module_grid import BEYOND, ModuleGrid
from vision.detection.module_size import ModuleSizeRange
from vision.detection.non_maximum_suppression import outside_quads, suppress_non_maxima
from vision.detection.pyramid import downsample, downsample_by_halves
from vision.labels import FRAME_MODULES, SYMBOL_MODULES
from vision.symbols import FINDER_MODULES, structure

_SPOT = (0.3, 0.67)
"""Least and greatest radius of the largest circle in a spot, in edges of a symbol."""

_LIGHTEST = 0.95
"""A reflection is at least so light as anything within an edge of it: lighter than the paper, but for noise."""

_PAPER, _AROUND, _MOST_PAPER = 0.6, (0.3, 0.72), 0.92
"""What is lighter than the first, in contrasts, is paper; half of it so many edges of a symbol round a reflection is
darker than the last: 0.72 to 0.87 round 267 that lay on symbols, 0.93 and more round half of all other spots."""

_UNITS_PER_PIXEL = 1.6
"""Spots are looked for in a picture so small: at 2.0 one reflection in six is lost at 1.5 pixels a module."""

_FINE = 4
"""Pixels of a template's drawing to one of the template."""

_BLACKEST = 3
"""Per cent of what is seen round a spot are as black as print there."""

_LEAST_CONTRAST = 40.0
"""Grey values between a reflection and black print: in 99 of 100 there are 63 and more."""

_BLACK, _WHITE = 0.25, 0.75
"""In contrasts: what is darker than the first is black, and lighter than the second white; a reflection is lighter than
paper, which is not dark for that."""

_REACH = 3
"""So many modules a spot's middle and its symbol's are apart at most, each way."""

_TURNS, _SIZE_STEP = 18, 1.07
"""Turns in a right angle, and steps of size, at which finder patterns' corners are looked for."""

_PROMISE, _MOST = 6.0, 100
"""So much evidence promise the places that are looked at closely: those of one spot in a hundred, and of nine in ten
reflections. Only so many spots, those of the most contrast, are looked at at all."""

_OF_MIDDLE_SIZE = -3.0
"""So much by the templates of the middle size alone, before all are tried: of 236 spots on symbols that promised so
none had less than -1.3, of 352 beside them one in twenty has more."""

_TURN, _GROWTH = np.array([[0.0, -1.0], [1.0, 0.0]]), np.eye(2)
_STRETCH, _SHEAR = np.diag([1.0, -1.0]), np.array([[0.0, 1.0], [1.0, 0.0]])
_CLOSER = (
    (0.045 * _TURN, 0.035 * _GROWTH, 0.6),
    (0.045 * _STRETCH, 0.045 * _SHEAR, 0.3),
    (0.022 * _TURN, 0.018 * _GROWTH, 0.3),
    (0.022 * _STRETCH, 0.022 * _SHEAR, 0.15),
)
"""How a place is changed then, both ways: by two matrices, and moved by so many modules. Half a step of the templates
first, then as much as a ray 25 degrees off the label squeezes it."""

_ENOUGH, _MOST_AGAINST = 12.0, 0.65
"""Black modules of finder patterns that are seen, but for those seen where they are white; and these for each of those.
With the limits below, of 130 places in glares nine in ten are told, and on 25 busy boards one spot is."""

_LEAST_OUTSIDE, _ALONG = 0.2, 5
"""How black the outer lines of the two clearest finder patterns are, so many modules from the symbol's corner each way:
a reflection hides them last, and pips of dice have none."""

_MARGIN_UNEVEN, _MARGIN_DARK, _MARGIN_LIGHT = 0.12, 0.06, 0.90
"""Of the margin round a symbol, in contrasts to the reflection: its standard deviation, mean blackness and median
lightness at most. Paper is darker than a reflection: 0.76 to 0.92; spots on boards that are no reflections have margins
as light as they are, 0.95 in half of them."""


class _Hypotheses(NamedTuple):
    """K places, (K, 4, 2), what is black and what the reflection is there, (K, 1), and their evidence, (K,)."""

    quads: Quads
    black: Floats
    white: Floats
    evidence: Floats

    def where(self, chosen: NDArray[np.generic]) -> _Hypotheses:
        return _Hypotheses(*(part[chosen] for part in self))


_NOTHING = _Hypotheses(np.empty((0, 4, 2), np.float32), *(np.empty((0, 1), np.float32),) * 2, np.empty(0, np.float32))


def glared_symbols(image: Luma, grids: Sequence[ModuleGrid], sizes: ModuleSizeRange, known: Quads) -> Quads:
    """Corners, shape (K, 4, 2), of what look like symbols in a glare; `sizes` are those of a label's units, pixels.

    Outside the symbols that are `known`, corners (L, 4, 2).
    """
    spots = _spots(image, sizes)
    spots = spots[outside_quads(spots, known)][:_MOST]
    found = [_symbols_at(spots, image, grid, sizes.scaled(grid.unit)) for grid in grids if len(spots)] or [_NOTHING]
    quads, evidence = (np.concatenate([part[column] for part in found]) for column in (0, 3))
    return suppress_non_maxima(quads, evidence, 0.5 * SYMBOL_MODULES * sizes.least)


def _symbols_at(spots: Floats, image: Luma, grid: ModuleGrid, sizes: ModuleSizeRange) -> _Hypotheses:
    """What looks like a symbol of one version round the spots; `sizes` are those of its modules."""
    found = _proposals(spots, image, grid, sizes)
    found = _best_of(image, grid, found, np.stack([np.roll(found.quads, turn, axis=1) for turn in range(4)]))
    for step in _CLOSER:
        found = _best_of(image, grid, found, _moved(found.quads, grid, step))
    found = found.where(found.evidence >= _ENOUGH)
    return found.where(_are_symbols(image, grid, found))


def _proposals(spots: Floats, image: Luma, grid: ModuleGrid, sizes: ModuleSizeRange) -> _Hypotheses:
    """The best place round each spot, however its symbol is turned there."""
    small, factor = downsample_by_halves(image, 1.1 * sizes.middle)
    module = max(1.0, sizes.middle / factor)
    steps = round(np.log(sizes.most / sizes.least) / (2 * np.log(_SIZE_STEP)))
    frames, templates, opposite, reach = _templates(grid.size, steps)
    of_middle_size = templates[:, _TURNS * steps : _TURNS * (steps + 1)]
    square = FRAME_MODULES / grid.unit * (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) - 0.5)
    rows = []
    for spot in np.rint((spots + 0.5) / factor - 0.5):
        # About a pixel a module, as the templates are drawn; whole pixels, since what lies between two is softened.
        to_picture = np.column_stack([module * np.eye(2), spot - module * reach])
        edge, ways = 2 * reach + 1, cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        seen = cv2.warpAffine(small, to_picture, (edge, edge), flags=ways, borderMode=cv2.BORDER_REPLICATE)
        black, white = float(_blackest(seen.reshape(1, -1))[0]), float(seen[reach, reach])
        dark = _darkness(seen.astype(np.float32), black, white)
        both = dark.take(opposite[0]) + dark.take(opposite[1])
        if (both @ of_middle_size).max() < _OF_MIDDLE_SIZE:
            continue
        scores = both @ templates
        place, which = np.unravel_index(scores.argmax(), scores.shape)
        if scores[place, which] < _PROMISE:
            continue
        down, right = np.divmod(place, 2 * _REACH + 1)
        corners = square @ frames[which].T + (right - _REACH, down - _REACH)
        quad = (module * corners + spot + 0.5) * factor - 0.5
        rows.append((quad, [black], [white], scores[place, which]))
    if not rows:
        return _NOTHING
    return _Hypotheses(*(np.array(part, dtype=np.float32) for part in zip(*rows, strict=True)))


def _blackest(seen: Floats) -> Floats:
    """Of K times P values what so many per cent are as black as, (K,): `np.percentile` takes ten times as long."""
    rank = seen.shape[1] * _BLACKEST // 100
    return np.partition(seen, rank, axis=1)[:, rank]


def _spots(image: Luma, sizes: ModuleSizeRange) -> Floats:
    """Middles of light spots, (K, 2), those of most contrast first.

    A spot is many modules wide, whatever the version: one small picture tells for all.
    """
    small = downsample(image, _UNITS_PER_PIXEL * sizes.middle)
    step = np.array([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]])
    edge = round(SYMBOL_MODULES / _UNITS_PER_PIXEL)
    light = light_areas(small, edge // 2 | 1)
    light[[0, -1]] = light[:, [0, -1]] = 0
    inside = cv2.distanceTransform(cv2.erode(light, np.ones((3, 3), np.uint8)), cv2.DIST_L2, 3) + 1.0
    least, most = (
        share * edge * size / sizes.middle for share, size in zip(_SPOT, (sizes.least, sizes.most), strict=True)
    )
    lightest = cv2.dilate(small, np.ones((2 * edge | 1,) * 2, np.uint8))
    darkest = cv2.erode(small, np.ones((edge | 1,) * 2, np.uint8))
    contrast = cv2.subtract(small, darkest)
    middle = inside + 1e-3 >= cv2.dilate(inside, np.ones((_REACH | 1,) * 2, np.uint8))
    middle &= (inside >= least) & (inside <= most) & (small >= _LIGHTEST * lightest) & (contrast >= _LEAST_CONTRAST)
    _, _, _, centroids = cv2.connectedComponentsWithStats(middle.view(np.uint8))
    places = np.rint(centroids[1:]).astype(np.intp)
    places = places[_on_darker_paper(small, places, edge)]
    contrast_there = contrast[places[:, 1], places[:, 0]].astype(np.intp)
    return (places[np.argsort(-contrast_there, kind="stable")] + 0.5) * step - 0.5


def _on_darker_paper(small: Luma, places: Indices, edge: int) -> Mask:
    """Whether the paper round each spot, (K, 2), in a picture with symbols `edge` wide, is darker than the spot."""
    reach = int(_AROUND[1] * edge)
    x, y = np.meshgrid(*(np.arange(-reach, reach + 1),) * 2)
    far = np.hypot(x, y)
    padded = cv2.copyMakeBorder(small, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    windows = np.lib.stride_tricks.sliding_window_view(padded, far.shape)[places[:, 1], places[:, 0]].astype(np.float32)
    black, white = _blackest(windows.reshape(len(places), far.size)), windows[:, reach, reach]
    around = windows[:, (far >= _AROUND[0] * edge) & (far <= _AROUND[1] * edge)]
    share = np.sort((around - black[:, None]) / np.maximum(white - black, _LEAST_CONTRAST)[:, None], axis=1)
    paper = (share > _PAPER).sum(axis=1)
    median = np.take_along_axis(share, share.shape[1] - 1 - paper[:, None] // 2, axis=1)[:, 0]
    return np.asarray(median <= _MOST_PAPER)


def _moved(quads: Quads, grid: ModuleGrid, step: tuple[Doubles, Doubles, float]) -> Floats:
    """The quads changed a little and moved, each way, shape (81, K, 4, 2)."""
    one, other, modules = step
    middle = quads.mean(axis=1, keepdims=True)
    sides = np.stack([quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]])
    changes = np.array([np.eye(2) + first * one + second * other for first, second in product((-1, 0, 1), repeat=2)])
    moves = np.array(list(product((-1, 0, 1), repeat=2))) * (modules * grid.unit / FRAME_MODULES)
    changed = (quads - middle) @ np.swapaxes(changes, 1, 2)[:, None] + middle
    moved = changed[:, None] + np.tensordot(moves, sides, axes=1)[None, :, :, None]
    return moved.reshape(len(changes) * len(moves), *quads.shape).astype(np.float32)


def _best_of(image: Luma, grid: ModuleGrid, found: _Hypotheses, every: Floats) -> _Hypotheses:
    """Each hypothesis in that of the ways, shape (ways, K, 4, 2), that has the most evidence.

    Evidence are the black modules seen where finder patterns have them, less those seen where these have white ones.
    """
    seen = grid.sample_middles(image, every.reshape(-1, 4, 2)).reshape(*every.shape[:2], grid.cells**2)
    evidence = _darkness(seen, found.black, found.white) @ _weights(grid.size).ravel()
    best = evidence.argmax(axis=0), np.arange(len(found.quads))
    return found._replace(quads=every[best], evidence=evidence[best])


def _are_symbols(image: Luma, grid: ModuleGrid, found: _Hypotheses) -> Mask:
    """Whether little speaks against each hypothesis, and an even margin is round it, darker than the reflection."""
    seen = grid.sample_middles(image, found.quads)
    black = _darkness(seen, found.black, found.white)
    weights, outside = _weights(grid.size).ravel(), _outside(grid.cells).ravel()
    margin = ((seen - found.black) / np.maximum(found.white - found.black, _LEAST_CONTRAST))[:, outside]
    lines = np.sort(black @ _outer_lines(grid.cells), axis=1)
    return np.asarray(
        (lines[:, 1] >= _LEAST_OUTSIDE)
        & (black @ np.maximum(-weights, 0.0) <= _MOST_AGAINST * (black @ np.maximum(weights, 0.0)))
        & (margin.std(axis=1) <= _MARGIN_UNEVEN)
        & (black[:, outside].mean(axis=1) <= _MARGIN_DARK)
        & (np.median(margin, axis=1) <= _MARGIN_LIGHT)
    )


def _darkness(values: Floats, black: float | Floats, white: float | Floats) -> Floats:
    """How black each value is, 0 to 1; 0 where there is no contrast."""
    share = (values - black) / np.maximum(white - black, _LEAST_CONTRAST)
    return np.clip((_WHITE - share) / (_WHITE - _BLACK), 0.0, 1.0).astype(np.float32)


@lru_cache(maxsize=16)
def _weights(size: int) -> Floats:
    """1 where the three finder patterns are black, -1 where they and their margins are white; (cells, cells)."""
    known = structure((size - 17) // 4)
    dark = np.pad(known.dark, BEYOND)
    corners = np.zeros(dark.shape, dtype=np.bool_)
    wide = FINDER_MODULES + 1 + BEYOND
    corners[:wide, :wide] = corners[:wide, -wide:] = corners[-wide:, :wide] = True
    return np.where(corners & np.pad(known.fixed, BEYOND, constant_values=True), np.where(dark, 1.0, -1.0), 0.0).astype(
        np.float32
    )


def _outside(cells: int) -> Mask:
    """Which cells, (cells, cells), are of the margin."""
    margin = np.ones((cells, cells), dtype=np.bool_)
    margin[BEYOND:-BEYOND, BEYOND:-BEYOND] = False
    return margin


@lru_cache(maxsize=16)
def _outer_lines(cells: int) -> Floats:
    """The mean over the modules along a symbol's corner, for each that has a finder pattern: (cells * cells, 3)."""
    line = np.zeros((cells, cells), dtype=np.float32)
    line[BEYOND, BEYOND : BEYOND + _ALONG] = line[BEYOND : BEYOND + _ALONG, BEYOND] = 1 / (2 * _ALONG - 1)
    return np.stack([line, line[:, ::-1], line[::-1]], axis=-1).reshape(-1, 3)


class _Templates(NamedTuple):
    """T pictures of finder patterns in all four corners, a pixel per module, at all turns and some sizes.

    Their frames, (T, 2, 2), and what of them is not 0 as columns, (pixels, T): of each two opposite pixels one, since a
    picture turned by half a turn is the same. `opposite`, (2, places, pixels), are the numbers of both in a square
    that is seen `reach` pixels round a spot, for all places round its middle.
    """

    frames: Doubles
    pictures: Floats
    opposite: Indices
    reach: int


@lru_cache(maxsize=16)
def _templates(size: int, steps: int) -> _Templates:
    """Of a symbol of so many modules, so many steps of size more either way."""
    cells = size + 2 * BEYOND
    half = int(np.ceil(0.5**0.5 * cells * _SIZE_STEP**steps))
    side = 2 * half + 1
    weights = _weights(size)
    four = weights.copy()
    wide = FINDER_MODULES + 1 + BEYOND
    four[-wide:, -wide:] = weights[:wide, :wide][::-1, ::-1]
    drawing = four.repeat(_FINE, axis=0).repeat(_FINE, axis=1)
    middle, place = (_FINE * cells - 1) / 2, (_FINE * side - 1) / 2
    frames, pictures = [], []
    for scale, turn in product(_SIZE_STEP ** np.arange(-steps, steps + 1), np.arange(_TURNS) * (np.pi / 2 / _TURNS)):
        frame = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        shift = place - frame @ (middle, middle)
        turned = cv2.warpAffine(drawing, np.column_stack([frame, shift]), (_FINE * side,) * 2)
        frames.append(frame)
        pictures.append(turned.reshape(side, _FINE, side, _FINE).mean(axis=(1, 3)).ravel())
    every = np.array(pictures, dtype=np.float32).T
    one = np.flatnonzero(every[: side * side // 2].any(axis=1))
    reach = half + _REACH
    rows, columns = np.divmod(np.stack([one, side * side - 1 - one]), side)
    down, right = np.divmod(np.arange((2 * _REACH + 1) ** 2), 2 * _REACH + 1)
    opposite = (rows[:, None] + down[:, None]) * (2 * reach + 1) + columns[:, None] + right[:, None]
    return _Templates(np.array(frames), np.ascontiguousarray(every[one]), opposite, reach)
