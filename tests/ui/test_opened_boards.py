"""A map that a finger opens over the whole screen: a finger reaches every place on it from which something can be done.

Drawn without being painted; some 8 s.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from companion.conformance.playouts import AnyGame, playout
from companion.core.game import Options
from companion.core.screen import Arrangement, Screen, Select
from companion.core.text import ENGLISH
from companion.games import GAMES
from scripts.gallery import screens as gallery
from ui.drawing import Drawing, DrawingSettings
from ui.painter import measure
from ui.picture import Scroll, Target, WindowPicture
from ui.screens.shown import draw
from ui.tokens import PALETTES, TOUCH, Space

SOME, LONGEST = 3, 120
TWO = Options(("Ann", "Ben"))


@cache
def tables(game: str, players: int) -> tuple[Screen, ...]:
    """Some tables of a random game on which places of a map can be touched."""
    rules = GAMES[game]
    seen = [rules.present(after) for _, _, after in playout(rules, players, 5, most=LONGEST)]
    # Where something is asked the question has the screen.
    telling = [screen for screen in seen if screen.notice is None and any(_places(screen))]
    return tuple(Random(1).sample(telling, min(SOME, len(telling))))


def _places(screen: Screen) -> Iterator[tuple[str, object]]:
    """The boards that are maps, with what a touch on each of their cells begins."""
    for board in screen.boards:
        if board.arrangement is Arrangement.MAP:
            yield from ((board.name, cell.intent) for cell in board.cells if isinstance(cell.intent, Select))


def _opened(screen: Screen, name: str, size: tuple[int, int], *, large: bool) -> WindowPicture:
    space = Space.of(size, large)
    look = DrawingSettings(PALETTES["dark"], space, measure(space.dp), lambda text: text.render(ENGLISH))
    drawing = Drawing(look, name)
    draw(drawing, screen)
    return drawing.picture()


def _targets(of: WindowPicture) -> list[Target]:
    lists = [mark for mark in of.marks if isinstance(mark, Scroll)]
    return [*of.targets, *(target for each in lists for target in each.targets)]


def _has_maps(rules: AnyGame) -> bool:
    return any(board.arrangement is Arrangement.MAP for board in rules.present(rules.initial_state(TWO)).boards)


MAPS = [(game, players) for game, rules in GAMES.items() if _has_maps(rules) for players in rules.players]


@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
@pytest.mark.parametrize("size", gallery.SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("game", "players"), MAPS)
def test_every_place_of_an_opened_map_can_be_touched(
    game: str, players: int, size: tuple[int, int], large: bool
) -> None:
    assert tables(game, players)
    for screen in tables(game, players):
        for board in {name for name, _ in _places(screen)}:
            found = _targets(_opened(screen, board, size, large=large))
            wanted = [intent for name, intent in _places(screen) if name == board]
            assert [] == [intent for intent in wanted if intent not in [target.intent for target in found]], board
            assert [] == [each for each in found if min(each.rect.width, each.rect.height) < TOUCH - 0.01]
            assert [] == [
                (one.intent, other.intent)
                for number, one in enumerate(found)
                for other in found[number + 1 :]
                if one.rect.inset(0.1).overlaps(other.rect.inset(0.1))
            ]


def test_a_finger_between_four_lit_tiles_means_none_that_lies_wholly_beneath_them() -> None:
    """Nothing of it peeps out but the seams, which are no place of its own."""
    pyramids = [
        (screen, board)
        for rules in GAMES.values()
        if any(board.arrangement is Arrangement.STACK for board in rules.present(rules.initial_state(TWO)).boards)
        for screen in (rules.present(after) for _, _, after in playout(rules, 2, 5, most=60))
        for board in screen.boards
        if screen.notice is None and board.arrangement is Arrangement.STACK and sum(c.lit for c in board.cells) == 4
    ]
    screen, board = pyramids[-1]
    tiles = [cell for cell in board.cells if cell.lit]
    middle = sum(each.x + each.width / 2 for each in tiles) / 4, sum(each.y + each.height / 2 for each in tiles) / 4
    beneath = [cell for cell in board.cells if (cell.x + cell.width / 2, cell.y + cell.height / 2) == middle]
    assert beneath, "a tile lies under all four"

    touched = {target.intent for target in _opened(screen, board.name, (800, 480), large=True).targets}
    assert {tile.intent for tile in tiles} <= touched
    assert not touched & {cell.intent for cell in beneath}
