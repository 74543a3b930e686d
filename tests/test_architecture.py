"""The house keeps its shape: who may import whom, where a game's name may stand, who may know the time."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.games import GAMES

ROOT = Path(__file__).parent.parent
HEAVY = {
    *("kivy", "cv2", "numpy", "pyzbar", "zxingcpp", "gpiozero", "picamera2", "segno", "reportlab", "click", "babel"),
    *("attr", "attrs", "cattrs", "paho", "rapidfuzz", "Stemmer", "threadpoolctl", "tomli_w"),
}
OURS = {"companion", "vision", "ui", "hardware"}

CORE = ("companion.core", "companion.errors")
VALUES = ("companion.errors", "companion.core.plane", "companion.core.table", "companion.core.tags")
APPLICATION = ("companion.", "click", "babel", "platformdirs")
ALLOWED = {
    "companion/core": (*CORE, "cattrs"),
    "companion/games": (*CORE, "companion.games"),
    "companion": APPLICATION,
    "companion/pages": (*APPLICATION, "segno"),
    "companion/session": (*CORE, "companion.config", "companion.journal", "companion.session"),
    "companion/journal": (*CORE, "companion.config", "companion.journal"),
    "companion/owners_copy": (*CORE, "companion.owners_copy", "companion.config", "companion.games"),
    "companion/label_sets": (*CORE, "companion.config", "companion.label_sets"),
    "companion/club": (*CORE, "companion.club", "companion.config", "companion.session", "paho"),
    "companion/cases": (*CORE, "companion.cases", "companion.games"),
    "companion/conformance": (*APPLICATION, "ui", "vision.labels", "numpy"),
    "companion/cameras": (
        *CORE,
        "companion.cameras",
        "companion.config",
        "companion.label_sets",
        "hardware",
        "vision",
    ),
    "companion/picture_score": (
        *CORE,
        "companion.cameras.closed_label_set",
        "companion.label_sets",
        "companion.picture_score",
        "hardware.image_files",
        "vision",
        "cv2",
        "numpy",
    ),
    "companion/lookup": (*CORE, "companion.lookup", "Stemmer", "numpy"),
    "companion/printing": (
        *CORE,
        "companion.label_sets",
        "companion.printing",
        "companion.typefaces",
        "ui",
        "vision.labels",
        "cv2",
        "reportlab",
    ),
    "companion/typefaces": ("companion.typefaces",),
    "companion/simulation": (
        *CORE,
        "companion.config",
        "companion.label_sets",
        "companion.pages",
        "companion.session",
        "companion.simulation",
        "hardware.camera",
        "ui",
        "vision.labels",
        "vision.symbols",
        "kivy",
    ),
    "companion/simulation/renderer": (
        "companion.simulation.renderer",
        "hardware.camera",
        "hardware.device",
        "cv2",
        "numpy",
    ),
    "hardware": ("hardware", "companion.errors", "companion.config", "gpiozero", "picamera2", "cv2", "numpy"),
    "vision": (
        *VALUES,
        "vision",
        "hardware.camera",
        "cv2",
        "numpy",
        "pyzbar",
        "zxingcpp",
        "segno",
        "threadpoolctl",
        "tomli_w",
    ),
    "ui": (
        "ui",
        "companion.core.camera_view",
        "companion.core.value_pages",
        "companion.core.screen_parts",
        "companion.core.page_parts",
        "companion.core.pages",
        "companion.core.piece_sheet",
        "companion.core.picture_pages",
        "companion.core.result_pages",
        "companion.core.screen",
        "companion.core.setup_steps",
        "companion.core.scale_drawing",
        "companion.core.statistics_pages",
        "companion.core.text",
        "companion.core.wizard_page",
        "companion.errors",
        "companion.typefaces",
        "kivy",
        "numpy",
    ),
}
"""For each folder, the beginnings of what its modules may import of ours and of heavy libraries."""

OPTIONAL = {"conformance", "printing", "simulation"}

COMPOSITION = {
    "companion/appliance/doctor.py",
    "companion/appliance/self_test.py",
    "companion/appliance/service.py",
    "companion/appliance/splash.py",
    "companion/application/application.py",
    "companion/application/bootstrap.py",
    "companion/application/display.py",
    "companion/application/evening_cameras.py",
    "companion/application/notice_lamps.py",
    "companion/application/presses.py",
    "companion/simulation/end_to_end.py",
}
"""The only places that may import everything; nobody but the command line may import them."""

WORLD = {"time", "random", "datetime", "secrets"}
KNOWS_THE_WORLD = {
    "companion/appliance/doctor.py",
    "companion/appliance/service.py",
    "companion/appliance/time_zones.py",
    "companion/appliance/updates.py",
    "companion/appliance/usb_stick.py",
    "companion/application/bootstrap.py",
    "companion/cameras/sources.py",
    "companion/conformance/fitting.py",
    "companion/conformance/playouts.py",
    "companion/conformance/steps.py",
    "companion/conformance/test_counter.py",
    "companion/conformance/test_referee.py",
    "companion/conformance/test_referee_editing.py",
    "companion/conformance/transcripts.py",
    "companion/journal/store.py",
    "companion/journal/saved_games.py",
    "companion/pages/calendar.py",
    "companion/pages/random_choice.py",
    "companion/simulation/self_play.py",
}


@cache
def source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def parsed(path: Path) -> tuple[tuple[ast.stmt, ...], tuple[ast.Import | ast.ImportFrom | ast.FunctionDef, ...]]:
    """Of a module its own statements, and whatever it imports or defines anywhere."""
    tree = ast.parse(source(path))
    return tuple(tree.body), tuple(
        node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom | ast.FunctionDef)
    )


@cache
def imported(path: Path, at_once: bool = False) -> tuple[str, ...]:
    """What a module imports; `at_once` leaves out what only a function or a type checker imports."""
    return tuple(_imports(path, at_once))


def _imports(path: Path, at_once: bool) -> Iterator[str]:
    at_top, anywhere = parsed(path)
    for node in at_top if at_once else anywhere:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def modules(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py"))


@cache
def room_of(path: Path) -> str:
    name = path.relative_to(ROOT).as_posix()
    return max((folder for folder in ALLOWED if name.startswith(folder + "/")), key=len)


@pytest.mark.parametrize("folder", sorted(OURS))
def test_imports_point_inwards(folder: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules(folder)
        if path.relative_to(ROOT).as_posix() not in COMPOSITION
        for name in imported(path)
        if name.split(".")[0] in OURS | HEAVY and not (name + ".").startswith(tuple(a for a in ALLOWED[room_of(path)]))
    ]

    assert [] == wrong


def test_only_the_command_line_composes() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for folder in OURS
        for path in modules(folder)
        for name in imported(path)
        if f"{name}.".startswith(tuple(f"{path[:-3].replace('/', '.')}." for path in COMPOSITION))
    }

    assert {"companion/cli/doctor.py", "companion/cli/play.py", "companion/cli/update.py", *COMPOSITION} >= users


def test_conformance_printing_and_simulation_can_be_left_out() -> None:
    """Outside their own folders they are imported late, by what needs them: an installation may lack both."""
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for folder in OURS
        for path in modules(folder)
        if room_of(path).partition("/")[2].partition("/")[0] not in OPTIONAL
        for name in imported(path, at_once=True)
        if name.startswith(tuple(f"companion.{room}" for room in OPTIONAL))
    ]

    assert [] == wrong


def test_what_joins_a_club_is_loaded_by_nobody_at_once() -> None:
    """It needs a library that is not installed unless it is asked for."""
    users = {
        path.relative_to(ROOT).as_posix()
        for folder in OURS
        for path in modules(folder)
        for name in imported(path, at_once=True)
        if name.startswith(("paho", "companion.club.broker_connection"))
    }

    assert {"companion/club/broker_connection.py"} == users


def test_no_game_imports_another() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for game in GAMES
        for path in modules(f"companion/games/{game}")
        for name in imported(path)
        for other in set(GAMES) - {game}
        if name.startswith(f"companion.games.{other}")
    ]

    assert [] == wrong


def test_no_game_is_named_outside_its_folder() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} names {game}"
        for folder in OURS
        for path in modules(folder)
        for game in GAMES
        if game in source(path) and f"games/{game}" not in path.as_posix()
    ]

    assert [] == wrong


def test_only_the_edges_know_time_and_chance() -> None:
    """Rules, session and talk are pure: the same messages give the same evening."""
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules("companion")
        if path.relative_to(ROOT).as_posix() not in KNOWS_THE_WORLD
        for name in imported(path)
        if name.split(".")[0] in WORLD
    ]

    assert [] == wrong


LONG, TOO_LONG = 450, 700
"""Lines of a module from which on the check warns that it may do more than one job, and from which on it fails."""


def test_modules_stay_small() -> None:
    """No module is split for a line or two: only what is far beyond the limit is wrong."""
    lengths = {
        path.relative_to(ROOT).as_posix(): len(source(path).splitlines()) for folder in OURS for path in modules(folder)
    }
    for path, lines in lengths.items():
        if lines > LONG:
            warnings.warn(f"a long module: {path} has {lines} lines", stacklevel=1)

    assert {} == {path: lines for path, lines in lengths.items() if lines > TOO_LONG}


def test_functions_stay_small() -> None:
    long = {
        f"{path.relative_to(ROOT)}:{node.name}": node.end_lineno - node.lineno
        for folder in OURS
        for path in modules(folder)
        for node in parsed(path)[1]
        if isinstance(node, ast.FunctionDef) and node.end_lineno is not None and node.end_lineno - node.lineno > 45
    }

    assert {} == long
