"""Plays evenings and prints a table of figures; each fault with its seed, its step and a picture."""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

from benchmarks.window_evenings.faults import Findings, Kind
from benchmarks.window_evenings.lots import MODES, STAGES, lot
from companion.games import GAMES

COUNTS = ("touches", "actions", "played to the end")


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("--evenings", type=int, default=100, help="of each game, spread over the modes")
    read.add_argument("--seed", type=int, default=1, help="of the first evening")
    read.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
    read.add_argument("--modes", nargs="+", choices=MODES, default=list(MODES))
    read.add_argument("--stage", choices=STAGES, default="")
    read.add_argument("--moves", type=int, default=0)
    read.add_argument("--out", type=Path, help="a folder for pictures of what is wrong")
    asked = read.parse_args()
    from ui.window import set_environment

    set_environment()
    from benchmarks.window_evenings.evening import run

    if asked.out is not None:
        asked.out.mkdir(parents=True, exist_ok=True)
    from companion.core.text import ENGLISH
    from ui.app import CompanionApp

    window = CompanionApp(lambda _: None, ENGLISH, motion=False)
    found: dict[tuple[str, str], list[Findings]] = defaultdict(list)
    begun = time.monotonic()
    for number in range(asked.evenings):
        mode = asked.modes[number % len(asked.modes)]
        for game in asked.games:
            drawn = lot(asked.seed + number, game, mode, stage=asked.stage, moves=asked.moves)
            findings = run(drawn, window, asked.out)
            found[game, mode].append(findings)
            for fault in findings.faults:
                print(fault, flush=True)
    window.close()
    print(f"\n{sum(map(len, found.values()))} evenings in {(time.monotonic() - begun) / 60:.1f} minutes\n")
    for line in table(found):
        print(line)


def table(found: dict[tuple[str, str], list[Findings]]) -> Sequence[str]:
    """A line for each game and mode."""
    heads = ["game", "mode", "evenings", *COUNTS, "without a fault", *(kind.name.lower() for kind in Kind)]
    lines = [[*heads, "p50 ms", "p95 ms", "late"]]
    for (game, mode), evenings in found.items():
        waits = [wait for each in evenings for wait in each.waits] or [0.0]
        faults = [fault.kind for each in evenings for fault in each.faults]
        figures = [
            len(evenings),
            *(sum(each.counts[name] for each in evenings) for name in COUNTS),
            sum(not each.faults for each in evenings),
            *(faults.count(kind) for kind in Kind),
            round(median(waits)),
            round(quantiles([*waits, *waits], n=20)[-1]),
            sum(each.slow for each in evenings),
        ]
        lines.append([game, mode, *map(str, figures)])
    wide = [max(len(line[number]) for line in lines) for number in range(len(lines[0]))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(line, wide, strict=True)) for line in lines]


if __name__ == "__main__":
    main()
