"""What is read aloud of the screen: whose turn it has become, what is not allowed, what is asked. Only what is new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from companion.core.screen import Notice, NoticeKind, Screen
from companion.core.text import Language, Text, say
from companion.pages.machine import Voice

ALOUD = {NoticeKind.ILLEGAL, NoticeKind.REFUSED, NoticeKind.DISAGREE, NoticeKind.QUESTION}
OF_TIME = {"low": say("Time is running out."), "over": say("The time is up.")}
"""By what the bell rings."""

MOST_OF_A_KIND = 3
"""So often the same rule, or the same question, is read in an evening; after that it can be seen."""


@dataclass
class Announcer:
    """Keeps what has been said in this evening; switched off it says nothing, and knows nothing of what goes on."""

    voice: Voice
    is_on: bool = False
    _on_turn: tuple[str, ...] | None = None
    _happened: int = 0
    _notice: Notice | None = None
    _said: set[tuple[Text, ...]] = field(default_factory=set)
    _of_a_kind: Counter[Text] = field(default_factory=Counter)

    def read(self, screen: Screen, happened: int, language: Language) -> None:
        """Reads aloud what is new on it."""
        if self.is_on:
            self._read(self.announce(screen, happened), language)

    def tell_time(self, rung: str, language: Language) -> None:
        if self.is_on and rung in OF_TIME:
            self._read((OF_TIME[rung],), language)

    def read_again(self, screen: Screen, language: Language) -> None:
        """What is to be done now, though it has been read, or is never read by itself: somebody asks for it."""
        notice = screen.notice
        words = (screen.status if screen.heading is None else screen.heading,) if notice is None else _words(notice)
        self._read(words, language)

    def _read(self, sentences: Iterable[Text], language: Language) -> None:
        if words := " ".join(sentence.render(language) for sentence in sentences):
            self.voice.say(words, language.code)

    def announce(self, screen: Screen, happened: int) -> tuple[Text, ...]:
        """The sentences that this screen is worth; `happened` counts the decisions of the evening up to it.

        Who corrects something hears nothing again: neither a turn that has come back nor a notice that was read in it.
        """
        return (*self._turn(screen, happened), *self._news(screen.notice))

    def _turn(self, screen: Screen, happened: int) -> Iterator[Text]:
        on_turn = tuple(seat.seat for seat in screen.seats if seat.on_turn)
        before, self._on_turn = self._on_turn, on_turn
        gone_on, self._happened = happened > self._happened, happened
        if gone_on:
            self._said.clear()
        if gone_on and before is not None and on_turn not in ((), before):
            yield screen.status if screen.heading is None else screen.heading

    def _news(self, notice: Notice | None) -> Iterator[Text]:
        before, self._notice = self._notice, notice
        if notice is None or notice == before or notice.kind not in ALOUD:
            return
        words = _words(notice)
        if words in self._said:
            return
        self._said.add(words)
        kind = notice.heading if notice.rule is None else notice.rule
        self._of_a_kind[kind] += 1
        if self._of_a_kind[kind] <= MOST_OF_A_KIND:
            yield from words


def _words(notice: Notice) -> tuple[Text, ...]:
    repair = () if notice.repair is None else (notice.repair,)
    return (notice.heading, *notice.lines[:1], *repair)
