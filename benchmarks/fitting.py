"""Whether what is written has room, everywhere: in every language, with large letters, whatever people are called.

    python -m benchmarks.fitting [--moves N] [--only NAME]

Random legal games are played, with moves that are refused, by people with the longest names there may be. Each screen
that says anything new is drawn, and each list and board that a finger can open over it, and every page: in all
languages, at all sizes, with letters of both sizes. Printed is what had no room, what is smaller than people can read,
what is written over an edge or over other words, and what is to be touched and says nothing. No pixel is painted; words
are measured as the window measures them.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from random import Random

import click

from companion.core.game import legal_actions
from companion.core.screen import Do, Inspect, Screen, Select
from companion.core.text import Language
from companion.games import GAMES
from companion.languages import languages, load_language
from companion.pages.evening_draft import LONGEST_NAME
from companion.session.messages import Tick
from scripts.gallery import screens as gallery
from ui.drawing import Drawing, DrawingSettings
from ui.navigation import ACTIONS, SAID, TABLE, OpenPanel
from ui.painter import measure
from ui.picture import Mark, PictureWords, Scroll, Target, WindowPicture, flat
from ui.rect import Rect
from ui.screens.shown import draw
from ui.tokens import PALETTES, Space

NAMES = ("Maximiliane E.", "Wilhelmina Ann", "Bartholomew J.", "Anna-Kristin W", "Konstantin Ivo", "Władysława Ż.")
assert max(map(len, NAMES)) == LONGEST_NAME

LEGIBLE = 11.0
"""The smallest letters that may be needed anywhere, in pixels at 800x480; what a game has at hand is not below 14."""

ROUNDING = 0.6
"""Half a pixel: letters stand on whole ones."""

CAPITALS = 0.16
"""The share of a line above the capitals, and below the letters that have nothing below the line."""

MOVES, SOME, PAUSE = 400, 60, 3.0
REFUSED = 0.1
"""So often somebody tries what the rules forbid."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How a screen is drawn: in which language, at which size in pixels, with how large letters."""

    language: Language
    size: tuple[int, int]
    large: bool

    def __str__(self) -> str:
        return f"{self.language.code} {self.size[0]}x{self.size[1]}{' large' if self.large else ''}"


def settings() -> list[Setting]:
    spoken = [load_language(code) for code in languages()]
    return [Setting(*each) for each in product(spoken, gallery.SIZES, (False, True))]


def drawn(shown: object, setting: Setting, opened: str = "") -> WindowPicture:
    space = Space.of(setting.size, setting.large)
    look = DrawingSettings(PALETTES["dark"], space, measure(space.dp), lambda text: text.render(setting.language))
    drawing = Drawing(look, opened)
    draw(drawing, shown)
    return drawing.picture()


# --- what is shown ---


def evenings(game: str, seed: int, moves: int = MOVES) -> Iterator[Screen]:
    """The screens of so many random moves, in as many evenings as they take: each that says anything new."""
    random, seen = Random(f"{game} {seed}"), set()
    under_way = _begun(game, random)
    for _ in range(moves):
        state = under_way.session.history.state
        legal = list(legal_actions(under_way.game, state))
        if not legal:
            under_way = _begun(game, random)
            continue
        wanted = random.choice(legal)
        if random.random() < REFUSED:
            forbidden = [each for each in islice(under_way.game.candidates(state), SOME) if each not in legal]
            wanted = random.choice(forbidden or legal)
        under_way.session.handle(Do(wanted))
        under_way.at += PAUSE
        under_way.session.handle(Tick(under_way.at))
        screen = under_way.screen
        if (said := _said(screen)) not in seen:
            seen.add(said)
            yield screen
        if wanted not in legal and screen.notice is not None and screen.notice.answers:
            under_way.session.handle(screen.notice.answers[0].intent)


def _begun(game: str, random: Random) -> gallery.Evening:
    return gallery.evening(game, random.choice(sorted(GAMES[game].players)), 0, NAMES)


def _said(screen: Screen) -> tuple[object, ...]:
    notice = screen.notice
    asked = () if notice is None else (notice.heading, notice.lines, tuple(each.label for each in notice.answers))
    lying = tuple(len(board.cells) for board in screen.boards), tuple(len(seat.board.cells) for seat in screen.seats)
    return screen.heading, tuple(each.label for each in screen.buttons), asked, lying


