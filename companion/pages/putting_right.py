"""Putting the whole table right, outside the rules: where table and companion have drifted apart in an evening.

Pieces are drawn or touched on the table as it would stand, and what no label shows is set. All that was changed is a
list of sentences; nothing of it counts before the players say that the table stands so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.action import Seat
from companion.core.editing import (
    AnyGame,
    corrected,
    edited,
    is_too_long,
    lying,
    objection,
    place_name,
    places_for,
    sentence,
    stores_of,
    tidied,
)
from companion.core.editor import Edit, EditRefused, PieceMove
from companion.core.pages import PuttingRightPage
from companion.core.screen import Board, Button, Cell, Inspect, Screen, Tone, Touched
from companion.core.table import Piece, Zone, owner
from companion.core.text import Text, say, say_plural, with_names
from companion.pages.confirm_button import confirm_button
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.putting_right_lists import (
    AllPieces,
    Changes,
    Counted,
    WhatComesHere,
    WhatLiesThere,
    WhereTo,
)
from companion.session.messages import Hold, PutRight


class PuttingRight:
    """While it is open nothing that the camera sees is taken for a move."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator
        session = context.playing()
        self.game: AnyGame = session.history.game
        self.names: Mapping[str, str] = session.history.names
        self._before: Any = session.history.state
        self.edits: tuple[Edit, ...] = ()
        self._said: Text | None = None
        self._made: tuple[Any, Screen] | None = None
        self.state: Any = self._before
        session.handle(Hold(on=True))
        self._seen: tuple[Edit, ...] = ()
        seen = session.seen_otherwise
        self.is_prefilled, self._seen = self.change(seen), seen
        self._said = None

    def closed(self) -> None:
        if self._context.session is not None:
            self._context.session.handle(Hold(on=False))

    # --- what is changed ---

    def change(self, edits: Sequence[Edit]) -> bool:
        """These as well, each as far as it can be; whether any was done. What cannot be is said."""
        done = False
        for edit in edits:
            beneath = self._beneath_what_is_seen(edit)
            done = self._becomes((*self.edits[:beneath], edit, *self.edits[beneath:])) or done
        return done

    def _beneath_what_is_seen(self, edit: Edit) -> int:
        """Where among the changes: what comes from out of sight lies beneath what the camera saw on top of the pile."""
        if isinstance(edit, PieceMove) and edit.source in stores_of(self.game, self.state):
            for number, each in enumerate(self.edits):
                if isinstance(each, PieceMove) and each in self._seen and each.target == edit.target:
                    return number
        return len(self.edits)

    def forget(self, number: int) -> None:
        """All but this one, if the others can be without it."""
        self._becomes((*self.edits[:number], *self.edits[number + 1 :]))

    def _becomes(self, edits: Sequence[Edit]) -> bool:
        try:
            short = tidied(self.game, self._before, edits)
            state = edited(self.game, self._before, short)
        except EditRefused as refused:
            self._said = with_names(refused.reason, self.names)
            return False
        if is_too_long(short):
            self._said = say("That is as much as can be put right at once. Say that it stands so, then go on.")
            return False
        self.edits, self.state, self._said = short, state, None
        return True

    def sentences(self) -> list[Text]:
        """What was changed, each as it is said of the table before it."""
        state, told = self._before, []
        for edit in self.edits:
            told.append(with_names(sentence(self.game, state, edit), self.names))
            state = edited(self.game, state, (edit,))
        return told

    def name_of(self, zone: Zone) -> Text:
        return with_names(place_name(self.game, self.state, zone), self.names)

    @property
    def said(self) -> Text | None:
        """Why the latest change could not be."""
        return self._said

    # --- the page ---

    def view(self) -> PuttingRightPage:
        count = len(self.edits)
        changed = say_plural("{count} change", "{count} changes", count) if count else say("No changes")
        stands = self.stands
        buttons = (
            Button(say("All pieces"), Touched("all"), icon="cards"),
            Button(say("Turn and counts"), Touched("counted"), icon="clock"),
            Button(changed, Touched("changes"), enabled=stands.enabled, why_not=stands.why_not, icon="list"),
            stands,
        )
        hint, tone = self._hint()
        cancel = Button(say("Cancel"), Touched("cancel"), icon="x")
        return PuttingRightPage(say("Put the table right"), self._table(), hint, tone, buttons, cancel)

    @property
    def stands(self) -> Button:
        """What makes the changes count."""
        none = None if self.edits else say("Nothing has been changed yet.")
        return confirm_button(say("This is how it stands"), "stands", none)

    def _hint(self) -> tuple[Text, Tone]:
        if self._said is not None:
            return self._said, Tone.ATTENTION
        if self.is_prefilled and self.edits:
            return say("This is how the camera sees it. Put right what is still wrong."), Tone.UNKNOWN
        if self.edits:
            return say("Changed: {what}.", what=self.sentences()[-1]), Tone.GOOD
        return say("Draw a piece to where it lies, or touch it. Nothing counts before you say so."), Tone.NORMAL

    def touched(self, key: str, value: str) -> None:
        match key:
            case "zone":
                self._navigator.push(WhatLiesThere(self, self._navigator, value))
            case "empty":
                self._navigator.push(WhatComesHere(self, self._navigator, value))
            case "all":
                self._navigator.push(AllPieces(self, self._navigator))
            case "counted":
                self._navigator.push(Counted(self, self._navigator))
            case "changes":
                self._navigator.push(Changes(self, self._navigator))
            case "stands":
                self.end()
            case _:
                self._navigator.close_all()

    def inspected(self, zone: Zone, piece: Piece) -> None:
        """A touched piece."""
        self._navigator.push(WhereTo(self, self._navigator, piece, zone))

    def dragged(self, source: Zone, piece: Piece, target: Zone | Seat) -> None:
        """A piece that was drawn with a finger; where several lie, it is asked which."""
        there = lying(self.game, self.state).get(source, ())
        kinds = (piece,) if piece in there else tuple(dict.fromkeys(there))
        self.is_prefilled = False
        if len(kinds) == 1:
            self.put(kinds[0], source, target)
        elif kinds:
            self._navigator.push(WhatLiesThere(self, self._navigator, source, target))

    def put(self, piece: Piece, source: Zone, target: Zone | Seat) -> None:
        """A piece of which it is known which it is; before a player it is asked where, if there are several places."""
        if target not in self.names:
            self.change((PieceMove(piece, source, target),))
            return
        where = [zone for zone in places_for(self.game, self.state, piece, source) if owner(zone) == target]
        if len(where) > 1:
            self._navigator.push(WhereTo(self, self._navigator, piece, source, where))
        elif where:
            self.change((PieceMove(piece, source, where[0]),))
        else:
            what = {"piece": self.game.piece_name(piece), "name": self.names[target]}
            self._said = say("{piece} can be put nowhere before {name}.", **what)

    def end(self) -> None:
        """From now on it stands so, or what is against it is said."""
        try:
            after = corrected(self.game, self._before, self.edits)
        except EditRefused as refused:
            self._said = with_names(refused.reason, self.names)
            return
        wrong = objection(self.game, self._before, after)
        if wrong is not None:
            self._said = with_names(wrong, self.names)
            return
        self._context.playing().handle(PutRight(self.edits))
        self._navigator.close_all()

    # --- the table ---

    def _table(self) -> Screen:
        """The game's own picture of the table as it would stand; every piece on it can be drawn and touched."""
        if self._made is None or self._made[0] is not self.state:
            history = self._context.playing().history
            own = self.game.present(self.state)
            places = lying(self.game, self.state)
            seats = tuple(
                replace(seat, colour=history.colour(seat.seat), board=self._with_pieces(seat.board, places))
                for seat in own.seats
            )
            boards = tuple(self._with_pieces(board, places) for board in own.boards)
            table = Screen(own.title, own.status, seats, boards, heading=own.heading)
            self._made = self.state, table
        return self._made[1]

    def _with_pieces(self, board: Board, places: dict[Zone, tuple[Piece, ...]]) -> Board:
        cells = tuple(self._with_piece(cell, places) for cell in board.cells)
        return replace(board, cells=cells, gauge_intent=None)

    def _with_piece(self, cell: Cell, places: dict[Zone, tuple[Piece, ...]]) -> Cell:
        kinds, zone = tuple(dict.fromkeys(places.get(cell.zone or "", ()))), cell.zone
        cell = replace(cell, lit=False, payers=(), intent=None, pieces=cell.pieces or kinds)
        if zone is None or zone not in places:
            return replace(cell, pieces=())
        if not kinds:
            return replace(cell, intent=Touched("empty", zone))
        named = [piece for piece in kinds if self.game.piece_name(piece) == cell.title]
        if len(kinds) == 1 or named:
            return replace(cell, intent=Inspect(zone, (named or kinds)[0]))
        return replace(cell, intent=Touched("zone", zone))
