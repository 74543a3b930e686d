"""The `companion` command: thin; the work is done by library calls.

Exit codes: 0 well, 1 failed (one sentence says why), 2 wrong usage.
"""

from __future__ import annotations

import json
import logging
import sys
import tempfile
import tomllib
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

import click
import platformdirs

from companion import application, bootstrap, cases, demo, performance
from companion.config import Settings, read_settings
from companion.core.game import Game, Options, violation
from companion.core.rules import Score, Violation
from companion.errors import CompanionError, NotationError
from companion.games import GAMES
from companion.record import Record
from companion.reports import game_record, score_sheet
from companion.store import JournalStore

P = ParamSpec("P")

FOLDER = Path(platformdirs.user_data_dir("table-companion", appauthor=False))
SETTINGS = Path(platformdirs.user_config_dir("table-companion", appauthor=False)) / "companion.toml"

any_file = click.Path(path_type=Path, dir_okay=False)
game_option = click.option("--game", "name", type=click.Choice(sorted(GAMES)), help="Which game.")
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--settings", "path", type=any_file, default=SETTINGS, show_default=True, help="The settings file.")
@click.option("--debug", is_flag=True, help="Show every step, and the whole trace of an error.")
@click.pass_context
def cli(context: click.Context, path: Path, debug: bool) -> None:
    """A companion for the physical table: sees the pieces, knows the rules, keeps the score."""
    logging.basicConfig(level=logging.DEBUG if debug else logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    if not debug:
        # Kivy sets its own logger to INFO whatever we ask for.
        logging.getLogger().handlers[0].addFilter(lambda line: line.levelno >= logging.WARNING)
    context.obj = read_settings(path)


@cli.command()
@game_option
@click.option("--players", "names", help="The players' names, clockwise, with commas between.")
@click.option("--camera", help="auto, pi, webcam:N, folder:PATH or simulator; over the settings.")
@click.option("--journal", type=any_file, default=FOLDER / "journal.db", show_default=True, help="The journal file.")
@click.pass_obj
def run(settings: Settings, name: str | None, names: str | None, camera: str | None, journal: Path) -> None:
    """Run the touchscreen. An evening that was cut off goes on where it stood; --players begins a new one."""
    with JournalStore(journal) as store:
        evening = None if names else store.latest()
        if evening is None and name and names:
            options = Options(tuple(part.strip() for part in names.split(",")))
            GAMES[name].setup(options)
            evening = store.begin(name, options)
        application.run(settings, store, evening, camera or settings.camera.source)


@cli.command("demo")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Where pictures and journal go.")
@click.option("--evening", type=any_file, help="Another recorded evening.")
def play_demo(out: Path | None, evening: Path | None) -> None:
    """Play the recorded evening: real frames, real touches, a real power cut."""
    folder = out or Path(tempfile.mkdtemp(prefix="companion-demo-"))
    folder.mkdir(parents=True, exist_ok=True)
    record = evening or bootstrap.shipped_evening()

    def command(start: int) -> list[str]:
        return demo.interpreter("perform", record, "--out", folder, "--start", str(start))

    played = demo.play(command, click.echo)
    click.echo(f"journal {folder / 'journal.db'}")
    sys.exit(1 if played.wrong else 0)


@cli.command(hidden=True)
@click.argument("record", type=any_file)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True)
@click.option("--start", type=int, default=1)
@click.pass_obj
def perform(settings: Settings, record: Path, out: Path, start: int) -> None:
    """Play a recorded evening from a step on, reporting in lines of JSON (what `demo` starts)."""
    performance.perform(settings, record, out, start, lambda said: print(json.dumps(said), flush=True))


