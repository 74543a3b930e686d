"""A list of hundreds begins with the letters by which one of them is found; there is one way back at a time."""

from __future__ import annotations

from dataclasses import replace

from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Close, Touched
from companion.core.text import ENGLISH, NOTHING, verbatim
from tests.ui.samples import SMALL
from ui.drawing import Drawing, DrawingSettings
from ui.navigation import OpenPanel, Shut
from ui.painter import measure
from ui.screens.shown import draw
from ui.tokens import PALETTES, Space

NAMES = "Apple Banana Cherry Damson Elder Fig Grape Hazel Jujube Kiwi Lemon Mango Nectarine".split()  # noqa: SIM905
ROWS = tuple(Row(verbatim(name), intent=Touched("name", name)) for name in NAMES)
FRUITS = ListPage("fruit", verbatim("Which fruit?"), (RowGroup(NOTHING, ROWS),), searched=True, lettered=True)


def intents(page: ListPage, opened: str = "") -> list[object]:
    space = Space.of(SMALL, False)
    look = DrawingSettings(PALETTES["dark"], space, measure(space.dp), lambda text: text.render(ENGLISH))
    drawing = Drawing(look, opened)
    draw(drawing, page)
    return [target.intent for target in drawing.targets]


def test_the_letters_stand_there_at_once() -> None:
    assert [Close(), *(OpenPanel(f"search {name[0]}") for name in NAMES)] == intents(FRUITS)
    assert OpenPanel("search") in intents(replace(FRUITS, lettered=False)), "else one touch leads there"


def test_a_letter_that_was_touched_leads_back_to_all_of_them_first() -> None:
    found = [Shut(), OpenPanel("search"), OpenPanel("search BA")]
    assert found == intents(FRUITS, "search B")
    short = replace(FRUITS, groups=(RowGroup(NOTHING, ROWS[:5]),))
    assert not [each for each in intents(short) if isinstance(each, OpenPanel)], "what is read at once has no letters"
