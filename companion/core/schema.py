"""Values from TOML and back, by their dataclasses: strict, and with everything that is wrong named at once.

    schema = Schema(NotationError, {"pile": words.counted(card, " + ")})

    @dataclass(frozen=True)
    class Sheet:
        name: str
        round: Annotated[int, at_least(1)] = 1
        slots: tuple[Annotated[tuple[Piece, ...], "pile"], ...] = ()

    schema.read(Sheet, text, "The sheet")   # NotationError: The sheet: slots 3: there is no card 'Castle'; ...

Nothing is converted that is not what its type says; an unknown entry is refused and a missing one is named. What is
annotated with the name of a word is written and read as that word. `metadata={"key": ...}` gives a field another key,
`{"always": True}` has it written even where it has its default. A dataclass's `__post_init__` may refuse what cannot
be together with a CompanionError.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass
from enum import Enum
from reprlib import Repr
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from cattrs import Converter
from cattrs.cols import is_mapping
from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from companion.core import toml
from companion.core.notation_words import Word
from companion.errors import CompanionError

# --- what a value of a schema has to be besides its type: `Annotated[int, between(0, 8)]` ---


@dataclass(frozen=True)
class Constraint:
    """`expected` completes "expected ..., not 3": `Constraint("an even number", lambda number: number % 2 == 0)`."""

    expected: str
    holds: Callable[[Any], bool]


def at_least(lowest: int) -> Constraint:
    return Constraint(f"a whole number from {lowest}", lambda number: number >= lowest)


def between(lowest: int, highest: int, name: str = "a whole number") -> Constraint:
    return Constraint(f"{name} from {lowest} to {highest}", lambda number: lowest <= number <= highest)


def some_of(*values: str) -> Constraint:
    return Constraint(" or ".join(values), values.__contains__)


LONGEST_NAME = 80


def is_name(words: str) -> bool:
    """Whether it can stand on a screen as the name of something: one line of letters that can be seen."""
    return words.isprintable() and any(map(str.isalnum, words)) and len(words) <= LONGEST_NAME


PRINTED_NAME = Constraint("a name that can be shown", is_name)


# --- what is wrong with entries that do not fit their types, in words ---


class Unfit(ValueError):
    """A value that is something else than its type says."""

    def __init__(self, value: object, expected: str) -> None:
        super().__init__(f"expected {expected}, not {_SHORT.repr(value)}")


class _Shortened(Repr):
    """Values as people wrote them, shortened."""

    def repr_bool(self, value: bool, _level: int) -> str:
        return toml.value(value)


_SHORT = _Shortened()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60
PLAIN: Mapping[Any, str] = {
    str: "text in quotes",
    int: "a whole number",
    bool: "true or false",
    float: "a number",
    Any: "anything",
}


def in_words(kind: Any, words: Mapping[str, Word[Any]]) -> str:
    """What a type expects, in words."""
    if kind in PLAIN:
        return PLAIN[kind]
    if get_origin(kind) is Annotated:
        return _annotation(kind, words)
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(in_words(one, words) for one in get_args(kind) if one is not NoneType)
    if get_origin(kind) is tuple:
        one, *others = get_args(kind)
        if others == [...]:
            return f"a list, each {in_words(one, words)}"
        return f"a list of {len(others) + 1}: {', '.join(in_words(one, words) for one in get_args(kind))}"
    if values := values_of(kind):
        return " or ".join(str(value) for value in values)
    return "a table"


def _annotation(kind: Any, words: Mapping[str, Word[Any]]) -> str:
    match kind.__metadata__[0]:
        case str() as name:
            return f"a {words[name].name} such as '{words[name].example}'"
        case Constraint(expected):
            return expected
        case _:
            return in_words(kind.__origin__, words)


def values_of(kind: Any) -> dict[Any, Any]:
    """What stands in a file for each value of a Literal or an enumeration."""
    if get_origin(kind) is Literal:
        return {value: value for value in get_args(kind)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {member.value: member for member in kind}
    return {}


def key_of(field: Field[Any]) -> str:
    return str(field.metadata.get("key", field.name))


def list_faults(error: BaseException, path: str = "") -> Iterator[str]:
    """Each fault with its path as people read it: `players 2, slots 3: expected ...`."""
    if isinstance(error, BaseValidationError):
        for part in error.exceptions:
            yield from list_faults(part, _longer(path, part, error.cl))
    elif isinstance(error, ForbiddenExtraKeysError):
        for key in sorted(error.extra_fields):
            known = ", ".join(key_of(field) for field in fields(error.cl))
            yield f"{path + ': ' if path else ''}'{key}' is unknown; use {known}"
    elif isinstance(error, KeyError):
        yield f"{path} is missing"
    else:
        yield f"{path + ': ' if path else ''}{str(error).rstrip('.')}"


def _longer(path: str, error: BaseException, kind: Any) -> str:
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, IterableValidationNote):
            return f"{path} {note.index}".strip()
        if isinstance(note, AttributeValidationNote):
            key = next(key_of(field) for field in fields(kind) if field.name == note.name)
            return f"{path}, {key}" if path else key
    return path


# --- the schema ---


T = TypeVar("T")
Hook = Callable[[Any, Any], Any]


_UNFIT = (BaseValidationError, CompanionError, Unfit)
_LARGEST = 2**63
"""TOML's own bound of whole numbers."""

