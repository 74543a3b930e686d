"""The demo tells what happens, and really pulls the plug."""

from __future__ import annotations

import sys

from companion.simulation import demo

PROCESS = """
import json, signal, sys
def tell(**said): print(json.dumps(said), flush=True)
start = int(sys.argv[1])
print("noise of a library")
if start == 1:
    tell(step=1, of=2, tell="the first half")
    tell(kind="explained", text="A: pass", saw=["+1 disc in A"])
    tell(counters={"frames": 5, "read": 7, "missed": 0, "false": 0})
    tell(power_cut=1)
    signal.pause()
tell(step=2, of=2, tell="the second half")
tell(wrong=["explained: A: pass"], expected=[])
tell(counters={"frames": 4, "read": 3, "missed": 1, "false": 0})
tell(sheet=["Ann 3", "winner: Ann"])
"""


def test_the_demo_kills_the_process_starts_it_again_and_sums_up() -> None:
    lines: list[str] = []
    log = demo.play(lambda start: [sys.executable, "-c", PROCESS, str(start)], lines.append)

    assert (1, 9, 1) == (log.counters["power cuts"], log.counters["frames"], log.wrong)
    assert any("the plug is pulled" in line for line in lines)
    assert (
        "\nframes read 9; labels read 10, missed 1, false 0; "
        "events explained 1, asked 0, wrong 1; power cuts survived 1" in lines
    )
    assert "winner: Ann" in lines


def test_a_demo_whose_companion_dies_has_failed() -> None:
    lines: list[str] = []
    log = demo.play(lambda _: [sys.executable, "-c", "raise SystemExit(3)"], lines.append)

    assert 1 == log.wrong
    assert any("stopped before the evening was over" in line for line in lines)
