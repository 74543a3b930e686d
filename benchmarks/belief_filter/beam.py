"""The beam: the cheapest paths since all was settled, from look to look, and what the session reads off it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.belief_filter.looks import Look
from benchmarks.belief_filter.paths import SLOW, Back, Path, Weighed, weigh
from benchmarks.belief_filter.proposals import Proposals
from benchmarks.playouts import AnyGame
from companion.core.belief.hypothesis import Either, Finding, Hypothesis, Unfinished
from companion.core.belief.partial_actions import steps_of
from companion.core.belief.search import Unexplained
from companion.core.belief.transposition_table import position
from companion.core.table import Piece, Zone, diff

WIDTH = 24
"""So many paths are carried on."""

MOST_BASES = 6
"""From so many states it is sought how hands went on."""

MOST_WITH_PARTS = 3
"""From so many of them also decisions are looked for of which no more than a part is seen."""

ROUNDS = 2
"""What goes on from what was just found is sought once more where nothing explains the whole table."""

MOST_PENDING = 4
"""Of so many settled actions hands may still have work to do."""

MOST_LOOKS = 16
MOST_DECISIONS = 3
MOST_ANSWERS = 4


class Beam:
    """Paths and the looks that they are weighed against, since the history's state after `root` actions."""

    def __init__(self, game: AnyGame, width: int = WIDTH) -> None:
        self._game, self._width = game, width
        self.root: int | None = None
        self.looks: list[Look] = []
        self.paths: list[Path] = []
        self.ranked: list[Weighed] = []
        self._lay: dict[Zone, tuple[Piece, ...]] = {}
        """What lay in each zone when it was in sight last."""
        self._sought: object = None

    # --- the history goes on ---

    def follow(self, states: Sequence[Any], actions: Sequence[Any], settled: int, kept: int) -> None:
        """The journal stands so: its states and actions. What lies before the `settled` one is not gone back on; what
        was done since the `kept` one may still be on its way."""
        root = max(min(kept, settled), settled - MOST_PENDING)
        before = root if self.root is None else min(self.root, len(actions))
        own = Path(tuple(position(self._game, state).state for state in states[root:]), tuple(actions[root:]))
        fixed = tuple(actions[root:settled])
        rooted = (_from(path, own.states[0]) for path in self.paths)
        kept_paths = [path for path in rooted if path is not None and path.done[: len(fixed)] == fixed]
        if root > before:
            self._drop_looks(Path(tuple(states[before:]), tuple(actions[before:])), root - before)
        self.root, self.own, self.fixed = root, own, len(fixed)
        self.paths = [own, *kept_paths]

    def _drop_looks(self, path: Path, steps: int) -> None:
        """Those at which hands had not come so far yet."""
        first = next((n for n, look in enumerate(self.looks) if self._is_past(look, path, steps)), len(self.looks) - 1)
        self.looks = self.looks[max(0, first) :]

    def _is_past(self, look: Look, path: Path, steps: int) -> bool:
        before = min(look.on(self._game, state).astray for state in path.states[:steps])
        after = min(look.on(self._game, state).astray for state in path.states[steps:])
        return after < before or (after == before == 0 and not look.on(self._game, path.states[steps]).held)

    # --- a look ---

    def look(self, look: Look) -> None:
        if self.looks:
            self.looks[-1].until = look.at
        self.looks = [*self.looks, look][-MOST_LOOKS:]
        self._lay |= look.seen.zones

    def think(self, *, hasty: bool) -> None:
        """Goes on with every path, and keeps the cheapest. `hasty`: people may still be at what was believed last."""
        now, before = self.looks[-1], self.looks[-2] if len(self.looks) > 1 else None
        ranked = self._best(self.paths)
        sought = self.own.end, dict(self._lay), hasty
        proposals = self.proposals = Proposals(self._game, now, before)
        is_plain = ranked[0].path.end == self.own.end and ranked[0].is_whole and not ranked[0].cost.left
        if not is_plain and sought != self._sought:
            self._sought = sought
            paths, asked = list(self.paths), set[Any]()
            for _ in range(ROUNDS):
                for bases, least in self._bases(ranked):
                    best = ranked[0].cost
                    is_dear = least > (best.looks, best.acts) if hasty else least >= (best.looks, best.acts)
                    if (best[:3] == (0, 0, 0) and is_dear) or bases[0].end in asked:
                        continue  # it cannot be cheaper
                    asked.add(bases[0].end)
                    with_parts = len(asked) <= MOST_WITH_PARTS and ranked[0].cost.astray > 0
                    paths += self._forks(bases, proposals, with_parts=with_parts)
                    ranked = self._best(paths)
                if ranked[0].is_whole and not ranked[0].cost.left:
                    break
        self.ranked = ranked[: self._width]
        self.paths = [each.path for each in self.ranked]

    def _best(self, paths: Sequence[Path]) -> list[Weighed]:
        """The cheapest path to each end, the cheapest first."""
        found: dict[Any, Weighed] = {}
        for path in dict.fromkeys(paths):
            weighed = weigh(self._game, path, self.looks, self.own, self.root or 0)
            if path.end not in found or weighed.cost < found[path.end].cost:
                found[path.end] = weighed
        return sorted(found.values(), key=lambda each: each.cost)

    def _bases(self, ranked: Sequence[Weighed]) -> Sequence[tuple[Sequence[Path], tuple[int, int]]]:
        """From where it is sought how hands went on: paths to one state, with what going on costs at least in looks and
        acts. The end of the journal's path first, then where that may be left, then the ends of the best others."""
        own, decisions, rested = self.own, sum(step.player is not None for step in self.own.steps), 0
        ways = {each.path.end: each.path for each in ranked}
        bases: dict[Any, tuple[Sequence[Path], tuple[int, int]]] = {own.end: ([own, ways.get(own.end, own)], (0, 0))}
        taken_back = 0
        for steps in range(len(own.steps) - 1, self.fixed - 1, -1):
            is_decision = own.steps[steps].player is not None
            decisions, taken_back = decisions - is_decision, taken_back + is_decision
            if taken_back > MOST_DECISIONS:
                break
            rested += is_decision and self._rested_on(own.states[steps + 1])
            state, short = own.states[steps], own.upto(steps)
            bases.setdefault(state, ([short, ways.get(state, short)], (0, decisions + rested + 1)))
        for each in ranked[:MOST_BASES]:
            bases.setdefault(each.path.end, ([each.path], (each.cost.looks, each.cost.decisions + 1)))
        return list(bases.values())[:MOST_BASES]

    def _rested_on(self, state: Any) -> bool:
        """Whether the table stood for a while just as it does in that state: no hand was on its way then."""
        looks = (look for look in self.looks[:-1] if look.until - look.at >= SLOW)
        return any(not misfit.astray and not misfit.held for misfit in (look.on(self._game, state) for look in looks))

    def _forks(self, bases: Sequence[Path], proposals: Proposals, *, with_parts: bool) -> Iterator[Path]:
        for actions in proposals.after(bases[0].end, with_parts=with_parts):
            yield from (base.then(self._game, actions) for base in bases)
        for base in bases:
            done, decisions = base.done, 0
            for count in range(1, len(done) - self.fixed + 1):
                decisions += done[-count].player is not None
                if decisions > MOST_DECISIONS:
                    break
                yield base.back(count)

    # --- what it says ---

    def finding(self) -> Finding[Any]:
        best = self.ranked[0]
        if best.cost.astray:
            return self._astray(best)
        if not best.is_done:
            return self._under_way(best)
        if best.now.held and self._told(best).changes_nothing:
            return self._held(best)
        if best.cost.traceless:
            return self._told(best, assumed=True)
        near = [each for each in self.ranked if each.cost[:6] == best.cost[:6] and each.is_done]
        near = [each for each in near if bool(each.now.held) == bool(best.now.held)]
        if 1 < len(near) <= MOST_ANSWERS and not best.now.held:
            return Either(tuple(map(self._told, near)))
        return self._told(best)

    def _told(self, each: Weighed, *, assumed: bool = False) -> Hypothesis[Any]:
        taken_back, actions = self._net(each.path)
        if each.path.end == self.own.end:
            taken_back, actions = 0, ()
        held = tuple(each.now.held)
        traceless = ()
        if assumed:
            traceless = self._traceless(each.path, actions)
        changes = diff(position(self._game, self.own.end).table, position(self._game, each.path.end).table)
        unseen = tuple(change for change in changes if change.zone not in self.looks[-1].seen.zones)
        return Hypothesis(taken_back, actions, held, assumed=traceless, unseen=unseen)

    def _traceless(self, path: Path, actions: Sequence[Any]) -> tuple[Any, ...]:
        states = path.states[len(path.states) - len(actions) - 1 :]
        tables = [position(self._game, state).table for state in states]
        return tuple(
            action
            for n, action in enumerate(actions)
            if action.player is not None and not diff(tables[n], tables[n + 1])
        )

    def _net(self, path: Path) -> tuple[int, tuple[Any, ...]]:
        done, own = path.done, self.own.done
        same = next(
            (n for n, (one, other) in enumerate(zip(done, own, strict=False)) if one != other), min(len(done), len(own))
        )
        return len(own) - same, done[same:]

    def _held(self, best: Weighed) -> Hypothesis[Any]:
        gone = tuple(best.now.held)
        whole = [
            each for each in self.ranked if each.is_whole and not each.cost.left and each.cost.looks <= best.cost.looks
        ]
        thrown = [each for each in whole if not self._net(each.path)[0]][:MOST_ANSWERS]
        back = [each for each in whole if self._net(each.path)[0] and not self._net(each.path)[1]][:1]
        if not thrown and back:
            undone = self._told(back[0])
            by_chance = self.own.done[len(self.own.done) - undone.taken_back].player is None
            if by_chance:
                return Hypothesis(held=gone, discarded=(undone,))
            return Hypothesis(undone.taken_back, undone.actions, unseen=gone)
        others = [each for each in whole if self._net(each.path)[0] and self._net(each.path)[1]]
        discarded = tuple(self._told(each) for each in (*thrown, *back, *others)[:MOST_ANSWERS])
        nothing_else = len(thrown) == 1 and (self._only_discards() or len({change.zone for change in gone}) > 1)
        is_forced = len(discarded) == 1 and nothing_else
        slip = None if discarded else self.proposals.slip(self.own.end)
        whole_slip = slip if slip is not None and not slip.actions and not slip.outstanding else None
        return Hypothesis(held=gone, discarded=discarded, forced=is_forced, due=is_forced, slip=whole_slip)

    def _only_discards(self) -> bool:
        steps = [*steps_of(self._game, self.own.end, self._game.candidates(self.own.end))]
        return bool(steps) and all(step.changes and all(change.delta < 0 for change in step.changes) for step in steps)

    def _under_way(self, best: Weighed) -> Finding[Any]:
        left = tuple(best.now.left)
        taken_back, actions = self._net(best.path)
        if best.path.end == self.own.end:
            return Hypothesis()  # what hands have yet to do is known
        others = [each for each in self.ranked[1:] if not each.cost.astray and not each.is_done and not each.now.held]
        others = [each for each in others if each.cost.traceless <= best.cost.traceless]
        slip = self.proposals.slip(self.own.end)
        decided = sum(action.player is not None for action in actions)
        if others or taken_back or decided > 1 or slip is not None:
            return Unfinished(taken_back, actions, left, slip)
        return Hypothesis(taken_back, actions, tuple(best.now.held), outstanding=left)

    def _astray(self, best: Weighed) -> Finding[Any]:
        told = self._told(best)
        slip = self.proposals.slip(self.own.end)
        if slip is not None:
            return slip
        if told.actions and best.is_done:
            return Hypothesis(told.taken_back, told.actions, told.held, amid_doubt=True)
        return Unexplained(diff(position(self._game, self.own.end).table, self.looks[-1].seen))


def _from(path: Path, state: Any) -> Path | None:
    """The rest of the path from where it comes to that state, if it never goes back behind it."""
    number = next((number for number, each in enumerate(path.states) if each == state), None)
    rest = None if number is None else Path(path.states[number:], path.steps[number:])
    return rest if rest is not None and _is_sound(rest) else None


def _is_sound(path: Path) -> bool:
    """Whether it takes back no more than it has done."""
    done = 0
    for step in path.steps:
        done += -step.actions if isinstance(step, Back) else 1
        if done < 0:
            return False
    return True
