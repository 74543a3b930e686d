"""Plays a scenario for somebody who watches: a readable log with a progress bar, and real power cuts.

The companion runs in a process of its own and reports in lines of JSON. Where the scenario pulls the plug,
that process is killed, as it stands, and a new one is started on the same journal.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Print = Callable[[str], None]

BAR = 24
SIGNS = {
    "explained": "✓",
    "revised": "↺",
    "touched": "☞",
    "corrected": "☞",
    "undone": "↶",
    "overruled": "!",
    "illegal": "✗",
    "asked": "?",
    "disagree": "≠",
}


@dataclass(slots=True)
class DemoLog:
    """What has been heard so far. `counters` sums the processes' own figures."""

    print: Print
    counters: Counter[str] = field(default_factory=Counter)
    pictures: list[str] = field(default_factory=list)
    wrong: int = 0
    step: int = 0
    sheet: tuple[str, ...] = ()
    finished: bool = False

    def hear(self, said: dict[str, Any]) -> None:
        match said:
            case {"step": step, "of": steps, "tell": words}:
                self.step = step
                done = BAR * step // steps
                self.print(f"\n[{'█' * done}{'░' * (BAR - done)}] {step:3}/{steps}  {words}")
            case {"kind": kind, "text": text, "saw": saw}:
                self.counters[kind] += 1
                if saw:
                    self.print(f"      saw   {_brief(saw)}")
                self.print(f"    {SIGNS.get(kind, '·')} {kind:9} {text}")
            case {"wrong": concluded, "expected": expected}:
                self.wrong += 1
                self.print(f"    ‼ WRONG: concluded {concluded}, the scenario says {expected}")
            case {"picture": path}:
                self.pictures.append(path)
                self.print(f"      picture {path}")
            case {"counters": counters}:
                self.counters.update(counters)
            case {"sheet": lines}:
                self.sheet, self.finished = tuple(lines), True
            case _:
                self.print(f"      {said}")


def play(command: Callable[[int], Sequence[str]], print: Print) -> DemoLog:
    """Runs the companion from step to step; `command(n)` starts it at step `n`. The exit of a process is its own."""
    log = DemoLog(print)
    start: int | None = 1
    while start is not None:
        cut = _run(command(start), log)
        start = None if cut is None else cut + 1
    _close(log)
    return log


def _run(command: Sequence[str], log: DemoLog) -> int | None:
    """One process until it ends by itself, or until the scenario pulls its plug: then in which step."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for said in _lines(process):
            if "power_cut" in said:
                process.kill()
                log.print(f"    ⚡ the plug is pulled: process {process.pid} is killed, and started again")
                log.counters["power cuts"] += 1
                return int(said["power_cut"])
            log.hear(said)
    return None


def interpreter(*arguments: str | Path) -> list[str]:
    """The command line of our own program, run by this interpreter."""
    return [sys.executable, "-P", "-m", "companion", *map(str, arguments)]


def _lines(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("{"):
            yield json.loads(line)


def _brief(saw: Sequence[str]) -> str:
    shown = "; ".join(saw[:4])
    return f"{shown}; and {len(saw) - 4} more" if len(saw) > 4 else shown


def _close(log: DemoLog) -> None:
    counters = log.counters
    asked = sum(counters[kind] for kind in ("illegal", "asked", "disagree"))
    log.print("")
    for line in log.sheet:
        log.print(line)
    if not log.finished:
        log.wrong += 1
        log.print("The companion stopped before the evening was over; its words are above.")
    log.print(
        f"\nframes read {counters['frames']}; labels read {counters['read']}, missed {counters['missed']}, "
        f"false {counters['false']}; events explained {counters['explained']}, asked {asked}, wrong {log.wrong}; "
        f"power cuts survived {counters['power cuts']}"
    )
    for picture in log.pictures:
        log.print(f"picture {picture}")
