"""Actions in one line, both ways: one template for each action is its reader and its writer.

    NOTATION = Notation(
        {
            Move: "{player}: move {count} {origin:place} -> {to:place}[ fee {payer:player}[ {in_money}]]",
            Pass: "{player}: pass",
        },
        {
            "player": words.seat("AB"),
            "count": words.number(),
            "place": words.named("place", names),
            "in_money": words.flag("in Money"),
        },
    )

A field stands in braces, with the kind of its word after a colon where that is not called as the field is. What stands
in brackets is left out when its fields have their defaults. Reading forgives capitals and blanks; writing is canonical,
so that writing and reading again gives the same action.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, Generic, NamedTuple, TypeVar

from companion.core.notation_words import Word, shortened
from companion.errors import NotationError

A = TypeVar("A")

Default = Callable[[Mapping[str, Any]], Any]
"""A field's default that depends on the fields that are written."""


class Form(NamedTuple):
    """A template; defaults that depend on other fields; and further templates that are read, but never written."""

    template: str
    defaults: Mapping[str, Default] = {}
    also: tuple[str, ...] = ()


class _Slot(NamedTuple):
    field: str
    word: str


class _Optional(NamedTuple):
    parts: tuple[_Part, ...]


_Part = str | _Slot | _Optional
_TOKEN = re.compile(r"\{(\w+)(?::(\w+))?\}|(\[)|(\])|([^\[\]{}]+)")
_LITERAL = re.compile(r"\s*(->|[^\w\s])\s*|(\s+)|(\w[\w'-]*)")


class Notation(Generic[A]):
    """The notation of a game's actions. Raises ValueError for templates that cannot serve both ways."""

    def __init__(self, forms: Mapping[type[A], str | Form], words: Mapping[str, Word[Any]]) -> None:
        given = {kind: Form(form) if isinstance(form, str) else form for kind, form in forms.items()}
        self._words = words
        self._writers = {kind: _Template(kind, form, form.template, words) for kind, form in given.items()}
        readers = [_Template(kind, form, also, words) for kind, form in given.items() for also in form.also]
        self._readers = sorted([*self._writers.values(), *readers], key=lambda template: -len(template.verb))

    def words_of(self, kind: type[A]) -> Mapping[str, str]:
        """The kind of word by which each field of such actions is written."""
        return self._writers[kind].words_of

    def write(self, action: A) -> str:
        return self._writers[type(action)].write(action)

    def read(self, notation: str) -> A:
        """Raises NotationError that says what cannot be read, and gives an example of what can."""
        line = " ".join(notation.split())
        misread: NotationError | None = None
        for template in self._readers:
            if (found := template.pattern.fullmatch(line)) is not None:
                try:
                    return template.read(found)  # type: ignore[no-any-return]
                except NotationError as error:
                    misread = misread or error
        raise NotationError(f"'{shortened(line)}'{self._trouble(line, misread)}.") from misread

    def _trouble(self, line: str, misread: NotationError | None) -> str:
        if misread is not None:
            return f": {misread}"
        for template in self._readers:
            if template.verb and template.opening.match(line) is not None:
                return f" cannot be read; expected {template}, such as '{template.example}'"
        example = next(iter(self._writers.values())).example
        return f" is no action; expected one such as '{example}'"


