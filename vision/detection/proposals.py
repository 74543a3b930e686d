"""Proposes quadrilaterals from finder patterns: three give a label with its tilt, two give it in a known view.

Each proposal is a frame, and how much its finders look like finders in just that frame is its evidence: chance
patterns stand at right angles often enough, but seldom turned and squeezed as the frame they make would have them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Indices, Mask, Quads
from vision.detection.finder_patterns import FinderPatterns, expand_ranges, neighbours
from vision.detection.finder_templates import ROTATIONS, shape_index
from vision.detection.module_size import BESIDE_OTHERS, ModuleSizeRange
from vision.labels import FRAME_MODULES, SYMBOL_MODULES

FINDER_MODULES = 7
"""A finder pattern's edge: so much less than the symbol's is the way from one's centre to the next one's."""

FINDER_DISTANCE = float(SYMBOL_MODULES - FINDER_MODULES)
"""Modules between the centres of two finders of one of our symbols along an edge (ISO/IEC 18004, version 1)."""

_MOST_LEGS = 14
"""So many ways from one finder to others are followed: a label gives it two, patterns inside it some more."""

_ALIKE = 0.5
"""Finders of one label lie in one light: one has at least this share of another's evidence."""

LEANING = 1.5
"""How much longer one side of a label may be than the other beside what the view makes of it: a card that leans by 20
degrees under a camera that leans by 45 looks 1.5 times as long as one that lies flat."""

_NEAREST = 4
"""So many read labels tell how one near them looks."""

_CARD_MODULES = 40.0
"""A card's width: so far labels are seen much alike."""

_FINDERS_FROM_MIDDLE = np.array([[-0.5, -0.5], [0.5, -0.5], [-0.5, 0.5]])

LIKELY, WEAKEST = 0.6, 5
"""The finder patterns of labels still to be found have at least this share of the clarity of the weakest ones, in per
cent, of labels read: their own likeness times that to a finder pattern of a label lying flat in the view of others. In
23 pictures of ten kinds nineteen in twenty of the labels not read at first had more, and on busy boards one in ten of
the chance patterns (docs/reading.md shows what it gains)."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """How labels look from here: at each of P places the matrix, (P, 2, 2), that makes modules of pixels.

    A label is `least` to `most` times as large as that says, one side up to `aspect` times as long as the other.
    """

    modules: Floats
    least: float
    most: float
    aspect: float

    def where(self, chosen: NDArray[np.generic]) -> View:
        return View(self.modules[chosen], self.least, self.most, self.aspect)

    @classmethod
    def unknown(cls, places: Floats, sizes: ModuleSizeRange) -> View:
        """Any squeeze up to the range's, sizes within it."""
        same = np.broadcast_to(np.eye(2, dtype=np.float32) / np.float32(sizes.middle), (len(places), 2, 2))
        return cls(same, 0.88 * sizes.least / sizes.middle, 1.12 * sizes.most / sizes.middle, sizes.max_aspect)

    @classmethod
    def like(cls, quads: Quads, places: Floats, module: float = 1.0) -> View:
        """As the nearest labels that have been read, corners (K, 4, 2), are seen; for those on stacks and leaning.

        `module` is the edge of a module in units of the label: other symbols than ours have smaller ones.
        """
        # From anywhere on a card it is much the same, and to be worked out once.
        step = _CARD_MODULES * float(np.sqrt(np.linalg.det(_frames(quads)).mean()))
        cell = np.floor(places / step).astype(np.int64)
        _, one, which = np.unique(cell[:, 0] * 2**32 + cell[:, 1], return_index=True, return_inverse=True)
        middles = ((cell[one] + 0.5) * step).astype(np.float32)
        modules = _modules_near(quads, _distances(quads, middles)) / np.float32(module)
        return cls(modules, *BESIDE_OTHERS, LEANING).where(which)

    @classmethod
    def of_others(cls, quads: Quads, places: Floats, own: Indices, module: float = 1.0) -> View:
        """The same at places on labels that have been read themselves, their numbers (P,): only the others tell."""
        apart = _distances(quads, places)
        if len(quads) > 1:
            apart[np.arange(len(places)), own] = np.inf
        return cls(_modules_near(quads, apart) / np.float32(module), *BESIDE_OTHERS, LEANING)