def sheets(shown: object) -> list[str]:
    """What a finger opens over this: all that can be done, the boards, the players."""
    if not isinstance(shown, Screen):
        return [""]
    asked = shown.notice is not None
    boards = [board.name for board in shown.boards]
    return ["", ACTIONS, *([SAID, TABLE] if asked else []), *boards, *(seat.seat for seat in shown.seats)]


# --- what is wrong with a picture ---


def faults(picture: WindowPicture, letters: float) -> Iterator[str]:
    """What cannot be read in a picture whose letters are so many times as large as usual, and what says nothing."""
    yield from (f"no room: {words}" for words in picture.dropped)
    for box, marks, targets in _together(picture):
        words = [mark for mark in marks if isinstance(mark, PictureWords)]
        centres = [(*word.rect.centre, word) for word in words]
        said = [word for word in words if not word.icon]
        yield from (f"too small: {word.text}" for word in said if word.size * letters < LEGIBLE)
        yield from (f"outside: {word.text}" for word in said if not _within(_letters(word), box))
        yield from _over_each_other(words)
        for target in targets:
            yield from _of_target(target, centres)


def _together(picture: WindowPicture) -> Iterator[tuple[Rect, list[Mark], tuple[Target, ...]]]:
    """The window, and each list in it by itself, as high as it is."""
    marks = list(flat(picture.marks))
    yield Rect(0, 0, picture.width, picture.height), marks, picture.targets
    for mark in marks:
        if isinstance(mark, Scroll):
            box = Rect(mark.rect.x, mark.rect.y, mark.rect.width, mark.height)
            yield box, list(flat(mark.marks)), mark.targets


def _letters(word: PictureWords) -> Rect:
    if word.icon:
        return Rect(word.x, word.y - word.size / 2, word.size, word.size).inset(word.size * CAPITALS)
    return word.rect.inset(ROUNDING, word.size * CAPITALS)


def _within(inner: Rect, box: Rect) -> bool:
    box = box.inset(-ROUNDING)
    return box.x <= inner.x and inner.right <= box.right and box.y <= inner.y and inner.bottom <= box.bottom


def _over_each_other(words: Sequence[PictureWords]) -> Iterator[str]:
    boxes = sorted(((_letters(word), word) for word in words), key=lambda pair: pair[0].y)
    for number, (box, word) in enumerate(boxes):
        for other_box, other in boxes[number + 1 :]:
            if other_box.y >= box.bottom:
                break
            if box.overlaps(other_box) and not (word.icon and other.icon):
                yield f"over each other: {' / '.join('(icon)' if each.icon else each.text for each in (word, other))}"


def _of_target(target: Target, words: Sequence[tuple[float, float, PictureWords]]) -> Iterator[str]:
    if isinstance(target.intent, OpenPanel | Select | Inspect):
        # A place of the table, which is read from what lies there.
        return
    left, top, right, bottom = target.rect.x, target.rect.y, target.rect.right, target.rect.bottom
    inside = [word for x, y, word in words if left <= x < right and top <= y < bottom]
    if not inside:
        yield f"nothing to read where a touch asks for {target.intent}"
    over = [word for word in inside if not word.icon and not _within(_letters(word), target.rect)]
    yield from (f"over an edge: {word.text}" for word in over)


# --- all of it ---


@click.command(help=(__doc__ or "").partition("\n\n    ")[0])
@click.option("--moves", default=4000, show_default=True, help="Moves of each game.")
@click.option("--only", default="", help="Games and pages whose name contains this.")
def main(moves: int, only: str) -> None:
    found: dict[str, list[str]] = defaultdict(list)
    screens = pictures = 0
    for name, shown in _all(moves, only):
        screens += 1
        for setting, opened in product(settings(), sheets(shown)):
            pictures += 1
            for fault in faults(drawn(shown, setting, opened), Space.of(setting.size, setting.large).letters):
                found[fault].append(f"{name}{f', {opened}' if opened else ''}, {setting}")
    for fault, where in sorted(found.items()):
        print(f"{len(where):6} {fault}  ({where[0]})")
    print(f"{screens} screens, {pictures} pictures, {sum(map(len, found.values()))} faults")
    sys.exit(1 if found else 0)


def _all(moves: int, only: str) -> Iterator[tuple[str, object]]:
    for game, seed in product(GAMES, range(-(-moves // MOVES))):
        if only in game:
            yield from ((f"{game} {seed}", screen) for screen in evenings(game, seed))
    yield from ((exhibit.name, exhibit.shown) for exhibit in gallery.exhibits(only))


if __name__ == "__main__":
    main()
