"""A person at the screen: she knows what she wants to do and sees the picture, and finds the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.window_evenings.faults import Findings, Kind
from benchmarks.window_evenings.finger import Felt, Finger, told
from benchmarks.window_evenings.hands import Hands
from benchmarks.window_evenings.room import Room
from benchmarks.window_evenings.sight import DrawnPiece, Sight
from benchmarks.window_evenings.touch_paths import comes_to, moved, taken, way_to, ways
from companion.conformance.playouts import sensible
from companion.core.game import Action
from companion.core.initial_layout import certain
from companion.core.journal_entries import CAMERA, Did, Entry
from companion.core.screen import (
    Answer,
    Back,
    Close,
    Dismiss,
    Do,
    Inspect,
    Intent,
    Notice,
    NoticeKind,
    Pad,
    RollChart,
    Select,
    Undo,
)
from companion.core.screen import Open as OpenPage
from companion.session.messages import CameraChoice
from companion.session.replies import Believe, LeaveAlone, MissUnseen, Restore, StillThere, TrustTable
from ui.navigation import ACTIONS, OpenPanel, Shut
from ui.rect import Rect

WAYS_BACK = (Back(), Shut(), Close(), Dismiss())
QUIET = (Dismiss, CameraChoice, LeaveAlone, MissUnseen, StillThere)
"""Replies that decide nothing of the game, the first choice first."""

SWIPES = 60

PONDERED = 6
"""So many actions are thought of before one is done that the screen offers."""

DECIDED = 2.0
"""Seconds in which somebody decides what to do next: what was seen to be done before is not what her finger means."""

IMPATIENT = 0.05
"""How often somebody taps twice."""

BY_HAND = 0.5
"""How often pieces are laid before anything is touched, where they are looked at."""

DRAGGED, TOUCHED = 0.45, 0.3
"""How often a piece is drawn to its place, or touched to be asked about, where that is possible."""

AnyState = Any


class GivenUp(Exception):
    """Nothing leads back to the table."""


class Person:
    """Plays in the room. `random` is her only whim."""

    def __init__(self, room: Room, finger: Finger, findings: Findings, random: Random) -> None:
        self.room, self.finger, self.findings, self.random = room, finger, findings, random
        self.sight = Sight(room)
        self.hands: Hands | None = None
        """Hers, where the table is looked at."""
        self._missed: Path | None = None
        """A picture of where she found no further."""

    # --- to find and touch what is wanted ---

    def touch(self, intent: object, what: str = "", depth: int = 2) -> Felt | None:
        """Touch what stands for this: in sight, further down a list, or behind what opens. None: it is nowhere."""
        found = self._in_sight(intent)
        if found is not None:
            words = self.sight.words_in(found) or what or type(intent).__name__
            felt = self.finger.tap(found, f"“{words}”")
            if felt.entries and self.random.random() < IMPATIENT:
                self._tap_twice(found, words)
            return felt
        tried: set[OpenPanel] = set()
        # Looked for anew after each touch: a hint may have lain over the buttons, and goes with it.
        while (way := next((each for each in self._openings(intent) if each not in tried), None)) is not None:
            tried.add(way)
            box = self._in_sight(way)
            if box is None:
                continue
            self.finger.tap(box, f"“{self.sight.words_in(box) or what}”")
            if depth and (behind := self.touch(intent, what, depth - 1)) is not None:
                return behind
            self.step_back()
            if self._in_sight(intent) is not None:  # a hint had lain over it
                return self.touch(intent, what, depth)
        return None

    def _tap_twice(self, place: Rect, words: str) -> None:
        """What comes under a finger that has just tapped does nothing."""
        self.findings.counts["tapped twice"] += 1
        felt = self.finger.tap_twice(place)
        if felt.entries:
            self.findings.fault(Kind.WRONG, f"two quick taps on “{words}” wrote “{told(felt.entries)}” as well")

    def _in_sight(self, intent: object) -> Rect | None:
        """Its box, after moving the list in which it stands."""
        for _ in range(SWIPES):
            # The picture may be another one after each touch: a clock has gone on.
            box = self.sight.list_of(intent)
            if box is None or abs(way := self.sight.way_in_list(intent, box)) < 1.0:
                break
            self.finger.scroll(box.rect, way)
        found = self.sight.find(intent)
        return None if found is None else found[1]

    def _openings(self, intent: object) -> list[OpenPanel]:
        """What opens something, first what holds what is looked for."""
        ways = [target.intent for target in self.room.view.all_targets() if isinstance(target.intent, OpenPanel)]
        return sorted(dict.fromkeys(ways), key=lambda way: (not self._holds(way.name, intent), way.name))

    def _holds(self, name: str, intent: object) -> bool:
        table = self.room.table
        if table is None:
            return False
        if name == ACTIONS:
            return any(button.intent == intent for button in table.buttons)
        boards = [board for board in table.boards if board.name == name]
        boards += [seat.board for seat in table.seats if name in (seat.seat, seat.board.name)]
        return any(cell.intent == intent for board in boards for cell in board.cells)

    def step_back(self) -> bool:
        """One step back towards the table."""
        for target, rect in self.sight.targets():
            if target.intent in WAYS_BACK:
                self.finger.tap(rect, f"“{self.sight.words_in(rect) or 'the way back'}”")
                return True
        return False

    def back_to_the_table(self) -> None:
        """Close what is open, until the table stands there as the game shows it."""
        for _ in range(8):
            if self._is_over() or (self._is_at_the_table() and not self._answer_what_is_said()):
                return
            if not self._answer_what_is_said() and not self._is_at_the_table() and not self.step_back():
                break
        if not self._is_over() and not self._is_at_the_table():
            self.findings.fault(Kind.STOP, f"no way back from {self._what_stands()}")
            raise GivenUp

    def _is_over(self) -> bool:
        session = self.room.session
        return session is not None and session.history.game.outcome(session.history.state) is not None

    def _is_at_the_table(self) -> bool:
        table, session = self.room.table, self.room.session
        if table is None or session is None:
            return False
        opened = any(target.intent == Shut() for target in self.room.view.all_targets())
        notice = table.notice
        asked = any(answer.intent == Back() for answer in (notice.answers if notice else ()))
        prompt = session.prompt
        stopped = prompt is not None and not prompt.aside and notice is not None and _is_stop(notice)
        return not stopped and not opened and not asked

    def _what_stands(self) -> str:
        table = self.room.table
        if table is None or table.notice is None:
            return type(self.room.shown).__name__
        return f"“{self.room.says(table.notice.heading)}”"

    def _answer_what_is_said(self) -> bool:
        """To what is said somebody says that she has read it."""
        session, table = self.room.session, self.room.table
        prompt = None if session is None else session.prompt
        if prompt is None or table is None or table.notice is None:
            return False
        replies = {
            answer.intent: prompt.replies[answer.intent.number][1]
            for answer in table.notice.answers
            if isinstance(answer.intent, Answer) and answer.enabled
        }
        quiet = [intent for intent, reply in replies.items() if isinstance(reply, QUIET)]
        quiet.sort(key=lambda intent: QUIET.index(type(replies[intent])))
        for intent in quiet:
            if not isinstance(replies[intent], CameraChoice) or replies[intent] is CameraChoice.NONE:
                return self.touch(intent, depth=1) is not None
        return False

    # --- to play ---

    def play(self) -> bool:
        """One action, one way or another; False where the rules leave nothing to do."""
        self.room.wait(DECIDED)
        history = self.room.history
        action, way = self._wanted()
        if action is None:
            return False
        self.findings.counts["actions"] += 1
        before, written = history.state, self._written_by_touch()
        if self.hands is not None and not self.hands.lost and self.random.random() < BY_HAND:
            self._by_hand(self.hands, action)
            if self.room.session is None or self.room.history.state != before:
                return True
        for find in self._ways(action, way):
            find(action)
            # There is what leaves everything as it was: a look at somebody's hand.
            if self._written_by_touch() != written or self.room.session is None or self.room.history.state != before:
                return True
            self.back_to_the_table()
        said = history.game.write_action(action)
        self.findings.fault(Kind.LOST, f"no touch leads to “{said}”, by {self._written(way)}", self._missed)
        self.room.application.handle(Do(action))
        self.room.settle()
        self.finger.forgive()
        return True

    def _wanted(self) -> tuple[Action | None, list[Intent]]:
        """What the rules allow and the screen asks for; what somebody else is asked before can wait."""
        history = self.room.history
        for _ in range(PONDERED):
            action = sensible(history.game, history.state, self.random)
            if action is None:
                return None, []
            if (way := way_to(history.game, history.state, action)) is not None:
                return action, way
        reached = list(ways(history.game, history.state))
        if not reached:
            self.findings.fault(Kind.LOST, f"nothing can be touched, though “{action}” is legal")
            return None, []
        way = self.random.choice(reached)
        done = way[-1]
        return (done.action, way) if isinstance(done, Do) else (None, [])

    def _written(self, way: Sequence[Intent]) -> str:
        """A way in one line."""
        return " > ".join(str(each.pick) if isinstance(each, Select) else type(each).__name__ for each in way)

    def _ways(self, action: Action, way: Sequence[Intent]) -> list[Callable[[Action], None]]:
        """In the order in which she tries them."""
        whim = self.random.random()
        tried: list[Callable[[Action], None]] = [partial(self.by_buttons, way)]
        if action.player is not None and whim < DRAGGED:
            tried.insert(0, self.by_drag)
        elif action.player is not None and whim < DRAGGED + TOUCHED:
            tried.insert(0, self.by_piece)
        return tried

    def _by_hand(self, hands: Hands, action: Action) -> None:
        """Lay the pieces first: what is understood is what they tell, or else it is asked."""
        history = self.room.history
        game, before = history.game, history.state
        meant = game.apply(before, action)
        if game.table(meant) == game.table(before):
            return
        self.findings.counts["by hand"] += 1
        hands.lay(meant)
        hands.rest()
        self.finger.forgive()
        if history.state != meant:
            self._agree(meant)
        silent = self.room.table is not None and self.room.table.notice is None
        if history.state != before and silent and game.table(history.state) != game.table(meant):
            laid = self.room.says(game.sentence(before, action))
            self.findings.fault(Kind.WRONG, f"“{laid}” was laid, and something else was understood")
        self.findings.counts["understood"] += history.state != before
        self.back_to_the_table()

    def _agree(self, meant: AnyState) -> None:
        """Of what it may have been, what it was; or it was none of these."""
        session, table = self.room.session, self.room.table
        if session is None or table is None or table.notice is None or session.prompt is None:
            return
        history, otherwise = session.history, None
        for answer in table.notice.answers:
            reply = session.prompt.replies[answer.intent.number][1] if isinstance(answer.intent, Answer) else None
            if isinstance(reply, Restore | TrustTable):
                otherwise = answer.intent
            if not isinstance(reply, Believe):
                continue
            after = history.before_latest(reply.taken_back)
            for each in reply.actions:
                after = history.game.apply(after, each)
            if after == meant:
                felt = self.touch(answer.intent, depth=1)
                if felt is not None and history.state != meant:
                    self.findings.fault(Kind.WRONG, f"the answer to what was laid wrote “{told(felt.entries)}”")
                return
        if otherwise is not None:
            self.findings.counts["none of these"] += 1
            self.touch(otherwise, depth=1)

    def by_buttons(self, way: Sequence[Intent], action: Action) -> None:
        """From question to question."""
        self.findings.counts["by buttons"] += 1
        for intent in way:
            if not self._meaning(intent, action):
                return

    def _meaning(self, intent: Intent, action: Action) -> bool:
        """Touch this on the way to the action; False where it cannot be found."""
        history = self.room.history
        before, game = history.state, history.game
        felt = self.touch(intent)
        if felt is None:
            self._missed = self.findings.picture("nowhere")
            return False
        done = (action, *intent.then) if isinstance(intent, Do) else ()
        if len(done) < 2 or told(felt.entries) != "; ".join(map(game.write_action, done)):
            self._judge(felt, before, done, game)
        return True

    def by_piece(self, action: Action) -> None:
        """Touch the piece and say what is done with it."""
        game, before = self.room.history.game, self.room.history.state
        gone = taken(game, before, game.apply(before, action))
        drawn = [each for each in self.sight.pieces() if (each.piece, each.zone) in gone]
        if not drawn:
            return
        self.findings.counts["by touching a piece"] += 1
        self._ask_about(self.random.choice(drawn), action)

    def _ask_about(self, piece: DrawnPiece, action: Action) -> None:
        felt = self.finger.tap(piece.rect, f"{piece.piece} in {piece.zone}")
        self._judge(felt, self.room.history.state, (), self.room.history.game)
        session = self.room.session
        if session is not None and session.prompt is None:
            # The area has opened: there the piece is large enough to be touched itself.
            inspect = Inspect(piece.zone, piece.piece)
            if self.sight.find(inspect) is None and not self.sight.is_further(inspect):
                return
            self.touch(inspect, depth=0)
        self._choose(action)

    def by_drag(self, action: Action) -> None:
        """Draw a piece to where it lies then."""
        game, before = self.room.history.game, self.room.history.state
        moves = moved(game, before, game.apply(before, action))
        places = self.sight.places()
        drawn = [
            (each, places[target])
            for each in self.sight.pieces()
            for piece, source, target in moves
            if (each.piece, each.zone) == (piece, source) and target in places
        ]
        if not drawn:
            return
        piece, target = self.random.choice(drawn)
        self.findings.counts["by drawing a piece"] += 1
        felt = self.finger.drag(piece.rect, target)
        self._judge(felt, before, (action,), game, dragged=piece)
        if not felt.anything:
            self.findings.fault(Kind.DEAD, f"drawing {piece.piece} from {piece.zone} does nothing")
        elif not felt.entries:
            self._choose(action)

    def _choose(self, action: Action) -> None:
        """Of what is offered to be done, what was meant."""
        session, table = self.room.session, self.room.table
        if session is None or table is None or table.notice is None or session.prompt is None:
            return
        history = self.room.history
        before, game, replies = history.state, history.game, session.prompt.replies
        for answer in table.notice.answers:
            if not isinstance(answer.intent, Answer):
                continue
            reply = replies[answer.intent.number][1]
            if isinstance(reply, Do) and comes_to(game, before, reply.action, action):
                felt = self.touch(answer.intent, self.room.says(answer.label), depth=1)
                if felt is not None:
                    self._judge(felt, before, (action,), game)
                return
        self.findings.counts["not offered there"] += 1

    # --- what was written down ---

    def _written_by_touch(self) -> int:
        if self.room.session is None:
            return 0
        return sum(entry.source != CAMERA for entry in self.room.history.entries)

    def _judge(
        self, felt: Felt, before: AnyState, meant: tuple[Action, ...], game: Any, dragged: DrawnPiece | None = None
    ) -> None:
        """Nothing may have been written down but what was meant."""
        if not felt.entries:
            return
        after = self.room.history.state
        if told(felt.entries) in {game.write_action(action) for action in meant}:
            return  # A look may have been understood meanwhile, and the state be further on.
        if len(felt.entries) == 1 and any(after == game.apply(before, action) for action in meant):
            return
        if not meant and _is_certain(game, before, felt.entries):
            return  # Whoever opens the page on which things are laid is not asked for what can lie in one way only.
        if dragged is not None and any(
            (piece, zone) == (dragged.piece, dragged.zone) for piece, zone, _ in moved(game, before, after)
        ):
            return  # The same piece, and somebody else's reason: what was drawn is what was done.
        if len(felt.entries) == 1 and any(
            action.player is None and game.present(after) == game.present(game.apply(before, action))
            for action in meant
        ):
            return
        wanted = " or ".join(game.write_action(action) for action in meant) or "nothing yet"
        by = f"drawing {dragged.piece} from {dragged.zone}: " if dragged is not None else ""
        self.findings.fault(Kind.WRONG, f"{by}meant was “{wanted}”, written down was “{told(felt.entries)}”")

    # --- whims ---

    def draws_something(self) -> None:
        """Any piece to any place: it is that piece that goes, or nothing does and the screen says why."""
        pieces, places = self.sight.pieces(), self.sight.places()
        if not pieces or len(places) < 2:
            return
        piece = self.random.choice(pieces)
        stacks = {place.zone: place.stack for place in self.room.view.picture.places}
        others = [
            zone
            for zone, place in places.items()
            # Before the player where it lies, or on the same stack, it is put back and not moved.
            if not place.contains(*piece.rect.centre) and not (stacks[zone] and stacks[zone] == stacks[piece.zone])
        ]
        if not others:
            return
        target = self.random.choice(others)
        history = self.room.history
        before, game = history.state, history.game
        if self._on_top(places[target].centre) != target:
            return
        self.findings.counts["any piece anywhere"] += 1
        felt = self.finger.drag(piece.rect, places[target])
        if not felt.anything:
            self.findings.fault(Kind.DEAD, f"drawing {piece.piece} from {piece.zone} to {target} does nothing")
        if felt.entries:
            goes = moved(game, before, self.room.history.state)
            if not any((each, zone) == (piece.piece, piece.zone) for each, zone, _ in goes):
                self.findings.fault(
                    Kind.WRONG, f"drawing {piece.piece} from {piece.zone} to {target}: “{told(felt.entries)}”"
                )
        self.back_to_the_table()

    def _on_top(self, at: tuple[float, float]) -> str | None:
        places = reversed(self.room.view.picture.places)
        return next((place.zone for place in places if place.rect.contains(*at)), None)

    def touches_something(self) -> None:
        """Anything in sight that decides nothing: it opens, or says why it does not."""
        asked = None if self.room.table is None else self.room.table.notice
        # On a pad what is touched stays chosen, and is no way on to what she touches next.
        decides = asked is not None and isinstance(asked.detail, Pad | RollChart)
        harmless = [
            (target, rect)
            for target, rect in self.sight.targets()
            if target.intent is None
            or isinstance(target.intent, OpenPanel | OpenPage | Inspect)
            or (isinstance(target.intent, Select) and not decides)
        ]
        if not harmless:
            return
        target, rect = self.random.choice(harmless)
        if target.intent is None and target.why_not is None:
            return
        self.findings.counts["anything in sight"] += 1
        history = self.room.history
        before, game = history.state, history.game
        felt = self.finger.tap(rect, f"“{self.sight.words_in(rect) or type(target.intent).__name__}”")
        self._judge(felt, before, (), game)
        self.back_to_the_table()

    def takes_back(self) -> None:
        """The latest move, which then stands no more."""
        history = self.room.history
        latest = list(history.latest)
        if not latest:
            return
        wanted, taken = latest[0].before, history.game.write_action(latest[0].action)
        self.findings.counts["taken back"] += 1
        felt = self.touch(Undo())
        if felt is not None and not felt.seen and self.room.history.state != wanted:
            self.findings.fault(Kind.WRONG, f"taking back wrote “{told(felt.entries)}”")
        if felt is not None and taken in [told((entry,)) for entry in felt.seen]:
            self.findings.fault(Kind.WRONG, f"what was taken back came again by the camera: “{taken}”")
        self.back_to_the_table()


def _is_stop(notice: Notice) -> bool:
    """Whether it has the screen to itself; a line at the foot lets everything else be touched."""
    return notice.kind is not NoticeKind.SAYING or len(notice.answers) > 2


def _is_certain(game: Any, state: AnyState, entries: Sequence[Entry]) -> bool:
    """Whether each of these was the only thing that could be laid."""
    for entry in entries:
        action = certain(game, state)
        if action is None or entry.event != Did(game.write_action(action)):
            return False
        state = game.apply(state, action)
    return True
