"""What a file of worked cases may say (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.core.schema import Schema
from companion.errors import NotationError


@dataclass(frozen=True, slots=True)
class RefusedAction:
    """An action that breaks the rule of this id; if told, by this check, and with these words in the reason."""

    action: str
    rule: str
    check: str | None = None
    says: str = ""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Between two steps of what is done: what is legal then, and what is not."""

    legal: tuple[str, ...] | None = None
    illegal: tuple[RefusedAction, ...] | None = None

    def __post_init__(self) -> None:
        if (self.legal, self.illegal) == (None, None):
            raise NotationError("a step is an action, or says what is legal or illegal then")


@dataclass(frozen=True, slots=True)
class CaseSetup:
    names: tuple[str, ...] = ("Ann", "Bob")
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Expectations:
    """What holds after all has been done.

    `absent` are keys that the written position does not have. `moves` are all the legal actions, `among_moves` some of
    them. `faults` are the checks that find the position itself wrong, each with words of its sentence after a colon.
    """

    table: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    position: Mapping[str, Any] = field(default_factory=dict)
    absent: tuple[str, ...] = ()
    totals: Mapping[str, int] = field(default_factory=dict)
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    winners: tuple[str, ...] | None = None
    over: bool | None = None
    moves: tuple[str, ...] | None = None
    among_moves: tuple[str, ...] = ()
    count_of_moves: int | None = None
    faults: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Case:
    id: str
    title: str = ""
    position: str | None = None
    setup: CaseSetup = CaseSetup()
    profile: str | None = None
    refused: str | None = None
    do: tuple[str | Verdicts, ...] = ()
    legal: tuple[str, ...] | None = None
    illegal: tuple[RefusedAction, ...] | None = None
    expect: Expectations | None = None

    def __post_init__(self) -> None:
        if (self.legal, self.illegal, self.expect, self.refused) == (None, None, None, None):
            raise NotationError(f"case {self.id} expects nothing; write what is legal, illegal, refused or to expect")


@dataclass(frozen=True, slots=True)
class CaseFile:
    """`positions` are those that several cases share, by name."""

    game: str
    positions: Mapping[str, str] = field(default_factory=dict)
    cases: tuple[Case, ...] = field(default=(), metadata={"key": "case"})

    def __post_init__(self) -> None:
        if not self.cases:
            raise NotationError("there is no [[case]] in it")


_SCHEMA = Schema(NotationError)


def read_cases(path: Path) -> CaseFile:
    """Raises NotationError that names everything in the file that cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NotationError(f"{path} cannot be read: {error}.") from error
    return _SCHEMA.read(CaseFile, text, str(path))
