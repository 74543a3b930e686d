"""Belief revision: what the table says of the latest moves, those included that were believed too early.

The latest decisions that only the camera saw are *open*: each look at a still table is explained anew, first as going
on from what is believed, then as if the latest open decisions had been others (the first card of two was a whole move
until the second one came) or had not been made at all. Three things are never concluded:

* that a piece which left its place and has not been seen since was thrown away: it is *held* until something that
  lands makes sense only without it;
* that somebody did what leaves no trace on the table (a pass), as long as anything else explains it: such a decision
  is *assumed*, and people are told;
* that a part of a legal action is a broken rule: it is *unfinished*.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Generic, TypeGuard, TypeVar

from companion.core.findings import Either, Finding, OpenAction, Revision, Unfinished
from companion.core.game import Action, Game, Seat, legal_actions, violation
from companion.core.hidden_pieces import Look, Sighting, looks
from companion.core.inference import (
    NO_HEIGHTS,
    Ambiguous,
    Explained,
    Explanation,
    Illegal,
    Unexplained,
    evidence_of,
    explain,
    fit_heights,
)
from companion.core.partial_actions import assumed, containing, is_between, with_the_next
from companion.core.table import UNREADABLE, Change, Piece, TableSnapshot, Zone, diff

S = TypeVar("S")
A = TypeVar("A", bound=Action)


def revise(
    game: Game[S, A], now: S, open_actions: Sequence[OpenAction[S, A]], sighting: Sighting, *, hasty: bool = False
) -> Finding[A]:
    """What the table says, where `now` is the state that is believed, after the open actions, the latest last.

    Pieces that may be buried count as lying where they were, unless a story that the rest of the table tells needs them
    gone. `hasty`: one of the open decisions was made so shortly ago that its player may still be at it.
    """
    return _Reviser(game, now, open_actions, sighting).finding(hasty)


class _Reviser(Generic[S, A]):
    """One look at the table. No table is explained twice from the same state."""

    def __init__(self, game: Game[S, A], now: S, open_actions: Sequence[OpenAction[S, A]], sighting: Sighting) -> None:
        self._game, self._now, self._open = game, now, open_actions
        self._seen, self._done, self._hidden = sighting.seen, sighting.done, sighting.hidden
        self._known_ways: list[tuple[S, TableSnapshot, tuple[Look, ...]]] = []
        self._looks = self._ways(now, self._done)
        self._explanations: list[tuple[S, Look, Explanation[A]]] = []

    def finding(self, hasty: bool) -> Finding[A]:
        game, now, look = self._game, self._now, self._looks[0]
        agrees = not diff(game.table(now), look.seen)
        if agrees and fit_heights(game, now, look.heights):
            return self._nothing_but_held()
        found = self._by_labels() if agrees else self._exact(now, 0, self._looks)
        if found is not None:
            return self._or_taken_back(found) or (self._either(found) if hasty else found)
        for taken_back, state in self._earlier():
            tables = (self._seen, self._done) if self._seen != self._done else (self._seen,)
            stories = [self._exact(state, taken_back, self._ways(state, each)) for each in tables]
            fitting = [each for each in stories if each is not None and not self._reorders(each)]
            if fitting:
                found = min(fitting, key=lambda each: len(each.held))
                return Revision(held=found.held) if self._after(state, found.actions) == now else found
        if agrees:
            return self._nothing_but_held()
        return self._without_odd_piles() or self._inexact()

    def _without_odd_piles(self) -> Revision[A] | None:
        """What explains all but piles that have been otherwise than is believed, and nobody knows why."""
        odd = self._hidden.odd
        heights = {zone: height for zone, height in self._hidden.heights.items() if zone not in odd}
        return self._exact(self._now, 0, [replace(look, heights=heights) for look in self._looks]) if odd else None

    def _earlier(self) -> Iterator[tuple[int, S]]:
        """The states before each open action, the latest first, and how many actions they are back.

        Who made a decision may have done more than that; chance is to be doubted only where the table differs.
        """
        expected = self._game.table(self._now)
        differing = {change.zone for table in (self._seen, self._done) for change in diff(expected, table)}
        after = expected
        for taken_back, each in enumerate(reversed(self._open), 1):
            before = self._game.table(each.before)
            if each.action.player is not None or any(change.zone in differing for change in diff(before, after)):
                yield taken_back, each.before
            after = before

    def _ways(self, state: S, table: TableSnapshot) -> tuple[Look, ...]:
        """The ways to understand that table, seen from that state."""
        for known, seen, ways in self._known_ways:
            if known is state and seen is table:
                return ways
        ways = looks(self._game.table(state), table, self._hidden)
        self._known_ways.append((state, table, ways))
        return ways

    # --- what explains everything ---

    def _explained(self, state: S, look: Look) -> Explanation[A]:
        """What explains the table. Stories of the same actions in another order are one story."""
        for known, looked, explanation in self._explanations:
            if known is state and looked is look:
                return explanation
        found = explain(self._game, state, look.seen, heights=look.heights, with_slips=state is self._now)
        if isinstance(found, Ambiguous) and len({frozenset(reading.actions) for reading in found.readings}) == 1:
            found = found.readings[0]
        self._explanations.append((state, look, found))
        return found

    def _exact(self, state: S, taken_back: int, ways: Sequence[Look]) -> Revision[A] | None:
        """A story from `state` in which each action shows and after which the table is as it should be.

        One that happens in sight goes before one of which a part would have happened where the camera cannot look, and
        a short one before a long one.
        """
        found = list[Revision[A]]()
        for story in self._exact_stories(state, taken_back, ways):
            if not story.unseen and len(_seats(story.actions)) <= 1:
                return min((*found, story), key=_unlikelihood) if story.actions else story
            found.append(story)
        return min(found, key=_unlikelihood, default=None)

    def _exact_stories(self, state: S, taken_back: int, ways: Sequence[Look]) -> Iterator[Revision[A]]:
        """For each way to understand the look, the story that explains all of it, if there is one."""
        for look in ways:
            if not diff(self._game.table(state), look.seen) and fit_heights(self._game, state, look.heights):
                yield Revision(taken_back, (), look.held)
                return
            story = self._explained(state, look)
            if self._tells_all(story, state, look):
                unseen = self._unseen(state, story.actions, look.seen)
                yield Revision(taken_back, story.actions, look.held, unseen=unseen)

    def _tells_all(self, story: Explanation[A], state: S, look: Look) -> TypeGuard[Explained[A]]:
        """Whether nothing is left to do after the story, and each of its decisions shows."""
        return (
            isinstance(story, Explained)
            and bool(story.actions)
            and not story.outstanding
            and not assumed(self._game, state, story.actions, look.seen)
        )

    def _either(self, found: Revision[A]) -> Revision[A] | Either[A]:
        """What lands may belong to an earlier decision, unless that takes more from the table than is missing there."""
        seats = _seats(found.actions)
        for taken_back, before in self._earlier():
            decisions = len(_seats([each.action for each in self._open[-taken_back:]]))
            ways = self._ways(before, self._seen)
            for other in self._exact_stories(before, taken_back, ways):
                others = _seats(other.actions)
                one_fewer = len(others) == decisions + len(seats) - 1 and others[:1] == seats[-1:]
                if one_fewer and len(set(others)) > 1 and other.is_exact and set(other.held) <= set(found.held):
                    same = self._after(before, other.actions) == self._after(self._now, found.actions)
                    return found if same else Either((other, found))
        return found

    def _reorders(self, found: Revision[A]) -> bool:
        """Whether somebody would have done something before what he was seen to do, and that all the same."""
        for seat in set(_seats(found.actions)):
            seen = [each.action for each in self._open[-found.taken_back :] if each.action.player == seat]
            told = [action for action in found.actions if action.player == seat]
            if len(seen) < len(told) and told[: len(seen)] != seen and all(action in told for action in seen):
                return True
        return False

    def _or_taken_back(self, found: Revision[A]) -> Either[A] | None:
        """What undoes the latest open decision to the last piece may as well be its taking back."""
        for taken_back, before in islice(self._earlier(), 1):
            look = self._ways(before, self._seen)[0]
            fits = not diff(self._game.table(before), look.seen) and fit_heights(self._game, before, look.heights)
            if fits and not look.held and not found.held and self._after(self._now, found.actions) != before:
                return Either((Revision(taken_back), found))
        return None

    def _by_labels(self) -> Revision[A] | None:
        """The one legal action that shows only in the labels: a piece has gone from pile to pile of its kind."""
        game, now, look = self._game, self._now, self._looks[0]
        if look.held:
            return None
        before = game.table(now)
        found = [
            action
            for action in legal_actions(game, now)
            if not diff(game.table(after := game.apply(now, action)), before) and fit_heights(game, after, look.heights)
        ]
        return Revision(actions=(found[0],)) if len(found) == 1 else None

    # --- what is held ---

    def _nothing_but_held(self) -> Revision[A]:
        """Nothing has landed anywhere. If pieces are out of sight, they may have been thrown away for good."""
        held, look = self._looks[0].held, self._looks[-1]
        gone = diff(self._game.table(self._now), look.seen)
        if not gone:
            return Revision()
        stories = self._discards(look)
        if stories:
            seats = {seat for story in stories for seat in _seats(story.actions)}
            forced = len(stories) == 1 and (not seats or (held == gone and self._only_discards()))
            return Revision(held=gone, discarded=stories, forced=forced, due=not seats or self._only_discards(seats))
        if not held:
            return Revision()
        return self._gone_with_an_earlier(held) or Revision(held=held, slip=self._slip(look))

    def _discards(self, look: Look) -> tuple[Revision[A], ...]:
        """What happened if all that is out of sight was put away."""
        story = self._explained(self._now, look)
        readings = story.readings if isinstance(story, Ambiguous) else (story,)
        stories = [self._to_the_end(each, look) for each in readings if isinstance(each, Explained)]
        return tuple(Revision(0, each.actions) for each in stories if self._tells_all(each, self._now, look))

    def _to_the_end(self, story: Explained[A], look: Look) -> Explained[A]:
        """What was taken and does not lie where it was taken to may have been put away again."""
        if not story.actions or not story.outstanding or any(change.delta > 0 for change in story.outstanding):
            return story
        rest = self._explained(self._after(self._now, story.actions), look)
        return (
            Explained((*story.actions, *rest.actions))
            if isinstance(rest, Explained) and not rest.outstanding
            else story
        )

    def _gone_with_an_earlier(self, held: tuple[Change, ...]) -> Revision[A] | None:
        """What is held may have been put away by an open decision, if that was another one.

        If it was the latest one and nobody else had a part in it, that is what happened.
        """
        for taken_back, before in self._earlier():
            look = Look(self._seen, self._seen, NO_HEIGHTS)
            if not diff(self._game.table(before), self._seen):
                undone: Revision[A] = Revision(taken_back)
                by_chance = self._open[-taken_back].action.player is None
                return Revision(held=held, discarded=(undone,)) if by_chance else replace(undone, unseen=held)
            story = self._explained(before, look)
            if self._tells_all(story, before, look):
                decisions = len(_seats([each.action for each in self._open[-taken_back:]]))
                if decisions == 1 == len(_seats(story.actions)):
                    return Revision(taken_back, story.actions, unseen=held)
                return Revision(held=held, discarded=(Revision(taken_back, story.actions),))
        return None

    def _only_discards(self, seats: Collection[Seat] = ()) -> bool:
        """Whether whatever can be done now, by these players if any are named, takes pieces away."""
        actions = legal_actions(self._game, self._now)
        return not any(self._lands(each) for each in actions if not seats or each.player in seats)

    def _lands(self, action: A) -> bool:
        """Whether the action brings a piece to lie somewhere, or shows nowhere."""
        game, now = self._game, self._now
        changes = diff(game.table(now), game.table(game.apply(now, action)))
        return not changes or any(change.delta > 0 for change in changes)

    # --- what explains a part of it ---

    def _inexact(self) -> Finding[A]:
        """What is likeliest where no story explains everything: work left to do, an assumed pass, a part, a slip."""
        explained = [(look, self._explained(self._now, look)) for look in self._looks if not look.held]
        # What may be buried in one place hides no broken rule in another: the look counts that leaves least to be done.
        look, found = min(explained, key=lambda each: _left_to_do(each[1]))
        match found:
            case Explained(actions, outstanding, provisional):
                traceless = assumed(self._game, self._now, actions, look.seen)
                slip = self._slip(look)
                if slip is None and traceless:
                    slip = self._slip(look, actions[: actions.index(traceless[0])])
                work = self._seen_to_be_left(actions, traceless, outstanding)
                if slip is not None and (len(traceless) > 1 or (traceless and work)):
                    return slip
                if traceless and len(_seats(actions)) == len(traceless) + 1:
                    for action, missing in containing(self._game, self._now, look.seen, look.lying):
                        return Unfinished(0, (action,), missing, slip)
                several = len(_seats(actions)) > len(traceless) + 1
                if work and (slip is not None or provisional or several):
                    return Unfinished(0, actions, outstanding, slip)
                return Revision(actions=actions, outstanding=outstanding, assumed=traceless, slip=slip)
            case Ambiguous(readings) if all(reading.outstanding for reading in readings):
                return Unfinished(0, readings[0].actions, readings[0].outstanding, self._slip(look))
            case Ambiguous():
                return Ambiguous(tuple(self._complete(each for _, each in explained)))
            case _:
                return self._part(found)

    def _seen_to_be_left(self, actions: Sequence[A], unseen: Sequence[A], left: Sequence[Change]) -> list[Change]:
        """What is left to do of the actions that were seen."""
        state, own = self._now, set[tuple[Zone, Piece]]()
        for action in actions:
            before, state = state, self._game.apply(state, action)
            if action in unseen:
                changes = diff(self._game.table(before), self._game.table(state))
                own |= {(change.zone, change.piece) for change in changes}
        return [change for change in left if (change.zone, change.piece) not in own]

    def _complete(self, explained: Iterable[Explanation[A]]) -> Iterator[Explained[A]]:
        """The stories that leave nothing to do, whichever way what is out of sight is understood."""
        told = set[tuple[A, ...]]()
        for each in explained:
            for story in each.readings if isinstance(each, Ambiguous) else (each,):
                if isinstance(story, Explained) and not story.outstanding and story.actions not in told:
                    told.add(story.actions)
                    yield story

    def _slip(self, look: Look, before: tuple[A, ...] = ()) -> Illegal[A] | None:
        """The one action against the rules that explains all that is seen, nothing left to do, after those `before`."""
        game, state = self._game, self._after(self._now, before)
        for action in game.candidates_for(state, evidence_of(game, state, look.seen, look.heights)):
            found, after = violation(game, state, action), game.apply(state, action)
            if found is not None and not diff(game.table(after), look.seen) and fit_heights(game, after, look.heights):
                return Illegal(before, action, found)
        return None

    def _part(self, found: Illegal[A] | Unexplained) -> Finding[A]:
        """An unfinished legal action, from now or from before an open decision; else what was found."""
        slip = found if isinstance(found, Illegal) else None
        if (either := self._ambiguous_before()) is not None:
            return either
        for taken_back, state in ((0, self._now), *self._earlier()):
            for look in self._looks:
                for action, missing in containing(self._game, state, look.seen, look.lying):
                    return Unfinished(taken_back, (action,), missing, slip)
                if taken_back and is_between(self._game.table(self._now), look.seen, self._game.table(state)):
                    return Unfinished(taken_back, (), diff(self._game.table(state), look.lying), slip)
        for look in self._looks:
            for actions, missing in with_the_next(self._game, self._now, look.seen):
                return Unfinished(0, actions, missing, slip)
        return found

    def _ambiguous_before(self) -> Either[A] | None:
        """Several stories may have happened instead of the latest open actions."""
        for taken_back, state in self._earlier():
            for look in self._ways(state, self._seen):
                story = self._explained(state, look)
                if isinstance(story, Ambiguous) and not look.held:
                    shown = [each for each in story.readings if self._tells_all(each, state, look)]
                    if len(shown) > 1:
                        return Either(tuple(Revision(taken_back, each.actions) for each in shown))
        return None

    # --- after a story ---

    def _unseen(self, state: S, actions: Sequence[A], seen: TableSnapshot) -> tuple[Change, ...]:
        """What else would lie where the camera cannot look than is believed to lie there."""
        game, now, after = self._game, self._now, self._after(state, actions)
        before, later = game.pile_heights(now), game.pile_heights(after)
        tops = diff(game.table(now), game.table(after))
        piles = (Change(zone, UNREADABLE, later[zone] - height) for zone, height in before.items() if zone in later)
        return tuple(change for change in (*tops, *piles) if change.delta and change.zone not in seen.zones)

    def _after(self, state: S, actions: Sequence[A]) -> S:
        for action in actions:
            state = self._game.apply(state, action)
        return state


def _left_to_do(found: Explanation[A]) -> tuple[bool, int]:
    """Whether it explains nothing, and how many changes it leaves to hands."""
    match found:
        case Ambiguous(readings):
            return False, min(len(reading.outstanding) for reading in readings)
        case Unexplained(changes):
            return True, -len(changes)
        case _:
            return False, len(found.outstanding)


def _seats(actions: Sequence[Action]) -> tuple[Seat, ...]:
    return tuple(action.player for action in actions if action.player is not None)


def _unlikelihood(story: Revision[A]) -> tuple[bool, int]:
    return bool(story.unseen), len(_seats(story.actions))
