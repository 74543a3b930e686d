"""Getting ready, step by step, as an appliance shows it: for the eye, and for the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from companion.appliance.time_zones import TimeZones
from companion.core.game import Options
from companion.core.screen import Open
from companion.core.wizard_page import WizardPage
from companion.games import GAMES
from companion.label_sets.piece_labels import told_by_faces
from companion.label_sets.sticking_progress import Sticking
from companion.pages.contents import page_of
from companion.pages.getting_ready import DONE, FOR, GettingReady
from companion.pages.label_sticking import LABELLED, NOTED, TILES_ONLY
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.time_zone import Cities, Regions

BEFORE = {
    "language": "",
    "zone": "language",
    "game": "language zone",
    "print": "language zone game",
    "camera": "language zone game print",
    "labels": "language zone game print camera",
    "play": "language zone game print camera labels",
}
"""What is done when a step is open."""

STUCK = 0.6


@dataclass(frozen=True)
class Settled(TimeZones):
    """An appliance in one of the world's zones."""

    can_be_set = True
    chosen = "Europe/Tallinn"


def wizard_pages(
    context: Callable[[], PageContext], navigator: Callable[[], Navigator]
) -> Iterator[tuple[str, Callable[[], object]]]:
    for game in GAMES:
        for step in BEFORE if game == next(iter(GAMES)) else ("game", "labels"):
            yield f"wizard-{step}-{game}", partial(wizard, context, navigator, game, step)
    for game in filter(lambda name: told_by_faces(GAMES[name]), GAMES):
        for step, done in (("print", "game"), ("cards", "game print camera")):
            yield f"wizard-tiles-only-{step}-{game}", partial(tiles_only, context, navigator, game, done)
    yield "wizard-regions", lambda: Regions(_settled(context()), navigator()).view()
    yield "wizard-cities", lambda: Cities(_settled(context()), navigator(), "Europe").view()


def wizard(context: Callable[[], PageContext], navigator: Callable[[], Navigator], game: str, step: str) -> WizardPage:
    """This step of this game, all before it done and most of its labels stuck."""
    rooms, most = _settled(context()), max(GAMES[game].players)
    rooms.store.prefer(DONE, BEFORE[step])
    rooms.store.prefer(FOR, f"{game}:{most}")
    needed = Sticking.of(GAMES[game], "", rooms.may_come_up(game, Options(tuple(map(str, range(most))))))
    stuck = sorted(needed.needed)[: round(len(needed.needed) * STUCK)]
    if step in ("labels", "play"):
        rooms.store.prefer(NOTED.format(game=game), needed.looked(stuck, ()).note)
    return _page(rooms, navigator()).view()


def tiles_only(
    context: Callable[[], PageContext], navigator: Callable[[], Navigator], game: str, done: str
) -> WizardPage:
    """The step after those that are done, of this game in a house that knows its cards by their faces."""
    rooms = _settled(context())
    rooms.store.prefer(DONE, f"language zone {done}")
    rooms.store.prefer(FOR, f"{game}:2")
    rooms.store.prefer(LABELLED.format(game=game), TILES_ONLY)
    return _page(rooms, navigator()).view()


def _settled(rooms: PageContext) -> PageContext:
    rooms.machine = replace(rooms.machine, time_zones=Settled(), label_sheets=lambda *_: {})
    return rooms


def _page(rooms: PageContext, flow: Navigator) -> GettingReady:
    page = page_of(Open("getting ready"), rooms, flow)
    assert isinstance(page, GettingReady)
    return page
