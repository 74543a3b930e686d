"""The end of the process: all that is ours is closed first, and nobody is waited for then. Three seconds."""

from __future__ import annotations

import subprocess
import sys

import pytest

AT_WORK = """
import sys, threading, time
from concurrent.futures import ThreadPoolExecutor
import cv2, numpy
from companion.appliance.service import leaving_on_time

def search():
    picture = numpy.zeros((4000, 4000), numpy.uint8)
    while True:
        begun.set()
        cv2.GaussianBlur(picture, (31, 31), 0)

begun = threading.Event()
with leaving_on_time():
    threading.Thread(target=search, daemon=True).start()
    ThreadPoolExecutor(1).submit(time.sleep, 600)
    begun.wait()
    try:
        {end}
    finally:
        print("closed")
"""


@pytest.mark.parametrize(("end", "code"), [("pass", 0), ("sys.exit(0)", 0), ("sys.exit(77)", 77)])
def test_threads_that_are_at_work_are_not_waited_for(end: str, code: int) -> None:
    """A search through a picture and one through the rules: it neither hangs nor aborts, and keeps its exit code."""
    ended = subprocess.run(
        [sys.executable, "-u", "-c", AT_WORK.format(end=end)], capture_output=True, text=True, timeout=60, check=False
    )

    assert (code, "closed\n", "") == (ended.returncode, ended.stdout, ended.stderr)


def test_where_nothing_is_at_work_the_exit_code_is_kept_too() -> None:
    program = (
        "import sys\nfrom companion.appliance.service import leaving_on_time\nwith leaving_on_time():\n    sys.exit(3)"
    )
    ended = subprocess.run([sys.executable, "-c", program], timeout=60, check=False)

    assert 3 == ended.returncode
