"""The form of every entry of a position."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.forms import COUNT, TABLE, TABLES, TEXT, TEXTS, TRUTH, WHOLE, Form, list_of, one_of
from companion.games.iron_sky.catalog import SYMBOLS, TERRITORIES, BoardFacts, Command, Side
from companion.games.iron_sky.state import Phase

_PAIR = Form("a seat and what is open", lambda value: TEXTS.fits(value) and isinstance(value, list) and len(value) == 2)
_SQUARES = Form(
    f"three of {', '.join(SYMBOLS)} with blanks between",
    lambda value: isinstance(value, str) and len(value.split()) == 3 and set(value.split()) <= set(SYMBOLS),
)
_STRIKE = Form(
    "two squares and what falls on either side",
    lambda value: isinstance(value, list) and [type(part) for part in value] == [int, int, str, str],
)

POSITION: Mapping[str, Form] = {
    "game": TEXT,
    "profile": TEXT,
    "phase": one_of(phase.value for phase in Phase),
    "side": one_of(side.value for side in Side),
    "round": COUNT,
    "tokens": TEXTS,
    "banks": TABLE,
    "pool": TABLE,
    "settings": TABLE,
    "picked": TEXT,
    "opened": _PAIR,
    "battle": TABLE,
    "last_battle": TABLE,
    "boards": TABLE,
    "players": TABLES,
}
BANKS = {side.value: WHOLE for side in Side}
POOL = {"loans": COUNT, "advice": COUNT, "neutral": TEXTS, "gone": TEXTS, "spent_specials": TEXTS}
TERRITORY = {"cc": TEXT, "fl": TEXT, "improvement": TEXT, "nuked": TRUTH}
PLAYER_COUNTS = ("money", "politics", "command", "trophies", "elite_trophies", "given", "advised")
PLAYER_FLAGS = ("elite", "initiative", "done", "readied")
PLAYER: Mapping[str, Form] = {
    **dict.fromkeys(("seat", "name", "side", "board", "commander", "operation"), TEXT),
    **dict.fromkeys((*PLAYER_COUNTS, "hand", "deck"), COUNT),
    **dict.fromkeys((*PLAYER_FLAGS, "fulfilled"), TRUTH),
    **dict.fromkeys(("discard", "specials"), TEXTS),
    "supply": WHOLE,
    "battle": TABLE,
    "todo": TABLE,
}
BATTLE_DECK = {"deck": COUNT, "reserve": COUNT, "hand": COUNT, "used": TEXTS}
TODO = {
    "command": one_of(command.value for command in Command),
    "card": TEXT,
    **dict.fromkeys(("left", "placed", "politics"), COUNT),
    "adjust": one_of((-1, 0, 1)),
    "base": TEXT,
}
BATTLE = {
    "place": TEXT,
    "attacker": TABLE,
    "defender": TABLE,
    "shift": one_of((-1, 0, 1)),
    "fortress": TRUTH,
    "square": one_of(range(4)),
    "strikes": list_of(_STRIKE),
}
FIGHTER = {
    "player": TEXT,
    "source": one_of(("deck", "reserve", "hand")),
    "card": TEXT,
    "squares": _SQUARES,
    "entered": list_of(one_of(SYMBOLS)),
    "replaced": TEXTS,
    "boosted": TRUTH,
    "hits": COUNT,
}


def board(facts: BoardFacts) -> Mapping[str, Form]:
    """The entries of a board with these territories and sectors."""
    numbers, sectors = [ground.number for ground in facts.territories], [sector.number for sector in facts.sectors]
    meter = Form(f"a position from 0 to {TERRITORIES}", one_of(range(TERRITORIES + 1)).fits)
    return {
        "occupation": meter,
        "devastation": meter,
        "terror": Form("the number of a territory", one_of(numbers).fits),
        "jamming": Form("the number of a sector", one_of(sectors).fits),
        **dict.fromkeys(map(str, numbers), TABLE),
        **dict.fromkeys((f"o{number}" for number in sectors), TEXT),
    }