@cli.command()
@click.option("--game", "name", type=click.Choice(sorted(GAMES)), required=True, help="Which game.")
@click.option("--format", "kind", type=click.Choice(["pdf", "png"]), default="pdf", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The PDF file, or the folder for PNGs.")
@click.option("--players", type=int, help="For how many players the mat is drawn.")
def labels(name: str, kind: str, out: Path, players: int | None) -> None:
    """Print the labels: a PDF for A4 sheets with the table mat behind it, or one PNG for each tag."""
    for path in bootstrap.labels(GAMES[name], kind, out, players):
        click.echo(path)


@cli.command()
@click.option("--game", "name", type=click.Choice(sorted(GAMES)), required=True, help="Which game's labels.")
@json_option
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
def read(name: str, as_json: bool, images: tuple[Path, ...]) -> None:
    """Read the labels in pictures of a table."""
    found = bootstrap.read(GAMES[name], images)
    if as_json:
        click.echo(json.dumps(found))
        return
    for image, labels_seen in zip(images, found, strict=True):
        click.echo(f"{image}: {len(labels_seen)} labels")
        for label in labels_seen:
            piece = GAMES[name].piece_of.get(label["tag"])
            words = GAMES[name].piece_name(piece) if piece else "mat"
            click.echo(
                f"  {label['tag']}  {words}  at ({label['x']:.1f}, {label['y']:.1f})  score {label['score']:.2f}"
            )


@cli.command()
@json_option
@click.argument("position", type=any_file)
@click.argument("action")
def check(as_json: bool, position: Path, action: str) -> None:
    """Say whether an action is legal in a position, and if not, by which rule."""
    game, state = _position(position)
    found = violation(game, state, game.read_action(action))
    if as_json:
        click.echo(json.dumps(_verdict(found), ensure_ascii=False))
    elif found is None:
        click.echo("legal")
    else:
        click.echo(f"not legal: {found.reason}\n  {found.rule.text}\n  {found.repair}")


@cli.command()
@json_option
@click.argument("position", type=any_file)
def score(as_json: bool, position: Path) -> None:
    """Score a position, line by line with the rule behind each."""
    game, state = _position(position)
    scores, outcome = game.score(state), game.outcome(state)
    best = max((sheet.total for sheet in scores), default=0)
    winners = outcome.winners if outcome else tuple(sheet.player for sheet in scores if sheet.total == best)
    if as_json:
        sheets = [_sheet(sheet) for sheet in scores]
        answer = {"game": game.name, "final": outcome is not None, "scores": sheets, "winners": list(winners)}
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    for line in score_sheet(scores, winners, {}):
        click.echo(line)


@cli.command("cases")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
def run_cases(paths: tuple[Path, ...]) -> None:
    """Run files of worked cases, or folders of them; say which hold."""
    files = [file for path in paths for file in (sorted(path.rglob("*.toml")) if path.is_dir() else [path])]
    reports = [cases.run(file, GAMES) for file in files]
    for report in reports:
        for result in report.results:
            click.echo(f"{'holds' if result.holds else 'FAILS'}  {result.id}  {result.title}")
            for failure in result.failures:
                click.echo(f"       {failure}")
    failed = sum(not result.holds for report in reports for result in report.results)
    total = sum(len(report.results) for report in reports)
    click.echo(f"{total - failed} of {total} cases hold")
    sys.exit(1 if failed else 0)


@cli.command()
@click.argument("number", type=int, required=False)
@click.option("--journal", type=any_file, default=FOLDER / "journal.db", show_default=True, help="The journal file.")
@click.option("--position", is_flag=True, help="Write the position that stands, instead of the moves.")
def journal(number: int | None, journal: Path, position: bool) -> None:
    """List the evenings of the journal, or write one out as a game record or as a position."""
    with JournalStore(journal) as store:
        if number is None:
            for id_, name, begun, ended in store.games():
                click.echo(f"{id_:4}  {name}  begun {begun}  {'ended ' + ended if ended else 'not ended'}")
            return
        evening = store.load(number)
        if position:
            click.echo(GAMES[evening.game].write_position(Record(GAMES[evening.game], store, evening).state))
            return
        for line in game_record(evening):
            click.echo(line)


def _position(path: Path) -> tuple[Game[Any, Any], Any]:
    """The game and the state of a position file, whose `game` key says whose it is."""
    try:
        notation = path.read_text(encoding="utf-8")
        name = tomllib.loads(notation).get("game")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise NotationError(f"{path} is no position: {error}.") from error
    if name not in GAMES:
        raise NotationError(f"{path}: its key `game` is {name!r}; write one of {', '.join(sorted(GAMES))}.")
    return GAMES[name], GAMES[name].read_position(notation)


def _verdict(found: Violation | None) -> dict[str, Any]:
    if found is None:
        return {"legal": True, "rule": None, "reason": None, "page": None, "repair": None}
    return {
        "legal": False,
        "rule": found.rule.id,
        "reason": str(found.reason),
        "page": found.rule.page,
        "repair": str(found.repair),
    }


def _sheet(sheet: Score) -> dict[str, Any]:
    lines = [
        {
            "points": line.points,
            "why": str(line.why),
            "rule": line.rule.id,
            "page": line.rule.page,
            "provisional": line.provisional,
        }
        for line in sheet.lines
    ]
    return {"player": sheet.player, "total": sheet.total, "lines": lines}


def _in_one_line(command: Callable[P, None]) -> Callable[P, None]:
    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except CompanionError as error:
            if "--debug" in sys.argv:
                raise
            click.echo(f"companion: {error}", err=True)
            sys.exit(1)

    return guarded


@_in_one_line
def main() -> None:
    """The entry point."""
    cli.main(prog_name="companion")
