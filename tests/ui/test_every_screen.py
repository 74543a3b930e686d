"""Every screen of every game, however it is shown: nothing cut, nothing small, nothing too close.

Each screen is made once and drawn in every language, at every size and with letters of both sizes; those that follow
each other meet otherwise. In all 24 settings each screen is drawn by `./check -m slow`, and by `python -m
benchmarks.fitting`. The pictures are made as the window makes them, without being painted; words are measured by Kivy.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from math import isclose

import pytest

from benchmarks.fitting import Setting, faults, settings
from companion.core.screen import Open, Screen
from companion.core.text import ENGLISH, say_plural
from companion.games import GAMES
from companion.languages import languages, load_language
from scripts.gallery import screens as gallery
from tests.ui.samples import entering, evening, question
from ui.drawing import Drawing, DrawingSettings
from ui.navigation import ACTIONS, SAID
from ui.painter import measure
from ui.picture import Fill, Mark, Moving, PictureWords, Polygon, Scroll, Target, WindowPicture
from ui.rect import Rect
from ui.screens.questions import as_sentence
from ui.screens.shown import draw
from ui.tokens import LARGE, PALETTES, SMALLEST_TYPE, TOUCH, Space, contrast

SIZES = gallery.SIZES
SMALLEST, WIDE = SIZES[:2]
FOURTH = {
    "a-fourth-game": evening(),
    "a-fourth-game-asks": question(26),
    "a-fourth-game-enters": entering(2, 7),
}


def groups() -> dict[str, list[str]]:
    """The names of screens by where they come from: those of one group are made from the same evenings."""
    found: dict[str, list[str]] = defaultdict(list)
    for collection, names in gallery.catalogue().items():
        for name in names:
            game = next((game for game in GAMES if game in name), "house")
            found[f"{collection.replace('_', '-')}-{game}"].append(name)
    return {**found, "a-fourth-game": list(FOURTH)}


LEAST_CONTRAST = 4.5
NOTATION = re.compile(r"->|\b[A-F]: |\b[1-4]\.\d\.\d\b|\b[a-z]+_[a-z_]+\b|[{}]")
SEAT = re.compile(r"\b(?:of|before|in|for) [A-F]\b")


def drawn(of: object, setting: Setting, theme: str = "dark", opened: str = "") -> WindowPicture:
    space = Space.of(setting.size, setting.large)
    look = DrawingSettings(PALETTES[theme], space, measure(space.dp), lambda text: text.render(setting.language))
    drawing = Drawing(look, opened)
    draw(drawing, of)
    return drawing.picture()


def english(size: tuple[int, int]) -> Setting:
    return Setting(ENGLISH, size, large=False)


def settings_of(number: int) -> list[Setting]:
    """Each language, every size, letters of both sizes; in six screens on end all settings."""
    spoken = [load_language(code) for code in languages()]
    return [
        Setting(language, SIZES[(number + place) % len(SIZES)], large=(number // len(SIZES) + place) % 2 == 1)
        for place, language in enumerate(spoken)
    ]


def test_in_six_screens_on_end_all_settings_are_met() -> None:
    met = [settings_of(number) for number in range(12)]

    assert all(set(languages()) == {each.language.code for each in some} for some in met)
    assert all(set(SIZES) == {each.size for each in some} for some in met)
    assert all({False, True} == {each.large for each in some} for some in met)
    for start in range(6):
        assert set(map(str, settings())) == {str(each) for some in met[start : start + 6] for each in some}


@pytest.mark.parametrize("names", groups().values(), ids=groups())
def test_screens_can_be_read_and_touched_however_they_are_shown(names: list[str]) -> None:
    """Whatever is wrong, after where it is: a group is one test, since to make its screens takes longest."""
    shown = [(name, _shown(name), settings_of(number)) for number, name in enumerate(names)]
    wrong = [f"{name}, {fault}" for name, screen, some in shown for fault in _wrong_anyhow(screen, some)]

    assert names
    assert [] == wrong


@pytest.mark.slow
@pytest.mark.parametrize("names", groups().values(), ids=groups())
def test_screens_can_be_read_and_touched_in_every_setting(names: list[str]) -> None:
    every = settings()

    assert [] == [f"{name}, {at}: {fault}" for name in names for at in every for fault in _wrong(_shown(name), at)]


def _shown(name: str) -> object:
    return FOURTH[name] if name in FOURTH else gallery.shown(name)


def _wrong_anyhow(screen: object, some: list[Setting]) -> Iterator[str]:
    yield from (f"{setting}: {fault}" for setting in some for fault in _wrong(screen, setting))
    yield from (f"{theme}: {weak}" for theme in PALETTES for weak in faint(drawn(screen, english(SMALLEST), theme)))
    yield from (f"in notation: {line}" for line in notation(drawn(screen, english(WIDE))))
    yield from (f"{opened}: {fault}" for opened in _openings(screen) for fault in _wrong_opened(screen, opened))


def _wrong(screen: object, setting: Setting) -> Iterator[str]:
    picture = drawn(screen, setting)
    yield from faults(picture, LARGE if setting.large else 1.0)
    if not setting.large:
        yield from small(picture)
        yield from without_room_for_a_finger(picture)
        yield from without_menu(screen, picture)


def _openings(screen: object) -> tuple[str, ...]:
    """Boards and players over the whole screen, all that can be done, the whole of a saying, the search."""
    if not isinstance(screen, Screen):
        return ()
    boards = [board.name for board in screen.boards]
    return *boards, screen.seats[0].seat, ACTIONS, SAID, "search", "search C"


def _wrong_opened(screen: object, opened: str) -> Iterator[str]:
    picture = drawn(screen, english(SMALLEST), opened=opened)
    yield from (f"no room: {words}" for words in picture.dropped)
    yield from (f"narrow: {target}" for together in targets(picture) for target in together if narrow(target))


# --- what is wrong with a picture, besides what `benchmarks.fitting` finds ---


def marks(found: tuple[Mark, ...]) -> Iterator[Mark]:
    for mark in found:
        if isinstance(mark, Moving | Scroll):
            yield from marks(mark.marks)
        else:
            yield mark


def words(of: WindowPicture) -> Iterator[PictureWords]:
    return (mark for mark in marks(of.marks) if isinstance(mark, PictureWords))


def targets(of: WindowPicture) -> Iterator[tuple[Target, ...]]:
    """Those that are on the display together, each list by itself."""
    yield of.targets
    yield from (mark.targets for mark in of.marks if isinstance(mark, Scroll))


def small(of: WindowPicture) -> Iterator[str]:
    """What is smaller than 14 px on the smallest display."""
    return (f"small: {word.text}" for word in words(of) if not word.icon and word.size < SMALLEST_TYPE)


def narrow(target: Target) -> bool:
    return min(target.rect.width, target.rect.height) < TOUCH - 0.01


def without_room_for_a_finger(of: WindowPicture) -> Iterator[str]:
    """At least 48 dp in each direction, and 8 dp between two targets."""
    for together in targets(of):
        yield from (f"narrow: {target}" for target in together if narrow(target))
        boxes = [(target, target.rect.inset(-3.99)) for target in together]
        for (one, box), (other, other_box) in combinations(boxes, 2):
            if box.overlaps(other_box) and not _choice(one, other):
                yield f"close: {one} / {other}"


def _choice(one: Target, other: Target) -> bool:
    """Beside each other in one field of choices, which reads as one."""
    return one.rect.y == other.rect.y and isclose(one.rect.right, other.rect.x)


def without_menu(screen: object, of: WindowPicture) -> Iterator[str]:
    """Whatever is asked or refused, people can pause, end the evening or look something up."""
    if isinstance(screen, Screen):
        found = [target for together in targets(of) for target in together if target.intent == Open("more")]
        yield from [] if len(found) == 1 else [f"{len(found)} ways to the menu"]


def notation(of: WindowPicture) -> list[str]:
    """People have names, and moves are sentences."""
    said = [word.text for word in words(of) if not word.icon]
    return [line for line in said if NOTATION.search(line) or SEAT.search(line)]


def faint(of: WindowPicture) -> Iterator[str]:
    """Words that do not stand out from what is under them."""
    for word, ground in _with_ground(of.ground, of.marks):
        if not word.icon and contrast(word.colour, ground) < LEAST_CONTRAST:
            yield f"faint: {word.text}, {word.colour} on {ground}"


def _with_ground(ground: str, found: tuple[Mark, ...]) -> Iterator[tuple[PictureWords, str]]:
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
        elif isinstance(mark, PictureWords):
            x, y = mark.rect.centre
            yield mark, next((colour for rect, colour in reversed(below) if rect.contains(x, y)), ground)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize(("size", "named"), [*zip(SIZES, (1, 1, 2), strict=True)])
def test_what_may_lie_there_unseen_is_named_as_far_as_there_is_room(
    code: str, size: tuple[int, int], named: int
) -> None:
    """ "Are they still there?" of five pieces: upright of two, else of one, and how many more there are."""
    language, screen = load_language(code), gallery.shown("iron_sky-not-seen")
    assert isinstance(screen, Screen)
    assert screen.notice is not None
    read = " ".join(each.text for each in words(drawn(screen, Setting(language, size, large=False))))
    sentences = [as_sentence(line.render(language)) for line in screen.notice.lines]
    more = say_plural("and {count} more", "and {count} more", len(sentences) - named)

    assert sentences[:named] == [sentence for sentence in sentences if sentence in read]
    assert more.render(language) in read
