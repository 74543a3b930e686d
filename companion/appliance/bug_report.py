"""One file that says what went wrong: the journal, the settings without secrets, pictures only where allowed.

Whoever gets it plays the evenings again (`companion replay`) and sees whether they end in the same states.
"""

from __future__ import annotations

import json
import platform
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from companion import __version__
from companion.core.text import Text
from companion.errors import CompanionError, JournalError
from companion.games import with_profile
from companion.journal.store import JournalStore
from companion.questions_asked import FILE
from companion.session.game_history import GameHistory
from companion.session.why import why_then

JOURNAL, SETTINGS, SUMMARY = "journal.db", "companion.toml", "report.json"
MOST_BYTES = 1 << 30
"""Of a journal in a report that somebody sends: thousands of evenings."""

_CREDENTIALS = re.compile(r"(?<=://)[^/@\s\"']*@")
_QUERY = re.compile(r"(://[^\s\"'?]*)\?[^\s\"']*")
_SECRET = re.compile(r"(?im)^(\s*[\w.\"'-]*(?:password|passwd|secret|token|key)[\w\"'-]*\s*=).*$")


@dataclass(frozen=True, slots=True)
class EveningState:
    """Where an evening of the journal stands after so many actions: a hash of the position, or what prevents one."""

    id: str
    game: str
    actions: int
    state: str
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What a report says beside the journal: where evenings stand, the settings file, JPEGs of the table."""

    settings: Path
    evenings: tuple[EveningState, ...]
    pictures: tuple[bytes, ...] = ()


def reports_beside(store: JournalStore) -> Path:
    """The folder for reports: beside the journal, or where one is if the journal is in memory."""
    return (store.folder or Path()) / "reports"


def write_report(report: Report, store: JournalStore, folder: Path) -> Path:
    """A new file in the folder. Raises JournalError where it cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = _new_name(folder, store.stamp()[:10])
        with (
            tempfile.TemporaryDirectory(dir=folder) as made,
            ZipFile(Path(made) / path.name, "w", ZIP_DEFLATED) as file,
        ):
            store.copy_to(Path(made) / JOURNAL)
            file.write(Path(made) / JOURNAL, JOURNAL)
            file.writestr(SUMMARY, json.dumps(_summary(report, store), indent=2))
            if report.settings.is_file():
                file.writestr(SETTINGS, without_secrets(report.settings.read_text(encoding="utf-8", errors="replace")))
            if store.folder is not None and (store.folder / FILE).is_file():
                file.write(store.folder / FILE, FILE)
            for number, picture in enumerate(report.pictures, 1):
                file.writestr(f"picture-{number}.jpg", picture)
            file.close()
            Path(file.filename or "").replace(path)
    except OSError as error:
        raise JournalError(
            f"The report could not be written to {folder} ({error.strerror}); make room there."
        ) from error
    return path


def without_secrets(settings: str) -> str:
    """The text of a settings file without passwords: in addresses of cameras, behind their question marks, by name."""
    return _SECRET.sub(r'\1 "(left out)"', _QUERY.sub(r"\1?...", _CREDENTIALS.sub("", settings)))


def states(store: JournalStore) -> Iterator[EveningState]:
    """Where each evening of this journal ends when it is played again."""
    for id, game, *_ in store.games():
        try:
            saved = store.load(id)
            history = GameHistory(with_profile(game, saved.profile), store, saved, read_only=True)
            yield state_of(history)
        except (CompanionError, KeyError) as error:
            yield EveningState(id, game, 0, "", str(error))


def replay(
    path: Path, warn: Callable[[Text], None] = lambda _: None
) -> Iterator[tuple[EveningState, EveningState | None]]:
    """Each evening of a report or of a journal as it is played again, and as it was where the report was made.

    `warn` is told what the journal has lost. Raises JournalError for a file that is neither.
    """
    with tempfile.TemporaryDirectory() as folder:
        journal, reported = _unpacked(path, Path(folder) / JOURNAL)
        with JournalStore(journal, to_read=True) as store:
            if store.repaired is not None:
                warn(store.repaired)
            for number, found in enumerate(states(store), 1):
                yield found, reported.get(found.id) or reported.get(str(number))


def why(path: Path, evening: int, action: int) -> Iterator[str]:
    """What an action of an evening of a report, or of a journal, might have been instead: the first of both is 1.

    Raises JournalError for a file that is neither, or that has no such action.
    """
    with tempfile.TemporaryDirectory() as folder:
        journal, _ = _unpacked(path, Path(folder) / JOURNAL)
        with JournalStore(journal, to_read=True) as store:
            games = store.games()
            if not 0 < evening <= len(games):
                raise JournalError(f"{path} has no evening {evening}; choose one of 1 to {len(games)}.")
            id, game, *_ = games[evening - 1]
            saved = store.load(id)
            history = GameHistory(with_profile(game, saved.profile), store, saved, read_only=True)
            if not 0 < action <= len(history.played):
                raise JournalError(
                    f"{path} has no action {action} of evening {evening}; choose one of 1 to {len(history.played)}."
                )
            yield from why_then(history, action)


def state_of(history: GameHistory[Any, Any]) -> EveningState:
    """Where this evening stands."""
    position = history.game.write_position(history.state)
    hashed = blake2b(f"{history.game.name}\0{position}".encode(), digest_size=8).hexdigest()
    return EveningState(history.id, history.game.name, len(history.played), hashed, history.fault)


def _summary(report: Report, store: JournalStore) -> dict[str, object]:
    return {
        "version": __version__,
        "python": platform.python_version(),
        "machine": f"{sys.platform} {platform.machine()}",
        "made": store.stamp(),
        "journal": {"repaired": str(store.repaired or ""), "unsaved": str(store.unsaved or "")},
        "evenings": [asdict(each) for each in report.evenings],
        "pictures": len(report.pictures),
    }


def _unpacked(path: Path, journal: Path) -> tuple[Path, dict[str, EveningState]]:
    """Puts the journal of a report there, and leaves one that is none where it is: where it is then.

    And what the report says of its evenings, by their identities or, in an old one, numbers.
    """
    try:
        if path.read_bytes()[:4] != b"PK\3\4":
            return path, {}
        with ZipFile(path) as file:
            # Only by their names: nothing in the file says where anything is put.
            if file.getinfo(JOURNAL).file_size > MOST_BYTES:
                raise JournalError(f"The journal in {path} is too large to be one.")
            journal.write_bytes(file.read(JOURNAL))
            evenings = json.loads(file.read(SUMMARY))["evenings"]
        return journal, {str(each["id"]): EveningState(**each) for each in evenings}
    except (OSError, BadZipFile, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise JournalError(f"{path} is neither a report nor a journal ({error}).") from error


def _new_name(folder: Path, day: str) -> Path:
    names = (folder / f"report-{day}{suffix}.zip" for suffix in ("", *(f"-{n}" for n in range(2, 10_000))))
    return next(name for name in names if not name.exists())
