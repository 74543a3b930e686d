"""What is written has room: in every language, with large letters, whatever people are called."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from benchmarks import fitting
from companion.core.game import legal_actions
from companion.core.screen import Do, Pass, Screen
from companion.games import GAMES
from companion.languages import load_language
from companion.typefaces import icon_signs
from scripts.gallery import screens as gallery
from ui.boards import draw_board
from ui.boards.table import TableFocus, figure
from ui.drawing import Drawing, DrawingSettings
from ui.navigation import OpenPanel
from ui.painter import measure
from ui.picture import Moving, PictureWords, Target, WindowPicture
from ui.rect import Rect
from ui.screens.shown import draw
from ui.tokens import LARGE, PALETTES, Space


def blank(language: str, size: tuple[int, int], *, large: bool) -> Drawing:
    space, spoken = Space.of(size, large), load_language(language)
    return Drawing(DrawingSettings(PALETTES["dark"], space, measure(space.dp), lambda text: text.render(spoken)))


def drawn(shown: object, language: str, size: tuple[int, int], *, large: bool) -> WindowPicture:
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
    lines = [
        mark for mark in picture.marks if isinstance(mark, PictureWords) and target.rect.contains(*mark.rect.centre)
    ]

    assert label == " ".join(line.text for line in lines if not line.icon)
    assert () == picture.dropped


@cache
def late(count: int) -> Screen:
    return gallery.table("new_world_order", count, 160, fitting.NAMES)


def test_the_drawing_beside_a_refusal_shows_what_each_pile_is_worth_within_its_slot() -> None:
    """It is small, and all slots are in it: each has its figure, and its icon, inside."""
    screen = late(3)
    board = max((seat.board for seat in screen.seats), key=lambda board: sum(bool(cell.value) for cell in board.cells))
    drawing = blank("fi", (800, 480), large=True)
    draw_board(drawing, Rect(0, 0, 240, 104), board, TableFocus.of(screen))
    marks = [part for mark in drawing.marks for part in (mark.marks if isinstance(mark, Moving) else (mark,))]

    for cell in board.cells:
        if cell.value:
            box = drawing.zones[str(cell.zone)].inset(-0.6)
            words = [mark for mark in marks if isinstance(mark, PictureWords) and box.contains(*mark.rect.centre)]
            assert [figure(cell.value)] == [word.text for word in words if not word.icon and word.text[0].isdigit()]
            assert [True] == [word.icon for word in words if word.icon]
            assert all(box.x <= word.x and word.x + word.width <= box.right for word in words)


@pytest.mark.parametrize("size", gallery.SIZES, ids=str)
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_with_large_letters_the_piles_of_folded_players_stay_in_sight(count: int, size: tuple[int, int]) -> None:
    """Their clocks make room for them, and so do the pictures of places where nothing lies."""
    screen = late(count)
    picture = drawn(screen, "pl", size, large=True)
    icons = [mark for mark in picture.marks if isinstance(mark, PictureWords) and mark.icon]

    strips = {target.intent.name: target.rect for target in picture.targets if isinstance(target.intent, OpenPanel)}
    folded = [seat for seat in screen.seats if seat.seat in strips]
    assert count - 1 <= len(folded), "who is on turn may have his slots open"
    for seat in folded:
        strip = strips[seat.seat]
        piles = sorted(icon_signs()[cell.icon] for cell in seat.board.cells if cell.icon)
        assert piles == sorted(icon.text for icon in icons if strip.contains(icon.x + icon.width / 2, icon.y))


@pytest.mark.parametrize("game", GAMES)
def test_what_random_evenings_say_has_room_however_they_are_shown(game: str) -> None:
    """Moves and refusals of people with the longest names; language, size, letters and sheet by lot."""
    lot, ways = Random(game), fitting.settings()
    lacking = [
        f"{fault}, {way}, {sheet}"
        for screen in fitting.evenings(game, 0, 60)
        for way, sheet in zip(lot.sample(ways, 4), lot.choices(["", *fitting.sheets(screen)], k=4), strict=True)
        for fault in fitting.faults(fitting.drawn(screen, way, sheet), LARGE if way.large else 1.0)
    ]

    assert [] == lacking


class TestWhatIsFound:
    """The one that looks for faults finds them."""

    def test_words_that_are_small_or_cross_an_edge_or_each_other(self) -> None:
        one = PictureWords("One", 10, 20, 40, "IBMPlexSans-Medium", 16, "#FFFFFF")
        cases = {
            "too small: One": [replace(one, size=9)],
            "outside: One": [replace(one, x=-5)],
            "over each other: One / One": [one, replace(one, x=30)],
        }

        for fault, marks in cases.items():
            assert [fault] == list(fitting.faults(WindowPicture(800, 480, "#000000", tuple(marks), ()), 1.0))

    def test_a_button_without_words_and_one_that_is_narrower_than_its_own(self) -> None:
        one = PictureWords("One", 10, 20, 40, "IBMPlexSans-Medium", 16, "#FFFFFF")
        empty, narrow = Target(Rect(100, 0, 60, 60), Pass()), Target(Rect(8, 0, 36, 60), Pass())

        found = list(fitting.faults(WindowPicture(800, 480, "#000000", (one,), (empty, narrow)), 1.0))
        assert ["nothing to read where a touch asks for Pass()", "over an edge: One"] == found
