"""Parts that an installation may leave out: `printing` and `simulation`, with the libraries that only they need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.errors import ConfigError


@contextmanager
def installed(part: str) -> Iterator[None]:
    """Around the imports of a part: raises ConfigError where it was left out."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"This needs companion/{part}, and this installation was made without it (no {error.name}); "
            "install the whole companion."
        ) from error
