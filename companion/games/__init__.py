"""The registry of games: what installed packages declare in the entry point group `table_companion.games`.

    [project.entry-points."table_companion.games"]
    nine_mens_morris = "nine_mens_morris:GAME"

The name is the game's, the value where its `Game` is; where it names only a package, all of that is data (a
`counter.toml`). They are listed by the packages' metadata, without running a line
of them; a game is imported when it is first asked for. One that cannot be had has a sentence instead (`faults`).
"""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, cast

from companion.core import printed_copy
from companion.core.quality import API, FILE, Quality, read_quality
from companion.core.text import Text, say
from companion.errors import CompanionError, GameError

if TYPE_CHECKING:
    from companion.core.game import Game

GROUP = "table_companion.games"
_OURS = "table-companion"

logger = logging.getLogger(__name__)

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""A game's name stands in journals and names files."""


@dataclass(frozen=True, slots=True)
class GamePackage:
    """Where a game is, as metadata says: `module` has its value `attribute`; `distribution` brings it."""

    name: str
    module: str
    attribute: str
    distribution: str
    version: str

    @property
    def is_ours(self) -> bool:
        """Whether the companion itself brings it."""
        return self.distribution == _OURS

    @property
    def folder(self) -> Path | None:
        """Where its files lie; None where there is no such module."""
        try:
            spec = find_spec(self.module)
        except (ImportError, ValueError):
            return None
        if spec is None:
            return None
        places = list(spec.submodule_search_locations or ())
        return Path(places[0]) if places else Path(spec.origin or "").parent

    def quality(self) -> Quality:
        """Raises GameError where it says nothing of itself."""
        file = None if self.folder is None else self.folder / FILE
        if file is None or not file.is_file():
            raise GameError(
                say("The package {package} has no {file}; install it again.", package=self.distribution, file=FILE)
            )
        try:
            return read_quality(file.read_text(encoding="utf-8"), f"{self.module}, {FILE}")
        except (CompanionError, OSError, ValueError) as error:
            raise _unusable(self, error) from error


class Games(Mapping[str, "Game[Any, Any]"]):
    """The games by name. One that turns out not to be usable is no longer among them, but among the `faults`.

    Names are known without loading a game; `items` and `values` load all.
    """

    def __init__(self, listed: Callable[[], Iterable[EntryPoint]]) -> None:
        self._listed = listed
        self._loaded: dict[str, Game[Any, Any]] = {}
        self._faults: dict[str, GameError] = {}

    def __getitem__(self, name: str) -> Game[Any, Any]:
        """Raises GameError, a KeyError that says why not."""
        if name not in self._loaded:
            if (package := self.packages.get(name)) is None:
                raise GameError(say("The game {game} is not installed here.", game=name))
            if name in self._faults:
                raise self._faults[name]
            try:
                self._loaded[name] = _load(package)
            except GameError as error:
                self._faults[name] = error
                raise
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self.packages and name not in self._faults

    def __iter__(self) -> Iterator[str]:
        return (name for name in list(self.packages) if name not in self._faults)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def items(self) -> ItemsView[str, Game[Any, Any]]:
        self.faults()
        return super().items()

    def values(self) -> ValuesView[Game[Any, Any]]:
        self.faults()
        return super().values()

    def faults(self) -> Mapping[str, Text]:
        """Why some of what is listed cannot be played, by name; to know it, all are loaded."""
        for name in list(self):
            try:
                self[name]
            except GameError as error:
                logger.warning("%s: %s", name, error)
        return {name: error.text for name, error in self._faults.items()}

    @cached_property
    def packages(self) -> Mapping[str, GamePackage]:
        """All that is listed, the companion's own first."""
        found: dict[str, list[GamePackage]] = defaultdict(list)
        for entry in self._listed():
            package = _package(entry)
            if package not in found[package.name]:
                found[package.name].append(package)
        orders = {name: self._order(some) for name, some in found.items()}
        return {name: found[name][0] for name in sorted(found, key=orders.__getitem__)}

    def _order(self, some: list[GamePackage]) -> tuple[bool, int, str]:
        """Notes, on the way, what is wrong with it."""
        package, order = some[0], 0
        try:
            if not _NAME.fullmatch(package.name):
                raise GameError(
                    say(
                        "The package {package} brings a game whose name cannot be used; install another version of it.",
                        package=package.distribution,
                    )
                )
            if len(some) > 1:
                raise GameError(
                    say(
                        "The packages {packages} bring a game with one and the same name; remove all but one.",
                        packages=tuple(sorted(each.distribution for each in some)),
                    )
                )
            order = (quality := package.quality()).order
            if quality.api != API:
                raise _other_api(package, quality.api)
        except GameError as error:
            self._faults[package.name] = error
        return not package.is_ours, order, package.name


