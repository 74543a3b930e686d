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

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from companion.core.evidence import Evidence
from companion.core.game import Action, Game, Seat, legal_actions, violation
from companion.core.inference import (
    Ambiguous,
    Explained,
    Explanation,
    Height,
    Illegal,
    Unexplained,
    explain,
    fit_heights,
)
from companion.core.table import UNREADABLE, Change, Piece, TableSnapshot, Zone, as_if_done, diff

S = TypeVar("S")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Revision(Generic[A]):
    """The `taken_back` latest open decisions were not made; these actions were.

    `held` are pieces that left their place and have not been seen since; if they were thrown away, `discards` is what
    happened, and `forced` says that nothing else can happen now. `outstanding` is what hands have yet to do, `unseen`
    what they do where the camera cannot look. `assumed` are those of the actions that left no trace on the table;
    `slip` is the broken rule, if nobody made them.
    """

    taken_back: int = 0
    actions: tuple[A, ...] = ()
    held: tuple[Change, ...] = ()
    discards: tuple[A, ...] = ()
    forced: bool = False
    outstanding: tuple[Change, ...] = ()
    unseen: tuple[Change, ...] = ()
    assumed: tuple[A, ...] = ()
    slip: Illegal[A] | None = None

    @property
    def changes_nothing(self) -> bool:
        return not self.taken_back and not self.actions

    @property
    def is_exact(self) -> bool:
        """Whether the table looks just as it should after these actions, and each of them shows."""
        return not self.outstanding and not self.assumed and not self.unseen


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

    readings: tuple[Revision[A], ...]


Finding = Revision[A] | Either[A] | Unfinished[A] | Ambiguous[A] | Illegal[A] | Unexplained


@dataclass(frozen=True, slots=True)
class Hidden:
    """What the labels tell of pieces out of sight.

    By zone, the pieces that may be `buried` under others there, those that were and have `resurfaced`, and those that
    have `arrived` from another zone, even if they look like what lay there before; and how high piles are by that.
    """

    buried: Mapping[Zone, Sequence[Piece]] = field(default_factory=dict)
    resurfaced: Mapping[Zone, Sequence[Piece]] = field(default_factory=dict)
    arrived: Mapping[Zone, Sequence[Piece]] = field(default_factory=dict)
    heights: Mapping[Zone, Height] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Look:
    """A way to understand what is not in sight: the table so understood, and the pieces taken to be in a hand."""

    seen: TableSnapshot
    heights: Mapping[Zone, Height]
    held: tuple[Change, ...] = ()


def revise(  # noqa: PLR0913
    game: Game[S, A],
    recent: Sequence[S],
    seen: TableSnapshot,
    done: TableSnapshot,
    hidden: Hidden,
    *,
    hasty: bool = False,
) -> Finding[A]:
    """What the table says, where `recent` are the states before each open decision and, last, the one believed now.

    `seen` is the table as it is, `done` the same with everything done that everybody knows hands have yet to do.
    Pieces that may be buried count as lying where they were, unless a story that the rest of the table tells needs them
    gone. `hasty`: one of the open decisions was made so shortly ago that its player
    may still be at it.
    """
    now = recent[-1]
    looks = _looks(game, now, done, hidden)
    if not diff(game.table(now), looks[0].seen):
        rest = _by_labels(game, now, looks[0]) or _nothing_but_held(game, now, looks)
        return _gone_with_the_latest(game, recent, seen, rest) if rest.held and not rest.discards else rest
    found = _exact(game, now, 0, looks)
    if found is not None:
        return _either(game, recent, seen, hidden, found) if hasty else found
    for steps, state in enumerate(reversed(recent[:-1]), 1):
        for table in (seen, done) if seen != done else (seen,):
            found = _exact(game, state, steps, _looks(game, state, table, hidden))
            if found is not None:
                return Revision(held=found.held) if _after(game, state, found.actions) == now else found
    return _inexact(game, recent, looks)


