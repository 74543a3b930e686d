"""How many touches a game takes: whole evenings that play themselves, and what fingers do for each kind of action.

    python -m benchmarks.touches [--evenings 20] [--game NAME] [--players 3] [--page docs/window.md]

People play as they mostly do (`HABITS`): they draw what may be drawn, nobody answers most attacks, and the rest is any
legal action, all kinds equally likely. What is done is counted on the values of the screen: a touch that does several
actions counts once. `by touch` is a table that nothing looks at. `watched` counts only what leaves no trace on the
table, since hands show the rest; `followed` leaves out of that what the companion finds by itself when the next piece
moves; `with dice` what two dice say that are thrown in their place, and taken up; `with cards` what a command card does
that is laid on the table.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import reduce
from itertools import chain, islice, pairwise, permutations, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click

from benchmarks.marked_pages import PAGE, put_on_pages, require_marks
from benchmarks.window_evenings.touch_paths import comes_to, ways
from companion.application.presses import asked_by
from companion.conformance.playouts import sensible, start
from companion.core.belief.hypothesis import Hypothesis
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import revise
from companion.core.belief.search import MOST_DECISIONS
from companion.core.command_cards import TITLES
from companion.core.game import Action, legal_actions, violation
from companion.core.heights import Height
from companion.core.screen import Confirm, Do, Drag, Intent, Pass, Screen, Select
from companion.core.selection import NO_SELECTION
from companion.core.table import diff
from companion.games import GAMES
from companion.session.touched_piece import what_brings_it_there

AnyGame = Any
PLAINEST = 0.4
TRIED = 1000
"""So many ways are followed for one action: what is found by none of them counts as one touch."""

MORE = 2
"""So many touches more than an action by itself needs are looked at for what does several."""

AHEAD = 12
"""So many actions one touch does at most."""

MOST = 1500
"""A game that takes more actions is counted so far."""

HABITS: Mapping[str, tuple[tuple[str, float], ...]] = {
    "inwo": (
        ("Lead", 1.0),
        ("DrawPlot", 0.9),
        ("DrawGroup", 0.9),
        ("TakeOver", 0.4),
        ("Proceed", 1.0),
        ("SpendToken", 0.9),
        ("NoMore", 0.95),
        ("RollInAll", 1.0),
        ("Conclude", 1.0),
        ("LetStand", 0.95),
        ("Done", 0.8),
        ("DeclareAttack", 0.4),
        ("Begin", 0.95),
        ("Knock", 0.5),
    ),
    "iron_sky": (
        ("Lay", 0.95),
        ("Shift", 1.0),
        ("Reveal", 1.0),
        ("Compare", 1.0),
        ("Play", 0.6),
        ("Move", 0.5),
        ("PlaceTile", 0.8),
        ("Done", 0.4),
        ("EndTurn", 1.0),
        ("TurnToken", 1.0),
    ),
}
"""For each game kinds of action that people take when they can, in this order, and how often they do."""

SELDOM = (
    *("LeaveGame", "Discard", "RemoveToken", "ByHand", "Claim", "Expose", "HandOver"),
    *("ReturnPlot", "GivePlot", "GiveGroup", "GiveResource"),
    *("PushMeter", "PushDevastation", "Resume", "Give", "Waive"),
)
"""What people do now and then only."""


def habitual(game: AnyGame, state: Any, random: Random) -> Action | None:
    """What is done next."""
    kinds: dict[str, list[Action]] = defaultdict(list)
    for action in legal_actions(game, state):
        kinds[type(action).__name__].append(action)
    for kind, often in HABITS.get(game.name, ()):
        if kind in kinds and random.random() < often:
            return _in_order(kinds[kind], random)
    return sensible(game, state, random, seldom=SELDOM)


def _in_order(ways: Sequence[Action], random: Random) -> Action:
    """Where each player has one way of it, the first does it first; else mostly the plainest, which comes first."""
    alone = len({each.player for each in ways}) == len(ways) > 1
    return ways[0] if alone or random.random() < PLAINEST else random.choice(ways)


def evening(game: AnyGame, players: int, seed: int) -> tuple[list[Any], list[Action]]:
    """The states and the actions of a game, one state more than actions."""
    random = Random(seed)
    states, actions = [start(game, players)], list[Action]()
    while len(actions) < MOST and (action := habitual(game, states[-1], random)) is not None:
        actions.append(action)
        states.append(game.apply(states[-1], action))
    return states, actions


COLUMNS = ("by touch", "watched", "followed", "with dice", "with cards")
MARKS, HEAD = "touches", 32
THROWN = (1, 1)
"""Any: what dice say of who adds anything is the same whatever they show."""


class Effort(NamedTuple):
    """So many touches a way takes, and so many of them that no command card does."""

    touches: int
    fingers: int


class Touches:
    """The touches of evenings, by the kind of action with which a way begins, and how many actions there were of it."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.actions, self.told = Counter[str](), {column: Counter[str]() for column in COLUMNS}

    def count(self, states: Sequence[Any], actions: Sequence[Action]) -> None:
        """An evening with as few touches as it can be told with; hands show what they can where a camera watches."""
        ways = [self._ways(states, actions, at) for at in range(len(actions))]
        looks = [*map(self._looks, states)]
        watched = {at for at, (one, other) in enumerate(pairwise(looks)) if one == other}
        followed = watched.difference(self._believed(states, actions, looks, watched))
        with_dice = followed.difference(self._thrown(states, actions))
        self.actions.update(type(each).__name__ for each in actions)
        self._add("by touch", actions, [{done: each.touches for done, each in of.items()} for of in ways])
        for column, unseen in zip(COLUMNS[1:], (watched, followed, with_dice, with_dice), strict=True):
            efforts = [
                {done: each.fingers if column == "with cards" else each.touches for done, each in of.items()}
                for of in ways
            ]
            shown = [
                # Of what hands have begun only the end is told.
                {
                    done: touches if at in unseen else min(touches, not unseen.isdisjoint(range(at, at + done)))
                    for done, touches in of.items()
                }
                for at, of in enumerate(efforts)
            ]
            self._add(column, actions, shown)

    def _believed(
        self, states: Sequence[Any], actions: Sequence[Action], looks: Sequence[Any], unseen: set[int]
    ) -> Iterator[int]:
        """What the next piece that moves tells of what was done before it: just that, and nothing else."""
        since = 0
        for at in range(len(states) - 1):
            if at in unseen:
                continue
            decisions = sum(each.player is not None for each in actions[since : at + 1])
            if since < at and decisions <= MOST_DECISIONS:
                table, piles = looks[at + 1]
                heights = {zone: Height(pile, pile) for zone, pile in piles.items()}
                found = revise(self._game, states[since], (), Sighting(table, table, Hidden(heights=heights)))
                if isinstance(found, Hypothesis) and self._after(states[since], found.actions) == states[at + 1]:
                    yield from range(since, at)
            since = at + 1

    def _after(self, state: Any, actions: Sequence[Action]) -> Any:
        for action in actions:
            if violation(self._game, state, action) is not None:
                return None
            state = self._game.apply(state, action)
        return state

    def _thrown(self, states: Sequence[Any], actions: Sequence[Action]) -> Iterator[int]:
        """What dice say that are thrown as soon as the evening goes on as they say; and that they are taken up."""
        for at, state in enumerate(states):
            said = self._game.thrown(state, THROWN)
            done = actions[at : at + len(said)]
            if said and len(done) == len(said) and {*done[:-1]} == {*said[:-1]} and done[-1].player is None:
                yield from range(at, at + len(said))
                after = at + len(said)
                shown = self._game.present(states[after]).notice if after < len(actions) else None
                if shown is not None and shown.foremost is not None and shown.foremost.intent == Do(actions[after]):
                    yield after

    def _add(self, column: str, actions: Sequence[Action], ways: Sequence[Mapping[int, int]]) -> None:
        """The touches of the shortest way through the evening, by the kind of action with which each step begins."""
        fewest = [0] * (len(actions) + 1)
        for at in reversed(range(len(actions))):
            fewest[at] = min(touches + fewest[at + done] for done, touches in ways[at].items())
        at = 0
        while at < len(actions):
            done, touches = min(ways[at].items(), key=lambda way: (way[1] + fewest[at + way[0]], -way[0]))
            self.told[column][type(actions[at]).__name__] += touches
            at += done

    def _drawn(self, state: Any, action: Action) -> Iterator[list[Intent]]:
        """A drag that shows what is done; or one onto another piece, and the answer to what is meant by it."""
        changes = diff(self._game.table(state), self._game.table(self._game.apply(state, action)))
        gone, come = ([each for each in changes if each.delta * way > 0] for way in (-1, 1))
        for source, target in product(gone, come):
            drag = Drag(source.zone, source.piece, target.zone)
            if source.piece == target.piece and what_brings_it_there(self._game, state, drag) == action:
                yield [Do(action)]
        for drag in self._between_named(state, action):
            onto = what_brings_it_there(self._game, state, drag)
            if onto == action:
                yield [Do(action)]
            for way in self._game.drawn_onto(state, drag.source, drag.piece, drag.target):
                if isinstance(way.intent, Do) and way.intent.action == action:
                    yield [drag, way.intent]

    def _between_named(self, state: Any, action: Action) -> Iterator[Drag]:
        """From what the action names to what else it names: pieces, or places with what lies there."""
        named = {str(getattr(action, field.name)) for field in fields(action)}  # type: ignore[arg-type]
        screen = self._game.present(state)
        cells = [cell for board in (*screen.boards, *(seat.board for seat in screen.seats)) for cell in board.cells]
        ends = [
            (cell.zone, cell.pieces)
            for cell in cells
            if cell.zone and (named.intersection(cell.pieces) or named & {cell.zone, cell.zone.rpartition(".")[0]})
        ]
        for (source, pieces), (target, _) in permutations(ends, 2):
            if len(pieces) == 1:
                yield Drag(source, pieces[0], target)

    def _looks(self, state: Any) -> tuple[Any, Any]:
        """What a camera may see of it: what lies open, and how high piles are."""
        return self._game.table(state), self._game.pile_heights(state)

    def _ways(self, states: Sequence[Any], actions: Sequence[Action], at: int) -> Mapping[int, Effort]:
        """How many actions one can go on from here, each with the fewest touches that do so many."""
        ends = {states[end]: end - at for end in range(at + 2, min(len(states), at + 1 + AHEAD))}
        found: dict[int, Effort] = {}
        for way in chain(self._drawn(states[at], actions[at]), islice(ways(self._game, states[at]), TRIED)):
            if 1 in found and len(way) > found[1].touches + MORE:
                break
            done = way[-1]
            assert isinstance(done, Do), "a way ends with what is done"
            single = comes_to(self._game, states[at], done.action, actions[at])
            count = ends.get(reduce(self._game.apply, done.actions, states[at]), 0) if done.then else int(single)
            if count and (count not in found or len(way) < found[count].touches):
                found[count] = Effort(len(way), self._fingers(states[at], way))
        return found or {1: Effort(1, 1)}

    def _fingers(self, state: Any, way: Sequence[Intent]) -> int:
        """How many of these touches are no answer that a command card gives."""
        selection, fingers = NO_SELECTION, 0
        for intent in way:
            fingers += intent not in _by_card(self._game.present(state, selection))
            if isinstance(intent, Select):
                selection = selection.picking(intent.pick)
        return fingers


