"""A game's settings as data: `settings.toml` beside its statements, a table for each, in the order of asking.

    [empty_supply]
    group = "Armies and moves"
    title = "An empty supply"
    question = "What if no tile is left to place?"
    answers = { limit = "none is placed", substitutes = "anything stands in" }

The first answer is the usual one. The rule is the statement that names the setting, or the `rule` that is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files

from companion.core.game import Options, Setting, always
from companion.core.rules import Rulebook
from companion.core.schema import Schema
from companion.core.text import say
from companion.errors import CatalogError


@dataclass(frozen=True, slots=True)
class _Entry:
    group: str
    title: str
    question: str
    answers: dict[str, str]
    rule: str | None = None


_SCHEMA = Schema(CatalogError)


def read_settings(
    package: str, book: Rulebook, matters: Mapping[str, Callable[[Options], bool]] | None = None
) -> dict[str, Setting]:
    """The settings of a package by name; `matters` says of some to which evenings they make a difference.

    Raises CatalogError naming what cannot be right.
    """
    return settings_of(files(package).joinpath("settings.toml").read_text(encoding="utf-8"), book, matters or {})


def settings_of(toml: str, book: Rulebook, matters: Mapping[str, Callable[[Options], bool]]) -> dict[str, Setting]:
    """As `read_settings`, from the text of such a file."""
    entries = _SCHEMA.read(dict[str, _Entry], toml, "settings.toml")
    if unknown := matters.keys() - entries.keys():
        raise CatalogError(f"settings.toml: there is no setting {', '.join(sorted(unknown))}.")
    ruled = {statement.setting: statement for statement in book if statement.setting is not None}
    found = {}
    for name, entry in entries.items():
        if entry.rule is None and name not in ruled:
            raise CatalogError(f"settings.toml: {name}: no statement names this setting, and it names no rule.")
        rule = ruled[name] if entry.rule is None else book[entry.rule]
        answers = {choice: say(words) for choice, words in entry.answers.items()}
        found[name] = Setting(
            name, say(entry.title), say(entry.question), answers, rule, say(entry.group), matters.get(name, always)
        )
    return found
