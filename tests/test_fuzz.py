"""Whatever people write, no traceback and no long wait: actions, positions, profiles, cases, settings and evenings.

A few hundred inputs each with the other tests; by hand as many as one likes, such as

    FUZZ_INPUTS=100000 python -m pytest tests/test_fuzz.py --numprocesses 0
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

from companion.cases import case_runner as cases
from companion.config import read_settings
from companion.conformance.playouts import AnyGame, sensible, start
from companion.core.game import Options, violation
from companion.errors import CompanionError
from companion.games import GAMES
from companion.simulation.scenario import read_scenario

ROOT = Path(__file__).parent.parent
INPUTS = int(os.environ.get("FUZZ_INPUTS", "400"))
SECONDS = 20.0
"""What takes longer has no end: it grows with a power of its input. A busy machine takes one for what is quick."""
NASTY = (
    *("9" * 5_000, "0", "-1", "99999999999", "1e400", "nan", "9" * 40, "0x" + "f" * 5_000, "1_0"),
    *("[" * 2_000, "]" * 2_000, "{ a = " * 400, "{" * 2_000, "(" * 2_000, '"""', "'''", '"', "''"),
    *("\ufeff", "\x00", "\u202e", "²", "٣", "ß", "İ", "\n", "\r", "\t", " " * 5_000, "a" * 5_000, "\\", "=", "#"),
    *(" -> ", ":", "::", " as ", " with ", " and ", "+", ", ", "specials", "away", "again", "true", "[]", "{}", "Farm"),
)


def bent(random: Random, words: str, others: Sequence[str]) -> str:
    """What a tired or a malicious hand makes of it: some of it doubled, left out, exchanged or put elsewhere."""
    pieces = list(words) if len(words) < 200 else words.splitlines(keepends=True)
    if random.random() < 0.5:
        pieces = [word + " " for word in words.split(" ")]
        others = random.choice(others).split(" ") or others
    for _ in range(random.randint(1, 3)):
        here = random.randrange(len(pieces) + 1)
        there = min(len(pieces), here + random.choice((0, 0, 1, 1, 2, 5)))
        pieces[here:there] = random.choice(
            ([], [random.choice(NASTY)], [random.choice(others)], pieces[here:there] * 2, pieces[here:there][::-1])
        )
    return "".join(pieces)


def survives(read: Callable[[str], object], words: str) -> None:
    """Reads it, or refuses it in one sentence, and soon."""
    begun = process_time()
    try:
        with suppress(CompanionError):
            read(words)
    except Exception as error:
        raise AssertionError(f"{type(error).__name__} {str(error)[:200]} for {words[:300]!r}") from error

    assert process_time() - begun < SECONDS, words[:300]


@pytest.fixture(scope="module", params=list(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    return GAMES[request.param]


@pytest.fixture(scope="module")
def states(game: AnyGame) -> list[Any]:
    """Some of a game's states, with few and many players, by its settings and by their last choices."""
    last = {setting.name: setting.choices[-1] for setting in game.settings if len(setting.choices) < 3}
    found = []
    for players, settings in ((min(game.players), {}), (max(game.players), last)):
        random, state = Random(players), start(game, players, settings)
        for number in range(150):
            found += [state] if number % 15 == 0 else []
            action = sensible(game, state, random)
            if action is None:
                break
            state = game.apply(state, action)
    return found


def test_actions(game: AnyGame, states: list[Any]) -> None:
    """What can be read is judged, and is written as it was read."""
    random = Random(1)
    said = [
        (game.write_action(action), state)
        for state in states
        for action in {type(action): action for action in game.candidates(state)}.values()
    ]
    lines = [line for line, _ in said]

    def judged_in(state: Any) -> Callable[[str], object]:
        def judge(words: str) -> None:
            action = game.read_action(words)
            assert action == game.read_action(game.write_action(action))
            for where in (state, random.choice(states)):
                found = violation(game, where, action)
                assert found is None or str(found.repair)

        return judge

    for nasty in NASTY:
        survives(judged_in(random.choice(states)), nasty)
    for _ in range(INPUTS):
        line, state = random.choice(said)
        survives(judged_in(state), bent(random, line, lines))


def test_positions(game: AnyGame, states: list[Any]) -> None:
    """What can be read can be scored, shown and written again."""
    random = Random(2)
    texts = [game.write_position(state) for state in states]
    lines = [line + "\n" for text in texts for line in text.splitlines()]

    def look(words: str) -> None:
        state = game.read_position(words)
        assert state == game.read_position(game.write_position(state))
        game.table(state), game.score(state), game.outcome(state), game.to_move(state)
        for fault in game.faults(state):
            assert str(fault.reason)
            assert str(fault.repair)

    for text in texts:
        survives(look, "\ufeff" + text)
    for _ in range(INPUTS // 4):
        survives(look, bent(random, random.choice(texts), lines))


def test_profiles(game: AnyGame) -> None:
    random = Random(3)
    text = game.write_profile()
    lines = [line + "\n" for line in text.splitlines()]
    survives(game.with_profile, "\ufeff" + text)
    for _ in range(INPUTS // 20):
        survives(game.with_profile, bent(random, random.choice((text, "".join(random.sample(lines, 3)))), lines))


def test_settings_of_a_game(game: AnyGame) -> None:
    random = Random(4)
    names = [setting.name for setting in game.settings]
    values = [choice for setting in game.settings for choice in setting.choices]
    for _ in range(INPUTS):
        chosen = {
            bent(random, random.choice(names), names) if random.random() < 0.5 else random.choice(names): random.choice(
                (*values, *NASTY)
            )
        }
        people = tuple(random.choice(("Ann", *NASTY)) for _ in range(random.randint(0, 8)))
        survives(lambda _, people=people, chosen=chosen: game.initial_state(Options(people, chosen)), str(chosen))  # type: ignore[misc]


def test_cases(game: AnyGame, tmp_path: Path) -> None:
    """Also where what is done is illegal, or makes no sense."""
    random = Random(5)
    paths = sorted((ROOT / "tests" / "games" / game.name / "cases").glob("*.toml"))
    begun = [path.read_text(encoding="utf-8").partition("[[case]]")[0] for path in paths]
    parts = [
        head + "[[case]]" + case
        for head, path in zip(begun, paths, strict=True)
        for case in path.read_text(encoding="utf-8").split("[[case]]")[1:]
    ]
    lines = [line + "\n" for part in parts for line in part.splitlines()]
    file = tmp_path / "cases.toml"

    def run(words: str) -> None:
        file.write_text(words, encoding="utf-8")
        cases.run(file)

    for _ in range(INPUTS // 4):
        survives(run, bent(random, random.choice(parts), lines))


@pytest.mark.parametrize(("read", "pattern"), [(read_settings, "*.toml"), (read_scenario, "**/*.toml")])
def test_files(read: Callable[[Path], object], pattern: str, tmp_path: Path) -> None:
    """The settings of the companion, and recorded evenings."""
    random = Random(6)
    folder = ROOT / "tests" if read is read_settings else ROOT / "companion" / "simulation"
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob(pattern))] or [SETTINGS]
    lines = [line + "\n" for text in texts for line in text.splitlines()]
    file = tmp_path / "file.toml"

    def from_file(words: str) -> None:
        file.write_text(words, encoding="utf-8")
        read(file)

    for _ in range(INPUTS // 4):
        survives(from_file, bent(random, random.choice(texts), lines))


SETTINGS = """
[camera]
source = "picamera2"
[display]
language = "et"
[patience]
[buttons]
pass = 5
[lamps]
"""