class _Template:
    """One template of one kind of action."""

    def __init__(self, kind: type[Any], form: Form, template: str, words: Mapping[str, Word[Any]]) -> None:
        self._kind, self._words = kind, words
        self._parts = _parsed(template)
        self._defaults = {field.name: _default(field, form.defaults) for field in fields(kind) if field.init}
        self._check(template)
        self.words_of = {slot.field: slot.word for slot in _slots(self._parts)}
        self.pattern = re.compile(_regex(self._parts, words), re.IGNORECASE)
        lead = _lead(self._parts)
        self.verb = "".join(part for part in lead if isinstance(part, str))
        self.opening = re.compile(_regex(lead, words).removesuffix(" ") + r"(?!\w)", re.IGNORECASE)

    def _check(self, template: str) -> None:
        for slot in _slots(self._parts):
            if slot.word not in self._words:
                raise ValueError(f"'{template}': there is no word '{slot.word}'")
        named = [slot.field for slot in _slots(self._parts)]
        required = [slot.field for slot in _slots(tuple(p for p in self._parts if not isinstance(p, _Optional)))]
        for field in named:
            if field not in self._defaults or named.count(field) > 1:
                raise ValueError(f"'{template}': '{field}' is no field of {self._kind.__name__}, or stands there twice")
        for field, default in self._defaults.items():
            if default is None and field not in required:
                raise ValueError(f"'{template}' may leave out '{field}' of {self._kind.__name__}, which has no default")

    def __str__(self) -> str:
        return f"'{''.join(_shown(self._parts, self._words))}'"

    @property
    def example(self) -> str:
        """A line that can be read, without anything that may be left out."""
        needed = (part for part in self._parts if not isinstance(part, _Optional))
        return "".join(self._words[part.word].example if isinstance(part, _Slot) else part for part in needed).strip()

    def read(self, found: re.Match[str]) -> Any:
        values = {
            field: self._words[self.words_of[field]].read(said) for field, said in found.groupdict().items() if said
        }
        for field, default in self._defaults.items():
            if field not in values and default is not None:
                values[field] = default(values)
        return self._kind(**values)

    def write(self, action: Any) -> str:
        values = {field: getattr(action, field) for field in self._defaults}
        return "".join(self._written(self._parts, values)).strip()

    def _written(self, parts: tuple[_Part, ...], values: Mapping[str, Any]) -> Iterator[str]:
        for part in parts:
            match part:
                case str():
                    yield part
                case _Slot(field, word):
                    yield self._words[word].write(values[field])
                case _Optional(inner):
                    if any(self._is_said(slot.field, values) for slot in _slots(inner)):
                        yield from self._written(inner, values)

    def _is_said(self, field: str, values: Mapping[str, Any]) -> bool:
        default = self._defaults[field]
        return default is None or bool(values[field] != default(values))


def _default(field: Field[Any], computed: Mapping[str, Default]) -> Default | None:
    if field.name in computed:
        return computed[field.name]
    if field.default is not MISSING:
        return lambda _: field.default
    if field.default_factory is not MISSING:
        factory = field.default_factory
        return lambda _: factory()
    return None


def _parsed(template: str) -> tuple[_Part, ...]:
    open_parts: list[list[_Part]] = [[]]
    for field, word, opens, closes, literal in _TOKEN.findall(template):
        if opens:
            open_parts.append([])
        elif closes:
            inner = _Optional(tuple(open_parts.pop()))
            open_parts[-1].append(inner)
        else:
            open_parts[-1].append(literal or _Slot(field, word or field))
    if len(open_parts) != 1:
        raise ValueError(f"'{template}' has a bracket without its other half")
    return tuple(open_parts[0])


def _slots(parts: tuple[_Part, ...]) -> Iterator[_Slot]:
    for part in parts:
        if isinstance(part, _Slot):
            yield part
        elif isinstance(part, _Optional):
            yield from _slots(part.parts)


def _shown(parts: tuple[_Part, ...], words: Mapping[str, Word[Any]]) -> Iterator[str]:
    for part in parts:
        match part:
            case str():
                yield part
            case _Slot(_, word):
                yield f"<{words[word].name}>"
            case _Optional(inner):
                yield f"[{''.join(_shown(inner, words))}]"


def _lead(parts: tuple[_Part, ...]) -> tuple[_Part, ...]:
    """The beginning that tells an action from others: the first literal that has a word in it, and what precedes it."""
    for index, part in enumerate(parts):
        if isinstance(part, str) and re.search(r"\w", part):
            return parts[: index + 1]
    return parts[:1]


def _regex(parts: tuple[_Part, ...], words: Mapping[str, Word[Any]]) -> str:
    return "".join(_part_regex(part, words) for part in parts)


def _part_regex(part: _Part, words: Mapping[str, Word[Any]]) -> str:
    match part:
        case str():
            return "".join(map(_literal_regex, _LITERAL.finditer(part)))
        case _Slot(field, word):
            return f"(?P<{field}>{words[word].pattern})"
        case _Optional(inner):
            return f"(?:{_regex(inner, words)})?"


def _literal_regex(token: re.Match[str]) -> str:
    sign, blank, word = token.groups()
    if sign:
        return rf" ?{re.escape(sign)} ?"
    return " " if blank else re.escape(word)
