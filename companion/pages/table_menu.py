"""The menu over a game: what is not on the table itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.core.clock import clock_time, face
from companion.core.page_parts import Clocked, Person, Row, RowGroup
from companion.core.pages import DoorsPage, ListPage
from companion.core.printed_copy import copy_form_of
from companion.core.screen import Inspect, Open, Tone, Touched
from companion.core.table import UNREADABLE, Piece, Zone, owner
from companion.core.text import NOTHING, Opening, Text, say, verbatim, with_names
from companion.pages.club import REFEREE, call_or_answer, referee_row
from companion.pages.copies import copy_in_words
from companion.pages.evening_draft import EveningDraft
from companion.pages.house_rules import HouseRules, summary
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.session.messages import CameraChoice, Pause


class TableMenu:
    """Everything that is not on the table itself."""

    shows_time = True

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator
        self._counted: tuple[object, Text | None] | None = None
        """How much of the copy is known, and what had been told when it was counted."""

    def view(self) -> DoorsPage:
        session = self._context.playing()
        history = session.history
        clocked = tuple(
            Clocked(Person(history.names[seat], history.colour(seat)), clock_time(face(history.time, clock)))
            for seat, clock in history.clocks.items()
            if seat in history.game.to_move(history.state)
        )
        rules = summary(history.game, EveningDraft(history.game.name, settings=history.options.settings))
        doors = (
            Row(say("Correct the table"), say("A piece is not what is shown"), icon="pencil", intent=Open("correct")),
            Row(say("What has happened"), say("Look back, or take moves back"), icon="history", intent=Open("history")),
            Row(say("Look up a rule"), say("Ask in your own words"), icon="gavel", intent=Open("rules")),
            *referee_row(self._context),
            Row(say("Points so far"), say("Who is ahead, and by how much"), icon="chart-bar", intent=Open("result")),
            Row(say("Clock"), say("Large, and to be changed"), icon="clock", intent=Open("clock")),
            Row(say("Pause"), say("All clocks stand still"), icon="player-pause", intent=Touched("pause")),
            Row(
                say("Set up the table"), say("What goes where, what is seen"), icon="layout-grid", intent=Open("set up")
            ),
            Row(say("Camera"), self._context.machine.cameras.state().title, icon="camera", intent=Open("camera")),
            Row(say("House rules"), rules, icon="adjustments-horizontal", intent=Touched("house rules")),
            *self._copy(history.game.name),
            Row(say("Settings"), say("Light, letters, people"), icon="settings", intent=Open("settings")),
            Row(say("Help"), say("Two minutes to see how it works"), icon="help", intent=Open("tour")),
            Row(say("End the evening"), say("Everything is kept"), icon="door-exit", intent=Open("end")),
            Row(
                say("Shut down"),
                say("So that the plug can be pulled; nothing is lost"),
                icon="power",
                intent=Open("shut down"),
            ),
        )
        return DoorsPage(say("More"), doors, clocked)

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        session = self._context.playing()
        if key == REFEREE:
            call_or_answer(self._context)
            return
        if key == "pause":
            session.handle(Pause())
            self._navigator.handle(Open("clock"))
            return
        history = session.history
        self.draft = EveningDraft(history.game.name, settings=history.options.settings)
        self._navigator.push(HouseRules(history.game, self._navigator, self, fixed=True))

    draft: EveningDraft = EveningDraft("")

    def _copy(self, game: str) -> tuple[Row, ...]:
        """What is printed on the pieces, where anything is asked of it."""
        # The page is drawn anew with the clocks, several times a second; counting all that is asked takes far longer.
        told = game, self._context.copies.log(game).said
        if self._counted is None or self._counted[0] != told:
            is_asked = bool(copy_form_of(self._context.games[game]).sheets({}))
            self._counted = told, copy_in_words(self._context, game) if is_asked else None
        words = self._counted[1]
        return () if words is None else (Row(say("Your copy"), words, icon="cards", intent=Open("copy", game)),)


class CameraMenu:
    """What looks at the table, and what else could."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator

    def view(self) -> ListPage:
        camera = self._context.machine.cameras.state()
        rows = (
            Row(
                say("Set the camera up"),
                say("Look through it: height, light, what is hidden"),
                icon="scan",
                intent=Open("camera set up"),
            ),
            Row(
                say("Look again"),
                say("For a camera that has just been plugged in"),
                icon="refresh",
                intent=Touched("look again"),
            ),
            Row(
                say("Play by touch alone"),
                say("Every move can be made on the screen"),
                icon="hand-finger",
                intent=Touched("touch alone"),
            ),
        )
        return ListPage("camera", say("Camera"), (RowGroup(NOTHING, rows),), (camera.title,))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        self._context.playing().handle(CameraChoice(key))
        self._navigator.close_all()


class Correct:
    """What the companion believes lies where; a touch says what a piece really is."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator

    def view(self) -> ListPage:
        history = self._context.playing().history
        lying = sorted(history.game.table(history.state).zones.items())
        owned = {zone: owner(zone) for zone, _ in lying}
        middle = self._cards((zone, pieces) for zone, pieces in lying if owned[zone] not in history.names)
        groups = [RowGroup(say("In the middle"), middle, cards=True)] if middle else []
        for seat, name in history.names.items():
            cards = self._cards((zone, pieces) for zone, pieces in lying if owned[zone] == seat)
            groups += [RowGroup(verbatim(name), cards, cards=True)] if cards else []
        lines = (say("Touch a piece that is not what stands here. Then say what it is."),)
        session = self._context.playing()
        if not any(session.label_at(zone, piece) for zone, pieces in lying for piece in pieces):
            lines = (say("No camera has read these pieces. Put right by hand what is not so."),)
        if not groups:
            lines = (say("Nothing lies on the table yet. What is laid out will stand here."),)
        drifted = Row(
            say("Put the whole table right"),
            say("Where the table and the companion have drifted apart: move anything, outside the rules"),
            icon="hand-move",
            intent=Open("put right"),
        )
        groups.insert(0, RowGroup(NOTHING, (drifted,)))
        return ListPage("correct", say("What is really there?"), tuple(groups), lines)

    def touched(self, key: str, value: str) -> None:
        self._context.playing().handle(Inspect(key, value))
        self._navigator.close_all()

    def _cards(self, zones: Iterable[tuple[Zone, Sequence[Piece]]]) -> tuple[Row, ...]:
        each = ((zone, piece, count) for zone, pieces in zones for piece, count in sorted(Counter(pieces).items()))
        return tuple(self._row(*kind) for kind in each)

    def _row(self, zone: Zone, piece: Piece, count: int) -> Row:
        session = self._context.playing()
        name = session.history.game.piece_name(piece) if piece != UNREADABLE else say("a label that cannot be read")
        known = session.label_at(zone, piece) is not None
        icon, tint = session.history.game.sign(piece) or ("", "")
        return Row(
            Opening(name),
            with_names(session.history.game.zone_name(zone), session.history.names),
            right=verbatim(f"×{count}") if count > 1 else NOTHING,
            icon=icon or ("question-mark" if piece == UNREADABLE else "cards"),
            tint=tint,
            intent=Touched(zone, piece) if known else None,
            tone=Tone.UNKNOWN if piece == UNREADABLE else Tone.NORMAL,
            why_not=None if known else say("The camera has not read this label, so it cannot be mistaken."),
        )
