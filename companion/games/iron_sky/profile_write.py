"""A board profile as TOML, and every printed value by its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from companion.core.facts import Fact
from companion.core.toml import value as toml
from companion.games.iron_sky.catalog import (
    SYMBOL_OF,
    BattleCard,
    CommandCard,
    Commander,
    Operation,
    Profile,
    Side,
    SpecialCard,
    Square,
    TimeToken,
)


def write_profile(profile: Profile) -> str:
    """The profile's TOML, complete: reading it gives an equal profile."""
    told = [] if profile.told is None else [f"told = {_toml(sorted(profile.told))}"]
    lines = [f"name = {_toml(profile.name)}", *told, ""]
    for board, facts in profile.boards.items():
        lines += [f"[boards.{board}]", f"provenance = {_toml(facts.provenance)}"]
        lines += [f"orange = {_toml([list(pair) for pair in facts.orange])}"]
        for key in ("territories", "sectors", "meter"):
            lines += [f"{key} = [", *(f"    {_inline(row)}," for row in getattr(facts, key)), "]"]
        lines.append("")
    white = [list(pair) for pair in profile.white]
    lines += ["[white]", f"provenance = {_toml(profile.white_provenance)}", f"routes = {_toml(white)}", ""]
    for commander in profile.commanders.values():
        lines.append(f"[commanders.{commander.id}]")
        lines += [
            f"{f.name} = {_toml(getattr(commander, f.name))}"
            for f in fields(Commander)
            if f.name not in ("id", "cards")
        ]
        lines += ["cards = [", *(f"    {_inline(card)}," for card in commander.cards), "]", ""]
    for key in ("battle_cards", "specials", "operations"):
        lines.append(f"[{key}]")
        for side in Side:
            cards = [card for card in getattr(profile, key).values() if card.side is side]
            lines += [f"{side.value} = [", *(f"    {_inline(card)}," for card in cards), "]"]
        lines.append("")
    lines += [f"[[tokens]]\n{_lines(token)}\n" for token in profile.tokens.values()]
    return "\n".join(lines)


_COMPUTED = {CommandCard: {"id"}, BattleCard: {"id", "side"}, SpecialCard: {"id", "side"}, Operation: {"id", "side"}}
_COMPUTED_TOKEN = {"id", "name"}


def _pairs(value: Any) -> Iterator[tuple[str, str]]:
    hidden = _COMPUTED_TOKEN if isinstance(value, TimeToken) else _COMPUTED.get(type(value), set())
    for f in fields(value):
        if f.name not in hidden:
            yield f.name, _toml(getattr(value, f.name))


def _inline(value: Any) -> str:
    return "{ " + ", ".join(f"{name} = {text}" for name, text in _pairs(value)) + " }"


def _lines(value: Any) -> str:
    return "\n".join(f"{name} = {text}" for name, text in _pairs(value))


def _toml(value: Any) -> str:
    """As TOML; the squares of a battle card as their symbols."""
    if isinstance(value, tuple) and value and isinstance(value[0], Square):
        return toml(" ".join(SYMBOL_OF[square] for square in value))
    return toml(value)


@lru_cache(maxsize=8)
def facts(profile: Profile) -> tuple[Fact, ...]:
    """Every printed value of the copy by its place, such as `america.3.vp`."""
    return tuple(_facts(profile))


def _facts(profile: Profile) -> Iterator[Fact]:
    for board, printed in profile.boards.items():
        orange = _toml(sorted(sorted(pair) for pair in printed.orange))
        yield Fact(f"{board}.orange", orange, printed.provenance)
        for ground in printed.territories:
            yield from _facts_of(f"{board}.{ground.number}", ground)
        for sector in printed.sectors:
            yield from _facts_of(f"{board}.o{sector.number}", sector)
        for position, step in enumerate(printed.meter):
            yield from _facts_of(f"{board}.meter.{position}", step)
    yield Fact("white.routes", _toml(sorted(list(pair) for pair in profile.white)), profile.white_provenance)
    for group in (profile.commanders, profile.cards, profile.battle_cards, profile.specials, profile.operations):
        for id, value in group.items():
            yield from _facts_of(id, value)
    for id, token in profile.tokens.items():
        yield from _facts_of(id, token)


def _facts_of(where: str, value: Any) -> Iterator[Fact]:
    for f in fields(value):
        part = getattr(value, f.name)
        if f.name not in ("id", "cards", "provenance") and not is_dataclass(part):
            yield Fact(f"{where}.{f.name}", _toml(part), value.provenance)
