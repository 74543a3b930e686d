"""An evening that the power cuts off: played in a process of its own, which is killed between two touches or in one.

python -m benchmarks.window_evenings.cut_off LOT FOLDER    plays until it is killed, and tells what was written down
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path
from random import Random

from benchmarks.window_evenings.lots import END, MIDDLE, Lot

FEWEST, MOST = 2, 8
"""After so many touches that were written down the plug is pulled."""

UNTIL_KILLED = 10_000

ANY_MOMENT = 0.3
"""Seconds after such a touch within which that happens."""


def cut_off(lot: Lot, folder: Path) -> list[str]:
    """Plays some of the evening into the journal in this folder; what was in it for certain when the power went."""
    chance = Random(f"{lot.seed} {lot.game} plug")
    written: list[str] = []
    # It goes on until it is killed, and is not over before.
    played = replace(lot, moves=UNTIL_KILLED, stage=MIDDLE if lot.stage == END else lot.stage)
    command = (sys.executable, "-m", __spec__.name, json.dumps(asdict(played)), str(folder))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as child:
        assert child.stdout is not None, "it was asked for"
        for _ in range(chance.randint(FEWEST, MOST)):
            line = child.stdout.readline()
            if not line:
                break
            written = json.loads(line)
        time.sleep(chance.random() * ANY_MOMENT)
        os.kill(child.pid, signal.SIGKILL)
        for line in child.stdout:
            if line.endswith("\n"):
                written = json.loads(line)
    return written


def main() -> None:
    from ui.window import set_environment

    set_environment()
    from benchmarks.window_evenings.evening import Evening
    from benchmarks.window_evenings.finger import told

    read = json.loads(sys.argv[1])
    lot = Lot(**{**read, "names": tuple(read["names"]), "size": tuple(read["size"])})
    evening = Evening(lot, None, None, Path(sys.argv[2]))

    def tell() -> None:
        print(json.dumps([told((entry,)) for entry in evening.room.history.entries]), flush=True)

    evening.finger.was_written = tell
    evening.run()


if __name__ == "__main__":
    main()
