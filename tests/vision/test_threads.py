"""The libraries below use one thread, whatever the environment says."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
import cv2, numpy
from threadpoolctl import threadpool_info
from vision.threads import use_one_thread
before = {pool["num_threads"] for pool in threadpool_info()}
use_one_thread()
print(before, {pool["num_threads"] for pool in threadpool_info()}, cv2.getNumThreads())
"""


def test_blas_and_opencv_use_one_thread() -> None:
    """In a process of its own, since the tests' own environment asks for one thread already."""
    environment = {name: value for name, value in os.environ.items() if "NUM" not in name}
    environment |= {"OPENBLAS_NUM_THREADS": "2"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    ).stdout

    assert "{2} {1} 1" == done.strip()