def _distances(quads: Quads, places: Floats) -> Floats:
    """Squares of the distances of P places from K labels, pixels, shape (P, K)."""
    middle = quads.mean(axis=1)
    across, down = (places[:, axis, None] - middle[None, :, axis] for axis in (0, 1))
    return np.asarray(across * across + down * down)


def _modules_near(quads: Quads, apart: Floats) -> Floats:
    """The mean of how the nearest labels are seen, as a `View` has it, from the squares of their distances, (P, K)."""
    frames = _frames(quads)
    # The same for a label however it is turned: a circle of one module as it is seen.
    circles = frames @ np.swapaxes(frames, 1, 2)
    count = min(_NEAREST, len(quads))
    nearest = np.argpartition(apart, count - 1, axis=1)[:, :count]
    weight = 1.0 / (np.take_along_axis(apart, nearest, axis=1) + 1.0)
    mean = (circles[nearest] * weight[..., None, None]).sum(axis=1) / weight.sum(axis=1)[:, None, None]
    return _inverse_root(mean).astype(np.float32)


def _inverse_root(squares: Floats) -> Floats:
    """The inverse of the symmetric root of positive 2 x 2 matrices, shape (P, 2, 2), in closed form."""
    a, b, d = squares[:, 0, 0], squares[:, 0, 1], squares[:, 1, 1]
    root = np.sqrt(np.maximum(a * d - b * b, 1e-9))
    scale = np.sqrt(a + d + 2 * root) * root
    return np.asarray(np.stack([np.stack([d + root, -b], -1), np.stack([-b, a + root], -1)], 1) / scale[:, None, None])


@dataclass(frozen=True, slots=True, eq=False)
class Legs:
    """Ordered pairs of finders, sorted by the first: indices, the offset in pixels, and in modules with its length."""

    i: Indices
    j: Indices
    offset: Floats
    modules: Floats
    length: Floats

    def where(self, chosen: NDArray[np.generic]) -> Legs:
        return Legs(*(getattr(self, name)[chosen] for name in Legs.__slots__))

    def as_long_as(self, least: float, most: float) -> Legs:
        return self.where((self.length >= least) & (self.length <= most))


def legs_between(
    finders: FinderPatterns, view: View, distance: float = FINDER_DISTANCE, likely: Mask | None = None
) -> Legs:
    """All pairs of finders near enough to belong to one label and about equally clear, one of them `likely`, (P,)."""
    longest = np.sqrt(2) * distance * view.most * np.sqrt(view.aspect)
    # The largest module anywhere: a matrix of two columns is at most as long as its largest row and column allow.
    module = 1.0 / np.sqrt(np.abs(np.linalg.det(view.modules)).min(initial=1.0)) if len(finders) else 1.0
    i, j = neighbours(finders.places, longest * module, likely)
    one, other = finders.evidence[i], finders.evidence[j]
    alike = (one > _ALIKE * other) & (other > _ALIKE * one)
    i, j = i[alike], j[alike]
    offset = finders.places[j] - finders.places[i]
    modules = np.einsum("kab,kb->ka", view.modules[i], offset)
    return Legs(i, j, offset, modules, np.hypot(modules[:, 0], modules[:, 1]))


