"""The `companion` command: thin; the work is done by library calls.

Exit codes: 0 well, 1 failed (one sentence says why), 2 wrong usage.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import tempfile
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, Protocol, runtime_checkable

import click
import platformdirs

from companion import application, bootstrap, cameras, cases, demo, performance
from companion.config import Settings, read_settings, read_text
from companion.core.facts import differences, provisional
from companion.core.game import Game, Options, violation
from companion.core.rules import Score, Violation
from companion.errors import CompanionError, ConfigError, NotationError
from companion.games import GAMES, with_profile
from companion.record import Record
from companion.reports import game_record, leaders, score_sheet
from companion.store import Evening, JournalStore

P = ParamSpec("P")

FOLDER = Path(platformdirs.user_data_dir("table-companion", appauthor=False))
SETTINGS = Path(platformdirs.user_config_dir("table-companion", appauthor=False)) / "companion.toml"

LENSES = SETTINGS.with_name("lenses.toml")
CAMERA = "auto, pi, webcam:N, folder:PATH or simulator, instead of the settings'"
any_file = click.Path(path_type=Path, dir_okay=False)
profile_option = click.option("--profile", type=any_file, help="What is printed on your copy; over the settings.")
game_option = click.option("--game", "name", type=click.Choice(sorted(GAMES)), help="Which game.")
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


def _choices(_context: click.Context, _option: click.Parameter, pairs: tuple[str, ...]) -> dict[str, str]:
    """`NAME=CHOICE`, several times, as a mapping; which names and choices there are, the game knows."""
    for pair in pairs:
        if "=" not in pair:
            raise click.BadParameter(f"{pair!r} is no setting; write NAME=CHOICE.")
    return dict(pair.split("=", 1) for pair in pairs)


@runtime_checkable
class LooksThrough(Protocol):
    """A game that can say everything that is wrong with a position which people wrote down."""

    def faults(self, state: Any) -> tuple[Violation, ...]: ...


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
    for game in context.obj.copies:
        if game not in GAMES:
            raise ConfigError(f"{path}: [copies] has no game {game!r}; there are {', '.join(sorted(GAMES))}.")


@cli.command()
@game_option
@click.option("--players", "names", help="The players' names, clockwise, with commas between.")
@click.option("--set", "chosen", multiple=True, callback=_choices, help="A setting of the game: NAME=CHOICE.")
@click.option("--camera", "sources", multiple=True, help=f"{CAMERA}; once for each camera over the table.")
@click.option("--journal", type=any_file, default=FOLDER / "journal.db", show_default=True, help="The journal file.")
@click.pass_obj
def run(settings: Settings, /, sources: tuple[str, ...], journal: Path, **new: Any) -> None:
    """Run the touchscreen. An evening that was cut off goes on where it stood; --players begins a new one."""
    with JournalStore(journal) as store:
        evening = _begun(settings, store, **new) if new["names"] else store.latest()
        application.run(settings, store, evening, sources or (settings.camera.source, *settings.camera.more))


def _begun(settings: Settings, store: JournalStore, name: str | None, names: str, chosen: Mapping[str, str]) -> Evening:
    """A new evening, on disk if it can be played so. Raises ConfigError."""
    if name is None:
        raise click.UsageError("--players needs --game.")
    options, profile = Options(tuple(part.strip() for part in names.split(",")), chosen), settings.profile(name)
    with_profile(name, profile).setup(options)
    return store.begin(name, options, profile)


@cli.command("demo")
@click.option("--game", "name", type=click.Choice(sorted(GAMES)), default=next(iter(GAMES)), show_default=True)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Where pictures and journal go.")
@click.option("--evening", type=any_file, help="Another recorded evening.")
def play_demo(name: str, out: Path | None, evening: Path | None) -> None:
    """Play a game's recorded evening: real frames, real touches, a real power cut."""
    folder = out or Path(tempfile.mkdtemp(prefix="companion-demo-"))
    folder.mkdir(parents=True, exist_ok=True)
    record = evening or bootstrap.shipped_evening(name)

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
        click.echo(f"{image}: {len(labels_seen)} {'label' if len(labels_seen) == 1 else 'labels'}")
        for label in labels_seen:
            piece = GAMES[name].piece_of.get(label["tag"])
            words = GAMES[name].piece_name(piece) if piece else "mat"
            click.echo(
                f"  {label['tag']}  {words}  at ({label['x']:.1f}, {label['y']:.1f})  score {label['score']:.2f}"
            )


def _board(_context: click.Context, _option: click.Parameter, words: str | None) -> tuple[int, int, float] | None:
    """`9x6x25`: columns and rows of inner corners, and the edge of a square in millimetres."""
    found = re.fullmatch(r"(\d+)x(\d+)x(\d+(?:\.\d+)?)", words or "9x6x25")
    if found is None or min(int(found[1]), int(found[2])) < 3 or float(found[3]) <= 0:
        raise click.BadParameter(f"{words!r} is no chequerboard; write COLUMNSxROWSxMM, such as 9x6x25.")
    return None if words is None else (int(found[1]), int(found[2]), float(found[3]))