def _either(
    game: Game[S, A], recent: Sequence[S], seen: TableSnapshot, hidden: Hidden, found: Revision[A]
) -> Revision[A] | Either[A]:
    """What lands may belong to an earlier decision, unless that takes more from the table than is missing there."""
    for steps, before in enumerate(reversed(recent[:-1]), 1):
        other = _exact(game, before, steps, _looks(game, before, seen, hidden))
        if other is not None and other.is_exact and set(other.held) <= set(found.held):
            seats, fewer = _seats(other.actions), steps + len(_seats(found.actions)) - 1
            if seats[:1] == _seats(found.actions)[-1:] and len(set(seats)) > 1 and len(seats) == fewer:
                return Either((other, found))
    return found


def _seats(actions: Sequence[Action]) -> tuple[Seat, ...]:
    return tuple(action.player for action in actions if action.player is not None)


def _explained(game: Game[S, A], state: S, look: Look) -> Explanation[A]:
    """What explains the table. Stories of the same actions in another order are one story."""
    found = explain(game, state, look.seen, heights=look.heights)
    if isinstance(found, Ambiguous) and len({frozenset(reading.actions) for reading in found.readings}) == 1:
        return found.readings[0]
    return found


def _by_labels(game: Game[S, A], now: S, look: Look) -> Revision[A] | None:
    """The one legal action that shows only in the labels: a piece has gone from pile to pile of its kind."""
    if look.held or fit_heights(game, now, look.heights):
        return None
    before = game.table(now)
    found = [
        action
        for action in legal_actions(game, now)
        if not diff(game.table(after := game.apply(now, action)), before) and fit_heights(game, after, look.heights)
    ]
    return Revision(actions=(found[0],)) if len(found) == 1 else None


def _nothing_but_held(game: Game[S, A], now: S, looks: Sequence[Look]) -> Revision[A]:
    """Nothing has landed anywhere. If pieces are out of sight, they may have been thrown away for good."""
    held, gone = looks[0].held, diff(game.table(now), looks[-1].seen)
    if not gone:
        return Revision()
    found = _explained(game, now, looks[-1])
    if not isinstance(found, Explained) or found.outstanding or assumed(game, now, found.actions, looks[-1].seen):
        return Revision(held=held)
    forced = _is_chance(found.actions) or (held == gone and _only_discards(game, now))
    return Revision(held=gone, discards=found.actions, forced=forced)


def _gone_with_the_latest(game: Game[S, A], recent: Sequence[S], seen: TableSnapshot, rest: Revision[A]) -> Revision[A]:
    """What is held may have been put away by the latest open decision, if that was another one."""
    for before in recent[-2:-1]:
        found = _explained(game, before, Look(seen, {}))
        if isinstance(found, Explained) and not found.outstanding and len(_seats(found.actions)) == 1:
            return Revision(1, found.actions, unseen=rest.held)
    return rest


def _is_chance(actions: Sequence[Action]) -> bool:
    return not _seats(actions)


def _only_discards(game: Game[S, A], now: S) -> bool:
    """Whether whatever can be done now takes pieces away."""
    return not any(_lands(game, now, each) for each in legal_actions(game, now))


def _lands(game: Game[S, A], state: S, action: A) -> bool:
    """Whether the action brings a piece to lie somewhere, or shows nowhere."""
    changes = diff(game.table(state), game.table(game.apply(state, action)))
    return not changes or any(change.delta > 0 for change in changes)


def _looks(game: Game[S, A], state: S, seen: TableSnapshot, hidden: Hidden) -> tuple[Look, ...]:
    """The ways to understand the look, the likeliest first; the last one takes it as it is."""
    expected, found = game.table(state), []
    lying = _with(expected, seen, hidden.buried)
    for look in (lying, seen) if lying != seen else (seen,):
        back, held = _put_back(expected, look, hidden)
        found += [Look(back, hidden.heights, held)] * bool(held) + [Look(look, hidden.heights)]
    return tuple(found)


def _with(expected: TableSnapshot, seen: TableSnapshot, buried: Mapping[Zone, Sequence[Piece]]) -> TableSnapshot:
    """The table with those of its missing pieces that may be buried."""
    zones = dict(seen.zones)
    for zone, pieces in buried.items():
        if zone in zones and zone in expected.zones:
            lacking = Counter(expected.zones[zone]) - Counter(zones[zone])
            zones[zone] = tuple(sorted((*zones[zone], *(lacking & Counter(pieces)).elements())))
    return TableSnapshot(zones)


