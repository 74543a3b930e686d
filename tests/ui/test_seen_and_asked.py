"""What a question shows of the label that is asked about: the camera's own pixels, or nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.screen import Answer, Button, Notice, NoticeKind
from companion.core.table import Crop, PlacePicture
from companion.core.text import ENGLISH, say, verbatim
from tests.ui.samples import SMALL, evening
from ui.drawing import Drawing, DrawingSettings
from ui.painter import measure
from ui.picture import GreyPicture, Outline, PictureWords, Scroll, WindowPicture, flat
from ui.screens.shown import draw
from ui.tokens import PALETTES, Space

FRUITS = tuple(Button(verbatim(f"Fruit {number}"), Answer(number, 1)) for number in range(26))
WHICH = Notice(NoticeKind.QUESTION, say("Which fruit is it?"), answers=FRUITS)


def drawn(notice: Notice, opened: str = "") -> WindowPicture:
    space = Space.of(SMALL, False)
    drawing = Drawing(
        DrawingSettings(PALETTES["dark"], space, measure(space.dp), lambda text: text.render(ENGLISH)), opened
    )
    draw(drawing, evening(notice=notice))
    return drawing.picture()


@pytest.mark.parametrize("count", [5, 7, 20])
def test_an_answer_is_framed_because_it_is_likely_and_never_because_it_is_first(count: int) -> None:
    """A loan was framed where a special was asked about, as it stood first."""
    alike = replace(WHICH, answers=FRUITS[:count])
    unlike = replace(WHICH, answers=(replace(FRUITS[0], second=say("one has gone from elsewhere")), *FRUITS[1:count]))

    assert [0, 1] == [len(frames(drawn(notice))) for notice in (alike, unlike)]


def frames(picture: WindowPicture) -> list[Outline]:
    """Around rows, in the colour of what is not known."""
    marks = [inner for mark in picture.marks for inner in (mark.marks if isinstance(mark, Scroll) else (mark,))]
    return [mark for mark in marks if isinstance(mark, Outline) and mark.colour == PALETTES["dark"].unknown]


def test_the_cut_of_the_frame_is_shown_unstretched() -> None:
    crop = Crop(40, 30, bytes(range(240)) * 5)
    (light,) = (mark for mark in drawn(replace(WHICH, crop=crop)).marks if isinstance(mark, GreyPicture))

    assert crop.pixels == light.pixels
    assert round(40 / 30, 3) == round(light.rect.width / light.rect.height, 3)


def test_without_a_picture_none_is_pretended() -> None:
    assert not [mark for mark in drawn(WHICH).marks if isinstance(mark, GreyPicture)]


def test_likely_ones_come_first_when_the_search_opens_and_letters_lead_to_all_others() -> None:
    """At most two touches for most; three for the rest."""
    reasons = [replace(each, second=say("a move could bring it here")) for each in FRUITS[10:15]]
    reasons += [replace(each, second=say("one has gone from elsewhere")) for each in FRUITS[15:20]]
    picture = drawn(replace(WHICH, answers=(*reasons, *FRUITS[:10], *FRUITS[20:])), "search")
    (found,) = (mark for mark in picture.marks if hasattr(mark, "targets"))

    assert [Answer(number, 1) for number in range(15, 20)] == [target.intent for target in found.targets][:5]
    assert 26 == len(found.targets)


def test_a_refused_move_shows_both_places_in_the_cameras_picture() -> None:
    """(1) and (2) stand at the pieces, and say which they are where they are two."""
    place = PlacePicture(Crop(40, 40, bytes(1600)), ((0.1, 0.1, 0.3, 0.3), (0.5, 0.6, 0.3, 0.3)))
    notice = Notice(NoticeKind.ILLEGAL, say("Which fruit is it?"), (say("It is covered."),), place=place)
    (light,) = (mark for mark in drawn(notice).marks if isinstance(mark, GreyPicture))
    rings = [mark for mark in drawn(notice).marks if isinstance(mark, Outline) and mark.colour == PALETTES["dark"].bad]
    named = [
        mark.text
        for mark in flat(drawn(replace(notice, pointed=(FRUITS[0].label, FRUITS[1].label))).marks)
        if isinstance(mark, PictureWords)
    ]

    assert [round(light.rect.x + x * light.rect.width) for x, *_ in place.boxes] == [
        round(ring.rect.x) for ring in rings
    ]
    assert {"1", "2"} <= set(named)
    assert {"Fruit 0 (1)", "Fruit 1 (2)"} <= set(named)
