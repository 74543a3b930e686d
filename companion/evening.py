"""A recorded evening: what hands did at the table, what fingers did on the screen, and what should be concluded.

The file is TOML: `game`, `players`, `settings`, and a list of `step`s in order. Each step may have

    tell      what happens, for the log
    moves     lines such as "2 farm: market -> A.3" or "1 silver_mine: box -> market"
    spoil     {zone, piece, by}: this piece's label cannot be read until it is moved; by is "glare" or "cover"
    relabel   {tag, piece}: the label was stuck on the wrong piece
    touch     what a finger presses: "key pass", "answer <its words>", "cell <zone> <piece>"
    power_cut true: the plug is pulled after the moves, before anybody can say anything
    expect    the conclusions, as lines of the log: "explained: A: take 2 Farm"
    picture   a name: keep a picture of the screen at the end of the step
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.game import Options
from companion.core.table import Piece, Tag, Zone
from companion.errors import NotationError
from companion.stage import Move, Spoiler


@dataclass(frozen=True, slots=True)
class Step:
    tell: str
    moves: tuple[Move, ...] = ()
    spoil: tuple[Zone, Piece, Spoiler] | None = None
    relabel: tuple[Tag, Piece] | None = None
    touch: str | None = None
    power_cut: bool = False
    expect: tuple[str, ...] = ()
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class RecordedEvening:
    game: str
    options: Options
    steps: tuple[Step, ...]


def read_evening(path: Path) -> RecordedEvening:
    """Raises NotationError that names the file and the step."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        options = Options(tuple(data["players"]), data.get("settings", {}))
        steps = [_step(path, number, step) for number, step in enumerate(data["step"], 1)]
        return RecordedEvening(data["game"], options, tuple(steps))
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"{path} is no TOML file: {error}.") from error
    except KeyError as error:
        raise NotationError(f"{path} lacks the entry {error}.") from error
    except OSError as error:
        raise NotationError(f"{path} cannot be read: {error.strerror}.") from error


def _step(path: Path, number: int, step: Mapping[str, Any]) -> Step:
    try:
        return Step(
            step.get("tell", ""),
            tuple(Move.read(line) for line in step.get("moves", ())),
            _fields(step, "spoil", ("zone", "piece", "by")),
            _fields(step, "relabel", ("tag", "piece")),
            step.get("touch"),
            step.get("power_cut", False),
            tuple(step.get("expect", ())),
            step.get("picture"),
        )
    except (KeyError, NotationError) as error:
        raise NotationError(f"{path}, step {number}: {error}") from error


def _fields(step: Mapping[str, Any], name: str, keys: tuple[str, ...]) -> Any:
    return tuple(step[name][key] for key in keys) if name in step else None
