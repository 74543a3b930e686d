"""`companion new-game`: a package to begin a game with, out of the files in `template/`, and brought up to date later.

`template.toml` in the package keeps a checksum of each file as it was written. What nobody has changed since is
replaced when a newer template is there; beside what somebody has changed the new one is laid, called `.new`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from companion import __version__
from companion.conformance.tag_tables import beside_pieces, make, shipped, table_of
from companion.core import toml
from companion.core.quality import API
from companion.core.tags import TagId
from companion.core.text import Text, say
from companion.errors import ConfigError

PIECES = ("apple", "cherry", "pear")
COPIES = 3
MANIFEST = "template.toml"
PACKAGE = "package"
"""The folder of the template that gets the game's name."""


def new_game(name: str, letter: str, into: Path) -> Iterator[Text]:
    """Writes the package of a toy game; says each file. Raises ConfigError where something is there already."""
    _check(name)
    folder = into / name
    if folder.exists():
        raise ConfigError(f"{folder} is there already; choose another name, or bring it up to date with --update.")
    written = {**_filled(name, letter), f"{name}/tags.csv": _tags(letter)}
    yield from _write(folder, written, letter, {})


def update(name: str, into: Path) -> Iterator[Text]:
    """Brings a package that was made so up to date. Raises ConfigError where there is none."""
    _check(name)
    folder = into / name
    manifest = folder / MANIFEST
    if not manifest.is_file():
        raise ConfigError(f"{manifest} is not there; --update is for what `companion new-game` has made here.")
    told = toml.parse(manifest.read_text(encoding="utf-8"), str(manifest), ConfigError)
    letter, sums = str(told.get("letter", "G")), told.get("files", {})
    replaced: dict[str, str] = {}
    for path, text in _filled(name, letter).items():
        now = (folder / path).read_text(encoding="utf-8") if (folder / path).is_file() else None
        known = sums.get(path)
        if known == _sum(text) or (now is None and known is not None):
            continue  # The template is as it was, or the file was not wanted.
        if now is None or _sum(now) == known:
            replaced[path] = text
        elif now != text:
            (folder / f"{path}.new").write_text(text, encoding="utf-8")
            yield say("{file} was changed here; the new one lies beside it.", file=path)
            sums[path] = _sum(text)
    if not replaced:
        yield say("Everything else is up to date.")
    yield from _write(folder, replaced, letter, sums)


def _check(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,39}", name):
        raise ConfigError(f"{name!r} is no name for a game; write small letters, digits and _, such as pond_life.")


def _filled(name: str, letter: str) -> dict[str, str]:
    """The files of the template by their paths, with the game's name in them."""
    values = {
        "name": name,
        "dashed": name.replace("_", "-"),
        "title": name.replace("_", " ").capitalize(),
        "letter": letter,
        "api": str(API),
    }
    found = {}
    for path, text in _templates(files("companion.conformance").joinpath("template"), ""):
        to = path.removesuffix(".txt").replace("@name@", name)
        to = f"{name}{to.removeprefix(PACKAGE)}" if to.startswith(f"{PACKAGE}/") else to
        found[to] = re.sub(r"@(\w+)@", lambda word: values[word[1]], text)
    return found


def _templates(folder: Traversable, before: str) -> Iterator[tuple[str, str]]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            yield from _templates(each, f"{before}{each.name}/")
        elif each.name.endswith(".txt"):
            yield f"{before}{each.name}", each.read_text(encoding="utf-8")


def _tags(letter: str) -> str:
    """A label for each fruit, unlike all that are here."""
    rows = [(piece, copy) for piece in PIECES for copy in range(1, COPIES + 1)]
    numbers = [TagId(letter, number) for number in range(1, len(rows) + 1)]
    return table_of(make(numbers, [*beside_pieces(), *shipped()]), rows)


def _write(folder: Path, written: Mapping[str, str], letter: str, before: Mapping[str, str]) -> Iterator[Text]:
    sums = {**before, **{path: _sum(text) for path, text in written.items()}}
    lines = (f'"{path}" = "{sums[path]}"' for path in sorted(sums))
    head = f'companion = "{__version__}"\nletter = "{letter}"\n\n[files]'
    for path, text in {**written, MANIFEST: "\n".join((head, *lines, ""))}.items():
        try:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise ConfigError(f"{folder / path} cannot be written ({error.strerror}); name another folder.") from error
        if path != MANIFEST:
            yield say("{file} is written.", file=str(folder / path))


def _sum(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]
