"""What is written about the project is true: commands, settings, paths and links."""

from __future__ import annotations

import re
import shlex
import textwrap
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.application.notice_lamps import LAMP_OF_NOTICE
from companion.cameras.camera_plan import known_models, plan_camera
from companion.cli import cli
from companion.config import BUTTONS, Settings
from companion.games import GAMES
from companion.label_sets.piece_labels import LABEL_MM
from companion.pages.hardware_test import USUAL_LAMPS
from hardware.lamps import Pattern
from scripts.first_evening_pages import page

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
TOP = ("companion/", "vision/", "ui/", "hardware/", "tests/", "docs/", "scripts/", "systemd/", "benchmarks/")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def page_id(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    broken = [link for link in links if "://" not in link and not (page.parent / link).exists()]

    assert [] == broken


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_every_path_that_is_named_exists(page: Path) -> None:
    named = re.findall(r"`([\w./-]+)`", page.read_text(encoding="utf-8"))
    missing = [name for name in named if name.startswith(TOP) and not (ROOT / name).exists()]

    assert [] == missing


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_first_evening_is_as_it_is_written(game: str) -> None:
    """By `python -m scripts.first_evening_pages`."""
    assert page(GAMES[game]) == text(f"docs/first_evening/{game}.md")


def test_every_command_has_help_and_is_described() -> None:
    visible = {name: command for name, command in cli.commands.items() if not command.hidden}
    described = set(re.findall(r"^\| `companion ([\w-]+)`", text("docs/commands.md"), re.MULTILINE))

    assert set(visible) == described
    assert all(command.help for command in visible.values())


@pytest.mark.parametrize("name", sorted(name for name, command in cli.commands.items() if not command.hidden))
def test_every_option_of_a_command_is_described(name: str) -> None:
    line = next(line for line in text("docs/commands.md").splitlines() if line.startswith(f"| `companion {name}`"))
    options = {
        option for parameter in cli.commands[name].params for option in parameter.opts if option.startswith("--")
    }

    assert set() == {option for option in options if option not in line}


def test_every_setting_is_described_with_its_default() -> None:
    page = text("docs/settings.md")
    for section in fields(Settings):
        assert f"`[{section.name}]`" in page
    for section in (Settings().camera, Settings().display, Settings().patience, Settings().strip):
        for entry in fields(section):
            assert f"`{entry.name}` | `{as_toml(getattr(section, entry.name))}`" in page
    assert all(f"`{purpose}`" in page for purpose in (*BUTTONS, *USUAL_LAMPS, "buzzer"))


def test_what_each_lamp_shows_is_described() -> None:
    rhythms = {Pattern.SLOW: "slow", Pattern.FAST: "fast", Pattern.DOUBLE: "two short flashes"}
    page = text("docs/appliance.md")

    assert [] == [
        f"{lamp}, {rhythms[pattern]}"
        for lamp, pattern in LAMP_OF_NOTICE.values()
        if f"| {lamp} | {rhythms[pattern]} |" not in page
    ]
    assert "| turn | steady |" in page


def test_how_high_the_camera_hangs_is_what_the_planner_says() -> None:
    plans = [plan_camera(model, (1200.0, 800.0), LABEL_MM) for model in known_models()]
    rows = [
        f"| {plan.model.title} | {plan.height / 10:.0f} cm | {plan.corners:.1f} | {plan.ours.value} |" for plan in plans
    ]

    assert [] == [row for row in rows if row not in text("docs/appliance.md").splitlines()]


def test_the_wiring_is_that_of_the_example_settings() -> None:
    """A pin of the wiring and one of the settings are the same, or lamps stay dark."""
    pins = dict(re.findall(r"(?m)^    (\w+) = (\d+)$", text("docs/settings.md")))
    wiring = dict(re.findall(r"(?m)^\| (?:button|lamp) (\w+) \| (\d+) \(", text("docs/appliance.md")))

    assert {*BUTTONS, *USUAL_LAMPS, "buzzer"} == set(wiring)
    assert {**pins, "buzzer": "16"} == wiring


def blocks_of_code(page: str) -> str:
    return "\n".join(textwrap.dedent(block) for block in re.findall(r"(?ms)^ *```python\n(.*?)^ *```$", text(page)))


def commands(page: str) -> list[list[str]]:
    """What stands behind `python -m` in a line of its own, or in a sentence."""
    found = re.findall(r"(?m)^ {8}python -m (.+)$|`python -m (.+?)`", text(page))
    return [shlex.split(line or inline) for line, inline in found]


def test_the_code_of_adding_something_runs() -> None:
    exec(compile(blocks_of_code("docs/extending.md"), "docs/extending.md", "exec", dont_inherit=True), {})


@pytest.mark.parametrize("words", commands("docs/extending.md"), ids=" ".join)
def test_the_commands_of_adding_something_are_there(words: list[str], tmp_path: Path) -> None:
    module, *rest = words
    assert find_spec(module) is not None
    if module == "pytest":
        assert [] == [each for each in rest if each.startswith("tests/") and not (ROOT / each).exists()]
    if module == "companion":
        words = [str(tmp_path / word) if word.endswith(".pdf") else word for word in rest]
        assert 0 == CliRunner().invoke(cli, words, catch_exceptions=False).exit_code


def as_toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return str(list(value))
        case str():
            return f'"{value}"'
        case _:
            return str(value)


def test_the_readme_begins_with_what_it_is_and_the_two_commands() -> None:
    first_screen = "\n".join(text("README.md").splitlines()[:24])

    assert "./start demo" in first_screen
    assert "./check" in first_screen
    assert "docs/screen.png" in first_screen
