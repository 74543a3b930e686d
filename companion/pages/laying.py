"""Telling what lies on the table by touch: a place, what lies there, and the next place is chosen by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.initial_layout import certain, dealt_at_random, places_to_lay
from companion.core.screen import Board, Button, Cell, Close, Do, Touched
from companion.core.setup_steps import LayingChoice, LayingPage, ToLay
from companion.core.text import Text, say, with_names
from companion.pages.navigator import Navigator, NothingToShow
from companion.pages.page_context import PageContext
from companion.session.messages import DealAtRandom, GoBack


class Laying:
    """Closes by itself when nothing is left to be laid."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator
        self._history = context.playing().history
        self._place: str | None = None
        """The zone that was touched; else the next one is asked about."""
        self._among: str | None = None
        """Of what was chosen, where it may lie in several ways."""
        self._laid: list[int] = []
        """How many actions each touch has done."""
        self._found: tuple[object, tuple[ToLay, ...]] | None = None
        if not self._places:
            raise NothingToShow("Nothing has to be laid on the table now.")
        self._lay_what_is_certain()

    @property
    def _places(self) -> tuple[ToLay, ...]:
        """What can be laid now, found out once for a position: it is asked for at every look."""
        state = self._history.state
        if self._found is None or self._found[0] is not state:
            self._found = state, tuple(places_to_lay(self._history.game, state))
        return self._found[1]

    def view(self) -> LayingPage:
        if not self._places:
            return LayingPage(say("Nothing is left to be laid."), self._hint(), None, "", (), self._buttons())
        place = self._open_place()
        board = next((board for board in self._boards() if any(cell.zone == place.zone for cell in board.cells)), None)
        choices = tuple(replace(way.looks, intent=Touched("lay", key)) for key, way in self._ways(place))
        title = with_names(place.heading, self._history.names)
        return LayingPage(title, self._hint(), board, place.zone, choices, self._buttons())

    def touched(self, key: str, value: str) -> None:
        match key:
            case "place":
                self._place, self._among = value, None
            case "lay":
                self._lay(value)
            case "undo" if self._among is not None:
                self._among = None
            case "undo":
                self._take_back()
            case "at random":
                self._deal_at_random()
            case _:
                pass

    def _open_place(self) -> ToLay:
        return next((place for place in self._places if place.zone == self._place), self._places[0])

    def _ways(self, place: ToLay) -> Iterator[tuple[str, LayingChoice]]:
        """Each with its name; that of an action is its notation, so that a late touch means nothing else."""
        for way in place.ways:
            name = str(way.looks.title)
            if self._among == name:
                yield from ((self._history.game.write_action(each.action), each) for each in way.ways if each.action)
                return
        for way in place.ways:
            yield (str(way.looks.title) if way.action is None else self._history.game.write_action(way.action)), way

    def _lay(self, key: str) -> None:
        if not self._places:
            return
        way = next((way for each, way in self._ways(self._open_place()) if each == key), None)
        if way is None:
            return
        if way.action is None:
            self._among = key
            return
        before = len(self._history.played)
        self._context.playing().handle(Do(way.action))
        self._go_on(before)

    def _go_on(self, before: int) -> None:
        """What need not be asked is laid as well; the table is shown when all of it lies there."""
        self._lay_what_is_certain()
        if (laid := len(self._history.played) - before) > 0:
            self._place = self._among = None
            self._laid.append(laid)
        if not self._places:
            self._navigator.close_all()

    def _lay_what_is_certain(self) -> None:
        before = -1
        while before < len(self._history.played):
            before = len(self._history.played)
            action = certain(self._history.game, self._history.state)
            if action is not None:
                self._context.playing().handle(Do(action))

    def _take_back(self) -> None:
        if self._laid:
            self._context.playing().handle(GoBack(self._laid.pop()))
            self._place = None

    def _deal_at_random(self) -> None:
        if self._context.playing().is_looked_at:
            return
        before = len(self._history.played)
        dealt = dealt_at_random(self._history.game, self._history.state, self._context.machine.choose)
        self._context.playing().handle(DealAtRandom(dealt))
        self._go_on(before)

    # --- what is shown ---

    def _boards(self) -> Iterator[Board]:
        """The game's own boards, on which only places that are still empty can be touched."""
        screen = self._history.game.present(self._history.state)
        zones = {place.zone for place in self._places}
        for board in (*screen.boards, *(seat.board for seat in screen.seats)):
            yield replace(board, cells=tuple(self._cell(cell, zones) for cell in board.cells))

    def _cell(self, cell: Cell, zones: set[str]) -> Cell:
        intent = Touched("place", cell.zone) if cell.zone in zones and not cell.value and cell.zone else None
        return replace(cell, payers=(), intent=intent)

    def _hint(self) -> Text:
        if self._context.playing().is_looked_at:
            return say("A camera is watching the table: it sees what is laid there, too.")
        return say("Touch what lies there. The next place is chosen by itself, and what is certain is not asked.")

    def _buttons(self) -> tuple[Button, ...]:
        looked_at = self._context.playing().is_looked_at
        undo = Button(
            say("Undo"),
            Touched("undo"),
            "undo",
            bool(self._laid) or self._among is not None,
            say("There is nothing to take back."),
            icon="arrow-back-up",
        )
        deal = Button(
            say("Deal at random, to try it out"),
            Touched("at random"),
            enabled=not looked_at and bool(self._places),
            why_not=say("A camera is watching the table: what lies there counts."),
            icon="dice-5",
        )
        return Button(say("To the table"), Close(), icon="layout-grid"), undo, deal
