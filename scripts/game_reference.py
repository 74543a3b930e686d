"""Writes docs/game_reference.md: what a game is asked, and what it need not say. `python -m scripts.game_reference`.

All of it is read from the protocol, from the defaults and from what a declared game is made of; a sentence that is
wrong is mended there.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any

from companion.core.base_game import BaseGame
from companion.core.declared import actions, game, mat, placement, state
from companion.core.game import Game, Outcome, OwnersCopy, Presentation, Rules, Setting, Table
from companion.core.rules import Rulebook, Score, ScoreLine
from companion.typefaces import icon_signs

PAGE = Path(__file__).parent.parent / "docs" / "game_reference.md"

HEAD = """# What a game is asked

Written by `python -m scripts.game_reference` from `companion/core/game.py`, `companion/core/base_game.py` and
`companion/core/declared`. [The tutorial](tutorial.md) makes a game step by step; [what a camera cannot
know](hidden_from_the_camera.md) says what a game has to be told by people. `S` is a game's state, `A` its actions.

A game is a value with the members below. Of each it is said what it is for, what stands in for it where a game inherits
`BaseGame`, and what in a `DeclaredGame`. What has nothing in its stead has to be written.
"""

SIDES: Sequence[tuple[str, type[Any]]] = (
    ("The rules", Rules),
    ("The table", Table),
    ("The people", Presentation),
    ("What is printed", OwnersCopy),
    ("The whole", Game),
)

DECLARED: Sequence[type[Any]] = (
    game.DeclaredGame,
    game.Kind,
    mat.Mat,
    mat.Spread,
    mat.Grid,
    state.TableState,
    placement.Placement,
    actions.DeclaredAction,
    actions.Decision,
    actions.Chance,
    Rulebook,
    Outcome,
    Score,
    ScoreLine,
    Setting,
)


def page() -> str:
    return "\n".join((HEAD, *_sides(), *_declared(), *_icons())) + "\n"


def _sides() -> Iterator[str]:
    for heading, side in SIDES:
        yield f"## {heading}\n"
        yield f"{_doc(side)}\n"
        for name, member in vars(side).items():
            if _is_asked(name, member):
                yield from _member(side, name, member)


def _is_asked(name: str, member: object) -> bool:
    return not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, property))


def _member(side: type[Any], name: str, member: Any) -> Iterator[str]:
    yield f"### `{_signature(name, member)}`\n"
    if said := _doc(member):
        yield f"{said}\n"
    if side is OwnersCopy:
        return
    base, declared = (_instead(kind, name, side) for kind in (BaseGame, game.DeclaredGame))
    yield f"* `BaseGame`: {base or 'nothing; write it.'}"
    if declared != base:
        yield f"* `DeclaredGame`: {declared or 'nothing; write it.'}"
    yield ""


def _instead(kind: type[Any], name: str, side: type[Any]) -> str:
    """What stands in for a member; nothing where it has to be written."""
    owner = next((each for each in kind.__mro__ if name in vars(each) and each is not side), None)
    if owner is None:
        return ""
    found = vars(owner)[name]
    if getattr(found, "__isabstractmethod__", False):
        return ""
    if not callable(getattr(found, "fget", getattr(found, "func", found))):
        return f"`{found!r}`" if _is_plain(found) else "an empty one."
    return _doc(found).replace("\n\n", " ") or _returned(found)


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int | tuple | None.__class__)


def _function(member: Any) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(member, "fget", None) or getattr(member, "func", None) or member
    unwrapped: Callable[..., Any] = inspect.unwrap(found)
    return unwrapped


def _returned(member: Any) -> str:
    """What a short function gives, as it is written."""
    body = ast.parse(textwrap.dedent(inspect.getsource(_function(member)))).body[0]
    assert isinstance(body, ast.FunctionDef)
    last = body.body[-1]
    if len(body.body) == 1 and isinstance(last, ast.Return) and last.value is not None:
        return f"`{ast.unparse(last.value)}`"
    return "worked out of the others"


def _signature(name: str, member: Any) -> str:
    if isinstance(member, property) or hasattr(member, "func"):
        return f"{name}: {_function(member).__annotations__.get('return', 'Any')}"
    found = inspect.signature(_function(member))
    parts = [str(each) for each in found.parameters.values() if each.name not in {"self", "cls"}]
    given = f" -> {found.return_annotation}" if found.return_annotation is not found.empty else ""
    return f"{name}({', '.join(parts)}){given}".replace("'", "")


def _doc(of: Any) -> str:
    return inspect.cleandoc((getattr(of, "__doc__", "") if not hasattr(of, "func") else of.func.__doc__) or "")


# --- what a declared game is made of ---


def _declared() -> Iterator[str]:
    yield "## What a declared game is made of\n"
    for kind in DECLARED:
        yield f"### `{kind.__name__}`\n\n`from {kind.__module__} import {kind.__name__}`\n"
        yield f"{_doc(kind)}\n"
        rows = [*_fields(kind), *_attributes(kind), *_methods(kind)]
        if rows:
            yield "\n".join(rows) + "\n"


def _fields(kind: type[Any]) -> Iterator[str]:
    own = inspect.get_annotations(kind)
    for field in fields(kind) if is_dataclass(kind) else ():
        if field.name in own:
            default = "" if field.default is MISSING else f" = {_written(field.default)}"
            yield f"* `{field.name}: {own[field.name]}{default}`"


def _written(value: object) -> str:
    return repr(value) if isinstance(value, str | int | float | tuple | None.__class__) else "..."


def _attributes(kind: type[Any]) -> Iterator[str]:
    """What is set in a class, with the sentence below it."""
    if is_dataclass(kind):
        return
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(tree, ast.ClassDef)
    for at, node in enumerate(tree.body):
        if isinstance(node, ast.AnnAssign) and not ast.unparse(node.target).startswith("_"):
            after = tree.body[at + 1] if at + 1 < len(tree.body) else None
            said = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            more = f": {' '.join(str(said).split())}" if said else ""
            yield f"* `{ast.unparse(node)}`{more}"


def _methods(kind: type[Any]) -> Iterator[str]:
    """Those that a game may call or override, and that are not among what every game is asked."""
    asked = {name for _, side in SIDES for name in vars(side)}
    for name, member in vars(kind).items():
        plain = member.__func__ if isinstance(member, classmethod) else member
        if (
            not name.startswith("_")
            and name not in asked
            and (inspect.isfunction(plain) or isinstance(plain, property))
        ):
            said = " ".join(_doc(plain).split())
            yield f"* `{_signature(name, plain)}`{f': {said}' if said else ''}"


# --- how things are shown ---


def _icons() -> Iterator[str]:
    yield "## Icons\n"
    yield f"What an `icon` can be: {', '.join(f'`{name}`' for name in icon_signs())}."


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
