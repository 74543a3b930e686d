"""Sentences are written so that they can be translated: literals, whole, with named values and plural forms."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from companion.games import GAMES
from scripts.messages import templates

ROOT = Path(__file__).parent.parent.parent
MODULES = sorted(path for folder in ("companion", "hardware", "ui", "vision") for path in (ROOT / folder).rglob("*.py"))
SAYS = {"say", "say_plural", "refuse"}
ABOUT_THE_RULE = {"repair", "of_player"}
"""What a rulebook is told beside the values of a sentence."""

MAKE_TEXTS = {
    "companion/core/declared/counter.py": "makes texts of the names in a counter.toml",
    "companion/core/text.py": "fills the values of a sentence into it",
    "companion/core/rules.py": "makes texts of a refusal's sentences and of a game's statements",
    "companion/core/setting_files.py": "makes texts of a game's settings",
    "companion/pages/statistics.py": "reads from the journal what won, in words that are the games' own",
}
"""Where a template may be a value: modules that pass on sentences which are literals elsewhere."""

NUMBERS = "count|free|full|high|least|left|limit|low|missing|more|most|needed|short|steps|wanted"
"""What numbers are called in templates."""

_COUNTED = re.compile(rf"\{{({NUMBERS})\}} (?:[a-z]+ )?[a-z]+s\b")


def calls(modules: Iterable[Path] = MODULES) -> Iterator[tuple[str, ast.Call]]:
    """Every call that makes a text, with its place."""
    for path in modules:
        yield from _calls(path)


@cache
def _calls(path: Path) -> tuple[tuple[str, ast.Call], ...]:
    name = path.relative_to(ROOT).as_posix()
    return tuple(
        (f"{name}:{node.lineno}", node)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and (_name(node) in SAYS or _is_requirement(node))
    )


def _named_by_the_book(place: str) -> set[str]:
    """What refusals of a game need not say: its rulebook does."""
    folders = place.split("/")
    return (
        set(GAMES[folders[2]].rulebook.names) if folders[:2] == ["companion", "games"] and len(folders) > 3 else set()
    )


def _is_requirement(call: ast.Call) -> bool:
    """Whether a rulebook is told what a check says: it knows itself whether all values have names."""
    return isinstance(call.func, ast.Attribute) and call.func.attr == "requires"


def _name(call: ast.Call) -> str:
    return ast.unparse(call.func)


def literals(call: ast.Call) -> list[str]:
    return [node.value for node in templates(call) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def words(template: str) -> str:
    """What is left of a template without its values."""
    return "".join(literal for literal, _, _, _ in Formatter().parse(template))


def test_templates_are_literals() -> None:
    """Built at run time they would not be extracted, and a player's name could become one."""
    built = [
        f"{place}: {ast.unparse(node)}"
        for place, call in calls()
        if place.partition(":")[0] not in MAKE_TEXTS
        for node in templates(call)
        if not isinstance(node, ast.Constant) and not (_name(call) == "refuse" and _is_text(node))
    ]

    assert [] == built


def _is_text(node: ast.expr) -> bool:
    """Whether a refusal's sentence is a ready text: a call, a name or a table's entry, which the type checker knows."""
    return isinstance(node, ast.Call | ast.Name | ast.Attribute | ast.Subscript)


def test_templates_say_something() -> None:
    """A bare placeholder is no sentence: the value itself is, or a list of values."""
    assert [] == [
        f"{place}: {t!r}"
        for place, call in calls()
        for t in literals(call)
        if _is_bare(t) and not place.startswith(LABELS)
    ]


LABELS = ("companion/games/iron_sky/actions.py", "companion/games/new_world_order/actions.py")
"""Where a bare placeholder will do: the button of an action may say just what is touched."""


def _is_bare(template: str) -> bool:
    return not words(template).strip() and len(placeholders(template)) < 2


def test_every_placeholder_has_a_value_and_every_value_a_placeholder() -> None:
    """A sentence without any values gets them later (`fill`)."""
    wrong = []
    for place, call in calls():
        if any(keyword.arg is None for keyword in call.keywords):
            continue
        given = {keyword.arg for keyword in call.keywords if keyword.arg is not None} - ABOUT_THE_RULE
        wanted = {name for template in literals(call) for name in placeholders(template)}
        ready = len(literals(call)) < len(templates(call))
        given_or_count = given | ({"count"} if _name(call) == "say_plural" else set())
        lacking = set() if _is_requirement(call) else wanted - given_or_count - _named_by_the_book(place)
        if (given and lacking) or (given - wanted and not ready):
            wrong.append(f"{place}: {sorted(wanted ^ given)}")

    assert [] == wrong


def test_no_phrase_is_glued_into_a_sentence() -> None:
    """Words that depend on the sentence around them cannot be translated apart from it."""
    glued = [
        f"{place}: {template!r}"
        for place, call in calls()
        for keyword in call.keywords
        if keyword.arg not in ABOUT_THE_RULE
        for node in ast.walk(keyword.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYS
        for template in literals(node)
    ]

    assert [] == glued


def test_numbers_have_their_plural_forms() -> None:
    """`say_plural` where a noun follows a number: languages have up to six forms of it."""
    counted = [
        f"{place}: {template!r}"
        for place, call in calls()
        if _name(call) != "say_plural"
        for template in literals(call)
        if _COUNTED.search(template)
    ]

    assert [] == counted


@pytest.mark.parametrize("template", ["{count} cards", "{count} more cards", "Move it {steps} whole sectors."])
def test_what_counts_as_a_number(template: str) -> None:
    assert _COUNTED.search(template)
