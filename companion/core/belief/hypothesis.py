"""What a look at the table may be found to say, in the light of the latest moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.belief.search import Ambiguous, Illegal, Unexplained
from companion.core.game import Action
from companion.core.table import Change

S = TypeVar("S")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class OpenAction(Generic[S, A]):
    """An action that only the camera saw, and the state before it."""

    before: S
    action: A


@dataclass(frozen=True, slots=True)
class Hypothesis(Generic[A]):
    """The `taken_back` latest open actions were not made; these actions were.

    `held` are pieces that left their place and have not been seen since; if they were thrown away, one of `discarded`
    is what happened, and what that leaves in a hand may have met each of the `fates`, alone or after that; `due` says
    that its players can do nothing else now, `forced` that nobody can. `outstanding` is what hands have yet to do,
    `unseen` what they do where the camera cannot look. `assumed` are those of the actions that left no trace on the
    table. `slip` is the broken rule, if nobody made these, or if what is held is put away. `beneath` is what else may
    have happened where a cover lay. `amid_doubt` says that other pieces lie astray, or were taken up from where they
    did: these may be no actions, but more of that. `refused`: people have said of the same table that it was not so.
    `uncounted`: a pile grew while nobody looked, and more may have come to it than shows on top.
    """

    taken_back: int = 0
    actions: tuple[A, ...] = ()
    held: tuple[Change, ...] = ()
    discarded: tuple[Hypothesis[A], ...] = ()
    fates: tuple[Hypothesis[A], ...] = ()
    forced: bool = False
    due: bool = False
    outstanding: tuple[Change, ...] = ()
    unseen: tuple[Change, ...] = ()
    assumed: tuple[A, ...] = ()
    slip: Illegal[A] | None = None
    beneath: tuple[Hypothesis[A], ...] = ()
    amid_doubt: bool = False
    refused: bool = False
    uncounted: bool = False

    @property
    def changes_nothing(self) -> bool:
        return not self.taken_back and not self.actions

    @property
    def is_exact(self) -> bool:
        """Whether the table looks just as it should after these actions, each of them shows, and nobody denies it."""
        is_doubted = self.amid_doubt or self.refused or self.uncounted
        return not self.outstanding and not self.assumed and not self.unseen and not is_doubted


@dataclass(frozen=True, slots=True)
class Unfinished(Generic[A]):
    """A part of these legal actions. `missing` is what the table still lacks, `slip` what is wrong with it as it is."""

    taken_back: int
    actions: tuple[A, ...]
    missing: tuple[Change, ...]
    slip: Illegal[A] | None = None


@dataclass(frozen=True, slots=True)
class Either(Generic[A]):
    """Each of these explains the table to the last piece."""

    readings: tuple[Hypothesis[A], ...]


Finding = Hypothesis[A] | Either[A] | Unfinished[A] | Ambiguous[A] | Illegal[A] | Unexplained


def is_whole(found: Finding[A]) -> bool:
    """Whether it tells what has become of every piece, be it in several ways."""
    if isinstance(found, Ambiguous):
        return not any(each.outstanding for each in found.readings)
    if not isinstance(found, Hypothesis):
        return isinstance(found, Either)
    return bool(found.discarded) or (found.is_exact and (bool(found.actions) or not found.held))


def hypotheses_of(found: Finding[A]) -> tuple[Hypothesis[A], ...]:
    """The stories that were found, be it one or several."""
    match found:
        case Hypothesis():
            return (found,)
        case Either(readings):
            return readings
        case Ambiguous(readings):
            return tuple(Hypothesis(actions=each.actions, outstanding=each.outstanding) for each in readings)
        case _:
            return ()


def one_or_either(hypotheses: Sequence[Hypothesis[A]]) -> Hypothesis[A] | Either[A]:
    """The only story, or the question which of them it was."""
    return hypotheses[0] if len(hypotheses) == 1 else Either(tuple(hypotheses))
