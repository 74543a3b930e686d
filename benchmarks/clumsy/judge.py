"""What counts as a fault: after each message of an evening what is believed and said is compared with what really is.

What a stricter judge might call a fault and this one does not is counted too, by its reason (`Verdict.excused`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from benchmarks.clumsy.possible import is_between
from benchmarks.clumsy.reality import UNDER_WAY, Reality, overlap
from benchmarks.clumsy.stacks import whole_table
from companion.core.screen import Identify, NoticeKind
from companion.core.table import TableSnapshot, Zone, diff
from companion.session.replies import Believe, Prompt, TakeBack, TrustTable
from companion.session.session import Session

LINGERS = 2.0
"""Seconds in which a table that has been put right, or finished, may still be taken for what it was."""

TOO_LONG = 8.0
"""Seconds after which something untrue is no longer believed of a table that is in sight and right."""

QUESTIONS = (NoticeKind.QUESTION, NoticeKind.DISAGREE)


@dataclass(slots=True)
class Verdict:
    """What became of one trial.

    `moves` are those of tidy people, `asked` how many of them brought a question; `excused` counts by reason what was
    not held against the companion.
    """

    behaviour: str
    game: str
    players: int
    seed: int
    silently_wrong: bool = False
    settled_wrong: bool = False
    wrong_for_a_moment: bool = False
    false_not_allowed: bool = False
    unfair_question: bool = False
    deadlock: bool = False
    crashed: bool = False
    unnamed: bool = False
    illegal: bool = False
    touches: int = 0
    moves: int = 0
    asked: int = 0
    excused: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return not any(getattr(self, fault) for fault in FAULTS)

    def excuse(self, reason: str) -> None:
        self.excused[reason] = self.excused.get(reason, 0) + 1


FAULTS = (
    "silently_wrong",
    "settled_wrong",
    "wrong_for_a_moment",
    "false_not_allowed",
    "unfair_question",
    "deadlock",
    "crashed",
    "unnamed",
)


class Judge:
    """Looks at the session after each message. `illegal` is the move against the rules that is being made, if any."""

    def __init__(self, reality: Reality, session: Session[Any, Any], verdict: Verdict) -> None:
        self._reality, self.verdict = reality, verdict
        self.hears(session)
        self._let_off: set[tuple[str, object]] = set()
        self.illegal: Any = None
        self.is_undone = False
        """Whether a finger has undone what hands are still putting back."""
        self.asked = 0
        """How many questions, broken rules and lists of differences have come on the screen, but for fair questions."""

    def hears(self, session: Session[Any, Any]) -> None:
        """The session that is listened to from now on."""
        self._session, self._history = session, session.history
        self._believed: tuple[Any, int] = self._history.state, session.open_actions
        self._heard: Prompt | None = None

    def listen(self) -> None:
        """After each message: was anything believed that never was, or said that is not so?"""
        believed = self._history.state, self._session.open_actions
        if believed[0] is not self._believed[0] or believed[1] != self._believed[1]:
            is_new, self._believed = believed[0] is not self._believed[0], believed
            if is_new:
                self._judge_belief()
            self._judge_settled()
        self._judge_persistence()
        prompt = self._session.prompt
        if prompt is not None and prompt != self._heard:
            self.verdict.notes.append(f"{self._reality.at:.1f} says: {told(prompt)}")
            if asks(prompt):
                self._hear(prompt)
        if prompt is not None and prompt.notice.kind is NoticeKind.ILLEGAL and self.illegal is None:
            self._judge_not_allowed(prompt)
        if prompt is not None and not _identifies(prompt) <= self._reality.unread(LINGERS):
            self._judge_label(prompt)
        self._heard = prompt

    def _hear(self, prompt: Prompt) -> None:
        """What people have to say or to do something about."""
        if prompt.notice.kind is not NoticeKind.ILLEGAL and self._is_fair(prompt):
            self._let_it_pass("a fair question: the table alone cannot answer it", prompt)
            return
        self.asked += 1
        if self.illegal is None and not _identifies(prompt):
            self._judge_question(prompt)

    def at_the_end(self) -> None:
        """Does the journal say what happened? If it only lacks something, and says so, it is stuck."""
        if self._history.state == self._reality.state:
            return
        prompt = self._session.prompt
        lacks_something = self._history.state in self._reality.truth and prompt is not None
        if lacks_something or self.is_being_told():
            self.mark("deadlock", told(prompt))
        else:
            self.mark("silently_wrong", told(prompt))

    def is_being_told(self) -> bool:
        """Whether the companion has more to say than what is still to do."""
        prompt = self._session.prompt
        return prompt is not None and prompt.notice.kind is not NoticeKind.SAYING

    def mark(self, fault: str, note: str) -> None:
        self.verdict.notes.append(f"{self._reality.at:.1f} FAULT {fault}: {note}")
        setattr(self.verdict, fault, True)

    # --- what is believed ---

    def _judge_belief(self) -> None:
        """Something else is believed than before."""
        state, reality = self._history.state, self._reality
        if state in reality.truth:
            return
        right = reality.right_for()
        if (right is None or right <= LINGERS) and self._is_under_way():
            self._let_it_pass("a part of a true move, while hands are at it", state)
        elif reality.lies_like(state) and (self.illegal is not None or reality.astray(LINGERS)):
            self._let_it_pass("what lies astray lies just like it", state)
        else:
            self.mark("wrong_for_a_moment", f"believed {self._latest()}")

    def _judge_settled(self) -> None:
        """What may no longer be revised has to be true."""
        settled, truth = self._history.before_latest(self._session.open_actions), self._reality.truth
        if settled in truth:
            return
        if self._history.state in truth:
            self._let_it_pass("one move settled as several, to the same end", settled)
        elif ("settled", settled) not in self._let_off:
            self._let_off.add(("settled", settled))
            self.mark("settled_wrong", f"{self._session.open_actions} open, {self._latest()}")

    def _judge_persistence(self) -> None:
        """Nothing untrue is believed for long of a table that is right, unless something is asked about it."""
        right = self._reality.right_for()
        if right is None or right < TOO_LONG or self.verdict.wrong_for_a_moment or self._session.prompt is not None:
            return
        if self._history.state not in self._reality.truth:
            self.mark("wrong_for_a_moment", f"still believes {self._latest()}")

    def _is_under_way(self) -> bool:
        """Whether what is believed is a part of something true: to be made whole by what follows."""
        believed, *states = [
            TableSnapshot.of(whole_table(self._reality.game, state))
            for state in (self._history.state, *self._reality.truth[-UNDER_WAY:])
        ]
        return any(is_between(a, believed, b) for a, b in combinations(states, 2))

    def _latest(self) -> str:
        played = self._history.played[-3:]
        return ", ".join(self._reality.game.write_action(each.action) for each in played)

    # --- what is said ---

    def _judge_not_allowed(self, prompt: Prompt) -> None:
        if overlap(prompt.zones, self._reality.astray(LINGERS)):
            self._let_it_pass('"Not allowed" of what lies astray', prompt)
        elif not self.verdict.false_not_allowed:
            self.mark("false_not_allowed", told(prompt))

    def _judge_question(self, prompt: Prompt) -> None:
        if prompt.notice.kind is NoticeKind.ILLEGAL:
            return
        if overlap(prompt.zones, self._reality.astray(LINGERS)):
            self._let_it_pass("a question about what lies astray", prompt)
        elif self.is_undone and prompt.notice.kind is NoticeKind.DISAGREE and self._is_being_put_back():
            self._let_it_pass("what is to be put back, after a finger on Undo", prompt)
        else:
            self.mark("unfair_question", told(prompt))

    def _is_being_put_back(self) -> bool:
        """Whether hands have something to do yet, or have just done it, or the finger slipped."""
        right = self._reality.right_for()
        return right is None or right <= LINGERS or self._history.state != self._reality.state

    def _judge_label(self, prompt: Prompt) -> None:
        """What can be read there, or was read there before, is not asked."""
        if not self.verdict.unfair_question:
            self.mark("unfair_question", told(prompt))

    def _is_fair(self, prompt: Prompt) -> bool:
        """Whether the table, as far as it is in sight, allows two of the answers, and the true one is among them."""
        ends = [after(self._session, reply) for _, reply in prompt.replies if isinstance(reply, Believe | TakeBack)]
        is_true = any(end in self._reality.truth[-2:] for end in ends)
        seen, table = self._reality.in_sight(), self._reality.game.table
        possible = [end for end in (*ends, self._history.state) if not diff(table(end), seen)]
        if _supposes(prompt):
            return is_true or bool(possible)
        return is_true and len(possible) > 1

    def _let_it_pass(self, reason: str, what: object) -> None:
        """Counts it, once for each thing that is believed or said."""
        if (reason, what) not in self._let_off:
            self._let_off.add((reason, what))
            self.verdict.excuse(reason)


def told(prompt: Prompt | None) -> str:
    """The prompt's words in one line."""
    if prompt is None:
        return "silence"
    return f"{prompt.notice.heading} | {', '.join(map(str, (*prompt.notice.lines, *(w for w, _ in prompt.replies))))}"


def asks(prompt: Prompt) -> bool:
    """Whether people have to say or to do something about it."""
    return prompt.notice.kind in (*QUESTIONS, NoticeKind.ILLEGAL) or _supposes(prompt)


def _identifies(prompt: Prompt) -> set[Zone]:
    """The zones whose label is asked for."""
    return {reply.zone for _, reply in prompt.replies if isinstance(reply, Identify)}


def _supposes(prompt: Prompt) -> bool:
    """Whether it says that somebody did what leaves no trace: "Did this happen before?"."""
    replies = [reply for _, reply in prompt.replies]
    saying = prompt.notice.kind is NoticeKind.SAYING
    return saying and any(isinstance(reply, TrustTable) for reply in replies)


def after(session: Session[Any, Any], story: Believe | TakeBack) -> Any:
    """The state that this answer makes."""
    if isinstance(story, TakeBack):
        decisions = [played for played in session.history.played if played.action.player is not None]
        return decisions[-story.actions].before
    state = session.history.before_latest(story.taken_back)
    for action in story.actions:
        state = session.history.game.apply(state, action)
    return state
