"""What all devices have in common: whether they may be written, and that the end of a `with` block closes them."""

from __future__ import annotations

import errno
import os
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Self


def may_write(path: Path) -> bool:
    """Whether it can be opened for writing, which leaves it as it is; what somebody else has open counts as well.

    Of a sandbox that refuses a device, its rights say nothing: it has to be tried.
    """
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC))
    except BlockingIOError:
        return True
    except OSError as error:
        return error.errno == errno.EBUSY
    return True


class Device(ABC):
    """A context manager that lets go of its device at the end."""

    @abstractmethod
    def close(self) -> None:
        """Lets go of the device. Closing twice is harmless."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()
