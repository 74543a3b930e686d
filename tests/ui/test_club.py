"""A club in the window: the page of all tables is kept up to date, and a call is heard once, there alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.application.application import Application
from companion.club.club_table import ClubTable
from companion.club.mqtt_messages import EVENT, ONLINE, STATE, TableEvent, event_payload, topic
from companion.club.table_snapshots import Snapshots
from companion.club.table_state import Call, ClubTableState, to_payload
from companion.config import Settings
from companion.core.screen import Open, Touched
from companion.core.text import ENGLISH
from companion.journal.store import JournalStore
from companion.pages.machine import Machine
from companion.session.messages import Tick
from tests.club.link import Link
from tests.ui.samples import SMALL

AT = 1_795_980_000.0


@pytest.fixture
def link() -> Link:
    return Link()


@pytest.fixture
def rung() -> list[str]:
    """The sounds that were heard."""
    return []


@pytest.fixture
def application(link: Link, rung: list[str]) -> Iterator[Application]:
    with JournalStore(":memory:") as store:
        club = ClubTable("me", "Table 1", link, Snapshots(ENGLISH, names=True), now=lambda: AT)
        machine = Machine(club=club, ring=rung.append)
        application = Application(Settings(), store, lambda _: None, ENGLISH, machine=machine)
        application.context.copies.asks = False
        application.window.open(SMALL)
        application.welcome()
        yield application
        application.window.close()


def call(link: Link) -> None:
    state = ClubTableState("Table 2 of [b]a guest[/b]", AT, call=Call(1, AT))
    link.incoming += [
        (topic("b2", ONLINE), b"online"),
        (topic("b2", STATE), to_payload(state)),
        *[(topic("b2", EVENT), event_payload(TableEvent(1, "called", AT)))] * 2,
    ]


def test_a_call_is_shown_and_heard_once_where_all_tables_are_shown(
    application: Application, link: Link, rung: list[str]
) -> None:
    application.handle(Open("club"))
    application.handle(Tick(0.0))
    assert "Table 2" not in " ".join(application.window.view.words())

    call(link)
    application.handle(Tick(0.25))
    application.handle(Tick(0.5))
    shown = " ".join(application.window.view.words())
    assert "Table 2 of [b]a guest[/b]" in shown  # A name is never markup.
    assert "Referee wanted now" in shown
    assert ["call"] == rung

    application.handle(Touched("comes", "b2"))
    assert "On the way" in " ".join(application.window.view.words())


def test_elsewhere_nobody_is_disturbed(application: Application, link: Link, rung: list[str]) -> None:
    call(link)
    application.handle(Tick(0.0))

    assert [] == rung