def quads_from_triples(
    finders: FinderPatterns, view: View, legs: Legs, distance: float = FINDER_DISTANCE
) -> tuple[Floats, Floats]:
    """Quadrilaterals, shape (K, 4, 2), from three finders each, and their evidence, shape (K,)."""
    squeeze = np.sqrt(view.aspect)
    legs = legs.as_long_as(distance * view.least / squeeze, distance * view.most * squeeze)
    legs = _strongest_legs(finders, legs)
    a, b = expand_ranges(np.searchsorted(legs.i, legs.i, side="left"), np.searchsorted(legs.i, legs.i, side="right"))
    across, down = np.ascontiguousarray(legs.modules.T / np.maximum(legs.length, 1e-6), dtype=np.float32)
    sine = across.take(a) * down.take(b) - down.take(a) * across.take(b)
    # Squeezed by a tilt, a square looks as much sheared as stretched, depending on how it is turned.
    turned = np.flatnonzero(sine > 2 * view.aspect / (1 + view.aspect**2) - 0.07)
    a, b, sine = a[turned], b[turned], sine[turned]
    first, second = legs.length[a], legs.length[b]
    size = first * second * sine / distance**2
    square = (first < view.aspect * second) & (second < view.aspect * first)
    square &= (size > view.least**2) & (size < view.most**2)
    a, b = a[square], b[square]
    across, down = legs.offset[a], legs.offset[b]
    evidence = _evidence(finders, [legs.i[a], legs.j[a], legs.j[b]], across, down, distance)
    return _quads(finders.places[legs.i[a]], across, down, distance), evidence


def quads_from_pairs(finders: FinderPatterns, view: View, legs: Legs) -> tuple[Floats, Floats]:
    """Quadrilaterals, (K, 4, 2), from two finders each, an edge or a diagonal of a square in this view; evidence."""
    least, most = 0.95 * FINDER_DISTANCE * view.least, 1.05 * FINDER_DISTANCE * view.most
    edges = legs.as_long_as(least, most)
    diagonals = legs.where(legs.i < legs.j).as_long_as(np.sqrt(2) * least, np.sqrt(2) * most)
    beside, half = _quarter(edges, view), np.asarray(diagonals.offset / 2, dtype=np.float32)
    aside = np.asarray(_quarter(diagonals, view) / 2, dtype=np.float32)
    quads = [
        _quads(finders.places[edges.i], edges.offset, beside),
        _quads(finders.places[diagonals.i], half - aside, half + aside),
    ]
    evidence = [
        _evidence(finders, [edges.i, edges.j], edges.offset, beside),
        _evidence(finders, [diagonals.i, diagonals.j], half - aside, half + aside),
    ]
    return np.concatenate(quads), np.concatenate(evidence)


def finders_of_labels(finders: FinderPatterns, quads: Quads, module: float = 1.0) -> tuple[Indices, Indices]:
    """The finders of labels that have been read, corners (K, 4, 2): which, (L, 3), and of which labels, (L,).

    Labels of which not all three are there are left out. `module` is as `View.like` has it.
    """
    frames = module * _frames(quads)
    from_middle = _FINDERS_FROM_MIDDLE * (SYMBOL_MODULES / module - FINDER_MODULES)
    own = (quads.mean(axis=1)[:, None, :] + from_middle @ np.swapaxes(frames, 1, 2)).astype(np.float32)
    across, down = (own[..., axis, None] - finders.places[:, axis] for axis in (0, 1))
    apart = across * across + down * down
    nearest = apart.argmin(axis=2)
    near = apart.min(axis=2) < 4.0 * np.linalg.det(frames)[:, None]
    labels = np.flatnonzero(near.all(axis=1))
    return nearest[labels], labels


def clarity(finders: FinderPatterns, view: View) -> Floats:
    """How clearly each finder, (P,), is one of a label in this view."""
    return finders.evidence * likeness_in_view(finders, view)[0]


def least_clarity(finders: FinderPatterns, which: Indices, labels: Indices, read: Quads, module: float = 1.0) -> float:
    """What is less clear than this is no label's finder, as far as the finders `which`, (L, 3), of labels read tell."""
    if not len(labels):
        return 0.0
    own, of = finders.where(which.ravel()), np.repeat(labels, which.shape[1])
    return LIKELY * float(np.percentile(clarity(own, View.of_others(read, own.places, of, module)), WEAKEST))


def evidence_of_labels(finders: FinderPatterns, which: Indices, quads: Quads) -> Floats:
    """How much those finders, shape (L, 3), look like those of their own labels, corners (L, 4, 2): shape (L,)."""
    size, shape = shape_index(_frames(quads))
    return np.asarray(sum(finders.like(which[:, place], size, shape) for place in range(3)) / 3)


