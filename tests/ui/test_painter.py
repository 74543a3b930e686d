"""What is on the display: shapes with round corners, words that find room again, lists that end at their edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.typefaces import BOLD
from tests.ui.conftest import Touchscreen
from tests.ui.samples import SMALL
from ui.atlas import Atlas, AtlasFull, GlyphBox
from ui.painter import Painter
from ui.picture import Fill, Mark, Moving, Outline, PictureWords, Polygon, Region, Scroll, Stroke, WindowPicture
from ui.rect import Rect
from ui.shapes import MOST, VALUES, Shapes

GROUND, RED = "#102030", "#F02010"
Colour = tuple[int, int, int]
Display = Callable[..., "Image.Image"]


@pytest.fixture
def display(small: Touchscreen, tmp_path: Path) -> Display:
    """What the window shows of marks."""

    def shown(*marks: Mark) -> Image.Image:
        small.app.view.show(WindowPicture(*SMALL, GROUND, marks, ()))
        small.touch.frames(2)
        small.app.picture(tmp_path / "shown.png")
        with Image.open(tmp_path / "shown.png") as picture:
            return picture.convert("RGB")

    return shown


def of(code: str) -> Colour:
    red, green, blue = (int(code[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def test_a_box_reaches_its_edges_and_its_corners_are_round(display: Display) -> None:
    shown = display(Fill(Rect(100, 50, 60, 40), RED, 12))

    assert [of(RED)] * 3 == [shown.getpixel(at) for at in ((100, 70), (159, 70), (130, 89))]
    assert [of(GROUND)] * 4 == [shown.getpixel(at) for at in ((99, 70), (160, 70), (101, 51), (158, 88))]


def test_an_outline_lies_along_the_inside_of_its_box(display: Display) -> None:
    shown = display(Outline(Rect(100, 50, 60, 40), RED, 6, 2))

    assert [of(RED)] * 2 == [shown.getpixel(at) for at in ((100, 70), (101, 70))]
    assert [of(GROUND)] * 3 == [shown.getpixel(at) for at in ((99, 70), (102, 70), (130, 70))]


def test_lines_go_where_they_are_to_go_and_dashes_have_gaps(display: Display) -> None:
    shown = display(
        Stroke(((10, 10), (110, 110)), RED, 4), Stroke(((200, 100), (300, 100)), RED, 4, dash=(10, 10), closed=False)
    )

    assert of(RED) == shown.getpixel((60, 60))
    assert [of(RED), of(GROUND)] == [shown.getpixel(at) for at in ((205, 100), (215, 100))]


def test_shapes_with_corners_are_filled_within_their_outline(display: Display) -> None:
    """A coast with a bay is no fan of triangles."""
    bay = ((300, 100), (400, 100), (400, 200), (350, 120), (300, 200))
    shown = display(Polygon(((100, 100), (200, 100), (150, 180)), RED), Region(bay, RED))

    assert [of(RED)] * 3 == [shown.getpixel(at) for at in ((150, 130), (310, 110), (395, 150))]
    assert [of(GROUND)] * 3 == [shown.getpixel(at) for at in ((105, 170), (350, 160), (90, 105))]


def test_what_lies_in_a_thing_or_a_list_is_moved_with_it_and_cut_at_the_edge(display: Display) -> None:
    inside = Moving("piece", Rect(100, 100, 50, 50), (Fill(Rect(100, 100, 50, 200), RED),))
    shown = display(Scroll("list", Rect(100, 100, 50, 60), 300, (inside, Fill(Rect(100, 290, 50, 40), RED))))

    assert of(RED) == shown.getpixel((120, 159))
    assert [of(GROUND)] * 2 == [shown.getpixel(at) for at in ((120, 161), (120, 300))]


def test_words_are_written_upright_in_their_colour(display: Display) -> None:
    """A T has its bar above."""
    shown = np.asarray(display(PictureWords("T", 100, 100, 40, BOLD, 60, RED)))[70:130, 95:145, 0]
    rows = (shown > 0xE0).sum(axis=1)
    written = np.flatnonzero(rows)

    assert 30 < written[-1] - written[0] < 60
    assert rows[written[0] + 2] > 2 * rows[written[-1] - 2]


def test_words_that_come_after_thousands_of_others_are_still_right(small: Touchscreen) -> None:
    """A clock writes a new time every second of an evening: the atlas begins anew, and grows only if it has to."""
    painter = Painter(1.0, 480, room=1)
    side = painter.room
    for second in range(1500):
        painter.paint((PictureWords(f"{second // 60}:{second % 60:02}", 0, 0, 99, BOLD, 48, RED),), {}, {})

    assert side == painter.room


def test_a_screen_with_more_words_than_there_is_room_for_gets_more(small: Touchscreen) -> None:
    painter = Painter(1.0, 480, room=1)
    side = painter.room
    painter.paint([PictureWords(f"{number}", 0, 0, 99, BOLD, 150, RED) for number in range(20)], {}, {})

    assert 2 * side == painter.room


def test_an_atlas_puts_nothing_over_anything(small: Touchscreen) -> None:
    atlas = Atlas(256)
    parts = list(_until_full(atlas))
    taken = np.zeros((256, 256), int)
    for part in parts:
        top, left = round(part.top * 256), round(part.left * 256)
        taken[top : top + part.height, left : left + part.width] += 1

    assert 20 < len(parts) < 1000
    assert 1 == taken.max()


def _until_full(atlas: Atlas) -> Iterator[GlyphBox]:
    with suppress(AtlasFull):
        for number in range(1000):
            yield atlas(f"word {number}", BOLD, 12 + number % 7)


def test_more_quads_than_a_mesh_can_hold_are_several_meshes() -> None:
    shapes = Shapes()
    for number in range(MOST + 1):
        shapes.box((number, 0), (1, 1), (1, 1, 1, 1))
    meshes = list(shapes.meshes())

    assert [4 * VALUES * MOST, 4 * VALUES] == [len(vertices) for vertices, _ in meshes]
    assert [4 * MOST - 1, 3] == [max(indices) for _, indices in meshes]
