"""One line per action, both ways: `A: move 2 America o1 -> America 3`; the forms stand beside the actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.core import notation_words as words
from companion.core.notation import Default, Form, Notation
from companion.core.notation_words import Word
from companion.errors import NotationError
from companion.games.iron_sky.actions import FORMS, Action, Exchange, Play, TakeMarker
from companion.games.iron_sky.catalog import (
    REMOVALS,
    SYMBOLS,
    TILE_SIDE,
    Command,
    Place,
    Profile,
    Resource,
    sector_place,
    territory_place,
)
from companion.games.iron_sky.settings import BOARDS, BOOK
from companion.games.iron_sky.turn import END_TOKEN

Spellings = Mapping[str, tuple[str, ...]]

RESOURCES = {"Money": Resource.MONEY, "PP": Resource.POLITICS, "CP": Resource.COMMAND}
SHIFTS = {"I-II": 1, "II-I": -1, "none": 0}
"""Which attack square faces which defence square after the shift."""


@lru_cache(maxsize=8)
def notation(profile: Profile) -> Notation[Action]:
    """The notation of a game with this copy's places and cards."""
    first_command: Mapping[str, Default] = {"command": _first_command(profile)}
    forms: dict[type[Action], str | Form] = {
        **FORMS,
        **{kind: Form(FORMS[kind], first_command) for kind in (TakeMarker, Play)},
        Exchange: Form(FORMS[Exchange], also=("{player}: exchange {count:number} battle card",)),
    }
    return Notation(forms, vocabulary(profile))


def _first_command(profile: Profile) -> Default:
    """The command that is left out; none where commands are told later, so that what was played stays what it was."""
    return lambda said: profile.cards[said["card"]].commands[0] if profile.told is None else None


@lru_cache(maxsize=8)
def vocabulary(profile: Profile) -> Mapping[str, Word[Any]]:
    """The words that actions and positions of a game with this copy are made of."""
    specials = words.named("special command", _endings(profile.specials))
    return {
        "player": words.seat("ABCDEF"),
        "number": words.number(),
        "position": words.number(),
        "adjust": words.number(lowest=-1, highest=1, signed=True),
        "tile": words.named("tile", {tile: (tile,) for tile in TILE_SIDE}),
        "place": words.named("place", dict(_places(profile))),
        "board": words.named("board", {board: (board.title(),) for board in BOARDS}),
        "card": words.named("command card", _endings(profile.cards)),
        "special": specials,
        "plain_special": _specials(profile, specials, placed=False),
        "placed_special": _specials(profile, specials, placed=True),
        "hand_card": words.named("card", _endings(profile.hand_cards)),
        "battle_card": words.named("battle card", _endings(profile.battle_cards)),
        "operation": words.named("secret operation", _endings(profile.operations)),
        "commander": words.named("commander", _endings(profile.commanders)),
        "token": words.named("time token", _endings([*profile.tokens, END_TOKEN])),
        "ordinary_token": words.named("time token", _endings(profile.tokens)),
        "command": _commands([command for command in Command if command not in REMOVALS]),
        "removal": _commands(REMOVALS),
        "resource": words.one_of("resource", RESOURCES),
        "source": words.one_of("source", {source: source for source in ("deck", "reserve", "hand")}),
        "symbol": words.one_of("symbol", {symbol: symbol for symbol in SYMBOLS}),
        "shift": words.one_of("shift", SHIFTS),
        "fortress": replace(
            words.one_of("choice", {"fortress": True, "no fortress": False}), pattern="(?:no )?fortress"
        ),
        "fulfilled": words.one_of("result", {"fulfilled": True, "failed": False}),
        "elite": words.flag("elite"),
        "in_money": words.flag("in Money"),
    }


def _commands(some: Collection[Command]) -> Word[Command]:
    return words.named("command", {command: (command.replace("_", "-"),) for command in some})


def _specials(profile: Profile, word: Word[str], *, placed: bool) -> Word[str]:
    """Those that go to a territory, or those that do not."""

    def read(said: str) -> str:
        card = profile.specials[word.read(said)]
        if placed and not card.effect.goes_to_a_place:
            raise NotationError(f"{card.name} goes to no place; write no 'at' and no territory")
        if card.effect.goes_to_a_place and not placed:
            raise NotationError(f"{card.name} is laid to a territory [{BOOK['ISK-155']}]; write 'at' and which")
        return card.id

    fitting = (card.id for card in profile.specials.values() if card.effect.goes_to_a_place is placed)
    return replace(word, read=read, example=next(map(word.write, fitting), word.example))


def _places(profile: Profile) -> Iterator[tuple[Place, tuple[str, ...]]]:
    for board, facts in profile.boards.items():
        for ground in facts.territories:
            yield territory_place(board, ground.number), (f"{board.title()} {ground.number}", ground.name)
        for sector in facts.sectors:
            number = sector.number
            yield sector_place(board, number), (f"{board.title()} o{number}", f"{board.title()} orbit {number}")


def _endings(ids: Collection[str]) -> Spellings:
    """Each id with its endings that are no other's: `politician_recruit_3` is also `recruit_3` if no other card is."""
    shorter = {id: [id.split("_", count)[count] for count in range(1, id.count("_") + 1)] for id in ids}
    known = Counter(ending for endings in shorter.values() for ending in endings)
    return {id: (id, *(ending for ending in endings if known[ending] == 1)) for id, endings in shorter.items()}
