"""What is being talked about: the prompt on the screen, and what stands behind it until somebody answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.piece_sheet import PieceSheet
from companion.core.screen import Answer, NoticeKind
from companion.core.selection import NO_SELECTION, Selection
from companion.core.text import Text
from companion.session.messages import Concern, Trouble
from companion.session.replies import Prompt, Reply

STOPPING = (NoticeKind.ILLEGAL, NoticeKind.QUESTION, NoticeKind.DISAGREE)
"""What the companion says of these takes nobody's time."""


@dataclass(slots=True)
class Dialogue:
    """`number` counts the prompts shown, so that a tap on one that has meanwhile changed is dropped.

    `about_table` is what the table says that has to be said. `opened` was asked for by a touch and goes before
    everything else. `answered` are the headings that players have answered since table and game last agreed: none of
    them comes back before. `troubles` is what does not work outside the game and has not been read yet, and `lasting`
    what of it lasts, read or not. `unwatched` is said of a table that nothing looks at, until play goes on. `selection`
    is what fingers have picked on the way to an action.
    """

    shown: Prompt | None = None
    number: int = 0
    asked_why: bool = False
    about_table: Prompt | None = None
    opened: Prompt | None = None
    answered: set[Text] = field(default_factory=set)
    troubles: dict[Concern, Trouble] = field(default_factory=dict)
    lasting: dict[Concern, Trouble] = field(default_factory=dict)
    unwatched: Text | None = None
    selection: Selection = NO_SELECTION

    @property
    def takes_no_time(self) -> bool:
        """Whether what is shown has the screen to itself; whoever only looks a piece up is thinking."""
        shown = self.shown
        if shown is None or shown.aside or isinstance(shown.notice.detail, PieceSheet):
            return False
        return shown.notice.kind in STOPPING

    def show(self, prompt: Prompt | None) -> bool:
        """Whether this is another prompt than before."""
        if prompt == self.shown:
            return False
        self.shown, self.number, self.asked_why = prompt, self.number + 1, False
        return True

    def reply_to(self, answer: Answer) -> Reply | None:
        """What the answer stands for; None for a tap on a prompt that has changed."""
        replies = () if self.shown is None or answer.asked != self.number else self.shown.replies
        return replies[answer.number][1] if answer.number < len(replies) else None

    def tell_of_table(self, said: Prompt | None) -> None:
        """What the table says now. What has to be answered goes before the no that a finger got earlier."""
        is_new = said is not None and said != self.about_table and said.notice.kind in STOPPING
        if is_new and self.opened is not None and self.opened.notice.kind is NoticeKind.REFUSED:
            self.opened = None
        self.about_table = said

    def answer(self) -> None:
        """What is shown has been answered."""
        if self.shown is not None:
            self.answered.add(self.shown.notice.heading)
            self.about_table = None

    def acted(self) -> None:
        """The game went on: what was opened or picked is past."""
        self.about_table, self.opened, self.selection = None, None, NO_SELECTION
        self.unwatched = None

    def stop_seeing(self) -> None:
        """What was said of a look at the table is past."""
        self.about_table = self.opened = None
        self.answered.clear()

    @property
    def trouble(self) -> Trouble | None:
        """The most urgent that has not been read."""
        return _most_urgent(self.troubles)

    @property
    def lasts(self) -> Trouble | None:
        """The most urgent that lasts."""
        return _most_urgent(self.lasting)

    @property
    def blind(self) -> bool:
        """Whether nothing sees the table, though something should."""
        return Concern.CAMERA in self.lasting

    def fails(self, trouble: Trouble) -> None:
        """Something outside the game does not work, or works again."""
        self.troubles.pop(trouble.concern, None)
        self.lasting.pop(trouble.concern, None)
        if trouble.what is not None:
            self.troubles[trouble.concern] = trouble
            if trouble.lasts:
                self.lasting[trouble.concern] = trouble

    def dismiss(self) -> None:
        """What is shown has been read."""
        self.opened, read = None, self.trouble
        if read is not None and self.shown is not None and self.shown.notice.heading == read.what:
            del self.troubles[read.concern]


def _most_urgent(troubles: Mapping[Concern, Trouble]) -> Trouble | None:
    return next((troubles[each] for each in Concern if each in troubles), None)
