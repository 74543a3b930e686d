"""The window draws only what has changed, and moves what has moved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PIL import Image

from companion.core.screen import Answer, Button, Notice, NoticeKind, Screen
from companion.core.screen import Open as OpenPage
from companion.core.screen_parts import Measure, Pips
from companion.core.table import Crop, PlacePicture
from companion.core.text import ENGLISH, say, verbatim
from companion.languages import load_language
from tests.ui.conftest import Touchscreen
from tests.ui.samples import SMALL, evening, question
from ui.drawing import Drawing, DrawingSettings, dashes
from ui.navigation import OTHERS, OpenPanel
from ui.painter import measure
from ui.picture import PIECE, GreyPicture, Moving, PictureWords, Polygon, Stroke, Veil, WindowPicture, flat
from ui.rect import Rect
from ui.screens.shown import draw
from ui.tokens import PALETTES, PLAYER_COLOURS, Space
from ui.view import _all_marks, _drawn_back, _faded, _ways

ANSWERS = ("We take it back", "We allow it", "A label is misread", "That is not what happened")


def test_an_equal_screen_is_not_drawn_again(small: Touchscreen) -> None:
    small.show(evening())
    drawn = small.app.view.drawn
    small.show(evening())
    small.touch.frames(30)

    assert drawn == small.app.view.drawn


def test_a_clock_that_ticks_is_drawn_once(small: Touchscreen) -> None:
    screen = evening()
    small.show(screen)
    drawn = small.app.view.drawn
    first, *others = screen.seats
    small.show(replace(screen, seats=(replace(first, clock="1:06"), *others)))

    assert drawn + 1 == small.app.view.drawn
    assert "1:06" in small.words


def test_what_stays_keeps_its_instructions(small: Touchscreen) -> None:
    """Only the clock's words are drawn anew; everything else is the same on the display."""
    screen = evening()
    small.show(screen)
    before = set(small.app.view.picture.marks)
    first, *others = screen.seats
    small.show(replace(screen, seats=(replace(first, clock="1:06"), *others)))

    assert [PictureWords] * 1 == [type(mark) for mark in small.app.view.picture.marks if mark not in before]


def test_what_is_shown_is_what_is_saved(small: Touchscreen, tmp_path: Path) -> None:
    small.show(evening())
    small.app.picture(tmp_path / "shown.png")
    with Image.open(tmp_path / "shown.png") as picture:
        assert SMALL == picture.size
        assert (0x4F, 0x9D, 0xFF) == picture.convert("RGB").getpixel((4, 4))


def test_light_and_dark_say_the_same(small: Touchscreen) -> None:
    small.show(question(6))
    dark = small.words
    small.app.wear("light")
    light = small.words
    small.app.wear("dark")

    assert dark == light


def test_another_language_is_spoken_at_once(small: Touchscreen) -> None:
    """Whoever chooses it sees it under his finger."""
    small.show(evening())
    english, drawn = small.words, small.app.view.drawn
    small.app.speak(load_language("fi"))
    finnish = small.words
    small.app.speak(ENGLISH)

    assert drawn + 2 == small.app.view.drawn
    assert "More" in english
    assert "More" not in finnish
    assert english == small.words


def test_a_thing_that_lies_elsewhere_glides_there(small: Touchscreen) -> None:
    """SCREENS 2, motion: a cell to its new place in 250 ms."""
    small.app.wear("dark", motion=True)
    try:
        view = small.app.view
        view.show(_with_a_thing_at(Rect(100, 100, 50, 50)))
        view.show(_with_a_thing_at(Rect(300, 100, 50, 50)))
        assert {"tile": (-200, 0)} == view.away
        view.glide = 0.5
        assert {"tile": (-100, 0)} == view.away
        view.glide = 1.0
        assert {} == view.away
    finally:
        small.app.wear("dark", motion=False)


def _with_a_thing_at(rect: Rect) -> WindowPicture:
    return WindowPicture(800, 480, "#15120E", (Moving("tile", rect, ()),), ())


def test_names_are_words_and_never_markup(small: Touchscreen) -> None:
    screen = evening()
    first, *others = screen.seats
    small.show(replace(screen, seats=(replace(first, name="[b]{x}[/b]"), *others), heading=say("Go")))

    assert not any("{x}" in word and "[b]" not in word for word in small.words)


def test_a_piece_that_lies_elsewhere_comes_from_where_it_lay() -> None:
    """Pieces glide when they move, off a grid and between boards as well."""
    before = drawn(evening(columns=4))
    after = drawn(evening(columns=2))
    ways = _ways(before.marks, after.marks)

    lay = {mark.name: mark.rect for mark in before.marks if isinstance(mark, Moving)}
    lies = {mark.name: mark.rect for mark in after.marks if isinstance(mark, Moving)}
    name = f"Fruit 7{PIECE}1"
    assert (lay[name].x - lies[name].x, lay[name].y - lies[name].y) == ways[name]


def test_the_bar_turns_from_one_players_colour_into_the_others() -> None:
    first, second, third = evening().seats
    passed = replace(evening(), seats=(replace(first, on_turn=False), replace(second, on_turn=True), third))

    assert {"bar 0": PLAYER_COLOURS[0]} == _faded(drawn(evening()).marks, drawn(passed).marks)


