"""Writes docs/errors.md: every error that the sources can raise, and what to do. `python -m scripts.errors`.

A sentence without advice of its own gets that of its kind; one that sounds wrong is mended where it is raised.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from companion import errors

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "errors.md"
ROOMS = ("companion", "hardware", "ui", "vision")

KINDS = {
    "HardwareError": ("Camera, screen, buttons and lamps", "Run `companion doctor`: it looks at every part."),
    "NoCameraError": ("No camera at all", "Plug one in; it is found within some seconds."),
    "DarkPictureError": ("Black pictures", "Make light; nothing else has to be done."),
    "JournalError": ("The journal", "Run `companion doctor`; nothing that was confirmed is lost by starting again."),
    "UpdateError": ("Updates", "The version that ran before goes on; nothing needs to be done."),
    "GameError": ("Games", "Install another version of the game."),
    "ConfigError": ("Settings and what is written on the command line", "Correct the entry that is named."),
    "ImageError": ("Pictures", "Take the picture again, sharp and in good light."),
    "NotationError": (
        "Positions and actions in writing",
        "Correct the word that is named; docs/cases.md has examples.",
    ),
    "CatalogError": (
        "What is printed on the pieces",
        "Correct the entry that is named; `companion profile` writes all.",
    ),
}
"""Each kind of error, in the order of the page: its heading, and what to do where the sentence does not say it."""

HEAD = """# Errors, and what to do

Every error text of the companion, by what it is about; words in *italics* stand for names, numbers and reasons. On the
screen and on the command line each is one sentence. Written by `python -m scripts.errors`. What the display shows when
nothing starts stands in [the appliance](appliance.md); what the referees say, in [refusals](refusals.md).
"""


def texts(source: str) -> Iterator[tuple[str, str]]:
    """The kind and the sentence of each error that a module raises; what another part has worded is left to that."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KINDS and node.args:
            sentence = _template(node.args[0])
            if re.search(r"[a-z]{3,}", re.sub(r"\*[^*]*\*", "", sentence)):
                yield node.func.id, sentence


def _template(node: ast.expr) -> str:
    """The words of a sentence, with what is filled in in italics."""
    match node:
        case ast.Constant(str(words)):
            return re.sub(r"\{(\w+)\}", lambda found: _italic(found[1]), words)
        case ast.JoinedStr(parts):
            return "".join(map(_template, parts))
        case ast.FormattedValue(value):
            return _italic(_name(value))
        case ast.BinOp(left, ast.Add(), right):
            return _template(left) + _template(right)
        case ast.Call(ast.Name("str" | "say"), [first, *_]):
            return _template(first)
        case _:
            return ""


def _name(value: ast.expr) -> str:
    match value:
        case ast.Name(name) | ast.Attribute(attr=name):
            return {"strerror": "reason", "error": "reason"}.get(name, name)
        case ast.Subscript(value=inner):
            return _name(inner)
        case ast.Call(ast.Name("len")):
            return "number"
        case _:
            return "…"


def _italic(name: str) -> str:
    return f"*{name.strip('_').replace('_', ' ').lower()}*"


def what_and_advice(kind: str, sentence: str) -> tuple[str, str]:
    """A sentence's two halves: what is wrong, and what to do about it."""
    for mark in re.finditer(r"[;:.] ", sentence):
        what, advice = sentence[: mark.start()], sentence[mark.end() :]
        if len(re.findall(r"\w+", what)) > 2 and advice[0] not in "*'":
            first = advice.split(maxsplit=1)[0]
            return f"{what}.", advice if "/" in first else advice[0].upper() + advice[1:]
    return sentence, KINDS[kind][1]


def page() -> str:
    found: dict[str, set[tuple[str, str]]] = {kind: set() for kind in KINDS}
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            for kind, sentence in texts(path.read_text(encoding="utf-8")):
                found[kind].add(what_and_advice(kind, " ".join(sentence.split())))
    return HEAD + "".join(_section(kind, found[kind]) for kind in KINDS)


def _section(kind: str, found: set[tuple[str, str]]) -> str:
    rows = (f"| {_cell(what)} | {_cell(advice)} |\n" for what, advice in sorted(found))
    return f"\n## {KINDS[kind][0]}\n\n| what is said | what to do |\n|---|---|\n{''.join(rows)}"


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("<", "&lt;")


assert set(KINDS) == {
    name
    for name, each in vars(errors).items()
    if isinstance(each, type) and issubclass(each, errors.CompanionError) and each is not errors.CompanionError
}, "every kind of error has its advice"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
