"""How large a label can be in the picture."""

from __future__ import annotations

from dataclasses import dataclass

_WIDEST = 1.5
"""Ratio of sizes that can be searched for at one scale: finder patterns of another size are no longer noticed."""


@dataclass(frozen=True, slots=True)
class ModuleSizeRange:
    """Least and greatest size of a module in pixels; `max_aspect` is how much longer one side of a label may look.

    A card that leans by 20 degrees under a camera that leans by 15 looks 1.3 times as long as wide.
    """

    least: float
    most: float
    max_aspect: float = 1.35

    @property
    def middle(self) -> float:
        return float((self.least * self.most) ** 0.5)

    def scaled(self, factor: float) -> ModuleSizeRange:
        return ModuleSizeRange(self.least * factor, self.most * factor, self.max_aspect)

    def per_scale(self) -> tuple[ModuleSizeRange, ...]:
        """The range in parts of equal ratio, each narrow enough for one scale.

        A wide range means a camera that looks on slantingly, or an unknown one: then labels may be squeezed, too.
        """
        ratio = self.most / self.least
        count = 1
        while ratio > _WIDEST**count * 1.001:
            count += 1
        step, max_aspect = ratio ** (1 / count), min(1.7, max(self.max_aspect, 0.9 * ratio))
        return tuple(
            ModuleSizeRange(self.least * step**k, self.least * step ** (k + 1), max_aspect) for k in range(count)
        )
