"""Draws recall against pixels per module, a panel for each difficulty, a line for each reader."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

from matplotlib import pyplot as plt

from benchmarks.vision import peers

_COLOURS = dict(zip(peers.NAMES, ("tab:green", "tab:blue", "tab:red", "tab:orange", "tab:purple"), strict=True))


def draw(curves: dict[str, dict[str, list[float]]], path: Path, sizes: tuple[float, ...]) -> None:
    figure, panels = plt.subplots(1, len(curves), figsize=(12, 4), sharey=True)
    for panel, (name, readers) in zip(panels, curves.items(), strict=True):
        for reader, shares in readers.items():
            panel.plot(sizes, [100 * s for s in shares], marker="o", color=_COLOURS[reader], label=reader)
        panel.set(title=name, xlabel="pixels per module", ylim=(-3, 103))
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("labels read in one picture, %")
    panels[0].legend()
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    print(f"\nPlot written to {path}")