def _put_back(expected: TableSnapshot, seen: TableSnapshot, hidden: Hidden) -> tuple[TableSnapshot, tuple[Change, ...]]:
    """The table with every piece that vanished put back where it lay, and those pieces."""
    changes, resurfaced = diff(expected, seen), hidden.resurfaced
    balance = _like_what_lay_there(changes, hidden.arrived)
    for change in changes:
        back = resurfaced.get(change.zone, ()).count(change.piece) if change.delta > 0 else 0
        balance[change.piece] += change.delta - min(back, max(change.delta, 0))
    if balance[UNREADABLE] > 0:
        return seen, ()
    zones, held = {zone: Counter(pieces) for zone, pieces in seen.zones.items()}, []
    for change in changes:
        count = min(-change.delta, -balance[change.piece])
        if count > 0:
            balance[change.piece] += count
            zones[change.zone] -= Counter(resurfaced.get(change.zone, ())) - Counter(expected.zones[change.zone])
            zones[change.zone][change.piece] += count
            held.append(Change(change.zone, change.piece, -count))
    return TableSnapshot.of({zone: pieces.elements() for zone, pieces in zones.items()}), tuple(held)


def _like_what_lay_there(changes: Sequence[Change], arrived: Mapping[Zone, Sequence[Piece]]) -> Counter[Piece]:
    """The pieces that came where they change nothing: on a pile of their kind."""
    shown = Counter({(change.zone, change.piece): change.delta for change in changes if change.delta > 0})
    came = Counter((zone, piece) for zone, pieces in arrived.items() for piece in pieces)
    balance = Counter[Piece]()
    for (_, piece), count in (came - shown).items():
        balance[piece] += count
    return balance


def _exact(game: Game[S, A], state: S, steps: int, looks: Sequence[Look]) -> Revision[A] | None:
    """A story from `state` in which each action shows and after which the table is as it should be.

    One that happens in sight goes before one of which a part would have happened where the camera cannot look, and
    a short one before a long one.
    """
    found: list[Revision[A]] = []
    for look in looks:
        if not diff(game.table(state), look.seen) and fit_heights(game, state, look.heights):
            return Revision(steps, (), look.held)
        story = _explained(game, state, look)
        is_exact = isinstance(story, Explained) and story.actions and not story.outstanding
        if is_exact and isinstance(story, Explained) and not assumed(game, state, story.actions, look.seen):
            unseen = _unseen(game, state, story.actions, look.seen)
            found.append(Revision(steps, story.actions, look.held, unseen=unseen))
            if not unseen and len(_seats(story.actions)) <= 1:
                break
    return min(found, key=lambda story: (bool(story.unseen), len(_seats(story.actions))), default=None)


def _unseen(game: Game[S, A], state: S, actions: Sequence[A], seen: TableSnapshot) -> tuple[Change, ...]:
    """What the actions change where the camera cannot look."""
    changes = diff(game.table(state), game.table(_after(game, state, actions)))
    return tuple(change for change in changes if change.zone not in seen.zones)


def _after(game: Game[S, A], state: S, actions: Sequence[A]) -> S:
    for action in actions:
        state = game.apply(state, action)
    return state


def assumed(game: Game[S, A], state: S, actions: Sequence[A], seen: TableSnapshot) -> tuple[A, ...]:
    """Those of the actions that changed nothing that could be seen."""
    traceless = []
    for action in actions:
        before = game.table(state).zones
        state = game.apply(state, action)
        after = game.table(state).zones
        if action.player is not None and all(before.get(zone) == after.get(zone) for zone in seen.zones):
            traceless.append(action)
    return tuple(traceless)


