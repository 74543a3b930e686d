"""Every screen of every game, at every size and in both colours: nothing cut, nothing small, nothing too close.

The pictures are made as the window makes them, without being painted; words are measured by Kivy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from benchmarks.fitting import faults
from companion.core.screen import Open, Screen
from companion.core.text import ENGLISH, Language, say_plural
from companion.languages import languages, load_language
from scripts.gallery import screens as gallery
from tests.ui.samples import entering, evening, question
from ui.drawing import Drawing, Look
from ui.navigation import ACTIONS, SAID
from ui.painter import measure
from ui.picture import Fill, Mark, Moving, Picture, Polygon, Scroll, Target, Words
from ui.rect import Rect
from ui.screens.questions import as_sentence
from ui.screens.shown import draw
from ui.tokens import LARGE, PALETTES, SMALLEST_TYPE, TOUCH, Space, contrast

SIZES = gallery.SIZES
NAMES = [name for collection in gallery.COLLECTIONS for name, _ in collection()]
FOURTH = {
    "a-fourth-game": evening(),
    "a-fourth-game-asks": question(26),
    "a-fourth-game-enters": entering(2, 7),
}
ALL = [*NAMES, *FOURTH]
ROUNDING = 0.6
"""Half a pixel: letters stand on whole ones."""

LEAST_CONTRAST = 4.5
LARGE_LETTERS, LARGE_CONTRAST = 18.0, 4.4
NOTATION = re.compile(r"->|\b[A-F]: |\b[1-4]\.\d\.\d\b|\b[a-z]+_[a-z_]+\b|[{}]")
SEAT = re.compile(r"\b(?:of|before|in|for) [A-F]\b")


@cache
def shown(name: str) -> object:
    if name in FOURTH:
        return FOURTH[name]
    return next(exhibit.shown for exhibit in gallery.exhibits(name) if exhibit.name == name)


@cache
def picture(name: str, size: tuple[int, int], theme: str = "dark", large: bool = False, opened: str = "") -> Picture:
    return read_in(ENGLISH, name, size, theme, large, opened)


def read_in(
    language: Language, name: str, size: tuple[int, int], theme: str = "dark", large: bool = False, opened: str = ""
) -> Picture:
    space = Space.of(size, large)
    look = Look(PALETTES[theme], space, measure(space.dp), lambda text: text.render(language))
    drawing = Drawing(look, opened)
    draw(drawing, shown(name))
    return drawing.picture()


@pytest.fixture(params=ALL)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def drawn(name: str, request: pytest.FixtureRequest) -> Picture:
    return picture(name, request.param)


def marks(found: tuple[Mark, ...]) -> Iterator[Mark]:
    for mark in found:
        if isinstance(mark, Moving | Scroll):
            yield from marks(mark.marks)
        else:
            yield mark


def words(of: Picture) -> Iterator[Words]:
    return (mark for mark in marks(of.marks) if isinstance(mark, Words))


def targets(of: Picture) -> Iterator[tuple[Target, ...]]:
    """Those that are on the display together, each list by itself."""
    yield of.targets
    yield from (mark.targets for mark in of.marks if isinstance(mark, Scroll))


def test_nothing_is_cut_off(drawn: Picture) -> None:
    assert () == drawn.dropped
    assert [] == outside(drawn)


@pytest.mark.parametrize("code", [code for code in languages() if code != ENGLISH.code])
def test_nothing_is_cut_off_in_other_languages(name: str, code: str) -> None:
    """Their words are longer, and not smaller for that."""
    of = read_in(load_language(code), name, SIZES[0])

    assert () == of.dropped
    assert [] == outside(of)
    assert [] == [word.text for word in words(of) if not word.icon and word.size < SMALLEST_TYPE]


def outside(drawn: Picture) -> list[str]:
    """What is written over the edge of the display."""
    inside = Rect(-ROUNDING, -ROUNDING, drawn.width + 2 * ROUNDING, drawn.height + 2 * ROUNDING)
    return [
        word.text
        for mark in drawn.marks
        if not isinstance(mark, Scroll)
        for word in marks((mark,))
        if isinstance(word, Words) and not word.icon
        if not (inside.contains(word.x, word.rect.y) and inside.contains(word.x + word.width, word.rect.bottom - 1))
    ]


def test_nothing_is_smaller_than_14_px_on_the_smallest_display(drawn: Picture) -> None:
    assert [] == [word.text for word in words(drawn) if not word.icon and word.size < SMALLEST_TYPE]


def test_fingers_have_room(drawn: Picture) -> None:
    """At least 48 dp in each direction, and 8 dp between two targets."""
    for together in targets(drawn):
        small = [target for target in together if min(target.rect.width, target.rect.height) < TOUCH - 0.01]
        assert [] == small
        close = [
            (one, other)
            for one, other in combinations(together, 2)
            if one.rect.inset(-3.99).overlaps(other.rect.inset(-3.99)) and not _choice(one, other)
        ]
        assert [] == close


def _choice(one: Target, other: Target) -> bool:
    """Beside each other in one field of choices, which reads as one."""
    return one.rect.y == other.rect.y and one.rect.right == other.rect.x


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_words_stand_out_from_what_is_under_them(name: str, theme: str) -> None:
    of = picture(name, (800, 480), theme)
    weak = [
        (word.text, word.colour, ground, round(contrast(word.colour, ground), 2))
        for word, ground in _with_ground(of.ground, of.marks)
        if not word.icon and contrast(word.colour, ground) < LEAST_CONTRAST
    ]
    assert [] == weak


def _with_ground(ground: str, found: tuple[Mark, ...]) -> Iterator[tuple[Words, str]]:
    """Each word with the colour of the topmost box under its middle."""
    below: list[tuple[Rect, str]] = []
    for mark in found:
        if isinstance(mark, Scroll):
            # What is scrolled out of sight stands on nothing but what is in its own list.
            middle = mark.rect.centre
            under = next((colour for rect, colour in reversed(below) if rect.contains(*middle)), ground)
            yield from _with_ground(under, mark.marks)
            continue
        if isinstance(mark, Moving):
            yield from _with_ground(ground, mark.marks)
            continue
        if isinstance(mark, Fill) and mark.alpha == 1:
            below.append((mark.rect, mark.colour))
        elif isinstance(mark, Polygon):
            across, down = [x for x, _ in mark.points], [y for _, y in mark.points]
            box = Rect(min(across), min(down), max(across) - min(across), max(down) - min(down))
            if len(mark.points) == 5 and box.width < 40:
                below.append((box.inset(box.width / 4, box.height / 4), mark.colour))
        elif isinstance(mark, Words):
            x, y = mark.rect.centre
            yield mark, next((colour for rect, colour in reversed(below) if rect.contains(x, y)), ground)


def test_people_have_names_and_moves_are_sentences(name: str) -> None:
    of = picture(name, (1280, 720))
    said = [word.text for word in words(of) if not word.icon]

    assert [] == [line for line in said if NOTATION.search(line) or SEAT.search(line)]


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize(("size", "named"), [*zip(SIZES, (1, 1, 2), strict=True)])
def test_what_may_lie_there_unseen_is_named_as_far_as_there_is_room(
    code: str, size: tuple[int, int], named: int
) -> None:
    """ "Are they still there?" of five pieces: upright of two, else of one, and how many more there are."""
    language, screen = load_language(code), shown("iron_sky-not-seen")
    assert isinstance(screen, Screen)
    assert screen.notice is not None
    drawn = " ".join(each.text for each in words(read_in(language, "iron_sky-not-seen", size)))
    sentences = [as_sentence(line.render(language)) for line in screen.notice.lines]
    more = say_plural("and {count} more", "and {count} more", len(sentences) - named)

    assert sentences[:named] == [sentence for sentence in sentences if sentence in drawn]
    assert more.render(language) in drawn


@pytest.mark.parametrize("code", languages())
def test_large_letters_have_room_in_every_language(name: str, code: str) -> None:
    """At one of the sizes, by turns: `benchmarks.fitting` goes through all of them."""
    size = SIZES[(ALL.index(name) + languages().index(code)) % len(SIZES)]

    assert [] == list(faults(read_in(load_language(code), name, size, large=True), LARGE))


def test_the_menu_is_on_every_screen_of_a_game(drawn: Picture, name: str) -> None:
    """Issue 14: whatever is asked or refused, people can pause, end the evening or look something up."""
    if isinstance(shown(name), Screen):
        found = [target for together in targets(drawn) for target in together if target.intent == Open("more")]
        assert 1 == len(found)


def test_what_a_finger_opens_has_room_and_words(name: str) -> None:
    """Boards and players over the whole screen, all that can be done, the whole of a saying, the search."""
    screen = shown(name)
    if not isinstance(screen, Screen):
        return
    boards = [board.name for board in screen.boards]
    for opened in (*boards, screen.seats[0].seat, ACTIONS, SAID, "search", "search C"):
        of = picture(name, (800, 480), opened=opened)
        assert () == of.dropped, opened
        for together in targets(of):
            assert [] == [each for each in together if min(each.rect.width, each.rect.height) < TOUCH - 0.01], opened