def _package(entry: EntryPoint) -> GamePackage:
    distribution = entry.dist
    name, version = (
        (entry.module.replace("_", "-"), "") if distribution is None else (distribution.name, distribution.version)
    )
    return GamePackage(entry.name, entry.module, entry.attr, name, version)


def _load(package: GamePackage) -> Game[Any, Any]:
    """Raises GameError, whatever goes wrong: a stranger's code does not end the companion."""
    try:
        game = _game(package)
        found = game.name
    except (Exception, SystemExit) as error:
        logger.debug("%s cannot be loaded", package.name, exc_info=True)
        raise _unusable(package, error) from error
    if found != package.name:
        raise GameError(
            say(
                "The package {package} lists a game as {name} that calls itself {other}; install another version.",
                package=package.distribution,
                name=package.name,
                other=found,
            )
        )
    return game


def _game(package: GamePackage) -> Game[Any, Any]:
    """The value that is named, or where none is, what the package's data say."""
    if package.attribute:
        return cast("Game[Any, Any]", getattr(import_module(package.module), package.attribute))
    from companion.core.declared.counter import counter_game

    return counter_game(package.name, package.module)


def _unusable(package: GamePackage, error: BaseException) -> GameError:
    return GameError(
        say(
            "It cannot be opened ({error}); install the package {package} again, or another version of it.",
            error=f"{_place_in(package, error)}{type(error).__name__}: {error}".splitlines()[0].rstrip("."),
            package=package.distribution,
        )
    )


def _place_in(package: GamePackage, error: BaseException) -> str:
    """The file of the package in which it happened, and the line, where its code has run at all."""
    folder = package.folder
    places = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
    own = [(Path(file), line) for file, line in places if folder is not None and Path(file).is_relative_to(folder)]
    return f"{own[-1][0].name}:{own[-1][1]}: " if own else ""


def _other_api(package: GamePackage, api: int) -> GameError:
    if api > API:
        return GameError(say("It needs a newer companion; bring this one up to date."))
    return GameError(
        say("It was made for an older companion; install a newer version of {package}.", package=package.distribution)
    )


GAMES = Games(lambda: entry_points(group=GROUP))


def picture_of(name: str) -> str:
    """The file with the game's picture, 8:5, for the home page; empty where it has none."""
    package = GAMES.packages.get(name)
    folder = None if package is None else package.folder
    path = None if folder is None else folder / "picture.png"
    return str(path) if path is not None and path.exists() else ""


def title_of(name: str) -> str:
    """What stands for the title of a game that cannot be asked for it."""
    return name.replace("_", " ").capitalize()


def version_of(name: str) -> str:
    """The version of the package that brings the game; empty where none does."""
    package = GAMES.packages.get(name)
    return "" if package is None else package.version


def why_not_continued(name: str, version: str) -> Text | None:
    """Why an evening of this game, begun with that version, can only be read; None where it can be gone on with."""
    try:
        GAMES[name]
    except GameError as error:
        return error.text
    if _numbers(version) > _numbers(version_of(name)):
        return say("It was begun with a newer version of the game, {version}; install that one.", version=version)
    return None


def _numbers(version: str) -> tuple[int, ...]:
    """`1.10.2` comes after `1.9`."""
    return tuple(int(digits) for digits in re.findall(r"\d+", version))


def locale_folders() -> tuple[Path, ...]:
    """Where games keep catalogues of their own: `locale/LANGUAGE/LC_MESSAGES/messages.mo` beside their code."""
    folders = (package.folder for package in GAMES.packages.values() if not package.is_ours)
    return tuple(folder / "locale" for folder in folders if folder is not None and (folder / "locale").is_dir())


def with_profile(name: str, profile: str) -> Game[Any, Any]:
    """A registered game, played with an owner's profile unless that is empty. Raises CatalogError and GameError."""
    return printed_copy.with_profile(GAMES[name], profile) if profile else GAMES[name]
