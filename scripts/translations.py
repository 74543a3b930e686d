"""Keeps the translations with the code. `python -m scripts.translations extract|update [LANGUAGE...]|compile|check`.

`companion/locale/companion.pot` has every sentence in English; each language has its own
`companion/locale/LANGUAGE/LC_MESSAGES/companion.po`, and beside it the compiled `.mo` that the companion reads.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.languages import DOMAIN, LOCALE
from scripts.messages import KEYWORDS, python_messages, setting_messages, statement_messages

ROOT = Path(__file__).parent.parent
PROJECT = "Table companion"
TEMPLATE = f"{DOMAIN}.pot"
METHODS: list[tuple[str, Any]] = [
    *((f"{package}/**.py", python_messages) for package in ("companion", "hardware", "ui", "vision")),
    ("companion/games/**/statements.toml", statement_messages),
    ("companion/core/**/statements.toml", statement_messages),
    ("companion/games/**/settings.toml", setting_messages),
]
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def extracted(root: Path = ROOT) -> Catalog:
    """Every sentence in the code and in the games' statements."""
    catalog = Catalog()
    for path, _, message, comments, _ in extract_from_dir(root, METHODS, keywords=KEYWORDS):
        catalog.add(message, locations=[(path, 1)], auto_comments=comments)
    return catalog


def pot(catalog: Catalog) -> bytes:
    """The catalogue as a template: without line numbers and dates, so that it changes only with the sentences."""
    file = BytesIO()
    write_po(file, catalog, omit_header=True, sort_output=True, include_lineno=False, width=120)
    return file.getvalue()


def read(path: Path, language: str | None = None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def languages(locale: Path = LOCALE) -> dict[str, Path]:
    """The catalogue of each language there is."""
    return {path.parents[1].name: path for path in sorted(locale.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))}


def update(language: str, template: Catalog, locale: Path = LOCALE) -> Path:
    """Bring a language's catalogue up to the template, or begin it. Likely translations are marked as fuzzy."""
    path = locale / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    catalog = read(path, language) if path.exists() else Catalog(language, project=PROJECT, header_comment="")
    catalog.update(template, update_creation_date=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, sort_output=True, include_lineno=False, ignore_obsolete=True, width=120)
    return path


def compiled(path: Path) -> bytes:
    """The catalogue as gettext reads it."""
    file = BytesIO()
    write_mo(file, read(path))
    return file.getvalue()


def faults(language: str, path: Path, template: Catalog) -> Iterator[str]:
    """What is missing, doubtful, superfluous or wrong in a language's catalogue, one sentence each."""
    catalog = read(path, language)
    for message in template:
        if message.id:
            yield from (
                f"{path}: {fault}: {message.id!r}" for fault in _faults(message, catalog.get(message.id), catalog)
            )
    for message in catalog:
        if message.id and message.id not in template:
            yield f"{path}: no longer in the code: {message.id!r}"
    mo = path.with_suffix(".mo")
    if not mo.exists() or mo.read_bytes() != compiled(path):
        yield f"{mo}: not what its .po says: run `python -m scripts.translations compile`"


def _faults(message: Message, known: Message | None, catalog: Catalog) -> Iterator[str]:
    if known is None:
        yield "missing"
        return
    forms = _forms(known.string)
    if not all(forms):
        yield "not translated"
    elif known.fuzzy:
        yield "translation to be confirmed (fuzzy)"
    elif message.pluralizable and len(forms) != catalog.num_plurals:
        yield f"needs {catalog.num_plurals} plural forms"
    elif unknown := {name for form in forms for name in _PLACEHOLDER.findall(form)} - placeholders(message):
        yield f"has no value for {sorted(unknown)}"


def placeholders(message: Message) -> set[str]:
    """The names of the values in the English forms."""
    return {name for form in _forms(message.id) for name in _PLACEHOLDER.findall(form)}


def _forms(words: str | Sequence[str] | None) -> Sequence[str]:
    """The one form of a message, or those for one and for many."""
    return (words or "",) if words is None or isinstance(words, str) else words


@click.group()
def main() -> None:
    """Keep the translations with the code."""


@main.command("extract")
def extract_command() -> None:
    """Write the template: every sentence in English."""
    LOCALE.mkdir(exist_ok=True)
    (LOCALE / TEMPLATE).write_bytes(pot(extracted()))


@main.command("update")
@click.argument("names", nargs=-1)
def update_command(names: tuple[str, ...]) -> None:
    """Bring catalogues up to the template: all of them, or these; one that is not there is begun."""
    for language in names or languages():
        print(update(language, read(LOCALE / TEMPLATE)))


@main.command("compile")
def compile_command() -> None:
    """Compile every catalogue."""
    for path in languages().values():
        path.with_suffix(".mo").write_bytes(compiled(path))


@main.command("check")
def check_command() -> None:
    """Name everything that is missing or wrong, and end with 1 if there is anything."""
    found = [] if (LOCALE / TEMPLATE).read_bytes() == pot(extracted()) else [f"{LOCALE / TEMPLATE}: not current"]
    template = read(LOCALE / TEMPLATE)
    found += [fault for language, path in languages().items() for fault in faults(language, path, template)]
    print(*found, sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
