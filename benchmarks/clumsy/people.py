"""People at a table and the companion that watches them: a clock, hands, fingers, and what they may do.

The real vote, session, rules and journal stand between the table and the verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import reduce
from itertools import islice
from random import Random
from time import thread_time
from typing import Any, Protocol

from benchmarks.clumsy.by_hand import LED_ON, ByHand, leads_out
from benchmarks.clumsy.eye import IdealEye
from benchmarks.clumsy.faces import FacesEye
from benchmarks.clumsy.judge import Judge, Verdict, asks
from benchmarks.clumsy.owner import answer
from benchmarks.clumsy.positions import position
from benchmarks.clumsy.possible import Possible
from benchmarks.clumsy.reality import Boxes, Reality
from benchmarks.clumsy.scenery import Scenery
from benchmarks.clumsy.stacks import Whole, built_over, whole_table
from benchmarks.clumsy.tabletop import OFF, Carry, NotPossible, Tabletop, Thing
from companion.conformance.playouts import NAMES, AnyGame
from companion.core.game import Options
from companion.core.screen import Answer, Do
from companion.core.table import Box, Observation, Pose, Tag, Zone, diff
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.messages import Conclusion, Tick
from companion.session.session import Session
from companion.session.thinking import Work, at_once

FRAMES_A_SECOND = 5
CALM_AFTER, CALM_STEP = 5.0, 1.0
"""Seconds of the same after which so long a step is enough: nothing waits for longer than the table's rest."""

MOST_TOUCHES = 6
LOOKED_AT = 4.0
"""Seconds for which the screen is looked at when it shows less than has happened."""

HAND_MM = 45.0
MOST_EVENTS, MOST_AT_ONCE = 200, 4
"""So many events of chance follow each other at the most, and so many are done in one go."""


class Watch(Protocol):
    """What stands between the table and the session."""

    def watch(self, at: float, hands: Boxes, covers: Boxes, hidden: bool) -> Observation | None:
        """One more frame: what has become certain, or None where nothing has."""