MOST_FAULTS = 20
"""So many are named; whoever has more begins with these."""


class Schema:
    """Reads and writes values; what cannot be read is an `error` that lists everything. `words` by their names."""

    def __init__(self, error: type[CompanionError], words: Mapping[str, Word[Any]] | None = None) -> None:
        self._error, self._words = error, words or {}
        self._converter = Converter(unstruct_collection_overrides={tuple: list})
        for kind in (str, int, bool, float):
            self._converter.register_structure_hook(kind, _plain)
        for fits, factory in (
            (_of(Union, UnionType), self._union),
            (_of(tuple), self._list),
            (is_mapping, self._mapping),
            (lambda kind: bool(values_of(kind)), self._literal),
            (is_dataclass, self._dataclass),
            (_of(Annotated), self._annotated),
        ):
            self._converter.register_structure_hook_factory(fits, factory)
        self._converter.register_unstructure_hook_factory(is_dataclass, self._undataclass)
        self._converter.register_unstructure_hook_factory(self._is_word, self._unword)

    # --- both ways ---

    def read(self, kind: type[T], text: str, what: str) -> T:
        """The value that a TOML text describes; `what` names the text in the error."""
        return self.structure(kind, toml.parse(text, what, self._error), what)

    def structure(self, kind: type[T], entries: object, what: str) -> T:
        """The value that parsed entries describe."""
        try:
            return self._converter.structure(entries, kind)
        except _UNFIT as error:
            faults = list(dict.fromkeys(list_faults(error)))
            more = [f"and {len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else []
            raise self._error(f"{what}: {'; '.join(faults[:MOST_FAULTS] + more)}.") from None

    def unstructure(self, value: object) -> Any:
        """The entries of a value, without those that have their defaults."""
        return self._converter.unstructure(value)

    def write(self, value: object) -> str:
        """A value as TOML."""
        return toml.document(self.unstructure(value))

    # --- hooks ---

    def _list(self, kind: Any) -> Hook:
        one, *others = get_args(kind)
        expected = in_words(kind, self._words)
        any_number = others == [...]

        def structure(value: object, _: Any) -> Any:
            if not isinstance(value, list) or not (any_number or len(value) == len(others) + 1):
                raise Unfit(value, expected)
            kinds = [one] * len(value) if any_number else [one, *others]
            return tuple(self._each(kind, enumerate(value, 1), kinds))

        return structure

    def _mapping(self, kind: Any) -> Hook:
        key_kind, value_kind = get_args(kind) or (str, Any)

        def structure(value: object, _: Any) -> Any:
            if not isinstance(value, dict):
                raise Unfit(value, "a table")
            both = [*((key, key) for key in value), *value.items()]
            found = self._each(kind, both, [key_kind] * len(value) + [value_kind] * len(value))
            return dict(zip(found[: len(value)], found[len(value) :], strict=True))

        return structure

    def _each(self, kind: Any, items: Iterable[tuple[int | str, Any]], kinds: Iterable[Any]) -> list[Any]:
        """Every value by its kind; all that are unfit in one error."""
        values, unfit = [], []
        for (index, value), value_kind in zip(items, kinds, strict=True):
            try:
                values.append(self._converter.structure(value, value_kind))
            except _UNFIT as error:
                error.add_note(IterableValidationNote("", index, value_kind))
                unfit.append(error)
        if unfit:
            raise IterableValidationError("", unfit, kind)
        return values

    def _union(self, kind: Any) -> Hook:
        arms = [arm for arm in get_args(kind) if arm is not NoneType]
        if len(arms) == 1:
            return lambda value, _: self._converter.structure(value, arms[0])

        def structure(value: object, _: Any) -> Any:
            for arm in arms:
                try:
                    return self._converter.structure(value, arm)
                except _UNFIT:
                    continue
            raise Unfit(value, in_words(kind, self._words))

        return structure

    def _literal(self, kind: Any) -> Hook:
        values, expected = values_of(kind), in_words(kind, self._words)
        return lambda value, _: _one_of(value, values, expected)

    def _annotated(self, kind: Any) -> Hook:
        if self._is_word(kind):
            return self._word(kind)
        constraints = [one for one in kind.__metadata__ if isinstance(one, Constraint)]

        def structure(value: object, _: Any) -> Any:
            found = self._converter.structure(value, kind.__origin__)
            for constraint in constraints:
                if not constraint.holds(found):
                    raise Unfit(value, constraint.expected)
            return found

        return structure

    def _is_word(self, kind: Any) -> bool:
        return get_origin(kind) is Annotated and isinstance(kind.__metadata__[0], str)

    def _word(self, kind: Any) -> Hook:
        word = self._words[kind.__metadata__[0]]
        pattern = re.compile(word.pattern, re.IGNORECASE | re.DOTALL)

        def structure(value: object, _: Any) -> Any:
            if not isinstance(value, str) or not pattern.fullmatch(value.strip()):
                raise Unfit(value, in_words(kind, self._words))
            return word.read(value.strip())

        return structure

    def _unword(self, kind: Any) -> Callable[[Any], Any]:
        return self._words[kind.__metadata__[0]].write

    def _dataclass(self, kind: Any) -> Hook:
        build = _for_fields(make_dict_structure_fn, kind, self._converter, _cattrs_forbid_extra_keys=True)

        def structure(value: object, _: Any) -> Any:
            if not isinstance(value, dict):
                raise Unfit(value, "a table")
            return build(value, kind)

        return structure

    def _undataclass(self, kind: Any) -> Callable[[Any], Any]:
        hook: Callable[[Any], Any] = _for_fields(
            make_dict_unstructure_fn, kind, self._converter, _cattrs_omit_if_default=True
        )
        return hook


def _for_fields(make: Callable[..., Any], kind: Any, converter: Converter, **options: bool) -> Any:
    """A hook of cattrs for a dataclass, which by itself would read its annotations without what is annotated."""
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        field.type = hints[field.name]
    return make(kind, converter, **options, **{field.name: _override(field) for field in fields(kind)})


def _override(field: Field[Any]) -> Any:
    return override(rename=key_of(field), omit_if_default=False if field.metadata.get("always") else None)


def _of(*origins: object) -> Callable[[Any], bool]:
    return lambda kind: get_origin(kind) in origins


def _one_of(value: object, values: Mapping[Any, Any], expected: str) -> Any:
    for known, meant in values.items():
        if known == value and type(known) is type(value):
            return meant
    raise Unfit(value, expected)


def _plain(value: object, kind: Any) -> Any:
    if kind not in PLAIN:  # cattrs takes an enumeration of texts for a text
        return _one_of(value, values_of(kind), in_words(kind, {}))
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind or (type(value) is int and not -_LARGEST <= value < _LARGEST):
        raise Unfit(value, PLAIN[kind])
    return value
