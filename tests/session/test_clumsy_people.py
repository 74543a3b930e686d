"""A referee's report: what people do who are not tidy leads on, whatever lies on the table.

The toy game has no actions of several parts; those are played with our games in tests/games.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from companion.core.screen import Button, Notice
from companion.core.table import Observation
from companion.journal.store import JournalStore
from tests.clumsy_scenarios import ClumsyScenario, clumsy_scenarios, play
from tests.session.toy_table import ToyTable
from tests.toy import GAME, lying

DEALT = lying(market=["A1", "C1", "P1"])


@pytest.mark.parametrize("scenario", clumsy_scenarios(Path(__file__)))
def test_clumsy(scenario: ClumsyScenario) -> None:
    play(scenario)


def test_every_notice_about_the_table_leads_on_within_two_touches(table: ToyTable) -> None:
    """Whatever lies there: "Yes" where it is offered, else the last answer, and nothing more is said."""
    sights = (
        lying(market=["A1", "C1"], B1=["A2", "A3"]),
        lying(market=["C1", "P1"], B1=["A1"]),
        lying(market=["A1", "C1", "P1"], A1=["A2"], B1=["A3"]),
        lying(market=["P1"], A1=["A1", "C1"]),
        lying(),
    )
    for seen in sights:
        table.sees(seen, rest=5)
        for _ in range(2):
            if not table.silent and table.notice.answers:
                yes = [button for button in table.notice.answers if "Yes" == str(button.label)]
                table.touches((*yes, table.notice.answers[-1])[0].intent)
                table.waits(2)
        assert table.silent or not table.notice.answers, str(table.notice.heading)
        table.sees(DEALT, rest=3)


def test_from_every_state_two_touches_lead_on(store: JournalStore) -> None:
    """Pieces at random places, missing, doubled or foreign: what is offered leads back to play."""
    tags = ["A1", "A2", "C1", "C2", "P1", "P2", "HTTPS://X.Y"]
    for seed in range(12):
        random, table = Random(seed), ToyTable(store)
        table.sees(DEALT)
        for _ in range(random.randrange(3)):
            table.sees(_strewn(tags, random), rest=random.choice((0, 1, 5)))
        table.sees(_strewn(tags, random), rest=10)
        touches = 0
        while _asks(table):
            table.touches(_way_out(table.notice).intent)
            table.waits(10)
            touches += 1
            assert touches <= 2, f"seed {seed} asks a third time"


def _strewn(tags: Sequence[str], random: Random) -> Observation:
    zones: dict[str, list[str]] = {}
    for tag in random.sample(tags, random.randrange(len(tags) + 1)):
        zones.setdefault(random.choice(("market", "A1", "A2", "B1", "B2")), []).append(tag)
    return lying(**zones)


def _asks(table: ToyTable) -> bool:
    """Whether something other than the game itself waits for an answer."""
    own = GAME.present(table.history.state).notice
    return not table.silent and bool(table.notice.answers) and table.notice != own


def _way_out(notice: Notice) -> Button:
    """Leave it or allow it, where that is offered; else the last answer."""
    ways = [each for each in notice.answers if str(each.label).startswith(("Leave it", "We allow it"))]
    return (*ways, notice.answers[-1])[0]
