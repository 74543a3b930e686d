"""The ends of an evening: whether it is scored as it stands, asked once over its stopped clocks; switching off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.core.camera_view import Shares
from companion.core.clock import clock_time, face
from companion.core.editing import place_name
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.picture_pages import OwnedArea, PictureQuestion, PictureSpot, ScoredPicturePage
from companion.core.plane import hull
from companion.core.result_pages import EndPage
from companion.core.screen import Button, Open, Tone, Touched
from companion.core.table import UNREADABLE, Box, TablePicture, Zone, owner
from companion.core.text import NOTHING, Opening, Text, and_list, say, say_plural, with_names
from companion.pages.navigator import Navigator, OpenPage
from companion.pages.page_context import PageContext
from companion.pages.point_format import format_points
from companion.pages.point_ranges import point_ranges, widened
from companion.pages.result import Result, ScoreStandings
from companion.session.closing_audit import ClosingLook, Disagreement, points_of
from companion.session.messages import Audited, EndEvening, GoOn, Hold, Pause, PutRight

# --- the last look ---
#
# Before a result is final: what lies otherwise than the evening has it is asked, one piece after the other, once.


def audited_result(context: PageContext, navigator: Navigator, *, ends_early: bool = False) -> OpenPage:
    """The result, or first what is asked before it is one. `ends_early`: the players end the evening with it.

    Where no camera looks nothing is asked, and nothing claimed.
    """
    session = context.playing()
    history = session.history
    is_over = ends_early or history.ended_early or history.game.outcome(history.state) is not None
    is_audited = history.ending is not None and history.ending.still_open is not None
    look = session.closing_look if is_over and not is_audited else None
    if look is not None and look.disagreements(history.game, history.state):
        return ClosingAudit(context, navigator, look, ends_early=ends_early)
    if ends_early:
        session.handle(EndEvening())
    if look is not None:
        session.handle(Audited(len(look.not_compared)))
    return Result(context, navigator, "")


class ClosingAudit:
    """While it is open nothing that the camera sees is taken for a move, and what it saw first is what is asked."""

    def __init__(self, context: PageContext, navigator: Navigator, look: ClosingLook, *, ends_early: bool) -> None:
        self._context, self._navigator, self._look, self._ends_early = context, navigator, look, ends_early
        self._answered = set[object]()
        self._left_open = len(look.not_compared)
        session = context.playing()
        self._picture = session.table_picture
        session.handle(Hold(on=True))

    def closed(self) -> None:
        if self._context.session is not None:
            self._context.session.handle(Hold(on=False))

    # --- the page ---

    def view(self) -> ScoredPicturePage:
        asked = self._open()
        picture = self._picture
        result = Button(say("Result with what is open"), Touched("result"), icon="chart-bar")
        leave = Button(say("Leave it open"), Touched("leave"), icon="question-mark")
        by_hand = Button(say("Put the table right"), Open("put right"), icon="hand-move")
        return ScoredPicturePage(
            say("Does the table lie so?"),
            say("before the result"),
            None if picture is None else picture.crop,
            say("The camera has no picture of the table now."),
            () if picture is None else self._areas(picture),
            () if picture is None or not asked else tuple(self._spots(picture, asked[0])),
            self._ranges(asked),
            self._question(asked) if asked else None,
            NOTHING,
            Tone.NORMAL,
            (by_hand, leave, result),
        )

    def touched(self, key: str, value: str) -> None:
        asked = self._open()
        if key == "result" or not asked:
            self._left_open += len(asked)
            self._end()
            return
        first = asked[0]
        self._answered.add(first.key)
        if key == "way":
            self._context.playing().handle(PutRight(first.ways[int(value)].edits))
        elif key == "leave":
            self._left_open += 1
        if not self._open():
            self._end()

    def _end(self) -> None:
        """What is true now is the result, unless what was put right lets the game go on."""
        session = self._context.playing()
        self._navigator.close()
        if self._ends_early:
            session.handle(EndEvening())
        if session.history.ending is not None:
            session.handle(Audited(self._left_open))
            self._navigator.push(Result(self._context, self._navigator, ""))

    def _open(self) -> Sequence[Disagreement]:
        history = self._context.playing().history
        found = self._look.disagreements(history.game, history.state)
        return [each for each in found if each.key not in self._answered]

    # --- the question ---

    def _question(self, asked: Sequence[Disagreement]) -> PictureQuestion:
        first = asked[0]
        left = say_plural("{count} question left", "{count} questions left", len(asked))
        answers = [Button(self._name(way.zone), Touched("way", str(at))) for at, way in enumerate(first.ways)]
        if first.zone is not None:
            answers.append(Button(self._name(first.zone), Touched("stays")))
        if not first.ways:
            answers.insert(0, Button(say("Put it right"), Open("put right")))
        heading, second = self._words(first)
        return PictureQuestion(left, heading, second, tuple(answers))

    def _words(self, asked: Disagreement) -> tuple[Text, Text]:
        piece = self._context.playing().history.game.piece_name(asked.piece)
        if asked.zone is None and asked.seen is not None:
            heading = say("What lies in {zone}?", zone=self._place(asked.seen))
            if asked.piece == UNREADABLE:
                return heading, say("There is a label that cannot be read.")
            return heading, say("The camera sees {piece} there; the record does not.", piece=piece)
        heading = say("Where does {piece} lie?", piece=piece)
        assert asked.zone is not None
        if asked.seen is None:
            return heading, say(
                "In the evening it lies in {zone}. The camera does not see it.", zone=self._place(asked.zone)
            )
        there = {"zone": self._place(asked.zone), "seen": self._place(asked.seen)}
        return heading, say("In the evening it lies in {zone}. The camera sees it in {seen}.", **there)

    def _place(self, zone: Zone) -> Text:
        history = self._context.playing().history
        return with_names(place_name(history.game, history.state, zone), history.names)

    def _name(self, zone: Zone) -> Text:
        return Opening(self._place(zone))

    def _ranges(self, asked: Sequence[Disagreement]) -> Any:
        history = self._context.playing().history
        standing = ScoreStandings(history)
        changes = [[way.points for way in each.ways] for each in asked]
        spans = widened(points_of(history.game, history.state), changes)
        return point_ranges(
            [
                (standing.people(sheet), standing.title(sheet), spans[sheet.player], sheet.provisional)
                for sheet in standing.sheets
            ]
        )

    # --- the picture ---

    def _areas(self, picture: TablePicture) -> tuple[OwnedArea, ...]:
        """What lies before each player, in his colour."""
        history = self._context.playing().history
        zones = history.game.layout(history.state).zones
        areas = []
        for seat in history.seats:
            corners = [corner for zone, box in zones.items() if owner(zone) == seat for corner in _corners(box)]
            if corners:
                areas.append(OwnedArea(_in_picture(picture, hull(corners)), history.colour(seat)))
        return tuple(areas)

    def _spots(self, picture: TablePicture, asked: Disagreement) -> Iterable[PictureSpot]:
        """Where it should lie, and where it is seen."""
        history = self._context.playing().history
        zones = history.game.layout(history.state).zones
        places = [zone for zone in (asked.zone, asked.seen) if zone is not None and zone in zones]
        for number, zone in enumerate(places, 1):
            yield PictureSpot(_in_picture(picture, _corners(zones[zone])), asked.piece, "", number)


def _corners(box: Box) -> tuple[tuple[float, float], ...]:
    return (box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)


def _in_picture(picture: TablePicture, points: Sequence[tuple[float, float]]) -> tuple[Shares, ...]:
    wide, high = picture.crop.width * picture.step, picture.crop.height * picture.step
    shares = ((float(x) / wide, float(y) / high) for x, y in picture.projection.to_px(points))
    return tuple((min(1.0, max(0.0, x)), min(1.0, max(0.0, y))) for x, y in shares)


# --- the end ---


class EndOfEvening:
    """Scored as it stands, kept for another day, or played on; the clocks stand while it is asked."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator
        session = context.playing()
        self._stopped = session.timekeeper.paused_for is None
        session.handle(Pause())

    def view(self) -> EndPage:
        session = self._context.playing()
        standing = ScoreStandings(session.history)
        assert session.screen is not None, "the table has been shown before its menu"
        table = replace(session.screen, clocks_stand=True)
        return EndPage(table, say("End the evening?"), standing.ranks, self._answers(standing))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        match key:
            case "later":
                self._context.evening.leave()
            case "abandon":
                self._navigator.close_all()
                self._navigator.push(audited_result(self._context, self._navigator, ends_early=True))
            case _:
                self._navigator.close_all()

    def closed(self) -> None:
        if self._stopped and self._context.session is not None:
            self._context.session.handle(GoOn())

    def _answers(self, standing: ScoreStandings) -> tuple[Row, ...]:
        score = Row(say("Score it as it stands"), _as_it_stands(standing), icon="chart-bar", intent=Touched("abandon"))
        if standing.outcome is not None:
            score = Row(say("The result"), standing.outcome.reason, icon="chart-bar", intent=Open("result"))
        later = Row(
            say("Keep it for another day"),
            say("Everything is stored. You can continue at any time."),
            icon="moon-stars",
            intent=Touched("later"),
        )
        play = Row(say("Go on playing"), self._clock_runs_on(), icon="player-play", intent=Touched("play"))
        return score, later, play

    def _clock_runs_on(self) -> Text:
        history = self._context.playing().history
        on_turn = history.game.to_move(history.state)
        if not self._stopped or not on_turn:
            return say("Nothing has changed.")
        if len(on_turn) > 1:
            return say("All clocks run on.")
        time = clock_time(face(history.time, history.clocks[on_turn[0]]))
        return say("{name}’s clock runs on from {time}.", name=history.names[on_turn[0]], time=time)


