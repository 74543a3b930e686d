"""One page a game for the first evening on paper, docs/first_evening: `python -m scripts.first_evening_pages`.

With `--pictures` the pictures are made anew as well, which needs a display and pdftoppm.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from benchmarks.first_evening_steps import BEGINNERS, labels_of, steps
from companion.core.game import Game
from companion.core.text import ENGLISH
from companion.games import GAMES
from companion.label_sets.piece_labels import counts_of_players

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "first_evening"
SCREENS = {"rig": "camera-planner-{game}", "ring": "wizard-labels-{game}"}
"""What each picture of a game is called, and the screen of the gallery that it shows."""

TELLING = "Tell"
"""What is asked on the first evening itself stands on no sheet of paper."""

COLOURS, PAPER_DPI = 32, 60
FILLED = {"paper": 0.7, "mat": 0.97}
"""How much of a sheet is shown."""

PAGE = """# The first evening of {title}

For two, from switch-on to the first move; the screen leads the same way (*Getting ready*), and can be left at any step.
Written by `python -m scripts.first_evening_pages`; minutes rest on
[assumed seconds](../first_evening.md#how-long-that-takes).

| | minutes |
|---|---|
{rows}
| **all of it** | **{minutes:.0f}** |

1. **Print and cut.** *Getting ready* writes two PDF files onto a USB stick: {labels} labels and the mat's four corners.
   On any other computer: `./start labels --game {name} --out labels.pdf --players 2 --in-play --mat-paper corners`.
   Print at 100 %; the ruler on the first page must be right. Cut along the marks, or print on stickers.

   ![The first page of the labels](paper-{name}.png)
2. **Mount.** Clamp the arm to the table, hang the camera over its middle, plug in camera (the machine switched off),
   screen and supply. How high it hangs, for this game's table:

   ![Where the camera hangs](rig-{name}.png)
3. **Switch on.** Language, time zone, this game, two players. The camera's page says in one sentence what to do next
   until all is green; the four corners are taped where the sheet says. Where you want to see every place on the table,
   print the mat instead of its corners (`--mat-paper a4`) and glue its pages as its plan shows:

   ![The plan of the mat](mat-{name}.png)
4. **Stick the labels** where the first page shows. Show the camera what is done, in heaps or rows: the ring counts.

   ![The ring counts while labels are stuck](ring-{name}.png)
5. **Lay out and play.** Say who sits where; the screen shows what lies where, and ticks it off as the camera sees it.
"""


def page(game: Game[Any, Any]) -> str:
    """The page of a game."""
    taken = [step for step in steps(game, (0, 0.0), BEGINNERS) if not step.name.startswith(TELLING)]
    return PAGE.format(
        title=game.title.render(ENGLISH),
        name=game.name,
        labels=labels_of(game),
        rows="\n".join(f"| {step.name} | {max(0.5, step.minutes):.1f} |" for step in taken),
        minutes=sum(step.minutes for step in taken),
    )


def pictures(game: Game[Any, Any], folder: Path) -> Iterator[Path]:
    """Screens as the window draws them, and the first sheet as a printer does; few colours, to keep them small."""
    from PIL import Image

    from companion.languages import load_language
    from companion.printing.game_labels import LabelOrder, write_labels
    from scripts.gallery import screens

    window = screens.Window(((800, 480),), ("dark",), load_language("en"), large=False)
    with TemporaryDirectory() as work:
        made = {}
        for name, screen in SCREENS.items():
            made[name] = next(iter(screens.hang(Path(work), screen.format(game=game.name), window)))
        players = min(counts_of_players(game))
        order = LabelOrder(players=players, in_play=True, mat_paper="a4")
        papers = zip(("paper", "mat"), write_labels(game, Path(work) / "labels.pdf", order), strict=True)
        for name, sheets in papers:
            asked = ["pdftoppm", "-r", str(PAPER_DPI), "-png", "-f", "1", "-l", "1", "-singlefile"]
            subprocess.run([*asked, str(sheets), f"{work}/{name}"], check=True)
            made[name] = Path(work) / f"{name}.png"
        for name, path in made.items():
            out = folder / f"{name}-{game.name}.png"
            with Image.open(path) as opened:
                picture: Image.Image = opened
                if share := FILLED.get(name):
                    picture = picture.crop((0, 0, picture.width, round(picture.height * share)))
                picture.convert("RGB").quantize(COLOURS).save(out, optimize=True)
            yield out


@click.command(help=__doc__)
@click.option("--pictures", "with_pictures", is_flag=True, help="Make the pictures anew as well.")
def main(*, with_pictures: bool) -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES.values():
        (FOLDER / f"{game.name}.md").write_text(page(game), encoding="utf-8")
        for path in pictures(game, FOLDER) if with_pictures else ():
            click.echo(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
