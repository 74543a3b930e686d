"""Questions, one after the other: their answers stand where they stood, and their drawings can be read."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from companion.conformance.playouts import playout
from companion.core.screen import Arrangement, Board, Button, Cell, Do, Screen, Select, question
from companion.core.selection import NO_SELECTION, Pick
from companion.core.text import ENGLISH, say, verbatim
from companion.games import GAMES
from tests.toy import GAME
from tests.ui.conftest import Touchscreen
from tests.ui.samples import BIG, SMALL, UPRIGHT, evening
from tests.ui.test_drag import late
from ui.boards import draw_board
from ui.boards.table import TableFocus
from ui.drawing import Drawing, DrawingSettings
from ui.painter import measure
from ui.picture import Fill, Mark, PictureWords, Scroll, flat
from ui.rect import Rect
from ui.screens.search import fold
from ui.tokens import PALETTES, Space

TAKE = Do(GAME.read_action("A: take apple -> A.1"))
SIZES = [SMALL, BIG, UPRIGHT]


def chosen_among(count: int, lines: int) -> Screen:
    """What a game asks on the way to an action: so many ways, and so many sentences besides."""
    answers = [Button(verbatim(f"Way {number}"), TAKE) for number in range(count)]
    said = [say("{count} left", count=number) for number in range(lines)]
    return evening(notice=question(say("What is done?"), answers, NO_SELECTION, said))


@pytest.mark.parametrize("lines", [0, 1, 2])
@pytest.mark.parametrize("count", [1, 2, 4, 5, 6, 12])
def test_answers_begin_at_the_same_height_in_every_question(touchscreen: Touchscreen, count: int, lines: int) -> None:
    """Few stood at the foot, many below the heading, and lower where something was said besides."""
    touchscreen.show(chosen_among(count, lines))
    heights = {rect.y for target, rect in touchscreen.app.view.targets() if target.intent == TAKE}
    touchscreen.show(chosen_among(20, 0))

    assert min(heights) == min(rect.y for target, rect in touchscreen.app.view.targets() if target.intent == TAKE)


def test_a_piece_that_is_asked_for_is_touched_where_it_lies_as_well(touchscreen: Touchscreen) -> None:
    """Beside the question its table is drawn, and nothing happened to a finger there."""
    picks = [Select(Pick("fruit", f"fruit_{number}")) for number in (3, 5)]
    answers = [Button(verbatim(f"Way {number}"), pick) for number, pick in enumerate(picks)]
    asked = evening(notice=question(say("Which fruit?"), answers, NO_SELECTION))
    touchscreen.show(replace(asked, attention=frozenset({"market.3"})))
    shown = [rect for target, rect in touchscreen.app.view.targets() if target.intent == picks[1]]
    on_the_table = min(shown, key=lambda rect: rect.width)
    touchscreen.touch.press(*touchscreen.app.view.pixels(on_the_table))

    assert 2 == len(shown)
    assert [picks[1]] == touchscreen.posted


def test_a_piece_for_which_two_answers_ask_is_no_answer(small: Touchscreen) -> None:
    """A finger on it would give one of the two, whichever was meant."""
    picks = [Select(Pick(kind, "fruit_3")) for kind in ("gives", "takes")]
    answers = [Button(verbatim(pick.pick.kind), pick) for pick in picks]
    asked = evening(notice=question(say("What with it?"), answers, NO_SELECTION))
    small.show(replace(asked, attention=frozenset({"market.3"})))
    shown = [target.intent.pick for target, _ in small.app.view.targets() if isinstance(target.intent, Select)]

    assert [pick.pick for pick in picks] == sorted(shown, key=lambda pick: pick.kind), "each answer once, in its row"


def miniature(board: Board, width: float, height: float) -> list[Mark]:
    """A board as it is drawn beside a question."""
    space = Space.of(SMALL, False)
    drawing = Drawing(DrawingSettings(PALETTES["dark"], space, measure(space.dp), lambda text: text.render(ENGLISH)))
    with drawing.sketching():
        draw_board(drawing, Rect(0, 0, width, height), board, TableFocus(frozenset(), {}))
    return [*flat(drawing.marks)]


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("width", [180, 230, 280, 320])
def test_points_of_a_territory_lie_beside_its_counters(width: float) -> None:
    """Stars lay over each other and under the counters."""
    for board in GAMES["iron_sky"].present(late("iron_sky", 2, 40)).boards:
        marks = miniature(board, width, 330)
        stars = [mark.rect for mark in marks if isinstance(mark, PictureWords) and mark.icon]
        figures = [
            mark.rect for mark in marks if isinstance(mark, PictureWords) and not mark.icon and mark.text.isdigit()
        ]
        discs = [mark.rect for mark in marks if isinstance(mark, Fill) and mark.radius > 6 and is_square(mark.rect)]

        assert stars
        assert [] == [pair for pair in combinations([*stars, *figures], 2) if overlap(*pair)]
        assert [] == [(star, disc) for star in stars for disc in discs if overlap(star, disc)]


def is_square(rect: Rect) -> bool:
    return abs(rect.width - rect.height) < 1


def overlap(one: Rect, other: Rect) -> bool:
    return one.inset(1.5).overlaps(other.inset(1.5))


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("high", [150, 200, 250, 300])
def test_how_many_there_are_is_written_in_its_own_row(high: float) -> None:
    """In low rows the plates lay over the rows above and below."""
    cells = tuple(
        Cell(verbatim(f"Fruit {number}"), 0, number, count=2, icon="wheat", tints=("#A3D07A",)) for number in range(13)
    )
    board = Board("market", say("Market"), 1, 13, cells, arrangement=Arrangement.ROWS)
    marks = miniature(board, 240, high)
    plates = [mark.rect for mark in marks if isinstance(mark, Fill) and mark.colour == PALETTES["dark"].ground]

    assert 13 == len(plates)
    assert [] == [pair for pair in combinations(plates, 2) if pair[0].overlaps(pair[1])]


@pytest.mark.usefixtures("window")
def test_who_can_pay_is_shown_beside_the_figure_of_a_small_tile() -> None:
    state = late("new_world_order", 3, 60)
    (pyramid,) = (board for board in GAMES["new_world_order"].present(state).boards if board.name == "pyramid")
    shown = replace(pyramid, cells=tuple(replace(cell, payers=("A",)) if cell.lit else cell for cell in pyramid.cells))
    marks = miniature(shown, 130, 130)
    signs = [mark.rect for mark in marks if isinstance(mark, PictureWords) and mark.icon]
    figures = [mark.rect for mark in marks if isinstance(mark, PictureWords) and not mark.icon]

    assert signs
    assert [] == [(sign, figure) for sign in signs for figure in figures if overlap(sign, figure)]


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("width", [290, 330])
def test_a_card_beside_a_structure_bears_its_name_wherever_two_lines_have_room(width: float) -> None:
    """It stood there empty, with its name beside it or nowhere."""
    beside = Cell(verbatim("Center for Weird Studies"), 2, 0, height=0.34)
    root = Cell(verbatim("The Network"), 0, 1, icon="bolt", value="8", lit=True, payers=("A",))
    board = Board("A", verbatim("Ann"), 3, 2, (root, beside), arrangement=Arrangement.TREE)
    marks = miniature(board, width, 200)
    names = [mark.rect for mark in marks if isinstance(mark, PictureWords) and mark.text in "Center for Weird Studies"]
    card = max((mark.rect for mark in marks if isinstance(mark, Fill)), key=lambda rect: rect.right)

    assert names
    assert [] == [name for name in names if not card.contains(*name.centre)]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_what_can_be_done_is_read_at_once(players: int) -> None:
    """In INWO up to eighteen things stood behind Do: three of them stand there, the others with whoever does them."""
    space = Space.of(SMALL, False)
    drawing = Drawing(DrawingSettings(PALETTES["dark"], space, measure(space.dp), lambda text: text.render(ENGLISH)))
    longest = 0
    for state, _, _ in playout(GAMES["inwo"], players, seed=players, most=240):
        ways = [each for each in GAMES["inwo"].present(state).buttons if each.key != "pass"]
        direct, groups = fold(drawing, ways)
        assert len(direct) + len(groups) <= 6
        behind = [each for each in ways if drawing.look.words(each.group) in groups]
        assert {*ways} == {*direct, *behind}, "nothing is out of reach"
        longest = max(longest, len(ways))
    assert longest > 6


def test_what_is_in_none_of_the_largest_groups_stands_there_itself() -> None:
    space = Space.of(SMALL, False)
    drawing = Drawing(DrawingSettings(PALETTES["dark"], space, measure(space.dp), lambda text: text.render(ENGLISH)))
    large = [Button(verbatim(f"{group}{n}"), None, group=verbatim(group)) for group in "ABCDEFGH" for n in range(3)]
    small = [Button(verbatim(f"I{n}"), None, group=verbatim("I")) for n in range(2)]
    plain = [Button(verbatim("Alone"), None)]
    direct, groups = fold(drawing, [*plain, *large, *small])

    assert ([*plain, *small], [*"ABCDEFGH"]) == (direct, groups)


def test_a_few_groups_all_stand_there_without_scrolling(touchscreen: Touchscreen) -> None:
    """Of the leads to choose from the largest group lay below two others, out of sight on an empty page."""
    ways = [Button(verbatim(f"{group}{n}"), TAKE, group=verbatim(group)) for group in "ABC" for n in range(3)]
    touchscreen.show(evening(notice=question(say("Which one?"), ways, NO_SELECTION)))
    groups = [
        mark for mark in touchscreen.app.view.picture.marks if isinstance(mark, Scroll) and len(mark.targets) == 3
    ]

    assert [True] == [mark.height <= mark.rect.height for mark in groups]
