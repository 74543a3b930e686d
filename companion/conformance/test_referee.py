"""What a referee promises: what is legal, why something is not, and cases that notice when a check is missing."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from companion.conformance.case_mutants import survivors
from companion.conformance.playouts import AnyGame, start
from companion.conformance.steps import SAMPLED, Table, steps, whole_game
from companion.conformance.transcripts import differing, recorded
from companion.core.belief.transposition_table import position
from companion.core.game import is_legal, legal_actions, violation
from companion.core.initial_layout import certain, dealt_at_random, places_to_lay
from companion.core.quality import Tier
from companion.core.screen import Do

TIER = Tier.REFEREE


def test_legality_has_one_definition(table: Table) -> None:
    """`legal_actions` yields exactly the candidates without a violation."""
    game, _ = table
    for number, (state, _, _) in enumerate(steps(table)):
        if number % 10 == 0:
            legal = set(legal_actions(game, state))

            assert legal == {action for action in game.candidates(state) if violation(game, state, action) is None}


def test_a_search_holds_to_the_rules(table: Table) -> None:
    """A search asks a rule `of_player` once for all that a player does of one kind, and must come to the same."""
    game, _ = table
    for number, (state, _, _) in enumerate(steps(table)):
        if number % SAMPLED == 0:
            searched, now = list(game.candidates(state)), position(game, state)

            assert [each for each in searched if is_legal(game, state, each)] == [
                each for each in searched if now.after(each) is not None
            ]


def test_every_refusal_can_be_told_with_the_figures_of_its_position(table: Table) -> None:
    """Each with a name and a verdict; where some of them are about the action itself, these come first."""
    game, players = table
    random = Random(players)
    for state, _, _ in steps(table):
        candidates = list(game.candidates(state))
        for action in random.sample(candidates, min(3, len(candidates))):
            if (broken := violation(game, state, action)) is not None:
                assert str(broken.reason)
                assert str(broken.repair)
                found = game.measures(state, action, broken.rule)
                meant = [measure.meant for measure in found]
                assert sorted(meant, reverse=True) == meant
                assert all(str(measure.title) and str(measure.verdict) for measure in found)


def test_every_point_may_be_decided_in_the_evening(table: Table) -> None:
    """A position under another choice of a ruling has no fault, is complete, and can be played on from."""
    game, _ = table
    state, _, _ = steps(table)[-1]
    for setting in game.settings:
        for choice in setting.choices if setting.may_be_decided else ():
            other = game.with_choice(state, setting.name, choice)

            assert (other, ()) == (game.read_position(game.write_position(other)), game.faults(other)), setting.name
            assert game.outcome(other) is not None or legal_actions(game, other) or not legal_actions(game, state)


def test_the_game_ends_and_then_nothing_is_legal(any_table: Table) -> None:
    """An outcome means no legal actions, and no legal actions means an outcome."""
    game, players = any_table
    end: Any = start(game, players)
    for state, _, after in whole_game(any_table):
        assert game.outcome(state) is None
        end = after

    assert game.outcome(end) is not None
    assert [] == list(legal_actions(game, end))


def test_winners_are_players_with_a_reason(any_table: Table) -> None:
    game, _ = any_table
    _, _, end = whole_game(any_table)[-1]
    outcome = game.outcome(end)

    assert outcome is not None
    assert outcome.rule.id
    assert str(outcome.reason)


def test_every_button_is_grey_with_a_reason_exactly_when_its_action_is_illegal(table: Table) -> None:
    game, _ = table
    for number, (_, _, after) in enumerate(steps(table)):
        screen = game.present(after) if number % 5 == 0 else None
        for button in screen.buttons if screen is not None else ():
            assert button.enabled == (button.why_not is None)
            if isinstance(button.intent, Do):
                assert button.enabled == (violation(game, after, button.intent.action) is None)


def test_nothing_is_wrong_with_what_legal_actions_lead_to(table: Table) -> None:
    game, _ = table
    for number, (_, _, after) in enumerate(steps(table)):
        if number % 10 == 0:
            assert () == game.faults(after)


def test_every_check_would_be_missed(game: AnyGame) -> None:
    """Each check is switched off, one at a time, and a worked case of the rule it keeps notices (docs/cases.md)."""
    assert [] == survivors(game)


def test_a_check_has_a_name_and_a_statement_of_its_own(game: AnyGame) -> None:
    rules = {id(rule): rule for some in game.rules.values() for rule in some}.values()

    assert [] == [name for name, count in Counter(rule.name for rule in rules).items() if count > 1]
    assert [] == [rule.name for rule in rules if not rule.statement.text]


def test_what_is_dealt_at_random_is_legal_and_leaves_nothing_to_lay(any_table: Table) -> None:
    """What hands lay on the table before play goes on, in 8 deals."""
    game, players = any_table
    for seed in range(8):
        state = start(game, players)
        for action in dealt_at_random(game, state, Random(seed).randrange):
            assert is_legal(game, state, action)
            state = game.apply(state, action)
        assert next(places_to_lay(game, state), None) is None
        assert certain(game, state) is None


def test_of_each_place_it_is_asked_what_lies_there_and_no_two_answers_are_alike(any_table: Table) -> None:
    game, players = any_table
    state = start(game, players)
    random = Random(players)
    while (place := next(places_to_lay(game, state), None)) is not None:
        assert str(place.heading)
        looks = [(str(way.looks.title), way.looks.value, way.looks.tints) for way in place.ways]
        assert len(looks) == len(set(looks))
        way = random.choice(place.ways)
        among = random.choice(way.ways).action if way.action is None else way.action
        assert among is not None
        before, state = state, game.apply(state, among)
        assert before != state, "what is said of a place changes what lies there"


def test_a_golden_game_comes_out_word_for_word(any_table: Table) -> None:
    """A whole game that was written down once (`companion game-check --golden`), for each number of players."""
    game, players = any_table
    lines = recorded(game, players)

    assert lines, f"there is none for {players} players; `companion game-check {game.name} --golden` writes them"
    assert None is differing(game, players, lines)
