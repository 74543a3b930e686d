"""Card data that is alike but for a word: templates with parameters, written out (`effects*.toml`).

`[alike.NAME]` has one `entry` and the `cards` that have it, each with its own words; what stands there as `"$word"` is
the card's. A way to play with `each` stands for one way for each alignment, pair of opposites, or roll.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.inwo.catalog import ALIGNMENTS, OPPOSITE

_EACH: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "alignments": tuple({"trait": trait} for trait in ALIGNMENTS),
    "opposites": tuple({"trait": trait, "other": OPPOSITE[trait]} for trait in ALIGNMENTS[:8]),
    "rolls": tuple({"roll": roll, "less_two": roll - 2} for roll in range(2, 13)),
}


def written_out(data: Mapping[str, Any]) -> dict[str, Any]:
    """By card its whole entry. Raises KeyError for a word that a card does not have, or an unknown `each`."""
    entries = {card: entry for card, entry in data.items() if card != "alike"}
    for template in data.get("alike", {}).values():
        entries.update({card: _filled(template["entry"], words) for card, words in template["cards"].items()})
    return {card: {name: _ways(name, part) for name, part in entry.items()} for card, entry in entries.items()}


def _ways(name: str, part: Any) -> Any:
    return [each for way in part for each in _each(way)] if name in {"play", "uses"} else part


def _each(way: dict[str, Any]) -> list[Any]:
    if "each" not in way:
        return [way]
    rest = {name: part for name, part in way.items() if name != "each"}
    return [_filled(rest, words) for words in _EACH[way["each"]]]


def _filled(part: Any, words: Mapping[str, object]) -> Any:
    match part:
        case dict():
            return {name: _filled(each, words) for name, each in part.items()}
        case list():
            return [_filled(each, words) for each in part]
        case str() if part.startswith("$"):
            return words[part[1:]]
    return part
