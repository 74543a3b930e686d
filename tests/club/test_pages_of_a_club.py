"""What people see of their club: the door, the cards, the call; and what a table tells of an evening that is played."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.application.bootstrap import with_club
from companion.club.club_table import ClubTable
from companion.club.link import LinkStatus
from companion.club.mqtt_messages import ANSWER, ONLINE, STATE, Outgoing, answer_payload, event_of, parsed_topic, topic
from companion.club.table_snapshots import Snapshots
from companion.club.table_state import Call, ClubTableState, TablePlayer, to_payload
from companion.config import SIMULATOR, Club, Settings
from companion.core.clock import TimeControl
from companion.core.game import Options
from companion.core.pages import ClubPage, DoorsPage, HomePage, TableCard
from companion.core.screen import Tone
from companion.core.text import ENGLISH
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.pages.machine import Machine
from companion.pages.navigator import NothingToShow
from companion.session.messages import Pause
from tests.club.link import Link
from tests.pages.conftest import Visitor

GAME = [*GAMES][-1]
"""In which everybody is on turn from the beginning."""

AT = 1_795_980_000.0


class Member(Visitor):
    """Somebody before the screen of a table in a club."""

    def __init__(self, *, names: bool = True) -> None:
        super().__init__()
        self.link, self.time = Link(), AT
        snapshots = Snapshots(ENGLISH, names=names)
        self.club = ClubTable("me", "Table 1", self.link, snapshots, now=lambda: self.time)
        self.connects(club=self.club)

    def plays(self) -> Member:
        self.evenings.begin(GAME, Options(("Ann", "Bo")), TimeControl(), (3, 4))
        return self

    def tick(self) -> bool:
        return self.club.tick(self.context.session)

    def hears(self, id: str, state: ClubTableState) -> None:
        self.link.incoming += [(topic(id, STATE), to_payload(state)), (topic(id, ONLINE), b"online")]
        self.tick()

    def cards(self) -> tuple[TableCard, ...]:
        self.opens("club")
        assert isinstance(self.page, ClubPage)
        return self.page.cards


@pytest.fixture
def member() -> Member:
    return Member()


def test_there_is_no_door_and_no_call_without_a_club() -> None:
    visitor = Visitor()
    home = visitor.opens("home").page
    assert isinstance(home, HomePage)
    assert "All tables" not in [str(door.label) for door in home.doors]
    with pytest.raises(NothingToShow):
        visitor.opens("club")


def test_a_door_of_the_first_page_leads_to_all_tables(member: Member) -> None:
    home = member.opens("home").page
    assert isinstance(home, HomePage)

    assert isinstance(member.does(home.doors[0].intent).page, ClubPage)  # type: ignore[arg-type]


@pytest.mark.parametrize("names", [True, False])
def test_a_table_tells_its_evening_and_names_only_where_it_may(names: bool) -> None:
    member = Member(names=names).plays()
    member.tick()
    state = member.link.states()[-1]

    assert (GAME, False, False) == (state.game, state.paused, state.over)
    told = ("Ann", "Bo") if names else ("", "")
    assert [(told[0], 3, 1), (told[1], 4, 1)] == [(each.name, each.colour, each.rate) for each in state.players]


def test_a_running_clock_is_no_news_a_pause_is(member: Member) -> None:
    member.plays()
    session = member.context.playing()
    for seconds in range(5):
        member.time = AT + seconds
        member.tick()
        session.history.spend(1.0, session.history.game.to_move(session.history.state))
    assert 1 == len(member.link.states())

    session.handle(Pause())
    member.tick()
    assert [False, True] == [each.paused for each in member.link.states()]


def test_a_call_stands_in_the_menu_until_it_is_answered(member: Member) -> None:
    member.plays()

    def called() -> tuple[str, Tone]:
        page = member.opens("more").page
        assert isinstance(page, DoorsPage)
        door = next(door for door in page.doors if door.icon == "hand-stop")
        return str(door.title), door.tone

    assert ("Call a referee", Tone.NORMAL) == called()
    member.touches("referee")
    member.time += 250
    assert ("Referee wanted for 4 minutes", Tone.ATTENTION) == called()

    member.link.incoming.append((topic("me", ANSWER), answer_payload(9)))  # to a call of another evening
    member.tick()
    assert "Referee wanted for 4 minutes" == called()[0]
    member.link.incoming += [(topic("me", ANSWER), answer_payload(1))] * 2
    member.tick()
    assert "Call a referee" == called()[0]
    events = [event_of(each.payload) for each in member.link.sent if parsed_topic(each.topic)[1] == "event"]
    assert [(1, "called"), (2, "answered")] == [(each.number, each.event) for each in events]


def test_the_players_themselves_say_that_he_has_been(member: Member) -> None:
    member.plays().opens("more").touches("referee").touches("referee")

    assert member.club.call is None
    assert {"events": "2", "call": ""} == member.link.own


def test_the_cards_say_who_leads_whose_clock_runs_and_since_when_a_referee_is_wanted(member: Member) -> None:
    players = (TablePlayer("Ann", 0, 850, 1500.0, -1), TablePlayer("Bo", 3, 1700, 60.5, 0))
    member.hears("b2", ClubTableState("Table 2", AT - 10, GAME, "?", players, call=Call(1, AT - 240)))
    member.hears("c3", ClubTableState("Table 3", AT, "a_game_of_tomorrow", "Tomorrow's", paused=True))
    first, mine, last = member.cards()

    said = ("Table 2", str(GAMES[GAME].title), "Referee wanted for 4 minutes")
    assert said == (first.name, str(first.game), str(first.wanted))
    assert (("Bo",), "1\N{NO-BREAK SPACE}700") == (tuple(each.name for each in first.leaders), first.points)
    assert first.clocked is not None
    assert ("Ann", "24:50") == (first.clocked.person.name, first.clocked.time)
    assert ("Table 1", "Nobody is playing") == (mine.name, str(mine.game))
    assert ("Table 3", "Tomorrow's, paused", None) == (last.name, str(last.game), last.intent)


def test_a_touch_says_that_a_referee_comes_once(member: Member) -> None:
    member.hears("b2", ClubTableState("Table 2", AT, call=Call(5, AT)))
    member.cards()
    member.touches("comes", "b2").touches("comes", "b2")

    answers = [each for each in member.link.sent if not each.retained]
    assert [Outgoing(topic("b2", ANSWER), answer_payload(5))] == answers
    assert (None, True) == (member.cards()[0].intent, member.cards()[0].coming)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (LinkStatus.AWAY, "The club's broker does not answer. What is new here is kept until it does."),
        (LinkStatus.REFUSED, "The club's broker does not take this table's user or password."),
        (LinkStatus.BARRED, "The companion may not use the network: run `sudo systemd/install --club`."),
        (LinkStatus.CONNECTED, "1 table"),
    ],
)
def test_the_page_says_how_the_broker_is(member: Member, status: LinkStatus, said: str) -> None:
    member.link.status = status
    member.tick()
    page = member.opens("club").page

    assert isinstance(page, ClubPage)
    assert said == str(page.line)


class TestJoining:
    """What the settings ask for when the companion starts; nothing of it ever keeps it from starting."""

    def joined(self, club: Club, *sources: str) -> Machine:
        with ExitStack() as closing:
            return with_club(Machine(), Settings(club=club), JournalStore(":memory:"), sources, closing)

    @pytest.mark.parametrize(("club", "sources"), [(Club(), ()), (Club("localhost"), (SIMULATOR,))])
    def test_without_a_broker_or_in_a_demonstration_there_is_none(self, club: Club, sources: tuple[str, ...]) -> None:
        machine = self.joined(club, *sources)

        assert (None, ()) == (machine.club, machine.wrong)

    def test_without_the_extra_it_is_one_sentence_and_everything_else_works(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "paho.mqtt.client", None)
        monkeypatch.delitem(sys.modules, "companion.club.broker_connection", raising=False)
        machine = self.joined(Club("localhost"))

        said = "The settings name a club, and this installation was made without what joins one: see docs/club.md."
        assert (None, [said]) == (machine.club, [*map(str, machine.wrong)])

    def test_a_password_that_cannot_be_read_is_one_sentence(self, tmp_path: Path) -> None:
        machine = self.joined(Club("localhost", user="me", password_file=tmp_path / "none"))

        assert machine.club is None
        assert [f"The club's password cannot be read from {tmp_path / 'none'}; check its name and rights."] == [
            *map(str, machine.wrong)
        ]

    def test_with_a_broker_it_is_a_table_of_the_club(self) -> None:
        assert isinstance(self.joined(Club("127.0.0.1", 9, tls=False)).club, ClubTable)
