"""Before a game: which one, and for how many. Two touches, and the journal has a new evening."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.game import Game, Options
from companion.core.screen import Answer, Button, Confirm, Notice, NoticeKind, Screen
from companion.core.text import say

LETTERS = "ABCDEF"


class Lobby:
    """Asks with the same screens and answers as a game does; `begin` gets the game's name and the options."""

    def __init__(
        self,
        games: Mapping[str, Game[Any, Any]],
        publish: Callable[[Screen], None],
        begin: Callable[[str, Options], None],
    ) -> None:
        self._games, self._publish, self._begin = games, publish, begin
        self._chosen = next(iter(games)) if len(games) == 1 else None
        self._asked = 0
        self._ask()

    def handle(self, message: object) -> None:
        match message:
            case Answer(number, asked) if asked == self._asked:
                self._answered(number)
            case Confirm():
                self._answered(0)
            case _:
                pass

    def _answered(self, number: int) -> None:
        if self._chosen is None:
            self._chosen = list(self._games)[number]
            self._ask()
        else:
            self._begin(self._chosen, Options(tuple(LETTERS[: list(self._games[self._chosen].players)[number]])))

    def _ask(self) -> None:
        self._asked += 1
        if self._chosen is None:
            heading, labels = say("Which game?"), [game.title for game in self._games.values()]
        else:
            heading = say("How many players?")
            labels = [say("{count} players", count=count) for count in self._games[self._chosen].players]
        answers = tuple(Button(label, Answer(number, self._asked)) for number, label in enumerate(labels))
        notice = Notice(NoticeKind.QUESTION, heading, answers=answers)
        self._publish(Screen(say("Table companion"), say("A new evening"), (), (), notice=notice))