class People:
    """Hands at a table, a clock, and the companion that watches them."""

    def __init__(
        self, game: AnyGame, players: int, seed: int, behaviour: str = "", done: Sequence[Any] | None = None
    ) -> None:
        """`done` are the actions of the evening so far; without them those of a random one."""
        self.game, self.players, self.random = game, players, Random(seed)
        self.verdict = Verdict(behaviour, game.name, players, seed)
        self.looks = list[float]()
        """How many microseconds of its thread each look at the table took that had to be explained."""
        self.store = JournalStore(":memory:")
        self.history = GameHistory(game, self.store, self.store.begin(game.name, Options(NAMES[:players])))
        self.history.do(position(game, players, self.random) if done is None else done, "touch")
        self.session = self._sit_down()
        self.layout = game.layout(self.history.state)
        self.table = Tabletop(game, self.layout, self.random)
        self._lay_out()
        self.reality = Reality(game, self.table, [self.history.state], scenery=Scenery(Random(seed)))
        self.possible = Possible(game, self.table, self.random)
        self.faced = frozenset[Tag]()
        self.eye = self._an_eye()
        self.eyes_of: Callable[[IdealEye, bool], Watch] = lambda eye, _: eye
        self.eyes: Watch = self.eye
        self.judge = Judge(self.reality, self.session, self.verdict)

    def _sit_down(self) -> Session[Any, Any]:
        return Session(self.history, lambda _: None, self._concluded, run=self._explain)

    def _explain(self, work: Work) -> Future[Any]:
        began = thread_time()
        done = at_once(work)
        self.looks.append((thread_time() - began) * 1e6)
        return done

    def _an_eye(self) -> IdealEye:
        foreign = self.reality.foreign
        return FacesEye(self.table, foreign, faced=self.faced) if self.faced else IdealEye(self.table, foreign)

    def know_faces(self, faced: frozenset[Tag]) -> None:
        """The cards of these labels wear none, and their faces are known; the camera saw them as they were laid."""
        self.faced = faced
        self.eyes = self.eye = FacesEye(self.table, self.reality.foreign, faced=faced)
        self.eye.remember()

    def watched_by(self, eyes_of: Callable[[IdealEye, bool], Watch], from_the_start: bool) -> None:
        """Other eyes than the ideal one: made of it, and of whether they have seen the bare mat."""
        self.eyes_of = eyes_of
        self.eyes = eyes_of(self.eye, from_the_start)

    def restart(self) -> None:
        """The companion is switched off and on: it knows what stands in the journal, and sees the table anew."""
        self.note("the companion starts again")
        self.history = GameHistory(self.game, self.store, self.store.load(self.history.id))
        self.session = self._sit_down()
        self.eye = self._an_eye()
        self.eyes = self.eyes_of(self.eye, False)
        self.judge.hears(self.session)
        self.session.handle(Tick(self.reality.at))

    def _lay_out(self) -> None:
        """Stacks grow piece by piece, as they grew in the evening: the camera saw each before it was covered."""
        state = self.history.state
        whole = {**built_over(self.game, state), **whole_table(self.game, state)}
        look = IdealEye(self.table)
        self.table.lay_out({zone: pieces for zone, pieces in whole.items() if not self.table.is_pile(zone, pieces)})
        growing = {zone: list(pieces) for zone, pieces in whole.items() if self.table.is_pile(zone, pieces)}
        while any(growing.values()):
            self.table.lay_out({zone: (pieces.pop(0),) for zone, pieces in growing.items() if pieces})
            self.session.recollect(look.look())
        self.table.reached.clear()

    @property
    def state(self) -> Any:
        """What is true now."""
        return self.reality.state

    @property
    def covers(self) -> list[Box]:
        """What lies over the table and is no piece."""
        return self.reality.covers

    def note(self, what: str) -> None:
        """A line of the transcript."""
        self.verdict.notes.append(f"{self.reality.at:.1f} {what}")

    def _concluded(self, conclusion: Conclusion) -> None:
        self.note(f"concludes: {conclusion.kind} {', '.join(map(str, conclusion.lines))}")

    # --- time ---

    def frame(self, hands: Boxes = (), hidden: bool = False, seconds: float = 1 / FRAMES_A_SECOND) -> None:
        self.reality.at += seconds
        hands = (*hands, *(_around(pose) for pose in self.table.reached))
        self.table.reached.clear()
        self.reality.hands = hands
        self.reality.note(self.eye)
        said = self.eyes.watch(self.reality.at, hands, tuple(self.covers), hidden)
        if said is not None:
            self.session.handle(said)
            self.judge.listen()
        self.session.handle(Tick(self.reality.at))
        self.judge.listen()

    def wait(self, seconds: float, hands: Boxes = ()) -> None:
        """Frame by frame; once nothing has stirred for long, in larger steps."""
        end, calm = self.reality.at + seconds, self.reality.at + CALM_AFTER
        self.frame(hands)
        while self.reality.at < end - 1e-6:
            self.frame(hands, seconds=1 / FRAMES_A_SECOND if self.reality.at < calm else CALM_STEP)

    # --- hands ---

    def hands_over(self, *zones: Zone) -> Boxes:
        known = self.layout.zones
        centres = [known[zone].centre for zone in zones if zone in known]
        return tuple(_around(Pose(*centre)) for centre in centres)

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
        self.note(f"hand takes {carry.piece} from {carry.source}")
        tag = self.table.take_from(carry)
        self.frame(hands)
        return tag

    def lay(self, tag: Tag, carry: Carry) -> None:
        if carry.target == OFF:
            self.note(f"hand puts {carry.piece} away")
            self.table.drop(tag)
            return
        hands = self.hands_over(carry.target)
        self.wait(0.4, hands)
        self.note(f"hand lays {carry.piece} into {carry.target}")
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
            self.note(f"hand moves {move.piece}: {move.source or 'box'} -> {move.target or 'box'}")
            self.table.lay(tag, move)
        self.wait(0.4, hands)

    # --- what may be done ---

    def moves_of(self, action: Any) -> list[Carry]:
        """What hands have to carry for it."""
        return self.possible.moves_of(self.state, action)

    def legal(self) -> Sequence[Any]:
        """All legal actions now."""
        return self.possible.legal(self.state)

    def only_decisions(self) -> bool:
        """Whether a player has to decide now."""
        return all(action.player is not None for action in self.legal())

    def a_decision(self, least: int = 1, fits: Callable[[Any], bool] = lambda _: True) -> Any | None:
        """A legal decision that shows on the table, with at least so many carries; each kind equally likely."""
        return self.possible.decision(self.state, least, fits)

    def a_traceless_decision(self) -> Any | None:
        """One that nobody can see, such as a pass."""
        return self.possible.traceless(self.state)

    def an_illegal(self, fits: Callable[[Any], bool] = lambda _: True) -> tuple[Any, bool] | None:
        """An action against the rules that nothing legal looks like, and whether it is plain what was meant."""
        earlier = [played.before for played in self.history.played]
        return self.possible.against_the_rules(self.state, earlier, fits)

    # --- what happens ---

    def happened(self, action: Any) -> None:
        """From now on it is true; before all its parts lie there too, since nobody can tell."""
        self.note(f"in truth: {self.game.write_action(action)}")
        self.becomes(self.game.apply(self.state, action))

    def becomes(self, state: Any) -> None:
        self.reality.truth.append(state)
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
        self.judge.listen()

    def chance(self) -> None:
        """Hands do what chance demands next, tidily, until a player has to decide: some cards at a time are dealt."""
        for _ in range(MOST_EVENTS):
            events = self._events()
            if not events:
                return
            event = self.random.choice(events)
            if self.possible.shows(self.state, event):
                self.swiftly(self._dealt(event))
            else:
                self._wait_until_understood()
                self.touch(event)
            self.wait(0.8)

    def _dealt(self, event: Any) -> list[Carry]:
        """The carries of this event, and of those after it that bring pieces from off the mat, too."""
        before, done, moves = self.state, [event], self.moves_of(event)
        self.happened(event)
        for _ in range(MOST_AT_ONCE - 1):
            events = self._events()
            following = self.random.choice(events) if events else None
            if following is None or not self.possible.shows(self.state, following):
                break
            if reduce(self.game.apply, [following, *done], before) != self.game.apply(self.state, following):
                break  # the order matters, which nobody sees in a handful
            more = self.moves_of(following)
            if any(move.source != OFF or self._buries(move, moves) for move in more):
                break
            self.happened(following)
            done.append(following)
            moves += more
        return moves

    def _buries(self, move: Carry, others: Sequence[Carry]) -> bool:
        """Whether it would be laid over what no camera has seen yet."""
        zones = self.layout.zones
        return any(
            other.target in zones and move.target in zones and zones[move.target].overlaps(zones[other.target])
            for other in others
            if other.target != move.target or self.table.is_pile(move.target, (move.piece, other.piece))
        )

    def _events(self) -> list[Any]:
        """What chance may do now, and hands can; nothing where a player has to decide."""
        events = [action for action in self.legal() if action.player is None]
        if len(events) != len(self.legal()):
            return []
        return [event for event in events if not self._is_beneath(event)] or events

    def _is_beneath(self, event: Any) -> bool:
        """Whether hands would have to do it under what lies there: nobody does so where anything else will do."""
        before, after = (built_over(self.game, state) for state in (self.state, self.game.apply(self.state, event)))
        return before != after and not self.possible.shows(self.state, event)

    # --- putting right ---

    def put_right(self) -> None:
        """Whatever lies otherwise than it should is put right."""
        self.note("the table is put right")
        self.covers.clear()
        self.reality.foreign.clear()
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

    # --- fingers ---

    def settle(self, only_if_asked: bool = False) -> None:
        """Waits, and taps what is offered until there is nothing left to answer."""
        most = self.verdict.touches + MOST_TOUCHES
        while self.verdict.touches < most:
            self.wait(4.0)
            self._wait_until_understood()
            prompt, tap = self.session.prompt, answer(self.session, self.reality)
            if only_if_asked and prompt is not None and not asks(prompt):
                return
            if tap is not None:
                self.verdict.touches += 1
                self.tap(tap)
            elif not leads_out(self.session, self.reality) or not self._put_right_by_hand(most):
                return
        self.wait(4.0)
        if self._is_asked() or self.history.state != self.state:
            self.judge.mark("deadlock", f"asked again after {MOST_TOUCHES} touches")

    def _put_right_by_hand(self, most: int) -> bool:
        """The last resort; whether it led on."""
        by_hand = ByHand(self.session, self.store, self.state)
        left = most - self.verdict.touches
        for touched in islice(by_hand.touches(left), left):
            self.verdict.touches += 1
            self.note(f"finger on: {touched}")
            self.judge.listen()
            self.wait(1.0)
        by_hand.leave()
        if self.history.state != self.state:
            return False
        self.verdict.excuse(LED_ON)
        return True

    def _wait_until_understood(self) -> None:
        """Whoever is about to touch the screen looks whether it is as far as the table, but not for ever."""
        end = self.reality.at + LOOKED_AT
        while self.reality.at < end and self.history.state != self.state and not self._is_asked():
            self.frame()

    def _is_asked(self) -> bool:
        prompt = self.session.prompt
        return prompt is not None and asks(prompt)

    def tap(self, answer: Answer) -> None:
        """A finger on an answer of what is said now."""
        prompt = self.session.prompt
        self.note(f"finger on: {prompt.replies[answer.number][0] if prompt else answer}")
        self.session.handle(answer)
        self.judge.listen()


def _around(place: Pose) -> Box:
    """What a hand there covers."""
    return Box(place.x - HAND_MM, place.y - HAND_MM, place.x + HAND_MM, place.y + HAND_MM)
