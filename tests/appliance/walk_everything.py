"""Every page is opened and everything on it touched once, every command is run; what was said of each is told.

Run as a program, where sticks are mounted as the appliance does it, it prints that as JSON. The same walk is taken
where the service's restrictions are laid on and where they are not: what they forbid is what is said there alone.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import click
import cv2
from click.testing import CliRunner

from companion.appliance.time_zones import TimeZones
from companion.appliance.usb_stick import OURS, own_folder, sticks, write_to_stick
from companion.application.application import Application
from companion.application.bootstrap import _label_sheets, with_devices
from companion.cameras.sources import EveningCamera, one_picture
from companion.cli import cli
from companion.cli.adoption import simulated_camera
from companion.config import Settings, StripSettings
from companion.core.game import Options
from companion.core.screen import Button, Open, Touched
from companion.core.text import ENGLISH, Text
from companion.errors import CompanionError
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.pages.contents import PAGES, page_of
from companion.pages.machine import Machine, NoCameras, Sticks
from hardware.backlight import Backlight
from hardware.sound import Sound
from hardware.voice import PiperVoice

GAME = next(iter(GAMES))
DECKS = next((name for name in GAMES if GAMES[name].decks is not None), GAME)
"""One to which players bring decks."""

EVENING = ("evening", "history", "replay", "result", "sheet", "take along")
"""Pages about an evening of the journal; others that are about something are about a game."""

MADE_A_MISTAKE = "The companion made a mistake"

NOT_WALKED = {
    "run": "it is what the service runs",
    "demo": "it plays by itself, before simulated cameras and in no journal",
    "run-scenario": "it is the child that tests of the simulator start",
    "game-check": "it is for those who make games",
    "new-game": "it is for those who make games",
    "make-tags": "it is for those who make games",
    "cases": "it is for those who change rules",
}
"""Commands that are left out here, and why."""


def commands(state: Path, stick: Path, picture: Path, journal: Path) -> dict[str, Sequence[str]]:
    """Each with words that have it use what it can: the stick, a picture, the camera, the journal."""
    cards = state / "cards.txt"
    cards.write_text(f"{GAMES[DECKS].piece_name(next(iter(GAMES[DECKS].piece_of.values())))}\n", encoding="utf-8")
    position = state / "position.toml"
    position.write_text(GAMES[GAME].write_position(GAMES[GAME].initial_state(Options(("Ann", "Ben")))), "utf-8")
    game, kept, camera = ["--game", GAME], ["--journal", str(journal)], ["--camera", f"folder:{picture.parent}"]
    return {
        "ask": [*game, "Who begins?"],
        "bug-report": [*kept, "--out", str(stick)],
        "camera": [*game, *camera],
        "catalogue": ["export", str(stick / "own.toml"), *game, *kept],
        "check": [str(position), "A: pass"],
        "deck": ["--game", DECKS, "--player", "Ann", "--file", str(stick / "decks.toml"), "--list", str(cards)],
        "doctor": ["--json", *kept],
        "journal": [*kept, "--export", str(stick / "evenings.evening")],
        "labels": [*game, "--players", "2", "--in-play", "--out", str(stick / "labels.pdf")],
        "learn-faces": ["--game", DECKS, "--list", str(cards), "--image", str(picture), "--out", str(stick / "faces")],
        "plan-camera": [*game, "--model", "module3", "--out", str(stick / "camera.pdf")],
        "profile": game,
        "read": [*game, str(picture)],
        "replay": [str(journal)],
        "rulebook": [*game, "--out", str(stick)],
        "score": ["--photo", str(picture), *game, "--players", "2"],
        "self-test": kept,
        "update": [str(stick)],
        "why": [str(journal), "1", "1"],
        "wiring": ["--out", str(stick / "wiring.svg")],
    }


class OneCamera(NoCameras):
    """One that takes a picture when it is asked, in a process of its own, as every camera does."""

    def __init__(self, source: str, settings: Settings) -> None:
        self._camera = EveningCamera(source, settings, lambda: simulated_camera(GAMES[GAME]))

    def has_pictures(self) -> bool:
        return True

    def snapshot(self) -> Callable[[], Any]:
        return lambda: one_picture(self._camera)


class Walk:
    """Through the pages; `said` is what was said of the latest one."""

    def __init__(self, store: JournalStore, machine: Machine) -> None:
        self._store, self.said = store, list[str]()
        self._app = Application(Settings(), store, lambda _: None, ENGLISH, machine=machine)
        self._app._say = self._tell  # type: ignore[method-assign]
        self._app.window.hint = self._tell  # type: ignore[method-assign]
        self._id = store.begin(GAME, Options(("Ann", "Ben"))).id

    def _tell(self, words: Text) -> None:
        self.said.append(str(words))

    def page(self, name: str) -> dict[str, Any]:
        """What it is called, how much could be touched, and what was said meanwhile."""
        at, title, about = 0, "", self._opens(name)
        while about is not None:
            self._begin_again()
            self._app.handle(Open(name, about))
            view = self._app._display.page
            title = str(getattr(view, "title", "") or title)
            found = list(dict.fromkeys(touches(view)))
            if at >= len(found):
                break
            self._app.handle(found[at])
            at += 1
        self._app.navigator.close_all()
        return {"title": title, "touched": at, "said": sorted(set(self.said))}

    def _begin_again(self) -> None:
        """At the table, whatever was touched before."""
        self._app.navigator.close_all()
        self._app.play(self._store.load(self._id))

    def _opens(self, name: str) -> str | None:
        """What it may be about, the first that it opens with; None where it does not, which is said."""
        self._begin_again()
        rule = next(iter(GAMES[GAME].rulebook.statements))
        for about in {"rule": (rule,), "decks": (DECKS,)}.get(name, (self._id,) if name in EVENING else ("", GAME)):
            self.said = []
            try:
                page_of(Open(name, about), self._app.context, self._app.navigator).view()
            except CompanionError as error:
                self.said = [str(error)]
            else:
                return about
        return None


def touches(value: object) -> Iterator[Touched]:
    """Everything on a page that can be touched as it stands; where an evening is shown, a finger adds the step."""
    if isinstance(value, Touched):
        if value.key != "show":
            yield value
    elif isinstance(value, Button) and not value.enabled:
        return
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from touches(each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from touches(getattr(value, field.name))


def ran(words: Sequence[str]) -> str:
    """How a command ended: its code, and what went wrong if anything did."""
    result = CliRunner().invoke(cli, words)
    error = result.exception
    if error is None or isinstance(error, SystemExit):
        return f"{result.exit_code}"
    return f"{error}" if isinstance(error, (CompanionError, click.ClickException)) else f"{MADE_A_MISTAKE}: {error!r}"


def walked(state: Path) -> dict[str, Any]:
    """The journal, and all that is made on the way, lie in that folder."""
    (stick,) = (own_folder(each) for each in sticks(under=(OURS,)))
    picture = state / "pictures" / "table.jpg"
    picture.parent.mkdir(exist_ok=True)
    cv2.imwrite(str(picture), simulated_camera(GAMES[GAME]).read().image)
    settings, told = Settings(strip=StripSettings(60)), list[Any]()
    with JournalStore(state / "walked.db") as store, ExitStack() as closing:
        ours = Sticks(
            lambda files: write_to_stick(files, under=(OURS,)), lambda: sticks(under=(OURS,)), take_out=lambda: None
        )
        machine = Machine(OneCamera(f"folder:{picture.parent}", settings), sticks=ours, time_zones=TimeZones())
        machine = replace(machine, label_sheets=_label_sheets)
        sound, voice = Sound(cards=Path("/opt/cards")), PiperVoice(state / "voices")
        machine = with_devices(machine, settings, told.append, closing, sound=sound, voice=voice, backlight=Backlight())
        walk = Walk(store, machine)
        pages = {name: walk.page(name) for name in PAGES}
        devices = {
            "unavailable": sorted(map(str, machine.unavailable.values())),
            "wrong": sorted(map(str, machine.wrong)),
        }
    words = commands(state, stick, picture, state / "walked.db")
    # Which loop device plays the stick is chance.
    ended = {name: ran([name, *each]).replace(str(stick), "the stick") for name, each in words.items()}
    with suppress(OSError):
        (stick / "written").touch()
    return {
        "pages": pages,
        "commands": ended,
        "devices": devices,
        "on the stick": sorted(p.name for p in stick.iterdir()),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(walked(Path(sys.argv[1]))))
