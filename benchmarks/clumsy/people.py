"""People at a table, and the companion that watches them: hands, a clock, a model owner, verdicts.

The real vote, session, rules and journal stand between the table and the verdict. A model owner reads the screen and
taps at most what it offers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, count
from random import Random
from typing import Any, Protocol

from benchmarks.clumsy.eye import IdealEye
from benchmarks.clumsy.stacks import Whole, whole_table
from benchmarks.clumsy.tabletop import OFF, Carry, NotPossible, Tabletop, Thing
from benchmarks.playouts import NAMES, AnyGame, start
from companion.core.game import Options, legal_actions, violation
from companion.core.inference import Ambiguous, Explained, explain
from companion.core.revision import assumed
from companion.core.screen import Answer, Do, Identify, Notice, NoticeKind
from companion.core.table import Box, Observation, TableSnapshot, Tag, Zone, diff
from companion.games import GAMES
from companion.session.game_history import GameHistory
from companion.session.messages import Conclusion, Tick
from companion.session.prompts import Believe, LeaveAlone, Prompt, Reply, Restore, TakeBack, TrustTable
from companion.session.session import Session
from companion.store import JournalStore

FRAMES_A_SECOND = 5
CALM_AFTER, CALM_STEP = 5.0, 1.0
"""Seconds of the same after which so long a step is enough: nothing waits for longer than the table's rest."""

MOST_TOUCHES = 6
HAND_MM = 45.0
NAMED_WITHIN = 4.0
"""Seconds from the hand's leaving in which an illegal move has to be named."""

QUESTIONS = (NoticeKind.QUESTION, NoticeKind.DISAGREE)
EVENINGS = 30
LONGEST_EVENING = 160
MOST_ILLEGAL, MOST_OF_A_KIND, MOST_EVENTS = 200, 40, 200

Hands = tuple[Box, ...]


class Watch(Protocol):
    """What stands between the table and the session."""

    def watch(self, at: float, hands: Hands, covers: Hands, hidden: bool) -> Observation | None:
        """One more frame: what has become certain, or None where nothing has."""


@lru_cache(maxsize=1024)
def evening_of(name: str, players: int, number: int) -> Sequence[Any]:
    """The actions of a random evening of a game, all kinds equally likely, that is not over yet."""
    game, random, done = GAMES[name], Random(number), []
    state = start(game, players)
    for _ in range(LONGEST_EVENING):
        action = next(
            (action for action in _by_kind(game.candidates(state), random) if is_legal(game, state, action)), None
        )
        if action is None or game.outcome(state := game.apply(state, action)) is not None:
            break
        done.append(action)
    return tuple(done)


def is_legal(game: AnyGame, state: Any, action: Any) -> bool:
    return violation(game, state, action) is None


