"""Whether what a game says has room and words: in every language that it has, on small and large screens."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Any

from companion.conformance.playouts import AnyGame, sensible
from companion.core.game import Options
from companion.core.screen import Screen
from companion.core.text import ENGLISH
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.languages import language_to_read, languages, load_language
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from companion.session.session import Session

NAMES = ("Maximiliane E.", "Wilhelmina Ann", "Bartholomew J.", "Anna-Kristin W", "Konstantin Ivo", "Władysława Ż.")
"""As long as a name can be."""

SIZES = ((800, 480), (720, 1280))
EVERY, SCREENS = 7, 6


def languages_of(game: AnyGame) -> tuple[str, ...]:
    """The codes of the languages in which a game speaks: ours of all, another's of those that it brings words for."""
    package = GAMES.packages[game.name]
    if package.is_ours or package.folder is None:
        return languages()
    rules = {code for statement in game.rulebook for code in statement.words}
    catalogues = {path.parents[1].name for path in package.folder.glob("locale/*/LC_MESSAGES/*.mo")}
    return tuple(dict.fromkeys((ENGLISH.code, *sorted((rules | catalogues) & {*languages()}))))


def screens(game: AnyGame) -> Iterator[Screen]:
    """Some of a random evening of as many people as can play."""
    store = JournalStore(":memory:")
    history = GameHistory(game, store, store.begin(game.name, Options(NAMES[: max(game.players)])))
    shown: list[Screen] = []
    session: Session[Any, Any] = Session(history, shown.append, lambda _: None)
    random, at = Random(1), 0.0
    while (action := sensible(game, history.state, random)) is not None:
        history.do([action], "touch")
        at += EVERY
        session.handle(Tick(at))
        if len(history.played) % EVERY == 1:
            yield shown[-1]


def cut_words(game: AnyGame) -> list[str]:
    """What has no room on a screen, with where."""
    from ui.drawing import Drawing, DrawingSettings
    from ui.painter import measure
    from ui.screens.shown import draw
    from ui.tokens import PALETTES, Space

    found = dict[str, None]()
    looked = list(islice(screens(game), SCREENS))
    for code, size, large in product(languages_of(game), SIZES, (False, True)):
        language, space = load_language(code), Space.of(size, large)
        for screen in looked:
            drawing = Drawing(
                DrawingSettings(PALETTES["dark"], space, measure(space.dp), lambda text: text.render(language))  # noqa: B023
            )
            draw(drawing, screen)
            for words in drawing.picture().dropped:
                found[f"{words!r} ({code}, {size[0]}x{size[1]}{', large letters' if large else ''})"] = None
    return list(found)


def words_missing(game: AnyGame) -> list[str]:
    """The rules that have no words of their own in a language of the companion."""
    return [
        f"{statement.id} ({code})"
        for code in languages()[1:]
        for statement in game.rulebook
        if statement.sentence.render(language_to_read(code)) == str(statement.sentence)
    ]
