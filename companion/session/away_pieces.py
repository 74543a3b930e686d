"""What is out of its place and lies nowhere: since when, and what may have become of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from companion.config import Patience
from companion.core.belief.hypothesis import Either, Finding, Hypothesis
from companion.core.belief.scan import deciders
from companion.core.game import Action
from companion.core.table import Change, Piece, Zone
from companion.session.open_actions import OpenActions

A = TypeVar("A", bound=Action)

LONG_GONE = 20.0
"""Seconds after which nobody is thought to hold a piece still, if others go on meanwhile."""


class AwayPieces(Generic[A]):
    """Pieces in somebody's hand, or put away, by what was found look after look. `now` is in seconds."""

    def __init__(self, patience: Patience, open_actions: OpenActions) -> None:
        self._patience, self._open = patience, open_actions
        self.now = 0.0
        self._covered = False
        self._held: Hypothesis[A] = Hypothesis()
        self._held_since = 0.0
        self._gone: Hypothesis[A] = Hypothesis()
        """What has been held since before the latest actions."""
        self._kept: Hypothesis[A] = Hypothesis()
        """What was out of sight at the latest look, or at the one before hands came over the table."""
        self._went: dict[Change, float] = {}
        """When each piece that is missing was first missed."""

    def look(self, finding: Finding[A], missing: Collection[Change], *, covered: bool) -> None:
        """`missing` is what lies no longer where the game has it; `covered`: a part of the table is out of sight."""
        self._covered = covered
        if isinstance(finding, Hypothesis) and ((finding.changes_nothing and finding.held) or not covered):
            self._kept = finding if finding.changes_nothing else Hypothesis()
        self._remember_gone(finding, missing)
        self._remember_held(finding)

    def act(self) -> None:
        """Something has been done: what was held before that may be in no hand any more."""
        self._covered, self._kept = False, Hypothesis()
        self._remember_held(Hypothesis())

    @property
    def held_since(self) -> float | None:
        """Since when something is in somebody's hand, in seconds; None while nothing is."""
        return self._held_since if self._held.held else None

    @property
    def missed(self) -> Mapping[Change, float]:
        """What is missing, and when it was first missed, in seconds."""
        return self._went

    def _remember_gone(self, finding: Finding[A], missing: Collection[Change]) -> None:
        """What is in nobody's sight remains so, whatever is done elsewhere, until it comes back."""
        held = finding.held if isinstance(finding, Hypothesis) else ()
        hidden = self._went if self._covered else {}
        self._went = {**hidden, **{change: self._went.get(change, self.now) for change in (*missing, *held)}}
        if self._covered or not isinstance(finding, Hypothesis):
            return
        if not self._gone.held or not self._went.keys() >= set(self._gone.held):
            self._gone = finding if len(finding.discarded) == 1 else Hypothesis()

    def _remember_held(self, finding: Finding[A]) -> None:
        """What is in somebody's hand remains so while hands hide where it was."""
        if self._covered and isinstance(finding, Hypothesis) and set(finding.held) < set(self._held.held):
            return
        still = isinstance(finding, Hypothesis) and set(self._held.held) <= set(finding.held)
        if isinstance(finding, Hypothesis) and len(finding.discarded) == 1:
            if not still or finding.held != self._held.held:
                self._held, self._held_since = finding, self.now
        elif isinstance(finding, Hypothesis) and not still and not self._covered:
            self._held = Hypothesis()

    def said_to_be_put_away(self, found: Finding[A]) -> Hypothesis[A] | None:
        """What was in somebody's hand, or put away, for so long that it was said, if play goes on now without it."""
        if not self._held.discarded or not isinstance(found, Hypothesis) or found.taken_back or not found.actions:
            return None
        discards, is_said = self._held.discarded[0], self.now - self._held_since >= self._patience.part
        is_still_out_of_sight = set(self._held.held) <= set(found.held)
        return discards if is_said and is_still_out_of_sight and not discards.taken_back else None

    def said_fates(self, found: Finding[A]) -> Sequence[Hypothesis[A]]:
        """What may have become of what was held for so long that it was said, if one decision has laid it down."""
        if (
            not isinstance(found, Hypothesis)
            or found.taken_back
            or not found.is_exact
            or len(deciders(found.actions)) != 1
        ):
            return ()
        since = max((self._went.get(change, self.now) for change in self._kept.held), default=self.now)
        is_said, has_landed = self.now - since >= self._patience.part, {*self._kept.held}.isdisjoint(found.held)
        return (*self._kept.discarded, *self._kept.fates) if is_said and has_landed else ()

    def fates_of_those_who_go_on(self, found: Finding[A], missing: Collection[Change]) -> Sequence[Hypothesis[A]]:
        """What may have become of what was held for so long that it was said, and is missing: by who goes on now."""
        if not isinstance(found, Hypothesis) or found.taken_back or not found.actions or not self._kept.held:
            return ()
        since = max(self._went.get(change, self.now) for change in self._kept.held)
        seats = {action.player for action in found.actions}
        is_away = {*self._kept.held} <= {*missing}
        is_said = self.now - since >= self._patience.part and is_away
        fates = (*self._kept.discarded, *self._kept.fates) if is_said else ()
        return [each for each in fates if not each.taken_back and {action.player for action in each.actions} <= seats]

    @property
    def kept(self) -> Sequence[Change]:
        """What was out of sight when nothing else was to be told."""
        return self._kept.held

    def put_away(self, found: Finding[A], replaced: Collection[tuple[Zone, Piece]]) -> Hypothesis[A] | None:
        """What was in somebody's hand and has been put away, now that play goes on without it.

        That is so if it had to be put away, or if others of their kind, which are `replaced`, lie where all of it lay;
        and of what those held who go on themselves after some seconds.
        """
        if not self._held.discarded or not isinstance(found, Hypothesis) or found.taken_back:
            return None
        discards = self._held.discarded[0]
        # What is still missing where it was may have changed places with its like.
        still = {each.piece for each in self._held.held if each in found.held}
        held = [each for each in self._held.held if each.piece not in still]
        others = [each for each in held if (each.zone, each.piece) in replaced]
        seats = {each.player for each in found.actions or (_what_follows(found, discards) if others else ())}
        own = tuple(each for each in discards.actions if each.player in seats)
        # What went before anybody could have put it away was not put away.
        in_time = max(self._went.get(each, self.now) for each in self._held.held) >= self._held_since
        himself = bool(own) and in_time and self.now - self._held_since >= self._patience.part
        sure = self._held.due or self.is_replaced(replaced)
        goes_on = set(self._held.held) <= {*others, *found.held} and bool(others or found.actions)
        if not (sure or himself) or not goes_on or discards.taken_back:
            return None
        return discards if sure else replace(discards, actions=own)

    def long_gone(self, found: Finding[A], missing: Collection[Change]) -> tuple[int, Sequence[A]]:
        """What was in somebody's hand all the while that several decisions were made was put away before them.

        `missing` is what lies no longer where the game has it.
        Returns how many open actions came after it, and what happened.
        """
        still = isinstance(found, Hypothesis) and not found.taken_back and set(self._gone.held) <= set(missing)
        if not still or not self._gone.discarded or self._gone.discarded[0].taken_back:
            return 0, ()
        since = max(self._went[change] for change in self._gone.held)
        later = self._open.since(since)
        is_long = self.now - since >= LONG_GONE and sum(seat is not None for seat in later) > 1
        return (len(later), self._gone.discarded[0].actions) if is_long else (0, ())

    def begun_before(self, found: Hypothesis[A], taken: Collection[Change], told: Finding[A]) -> int:
        """How many open actions, of others, came after its pieces were gone. `taken` are those that it takes away.

        `told` is what the table says.
        Of what nobody could help doing the first piece tells.
        """
        if found.taken_back or not isinstance(told, Hypothesis):
            return 0
        forced = told.forced and found in told.discarded
        gone = [self._went.get(change, self.now) for change in (told.held if forced else taken)]
        later = self._open.since((min if forced else max)(gone, default=self.now))
        players = {action.player for action in found.actions}
        return len(later) if players.isdisjoint(later) else 0

    def discarded(self, found: Finding[A]) -> Hypothesis[A] | None:
        """What was in somebody's hand and may have been put away, where something has landed that nothing explains."""
        if not self._held.discarded or self._held.discarded[0].taken_back:
            return None
        is_whole = isinstance(found, Hypothesis) and (found.is_exact or not found.actions)
        is_explained = is_whole or isinstance(found, Either)  # It is asked then which it was.
        return None if is_explained and not self._revises_what_is_long_gone(found) else self._held.discarded[0]

    def _revises_what_is_long_gone(self, found: Finding[A]) -> bool:
        """Whether it takes back what was believed, and what that brought had been out of sight before, for a while."""
        is_revised = isinstance(found, Hypothesis) and bool(found.taken_back and found.actions and found.held)
        return is_revised and self.now - self._held_since >= self._patience.part

    def is_replaced(self, replaced: Collection[tuple[Zone, Piece]]) -> bool:
        """Whether something else of its kind lies in the place of all that is held."""
        held = [(each.zone, each.piece) for each in self._held.held]
        return bool(held) and set(held) <= set(replaced)


def _what_follows(found: Hypothesis[A], discards: Hypothesis[A]) -> Sequence[A]:
    """What has been done since that put pieces away, where it is told no other way."""
    told = found.discarded[0].actions if len(found.discarded) == 1 else ()
    count = len(discards.actions)
    return told[count:] if told[:count] == discards.actions else ()