def _inexact(game: Game[S, A], recent: Sequence[S], looks: Sequence[Look]) -> Finding[A]:
    """What is likeliest where no story explains everything: work left to do, an assumed pass, a part, a slip."""
    now = recent[-1]
    explained = [(look, _explained(game, now, look)) for look in looks if not look.held]
    # What may be buried in one place hides no broken rule in another: the first look counts that anything explains.
    look, found = next((each for each in explained if not isinstance(each[1], Unexplained)), explained[-1])
    match found:
        case Explained(actions, outstanding):
            slip = _slip(game, now, look)
            unseen = assumed(game, now, actions, look.seen)
            if outstanding and (slip is not None or len(_seats(actions)) > len(unseen) + 1):
                return Unfinished(0, actions, outstanding, slip)
            return Revision(actions=actions, outstanding=outstanding, assumed=unseen, slip=slip)
        case Ambiguous(readings) if all(reading.outstanding for reading in readings):
            return Unfinished(0, readings[0].actions, readings[0].outstanding, _slip(game, now, look))
        case Ambiguous():
            return found
        case _:
            return _part(game, recent, looks, found)


def _slip(game: Game[S, A], state: S, look: Look) -> Illegal[A] | None:
    """The one action against the rules that explains all that is seen, nothing left to do."""
    for action in game.candidates_for(state, Evidence.between(game.table(state), look.seen)):
        found, after = violation(game, state, action), game.apply(state, action)
        if found is not None and not diff(game.table(after), look.seen) and fit_heights(game, after, look.heights):
            return Illegal((), action, found)
    return None


def _part(game: Game[S, A], recent: Sequence[S], looks: Sequence[Look], found: Illegal[A] | Unexplained) -> Finding[A]:
    """An unfinished legal action, from now or from before an open decision; else what was found."""
    slip = found if isinstance(found, Illegal) else None
    for steps, state in enumerate(reversed(recent)):
        for look in looks:
            for action, missing in _containing(game, state, look.seen):
                return Unfinished(steps, (action,), missing, slip)
    for look in looks:
        for actions, missing in _with_the_next(game, recent[-1], look.seen):
            return Unfinished(0, actions, missing)
    return found


def _with_the_next(
    game: Game[S, A], state: S, seen: TableSnapshot
) -> Iterator[tuple[tuple[A, ...], tuple[Change, ...]]]:
    """A part of a legal action, and the whole of the next one; with what the table still lacks of the first."""
    before = game.table(state)
    changed = {(change.zone, change.piece): change.delta for change in diff(before, seen)}
    for action in legal_actions(game, state):
        after = game.apply(state, action)
        whole = diff(before, game.table(after))
        missing = tuple(left for change in whole if (left := _left_of(change, changed)).delta)
        if missing and missing != tuple(Change(change.zone, change.piece, -change.delta) for change in whole):
            for other in _whole(game, after, as_if_done(seen, missing)):
                yield (action, other), missing


def _left_of(change: Change, changed: Mapping[tuple[Zone, Piece], int]) -> Change:
    """What the table still lacks of a change."""
    some = changed.get((change.zone, change.piece), 0)
    return Change(change.zone, change.piece, -change.delta + (some if _is_part(some, change.delta) else 0))


def _whole(game: Game[S, A], state: S, seen: TableSnapshot) -> Iterator[A]:
    """The legal decisions that explain all that is seen."""
    for action in game.candidates_for(state, Evidence.between(game.table(state), seen)):
        legal = action.player is not None and violation(game, state, action) is None
        if legal and not diff(game.table(game.apply(state, action)), seen):
            yield action


def _containing(game: Game[S, A], state: S, seen: TableSnapshot) -> Iterator[tuple[A, tuple[Change, ...]]]:
    """The legal actions of which the changes are a part, with what the table still lacks of them."""
    before = game.table(state)
    changed = {(change.zone, change.piece): change.delta for change in diff(before, seen)}
    if not changed or any(piece == UNREADABLE for _, piece in changed):
        return
    for action in legal_actions(game, state):
        after = game.table(game.apply(state, action))
        whole = {(change.zone, change.piece): change.delta for change in diff(before, after)}
        if all(_is_part(delta, whole.get(place, 0)) for place, delta in changed.items()):
            yield action, diff(after, seen)


def _is_part(some: int, whole: int) -> bool:
    return 0 < some <= whole or whole <= some < 0
