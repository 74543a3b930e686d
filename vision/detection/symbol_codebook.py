"""A closed set of any QR symbols: those of one version each, as patterns of their data modules.

Beside the correlation, each codeword is asked for itself. Two symbols of one version, level and mask differ in at least
`least_difference` codewords, so a picture in which so many codewords of the best symbol do not agree may show another
one that is in no set; however alike the two are else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Doubles, Floats, Indices
from vision.detection.codebook import BLURS, at_modules
from vision.detection.local_contrast import contrast_normalised, normalised, unit
from vision.detection.module_grid import BEYOND, ModuleGrid, SymbolTemplates
from vision.symbols import Symbol, structure

_AROUND = BEYOND + 2
"""Modules of white round a drawing that is blurred: more than a blur reaches."""

_LEGIBLE = 0.35
"""A codeword's eight modules differ by so much of the fixed ones' contrast, or nobody can read it."""

VERIFIED_MODULES = 208
"""So many data modules tell whether a symbol is where it was: all of a version 1, some of a larger one."""


@dataclass(frozen=True, slots=True, eq=False)
class SymbolMatch:
    """The best symbol for each of K patches, all (K,).

    `score` is the correlation of the data modules, `margin` the lead over all other symbols and rotations in units of
    what a perfect picture would lead by; `blur` numbers the drawing, of all blurs, in which that is most.
    """

    index: Indices
    score: Floats
    margin: Floats
    blur: Indices


class SymbolCodebook:
    """The symbols of one version, and what they look like."""

    def __init__(self, version: int, symbols: Mapping[str, Symbol]) -> None:
        self.version, self.tags = version, tuple(symbols)
        self.grid = ModuleGrid(17 + 4 * version)
        known = structure(version)
        self._data = np.flatnonzero(known.data)
        order = np.argsort(known.codeword.ravel()[self._data], kind="stable")
        self._by_codeword = self._data[order].reshape(-1, 8)
        self._worst = np.array([symbol.least_difference for symbol in symbols.values()])
        light = [1.0 - symbol.modules.astype(np.float32) for symbol in symbols.values()]
        self._signs = np.stack([1.0 - 2.0 * modules for modules in light]).reshape(len(light), -1).astype(np.float32)
        self._softened = SymbolTemplates.of(self.grid, np.stack([_blurred(modules, BLURS[-1]) for modules in light]))
        inside = np.s_[2 * _AROUND : -2 * _AROUND, 2 * _AROUND : -2 * _AROUND]
        self._plain = [at_modules(np.stack([_blurred(modules, blur)[inside] for modules in light])) for blur in BLURS]
        self._banks = [self._bank(plain) for plain in self._plain]
        self._closeness = [self._alike(bank) for bank in self._banks]
        fixed = np.where(known.fixed, (~known.dark).astype(np.float32), np.float32(0.5))
        self.typical = SymbolTemplates.of(self.grid, _blurred(fixed, BLURS[-1])[None], self.grid.padded(known.fixed))

    def __len__(self) -> int:
        return len(self.tags)

    def identify(self, patches: Floats) -> SymbolMatch:
        """The best symbol for patches at the module centres, shape (K, size * size), upright."""
        scores = unit(contrast_normalised(patches)[:, self._data])
        sharp, soft = (self._best(scores, number) for number in range(len(BLURS)))
        surer = soft.margin > sharp.margin
        return SymbolMatch(
            *(np.where(surer, getattr(soft, name), getattr(sharp, name)) for name in SymbolMatch.__slots__)
        )

    def doubt(self, patches: Floats, match: SymbolMatch) -> Floats:
        """How far the codewords that agree least look inverted, 0 to 1, (K,): as many as another symbol differs in.

        What a module that was the other colour would change in a blurred picture is a spot of the blur's shape; each
        module is asked how much of such a spot the picture has beside the symbol, 0 none, 1 all of it.
        """
        normal, doubt = contrast_normalised(patches), np.empty(len(patches), dtype=np.float32)
        for blur in range(len(BLURS)):
            which = match.blur == blur
            doubt[which] = self._doubt(normal[which], match.index[which], blur)
        return doubt

    def illegible(self, patches: Floats) -> Floats:
        """The share of codewords in which no black and white can be told, whatever they say; shape (K,).

        Beside the contrast of the fixed modules: a symbol of no set is legible, one under a token is not.
        """
        fixed = np.sort(patches[:, structure(self.version).fixed.ravel()], axis=1)
        edge = fixed.shape[1] // 20
        contrast = fixed[:, -1 - edge] - fixed[:, edge]
        spread = np.ptp(patches[:, self._by_codeword], axis=2)
        return np.asarray((spread < _LEGIBLE * contrast[:, None]).mean(axis=1), dtype=np.float32)

    def templates(self, indices: Indices) -> SymbolTemplates:
        """Softened pictures of whole symbols, for aligning to them."""
        return self._softened.where(indices)

    def pattern(self, index: int) -> Floats:
        """The sharp pattern over the verified data modules: zero mean, unit length."""
        pattern = self._plain[0][index, self._verified]
        centred = pattern - pattern.mean()
        return np.asarray(centred / np.linalg.norm(centred), dtype=np.float32)

    def centres(self) -> Doubles:
        """Where the verified data modules lie, label coordinates, shape (VERIFIED_MODULES, 2)."""
        return self.grid.symbol_centres[self._verified]

    @property
    def _verified(self) -> Indices:
        return self._data[np.linspace(0, len(self._data) - 1, VERIFIED_MODULES).astype(np.intp)]

    def _best(self, seen: Floats, blur: int) -> SymbolMatch:
        bank, alike = self._banks[blur], self._closeness[blur]
        scores = seen @ bank
        rows = np.arange(len(scores))
        index = scores[:, : len(self)].argmax(axis=1)
        score = scores[rows, index]
        # A symbol very like the best one cannot be led by much: what it is led by is measured by how unlike it is.
        lead = (score[:, None] - scores) / np.maximum(1.0 - alike[index], 1e-3)
        lead[rows, index] = np.inf
        return SymbolMatch(index, score, lead.min(axis=1), np.full(len(rows), blur))

    def _doubt(self, normal: Floats, index: Indices, blur: int) -> Floats:
        size, spot = self.grid.size, _spot(BLURS[blur])
        wanted, spread = normalised(self._plain[blur][index])
        share = np.maximum((normal * wanted).sum(axis=1) / (wanted * wanted).sum(axis=1), 1e-3)
        off = ((normal / share[:, None] - wanted) * spread).reshape(-1, size, size)
        spread_out = sum(part * np.eye(size, k=place - len(spot) // 2) for place, part in enumerate(spot))
        beside = np.asarray(spread_out, dtype=np.float32)
        inverted = (beside @ off @ beside).reshape(len(off), size**2) * self._signs[index] / (spot @ spot) ** 2
        by_codeword = -np.sort(-inverted[:, self._by_codeword].mean(axis=2), axis=1)
        worst = self._worst[index]
        return np.asarray(np.cumsum(by_codeword, axis=1)[np.arange(len(index)), worst - 1] / worst, dtype=np.float32)

    def _bank(self, plain: Floats) -> Floats:
        """Unit vectors of the data modules: the symbols upright, then turned three times; (data, 4 * symbols)."""
        square = plain.reshape(len(plain), self.grid.size, self.grid.size)
        turned = np.concatenate([np.rot90(square, -turn, axes=(1, 2)) for turn in range(4)])
        return np.ascontiguousarray(unit(contrast_normalised(turned.reshape(len(turned), -1))[:, self._data]).T)

    def _alike(self, bank: Floats) -> Floats:
        """Correlation of each symbol with all in all turns, shape (symbols, 4 * symbols)."""
        return np.asarray(bank[:, : len(self)].T @ bank)


class SymbolSet:
    """The whole closed set, of any versions."""

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        if not symbols:
            raise ValueError("A closed set needs at least one symbol.")
        by_version: dict[int, dict[str, Symbol]] = {}
        for tag, symbol in symbols.items():
            by_version.setdefault(symbol.version, {})[tag] = symbol
        self.codebooks = tuple(SymbolCodebook(version, by_version[version]) for version in sorted(by_version))
        self._place = {tag: (book, place) for book in self.codebooks for place, tag in enumerate(book.tags)}

    def __contains__(self, tag: object) -> bool:
        return tag in self._place

    def patterns(self, tags: Sequence[str]) -> tuple[Doubles, Floats]:
        """Where the verified modules of each tag lie, (K, 208, 2), and what they look like there, (K, 208)."""
        places = [self._place[tag] for tag in tags]
        centres = np.array([book.centres() for book, _ in places]).reshape(-1, VERIFIED_MODULES, 2)
        return centres, np.array([book.pattern(place) for book, place in places]).reshape(-1, VERIFIED_MODULES)


def _blurred(light: Floats, blur: float) -> Floats:
    """Modules, (size, size), with white round them, in half modules and blurred; shape (2 * (size + 2 * 3),) * 2."""
    fine = np.pad(light, _AROUND, constant_values=1.0).repeat(2, axis=0).repeat(2, axis=1)
    return np.asarray(cv2.GaussianBlur(fine, (0, 0), 2 * blur, borderType=cv2.BORDER_REPLICATE))


def _spot(blur: float) -> Floats:
    """What one black module becomes by a blur along either direction, in modules; shape (5,)."""
    one = np.zeros((5, 5), dtype=np.float32)
    one[2, 2] = 1.0
    fine = cv2.GaussianBlur(one.repeat(8, axis=0).repeat(8, axis=1), (0, 0), 8 * blur, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(np.sqrt(np.diagonal(fine.reshape(5, 8, 5, 8).mean(axis=(1, 3)))))