def test_what_may_still_change_is_dashed_in_the_players_colour_and_what_is_out_of_sight_hatched() -> None:
    believed = replace(evening(), unsettled=(("market.3", "B"),), unseen=frozenset({"market.5"}))
    strokes = [mark for mark in drawn(believed).marks if isinstance(mark, Stroke)]
    settled = [mark for mark in drawn(evening()).marks if isinstance(mark, Stroke)]

    assert [PLAYER_COLOURS[1]] == [mark.colour for mark in strokes if mark.dash and mark not in settled]
    assert 5 < len([mark for mark in strokes if not mark.dash and mark not in settled])


def test_an_arrow_leads_from_the_wrong_place_to_the_right_one() -> None:
    notice = Notice(NoticeKind.DISAGREE, say("Table and game disagree"), answers=())
    astray = replace(evening(notice=notice), attention=frozenset({"market.2"}), astray=(("market.2", "market.5"),))
    at_rest = replace(astray, astray=())
    heads = [mark for mark in drawn(astray).marks if isinstance(mark, Polygon)]

    assert len([mark for mark in drawn(at_rest).marks if isinstance(mark, Polygon)]) + 1 == len(heads)


def test_a_stop_keeps_place_repair_and_rule_upright() -> None:
    """With more than three answers as well: the usual ones stand there, the others behind one more touch."""
    answers = tuple(Button(say(words), Answer(number, 1)) for number, words in enumerate(ANSWERS))
    notice = Notice(
        NoticeKind.ILLEGAL,
        say("Not allowed: Ann sold a plum"),
        (say("Plums are not ripe."),),
        say("Rule 7"),
        say("Put the plum back."),
        answers,
        (say("Only what is ripe is sold."),),
    )
    screen = evening(notice=notice)
    picture, others = drawn(screen, (720, 1280)), drawn(screen, (720, 1280), OTHERS)
    written = " ".join(mark.text for mark in picture.marks if isinstance(mark, PictureWords))

    for words in ("Plums are not ripe.", "Put the plum back.", "Rule 7", "Why?"):
        assert words in written
    assert [Answer(0, 1), Answer(1, 1)] == [each.intent for each in picture.targets if isinstance(each.intent, Answer)]
    assert [OpenPanel(OTHERS)] == [each.intent for each in picture.targets if isinstance(each.intent, OpenPanel)]
    assert {*ANSWERS} <= words_of(others)


def test_a_broken_rule_shows_what_was_seen_and_the_figures_of_the_position() -> None:
    """Beside the sentence what is meant; behind "Why?" all of them, an example, and the way to the rule."""
    measures = (
        Measure(say("This set is worth"), False, say("too little"), verbatim("370 of 400"), meant=True),
        Measure(say("Plums"), True, say("can pay"), pips=Pips(2, 4)),
    )
    notice = Notice(
        NoticeKind.ILLEGAL,
        say("Not allowed: Ann sold a plum"),
        (say("Plums are not ripe."),),
        say("Rule 7"),
        why=(say("Only what is ripe is sold."), say("A green one is not.")),
        place=PlacePicture(Crop(2, 2, bytes(4)), ((0.0, 0.0, 0.5, 0.5),)),
        measures=measures,
        related=(Button(say("Only what is ripe is sold."), OpenPage("rule", "7")),),
    )
    screen = evening(notice=notice)
    place = next(cell.zone for board in screen.boards for cell in board.cells if cell.zone is not None)
    first = drawn(replace(screen, numbered=((place, ""),)))
    asked = drawn(evening(notice=replace(notice, asked_why=True)))

    assert {"370 of 400", "Plums are not ripe."} <= words_of(first)
    assert "Plums" not in words_of(first)
    assert [2] == [mark.width for mark in flat(first.marks) if isinstance(mark, GreyPicture)]
    assert {"370 of 400", "Plums", "can pay", "A green one is not."} <= words_of(asked)
    assert "Plums are not ripe." not in words_of(asked)
    assert OpenPage("rule", "7") in [target.intent for target in asked.targets]


def test_a_dash_is_never_without_length() -> None:
    """A line whose length is a whole number of dashes but for rounding ends in none: it could not be drawn."""
    left = 396.34806967355274
    assert all(start != end for start, end in dashes(((left, 0.0), (left + 175, 0.0)), (4, 3), closed=False))


def words_of(picture: WindowPicture) -> set[str]:
    return {mark.text for mark in _all_marks(picture.marks) if isinstance(mark, PictureWords)}


def drawn(screen: Screen, size: tuple[int, int] = SMALL, opened: str = "") -> WindowPicture:
    space = Space.of(size, False)
    drawing = Drawing(
        DrawingSettings(PALETTES["dark"], space, measure(space.dp), lambda text: text.render(ENGLISH)), opened
    )
    draw(drawing, screen)
    return drawing.picture()


def test_bars_grow_one_after_the_other_and_then_nothing_covers_them() -> None:
    bars = [Veil(Rect(0, 40.0 * number, 100, 17), "#2A251E", number) for number in range(2)]

    assert [(0.0, 100.0), (0.0, 100.0)] == [(fill.rect.x, fill.rect.width) for fill in _drawn_back(bars, 0.0)]
    assert [(50.0, 50.0), (0.0, 100.0)] == [(fill.rect.x, fill.rect.width) for fill in _drawn_back(bars, 0.25)]
    assert [(50.0, 50.0)] == [(fill.rect.x, fill.rect.width) for fill in _drawn_back(bars, 0.75)]
    assert [] == list(_drawn_back(bars, 1.0))
