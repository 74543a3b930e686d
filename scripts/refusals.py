"""Writes docs/refusals.md: what a referee says in the worked cases of all games. `python -m scripts.refusals`.

Read it aloud as a player does: each sentence says what was seen and what the rule wants, each repair can be carried
out with the hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.cases.case_files import Case, CaseFile, Verdicts, read_cases
from companion.cases.case_runner import begin
from companion.conformance.case_mutants import case_paths
from companion.core.game import Game, violation
from companion.core.rules import Violation
from companion.errors import CompanionError
from companion.games import GAMES

AnyGame = Game[Any, Any]

PAGE = Path(__file__).parent.parent / "docs" / "refusals.md"

_HEAD = """# What a referee says

Every refusal in the worked cases of the games, as players read it: the reason, then how to put it right. Written by
`python -m scripts.refusals`; a sentence that sounds wrong is mended in the check that says it.
"""


def refused(game: AnyGame, file: CaseFile, case: Case) -> Iterator[Violation]:
    """What is said in one case: of the actions that it calls illegal, and of its position."""
    if case.refused is not None:
        return
    game, state = begin(game, file, case)
    for step in (*case.do, Verdicts(illegal=case.illegal or ())):
        if isinstance(step, str):
            state = game.apply(state, game.read_action(step))
            continue
        for wanted in step.illegal or ():
            found = violation(game, state, game.read_action(wanted.action))
            if found is not None:
                yield found
    if case.expect is not None and case.expect.faults:
        yield from game.faults(state)


def sentences(game: AnyGame) -> dict[str, list[tuple[str, str]]]:
    """Reason and repair by citation, in the order of the rules."""
    said: dict[str, dict[tuple[str, str], None]] = {}
    for path in case_paths(game):
        file = read_cases(path)
        for case in file.cases:
            for found in refused(game, file, case):
                words = (_line(found.reason), _line(found.repair))
                said.setdefault(str(found.rule.citation), {})[words] = None
    return {citation: list(said[citation]) for citation in sorted(said, key=_in_order)}


def _line(text: object) -> str:
    return " ".join(str(text).split())


def _in_order(citation: str) -> tuple[int, str]:
    number = citation.partition(" ")[0].split("-")[1]
    return (int(number) if number.isdigit() else 0, citation)


def page() -> str:
    """The whole page."""
    parts = [_HEAD]
    for game in GAMES.values():
        parts.append(f"## {game.title}\n")
        for citation, pairs in sentences(game).items():
            lines = "\n".join(f"- {reason} *{repair}*" for reason, repair in pairs)
            parts.append(f"**{citation}**\n\n{lines}\n")
    return "\n".join(parts)


def main() -> None:
    """Write the page."""
    try:
        PAGE.write_text(page(), encoding="utf-8")
    except CompanionError as error:
        raise SystemExit(f"A case cannot be run: {error}") from error


if __name__ == "__main__":
    main()
