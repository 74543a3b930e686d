"""An evening again: step by step, read-only, and as far as a record can be followed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.core.game import Options, legal_actions, violation
from companion.core.journal_entries import Did, Entry
from companion.core.pages import ArticlePage
from companion.core.result_pages import ReplayPage
from companion.errors import CompanionError
from companion.games import GAMES
from companion.journal.record import EveningRecord
from companion.session.game_history import GameHistory
from tests.pages.conftest import Visitor

GAME, NAMES = "iron_sky", ("Liisa", "Ott")
MOVES = 24


@pytest.fixture
def played(visitor: Visitor) -> GameHistory[object, object]:  # type: ignore[type-var]
    """An evening of the journal that nobody plays any more."""
    game = GAMES[GAME]
    history = GameHistory(game, visitor.store, visitor.store.begin(GAME, Options(NAMES)))
    random = Random(4)
    for number in range(MOVES):
        history.spend(3.0, history.game.to_move(history.state))
        source = "camera" if number % 2 else "touch"
        history.do([random.choice(list(legal_actions(game, history.state)))], source)
    return history


def shown(visitor: Visitor) -> ReplayPage:
    assert isinstance(visitor.page, ReplayPage)
    return visitor.page


def test_every_step_shows_the_table_as_it_lay_and_says_what_happened(
    visitor: Visitor,
    played: GameHistory[object, object],  # type: ignore[type-var]
) -> None:
    visitor.opens("replay", played.id)
    assert (0, MOVES) == (shown(visitor).at, shown(visitor).last)
    assert "The evening begins." == str(shown(visitor).sentence)
    states = [*(each.before for each in played.played), played.state]
    for number, each in enumerate(played.played, 1):
        visitor.touches("show", str(number))
        assert str(played.told(each)) == str(shown(visitor).sentence)
        assert played.game.present(states[number]).boards == shown(visitor).table.boards
        told = "seen by the camera" if each.source == "camera" else "told by touch"
        assert told == str(shown(visitor).told)

    assert not shown(visitor).keys[-1].enabled, "there is nothing after the end"


def test_one_jumps_to_the_next_turn_and_to_the_next_change_of_the_points(
    visitor: Visitor,
    played: GameHistory[object, object],  # type: ignore[type-var]
) -> None:
    states = [*(each.before for each in played.played), played.state]
    turns = [played.game.to_move(state) for state in states]
    points = [[sheet.total for sheet in played.game.score(state)] for state in states]
    for jump, of in (("turn", turns), ("points", points)):
        first = next((number for number, each in enumerate(of) if each != of[0]), MOVES)
        visitor.opens("replay", played.id).touches(jump)
        assert first == shown(visitor).at, jump


def test_it_plays_by_itself_as_fast_as_was_chosen_and_stops_at_the_end(
    visitor: Visitor,
    played: GameHistory[object, object],  # type: ignore[type-var]
) -> None:
    visitor.opens("replay", played.id).touches("play")
    for second in range(5):
        visitor.navigator.tick(float(second))
    assert 4 == shown(visitor).at, "a step a second at twice the slowest"
    visitor.touches("speed")
    for second in range(5, 8):
        visitor.navigator.tick(float(second))
    assert 10 == shown(visitor).at
    for second in range(8, 30):
        visitor.navigator.tick(float(second))
    assert MOVES == shown(visitor).at
    assert "Play" == str(shown(visitor).keys[1].label), "it has stopped"


def test_nothing_of_it_writes_and_the_evening_that_is_played_goes_on(visitor: Visitor) -> None:
    visitor.evenings.go_on(visitor.store.begin(GAME, Options(NAMES)))
    history = visitor.context.playing().history
    history.do([next(iter(legal_actions(history.game, history.state)))], "touch")
    visitor.opens("replay").touches("show", "1")
    before, entries = shown(visitor), len(visitor.store.load(history.id).entries)
    for key in ("play", "speed", "turn", "points", "broken", "rule"):
        visitor.touches(key)
    assert entries == len(visitor.store.load(history.id).entries)
    history.do([next(iter(legal_actions(history.game, history.state)))], "touch")
    visitor.touches("show", "1")

    assert before.table == shown(visitor).table
    assert 1 == shown(visitor).last, "what has happened since is not in it"


def forbidden(history: GameHistory[object, object]) -> object:  # type: ignore[type-var]
    state = history.state
    return next(each for each in history.game.candidates(state) if violation(history.game, state, each))


def test_a_rule_that_was_set_aside_is_named_and_can_be_read(
    visitor: Visitor,
    played: GameHistory[object, object],  # type: ignore[type-var]
) -> None:
    wrong = forbidden(played)
    found = violation(played.game, played.state, wrong)
    assert found is not None
    played.do([wrong], "touch", found.rule.id)
    visitor.opens("replay", played.id).touches("broken")

    refused = shown(visitor).refused
    assert MOVES + 1 == shown(visitor).at
    assert refused is not None
    assert str(found.reason).split()[0] in str(refused.title)
    assert "The table allowed it." == str(refused.second)
    visitor.touches("rule")
    assert isinstance(visitor.page, ArticlePage)
    assert str(found.rule.sentence) == str(visitor.page.paragraphs[0].words)


@pytest.mark.parametrize("legible", [True, False])
def test_a_record_from_elsewhere_is_shown_up_to_the_step_that_the_rules_refuse(
    visitor: Visitor,
    played: GameHistory[object, object],  # type: ignore[type-var]
    legible: bool,
) -> None:
    wrong = played.game.write_action(forbidden(played)) if legible else "A: dance"
    saved = visitor.store.load(played.id)
    entries = [*saved.entries, *(Entry(MOVES + n, Did(wrong), "touch", at=saved.begun) for n in range(3))]
    other = EveningRecord(replace(saved, id="f" * 32, entries=tuple(entries)))
    (id,) = visitor.store.take_up([other])
    visitor.opens("replay", id).touches("show", str(MOVES + 1))
    refused = shown(visitor).refused

    assert MOVES + 1 == shown(visitor).last
    assert refused is not None
    assert "It cannot be followed any further: 2 steps are left." == str(refused.second)
    assert legible == (refused.intent is not None), "a rule can be read where one is broken"
    assert legible or "The rules of today cannot read what is written there." == str(refused.title)


def test_an_evening_of_a_game_that_is_not_here_says_so(visitor: Visitor) -> None:
    unknown = visitor.store.begin("chess", Options(NAMES))

    with pytest.raises(CompanionError, match="The game chess is not installed here"):
        visitor.opens("replay", unknown.id)
