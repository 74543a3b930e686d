"""Figures on pages: what a benchmark prints stands between `<!-- NAME -->` and `<!-- end of NAME -->`, never typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

PAGE = click.Path(exists=True, dir_okay=False, path_type=Path)


def between_marks(page: str, name: str, figures: str) -> str:
    """The page with these figures between the marks of that name. Raises ClickException where it has no such marks."""
    begin, end = marks(name)
    before, begins, rest = page.partition(begin)
    _, ends, after = rest.partition(end)
    if not begins or not ends:
        raise click.ClickException(f"The page has no marks for these figures: write {begin} and {end} where they go.")
    return f"{before}{begin}\n{figures}\n{end}{after}"


def marks(name: str) -> tuple[str, str]:
    return f"<!-- {name} -->", f"<!-- end of {name} -->"


def put_on_pages(pages: Sequence[Path], name: str, lines: Iterable[str]) -> None:
    """Puts lines, as they were printed, on the page that has their marks; at once, so that a run can be stopped."""
    figures = "\n".join(["```", *"\n".join(lines).strip("\n").split("\n"), "```"])
    page, text = _page_with(pages, name)
    page.write_text(between_marks(text, name, figures), encoding="utf-8")


def require_marks(pages: Sequence[Path], names: Iterable[str]) -> None:
    """Raises ClickException for the first name that is marked on none of the pages, where there are any."""
    for name in names if pages else ():
        _page_with(pages, name)


def _page_with(pages: Sequence[Path], name: str) -> tuple[Path, str]:
    for page in pages:
        text = page.read_text(encoding="utf-8")
        if all(mark in text for mark in marks(name)):
            return page, text
    begin, end = marks(name)
    named = ", ".join(map(str, pages))
    raise click.ClickException(
        f"Nowhere on {named} are marks for these figures: write {begin} and {end} where they go."
    )
