"""Makes a picture of every screen of every game: `python -m scripts.gallery --out DIR --only NAME --size 800x480`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from companion.languages import languages, load_language
from scripts.gallery import screens


def display_size(written: str) -> tuple[int, int]:
    """Width and height in pixels of `800x480`; each side has 240 to 4096. Raises click.BadParameter."""
    sides = re.fullmatch(r"(\d{3,4})x(\d{3,4})", written)
    if sides is None or not 240 <= min(size := (int(sides[1]), int(sides[2]))) <= max(size) <= 4096:
        raise click.BadParameter(f"{written!r} is no display; write 800x480, each side with 240 to 4096 pixels.")
    return size


@click.command(help=__doc__)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Where the pictures go.")
@click.option("--only", default="", help="Only screens with this in their name.")
@click.option("--size", "sizes", type=display_size, multiple=True, help="Several times for more than one.")
@click.option("--theme", "themes", type=click.Choice(screens.THEMES), multiple=True, help="Only these colours.")
@click.option("--lang", type=click.Choice(languages()), default="en", show_default=True, help="To write in.")
@click.option("--large", is_flag=True, help="With large letters.")
@click.option("--left-handed", is_flag=True, help="With the buttons at the left.")
def main(out: Path, only: str, lang: str, **chosen: Any) -> None:
    sizes, themes = chosen["sizes"] or screens.SIZES, chosen["themes"] or screens.THEMES
    window = screens.Window(sizes, themes, load_language(lang), chosen["large"], chosen["left_handed"])
    for path in screens.hang(out, only, window):
        click.echo(path)


if __name__ == "__main__":
    main()
