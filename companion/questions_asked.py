"""What was asked about the rules at this table: the latest questions, and those to which no rule was found.

They are kept in one file beside the journal, nothing is sent; whoever improves the rules' words gets them in a report.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path

FILE = "questions.json"
LATEST, MOST_UNFOUND = 10, 500

_LOG = logging.getLogger(__name__)


class QuestionsAsked:
    """By game. In memory alone where there is no folder, or where nothing can be read or written there."""

    def __init__(self, folder: Path | None) -> None:
        self._path = None if folder is None else folder / FILE
        self._latest: dict[str, list[str]] = {}
        self._unfound: dict[str, list[str]] = {}
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8")) if self._path and self._path.is_file() else {}
            self._latest, self._unfound = _by_game(kept, "latest"), _by_game(kept, "unfound")
        except (OSError, ValueError) as error:
            _LOG.warning("The questions asked before cannot be read: %s", error)

    def latest(self, game: str) -> tuple[str, ...]:
        """The last ten, the latest first."""
        return tuple(self._latest.get(game, ()))

    def unfound(self, game: str) -> tuple[str, ...]:
        return tuple(self._unfound.get(game, ()))

    def asked(self, game: str, question: str, *, found: bool) -> None:
        self._latest[game] = [question, *(each for each in self.latest(game) if each != question)][:LATEST]
        if not found and question not in self.unfound(game):
            self._unfound[game] = [*self.unfound(game), question][-MOST_UNFOUND:]
        if self._path is not None:
            kept = json.dumps({"latest": self._latest, "unfound": self._unfound}, ensure_ascii=False, indent=1)
            try:
                self._path.write_text(kept, encoding="utf-8")
            except OSError as error:
                _LOG.warning("The question cannot be kept: %s", error)


def _by_game(kept: object, name: str) -> dict[str, list[str]]:
    """Raises ValueError for a file that is not ours."""
    found = kept.get(name, {}) if isinstance(kept, dict) else None
    if not isinstance(found, dict) or not all(isinstance(each, list) for each in found.values()):
        raise ValueError(f"{FILE}: no questions by game stand there")
    return {str(game): [str(question) for question in each] for game, each in found.items()}
