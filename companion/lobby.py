"""Before a game: which one, who plays, and how. Three touches, and the journal has a new evening."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from companion.core.game import Game, Options, Setting
from companion.core.screen import Answer, Button, Confirm, Dismiss, Notice, NoticeKind, Screen, Tone
from companion.core.text import Message, Text, say, say_plural, verbatim
from companion.session.messages import Trouble

SEATS = "ABCDEF"
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÅÖÕÜŠŽ-"
LONGEST_NAME = 12


@dataclass(frozen=True, slots=True)
class MenuItem:
    """An answer that can be touched, and what it does."""

    label: Text
    take: Callable[[], None]
    tone: Tone = Tone.NORMAL


@dataclass(slots=True)
class Lobby:
    """Asks with the same screens and answers as a game does; `begin` gets the game's name and the options.

    `usual` are the names and settings with which a game was played the last time: groups seldom change theirs.
    """

    games: Mapping[str, Game[Any, Any]]
    publish: Callable[[Screen], None]
    begin: Callable[[str, Options], None]
    usual: Callable[[str], Options]
    _chosen: str | None = None
    _names: list[str] = field(default_factory=list)
    _naming: int | None = None
    _settings: dict[str, str] = field(default_factory=dict)
    _trouble: Text | None = None
    _items: list[MenuItem] = field(default_factory=list)
    _asked: int = 0
    _begun: bool = False

    def __post_init__(self) -> None:
        if len(self.games) == 1:
            self._choose_game(next(iter(self.games)))
        self._ask()

    def handle(self, message: object) -> None:
        match message:
            case Answer(number, asked) if asked == self._asked:
                self._take(number)
            case Confirm():
                self._take(0)
            case Dismiss():
                self._go_back()
            case Trouble(what):
                self._trouble = what
            case _:
                return
        if not self._begun:
            self._ask()

    def _take(self, number: int) -> None:
        self._trouble = None
        self._items[number].take()

    def _go_back(self) -> None:
        if self._naming is not None:
            self._named(self._naming)
        else:
            self._chosen, self._names = None, []

    def _choose_game(self, name: str) -> None:
        """Takes over what the group chose the last time, as far as the game still knows it."""
        self._chosen = name
        known = {setting.name: setting.choices for setting in self.games[name].settings}
        usual = self.usual(name).settings
        self._settings = {name: choice for name, choice in usual.items() if choice in known.get(name, ())}

    def _seat_players(self, game: str, count: int) -> None:
        usual = self.usual(game).names[:count]
        self._names = [*usual, *SEATS[len(usual) : count]]

    def _begin(self, game: str) -> None:
        self.begin(game, Options(tuple(self._names), dict(self._settings)))
        self._begun = True

    # --- the questions ---

    def _ask(self) -> None:
        self._asked += 1
        heading, self._items = self._question()
        answers = [Button(item.label, Answer(n, self._asked), tone=item.tone) for n, item in enumerate(self._items)]
        if self._naming is None and self._chosen is not None and len(self.games) > 1:
            answers.append(Button(say("Another game"), Dismiss()))
        notice = Notice(NoticeKind.QUESTION, heading, tuple(self._lines()), answers=tuple(answers))
        self.publish(Screen(say("Table companion"), say("A new evening"), (), (), notice=notice))

    def _lines(self) -> list[Text]:
        trouble = [] if self._trouble is None else [self._trouble]
        return trouble if self._naming is None else [*trouble, verbatim(self._names[self._naming])]

    def _question(self) -> tuple[Text, list[MenuItem]]:
        if self._chosen is None:
            games = self.games.items()
            return say("Which game?"), [MenuItem(game.title, partial(self._choose_game, name)) for name, game in games]
        if self._naming is not None:
            return say("Who is player {seat}?", seat=SEATS[self._naming]), self._spelling(self._naming)
        game = self.games[self._chosen]
        if not self._names:
            seating = partial(self._seat_players, self._chosen)
            counts = [
                MenuItem(say_plural("{count} player", "{count} players", count), partial(seating, count))
                for count in game.players
            ]
            return say("How many players?"), counts
        begin = MenuItem(say("Begin"), partial(self._begin, self._chosen), Tone.GOOD)
        names = [self._player(number) for number in range(len(self._names))]
        heading = say("How do you play? Touch what you play differently.")
        return heading, [begin, *names, *map(self._rule, game.settings)]

    # --- names ---

    def _player(self, number: int) -> MenuItem:
        label = say("Player {seat}: {name}", seat=SEATS[number], name=verbatim(self._names[number]))
        return MenuItem(label, partial(self._name_player, number))

    def _name_player(self, number: int) -> None:
        self._naming, self._names[number] = number, ""

    def _spelling(self, number: int) -> list[MenuItem]:
        letters = [MenuItem(verbatim(letter), partial(self._write, number, letter)) for letter in ALPHABET]
        done = MenuItem(say("Done"), partial(self._named, number), Tone.GOOD)
        return [done, MenuItem(say("Erase"), partial(self._erase, number)), *letters]

    def _write(self, number: int, letter: str) -> None:
        name = self._names[number]
        first = not name or name.endswith("-")
        self._names[number] = (name + (letter if first else letter.lower()))[:LONGEST_NAME]

    def _erase(self, number: int) -> None:
        self._names[number] = self._names[number][:-1]

    def _named(self, number: int) -> None:
        """A player without a name goes by the letter of his seat."""
        self._names[number] = self._names[number].strip("-") or SEATS[number]
        self._naming = None

    # --- settings ---

    def _rule(self, setting: Setting) -> MenuItem:
        """A setting as it is chosen; what is not the usual is marked."""
        choice = self._choice(setting)
        words = say("{question} {choice}", question=setting.question, choice=in_words(choice))
        tone = Tone.NORMAL if choice == setting.default else Tone.ATTENTION
        return MenuItem(words, partial(self._turn_over, setting), tone)

    def _turn_over(self, setting: Setting) -> None:
        """The next choice of this setting; after the last one comes the first again."""
        following = setting.choices.index(self._choice(setting)) + 1
        self._settings[setting.name] = setting.choices[following % len(setting.choices)]

    def _choice(self, setting: Setting) -> str:
        return self._settings.get(setting.name, setting.default)


def in_words(choice: str) -> Message:
    """The choice of a setting as people read it: `onlyWhenStarting` and `only_when_starting` alike."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=\d)|[_+]", " ", choice)
    return Message(words.lower())
