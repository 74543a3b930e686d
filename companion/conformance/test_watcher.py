"""What a watcher promises: the camera's conclusions, also about people who are not tidy."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import pytest

from companion.conformance.playouts import AnyGame, start
from companion.conformance.steps import SAMPLED, Table, steps
from companion.core.belief.search import MOST_DECISIONS, Ambiguous, Explained, explain
from companion.core.evidence import Evidence
from companion.core.game import legal_actions
from companion.core.quality import Tier
from companion.core.table import UNREADABLE, diff

TIER = Tier.WATCHER

TRIALS = 40
"""Clumsy trials of a game: the goals are about thousands, so that of so few none may be wrong."""


def test_the_table_is_explained_or_asked_about(any_table: Table) -> None:
    """After any legal action, `explain` of the resulting table finds a story that leads to this table, or asks."""
    game, _ = any_table
    for state, action, after in steps(any_table):
        story = explain(game, state, game.table(after))

        assert isinstance(story, Explained | Ambiguous), game.write_action(action)
        if isinstance(story, Explained):
            end = state
            for told in story.actions:
                end = game.apply(end, told)
            assert game.table(after) == game.table(end), game.write_action(action)


def test_no_table_of_the_game_is_held_impossible(table: Table) -> None:
    """`may_show` spares searches, and must spare none that could end: what was played may show, from wherever seen."""
    game, players = table
    begun = start(game, players)
    for state, _, after in steps(table):
        shown = game.table(after)

        assert game.may_show(begun, shown)
        assert game.may_show(state, shown)


def test_no_change_is_held_to_take_more_decisions_than_it_took(table: Table) -> None:
    """`least_decisions` spares searches, and must spare none that could end: it is a lower bound from anywhere."""
    game, _ = table
    before = list[Any]()
    for state, action, after in steps(table):
        if action.player is not None:
            before.append(state)
        for decisions, begun in enumerate(reversed(before[-MOST_DECISIONS:]), 1):
            changes = diff(game.table(begun), game.table(after))
            assert decisions >= game.least_decisions(begun, changes), game.write_action(action)


def test_what_chance_brings_alone_takes_no_decision(table: Table) -> None:
    """`least_decisions` is asked of a story before chance is followed, which may come first."""
    game, _ = table
    begun: Any = None
    for state, action, after in steps(table):
        begun = state if begun is None else begun
        if action.player is None:
            assert 0 == game.least_decisions(begun, diff(game.table(begun), game.table(after)))
        else:
            begun = None


def test_the_piles_are_the_same_zones_all_the_evening(table: Table) -> None:
    """What is believed of the table reads how high each is in any state."""
    game, players = table
    piles = game.pile_heights(start(game, players)).keys()

    assert [] == [action for _, action, after in steps(table) if piles != game.pile_heights(after).keys()]


def test_no_action_changes_more_than_it_may(table: Table) -> None:
    """`may_change` spares trying actions out, and must spare none that changes what is seen to have changed."""
    game, _ = table
    for number, (state, _, _) in enumerate(steps(table)):
        before = game.table(state)
        for action in legal_actions(game, state) if number % SAMPLED == 0 else ():
            after = game.apply(state, action)
            changed = diff(before, game.table(after))
            piles = {*game.pile_heights(state).items()} ^ {*game.pile_heights(after).items()}
            touched = {change.zone for change in changed} | {zone for zone, _ in piles}

            assert [] == [each for each in changed if not game.may_change(state, action, each.zone, each.piece)]
            assert [] == [zone for zone in touched if not game.may_change(state, action, zone, UNREADABLE)]


def test_chance_is_a_part_of_what_could_account_for_a_change(table: Table) -> None:
    game, _ = table
    for state, _, after in steps(table):
        evidence = Evidence.between(game.table(state), game.table(after))
        by_chance = [action for action in game.candidates_for(state, evidence) if action.player is None]

        assert by_chance == list(game.chance_for(state, evidence))


@pytest.mark.skipif(find_spec("benchmarks") is None, reason="clumsy people are played in a checkout of the companion")
def test_clumsy_people_are_followed(game: AnyGame) -> None:
    """Of some trials with people who are not tidy none ends silently wrong, stuck or with a crash (docs/clumsy.md)."""
    from benchmarks.clumsy.__main__ import Choice, plan, run

    done = [run(planned) for planned in plan(Choice((game.name,), seed=37), range(TRIALS))]
    verdicts = [each.verdict for each in done if each.verdict is not None]
    serious = [
        f"{each.behaviour} with {each.players} players, seed {each.seed}"
        for each in verdicts
        if each.silently_wrong or each.settled_wrong or each.deadlock or each.crashed
    ]

    assert verdicts
    assert [] == serious
