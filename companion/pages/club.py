"""All tables of a club, and the call for its referee."""

from __future__ import annotations

from companion.club.club_tables import TableEntry
from companion.club.link import LinkStatus
from companion.club.table_state import ClubTableState, TablePlayer
from companion.core.clock import ClockFace, clock_time
from companion.core.page_parts import Clocked, Person, Row
from companion.core.pages import ClubPage, TableCard
from companion.core.screen import Tone, Touched
from companion.core.text import NOTHING, Text, say, say_plural, verbatim
from companion.pages.navigator import NothingToShow
from companion.pages.page_context import PageContext
from companion.pages.point_format import format_points

REFEREE, COMES = "referee", "comes"
MINUTE = 60


class AllTables:
    """A card for each table; a touch on one that wants a referee says that he comes."""

    def __init__(self, context: PageContext) -> None:
        if context.machine.club is None:
            raise NothingToShow("There is no club: its broker stands in the settings, under [club].")
        self._context, self._club = context, context.machine.club

    def view(self) -> ClubPage:
        tables, now = self._club.tables.in_order(), self._club.now()
        cards = tuple(self._card(table, state, now) for table, state in tables)
        line, tone = self._line(len(cards), sum(state.call is not None for _, state in tables))
        return ClubPage(say("All tables"), line, tone, cards)

    def touched(self, key: str, value: str) -> None:
        if key == COMES:
            self._club.answer(value, self._context.session)

    def _line(self, tables: int, calls: int) -> tuple[Text, Tone]:
        match self._club.status:
            case LinkStatus.AWAY:
                return say("The club's broker does not answer. What is new here is kept until it does."), Tone.ATTENTION
            case LinkStatus.REFUSED:
                return say("The club's broker does not take this table's user or password."), Tone.BAD
            case LinkStatus.BARRED:
                return say("The companion may not use the network: run `sudo systemd/install --club`."), Tone.BAD
            case LinkStatus.CONNECTED if calls:
                wanted = say_plural(
                    "A referee is wanted at {count} table", "A referee is wanted at {count} tables", calls
                )
                return wanted, Tone.ATTENTION
            case LinkStatus.CONNECTED:
                return say_plural("{count} table", "{count} tables", tables), Tone.NORMAL

    def _card(self, table: TableEntry, state: ClubTableState, now: float) -> TableCard:
        running = state.running if table.online else None
        called, coming = state.call is not None, self._club.is_answering(table.id)
        leaders = state.leaders
        return TableCard(
            state.name or table.id,
            self._game(state),
            tuple(map(_person, state.players)),
            None if running is None else Clocked(_person(running), clock_time(ClockFace(state.clock(running, now)))),
            tuple(map(_person, leaders)),
            format_points(leaders[0].points or 0) if leaders else "",
            NOTHING if state.call is None else wanted_for(now - state.call.since),
            Touched(COMES, table.id) if called and not coming else None,
            coming,
            not table.online,
        )

    def _game(self, state: ClubTableState) -> Text:
        """In the language of this screen, if the game is installed here."""
        if not state.game:
            return say("Nobody is playing")
        known = self._context.games.get(state.game)
        title = known.title if known is not None else verbatim(state.title or state.game)
        if state.over:
            return say("{game}, over", game=title)
        return say("{game}, paused", game=title) if state.paused else title


def wanted_for(seconds: float) -> Text:
    """Since when a referee is wanted; clocks that disagree are taken for now."""
    minutes = int(max(0.0, seconds) // MINUTE)
    if not minutes:
        return say("Referee wanted now")
    return say_plural("Referee wanted for {count} minute", "Referee wanted for {count} minutes", minutes)


def referee_row(context: PageContext) -> tuple[Row, ...]:
    """The way to call him, or that he has been called; nothing where there is no club."""
    club = context.machine.club
    if club is None:
        return ()
    if club.call is None:
        return (Row(say("Call a referee"), say("The club sees it"), icon="hand-stop", intent=Touched(REFEREE)),)
    title = wanted_for(club.now() - club.call.since)
    done = say("Touch here when the referee has been")
    return (Row(title, done, icon="hand-stop", intent=Touched(REFEREE), tone=Tone.ATTENTION),)


def call_or_answer(context: PageContext) -> None:
    """Calls the referee, or says that he has been here."""
    club = context.machine.club
    if club is not None and club.call is None:
        club.call_referee(context.session)
    elif club is not None:
        club.answer(club.id, context.session)


def _person(player: TablePlayer) -> Person:
    return Person(player.name, player.colour)