def _by_card(screen: Screen) -> Iterator[object]:
    """What the cards ask for while this is shown."""
    for message in chain.from_iterable(asked_by(card, screen, paused=False) for card in TITLES):
        match message:
            case Pass():
                yield from (button.intent for button in screen.buttons if button.key == "pass")
            case Confirm() if screen.notice is not None and screen.notice.foremost is not None:
                yield screen.notice.foremost.intent
            case _:
                yield message


@click.command()
@click.option("--evenings", default=20, show_default=True)
@click.option("--game", type=click.Choice(list(GAMES)))
@click.option("--players", type=int, help="As many as the game takes at least, if not told.")
@click.option("--seed", default=32, show_default=True)
@click.option("--page", type=PAGE, help="The page on whose marks the table goes.")
def main(evenings: int, game: str | None, players: int | None, seed: int, page: Path | None) -> None:
    pages = [page] if page is not None else []
    require_marks(pages, [MARKS])
    lines = [f"{'touches an evening':{HEAD}}" + "".join(f"{column:>12}" for column in COLUMNS)]
    for name in [game] if game else GAMES:
        counted = Touches(GAMES[name])
        for number in range(evenings):
            counted.count(*evening(GAMES[name], players or min(GAMES[name].players), seed + number))
        print(lines[0], *(told := [*_told(name, counted, evenings)]), sep="\n", flush=True)
        lines += told[:1]
    if pages:
        put_on_pages(pages, MARKS, lines)


def _told(name: str, counted: Touches, evenings: int) -> Iterator[str]:
    sums = (of.total() / evenings for of in counted.told.values())
    yield _line(f"{name}, {evenings} x {counted.actions.total() / evenings:.0f} actions", sums)
    for kind, _ in counted.told["by touch"].most_common():
        row = (of[kind] / evenings for of in counted.told.values())
        yield _line(f"  {kind:14} {counted.actions[kind] / evenings:7.1f}", row)


def _line(head: str, figures: Iterable[float]) -> str:
    return f"{head:{HEAD}}" + "".join(f"{figure:12.1f}" for figure in figures)


if __name__ == "__main__":
    main()
