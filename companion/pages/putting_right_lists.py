"""The lists beside a table that is put right: every piece, where one goes, what is counted, what was changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from companion.core.action import Seat
from companion.core.editing import AnyGame, edited, figure_of, lying, pieces_for, places_for, stores_of
from companion.core.editor import Edit, Figure, FigureChange, PieceMove
from companion.core.game import Presentation
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Button, Tone, Touched
from companion.core.table import UNREADABLE, Piece, Zone, owner
from companion.core.text import NOTHING, Opening, Text, as_people_sort, say, verbatim, with_names
from companion.core.value_pages import CountPage, NumberPad
from companion.pages.navigator import Navigator


class Putting(Protocol):
    """The table that is put right."""

    game: AnyGame
    names: Mapping[str, str]
    state: Any
    edits: tuple[Edit, ...]

    def change(self, edits: tuple[Edit, ...]) -> bool: ...
    def put(self, piece: Piece, source: Zone, target: Zone | Seat) -> None: ...
    def forget(self, number: int) -> None: ...
    def sentences(self) -> list[Text]: ...
    def name_of(self, zone: Zone) -> Text: ...
    def end(self) -> None: ...

    @property
    def stands(self) -> Button: ...
    @property
    def said(self) -> Text | None: ...


def by_owner(zones: Iterable[Zone], putting: Putting) -> dict[Text, list[Zone]]:
    """The zones on the table, before each player, and those of stores; each group under its title."""
    stores = stores_of(putting.game, putting.state)
    shown = putting.game.table(putting.state).zones
    titles: dict[str, Text] = {"": say("On the table")}
    titles |= {seat: verbatim(name) for seat, name in putting.names.items()}
    away: list[Zone] = []
    groups: dict[Text, list[Zone]] = {title: [] for title in titles.values()}
    groups[say("Put away")] = away
    for zone in zones:
        seat = owner(zone)
        if zone in stores and zone not in shown:
            away.append(zone)
        else:
            groups[titles.get(seat, titles[""])].append(zone)
    return {title: found for title, found in groups.items() if found}


class WhereTo:
    """Where a touched piece lies really: every place where it can be, those first to which it cannot be drawn.

    Of one that was drawn before a player it is known already that it lies there: `only` his places are asked about.
    """

    def __init__(
        self, putting: Putting, navigator: Navigator, piece: Piece, source: Zone, only: Sequence[Zone] = ()
    ) -> None:
        self._putting, self._navigator, self._piece, self._source = putting, navigator, piece, source
        self._only = tuple(only)
        self._places = list(only) or list(places_for(putting.game, putting.state, piece, source))

    def view(self) -> ListPage:
        putting = self._putting
        name = Opening(putting.game.piece_name(self._piece))
        *others, last = [
            RowGroup(title, tuple(self._row(zone) for zone in zones))
            for title, zones in by_owner(self._places, putting).items()
        ] or [RowGroup(NOTHING, ())]
        groups = tuple(group for group in (last, *others) if group.rows)
        if not self._only and self._source in putting.game.table(putting.state).zones:
            another = Row(say("It is another piece"), icon="replace", intent=Touched("another"))
            groups = (RowGroup(NOTHING, (another,)), *groups)
        here = say("It is in {zone} now. Where does it lie?", zone=putting.name_of(self._source))
        lines: tuple[Text, ...] = (here,)
        if not groups:
            lines = (here, say("It can be put nowhere else by hand."))
        return ListPage("where to", name, groups, lines, searched=True)

    def touched(self, key: str, value: str) -> None:
        self._navigator.close()
        if key == "another":
            self._navigator.push(WhatComesHere(self._putting, self._navigator, self._source, self._piece))
        else:
            self._putting.change((PieceMove(self._piece, self._source, value),))

    def _row(self, zone: Zone) -> Row:
        return Row(Opening(self._putting.name_of(zone)), icon="arrow-narrow-right", intent=Touched("to", zone))


class WhatComesHere:
    """Which piece lies in a place where the companion knows of none, or of `instead_of`, which is put away."""

    def __init__(self, putting: Putting, navigator: Navigator, zone: Zone, instead_of: Piece | None = None) -> None:
        self._putting, self._navigator, self._zone, self._instead_of = putting, navigator, zone, instead_of
        ways = [self._without(way) for way in self._away()] if instead_of is not None else [((), putting.state)]
        found = ((before, move) for before, state in ways for move in pieces_for(putting.game, state, zone))
        self._moves: dict[str, tuple[Edit, ...]] = {}
        for before, move in found:
            if move.piece != instead_of:
                self._moves.setdefault(f"{move.source} {move.piece}", (*before, move))

    def _away(self) -> list[PieceMove]:
        """The ways to put away what lies there; one of them is enough."""
        assert self._instead_of is not None
        stores = stores_of(self._putting.game, self._putting.state)
        places = places_for(self._putting.game, self._putting.state, self._instead_of, self._zone)
        return [PieceMove(self._instead_of, self._zone, place) for place in places if place in stores][:1]

    def _without(self, move: PieceMove) -> tuple[tuple[Edit, ...], Any]:
        return (move,), edited(self._putting.game, self._putting.state, (move,))

    def view(self) -> ListPage:
        groups: dict[Text, list[Row]] = {}
        for key, moves in self._moves.items():
            move = moves[-1]
            assert isinstance(move, PieceMove)
            row = _piece_row(self._putting.game, move.piece, NOTHING, Touched("piece", key))
            groups.setdefault(Opening(self._putting.name_of(move.source)), []).append(row)
        lines = (say("Touch the piece that lies there."),)
        if not groups:
            lines = (say("Nothing else can be put there. Draw a piece there from where it lies."),)
        shown = tuple(RowGroup(title, tuple(rows)) for title, rows in groups.items())
        title = say("What lies in {zone}?", zone=self._putting.name_of(self._zone))
        return ListPage("what comes here", title, shown, lines, searched=True)

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        self._navigator.close()
        self._putting.change(self._moves[value])


class WhatLiesThere:
    """Which of the pieces of a zone is meant; with a `target` it goes there at once."""

    def __init__(self, putting: Putting, navigator: Navigator, zone: Zone, target: Zone | Seat | None = None) -> None:
        self._putting, self._navigator, self._zone, self._target = putting, navigator, zone, target

    def view(self) -> ListPage:
        game = self._putting.game
        pieces = dict.fromkeys(lying(game, self._putting.state).get(self._zone, ()))
        sorted_pieces = sorted(pieces, key=lambda piece: as_people_sort(str(game.piece_name(piece))))
        rows = tuple(_piece_row(game, piece, NOTHING, Touched("piece", piece)) for piece in sorted_pieces)
        lines = (say("Which piece is meant?"),) if rows else (say("Nothing can be taken from there."),)
        title = say("What is taken from {zone}?", zone=self._putting.name_of(self._zone))
        return ListPage("what lies there", title, (RowGroup(NOTHING, rows),), lines, searched=True)

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        self._navigator.close()
        if self._target is None:
            self._navigator.push(WhereTo(self._putting, self._navigator, value, self._zone))
        else:
            self._putting.put(value, self._zone, self._target)


class AllPieces:
    """Every piece that lies somewhere, and the places from which others can be fetched."""

    def __init__(self, putting: Putting, navigator: Navigator) -> None:
        self._putting, self._navigator = putting, navigator

    def view(self) -> ListPage:
        putting = self._putting
        stores = stores_of(putting.game, putting.state)
        shown = putting.game.table(putting.state).zones
        offered = {zone: store for zone, store in stores.items() if store.listed}
        held = [zone for zone, pieces in {**shown, **offered}.items() if pieces]
        groups = []
        for title, zones in by_owner(held, putting).items():
            rows: list[Row] = []
            for zone in zones:
                if zone in stores:
                    rows.append(self._store_row(zone, len(stores[zone].pieces)))
                else:
                    rows += self._rows(zone, shown[zone])
            if rows:
                groups.append(RowGroup(title, tuple(rows)))
        lines = (say("Touch what lies elsewhere, or a place from which something was taken."),)
        return ListPage("all pieces", say("All pieces"), tuple(groups), lines, searched=True)

    def touched(self, key: str, value: str) -> None:
        self._navigator.close()
        if key == "store":
            self._navigator.push(WhatLiesThere(self._putting, self._navigator, value))
        else:
            zone, _, piece = value.partition(" ")
            self._navigator.push(WhereTo(self._putting, self._navigator, piece, zone))

    def _rows(self, zone: Zone, pieces: Iterable[Piece]) -> list[Row]:
        kinds = [piece for piece in dict.fromkeys(pieces) if piece != UNREADABLE]
        name = self._putting.name_of(zone)
        return [_piece_row(self._putting.game, kind, name, Touched("piece", f"{zone} {kind}")) for kind in kinds]

    def _store_row(self, zone: Zone, kinds: int) -> Row:
        none = say("Nothing can be taken from there.")
        intent = Touched("store", zone) if kinds else None
        return Row(Opening(self._putting.name_of(zone)), icon="stack", intent=intent, why_not=None if kinds else none)


def _piece_row(game: Presentation[Any, Any], piece: Piece, second: Text, intent: Touched) -> Row:
    icon, tint = game.sign(piece) or ("cards", "")
    return Row(Opening(game.piece_name(piece)), second, icon=icon, tint=tint, intent=intent)


class Counted:
    """What no label shows, to be set."""

    def __init__(self, putting: Putting, navigator: Navigator) -> None:
        self._putting, self._navigator = putting, navigator

    def view(self) -> ListPage:
        putting = self._putting
        figures = putting.game.editor.figures(putting.state)
        own = [figure for figure in figures if figure.seat is None]
        groups = [RowGroup(NOTHING, tuple(map(self._row, own)))] if own else []
        for seat, name in putting.names.items():
            rows = tuple(self._row(figure) for figure in figures if figure.seat == seat)
            groups += [RowGroup(verbatim(name), rows)] if rows else []
        lines: list[Text] = [say("Touch what is not so.")]
        if not groups:
            lines = [say("Nothing can be set now. Finish what is being played first, or take it back.")]
        if putting.said is not None:
            lines.append(putting.said)
        return ListPage("counted", say("Turn and counts"), tuple(groups), tuple(lines), (putting.stands,))

    def touched(self, key: str, value: str) -> None:
        if key == "stands":
            self._putting.end()
            return
        figure = figure_of(self._putting.game, self._putting.state, value)
        shown = OneCount if figure is not None and figure.is_number else OneFigure
        self._navigator.push(shown(self._putting, self._navigator, value))

    def _row(self, figure: Figure) -> Row:
        words = with_names(figure.choices[figure.value], self._putting.names)
        return Row(figure.title, right=words, intent=Touched("figure", figure.name))


class OneFigure:
    """One of several choices."""

    def __init__(self, putting: Putting, navigator: Navigator, name: str) -> None:
        self._putting, self._navigator, self._name = putting, navigator, name

    def view(self) -> ListPage:
        figure = figure_of(self._putting.game, self._putting.state, self._name)
        if figure is None:
            return counted_no_more()
        rows = tuple(
            Row(words, intent=Touched("set", value), chosen=value == figure.value)
            for value, words in figure.choices.items()
        )
        lines = (self._putting.said,) if self._putting.said is not None else ()
        return ListPage("figure", title_of(self._putting, figure), (RowGroup(NOTHING, rows),), lines)

    def touched(self, key: str, value: str) -> None:
        if key != "set" or self._putting.change((FigureChange(self._name, value),)):
            self._navigator.close()


def title_of(putting: Putting, figure: Figure) -> Text:
    """What is counted, with whose it is."""
    if figure.seat is None:
        return figure.title
    return say("{name}: {figure}", name=putting.names[figure.seat], figure=figure.title)


def counted_no_more() -> ListPage:
    return ListPage("figure", say("Turn and counts"), (), (say("That no longer counts."),))


class OneCount:
    """A count, typed on a number pad or changed by one; each figure typed counts at once."""

    def __init__(self, putting: Putting, navigator: Navigator, name: str) -> None:
        self._putting, self._navigator, self._name = putting, navigator, name
        self._typed = ""
        self._too_many = False

    def view(self) -> ListPage | CountPage:
        putting = self._putting
        figure = figure_of(putting.game, putting.state, self._name)
        if figure is None:
            return counted_no_more()
        values = list(figure.choices)
        limits = say("From {least} to {most}.", least=values[0], most=values[-1])
        note = limits if putting.said is None else putting.said
        wrong = self._too_many or putting.said is not None
        less, more = (figure.neighbour(step) for step in (-1, +1))
        pad = NumberPad(self._typed, Touched("done"))
        title = title_of(putting, figure)
        tone = Tone.ATTENTION if wrong else Tone.NORMAL
        return CountPage(title, figure.title, figure.value, _set(less), _set(more), pad, note, tone)

    def touched(self, key: str, value: str) -> None:
        match key:
            case "digit":
                self._type(str(int(self._typed + value)))
            case "backspace":
                self._type(self._typed[:-1])
            case "set":
                self._typed = ""
                self._putting.change((FigureChange(self._name, value),))
            case _:
                self._navigator.close()

    def _type(self, typed: str) -> None:
        """What would be beyond the limits is a new number that begins with the latest figure, if that can be."""
        figure = figure_of(self._putting.game, self._putting.state, self._name)
        if figure is None:
            return
        possible = next((each for each in (typed, typed[-1:]) if each in figure.choices), "")
        self._too_many = bool(typed) and not possible
        self._typed = possible
        if possible and possible != figure.value:
            self._putting.change((FigureChange(self._name, possible),))


def _set(value: str | None) -> Touched | None:
    return None if value is None else Touched("set", value)


class Changes:
    """What was changed; a touch takes one of it back."""

    def __init__(self, putting: Putting, navigator: Navigator) -> None:
        self._putting, self._navigator = putting, navigator

    def view(self) -> ListPage:
        rows = tuple(
            Row(told, icon="x", intent=Touched("forget", str(number)))
            for number, told in enumerate(self._putting.sentences())
        )
        lines: list[Text] = [
            say("Touch what is not to be changed after all.") if rows else say("Nothing has been changed yet.")
        ]
        if self._putting.said is not None:
            lines.append(self._putting.said)
        return ListPage("changes", say("What was changed"), (RowGroup(NOTHING, rows),), tuple(lines))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        self._putting.forget(int(value))
