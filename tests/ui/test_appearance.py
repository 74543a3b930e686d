"""Every sample screen at both sizes: words fit, nothing leaves the window, what must be pressed can be."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.core.screen import Screen, Tone
from tests.ui.conftest import Size, Touchscreen
from tests.ui.drawn import Look, look
from tests.ui.samples import SAMPLES
from ui.rect import Rect
from ui.theme import TOUCH

ROUNDING = 1.0


@pytest.fixture(scope="session")
def gallery() -> dict[tuple[Size, str], Look]:
    return {}


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def screen(sample: str) -> Screen:
    return SAMPLES[sample]


@pytest.fixture
def drawn(gallery: dict[tuple[Size, str], Look], window: Touchscreen, size: Size, sample: str) -> Look:
    """How a sample looks. All samples of a size are drawn at the first question."""
    if (size, sample) not in gallery:
        window.at(size)
        for name, screen in SAMPLES.items():
            window.show(screen)
            gallery[size, name] = look(window.app.view)
    return gallery[size, sample]


def within(outer: Rect, inner: Rect) -> bool:
    return (
        inner.x >= outer.x - ROUNDING
        and inner.y >= outer.y - ROUNDING
        and inner.right <= outer.right + ROUNDING
        and inner.bottom <= outer.bottom + ROUNDING
    )


def test_words_fit_their_widgets(drawn: Look) -> None:
    for label in drawn.labels:
        width, height = label.texture
        assert width <= label.rect.width + ROUNDING, label.text
        assert height <= label.rect.height + ROUNDING, label.text


def test_nothing_leaves_the_window(drawn: Look, size: Size) -> None:
    window = Rect(0, 0, *size)
    rects = [label.rect for label in drawn.labels if not label.scrolled]
    rects += [rect for _, _, rect, scrolled in drawn.buttons if not scrolled]
    rects += [cell.rect for cell in drawn.cells] + list(drawn.parts)
    assert [] == [rect for rect in rects if not within(window, rect)]


def test_the_parts_of_the_screen_do_not_lie_on_each_other(drawn: Look) -> None:
    for one, other in combinations(drawn.parts, 2):
        assert not one.inset(ROUNDING / 2).overlaps(other.inset(ROUNDING / 2))


def test_buttons_are_large_enough_for_a_finger(drawn: Look) -> None:
    assert [] == [str(button.label) for button, _, rect, _ in drawn.buttons if min(rect.width, rect.height) < TOUCH]


def test_every_button_shows_its_whole_label(drawn: Look) -> None:
    labels = [str(button.label) for button, *_ in drawn.buttons]
    assert labels == [" ".join(text.split()) for _, text, _, _ in drawn.buttons]


def test_every_cell_without_a_notice_is_large_enough_for_a_finger(drawn: Look, screen: Screen) -> None:
    """With the panel open the finger may miss a small cell by half its width (test_touch)."""
    if screen.notice is None:
        pressed = [drawn_cell for drawn_cell in drawn.cells if drawn_cell.cell.intent is not None]
        assert [] == [each for each in pressed if min(each.rect.width, each.rect.height) < TOUCH - 6]


def test_a_figure_is_written_whole_or_not_at_all(drawn: Look) -> None:
    for each in drawn.cells:
        assert each.figure in ("", each.cell.value)
        if each.shown.width >= 38 and each.shown.height >= 16:
            assert each.cell.value == each.figure


def test_every_player_is_named(drawn: Look, screen: Screen) -> None:
    for seat, name in zip(screen.seats, drawn.names, strict=True):
        beginning = name.rstrip("…")
        assert len(beginning) >= min(6, len(seat.name))
        assert seat.name.startswith(beginning)


def test_the_notice_is_written_out(drawn: Look, screen: Screen) -> None:
    notice = screen.notice
    written = drawn.notice or tuple(label.text for label in drawn.labels)
    if notice is None:
        assert () == drawn.notice
        return
    wanted = [notice.heading, *notice.lines, *filter(None, [notice.rule])]
    assert [] == [str(line) for line in wanted if str(line) not in written]
    assert notice.repair is None or any(str(notice.repair) in text for text in written)


def test_a_notice_of_usual_length_needs_no_scrolling(drawn: Look, sample: str) -> None:
    if sample.endswith(("illegal", "question", "trouble")):
        assert not drawn.scrolling


def test_what_needs_attention_shows_and_is_marked(drawn: Look, screen: Screen) -> None:
    marked = [each for each in drawn.cells if each.marked]
    assert screen.attention == {each.cell.zone for each in marked}
    for each in marked:
        assert Tone.ATTENTION in each.icons
        assert each.shown.area > 0


def test_who_is_on_turn_stands_at_the_top_and_the_clock_of_one_alone(drawn: Look, screen: Screen) -> None:
    on_turn = [seat for seat in screen.seats if seat.on_turn]
    names, clock = drawn.turn
    beginning = names.rstrip("…")
    assert ", ".join(seat.name for seat in on_turn).startswith(beginning)
    assert len(beginning) >= 6 * len(on_turn) or not names.endswith("…")
    assert (on_turn[0].clock if len(on_turn) == 1 else "") == clock
