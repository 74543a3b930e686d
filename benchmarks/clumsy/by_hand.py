"""The owner's last resort: the page on which the whole table is put right, read and touched as people do it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice, product
from typing import Any

from benchmarks.clumsy.reality import Reality
from benchmarks.clumsy.stacks import whole_table
from companion.core.editing import AnyGame, corrected, edited, places_for
from companion.core.editor import EditRefused, Figure, PieceMove
from companion.core.pages import ListPage, Page, PuttingRightPage
from companion.core.screen import Cell, Close, Drag, Inspect, Open, PageIntent, Touched
from companion.core.table import Piece, Zone
from companion.core.value_pages import CountPage
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.pages.contents import page_of
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.putting_right import PuttingRight
from companion.session.session import Session
from scripts.gallery.page_screens import NoEvening

LED_ON = "led on by putting the whole table right"
"""The reason by which it is counted among what a stricter judge might count."""

WAY_OUT, STANDS, CANCEL = Open("put right"), Touched("stands"), Touched("cancel")

Touch = PageIntent | Drag | Inspect


def leads_out(session: Session[Any, Any], reality: Reality) -> bool:
    """Whether that page is really offered, is needed, and hands have nothing left to put right."""
    notice = session.screen.notice if session.screen is not None else None
    is_offered = any(button.enabled and button.intent == WAY_OUT for button in (notice.answers if notice else ()))
    is_right = session.history.state == reality.state
    return is_offered and not is_right and reality.lies_as(reality.state)


class ByHand:
    """Somebody at that page who knows the `truth`: he says that it stands so only where just that would be recorded.

    What he touches is in sight: pieces in the page's picture, what can be set, and that it stands so.
    """

    def __init__(self, session: Session[Any, Any], store: JournalStore, truth: Any) -> None:
        context = PageContext(store, GAMES, NoEvening(), session=session)
        self._pages = Navigator(lambda asked: page_of(asked, context, self._pages), self._see)
        self._again = partial(ByHand, session, store, truth)
        self._before, self._truth = session.history.state, truth
        self._page: Page | None = None
        self._drawn, self._away_to, self._set = "", "", ""
        """The piece that is drawn or put away, where to, and the figure that is set."""

    def _see(self, page: Page | None) -> None:
        self._page = page

    def touches(self, most: int) -> Iterator[Touch]:
        """One finger after the other, until the page is closed: at once where so many would not lead out."""
        yield self._do(WAY_OUT)
        leads_out = STANDS in islice(self._again().rehearsed(), most - 1)
        for touch in self._wanted() if leads_out else (CANCEL,):
            yield self._do(touch)
        if self._page is not None:
            yield self._do(CANCEL)

    def rehearsed(self) -> Iterator[Touch]:
        """What would be touched on the open page, to the last touch; that one is not done."""
        self._do(WAY_OUT)
        for touch in self._wanted():
            yield touch
            if touch not in (STANDS, CANCEL):
                self._do(touch)

    def _wanted(self) -> Iterator[Touch]:
        editor = self._pages.top
        assert isinstance(editor, PuttingRight)
        wanted: Touch = WAY_OUT
        while self._page is not None and wanted not in (STANDS, CANCEL):
            wanted = self._next(self._page, editor)
            yield wanted

    def _do(self, touch: Touch) -> Touch:
        self._pages.handle(touch)
        return touch

    def leave(self) -> None:
        """Whoever has touched enough goes back to the table."""
        self._pages.close_all()

    def _next(self, page: Page, editor: PuttingRight) -> Touch:
        wrong = list(self._wrong(editor))
        match page:
            case PuttingRightPage():
                if self._is_right(editor):
                    return STANDS
                way = self._drawing(page, editor) or self._putting_away(page, editor)
                return way or (Touched("counted") if wrong else CANCEL)
            case ListPage(name="what lies there"):
                return Touched("piece", self._drawn)
            case ListPage(name="where to"):
                return Touched("to", self._away_to)
            case ListPage(name="counted"):
                if wrong:
                    self._set = wrong[0].name
                    return Touched("figure", self._set)
                return STANDS if self._is_right(editor) else Close()
            case ListPage(name="figure") | CountPage():
                wanted = next((figure for figure in wrong if figure.name == self._set), None)
                return Close() if wanted is None else _towards(wanted, page)
            case _:
                raise AssertionError(f"nobody asked for {page}")

    def _is_right(self, editor: PuttingRight) -> bool:
        """Whether what would be recorded is what is true."""
        try:
            return bool(corrected(editor.game, self._before, editor.edits) == self._truth)
        except EditRefused:
            return False

    def _wrong(self, editor: PuttingRight) -> Iterator[Figure]:
        """What can be set and is not as it should be; each with its true value."""
        figures = editor.game.editor.figures
        true = {figure.name: figure for figure in figures(self._truth)}
        for figure in figures(editor.state):
            wanted = true.get(figure.name, figure)
            if wanted.value != figure.value and wanted.value in figure.choices:
                yield wanted

    def _drawing(self, page: PuttingRightPage, editor: PuttingRight) -> Drag | None:
        """Of a piece that lies elsewhere than it should, where both places are in the picture."""
        lies, should = (_lying(editor, state) for state in (editor.state, self._truth))
        cells = [cell for cell in _cells(page) if cell.zone is not None]
        zones = {cell.zone for cell in cells if cell.zone is not None}
        for source, target in product(sorted(zones & lies.keys() & should.keys()), repeat=2):
            for piece in sorted((lies[source] - should[source]) & (should[target] - lies[target])):
                for cell in cells:
                    if cell.zone == source and piece in cell.pieces:
                        self._drawn = piece
                        return Drag(source, piece if len(cell.pieces) == 1 else "", target)
        return None

    def _putting_away(self, page: PuttingRightPage, editor: PuttingRight) -> Inspect | Touched | None:
        """A touch on a piece that does not lie on the table any more; it goes where that is nearest to the truth."""
        game, state = editor.game, editor.state
        lies, should = (_lying(editor, each) for each in (state, self._truth))
        for cell in _cells(page):
            zone, intent = cell.zone or "", cell.intent
            surplus = lies.get(zone, Counter()) - should.get(zone, Counter())
            piece = intent.piece if isinstance(intent, Inspect) else next(iter(sorted(surplus)), "")
            stores = game.editor.stores(state).keys()
            away = (
                [place for place in places_for(game, state, piece, zone) if place in stores] if surplus[piece] else []
            )
            if away and isinstance(intent, Inspect | Touched):
                ways = {place: edited(game, state, (PieceMove(piece, zone, place),)) for place in away}
                self._drawn, self._away_to = piece, min(away, key=lambda place: self._from_truth(game, ways[place]))
                return intent
        return None

    def _from_truth(self, game: AnyGame, state: Any) -> int:
        """How much of a position stands otherwise when it is written down."""
        here, there = (Counter(game.write_position(each).split()) for each in (state, self._truth))
        return (here - there).total() + (there - here).total()


def _towards(wanted: Figure, page: ListPage | CountPage) -> PageIntent:
    """The touch that sets it, or that brings it nearer."""
    if isinstance(page, ListPage):
        return Touched("set", wanted.value)
    way = page.more if int(wanted.value) > int(page.value) else page.less
    assert isinstance(way, Touched)
    return way


def _lying(editor: PuttingRight, state: Any) -> dict[Zone, Counter[Piece]]:
    return {zone: Counter(pieces) for zone, pieces in whole_table(editor.game, state).items()}


def _cells(page: PuttingRightPage) -> Iterator[Cell]:
    for board in (*page.table.boards, *(seat.board for seat in page.table.seats)):
        yield from board.cells