def _as_it_stands(standing: ScoreStandings) -> Text:
    """Who is ahead, and by how much."""
    early = say("The evening counts as ended early.")
    if not standing.sheets:
        return early
    ahead = [standing.title(sheet) for sheet in standing.sheets if standing.place(sheet) == 1]
    lead: Text
    if len(ahead) == len(standing.sheets):
        lead = say("All are equal.")
    elif len(ahead) > 1:
        lead = say("{players} are ahead, with equal points.", players=and_list(ahead))
    else:
        lead = say_plural(
            "{player} is ahead by {points} point.",
            "{player} is ahead by {points} points.",
            standing.lead,
            player=ahead[0],
            points=format_points(standing.lead),
        )
    return say("{sentence} {next_sentence}", sentence=lead, next_sentence=early)


class ShutDown:
    """Asked once, because it takes a while to come back."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator

    def view(self) -> ListPage:
        lines = (say("Shut the companion down?"), say("The evening is kept as it stands."))
        rows = (
            Row(say("Shut down"), icon="power", intent=Touched("yes")),
            Row(say("Stay on"), icon="x", intent=Touched("no")),
        )
        return ListPage("shut down", say("Shut down"), (RowGroup(NOTHING, rows),), lines)

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        if key == "yes":
            self._context.evening.shut_down()
        else:
            self._navigator.close()
