"""What all devices and other sources have in common: the end of a `with` block closes them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self


class Device(ABC):
    """A context manager that lets go of its device at the end."""

    @abstractmethod
    def close(self) -> None:
        """Lets go of the device. Closing twice is harmless."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()
