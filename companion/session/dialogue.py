"""What is being talked about: the prompt on the screen, and what stands behind it until somebody answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.screen import Answer
from companion.core.selection import NO_SELECTION, Selection
from companion.core.text import Text
from companion.session.messages import Trouble
from companion.session.prompts import Prompt, Reply


@dataclass(slots=True)
class Dialogue:
    """`number` counts the prompts shown, so that a tap on one that has meanwhile changed is dropped.

    `about_table` is what the table says that has to be said. `opened` was asked for by a touch and goes before
    everything else. `answered` are the headings that players have answered since table and game last agreed: none of
    them comes back before. `trouble` is what does not work outside the game, and `lasting` the same as long as it
    lasts, read or not; `blind` while the table cannot be seen for it. `unwatched` is said of a table that nothing
    looks at, until play goes on. `selection` is what fingers have picked on the way to an action.
    """

    shown: Prompt | None = None
    number: int = 0
    asked_why: bool = False
    about_table: Prompt | None = None
    opened: Prompt | None = None
    answered: set[Text] = field(default_factory=set)
    trouble: Trouble | None = None
    lasting: Text | None = None
    blind: bool = False
    unwatched: Text | None = None
    selection: Selection = NO_SELECTION

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

    def fails(self, trouble: Trouble) -> None:
        """Something outside the game does not work, or works again."""
        self.trouble = trouble if trouble.what is not None else None
        self.lasting = trouble.what if trouble.lasts else None
        self.blind = trouble.blind

    def dismiss(self) -> None:
        self.opened = self.trouble = None
