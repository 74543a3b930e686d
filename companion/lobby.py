"""Before a game: which one, for how many, and how it is played. Three touches, and the journal has a new evening."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.game import Game, Options, Setting
from companion.core.screen import Answer, Button, Confirm, Dismiss, Notice, NoticeKind, Screen, Tone
from companion.core.text import Text, say
from companion.session import Trouble

LETTERS = "ABCDEF"


@dataclass(slots=True)
class Lobby:
    """Asks with the same screens and answers as a game does; `begin` gets the game's name and the options.

    `usual` are the settings with which a game was played the last time: groups seldom change theirs.
    """

    games: Mapping[str, Game[Any, Any]]
    publish: Callable[[Screen], None]
    begin: Callable[[str, Options], None]
    usual: Callable[[str], Mapping[str, str]]
    _chosen: str | None = None
    _players: int | None = None
    _settings: dict[str, str] = field(default_factory=dict)
    _trouble: Text | None = None
    _asked: int = 0
    _begun: bool = False

    def __post_init__(self) -> None:
        if len(self.games) == 1:
            self._choose_game(next(iter(self.games)))
        self._ask()

    def handle(self, message: object) -> None:
        match message:
            case Answer(number, asked) if asked == self._asked:
                self._answered(number)
            case Confirm():
                self._answered(0)
            case Dismiss():
                self._chosen = self._players = None
            case Trouble(what):
                self._trouble = what
            case _:
                return
        if not self._begun:
            self._ask()

    def _answered(self, number: int) -> None:
        self._trouble = None
        if self._chosen is None:
            self._choose_game(list(self.games)[number])
        elif self._players is None:
            self._players = self.games[self._chosen].players[number]
        elif number == 0:
            self.begin(self._chosen, Options(tuple(LETTERS[: self._players]), dict(self._settings)))
            self._begun = True
        else:
            self._turn_over(self.games[self._chosen].settings[number - 1])

    def _turn_over(self, setting: Setting) -> None:
        """The next choice of this setting; after the last one comes the first again."""
        following = setting.choices.index(self._choice(setting)) + 1
        self._settings[setting.name] = setting.choices[following % len(setting.choices)]

    def _choose_game(self, name: str) -> None:
        """Takes over what the group chose the last time, as far as the game still knows it."""
        usual, self._chosen = self.usual(name), name
        known = {setting.name: setting.choices for setting in self.games[name].settings}
        self._settings = {name: choice for name, choice in usual.items() if choice in known.get(name, ())}

    def _choice(self, setting: Setting) -> str:
        return self._settings.get(setting.name, setting.default)

    def _ask(self) -> None:
        self._asked += 1
        heading, labels = self._question()
        answers = [Button(label, Answer(number, self._asked), tone=tone) for number, (label, tone) in enumerate(labels)]
        if self._chosen is not None and len(self.games) > 1:
            answers.append(Button(say("Another game"), Dismiss()))
        lines = (self._trouble,) if self._trouble is not None else ()
        notice = Notice(NoticeKind.QUESTION, heading, lines, answers=tuple(answers))
        self.publish(Screen(say("Table companion"), say("A new evening"), (), (), notice=notice))

    def _question(self) -> tuple[Text, list[tuple[Text, Tone]]]:
        """What is asked, and the answers, each with how it is to be felt."""
        if self._chosen is None:
            return say("Which game?"), [(game.title, Tone.NORMAL) for game in self.games.values()]
        game = self.games[self._chosen]
        if self._players is None:
            counts = [say("{count} players", count=count) for count in game.players]
            return say("How many players?"), [(count, Tone.NORMAL) for count in counts]
        heading = say("How do you play? Touch what you play differently.")
        return heading, [(say("Begin"), Tone.GOOD), *map(self._rule, game.settings)]

    def _rule(self, setting: Setting) -> tuple[Text, Tone]:
        """A setting as it is chosen; what is not the usual is marked."""
        choice = self._choice(setting)
        words = say("{question} {choice}", question=setting.question, choice=in_words(choice))
        return words, Tone.NORMAL if choice == setting.default else Tone.ATTENTION


def in_words(choice: str) -> Text:
    """The choice of a setting as people read it: `onlyWhenStarting` and `only_when_starting` alike."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=\d)|[_+]", " ", choice)
    return say(words.lower())
