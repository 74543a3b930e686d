"""A table that plays by itself."""

from __future__ import annotations

from random import Random

import pytest

from companion.conformance.playouts import AnyGame
from companion.core.game import Options, legal_actions, play
from companion.core.screen import Do
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.self_play import PAUSE, SelfPlay
from tests.toy import GAME, LAYOUT, OPTIONS


def test_self_play_keeps_to_the_rules(tmp_path: object) -> None:
    with JournalStore(":memory:") as store:
        history = GameHistory(GAME, store, store.begin("orchard", OPTIONS))
        table = PhysicalTable(GAME, LAYOUT)
        touched: list[str] = []

        def touch(intent: Do) -> None:
            touched.append(GAME.write_action(intent.action))
            history.do([intent.action], "touch")

        play_itself = SelfPlay(history, table, Random(4), touch)
        for _ in range(PAUSE * 12):
            play_itself.hands()
            seen = table.snapshot(GAME.table(history.state))
            story = [a for a in legal_actions(GAME, history.state) if GAME.table(play(GAME, history.state, a)) == seen]
            if seen != GAME.table(history.state):
                history.do(story[:1], "camera")

        assert history.state.dealt == 3
        assert len(history.played) > 4
        assert {"A: pass", "B: pass"} >= set(touched), "only what leaves no trace on the table is touched"
        assert touched


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_hands_and_pieces_are_always_somewhere_on_the_table(game: AnyGame) -> None:
    """Illuminati's cards lie where their masters' arrows point: the layout grows with the structures."""
    with JournalStore(":memory:") as store:
        names = tuple(f"Player {number}" for number in range(max(game.players)))
        history = GameHistory(game, store, store.begin(game.name, Options(names)))
        table = PhysicalTable(game, game.layout(history.state))

        def touch(intent: Do) -> None:
            history.do([intent.action], "touch")

        play_itself = SelfPlay(history, table, Random(1), touch)
        for _ in range(PAUSE * 60):
            hands = play_itself.hands()

            assert set(hands) <= set(table.layout.zones)
        assert len(history.played) > 20
        assert list(table.lying())
