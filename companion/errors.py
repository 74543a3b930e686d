"""Everything that can go wrong and is worth a sentence to the players.

CompanionError
 +-- IllegalAction     (ValueError)    an action the rules forbid was about to be applied (companion.core.game)
 +-- NotationError     (ValueError)    a position or an action that cannot be read
 +-- ConfigError       (ValueError)    a settings file with an unknown or impossible entry
 +-- CatalogError      (ValueError)    printed facts that contradict each other
 +-- GameError         (KeyError)      a game that is installed and cannot be played
 +-- ImageError        (ValueError)    a picture that cannot be used
 +-- JournalError      (RuntimeError)  the record of the evening cannot be read or written
 +-- UpdateError       (RuntimeError)  another version of the companion cannot be installed
 +-- HardwareError     (RuntimeError)  a camera, a button or a lamp that is not there
      +-- NoCameraError               none of the cameras that might be there is
      +-- DarkPictureError            a camera works and shows nothing but black

Every message is one sentence that says what, where and what to do.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.core.text import Text


class CompanionError(Exception):
    """The root: `except CompanionError` is how the command line turns a failure into one line."""


class NotationError(CompanionError, ValueError):
    """A position or an action that cannot be read."""


class ConfigError(CompanionError, ValueError):
    """A settings file with an unknown or impossible entry."""


class CatalogError(CompanionError, ValueError):
    """Printed facts that contradict each other."""


class GameError(CompanionError, KeyError):
    """A game that is installed and cannot be played; `text` says why, in any language."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text

    __str__ = Exception.__str__  # a KeyError's would stand in quotation marks


class ImageError(CompanionError, ValueError):
    """A picture that cannot be used. `part` is that of which one more is needed: the number of a picture, and an
    outline in pixels of that."""

    def __init__(self, message: str, part: tuple[int, tuple[tuple[float, float], ...]] | None = None) -> None:
        super().__init__(message)
        self.part = part


class JournalError(CompanionError, RuntimeError):
    """The record of the evening cannot be read or written."""


class UpdateError(CompanionError, RuntimeError):
    """Another version of the companion cannot be installed; the one that runs goes on."""


class HardwareError(CompanionError, RuntimeError):
    """A camera, a button or a lamp that is not there."""


class Lack(Enum):
    """Why a device cannot be used: it is not there, what drives it is not, or we may not open it."""

    ABSENT = "absent"
    DRIVER = "driver"
    FORBIDDEN = "forbidden"


class NoCameraError(HardwareError):
    """None of the cameras that might be there is."""


class DarkPictureError(HardwareError):
    """A camera works and shows nothing but black: its next picture may be well."""
