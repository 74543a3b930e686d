"""A language that everybody can read and nobody can mistake for English: what is not in it escaped translation.

A sentence of the template is read with accents and in brackets, a name from a catalogue with accents; anything else
stays as it is. What still shows plain letters was not extracted, is no sentence, or is no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from string import ascii_letters

from babel.messages.catalog import Catalog

from companion.core.screen import Board, Button, Cell, SeatView
from companion.core.screen_parts import BattleSide, BattleSquare, BoardLink, KeyFigure, SumTerm, TokenCounters
from companion.core.text import Language, List, Message, Name, PluralMessage, Text, Verbatim

ACCENTS = str.maketrans(ascii_letters, "àƀćđèƒĝĥìĵķĺḿñòṕɋŕśţùṽŵẋýžÀɃĆĐÈƑĜĤÌĴĶĹḾÑÒṔɊŔŚŢÙṼŴẊÝŽ")
_PLACEHOLDER = re.compile(r"(\{[^{}]*\})")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_'-]*")
IDENTIFIERS = {
    Board: {"name", "gauge_intent"},
    Button: {"key", "intent", "icon"},
    Cell: {"zone", "intent", "tints", "icon", "payers", "pieces"},
    TokenCounters: {"tint"},
    KeyFigure: {"icon", "tint"},
    BattleSide: {"seat", "icon"},
    BoardLink: {"zone"},
    SeatView: {"seat", "at"},
    BattleSquare: {"attack", "defence"},
    SumTerm: {"seat"},
}
"""Fields that no player sees as words."""


@dataclass(frozen=True, slots=True)
class PseudoLanguage(Language):
    """Reads names with accents, whatever languages they are known in."""

    def name(self, names: Mapping[str, str]) -> str:
        return accented(names["en"])


def pseudo_language(template: Catalog) -> PseudoLanguage:
    """The pseudo-language of a template: it knows the sentences in it and no others."""

    def gettext(message: str) -> str:
        return f"⟦{accented(message)}⟧" if template.get(message) else message

    def ngettext(one: str, many: str, count: int) -> str:
        form = one if count == 1 else many
        return f"⟦{accented(form)}⟧" if template.get((one, many)) else form

    return PseudoLanguage("xx", gettext, ngettext)


def accented(template: str) -> str:
    """The words with accents; placeholders as they are."""
    parts = _PLACEHOLDER.split(template)
    return "".join(part if at % 2 else part.translate(ACCENTS) for at, part in enumerate(parts))


def plain_words(words: str) -> list[str]:
    """What is left of English."""
    return _PLAIN.findall(words)


def shown(value: object, path: str = "screen") -> Iterator[tuple[str, Text | str]]:
    """Every text and string that a screen, or a part of one, shows, with the fields that lead to it."""
    if isinstance(value, Text | str):
        yield path, value
    elif isinstance(value, tuple):
        for part in value:
            yield from shown(part, path)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in IDENTIFIERS.get(type(value), ()):
                yield from shown(getattr(value, field.name), f"{path}.{field.name}")


def verbatim_words(text: object) -> Iterator[str]:
    """The words in a text, at any depth, that are the same in every language."""
    match text:
        case Verbatim(words):
            yield words
        case Message(_, values) | PluralMessage(_, _, _, values):
            yield from (words for _, value in values for words in verbatim_words(value))
        case List(items):
            yield from (words for item in items for words in verbatim_words(item))
        case tuple():
            yield from (words for item in text for words in verbatim_words(item))
        case Name() | Text():
            pass
        case str():
            yield text
