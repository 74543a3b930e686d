"""Watching a table: `python -m benchmarks.watching [--part NAME] [--minutes N] [--seed S] [--markdown PAGE]`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click

from benchmarks.marked_pages import PAGE, put_on_pages, require_marks
from benchmarks.watching import accuracy, costs, evening, light, shake, silence, strip
from companion.simulation.renderer.scene import Optics

WIDTH, FULL_WIDTH = 2304, 4000
"""Pixels across: of the pictures, and from which on a camera gives a small picture that is larger."""

PARTS: dict[str, Callable[[Optics, float], Iterator[str]]] = {
    "evening": lambda optics, minutes: evening.figures(minutes, optics),
    "costs": lambda _optics, _minutes: costs.figures(),
    "shake": lambda optics, _minutes: shake.figures(optics),
    "light": lambda optics, _minutes: light.figures(optics),
    "strip": lambda optics, _minutes: strip.figures(optics),
    "silence": lambda _optics, _minutes: silence.figures(),
    "accuracy": lambda _optics, _minutes: accuracy.figures(),
}


@click.command()
@click.option("--part", "only", type=click.Choice(list(PARTS)), multiple=True, help="Only these figures.")
@click.option("--minutes", default=6.0, show_default=True, help="How long the simulated evening is played.")
@click.option("--seed", default=1, show_default=True)
@click.option("--width", default=WIDTH, show_default=True, help="Pixels across of the evening and the shaking arm.")
@click.option("--markdown", "pages", type=PAGE, multiple=True, help="Puts each part between its marks on these pages.")
def main(only: tuple[str, ...], minutes: float, seed: int, width: int, pages: tuple[Path, ...]) -> None:
    """Measure what the watcher says of simulated tables, how soon, how exactly, and at what cost."""
    names = [name for name in PARTS if name in (only or PARTS)]
    require_marks(pages, names)
    optics = Optics(width=width, height=width * 9 // 16, small_width=768 if width > FULL_WIDTH else 576, seed=seed)
    for name in names:
        lines = []
        for line in PARTS[name](optics, minutes):
            click.echo(line)
            lines.append(line)
        if pages:
            put_on_pages(pages, name, lines)


if __name__ == "__main__":
    main()
