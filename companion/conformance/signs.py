"""Whether what a game's pieces and actions are shown by can be drawn."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from companion.conformance.playouts import AnyGame
from companion.core.declared.counter_sheet import FILE
from companion.games import GAMES
from companion.typefaces import icon_signs

TINT = re.compile(r"#[0-9A-Fa-f]{6}")
NEAR = 5
"""Names of icons that are said; all are in the reference."""


def undrawable(game: AnyGame) -> Iterator[str]:
    """A sentence for each icon that there is not and each tint that is no colour: in which file, of what."""
    file = _file(game)
    for of, icon, tint in _signs(game):
        if icon and icon not in icon_signs():
            near = get_close_matches(icon, icon_signs(), NEAR, 0.0)
            there_are = f"there are {', '.join(near)} and others, all of them in docs/game_reference.md"
            yield f"{file}: {of} has the icon {icon!r}, which does not exist; {there_are}"
        if tint and not TINT.fullmatch(tint):
            yield f"{file}: {of} has the tint {tint!r}, which is no colour; write it as '#C8463C'"


def _signs(game: AnyGame) -> Iterator[tuple[str, str, str]]:
    """What has a sign, its icon and its tint."""
    for piece in dict.fromkeys(game.piece_of.values()):
        icon, tint = game.sign(piece) or ("", "")
        yield f"the piece {str(game.piece_name(piece))!r}", icon, tint
    for kind in getattr(game, "actions", ()):
        yield f"the action {kind.__name__}", getattr(kind, "icon", ""), ""


def _file(game: AnyGame) -> str:
    folder = GAMES.packages[game.name].folder
    if folder is not None and (folder / FILE).is_file():
        return FILE
    return Path(sys.modules[type(game).__module__].__file__ or "").name
