"""What is written has room: in every language, with large letters, whatever people are called."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from benchmarks.fitting import NAMES
from companion.core.game import legal_actions
from companion.core.screen import Do, Screen
from companion.languages import load_language
from companion.simulation import gallery
from companion.typefaces import icon_signs
from ui.boards import draw_board
from ui.boards.table import Table, figure
from ui.drawing import Drawing, Look
from ui.navigation import Open
from ui.painter import measure
from ui.picture import Moving, Picture, Words
from ui.rect import Rect
from ui.screens.shown import draw
from ui.tokens import PALETTES, Space


def blank(language: str, size: tuple[int, int], *, large: bool) -> Drawing:
    space, spoken = Space.of(size, large), load_language(language)
    return Drawing(Look(PALETTES["dark"], space, measure(space.dp), lambda text: text.render(spoken)))


def drawn(shown: object, language: str, size: tuple[int, int], *, large: bool) -> Picture:
    drawing = blank(language, size, large=large)
    draw(drawing, shown)
    return drawing.picture()


@pytest.fixture(scope="module")
def losses() -> Screen:
    """Somebody may set aside Cut the Losses, and the button for it is the one that goes on."""
    evening, random = gallery.evening("new_world_order", 3, 0), Random(0)
    while not any("Cut the Losses" in str(button.label) for button in evening.screen.buttons):
        evening.session.handle(Do(random.choice(list(legal_actions(evening.game, evening.session.history.state)))))
    return evening.screen


@pytest.mark.parametrize("size", gallery.SIZES, ids=str)
@pytest.mark.parametrize("language", ["fi", "pl"])
def test_the_button_that_sets_cut_the_losses_aside_says_so(
    losses: Screen, language: str, size: tuple[int, int]
) -> None:
    label = next(
        button.label.render(load_language(language))
        for button in losses.buttons
        if "Cut the Losses" in str(button.label)
    )
    picture = drawn(losses, language, size, large=True)
    target = next(target for target in picture.targets if target.key == "pass")
    lines = [mark for mark in picture.marks if isinstance(mark, Words) and target.rect.contains(*mark.rect.centre)]

    assert label == " ".join(line.text for line in lines if not line.icon)
    assert () == picture.dropped


def test_a_refused_move_shows_what_each_pile_is_worth_within_its_slot() -> None:
    """The place that is talked about is a small drawing of all slots: each has its figure, and its icon, inside."""
    refused = next(gallery.exhibits("new_world_order-evening-7-wrong-slot")).shown
    assert isinstance(refused, Screen)
    board = next(seat.board for seat in refused.seats if seat.on_turn)
    drawing = blank("fi", (800, 480), large=True)
    draw_board(drawing, Rect(0, 0, 240, 104), board, Table.of(refused))
    marks = [part for mark in drawing.marks for part in (mark.marks if isinstance(mark, Moving) else (mark,))]

    for cell in board.cells:
        if cell.value:
            box = drawing.zones[str(cell.zone)].inset(-0.6)
            words = [mark for mark in marks if isinstance(mark, Words) and box.contains(*mark.rect.centre)]
            assert [figure(cell.value)] == [word.text for word in words if not word.icon and word.text[0].isdigit()]
            assert [True] == [word.icon for word in words if word.icon]
            assert all(box.x <= word.x and word.x + word.width <= box.right for word in words)


@cache
def late(count: int) -> Screen:
    return gallery.table("new_world_order", count, 160, NAMES)


@pytest.mark.parametrize("size", gallery.SIZES, ids=str)
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_with_large_letters_the_piles_of_folded_players_stay_in_sight(count: int, size: tuple[int, int]) -> None:
    """Their clocks make room for them, and so do the pictures of places where nothing lies."""
    screen = late(count)
    picture = drawn(screen, "pl", size, large=True)
    icons = [mark for mark in picture.marks if isinstance(mark, Words) and mark.icon]

    for seat in screen.seats:
        strip = next(target.rect for target in picture.targets if target.intent == Open(seat.seat))
        piles = sorted(icon_signs()[cell.icon] for cell in seat.board.cells if cell.icon)
        assert piles == sorted(icon.text for icon in icons if strip.contains(icon.x + icon.width / 2, icon.y))
