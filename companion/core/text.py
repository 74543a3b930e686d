"""Sentences for people: a template and its values until somebody reads them in a language.

>>> tile = named(en="Nano-bots", et="Nanorobotid")
>>> str(say("{tile} costs {price}.", tile=tile, price=20))
'Nano-bots costs 20.'
>>> str(say_plural("{name} has {count} card.", "{name} has {count} cards.", 2, name="Ann"))
'Ann has 2 cards.'
>>> str(say("Taken: {cards}.", cards=("Farm", tile, "Mill")))
'Taken: Farm, Nano-bots and Mill.'

Templates are literals in the code, whole sentences or whole labels, with named values: they are extracted from the
source by `scripts/translations.py`. Untrusted words, such as a player's name, are values and never templates.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations
from operator import itemgetter
from string import Formatter

Values = tuple[tuple[str, object], ...]


@dataclass(frozen=True, slots=True)
class Language:
    """A language to read texts in: its code (`en`, `et`, `pt_BR`) and what gettext knows of it."""

    code: str
    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]

    def name(self, names: Mapping[str, str]) -> str:
        """The name in this language, else the English one."""
        return names.get(self.code) or names["en"]


ENGLISH = Language("en", NullTranslations().gettext, NullTranslations().ngettext)


class Text(ABC):
    """What people read, each in his language. Texts are equal when they say the same; `str` reads them in English."""

    __slots__ = ()

    @abstractmethod
    def render(self, language: Language) -> str:
        """The words in this language."""

    def __str__(self) -> str:
        return self.render(ENGLISH)


@dataclass(frozen=True, slots=True)
class Message(Text):
    """A sentence or a label with named values. The template is translated; a value that is a Text is, too."""

    template: str
    values: Values = ()

    def render(self, language: Language) -> str:
        return _filled(language.gettext(self.template), self.values, language)

    def fill(self, **values: object) -> Message:
        """The same sentence with these values, for a table of sentences whose values come later."""
        return say(self.template, **dict(self.values) | values)


@dataclass(frozen=True, slots=True)
class PluralMessage(Text):
    """A sentence whose words depend on a count. `one` and `many` are English; a language may have more forms."""

    one: str
    many: str
    count: int
    values: Values

    def render(self, language: Language) -> str:
        return _filled(language.ngettext(self.one, self.many, self.count), self.values, language)


@dataclass(frozen=True, slots=True)
class Name(Text):
    """The names of one thing by language code, as a catalogue of components gives them."""

    names: tuple[tuple[str, str], ...]

    def render(self, language: Language) -> str:
        return language.name(dict(self.names))


@dataclass(frozen=True, slots=True)
class Rewording(Text):
    """A sentence with words of its own in some languages, by their codes; the others translate it."""

    sentence: Message
    words: tuple[tuple[str, str], ...]

    def render(self, language: Language) -> str:
        return dict(self.words).get(language.code) or self.sentence.render(language)


@dataclass(frozen=True, slots=True)
class Verbatim(Text):
    """Words that are the same in every language."""

    words: str

    def render(self, language: Language) -> str:  # noqa: ARG002
        return self.words


@dataclass(frozen=True, slots=True)
class List(Text):
    """Things read out one after the other. `last` joins what stands before with the last one."""

    items: tuple[object, ...]
    last: Message

    def render(self, language: Language) -> str:
        words = [str(_rendered(item, language)) for item in self.items]
        if len(words) < 2:
            return "".join(words)
        items = words[0]
        for item in words[1:-1]:
            items = _NEXT.fill(items=items, item=item).render(language)
        return self.last.fill(items=items, item=words[-1]).render(language)


@dataclass(frozen=True, slots=True)
class Opening(Text):
    """Words at the beginning of a line or a sentence: with a capital."""

    words: Text

    def render(self, language: Language) -> str:
        words = self.words.render(language)
        return words[:1].upper() + words[1:]


def say(template: str, **values: object) -> Message:
    """A sentence to be read in any language: `say("{name} pays {price}.", name=name, price=3)`."""
    return Message(template, tuple(sorted(values.items())))


def say_plural(one: str, many: str, count: int, **values: object) -> PluralMessage:
    """A sentence about a number of things: `say_plural("{count} card", "{count} cards", 3)`."""
    return PluralMessage(one, many, count, tuple(sorted({**values, "count": count}.items())))


def named(en: str, **others: str) -> Name:
    """The name of a piece or a place, printed in several languages: `named(en="Farm", et="Talu")`."""
    return Name((("en", en), *sorted(others.items())))


def verbatim(words: str) -> Verbatim:
    """Words that are nobody's to translate, such as a player's name or a notation."""
    return Verbatim(words)


NOTHING = verbatim("")
"""No words, where a title is left out."""

_NEXT = say("{items}, {item}")
_AND = say("{items} and {item}")
_OR = say("{items} or {item}")


def and_list(items: Iterable[object]) -> List:
    """`A, B and C`. A value that is a tuple is read out like this."""
    return List(tuple(items), _AND)


def or_list(items: Iterable[object]) -> List:
    """`A, B or C`."""
    return List(tuple(items), _OR)


@cache
def placeholders(template: str) -> frozenset[str]:
    """The values that a template names in braces."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name)


