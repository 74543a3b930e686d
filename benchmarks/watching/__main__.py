"""Long simulated play with hands over the table: does the pipeline ever say what is not so?

`python -m benchmarks.watching [--minutes N] [--seed S] [--width PIXELS]`: N minutes at ten frames a second.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from benchmarks.watching.evening import Evening, evening
from companion.simulation.renderer.scene import Optics

FRAMES_A_MINUTE = 600


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    asked.add_argument("--minutes", type=float, default=6.0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--width", type=int, default=2304)
    options = asked.parse_args()
    optics = Optics(width=options.width, height=options.width * 9 // 16, seed=options.seed)
    report(evening(round(options.minutes * FRAMES_A_MINUTE), options.seed, optics))


def report(played: Evening) -> None:
    """Prints what was played, what was said and what of it was wrong."""
    out = sys.stdout.write
    referee, looks = played.referee, np.array(played.look_seconds) * 1000
    out(f"played: {dict(played.play.shown)}\n")
    out(f"watched: {played.pipeline.counters}\n")
    out(f"said {referee.said} times; phantom removals and moves: {len(referee.wrong)}\n")
    for line in referee.wrong[:20]:
        out(f"  {line}\n")
    counts = referee.looks
    share = 100 * counts["right"] / max(counts.total(), 1)
    out(
        f"labels at rest after the vote: {counts.total()} looks, {counts['wrong']} wrong, {counts['missing']} missing, "
    )
    out(f"{counts['unspoken of']} unspoken of: {share:.4f} % right\n")
    out("frames without a hand until it was told, and how often:\n")
    for how, delays in referee.delays.items():
        out(f"  a card that was {how}: {dict(sorted(delays.items()))}\n")
    out(f"CPU ms a look: median {np.median(looks):.2f}, mean {looks.mean():.2f}, worst {looks.max():.0f}\n")


if __name__ == "__main__":
    main()
