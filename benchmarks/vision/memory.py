"""Peak memory of one full search of a 12-megapixel frame, in a process of its own (Linux: it asks /proc).

The resident set's high-water mark counts all that the process touches, native libraries' memory included.
"""

from __future__ import annotations

import subprocess
import sys

from benchmarks.vision.bench import Bench

GOAL_MB = 300

_SNIPPET = """
import re
from dataclasses import replace
from pathlib import Path
import numpy as np
from benchmarks.vision.measure import book
from benchmarks.vision.peers import module_range
from benchmarks.vision.scenes import render
from benchmarks.vision.specs import TYPICAL, at
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector

def kilobytes(name):
    return int(re.search(name + r":\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

payloads = book()
spec = replace(at(TYPICAL, 1.5), width=4608, height=2592, labels=150)
table = render(spec, payloads, (), 900).image
noise = np.random.default_rng(0).integers(0, 255, table.shape, dtype=np.uint8)
detector = LabelDetector(Codebook(payloads), module_range(spec))
detector.detect(table[:256, :256].copy())
for name, image in (("150 labels at 1.5 ppm", table), ("noise", noise)):
    before = kilobytes("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")
    detector.detect(image)
    print(f"{name}: {(kilobytes('VmHWM') - before) / 1024:.0f}")
"""


def peak(bench: Bench) -> None:
    """Searched in full resolution, which only labels under 2.4 pixels per module need."""
    bench.report.title(f"Peak memory over the image, 12 MP, MB (goal {GOAL_MB})")
    run = subprocess.run([sys.executable, "-c", _SNIPPET], check=True, capture_output=True, text=True)
    for line in run.stdout.splitlines():
        name, most = line.split(": ")
        bench.report.line(f"{line}{bench.report.mark(int(most) < GOAL_MB, f'memory, {name}')}")