def worded(text: Text, names: Mapping[str, Callable[..., object]], *of: object) -> Text:
    """The sentence with the values that it names and has not got, each worked out of the same, such as an action."""
    match text:
        case Message(template, values):
            found = _found(placeholders(template), values, names, of)
            return text if found == values else Message(template, found)
        case PluralMessage(one, many, count, values):
            found = _found(placeholders(one) | placeholders(many), values, names, of)
            return PluralMessage(one, many, count, found)
        case _:
            return text


def _found(
    wanted: frozenset[str], values: Values, names: Mapping[str, Callable[..., object]], of: tuple[object, ...]
) -> Values:
    missing = wanted - {name for name, _ in values}
    return tuple(sorted([*values, *((name, names[name](*of)) for name in missing)], key=itemgetter(0)))


def with_names(text: Text, names: Mapping[str, str]) -> Text:
    """The same sentence with people's names where it has the letters of their seats (its values called `seat`)."""
    match text:
        case Message(template, values):
            return Message(template, _named_values(values, names))
        case PluralMessage(one, many, count, values):
            return PluralMessage(one, many, count, _named_values(values, names))
        case List(items, last):
            return List(tuple(_named(item, names) for item in items), last)
        case Opening(words):
            return Opening(with_names(words, names))
        case _:
            return text


def _named_values(values: Values, names: Mapping[str, str]) -> Values:
    return tuple(
        (key, names.get(value, value) if key == "seat" and isinstance(value, str) else _named(value, names))
        for key, value in values
    )


def _named(value: object, names: Mapping[str, str]) -> object:
    match value:
        case Text():
            return with_names(value, names)
        case tuple():
            return tuple(_named(item, names) for item in value)
        case _:
            return value


def comma_list(items: Iterable[object]) -> List:
    """`A, B, C`: a series where nothing is joined, such as the squares of a card."""
    return List(tuple(items), _NEXT)


def _filled(template: str, values: Values, language: Language) -> str:
    if not values:
        return template
    words = {name: _rendered(value, language) for name, value in values}
    for name, value in words.items():
        if isinstance(value, str) and value.endswith("."):  # an abbreviation ends the sentence by itself
            template = re.sub(rf"(\{{{name}\}})\.(?=\s|$)", r"\1", template)
    sentence = template.format(**words)
    is_sentence = template.startswith("{") and template.endswith(".")
    if is_sentence and isinstance(dict(values)[template[1 : template.index("}")]], Text):
        return sentence[:1].upper() + sentence[1:]
    return sentence


def _rendered(value: object, language: Language) -> object:
    match value:
        case Text():
            return value.render(language)
        case tuple():
            return and_list(value).render(language)
        case _:
            return value


def marked(points: int, *, provisional: bool) -> str:
    """A number as people read it, with a question mark when it rests on an unconfirmed value."""
    return f"{points}?" if provisional else str(points)


def as_people_sort(words: str) -> tuple[tuple[int, int, str], ...]:
    """A key by which Tile 2 comes before Tile 10."""
    parts = re.findall(r"\d+|\D+", words.casefold())
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)