@cli.command()
@game_option
@click.option("--camera", "source", help=f"{CAMERA}.")
@click.option("--players", type=int, help="For how many players the mat was drawn.")
@click.option("--board", callback=_board, help="Measure the lens with a chequerboard of COLUMNSxROWSxMM inner corners.")
@click.option("--out", type=any_file, default=LENSES, show_default=True, help="Where --board keeps the lens.")
@click.pass_obj
def camera(settings: Settings, /, name: str | None, board: Any, out: Path, **asked: Any) -> None:
    """Say how well a camera stands over the mat: anchors, lens, and per region size, light and sharpness of labels."""
    source = asked["source"] or settings.camera.source
    if board is None and name is None:
        raise click.UsageError("Write --game for the mat that lies there, or --board for a chequerboard.")
    if board is not None:
        lines = cameras.measure_lens(source, settings, board, out)
    else:
        lines = cameras.aim(GAMES[str(name)], asked["players"], source, settings)
    for line in lines:
        click.echo(line)


@cli.command()
@json_option
@profile_option
@click.argument("position", type=any_file)
@click.argument("action")
@click.pass_obj
def check(settings: Settings, as_json: bool, profile: Path | None, position: Path, action: str) -> None:
    """Say whether an action is legal in a position, and if not, by which rule."""
    game, state = _position(settings, profile, position)
    found = violation(game, state, game.read_action(action))
    if as_json:
        click.echo(json.dumps(_verdict(found), ensure_ascii=False))
    elif found is None:
        click.echo("legal")
    else:
        click.echo(f"not legal: {found.reason}\n  {found.rule.text}\n  {found.repair}")


@cli.command()
@json_option
@profile_option
@click.argument("position", type=any_file)
@click.pass_obj
def score(settings: Settings, as_json: bool, profile: Path | None, position: Path) -> None:
    """Score a position, line by line with the rule behind each."""
    game, state = _position(settings, profile, position)
    scores, outcome = game.score(state), game.outcome(state)
    if as_json:
        winners = outcome.winners if outcome else leaders(scores)
        sheets = [_sheet(sheet) for sheet in scores]
        answer = {"game": game.name, "final": outcome is not None, "scores": sheets, "winners": list(winners)}
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    for line in score_sheet(scores, outcome, {}):
        click.echo(line)


@cli.command("cases")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
def run_cases(paths: tuple[Path, ...]) -> None:
    """Run files of worked cases, or folders of them; say which hold."""
    files = [file for path in paths for file in (sorted(path.rglob("*.toml")) if path.is_dir() else [path])]
    if not files:
        raise NotationError(f"{', '.join(map(str, paths))}: there is no file of cases (*.toml) in it.")
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


@cli.command("profile")
@click.option("--game", "name", type=click.Choice(sorted(GAMES)), required=True, help="Which game.")
@json_option
@click.argument("file", type=any_file, required=False)
def printed(name: str, as_json: bool, file: Path | None) -> None:
    """Write out what we know to be printed on the pieces, or check FILE, what your copy says, against it."""
    game = GAMES[name]
    if file is None:
        click.echo(game.write_profile())
        return
    own = game.with_profile(read_text(file))
    changed, unconfirmed = list(differences(game.facts, own.facts)), provisional(own.facts)
    if as_json:
        click.echo(json.dumps({"different": [asdict(each) for each in changed], "provisional": unconfirmed}))
        return
    for each in changed:
        click.echo(each)
    click.echo(f"{len(changed)} values differ; {unconfirmed} of {len(own.facts)} are still provisional")


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
            game = with_profile(evening.game, evening.profile)
            click.echo(game.write_position(Record(game, store, evening).state))
            return
        for line in game_record(evening):
            click.echo(line)


def _position(settings: Settings, profile: Path | None, path: Path) -> tuple[Game[Any, Any], Any]:
    """The game and the state of a position file, whose `game` key says whose it is."""
    try:
        notation = path.read_text(encoding="utf-8")
        name = tomllib.loads(notation).get("game")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise NotationError(f"{path} is no position: {error}.") from error
    if name not in GAMES:
        said = "is missing" if name is None else f"is {name!r}"
        raise NotationError(f"{path}: its key `game` {said}; write one of {', '.join(sorted(GAMES))}.")
    game = with_profile(name, settings.profile(name) if profile is None else read_text(profile))
    state = game.read_position(notation)
    for fault in game.faults(state) if isinstance(game, LooksThrough) else ():
        click.echo(f"this position cannot be: {fault.reason} {fault.repair} [{fault.rule}]", err=True)
    return game, state


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
    return {"player": sheet.player, "total": sheet.total, "provisional": sheet.provisional, "lines": lines}


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
