"""Values that nobody has told, for games that read what is printed: reading one that is untold asks for it.

A rule that reads nothing untold has decided; one that does is neither a Yes nor a No, and names what it wanted to read.
So no verdict can rest on what nobody has told, whatever a rule does with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from companion.core.rules import Refusal, Rule, undecided
from companion.core.text import Text

S = TypeVar("S")
A = TypeVar("A")


class UntoldValue(Exception):
    """What was to be read has not been told: the questions about it, the first to ask first."""

    def __init__(self, questions: tuple[str, ...]) -> None:
        super().__init__(*questions)
        self.questions = questions


class PartlyTold:
    """Something printed of which some values are untold: reading one of these raises UntoldValue.

    `untold` gives the questions by the names of the attributes that rest on them.
    """

    __slots__ = ("_printed", "_untold")

    def __init__(self, printed: object, untold: Mapping[str, tuple[str, ...]], **others: object) -> None:
        object.__setattr__(self, "_printed", printed)
        object.__setattr__(self, "_untold", {**untold, **{name: _Given(value) for name, value in others.items()}})

    def __getattr__(self, name: str) -> Any:
        found = self._untold.get(name)
        if found is None:
            return getattr(self._printed, name)
        if isinstance(found, _Given):
            return found.value
        raise UntoldValue(found)


class _Given:
    """A part that has untold values itself."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


def judged_by_what_is_told(
    rule: Rule[S, A], strict: Callable[[S], S], decides: Text, *, again: bool = True
) -> Rule[S, A]:
    """The rule, undecided where it reads an untold value of the `strict` state, with `decides` as the reason."""

    def check(state: S, action: A) -> Refusal | None:
        try:
            return rule.check(strict(state), action)
        except UntoldValue as untold:
            return replace(undecided(untold.questions, decides), again=again)

    return replace(rule, check=check)


def carried_out_by_what_is_told(
    rule: Rule[S, A], apply: Callable[[S, A], S], strict: Callable[[S], S], decides: Text
) -> Rule[S, A]:
    """The last rule of an action: what it does must rest on nothing untold either."""

    def check(state: S, action: A) -> Refusal | None:
        refusal = rule.check(state, action)
        if refusal is not None:
            return refusal
        try:
            apply(strict(state), action)
        except UntoldValue as untold:
            return undecided(untold.questions, decides)
        return None

    return replace(rule, check=check)
