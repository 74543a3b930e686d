"""Every sentence of the referee is said in a worked case, and so is read aloud (docs/refusals.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from companion.cases.case_files import read_cases
from companion.conformance.case_mutants import case_paths
from companion.core.text import Message, PluralMessage, Text
from companion.games.iron_sky import GAME
from scripts.refusals import refused
from tests.translation.test_templates import calls, literals

FOLDER = Path(__file__).parent.parent.parent.parent / "companion" / "games" / "iron_sky"
MODULES = (*FOLDER.glob("rules*.py"), *FOLDER.glob("invariants*.py"))


def test_every_sentence_is_said() -> None:
    cases = [(file, case) for file in map(read_cases, case_paths(GAME)) for case in file.cases]
    verdicts = [found for file, case in cases for found in refused(GAME, file, case)]
    said = {words for found in verdicts for text in (found.reason, found.repair) for words in _templates(text)}
    unread = " ".join(case.refused for _, case in cases if case.refused is not None)

    assert [] == [
        f"{place}: {template}"
        for place, call in calls(MODULES)
        for template in literals(call)
        if template not in said and not re.search(_pattern(template), unread)
    ]


def _templates(text: Text) -> Iterator[str]:
    match text:
        case Message(template=template):
            yield template
        case PluralMessage(one=one, many=many):
            yield from (one, many)


def _pattern(template: str) -> str:
    """What a position that is not read at all is refused with."""
    return ".*".join(map(re.escape, re.split(r"\{\w+\}", template)))
