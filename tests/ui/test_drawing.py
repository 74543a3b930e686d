"""What is drawn: only what changed, in the players' language, never markup, and nothing by colour alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from kivy.base import EventLoop

from companion.core.screen import Board, Cell, Screen, Tone
from companion.core.text import ENGLISH, Language, say, verbatim
from companion.errors import HardwareError
from tests.ui import drawn
from tests.ui.conftest import Touchscreen
from tests.ui.samples import SAMPLES, SMALL, evening
from ui.app import CompanionApp
from ui.text_fit import FittedText, Measure, TextBounds, fit_text
from ui.widgets import fitted_label


@pytest.fixture
def draws(small: Touchscreen) -> Iterator[list[object]]:
    """One entry for each time the window was drawn."""
    seen: list[object] = []

    def count(window: object) -> None:
        seen.append(window)

    EventLoop.window.bind(on_draw=count)
    yield seen
    EventLoop.window.unbind(on_draw=count)


@pytest.fixture
def fitted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words that were written anew."""
    seen: list[str] = []

    def noted(text: str, bounds: TextBounds, measure: Measure) -> FittedText:
        seen.append(text)
        return fit_text(text, bounds, measure)

    monkeypatch.setattr(fitted_label, "fit_text", noted)
    return seen


def test_an_equal_screen_draws_nothing(small: Touchscreen, draws: list[object]) -> None:
    small.show(evening(3))
    small.touch.frames(5)
    draws.clear()
    small.show(evening(3))
    small.touch.frames(20)
    assert [] == draws


def test_a_new_clock_is_drawn_without_setting_anything_else(small: Touchscreen, draws: list[object]) -> None:
    screen = evening(3)
    small.show(screen)
    small.touch.frames(5)
    before = list(drawn.cells(small.app.view))
    first, *others = screen.seats
    draws.clear()
    small.show(replace(screen, seats=(replace(first, clock="8:04"), *others)))
    assert len(draws) >= 1
    assert "8:04" in drawn.texts(drawn.seats(small.app.view)[0])
    assert before == list(drawn.cells(small.app.view))


def test_only_what_changed_is_written_anew(small: Touchscreen, fitted: list[str]) -> None:
    screen = evening(2)
    small.show(screen)
    small.touch.frames(5)
    fitted.clear()
    market, pyramid = screen.boards
    changed = (replace(market.cells[0], title=verbatim("Orchard")), *market.cells[1:])
    small.show(replace(screen, boards=(replace(market, cells=changed), pyramid)))
    assert ["Orchard"] == fitted


def test_names_with_markup_are_shown_as_they_are(touchscreen: Touchscreen) -> None:
    names = ("[b]Bob[/b]", "[color=ff0000]x[/color]", "&amp; <i>", "{name}", "a\nb\x00c")
    screen = evening(5)
    seats = tuple(replace(seat, name=name) for seat, name in zip(screen.seats, names, strict=True))
    touchscreen.show(replace(screen, seats=seats))
    shown = [view.ids.name.text for view in drawn.seats(touchscreen.app.view)]
    for name, text in zip((*names[:4], "a b c"), shown, strict=True):
        assert name.startswith(text.rstrip("…"))
    assert ["[b]Bob[/b]", "{name}", "a b c"] == [shown[0], *shown[3:]]
    assert not any(getattr(label, "markup", False) for label in drawn.labels(touchscreen.app.view))


def test_sentences_are_read_in_the_players_language_and_names_are_not(small: Touchscreen) -> None:
    estonian = {"Pass": "Passi", "Market": "Laud", "Round {round} · {name} to move": "{round}. ring · {name} käib"}
    language = Language("et", lambda template: estonian.get(template, template), ENGLISH.ngettext)
    app = CompanionApp(lambda _: None, language)
    small.app.close()
    app.open(SMALL)
    app.show(evening(2))
    small.touch.frames(3)
    written = drawn.texts(app.view)
    app.close()
    small.app.open(SMALL)
    assert {"Passi", "Laud", "4. ring · Jüri Õunapuu käib"} <= set(written)


