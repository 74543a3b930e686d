"""Evenings on a disk that fails at any operation: `python -m benchmarks.journal_faults`.

The disk is only read, full, or fails, from any operation on and for any number of them; it comes back; another program
writes to the journal, to the same evening too, or keeps it to itself; the companion is started anew. Then every action
that was confirmed has to be found, once, in its own evening.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import click

from benchmarks.journal_faults.evenings import Tally
from benchmarks.power_cuts.cuts import IN_MEMORY
from benchmarks.power_cuts.disk import build


def faults(runs: int, seed: int = 1) -> Tally:
    """Plays so many runs, with seeds from this one on."""
    tally = Tally()
    with tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as name:
        library = build(Path(name))
        playing = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.journal_faults.evenings", name],
            env={**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert playing.stdin is not None
        assert playing.stdout is not None
        for each in range(seed, seed + runs):
            playing.stdin.write(json.dumps(each) + "\n")
            playing.stdin.flush()
            answer = playing.stdout.readline()
            if not answer:
                raise RuntimeError(f"run {each} has ended with {playing.wait()}")
            said = json.loads(answer)
            tally.add(Tally(**{**said, "faults": Counter(said["faults"])}))
        playing.communicate()
    return tally


@click.command()
@click.option("--runs", default=1000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True, help="That of the first run; each has the next one.")
def main(runs: int, seed: int) -> None:
    """Let the disk fail, and say what was lost, mixed or not said."""
    tally = faults(runs, seed)
    click.echo(f"{'runs':>40} {tally.runs:9}")
    click.echo(f"{'times that the disk failed':>40} {tally.failed:9}")
    click.echo(f"{'confirmed actions':>40} {tally.confirmed:9}")
    click.echo(f"{'steps in memory alone, which was said':>40} {tally.in_memory:9}")
    click.echo(f"{'evenings that went on in two ways':>40} {tally.parted:9}")
    for kind in ("lost", "mixed", "silent", "refused"):
        click.echo(f"{kind:>40} {sum(n for fault, n in tally.faults.items() if fault.startswith(kind)):9}")
    for fault, count in tally.faults.most_common():
        click.echo(f"  {count} x {fault}, as with the seeds {', '.join(map(str, tally.seeds[fault][:5]))}")
    sys.exit(bool(tally.faults))


if __name__ == "__main__":
    main()
