"""How large a label can be in the picture."""

from __future__ import annotations

from dataclasses import dataclass

from vision.arrays import Floats

_OCTAVE = 2.0
"""Ratio of sizes that are searched for in one picture; for larger ones it is halved."""

_FILTER_RATIO = 1.6
"""Ratio of sizes that one matched filter notices (`finder_patterns`)."""

MOST_SQUEEZED = 2.3
"""How much longer one side of a label may look than the other: a ray 62 degrees off the label makes it 2.13."""


BESIDE_OTHERS = (0.72, 1.35)
"""How much smaller and larger a label may be than those around it: on a stack, and beyond the last one read."""


@dataclass(frozen=True, slots=True)
class ModuleSizeRange:
    """Least and greatest size of a module in pixels, the geometric mean of its two sides where it is squeezed."""

    least: float
    most: float
    max_aspect: float = MOST_SQUEEZED

    @property
    def middle(self) -> float:
        return float((self.least * self.most) ** 0.5)

    def scaled(self, factor: float) -> ModuleSizeRange:
        return ModuleSizeRange(self.least * factor, self.most * factor, self.max_aspect)

    def beside(self, modules: Floats) -> ModuleSizeRange | None:
        """That part of the range which labels beside others with such modules, pixels, can have; None if there is none.

        Where labels have been read, others are seen much as large.
        """
        least, most = (
            max(self.least, BESIDE_OTHERS[0] * modules.min()),
            min(self.most, BESIDE_OTHERS[1] * modules.max()),
        )
        return ModuleSizeRange(float(least), float(most), self.max_aspect) if least < most else None

    def per_octave(self) -> tuple[ModuleSizeRange, ...]:
        """The range in parts of equal ratio, each narrow enough for one picture."""
        return self._parts(_OCTAVE)

    def filters(self) -> tuple[float, ...]:
        """Module sizes in pixels: matched filters are to notice all sizes round one of them."""
        return tuple(part.middle for part in self._parts(_FILTER_RATIO))

    def _parts(self, widest: float) -> tuple[ModuleSizeRange, ...]:
        ratio = self.most / self.least
        count = 1
        while ratio > widest**count * 1.05:
            count += 1
        step = ratio ** (1 / count)
        return tuple(
            ModuleSizeRange(self.least * step**k, self.least * step ** (k + 1), self.max_aspect) for k in range(count)
        )
