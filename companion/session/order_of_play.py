"""What people say was put away is written down where it happened: before what was done after it had gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TypeVar

from companion.core.belief.hypothesis import Hypothesis
from companion.core.game import Action, Game, is_legal
from companion.core.table import Zone, diff
from companion.session.belief import Belief
from companion.session.game_history import GameHistory

S = TypeVar("S")
A = TypeVar("A", bound=Action)

NOTHING: Mapping[Zone, float] = {}


Told = tuple[Sequence[A], Hypothesis[A]]
"""All of a story with what it is told among, if that may have been in several orders; and the story."""


def as_it_may_have_gone(
    history: GameHistory[S, A], belief: Belief[A], covered: Mapping[Zone, float], told: Hypothesis[A]
) -> Sequence[Told[A]]:
    """As it went by when the pieces were missed; if places were `covered`, as soon as they were, or last, too."""
    ways = [as_it_went(history, belief, told)]
    if covered:
        ways = [*dict.fromkeys((*ways, as_it_went(history, belief, told, covered), told))]
    if told.taken_back and covered:
        ways = [told, *_before_all_meanwhile(history, belief, covered, told)]
    if len(ways) == 1:
        return [((), ways[0])]
    back = max(way.taken_back for way in ways)
    latest = history.latest_actions(back)
    return [((*latest[: back - way.taken_back], *way.actions), way) for way in ways]


def _before_all_meanwhile(
    history: GameHistory[S, A], belief: Belief[A], covered: Mapping[Zone, float], told: Hypothesis[A]
) -> Iterator[Hypothesis[A]]:
    """What is told before the latest actions, before all those that were made since its place was covered."""
    kept = history.latest_actions(told.taken_back)
    gone = [covered[change.zone] for change in belief.away.missed if change.zone in covered]
    back = sum(at >= min(gone) for at in belief.open.times) if gone else 0
    if back > told.taken_back and [*told.actions[len(told.actions) - len(kept) :]] == [*kept]:
        earlier = Hypothesis(back, (*told.actions[: len(told.actions) - len(kept)], *history.latest_actions(back)))
        plain = _after(history, history.before_latest(told.taken_back), told.actions)
        if _after(history, history.before_latest(back), earlier.actions) not in (None, plain):
            yield earlier


def as_it_went(
    history: GameHistory[S, A], belief: Belief[A], told: Hypothesis[A], covered: Mapping[Zone, float] = NOTHING
) -> Hypothesis[A]:
    """The same story with each action among the open ones, where the pieces that it takes away were first missed.

    It is left as it is told where the rules do not allow that, or where it makes no difference.
    """
    begun = belief.open.begun
    latest = history.latest_actions(len(begun))
    if told.taken_back or told.held or len(latest) != len(begun):
        return told
    gone = _times(history, belief, told.actions, covered)
    plain = _after(history, history.state, told.actions)
    for first in (number for number, at in enumerate(begun) if gone and at > gone[0]):
        followed = zip(begun[first:], latest[first:], strict=True)
        ordered = sorted((*followed, *zip(gone, told.actions, strict=True)), key=itemgetter(0))
        placed = Hypothesis(len(begun) - first, tuple(action for _, action in ordered))
        after = _after(history, history.before_latest(placed.taken_back), placed.actions)
        if plain is None or after == plain:
            return told
        if after is not None and not diff(history.game.table(plain), history.game.table(after)):
            return placed
    return told


def _times(
    history: GameHistory[S, A], belief: Belief[A], actions: Sequence[A], covered: Mapping[Zone, float]
) -> list[float]:
    """When what each of the actions takes away was first missed: none before the one that is told before it."""
    game, state, times = history.game, history.state, list[float]()
    for action in actions:
        before, state = state, game.apply(state, action)
        lost = {change.zone for change in diff(game.table(before), game.table(state)) if change.delta < 0}
        times.append(max([_missed(belief, lost, covered), *times]))
    return times


def times_begun(
    game: Game[S, A], belief: Belief[A], state: S, actions: Sequence[A], kept: Mapping[A, float]
) -> Iterator[float]:
    """When the first of the pieces that each of the actions takes away was missed; else when it was told first.

    Those that are `kept` among others began when they did.
    """
    for action in actions:
        before, state = state, game.apply(state, action)
        lost = [change for change in diff(game.table(before), game.table(state)) if change.delta < 0]
        told = kept.get(action, belief.told_since(action))
        yield min((belief.away.missed.get(change, told) for change in lost), default=told)


def was_believed_since(at: float, action: A, history: GameHistory[S, A], belief: Belief[A]) -> bool:
    """Whether an open action that was believed later than that did as much as this one."""
    for back, made in enumerate(reversed(belief.open.times), 1):
        before, after = history.before_latest(back), history.before_latest(back - 1)
        if made > at and _after(history, before, (action,)) == after:
            return True
    return False


def _missed(belief: Belief[A], zones: set[Zone], covered: Mapping[Zone, float]) -> float:
    gone = (min(at, covered.get(change.zone, at)) for change, at in belief.away.missed.items() if change.zone in zones)
    return max(gone, default=belief.now)


def _after(history: GameHistory[S, A], state: S, actions: Sequence[A]) -> S | None:
    """The state after them; None if they break a rule."""
    for action in actions:
        if not is_legal(history.game, state, action):
            return None
        state = history.game.apply(state, action)
    return state
