"""A table in play that nobody has followed: what no picture shows is told, then its evening goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.action import SEATS, Seat
from companion.core.editing import edited, objection, pieces_for, place_name, sentence
from companion.core.editor import Edit, EditRefused, Figure, FigureChange, PieceMove
from companion.core.game import Game
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Button, Tone, Touched
from companion.core.table import Piece, Zone
from companion.core.text import NOTHING, Opening, Text, say, say_plural, with_names
from companion.core.value_pages import CountPage, NumberPad
from companion.pages.confirm_button import confirm_button
from companion.pages.evening_draft import EveningDraft
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.putting_right_lists import AllPieces, Counted, WhereTo

MOST_IN_A_PILE = 12


class Resuming:
    """Whose turn it is has to be told; all else is as it usually is until somebody says otherwise."""

    def __init__(
        self, context: PageContext, navigator: Navigator, draft: EveningDraft, game: Game[Any, Any], state: Any
    ) -> None:
        self._context, self._navigator, self._draft = context, navigator, draft
        self.game, self.state = game, state
        self.names: Mapping[str, str] = dict(zip(SEATS, draft.options.names, strict=False))
        self._colours = dict(zip(SEATS, (person.colour for person in draft.people), strict=False))
        self.edits: tuple[Edit, ...] = ()
        self._told: set[str] = set()
        self._said: Text | None = None

    # --- what is told ---

    @property
    def said(self) -> Text | None:
        """Why the latest thing that was told cannot be."""
        return self._said

    def change(self, edits: tuple[Edit, ...]) -> bool:
        try:
            self.state = edited(self.game, self.state, edits)
        except EditRefused as refused:
            self._said = with_names(refused.reason, self.names)
            return False
        self.edits, self._said = (*self.edits, *edits), None
        return True

    def put(self, piece: Piece, source: Zone, target: Zone | Seat) -> None:
        if target in self.names:
            self._navigator.push(WhereTo(self, self._navigator, piece, source))
        else:
            self.change((PieceMove(piece, source, target),))

    def forget(self, number: int) -> None:
        """Nothing that was told is taken back one by one: it is told anew."""

    def sentences(self) -> list[Text]:
        return [with_names(sentence(self.game, self.state, edit), self.names) for edit in self.edits]

    def name_of(self, zone: Zone) -> Text:
        return with_names(place_name(self.game, self.state, zone), self.names)

    # --- the page ---

    @property
    def _turn(self) -> Figure | None:
        """Whose turn it is: what a game tells first of all that no label shows."""
        return next((figure for figure in self.game.editor.figures(self.state) if figure.seat is None), None)

    @property
    def stands(self) -> Button:
        """What begins the evening."""
        turn = self._turn
        untold = turn is not None and turn.name not in self._told
        return confirm_button(say("Play on"), "stands", say("Say whose turn it is first.") if untold else None)

    def view(self) -> ListPage:
        turn = self._turn
        lines: list[Text] = [say("No label shows these. What is not told is taken to be as usual.")]
        if self._said is not None:
            lines.append(self._said)
        groups = []
        if turn is not None:
            rows = tuple(
                Row(
                    with_names(words, self.names),
                    intent=Touched("turn", value),
                    colours=(self._colours[value],) if value in self._colours else (),
                    chosen=turn.name in self._told and value == turn.value,
                )
                for value, words in turn.choices.items()
            )
            groups.append(RowGroup(turn.title, rows, tone=Tone.NORMAL if turn.name in self._told else Tone.ATTENTION))
        counts = say("Hands, tokens, tracks")
        more = [Row(say("Turn and counts"), counts, icon="clock", intent=Touched("counted"))]
        if [*self.piles()]:
            second = say("Only the topmost piece of a pile is seen.")
            more.append(Row(say("How high the piles are"), second, icon="stack", intent=Touched("piles")))
        more.append(Row(say("All pieces"), say("A piece is not what is shown"), icon="cards", intent=Touched("all")))
        groups.append(RowGroup(say("And if it is not as usual"), tuple(more)))
        return ListPage("resuming", say("What no picture shows"), tuple(groups), tuple(lines), (self.stands,))

    def touched(self, key: str, value: str) -> None:
        match key:
            case "turn":
                self._tell_turn(value)
            case "counted":
                self._navigator.push(Counted(self, self._navigator))
            case "piles":
                self._navigator.push(Piles(self, self._navigator))
            case "all":
                self._navigator.push(AllPieces(self, self._navigator))
            case _:
                self.end()

    def _tell_turn(self, value: str) -> None:
        turn = self._turn
        if turn is not None and (turn.value == value or self.change((FigureChange(turn.name, value),))):
            self._told.add(turn.name)

    def end(self) -> None:
        """The evening goes on from here, or what is against it is said."""
        turn = self._turn
        if turn is not None and turn.name not in self._told:
            self._said = say("Say whose turn it is first.")
            return
        wrong = objection(self.game, self.state, self.state)
        if wrong is not None:
            self._said = with_names(wrong, self.names)
            return
        position = self.game.write_position(self.state)
        draft = self._draft
        colours = [person.colour for person in draft.people]
        self._context.evening.begin(draft.game, draft.options, draft.time, colours, position)
        self._navigator.close_all()

    # --- piles ---

    def piles(self) -> Iterator[Zone]:
        """Those that may be higher than they look."""
        heights = self.game.pile_heights(self.state)
        for zone, pieces in self.game.table(self.state).zones.items():
            if pieces and heights.get(zone, 0) and self.higher(zone) is not None:
                yield zone

    def higher(self, zone: Zone) -> PieceMove | None:
        """One more of what lies on top, if there is one left."""
        top = self.game.table(self.state).zones.get(zone, ())
        return next((move for move in pieces_for(self.game, self.state, zone) if move.piece in top), None)

    def make_as_high(self, zone: Zone, height: int) -> None:
        """So many pieces lie there, all like the topmost."""
        added = [edit for edit in self.edits if isinstance(edit, PieceMove) and edit.target == zone]
        while self.game.pile_heights(self.state)[zone] < height and (move := self.higher(zone)) is not None:
            if not self.change((move,)):
                return
        while self.game.pile_heights(self.state)[zone] > max(1, height) and added:
            last = added.pop()
            if not self.change((PieceMove(last.piece, zone, last.source),)):
                return


class Piles:
    """How many pieces lie on each other, where only the topmost is seen."""

    def __init__(self, table: Resuming, navigator: Navigator) -> None:
        self._table, self._navigator = table, navigator

    def view(self) -> ListPage:
        table = self._table
        heights = table.game.pile_heights(table.state)
        rows = tuple(
            Row(
                Opening(table.name_of(zone)),
                right=say_plural("{count} piece", "{count} pieces", heights[zone]),
                icon="stack",
                intent=Touched("pile", zone),
            )
            for zone in table.piles()
        )
        line = say("Each is taken for one piece. Touch those that are higher.")
        return ListPage("piles", say("How high the piles are"), (RowGroup(NOTHING, rows),), (line,))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        self._navigator.push(OnePile(self._table, self._navigator, value))


class OnePile:
    """One pile, counted by a touch or on the pad."""

    def __init__(self, table: Resuming, navigator: Navigator, zone: Zone) -> None:
        self._table, self._navigator, self._zone = table, navigator, zone

    def view(self) -> CountPage:
        table, zone = self._table, self._zone
        height = table.game.pile_heights(table.state)[zone]
        less = Touched("set", str(height - 1)) if height > 1 else None
        more = Touched("set", str(height + 1)) if table.higher(zone) is not None else None
        note = table.said or say("So many pieces like the topmost one.")
        title, tone = Opening(table.name_of(zone)), Tone.NORMAL if table.said is None else Tone.ATTENTION
        return CountPage(title, say("pieces"), str(height), less, more, NumberPad("", Touched("done")), note, tone)

    def touched(self, key: str, value: str) -> None:
        match key:
            case "set" | "digit" if value.isdecimal() and int(value) > 0:
                self._table.make_as_high(self._zone, min(int(value), MOST_IN_A_PILE))
            case "done":
                self._navigator.close()
            case _:
                pass
