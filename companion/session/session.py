"""Takes what the camera saw and what fingers asked for, one message after the other, and publishes screens.

One thread calls `handle`. Nothing is believed that the rules cannot explain, and nothing is asked that the table is
about to answer by itself: a story that may be half told, and every doubt, first has to rest on a still table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar, cast

from companion.config import Patience
from companion.core.belief.hypothesis import Hypothesis
from companion.core.editing import as_seen
from companion.core.editor import Edit
from companion.core.game import Action
from companion.core.plane import same_place
from companion.core.screen import Leave, NoticeKind, Screen, Undo
from companion.core.table import UNREADABLE, Crop, DiceThrown, LabelPlace, Observation, Piece, TablePicture, Tag, Zone
from companion.session.action_handler import ActionHandler
from companion.session.closing_audit import ClosingLook
from companion.session.game_history import GameHistory
from companion.session.intent_handler import IntentHandler
from companion.session.messages import (
    AdjustClock,
    Asked,
    Audited,
    CameraChoice,
    Conclusion,
    DealAtRandom,
    EndEvening,
    GoBack,
    GoOn,
    Hold,
    Message,
    Pause,
    PutRight,
    Redo,
    Thought,
    Tick,
    Trouble,
    Unwatched,
    Watched,
)
from companion.session.prompt_queue import about_the_table, open_prompts
from companion.session.replies import Prompt
from companion.session.screen_composer import ScreenComposer
from companion.session.session_state import SessionState
from companion.session.thinking import Run, at_once
from companion.session.timekeeper import Timekeeper
from companion.session.why import in_lines

S = TypeVar("S")
A = TypeVar("A", bound=Action)

DEFAULT_PATIENCE = Patience()

LOGGED = {NoticeKind.ILLEGAL: "illegal", NoticeKind.QUESTION: "asked", NoticeKind.DISAGREE: "disagree"}
"""The notices that are conclusions, and of which kind."""

STIRRED_MM = 1.0
"""What has moved by less is found where it was, by all that shows of it."""

DOUBTS = {NoticeKind.ILLEGAL, NoticeKind.DISAGREE}


class Session(Generic[S, A]):
    """The one owner of a game that is being played. `publish` gets every new screen, `report` every log line.

    `outside` gets what players ask for that is no matter of this game: another evening, another camera. `run` has the
    searches done, here or elsewhere: while one runs elsewhere further looks wait for it, and touches do not.
    """

    def __init__(  # noqa: PLR0913
        self,
        history: GameHistory[S, A],
        publish: Callable[[Screen], None],
        report: Callable[[Conclusion], None],
        patience: Patience = DEFAULT_PATIENCE,
        *,
        outside: Callable[[Leave | CameraChoice], None] = lambda _: None,
        run: Run = at_once,
    ) -> None:
        self.history = history
        self._patience, self._run, self._outside = patience, run, outside
        self._publish, self._report = publish, report
        self._take_up(SessionState.of(history, patience, run))
        self._agreed = len(history.entries), Observation(tuple(history.kept_look))
        """The newest look at a table that was as the game had it after so many entries."""
        if self._agreed[1].labels:
            self._state.table.recall(self._agreed[1])
        self._kept: tuple[int, Mapping[Tag, LabelPlace]] | None = None
        """Of which entries it is kept on the disk how the table lay, and where each label was seen last."""
        self._looks = deque[Observation]()
        """Those that wait while the one before them is being explained."""
        self._put_right = False
        """Whether the players are putting the table right."""
        self.is_watched = True
        """False while nothing looks at the table: it is played by touch."""
        self._left_at: S | None = None
        """The state in which the table was looked at last, until it is looked at again."""
        self._composer = ScreenComposer(history)
        self.timekeeper = Timekeeper(history, self._state.dialogue)
        self.screen: Screen | None = None

    def _take_up(self, state: SessionState[S, A]) -> None:
        self._state = state
        self._actions = ActionHandler(state, self._report)
        self._intents = IntentHandler(state, self._actions, self._outside)

    @property
    def prompt(self) -> Prompt | None:
        """What is being said, with what each answer to it means; None where the game itself has the word."""
        return self._state.dialogue.shown

    @property
    def open_actions(self) -> int:
        """How many of the latest actions the table may still revise; all earlier ones are settled."""
        return self._state.belief.open.count

    def why_this(self) -> Iterator[str]:
        """For developers: a line for each of the cheapest explanations of the table as it lies now, the best first."""
        yield from in_lines(self.history.game, self._state.table.why(self._state.belief.open.times))

    def label_at(self, zone: Zone, piece: Piece) -> Tag | None:
        """The label in that zone that is believed to be on that piece, if one has been read there."""
        return self.history.labels.tag_of(piece, self._state.table.sight.reading, zone)

    def picture_of(self, piece: Piece) -> Crop | None:
        """How the camera sees a piece that lies on the table; None where it does not."""
        lying = self.history.game.table(self.history.state).zones
        crops = (self._state.crop_of(zone, piece) for zone, pieces in lying.items() if piece in pieces)
        return next((crop for crop in crops if crop is not None), None)

    def lying_in(self, zone: Zone) -> int | None:
        """How many labels lie in that zone; None where the camera cannot say."""
        tags = self._state.table.sight.reading.zones.get(zone)
        return None if tags is None else len(tags)

    @property
    def is_looked_at(self) -> bool:
        """Whether a camera sees any part of this table."""
        return bool(self._state.table.sight.reading.zones)

    @property
    def seen_otherwise(self) -> tuple[Edit, ...]:
        """What would have to be put right for the table to stand as the camera sees it, as far as it can be told."""
        table = self._state.table
        return as_seen(self.history.game, self.history.state, table.sight.gap(), table.sight.told())

    @property
    def closing_look(self) -> ClosingLook | None:
        """The camera's newest look, to be held against the result; None where none looks."""
        blind = not self.is_watched or self._state.dialogue.blind
        return None if blind else self._state.table.closing_look()

    @property
    def table_picture(self) -> TablePicture | None:
        """How a camera sees the whole table; None where none looks."""
        seen = self._state.table.sight.observation
        return seen.pictures[0] if seen is not None and seen.pictures else None

    def recollect(self, observation: Observation) -> None:
        """An earlier look of this evening: it tells where labels lay before others covered them, and nothing else."""
        self._state.table.sight.recollect(observation)

    @property
    def resting(self) -> bool:
        """Whether nothing is waiting for the table to rest: all has been believed, or is being asked."""
        if self._state.belief.is_wondering:
            return False
        finding = self._state.belief.finding
        pending = finding != Hypothesis()
        pending = pending or any(change.piece == UNREADABLE for change in self._state.table.differences())
        return not pending or not self._state.belief.waiting

    @property
    def _held(self) -> bool:
        """Whether what is seen is taken for no move, and clocks stand."""
        return self._put_right or self.history.ended_early

    def handle(self, message: Message) -> None:
        """Takes one message, in order. Raises JournalError when it could not be written down: then nothing happened."""
        match message:
            case Tick(at):
                if not self._tick(at) and self.screen is not None:
                    self._show()
                    return
            case Observation() | DiceThrown():
                self._see(message)
            case Thought():
                self._actions.go_on()
            case Trouble() | Watched() | Unwatched():
                self._hear(message)
            case (
                Pause()
                | GoOn()
                | AdjustClock()
                | GoBack()
                | Redo()
                | Hold()
                | PutRight()
                | DealAtRandom()
                | EndEvening()
                | Audited()
            ):
                self._obey(message)
            case Undo() if self.history.ended_early:
                self.history.reopen()
            case _:
                self._intents.handle(message, self.screen)
        while self._looks and not self._held and not self._state.belief.is_wondering:
            self._look(self._looks.popleft())
        self._keep_look()
        self._speak()
        self._show()

    def _see(self, seen: Observation | DiceThrown) -> None:
        if isinstance(seen, Observation):
            self._queue(seen)
        elif self.is_watched and not self._held:
            if seen.dice is None:
                self._intents.let_the_throw_stand(self.screen)
            else:
                self._actions.throw(seen.dice)

    def _queue(self, seen: Observation) -> None:
        """It is looked at when those before it have been explained."""
        if self._held:
            self._looks.clear()
        if self.is_watched:  # One may be on its way still when people have switched the camera off.
            self._looks.extend((*seen.glimpsed, seen))

    def _look(self, seen: Observation) -> None:
        left_at, self._left_at = self._left_at, None
        if left_at is None or left_at == self.history.state:
            self._state.table.look(seen, self._state.belief.now)
        else:
            self._state.table.compare(seen, self._state.belief.now)
        self._actions.reconsider()

    def _keep_look(self) -> None:
        """What labels tell outlives a power cut: of the table that agrees with the game, and of one that rests."""
        agreed, sight = self._state.table.agreed, self._state.table.sight
        if agreed is not None and agreed[0] is self.history.state and agreed[1] is sight.observation:
            self._agreed = len(self.history.entries), agreed[1]
        elif sight.observation is None or not self.resting:
            return
        entries, look = self._agreed
        places = {place.tag: place for place in sight.places}
        if self._kept is None or self._kept[0] != entries or _has_stirred(self._kept[1], places):
            self.history.keep_look(entries, look.labels, [place for place in sight.places if place not in look.labels])
            self._kept = entries, places

    def _hear(self, said: Trouble | Watched | Unwatched) -> None:
        """What is the matter outside the game."""
        match said:
            case Trouble():
                self._state.dialogue.fails(said)
            case Watched():
                self.is_watched, self._state.dialogue.unwatched = True, None
            case Unwatched(what):
                self.is_watched, self._state.dialogue.unwatched = False, what
                self._left_at = self.history.state if self._left_at is None else self._left_at
                self._looks.clear()
                self._take_up(self._state.unseeing(self._patience, self._run))

    def _obey(self, asked: Asked) -> None:
        """Does what a page asks for."""
        match asked:
            case Pause():
                self.timekeeper.pause()
            case GoOn():
                self.timekeeper.go_on()
            case AdjustClock(seat, seconds):
                self.history.adjust_clock(seat, seconds)
            case GoBack(actions):
                self._actions.go_back(actions)
            case Redo():
                self._actions.redo()
            case Hold(on):
                self._put_right = on
            case PutRight(edits):
                self._actions.put_right(edits)
            case DealAtRandom(actions):
                self._actions.deal_at_random(cast(tuple[A, ...], actions))
            case EndEvening() | Audited():
                self._end(asked)

    def _end(self, asked: EndEvening | Audited) -> None:
        """It ends with what stands, or what it ended with has been compared with the table."""
        if isinstance(asked, Audited):
            self.history.audited(asked.still_open)
        else:
            self.history.abandon()

    def _tick(self, at: float) -> bool:
        """Whether anything but the clocks has changed: an explanation is believed, or a doubt is to be said."""
        belief = self._state.belief
        patience_left, passed = belief.patience_left, belief.tick(at)
        if self._held:
            return False
        self.timekeeper.tick(passed)
        settled = belief.at_rest()
        self._actions.revise(settled)
        return settled is not None or belief.patience_left != patience_left

    def _speak(self) -> None:
        """Shows the most urgent prompt; what is a conclusion of ours is logged."""
        dialogue = self._state.dialogue
        before = dialogue.shown
        own = self._composer.own_screen(dialogue.selection)
        dialogue.tell_of_table(about_the_table(self._state))
        prompt = next(open_prompts(self._state, {seat.seat: seat.name for seat in own.seats}), None)
        if dialogue.show(prompt) and prompt is not None:
            notice = prompt.notice
            if prompt.tried is not None and prompt.broken is not None:
                self.history.refused(prompt.tried, prompt.broken.id)
            if notice.kind in DOUBTS:
                self._state.table.doubt()
            if notice.kind in LOGGED and (before is None or before.notice.heading != notice.heading):
                self._report(Conclusion(LOGGED[notice.kind], (notice.heading,), self._state.table.differences()))

    def _show(self) -> None:
        screen = self._composer.compose(self._state.dialogue, self.open_actions, self._state.table.sight.out_of_sight())
        if screen != self.screen:
            self.screen = screen
            self._publish(screen)


def _has_stirred(before: Mapping[Tag, LabelPlace], now: Mapping[Tag, LabelPlace]) -> bool:
    """Whether any label lies elsewhere, or others lie there: nothing is written for less."""
    return before.keys() != now.keys() or not all(
        same_place(before[tag].pose, place.pose, STIRRED_MM) for tag, place in now.items()
    )