def test_a_long_name_ends_in_an_ellipsis(small: Touchscreen) -> None:
    screen = evening(5)
    name = "Maximilian Alexander von und zu Hohenfels-Trauttenberg der Ältere"
    small.show(replace(screen, seats=(replace(screen.seats[0], name=name), *screen.seats[1:])))
    text = drawn.seats(small.app.view)[0].ids.name.text
    assert text.startswith("Maximilian")
    assert text.endswith("…")


@pytest.mark.parametrize("name", ["five_saying", "three_provisional"])
def test_what_asks_for_no_more_than_a_yes_stands_at_the_foot(touchscreen: Touchscreen, name: str) -> None:
    screen = SAMPLES[name]
    touchscreen.show(replace(screen, notice=None))
    before = [drawn.placed(view) for view in drawn.boards(touchscreen.app.view)]
    touchscreen.show(screen)
    assert before == [drawn.placed(view) for view in drawn.boards(touchscreen.app.view)]
    assert touchscreen.app.view.notice is None
    written = [" ".join(text.split()) for text in drawn.texts(touchscreen.app.view.ids.bottom_bar)]
    assert str(screen.notice.heading) in written
    for answer in screen.notice.answers:
        touchscreen.touch.tap(answer.intent)
        assert [answer.intent] == touchscreen.posted


def test_a_long_story_is_told_in_the_panel(small: Touchscreen) -> None:
    screen = SAMPLES["three_provisional"]
    small.show(replace(screen, notice=replace(screen.notice, heading=verbatim("and then " * 12))))
    assert small.app.view.notice is not None


@pytest.mark.parametrize("tone", Tone)
def test_every_tone_looks_different_in_grey(small: Touchscreen, tmp_path: Path, tone: Tone) -> None:
    """WCAG 2.1, 1.4.1: without its colour, a cell of this tone still differs from every other tone's."""
    grey = picture_in_grey(small, tone, tmp_path)
    for other in Tone:
        if other is not tone:
            difference = cv2.absdiff(grey, picture_in_grey(small, other, tmp_path))
            assert int((difference > 60).sum()) > 40, f"{tone} looks like {other}"


def picture_in_grey(small: Touchscreen, tone: Tone, folder: Path) -> cv2.typing.MatLike:
    """A lone cell of this tone, every pixel as bright as it differs from its surroundings."""
    cell = Cell(say("Farm"), 0, 0, value="110", tone=tone)
    small.show(Screen(say("t"), say("s"), (), (Board("b", say("b"), 1, 1, (cell,)),)))
    small.app.picture(folder / f"{tone.value}.png")
    image = cv2.imread(str(folder / f"{tone.value}.png"))
    return cv2.threshold(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 110, 255, cv2.THRESH_BINARY)[1]


def test_a_picture_is_as_large_as_the_window(touchscreen: Touchscreen, size: tuple[int, int], tmp_path: Path) -> None:
    touchscreen.show(SAMPLES["three"])
    touchscreen.app.picture(tmp_path / "screen.png")
    height, width, _ = cv2.imread(str(tmp_path / "screen.png")).shape
    assert size == (width, height)


def test_a_picture_does_not_tell_what_was_shown_before(small: Touchscreen, tmp_path: Path) -> None:
    for before in ("bare", "five_which", "other_illegal", "five"):
        small.show(SAMPLES[before])
        small.show(SAMPLES["three_illegal"])
        small.app.picture(tmp_path / f"{before}.png")
    assert 1 == len({path.read_bytes() for path in tmp_path.iterdir()})


def test_on_an_upright_display_the_notice_lies_below(small: Touchscreen) -> None:
    small.at((480, 800)).show(SAMPLES["three_question"])
    view = small.app.view
    panel = drawn.placed(view.notice)
    assert all(drawn.placed(part).bottom <= panel.y for part in [*drawn.seats(view), *drawn.boards(view)])


def test_what_was_shown_before_the_window_opened_is_drawn(small: Touchscreen) -> None:
    small.app.close()
    small.app.show(SAMPLES["three"])
    small.app.open(SMALL)
    small.touch.frames(3)
    assert "Market" in drawn.texts(small.app.view)


def test_before_it_is_open_there_is_nothing_to_see() -> None:
    with pytest.raises(HardwareError, match="not open"):
        CompanionApp(lambda _: None, ENGLISH).picture(Path("nowhere.png"))
