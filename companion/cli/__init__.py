"""The `companion` command: thin; the work is done by library calls.

Exit codes: 0 well, 1 failed (one sentence says why), 2 wrong usage.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import click

from companion.cli import (  # noqa: F401  (their commands join the group)
    bug_report,
    catalogue,
    deck,
    doctor,
    faces,
    games,
    labels,
    lookup,
    planner,
    play,
    rules,
    update,
    wiring,
)
from companion.cli.root import cli
from companion.errors import CompanionError

P = ParamSpec("P")


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
