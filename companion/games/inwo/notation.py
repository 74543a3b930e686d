"""One line per action, both ways: `A: attack to control C.I.A. -> K.K.K.`; how, say `notation_templates`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.core import notation_words as words
from companion.core.notation import Notation
from companion.core.notation_words import Word
from companion.games.inwo.actions import Action
from companion.games.inwo.catalog import Side
from companion.games.inwo.decks import DeckEvening
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.notation_templates import FORMS
from companion.games.inwo.rules_by_hand import MOST_STRENGTH, MOST_TOKENS, PILES
from companion.games.inwo.state import SEATS

_PLAYER = "player "
_ATTACKS = {"control": Mode.CONTROL, "destroy": Mode.DESTROY}
_ROLES = {"aid": Role.AID, "oppose": Role.OPPOSE, "defend": Role.SELF_DEFENCE}


@lru_cache(maxsize=8)
def notation(evening: DeckEvening) -> Notation[Action]:
    """The notation of an evening's cards."""
    return Notation(FORMS, vocabulary(evening))


@lru_cache(maxsize=8)
def vocabulary(evening: DeckEvening) -> Mapping[str, Word[Any]]:
    """The words that actions and positions are made of."""
    card = evening.words["card"]
    seat = words.seat(SEATS)
    several = words.list_of(card, " + ")
    return {
        **evening.words,
        "player": seat,
        "seat": seat,
        "side": _one_of("edge", {side.value: side for side in Side}),
        "mode": _one_of("kind of attack", _ATTACKS),
        "role": _one_of("kind of help", _ROLES),
        "structure_card": card,
        "structure_cards": several,
        "payer": card,
        "plots": words.list_of(evening.words["plot"], " + "),
        "target": _target(card),
        "number": words.number(highest=max(MOST_TOKENS, 200)),
        "signed": words.number("strength", -MOST_STRENGTH, MOST_STRENGTH, signed=True),
        "pips": words.number("die", 1, 6),
        "sum": words.number("sum of two dice", 2, 12),
        "pile": _one_of("pile", {pile: pile for pile in PILES}),
    }


def _one_of(name: str, values: Mapping[str, Any]) -> Word[Any]:
    """A word that stands beside names of cards, so that it has to be told from them by its form."""
    return replace(words.one_of(name, values), pattern="|".join(values))


def _target(card: Word[Any]) -> Word[str]:
    """A card, or `player B`."""

    def read(said: str) -> str:
        if said.casefold().startswith(_PLAYER):
            return words.seat(SEATS).read(said[len(_PLAYER) :].strip())
        return str(card.read(said))

    def write(target: str) -> str:
        return f"{_PLAYER}{target}" if target in SEATS else card.write(target)

    return Word("target", read, write, words.ANYTHING, card.example)
