"""An installation may leave printing and simulation out: the rest works, and what needs them says so."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.errors import ConfigError
from companion.optional import installed

WITHOUT = """
import importlib.abc, sys

class LeftOut(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name in ("companion.printing", "companion.simulation", "reportlab"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, LeftOut())
sys.argv = ["companion", *sys.argv[1:]]
from companion.application import bootstrap
from companion.cli import main
main()
"""


def without(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line where neither part is installed."""
    return subprocess.run([sys.executable, "-c", WITHOUT, *arguments], check=False, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("command", "part"),
    [
        ("labels --game new_world_order --out labels.pdf", "printing"),
        ("demo", "simulation"),
        ("camera --game iron_sky --camera simulator", "simulation"),
    ],
)
def test_a_command_that_needs_it_says_so_in_one_sentence(command: str, part: str) -> None:
    done = without(*command.split())

    assert 1 == done.returncode
    assert f"This needs companion/{part}, and this installation was made without it" in done.stderr
    assert 1 == done.stderr.count("\n")


def test_the_rest_works() -> None:
    done = without("profile", "--game", "iron_sky")

    assert (0, "") == (done.returncode, done.stderr)


def test_another_missing_library_is_named() -> None:
    with pytest.raises(ConfigError, match="no no_such_library"), installed("printing"):
        import no_such_library  # type: ignore[import-not-found]  # noqa: F401