def _frames(quads: Quads) -> Floats:
    """The quads' module vectors, shape (K, 2, 2)."""
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / (2 * FRAME_MODULES)
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / (2 * FRAME_MODULES)
    return np.asarray(np.stack([across, down], axis=-1))


def quads_from_singles(finders: FinderPatterns, view: View) -> tuple[Floats, Floats]:
    """Quadrilaterals, (4 * P, 4, 2), from one finder each in any corner of a label in this view; their evidence."""
    alike, angle = likeness_in_view(finders, view)
    upright, (cos, sin) = np.linalg.inv(view.modules), (np.cos(angle), np.sin(angle))
    across = FINDER_DISTANCE * np.einsum("kab,kb->ka", upright, np.stack([cos, sin], -1))
    down = FINDER_DISTANCE * np.einsum("kab,kb->ka", upright, np.stack([-sin, cos], -1))
    quads = [_quads(finders.places + u * across + v * down, across, down) for u in (0, -1) for v in (0, -1)]
    return np.concatenate(quads).astype(np.float32), np.tile(alike, 4)


def likeness_in_view(finders: FinderPatterns, view: View) -> tuple[Floats, Floats]:
    """How much each finder looks like one of a label lying flat in this view, and its turn in radians: both (P,).

    The turn is what the templates say, between two of them by a parabola.
    """
    every = np.arange(len(finders))
    # A view is a stretch without a turn; turned first, a label is squeezed as before.
    size, shape = shape_index(np.linalg.inv(view.modules))
    turned = shape[:, None] - shape[:, None] % ROTATIONS + (shape[:, None] + np.arange(ROTATIONS)) % ROTATIONS
    alike = finders.like(every[:, None], size[:, None], turned)
    best = alike.argmax(axis=1)
    before, at, after = (alike[every, (best + step) % ROTATIONS] for step in (-1, 0, 1))
    bend = np.minimum(before - 2 * at + after, -1e-6)
    return at, (best + np.clip(0.5 * (before - after) / bend, -0.5, 0.5)) * (np.pi / 2 / ROTATIONS)


def _evidence(
    finders: FinderPatterns, which: list[Indices], across: Floats, down: Floats, distance: float = FINDER_DISTANCE
) -> Floats:
    """Mean likeness of the finders to what the frame makes of a finder pattern, shape (K,)."""
    size, shape = shape_index(np.stack([across, down], axis=-1) / distance)
    return np.asarray(finders.like(np.stack(which), size, shape).mean(axis=0), dtype=np.float32)


def _quarter(legs: Legs, view: View) -> Floats:
    """The legs turned by a quarter on the table, clockwise, in pixels."""
    turned = np.stack([-legs.modules[:, 1], legs.modules[:, 0]], axis=-1)
    return np.asarray(np.einsum("kab,kb->ka", np.linalg.inv(view.modules)[legs.i], turned), dtype=np.float32)


def _strongest_legs(finders: FinderPatterns, legs: Legs) -> Legs:
    """At most so many legs from each finder, those to the clearest others."""
    first = np.searchsorted(legs.i, legs.i, side="left")
    if not len(first) or int((np.arange(len(first)) - first).max()) < _MOST_LEGS:
        return legs
    order = np.lexsort((-finders.evidence[legs.j], legs.i))
    rank = np.arange(len(first)) - first
    return legs.where(np.sort(order[rank < _MOST_LEGS]))


def _quads(apex: Floats, across: Floats, down: Floats, distance: float = FINDER_DISTANCE) -> Floats:
    """Ring corners from the upper left finder and the vectors to the other two, `distance` modules away."""
    share = distance / (distance + FINDER_MODULES)
    beyond = (FRAME_MODULES / SYMBOL_MODULES / share - 1) / 2
    low, high = -beyond, 1 + beyond
    return np.stack([apex + u * across + v * down for u, v in ((low, low), (high, low), (high, high), (low, high))], 1)
