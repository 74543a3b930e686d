"""Scores out of pictures: `python -m benchmarks.picture_score [GAME...] [--tables N] [--photos FOLDER] [--drawn]`.

Final positions of games that play themselves are laid out, clumsily, with and without a mat, and photographed with
telephones' lenses in all sorts of light, with what hands leave lying over some of the labels; or, many more of them,
labels are drawn from the errors that were measured in such pictures. Whoever is told so takes one more picture. A total
is wrong unannounced if it does not lie between what was said. docs/picture_score.md has the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import click
import cv2

from benchmarks.drawn_labels import drawn_view
from benchmarks.picture_tables import LAYINGS, ON_MAT, Shot, Tabletop, cloths_in, final_position
from companion.conformance.playouts import AnyGame
from companion.core.action import SEATS
from companion.core.game import Options
from companion.errors import ImageError
from companion.games import GAMES
from companion.picture_score.label_views import LabelView, reader_of, view_of
from companion.picture_score.picture_sight import FROM_ABOVE
from companion.picture_score.score_pictures import score_views
from companion.picture_score.scoring import nameless
from companion.picture_score.told_by_pictures import PictureScore, TakenPicture, Total

FEW = 2

MOST_MORE = 5
"""So many more pictures somebody takes who is asked for them."""

UPRIGHT = 12.0
"""Degrees within which people hold a telephone who are asked for a picture straight from above."""


@dataclass(slots=True)
class Column:
    """What came out for one game and one way of laying."""

    tables: int = 0
    wrong: list[str] = field(default_factory=list)
    pictures: Counter[int] = field(default_factory=Counter)
    """How many were needed; 0 where there was no score after all."""
    decide: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    reading: list[float] = field(default_factory=list)


def wrong_totals(game: AnyGame, state: Any, found: PictureScore, laying: str) -> list[str]:
    """The totals that do not lie between what was said, player by player: by their marks where no mat tells seats."""
    truth = {sheet.player: sheet.total for sheet in game.score(state)}
    told = {total.sheet.player: total for total in found.totals}
    if len(truth) != len(told):
        return [f"{len(told)} players, not {len(truth)}"]
    seats = dict(zip(truth, truth, strict=True))
    if laying not in ON_MAT and game.found.mark and not game.chairs(found.options):
        mine, theirs = (_by_mark(game, each) for each in (state, found.state))
        seats = {seat: theirs[mark] for mark, seat in mine.items() if mark in theirs}
        left = [seat for seat in told if seat not in seats.values()]
        # Whose mark was not read is anybody of those that are left.
        ways = [
            seats | dict(zip((s for s in truth if s not in seats), some, strict=True)) for some in permutations(left)
        ]
        seats = min(ways, key=lambda way: sum(not _holds(told[way[each]], truth[each]) for each in truth))
    return [
        f"{player} has {total}, said {told[seats[player]].low} to {told[seats[player]].high}"
        for player, total in truth.items()
        if not _holds(told[seats[player]], total)
    ]


def _holds(span: Total, total: int) -> bool:
    return span.low <= total <= span.high


def _by_mark(game: AnyGame, state: Any) -> Mapping[str, str]:
    zones = game.table(state).zones
    return {
        min(zones[f"{seat}.{game.found.mark}"], default=""): seat
        for seat in SEATS
        if f"{seat}.{game.found.mark}" in zones
    }


@dataclass(frozen=True, slots=True)
class Bench:
    """Photographs that tables look like; whether labels are drawn; where pictures with a wrong total are kept."""

    cloths: Sequence[Path] = ()
    drawn: bool = False
    keep: Path | None = None


class Photographer:
    """Somebody who takes pictures of a table, one more wherever he is asked to."""

    def __init__(self, game: AnyGame, table: Tabletop, bench: Bench, random: Random, name: str) -> None:
        self._game, self._table, self._bench, self._random, self._name = game, table, bench, random, name
        self.shots = [Shot(random.uniform(0, 50), 90 * random.randrange(4) + random.gauss(0, 10))]
        self.views: list[LabelView] = []
        self.pictures: list[TakenPicture] = []
        self.reading = 0.0

    def take(self) -> None:
        """The latest picture, read."""
        name = f"{self._name} {len(self.shots)}"
        if self._bench.drawn:
            self.views.append(drawn_view(self._table, self.shots[-1], name, self._random))
            return
        self.pictures.append(TakenPicture(name, self._table.photograph(self.shots[-1])))
        began = process_time()
        self.views.append(view_of(self.pictures[-1], reader_of([self._game])))
        self.reading = process_time() - began

    def turn_to(self, error: ImageError) -> None:
        """Of all from above, or of the part that was named, from nearer; else of everything anew, tidied, from the
        other side.
        """
        if error.part is None:
            self._table.tidy()
            self.views, self.pictures = [], []
            self.shots.append(Shot(self.shots[0].tilt * 0.6, self.shots[-1].turn + 180))
        elif FROM_ABOVE in str(error):
            self.shots.append(self._table.filled(Shot(self._random.uniform(0, UPRIGHT), self.shots[-1].turn)))
        else:
            shot = self.shots[error.part[0] - len(self.views)]
            nearer = 0.5 ** len(self.views)
            self.shots.append(
                self._table.filled(Shot(shot.tilt * nearer, shot.turn, self._table.part(shot, error.part[1])))
            )


def measured(game: AnyGame, state: Any, table: tuple[str, int], bench: Bench, column: Column) -> None:
    """One table more, laid so and with that number."""
    laying, seed = table
    name = f"{game.name} {laying} {seed}"
    random = Random(name)
    players = len(state.players)
    by = Photographer(game, Tabletop(game, state, laying, random, bench.cloths), bench, random, name)
    column.tables += 1
    found = None
    while found is None and len(by.shots) <= MOST_MORE + 1:
        by.take()
        began = process_time()
        try:
            found = score_views(GAMES, by.views, game=game.name, options=Options(nameless(players)))
        except ImageError as error:
            click.echo(f"  refused: {error}", err=True)
            by.turn_to(error)
        if len(by.shots) == 1 or (found is not None and not column.seconds):
            column.reading.append(by.reading)
            column.seconds.append(by.reading + process_time() - began)
    column.pictures[len(by.shots) if found is not None else 0] += 1
    if found is None:
        return
    column.decide.append(found.deciding)
    column.asked.append(found.open)
    column.kinds.update(question.name.partition(".")[0] for question in found.questions if question.decides)
    if wrong := wrong_totals(game, state, found, laying):
        column.wrong.append(f"{name}: {'; '.join(wrong)}")
        click.echo(f"  WRONG {column.wrong[-1]}", err=True)
        for picture in by.pictures if bench.keep is not None else ():
            cv2.imwrite(f"{bench.keep}/{picture.name.replace(' ', '_')}.jpg", picture.luma)


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(GAMES)))
@click.option("--tables", default=10, show_default=True, type=click.IntRange(1), help="For each way of laying.")
@click.option("--first", default=1000, show_default=True, help="The first one's number.")
@click.option("--laying", "layings", multiple=True, type=click.Choice(LAYINGS), help="Only this way of laying.")
@click.option("--drawn", is_flag=True, help="Labels with measured reading errors instead of pictures.")
@click.option("--photos", type=click.Path(path_type=Path, exists=True), help="Photographs that tables look like.")
@click.option("--keep", type=click.Path(path_type=Path, exists=True), help="Where wrong ones are kept.")
def main(games: tuple[str, ...], layings: tuple[str, ...], photos: Path | None, **asked: Any) -> None:
    bench = Bench(list(cloths_in(photos)) if photos is not None else [], asked["drawn"], asked["keep"])
    heads = ("tables", "wrong", "1 more", "2 more", "3 to 5", "refused", "<= 2 asked", "seconds", "worst", "/ reading")
    print(f"{'':26s}{''.join(f'{head:>11s}' for head in heads)}")
    for name in games or GAMES:
        game = GAMES[name]
        columns = {each: Column() for each in layings or (LAYINGS if game.found.mark else LAYINGS[:-1])}
        for seed in range(asked["first"], asked["first"] + asked["tables"]):
            state = final_position(game, list(game.players)[seed % len(game.players)], seed)
            for laying, column in columns.items():
                measured(game, state, (laying, seed), bench, column)
        for laying, column in columns.items():
            _print(f"{name}, {laying}", column)


def _print(title: str, column: Column) -> None:
    scored = len(column.decide)
    few = sum(asked <= FEW for asked in column.decide) / scored if scored else 0.0
    more = [
        column.pictures[2],
        column.pictures[3],
        sum(column.pictures[count] for count in (4, 5, 6)),
        column.pictures[0],
    ]
    seconds, reading = column.seconds, sum(column.reading)
    cells = (column.tables, len(column.wrong), *more, f"{few:.1%}")
    times = (f"{median(seconds):.2f}", f"{max(seconds):.2f}", f"{sum(seconds) / reading:.2f}" if reading else "")
    print(f"{title:26s}{''.join(f'{cell:>11}' for cell in (*cells, *times))}")
    print(f"{'':26s}  {dict(column.kinds.most_common())}", flush=True)


if __name__ == "__main__":
    main()