def _by_kind(actions: Iterable[Any], random: Random) -> Iterator[Any]:
    """The actions in random order, kind by kind."""
    kinds: dict[type, list[Any]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    order = list(kinds.values())
    random.shuffle(order)
    for some in order:
        random.shuffle(some)
        yield from some


@dataclass(slots=True)
class Verdict:
    """What became of one trial."""

    behaviour: str
    game: str
    players: int
    seed: int
    silently_wrong: bool = False
    wrong_for_a_moment: bool = False
    false_not_allowed: bool = False
    unfair_question: bool = False
    deadlock: bool = False
    crashed: bool = False
    unnamed: bool = False
    """An illegal move was not named within its time."""
    illegal: bool = False
    """Whether an illegal move was made."""
    touches: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return not (
            self.silently_wrong
            or self.wrong_for_a_moment
            or self.false_not_allowed
            or self.unfair_question
            or self.deadlock
            or self.crashed
            or self.unnamed
        )


class People:
    """Hands at a table, a clock, and the companion that watches them. `truth` are the states that really were."""

    def __init__(self, game: AnyGame, players: int, seed: int) -> None:
        self.game, self.players, self.seed, self.random = game, players, seed, Random(seed)
        self.verdict = Verdict("", game.name, players, seed)
        self.store = JournalStore(":memory:")
        evening = self.store.begin(game.name, Options(NAMES[:players]))
        self.history = GameHistory(game, self.store, evening)
        done = evening_of(game.name, players, self.random.randrange(EVENINGS))
        self.history.do(done[: self.random.randrange(1, len(done) + 1)], "touch")
        self.truth: list[Any] = [self.history.state]
        self.log: list[Conclusion] = []
        self.session = Session(self.history, lambda _: None, self.log.append)
        self.layout = game.layout(self.history.state)
        self.table = Tabletop(game, self.layout, self.random)
        self._lay_out()
        self.eye = IdealEye(self.table)
        self.eyes: Watch = self.eye
        self.covers: list[Box] = []
        self.light = 1.0
        self.at = 0.0
        self.doubtful = False
        """Whether something really lies where it does not belong, and may be asked about or named."""
        self.illegal: Any = None
        """The illegal action that lies on the table, if one does."""
        self.named_after: float | None = None
        self._illegal_since = 0.0
        self._legal: tuple[Any, tuple[Any, ...]] | None = None
        self._standing = len(self.history.played)

    def _lay_out(self) -> None:
        """Stacks grow piece by piece, as they grew in the evening: the camera saw each before it was covered."""
        whole = whole_table(self.game, self.history.state)
        look, buried = IdealEye(self.table), self.session._state.table._buried
        self.table.lay_out({zone: pieces for zone, pieces in whole.items() if not self.table.is_pile(zone, pieces)})
        growing = {zone: list(pieces) for zone, pieces in whole.items() if self.table.is_pile(zone, pieces)}
        while any(growing.values()):
            self.table.lay_out({zone: (pieces.pop(0),) for zone, pieces in growing.items() if pieces})
            buried.look(self.layout.read(look.look()))

    @property
    def state(self) -> Any:
        """What is true now."""
        return self.truth[-1]

    # --- time ---

    def frame(self, hands: Hands = (), hidden: bool = False, seconds: float = 1 / FRAMES_A_SECOND) -> None:
        self.at += seconds
        said = self.eyes.watch(self.at, hands, tuple(self.covers), hidden)
        if said is not None:
            self.session.handle(said)
            self._check()
        self.session.handle(Tick(self.at))
        self._check()

    def wait(self, seconds: float, hands: Hands = ()) -> None:
        """Frame by frame; once nothing has stirred for long, in larger steps."""
        end, calm = self.at + seconds, self.at + CALM_AFTER
        self.frame(hands)
        while self.at < end - 1e-6:
            self.frame(hands, seconds=1 / FRAMES_A_SECOND if self.at < calm else CALM_STEP)

    def _check(self) -> None:
        """After each message: was anything believed that never was, or said that is not so?"""
        if len(self.history.played) != self._standing:
            self._standing = len(self.history.played)
            if self.history.state not in self.truth and not self._is_prefix() and not self._lies_so():
                self._mark(
                    "wrong_for_a_moment",
                    f"{self.at:.1f} believed {self.game.write_action(self.history.played[-1].action)}",
                )
        prompt = self.session._state.dialogue.shown
        if prompt is None:
            return
        notice = prompt.notice
        told = (
            f"{self.at:.1f} {notice.heading} | {', '.join(map(str, (*notice.lines, *(w for w, _ in prompt.replies))))}"
        )
        if self.illegal is not None:
            if self.named_after is None and _names_a_rule(notice):
                self.named_after = self.at - self._illegal_since
        elif notice.kind is NoticeKind.ILLEGAL and not self.doubtful:
            self._mark("false_not_allowed", told)
        elif notice.kind in QUESTIONS and not self.doubtful and not self._is_fair(prompt):
            self._mark("unfair_question", told)

    def _is_fair(self, prompt: Prompt) -> bool:
        """Whether the table, as far as it is in sight, allows two of the answers, and the true one is among them."""
        replies = [reply for _, reply in prompt.replies]
        zones = {reply.zone for reply in replies if isinstance(reply, Identify)}
        if zones:
            return any(
                thing.shows == "torn" and not self.eye.knows(thing)
                for thing in self.table.things
                if thing.zone in zones
            )
        ends = [self._after(reply) for reply in replies if isinstance(reply, Believe)]
        if not any(end in self.truth[-2:] for end in ends):
            return False
        seen = self.session._state.table._seen
        return len([end for end in (*ends, self.history.state) if not diff(self.game.table(end), seen)]) > 1

    def _lies_so(self) -> bool:
        """Whether what lies elsewhere for the moment makes just what is believed, and nobody can tell."""
        believed = whole_table(self.game, self.history.state)
        return (self.doubtful or self.illegal is not None) and not self.table.carries_to(believed)

    def _is_prefix(self) -> bool:
        """Whether what is believed is an open part of something true: to be made whole by what follows."""
        believed, table = self.game.table(self.history.state), self.game.table
        return any(_is_between(table(a), believed, table(b)) for a, b in combinations(self.truth[-4:], 2))

    def _mark(self, what: str, note: str) -> None:
        if not getattr(self.verdict, what):
            self.verdict.notes.append(f"{what}: {note}")
        setattr(self.verdict, what, True)

    # --- hands ---

    def hands_over(self, *zones: Zone) -> Hands:
        known = self.layout.zones
        centres = [known[zone].centre for zone in zones if zone in known]
        return tuple(Box(x - HAND_MM, y - HAND_MM, x + HAND_MM, y + HAND_MM) for x, y in centres)

    def carry(self, carry: Carry) -> None:
        """A hand comes, takes, carries and lets go."""
        self.lay(self.lift(carry), carry)

    def lift(self, carry: Carry) -> Tag:
        if carry.source == OFF:
            return self.table.fetch(carry.piece)
        if self.table.find(carry.source, carry.piece) is None:
            raise NotPossible(f"{carry} cannot be done")
        hands = self.hands_over(carry.source)
        self.wait(0.4, hands)
        tag = self.table.take_from(carry)
        self.frame(hands)
        return tag

    def lay(self, tag: Tag, carry: Carry) -> None:
        if carry.target == OFF:
            self.table.drop(tag)
            return
        hands = self.hands_over(carry.target)
        self.wait(0.4, hands)
        self.table.lay(tag, carry)
        self.frame(hands)

    def swiftly(self, moves: Iterable[Carry]) -> None:
        """All of it in one go, as tidy people do."""
        moves = list(moves)
        zones = {zone for move in moves for zone in (move.source, move.target)} - {OFF}
        hands = self.hands_over(*sorted(zones))
        self.wait(0.4, hands)
        tags = [self.table.fetch(move.piece) if move.source == OFF else self.table.take_from(move) for move in moves]
        self.frame(hands)
        for tag, move in zip(tags, moves, strict=True):
            self.table.lay(tag, move)
        self.wait(0.4, hands)

    # --- what may be done ---

    def moves_of(self, action: Any) -> list[Carry]:
        """What hands have to carry for it, from what really lies there."""
        return self.table.moves(self.state, self.game.apply(self.state, action))

    def shows(self, action: Any) -> bool:
        """Whether the table looks otherwise after it."""
        return self.game.table(self.state) != self.game.table(self.game.apply(self.state, action))

    def legal(self) -> Sequence[Any]:
        """All legal actions now."""
        if self._legal is None or self._legal[0] is not self.state:
            self._legal = self.state, tuple(legal_actions(self.game, self.state))
        return self._legal[1]

    def a_decision(self, least: int = 1, fits: Callable[[Any], bool] = lambda _: True) -> Any | None:
        """A legal decision that shows on the table, with at least so many carries; each kind equally likely."""
        return self._first_fitting(
            self.legal(), lambda action: fits(action) and self.shows(action) and len(self.moves_of(action)) >= least
        )

    def a_traceless_decision(self) -> Any | None:
        """One that nobody can see, such as a pass."""
        return self._first_fitting(self.legal(), lambda action: not self.shows(action))

    def an_illegal(self) -> Any | None:
        """An action against the rules that hands can carry out, and that nothing legal looks like."""
        tables = {id(action): self.game.table(self.game.apply(self.state, action)) for action in self.legal()}
        legal = list(tables.values())
        tried = count()

        def fits(action: Any) -> bool:
            if next(tried) > MOST_ILLEGAL or violation(self.game, self.state, action) is None:
                return False
            if not self.shows(action) or not self._can_be_carried(self.moves_of(action)):
                return False
            after = self.game.table(self.game.apply(self.state, action))
            return after not in legal and not self._has_legal_story(after)

        return self._first_fitting(self.game.candidates(self.state), fits)

    def _has_legal_story(self, after: TableSnapshot) -> bool:
        """Whether several legal moves, each of which shows, make the same table."""
        found = explain(self.game, self.state, after)
        if isinstance(found, Ambiguous):
            return any(not assumed(self.game, self.state, reading.actions, after) for reading in found.readings)
        return isinstance(found, Explained) and not assumed(self.game, self.state, found.actions, after)

    def _can_be_carried(self, moves: Sequence[Carry]) -> bool:
        lying = Counter((thing.zone, thing.piece) for thing in self.table.things)
        lying.subtract((move.source, move.piece) for move in moves if move.source != OFF)
        return bool(moves) and all(number >= 0 for number in lying.values())

    def _first_fitting(self, actions: Iterable[Any], fits: Callable[[Any], bool]) -> Any | None:
        """An action of players that fits: kinds in random order, and of a kind in random order."""
        kinds: dict[type, list[Any]] = {}
        for action in actions:
            if action.player is not None:
                kinds.setdefault(type(action), []).append(action)
        order = list(kinds.values())
        self.random.shuffle(order)
        for some in order:
            self.random.shuffle(some)
            if (found := next((action for action in some[:MOST_OF_A_KIND] if fits(action)), None)) is not None:
                return found
        return None

    def happened(self, action: Any) -> None:
        """From now on it is true; before all its parts lie there too, since nobody can tell."""
        self.becomes(self.game.apply(self.state, action))

    def becomes(self, state: Any) -> None:
        self.truth.append(state)
        layout = self.game.layout(state)
        if layout != self.layout:
            self.layout = layout
            self.table.use(layout)

    def do(self, action: Any) -> None:
        """Tidily."""
        moves = self.moves_of(action)
        self.happened(action)
        self.swiftly(moves)

    def touch(self, action: Any) -> None:
        """What nobody can see is done on the screen."""
        self.happened(action)
        self.session.handle(Do(action))

    def chance(self) -> None:
        """Hands do what chance demands next, tidily, until a player has to decide."""
        for _ in range(MOST_EVENTS):
            events = [action for action in self.legal() if action.player is None]
            if not events or len(events) < len(self.legal()):
                return
            self.random.shuffle(events)
            in_sight = next((action for action in events if self.shows(action)), None)
            if in_sight is not None:
                self.do(in_sight)
            else:
                self.touch(events[0])
            self.wait(0.8)

    def put_right(self) -> None:
        """Whatever lies otherwise than it should is put right."""
        self.covers.clear()
        self.light = 1.0
        self.eye.foreign.clear()
        wanted = whole_table(self.game, self.state)
        if moves := self.table.carries_to(wanted):
            self.swiftly(moves)
        for _ in range(3):
            for tag in [thing.tag for thing in self.table.things if not self._lies_well(thing, wanted)]:
                if not self._lies_well(self.table.thing(tag), wanted):
                    self._straighten(tag)
        for zone, tags in list(self.table.misordered(wanted)):
            hands = self.hands_over(zone)
            self.wait(0.4, hands)
            self.table.reorder(zone, tags)
            self.frame(hands)

    def _lies_well(self, thing: Thing, wanted: Whole) -> bool:
        box = self.layout.zones.get(thing.zone)
        if thing.shows != "label" or (box is not None and not box.contains(thing.label.x, thing.label.y)):
            return False
        return self.table.is_free(thing) or self.table.is_hidden_rightly(thing, wanted)

    def _straighten(self, tag: Tag) -> None:
        thing = self.table.thing(tag)
        hands = self.hands_over(thing.zone)
        self.wait(0.4, hands)
        self.table.take(tag)
        self.frame(hands)
        self.table.put(tag, thing.zone)
        self.frame(hands)

    def sees_all(self) -> bool:
        """Whether an eye without hands before it sees the table as it should be."""
        seen = self.layout.read(IdealEye(self.table).look()).identify(self.game.piece_of)
        return not diff(self.game.table(self.state), seen)

    # --- the owner ---

    def lies_wrongly(self, action: Any) -> None:
        """An illegal action lies on the table from now on."""
        self.illegal, self._illegal_since, self.named_after = action, self.at, None

    def settle(self) -> None:
        """Waits, and taps what is offered until there is nothing left to answer."""
        for _ in range(MOST_TOUCHES):
            self.wait(4.0)
            if not self._answer():
                return
        self.verdict.deadlock = True

    def _answer(self) -> bool:
        """One tap, if something is asked that has an answer."""
        dialogue = self.session._state.dialogue
        if dialogue.shown is None or not dialogue.shown.replies:
            return False
        choice = self._right_choice([choice for _, choice in dialogue.shown.replies])
        if choice is None:
            return False
        self.verdict.touches += 1
        number = [c for _, c in dialogue.shown.replies].index(choice)
        self.session.handle(Answer(number, dialogue.number))
        return True

    def _right_choice(self, choices: Sequence[Reply]) -> Reply | None:
        """What somebody who knows what happened would touch."""
        for choice in choices:
            if isinstance(choice, Believe) and self._after(choice) in self.truth[-2:]:
                return choice
        lies_as_it_should = not self.table.carries_to(whole_table(self.game, self.state))
        right = self.history.state == self.state
        for choice in choices:
            match choice:
                case TakeBack() if not right:
                    return choice
                case TrustTable() if lies_as_it_should and not right:
                    return choice
                case Restore() if right:
                    return choice
                case LeaveAlone() if lies_as_it_should and right:
                    return choice
                case _:
                    pass
        return next((choice for choice in choices if isinstance(choice, Restore | TrustTable)), None)

    def _after(self, story: Believe) -> Any:
        state = self.history.before_latest(story.taken_back)[0]
        for action in story.actions:
            state = self.game.apply(state, action)
        return state

    def is_being_told(self) -> bool:
        """Whether the companion has more to say than what is still to do."""
        prompt = self.session._state.dialogue.shown
        return prompt is not None and prompt.notice.kind is not NoticeKind.SAYING

    def judge(self) -> None:
        """At the end: does the journal say what happened? If it only lacks something, and says so, it is stuck."""
        if self.history.state == self.state:
            return
        lacks_something = self.history.state in self.truth and self.session._state.dialogue.shown is not None
        prompt = self.session._state.dialogue.shown
        notice = prompt.notice if prompt is not None else None
        last = [self.game.write_action(did.action) for did in self.history.played[-3:]]
        said = f"{notice.heading} {', '.join(map(str, notice.lines))}" if notice else "silence"
        self._mark("deadlock" if self.is_being_told() or lacks_something else "silently_wrong", f"{last} | {said}")


def _names_a_rule(notice: Notice) -> bool:
    """Whether it says that a rule is broken, or by which rule something is not finished."""
    return notice.kind is NoticeKind.ILLEGAL or (notice.kind is NoticeKind.SAYING and notice.rule is not None)


def _is_between(before: TableSnapshot, now: TableSnapshot, after: TableSnapshot) -> bool:
    """Whether some, and not all, of what changes on the way from `before` to `after` has changed, and nothing else."""
    if not diff(before, now) or not diff(after, now):
        return False
    whole = {(change.zone, change.piece): change.delta for change in diff(before, after)}
    some = ((change.delta, whole.get((change.zone, change.piece), 0)) for change in diff(before, now))
    return all(0 < part <= all_of_it or all_of_it <= part < 0 for part, all_of_it in some)
