"""The index of each game, made once."""

from __future__ import annotations

from functools import cache

from companion.games import GAMES
from companion.lookup.rule_index import RuleIndex


@cache
def index_of(game: str) -> RuleIndex:
    return RuleIndex(GAMES[game].rulebook)
