"""The owner's copies of the games in this house: what was told of them, as profiles for evenings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from companion.config import SIMULATOR, Settings
from companion.core.copy_form import sound
from companion.core.game import Game
from companion.core.printed_copy import asking, copy_form_of, profile_of, with_profile
from companion.core.table import Piece
from companion.errors import CatalogError
from companion.owners_copy.answer_log import AnswerLog
from companion.owners_copy.copy_entry_state import CopyEntryState
from companion.owners_copy.deck_drafts import DeckDrafts

COPIES = "copies"
"""The folder beside the journal."""


def folder_beside(journal: Path | None) -> Path | None:
    """Where the copies are kept of the house whose journal lies in this folder; None for a journal in memory."""
    return None if journal is None else journal / COPIES


def house_copies(games: Mapping[str, Game[Any, Any]], settings: Settings, journal: Path | None) -> Copies:
    """Those that this house's evenings are played with; its journal lies in that folder.

    In a demonstration nobody has a copy at hand: it plays with what the games make up.
    """
    asks = settings.camera.source != SIMULATOR
    return Copies(games, folder_beside(journal), settings.profile, asks=asks)


def nothing_written(_: str) -> str:
    return ""


class Copies:
    """`folder` keeps a log of what was told for each game, in memory where it is None.

    `written` gives the profile of a game that the settings name, which is what is known before anything is told.
    `asks`: evenings begin with nothing assumed, and a value that nobody has told is asked when it decides something;
    else they are played with what the games make up.
    """

    def __init__(
        self,
        games: Mapping[str, Game[Any, Any]],
        folder: Path | None = None,
        written: Callable[[str], str] = nothing_written,
        *,
        asks: bool = False,
    ) -> None:
        self._games, self._folder, self._written, self.asks = games, folder, written, asks
        self._logs: dict[str, AnswerLog] = {}
        self._read: dict[str, tuple[str, Game[Any, Any]]] = {}
        """What the settings say, and the game by it: asked for often, and slow to read."""
        self._deck_logs: dict[str, AnswerLog] = {}

    def known(self, name: str) -> Game[Any, Any]:
        """The game by what the settings say of the copy. Raises CatalogError, ConfigError."""
        profile = self._written(name)
        if not profile and not self.asks:
            return self._games[name]
        if name in self._read and self._read[name][0] == profile:
            return self._read[name][1]
        try:
            game = asking(self._games[name]) if self.asks else self._games[name]
            self._read[name] = profile, with_profile(game, profile) if profile else game
            return self._read[name][1]
        except CatalogError as error:
            title = self._games[name].title
            raise CatalogError(f"The file that the settings name for your copy of {title}: {error}") from error

    def log(self, name: str) -> AnswerLog:
        """What was told of a game's copy."""
        if name not in self._logs:
            self._logs[name] = AnswerLog(self._file(f"{name}.told"))
        return self._logs[name]

    def is_told(self, name: str) -> bool:
        """Whether anybody has begun to tell the copy."""
        answers = self.log(name).answers
        sheets = copy_form_of(self.known(name)).sheets(answers) if answers else ()
        return any(question.name in answers for sheet in sheets for question in sheet.questions)

    def learn(self, name: str, shown: Mapping[str, str]) -> None:
        """What the table of an evening has shown counts as told, each value from then on. Raises JournalError."""
        log = self.log(name)
        log.append((question, value) for question, value in shown.items() if question not in log.answers)

    def decks(self, name: str) -> DeckDrafts:
        """The decks that the people of this house bring to a game."""
        if name not in self._deck_logs:
            self._deck_logs[name] = AnswerLog(self._file(f"{name}.decks"))
        return DeckDrafts(self._games[name], self._deck_logs[name])

    def _file(self, name: str) -> Path | None:
        return None if self._folder is None else self._folder / name

    def capturing(self, name: str, wanted: Collection[Piece] | None = None) -> CopyEntryState:
        """Goes on with the capture of this game's copy."""
        return CopyEntryState(copy_form_of(self.known(name)), self.log(name), wanted)

    def game(self, name: str) -> Game[Any, Any]:
        """The game by everything that is known of the copy."""
        profile = self.profile(name)
        return with_profile(self._games[name], profile) if profile else self._games[name]

    def profile(self, name: str) -> str:
        """What an evening is played with: what the settings say of the copy, what was told over it, and the decks."""
        answers, decks = self.log(name).answers, self.decks(name).profile()
        game = self.known(name)
        if not (answers or decks):
            return profile_of(game) if self.asks and asking(game) is not game else self._written(name)
        form = copy_form_of(game)
        if answers:
            game = with_profile(game, form.profile(sound(form, answers)))
        return profile_of(with_profile(game, decks) if decks else game)
