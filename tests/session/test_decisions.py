"""The table decides an ambiguous point in the evening: it counts from then on, and is cited."""

from __future__ import annotations

from typing import Any

import pytest

from companion.conformance.playouts import playout
from companion.core.game import Options
from companion.core.journal_entries import Decided
from companion.core.screen import Decide, Do, Intent, Screen, Undo
from companion.errors import ConfigError
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.session import Session

GAME = GAMES["iron_sky"]
TWO_GIFTS = "A: give 2 CP to B"
"""ISK-60-R: a Reich player may give one CP away a turn; tables may decide that any number is given."""

ANY_NUMBER = Decide("reich_gifts", "any_number")


class GiftTable:
    """Iron Sky for two where Ann could give CP away; the journal is on disk."""

    def __init__(self, store: JournalStore, game: int | None = None) -> None:
        self.store = store
        self.game = store.begin(GAME.name, Options(("Ann", "Ben", "Cara", "Dan"))).id if game is None else game
        self.history: GameHistory[Any, Any] = GameHistory(GAME, store, store.load(self.game))
        self.screens: list[Screen] = []
        self.session = Session(self.history, self.screens.append, lambda _: None)

    def touches(self, intent: Intent) -> None:
        self.session.handle(intent)

    def gives(self) -> None:
        self.touches(Do(GAME.read_action(TWO_GIFTS)))

    @property
    def said(self) -> list[str]:
        notice = self.screens[-1].notice
        return [] if notice is None else [str(notice.heading), *map(str, notice.lines)]

    @property
    def given(self) -> bool:
        return bool(self.history.played) and TWO_GIFTS == GAME.write_action(self.history.played[-1].action)


@pytest.fixture
def table(store: JournalStore) -> GiftTable:
    opened = GiftTable(store)
    opened.history.do([action for _, action, _ in playout(GAME, 4, seed=1, most=4)], "test")
    return opened


def test_the_usual_ruling_counts_until_then(table: GiftTable) -> None:
    table.gives()

    assert not table.given
    assert any("this table allows 1" in line for line in table.said)


def test_from_then_on_the_decision_counts(table: GiftTable) -> None:
    table.touches(ANY_NUMBER)
    table.gives()

    assert table.given


def test_taking_an_action_back_takes_no_decision_back(table: GiftTable) -> None:
    table.touches(ANY_NUMBER)
    table.gives()
    table.touches(Undo())
    table.touches(Undo())
    table.history.do([GAME.read_action(TWO_GIFTS)], "test")

    assert {"reich_gifts": "any_number"} == table.history.decided
    assert table.given


def test_the_decision_is_kept_over_a_power_cut(table: GiftTable) -> None:
    table.touches(ANY_NUMBER)
    table.gives()
    again = GiftTable(table.store, table.game)

    assert (None, True) == (again.history.fault, again.given)
    assert table.history.state == again.history.state


def test_what_was_done_before_stays_as_it_was(table: GiftTable) -> None:
    """An action that was legal when it was made is replayed under the choice of then."""
    table.touches(ANY_NUMBER)
    table.gives()
    table.touches(Decide("reich_gifts", "one_per_turn"))
    again = GiftTable(table.store, table.game)

    assert (None, True) == (again.history.fault, again.given)
    assert "one_per_turn" == again.history.state.choices["reich_gifts"]


def test_a_refusal_cites_what_was_decided(table: GiftTable) -> None:
    table.touches(ANY_NUMBER)
    table.touches(Decide("reich_gifts", "one_per_turn"))
    table.gives()

    assert "Decided this evening: Gifts within the Reich: one." in table.said


def test_it_stands_in_the_journal(table: GiftTable) -> None:
    table.touches(ANY_NUMBER)

    assert Decided("reich_gifts", "any_number") == table.store.load(table.game).entries[-1].event


def test_what_is_no_choice_changes_nothing(table: GiftTable) -> None:
    before = table.store.load(table.game).entries
    with pytest.raises(ConfigError, match="cannot be 'whatever'"):
        table.history.decide("reich_gifts", "whatever", "touch")

    assert before == table.store.load(table.game).entries
