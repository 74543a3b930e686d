"""Looks at the table as text: what was believed, what was seen, and what `revise` concluded of it.

A file holds the looks of one game, by the evenings in which they were. TOML: the position of an evening in the game's
notation; of each look the actions `done` since, those still `open` (only the camera saw them), and in what the table
that was seen differs from that of the state after them, as changes such as `A.3 +1 farm`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache, reduce
from operator import itemgetter
from pathlib import Path
from typing import Any

from benchmarks.slowest_looks import Questioned
from companion.conformance.playouts import AnyGame
from companion.core.belief.hypothesis import Finding, Hypothesis, OpenAction, Unfinished
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import revise
from companion.core.belief.search import Explained, Illegal
from companion.core.heights import Height
from companion.core.table import Change, TableSnapshot, Zone, as_if_done, raw_diff
from companion.games import GAMES

_OF_AN_EVENING = itemgetter("told", "position", "asked", "look")
_CHANGE = re.compile(r"(.+) ([+-]\d+) (.+)")


@dataclass(frozen=True)
class RecordedLook:
    """One look, as it stands in a file. `changed` is against the table of the state after all these actions.

    `pending` is known to be left to hands; the zones `out_of_sight` were not seen, those `beside` are none of that
    state's. `hidden`: what the labels tell beside, by the fields of `Hidden`; a pile is as high as in that state and a
    zone is level where nothing else stands, but for those `untold` and `not_level`.
    """

    concluded: str
    done: Sequence[str] = ()
    open: Sequence[str] = ()
    changed: Sequence[str] = ()
    pending: Sequence[str] = ()
    out_of_sight: Sequence[Zone] = ()
    beside: Sequence[Zone] = ()
    hidden: Mapping[str, Any] = field(default_factory=dict)
    hasty: bool = False


@dataclass(frozen=True)
class RecordedEvening:
    """A position, what people did from there, the looks at it, and what all of them asked of the rules."""

    game: str
    told: str
    position: str
    asked: str
    looks: Sequence[RecordedLook]


Asked = tuple[AnyGame, Any, Sequence[OpenAction[Any, Any]], Sighting, bool]
"""What `revise` is asked: a game, the state that is believed, the open actions, what is seen, whether it is hasty."""


def asked(game: AnyGame | Questioned, position: str, look: RecordedLook) -> Asked:
    """The question of a recorded look. Raises NotationError where its position or an action cannot be read."""
    state = reduce(game.apply, map(game.read_action, look.done), _state(game, position))
    opened = []
    for action in map(game.read_action, look.open):
        opened.append(OpenAction(state, action))
        state = game.apply(state, action)
    expected = {**game.table(state).zones, **dict.fromkeys(look.beside, ())}
    lying = {zone: Counter(pieces) for zone, pieces in expected.items() if zone not in look.out_of_sight}
    for zone, piece, delta in map(_change, look.changed):
        lying[zone][piece] += delta
    seen = TableSnapshot.of({zone: pieces.elements() for zone, pieces in lying.items()})
    done = as_if_done(seen, map(_change, look.pending)) if look.pending else seen
    hidden = _hidden(look.hidden, expected, game.pile_heights(state))
    return game, state, opened, Sighting(seen, done, hidden), look.hasty


@lru_cache(maxsize=64)
def _state(game: AnyGame | Questioned, position: str) -> Any:
    return game.read_position(position)


def concluded_anew(evening: RecordedEvening) -> RecordedEvening:
    """The same evening as it is understood today. Raises NotationError where something of it cannot be read."""
    game = Questioned(GAMES[evening.game])
    looks = [replace(each, concluded=conclusion(asked(game, evening.position, each))) for each in evening.looks]
    return replace(evening, asked=f"{game.states} states, {game.lists} lists", looks=looks)


def conclusion(question: Asked) -> str:
    """What the look is found to say, as it is written down."""
    game, state, opened, sighting, hasty = question
    return "\n".join(_told(game, revise(game, state, opened, sighting, hasty=hasty)))


def recorded(question: Asked, done: Sequence[Any], found: Finding[Any]) -> RecordedLook:
    """A question that was asked, and what was found, as it is written down; `done` are the actions since a position."""
    game, state, opened, sighting, hasty = question
    expected, seen = game.table(state).zones, sighting.seen.zones
    beside = [zone for zone in seen if zone not in expected]
    whole = TableSnapshot({**expected, **dict.fromkeys(beside, ())})
    return RecordedLook(
        "\n".join(_told(game, found)),
        tuple(map(game.write_action, done)),
        tuple(game.write_action(each.action) for each in opened),
        tuple(map(_written, raw_diff(whole, sighting.seen))),
        tuple(map(_written, raw_diff(sighting.done, sighting.seen))),
        tuple(zone for zone in expected if zone not in seen),
        tuple(beside),
        _hidden_written(sighting.hidden, whole.zones, game.pile_heights(state)),
        hasty,
    )


# --- words ---


def _written(change: Change) -> str:
    return f"{change.zone} {change.delta:+} {change.piece}"


def _change(words: str) -> Change:
    match = _CHANGE.fullmatch(words)
    if match is None:
        raise ValueError(f"'{words}' is no change such as 'A.3 +1 farm'.")
    return Change(match[1], match[3], int(match[2]))


def _hidden_written(hidden: Hidden, expected: Iterable[Zone], piles: Mapping[Zone, int]) -> Mapping[str, Any]:
    """Its fields that say anything; of heights, and of what is level, only where the labels do not tell the usual."""
    said: dict[str, Any] = {each.name: _value_written(each.name, getattr(hidden, each.name)) for each in fields(hidden)}
    said["buried"] = {zone: pieces for zone, pieces in said["buried"].items() if pieces}
    said["heights"] = {zone: told for zone, told in said["heights"].items() if told != [piles.get(zone)] * 2}
    told = hidden.heights
    said["heights_if_gone"] = {z: list(each) for z, each in hidden.heights_if_gone.items() if each != told.get(z)}
    said["untold"] = [zone for zone in piles if zone not in told]
    said["not_level"] = [zone for zone in expected if zone not in hidden.level]
    del said["level"]
    return {name: value for name, value in said.items() if value}


def _value_written(name: str, value: Any) -> Any:
    if name == "replaced":
        return [list(pair) for pair in sorted(value)]
    if isinstance(value, Mapping):
        return {zone: told if isinstance(told, int) else list(told) for zone, told in value.items()}
    return sorted(value) if isinstance(value, frozenset) else list(value)


def _hidden(said: Mapping[str, Any], expected: Iterable[Zone], piles: Mapping[Zone, int]) -> Hidden:
    given = {name: _value_read(name, value) for name, value in said.items() if name not in {"untold", "not_level"}}
    usual = {zone: Height(count, count) for zone, count in piles.items() if zone not in said.get("untold", ())}
    heights = usual | given.pop("heights", {})
    if_gone = heights | given.pop("heights_if_gone", {})
    level = frozenset(expected).difference(said.get("not_level", ()))
    return Hidden(heights=heights, heights_if_gone=if_gone, level=level, **given)


def _value_read(name: str, value: Any) -> Any:
    if name.startswith("heights"):
        return {zone: Height(*height) for zone, height in value.items()}
    if name == "replaced":
        return {tuple(pair) for pair in value}
    if isinstance(value, Mapping):
        return {zone: told if isinstance(told, int) else tuple(told) for zone, told in value.items()}
    return frozenset(value) if name in {"uncertain", "passed"} else tuple(value)


def _told(game: AnyGame, found: Any, indent: str = "") -> Iterator[str]:
    """What was found: its kind, and a line for each field that says anything."""
    yield f"{indent}{type(found).__name__}"
    for each in fields(found):
        value, inner = getattr(found, each.name), f"{indent}  "
        if not isinstance(value, tuple):
            value = (value,) if value and value is not None else ()
        name = each.name.replace("_", " ")
        nested = [one for one in value if isinstance(one, Hypothesis | Unfinished | Explained | Illegal)]
        if nested:
            yield f"{inner}{name}:"
            for one in nested:
                yield from _told(game, one, f"{inner}  ")
        elif value:
            yield f"{inner}{name}: {'; '.join(_words(game, one) for one in value)}"


def _words(game: AnyGame, value: Any) -> str:
    if isinstance(value, Change):
        return _written(value)
    if type(value) in game.rules:
        return game.write_action(value)
    return value.rule.id if hasattr(value, "rule") else str(value).lower()


# --- files ---


def read_evenings(path: Path) -> Sequence[RecordedEvening]:
    """The recorded evenings of the game that the file is called after."""
    return [
        RecordedEvening(path.stem, told, position, asked, [RecordedLook(**look) for look in looks])
        for told, position, asked, looks in map(_OF_AN_EVENING, tomllib.loads(path.read_text("utf-8"))["evening"])
    ]


def write_evenings(path: Path, evenings: Iterable[RecordedEvening]) -> None:
    """The same in TOML that shows in a diff what is concluded otherwise."""
    path.write_text("\n".join(_evening_lines(evenings)) + "\n", encoding="utf-8")


def _evening_lines(evenings: Iterable[RecordedEvening]) -> Iterator[str]:
    for number, evening in enumerate(evenings):
        yield from ("",) if number else ()
        yield from ("[[evening]]", f"told = {_toml(evening.told)}", f"position = '''\n{evening.position}'''")
        yield f"asked = {_toml(evening.asked)}"
        for look in evening.looks:
            yield from ("", "[[evening.look]]")
            for each in fields(look)[1:]:
                if value := getattr(look, each.name):
                    yield f"{each.name} = {_toml(value)}"
            yield f"concluded = '''\n{look.concluded}'''"


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)
