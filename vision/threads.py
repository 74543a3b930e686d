"""How many threads the libraries below may use for one picture."""

from __future__ import annotations

import cv2
from threadpoolctl import threadpool_limits


def use_one_thread() -> None:
    """From now on OpenCV and BLAS work on the thread that calls them.

    Our pictures are cut into work that is too small to be shared: two threads wait for each other, burn more processor
    time and are no sooner done. A Pi's other cores draw the screen.
    """
    cv2.setNumThreads(1)
    threadpool_limits(1)
