"""The conversation with the table: takes what the camera saw and what fingers asked for, and publishes screens.

One thread calls `handle`. Nothing is believed that the rules cannot explain, and nothing is asked that the table is
about to answer by itself: a story that may be half told, and every doubt, first has to rest on a still table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from companion import talk
from companion.core.game import Action, violation
from companion.core.inference import Ambiguous, Explained, Explanation, Illegal, Unexplained
from companion.core.rules import Violation
from companion.core.screen import (
    Answer,
    Confirm,
    Dismiss,
    Do,
    Identify,
    Inspect,
    Intent,
    Leave,
    NoticeKind,
    Pass,
    Screen,
    Undo,
    Why,
)
from companion.core.table import UNREADABLE, Change, Observation, Piece, Tag, Zone
from companion.core.text import Text, say, verbatim
from companion.record import Record
from companion.screens import composed, statement_of
from companion.sight import Sight
from companion.talk import Allow, Believe, Choice, Restore, TakeBack, Talk, TrustTable

S = TypeVar("S")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Tick:
    """Time passes. `at` is monotonic seconds."""

    at: float


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something outside the game does not work, in one sentence; None: it works again."""

    what: Text | None


Message = Intent | Observation | Tick | Trouble


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the table must rest, seconds: before a perhaps unfinished story is believed, before a doubt is said."""

    story: float = 2.0
    doubt: float = 1.0


@dataclass(frozen=True, slots=True)
class Happening:
    """A line of the evening's log: what was concluded, and from which differences on the table.

    `kind` is explained, touched, illegal, asked, disagree, overruled, undone or corrected.
    """

    kind: str
    lines: tuple[Text, ...]
    saw: tuple[Change, ...] = ()


AMENDABLE = 30
"""So many actions back a corrected label may have been misread."""
LONGEST_GAP = 5.0
"""Seconds without a tick that still count as play: more is a sleeping machine."""


class Session(Generic[S, A]):
    """The owner of the conversation about one record. `publish` gets every new screen, `report` every log line.

    `leave` is called when the players are done with this evening.
    """

    def __init__(
        self,
        record: Record[S, A],
        publish: Callable[[Screen], None],
        report: Callable[[Happening], None],
        patience: Patience = Patience(),
        leave: Callable[[], None] = lambda: None,
    ) -> None:
        self._record, self._game, self._sight = record, record.game, Sight(record)
        self._publish, self._report, self._patience, self._leave = publish, report, patience, leave
        self._at = self._since = 0.0
        self._finding: Explanation[A] = Explained(())
        self._trusting = self._why = False
        self._restoring: frozenset[Zone] = frozenset()
        self._opened: Talk | None = None
        self._refused: Violation | None = None
        self._trouble: Text | None = None
        self._spoken: Talk | None = None
        self._asked = 0
        self.screen: Screen | None = None

    @property
    def resting(self) -> bool:
        """Whether nothing is waiting for the table to rest: all has been believed, or is being asked."""
        pending = not isinstance(self._finding, Explained) or bool(self._finding.actions)
        pending = pending or any(change.piece == UNREADABLE for change in self._sight.differences())
        return not pending or self._rested(max(self._patience.story, self._patience.doubt))

    def handle(self, message: Message) -> None:
        """Takes one message, in order. Raises JournalError when it could not be written down: then nothing happened."""
        match message:
            case Tick(at):
                self._tick(at)
            case Observation():
                self._sight.look(message)
                self._reconsider()
            case Trouble(what):
                self._trouble = what
            case _:
                self._obey(message)
        self._speak()

    def _obey(self, intent: Intent) -> None:
        match intent:
            case Do(notation):
                self._touch(notation)
            case Pass():
                self._press("pass")
            case Why():
                self._why = not self._why
            case Confirm():
                self._confirm()
            case Answer(number, asked):
                self._answer(number, asked)
            case _:
                self._choose(intent)

    def _confirm(self) -> None:
        """Yes: to what the session asks, else to what the game asks."""
        if self.screen is not None and self.screen.notice is not None and self.screen.notice.answers:
            self._obey(self.screen.notice.answers[0].intent)

    def _answer(self, number: int, asked: int) -> None:
        """Drops a tap on a notice that has meanwhile changed."""
        if asked == self._asked and self._spoken is not None and number < len(self._spoken.choices):
            self._choose(self._spoken.choices[number][1])

    # --- time and sight ---

    def _tick(self, at: float) -> None:
        passed, self._at = at - self._at, at
        if 0 < passed < LONGEST_GAP and self._game.outcome(self._record.state) is None:
            self._record.spend(
                passed, [seat.seat for seat in self._game.present(self._record.state).seats if seat.on_turn]
            )
        finding = self._finding
        if isinstance(finding, Explained) and not talk.is_unlikely(finding) and self._rested(self._patience.story):
            self._believe(finding.actions)

    def _rested(self, seconds: float) -> bool:
        return self._at - self._since >= seconds

    def _reconsider(self) -> None:
        different = bool(self._sight.differences())
        if self._restoring:
            if not different and self._sight.sees(self._restoring):
                self._restoring = frozenset()
            self._find(Explained(()))
            return
        self._trusting = self._trusting and different
        finding = self._sight.story()
        self._find(finding)
        if isinstance(finding, Explained) and talk.is_certain(finding):
            self._believe(finding.actions)

    def _find(self, finding: Explanation[A]) -> None:
        if finding != self._finding:
            self._finding, self._since, self._why = finding, self._at, False

    # --- what is done ---

    def _believe(self, actions: Sequence[A], overruled: str | None = None) -> None:
        """What the camera saw is written down as what happened."""
        if not actions:
            return
        saw = self._sight.differences()
        self._record.do(actions, "camera", overruled)
        kind = "overruled" if overruled else "explained"
        self._report(Happening(kind, talk.notations(self._game, actions), saw))
        self._sight.expect_handwork()
        self._acted()

    def _touch(self, notation: str) -> None:
        action = self._game.read_action(notation)
        broken = violation(self._game, self._record.state, action)
        if broken is not None:
            self._opened, self._refused = talk.refused(notation, broken), broken
            return
        unexplained = self._sight.differences()
        self._record.do((action,), "touch")
        self._report(Happening("touched", (verbatim(notation),)))
        self._sight.expect_handwork(unexplained)
        self._restoring = frozenset()
        self._acted()
        self._reconsider()

    def _acted(self) -> None:
        self._opened = None
        self._find(Explained(()))
        self._record.mark_end(self._game.outcome(self._record.state) is not None)

    def _press(self, key: str) -> None:
        """A physical button does what the button with its key on the screen does."""
        for button in self._game.present(self._record.state).buttons:
            if button.key == key and isinstance(button.intent, Do):
                self._touch(button.intent.action)

    def _undo(self, moves: int = 1) -> None:
        for _ in range(moves):
            taken = self._record.undo("touch")
            if taken:
                self._report(Happening("undone", talk.notations(self._game, taken)))
        self._sight.look_again()
        self._acted()
        self._restore()

    def _choose(self, choice: Choice) -> None:
        self._opened = None
        match choice:
            case Believe(actions):
                self._believe(cast(Sequence[A], actions))
            case Allow(actions, rule):
                self._believe(cast(Sequence[A], actions), rule)
            case TakeBack(moves):
                self._undo(moves)
            case Undo():
                self._undo()
            case Identify(zone, tag, piece):
                self._correct(zone, tag, piece)
            case _:
                self._turn_to(choice)

    def _turn_to(self, choice: Restore | TrustTable | Inspect | Dismiss | Leave) -> None:
        """Changes what is talked about; nothing is done to the game."""
        match choice:
            case Restore():
                self._restore()
                self._find(Explained(()))
            case TrustTable():
                self._trusting, self._restoring = not self._restoring, frozenset()
                self._reconsider()
            case Inspect(zone, piece):
                self._inspect(zone, piece)
            case Dismiss():
                self._refused = self._trouble = None
            case Leave():
                self._leave()

    def _restore(self) -> None:
        """Until the table agrees in the zones that differ now, nothing on it is taken for a move."""
        self._restoring = frozenset(change.zone for change in self._sight.differences())

    def _inspect(self, zone: Zone, piece: Piece) -> None:
        tag = self._sight.tag_of(zone, piece)
        if tag is not None:
            self._opened = talk.what_is_it(self._game, zone, tag, self._sight.likely(zone))

    def _correct(self, zone: Zone, tag: Tag, piece: Piece) -> None:
        self._record.correct(zone, tag, piece, "touch")
        it = say("{piece} in {zone}", piece=self._game.piece_name(piece), zone=self._game.zone_name(zone))
        self._report(Happening("corrected", (it,)))
        self._sight.look_again()
        self._reconsider()
        if not isinstance(self._finding, Explained):
            self._amend()

    def _amend(self) -> None:
        """If the corrected label had already been believed, the action that believed it was another one."""
        standing = len(self._record.standing)
        for index in range(standing - 1, max(-1, standing - 1 - AMENDABLE), -1):
            for action, after in self._record.amendments(index):
                if self._sight.fits(after):
                    self._record.amend(index, action, "touch")
                    self._report(Happening("corrected", talk.notations(self._game, [action])))
                    self._sight.look_again()
                    self._reconsider()
                    return

    # --- what is said ---

    def _speak(self) -> None:
        spoken = next(self._talks(), None)
        if spoken != self._spoken:
            before = None if self._spoken is None else self._spoken.notice.heading
            self._spoken, self._asked = spoken, self._asked + 1
            if spoken is not None and spoken.notice.kind in _LOGGED and spoken.notice.heading != before:
                saw = self._sight.differences()
                self._report(Happening(_LOGGED[spoken.notice.kind], (spoken.notice.heading,), saw))
        screen = composed(self._record, spoken, self._asked, self._explanation())
        if screen != self.screen:
            self.screen = screen
            self._publish(screen)

    def _talks(self) -> Iterator[Talk]:
        """Everything there is to say, the most urgent first."""
        if self._opened is not None:
            yield self._opened
        if self._restoring:
            yield talk.disagreement(self._game, self._sight.gap(), restoring=True)
        yield from self._about_the_change()
        if self._sight.due:
            yield talk.to_do(self._game, self._sight.to_do)
        if self._sight.duplicates:
            yield talk.doubled(self._sight.duplicates)
        if self._trouble is not None:
            yield talk.trouble(self._trouble)
        outcome = self._game.outcome(self._record.state)
        if outcome is not None:
            names = {seat.seat: seat.name for seat in self._game.present(self._record.state).seats}
            yield talk.over(outcome, self._game.score(self._record.state), names)

    def _about_the_change(self) -> Iterator[Talk]:
        finding, doubtful = self._finding, self._rested(self._patience.doubt)
        if isinstance(finding, Explained) and finding.actions and not talk.is_unlikely(finding):
            yield talk.maybe_half(self._game, finding)
        elif doubtful:
            yield from self._doubts(finding)

    def _doubts(self, finding: Explanation[A]) -> Iterator[Talk]:
        """What has to be asked; a label that nobody can read comes last."""
        match finding:
            case Explained():
                if finding.actions:
                    yield talk.unlikely(self._game, finding)
            case _:
                yield self._doubt(finding)
        for change in self._sight.differences():
            if change.piece == UNREADABLE and change.delta > 0:
                yield talk.what_is_it(self._game, change.zone, UNREADABLE, self._sight.likely(change.zone))

    def _doubt(self, finding: Ambiguous[A] | Illegal[A] | Unexplained) -> Talk:
        gap = [change for change in self._sight.differences() if change.piece != UNREADABLE]
        if not self._trusting:
            if taken := self._sight.taken_back():
                return talk.taken_back(self._game, taken)
            if isinstance(finding, Illegal):
                return talk.forbidden(self._game, finding, gap)
        if isinstance(finding, Ambiguous):
            return talk.which(self._game, finding)
        return talk.disagreement(self._game, gap, restoring=False)

    def _explanation(self) -> tuple[Text, ...]:
        """The rule that the notice cites, in our own words, while somebody asks why."""
        broken = self._finding.violation if isinstance(self._finding, Illegal) else self._refused
        return statement_of(self._game, broken.rule) if self._why and broken is not None else ()


_LOGGED = {NoticeKind.ILLEGAL: "illegal", NoticeKind.QUESTION: "asked", NoticeKind.DISAGREE: "disagree"}
